"""The row check, in fractions: what is broken, by how much, and what is excused, at the limit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.determination import are_determined
from ilpuzzles.modelling.judging import dual_bound, judged
from ilpuzzles.modelling.row_check import larger_than_tolerance, rows_hold
from ilpuzzles.modelling.rows import Kind
from support.linear_texts import Linear, holds, random_linear, stated

CHUNKS = [range(40), pytest.param(range(40, 300), marks=pytest.mark.exhaustive)]
SHARE = Fraction(1, 10**9)

Miss = tuple[str, Fraction, Fraction, Fraction]
"""A name, a value, by how much it misses its bounds, and the size that this is judged by."""


def near(dice: random.Random, linear: Linear) -> dict[str, Any]:
    """Values that keep some bounds and rows, and miss others by much, by little, or just so."""
    values: dict[str, Any] = {}
    for name, (lower, upper, whole) in linear.columns.items():
        end = dice.choice([lower, upper, Fraction(dice.randint(-6, 6))])
        value = Fraction(0) if end is None else end
        if not whole:
            value += dice.choice([-1, 0, 0, 0, 1]) * dice.choice([Fraction(1, 2), SHARE, 2 * SHARE])
        values[name] = int(value) if value.denominator == 1 else value
    free = [name for name, (*_, whole) in linear.columns.items() if not whole]
    for terms, lower, upper in linear.rows.values():
        # One row may be met exactly, or missed by just what is allowed.
        side = dice.choice([lower, upper])
        chosen = [name for name in free if terms.get(name)]
        if side is not None and chosen and dice.random() < 0.5:
            name = dice.choice(chosen)
            rest = sum(terms[other] * values[other] for other in terms if other != name)
            largest = size_of(linear, terms, values, side)
            missed = dice.choice([-2, -1, 0, 1, 2]) * SHARE * largest
            values[name] = (side - rest + missed) / terms[name]
            break
    return values


def size_of(linear: Linear, terms: Any, values: Any, side: Fraction) -> Fraction:
    """What a miss of a row is judged by: what its continuous columns have to do.

    That is the side less the terms of whole columns, the largest term of a continuous one, or the
    largest coefficient of those if it is below 1; 0 where all columns are whole.
    """
    free = {name: factor for name, factor in terms.items() if not linear.columns[name][2]}
    if not free:
        return Fraction(0)
    rest = sum((terms[name] * values[name] for name in terms if name not in free), Fraction(0))
    sizes = [abs(factor * values[name]) for name, factor in free.items()]
    sizes += [abs(side - rest), min(Fraction(1), max(map(abs, free.values())))]
    return max(map(Fraction, sizes))


def missed_rows(linear: Linear, values: Any) -> Iterator[Miss]:
    """What values miss, by the rules above."""
    for name, (terms, lower, upper) in linear.rows.items():
        value = sum((factor * values[column] for column, factor in terms.items()), Fraction(0))
        for side, by in ((lower, (lower or 0) - value), (upper, value - (upper or 0))):
            if side is not None and by > 0:
                yield f"{name}[0]", value, by, size_of(linear, terms, values, side)


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_what_is_missed_is_missed_by_so_much_of_its_size(chunk: range) -> None:
    heard: set[bool] = set()
    for seed in chunk:
        linear = random_linear(seed)
        model = stated(linear)
        dice = random.Random(f"near {seed}")
        for _ in range(4):
            values = near(dice, linear)
            is_whole = all(whole for *_, whole in linear.columns.values())
            array = np.array([*values.values()], dtype=np.int64 if is_whole else object)
            wanted = list(missed_rows(linear, values))
            broken = model.program().check(array)
            found = [each for each in broken if each.name.startswith("r")]
            assert [(v.name, v.value, v.by(), v.size) for v in found] == wanted, (seed, values)
            excused = [each for each in found if each not in larger_than_tolerance(found)]
            allowed = [name for name, _, by, size in wanted if by <= SHARE * size]
            assert [each.name for each in excused] == allowed, (seed, values)
            heard |= {by == SHARE * size for _, _, by, size in wanted}
            outside = {
                name
                for name, (low, high, _) in linear.columns.items()
                if (low is not None and values[name] < low)
                or (high is not None and values[name] > high)
            }
            assert {each.name for each in broken if each not in found} == outside
    assert heard == {True, False}


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_a_measured_row_is_missed_by_so_much_of_its_bound_or_its_terms(chunk: range) -> None:
    """Or of its largest coefficient, where that is below 1: just within that, and just beyond."""
    for seed in chunk:
        dice = random.Random(f"measured {seed}")
        model = Model()
        x = model.continuous("x", 2, lower=-(10**6), upper=10**6)
        factors = [dice.choice([0.01, 1, 30]) * dice.random() for _ in range(2)]
        bound = dice.choice([0, dice.random() / 100, 50 * dice.random()])
        is_upper = dice.random() < 0.5
        total = factors[0] * x[0] + factors[1] * x[1]
        model.add(total <= bound if is_upper else total >= bound)
        program = model.program()
        assert program.rows.measured.all()
        exact_factors = [Fraction(factor) for factor in factors]
        second = Fraction(dice.choice([0, 0, dice.randint(-90, 90)]), 4)
        for share in (Fraction(1, 2), Fraction(99, 100), Fraction(101, 100), Fraction(3)):
            # The other term may be the largest one, and changes with what is missed.
            first = (Fraction(bound) - exact_factors[1] * second) / exact_factors[0]
            terms = [exact_factors[0] * first, exact_factors[1] * second, Fraction(bound)]
            size = max(*map(abs, terms), min(Fraction(1), *[max(exact_factors)]))
            missed = share * SHARE * size * (1 if is_upper else -1)
            values = np.array([first + missed / exact_factors[0], second], dtype=object)
            assert bool(larger_than_tolerance(program.check(values))) == (share > 1), (seed, share)


def test_a_measured_bound_is_met_by_the_whole_number_beside_it() -> None:
    """Stated, negated, and as what follows from a literal."""
    for whole in (1, 3, 7, 29, 58):
        for bound in (float(np.nextafter(whole, 0)), float(np.nextafter(whole, 99))):
            model = Model()
            n, z = model.integer("n", lower=0, upper=99), model.binary("z")
            for truth, least, most in (
                (n >= bound, whole, 99),
                (n <= bound, 0, whole),
                (~(n >= bound), 0, whole - 1),
                (~(n <= bound), whole + 1, 99),
            ):
                stated_alone, implied = model.copy(), model.copy()
                stated_alone.add(stated_alone.counterpart(truth))
                implied.add(implied.counterpart(z).implies(implied.counterpart(truth)))
                for value in (whole - 1, whole, whole + 1):
                    holds_for = least <= value <= most
                    assert (not stated_alone.check(np.array([value, 0]))) == holds_for
                    assert (not implied.check(np.array([value, 1]))) == holds_for
                    assert not implied.check(np.array([value, 0]))


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_values_in_doubles_are_judged_as_fractions_are(chunk: range) -> None:
    """Of continuous columns: the same is wrong, and what is missed by most of its size is named."""
    for seed in chunk:
        mixed = random_linear(seed)
        columns = {name: (low, high, False) for name, (low, high, _) in mixed.columns.items()}
        linear = Linear(columns, mixed.rows, {}, Fraction(0), False)
        program = stated(linear).program()
        dice = random.Random(f"doubles {seed}")
        for _ in range(4):
            values = {name: Fraction(dice.randint(-12, 12), 4) for name in columns}
            found = judged(program, np.array([float(value) for value in values.values()]))
            misses = [
                (by / size, name) for name, _, by, size in missed_rows(linear, values) if size
            ]
            if any(not terms for terms, *_ in linear.rows.values()):
                continue
            ends = {
                name: (low, high)
                for name, (low, high, _) in columns.items()
                if (low is not None and values[name] < low)
                or (high is not None and values[name] > high)
            }
            named = {each.name for each in found.wrong}
            assert bool(named & {name for _, name in misses}) == bool(misses), seed
            assert bool(named & {*ends}) == bool(ends)
            worst = max((share for share, _ in misses), default=None)
            assert not misses or named & {name for share, name in misses if share == worst}


ENDS = [(0, 1000), (0, Fraction(1, 1000)), (-5, 700), (0, None), (None, 0), (0, 0), (3, 3), (-8, 0)]


@pytest.mark.parametrize("ends", ENDS)
def test_a_column_is_missed_by_so_much_of_the_bound(ends: Any) -> None:
    """Or of its largest bound, where that is below 1, else of 1; in fractions and in doubles."""
    model = Model()
    model.continuous("x", lower=ends[0], upper=ends[1])
    program = model.program()
    largest = min(1, max((abs(end) for end in ends if end), default=1))
    for side, end in zip((-1, 1), ends, strict=True):
        for share in () if end is None else (Fraction(1, 2), Fraction(2)):
            missed = end + side * share * SHARE * max(abs(end), largest)
            exactly = program.check(np.array([missed], dtype=object))
            assert len(exactly) == 1
            assert bool(larger_than_tolerance(exactly)) == (share > 1)
            assert bool(judged(program, np.array([float(missed)])).wrong) == (share > 1)


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_duals_prove_what_they_prove_in_fractions(chunk: range) -> None:
    """Each row and each column is taken at its end that is worth least."""
    for seed in chunk:
        linear = random_linear(seed)
        program = stated(linear).program()
        dice = random.Random(f"duals {seed}")
        sign = -1 if linear.maximise else 1
        prices = [Fraction(dice.choice([0, 0, 1, -1, 2]), 4) for _ in linear.rows]
        left = {name: sign * cost for name, cost in linear.costs.items()}
        ends: list[tuple[Fraction, Fraction | None, Fraction | None]] = []
        for price, (terms, lower, upper) in zip(prices, linear.rows.values(), strict=True):
            ends.append((sign * price, lower, upper))
            for name, factor in terms.items():
                left[name] = left.get(name, Fraction(0)) - sign * price * factor
        for name, (lower, upper, _) in linear.columns.items():
            ends.append((left.get(name, Fraction(0)), lower, upper))
        total, is_bounded = Fraction(0), True
        for price, lower, upper in ends:
            end = lower if price > 0 else upper
            is_bounded &= not price or end is not None
            total += price * (end or 0)
        if program.objective is None:
            continue
        found = dual_bound(program, np.array([float(price) for price in prices]))
        wanted = float(linear.constant + sign * total) if is_bounded else -sign * float("inf")
        assert found == pytest.approx(wanted), seed


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_many_assignments_are_checked_at_once_as_each_is(chunk: range) -> None:
    """With definitions of further variables among the rows."""
    for seed in chunk:
        linear = random_linear(seed, binary=True)
        model = stated(linear)
        names = [*linear.columns]
        x = [family[()] for family in model.families]
        dice = random.Random(seed)
        able = [
            place for place, (low, high, _) in enumerate(linear.columns.values()) if low != high
        ]
        chosen = dice.sample(able, min(len(able), dice.randint(1, 3)))
        make = dice.choice([model.conjunction, model.disjunction])
        defined = bool(chosen) and dice.random() < 0.7
        if defined:
            make([x[place] for place in chosen])
        program = model.program()
        batch = np.array(list(product((0, 1), repeat=program.variables)), dtype=np.int64)
        found = rows_hold(program.rows, program.operations, batch, program.written)
        for bits, held in zip(batch.tolist(), found.tolist(), strict=True):
            inside = {**linear.columns, **dict.fromkeys(names, (None, None, True))}
            rows = Linear(inside, linear.rows, {}, Fraction(0), False)
            wanted = holds(rows, dict(zip(names, bits, strict=False)))
            if defined:
                joined = all if make == model.conjunction else any
                wanted = wanted and bits[-1] == joined(bits[place] for place in chosen)
            assert held == wanted, (seed, bits)


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_large_numbers_are_multiplied_without_wrapping_around(chunk: range) -> None:
    """Factors and values of all sizes, whose products pass 64 bits: by multiples of 2^64, too."""
    for seed in chunk:
        dice = random.Random(f"large {seed}")
        model = Model()
        n = model.integer("n", 3, lower=0, upper=2**52)
        size = dice.choice([2**10, 2**20, 2**45])
        rows = [[dice.choice([0, 1, -1, size, size - 1]) for _ in range(3)] for _ in range(2)]
        limits = [dice.choice([0, 5, size, 2**50]) for _ in rows]
        for factors, limit in zip(rows, limits, strict=True):
            model.add(n.dot(factors) <= limit)
        values = [0, 1, 7, 2**19, 2**20, 2**44, 2**44 + 1, 2**52]
        batch = [[dice.choice(values) for _ in range(3)] for _ in range(20)]
        held = [
            all(
                sum(map(mul, factors, point)) <= limit
                for factors, limit in zip(rows, limits, strict=True)
            )
            for point in batch
        ]
        assert model.program().rows_hold(np.array(batch)).tolist() == held, seed


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_what_is_said_to_follow_has_one_value(chunk: range) -> None:
    """By trying all: for any values of the others, at most one completion satisfies the rows."""
    heard: set[bool] = set()
    for seed in chunk:
        dice = random.Random(f"determined {seed}")
        model = Model()
        x = model.binary("x", 3)
        n = model.integer("n", 2, lower=0, upper=2)
        everything = [*x, *n]
        for _ in range(dice.randint(1, 3)):
            kind = dice.choice(
                ["equation", "if", "row", "cancelled", "and", "compared", "function"]
            )
            one, other, third = dice.sample(everything, 3)
            if kind == "equation":
                model.add(one + dice.choice([1, 2]) * other == third)
            elif kind == "if":
                condition = dice.choice([*x])
                model.add(condition.implies(n[0] + dice.choice([1, 2]) * n[1] == 2))
            elif kind == "row":
                model.add(one + other <= third + 1)
            elif kind == "cancelled":
                places = [one.column, other.column, one.column]
                factors, side = np.array([1, 1, -1]), np.array([1])
                starts, columns = np.array([0, 3]), np.array(places)
                model.add_rows(
                    Kind.LINEAR, starts, columns, coefficients=factors, lower=side, upper=side
                )
            elif kind == "and":
                parts = dice.sample([*x], 3)
                target = dice.choice(parts[:1]) if dice.random() < 0.7 else None
                model.conjunction(parts[1:], target=target)
            elif kind == "compared":
                model.add((n[0] >= 1) + 0 == dice.choice([*x]))
            else:
                model.add(abs(n[0] - n[1]) == dice.choice([*n]) + 0)
        program = model.program()
        is_open = np.zeros(program.variables, dtype=bool)
        is_open[dice.sample(range(5), dice.randint(1, 2))] = True
        is_open[5:] = True
        said = are_determined(program.rows, program.operations, program.together, is_open)
        heard.add(said)
        if said:
            require_one_completion(program, is_open)
    assert heard == {True, False}


def require_one_completion(program: Any, is_open: Any) -> None:
    """No two assignments that satisfy all rows agree on what is not open."""
    ends = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    ranges = [range(int(low), int(high) + 1) for low, high in ends]
    seen: set[tuple[int, ...]] = set()
    for values in product(*ranges):
        if program.check(np.array(values)):
            continue
        given = tuple(value for value, free in zip(values, is_open, strict=True) if not free)
        assert given not in seen
        seen.add(given)
