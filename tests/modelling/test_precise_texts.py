"""Bounds as they were written, in rows and of whole variables, and values without noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.errors import ModelError
from ilpuzzles.queries.explanation import explain


def impossible() -> Model:
    model = Model()
    x = model.integer("x", 3, lower=0, upper=3)
    model.add(x.sum() >= 2.5, "cover")
    model.add(x.sum() <= 1.2, "cap")
    return model


def test_rows_are_shown_as_they_were_written() -> None:
    texts = [row.text for row in impossible().rows()]
    assert texts == ["x[0] + x[1] + x[2] >= 2.5", "x[0] + x[1] + x[2] <= 1.2"]


def test_reasons_and_what_is_given_up_are_about_the_same_rows() -> None:
    said = str(explain(impossible()))
    assert "x[0] + x[1] + x[2] >= 2.5" in said
    assert "<= 1.2" in said
    given_up = str(impossible().relax())
    assert "not at least 2.5 (by 0.5)" in given_up or "not at most 1.2" in given_up


def test_a_bound_of_a_computation_is_shown_rounded() -> None:
    model = Model()
    model.add(model.binary("x", 50).sum() <= 0.29 * 100)
    assert model.rows()[0].text.endswith("<= 29")


@pytest.mark.parametrize(
    ("lower", "upper", "bounds"),
    [
        (0, 5.0, (0, 5)),
        (np.float64(1), np.float32(4), (1, 4)),
        (np.array(-2.0), None, (-2, None)),
        (-np.inf, np.inf, (None, None)),
    ],
)
def test_whole_floats_are_bounds(lower: Any, upper: Any, bounds: tuple[Any, Any]) -> None:
    model = Model()
    one = model.integer("n", lower=lower, upper=upper)
    several = model.integer("m", 2, lower=lower, upper=upper)
    assert model.bounds(one) == model.bounds(several[1]) == bounds
    assert all(bound is None or type(bound) is int for bound in model.bounds(one))


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ({}, "'n' need lower and upper; give a number, or None for no bound"),
        ({"upper": 3}, "'n' need lower; give a number, or None"),
        ({"lower": 0.5, "upper": 3}, "'0.5' is not a whole number"),
    ],
)
def test_what_is_wrong_with_bounds(bounds: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        Model().integer("n", **bounds)


def test_noise_is_not_among_what_is_not_0() -> None:
    model = Model()
    model.continuous("buy", 200)
    found = [Fraction(0)] * 200
    found[3] = Fraction(-3.65e-15)
    found[7] = Fraction(1, 1000)
    found[9] = Fraction(20)
    values = np.array(found, dtype=object)
    result = Result(
        status=Status.FEASIBLE,
        values=values,
        backend="highs",
        version="",
        exact=False,
        program=model.program(),
    )
    assert [line.split(" = ")[0] for line in result.lines()] == ["buy[7]", "buy[9]"]
