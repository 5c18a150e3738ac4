"""The backend `exactcover`: what it recognises, and its answers against trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends import registry
from ilpuzzles.backends.exactcover import MOST_CONDITIONS, ExactCoverBackend, covering_of
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import AUTO, Task, choose, get_backend
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, BackendMissingError, CheckError
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.relaxation import relax
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from support.random_covers import all_covers, random_cover

NAME = "exactcover"


def stated(problem: CoverProblem, dice: random.Random) -> Model:
    """A problem as a model that says the same in different words, with decoys."""
    model = Model("covers")
    x = model.binary("x", problem.options)
    for item, primary in enumerate(problem.primary.tolist()):
        options = [o for o in range(problem.options) if item in problem.option(o)]
        chosen = [x[o] for o in options]
        if not chosen:
            continue
        total = sum(chosen[1:], start=chosen[0] + 0)
        say = dice.randrange(2)
        if primary and say == 0:
            model.exactly_one(chosen)
        elif primary:
            model.add(total == 1)
        elif say == 0:
            model.at_most_one(chosen)
        else:
            model.add(total <= 1)
    # What always holds, stops nobody.
    if problem.options:
        model.add(x[0] >= 0)
    return model


def covers(found: Iterator[IntArray] | Any, options: int) -> list[frozenset[int]]:
    """Solutions of such a model as sets of options."""
    return [frozenset(np.nonzero(values[:options])[0].tolist()) for values in found]


WAYS = [(engine, workers) for engine in Engine for workers in (1, 2)]


@pytest.mark.parametrize(("engine", "workers"), WAYS)
def test_random_models_agree_with_trying_everything(
    engine: Engine, workers: int, pytestconfig: pytest.Config
) -> None:
    options = Options(workers=workers, cover=Settings(engine=engine))
    asked: dict[str, Any] = {"backend": NAME, "options": options}
    sizes = set()
    # Each way has models of its own.
    share = (pytestconfig.getoption("--models") or 200) // 4
    first = WAYS.index((engine, workers)) * share
    for seed in range(first, first + share):
        problem = random_cover(seed)
        expected = all_covers(problem)
        if not np.isin(np.nonzero(problem.primary)[0], problem.items).all():
            continue
        model = stated(problem, random.Random(seed))
        sizes.add(min(len(expected), 3))
        count = count_solutions(model, **asked)
        assert (count.number, count.complete) == (len(expected), True), seed
        listed = covers(list_solutions(model, **asked), problem.options)
        assert len(listed) == len(expected), seed
        assert set(listed) == expected, seed
        verdict = check_uniqueness(model, **asked).verdict
        assert verdict is [Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL][min(len(expected), 2)]
        solved = solve_model(model, NAME, options)
        assert (solved.status is Status.OPTIMAL) == bool(expected)
        forced = find_forced(model, **asked)
        assert forced.complete, seed
        if expected:
            names = [f"x[{o}]" for o in range(problem.options)]
            same = {
                name: int(o in next(iter(expected)))
                for o, name in enumerate(names)
                if len({o in cover for cover in expected}) == 1
            }
            assert {name: forced.values[name] for name in forced.values if name in names} == same
            drawn = covers(sample_solutions(model, 5, **asked), problem.options)
            assert set(drawn) <= expected
    assert sizes == {0, 1, 2, 3}


def test_fixed_variables_and_groups_that_are_off() -> None:
    model = Model()
    x = model.binary("x", 6)
    with model.group("pairs"):
        for pair in (x[:2], x[2:4], x[4:]):
            model.exactly_one(pair)
    with model.group("clash"):
        model.add(x[0] + model.binary("free") >= 1)
    with pytest.raises(BackendError, match=r"without \"clash\""):
        count_solutions(model, backend=NAME)
    whole = model.without("clash")
    assert count_solutions(whole, backend=NAME).number == 16
    assert count_solutions(whole.fix({x[0]: 1}), backend=NAME).number == 8
    assert count_solutions(whole.fix({x[0]: 0, x[1]: 0}), backend=NAME).number == 0
    assert solve_model(whole.fix({x[0]: 1, x[1]: 1}), NAME).status is Status.INFEASIBLE
    assert count_solutions(model.without("clash", "pairs"), backend=NAME).number == 128


@pytest.mark.parametrize(
    ("stop", "says"),
    [
        (lambda model, x: model.at_least_one(x[:2]), r"got 'at least one of x\[0\], x\[1\]'"),
        (lambda model, x: model.exactly_one([x[0], ~x[1]]), "takes rows 'exactly one' and"),
        (lambda model, x: model.add((x[0] & x[1]) | x[2]), "takes rows"),
        (lambda model, x: model.minimize(x[0] + x[1]), None),
        (
            lambda model, x: model.add(model.integer("n", lower=0, upper=3) + x[0] <= 3),
            r"\(row linear\[0\]\); use cpsat",
        ),
    ],
)
def test_what_stops_it_is_named(stop: Any, says: str | None) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.at_most_one(x)
    stop(model, x)
    if says is None:
        with pytest.raises(BackendError, match="does not take an objective"):
            solve_model(model, NAME)
        # All solutions are all solutions, whatever the best one is.
        assert count_solutions(model, backend=NAME).number == 4
        return
    for ask in (solve_model, lambda m, b: count_solutions(m, backend=b)):
        with pytest.raises(BackendError, match=says):
            ask(model, NAME)
    assert choose(AUTO, model.program(), Task.ALL).backend.name == "cpsat"


def test_other_sums_are_conditions_as_long_as_they_are_few() -> None:
    dice = random.Random(5)
    for _ in range(60):
        model = Model()
        x = model.binary("x", 4, 3)
        model.exactly_one(x, axis=1)
        for _ in range(dice.randint(1, 4)):
            weights = [dice.randint(-4, 4) for _ in range(12)]
            total = sum((w * v for w, v in zip(weights, x.flat(), strict=True)), start=x[0, 0] * 0)
            least = dice.randint(-6, 4)
            model.add(total >= least)
            if dice.random() < 0.5:
                model.add(total <= least + dice.randint(0, 6))
        expected = count_solutions(model, backend="cpsat").number
        for workers in (1, 2):
            options = Options(workers=workers)
            assert count_solutions(model, backend=NAME, options=options).number == expected
    for number in range(MOST_CONDITIONS + 1):
        model.add(x[0, 0] + 2 * x[1, 1] <= 2 + number % 2)
    with pytest.raises(BackendError, match="takes rows 'exactly one'"):
        count_solutions(model, backend=NAME)


def test_a_wrong_answer_of_the_engine_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solutions are turned into values and checked against the rows, whatever the engine says."""
    model = Model()
    x = model.binary("x", 4, 3)
    model.exactly_one(x, axis=1)
    whole = covering_of

    def mistaken(asked: Any, backend: str) -> Any:
        found = whole(asked, backend)
        columns = found.columns.copy()
        columns[:3] = columns[3]
        object.__setattr__(found, "columns", columns)
        return found

    monkeypatch.setattr("ilpuzzles.backends.exactcover.covering_of", mistaken)
    for ask in (
        lambda: solve_model(model, NAME),
        lambda: list_solutions(model, backend=NAME),
        lambda: check_uniqueness(model, backend=NAME),
        lambda: sample_solutions(model, 3, backend=NAME),
    ):
        with pytest.raises(CheckError, match="the answer of exactcover is wrong"):
            ask()


def test_auto_picks_by_the_task() -> None:
    model = Model()
    x = model.binary("x", 4, 3)
    model.exactly_one(x, axis=1)
    program, wanted = model.program(), Settings(engine=Engine.SEARCH)
    assert choose(AUTO, program, Task.ALL).backend.name == NAME
    assert choose(AUTO, program, Task.ONE).backend.name == "cpsat"
    assert choose(AUTO, program, Task.ONE, Options(cover=wanted)).backend.name == NAME
    assert choose(AUTO, program, Task.OTHER).backend.name == "cpsat"
    assert choose(AUTO).backend.name == "cpsat"
    assert count_solutions(model).result.backend == NAME
    # Questions that add rows of their own are for others.
    assert explain(model).result.backend == relax(model).result.backend == "cpsat"


def test_who_finds_nothing_in_a_moment_lets_another_one_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model()
    x = model.binary("x", 40, 10)
    model.exactly_one(x, axis=1)
    model.exactly_one(x[:10], axis=0)
    monkeypatch.setattr(registry, "_SMALL", 1)
    assert solve_model(model).backend == NAME
    monkeypatch.setattr(registry, "_TRIED", 3)
    result = solve_model(model)
    assert (result.backend, result.status) == ("cpsat", Status.OPTIMAL)
    asked = solve_model(model, options=Options(node_limit=3))
    assert (asked.backend, asked.status, asked.limit) == (NAME, Status.UNKNOWN, Limit.NODES)


def test_without_numba_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.exactly_one(model.binary("x", 3))
    monkeypatch.setattr(ExactCoverBackend, "available", lambda _: False)
    assert count_solutions(model).result.backend == "cpsat"
    with pytest.raises(
        BackendMissingError, match="backend exactcover is not installed; pip install"
    ):
        count_solutions(model, backend=NAME)
    with pytest.raises(BackendMissingError, match="backend exactcover is not installed"):
        get_backend(NAME).solve(model.program(), Options())


def test_the_native_model_is_a_problem() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.exactly_one(x[:2])
    model.at_most_one(x[1:])
    native = get_backend(NAME).native(model.program())
    assert (native.primary.tolist(), native.items.tolist()) == ([True, False], [0, 0, 1, 1])
