"""pyoptinterface: models of data, which fill the model of HiGHS as they are stated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyoptinterface as poi
from pyoptinterface import highs

from benchmarks.peers.data import Data
from benchmarks.peers.style import Style


def _build(data: Data) -> Any:
    kinds = {"dense": _dense, "rows": _rows, "transport": _transport}
    return kinds[data.size.kind](data)


def _dense(data: Data) -> Any:
    model = highs.Model()
    x = model.add_m_variables(data.size.variables, lb=0.0)
    model.add_m_linear_constraints(data.matrix, x, poi.Leq, data.bounds)
    model.set_objective(poi.quicksum(x), poi.ObjectiveSense.Maximize)
    return model


def _rows(data: Data) -> Any:
    model = highs.Model()
    x = model.add_m_variables(data.size.variables, lb=0.0)
    for columns, numbers, bound in zip(
        data.columns.tolist(), data.matrix.tolist(), data.bounds.tolist(), strict=True
    ):
        total = poi.ExprBuilder()
        for column, number in zip(columns, numbers, strict=True):
            total += number * x[column]
        model.add_linear_constraint(total, poi.Leq, bound)
    model.set_objective(poi.quicksum(x), poi.ObjectiveSense.Maximize)
    return model


def _transport(data: Data) -> Any:
    model = highs.Model()
    x = model.add_m_variables(data.matrix.shape, lb=0.0)
    for sink in range(data.matrix.shape[1]):
        model.add_linear_constraint(poi.quicksum(x[:, sink]), poi.Leq, 100)
    for source in range(data.matrix.shape[0]):
        model.add_linear_constraint(poi.quicksum(x[source]), poi.Geq, 50)
    costs = data.matrix.ravel().tolist()
    total = poi.ExprBuilder()
    for cost, variable in zip(costs, x.ravel(), strict=True):
        total += cost * variable
    model.set_objective(total, poi.ObjectiveSense.Minimize)
    return model


def _hand_over(model: Any, folder: Path) -> tuple[Any, Path]:
    """The model, which is what HiGHS takes already, and where its size can be looked up."""
    return model, folder


def _size(handed: tuple[Any, Path]) -> tuple[int, int, int]:
    model, folder = handed
    path = folder / "model.mps"
    model.write(str(path))
    _, _, text = path.read_text(encoding="ascii").partition("\nCOLUMNS\n")
    columns, _, _ = text.partition("\nRHS\n")
    entries = [line.split() for line in columns.splitlines()]
    # Each line has the name of a variable, then pairs of a row and a number.
    names = [name for entry in entries for name in entry[1::2]]
    objective = path.read_text(encoding="ascii").partition("\n N  ")[2].split(maxsplit=1)[0]
    nonzeros = sum(name != objective for name in names)
    rows = model.number_of_constraints(poi.ConstraintType.Linear)
    return model.number_of_variables(), rows, nonzeros


STYLES = {"data": Style(_build, _hand_over, _size)}
