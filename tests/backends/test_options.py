"""Gap, node limit and hint: the same meaning on every backend, or a clear error."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ortools.sat.python import cp_model_helper

from ilpuzzles.backends import cpsat, mathopt_child, mathopt_run
from ilpuzzles.backends.interface import Backend, Clock, Feature, Options
from ilpuzzles.backends.registry import get_backend, own_backends
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, InputError
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from support.begun_models import with_binaries, with_binary

# A variable of no other model.
LONELY = Model().binary("y", 9)[8]


def split(*, objective: bool, rows: int = 3) -> Model:
    """Halve the sums of rows of numbers at once: no solver sees at first glance how."""
    dice = random.Random(5)
    model, x = with_binaries(24)
    for row in range(rows):
        numbers = [dice.randint(1, 99) for _ in range(24)]
        half = sum(numbers) // 2
        if objective:
            over = model.integer(f"over {row}", lower=0, upper=3000)
            under = model.integer(f"under {row}", lower=0, upper=3000)
            model.add(x.dot(numbers) + under - over == half)
        else:
            model.add(x.dot(numbers) == half)
    if objective:
        model.minimize(model.sum(family[()] for family in model.families[1:]) + 1000)
    return model


def test_a_gap_is_one_of_the_whole_objective(backend: Backend) -> None:
    if Feature.GAP not in backend.features:
        with pytest.raises(BackendError, match="does not support a gap; use cpsat"):
            solve_model(split(objective=True), backend, Options(gap=0.9))
        return
    # With three rows, a proof takes most solvers seconds.
    best = solve_model(split(objective=True, rows=2), backend)
    assert (best.status, best.objective, best.limit) == (Status.OPTIMAL, 1000, Limit.NONE)
    near = solve_model(split(objective=True), backend, Options(gap=0.9))
    assert near.objective is not None
    assert near.checked
    assert near.bound == pytest.approx(1000)
    # An answer within the gap is no proof, unless its bound says so.
    proved = near.objective == 1000
    assert near.status is (Status.OPTIMAL if proved else Status.FEASIBLE)
    assert (near.limit, near.complete) == (Limit.NONE if proved else Limit.GAP, proved)
    assert near.objective <= 10_000


@pytest.mark.parametrize("maximize", [False, True])
def test_large_objectives_are_exact_to_the_last_unit(backend: Backend, maximize: bool) -> None:
    """A first answer that is one short of the best is found out, and improved."""
    model, x = with_binaries(24)
    numbers = [50_000 + (7 * place * place) % 31 for place in range(24)]
    model.add(x.sum() == 6)
    model.add(x.dot(range(24)) == 60)
    goal = x.dot(numbers) + 3
    (model.maximize if maximize else model.minimize)(goal)
    exact = solve_model(model, "cpsat").objective
    assert solve_model(model, backend).objective == exact
    assert exact is not None
    assert exact > 300_000


def test_what_is_asked_reaches_the_solver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As for CBC in test_cbc.py, and for clingo in test_clingo.py."""
    options = Options(seed=5, time_limit=7.5, node_limit=9, gap=0.25, workers=2)
    program = split(objective=True).program()
    given = cpsat._parameters(cp_model_helper, program, options)
    assert (given.random_seed, given.relative_gap_limit) == (5, 0.25)
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(mathopt_run, "run_program", lambda *_, write, **__: write({}))
    for name in ("highs", "scip", "glop"):
        mathopt_run.run_in(tmp_path, name, program, options)
        told.append(json.loads((tmp_path / "request.json").read_text()))
        given = mathopt_child._parameters(told[-1])
        # A little has passed since the limit was set.
        assert given.random_seed == 5
        assert 7 * 10**9 < given.time_limit.ToNanoseconds() <= 7_500_000_000
        if name != "glop":
            assert (given.node_limit, given.relative_gap_tolerance) == (9, 0.25)
            assert given.absolute_gap_tolerance == 0
    assert mathopt_child._parameters(told[0]).highs.int_options["threads"] == 2


def test_the_end_of_a_question_reaches_the_solver(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was done since the limit was set is a part of it."""
    program = split(objective=True).program()
    late = Options(time_limit=100, deadline=time.perf_counter() + 5)
    monkeypatch.setattr(mathopt_run, "run_program", lambda *_, write, **__: write({}))
    mathopt_run.run_in(tmp_path, "highs", program, late)
    assert 0 < json.loads((tmp_path / "request.json").read_text())["time_limit"] <= 5
    (given,) = cpsat._plan(cp_model_helper, program, Clock(late), assuming=False, listing=True)
    assert 0 < given.max_time_in_seconds <= 5
    over = replace(late, deadline=time.perf_counter() - 1)
    for name in ("cpsat", "clingo", "cbc"):
        result = get_backend(name).solve(program, over)
        assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)


def test_a_limit_of_nodes(backend: Backend) -> None:
    options = Options(node_limit=1)
    if Feature.NODE_LIMIT not in backend.features:
        with pytest.raises(BackendError, match="does not support a node limit; give a time limit"):
            solve_model(split(objective=False), backend, options)
        return
    none = solve_model(split(objective=False), backend, options)
    assert (none.status, none.limit, none.values) == (Status.UNKNOWN, Limit.NODES, None)
    some = solve_model(split(objective=True), backend, options)
    # One node is enough for ours; others may need more for a first solution.
    found = backend.name in own_backends() or some.values is not None
    assert some.status is (Status.FEASIBLE if found else Status.UNKNOWN)
    assert (some.limit, some.complete, some.checked) == (Limit.NODES, False, found)
    assert some.nodes == 1
    easy = split(objective=True, rows=2)
    plenty = solve_model(easy, backend, Options(node_limit=10**7))
    assert (plenty.status, plenty.objective) == (Status.OPTIMAL, 1000)


def _hard_cover() -> Model:
    """An exact cover that no backend finds, or refutes, within a hundredth of a second's work."""
    dice = random.Random(6)
    model = Model("hard cover")
    sets = [dice.sample(range(90), 5) for _ in range(900)]
    take = model.binary("take", len(sets))
    for place in range(90):
        model.exactly_one([take[number] for number, one in enumerate(sets) if place in one])
    return model


def test_a_limit_of_work(backend: Backend) -> None:
    """It ends at the same place every time, however busy the machine is."""
    model, options = _hard_cover(), Options(work_limit=0.01)
    if Feature.WORK_LIMIT not in backend.features:
        with pytest.raises(BackendError, match="does not support a work limit; use cpsat"):
            solve_model(model, backend, options)
        return
    first, again = (solve_model(model, backend, options) for _ in range(2))
    assert (first.status, first.limit, first.complete) == (Status.UNKNOWN, Limit.WORK, False)
    assert again.nodes == first.nodes
    plenty = solve_model(split(objective=True, rows=2), backend, Options(work_limit=20))
    assert (plenty.status, plenty.objective) == (Status.OPTIMAL, 1000)


@pytest.mark.parametrize("ask", [count_solutions, list_solutions, check_uniqueness])
def test_a_limit_of_work_says_so_in_every_question(ask: Callable[..., Any]) -> None:
    for backend in ("auto", "cpsat", "clingo", "exactcover"):
        found = ask(_hard_cover(), backend, options=Options(work_limit=0.01))
        assert not found.complete
        assert found.result.limit is Limit.WORK


def test_a_hint_is_where_the_search_starts(backend: Backend) -> None:
    """With a single node, the solution that the hint completes is the one that is there."""
    model = split(objective=True)
    best = solve_model(model, "cpsat")
    assert best.values is not None
    variables = (one for family in model.families for one in family.positions().flat)
    hint = {variable: best.value(variable) for variable in variables}
    nodes = 1 if Feature.NODE_LIMIT in backend.features else None
    options = Options(hint=hint, node_limit=nodes)
    if Feature.HINT not in backend.features:
        with pytest.raises(BackendError, match="does not support hints; use cpsat"):
            solve_model(model, backend, options)
        return
    result = solve_model(model, backend, options)
    assert result.objective == 1000


def test_options_that_make_no_sense() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"time_limit": 0.0}, "positive number of seconds, got 0.0"),
        ({"time_limit": float("nan")}, "positive number of seconds, got nan"),
        ({"time_limit": float("inf")}, "positive number of seconds, got inf"),
        ({"time_limit": -1.0}, "positive number of seconds, got -1.0"),
        ({"workers": 0}, "between 1 and 1024, got 0"),
        ({"seed": -1}, "seed must be between 0 and 2147483647, got -1"),
        ({"seed": 1 << 31}, "got 2147483648"),
        ({"gap": -0.1}, "gap must be 0 or a share such as 0.01, got -0.1"),
        ({"gap": float("nan")}, "got nan"),
        ({"node_limit": 0}, "node limit must be between 1 and"),
        ({"hint": {"x": 1}}, "the hint: 'x' is not a variable"),
        ({"hint": {LONELY: "much"}}, r"the hint for y\[8\]: 'much' is not a finite number"),
    ]
    for options, message in cases:
        with pytest.raises(InputError, match=message):
            Options(**options)


def test_hints_that_make_no_sense() -> None:
    model = Model()
    model.add(model.binary("x") >= 0)
    with pytest.raises(InputError, match="the hint names a variable of another model"):
        solve_model(model, "cpsat", Options(hint={LONELY: 1}))
    with pytest.raises(InputError, match=r"must be whole, got 0\.5"):
        solve_model(model, "cpsat", Options(hint={model.families[0][()]: 0.5}))


def asked(question: str, backend: Backend | str, options: Options | None) -> object:
    """What a question about a small model comes to; without options, with a hint."""
    model, x = with_binaries(3)
    model.exactly_one(x)
    how = options or Options(hint={x[0]: 1})
    if question == "best":
        model.maximize(x.dot([1, 2, 3]))
        return solve_model(model, backend, how).objective
    if question == "one":
        return solve_model(model, backend, how).complete
    if question == "count":
        return int(count_solutions(model, backend=backend, options=how))
    if question == "list":
        return enumerate_solutions(model, lambda _: True, backend, how).complete
    return check_uniqueness(model, backend=backend, options=how).complete


@pytest.mark.parametrize(
    ("question", "answer"),
    [("one", True), ("best", 3), ("count", 3), ("list", True), ("unique", True)],
)
def test_what_a_backend_would_ignore_is_refused(question: str, answer: object) -> None:
    """Whoever names a backend gets what was asked for, or is told; `auto` picks one that can."""
    for options, feature in (
        (Options(gap=0.1), Feature.GAP),
        (Options(node_limit=10**6), Feature.NODE_LIMIT),
        (Options(work_limit=100), Feature.WORK_LIMIT),
        (None, Feature.HINT),
    ):
        if question != "best" or feature is not Feature.GAP:
            assert asked(question, "auto", options) == answer
        for backend in map(get_backend, own_backends()):
            if feature not in backend.features:
                with pytest.raises(BackendError, match=f"backend {backend.name} does not support "):
                    asked(question, backend, options)
            elif question != "best" or feature is not Feature.GAP:
                assert asked(question, backend, options) == answer


def test_a_relaxation_refuses_what_only_a_search_can_do() -> None:
    model, x = with_binary()
    for options in (Options(gap=0.1), Options(node_limit=9), Options(hint={x: 1})):
        with pytest.raises(BackendError, match="backend simplex does not support "):
            solve_relaxation(model, options)
    assert solve_relaxation(model, Options(time_limit=9, seed=3)).objective == 0
