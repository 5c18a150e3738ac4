from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import ModelError, ModelKeyError
from ilpuzzles.modelling.model import Model


def row_of(model: Model) -> tuple[dict[int, int], int, int]:
    """The only row of a model: its terms and bounds."""
    rows = model.program().rows
    assert len(rows) == 1
    terms = dict(zip(rows.columns.tolist(), rows.coefficients.tolist(), strict=True))
    return terms, int(rows.lower[0]), int(rows.upper[0])


LEAST, MOST = -(1 << 63), (1 << 63) - 1


def test_every_comparison_becomes_its_row() -> None:
    cases: list[tuple[Callable[[Any, Any], Any], dict[int, int], int, int]] = [
        (lambda x, y: x + 2 * y <= 2, {0: 1, 1: 2}, LEAST, 2),
        (lambda x, y: x < y, {0: 1, 1: -1}, LEAST, -1),
        (lambda x, y: x - 3 >= -2 * y, {0: 1, 1: 2}, 3, MOST),
        (lambda x, y: x + y < 1, {0: 1, 1: 1}, LEAST, 0),
        (lambda x, y: ~x == y, {0: -1, 1: -1}, -1, -1),
        (lambda x, y: 5 - x == y + 4, {0: -1, 1: -1}, -1, -1),
        (lambda x, y: -(x - y) * 3 <= 0, {0: -3, 1: 3}, LEAST, 0),
        (lambda x, y: (x + y).between(1, 2), {0: 1, 1: 1}, 1, 2),
        (lambda x, y: sum([x, y, x]) == 2, {0: 2, 1: 1}, 2, 2),
        (lambda x, y: x + y - x <= 0, {1: 1}, LEAST, 0),
        (lambda x, y: np.int64(3) * x <= np.int32(2) + y, {0: 3, 1: -1}, LEAST, 2),
    ]
    for statement, terms, lower, upper in cases:
        model = Model()
        x, y = model.binary("x"), model.binary("y")
        model.add(statement(x, y))
        assert row_of(model) == (terms, lower, upper)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5)), max_size=12), st.integers(0, 15))
def test_expressions_have_the_value_of_their_formula(
    terms: list[tuple[int, int]], chosen: int
) -> None:
    model = Model()
    x = list(model.binary("x", 4).flat())
    values = [chosen >> bit & 1 for bit in range(4)]
    expression = model.sum(factor * x[number] for number, factor in terms) + 3
    got = expression.constant + sum(
        factor * values[column]
        for column, factor in zip(expression.columns, expression.coefficients, strict=True)
    )
    assert got == 3 + sum(factor * values[number] for number, factor in terms)


def test_adding_to_an_expression_twice_leaves_it_alone() -> None:
    model = Model()
    x = list(model.binary("x", 4).flat())
    base = x[0] + x[1]
    one, other = base + x[2], base + x[3]
    assert [repr(e) for e in (base, one, other)] == [
        "x[0] + x[1]",
        "x[0] + x[1] + x[2]",
        "x[0] + x[1] + x[3]",
    ]
    assert repr(base + base) == "x[0] + x[1] + x[0] + x[1]"


def test_a_long_sum_shares_its_lists() -> None:
    model = Model()
    total = sum(list(model.binary("x", 20_000).flat())[1:], start=model.sum([])).expression()
    assert len(total.columns) == 19_999


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda x, y: x * y, "product of two variables"),
        (lambda x, y: x + float("nan"), "nan is not a finite number"),
        (lambda x, y: float("inf") * x, "inf is not a finite number"),
        (lambda x, y: x + "one", "'one' is not a finite number"),
        (lambda x, y: x * 1e300, "too large or too fine"),
        (lambda x, y: x / 0, "divided by 0"),
        (lambda x, y: 1 / x, "divided by 'x' is not linear"),
        (lambda x, y: x / y, "'x' divided by 'y' is not linear"),
        (lambda x, y: bool(x + y <= 1), "is a row, not a yes or no"),
        (lambda x, y: 0 <= x + y <= 1, "is a row, not a yes or no"),
        (lambda x, y: x + Model().binary("z"), "variables of two models"),
    ],
)
def test_what_has_no_meaning_is_refused(wrong: object, message: str) -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    with pytest.raises(ModelError, match=message):
        wrong(x, y)  # type: ignore[operator] # the parameters are functions


def test_handles_work_as_keys() -> None:
    model = Model()
    x = model.binary("x", 3)
    chosen = {x[0]: "a", x[2]: "c"}
    assert chosen[x[2]] == "c"
    assert x[1] not in chosen
    assert x[0] in [x[1], x[0]]
    assert x[0] not in [x[1], x[2]]


def test_families_are_indexed_by_labels() -> None:
    model = Model()
    place = model.binary("place", "AB", [10, 20, 30])
    assert repr(place["B", 20]) == "place[B, 20]"
    assert place["B"].shape == (3,)
    assert place[:, 30].columns.tolist() == [2, 5]
    assert place[["B", "A"], 1:].columns.tolist() == [[4, 5], [1, 2]]
    assert place.positions()[1, 1].column == place["B", 20].column
    assert [repr(variable) for variable in place["A", :2]] == ["place[A, 10]", "place[A, 20]"]
    assert repr(model.binary("spot", [("A", 1, (0, 2))])["A", 1, (0, 2)]) == "spot[A, 1, (0, 2)]"
    assert repr(model.binary("alone")) == "alone"


@pytest.mark.parametrize("key", [("C", 10), ("A", 11), ("A", 10, 0), "C", ("A", [10, 11])])
def test_unknown_labels_are_refused(key: object) -> None:
    place = Model().binary("place", "AB", [10, 20, 30])
    with pytest.raises(ModelKeyError, match="family 'place'"):
        place[key]


def test_array_operations() -> None:
    model = Model()
    x = model.binary("x", 2, 3)
    assert repr(x.T[2].sum()) == "x[0, 2] + x[1, 2]"
    assert repr(x[0, :].dot([1, -2, 0])) == "x[0, 0] - 2 x[0, 1] + 0 x[0, 2]"
    assert repr(x[0, :].dot([0.5, 1, 2])) == "0.5 x[0, 0] + x[0, 1] + 2 x[0, 2]"
    with pytest.raises(ModelError, match="nan is not a finite number"):
        x[0, :].dot([float("nan"), 1, 2])
    with pytest.raises(ModelError, match="numbers of shape"):
        x.dot([1, 2, 3])
    with pytest.raises(ModelError, match=r"use its \.sum"):
        x + 1
