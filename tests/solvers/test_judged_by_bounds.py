"""Bounds and hints of solvers by hand: what an answer is called, and which hints reach a solver."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options, hinted, judge_by_bound
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.modelling.program import Program


def priced(step: Fraction, *, maximize: bool) -> Program:
    """Three binaries that cost a step each; the constant is 10. No bound of columns is reached."""
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum().between(1, 2))
    goal = step * x.sum() + 10
    (model.maximize if maximize else model.minimize)(goal)
    return model.program()


def judged(program: Program, ones: int, bound: float | None, status: Status) -> Result:
    """What becomes of an answer of so many ones, with such a bound and status."""
    values = np.array([1] * ones + [0] * (3 - ones))
    complete = status is Status.OPTIMAL
    result = Result(
        status=status, values=values, bound=bound, complete=complete, backend="some", version="1"
    )
    return judge_by_bound(program, result)


@pytest.mark.parametrize("maximize", [False, True])
@pytest.mark.parametrize("step", [Fraction(1), Fraction(1, 4), Fraction(7, 3)])
def test_only_a_bound_less_than_a_step_away_proves_an_optimum(
    step: Fraction, maximize: bool
) -> None:
    """A step is what exact costs are multiples of: 1, or one of their common denominator."""
    program = priced(step, maximize=maximize)
    unit = Fraction(1, step.denominator)
    sign = 1 if maximize else -1
    value = 2 * step + 10
    for share, is_proved in [(0.0, True), (0.5, True), (0.99, True), (1.0, False), (2.0, False)]:
        bound = float(value + sign * Fraction(share) * unit)
        result = judged(program, 2, bound, Status.OPTIMAL)
        wanted = Status.OPTIMAL if is_proved else Status.FEASIBLE
        assert (result.status, result.objective) == (wanted, value)
        assert (result.complete, result.limit) == (
            (True, Limit.NONE) if is_proved else (False, Limit.GAP)
        )
        assert result.bound == (float(value) if is_proved else bound)


@pytest.mark.parametrize("maximize", [False, True])
def test_a_bound_that_the_solution_is_better_than_is_wrong(maximize: bool) -> None:
    program = priced(Fraction(1), maximize=maximize)
    wrong = 11.5 if maximize else 12.5
    with pytest.raises(
        CheckError, match=r"the answer of some is wrong: its bound on the objective"
    ):
        judged(program, 2, wrong, Status.OPTIMAL)
    stopped = judged(program, 2, wrong, Status.FEASIBLE)
    assert (stopped.status, stopped.bound) == (Status.FEASIBLE, None)
    right = judged(program, 2, 12.0, Status.FEASIBLE)
    assert (right.status, right.bound) == (Status.FEASIBLE, 12.0)


def test_without_a_bound_a_solver_is_believed() -> None:
    program = priced(Fraction(1), maximize=False)
    result = judged(program, 1, None, Status.OPTIMAL)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 11, 11.0)


def test_hints_within_the_bounds_reach_a_solver() -> None:
    model = Model()
    n = model.integer("n", 4, lower=-1, upper=2)
    free, part = model.integer("free", lower=None, upper=0), model.continuous("part", upper=1)
    program = model.program()
    given = {n[3]: 2, n[0]: -1, n[1]: 3, n[2]: -2, free: -(10**9), part: "1/3"}
    found = hinted(program, Options(hint=given))
    assert found == {0: -1, 3: 2, 4: -(10**9), 5: Fraction(1, 3)}
    assert [*found] == sorted(found)
    with pytest.raises(InputError, match=r"must be a whole number, got 0\.5"):
        hinted(program, Options(hint={n[0]: "1/2"}))
