"""How the functions take their arguments: one by one, or all in one list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.linear import Operand
from ilpuzzles.modelling.truths import TruthValue

Truths: TypeAlias = TruthValue | Iterable[TruthValue] | VariableArray
Numbers: TypeAlias = Operand | Iterable[Operand] | VariableArray


def all_numbers(arguments: tuple[Numbers, ...]) -> list[Operand]:
    """The numbers given, or those in the only list or array that is given."""
    return _gathered(arguments)


def all_truths(arguments: tuple[Truths, ...]) -> list[TruthValue]:
    """The truths given, or those in the only list or array that is given."""
    return _gathered(arguments)


def _gathered(arguments: tuple[Any, ...]) -> list[Any]:
    if len(arguments) == 1:
        (only,) = arguments
        if isinstance(only, VariableArray):
            return list(only.flat())
        if isinstance(only, Iterable):
            return list(only)
    return list(arguments)
