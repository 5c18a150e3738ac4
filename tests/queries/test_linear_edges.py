"""Linear programs at the edges: nothing to decide, numbers of all sizes, what is not confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, CheckError, ModelError
from ilpuzzles.modelling.judging import dual_bound
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries import linear_relaxation, mus
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.mus import Consistency
from ilpuzzles.solvers.linear import run as linear_run
from ilpuzzles.solvers.linear.run import LinearAnswer, LinearConflict
from ilpuzzles.solvers.linear.vertex import Basis, BasisStatus, vertex_of
from ilpuzzles.solvers.mathopt import backend as mathopt
from support.linear_oracle import best_of, small_program


def test_a_model_without_variables_is_relaxed_and_explained() -> None:
    empty = Model()
    assert (empty.relaxation().status, empty.relaxation().objective) == (Status.OPTIMAL, 0)
    assert explain(empty, "highs").solution is not None
    x = empty.continuous("x", 2)
    empty.add(0 * x.sum() >= 1, "never")
    assert {cause.name for cause in explain(empty, "highs").rows} == {"never[0]"}


def test_a_bound_that_is_not_there_proves_nothing() -> None:
    """A free column that is said to rest at its lower bound has none to rest at."""
    model = Model()
    x = model.continuous("x", lower=None, upper=5)
    model.add(x <= 4)
    model.minimize(x)
    basis = Basis(np.array([BasisStatus.LOWER]), np.array([BasisStatus.BASIC]))
    vertex = vertex_of(model.program(), basis)
    assert vertex is None or not vertex.proved


@pytest.mark.parametrize("size", [1e-6, 1, 1e10])
def test_ranges_in_doubles_do_not_depend_on_units(size: float) -> None:
    model = Model()
    x = model.continuous("x", 2, upper=3)
    row = model.add(size * x[0] + size * x[1] <= size, "row")
    model.maximize(2 * x[0] + x[1])
    exactly, nearly = (model.relaxation(exact=exact).ranging() for exact in (True, False))
    for one, other in zip((*exactly.costs, exactly.side(row)), nearly.costs, strict=False):
        for mine, theirs in ((one.lower, other.lower), (one.upper, other.upper)):
            assert (mine is None) == (theirs is None)
            assert mine is None or theirs == pytest.approx(float(mine))
    ends: Any = nearly.side(row).lower, nearly.side(row).upper
    assert ends == pytest.approx((0, 3 * size))
    assert exactly.degenerate == nearly.degenerate


def worse(*given: Any, **how: Any) -> LinearAnswer:
    """A corner that satisfies all rows, and is called the best one: everything at 0."""
    answer = linear_run.solve_linear(*given, **how)
    nothing = np.zeros_like(answer.values)
    return replace(answer, values=nothing, duals=0 * answer.duals, basis=None)


def test_a_solution_that_is_not_the_best_is_not_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows hold; what is missing is a proof, which is not the solver's own word."""
    model = Model()
    x = model.continuous("x", 2, upper=9)
    model.add(x.sum() <= 5)
    model.maximize(x @ [2, 1])
    monkeypatch.setattr(mathopt, "solve_linear", worse)
    result = model.solve("highs", exact=False)
    assert (result.status, result.objective, result.complete) == (Status.FEASIBLE, 0, False)
    monkeypatch.setattr(linear_relaxation, "solve_linear", worse)
    with pytest.raises(CheckError, match="the duals of highs do not prove its optimum of 0"):
        model.relaxation(exact=False)


@pytest.mark.parametrize("lost", ["row_upper", "row_lower", "upper", "lower"])
def test_a_bound_that_is_lost_on_the_way_to_highs_is_missed(
    monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Answers are judged by what was written, and not by what the solver was told."""
    told = linear_run._arrays_of

    def without(program: Program) -> Any:
        arrays = told(program)
        sign = 1 if lost.endswith("upper") else -1
        return {**arrays, lost: np.full(len(arrays[lost]), sign * np.inf)}

    model = Model()
    x = model.continuous("x", 2, lower=-7, upper=8)
    model.add(x.sum() <= 5)
    model.add(x[0] - x[1] >= -2)
    (model.maximize if lost.endswith("upper") else model.minimize)(x @ [2, 3])
    best = model.solve("cbc").objective
    reasons = {cause.name for cause in explain(clash(), "cbc").rows}
    monkeypatch.setattr(linear_run, "_arrays_of", without)
    found = model.solve("highs", exact=False)
    assert found.status is not Status.OPTIMAL or found.objective == pytest.approx(best)
    try:
        relaxed = model.relaxation(exact=False)
    except CheckError:
        relaxed = None
    assert relaxed is None or not relaxed or relaxed.objective == pytest.approx(best)
    assert {cause.name for cause in explain(clash(), "highs").rows} == reasons


def test_the_bound_of_duals_is_never_better_than_the_optimum() -> None:
    """Whatever the duals are: those of the optimum, others at random, and none."""
    rng = np.random.default_rng(3)
    reached = 0
    for seed in range(60):
        model, rows, goal = small_program(seed)
        status, best = best_of(rows, goal)
        if best is None:
            continue
        program = model.relaxed()
        sense = 1 if program.objective is not None and program.objective.maximize else -1
        found = linear_run.solve_linear(program, Options())
        bound = sense * dual_bound(program, found.duals)
        assert bound == pytest.approx(float(best)), (seed, status)
        reached += 1
        for duals in (np.zeros(len(program.rows)), rng.normal(size=len(program.rows))):
            assert sense * dual_bound(program, duals) >= float(best) - 1e-9
    assert reached > 10


def test_measured_costs_have_ranges_in_doubles() -> None:
    model = Model()
    x = model.continuous("x", 2, upper=4)
    model.add(x.sum() <= 5)
    model.maximize(x @ [1 / 3, 0.1 + 0.2])
    found = model.relaxation()
    assert not found.exact
    assert not found.ranging().exact


def test_a_statement_of_several_rows_has_no_single_range() -> None:
    model = Model()
    x = model.continuous("x", 2, upper=4)
    rows = model.add(x <= [1, 2])
    model.maximize(x.sum())
    ranges = model.relaxation().ranging()
    assert ranges.side(rows.parts[1]).value == 2
    with pytest.raises(ModelError, match="expected one row, got 2 rows; look at its 'parts'"):
        ranges.side(rows)


def clash() -> Model:
    model = Model()
    x = model.continuous("x", 2)
    model.add(x.sum() >= 3, "least")
    model.add(x.sum() <= 2, "most")
    model.add(x[0] <= 9, "idle")
    return model


def test_what_an_interruption_leaves_is_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before anything is proved."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Consistency, "linear_conflict", interrupted)
    with pytest.raises(Interrupted) as raised:
        explain(clash(), "highs")
    answer = raised.value.answer
    assert answer.result.status is Status.UNKNOWN
    assert (answer.groups, answer.rows) == ((), ())


@pytest.mark.parametrize("guess", [[0], [1, 2], [0, 1, 2]])
def test_a_guess_that_is_not_confirmed_is_dropped(
    monkeypatch: pytest.MonkeyPatch, guess: list[int]
) -> None:
    """Some of the rows that it names have a solution: then all rows are looked at."""

    def guessed(*_: object) -> LinearConflict:
        return LinearConflict(guess)

    for backend in ("highs", "scip", "cbc"):
        monkeypatch.setattr(mus, "find_conflict", guessed)
        found = explain(clash(), backend)
        assert {cause.name for cause in found.rows} == {"least[0]", "most[0]"}
        assert found.minimal


def test_only_who_was_asked_has_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explain(clash(), "highs").confirmed_by == ("highs", "glop")
    monkeypatch.setattr(linear_run, "highs_library", lambda: None)
    monkeypatch.setattr("ilpuzzles.queries.explanation.highs_library", lambda: None)
    assert "glop" not in explain(clash(), "highs").confirmed_by


def test_numbers_that_highs_refuses_are_no_answer_about_others() -> None:
    """A bound of 1e25 is infinite to HiGHS: no answer for the bounds of before is taken for it."""
    model = Model()
    x = model.continuous("x", 2, upper=4)
    row = model.add(x.sum() >= 1)
    model.minimize(x.sum())
    assert model.relaxation().objective == 1
    model.change(row, bounds=(1e25 / 3, None))
    try:
        found = model.relaxation()
    except BackendError:
        return
    assert found.status is not Status.OPTIMAL
