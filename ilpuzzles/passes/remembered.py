"""Findings about the rows of a program, kept as long as the rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ilpuzzles.modelling.program import Program

_More = ParamSpec("_More")
_Found = TypeVar("_Found")


def remember_with_rows(
    recognise: Callable[Concatenate[Program, _More], _Found],
) -> Callable[Concatenate[Program, _More], _Found]:
    """Remembers what a program is recognised as, for as long as it has its rows.

    That depends on its rows and columns alone, not on its objective, and is asked for by the choice
    of a backend, by that backend, and by the question.
    """

    @wraps(recognise)
    def found(program: Program, /, *more: _More.args, **named: _More.kwargs) -> _Found:
        columns = program.lower, program.upper, program.deciding, program.continuous
        asked = *columns, *more, *named.values()
        remembered = program.rows.findings()
        before = remembered.get(recognise)
        if before is None or [*map(id, before[0])] != [*map(id, asked)]:
            before = remembered[recognise] = asked, recognise(program, *more, **named)
        result: _Found = before[1]
        return result

    return found
