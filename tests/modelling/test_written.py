"""Rows as they were written, and the arithmetic that leads to them, against exact fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.expressions import Expression
from ilpuzzles.modelling.numbers import Number, NumberArray, stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.written import WrittenRows
from support.traced import (
    Traced,
    array_step,
    close,
    constant,
    is_long,
    meaning,
    numbers_of_shape,
    rational,
    shape_of,
    single,
    variable,
)

COLUMNS = 6
Meaning: TypeAlias = tuple[list[tuple[int, Fraction]], Fraction | None, Fraction | None]
"""The terms of a row in their order, and both bounds."""


# Rows against fractions

KINDS = ["int", "double", "any"]


def in_rows(number: Any) -> Fraction:
    """The exact number that stands in a row; a measured one is the double itself."""
    return meaning(number, decimals=False)


def number_of_kind(dice: random.Random, kind: str) -> Any:
    """A number between 1e-12 and 1e18 in size, or 0."""
    digits, exponent = dice.randint(-999, 999), dice.randint(-12, 15)
    if kind == "int":
        return digits * 10 ** max(0, exponent)
    if kind == "double":
        return dice.uniform(-1, 1) if dice.random() < 0.3 else float(f"{digits}e{exponent}")
    other = dice.choice(["int", "double", "third"])
    if other == "third":
        return Fraction(digits, 3) * Fraction(10) ** exponent
    # A fraction that is a double would look like a measured number here.
    return meaning(number_of_kind(dice, other)) if other == "double" else digits * 10**3


def array_of_kind(numbers: list[Any], kind: str) -> NumberArray:
    """Numbers in an array as rows keep them."""
    if kind == "double":
        return np.array(numbers, dtype=np.float64)
    if kind == "int":
        return np.array(numbers, dtype=np.int64)
    made = np.empty(len(numbers), dtype=object)
    made[:] = [int(n) if n.denominator == 1 else n for n in numbers]
    return made


def values_by_chance(dice: random.Random, kind: str) -> NumberArray:
    """Values of all columns: whole numbers, fractions, or doubles as fractions."""
    if kind == "int":
        return np.array([dice.randint(-5, 5) for _ in range(COLUMNS)], dtype=np.int64)
    if kind == "fraction":
        chosen = [Fraction(dice.randint(-20, 20), dice.randint(1, 9)) for _ in range(COLUMNS)]
    else:
        chosen = [Fraction(dice.uniform(-9, 9)) for _ in range(COLUMNS)]
    return array_of_kind(chosen, "any")


def near(dice: random.Random, activity: Fraction) -> Fraction:
    """A number at an activity, hardly beside it, or at some distance."""
    beside = Fraction(dice.choice([0, 0, 1, -1]))
    units = [Fraction(1, 10**17), abs(activity) / 2**52, abs(activity) / 10, Fraction(1)]
    found = activity + beside * dice.choice(units)
    # Numbers of more than 200 bits are refused wherever a person writes them.
    return found if found.numerator.bit_length() < 190 else Fraction(round(found * 10**17), 10**17)


def written_by_chance(
    dice: random.Random, kind: str, side_kind: str, values: list[Fraction], count: int
) -> WrittenRows:
    """Rows whose activities are at their bounds, or near them."""
    columns = [[dice.randrange(COLUMNS) for _ in range(dice.randint(0, 7))] for _ in range(count)]
    numbers = [[number_of_kind(dice, kind) for _ in row] for row in columns]
    ends: list[list[Any]] = [[], []]
    for row, factors in zip(columns, numbers, strict=True):
        activity = sum(
            (in_rows(factor) * values[column] for column, factor in zip(row, factors, strict=True)),
            Fraction(0),
        )
        low, high = sorted((near(dice, activity), near(dice, activity)))
        ends[0].append(low if dice.random() < 0.6 else None)
        ends[1].append(high if dice.random() < 0.6 else None)
    sides = []
    for side, some in zip((Side.LOWER, Side.UPPER), ends, strict=True):
        finite = np.array([end is not None for end in some], dtype=bool)
        plain = [Fraction(0) if end is None else end for end in some]
        if side_kind == "int":
            plain = [Fraction(min(max(round(end), -(2**63)), 2**63 - 1)) for end in plain]
        sides.append(Bounds(side, array_of_kind(plain, side_kind), finite))
    return WrittenRows(
        np.cumsum([0, *map(len, columns)]),
        np.array([column for row in columns for column in row], dtype=np.int64),
        array_of_kind([factor for row in numbers for factor in row], kind),
        sides[0],
        sides[1],
    )


def meanings(rows: WrittenRows) -> list[Meaning]:
    """Each row in fractions, read straight from the arrays."""
    found: list[Meaning] = []
    starts, columns, numbers = rows.starts.tolist(), rows.columns.tolist(), rows.numbers.tolist()
    for row in range(len(starts) - 1):
        entries = range(starts[row], starts[row + 1])
        terms = [(columns[entry], in_rows(numbers[entry])) for entry in entries]
        ends = [
            in_rows(side.numbers.tolist()[row]) if side.finite[row] else None
            for side in (rows.lower, rows.upper)
        ]
        found.append((terms, ends[0], ends[1]))
    return found


def broken(rows: list[Meaning], values: list[Fraction]) -> list[int]:
    """The places of the rows that do not hold."""
    wrong = []
    for place, (terms, lower, upper) in enumerate(rows):
        activity = sum((factor * values[column] for column, factor in terms), Fraction(0))
        if (lower is not None and activity < lower) or (upper is not None and activity > upper):
            wrong.append(place)
    return wrong


def added_up(row: Meaning) -> tuple[dict[int, Fraction], Fraction | None, Fraction | None]:
    """A row with the terms of each column added up."""
    total: dict[int, Any] = {}
    for column, factor in row[0]:
        nearest = float(factor)
        is_measured = nearest == factor and is_long(nearest)
        # Whatever is measured makes the sum one of doubles.
        total[column] = total.get(column, Fraction(0)) + (nearest if is_measured else factor)
    kept = {column: in_rows(factor) for column, factor in total.items() if factor}
    return kept, row[1], row[2]


@pytest.mark.parametrize("value_kind", ["int", "fraction", "double"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_rows_are_broken_where_fractions_say_so(seed: int, kind: str, value_kind: str) -> None:
    dice = random.Random(f"{seed} {kind} {value_kind}")
    for side_kind in KINDS:
        values = values_by_chance(dice, value_kind)
        exact_values = [meaning(value) for value in values.tolist()]
        rows = written_by_chance(dice, kind, side_kind, exact_values, 40)
        known = meanings(rows)
        expected = broken(known, exact_values)
        assert rows.broken(values).tolist() == expected
        assert rows.compact().broken(values).tolist() == expected
        others = values_by_chance(dice, value_kind)
        expected = broken(known, [meaning(value) for value in others.tolist()])
        assert rows.broken(others).tolist() == expected
        for place in range(len(rows)):
            terms, lower, upper = known[place]
            assert rows.terms(place) == terms
            assert rows.bounds(place) == (lower, upper)
            activity = sum((factor * exact_values[column] for column, factor in terms), Fraction(0))
            assert rows.activity(place, exact_values) == activity


def test_rows_beyond_the_largest_double_are_judged_in_fractions() -> None:
    rows = WrittenRows.of(
        [[0, 1], [0, 1]], [[10**400, -1], [10**400, -1]], [(None, 10**400), (None, 10**400 - 1)]
    )
    assert rows.broken(stored([1, 0])).tolist() == [1]
    assert rows.broken(stored([1, 1])).tolist() == []


def test_whole_sums_beyond_64_bits_do_not_wrap_around() -> None:
    sides: list[tuple[Number | None, Number | None]] = [(None, 2**63 - 1), (-(2**63), None)]
    rows = WrittenRows.of([[0, 1]] * 2, [[2**62, 2**62]] * 2, sides)
    assert rows.is_whole()
    assert rows.broken(np.array([1, 1])).tolist() == [0]
    assert rows.broken(np.array([1, 0])).tolist() == []
    assert rows.broken(np.array([-1, -1])).tolist() == []
    assert rows.broken(np.array([-3, -3])).tolist() == [1]
    assert rows.broken(np.array([3, 3])).tolist() == [0]


@pytest.mark.parametrize("seed", range(12))
def test_rows_mean_the_same_however_they_are_kept(seed: int) -> None:
    dice = random.Random(seed)
    zeros = [Fraction(0)] * COLUMNS
    parts = [
        written_by_chance(dice, dice.choice(KINDS), dice.choice(KINDS), zeros, dice.randint(0, 9))
        for _ in range(dice.randint(1, 4))
    ]
    known = [row for part in parts for row in meanings(part)]
    rows = WrittenRows.joined(parts)
    assert meanings(rows) == known
    assert meanings(WrittenRows.joined([part.compact() for part in parts])) == known
    assert meanings(rows.compact()) == known
    count = len(rows)
    order = [dice.randrange(count) for _ in range(dice.randint(0, count))]
    chosen = rows.chosen(np.array(order, dtype=np.int64))
    assert meanings(chosen) == [known[place] for place in order]
    assert meanings(rows.chosen(np.arange(count))) == known
    places = sorted(dice.sample(range(count), dice.randint(0, count)))
    sums = meanings(rows.with_sums(places))
    for place in range(count):
        if place in places:
            assert (dict(sums[place][0]), *sums[place][1:]) == added_up(known[place])
            assert len(sums[place][0]) == len(added_up(known[place])[0])
        else:
            assert sums[place] == known[place]


# What comes before `add`


def values_of(columns: int, dice: random.Random) -> list[Fraction]:
    """Values of columns in quarters, which are exact in doubles."""
    return [Fraction(dice.randint(-20, 20), 4) for _ in range(columns)]


def worth(expression: Expression, values: Sequence[Number]) -> Any:
    """The value of an expression, from its terms."""
    terms = zip(expression.columns, expression.coefficients, strict=True)
    return sum((factor * values[column] for column, factor in terms), expression.constant)


def written_of(program: Program, row: Row) -> Iterator[tuple[WrittenRows, int]]:
    """The written rows of a model, and the place there of each part of a row."""
    assert program.written is not None
    for part in row.parts:
        yield program.written, int(program.rows.origins[int(part)])


@pytest.mark.parametrize("seed", range(25))
def test_expressions_are_worth_what_fractions_and_doubles_say(seed: int) -> None:
    dice = random.Random(seed)
    model = Model(exact=True)
    names = [model.integer(f"n{n}", lower=-9, upper=9) for n in range(3)]
    names += [model.continuous(f"x{n}", lower=None) for n in range(2)]
    values = values_of(len(names), dice)
    some = [variable(name, value) for name, value in zip(names, values, strict=True)]
    for _ in range(12):
        left, right = (single(dice, some, 4) for _ in range(2))
        if dice.random() < 0.3:
            right = constant(dice)
        assert close(left)
        assert close(right)
        assert worth(left.stated.expression(), values) == left.exact
        row = model.add(dice.choice([left.stated <= right.stated, right.stated >= left.stated]))
        for written, origin in written_of(model.program(), row):
            least, most = written.bounds(origin)
            activity = written.activity(origin, values)
            if most is None:
                assert least is not None
                assert least - activity == left.exact - right.exact
            else:
                assert least is None
                assert activity - most == left.exact - right.exact


@pytest.mark.parametrize("seed", range(25))
def test_measured_expressions_are_worth_what_doubles_say(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    names = [model.integer(f"n{n}", lower=-9, upper=9) for n in range(3)]
    names += [model.continuous(f"x{n}", lower=None) for n in range(2)]
    values = values_of(len(names), dice)
    some = [variable(name, value) for name, value in zip(names, values, strict=True)]
    for _ in range(12):
        made = single(dice, some, 4)
        found = worth(made.stated.expression(), values)
        assert abs(float(found) - float(made.exact)) <= 1e-12 * made.size


@pytest.mark.parametrize("seed", range(40))
def test_measured_arrays_are_worth_what_numpy_says(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    family = model.continuous("x", 3, 4, lower=None)
    some = rational(values_of(family.size, dice)).reshape(family.shape)
    values = some.ravel().tolist()
    pool = [Traced(family, some, some.astype(float), np.abs(some.astype(float)))]
    for _ in range(14):
        made = array_step(dice, pool)
        if made is None or not shape_of(made) or np.asarray(made.size).max(initial=0) > 1e9:
            continue
        if len(pool) < 12 and np.size(made.exact) <= 30:
            pool.append(made)
        found = made.stated.expressions().affine.values(rational(values)).astype(float)
        missed = np.abs(found - np.asarray(made.exact, dtype=float))
        assert (missed <= 1e-12 * np.asarray(made.size, dtype=float)).all()


@pytest.mark.parametrize("seed", range(40))
def test_arrays_are_worth_what_fractions_and_numpy_say(seed: int) -> None:
    dice = random.Random(seed)
    model = Model(exact=True)
    families: list[Any] = [
        model.integer("n", 3, 4, lower=-9, upper=9),
        model.continuous("x", 4, lower=None),
        model.binary("b", 3, 1),
    ]
    pool, values = [], list[Number]()
    for family in families:
        some = rational(values_of(family.size, dice)).reshape(family.shape)
        values += some.ravel().tolist()
        pool.append(Traced(family, some, some.astype(float), np.abs(some.astype(float))))
    for _ in range(14):
        made = array_step(dice, pool)
        if made is None or np.asarray(made.size).max(initial=0) > 1e9 or np.size(made.exact) > 30:
            continue
        assert close(made)
        if not shape_of(made):
            assert worth(made.stated.expression(), values) == made.exact
            continue
        if len(pool) < 12:
            pool.append(made)
        found = made.stated.expressions().affine.values(rational(values))
        assert found.shape == shape_of(made)
        assert (rational(found) == rational(made.exact)).all()
        check_rows(dice, model, made, values)


def check_rows(dice: random.Random, model: Model, made: Traced, values: list[Number]) -> None:
    """Asserts that rows of an array are written down as they were stated."""
    limit = numbers_of_shape(dice, shape_of(made))
    try:
        rows = model.add(made.stated <= limit.stated)
    except ModelError as error:
        # Coefficients that become too large for arrays once they are whole.
        assert "63 bits" in str(error)
        return
    expected = rational(made.exact - limit.exact).ravel().tolist()
    missed = []
    for written, origin in written_of(model.program(), rows):
        least, most = written.bounds(origin)
        assert least is None
        assert most is not None
        missed.append(written.activity(origin, values) - most)
    assert missed == expected
