"""CPMpy, which transforms its model into one of OR-Tools' `cp_model`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cpmpy
from cpmpy.solvers.ortools import CPM_ortools

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style, proto_size


def _build(instance: Instance) -> Any:
    model = cpmpy.Model()
    place = cpmpy.boolvar(shape=instance.size.variables)
    for at_most, columns in instance.arrays():
        total = cpmpy.sum(place[columns])
        model += total <= 1 if at_most else total == 1
    return model


def _hand_over(model: Any, _folder: Path) -> Any:
    """Makes the solver object, which transforms everything; the search would be a further call."""
    return CPM_ortools(model)


def _size(solver: Any) -> tuple[int, int, int]:
    return proto_size(solver.ort_model.proto)


STYLES = {"operators": Style(_build, _hand_over, _size)}
