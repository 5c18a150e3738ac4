"""Rows that always hold, and rows that never do: solvers treat both in surprising ways."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import RowStorageError
from ilpuzzles.modelling.numbers import BoolArray, NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.refutation import refutes
from ilpuzzles.passes.step import (
    Change,
    NoSolution,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
    WayBack,
)


def settled(program: Program) -> Program | None:
    """Returns the program without rows that always hold, or None if a row can never hold.

    Rows without entries compare 0 with their bounds: solvers treat them in surprising ways, or
    refuse them. Rows without bounds always hold.
    """
    telling = rows_that_tell(program)
    return None if telling is None else program.keep(telling)


def rows_that_tell(program: Program) -> BoolArray | None:
    """Returns a mask of the rows that can be broken, shape (rows,), or None if one cannot hold.

    Bounds of a column that contradict each other are such a row as well.

    Raises:
        RowStorageError: If a row cannot hold as it is stored, and can as it was written.
    """
    rows = program.rows
    if (program.lower > program.upper).any():
        return None
    empty = (rows.lengths() == 0) & ~rows.defining()
    impossible = (rows.lower > rows.upper) | (empty & ((rows.lower > 0) | (rows.upper < 0)))
    if impossible.any():
        wrong = impossible.nonzero()[0].tolist()
        if any(refutes(program, row) for row in wrong):
            return None
        what = f"{program.where(wrong[0])} is satisfiable as written, but stored as unsatisfiable"
        raise RowStorageError(what, "please report this", program=program)
    free = ~rows.lower.finite & ~rows.upper.finite & ~rows.defining()
    telling: BoolArray = ~(empty | free)
    return telling


@dataclass(frozen=True, slots=True, eq=False)
class RowsLeftOut(WayBack):
    """The way back to a program with more rows, all of which hold whatever the values are.

    Attributes:
        kept: A mask of the rows that are left, shape (rows before,).
    """

    kept: BoolArray

    def duals(self, duals: NumberArray) -> NumberArray:
        """Returns the duals of all rows; those that were left out are worth nothing."""
        found = np.zeros(len(self.kept), dtype=duals.dtype)
        found[self.kept] = duals
        return found

    def contradiction(self, factors: NumberArray) -> NumberArray:
        """Returns the factors of all rows, 0 for those that were left out."""
        return self.duals(factors)


def _leave_out_rows_that_hold(program: Program, _: PassSettings) -> Outcome:
    kept = rows_that_tell(program)
    if kept is None:
        return NoSolution()
    if kept.all():
        return NotNeeded()
    left_out = len(kept) - int(kept.sum())
    return Change(program.keep(kept), RowsLeftOut(kept), f"{left_out:,} always hold")


SETTLED = Pass("settled", _leave_out_rows_that_hold)
"""Leaves out rows that always hold; a row, or bounds, that never hold prove that there is no
solution."""
