"""Proofs that a program has no solution, in fractions, from its rows as they were written.

A verdict that falls before any solver runs is proved here. It shares no code with the steps that
produced the verdict: neither whole numbers with scales, nor arrays, nor the propagation that makes
numbers smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm

import numpy as np

from ilpuzzles.modelling.numbers import Number, exact
from ilpuzzles.modelling.precision import Precision, exact_bounds, largest_of, tolerance_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN

_ROUNDS = 50
"""Two rows can push bounds on and on, by 1 each time: so many rounds are enough."""

_WORK = 1_000_000
"""The largest number of entries that are looked at, which takes some seconds."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """A row in fractions: the coefficient of each column, and both bounds."""

    terms: tuple[tuple[int, Number], ...]
    lower: Number | None
    upper: Number | None


def refutes(program: Program, row: int) -> bool:
    """Whether a row by itself cannot hold within the bounds of the columns.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=0, upper=9)
        >>> rows = model.add(n <= 5), model.add(0.2 * n >= 2), model.add(0.2 * n == 0.3)
        >>> [refutes(model.program(), row) for row in range(3)]
        [False, True, True]
    """
    return _Propagation(program).refutes(_sum_of(program, row))


def is_refuted(program: Program) -> bool:
    """Whether bound propagation over all sums of a program leaves some column no value."""
    propagation = _Propagation(program)
    sums = list(_sums(program))
    work = _WORK
    for _ in range(_ROUNDS):
        changed = False
        for one in sums:
            work -= len(one.terms)
            if propagation.refutes(one):
                return True
            changed |= propagation.tighten(one)
            if propagation.is_empty:
                return True
        if not changed or work < 0:
            return False
    return False


def _sums(program: Program) -> Iterator[_Sum]:
    """The rows that are sums."""
    for row in np.nonzero(~program.rows.defining())[0].tolist():
        yield _sum_of(program, row)


def _sum_of(program: Program, row: int) -> _Sum:
    """A row as it was written or, where nobody wrote it, as it is."""
    rows, written = program.rows, program.written
    origin = int(rows.origins[row])
    if written is not None and origin != NO_ORIGIN:
        terms, (lower, upper) = written.terms(origin), written.bounds(origin)
        precision = written.precisions()[origin]
    elif rows.measured[row]:
        entries = rows.entries(row)
        numbers = [exact(number) for number in rows.coefficients[entries].tolist()]
        terms = list(zip(rows.columns[entries].tolist(), numbers, strict=True))
        least, most = rows.lower.at(row), rows.upper.at(row)
        lower = None if least is None else exact(least)
        upper = None if most is None else exact(most)
        precision = Precision.MEASURED
    else:
        precision = Precision.EXACT
        scale = int(rows.scales[row])
        entries = rows.entries(row)
        pairs = zip(
            rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
        )
        terms = [(column, Fraction(number) / scale) for column, number in pairs]
        least, most = rows.lower.at(row), rows.upper.at(row)
        lower = None if least is None else Fraction(least) / scale
        upper = None if most is None else Fraction(most) / scale
    total: dict[int, Number] = {}
    for column, number in terms:
        total[column] = total.get(column, 0) + number
    kept = tuple((column, number) for column, number in total.items() if number)
    if precision == Precision.BOUND and written is not None:
        bounds = written.bounds_as_given(origin)
        lower, upper = exact_bounds(*bounds, [number for _, number in kept])
    elif precision == Precision.MEASURED:
        lower, upper = _moved_out(program, kept, lower, upper)
    return _Sum(kept, lower, upper)


def _moved_out(
    program: Program,
    terms: tuple[tuple[int, Number], ...],
    lower: Number | None,
    upper: Number | None,
) -> tuple[Number | None, Number | None]:
    """The bounds of a measured row, moved out by the most that its tolerance can be.

    Where a term has no end, neither has the tolerance.
    """
    reached: list[Number] = []
    for column, number in terms:
        for end in (program.lower.at(column), program.upper.at(column)):
            if end is None:
                return None, None
            reached.append(number * end)
    largest, largest_term = largest_of(number for _, number in terms), largest_of(reached)
    least = None if lower is None else lower - tolerance_of(lower, largest, largest_term)
    most = None if upper is None else upper + tolerance_of(upper, largest, largest_term)
    return least, most


class _Propagation:
    """The bounds of columns, and what sums say of them.

    Attributes:
        is_empty: Whether some column has no value left.
    """

    def __init__(self, program: Program) -> None:
        self._lower = program.lower.tolist()
        self._upper = program.upper.tolist()
        self._whole: list[bool] = program.whole().tolist()
        self.is_empty = bool((program.lower > program.upper).any())

    def refutes(self, one: _Sum) -> bool:
        """Whether a sum cannot lie within its bounds."""
        least, most = self._reach(one)
        too_large = one.upper is not None and least is not None and least > one.upper
        too_small = one.lower is not None and most is not None and most < one.lower
        return too_large or too_small or self._misses_by_steps(one)

    def _misses_by_steps(self, one: _Sum) -> bool:
        """Whether no multiple of the common divisor of a whole sum lies within its bounds."""
        whole = all(self._whole[column] for column, _ in one.terms)
        if not whole or one.lower is None or one.upper is None:
            return False
        if not one.terms:
            return one.lower > 0 or one.upper < 0
        numbers = [Fraction(number) for _, number in one.terms]
        denominator = lcm(*(number.denominator for number in numbers))
        divisor = gcd(*(int(number * denominator) for number in numbers))
        step = Fraction(divisor, denominator)
        return ceil(one.lower / step) > floor(one.upper / step)

    def tighten(self, one: _Sum) -> bool:
        """Draws from a sum what it says of bounds; returns whether any has changed."""
        changed = False
        ends = [self._ends(column, factor) for column, factor in one.terms]
        rests_least = _sums_without_each([least for least, _ in ends])
        rests_most = _sums_without_each([most for _, most in ends])
        for (column, factor), rest_least, rest_most in zip(
            one.terms, rests_least, rests_most, strict=True
        ):
            low = high = None
            if one.upper is not None and rest_least is not None:
                high = Fraction(one.upper - rest_least) / factor
            if one.lower is not None and rest_most is not None:
                low = Fraction(one.lower - rest_most) / factor
            if factor < 0:
                low, high = high, low
            changed |= self._narrow(column, low, high)
        return changed

    def _narrow(self, column: int, low: Number | None, high: Number | None) -> bool:
        """Gives a column narrower bounds, rounded where it is whole; returns whether they are."""
        if self._whole[column]:
            low = None if low is None else ceil(low)
            high = None if high is None else floor(high)
        lower, upper = self._lower[column], self._upper[column]
        changed = False
        if low is not None and (lower is None or low > lower):
            self._lower[column] = lower = low
            changed = True
        if high is not None and (upper is None or high < upper):
            self._upper[column] = upper = high
            changed = True
        if lower is not None and upper is not None and lower > upper:
            self.is_empty = True
        return changed

    def _reach(self, one: _Sum) -> tuple[Number | None, Number | None]:
        """The least and the greatest value of a sum."""
        ends = [self._ends(column, factor) for column, factor in one.terms]
        return _total([least for least, _ in ends]), _total([most for _, most in ends])

    def _ends(self, column: int, factor: Number) -> tuple[Number | None, Number | None]:
        """The least and the greatest value of a term."""
        low, high = self._lower[column], self._upper[column]
        if factor < 0:
            low, high = high, low
        return None if low is None else factor * low, None if high is None else factor * high


def _total(ends: list[Number | None]) -> Number | None:
    """The sum of some ends, None if one of them is infinite."""
    total: Number = 0
    for end in ends:
        if end is None:
            return None
        total += end
    return total


def _sums_without_each(ends: list[Number | None]) -> list[Number | None]:
    """For each end, the sum of all others, None if one of these is infinite."""
    infinite = ends.count(None)
    total = sum(end for end in ends if end is not None)
    sums: list[Number | None] = []
    for end in ends:
        if infinite - (end is None):
            sums.append(None)
        else:
            sums.append(total if end is None else total - end)
    return sums
