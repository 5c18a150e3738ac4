"""Bounds and coefficients beyond 64 bits: right on every backend, in files, and in checks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.files import from_pulp, open_model, read_lp, read_mps
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, LargeNumbersError
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.row_check import Violation
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model

MIP = ["highs", "scip", "cbc", "auto"]
LONG = 0.12345678901234567
EXACT = Fraction(repr(LONG))


@pytest.mark.parametrize("backend", MIP)
@pytest.mark.parametrize("exponent", [62, 63, 64, 80])
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_a_bound_near_a_power_of_two_is_a_bound(beside: int, exponent: int, backend: str) -> None:
    """A bound that was 2^63 - 1 once it was whole counted as none, and the best was 10000."""
    model = Model()
    n = model.integer("n", lower=0, upper=10_000)
    step, limit = 2 ** (exponent - 13), 2**exponent + beside
    model.add(n * Fraction(step, 49) <= Fraction(limit, 49))
    model.maximize(n)
    result = solve_model(model, backend)
    assert (result.status, result.objective) == (Status.OPTIMAL, limit // step)


def test_the_bound_of_64_bits_itself() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=10_000)
    model.add(n * Fraction(2**50, 49) <= Fraction(2**63 - 1, 49))
    model.maximize(n)
    for backend in MIP:
        result = solve_model(model, backend)
        assert (result.status, result.objective) == (Status.OPTIMAL, 8191)


def directed(sign: int, sense: str, limit: int, *, continuous: bool) -> Model:
    """A row of a long decimal beside a large coefficient, and the goal that it limits."""
    model = Model()
    x = model.continuous("x", upper=1) if continuous else model.binary("x")
    y = model.integer("y", lower=-9, upper=9)
    left = LONG * x + sign * 200 * y
    model.add(left <= limit if sense == "<=" else left >= limit)
    goal = y + x / 8 if (sense == "<=") == (sign > 0) else -1 * y - x / 8
    model.maximize(goal)
    return model


def holds(sign: int, sense: str, limit: int, values: tuple[int, int]) -> bool:
    """Whether the row holds, in fractions."""
    total = EXACT * values[0] + sign * 200 * values[1]
    return total <= limit if sense == "<=" else total >= limit


def answers(sign: int, sense: str, limit: int) -> tuple[Fraction, int]:
    """The best objective, and the number of solutions, by trying everything."""
    every = [(x, y) for x in (0, 1) for y in range(-9, 10)]
    right = [values for values in every if holds(sign, sense, limit, values)]
    turn = 1 if (sense == "<=") == (sign > 0) else -1
    return max(turn * (y + Fraction(x, 8)) for x, y in right), len(right)


def through_saved(program: AskableProgram, folder: Path) -> Any:
    path = folder / "model.ilp.json"
    program.save(path)
    return open_model(path)


TRIPS: dict[str, Callable[[AskableProgram, Path], Any]] = {
    "none": lambda program, _: program,
    "LP": lambda program, _: read_lp(program.to_lp()),
    "MPS": lambda program, _: read_mps(program.to_mps()),
    "saved": through_saved,
    "PuLP": lambda program, _: from_pulp(program.to_pulp()),
}
DIRECTIONS = [(1, "<="), (1, ">="), (-1, "<="), (-1, ">=")]


@pytest.mark.exhaustive
@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", MIP)
@pytest.mark.parametrize("limit", [1000, -1000])
@pytest.mark.parametrize(("sign", "sense"), DIRECTIONS)
def test_a_long_decimal_beside_a_large_coefficient(
    sign: int, sense: str, limit: int, backend: str
) -> None:
    """Their bounds, once they were whole, counted as none, or as what nothing satisfies."""
    best, count = answers(sign, sense, limit)
    model = directed(sign, sense, limit, continuous=False)
    result = solve_model(model, backend)
    assert (result.status, result.objective) == (Status.OPTIMAL, best)
    assert int(count_solutions(model, backend=backend)) == count
    mixed = directed(sign, sense, limit, continuous=True)
    result = solve_model(mixed, backend)
    assert result.status is Status.OPTIMAL
    assert result.objective is not None
    assert result.objective >= best
    assert mixed.check(result.values) == ()  # type: ignore[arg-type] # it is optimal


@pytest.mark.exhaustive
@pytest.mark.parametrize("trip", TRIPS)
@pytest.mark.parametrize("limit", [1000, -1000])
@pytest.mark.parametrize(("sign", "sense"), DIRECTIONS)
def test_a_long_decimal_survives_files(
    sign: int, sense: str, limit: int, trip: str, tmp_path: Path
) -> None:
    best, count = answers(sign, sense, limit)
    program = directed(sign, sense, limit, continuous=False).program()
    again = TRIPS[trip](program, tmp_path)
    result = solve_model(again, "auto")
    assert (result.status, result.objective) == (Status.OPTIMAL, best)
    assert int(count_solutions(again)) == count
    written = again.program().written
    assert written is not None
    (origin,) = again.program().rows.origins.tolist()
    factors = {abs(factor) for _, factor in written.terms(origin)}
    assert factors == {Fraction(LONG), 200}


def test_a_column_that_is_fixed_at_0_takes_its_large_coefficient_along(backend: Backend) -> None:
    """There was a TypeError of a binding instead."""
    model = Model()
    x, z = model.binary("x"), model.integer("z", lower=0, upper=5)
    model.add(LONG * x + 200 * z <= 1)
    model.maximize(x)
    for program in (model, model.fix({z: 0})):
        try:
            result = solve_model(program, backend)
        except (LargeNumbersError, BackendError) as error:
            assert "\n" not in str(error)
            continue
        assert (result.status, result.objective) == (Status.OPTIMAL, 1)


def objects(*numbers: Any) -> NumberArray:
    """Numbers of any size in an array."""
    made = np.empty(len(numbers), dtype=object)
    made[:] = numbers
    return made


def test_a_column_without_bounds_takes_any_number() -> None:
    model = Model()
    x = model.continuous("x", 3, lower=None)
    for large in (10**19, -(10**30), 2**63, -(2**63), 2**63 - 1):
        assert model.check(objects(large, 0, Fraction(large, 3))) == ()
    model.add(x.sum() <= 2**62 - 1)
    assert [one.value for one in model.check(objects(10**19, 0, 0))] == [10**19]
    assert model.check(objects(-(10**30), 0, 0)) == ()


def test_a_bound_of_a_column_of_any_size_is_checked() -> None:
    model = Model()
    model.continuous("x", lower=-(2**61), upper=2**61)
    model.continuous("y", lower=0)
    assert model.check(objects(-(2**61), 10**40)) == ()
    wrong = model.check(objects(2**63, -(10**19)))
    assert [str(one) for one in wrong] == [
        f"x is {2**63}, not within {-(2**61)} and {2**61}",
        f"y is {-(10**19)}, not at least 0",
    ]


def test_a_missing_bound_is_no_number_in_words() -> None:
    assert str(Violation("r", 10**19, None, 5)) == f"r is {10**19}, not at most 5"
    assert str(Violation("r", -(10**30), 5, None)) == f"r is {-(10**30)}, not at least 5"
    model = Model()
    n = model.integer("n", 2, lower=0, upper=9)
    model.add(n.sum() <= 3)
    model.add(n[0] - n[1] >= -2)
    assert [str(one) for one in model.check(np.array([0, 9]))] == [
        "linear[0] is 9, not at most 3",
        "linear[1] is -9, not at least -2",
    ]
