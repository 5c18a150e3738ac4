"""Long sums, built one by one at either end: their terms, and how much memory they take."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling import expressions
from ilpuzzles.modelling.expressions import Expression, Linear, LongExpression

Step = Callable[[Any, Any], Any]

STEPS: dict[str, Step] = {
    "e + v": lambda v, e: e + v,
    "e - v": lambda v, e: e - v,
    "e + ~v": lambda v, e: e + ~v,
    "e - 2 * v": lambda v, e: e - 2 * v,
    "v + e": lambda v, e: v + e,
    "v - e": lambda v, e: v - e,
    "~v + e": lambda v, e: ~v + e,
    "2 * v + e": lambda v, e: 2 * v + e,
    "2 * v - e": lambda v, e: 2 * v - e,
    "(v + 1) + e": lambda v, e: (v + 1) + e,
    "(v - 3) - e": lambda v, e: (v - 3) - e,
    "v + e + v": lambda v, e: v + e + v,
    "v + -e": lambda v, e: v + -e,
    "1 - e - v": lambda v, e: 1 - e - v,
    "model.sum([v, e])": lambda v, e: v.owner.sum([v, e]),
    "model.sum([2, e, v])": lambda v, e: v.owner.sum([2, e, v]),
}
"""The ways to add a variable to a sum that is built one by one."""


@pytest.mark.every("step")
@pytest.mark.parametrize("step", STEPS)
def test_all_sums_on_the_way_take_memory_in_proportion_to_their_number(step: str) -> None:
    """Each shares the lists of the next one; copies would take 500 times 250 terms."""
    count = 500
    model = Model()
    x = list(model.binary("x", count))
    total: Expression = x[0] + x[1]
    kept = []
    tracemalloc.start()
    for variable in x:
        total = STEPS[step](variable, total)
        kept.append(total)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(total.columns) >= count + 2
    bytes_of_copies = 8 * count * count // 2
    assert used < bytes_of_copies / 3


def test_terms_stand_in_the_order_in_which_they_were_written() -> None:
    model = Model()
    x = list(model.binary("x", 300))
    total = reduce(lambda later, variable: variable + later, reversed(x))
    assert repr(total).startswith("x[0] + x[1] + x[2] + x[3] + ")
    assert total.columns == list(range(300))
    assert total.coefficients == [1] * 300
    subtracted = 2 * x[7] - total + 5
    assert repr(subtracted).startswith("2 x[7] - x[0] - x[1] - ")
    assert repr(subtracted).endswith(" - x[299] + 5")
    assert (x[5] + (total + x[9])).columns == [5, *range(300), 9]
    assert sum(reversed(x)).columns == list(range(299, -1, -1))


Written = tuple[list[tuple[int, Any]], Any]
"""The terms of a sum as they were written, each a column and its coefficient, and a constant."""


def _joined(first: Written, second: Written, sign: int) -> Written:
    turned = [(column, sign * coefficient) for column, coefficient in second[0]]
    return first[0] + turned, first[1] + sign * second[1]


def _times(number: Any, written: Written) -> Written:
    terms = [(column, number * coefficient) for column, coefficient in written[0]]
    return terms, number * written[1]


@pytest.mark.parametrize("seed", range(30))
def test_sums_of_sums_have_the_terms_that_were_written(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was built is used again in several sums, so that lists are shared in all ways."""
    monkeypatch.setattr(expressions, "_TERMS_OF_LONG_SUM", seed % 4)
    dice = random.Random(seed)
    model = Model()
    x = list(model.binary("x", 5))
    known: list[tuple[Linear, Written]] = [(one, ([(one.column, 1)], 0)) for one in x]
    known += [(3 * one, ([(one.column, 3)], 0)) for one in x]
    known += [(~one, ([(one.column, -1)], 1)) for one in x]
    for _ in range(60):
        (one, one_written), (other, other_written) = dice.choices(known[-20:], k=2)
        numbers: list[int | Fraction] = [-1, 2, Fraction(1, 2), 0, -1]
        number = dice.choice(numbers)
        way = dice.randrange(7)
        if way in {0, 1}:
            made: tuple[Linear, Written] = one + other, _joined(one_written, other_written, 1)
        elif way == 2:
            made = one - other, _joined(one_written, other_written, -1)
        elif way == 3:
            made = number * one, _times(number, one_written)
        elif way == 4:
            made = number - one, _joined(([], number), one_written, -1)
        elif way == 5:
            both = _joined(_joined(one_written, ([], 2), 1), other_written, 1)
            made = model.sum([one, 2, other]), both
        else:
            made = one.expression().without_constant(), (one_written[0], 0)
        if len(made[1][0]) < 200:
            known.append(made)
    assert any(isinstance(one, LongExpression) for one, _ in known)
    for made_of, (terms, constant) in known:
        expression = made_of.expression()
        assert list(zip(expression.columns, expression.coefficients, strict=True)) == terms
        assert expression.constant == constant
        assert expression.term_count == len(terms)


def test_what_is_added_to_itself_is_written_anew() -> None:
    """It would double each time, and after 30 times fill the memory."""
    model = Model()
    total = model.sum(model.binary("x", 1_500).flat)
    before = total
    for _ in range(60):
        before, total = total, total + before
    assert len(total.columns) == 1_500
    for _ in range(60):
        total = -total + 3 * total
    assert len(total.columns) == 1_500
    assert total.coefficients[0] > 2**60


def test_long_sums_of_two_models_are_not_mixed() -> None:
    model, other = Model(), Model()
    x, y = (list(one.binary("x", 300)) for one in (model, other))
    long = x[0] + (model.sum(x) + 1)
    ways: list[Callable[[], Any]] = [
        lambda: y[0] + long,
        lambda: long + y[0],
        lambda: long - other.sum(y),
        lambda: model.sum([y[0], long]),
    ]
    for mixed in ways:
        with pytest.raises(ModelError, match="variables of two models"):
            mixed()
    assert len(long.columns) == 301
