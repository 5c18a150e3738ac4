"""linopy: models of data, all rows of a kind at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import linopy
import numpy as np
import xarray

from benchmarks.peers.data import Data
from benchmarks.peers.style import Style


def _build(data: Data) -> Any:
    kinds = {"dense": _dense, "rows": _rows, "transport": _transport}
    return kinds[data.size.kind](data)


def _dense(data: Data) -> Any:
    model = linopy.Model()
    x = model.add_variables(lower=0, coords=[range(data.size.variables)], dims=["column"], name="x")
    matrix = xarray.DataArray(data.matrix, dims=["row", "column"])
    bounds = xarray.DataArray(data.bounds, dims=["row"])
    model.add_constraints((matrix * x).sum("column") <= bounds, name="rows")
    model.add_objective(x.sum(), sense="max")
    return model


def _rows(data: Data) -> Any:
    """All rows as a table of their terms; one call for each would take minutes."""
    model = linopy.Model()
    x = model.add_variables(lower=0, coords=[range(data.size.variables)], name="x")
    labels = x.labels.values[data.columns]
    terms = xarray.Dataset(
        {
            "coeffs": (("row", "_term"), data.matrix.astype(np.float64)),
            "vars": (("row", "_term"), labels),
        },
        coords={"row": np.arange(data.size.rows)},
    )
    bounds = xarray.DataArray(data.bounds, dims=["row"])
    model.add_constraints(linopy.LinearExpression(terms, model), "<=", bounds, name="rows")
    model.add_objective(x.sum(), sense="max")
    return model


def _transport(data: Data) -> Any:
    model = linopy.Model()
    places = [range(length) for length in data.matrix.shape]
    x = model.add_variables(lower=0, coords=places, dims=["source", "sink"], name="x")
    model.add_constraints(x.sum("source") <= 100, name="sinks")
    model.add_constraints(x.sum("sink") >= 50, name="sources")
    model.add_objective((x * xarray.DataArray(data.matrix, dims=["source", "sink"])).sum())
    return model


def _hand_over(model: Any, _folder: Path) -> Any:
    """The arrays that linopy gives to a solver which it calls directly."""
    matrices = model.matrices
    arrays = (matrices.b, matrices.sense, matrices.lb, matrices.ub, matrices.vtypes, matrices.c)
    return matrices.A, arrays


def _size(handed: Any) -> tuple[int, int, int]:
    rows, variables = handed[0].shape
    return variables, rows, handed[0].nnz


STYLES = {"data": Style(_build, _hand_over, _size)}
