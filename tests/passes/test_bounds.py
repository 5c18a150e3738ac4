"""Bound propagation, against brute force and against fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from ilpuzzles.modelling.numbers import Number, plain
from ilpuzzles.passes.bounds import (
    Activity,
    AtMost,
    BoundedSum,
    ColumnBox,
    PropagationLimits,
    implied_bound,
)

PLENTY = PropagationLimits(rounds=30, entries=10_000, largest=1 << 900)

VALUES = range(-4, 5)
"""The values that are tried of each whole column, whether or not it has bounds."""


@dataclass(frozen=True)
class Sample:
    """Rows of three whole columns in plain data; some columns have no bounds."""

    lower: list[Number | None]
    upper: list[Number | None]
    rows: list[tuple[list[tuple[int, Number]], Number | None, Number | None]]

    def box(self, *, whole: bool = True) -> ColumnBox:
        return ColumnBox([*self.lower], [*self.upper], [whole] * len(self.lower))

    def sums(self) -> list[BoundedSum]:
        return [BoundedSum.of(*row) for row in self.rows]

    def solutions(self) -> list[tuple[int, ...]]:
        """All assignments of small numbers that satisfy bounds and rows."""
        return [
            values
            for values in product(VALUES, repeat=len(self.lower))
            if all(
                is_between(value, low, high)
                for value, low, high in zip(values, self.lower, self.upper, strict=True)
            )
            and all(
                is_between(sum(factor * values[column] for column, factor in terms), low, high)
                for terms, low, high in self.rows
            )
        ]


def is_between(value: Number, low: Number | None, high: Number | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def by_chance(seed: int) -> Sample:
    dice = random.Random(seed)
    denominator = dice.choice([1, 1, 2, 3])

    def number(most: int) -> Number:
        return plain(Fraction(dice.randint(-most, most), denominator))

    lower: list[Number | None] = [dice.choice([None, -3, 0, 0, 1]) for _ in range(3)]
    upper: list[Number | None] = [dice.choice([None, 1, 2, 4]) for _ in range(3)]
    rows = []
    for _ in range(dice.randint(1, 4)):
        columns = dice.sample(range(3), dice.randint(1, 3))
        terms = [(column, number(4) or 1) for column in columns]
        low, high = sorted([number(9), number(9)])
        open_end = dice.randrange(3)
        rows.append((terms, None if open_end == 0 else low, None if open_end == 1 else high))
    return Sample(lower, upper, rows)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_no_solution_is_cut_off(first: int) -> None:
    for seed in range(first, first + 100):
        sample = by_chance(seed)
        box = sample.box()
        can_be = box.propagate(sample.sums(), PLENTY)
        for values in sample.solutions():
            assert can_be, f"seed {seed}"
            sides = zip(values, box.lower, box.upper, strict=True)
            assert all(is_between(*side) for side in sides), f"seed {seed}"


def bounds_of_row(
    row: AtMost, lower: Sequence[Number | None], upper: Sequence[Number | None]
) -> Iterator[tuple[int, bool, Number]]:
    """Each column that a sum bounds by itself, whether from above, and the bound as a fraction."""
    for column, factor in row.terms:
        rest = Fraction(row.limit)
        for other, number in row.terms:
            end = lower[other] if number > 0 else upper[other]
            if other == column:
                continue
            if end is None:
                break
            rest -= Fraction(number) * end
        else:
            yield column, factor > 0, rest / Fraction(factor)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_no_single_row_says_more(first: int) -> None:
    """Where nothing changes any more, what a row says of a column by itself is in the bounds."""
    settled = 0
    for seed in range(first, first + 100):
        sample = by_chance(seed)
        box = sample.box()
        if not box.propagate(sample.sums(), PLENTY):
            continue
        lower, upper = [*box.lower], [*box.upper]
        # Two rows may push bounds on and on.
        if not box.propagate(sample.sums(), PLENTY) or (lower, upper) != (box.lower, box.upper):
            continue
        settled += 1
        sides = [side for row in sample.sums() for side in row.sides]
        for column, is_above, end in (
            one for row in sides for one in bounds_of_row(row, lower, upper)
        ):
            bound = upper[column] if is_above else lower[column]
            assert bound is not None, f"seed {seed}"
            assert bound <= end if is_above else bound >= end, f"seed {seed}"
    assert settled > 20


def test_bounds_of_columns_that_are_not_whole_are_fractions() -> None:
    box = ColumnBox([0, 0], [None, None], [True, False])
    assert box.propagate([BoundedSum.of([(0, 2), (1, 2)], None, 5)], PLENTY)
    assert box.upper == [2, Fraction(5, 2)]
    assert implied_bound(Fraction(1, 3), Fraction(-1, 2), whole=True) == -2
    assert implied_bound(Fraction(-1, 3), Fraction(-1, 2), whole=True) == 2
    assert implied_bound(-3, 7, whole=True) == -2
    assert type(implied_bound(Fraction(1, 3), 2, whole=False)) is int


def test_a_sum_with_one_endless_term_bounds_that_one_alone() -> None:
    box = ColumnBox([0, None, 1], [4, None, 9], [True] * 3)
    row = AtMost([(0, 1), (1, 1), (2, 1)], 6)
    assert box.least_activity(row.terms) == Activity(1, 1)
    assert [*box.spare(row, Activity(1, 1))] == [(1, 1, 5)]
    assert box.can_exceed(row)
    assert not box.can_exceed(AtMost([(0, 1), (2, 1)], 13))
    assert box.can_exceed(AtMost([(0, 1), (2, 1)], 12))


def test_the_work_is_limited() -> None:
    """Two rows that push bounds on by 1 each time; what is found until then holds."""
    rows = [BoundedSum.of([(0, 1), (1, -1)], 1, None), BoundedSum.of([(1, 1), (0, -1)], 0, None)]
    for limits, least in [
        (PropagationLimits(rounds=5, entries=1000, largest=1000), 5),
        (PropagationLimits(rounds=1000, entries=9, largest=1000), 3),
        (PropagationLimits(rounds=1000, entries=10_000, largest=7), 6),
    ]:
        box = ColumnBox([0, 0], [None, None], [True, True])
        assert box.propagate(rows, limits)
        assert box.lower[0] == least


def test_contradictions_are_seen() -> None:
    box = ColumnBox([0, None], [5, 5], [True, True])
    assert not box.propagate([BoundedSum.of([(0, 1)], 6, None)], PLENTY)
    assert not box.propagate([BoundedSum.of([(0, 1), (1, 1)], 11, None)], PLENTY)
    assert not box.propagate([BoundedSum.of([], 1, None)], PLENTY)
    assert box.propagate([BoundedSum.of([], None, 0)], PLENTY)


def test_bounds_of_a_column_that_contradict_each_other_are_seen() -> None:
    box = ColumnBox([3], [2], [True])
    assert not box.propagate([BoundedSum.of([(0, 1)], None, 9)], PLENTY)
