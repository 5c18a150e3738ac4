"""Bounds against plain Python: numbers of any size, and infinity where there is none."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

import numpy as np
import pytest

from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import Number, stored

Maybe: TypeAlias = Number | None
Extended: TypeAlias = int | Fraction | float

SIZES: list[Number] = [
    0,
    1,
    -1,
    7,
    2**53 + 1,
    2**62,
    2**63 - 2,
    2**63 - 1,
    -(2**63) + 1,
    -(2**63),
]
BEYOND: list[Number] = [
    *SIZES,
    2**63,
    -(2**63) - 1,
    10**19,
    -(10**30),
    Fraction(5, 3),
    Fraction(-1, 10**17),
    Fraction(2**70 + 1, 2),
]
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.ge,
    operator.gt,
]
SIDES = [Side.LOWER, Side.UPPER]


def extended(bound: Maybe, side: Side) -> Extended:
    """The bound as a number of Python, infinite where there is none."""
    return float(side) * inf if bound is None else bound


def drawn(dice: random.Random, count: int, numbers: list[Number]) -> list[Maybe]:
    """Bounds by chance, some of which are missing."""
    return [dice.choice(numbers) if dice.random() < 0.7 else None for _ in range(count)]


def bounds_by_chance(dice: random.Random, count: int) -> list[Maybe]:
    """Bounds of 64 bits, or of any size, all there or not."""
    numbers = dice.choice([SIZES, BEYOND])
    if dice.random() < 0.3:
        return [dice.choice(numbers) for _ in range(count)]
    return drawn(dice, count, numbers)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("compare", COMPARISONS)
def test_bounds_compare_with_one_number_as_plain_python(
    side: Side, compare: Callable[[Any, Any], Any]
) -> None:
    for numbers in (SIZES, BEYOND):
        for mine in ([*numbers], [*numbers, None], [None, None]):
            bounds = Bounds.of(side, mine)
            for number in (*BEYOND, 2.0**53, 2.0**62, -0.5, 1.0):
                found = compare(bounds, number)
                assert found.dtype == bool
                expected = [compare(extended(bound, side), number) for bound in mine]
                assert found.tolist() == expected, f"{mine} and {number}"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("compare", COMPARISONS)
def test_bounds_compare_with_arrays_as_plain_python(
    side: Side, compare: Callable[[Any, Any], Any]
) -> None:
    dice = random.Random(1)
    for _ in range(60):
        mine = bounds_by_chance(dice, 9)
        others = [dice.choice(dice.choice([SIZES, BEYOND])) for _ in range(9)]
        bounds, numbers = Bounds.of(side, mine), stored(others)
        pairs = list(zip(mine, others, strict=True))
        expected = [compare(extended(bound, side), number) for bound, number in pairs]
        assert compare(bounds, numbers).tolist() == expected
        turned = [compare(number, extended(bound, side)) for bound, number in pairs]
        assert compare(numbers, bounds).tolist() == turned


@pytest.mark.parametrize("compare", COMPARISONS)
@pytest.mark.parametrize("sides", [(one, two) for one in SIDES for two in SIDES])
def test_bounds_compare_with_bounds_of_either_side_as_plain_python(
    sides: tuple[Side, Side], compare: Callable[[Any, Any], Any]
) -> None:
    dice = random.Random(2)
    for _ in range(60):
        lists = [bounds_by_chance(dice, 9) for _ in sides]
        one, two = (Bounds.of(side, some) for side, some in zip(sides, lists, strict=True))
        expected = [
            compare(extended(first, sides[0]), extended(second, sides[1]))
            for first, second in zip(*lists, strict=True)
        ]
        assert compare(one, two).tolist() == expected


@pytest.mark.parametrize("side", SIDES)
def test_negated_bounds_are_on_the_other_side(side: Side) -> None:
    for numbers in (SIZES, BEYOND, [-(2**63)]):
        mine: list[Maybe] = [*numbers, None]
        negated = -Bounds.of(side, mine)
        assert negated.side is Side(-side)
        assert negated.tolist() == [None if bound is None else -bound for bound in mine]
        assert (-negated).tolist() == mine
        assert (-negated == Bounds.of(side, mine)).all()


def test_the_least_number_of_64_bits_has_a_negative_that_takes_more() -> None:
    bounds = Bounds.lower([-(2**63), 3])
    assert bounds.is_whole()
    assert (-bounds).tolist() == [2**63, -3]
    assert ((-bounds) > 2**63 - 1).tolist() == [True, False]


@pytest.mark.parametrize("side", SIDES)
def test_bounds_are_moved_by_numbers_and_stay_missing(side: Side) -> None:
    dice = random.Random(3)
    sizes: list[Number] = [0, 1, -5, 2**40, -(2**61)]
    more: list[Number] = [*sizes, 2**80, Fraction(1, 3), Fraction(-7, 10**20)]
    for numbers in (sizes, more):
        for _ in range(40):
            mine = drawn(dice, 8, numbers)
            steps = [dice.choice(numbers) for _ in range(8)]
            bounds, array = Bounds.of(side, mine), stored(steps)
            pairs = list(zip(mine, steps, strict=True))
            more_each = [None if bound is None else bound + step for bound, step in pairs]
            less_each = [None if bound is None else bound - step for bound, step in pairs]
            assert bounds.plus(array).tolist() == more_each
            assert bounds.minus(array).tolist() == less_each
            assert bounds.plus(7).tolist() == [None if b is None else b + 7 for b in mine]
            assert bounds.minus(7).tolist() == [None if b is None else b - 7 for b in mine]
            assert bounds.plus(array).side is side


@pytest.mark.parametrize("side", SIDES)
def test_bounds_are_replaced_joined_and_chosen_as_lists_are(side: Side) -> None:
    dice = random.Random(4)
    for _ in range(60):
        mine = bounds_by_chance(dice, 8)
        bounds = Bounds.of(side, mine)
        places = sorted(dice.sample(range(8), dice.randint(0, 8)))
        others = bounds_by_chance(dice, len(places))
        expected = mine.copy()
        for place, other in zip(places, others, strict=True):
            expected[place] = other
        made = bounds.replaced(np.array(places, dtype=np.int64), Bounds.of(side, others))
        assert made.tolist() == expected
        assert bounds.tolist() == mine, "the bounds themselves stay"
        parts = [mine, others, mine[:3]]
        joined = Bounds.joined([Bounds.of(side, part) for part in parts])
        assert joined.tolist() == [bound for part in parts for bound in part]
        assert (joined.side, len(joined)) == (side, sum(map(len, parts)))
        order = [dice.randrange(8) for _ in range(5)]
        mask = np.array([dice.random() < 0.5 for _ in range(8)])
        assert bounds[order].tolist() == [mine[place] for place in order]
        assert bounds[np.array(order)].tolist() == [mine[place] for place in order]
        assert bounds[mask].tolist() == [mine[place] for place in np.flatnonzero(mask).tolist()]
        assert bounds[2:7:2].tolist() == mine[2:7:2]
        assert [bounds.at(place) for place in range(8)] == mine


@pytest.mark.parametrize("side", SIDES)
def test_missing_bounds_are_filled_and_doubles_are_infinite(side: Side) -> None:
    dice = random.Random(5)
    for _ in range(60):
        mine = bounds_by_chance(dice, 8)
        bounds, number = Bounds.of(side, mine), dice.choice(BEYOND)
        filled = bounds.filled(number)
        assert filled.tolist() == [number if bound is None else bound for bound in mine]
        assert bounds.tolist() == mine
        found = bounds.in_doubles().tolist()
        assert found == [float(extended(bound, side)) for bound in mine]
        scales = [dice.choice([1, 2, 10, 3 * 10**17]) for _ in mine]
        found = bounds.in_doubles(stored(scales)).tolist()
        if all(bound is None or -(2**53) < bound < 2**53 for bound in mine):
            expected = [
                side * inf if bound is None else float(Fraction(bound) / scale)
                for bound, scale in zip(mine, scales, strict=True)
            ]
            assert found == pytest.approx(expected, rel=1e-15)


def test_a_single_place_is_asked_for_by_at() -> None:
    bounds = Bounds.lower([0, None, 4])
    for place in (0, -1, np.int64(2)):
        with pytest.raises(TypeError, match=r"asked for by \.at"):
            bounds[place]  # type: ignore[index] # that is the point
    assert (bounds.at(0), bounds.at(1), bounds.at(-1)) == (0, None, 4)
    assert type(bounds.at(0)) is int


def test_frozen_bounds_are_read_only() -> None:
    for mine in ([1, None, 3], [Fraction(1, 2), None, 2**70]):
        bounds = Bounds.upper(mine)
        bounds.freeze()
        for array in (bounds.numbers, bounds.finite):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0
        assert bounds.tolist() == mine


def test_the_same_bound_is_given_many_times_and_numbers_are_all_there() -> None:
    for bound in (*BEYOND, None):
        for side in SIDES:
            assert Bounds.every(side, bound, 3).tolist() == [bound] * 3
            assert Bounds.every(side, bound, 0).tolist() == []
    found = Bounds.of_numbers(Side.UPPER, stored([5, 2**63]))
    assert found.tolist() == [5, 2**63]
    assert found.finite.all()


def test_bounds_have_no_hash_and_say_where_they_are_infinite() -> None:
    bounds = Bounds.lower([None, 2**63 - 1])
    assert bounds.infinities().tolist() == [-1, 0]
    assert (-bounds).infinities().tolist() == [1, 0]
    with pytest.raises(TypeError, match="unhashable"):
        hash(bounds)
