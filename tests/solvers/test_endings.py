"""How searches end, and what is made of it."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Enumerates, Interrupted, Options, proved_gap
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.functions import maximum, product as times
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.cpsat import backend as cpsat
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries
from support.knapsacks import knapsacks


def pigeons(count: int, spare: int = -1) -> Model:
    """As many pigeons as holes, less the spare ones; one too many is hard to see."""
    model = Model("pigeons")
    sits = model.binary("sits", count - spare, count)
    model.exactly_one(sits, axis=1)
    model.at_most_one(sits, axis=0)
    return model


def split_market(size: int, rows: int) -> Model:
    """Equalities with random coefficients: no solution is easy to find, nor that there is none."""
    dice = random.Random(7)
    model = Model("market split")
    x = model.binary("x", size)
    for _ in range(rows):
        weights = [dice.randint(0, 99) for _ in range(size)]
        model.add(x.dot(weights) == sum(weights) // 2)
    return model


CONSTANT = 1_000_000


def knapsack(size: int) -> Model:
    """Many knapsacks at once: good solutions are easy, the best one is not."""
    return knapsacks(size, 30, constant=CONSTANT)


def triangle() -> Model:
    """x + y = y + z = z + x = 1: only halves satisfy that."""
    model = Model()
    x = [*model.binary("x", 3).flat]
    for one, other in pairwise([*x, x[0]]):
        model.add(one + other == 1)
    return model


def growing(*, rows: bool) -> Model:
    """An objective without an end, with and without a row."""
    model = Model()
    n = model.integer("n", lower=0, upper=None)
    if rows:
        model.add(n >= 2 * model.binary("x"))
    model.maximize(n)
    return model


@dataclass(frozen=True)
class Ending:
    """How a search ends."""

    model: Callable[[], Model]
    status: Status
    limit: Limit = Limit.NONE
    time_limit: float | None = None
    backends: tuple[str, ...] = ("cbc", "cpsat")


# Every ending that CBC and CP-SAT document, apart from those that the surroundings cause: killed,
# missing and wrong programs and full disks are in test_cbc.py, models that are refused below. The
# fuzz has rows and objectives without variables, and bounds the wrong way round.
ENDINGS = {
    "no variables and no rows": Ending(Model, Status.OPTIMAL),
    "found without an objective": Ending(partial(pigeons, 5, spare=1), Status.OPTIMAL),
    "proved to be the best": Ending(partial(knapsack, 12), Status.OPTIMAL),
    "infeasible in whole numbers": Ending(triangle, Status.INFEASIBLE),
    "unbounded": Ending(partial(growing, rows=True), Status.UNBOUNDED, backends=("cbc",)),
    "unbounded without rows": Ending(
        partial(growing, rows=False), Status.UNBOUNDED, backends=("cbc",)
    ),
    "a limit without a solution": Ending(
        partial(split_market, 60, 6), Status.UNKNOWN, Limit.TIME, time_limit=0.3
    ),
    "a limit with a solution": Ending(
        partial(knapsack, 120), Status.FEASIBLE, Limit.TIME, time_limit=1.0, backends=("cbc",)
    ),
}


@pytest.mark.parametrize(
    ("name", "backend"),
    [(name, backend) for name, ending in ENDINGS.items() for backend in ending.backends],
)
def test_every_ending_has_its_status_and_limit(name: str, backend: str) -> None:
    ending = ENDINGS[name]
    model = ending.model()
    result = solve_model(model, backend, Options(time_limit=ending.time_limit))
    assert (result.status, result.limit) == (ending.status, ending.limit), result.message
    has_values = ending.status in {Status.OPTIMAL, Status.FEASIBLE}
    assert (result.values is not None) == has_values
    assert result.checked == has_values
    assert result.complete == (ending.limit is Limit.NONE)
    assert bool(result) == has_values
    if result.values is None:
        with pytest.raises(ValueError, match="no values: the status is"):
            result.value(model.binary("new", 1).flat[0])
        return
    objective = model.program().objective
    assert (result.objective is None) == (objective is None)
    if objective is not None and ending.status is Status.FEASIBLE:
        assert result.bound is not None
        found = objective.value(result.values)
        assert found <= result.bound <= CONSTANT + 1.2 * (found - CONSTANT)
    elif objective is not None:
        assert result.bound == pytest.approx(objective.value(result.values))


@pytest.mark.parametrize("name", ["clingo", "cpsat"])
def test_a_search_that_is_stopped_proves_nothing(name: str) -> None:
    model, heard = knapsack(120), list[float]()

    def watch(now: Progress) -> None:
        # A bound may come before any solution.
        heard.extend([] if now.best is None else [now.best])

    options = Options(watch=watch, stopped=lambda: bool(heard))
    result = solve_model(model, name, options)
    assert (result.status, result.limit, result.complete) == (Status.FEASIBLE, Limit.TIME, False)
    assert result.values is not None
    assert result.objective is not None
    assert result.objective > CONSTANT
    assert result.bound is None or result.bound >= result.objective


def test_a_limit_in_a_proof_is_never_infeasible(backend: Backend) -> None:
    result = solve_model(pigeons(40), backend, Options(time_limit=0.05))
    assert result.status in {Status.UNKNOWN, Status.INFEASIBLE}
    assert result.complete == (result.status is Status.INFEASIBLE)
    assert (result.limit is Limit.TIME) == (result.status is Status.UNKNOWN)


def test_cp_sat_needs_bounds() -> None:
    with pytest.raises(BackendError, match="needs bounds for every variable"):
        solve_model(growing(rows=True), "cpsat")


@pytest.mark.parametrize("seed", [3562, 4032, 4093, 5841, 9631])
def test_the_best_solution_survives_large_numbers(seed: int) -> None:
    """CP-SAT's presolve loses the best solution of these, so it is left out."""
    dice = random.Random(seed)
    largest = 10 ** dice.choice([8, 9, 10])
    size = dice.randint(4, 9)
    hidden = [dice.randint(0, 1) for _ in range(size)]
    model, x = with_binaries(size)
    for _ in range(dice.randint(1, 3)):
        weights = [dice.randint(-largest, largest) for _ in range(size)]
        value = sum(a * b for a, b in zip(weights, hidden, strict=True))
        kind = dice.random()
        total = x.dot(weights)
        row = total <= value if kind < 0.75 else total >= value
        model.add(total == value if kind < 0.5 else row)
    costs = [dice.randint(-largest, largest) for _ in range(size)]
    model.minimize(x.dot(costs))
    feasible = [v for v in product((0, 1), repeat=size) if not model.check(np.array(v))]
    best = min(sum(a * b for a, b in zip(costs, v, strict=True)) for v in feasible)
    result = solve_model(model, "cpsat")
    assert (result.status, result.objective) == (Status.OPTIMAL, best)


@pytest.mark.parametrize("least", [10**5, 10**7, -(10**9)])
def test_the_best_product_survives_large_numbers(least: int) -> None:
    """CP-SAT's presolve calls these infeasible from 10^13 on, and some from 10^10 on."""
    model = Model()
    m = model.integer("m", lower=least, upper=least + 1)
    n = model.integer("n", lower=999_997, upper=999_998)
    model.maximize(times(m, n))
    result = solve_model(model, "cpsat")
    assert result.status is Status.OPTIMAL
    assert result.objective == (least + 1) * (999_998 if least > 0 else 999_997)


@pytest.mark.parametrize("goal", [False, True])
def test_sums_that_cpsat_cannot_hold_are_refused_in_a_line(*, goal: bool) -> None:
    model = Model()
    n = model.integer("n", 5, lower=-(10**9), upper=10**9)
    total = 10**9 * n.sum()
    if goal:
        model.maximize(total)
    else:
        model.add(total == 0)
    with pytest.raises(BackendError, match=r"^an? (row|objective) may add up to 5e\+18, "):
        solve_model(model, "cpsat")


def test_large_numbers_are_exact_or_refused() -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    model.add((1 << 60) * x - ((1 << 60) + 1) * y == -1)
    result = solve_model(model, "cpsat")
    assert [result.value(x), result.value(y)] == [1, 1]
    # Bounds alone decide it.
    assert solve_model(model, "cbc").values is not None
    model = Model()
    x, y, z = model.binary("x"), model.binary("y"), model.binary("z")
    model.add((1 << 60) * x - ((1 << 60) + 1) * y + z == 0)
    assert solve_model(model, "cpsat").values is not None
    with pytest.raises(BackendError, match="above 10,000,000; use the backend cpsat"):
        solve_model(model, "cbc")


def test_a_model_that_cp_sat_refuses_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.solvers.cpsat.rows._LARGEST_SUM", float("inf"))
    model, x = with_binaries(9)
    model.add(x.dot([1 << 61] * 9) >= 1)
    result = solve_model(model, "cpsat")
    assert result.status is Status.ERROR
    assert result.message.startswith("CP-SAT refused the model: Possible integer overflow")
    assert "\n" not in result.message
    assert result.values is None


@pytest.mark.parametrize("name", ["clingo", "cpsat"])
def test_an_enumeration_can_be_stopped(name: str) -> None:
    model = Model()
    model.binary("x", 6)
    found: list[IntArray] = []

    def visit(values: IntArray) -> bool:
        found.append(values)
        return len(found) < 5

    result = enumerate_solutions(model, visit, name)
    assert len(found) == 5
    assert (result.limit, result.complete) == (Limit.SOLUTIONS, False)
    with pytest.raises(ZeroDivisionError):
        enumerate_solutions(model, lambda values: bool(1 // (len(values) - 6)), name)


def test_a_wrong_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = get_backend("cpsat")
    model, x = with_binaries(2)
    with model.group("pair"):
        model.exactly_one(x)
    honest = type(backend).solve

    def lie(self: Backend, asked: Program, options: Options) -> object:
        return replace(honest(self, asked, options), values=np.array([1, 1]))

    monkeypatch.setattr(type(backend), "solve", lie)
    with pytest.raises(CheckError, match=r"cpsat is wrong: pair\[0\] is 2, not 1"):
        solve_model(model, "cpsat")


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many searches each solve may make; the first of several is given hardly any time."""
    monkeypatch.setattr(cpsat, "_BRIEF_SECONDS", 1e-9)
    monkeypatch.setattr(cpsat, "_ENTRIES_PER_BRIEF_SECOND", 10**15)
    made: list[int] = []
    attempts = cpsat.attempts

    def counted(*arguments: Any, **named: Any) -> list[Any]:
        found = attempts(*arguments, **named)
        made.append(len(found))
        return found

    monkeypatch.setattr(cpsat, "attempts", counted)
    return made


def test_what_the_first_search_leaves_open_is_answered_by_the_second(attempts: list[int]) -> None:
    board = formulate(load("lonpos", "2pieces"))[1].model
    result = solve_model(board, "cpsat")
    assert (result.status, result.complete) == (Status.OPTIMAL, True)
    result = solve_model(pigeons(5), "cpsat")
    assert (result.status, result.limit, result.values) == (Status.INFEASIBLE, Limit.NONE, None)
    assert attempts == [2, 2]


@pytest.mark.parametrize("briefly", [1e-9, 2e-5, 1e-4])
def test_a_list_that_the_first_search_leaves_open_is_completed(
    briefly: float, attempts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpsat, "_BRIEF_SECONDS", briefly)
    model = Model()
    x = model.binary("x", 10)
    model.add(x.sum() == 5)
    seen = [values.tobytes() for values in list_solutions(model, backend="cpsat").solutions]
    assert (len(seen), len(set(seen))) == (252, 252)
    assert list_solutions(model, backend="cpsat", limit=3).result.limit is Limit.SOLUTIONS
    assert list_solutions(pigeons(4), backend="cpsat").complete
    assert {*attempts} == {2}


@pytest.mark.parametrize("kind", ["binary", "integer"])
def test_a_list_ends_soon_after_it_is_stopped(kind: str) -> None:
    model = Model()
    x = model.binary("x", 12) if kind == "binary" else model.integer("n", 6, lower=0, upper=3)
    model.add(x.sum() >= 1)
    seen: list[IntArray] = []
    asked = Options(stopped=lambda: len(seen) >= 5)
    listed = enumerate_solutions(model, seen.append, backend="cpsat", options=asked)
    assert not listed.complete
    assert 5 <= len(seen) < 2000


def test_a_list_that_contradicts_itself_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = cpsat._visit_outcome

    def lie(result: Any, *, stopped: bool) -> Any:
        return honest(replace(result, status=Status.INFEASIBLE), stopped=stopped)

    monkeypatch.setattr(cpsat, "_visit_outcome", lie)
    with pytest.raises(CheckError, match="finds no solution where it has found one"):
        list_solutions(pigeons(2, spare=0), backend="cpsat")


def test_an_objective_beyond_doubles_is_proved_by_the_bounds_of_columns() -> None:
    model = Model()
    free, n = model.binary("free"), model.integer("n", lower=999_999_999, upper=999_999_999)
    model.minimize(999_999_940 * n + 999_999_935)
    result = solve_model(model, "cpsat")
    assert (result.status, result.objective) == (Status.OPTIMAL, 999_999_939_999_999_995)
    model.maximize(free + 999_999_940 * n)
    assert solve_model(model, "cpsat").objective == 999_999_939_000_000_061


def test_bounds_of_columns_prove_the_best_of_them_and_nothing_else() -> None:
    model = Model()
    n = model.integer("n", lower=1, upper=3)
    for goal, best in ((model.minimize, 1), (model.maximize, 3)):
        goal(n + 10**17)
        program = model.program()
        bound = 0.0 if best == 1 else 2e17
        assert proved_gap(program, np.array([best]), bound) == 0
        assert proved_gap(program, np.array([4 - best]), bound) is None


def test_a_list_is_searched_by_one_worker_and_within_one_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cpsat, "_BRIEF_SECONDS", 1e-9)
    monkeypatch.setattr(cpsat, "_ENTRIES_PER_BRIEF_SECOND", 10**15)
    planned: list[Any] = []
    honest = cpsat.attempts

    def noted(*arguments: Any, **named: Any) -> list[Any]:
        found = honest(*arguments, **named)
        planned.extend(found)
        return found

    monkeypatch.setattr(cpsat, "attempts", noted)
    model, backend = Model(), get_backend("cpsat")
    x = model.binary("x", 4)
    model.add(x.sum() == 2)
    assert isinstance(backend, Enumerates)
    for workers in (1, 2):
        options = Options(time_limit=50, workers=workers)
        result = backend.enumerate(model.program(), options, lambda _: True)
        assert (result.status, result.complete) == (Status.OPTIMAL, True)
    assert [one.num_workers for one in planned] == [1, 1, 1]
    assert 50 > planned[0].max_time_in_seconds > planned[1].max_time_in_seconds > 0


def test_a_limit_is_one_for_all_searches(attempts: list[int]) -> None:
    result = solve_model(split_market(60, 6), "cpsat", Options(time_limit=0.5))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)
    assert not result.complete
    assert attempts == [2]


def test_who_asks_for_several_workers_gets_one_search(attempts: list[int]) -> None:
    model = pigeons(4, spare=1)
    assert solve_model(model, "cpsat", Options(workers=2)).status is Status.OPTIMAL
    model.minimize(model.families[0].sum())
    assert solve_model(model, "cpsat", Options(workers=2)).objective == 3
    assert attempts == [1, 1]


@dataclass
class Response:
    """What a search of CP-SAT has to say."""

    status: Any
    objective_value: float = 0.0
    solution: tuple[int, ...] = ()
    best_objective_bound: float = 9.0
    num_branches: int = 3
    deterministic_time: float = 0.5


class Searches:
    """Stands for CP-SAT, and says what it is told to, or is interrupted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *responses: Response | None) -> None:
        self.hints: list[list[int]] = []

        def solve(_: Any, proto: Any) -> Response:
            self.hints.append([*proto.solution_hint.values])
            response = responses[len(self.hints) - 1]
            if response is None:
                raise KeyboardInterrupt
            return response

        helper = importlib.import_module(cpsat._HELPER)
        monkeypatch.setattr(helper.SolveWrapper, "solve", solve)
        monkeypatch.setattr(cpsat, "run_interruptibly", lambda search, *_: search())


def best_of_three(*, maximize: bool = True, **words: Any) -> Result:
    """The best of three 0-1 columns for CP-SAT, with a hint for the last one."""
    model, x = with_binaries(3)
    (model.maximize if maximize else model.minimize)(x.sum())
    return get_backend("cpsat").solve(model.program(), Options(hint={x[2]: 1}, **words))


def test_the_next_search_may_know_less_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = importlib.import_module(cpsat._HELPER)
    optimal, feasible = helper.OPTIMAL, helper.FEASIBLE
    for second, best, bound in (
        (Response(optimal, 2.0, (1, 1, 0), 2.0), 2, 2),
        (Response(feasible, 2.0, (1, 1, 0), 2.5), 2, 2.5),
        (Response(feasible, 2.0, (1, 1, 0), 9.0), 2, 2.75),
        (Response(feasible, 0.0, (0, 0, 0), 2.25), 1, 2.25),
        (Response(feasible, 0.0, (0, 0, 0), 1.0), 1, 1),
        (Response(helper.UNKNOWN, best_objective_bound=0.0), 1, 2.75),
    ):
        first = Response(feasible, 1.0, (1, 0, 0), 2.75)
        searches = Searches(monkeypatch, first, second)
        result = best_of_three()
        assert searches.hints == [[1], [1, 0, 0]]
        assert (result.objective, result.bound, result.nodes) == (best, bound, 6)
        assert result.complete is (best == bound)
        assert result.status is (Status.OPTIMAL if best == bound else Status.FEASIBLE)
    Searches(monkeypatch, Response(feasible, 1.0, (1, 0, 0)), Response(helper.INFEASIBLE))
    with pytest.raises(CheckError, match="CP-SAT finds no solution where it has found one"):
        best_of_three()


def test_a_limit_of_work_is_one_although_cpsat_ends_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does not say which limit it was; `auto` goes on only if it was that of its work."""
    unknown = importlib.import_module(cpsat._HELPER).UNKNOWN
    for options, limit in (
        (Options(work_limit=1.5), Limit.WORK),
        (Options(work_limit=1.5, time_limit=60), Limit.WORK),
        (Options(work_limit=1.5, stopped=lambda: True), Limit.TIME),
        (Options(time_limit=60), Limit.TIME),
    ):
        Searches(monkeypatch, *[Response(unknown, deterministic_time=0.7)] * 2)
        model, x = with_binaries(3)
        model.add(x.sum() >= 2)
        result = get_backend("cpsat").solve(model.program(), options)
        assert (result.status, result.limit) == (Status.UNKNOWN, limit)


def test_of_two_searches_for_the_least_the_better_one_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    feasible = importlib.import_module(cpsat._HELPER).FEASIBLE
    for first, second in ((1, 2), (2, 1)):
        values = {1: (1, 0, 0), 2: (1, 1, 0)}
        said = [Response(feasible, n, values[n], bound) for n, bound in ((first, -2), (second, 0))]
        Searches(monkeypatch, *said)
        result = best_of_three(maximize=False)
        assert (result.objective, result.bound) == (1, 0)


def test_ctrl_c_hands_over_the_best_of_both_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = importlib.import_module(cpsat._HELPER)
    known = Response(helper.FEASIBLE, 1.0, (1, 0, 0))
    for second, best in (
        (None, 1),
        (Response(helper.FEASIBLE, 0.0, (0, 0, 0)), 1),
        (Response(helper.FEASIBLE, 2.0, (1, 1, 0)), 2),
    ):
        searches = Searches(monkeypatch, known, second)

        def stopped(searches: Searches = searches) -> bool:
            if len(searches.hints) == 2:
                raise KeyboardInterrupt
            return False

        with pytest.raises(Interrupted) as interruption:
            best_of_three(stopped=stopped)
        answer: Result = interruption.value.answer
        assert (answer.status, answer.limit) == (Status.FEASIBLE, Limit.INTERRUPTED)
        assert answer.objective == best
    Searches(monkeypatch, Response(helper.UNKNOWN), None)
    with pytest.raises(KeyboardInterrupt) as plain:
        best_of_three()
    assert not isinstance(plain.value, Interrupted)


def test_ctrl_c_in_the_next_search_hands_over_what_the_first_has_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(*_: Any) -> None:
        raise KeyboardInterrupt

    # The first search is too brief for a thread of its own.
    monkeypatch.setattr(cpsat, "run_interruptibly", run)
    with pytest.raises(Interrupted) as interruption:
        solve_model(knapsack(60), "cpsat")
    answer: Result = interruption.value.answer
    assert (answer.status, answer.limit) == (Status.FEASIBLE, Limit.INTERRUPTED)
    assert answer.checked


def test_both_searches_for_the_best_tell_as_one() -> None:
    told, progress, model = list[Any](), list[Progress](), knapsack(60)
    asked = Options(watch=progress.append, on_solution=lambda one: told.append(one.objective))
    result = get_backend("cpsat").solve(model.program(), replace(asked, on_solution=None))
    bounds = [one.bound for one in progress if one.bound is not None]
    assert bounds == sorted(bounds, reverse=True)
    assert len({*bounds} - {result.bound}) > 1
    assert solve_model(model, "cpsat", asked).objective == told[-1]
    assert told == sorted(set(told))


def test_who_has_had_enough_ends_both_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses, calls = list[Any](), list[int]()
    feasible = importlib.import_module(cpsat._HELPER).FEASIBLE
    honest, program = cpsat._attempt, knapsack(60).program()

    def attempt(*arguments: Any, ended: list[Any], **named: Any) -> None:
        try:
            honest(*arguments, ended=ended, **named)
        finally:
            statuses.append(ended[-1].status)

    monkeypatch.setattr(cpsat, "_attempt", attempt)
    backend = get_backend("cpsat")
    assert not backend.solve(program, Options(stopped=lambda: len(statuses) > 0)).complete
    assert statuses == [feasible]
    for last in (0, 1):
        statuses.clear()
        calls.clear()

        def fail(_: Result, last: int = last) -> None:
            if len(statuses) == last:
                calls.append(last)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            backend.solve(program, Options(on_solution=fail))
        assert (statuses, calls) == ([feasible] * (last + 1), [last])
    monkeypatch.setattr(cpsat, "_MOST_VARIABLES_FOR_A_BRIEF_SEARCH", program.variables - 1)
    statuses.clear()
    assert backend.solve(program, Options()).complete
    assert len(statuses) == 1


def test_large_numbers_in_operations_go_without_presolve() -> None:
    model = Model()
    x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
    model.minimize(maximum(-(10**7) * x, y))
    helper = importlib.import_module(cpsat._HELPER)
    assert not cpsat.attempts(helper, model.program(), Options())[-1].cp_model_presolve


ENDS = [(0, 5), (None, -3), (None, 3), (-4, None), (2, None), (-2, -2), (None, None)]
"""Bounds on both sides, on one and on none, below 0 and above."""


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_without_rows_each_variable_is_at_its_better_end(backend: str, seeds: range) -> None:
    bounded = 0
    for seed in range(8 * seeds.start, 8 * seeds.stop):
        dice = random.Random(seed)
        model = Model()
        variables, best, is_bounded = [], 0, True
        gains = [dice.choice([0, 0, 0, 1, -2]) for _ in range(2)]
        for number, gain in enumerate(gains):
            lower, upper = dice.choice(ENDS)
            if dice.random() < 0.5:
                variable = model.integer(f"n{number}", lower=lower, upper=upper)
            else:
                variable = model.continuous(f"n{number}", lower=lower, upper=upper)
            variables.append((variable, lower, upper))
            end = upper if gain > 0 else lower
            is_bounded &= gain == 0 or end is not None
            best += gain * (end or 0)
        model.maximize(model.sum(g * v for g, (v, *_) in zip(gains, variables, strict=True)))
        result = solve_model(model, backend)
        if not is_bounded:
            assert result.status is Status.UNBOUNDED, seed
            continue
        bounded += 1
        assert (result.status, result.objective) == (Status.OPTIMAL, best), seed
        for variable, lower, upper in variables:
            value = result.value(variable)
            assert lower is None or value >= lower, seed
            assert upper is None or value <= upper, seed
    assert bounded > 10
