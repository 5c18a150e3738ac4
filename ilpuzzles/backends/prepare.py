"""What every backend needs done first: rows that no solver should see are settled here."""

from __future__ import annotations

from operator import index

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program


def settled(program: Program) -> Program | None:
    """Drops rows that say nothing.

    Rows without entries compare 0 with their bounds: solvers treat them in surprising ways, or
    refuse them. Rows without bounds always hold.

    Args:
        program: The program.

    Returns:
        The program without such rows, or None if some row cannot hold whatever the variables
        are, which makes the program infeasible.
    """
    telling = rows_that_tell(program)
    return None if telling is None else program.keep(telling)


def rows_that_tell(program: Program) -> npt.NDArray[np.bool_] | None:
    """Which rows `settled` keeps, shape (rows,), or None if some row cannot hold."""
    rows = program.rows
    empty = (rows.lengths() == 0) & ~rows.defining()
    impossible = (rows.lower > rows.upper) | (empty & ((rows.lower > 0) | (rows.upper < 0)))
    if impossible.any():
        return None
    free = (rows.lower == MINUS_INFINITY) & (rows.upper == PLUS_INFINITY) & ~rows.defining()
    telling: npt.NDArray[np.bool_] = ~(empty | free)
    return telling


def best_without_rows(program: Program) -> IntArray | None:
    """The best values of a program that has no rows: every variable at its better bound.

    Some MIP programs refuse such a model.

    Returns:
        The values, or None if they get better without end.
    """
    values = np.where(program.lower > MINUS_INFINITY, program.lower, np.minimum(program.upper, 0))
    objective = program.objective
    if objective is not None:
        gain = objective.coefficients if objective.maximize else -objective.coefficients
        better = np.where(
            gain > 0, program.upper[objective.columns], program.lower[objective.columns]
        )
        if ((better == MINUS_INFINITY) | (better == PLUS_INFINITY)).any():
            return None
        values[objective.columns] = better
    return values


def hinted(program: Program, options: Options) -> dict[int, int]:
    """The columns for which there is a hint within their bounds, ascending, and its values.

    Raises:
        InputError: If a variable is not of this program.
    """
    found: dict[int, int] = {}
    for variable, value in options.hint.items():
        column, number = variable.column, index(value)
        if column >= program.variables:
            raise InputError(Problem("a hint for a variable of another model", "leave it out"))
        if program.lower[column] <= number <= program.upper[column]:
            found[column] = number
    return dict(sorted(found.items()))
