"""How most small models of the tests begin: with one family of binary variables."""

from __future__ import annotations

from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.variables import Axis, Variable, VariableFamily


def with_binary(name: str = "x") -> tuple[Model, Variable]:
    """A model that has one binary variable so far."""
    model = Model()
    return model, model.binary(name)


def with_binaries(axis: Axis, *axes: Axis, name: str = "x") -> tuple[Model, VariableFamily]:
    """A model that has these binary variables so far."""
    model = Model()
    return model, model.binary(name, axis, *axes)
