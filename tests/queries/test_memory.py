"""Nothing that is remembered keeps a model in memory once nobody has it any more."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.solvers.registry import installed_backends

_SOLVING = {f"solve by {name}": partial(Model.solve, backend=name) for name in installed_backends()}
_COUNTING = {
    f"count by {name}": partial(Model.count, backend=name)
    for name in ("auto", "cpsat", "clingo", "exactcover")
}
QUESTIONS: dict[str, Callable[[Model], object]] = {
    **_SOLVING,
    **_COUNTING,
    "solve": Model.solve,
    "solutions": Model.solutions,
    "forced": Model.forced,
    "explain": Model.explain,
    "sample": partial(Model.sample, number=2),
}


def _untouched(model: Model) -> None:
    """Rows that presolve leaves as they are."""
    x = model.binary("x", 6)
    model.exactly_one(x[:3])
    model.exactly_one(x[2:])


def _reduced(model: Model) -> None:
    """Rows that fix columns."""
    x = model.binary("x", 6)
    model.exactly_one(x[:3])
    model.exactly_one(x[2:])
    model.exactly_one([x[0]])


def _matching(model: Model) -> None:
    """A row that matches two sums, which the engine reads otherwise."""
    x, y = model.binary("x", 3), model.binary("y", 3)
    model.exactly_one(x)
    model.exactly_one(y)
    model.add(x[0] + x[1] == y[0] + y[1])


def _contradictory(model: Model) -> None:
    x = model.binary("x", 3)
    model.exactly_one(x)
    model.exactly_one([x[0]])
    model.exactly_one([x[1]])


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("state", [_untouched, _reduced, _matching, _contradictory])
def test_a_model_that_nobody_has_any_more_leaves_memory(
    state: Callable[[Model], None], question: str
) -> None:
    if state is _contradictory and question == "sample":
        pytest.skip("there is nothing to draw")
    model = Model()
    state(model)
    QUESTIONS[question](model)
    rows = weakref.ref(model.program().rows)
    del model
    gc.collect()
    assert rows() is None
