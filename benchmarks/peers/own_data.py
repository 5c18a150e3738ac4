"""ilpuzzles: models of data, as arrays and one row at a time."""

from __future__ import annotations

from operator import mul
from pathlib import Path
from typing import Any

from benchmarks.peers.data import Data
from benchmarks.peers.style import Style
from ilpuzzles.asking.model import Model
from ilpuzzles.solvers.mathopt.run import arrays_of


def _build(data: Data) -> Model:
    kinds = {"dense": _dense, "rows": _rows, "transport": _transport}
    return kinds[data.size.kind](data)


def _dense(data: Data) -> Model:
    model = Model()
    x = model.continuous("x", data.size.variables)
    model.add(data.matrix @ x <= data.bounds)
    model.maximize(x.sum())
    return model


def _rows(data: Data) -> Model:
    model = Model()
    x = list(model.continuous("x", data.size.variables))
    for columns, numbers, bound in zip(
        data.columns.tolist(), data.matrix.tolist(), data.bounds.tolist(), strict=True
    ):
        variables = [x[column] for column in columns]
        model.add(model.sum(map(mul, numbers, variables)) <= bound)
    model.maximize(model.sum(x))
    return model


def _transport(data: Data) -> Model:
    model = Model()
    x = model.continuous("x", *data.matrix.shape)
    model.add(x.sum(axis=0) <= 100)
    model.add(x.sum(axis=1) >= 50)
    model.minimize((data.matrix * x).sum())
    return model


def _hand_over(model: Model, _folder: Path) -> Any:
    """The arrays that SCIP and HiGHS get."""
    return arrays_of(model.program())


def _size(arrays: Any) -> tuple[int, int, int]:
    return len(arrays["integers"]), len(arrays["row_lower"]), len(arrays["coefficients"])


STYLES = {"data": Style(_build, _hand_over, _size)}
