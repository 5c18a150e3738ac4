"""Exact numbers: what people write is taken as it stands, and shown so that it reads back."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.functions import absolute
from ilpuzzles.modelling.numbers import (
    Quotients,
    as_value,
    common_denominator,
    common_scales,
    decimal_text,
    doubles,
    exact,
    largest_size,
    stored,
    text_of,
    value_of_decimal,
)
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries.solve import solve_model
from support.traced import is_long, meaning

FLOATS = st.floats(min_value=-1e25, max_value=1e25).filter(lambda x: not 0 < abs(x) < 1e-25)


@given(FLOATS)
def test_a_float_is_the_shortest_decimal_that_reads_back_as_it(number: float) -> None:
    found = exact(as_value(number, decimals=True))
    assert found == Fraction(repr(number))
    assert float(found) == number
    assert exact(str(number)) == exact(Decimal(repr(number))) == found
    assert exact(as_value(np.float64(number), decimals=True)) == found
    assert exact(number) == meaning(number, decimals=False)
    assert (type(as_value(number)) is float) == is_long(number)


@given(st.integers(1, 10**16), st.integers(0, 20))
def test_decimals_of_twelve_digits_are_exact_and_longer_ones_are_measured(
    digits: int, places: int
) -> None:
    number = Fraction(digits, 10**places)
    written = str(digits).rstrip("0")
    is_exact = len(written) <= 12 or number.denominator == 1
    assert isinstance(value_of_decimal(number), float) != is_exact
    assert float(value_of_decimal(number)) == digits / 10**places


@pytest.mark.parametrize("number", [11, 12, 13])
def test_the_twelfth_digit_is_the_last_that_is_exact(number: int) -> None:
    for text in ("0." + "123456789123456"[:number], "123." + "456789123456789"[: number - 3]):
        assert isinstance(value_of_decimal(Fraction(text)), float) == (number > 12)
        assert isinstance(value_of_decimal(Fraction("-0.000" + text[-5:])), Fraction)


def test_numbers_of_numpy_are_those_that_it_prints() -> None:
    assert exact(np.float32(0.1)) == Fraction(1, 10)
    assert exact(np.int64(7)) == exact(7.0) == exact("7.0") == exact(Fraction(7)) == 7
    assert all(type(exact(seven)) is int for seven in (np.int64(7), 7.0, "7.0", Fraction(7)))


def test_fractions_that_add_up_to_a_whole_number_are_one() -> None:
    """Halves of a whole variable may stand wherever it can itself."""
    half = Fraction(1, 2)
    form = Affine.of([0, 0, 1], [half, half, 3], half + half)
    ends = Affine((0,), (2,)).range([half], [5 * half])
    whole = Affine.of([0], [1], Fraction(2)), Affine.number(half).plus(Affine.number(half))
    found = [*form.coefficients, form.constant, *ends, *(one.constant for one in whole)]
    assert (found, {type(number) for number in found}) == ([1, 3, 1, 1, 5, 2, 1], {int})
    model = Model()
    n, b = model.integer("n", lower=-2, upper=2), model.binary("b")
    model.add(b.implies(absolute(0.5 * n + 0.5 * n) + 0.25 * n + 0.75 * n >= 4))
    model.minimize(n - 9 * b)
    assert solve_model(model).objective == -7
    assert type((n + half <= 2 + half).upper) is int


def test_a_product_with_a_truth_may_be_0() -> None:
    rows = LinearRows(Bounds.lower([0, 2, -5]), Bounds.upper([1, 5, -2]))
    columns = [rows.product(Literal(0), Affine.column(column)).columns[0] for column in (1, 2)]
    assert [(rows.lower[column], rows.upper[column]) for column in columns] == [(0, 5), (-5, 0)]


def test_large_whole_bounds_stay_as_they_are_beside_fractions() -> None:
    model = Model()
    x = model.integer("x", 2, lower=0, upper=1 << 61)
    most = np.array([(1 << 60) + 1])
    row = model.add_rows(
        Kind.LINEAR, np.array([0, 2]), x.columns, coefficients=np.array([0.5, 1.0]), upper=most
    )
    rows = model.program().rows
    assert Fraction(rows.upper.at(0) or 0) / int(rows.scales[0]) == (1 << 60) + 1
    assert int(row) == 0


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        (float("nan"), "nan is not a finite number; give a number such as 3 or 0.25"),
        (Decimal("Infinity"), "Infinity is not a finite number"),
        ("1/0", "'1/0' is not a finite number"),
        ("much", "'much' is not a finite number"),
        (None, "'None' is not a finite number"),
        (1j, "is not a finite number"),
        (5e-324, "'5e-324' is too large or too fine; scale it"),
        (Decimal("1e999999999"), "is too large or too fine"),
        ("9" * 10_000, "is too large or too fine; scale it"),
    ],
)
def test_what_is_no_number_is_refused_at_once(given_: object, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        exact(given_)
    assert message in str(caught.value)


@given(st.fractions(max_denominator=10**6))
def test_texts_of_numbers_read_back(number: Fraction) -> None:
    written = decimal_text(number)
    if written is not None:
        assert Fraction(written) == number
        assert "." not in written or not written.endswith("0")
    rest = number.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    assert (written is None) == (rest != 1)
    shown = Fraction(text_of(number))
    assert abs(shown - number) <= abs(number) / 10**9
    if number.denominator <= 10_000:
        assert shown == number or len(written or "") > 12


@given(st.lists(FLOATS | st.integers(-9, 9).map(float), max_size=6), st.integers(1, 3))
def test_arrays_of_floats_are_the_same_as_their_numbers(numbers: list[float], rows: int) -> None:
    owners = np.arange(len(numbers)) % rows
    found = Quotients.of(np.array(numbers, dtype=np.float64))
    scales = common_scales(owners, found.denominators, rows)
    whole_ones = found.floor(scales[owners])
    assert found.ceil(scales[owners]).tolist() == whole_ones.tolist()
    for value, scaled, owner in zip(numbers, whole_ones.tolist(), owners.tolist(), strict=True):
        assert Fraction(scaled, int(scales[owner])) == exact(value)
    for row in range(rows):
        mine = [exact(n) for n, owner in zip(numbers, owners.tolist(), strict=True) if owner == row]
        assert int(scales[row]) % common_denominator(mine) == 0


@given(
    st.lists(st.fractions(max_denominator=1 << 40), min_size=1, max_size=6), st.integers(1, 1 << 70)
)
def test_multiples_are_rounded_down_and_up(numbers: list[Fraction], scale: int) -> None:
    found, scales = Quotients.of(stored(numbers)), stored([scale] * len(numbers))
    assert found.floor(scales).tolist() == [math.floor(number * scale) for number in numbers]
    assert found.ceil(scales).tolist() == [math.ceil(number * scale) for number in numbers]


def test_arrays_hold_whole_numbers_of_any_size() -> None:
    assert stored([1, -2]).dtype == np.int64
    assert stored([1, 1 << 70]).tolist() == [1, 1 << 70]
    assert stored([1, Fraction(1, 2)]).tolist() == [1, Fraction(1, 2)]
    assert doubles(stored([1 << 70, 3]), np.array([1 << 60, 4])).tolist() == [1024.0, 0.75]


def test_rows_with_fractions_are_whole_with_a_scale() -> None:
    model = Model()
    x, n = model.continuous("x", 2, upper=9), model.integer("n", lower=0, upper=9)
    model.add(0.5 * x[0] + x[1] / 3 <= "2.25")
    model.add(Fraction(1, 2) * n <= 1.3)
    model.add(0.1 * n == 0.25)
    model.add(n - 3 >= Decimal("0.5"))
    program = model.program()
    assert program.rows.scales.tolist() == [12, 2, 20, 1]
    assert program.rows.coefficients.tolist() == [6, 4, 1, 2, 1]
    assert program.rows.upper.tolist()[:3] == [27, 2, 5]
    assert program.rows.lower.tolist()[2:] == [5, 4]
    # Bounds of whole sums are rounded inwards, and checked as they were written.
    texts = [program.row_text(row) for row in range(4)]
    assert texts == ["0.5 x[0] + 1/3 x[1] <= 2.25", "0.5 n <= 1.3", "0.1 n = 0.25", "n >= 3.5"]
    values = np.array([Fraction(9, 2), Fraction(1, 3), 5], dtype=object)
    assert [str(one) for one in program.check(values)] == [
        "linear[0] is 85/36, not at most 2.25",
        "linear[1] is 2.5, not at most 1.3",
        "linear[2] is 0.5, not 0.25",
    ]


def test_numbers_that_do_not_fit_into_64_bits_are_kept_exactly() -> None:
    model = Model(exact=True)
    x = model.continuous("x", 2, upper=1)
    model.add(1e15 * x[0] + 1.234567890123456e-5 * x[1] >= 0.1)
    model.add(x[0] <= 0.5)
    rows = model.program().rows
    assert rows.coefficients.dtype == object
    assert Fraction(rows.coefficients[1], rows.scales[0]) == Fraction("1.234567890123456e-5")
    assert rows.coefficients[2] == 2
    assert model.program().row_text(1) == "x[0] <= 0.5"
    with pytest.raises(ModelError, match="a coefficient has 63 bits or more"):
        model.add((1 << 70) * x[0] <= 1)


def test_what_continuous_variables_cannot_say_is_refused_with_a_reason() -> None:
    model = Model()
    x, b = model.continuous("x", upper=9), model.binary("b")
    y = model.continuous("y")
    close = "can come arbitrarily close to a bound"
    for wrong, message in (
        (lambda: x < 3, close),
        (lambda: 2 * x > 3, close),
        (lambda: ~(x <= 3), close),
        (lambda: model.add(x != 3), "which can come close to any bound"),
        (lambda: model.add(b ^ (x >= 3)), "no variable can say whether"),
        (lambda: model.add(b.implies(y <= 3)), "y needs an upper bound here; give it one"),
        (lambda: model.exactly_one([x]), "x is not binary"),
        (lambda: model.continuous("z", lower=2, upper=1.5), "must ascend, got 2 and 1.5"),
        (lambda: model.continuous("z", lower=math.inf), "inf is not a finite number"),
        (lambda: model.continuous("z", upper=float("nan")), "nan is not a finite number"),
        (lambda: model.continuous("z", lower=1e300), "too large or too fine"),
    ):
        with pytest.raises(ModelError) as caught:
            wrong()
        assert message in str(caught.value), message
    assert model.program().variables == 3


@pytest.mark.parametrize("factors", [np.array([0.5, 3, 0.1, 2]), [Fraction(1, 2), 3, "0.1", 2]])
@pytest.mark.parametrize("lower", [None, -0.25, np.array([-np.inf, 0.75])])
def test_rows_in_bulk_take_numbers_of_any_kind(factors: Any, lower: Any) -> None:
    model = Model()
    model.continuous("x", 2, upper=9)
    factors = np.array(factors, dtype=object) if isinstance(factors, list) else factors
    starts, columns = np.array([0, 2, 4]), np.array([0, 1, 0, 1])
    model.add_rows(
        Kind.LINEAR, starts, columns, coefficients=factors, lower=lower, upper=7.5, name="r"
    )
    least = {None: ("", ""), -0.25: ("-0.25 <= ", "-0.25 <= ")}
    first, second = ("", "0.75 <= ") if isinstance(lower, np.ndarray) else least[lower]
    assert [model.program().row_text(row) for row in range(2)] == [
        f"{first}0.5 x[0] + 3 x[1] <= 7.5",
        f"{second}0.1 x[0] + 2 x[1] <= 7.5",
    ]


def test_the_largest_size_is_that_of_a_negative_number_too() -> None:
    assert largest_size(np.array([3, -5])) == 5
    assert largest_size(np.array([3, -(1 << 62) * 2])) == 1 << 63
    assert largest_size(np.zeros(0, dtype=np.int64)) == 0
