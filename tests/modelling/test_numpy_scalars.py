"""Scalars of numpy mean what Python's own numbers and truths do, wherever these are taken."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.functions import maximum, product
from ilpuzzles.modelling.numbers import as_value, exact, python_scalar, whole
from ilpuzzles.modelling.rows import Kind
from support.same_programs import described

Use = Callable[[Any, Any, Any, Any], object]
"""Something that is done to a model with a family, and the scalars for 1 and 0."""

TRUTHS: dict[str, Use] = {
    "x & 1": lambda _, x, one, __: x[0] & one,
    "1 & x": lambda _, x, one, __: one & x[0],
    "x | 0": lambda _, x, __, zero: x[0] | zero,
    "0 | x": lambda _, x, __, zero: zero | x[0],
    "x ^ 1": lambda _, x, one, __: x[0] ^ one,
    "1 ^ x": lambda _, x, one, __: one ^ x[0],
    "~x & 1": lambda _, x, one, __: ~x[0] & one,
    "row & 1": lambda _, x, one, __: (x.sum() <= 1) & one,
    "1 & row": lambda _, x, one, __: one & (x.sum() <= 1),
    "implies 1": lambda _, x, one, __: x[0].implies(one),
    "implies 0": lambda _, x, __, zero: x[0].implies(zero),
    "array & 1": lambda _, x, one, __: x & one,
    "0 | array": lambda _, x, __, zero: zero | x,
    "array ^ 1": lambda _, x, one, __: x ^ one,
    "add 1": lambda model, _, one, __: model.add(one),
    "add [0]": lambda model, _, __, zero: model.add([zero]),
    "exactly one": lambda model, x, one, _: model.exactly_one([x[0], one]),
    "add implies": lambda model, x, _, zero: model.add(x[0].implies(zero)),
}

NUMBERS: dict[str, Use] = {
    "1 * x": lambda _, x, one, __: one * x[0],
    "x * 1": lambda _, x, one, __: x[0] * one,
    "1 * sum": lambda _, x, one, __: one * x.sum(),
    "x + 1": lambda _, x, one, __: x[0] + one,
    "1 - x": lambda _, x, one, __: one - x[0],
    "sum / 1": lambda _, x, one, __: x.sum() / one,
    "x == 1": lambda _, x, one, __: x[0] == one,
    "1 == x": lambda _, x, one, __: one == x[0],
    "x != 0": lambda _, x, __, zero: x[0] != zero,
    "x <= 0": lambda _, x, __, zero: x[0] <= zero,
    "1 <= sum": lambda _, x, one, __: one <= x.sum(),
    "between": lambda _, x, one, zero: x.sum().between(zero, one),
    "1 * array": lambda _, x, one, __: one * x,
    "array + 1": lambda _, x, one, __: x + one,
    "array == 1": lambda _, x, one, __: x == one,
    "array <= list": lambda _, x, one, zero: x <= [one, zero, one],
    "dot": lambda _, x, one, zero: x.dot([one, zero, one]),
    "sum of the model": lambda model, x, one, _: model.sum([x[0], one]),
    "fix": lambda model, x, one, zero: model.fix({x[0]: one, ~x[1]: zero}),
    "fix an array": lambda model, x, one, zero: model.fix({x: [one, zero, one]}),
    "fix all": lambda model, x, one, _: model.fix({x: one}),
    "hint": lambda model, x, one, zero: model.solve("cpsat", hint={x[0]: one, ~x[1]: zero})[x],
    "lower and upper": lambda model, _, one, zero: model.bounds(
        model.continuous("c", lower=zero, upper=one)
    ),
    "whole bounds": lambda model, _, one, zero: model.bounds(
        model.integer("n", lower=zero, upper=one)
    ),
    "bounds by label": lambda model, _, one, zero: [
        model.bounds(each) for each in model.continuous("c", 2, lower=zero, upper=[one, zero]).flat
    ],
    "objective": lambda model, x, one, _: model.minimize(one * x[0] + one),
    "tolerance": lambda model, x, one, zero: [
        model.minimize(x[0]),
        model.then_minimize(x[1], tolerance=one, share=zero),
    ],
    "coefficient": lambda model, x, one, zero: model.change(
        model.rows()[0], {x[0]: one, x[1]: zero}
    ),
    "bounds of a row": lambda model, _, one, zero: model.change(
        model.rows()[0], bounds=(zero, one)
    ),
    "maximum": lambda model, x, one, _: model.add(maximum(x[0], one) == one),
    "product": lambda model, x, one, _: model.add(product(x[0], one) == one),
    "power": lambda model, x, one, _: model.add(x[0] ** one == one),
    "quotient": lambda model, x, one, _: model.add(x[0] // one == one),
    "lazy row": lambda model, x, one, _: [
        model.lazy(lambda values: x[0] + x[1] <= one if values[x[0] + x[1]] > 1 else None),
        model.maximize(x.sum()),
        model.solve("cpsat").objective,
    ],
    "check": lambda model, _, one, zero: model.check([one, zero, zero]),
    "add_rows": lambda model, _, one, zero: model.add_rows(
        Kind.LINEAR, np.array([0, 1]), np.array([2]), lower=zero, upper=one
    ),
}


def outcome(use: Use, one: object, zero: object) -> tuple[str, str, dict[str, Any]]:
    """What becomes of a use: what it says, the error if there is one, and the program after it."""
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() >= 1, "some")
    said, error = "", ""
    try:
        said = repr(use(model, x, one, zero))
    except ModelError as refusal:
        error = str(refusal)
    program = described(model.program())
    return said, error, program


@pytest.mark.parametrize("name", [*TRUTHS, *NUMBERS])
def test_a_truth_of_numpy_is_what_a_truth_of_python_is(name: str) -> None:
    use = (TRUTHS | NUMBERS)[name]
    expected = outcome(use, True, False)
    for given in [(np.True_, np.False_), (np.array(True), np.array(False))]:
        assert outcome(use, *given) == expected
    if name not in {"add 1", "add [0]", "exactly one"}:
        assert not expected[1]


@pytest.mark.parametrize("name", [*TRUTHS, *NUMBERS])
def test_a_number_of_numpy_is_what_a_number_of_python_is(name: str) -> None:
    use = (TRUTHS | NUMBERS)[name]
    expected = outcome(use, 1, 0)
    kinds: list[Any] = [np.int64, np.int8, np.uint16, np.array]
    for kind in kinds:
        assert outcome(use, kind(1), kind(0)) == expected
    if name in TRUTHS or name == "whole bounds":
        return
    kinds = [np.float64, np.float32, np.float16, np.longdouble, Fraction, Decimal]
    for kind in kinds:
        assert outcome(use, kind(1), kind(0)) == expected


def test_short_floats_mean_their_shortest_decimals() -> None:
    for kind in (np.float16, np.float32, np.float64, np.longdouble):
        for text in ("0.1", "2.5", "-0.3", "3"):
            number = kind(text)
            assert as_value(number) == as_value(np.array(number)) == Fraction(text)
            assert python_scalar(number) == float(text)
    assert as_value(np.float32(1 / 3)) == Fraction("0.33333334")
    assert as_value(np.float64(1 / 3)) == as_value(np.array(1 / 3)) == 1 / 3
    assert as_value(np.array(1 / 3), decimals=True) == Fraction("0.3333333333333333")


def test_numbers_are_kept_in_few_types() -> None:
    class Share(Fraction):
        """A fraction of somebody's own."""

    class Count(int):
        """A whole number of somebody's own."""

    class Weight(float):
        """A float of somebody's own."""

    kept: list[tuple[object, type]] = [
        (Share(1, 3), Fraction),
        (Share(2), int),
        (Count(3), int),
        (Weight(0.1), Fraction),
        (Weight(1 / 3), float),
        (np.True_, int),
        (np.uint64(2**63), int),
        (Decimal("0.5"), Fraction),
    ]
    for given, kind in kept:
        assert type(as_value(given)) is kind
    assert (whole(np.True_), whole(np.array(False)), whole(np.array(7))) == (1, 0, 7)


def test_what_is_no_number_is_refused_in_a_line() -> None:
    class Symbol:
        """Like a symbol of computer algebra: it has arithmetic, and no value."""

        def __float__(self) -> float:
            raise TypeError("cannot convert the symbol to a float")

        def __mul__(self, other: object) -> Any:
            return NotImplemented

        def __repr__(self) -> str:
            return "alpha"

    nonsense: list[Any] = [
        *(Symbol(), 1j, b"3", None, object(), np.timedelta64(3, "D"), np.datetime64("2020-01-01")),
        *(Decimal("NaN"), Decimal("sNaN"), np.float32("nan"), np.float16("inf"), np.array("much")),
        *(np.array(None), np.array(1j), np.complex64(1)),
    ]
    model = Model()
    x = model.binary("x")
    for given in nonsense:
        for use in (
            exact,
            lambda one: x * one,
            lambda one: one * x,
            lambda one: x <= one,
            lambda one: model.fix({x: one}),
        ):
            with pytest.raises(ModelError, match="is not a finite number") as refused:
                use(given)
            assert "\n" not in str(refused.value)
        with pytest.raises(ModelError, match="is not a truth value"):
            x & given
    numbers: list[Any] = [np.float64(1), np.array(2), np.int8(-1), 1.0]
    for given in numbers:
        with pytest.raises(ModelError, match=r"is not a truth value|stands beside &"):
            x & given
