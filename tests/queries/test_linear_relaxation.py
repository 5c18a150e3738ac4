"""Linear relaxations: exact optima, strong duality, and the duals that HiGHS finds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import CheckError, ModelError
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Row, bounds_of, larger_than_tolerance
from ilpuzzles.queries import linear_relaxation
from ilpuzzles.queries.linear_relaxation import LinearRelaxation, solve_relaxation
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.linear import run as linear_run
from ilpuzzles.solvers.linear.run import LinearAnswer, Method
from support.begun_models import with_binaries
from support.linear_oracle import best_of, small_program
from support.mixed_models import mixed_sample
from support.random_models import sample


def from_duals(found: LinearRelaxation) -> Number:
    """The objective as the duals have it: each price times the bound that it is paid for.

    What a column is worth is its reduced cost, and what its rows pay for it.
    """
    program, goal = found.program, found.program.objective
    assert goal is not None
    total: Number = Fraction(int(goal.constant), goal.scale)
    rows, worth = program.rows, found.reduced.tolist()
    for row, column, factor in zip(rows.owners(), rows.columns, rows.coefficients, strict=True):
        worth[column] += Fraction(int(factor), int(rows.scales[row])) * found.duals[row]
    form = goal.form()
    stated = dict(zip(form.columns, form.coefficients, strict=True))
    assert {column: price for column, price in enumerate(worth) if price} == stated
    prices = [
        *((price, bounds_of(program.rows, row)) for row, price in enumerate(found.duals.tolist())),
        *(
            (price, (program.lower.at(c), program.upper.at(c)))
            for c, price in enumerate(found.reduced.tolist())
        ),
    ]
    for price, (lower, upper) in prices:
        if price:
            bound = upper if (price > 0) is goal.maximize else lower
            assert bound is not None
            total += price * bound
    return total


@pytest.mark.exhaustive
def test_strong_duality_holds_exactly() -> None:
    solved = 0
    for seed in range(60):
        model = mixed_sample(seed).model if seed % 2 else sample(seed, objective=True).model
        found = solve_relaxation(model)
        best = solve_model(model, "cbc")
        if found.objective is None:
            assert (found.status, best.status) == (Status.INFEASIBLE, Status.INFEASIBLE)
            assert not found
            continue
        solved += 1
        assert found.exact
        assert found.program.check(found.values) == ()
        assert from_duals(found) == found.objective
        if best.objective is not None:
            goal = model.program().objective
            assert goal is not None
            ahead = found.objective - best.objective
            assert ahead >= 0 if goal.maximize else ahead <= 0
    assert solved > 40


def test_a_dual_says_what_one_more_unit_is_worth() -> None:
    x: Any = None

    def made(capacity: float, most: float = 1) -> tuple[LinearRelaxation, Row, Row]:
        nonlocal x
        model = Model()
        x = model.continuous("x", 3, upper=most)
        carried = model.add(x.dot([4, 5, 6]) <= capacity, "weight")
        least = model.add(x[0] >= 0.25, "some")
        model.maximize(x.dot([4, 6, 9]))
        return solve_relaxation(model), carried, least

    found, carried, least = made(10)
    assert (found[x[0] + 2 * x[2]], found[x[1:]].tolist()) == (Fraction(9, 4), [Fraction(3, 5), 1])
    assert found.reduced_cost(x[2]) == Fraction(9, 5)
    model = Model()
    y = model.continuous("y", 2)
    rows = model.add(y <= [1, 2])
    model.maximize(y @ [3, 4])
    both = model.relaxation()
    assert (both.dual(rows).tolist(), both.slack(rows).tolist()) == ([3, 4], [0, 0])
    assert found.objective == Fraction(68, 5)
    assert made(11)[0].objective == found.objective + found.dual(carried)
    assert (found.dual(carried), found.dual(least)) == (Fraction(6, 5), Fraction(-4, 5))
    assert (found.slack(carried), found.slack(least)) == (0, 0)
    loose, carried, least = made(100)
    assert (loose.slack(carried), loose.slack(least)) == (85, Fraction(3, 4))
    assert found.table()[1:] == [["weight[0]", "10", "1.2"], ["some[0]", "0.25", "-0.8"]]
    with pytest.raises(ModelError, match="belongs to another model"):
        found[Model().continuous("x", 3)]
    assert str(found).splitlines()[0] == "relaxation: 13.6 (exact)"
    assert repr(found) == "<relaxation: 13.6 (exact)>"


def test_rows_of_logic_are_relaxed_as_a_mip_solver_gets_them() -> None:
    """One row for each literal is tighter than a single row for all."""
    bounds = []
    for aggregated in (False, True):
        model, x = with_binaries(3)
        both = model.conjunction(x.flat, aggregated=aggregated)
        model.add(x[0] + x[1] <= 1)
        model.maximize(both)
        found = solve_relaxation(model)
        bounds.append(found.objective)
        if not aggregated:
            with pytest.raises(ModelError, match="row 0 is 4 rows here"):
                found.dual(0)
    assert bounds == [Fraction(1, 2), Fraction(2, 3)]


def test_what_has_no_relaxation_is_said() -> None:
    model = Model()
    x = model.continuous("x", 2, lower=None)
    model.maximize(x.sum())
    assert solve_relaxation(model).status is Status.UNBOUNDED
    row = model.add(x.sum() <= 0.5)
    assert solve_relaxation(model).objective == Fraction(1, 2)
    model.add(x[0] >= 3)
    model.add(x[1] >= 3)
    found = solve_relaxation(model)
    assert (found.status, found.objective) == (Status.INFEASIBLE, None)
    assert str(found) == "relaxation: infeasible"
    assert int(row) == 0
    cuts, y = with_binaries(3, name="y")
    cuts.lazy(lambda values: y[0] <= 0 if values[y[0]] else None)
    with pytest.raises(ModelError, match="stated by cuts"):
        solve_relaxation(cuts)


@pytest.mark.parametrize("sense", [1, -1])
def test_what_presolve_leaves_open_is_settled(sense: int) -> None:
    """GLOP's presolve calls this infeasible or unbounded even where nothing is to be optimised."""
    model = Model()
    a, b = model.continuous("a", lower=1), model.continuous("b", lower=-3)
    for row in (b <= a, a + b <= 0, 2.5 * b + a >= 0):
        model.add(row)
    assert solve_relaxation(model).status is Status.INFEASIBLE
    model.maximize(sense * a)
    assert solve_relaxation(model).status is Status.INFEASIBLE


def test_small_programs_agree_with_elimination(seeds: range) -> None:
    for seed in seeds:
        model, rows, maximised = small_program(seed)
        found, goal = solve_relaxation(model), model.program().objective
        best = found.objective
        if best is not None and goal is not None and not goal.maximize:
            best = -best
        assert (found.status, best) == best_of(rows, maximised), seed
        assert found.exact is bool(found)
        assert not found or goal is None or from_duals(found) == found.objective


def test_numbers_that_are_not_exact_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_relaxation, "vertex_of", lambda *_: None)
    kinds = set()
    for seed in range(20):
        model = mixed_sample(seed).model
        found = solve_relaxation(model)
        if found:
            assert not found.exact
            wrong = found.program.check(found.values)
            assert not larger_than_tolerance(wrong)
            assert found.missed is None or found.missed.name in {one.name for one in wrong}
            kinds.add(found.missed is None)
            assert str(found).splitlines()[0].endswith(" (in doubles of highs)")
    assert kinds == {True, False}

    def corrupted(program: Program, options: Options, method: Method) -> LinearAnswer:
        answer = linear_run.solve_linear(program, options, method=method)
        return replace(answer, values=answer.values + 1)

    monkeypatch.setattr(linear_relaxation, "solve_linear", corrupted)
    model = Model()
    x = model.continuous("x", upper=1)
    model.add(2 * x <= 2)
    model.maximize(x)
    with pytest.raises(
        CheckError, match="the solution of highs does not satisfy the rows: x is 2, not"
    ):
        solve_relaxation(model)
