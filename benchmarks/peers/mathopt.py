"""MathOpt, OR-Tools' modelling package for MIP solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ortools.math_opt.python import mathopt

from benchmarks.peers.instance import Instance
from benchmarks.peers.raw import mathopt_size
from benchmarks.peers.style import Style


def _build(instance: Instance) -> Any:
    model = mathopt.Model()
    place = [model.add_binary_variable() for _ in range(instance.size.variables)]
    for at_most, columns in instance.lists():
        total = mathopt.fast_sum([place[column] for column in columns])
        model.add_linear_constraint(total <= 1 if at_most else total == 1)
    return model


def _hand_over(model: Any, _folder: Path) -> Any:
    return model.export_model()


STYLES = {"operators": Style(_build, _hand_over, mathopt_size)}
