"""What every backend needs done first: rows that no solver should see are settled here."""

from __future__ import annotations

import numpy as np

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
    rows = program.rows
    empty = np.diff(rows.starts) == 0
    impossible = (rows.lower > rows.upper) | (empty & ((rows.lower > 0) | (rows.upper < 0)))
    if impossible.any():
        return None
    free = (rows.lower == MINUS_INFINITY) & (rows.upper == PLUS_INFINITY)
    return program.keep(~(empty | free))


def best_without_rows(program: Program) -> IntArray:
    """The best values of a program that has no rows: every variable at its better bound.

    Some MIP programs refuse such a model.
    """
    values = program.lower.copy()
    objective = program.objective
    if objective is not None:
        gain = objective.coefficients if objective.maximize else -objective.coefficients
        better = objective.columns[gain > 0]
        values[better] = program.upper[better]
    return values
