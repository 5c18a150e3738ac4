"""Coefficients that solvers take for 0: kept in other units of the variable, or refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, LargeNumbersError
from ilpuzzles.queries.solve import solve_model
from support.mixed_models import MixedSample

SOLVERS = ["cbc", "highs", "scip"]


def of_small_share(kind: str) -> Model:
    """A share of 1e-10 of a million pieces, worth 10, whose production costs 1."""
    model = Model()
    is_open = model.binary("open")
    number = model.integer if kind == "whole" else model.continuous
    pieces = number("pieces", lower=0, upper=10**6)
    earned = model.continuous("earned")
    model.add(earned <= "0.0000000001" * pieces)
    model.add(pieces <= 10**6 * is_open)
    model.maximize(10**5 * earned - is_open)
    return model


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("kind", ["continuous", "whole"])
@pytest.mark.parametrize("exact", [None, True, False])
def test_a_small_share_of_much_counts(name: str, kind: str, exact: bool | None) -> None:
    if (name, kind) == ("cbc", "whole"):
        # A variable that is whole keeps its units, and CBC wants all of them alike.
        with pytest.raises(LargeNumbersError, match="factors"):
            solve_model(of_small_share(kind), name, exact=exact)
        return
    result = solve_model(of_small_share(kind), name, exact=exact)
    assert result.status is Status.OPTIMAL
    assert result.objective == pytest.approx(9, rel=1e-9)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("most", [None, 10**9])
def test_a_small_share_of_what_rows_alone_bound_counts(name: str, most: int | None) -> None:
    model = Model()
    x = model.continuous("x", 2, upper=most)
    model.add(x[0] <= "0.000000000001" * x[1])
    model.add(x.sum() <= 10**9)
    model.maximize(x[0])
    best = Fraction(10**9, 10**12 + 1)
    assert model.relaxation().objective == best
    result = solve_model(model, name)
    assert (result.status, result.objective) == (Status.OPTIMAL, best)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_small_cost_of_much_counts(name: str) -> None:
    model = Model()
    is_open = model.binary("open")
    x = model.continuous("x", upper=10**12)
    model.add(x <= 10**12 * is_open)
    model.maximize("0.000000000001" * x - "0.5" * is_open)
    result = solve_model(model, name)
    assert (result.status, result.objective) == (Status.OPTIMAL, Fraction(1, 2))


@pytest.mark.parametrize("name", SOLVERS)
def test_what_becomes_small_by_other_units_counts(name: str) -> None:
    model = Model()
    x, y = model.continuous("x", upper="0.000000000001"), model.continuous("y")
    model.add(y <= x)
    model.maximize(10**9 * y)
    result = solve_model(model, name)
    assert result.status is Status.OPTIMAL
    # CBC's own values are in doubles.
    assert result.objective == pytest.approx(0.001, rel=1e-9)


@pytest.mark.parametrize("name", ["highs", "scip"])
def test_what_no_units_make_larger_is_refused(name: str) -> None:
    """Both variables are whole, and have the units that they have."""
    model = Model()
    y, z, x = model.integer("y", lower=0, upper=10**6), model.binary("z"), model.continuous("x")
    model.add(z * 10**6 + x >= 1 + "0.0000000001" * y, "tie")
    model.add(x <= 10**6)
    model.maximize(y - x)
    with pytest.raises(LargeNumbersError, match=r"tie.* of y .*other units"):
        solve_model(model, name)


@pytest.mark.parametrize("name", ["auto", "cpsat", *SOLVERS])
@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("power", range(7, 12))
def test_rows_of_whole_variables_alone_lose_nothing(name: str, beside: bool, power: int) -> None:
    """A doubtful double, so that nothing is stated in whole numbers; the best is 199, or refused.

    A variable that is not whole may stand beside the row, and says nothing in it.
    """
    model = Model()
    shares = model.integer("shares", lower=0, upper=5)
    pieces = model.integer("pieces", lower=0, upper=2 * 10**power)
    is_open = model.binary("open")
    model.add(shares <= (0.1 + 0.2) / 0.3 / 10**power * pieces)
    model.add(pieces <= 2 * 10**power * is_open)
    gain = 100 * shares - is_open
    if beside:
        gain = gain + 0.37 * model.continuous("w", lower=0, upper=1)
    model.maximize(gain)
    try:
        result = solve_model(model, name)
    except BackendError:
        return
    if result.status is Status.OPTIMAL:
        assert result.objective == pytest.approx(199 + 0.37 * beside, rel=1e-9)


@pytest.mark.parametrize("name", ["auto", "cpsat", *SOLVERS])
def test_a_large_coefficient_of_a_fixed_variable_hides_nothing(name: str) -> None:
    model = Model()
    fixed = model.integer("fixed", lower=0, upper=0)
    n = model.integer("n", lower=-2, upper=1)
    model.add(-9 * 10**9 * fixed - n >= 1)
    model.maximize(n)
    result = solve_model(model, name)
    assert (result.status, result.objective) == (Status.OPTIMAL, -1)


def sampled(seed: int) -> MixedSample:
    """A random model with coefficients from 1e-13 to 1e-7 of variables that are large."""
    dice = random.Random(seed)
    model = Model("faint")
    whole = [(0, 1)] * dice.randint(1, 2)
    ends, powers = [], []
    for _ in range(dice.randint(1, 2)):
        power = dice.randint(5, 12)
        powers.append(power)
        ends.append((Fraction(0), Fraction(dice.randint(1, 9) * 10**power)))
    small = [(Fraction(0), Fraction(dice.randint(1, 9))) for _ in range(dice.randint(1, 2))]
    made = MixedSample(model, whole, [*ends, *small])
    columns = [model.binary(f"b{place}") for place in range(len(whole))]
    columns += [
        model.continuous(f"x{place}", lower=low, upper=high)
        for place, (low, high) in enumerate(made.continuous)
    ]

    def share(power: int) -> Fraction:
        exponent = min(13, max(7, power + dice.randint(-2, 3)))
        return Fraction(dice.choice([-1, 1]) * dice.randint(1, 9), 10**exponent)

    for _ in range(dice.randint(1, 3)):
        factors = [Fraction(dice.randint(-3, 3)) for _ in whole]
        factors += [share(power) if dice.random() < 0.8 else Fraction(0) for power in powers]
        factors += [Fraction(dice.randint(-3, 3)) for _ in small]
        most = Fraction(dice.randint(0, 4), dice.choice([1, 2, 10]))
        made.rows.append((factors, None, most))
    if dice.random() < 0.7:
        # The large ones cost something to open.
        factors = [Fraction(0)] * len(columns)
        factors[0], factors[len(whole)] = -ends[0][1], Fraction(1)
        made.rows.append((factors, None, Fraction(0)))
    made.costs = [Fraction(dice.randint(-9, 9)) for _ in whole]
    made.costs += [share(power) if dice.random() < 0.5 else Fraction(0) for power in powers]
    made.costs += [Fraction(dice.randint(-9, 9)) for _ in small]
    made.maximize = True
    for factors, _, limit in made.rows:
        assert limit is not None
        terms = [a * x for a, x in zip(factors, columns, strict=True) if a]
        if terms:
            model.add(sum(terms[1:], terms[0]) <= limit)
    model.maximize(3 + sum(a * x for a, x in zip(made.costs, columns, strict=True)))
    return made


@pytest.mark.parametrize("name", SOLVERS)
def test_random_models_with_small_coefficients_of_large_variables(name: str, seeds: range) -> None:
    for seed in seeds:
        made = sampled(seed)
        best = made.best()
        try:
            result = solve_model(made.model, name)
        except BackendError:
            continue
        if best is None:
            assert result.status is Status.INFEASIBLE, f"seed {seed}"
        elif result.status is Status.OPTIMAL:
            assert result.objective == pytest.approx(float(best), rel=2e-9), f"seed {seed}"
        else:
            assert result.status is Status.FEASIBLE, f"seed {seed}"
