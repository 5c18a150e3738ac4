"""Linear programs by every method, from the last basis, with rays; and without HiGHS's library."""

from __future__ import annotations

import os
import random
import threading
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, InputError
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.modelling.judging import judged
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.relaxation import relaxed
from ilpuzzles.passes.settled import settled
from ilpuzzles.queries.linear_relaxation import method_named, solve_relaxation
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.linear import run as linear_run
from ilpuzzles.solvers.linear.run import LinearAnswer, Method, exact_vertex, solve_linear
from support.linear_oracle import best_of, small_program

# Those that find a basis; PDLP is right to six digits or so.
SIMPLEX = [Method.SIMPLEX, Method.INTERIOR_POINT, Method.GLOP]


def told(model: Model) -> Program:
    ready = settled(relaxed(model.program()))
    assert ready is not None
    return ready


def knapsacks(seed: int, *, rows: int = 30, columns: int = 40) -> tuple[Model, Any, Any]:
    """Rows that limit sums of random numbers, and a sum of random numbers to maximise."""
    rng = np.random.default_rng(seed)
    model = Model()
    x = model.continuous("x", columns, upper=9)
    limits = model.add(rng.integers(1, 20, (rows, columns)) @ x <= rng.integers(200, 900, rows))
    model.maximize(rng.integers(1, 50, columns) @ x)
    return model, x, limits


@pytest.mark.parametrize("method", SIMPLEX)
def test_every_method_agrees_with_elimination(method: Method) -> None:
    ended = set()
    for seed in range(120):
        model, rows, goal = small_program(seed)
        status, best = best_of(rows, goal)
        if settled(relaxed(model.program())) is None:
            continue
        found = solve_linear(told(model), Options(), method=method)
        assert found.status is status, seed
        ended.add(status)
        if best is not None:
            objective = told(model).objective
            assert objective is not None
            sign = 1 if objective.maximize else -1
            assert sign * float(objective.value(found.values)) == pytest.approx(float(best))
    assert ended == {Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED}


def test_pdlp_comes_near() -> None:
    model, _, _ = knapsacks(1)
    exactly, nearly = (
        solve_linear(told(model), Options(), method=one) for one in (Method.GLOP, Method.PDLP)
    )
    assert nearly.basis is None
    assert nearly.values == pytest.approx(exactly.values, abs=1e-2)
    found = solve_relaxation(model, method="pdlp")
    assert found.result.checked is (found.missed is None or found.checked)


def test_there_is_no_other_method() -> None:
    assert [method_named(one.value) for one in Method] == list(Method)
    with pytest.raises(InputError, match="there is no method 'barrier'; use simplex, interior-p"):
        solve_relaxation(Model(), method="barrier")


class Changes:
    """A model of `knapsacks`, and what may be changed about it."""

    def __init__(self, seed: int) -> None:
        self.model, self.x, self.rows = knapsacks(seed)
        self.dice = random.Random(seed)

    def bound(self) -> None:
        row = self.rows.parts[self.dice.randrange(len(self.rows.parts))]
        self.model.change(row, bounds=(None, self.dice.randint(150, 900)))

    def costs(self) -> None:
        self.model.maximize(self.model.sum(self.dice.randint(1, 50) * one for one in self.x))

    def row(self) -> None:
        total = self.model.sum(self.dice.randint(0, 9) * one for one in self.x)
        self.model.add(total <= self.dice.randint(100, 500))

    def row_less(self) -> None:
        self.model.delete(self.rows.parts[0])

    def column(self) -> None:
        new = self.model.continuous("new", upper=5)
        for row in self.rows.parts:
            self.model.change(row, {new: self.dice.randint(1, 9)})
        known = self.model.program().objective
        assert known is not None
        terms = zip(self.x, known.coefficients.tolist(), strict=True)
        self.model.maximize(self.model.sum(cost * one for one, cost in terms) + 60 * new)


@pytest.mark.parametrize("change", ["bound", "costs", "row", "row_less", "column"])
def test_a_changed_program_starts_from_its_last_basis(change: str) -> None:
    """And has the optimum that a new start has."""
    less = 0
    for seed in range(6):
        changes = Changes(seed)
        model = changes.model
        assert solve_linear(told(model), Options()).iterations
        unchanged = solve_linear(told(model), Options())
        assert unchanged.iterations == 0
        getattr(changes, change)()
        again = solve_linear(told(model), Options())
        cold = solve_linear(told(model), Options(), method=Method.GLOP)
        goal = told(model).objective
        assert goal is not None
        both = [float(goal.value(one.values)) for one in (again, cold)]
        assert both[0] == pytest.approx(both[1], rel=1e-9)
        assert not judged(told(model), again.values).wrong
        new, _, _ = knapsacks(seed + 100)
        solve_linear(told(new), Options())
        first = solve_linear(told(model), Options()).iterations
        assert again.iterations is not None
        assert first is not None
        less += again.iterations < first
    # With all costs changed, the last basis is no better than others.
    assert less >= (2 if change == "costs" else 4)


def check_ray(program: Program, answer: LinearAnswer) -> None:
    """The sum of all rows times the ray cannot be what it has to be, whatever the columns are."""
    rows, ray = program.rows, answer.ray
    for sign in (1, -1):
        factors = sign * ray
        sums = np.zeros(program.variables)
        np.add.at(sums, rows.columns, rows.in_doubles()[0] * factors[rows.owners()])
        sums[np.abs(sums) < 1e-9] = 0
        lower, upper = rows.in_doubles()[1:]
        with np.errstate(invalid="ignore"):
            needed = np.where(factors > 0, factors * lower, factors * upper)
            needed[factors == 0] = 0
            most = np.where(sums > 0, sums * program.upper.in_doubles(), 0)
            most += np.where(sums < 0, sums * program.lower.in_doubles(), 0)
        if needed.sum() > most.sum() + 1e-9:
            return
    pytest.fail(f"no contradiction: {ray}")


def test_rays_prove_what_they_are_for() -> None:
    seen = {Status.INFEASIBLE: 0, Status.UNBOUNDED: 0}
    for seed in range(200):
        model, _, _ = small_program(seed)
        if settled(relaxed(model.program())) is None or not len(model.program().rows):
            continue
        program = told(model)
        found = solve_linear(program, Options(), with_ray=True)
        if found.status is Status.INFEASIBLE:
            check_ray(program, found)
        elif found.status is Status.UNBOUNDED:
            check_direction(program, found.ray)
        if found.status in seen:
            assert len(found.ray)
            seen[found.status] += 1
    assert min(seen.values()) > 10


def check_direction(program: Program, ray: Any) -> None:
    """Along a direction the objective improves, and nothing with a bound moves towards it."""
    goal, rows = program.objective, program.rows
    assert goal is not None
    change = float(goal.in_doubles()[0] @ ray[goal.columns])
    assert change > 1e-9 if goal.maximize else change < -1e-9
    moved = np.zeros(len(rows))
    np.add.at(moved, rows.owners(), rows.in_doubles()[0] * ray[rows.columns])
    for lower, upper, by in (
        (program.lower, program.upper, ray),
        (rows.lower, rows.upper, moved),
    ):
        assert (by[lower.finite] >= -1e-9).all()
        assert (by[upper.finite] <= 1e-9).all()


def test_without_the_library_glop_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_run, "highs_library", lambda: None)
    model, _, _ = knapsacks(2)
    assert solve_linear(told(model), Options()).solver == "glop"
    assert model.relaxation().solver == "glop"
    both = model.solve("highs").objective, solve_model(model, "cbc").objective
    assert both[0] == pytest.approx(both[1])


def test_where_highs_fails_glop_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise BackendError("highs ends a linear program with status 15", "")

    monkeypatch.setattr(linear_run, "_run_highs", fails)
    model, _, _ = knapsacks(3)
    assert model.relaxation().solver == "glop"
    assert model.solve("highs").status is Status.OPTIMAL


def test_threads_do_not_mix_their_programs() -> None:
    best: dict[int, Any] = {}

    def solve(seed: int) -> None:
        changes = Changes(seed)
        for _ in range(5):
            changes.bound()
            both = (changes.model.relaxation(method=one) for one in ("simplex", "glop"))
            best[seed] = tuple(one.objective for one in both)

    threads = [threading.Thread(target=solve, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(best) == 4
    assert all(float(one) == pytest.approx(float(other)) for one, other in best.values())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_has_its_own() -> None:
    model, _, _ = knapsacks(6)
    objective = model.relaxation().objective
    child = os.fork()
    if child == 0:
        os._exit(0 if model.relaxation().objective == objective else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert model.relaxation().objective == objective


def test_a_killed_process_is_replaced() -> None:
    """Whatever kills it in a run: the next run starts anew."""
    model, _, _ = knapsacks(7)
    objective = model.relaxation().objective
    stopped = Options(stopped=lambda: True)
    assert solve_linear(told(model), stopped).status in {Status.UNKNOWN, Status.OPTIMAL}
    assert model.relaxation().objective == objective


def dense(size: int, seed: int = 0) -> Model:
    """As many dense equations of doubles as in a textbook, with twice as many variables."""
    rng = np.random.default_rng(seed)
    model = Model(exact=True)
    x = model.continuous("x", 2 * size)
    factors = rng.random((size, 2 * size))
    model.add(factors @ x == factors @ rng.random(2 * size))
    model.minimize(rng.random(2 * size) @ x)
    return model


def test_exact_values_are_asked_for_or_little_work() -> None:
    """And doubles otherwise; with the time over, the solver's values are there all the same."""
    little, much = dense(3), dense(40)
    assert solve_model(little, "highs").exact
    plain = solve_model(much, "highs")
    assert not plain.exact
    assert isinstance(plain.objective, float)
    exactly = solve_model(much, "highs", exact=True)
    assert exactly.exact
    assert isinstance(exactly.objective, Fraction)
    assert float(exactly.objective) == pytest.approx(plain.objective, rel=1e-12)
    assert much.check(exactly.values) == ()  # type: ignore[arg-type] # there are values
    assert not solve_model(little, "highs", exact=False).exact


def test_an_exact_vertex_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit ends the process that looks for it."""
    program = told(dense(30))
    basis = solve_linear(program, Options()).basis
    assert basis is not None
    limits: list[float | None] = []

    def run(*given: Any, **how: Any) -> Any:
        limits.append(how["limit"])
        return run_program(*given, **{**how, "stopped": lambda: True})

    monkeypatch.setattr(linear_run, "run_program", run)
    assert exact_vertex(program, basis, Options(time_limit=700)) is None
    assert limits == [pytest.approx(700, abs=100)]
    monkeypatch.undo()
    vertex = exact_vertex(program, basis, Options())
    assert vertex is not None
    assert vertex.proved


def test_a_time_limit_is_kept_in_the_simplex_method() -> None:
    rng = np.random.default_rng(1)
    model = Model()
    x = model.continuous("x", 1500, upper=1)
    model.add(rng.integers(0, 9, (900, 1500)) @ x <= 1000)
    model.maximize(rng.integers(1, 99, 1500) @ x)
    program = told(model)
    begun = time.perf_counter()
    answer = solve_linear(program, Options(time_limit=0.01))
    # Not a time that is measured, but one that is far from a search without a limit.
    assert answer.status in {Status.UNKNOWN, Status.OPTIMAL}
    assert time.perf_counter() - begun < 30


def test_many_slacks_and_residuals_are_those_of_each_row() -> None:
    model, x, rows = knapsacks(8)
    for exact in (True, False):
        result = solve_model(model, "highs", exact=exact)
        assert result.exact is exact
        for ask in (result.slack, result.residual):
            each = [ask(row) for row in rows.parts]
            assert ask(rows).tolist() == pytest.approx(each)
    assert result.residual(rows).max() < 1e-9
    worse = solve_model(model, "highs", exact=True)
    assert set(worse.residual(rows).tolist()) == {0}
    assert worse[x].shape == (40,)
