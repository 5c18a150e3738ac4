"""OR-Tools' own Python interface to CP-SAT, which fills the solver's model as rows are stated."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style, as_it_is, proto_size


def _helpers(instance: Instance) -> Any:
    model = cp_model.CpModel()
    place = [model.new_bool_var("") for _ in range(instance.size.variables)]
    for at_most, columns in instance.lists():
        add = model.add_at_most_one if at_most else model.add_exactly_one
        add([place[column] for column in columns])
    return model


def _operators(instance: Instance) -> Any:
    model = cp_model.CpModel()
    place = [model.new_bool_var("") for _ in range(instance.size.variables)]
    for at_most, columns in instance.lists():
        # The quickest of the package's sums; Python's own sum() is slower.
        total = cp_model.LinearExpr.sum([place[column] for column in columns])
        model.add(total <= 1 if at_most else total == 1)
    return model


def _weighted(instance: Instance) -> Any:
    model = cp_model.CpModel()
    place = [model.new_bool_var("") for _ in range(instance.size.variables)]
    for at_most, columns, weights in instance.weighted():
        products = [weight * place[column] for weight, column in zip(weights, columns, strict=True)]
        total = cp_model.LinearExpr.sum(products)
        model.add(total <= 9 if at_most else total == 9)
    return model


def _size(model: Any) -> tuple[int, int, int]:
    return proto_size(model.proto)


STYLES = {
    "helpers": Style(_helpers, as_it_is, _size),
    "operators": Style(_operators, as_it_is, _size),
    "weighted": Style(_weighted, as_it_is, _size),
}
