"""Bound propagation: what single rows say of the bounds of their columns.

A row limits the sum of its terms. If all terms but one are as small as they can be, so much is left
for this one: a bound of its column. `ColumnBox` computes in ints and Fractions, so no solution is
lost.

Three others stay apart on purpose. `presolve.py` fixes 0-1 columns only, by all rows at once in
arrays: in a Sudoku of 16x16 it takes 1 ms for what takes 460 here. `faint.py` estimates how large
values are, in doubles. And `refutation.py` is the second opinion about what is concluded here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ilpuzzles.modelling.bounds import Side
from ilpuzzles.modelling.numbers import Number, plain

Term: TypeAlias = tuple[int, Number]
"""A column and its coefficient, which is not 0."""


def opposite(terms: Iterable[Term]) -> list[Term]:
    """The terms of the negated sum."""
    return [(column, -factor) for column, factor in terms]


class AtMost(NamedTuple):
    """A sum that is to be at most so large; no column stands in it twice."""

    terms: Sequence[Term]
    limit: Number


class BoundedSum(NamedTuple):
    """A row as one or two sums that are to be at most so large, or none."""

    terms: Sequence[Term]
    sides: tuple[AtMost, ...]

    @classmethod
    def of(cls, terms: Sequence[Term], lower: Number | None, upper: Number | None) -> BoundedSum:
        """A sum between two bounds: at least so large means that its opposite is at most so."""
        sides = []
        if upper is not None:
            sides.append(AtMost(terms, upper))
        if lower is not None:
            sides.append(AtMost(opposite(terms), -lower))
        return cls(terms, tuple(sides))


class PropagationLimits(NamedTuple):
    """How far bounds are propagated.

    Attributes:
        rounds: All rows are looked at so often, as long as some bound changes.
        entries: No round begins once so many entries have been looked at.
        largest: Bounds of this size and beyond are not taken.
    """

    rounds: int
    entries: int
    largest: int


class Activity(NamedTuple):
    """The least value of a sum: that of its bounded terms, and how many terms have none.

    Attributes:
        total: The sum of the least values of the terms that have one.
        endless: The number of the others.
    """

    total: Number
    endless: int


def implied_bound(factor: Number, spare: Number, *, whole: bool) -> Number:
    """The bound of a column whose term is at most so large, rounded inwards if it is whole.

    It is an upper bound if the factor is positive, and a lower one if it is negative.

    Example:
        >>> implied_bound(2, 5, whole=True), implied_bound(-2, 5, whole=True)
        (2, -2)
        >>> implied_bound(2, 5, whole=False)
        Fraction(5, 2)
    """
    if not whole:
        return plain(Fraction(spare) / factor)
    # Python rounds such quotients down, those of fractions as well.
    return spare // factor if factor > 0 else -(spare // -factor)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnBox:
    """The bounds of columns in Python's own numbers, which become narrower in place.

    Attributes:
        lower: The lower bound of each column, None where there is none.
        upper: The upper bound of each column, None where there is none.
        whole: Whether each column is whole.

    Example:
        >>> box = ColumnBox([0, 0, None], [9, None, None], [True, True, False])
        >>> row = BoundedSum.of([(0, 2), (1, 3)], None, 10)
        >>> another = BoundedSum.of([(1, 1), (2, 4)], 5, None)
        >>> box.propagate([row, another], PropagationLimits(rounds=5, entries=100, largest=1 << 60))
        True
        >>> box.upper, box.lower
        ([5, 3, None], [0, 0, Fraction(1, 2)])
    """

    lower: list[Number | None]
    upper: list[Number | None]
    whole: Sequence[bool]

    def propagate(self, rows: Sequence[BoundedSum], limits: PropagationLimits) -> bool:
        """Narrows bounds by all rows until none changes any more, or that takes too long.

        Returns whether a solution can be left: False if a row cannot hold, or a column of a row has
        a lower bound above its upper one.
        """
        entries = limits.entries
        for _ in range(limits.rounds):
            changed = False
            for row in rows:
                entries -= len(row.terms)
                for side in row.sides:
                    activity = self.least_activity(side.terms)
                    if activity.endless > 1:
                        continue
                    if not activity.endless and activity.total > side.limit:
                        return False
                    changed |= self.narrow(side, activity, largest=limits.largest)
                    if any(self._is_empty(column) for column, _ in side.terms):
                        return False
            if not changed or entries <= 0:
                break
        return True

    def narrow(self, row: AtMost, activity: Activity, *, largest: int | None = None) -> bool:
        """Narrows bounds by one sum, even if none is left then; returns whether any changed."""
        changed = False
        for column, factor, spare in self.spare(row, activity):
            bound = implied_bound(factor, spare, whole=self.whole[column])
            if largest is None or -largest < bound < largest:
                side = Side.UPPER if factor > 0 else Side.LOWER
                changed |= self._take(column, side, bound)
        return changed

    def least_activity(self, terms: Iterable[Term]) -> Activity:
        """The least value that a sum can have."""
        total: Number = 0
        endless = 0
        for column, factor in terms:
            end = self._least_end(column, factor)
            if end is None:
                endless += 1
            else:
                total += factor * end
        return Activity(total, endless)

    def can_exceed(self, row: AtMost) -> bool:
        """Whether the bounds let a sum be larger than it is to be."""
        activity = self.least_activity(opposite(row.terms))
        return activity.endless > 0 or -activity.total > row.limit

    def spare(self, row: AtMost, activity: Activity) -> Iterator[tuple[int, Number, Number]]:
        """Yields columns of a sum with their factors and the most that their terms can be.

        All other terms are at their least then; where one has no least value, nothing follows.
        """
        if activity.endless > 1:
            return
        spare = row.limit - activity.total
        for column, factor in row.terms:
            end = self._least_end(column, factor)
            if end is None:
                yield column, factor, spare
            elif not activity.endless:
                yield column, factor, spare + factor * end

    def _least_end(self, column: int, factor: Number) -> Number | None:
        """The bound at which a term is least."""
        return self.lower[column] if factor > 0 else self.upper[column]

    def _take(self, column: int, side: Side, bound: Number) -> bool:
        """Takes a bound if it is narrower; returns whether it is."""
        if side is Side.UPPER:
            upper = self.upper[column]
            is_narrower = upper is None or bound < upper
            if is_narrower:
                self.upper[column] = bound
        else:
            lower = self.lower[column]
            is_narrower = lower is None or bound > lower
            if is_narrower:
                self.lower[column] = bound
        return is_narrower

    def _is_empty(self, column: int) -> bool:
        lower, upper = self.lower[column], self.upper[column]
        return lower is not None and upper is not None and lower > upper
