"""Presolve: a program without the 0-1 columns that its rows fix one by one.

Solvers do this themselves, and more. But a model is handed over row by row, which takes longer than
to solve most puzzles; and in many of these, rows fix nearly everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray, Kind, Rows

# Doubles add up whole numbers below this without an error.
_EXACT = 1 << 53
_FREE = -1


def presolved(program: Program) -> Program | None:
    """A program with the same columns and solutions, less what follows from its rows one by one.

    Rows of 0-1 columns are looked at until none of them leaves a column only one value any more
    (unit propagation). Then these columns are fixed, taken out of the rows, and rows that always
    hold are left out. None if they contradict each other. Rows of numbers that take more than 64
    bits are left as they are.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 5)
        >>> rows = model.add(x[0] + x[1] >= 2), model.exactly_one(x[1:3]), model.exactly_one(x[2:])
        >>> left = presolved(model.program())
        >>> left.lower.tolist(), left.upper.tolist(), left.rows.columns.tolist()
        ([1, 1, 0, 0, 0], [1, 1, 0, 1, 1], [3, 4])
    """
    rows = program.rows
    numbers = rows.coefficients, rows.lower, rows.upper, program.lower, program.upper
    if any(part.dtype == object for part in numbers):
        return program
    values = np.where(program.lower == program.upper, program.lower, _FREE)
    binary = program.whole() & (program.lower >= 0) & (program.upper <= 1)
    values[~binary] = _FREE
    sums = _Sums.of(rows, binary)
    if (program.lower > program.upper).any() or not sums.propagate(values):
        return None
    return _without_fixed(program, sums, values.astype(np.int64))


@dataclass(slots=True, eq=False)
class _Sums:
    """The rows as sums of 0-1 columns; those with others are left aside.

    Attributes:
        looked: Which rows are such sums.
        owners: The row of every entry whose column is free.
        columns: Its column.
        coefficients: Its coefficient, that of a definition as the single sum which it comes to.
        above: How much each row can grow from its least value to its upper bound.
        below: How much it can fall from its greatest value to its lower bound.
    """

    looked: npt.NDArray[np.bool_]
    owners: IntArray
    columns: IntArray
    coefficients: IntArray
    above: npt.NDArray[np.float64]
    below: npt.NDArray[np.float64]

    @classmethod
    def of(cls, rows: Rows, binary: npt.NDArray[np.bool_]) -> _Sums:
        """The sums that rows are; see `Model.conjunction` for the single one of a definition."""
        owners, columns, coefficients = rows.owners(), rows.columns, rows.coefficients
        lower, upper = rows.lower.astype(float), rows.upper.astype(float)
        lower[rows.lower == MINUS_INFINITY] = -np.inf
        upper[rows.upper == PLUS_INFINITY] = np.inf
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
        sizes_of = np.abs(coefficients)
        looked = rows.kinds != Kind.OPERATION
        looked[owners[~binary[columns]]] = False
        looked &= np.bincount(owners, sizes_of, minlength=len(rows)) < _EXACT
        used = looked[owners]
        if not used.all():
            owners, columns, coefficients = owners[used], columns[used], coefficients[used]
        least = np.bincount(owners, np.minimum(coefficients, 0.0), minlength=len(rows))
        most = np.bincount(owners, np.maximum(coefficients, 0.0), minlength=len(rows))
        above: npt.NDArray[np.float64] = upper - least
        below: npt.NDArray[np.float64] = most - lower
        above[~looked] = below[~looked] = np.inf
        return cls(looked, owners, columns, coefficients, above, below)

    def propagate(self, values: IntArray) -> bool:
        """Finds what follows from the values of columns, -1 for none; whether that can be."""
        while True:
            self._take_out(values)
            if (self.above < 0).any() or (self.below < 0).any():
                return False
            sizes, grows = np.abs(self.coefficients), self.coefficients > 0
            # What the row has no room for is left at its end.
            least, most = sizes > self.above[self.owners], sizes > self.below[self.owners]
            forced = np.nonzero(least | most)[0]
            if not len(forced):
                return True
            # If there is no value for it, one of its rows can no longer hold.
            values[self.columns[forced]] = grows[forced] == most[forced]

    def _take_out(self, values: IntArray) -> None:
        """Takes columns that have a value out of the rows."""
        found = values[self.columns]
        known = found != _FREE
        if not known.any():
            return
        owners, factors = self.owners[known], self.coefficients[known]
        ends, sizes = (found[known] == 1) == (factors > 0), np.abs(factors)
        count = len(self.above)
        self.above -= np.bincount(owners, np.where(ends, sizes, 0), minlength=count)
        self.below -= np.bincount(owners, np.where(ends, 0, sizes), minlength=count)
        left = ~known
        self.owners, self.columns = self.owners[left], self.columns[left]
        self.coefficients = self.coefficients[left]


def _without_fixed(program: Program, sums: _Sums, values: IntArray) -> Program:
    """The program with these values, which are no longer in the rows of sums."""
    rows, count = program.rows, len(program.rows)
    fixed = values != _FREE
    open_ones = np.bincount(sums.owners, np.abs(sums.coefficients), minlength=count)
    kept = ~(sums.looked & (sums.above >= open_ones) & (sums.below >= open_ones))
    owners = rows.owners()
    out = sums.looked[owners] & fixed[rows.columns]
    constant = np.bincount(
        owners[out], rows.coefficients[out] * values[rows.columns[out]], minlength=count
    ).astype(np.int64)
    least = np.where(rows.lower == MINUS_INFINITY, MINUS_INFINITY, rows.lower - constant)
    most = np.where(rows.upper == PLUS_INFINITY, PLUS_INFINITY, rows.upper - constant)
    lengths = rows.lengths() - np.bincount(owners[out], minlength=count)
    changed = replace(
        rows,
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        columns=rows.columns[~out],
        coefficients=rows.coefficients[~out],
        lower=least,
        upper=most,
    )
    lower, upper = (np.where(fixed, values, bound) for bound in (program.lower, program.upper))
    return replace(program, rows=changed, lower=lower, upper=upper).keep(kept)
