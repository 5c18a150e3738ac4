"""linopy, which keeps a model as arrays with labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import linopy
import numpy as np
import xarray

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style


def _bulk(instance: Instance) -> Any:
    """Both groups of rows, each as a table that is filled up with -1 to its longest row.

    That is how linopy itself keeps expressions, and its quickest road by far.
    """
    model = linopy.Model()
    tiles, rows = instance.size.tiles, instance.size.rows
    place = model.add_variables(coords=[range(instance.size.variables)], name="place", binary=True)
    labels = place.labels.values
    for name, first, last, sign in (("tiles", 0, tiles, "<="), ("cells", tiles, rows, "=")):
        starts = instance.starts[first : last + 1]
        lengths = np.diff(starts)
        used = np.arange(lengths.max()) < lengths[:, np.newaxis]
        table = np.full(used.shape, -1)
        table[used] = labels[instance.columns[starts[0] : starts[-1]]]
        terms = xarray.Dataset(
            {
                "coeffs": (("row", "_term"), np.where(used, 1.0, np.nan)),
                "vars": (("row", "_term"), table),
            },
            coords={"row": np.arange(first, last)},
        )
        model.add_constraints(linopy.LinearExpression(terms, model), sign, 1, name=name)
    return model


def _operators(instance: Instance) -> Any:
    """One call per row, a sum of variables."""
    model = linopy.Model()
    names = np.arange(instance.size.variables)
    place = model.add_variables(coords=[names], dims=["place"], name="place", binary=True)
    for row, (at_most, columns) in enumerate(instance.arrays()):
        total = place.isel(place=columns).sum()
        model.add_constraints(total <= 1 if at_most else total == 1, name=f"row{row}")
    return model


def _matrices(model: Any, _folder: Path) -> Any:
    """The arrays that linopy gives to a solver which it calls directly."""
    matrices = model.matrices
    arrays = (matrices.b, matrices.sense, matrices.lb, matrices.ub, matrices.vtypes, matrices.c)
    return matrices.A, arrays


def _file(model: Any, folder: Path) -> Path:
    """The LP file that it gives to every other solver, CBC among them."""
    path = folder / "model.lp"
    model.to_file(path, progress=False)
    return path


def _matrices_size(handed: Any) -> tuple[int, int, int]:
    rows, variables = handed[0].shape
    return variables, rows, handed[0].nnz


def _file_size(path: Path) -> tuple[int, int, int]:
    # The rows come first, then the list of all binary variables.
    rows, _, binaries = path.read_text(encoding="utf-8").partition("\nbinary\n")
    entries = [line for line in rows.splitlines() if line.startswith(("+1.0 x", "+1 x"))]
    labels = [line for line in rows.splitlines() if line.startswith("c") and line.endswith(":")]
    return binaries.count("x"), len(labels), len(entries)


STYLES = {
    "bulk": Style(_bulk, _matrices, _matrices_size),
    "bulk-file": Style(_bulk, _file, _file_size),
    "operators": Style(_operators, _matrices, _matrices_size),
}
