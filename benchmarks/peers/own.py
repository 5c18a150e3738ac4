"""ilpuzzles: the same model from arrays, by row helpers and with operators."""

from __future__ import annotations

from functools import partial
from itertools import starmap
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
from ortools.sat.python import cp_model_helper
from scipy import sparse

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style, proto_size
from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.settled import settled
from ilpuzzles.solvers.cpsat.rows import fill
from ilpuzzles.solvers.mathopt.run import arrays_of
from ilpuzzles.solvers.registry import get_backend


def _bulk(instance: Instance) -> Model:
    """Both groups of rows, each from its arrays."""
    model = Model()
    model.binary("place", instance.size.variables)
    starts, columns, tiles = instance.starts, instance.columns, instance.size.tiles
    middle = int(starts[tiles])
    with model.group("tiles"):
        model.add_rows(Kind.AT_MOST_ONE, starts[: tiles + 1], columns[:middle])
    with model.group("cells"):
        model.add_rows(Kind.EXACTLY_ONE, starts[tiles:] - middle, columns[middle:])
    return model


def _of_arrays(instance: Instance) -> Model:
    """Both groups of rows, each as a product of a sparse matrix and the family."""
    model = Model()
    place = model.binary("place", instance.size.variables)
    starts, columns, tiles = instance.starts, instance.columns, instance.size.tiles
    for name, first, last in (("tiles", 0, tiles), ("cells", tiles, instance.size.rows)):
        begin, end = starts[first], starts[last]
        ones, ends = np.ones(end - begin, np.int64), starts[first : last + 1] - begin
        shape = (last - first, instance.size.variables)
        total = sparse.csr_array((ones, columns[begin:end], ends), shape=shape) @ place
        with model.group(name):
            model.add(total <= 1 if name == "tiles" else total == 1)
    return model


def _helpers_of_arrays(instance: Instance) -> Model:
    """One call per row, which gets a part of the family."""
    model = Model()
    place = model.binary("place", instance.size.variables).positions()
    for at_most, columns in instance.arrays():
        with model.group("tiles" if at_most else "cells"):
            (model.at_most_one if at_most else model.exactly_one)(place[columns])
    return model


def _helpers_of_lists(instance: Instance) -> Model:
    """One call per row, which gets a list of variables."""
    model = Model()
    place = list(model.binary("place", instance.size.variables))
    for at_most, columns in instance.lists():
        literals = [place[column] for column in columns]
        with model.group("tiles" if at_most else "cells"):
            (model.at_most_one if at_most else model.exactly_one)(literals)
    return model


def _operators(instance: Instance) -> Model:
    """Each row as a person writes it, a sum of variables."""
    model = Model()
    place = list(model.binary("place", instance.size.variables))
    for at_most, columns in instance.lists():
        total = model.sum(place[column] for column in columns)
        with model.group("tiles" if at_most else "cells"):
            model.add(total <= 1 if at_most else total == 1)
    return model


def _weighted(instance: Instance) -> Model:
    """Each row as a person writes it, a sum of products."""
    model = Model()
    place = list(model.binary("place", instance.size.variables))
    for at_most, columns, weights in instance.weighted():
        variables = [place[column] for column in columns]
        total = model.sum(starmap(mul, zip(weights, variables, strict=True)))
        with model.group("tiles" if at_most else "cells"):
            model.add(total <= 9 if at_most else total == 9)
    return model


def _lower(model: Model | Program) -> Any:
    """What the backend cpsat does before it starts the search."""
    ready: Program | None = settled(program_of(model))
    proto = cp_model_helper.CpModelProto()
    if ready is not None:
        fill(proto, ready)
    return proto


def _hand_over(model: Model, _folder: Path) -> Any:
    return _lower(model)


def _matrices(model: Model, _folder: Path) -> dict[str, Any]:
    """The arrays that SCIP and HiGHS get."""
    return dict(arrays_of(program_of(model)))


def _matrices_size(arrays: dict[str, Any]) -> tuple[int, int, int]:
    return len(arrays["integers"]), len(arrays["row_lower"]), len(arrays["coefficients"])


def _switch(model: Model, _folder: Path) -> object:
    """Switches a group off, and lowers again what is left."""
    return _lower(model.without("tiles"))


def _write(model: Model, folder: Path) -> object:
    """Writes the file that CBC gets."""
    return (folder / "cbc.mps").write_text(
        get_backend("cbc").native(model.program()), encoding="ascii"
    )


def _write_as(ending: str, model: Model, folder: Path) -> object:
    """Writes the file that a person gets, in one of the formats."""
    text = getattr(model, f"to_{ending}")()
    return (folder / f"model.{ending}").write_text(text, encoding="ascii")


def _read_as(ending: str, model: Model, folder: Path) -> object:
    """Reads that file."""
    found = read_model(folder / f"model.{ending}").statistics()
    if found.nonzeros != model.statistics().nonzeros:
        raise RuntimeError(f"read {found}")
    return found


_FILES = {
    f"{what} {ending}": partial(work, ending)
    for ending in ("mps", "lp", "opb")
    for what, work in (("write", _write_as), ("read", _read_as))
}


STYLES = {
    "bulk": Style(
        _bulk,
        _hand_over,
        proto_size,
        more={"switch a group off, lower again": _switch, "file for CBC": _write, **_FILES},
    ),
    "matrix": Style(_of_arrays, _matrices, _matrices_size),
    "helpers-arrays": Style(_helpers_of_arrays, _hand_over, proto_size),
    "helpers-lists": Style(_helpers_of_lists, _hand_over, proto_size),
    "operators": Style(_operators, _hand_over, proto_size),
    "weighted": Style(_weighted, _hand_over, proto_size),
}
