"""Two backends side by side: who wins, who is stopped, and what is left without a proof."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from benchmarks.classical_models import classical_model
from ilpuzzles.backends.interface import GENERAL, Feature, Interrupted, Options
from ilpuzzles.backends.race import Race
from ilpuzzles.backends.registry import RACE, choose, general_backends, get_backend
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs import temporary_files
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.progress import Progress
from ilpuzzles.queries.solve import solve_model
from support.mixed_models import mixed_sample
from support.plain_backend import PlainBackend


def packing() -> Model:
    """The most of three neighbours in a row of five: 3."""
    model = Model("packing")
    x = model.binary("x", 5)
    for place in range(4):
        model.at_most_one(x[place : place + 2])
    model.maximize(x.sum())
    return model


@dataclass
class Runner(PlainBackend):
    """A backend that says what it is asked to say."""

    name: str
    says: Callable[[Program, Options], Result]
    features: frozenset[Feature] = GENERAL

    def solve(self, program: Program, options: Options) -> Result:
        return self.says(program, options)


def result(name: str, ones: str, status: Status, bound: float | None = None) -> Result:
    values = np.array([int(one) for one in ones])
    limit = Limit.NONE if status is Status.OPTIMAL else Limit.TIME
    return Result(
        status=status,
        limit=limit,
        values=values,
        objective=int(values.sum()),
        bound=bound,
        complete=status is Status.OPTIMAL,
        backend=name,
        version="1",
    )


def says(name: str, ones: str, status: Status, bound: float | None = None) -> Runner:
    return Runner(name, lambda _program, _options: result(name, ones, status, bound))


def never(name: str, ones: str, seen: list[str]) -> Runner:
    """One that ends only if it is stopped."""

    def wait(_program: Program, options: Options) -> Result:
        begun = time.monotonic()
        while not options.stopped():
            assert time.monotonic() - begun < 60
            time.sleep(0.01)
        seen.append(name)
        return result(name, ones, Status.FEASIBLE)

    return Runner(name, wait)


def patient(runner: Runner) -> Runner:
    """The same, but it takes a moment, in which the other one has begun."""

    def wait(program: Program, options: Options) -> Result:
        time.sleep(0.5)
        return runner.says(program, options)

    return replace(runner, says=wait)


def fails(name: str) -> Runner:
    def fail(_program: Program, _options: Options) -> Result:
        raise BackendError(Problem(f"{name} gives up", "try another backend"))

    return Runner(name, fail)


def raced(one: Runner, other: Runner, **options: Any) -> Result:
    return Race((one, other)).solve(packing().program(), Options(**options))


def test_the_first_proof_wins_and_the_other_is_stopped() -> None:
    seen: list[str] = []
    quick = patient(says("quick", "10101", Status.OPTIMAL))
    slow = never("slow", "10000", seen)
    for pair in ((slow, quick), (quick, slow)):
        found = raced(*pair)
        assert (found.backend, found.objective, found.complete) == ("quick", 3, True)
    assert seen == ["slow", "slow"]


def test_wrong_answers_and_failures_lose() -> None:
    right = says("right", "10101", Status.OPTIMAL)
    for wrong in (says("wrong", "11111", Status.OPTIMAL), fails("wrong")):
        assert raced(wrong, right).backend == raced(right, wrong).backend == "right"
    with pytest.raises(BackendError, match="one gives up; try another backend"):
        raced(fails("one"), fails("one"))


def test_two_wrong_answers_are_none() -> None:
    wrong = says("wrong", "11111", Status.OPTIMAL)
    found = raced(wrong, wrong)
    assert (found.status, found.values, found.complete) == (Status.ERROR, None, False)
    assert found.message.startswith("its values are wrong: ")


def test_a_solution_refutes_proofs_that_rule_it_out() -> None:
    """Whoever comes first: a checked solution counts more than what a solver claims."""
    nothing = Result(status=Status.INFEASIBLE, complete=True, backend="claims", version="1")
    found_one = says("found", "10100", Status.FEASIBLE, bound=5.0)
    for claims in (
        Runner("claims", lambda _program, _options: nothing),
        says("claims", "10000", Status.OPTIMAL, bound=1.0),
    ):
        best = raced(found_one, patient(claims))
        assert (best.backend, best.objective, best.bound) == ("found", 2, 5)
        assert (best.status, best.complete) == (Status.FEASIBLE, False)


def test_without_a_proof_the_better_of_both_counts() -> None:
    low = says("low", "10000", Status.FEASIBLE, bound=4.0)
    high = says("high", "10100", Status.FEASIBLE, bound=5.0)
    for pair in ((low, high), (high, low)):
        found = raced(*pair)
        assert (found.backend, found.objective, found.bound) == ("high", 2, 4)
        assert (found.status, found.complete) == (Status.FEASIBLE, False)
    # The solution of one and the bound of the other are a proof together.
    best = raced(says("a", "10101", Status.FEASIBLE, 5.0), says("b", "10000", Status.FEASIBLE, 3.0))
    assert (best.backend, best.status, best.complete) == ("a", Status.OPTIMAL, True)


def test_who_is_stopped_from_outside_ends() -> None:
    seen: list[str] = []
    ending = threading.Event()
    threading.Timer(0.2, ending.set).start()
    pair = never("a", "10000", seen), never("b", "10100", seen)
    found = raced(*pair, stopped=ending.is_set)
    assert sorted(seen) == ["a", "b"]
    assert (found.backend, found.complete) == ("b", False)


def test_ctrl_c_has_the_best_of_both() -> None:
    def interrupt() -> None:
        import _thread  # noqa: PLC0415 - the simplest way to Ctrl-C oneself

        _thread.interrupt_main()

    threading.Timer(0.2, interrupt).start()
    with pytest.raises(Interrupted) as caught:
        raced(never("a", "10000", []), says("b", "10100", Status.FEASIBLE, 5.0))
    found = caught.value.answer
    assert (found.objective, found.limit, found.complete) == (2, Limit.INTERRUPTED, False)


def test_the_watcher_sees_the_better_of_both() -> None:
    told: list[tuple[float | None, float | None]] = []

    def talk(best: float, bound: float) -> Callable[[Program, Options], Result]:
        def run(_program: Program, options: Options) -> Result:
            assert options.watch is not None
            options.watch(Progress(best=best, bound=bound))
            return result("x", "10000", Status.FEASIBLE, bound)

        return run

    def watch(progress: Progress) -> None:
        told.append((progress.best, progress.bound))

    raced(Runner("a", talk(1, 5)), Runner("b", talk(2, 4)), watch=watch)
    raced(Runner("a", talk(2, 5)), Runner("b", talk(1, 4)), watch=watch)
    assert told[1] == told[3] == (2, 4)


def test_workers_are_shared() -> None:
    given: dict[str, int] = {}

    def taking(name: str, features: frozenset[Feature]) -> Runner:
        def run(_program: Program, options: Options) -> Result:
            given[name] = options.workers
            return result(name, "10000", Status.FEASIBLE)

        return Runner(name, run, features)

    raced(taking("many", GENERAL | {Feature.WORKERS}), taking("one", GENERAL), workers=6)
    assert given == {"many": 3, "one": 1}


def test_a_race_is_chosen_by_its_name() -> None:
    choice = choose(RACE, packing().program())
    assert isinstance(choice.backend, Race)
    first, second = choice.backend.runners
    assert choice.why == f"{first.name} and {second.name} side by side"
    assert choice.why_of(second.name) == f"the first of {choice.why}"
    assert choice.backend.version() == " beside ".join(
        f"{one.name} {one.version()}" for one in (first, second)
    )


@pytest.mark.parametrize("seed", range(10))
def test_real_races_find_the_best(seed: int) -> None:
    sample = mixed_sample(seed)
    best = sample.best()
    found = solve_model(sample.model, RACE)
    assert found.objective == best
    assert (found.status is Status.INFEASIBLE) == (best is None)


@pytest.mark.parametrize("backend", general_backends())
def test_a_search_ends_when_it_is_stopped(backend: str) -> None:
    program = classical_model("set_partition-2000x80").program()
    begun = time.monotonic()
    options = Options(stopped=lambda: time.monotonic() - begun > 1)
    found = get_backend(backend).solve(program, options)
    assert not found.complete
    assert found.limit is Limit.TIME
    assert temporary_files._folders == set()


@pytest.mark.parametrize("loser", ["cbc", "highs", "cpsat"])
def test_nothing_of_the_loser_is_left(loser: str) -> None:
    program = classical_model("set_partition-2000x80").program()
    # The last 80 columns cover a place each.
    quick = says("quick", "0" * 2000 + "1" * 80, Status.OPTIMAL)
    found = Race((get_backend(loser), patient(quick))).solve(program, Options())
    assert (found.backend, found.complete) == ("quick", True)
    assert temporary_files._folders == set()
