"""Programs of which the passes leave nothing to search: who is told of it, and of what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.handing_over import handed_over, only_solution
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend

EXACT = ("cpsat", "clingo")


def decided(*, goal: bool = True) -> Model:
    """A model of which rows fix every column, one of them at 0 and the last at another number."""
    model = Model()
    x = model.binary("x", 3)
    n = model.integer("n", lower=4, upper=4)
    model.add(x[0] == 1)
    model.at_most_one(x)
    if goal:
        model.maximize(2 * x[0] + 3 * x[1] + "1/2" * n + 10)
    return model


def asked(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Program]:
    """The programs that a backend is asked about from now on."""
    told: list[Program] = []
    backend = get_backend(name)
    honest = type(backend).solve

    def noting(self: Backend, program: Program, options: Options) -> Result:
        told.append(program)
        return honest(self, program, options)

    monkeypatch.setattr(type(backend), "solve", noting)
    return told


@pytest.mark.parametrize("goal", [False, True])
@pytest.mark.parametrize("name", EXACT)
def test_what_is_decided_needs_no_solver(
    name: str, goal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = asked(monkeypatch, name)
    result = solve_model(decided(goal=goal), name)
    assert told == []
    assert result.values is not None
    assert result.values.tolist() == [1, 0, 0, 4]
    assert (result.status, result.limit, result.complete) == (Status.OPTIMAL, Limit.NONE, True)
    assert (result.objective, result.bound) == ((14, 14.0) if goal else (None, None))
    assert result.backend == name


@pytest.mark.parametrize("goal", [False, True])
@pytest.mark.parametrize("name", EXACT)
def test_who_watches_solutions_hears_of_the_only_one(name: str, goal: bool) -> None:
    seen: list[list[int]] = []

    def show(one: Any) -> None:
        assert one.values is not None
        seen.append(one.values.tolist())

    result = solve_model(decided(goal=goal), name, Options(on_solution=show))
    assert result.status is Status.OPTIMAL
    assert seen == [[1, 0, 0, 4]]


@pytest.mark.parametrize("name", EXACT)
def test_parameters_that_a_solver_does_not_know_are_refused_all_the_same(name: str) -> None:
    with pytest.raises(BackendError, match=r"no_such_parameter|no-such"):
        solve_model(decided(), name, Options(params={name: {"no_such_parameter": 1}}))


def test_the_log_of_a_solver_is_there_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told = asked(monkeypatch, "cpsat")
    solve_model(decided(), "cpsat", Options(verbose=True))
    assert len(told) == 1


@pytest.mark.parametrize("change", ["open", "row", "doubles", "covers"])
def test_a_solver_is_asked_where_something_is_left(change: str) -> None:
    """An open column, a row, or a solver that does not compute exactly, or takes not every row."""
    program = decided().program()
    name = {"doubles": "highs", "covers": "exactcover"}.get(change, "cpsat")
    backend = get_backend(name)
    if change == "open":
        program = program.within({3: (4, 5)})
    trace = handed_over(program, backend, Options())
    if change == "row":
        last = trace.steps[-1]
        trace = replace(trace, steps=(*trace.steps, replace(last, program=decided().program())))
    assert only_solution(trace, backend, Options()) is None
    assert (
        only_solution(
            handed_over(decided().program(), get_backend("cpsat"), Options()),
            get_backend("cpsat"),
            Options(),
        )
        is not None
    )
