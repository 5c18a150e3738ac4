"""Programs in the MPS format, the one that every MIP solver reads."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ilpuzzles.modelling.basics import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.modelling.formats.names import Names
from ilpuzzles.modelling.program import Program


def mps_lines(program: Program, names: Names) -> Iterator[str]:
    """Writes a program as free-format MPS.

    The objective is always to be minimised: the coefficients of a maximum change sign. The file
    states every bound, since readers differ in what they assume.

    Args:
        program: The program, in linear rows alone.
        names: What to call columns and rows.

    Yields:
        The lines, without line breaks.
    """
    objective = program.objective
    if objective is not None and objective.maximize:
        yield "* to be maximised: the signs of the objective are changed"
    yield "NAME ilpuzzles FREE"
    yield "ROWS"
    yield " N obj"
    yield from _row_kinds(program, names)
    yield "COLUMNS"
    yield " MARK 'MARKER' 'INTORG'"
    yield from _columns(program, names)
    yield " MARK 'MARKER' 'INTEND'"
    yield "RHS"
    yield from _right_hand_sides(program, names)
    yield "RANGES"
    yield from _ranges(program, names)
    yield "BOUNDS"
    yield from _bounds(program, names)
    yield "ENDATA"


def _row_kinds(program: Program, names: Names) -> list[str]:
    rows = program.rows
    kinds = np.where(rows.lower == rows.upper, "E", np.where(rows.upper < PLUS_INFINITY, "L", "G"))
    # A row without bounds at all says nothing; as a further N row it is ignored.
    free = (rows.lower == MINUS_INFINITY) & (rows.upper == PLUS_INFINITY)
    kinds = np.where(free, "N", kinds)
    return [f" {kind} {name}" for name, kind in zip(names.rows, kinds.tolist(), strict=True)]


def _columns(program: Program, names: Names) -> Iterator[str]:
    """One line per entry, column by column, since readers take no more than two in a line."""
    rows = program.rows
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    order = np.argsort(rows.columns, kind="stable")
    columns = rows.columns[order]
    objective = program.objective
    costs = np.zeros(program.variables, dtype=np.int64)
    if objective is not None:
        costs[objective.columns] = objective.coefficients * (-1 if objective.maximize else 1)
    ends = np.searchsorted(columns, np.arange(program.variables + 1))
    # A column without any entry is still a column.
    listed = (costs != 0) | (np.diff(ends) == 0)
    lines = [
        f" {names.columns[column]} {names.rows[row]} {coefficient}"
        for column, row, coefficient in zip(
            columns.tolist(), row_of[order].tolist(), rows.coefficients[order].tolist(), strict=True
        )
    ]
    position = 0
    for column in np.nonzero(listed)[0].tolist():
        end = int(ends[column])
        yield from lines[position:end]
        yield f" {names.columns[column]} obj {costs[column]}"
        position = end
    yield from lines[position:]


def _right_hand_sides(program: Program, names: Names) -> list[str]:
    rows = program.rows
    sides = np.where(rows.upper < PLUS_INFINITY, rows.upper, rows.lower)
    sides = np.where(sides == MINUS_INFINITY, 0, sides)
    lines = [f" RHS {name} {s}" for name, s in zip(names.rows, sides.tolist(), strict=True) if s]
    objective = program.objective
    if objective is not None and objective.constant:
        # The right-hand side of the objective is what is subtracted from it.
        lines.append(f" RHS obj {objective.constant * (1 if objective.maximize else -1)}")
    return lines


def _ranges(program: Program, names: Names) -> list[str]:
    rows = program.rows
    both = (rows.lower > MINUS_INFINITY) & (rows.upper < PLUS_INFINITY) & (rows.lower < rows.upper)
    return [
        f" RNG {names.rows[row]} {int(rows.upper[row]) - int(rows.lower[row])}"
        for row in np.nonzero(both)[0].tolist()
    ]


def _bounds(program: Program, names: Names) -> Iterator[str]:
    for name, lower, upper in zip(
        names.columns, program.lower.tolist(), program.upper.tolist(), strict=True
    ):
        if lower == upper:
            yield f" FX B {name} {lower}"
        elif (lower, upper) == (0, 1):
            yield f" BV B {name}"
        else:
            yield f" LO B {name} {lower}" if lower > MINUS_INFINITY else f" MI B {name}"
            yield f" UP B {name} {upper}" if upper < PLUS_INFINITY else f" PL B {name}"
