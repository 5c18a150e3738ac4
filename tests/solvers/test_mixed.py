"""Mixed models: against every vertex of every assignment, and what is said where that fails."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Feature, Options
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.errors import BackendError, CheckError, LargeNumbersError
from ilpuzzles.modelling.functions import absolute, element, maximum, minimum, product
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.limits import Trust
from ilpuzzles.queries.best import best_solutions
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.linear.run import LinearAnswer, solve_continuous
from ilpuzzles.solvers.linear.vertex import Basis, BasisStatus, solved, vertex_of
from ilpuzzles.solvers.mip import solving as mip
from ilpuzzles.solvers.registry import choose, get_backend
from support.mixed_models import MixedSample, mixed_sample
from support.rings import FIRST

SOLVERS = ["cbc", "highs", "scip"]


@cache
def sampled(number: int) -> tuple[MixedSample, Fraction | None]:
    """A random model and its best value, which takes longer to find than a solver needs."""
    made = mixed_sample(number)
    return made, made.best()


@pytest.mark.parametrize("name", SOLVERS)
def test_the_best_value_is_that_of_the_best_vertex(name: str, seeds: range) -> None:
    """Three models for each of the first few seeds, one for any other odd one; all exact."""
    for seed in seeds:
        for number in range(3 * seed, 3 * seed + (3 if seed < FIRST else seed % 2)):
            made, best = sampled(number)
            result = solve_model(made.model, name)
            expected = "infeasible" if best is None else "optimal"
            assert (result.status, result.objective) == (expected, best), f"seed {number}"
            assert result.missed is None
            if best is not None and result.values is not None:
                assert made.model.check(result.values) == ()
                assert result.checked


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(
    "some", [range(2), pytest.param(range(2, 5), marks=pytest.mark.exhaustive)], ids=str
)
def test_questions_are_about_the_whole_variables(name: str, some: range) -> None:
    for seed in some:
        made = mixed_sample(seed)
        expected = sorted(made.assignments())
        whole = len(made.whole)
        listed = list_solutions(made.model, backend=name)
        assert sorted(tuple(values[:whole].tolist()) for values in listed) == expected
        assert all(made.model.check(values) == () for values in listed)
        assert count_solutions(made.model, backend=name).number == len(expected)
        verdict = check_uniqueness(made.model, backend=name).verdict.value
        assert verdict == {0: "none", 1: "unique"}.get(len(expected), "several")
        known = find_forced(made.model, backend=name).values
        assert len(known) == sum(len({v[n] for v in expected}) == 1 for n in range(whole))
        ranked = best_solutions(made.model, number=99, backend=name).objectives
        assert len(ranked) == len(expected)
        assert list(ranked) == sorted(ranked, reverse=made.maximize)
        assert (ranked[0] if ranked else None) == made.best()


def test_only_some_backends_take_continuous_variables() -> None:
    made = mixed_sample(1).model
    takes = [name for name in ("cbc", "cpsat", "exactcover", "highs", "scip")
             if Feature.CONTINUOUS in get_backend(name).features]  # fmt: skip
    assert takes == SOLVERS
    choice = choose("auto", made.program())
    assert (choice.backend.name, choice.why) == ("highs", "the quickest with continuous variables")
    for name in ("clingo", "cpsat", "exactcover"):
        with pytest.raises(BackendError, match=f"backend {name} does not support the continuous"):
            solve_model(made, name)


def test_logic_over_continuous_numbers(backend: Backend) -> None:
    """Each function by its meaning, on a grid of fixed values."""
    for left in (-1.5, 0, "7/3"):
        for right in (-2, 0.25):
            model = Model()
            x, y = (model.continuous(name, lower=-3, upper=3) for name in "xy")
            b, n = model.binary("b"), model.integer("n", lower=0, upper=2)
            found = {
                "max": maximum(x, y + 0.5),
                "min": minimum(x, 2 * y),
                "abs": absolute(x - y),
                "element": element(n, [x, 0.5, y / 3]),
                "product": product(n, x),
                "switched": product(b, x),
            }
            model.add(b.implies(x <= 0.5 * n - 1))
            model.add(x == left)
            model.add(y == right)
            model.maximize(10 * b + n)
            if Feature.CONTINUOUS not in backend.features:
                with pytest.raises(BackendError, match="the continuous variable x"):
                    solve_model(model, backend)
                return
            result = solve_model(model, backend)
            one, other = Fraction(left), Fraction(right)
            truth = one <= 0
            assert (result.value(b), result.value(n)) == (truth, 2)
            expected: dict[str, Number] = {
                "max": max(one, other + Fraction(1, 2)),
                "min": min(one, 2 * other),
                "abs": abs(one - other),
                "element": other / 3,
                "product": 2 * one,
                "switched": truth * one,
            }
            assert {name: result.value(number) for name, number in found.items()} == expected


@pytest.mark.exhaustive
def test_an_answer_that_is_not_made_exact_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the exact step, thirds are no doubles: the worst row is named, within 1e-9."""
    monkeypatch.setattr(mip, "solve_continuous", lambda *_: (Status.UNKNOWN, None))
    exactly = 0
    for seed in range(20):
        made = mixed_sample(seed)
        result, best = solve_model(made.model, "highs"), made.best()
        if best is None:
            continue
        assert result.objective is not None
        assert abs(Fraction(result.objective) - best) < 1e-6
        assert result.values is not None
        wrong = made.model.check(result.values)
        assert (result.missed is None) == (wrong == ())
        if result.missed is None:
            exactly += 1
        else:
            assert result.missed in wrong
            assert 0 < result.missed.by() < Fraction(1, 10**7)
            assert ["residual", str(result.missed)] in result.table()
    assert 0 < exactly < 30


def test_a_wrong_basis_makes_no_answer_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its vertex is a solution, exactly, and yet not the best one."""
    model = Model()
    x = model.continuous("x", 2, upper=0.1)
    model.add(x.sum() <= 0.3)
    model.maximize(x.sum())
    rows, columns = np.array([BasisStatus.BASIC]), np.full(2, BasisStatus.LOWER)
    values = np.array([0.0, 0.0])
    wrong = LinearAnswer(Status.OPTIMAL, "none", values, basis=Basis(columns, rows))
    monkeypatch.setattr(mip, "solve_continuous", lambda *_: (Status.OPTIMAL, wrong))
    result = solve_model(model, "highs")
    assert result.objective is not None
    assert abs(Fraction(result.objective) - Fraction(2, 10)) < 1e-9


@pytest.mark.parametrize("wrong_by", [Fraction(1, 10**6), Fraction(-1), Fraction(1, 10**10)])
def test_no_corrupt_value_is_exact(monkeypatch: pytest.MonkeyPatch, wrong_by: Fraction) -> None:
    model = Model()
    x, y = model.continuous("x"), model.continuous("y", upper=1)
    model.add(x + y == 1.5, "sum")
    model.minimize(x)
    backend = get_backend("highs")
    real = type(backend).solve

    def corrupted(self: Backend, program: Program, options: Options) -> Result:
        result = real(self, program, options)
        assert result.values is not None
        values = result.values.copy()
        values[x.column] += wrong_by
        return replace(result, values=values)

    monkeypatch.setattr(type(backend), "solve", corrupted)
    if abs(wrong_by) < Fraction(1, 10**9):
        result = solve_model(model, "highs")
        assert (result.missed and result.missed.name, result.checked) == ("sum[0]", True)
        return
    # Another one answers in its place; without one, or where nobody else is to be asked, nobody.
    result = solve_model(model, "highs")
    assert (result.backend, result.checked, result.objective) == ("cbc", True, Fraction(1, 2))
    with pytest.raises(
        CheckError,
        match=r"the answer of highs is wrong: (x|sum\[0\]|its bound on the objective) is ",
    ):
        solve_model(model, "highs", verify=False)


def test_what_breaks_rows_even_after_a_second_run_is_an_error() -> None:
    made = next(made for made in map(mixed_sample, range(1, 99)) if made.best() is not None)
    asked: list[bool] = []
    program = made.model.program()

    def run(_program: object, _options: object, again: bool) -> tuple[mip.MipAnswer, float]:
        asked.append(again)
        values = np.array([int(low) for low in program.lower.numbers.tolist()], dtype=object) - 50
        return mip.MipAnswer(Status.OPTIMAL, values=values), 0.0

    trust = Trust(10**6, 10**9, 10**6)
    result = mip.solve_by_mip(program, Options(), run, name="n", version="v", trust=trust)
    assert (result.status, asked) == (Status.ERROR, [False, True])
    assert "its solution violates a bound by more than 1e-9 of its size" in result.message


def test_a_basis_that_is_not_optimal_proves_nothing() -> None:
    model = Model()
    x, y = model.continuous("x", upper=3), model.continuous("y")
    model.add(x + 0.5 * y <= 4)
    model.maximize(2 * x + 3 * y)
    program = model.program()
    _, right = solve_continuous(program)
    assert right is not None
    assert right.basis is not None
    vertex = vertex_of(program, right.basis)
    assert vertex is not None
    assert (vertex.proved, vertex.values.tolist(), vertex.duals.tolist()) == (True, [0, 8], [6])
    lower, upper, basic = BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.BASIC
    for columns, row, values in (
        ([upper, basic], upper, [3, 2]),
        ([lower, lower], basic, [0, 0]),
        ([basic, lower], upper, [4, 0]),
    ):
        vertex = vertex_of(program, Basis(np.array(columns), np.array([row])))
        assert vertex is not None
        assert (vertex.proved, vertex.values.tolist()) == (False, values)
    for columns, row in (([basic, basic], upper), ([upper, basic], lower), ([lower, lower], upper)):
        assert vertex_of(program, Basis(np.array(columns), np.array([row]))) is None


def test_equations_are_solved_exactly() -> None:
    dice = np.random.default_rng(5)
    for size in range(1, 9):
        matrix = dice.integers(-3, 4, (size, size)) * (dice.random((size, size)) < 0.6)
        unknowns = [Fraction(int(a), int(b)) for a, b in dice.integers(1, 9, (size, 2))]
        rows = [{c: int(f) for c, f in enumerate(line) if f} for line in matrix.tolist()]
        sides = [sum((f * unknowns[c] for c, f in row.items()), Fraction(0)) for row in rows]
        found = solved([dict(row) for row in rows], sides)
        if abs(np.linalg.det(matrix)) > 0.5:
            assert found == unknowns
        else:
            assert found is None


def test_unbounded_and_empty_models_end_in_a_status(backend: Backend) -> None:
    if Feature.CONTINUOUS not in backend.features:
        return
    model = Model()
    x = model.continuous("x", lower=None)
    model.minimize(x)
    assert solve_model(model, backend).status is Status.UNBOUNDED
    model.add(2 * x >= 3)
    assert solve_model(model, backend).objective == Fraction(3, 2)
    model.add(x <= 1)
    assert solve_model(model, backend).status is Status.INFEASIBLE
    plain = Model()
    half = plain.continuous("y", lower=0.5, upper=0.5)
    result = solve_model(plain, backend)
    assert (result.value(half), result.objective) == (Fraction(1, 2), None)


def test_cbc_is_not_trusted_with_factors_that_differ_much() -> None:
    def stated(factor: str) -> Model:
        model = Model()
        x, used = model.continuous("x", upper=10**6), model.binary("used")
        model.add(Fraction(factor) * x <= 1000 * used)
        model.maximize(x - 2 * used)
        return model

    what = "the factors of its rows differ by 1e\\+09, above 1e\\+08; scale the rows, or use highs"
    with pytest.raises(LargeNumbersError, match=what):
        solve_model(stated("0.000001"), "cbc")
    for name in ("highs", "scip"):
        assert solve_model(stated("0.000001"), name).objective == 10**6 - 2
    assert solve_model(stated("0.01"), "cbc").objective == 10**5 - 2


def test_a_solver_that_fails_is_asked_once_more() -> None:
    model = Model()
    x = model.continuous("x", upper=2)
    model.add(2 * x <= 3)
    model.maximize(x)
    asked: list[bool] = []

    def run(_program: Program, _options: Options, again: bool) -> tuple[mip.MipAnswer, float]:
        asked.append(again)
        if not again:
            return mip.MipAnswer(Status.ERROR, message="out of order"), 0.0
        return mip.MipAnswer(Status.OPTIMAL, values=np.array([Fraction(3, 2)])), 0.0

    trust = Trust(coefficients=10, activity=10, costs=10)
    found = mip.solve_by_mip(model.program(), Options(), run, name="a", version="1", trust=trust)
    assert (asked, found.status, found.objective) == ([False, True], Status.OPTIMAL, Fraction(3, 2))
