"""How most small models of the tests begin: with one family of binary variables, or with rooks."""

from __future__ import annotations

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.variables import Axis, VariableFamily


def with_binary(name: str = "x") -> tuple[Model, Variable]:
    """A model that has one binary variable so far."""
    model = Model()
    return model, model.binary(name)


def with_binaries(axis: Axis, *axes: Axis, name: str = "x") -> tuple[Model, VariableFamily]:
    """A model that has these binary variables so far."""
    model = Model()
    return model, model.binary(name, axis, *axes)


def with_rooks(size: int) -> tuple[Model, VariableFamily]:
    """Rooks that do not attack each other, one in every row and column of a board."""
    model = Model("rooks")
    rook = model.binary("rook", size, size)
    with model.group("lines", why="one rook in every row and column"):
        model.exactly_one(rook, axis=0)
        model.exactly_one(rook, axis=1)
    return model, rook
