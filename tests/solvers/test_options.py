"""Gap, node limit and hint: the same meaning on every backend, or a clear error."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ortools.sat.python import cp_model_helper

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import (
    Backend,
    Clock,
    Feature,
    Options,
    OptionWords,
    options_with,
)
from ilpuzzles.backends.option_values import READERS
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, InputError
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.cpsat import backend as cpsat
from ilpuzzles.solvers.mathopt import child as mathopt_child, run as mathopt_run
from ilpuzzles.solvers.registry import get_backend, own_backends
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
    late = Options(time_limit=1000, deadline=time.perf_counter() + 500)
    monkeypatch.setattr(mathopt_run, "run_program", lambda *_, write, **__: write({}))
    mathopt_run.run_in(tmp_path, "highs", program, late)
    assert 0 < json.loads((tmp_path / "request.json").read_text())["time_limit"] <= 500
    (given,) = cpsat._plan(cp_model_helper, program, Clock(late), assuming=False, listing=True)
    assert 0 < given.max_time_in_seconds <= 500
    over = replace(late, deadline=time.perf_counter() - 1)
    for name in ("cpsat", "clingo", "cbc"):
        result = get_backend(name).solve(program, over)
        assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
        ({"time_limit": float("-inf")}, "positive number of seconds, got -inf"),
        ({"time_limit": "soon"}, "time limit must be a number, got 'soon'"),
        ({"time_limit": np.float32("nan")}, "positive number of seconds, got nan"),
        ({"work_limit": -np.int64(2)}, r"work limit must be positive, got -2\.0"),
        ({"time_limit": -1.0}, "positive number of seconds, got -1.0"),
        ({"workers": 0}, "between 1 and 1024, got 0"),
        ({"workers": 2.5}, r"workers must be a whole number, got '2\.5'"),
        ({"workers": np.float64(2)}, r"workers must be a whole number, got '2\.0'"),
        ({"seed": -1}, "seed must be between 0 and 2147483647, got -1"),
        ({"seed": "7"}, "seed must be a whole number, got '7'"),
        ({"seed": 1 << 31}, "got 2147483648"),
        ({"gap": -0.1}, "gap must be 0 or a share such as 0.01, got -0.1"),
        ({"gap": float("nan")}, "got nan"),
        ({"gap": 10**400}, "gap must be a number, got '1000"),
        ({"node_limit": 0}, "node limit must be between 1 and"),
        ({"node_limit": np.timedelta64(3, "D")}, "node limit must be a whole number, got '3 days'"),
        ({"verbose": "no"}, "verbose must be True or False, got 'no'"),
        ({"exact": 2}, "exact must be True or False, got '2'"),
        ({"watch": 3}, "watch must be a function, got '3'"),
        ({"cluster": 8786}, "cluster must be a string, got '8786'"),
        ({"params": {"scip": 3}}, "'3' are not parameters of scip; write"),
        ({"params": [3]}, r"params must map backends to parameters, got '\[3\]'; write"),
        ({"cover": 3}, r"cover must be settings, got '3'; give Settings\(\.\.\.\)"),
        ({"hint": {3: 1}}, "the hint: '3' is not a variable"),
        ({"hint": {LONELY: "much"}}, r"the hint for y\[8\]: 'much' is not a finite number"),
    ]
    for options, message in cases:
        with pytest.raises(InputError, match=message):
            Options(**options)


SCALARS: dict[str, tuple[list[Any], Any]] = {
    "time_limit": ([np.int64(60), np.int8(60), np.float32(60), np.array(60.0)], 60.0),
    "workers": ([np.int64(1), np.int32(1), np.uint8(1), np.array(1), np.True_], 1),
    "seed": ([np.int64(3), np.int32(3), np.uint64(3), np.array(3)], 3),
    "verbose": ([np.False_, np.array(False), np.int64(0)], False),
    "gap": ([np.float32(0.1), np.float16(0.1), np.longdouble("0.1"), Decimal("0.1")], 0.1),
    "node_limit": ([np.int64(9_999), np.int32(9_999), np.array(9_999)], 9_999),
    "work_limit": ([np.int64(9), np.float32(9), np.array(9)], 9.0),
    "params": (
        [{"scip": {"limits/nodes": np.int64(9)}, "highs": {"log_to_console": np.False_}}],
        {"scip": {"limits/nodes": 9}, "highs": {"log_to_console": False}},
    ),
    "unsafe": ([np.False_, np.int64(0)], False),
    "cluster": ([np.str_("tcp://there")], "tcp://there"),
    "verify": ([np.True_, np.array(True)], True),
    "exact": ([np.False_, np.array(False)], False),
    "deadline": ([np.float64(1e9), np.float32(1e9), np.int64(1e9)], 1e9),
}
"""For every option that is no object or function: values in numpy's types, and what they mean."""

OBJECTS = {"hint", "cover", "watch", "stopped", "on_solution"}


def test_every_option_has_values_here() -> None:
    options = {field.name for field in fields(Options)}
    assert options == SCALARS.keys() | OBJECTS
    assert READERS.keys() >= SCALARS.keys()


def contents(value: object) -> list[object]:
    """A value, and all that it contains."""
    if isinstance(value, dict):
        return [value, *(inner for part in value.values() for inner in contents(part))]
    return [value]


@pytest.mark.parametrize("name", sorted(SCALARS))
def test_the_numbers_of_numpy_become_plain_ones(name: str) -> None:
    given, meant = SCALARS[name]
    for one in given:
        read = getattr(Options(**{name: one}), name)
        assert read == meant
        assert [type(part) for part in contents(read)] == [type(part) for part in contents(meant)]


@pytest.mark.parametrize("name", sorted(field.name for field in fields(Options)))
def test_an_option_that_is_none_says_nothing(name: str) -> None:
    nothing: dict[str, Any] = {name: None}
    said, usual = (getattr(one, name) for one in (Options(**nothing), Options()))
    # Settings have no equality of their own.
    assert said == usual or repr(said) == repr(usual)
    if name in OptionWords.__annotations__:
        known = Options(seed=4, time_limit=60, workers=2)
        word: Any = {name: None}
        assert options_with(known, word) is known


FEATURES = {
    "gap": Feature.GAP,
    "node_limit": Feature.NODE_LIMIT,
    "work_limit": Feature.WORK_LIMIT,
}


@pytest.mark.parametrize("name", sorted(SCALARS.keys() - {"cluster", "params", "deadline"}))
def test_backends_get_the_numbers_of_numpy(backend: Backend, name: str) -> None:
    model, x = with_binaries(3)
    model.add(x.sum() <= 2)
    model.maximize(x.sum())
    if name in FEATURES and FEATURES[name] not in backend.features:
        return
    given, _ = SCALARS[name]
    for one in (given[0], None):
        option: dict[str, Any] = {name: one}
        result = solve_model(model, backend, Options(**option))
        assert (result.status, result.objective) == (Status.OPTIMAL, 2)


@pytest.mark.parametrize("limit", [1e9, 1e20, 1e30, np.float64(1e20), float("inf"), 10**20])
def test_a_limit_of_ages_is_none(backend: Backend, limit: float) -> None:
    model, x = with_binaries(3)
    model.maximize(x.sum())
    options = Options(time_limit=limit, work_limit=limit)
    assert (options.time_limit, options.work_limit) == (None, None)
    assert Options(node_limit=float("inf")).node_limit is None  # type: ignore[arg-type] # people do
    assert solve_model(model, backend, options).objective == 3
    nearly = Options(time_limit=999_999_999)
    assert solve_model(model, backend, nearly).objective == 3


def test_questions_take_the_numbers_of_numpy() -> None:
    model, x = with_binaries(4)
    few = model.add(x.sum() <= 2)
    model.maximize(x @ [1, 2, 3, 4])
    threes: list[Any] = [np.int64(3), np.int8(3), np.array(3)]
    for three in threes:
        assert len(model.best(number=three)) == 3
        assert len(model.solutions(limit=three)) == 3
        assert len(model.sample(number=three, seed=three)) == 3
        assert int(model.count(limit=three)) == 3
        assert len(model.optimal(limit=three)) == 1
        assert len(next(iter(model.whatif(limit=three))).solutions) == 3
    model.change(few, bounds=(5, None))
    how: dict[str, Any] = {"reasons": np.int64(2), "rows": np.True_, "bounds": np.False_}
    assert len(model.explain(**how).rows) == 1


def test_what_is_none_says_nothing_in_questions() -> None:
    nothing: Any = None
    model, x = with_binaries(4)
    model.maximize(x @ [1, 2, 4, 8])
    assert len(model.best(number=nothing)) == 10
    assert len(model.sample(number=nothing)) == 10
    assert len(model.solutions(nothing, limit=nothing)) == 16
    assert int(model.count(nothing, limit=nothing, watch=nothing)) == 16
    assert model.solve(nothing).objective == 15
    variants = model.whatif(without=nothing, fix=nothing, limit=nothing)
    assert [len(one.solutions) for one in variants] == [10]
    assert model.relaxation(nothing, method=nothing).objective == 15
    row = model.add(x.sum() >= 5)
    why = model.explain(reasons=nothing, rows=nothing, bounds=nothing, among=nothing)
    assert [cause.name for cause in why.rows] == [row.name]
    assert model.relax(by=nothing, among=nothing).least == 1


def test_numbers_of_solutions_that_make_no_sense() -> None:
    model, _ = with_binaries(4)
    nonsense: list[Any] = ["3", 2.5, np.float64(3), [3]]
    for given in nonsense:
        for ask in (
            lambda given: model.solutions(limit=given),
            lambda given: model.count(limit=given),
            lambda given: model.sample(number=given),
            lambda given: model.whatif(limit=given),
            lambda given: model.explain(reasons=given),
        ):
            with pytest.raises(InputError, match=r"the number of .* must be a whole number, got"):
                ask(given)


def test_a_hint_for_a_negated_variable_is_one_for_the_variable() -> None:
    _, x = with_binaries(3)
    hint = Options(hint={x[0]: 1, ~x[1]: 1, ~x[2]: np.False_}).hint
    assert {repr(variable): value for variable, value in hint.items()} == {
        "x[0]": 1,
        "x[1]": 0,
        "x[2]": 1,
    }


def test_hints_that_make_no_sense() -> None:
    model = Model()
    model.add(model.binary("x") >= 0)
    with pytest.raises(InputError, match=r"y\[8\] of the hint belongs to another model, which is"):
        solve_model(model, "cpsat", Options(hint={LONELY: 1}))
    nonsense: Any = 3
    with pytest.raises(InputError, match="the hint must be numbers by variable, or a result, got"):
        solve_model(model, "cpsat", hint=nonsense)
    impossible = Model()
    impossible.add(impossible.binary("x") >= 2)
    with pytest.raises(InputError, match="the hint is a result without values: infeasible; leave"):
        solve_model(model, "cpsat", hint=impossible.solve("cpsat"))
    with pytest.raises(InputError, match=r"must be a whole number, got 0\.5"):
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


@pytest.mark.exhaustive
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
