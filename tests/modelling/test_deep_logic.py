"""Logic that is nested far deeper than Python may call itself: printed, pickled, stated, saved."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from ilpuzzles.asking.files import read_saved
from ilpuzzles.asking.model import Model
from ilpuzzles.formats.saved import saved_text
from ilpuzzles.modelling import expressions
from ilpuzzles.modelling.expressions import (
    Comparison,
    Connective,
    Junction,
    Logical,
    Negation,
    Variable,
)
from ilpuzzles.modelling.program import program_of

DEPTH = 1_100
"""More than Python's limit of 1,000 calls within each other."""

STEPS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "& and |": lambda t, x, y: (t & x) | y,
    "^ and &": lambda t, x, y: (t ^ x) & y,
    "^ and |": lambda t, x, y: (x | y) ^ (y | t),
    "~, & and ^": lambda t, x, y: ~(t & x) ^ y,
    "implies": lambda t, x, y: t.implies(x),
    "implied": lambda t, x, y: x.implies(y & t),
    "comparisons": lambda t, x, y: (t & (x + y <= 1)) | (x - y == 0) ^ y,
}


def nested(model: Model, step: str, depth: int) -> Logical:
    """A truth that is nested so deeply, of three variables."""
    x = list(model.binary("x", 3).flat)
    truth: Logical = x[0]
    for number in range(depth):
        truth = STEPS[step](truth, x[number % 3], x[(number + 1) % 3])
    return truth


@pytest.mark.exhaustive
@pytest.mark.every("step")
@pytest.mark.parametrize("step", STEPS)
def test_deep_logic_prints_pickles_and_is_saved(step: str) -> None:
    model = Model()
    truth = nested(model, step, DEPTH)
    text = repr(truth)
    assert str(truth) == text
    assert repr(~~truth) == text
    assert hash(truth) == hash(truth)
    for other in (pickle.loads(pickle.dumps(truth)), copy.copy(truth), copy.deepcopy(truth)):  # noqa: S301 - our own
        assert repr(other) == text
        assert repr(~other) == repr(~truth)
    model.add(truth)
    model.maximize(truth + model.family("x")[1])
    program = model.program()
    opened = program_of(read_saved(saved_text(program), "a"))
    assert saved_text(opened) == saved_text(program)
    assert len(pickle.dumps(model)) > 1_000
    assert model.latex()


@pytest.mark.every("step")
@pytest.mark.parametrize("step", STEPS)
def test_nested_logic_reads_as_it_was_written(step: str) -> None:
    """What is printed is Python, and a copy of it means the same."""
    model = Model()
    truth = nested(model, step, 5)
    names = {"x": model.family("x")}
    assert repr(eval(repr(truth).replace("2 x", "2 * x"), names)) == repr(truth)  # noqa: S307 - our own
    again = pickle.loads(pickle.dumps((truth, model)))  # noqa: S301 - our own
    for values in product((0, 1), repeat=3):
        assert _holds(truth, values) is _holds(again[0], values)
    again[1].add(again[0])
    model.add(truth)
    assert saved_text(again[1].program()) == saved_text(model.program())


def _holds(truth: Any, values: tuple[int, ...]) -> bool:
    """Whether a truth holds, computed by its definition."""
    if isinstance(truth, Variable):
        return values[truth.column] == 1
    if isinstance(truth, Negation):
        return not _holds(truth.variable, values)
    if isinstance(truth, Comparison):
        terms = zip(truth.subject.columns, truth.subject.coefficients, strict=True)
        total = sum(factor * values[column] for column, factor in terms)
        within = (truth.lower is None or truth.lower <= total) and (
            truth.upper is None or total <= truth.upper
        )
        return within is not truth.outside
    parts = [_holds(part, values) for part in truth.parts]
    if truth.connective is Connective.XOR:
        return sum(parts) % 2 == 1
    return all(parts) if truth.connective is Connective.AND else any(parts)


def test_a_part_that_stands_in_several_places_is_pickled_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Written out, it would double with each step."""
    monkeypatch.setattr(expressions, "_CHARACTERS_OF_LOGIC", 5_000)
    model = Model()
    x = model.binary("x", 40)
    truth: Any = x[0] & x[1]
    for variable in list(x.flat)[2:]:
        truth = (truth & variable) | (~truth & ~variable)
    again = pickle.loads(pickle.dumps(truth))  # noqa: S301 - our own
    first, second = again.parts
    assert first.parts[0].connective is Connective.OR
    assert isinstance(again, Junction)
    text = repr(again)
    assert text == repr(truth)
    assert text.endswith("...")
    assert 5_000 <= len(text) <= 5_100
    assert second.connective is Connective.AND


@pytest.mark.parametrize("seed", range(10))
def test_truths_that_are_joined_one_by_one_stay_flat(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    x = list(model.binary("x", 1_300).flat)
    left, right = x[0] & x[1], x[0] | x[1]
    for variable in x[2:]:
        left, right = (
            (left & variable, variable | right)
            if dice.random() < 0.5
            else (variable & left, right | variable)
        )
    assert {part.column for part in left.parts} == set(range(1_300))
    assert len(left.parts) == len(right.parts) == 1_300
    # What both sides have stands there once, however long they are.
    assert len((left & left).parts) == len((left & (left & x[5])).parts) == 1_300
    assert len((right | (right | x[7])).parts) == 1_300
