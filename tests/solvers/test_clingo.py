"""clingo as a backend: what it takes whole, numbers of any size, cores, hints, and who picks it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import BackendError, BackendMissingError, LargeNumbersError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.queries.restricted_search import natively
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import Trace, solve_model
from ilpuzzles.solvers.clingo import backend as clingo
from ilpuzzles.solvers.clingo.backend import ClingoBackend
from ilpuzzles.solvers.registry import Task, choose, get_backend
from support.begun_models import with_binaries

BACKEND = ClingoBackend()
RING = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]])


def ring(encoding: str | None = "lazy") -> Model:
    """Some of five vertices in a ring, in one piece."""
    model = Model()
    with model.group("one piece"):
        connected(model, RING, model.binary("x", 5), encoding=encoding)
    return model


def test_what_is_connected_needs_no_cuts() -> None:
    program = ring().program()
    whole = natively(program, BACKEND)
    assert whole.separated() == {}
    assert natively(whole, BACKEND) is whole
    assert len(natively(whole, get_backend("cpsat")).separated()) == 1
    solutions = list_solutions(program, backend="clingo")
    # Nothing, the whole ring, and an arc of each length from each vertex.
    assert (len(solutions), solutions.complete) == (2 + 4 * 5, True)
    # The answers of others are checked against the rows that were stated.
    assert whole.check(np.array([1, 0, 1, 0, 0])) == program.check(np.array([1, 0, 1, 0, 0])) != ()


def test_auto_picks_it_where_something_is_to_be_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = choose("auto", ring().program(), Task.ONE)
    assert choice.backend.name == "clingo"
    assert choice.why == "the quickest where something is to be connected"
    # A flow is made of rows and numbers like any other.
    assert choose("auto", ring("flow").program(), Task.ONE).backend.name == "cpsat"
    board = experiment("surasshupakku", "5x5")
    assert (board.formulation, board.choice(Task.ONE).backend.name) == ("lazy", "clingo")
    assert board.unique().unique
    assert experiment("surasshupakku", "5x5", backend="cpsat").formulation == "flow"
    monkeypatch.setattr(ClingoBackend, "available", lambda _: False)
    choice = choose("auto", ring().program(), Task.ONE)
    assert (choice.backend.name, choice.why) == ("cpsat", "the quickest on 0-1 rows")
    assert experiment("surasshupakku", "5x5").formulation == "flow"
    with pytest.raises(BackendMissingError, match=r"not installed; pip install clin"):
        choose("clingo")


@pytest.mark.parametrize("width", [1, 2, 63, 64, 65, 1000, 2**31 - 1])
def test_numbers_of_any_width(width: int) -> None:
    """Up to 64 values above the least they are ordered atoms, then binary digits."""
    for least in (-5, 0, 7):
        model = Model()
        n = model.integer("n", lower=least, upper=least + width)
        for sign in (1, -1):
            model.minimize(sign * n)
            result = solve_model(model, "clingo")
            assert result.status is Status.OPTIMAL
            assert result.value(n) == (least if sign > 0 else least + width)
        inner = Model()
        m = inner.integer("m", lower=least, upper=least + width)
        inner.add(m >= least + (width + 1) // 2)
        inner.minimize(m)
        assert solve_model(inner, "clingo", Options(hint={m: least + width})).value(m) == (
            least + (width + 1) // 2
        )


def test_wider_numbers_are_refused() -> None:
    for upper in (2**31, None):
        model = Model()
        model.integer("n", lower=0, upper=upper)
        with pytest.raises(BackendError, match="an integer variable without bounds, or with more"):
            solve_model(model, "clingo")


def test_what_is_asked_for_reaches_the_solver() -> None:
    search = clingo._Search(BACKEND, ring().program(), Options(seed=5, workers=2), models=3)
    solve, solver = search.control.configuration.solve, search.control.configuration.solver
    assert (solver.seed, solve.models, solve.parallel_mode[0]) == ("5", "3", "2")


def test_sums_of_31_bits_are_the_largest() -> None:
    """One more, and clingo's own sums would wrap around."""
    for largest in (2**31 - 1, 2**31):
        for sign in (1, -1):
            model, x = with_binaries(2)
            total = sign * x.dot([largest - 1, 1])
            model.at_least_one(x)
            (model.minimize if sign > 0 else model.maximize)(total)
            if largest == 2**31:
                message = "limited to 31 bits, and the objective may add up to 2,147,483,648"
                with pytest.raises(LargeNumbersError, match=message):
                    solve_model(model, "clingo")
            else:
                assert solve_model(model, "clingo").objective == sign


def test_the_best_by_auxiliaries_is_found_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    model, x = with_binaries(4)
    cost = model.integer("cost", lower=0, upper=40, auxiliary=True)
    model.add(cost >= x.dot([7, 5, 3, 2]) + 1)
    model.add(x.sum() >= 2)
    model.minimize(cost)
    assert solve_model(model, "clingo").objective == 6
    assert capfd.readouterr() == ("", "")


def test_cores_and_bounds_take_turns() -> None:
    """Cores prove at once that of each pair one is left out; bounds, what a knapsack holds."""
    model = Model()
    one, other = model.binary("one", 60), model.binary("other", 60)
    for pair in zip(one.flat, other.flat, strict=True):
        model.at_most_one(pair)
    model.maximize(one.sum() + other.sum())
    assert solve_model(model, "clingo", Options(time_limit=60)).objective == 60
    dice = random.Random(2)
    sizes = [dice.randint(5, 40) for _ in range(18)]
    sack, taken = with_binaries(18, name="taken")
    sack.add(taken.dot(sizes) <= sum(sizes) // 2)
    sack.maximize(taken.dot([size + dice.randint(-3, 9) for size in sizes]))
    trace = Trace()
    result = solve_model(sack, "clingo", Options(time_limit=60), watch=trace)
    assert result.status is Status.OPTIMAL
    # Better and better solutions are told.
    seen = [point.best for point in trace.points if point.best is not None]
    assert seen == sorted(seen)
    assert seen[-1] == result.objective == solve_model(sack, "cpsat").objective


def test_it_runs_with_several_workers_and_stops_in_time() -> None:
    board = ring()
    assert solve_model(board, "clingo", Options(workers=2)).complete
    # Pigeons without a hole each: no search is through within a moment.
    model, nest = with_binaries(13, 12, name="nest")
    model.exactly_one(nest, axis=1)
    model.at_most_one(nest, axis=0)
    result = solve_model(model, "clingo", Options(time_limit=0.2))
    assert (result.status, result.limit.value) == (Status.UNKNOWN, "time")
    model.minimize(nest.sum())
    result = solve_model(model, "clingo", Options(time_limit=0.2))
    assert (result.status, result.limit.value) == (Status.UNKNOWN, "time")
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    assert solve_model(model, "clingo", Options(stopped=stopped)).status is Status.UNKNOWN
