"""Rows of mixed programs are judged by their own size, and only what is continuous is excused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.row_check import larger_than_tolerance
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.mip.rays import improves_without_end, is_far_out


def excused(model: Model, *values: Number) -> bool:
    """Whether all violations of an assignment are within the tolerance of a solver."""
    return not larger_than_tolerance(model.check(np.array(values, dtype=object)))


@pytest.mark.parametrize("unit", [Fraction(1, 10**12), Fraction(1, 1000), 1, 10**9])
def test_a_row_may_be_missed_by_a_billionth_of_its_size(unit: Number) -> None:
    model = Model()
    x = model.continuous("x", 2, upper=10)
    model.add(unit * x[0] + unit * x[1] == 5 * unit)
    nearly = Fraction(1, 10**9)
    assert excused(model, 2, 3 + 2 * nearly)
    assert not excused(model, 2, 3 + 20 * nearly)


def test_a_row_of_whole_columns_and_a_whole_column_are_never_excused() -> None:
    model = Model()
    n, k = model.integer("n", lower=0, upper=10**9), model.integer("k", lower=0, upper=10**10)
    x = model.continuous("x", upper=1)
    model.add(k - 3 * n <= 0)
    model.add(x <= 0.5)
    assert excused(model, 10**9, 3 * 10**9, Fraction(1, 2))
    assert not excused(model, 10**9, 3 * 10**9 + 1, 0)
    assert not excused(model, 10**9 + 1, 0, 0)


def test_a_big_m_lends_no_tolerance() -> None:
    model = Model()
    z, x = model.binary("z"), model.continuous("x", upper=10**9)
    model.add(x <= 10**9 * (1 - z))
    assert excused(model, 0, 10**9)
    assert excused(model, 1, Fraction(1, 10**10))
    assert not excused(model, 1, Fraction(1, 10**8))
    assert not excused(model, 1, 1)


@pytest.mark.exhaustive
def test_a_whole_equation_beside_a_continuous_column_has_no_solution_that_misses_it() -> None:
    """Brute force: no three numbers up to 1000 satisfy it; HiGHS had one that missed it by 2."""
    model = Model()
    n, x = model.integer("n", 3, lower=0, upper=1000), model.continuous("x", upper=1)
    model.add(n.dot([8530265750, 6123655737, 5001940104]) == 13829232969826)
    model.add(x + n[0] <= 1000.5)
    model.maximize(x)
    result = solve_model(model, "highs", time_limit=20)
    assert result.values is None


def test_a_direction_without_end_is_found_and_one_with_an_end_is_not() -> None:
    for limit, without_end in ((None, True), (7, False)):
        model = Model()
        x, n = model.continuous("x", 2), model.integer("n", lower=0, upper=None)
        model.add(x[0] - 2 * x[1] + n <= 4)
        model.add(0.3 * x[0] - n >= -9)
        if limit is not None:
            model.add(x[0] + x[1] <= limit)
        model.maximize(x[0] - x[1])
        assert improves_without_end(model.program(), None) is without_end


def test_only_a_column_without_a_bound_is_far_out() -> None:
    model = Model()
    model.continuous("x", upper=10**12)
    model.continuous("y")
    values = np.array([10**11, 5], dtype=object)
    assert not is_far_out(model.program(), values)
    assert is_far_out(model.program(), values[::-1])


@pytest.mark.parametrize("backend", ["highs", "scip", "cbc"])
def test_what_improves_for_ever_is_unbounded(backend: str) -> None:
    model = Model()
    x, n = model.continuous("x", 3), model.integer("n", lower=0, upper=None)
    data = np.random.default_rng(5).random((4, 3))
    model.add(data @ x - 0.37 * n <= 100)
    model.minimize(-(x.sum() + 0.1 * n))
    assert solve_model(model, backend).status is Status.UNBOUNDED
