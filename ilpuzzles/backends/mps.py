"""Writes programs as MPS files.

Columns are called x0, x1, ... and rows r0, r1, ...: no reader mixes these up.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, Program


def write_mps(program: Program, path: Path) -> None:
    """Writes a program as a free-format MPS file.

    The objective is always to be minimised (the coefficients of a maximum change sign), and its
    constant is left out. The file states every bound, since readers differ in what they assume.

    Args:
        program: The program, without empty or free rows.
        path: The file to write.
    """
    with path.open("w", encoding="ascii", newline="\n") as file:
        file.write("NAME ilpuzzles FREE\nROWS\n N obj\n")
        file.writelines(_row_kinds(program))
        file.write("COLUMNS\n MARK 'MARKER' 'INTORG'\n")
        file.writelines(_columns(program))
        file.write(" MARK 'MARKER' 'INTEND'\nRHS\n")
        file.writelines(_right_hand_sides(program))
        file.write("RANGES\n")
        file.writelines(_ranges(program))
        file.write("BOUNDS\n")
        file.writelines(_bounds(program))
        file.write("ENDATA\n")


def _row_kinds(program: Program) -> list[str]:
    rows = program.rows
    kinds = np.where(rows.lower == rows.upper, "E", np.where(rows.upper < PLUS_INFINITY, "L", "G"))
    return [f" {kind} r{row}\n" for row, kind in enumerate(kinds.tolist())]


def _columns(program: Program) -> Iterator[str]:
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
        f" x{column} r{row} {coefficient}\n"
        for column, row, coefficient in zip(
            columns.tolist(), row_of[order].tolist(), rows.coefficients[order].tolist(), strict=True
        )
    ]
    position = 0
    for column in np.nonzero(listed)[0].tolist():
        end = int(ends[column])
        yield from lines[position:end]
        yield f" x{column} obj {costs[column]}\n"
        position = end
    yield from lines[position:]


def _right_hand_sides(program: Program) -> list[str]:
    rows = program.rows
    sides = np.where(rows.upper < PLUS_INFINITY, rows.upper, rows.lower)
    return [f" RHS r{row} {side}\n" for row, side in enumerate(sides.tolist()) if side]


def _ranges(program: Program) -> list[str]:
    rows = program.rows
    both = (rows.lower > MINUS_INFINITY) & (rows.upper < PLUS_INFINITY) & (rows.lower < rows.upper)
    return [
        f" RNG r{row} {int(rows.upper[row]) - int(rows.lower[row])}\n"
        for row in np.nonzero(both)[0].tolist()
    ]


def _bounds(program: Program) -> list[str]:
    lines = []
    for column, (lower, upper) in enumerate(
        zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    ):
        if lower == upper:
            lines.append(f" FX B x{column} {lower}\n")
        elif (lower, upper) == (0, 1):
            lines.append(f" BV B x{column}\n")
        else:
            least = f"LO B x{column} {lower}" if lower > MINUS_INFINITY else f"MI B x{column}"
            most = f"UP B x{column} {upper}" if upper < PLUS_INFINITY else f"PL B x{column}"
            lines.append(f" {least}\n {most}\n")
    return lines
