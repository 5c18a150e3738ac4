"""Presolve: a program without the 0-1 columns that its rows fix one by one.

Solvers do this themselves, and more. But a model is handed over row by row, which takes longer than
to solve most puzzles; and in many of these, rows fix nearly everything.

Bounds of other columns are drawn in `bounds.py`, row by row: too slowly for this (1 ms in arrays is
460 there, in a Sudoku of 16x16).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import counted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Kind, Rows
from ilpuzzles.passes.remembered import remember_with_rows
from ilpuzzles.passes.step import (
    SAME,
    Change,
    NoSolution,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
)

_LARGEST_EXACT_SUM = 1 << 53
"""Doubles add up whole numbers below this without an error."""

_FREE = -1
"""The value of a column that has none yet."""

_MOST_ENTRIES = 1 << 21
"""Of more entries, lists of them would take more room than the solver's own."""

_ROUNDS = 32
"""All rows are looked at so often, or their parts more often; a chain of columns could take
forever."""


def presolve(program: Program) -> Program | None:
    """A program with the same columns and solutions, less what follows from its rows one by one.

    Rows of 0-1 columns are looked at until none of them leaves a column only one value any more
    (unit propagation), or that takes too long. Then these columns are fixed, taken out of the rows,
    and rows that always hold are left out. None if they contradict each other. Programs with two
    million entries, or with numbers of more than 64 bits, are left as they are.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 5)
        >>> rows = model.add(x[0] + x[1] >= 2), model.exactly_one(x[1:3]), model.exactly_one(x[2:])
        >>> left = presolve(model.program())
        >>> left.lower.tolist(), left.upper.tolist(), left.rows.columns.tolist()
        ([1, 1, 0, 0, 0], [1, 1, 0, 1, 1], [3, 4])
    """
    left = _reduce(program)
    return None if left is None else left.of(program)


class _Reduction(NamedTuple):
    """A presolved program: the bounds of columns, and the rows kept, with their new form."""

    lower: Bounds
    upper: Bounds
    kept: npt.NDArray[np.bool_]
    rows: Rows | None
    """None where all rows stay as they are, since what is remembered with rows is not to hold them:
    a cycle waits for the garbage collector with all its arrays."""

    def of(self, program: Program) -> Program:
        """The presolved program."""
        if self.rows is None:
            return program
        numbers = program.row_numbers[self.kept]
        return program.having(
            lower=self.lower, upper=self.upper, rows=self.rows, row_numbers=numbers
        )


@remember_with_rows
def _reduce(program: Program) -> _Reduction | None:
    """Reduces the columns and rows of a program; None if they contradict each other."""
    rows, lower, upper = program.rows, program.lower, program.upper
    sides = rows.lower, rows.upper, lower, upper
    numbers = rows.coefficients, *(side.numbers for side in sides)
    is_large = len(rows.columns) > _MOST_ENTRIES or any(part.dtype == object for part in numbers)
    if is_large or rows.measured.any():
        return _Reduction(lower, upper, np.ones(len(rows), bool), None)
    binary = program.whole() & (lower >= 0) & (upper <= 1)
    if not binary.any() and rows.lengths().all() and (lower <= upper).all():
        return _Reduction(lower, upper, np.ones(len(rows), bool), None)
    values = np.where(binary & (lower == upper), lower.numbers, _FREE)
    sums = _Sums.of(rows, binary)
    if (lower > upper).any() or not sums.propagate(values):
        return None
    found = (values != _FREE).nonzero()[0]
    lower, upper = (
        side.replaced(found, Bounds.of_numbers(side.side, values[found])) for side in (lower, upper)
    )
    return _Reduction(lower, upper, *sums.without(values, rows))


@dataclass(slots=True, eq=False)
class _Sums:
    """The rows as sums of 0-1 columns; those with others are left aside.

    Until it leaves its bounds, row r can grow by `room[2 * r]` from its least value, and fall by
    `room[2 * r + 1]` from its greatest.

    Attributes:
        looked: Which rows are such sums.
        room: How much room there is.
        ones: For every entry whose column is free, where it takes room if that is 1; if it is 0, it
            takes that beside it.
        columns: Its column.
        sizes: How much room it takes.
    """

    looked: npt.NDArray[np.bool_]
    room: npt.NDArray[np.float64]
    ones: IntArray
    columns: IntArray
    sizes: IntArray

    @classmethod
    def of(cls, rows: Rows, binary: npt.NDArray[np.bool_]) -> _Sums:
        """The sums that rows are; see `Model.conjunction` for the single one of a definition."""
        owners, columns, coefficients = rows.owners(), rows.columns, rows.coefficients
        lower, upper = rows.lower.in_doubles(), rows.upper.in_doubles()
        definition = (rows.kinds == Kind.CONJUNCTION) | (rows.kinds == Kind.DISJUNCTION)
        defining = np.nonzero(definition)[0]
        if len(defining):
            # Of a disjunction, the negation is the conjunction of the negated literals.
            sign = np.where(rows.kinds == Kind.DISJUNCTION, -1, 1)
            coefficients = coefficients * sign[owners]
            negated = np.bincount(owners[coefficients < 0], minlength=len(rows))[defining]
            size, sign = rows.lengths()[defining], sign[defining]
            # The target weighs as much as all literals together, and something without any.
            weight = np.maximum(size, 1)
            constant = negated - weight * (sign < 0)
            lower[defining] = size - weight - constant
            upper[defining] = size - 1 - constant
            owners = np.concatenate([owners, defining])
            columns = np.concatenate([columns, rows.targets[defining]])
            coefficients = np.concatenate([coefficients, -weight * sign])
        looked = rows.kinds != Kind.OPERATION
        looked[owners[~binary[columns]]] = False
        sizes = np.bincount(owners, np.abs(coefficients), minlength=len(rows))
        looked &= sizes < _LARGEST_EXACT_SUM
        used = looked[owners]
        if not used.all():
            owners, columns, coefficients = owners[used], columns[used], coefficients[used]
        least = np.bincount(owners, np.minimum(coefficients, 0.0), minlength=len(rows))
        most = np.bincount(owners, np.maximum(coefficients, 0.0), minlength=len(rows))
        room = np.full(2 * len(rows), np.inf)
        room[::2][looked], room[1::2][looked] = (upper - least)[looked], (most - lower)[looked]
        return cls(looked, room, 2 * owners + (coefficients < 0), columns, np.abs(coefficients))

    def propagate(self, values: IntArray) -> bool:
        """Finds what follows from the values of columns, -1 for none; whether that can be."""
        work = _ROUNDS * len(self.columns)
        while True:
            self._take_out(values)
            if (self.room < 0).any():
                return False
            # For what there is no room, the column has the other value.
            is_one = self.sizes > self.room[self.ones ^ 1]
            forced = np.nonzero(is_one | (self.sizes > self.room[self.ones]))[0]
            work -= len(self.sizes)
            if not len(forced):
                return True
            if work < 0:
                # What these rows say is left to them: they stay as they were.
                self.looked[self.ones[forced] >> 1] = False
                return True
            # If there is no value for it, one of its rows can no longer hold.
            values[self.columns[forced]] = is_one[forced]

    def _take_out(self, values: IntArray) -> None:
        """Takes columns that have a value out of the rows."""
        found = values[self.columns]
        known = found != _FREE
        if not known.any():
            return
        places = self.ones[known] ^ (found[known] == 0)
        self.room -= np.bincount(places, self.sizes[known], minlength=len(self.room))
        left = ~known
        self.ones, self.columns, self.sizes = self.ones[left], self.columns[left], self.sizes[left]

    def without(self, values: IntArray, rows: Rows) -> tuple[npt.NDArray[np.bool_], Rows | None]:
        """A mask of the rows that are left, and these rows without columns that have a value.

        None in place of the rows where all of them stay as they were.
        """
        count, owners = len(rows), rows.owners()
        most = np.bincount(self.ones >> 1, self.sizes, minlength=count)
        kept = ~(self.looked & (self.room[::2] >= most) & (self.room[1::2] >= most))
        out = self.looked[owners] & (values[rows.columns] != _FREE)
        if kept.all() and not out.any():
            return kept, None
        known = rows.coefficients[out] * values[rows.columns[out]]
        constant = np.bincount(owners[out], known, minlength=count).astype(np.int64)
        lengths = rows.lengths() - np.bincount(owners[out], minlength=count)
        changed = replace(
            rows,
            starts=np.concatenate([[0], np.cumsum(lengths)]),
            columns=rows.columns[~out],
            coefficients=rows.coefficients[~out],
            lower=rows.lower.minus(constant),
            upper=rows.upper.minus(constant),
            origins=np.where(lengths == rows.lengths(), rows.origins, NO_ORIGIN),
        )
        return kept, changed.keep(kept)


def _presolve(program: Program, settings: PassSettings) -> Outcome:
    left = presolve(program)
    if left is None:
        return NoSolution()
    if left is program:
        return NotNeeded()
    entries, entries_left = len(program.rows.columns), len(left.rows.columns)
    if settings.keeps_model and 2 * entries_left >= entries:
        return NotNeeded("the solver keeps its model, and half of it or more is left")
    was_open = np.asarray(program.lower != program.upper)
    is_open = np.asarray(left.lower != left.upper)
    fixed = int(was_open.sum()) - int(is_open.sum())
    left_out = len(program.rows) - len(left.rows)
    return Change(
        left, SAME, f"{counted(fixed, 'column')} fixed, {counted(left_out, 'row')} left out"
    )


PRESOLVE = Pass("presolve", _presolve)
"""Fixes the columns that single rows fix, and leaves out the rows that then always hold."""
