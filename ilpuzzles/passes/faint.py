"""Coefficients that solvers take for 0, and units of columns in which they are ordinary numbers.

HiGHS and SCIP drop a coefficient of 1e-9 and below, whatever its variable can come to: a cost of
1e-10 for each of a million pieces is lost. In other units of the variable it is an ordinary number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray

TAKEN_FOR_0 = 1e-9
"""HiGHS and SCIP drop coefficients up to this size, whatever the others of the row are."""

_LARGEST_FAINT = 10 * TAKEN_FOR_0
"""Up to this size, a coefficient is better off in other units."""

_ROUNDS = 4
"""A bound is drawn from others so many times, which is a guess at a size and need not be exact."""

_LARGEST_EXPONENT = 60
"""Units differ by no more than 2 to this power."""

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Entries:
    """All entries of the rows, and of the objective as one more row, in doubles."""

    owners: IntArray
    columns: IntArray
    sizes: Doubles
    rows: int

    @staticmethod
    def of(program: Program) -> _Entries:
        rows, goal = program.rows, program.objective
        count = len(rows)
        owners, columns = rows.owners(), rows.columns
        sizes = np.abs(rows.in_doubles()[0])
        if goal is not None:
            owners = np.concatenate([owners, np.full(len(goal.columns), count)])
            columns = np.concatenate([columns, goal.columns])
            sizes = np.concatenate([sizes, np.abs(goal.in_doubles()[0])])
        return _Entries(owners, columns, sizes, count)

    def largest(self, sizes: Doubles) -> Doubles:
        """The largest size in each row, and in the objective."""
        found = np.zeros(self.rows + 1)
        np.maximum.at(found, self.owners, sizes)
        return found

    def in_units(self, exponents: IntArray, *, with_objective: bool) -> Doubles:
        """The sizes in other units of columns, once a small row is multiplied until it is not."""
        sizes = np.ldexp(self.sizes, -exponents[self.columns])
        largest = self.largest(sizes)
        largest = np.where((largest > 0) & (largest < 1), largest, 1.0)
        if not with_objective:
            largest[self.rows] = 1.0
        return sizes / largest[self.owners]

    def matter(self, sizes: Doubles, limit: float, reach: Doubles) -> npt.NDArray[np.bool_]:
        """A mask of the entries of a size up to a limit whose terms matter even so.

        A term matters if it can be larger than 1e-9, or than this share of the other terms of its
        row. The largest size of each row is 1 at least.
        """
        with np.errstate(invalid="ignore"):
            terms = sizes * reach[self.columns]
        terms = np.where(sizes > 0, terms, 0.0)
        is_felt = terms > TAKEN_FOR_0 * np.minimum(1.0, self.largest(terms)[self.owners])
        return np.asarray((sizes > 0) & (sizes <= limit) & is_felt)


def units_for_faint(program: Program, exponents: IntArray, *, with_objective: bool) -> IntArray:
    """Returns the powers of two for columns so that no coefficient that matters is taken for 0.

    Only continuous columns get others than `exponents`, and only where a coefficient is faint: then
    those of its row, so that the largest value of each is near 1.

    Args:
        program: Linear rows.
        exponents: The powers of two that the columns are to be multiplied by otherwise.
        with_objective: Whether the objective may be multiplied, too.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2, upper=1000)
        >>> row = model.add(x[0] <= 1e-10 * x[1])
        >>> units_for_faint(model.program(), np.zeros(2, dtype=np.int64), with_objective=True)
        array([24, -9])
    """
    entries = _Entries.of(program)
    sizes = entries.in_units(exponents, with_objective=with_objective)
    if not ((sizes > 0) & (sizes <= _LARGEST_FAINT)).any():
        return exponents
    reach = _reach(program)
    is_faint = entries.matter(sizes, _LARGEST_FAINT, np.ldexp(reach, exponents))
    if not is_faint.any():
        return exponents
    has_faint = np.zeros(entries.rows + 1, dtype=bool)
    has_faint[entries.owners[is_faint]] = True
    # The objective may have all columns: of these, the faint ones are enough.
    has_faint[entries.rows] = False
    is_concerned = np.zeros(program.variables, dtype=bool)
    is_concerned[entries.columns[is_faint | has_faint[entries.owners]]] = True
    is_concerned &= ~program.whole() & (reach > 0)
    by_reach = _exponents(reach)
    by_entries = _exponents(_usual_sizes(entries, program.variables))
    found = np.where(np.isfinite(reach), -by_reach, by_entries)
    found = np.clip(found, -_LARGEST_EXPONENT, _LARGEST_EXPONENT)
    return np.where(is_concerned, found, exponents)


def require_nothing_lost(program: Program) -> None:
    """Raises if a coefficient matters that solvers take for 0, in a program as they get it.

    Raises:
        LargeNumbersError: If there is one; it says which, in the units of the program.
    """
    entries = _Entries.of(program)
    is_small = (entries.sizes > 0) & (entries.sizes <= TAKEN_FOR_0)
    if not is_small.any():
        return
    is_lost = entries.matter(entries.sizes, TAKEN_FOR_0, _reach(program))
    if not is_lost.any():
        return
    entry = int(is_lost.argmax())
    row, column = int(entries.owners[entry]), int(entries.columns[entry])
    where = program.where(row) if row < entries.rows else "the objective"
    name = program.names.name_of(column)
    largest = entries.largest(entries.sizes)[row]
    ratio = entries.sizes[entry] / largest
    what = f"{where} has a coefficient of {name} that is {ratio:.0e} of its largest one"
    raise LargeNumbersError(what, "state it in other units, since solvers treat that as 0")


def _exponents(sizes: Doubles) -> IntArray:
    """The largest powers of two in sizes, 0 for a size of 0 or without an end."""
    is_usual = (sizes > 0) & np.isfinite(sizes)
    return np.where(is_usual, np.frexp(np.where(is_usual, sizes, 1.0))[1] - 1, 0).astype(np.int64)


def _usual_sizes(entries: _Entries, variables: int) -> Doubles:
    """The geometric mean of the least and the largest coefficient of each column."""
    least, largest = np.full(variables, np.inf), np.zeros(variables)
    is_there = entries.sizes > 0
    np.minimum.at(least, entries.columns[is_there], entries.sizes[is_there])
    np.maximum.at(largest, entries.columns, entries.sizes)
    with np.errstate(invalid="ignore"):
        return np.where(largest > 0, np.sqrt(least) * np.sqrt(largest), 0.0)


def _reach(program: Program) -> Doubles:
    """About how large the value of each column can be, by its bounds and by single rows.

    This is an estimate, and no bound as those of `bounds.py`: rounded outwards, a column that rows
    fix at 0 would reach 1e-16, and beside others as small its terms would seem to matter.
    """
    lower, upper = program.lower.in_doubles().copy(), program.upper.in_doubles().copy()
    stated = np.maximum(np.abs(lower), np.abs(upper))
    rows = program.rows
    coefficients, row_lower, row_upper = rows.in_doubles()
    owners, columns = rows.owners(), rows.columns
    # A row and its opposite: then both are sums that are to be at most so large.
    sides = [
        _Sums(owners, columns, coefficients, row_upper),
        _Sums(owners, columns, -coefficients, -row_lower),
    ]
    for _ in range(_ROUNDS):
        before = lower.copy(), upper.copy()
        for sums in sides:
            sums.tighten(lower, upper)
        if np.array_equal(before[0], lower) and np.array_equal(before[1], upper):
            break
    # Where there is no solution, bounds may have passed each other by far.
    return np.minimum(stated, np.maximum(np.abs(lower), np.abs(upper)))


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """Sums that are to be at most so large, by the owners, columns and factors of all entries."""

    owners: IntArray
    columns: IntArray
    factors: Doubles
    most: Doubles

    def tighten(self, lower: Doubles, upper: Doubles) -> None:
        """Draws bounds of columns from them, in place."""
        owners, columns, factors = self.owners, self.columns, self.factors
        ends = np.where(factors > 0, lower[columns], upper[columns])
        is_open = ~np.isfinite(ends) & (factors != 0)
        parts = factors * np.where(np.isfinite(ends), ends, 0.0)
        count = len(self.most)
        totals = np.bincount(owners, weights=parts, minlength=count)
        open_ones = np.bincount(owners, weights=is_open, minlength=count)
        # All others at their least leave so much for this one.
        others_are_closed = open_ones[owners] - is_open == 0
        usable = others_are_closed & np.isfinite(self.most[owners]) & (factors != 0)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            found = (self.most[owners] - (totals[owners] - parts)) / factors
        is_upper = usable & (factors > 0)
        is_lower = usable & (factors < 0)
        np.minimum.at(upper, columns[is_upper], found[is_upper])
        np.maximum.at(lower, columns[is_lower], found[is_lower])
