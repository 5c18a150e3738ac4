"""Copies of models, and answers that are asked with the variables of another copy."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from ilpuzzles import Model, Result
from ilpuzzles.errors import IlpuzzlesError, InputError, ModelError
from ilpuzzles.modelling.functions import all_different, maximum

COPIES: dict[str, Callable[[Model], Model]] = {
    "copy()": lambda model: model.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),  # noqa: S301 - its own
    "a copy of a copy": lambda model: model.copy().copy("again").copy("model"),
}
"""Every way to a copy."""


def roster() -> tuple[Model, Any, Any]:
    """A model with everything that a copy has to take along."""
    model = Model("model")
    x = model.binary("x", ["a", "b", "c"], 2, dims=["who", "when"])
    n = model.integer("n", lower=0, upper=4)
    with model.group("few", why="at most three"):
        model.add(x.sum() <= 3)
    model.add(x.sum("when") <= 1, "once")
    model.add(x["a", 0].implies(n <= 2))
    model.add(all_different([n, x["b", 0] + 1]))
    gone = model.add(n >= 3)
    model.delete(gone)
    model.minimize(maximum(n, x.sum()))
    model.then_maximize(n)
    return model, x, n


def answers(model: Model) -> list[Any]:
    """What can be told apart of two models."""
    program = model.program()
    return [
        model.name,
        model.count("cpsat").number,
        model.solve("cpsat").objective,
        model.solve("cpsat").further,
        [f"{row}" for row in model.rows()],
        [(family.name, family.dims, family.axes) for family in model.families],
        model.groups,
        program.lower.tolist(),
        program.upper.tolist(),
        str(program.latex()),
    ]


@pytest.mark.every("way")
@pytest.mark.parametrize("way", list(COPIES))
def test_a_copy_is_the_same_model_and_goes_its_own_way(way: str) -> None:
    model, x, n = roster()
    before = answers(model)
    made = COPIES[way](model)
    assert answers(made) == before
    y, m = made.counterpart(x), made.counterpart(n)
    made.add(y["a", 1] + m >= 3, "more")
    made.binary("z", 2)
    with made.group("few"):
        made.add(m >= 1)
    made.change(made.counterpart(model.rows("few")), bounds=(None, 2))
    made.maximize(m)
    assert answers(model) == before
    model.add(n <= 1, "less")
    with model.group("few"):
        model.add(x["c", 1] == 1)
    assert "less" not in "".join(made.row_name(row) for row in range(len(made.rows())))
    assert made.solve("cpsat").objective == 4


@pytest.mark.every("way")
@pytest.mark.parametrize("way", list(COPIES))
def test_an_answer_of_a_copy_is_asked_with_the_variables_that_both_have(way: str) -> None:
    model, x, n = roster()
    row = model.add(x.sum() + n >= 4)
    made = COPIES[way](model)
    later, other = model.binary("later"), made.integer("other", lower=0, upper=9)
    assert later.column == other.column
    result = made.solve("cpsat")
    assert result[x].tolist() == result[made.counterpart(x)].tolist()
    assert result[n + 2 * x["a", 0]] == result["n"] + 2 * result["x[a, 0]"]
    assert result.slack(row) == result.slack(made.counterpart(row))
    assert made.solve("cpsat", hint={n: 3}).objective == result.objective
    assert made.fix({x["a", 0]: 1}).count("cpsat").number > 0
    for asked in (
        lambda: result[later],
        lambda: result[x.sum() + later],
        lambda: made.fix({later: 1}),
        lambda: made.counterpart(later),
        lambda: made.add(x["a", 0] <= 0),
        lambda: model.solve("cpsat", hint={other: 1}),
        lambda: result.slack(model.add(later <= 0)),
        lambda: made.delete(row),
    ):
        with pytest.raises((ModelError, InputError), match=r"another (copy|model)|model is newer"):
            asked()


def test_an_answer_that_comes_back_from_another_process_can_be_asked() -> None:
    model = Model("pool")
    x = model.binary("x", ["a", "b"])
    model.add(x.sum() == 1)
    model.maximize(x @ [1, 2])
    with ProcessPoolExecutor(1) as pool:
        result = pool.submit(_solve, model).result(timeout=120)
    assert result[x].tolist() == [0, 1]
    assert model.check(result) == ()
    assert model.solve("cpsat", hint=result).objective == 2


def _solve(model: Model) -> Result:
    return model.solve("cpsat")


def test_what_has_a_counterpart() -> None:
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", lower=0, upper=9)
    made = model.copy()
    y, m = made.family("x"), made.family("n")
    things: list[tuple[Any, Any]] = [
        (x[0], y[0]),
        (~x[0], ~y[0]),
        (2 * x[1], 2 * y[1]),
        (x.sum() + n - 1, y.sum() + m - 1),
        (x[1:], y[1:]),
        (x * [1, 2, 3] + n, y * [1, 2, 3] + m),
        (n <= 3, m <= 3),
        (x[0] + n != 3, y[0] + m != 3),
        (x <= n, y <= m),
        ((x[0] | ~x[1]) & (n >= 2), (y[0] | ~y[1]) & (m >= 2)),
        (x | (n >= 2), y | (m >= 2)),
    ]
    for thing, wanted in things:
        found = made.counterpart(thing)
        assert type(found) is type(wanted) or repr(thing) == "2 x[1]"
        assert repr(found) == repr(wanted)
        assert found.owner is made
        assert model.counterpart(found).owner is model
    assert made.counterpart(x) is y
    deep: Any = x[0]
    for number in range(5_000):
        deep = (deep | x[number % 3]) & (n >= number % 9)
    assert made.counterpart(deep).owner is made
    with pytest.raises(ModelError, match="state it again"):
        made.counterpart(all_different([n, x[0]]))
    with pytest.raises(ModelError, match="has no counterpart"):
        made.counterpart("x")
    with pytest.raises(ModelError, match="another model"):
        made.counterpart(Model().binary("x"))


def test_a_family_without_variables_has_a_counterpart_of_its_own() -> None:
    model = Model()
    empty, full = model.binary("empty", []), model.binary("full", 3)
    made = model.copy()
    assert made.counterpart(empty).size == 0
    assert made.counterpart(full) is made.family("full")


def test_lazy_rows_come_along() -> None:
    model = Model()
    x = model.binary("x", 4)

    def apart(values: Any) -> Iterator[Any]:
        for place in range(3):
            if values[x[place]] and values[x[place + 1]]:
                yield x[place] + x[place + 1] <= 1

    model.lazy(apart)
    made = model.copy()
    made.add(made.counterpart(x[0]) == 1)
    assert model.count("cpsat").number == 8
    assert made.count("cpsat").number == 3


def test_a_model_that_is_pickled_often_stays_small() -> None:
    model, _, _ = roster()
    sizes = {len(pickle.dumps(model)) for _ in range(20)}
    assert len(sizes) == 1


def test_copies_of_much_do_not_share_what_is_stated_later() -> None:
    model = Model()
    x = model.integer("x", 50, lower=0, upper=3)
    model.add(x[1:].positions() - x[:-1].positions() <= 1)
    copies = [model.copy(f"copy {number}") for number in range(5)]
    for number, made in enumerate(copies):
        made.add(made.counterpart(x[0]) == number % 4)
        made.maximize(made.counterpart(x).sum())
    wanted = [np.minimum(number % 4 + np.arange(50), 3).sum() for number in range(5)]
    assert [made.solve("cpsat").objective for made in copies] == wanted
    with pytest.raises(IlpuzzlesError):
        copies[0].add(copies[1].family("x")[0] <= 1)
