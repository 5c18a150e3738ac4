"""Numbers at the edge of what doubles can hold: the answer is right, or the model is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import InputError, LargeNumbersError
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.limits import activity
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.smaller_numbers import narrow_range
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend
from support.random_edges import edge
from support.rings import is_wider

FEW = 2


def tight(seed: int) -> Model:
    """A few variables in small ranges, some of them far away, with rows that leave little."""
    dice = random.Random(seed)
    model = Model()
    x = []
    for number in range(dice.randint(1, 4)):
        low = dice.choice([0, 0, -3, 10**9, -(10**17)])
        x.append(model.integer(f"x{number}", lower=low, upper=low + dice.randint(0, 3)))
    values = [int(low) + dice.randint(0, 3) for low in model.program().lower.numbers]
    for _ in range(dice.randint(0, 4)):
        factors = [dice.choice([0, 1, -1, 2, -2, 3, 6, -9]) for _ in x]
        total = model.sum(a * n for a, n in zip(factors, x, strict=True))
        goal = sum(a * n for a, n in zip(factors, values, strict=True)) + dice.randint(-1, 1)
        model.add(dice.choice([total == goal, total <= goal, total >= goal]))
    model.minimize(model.sum(dice.randint(-5, 5) * n for n in x) + 3)
    return model


def solutions(program: Program) -> list[tuple[int, ...]]:
    """All solutions, by trying everything."""
    ranges = zip(program.lower.numbers.tolist(), program.upper.numbers.tolist(), strict=True)
    every = product(*(range(low, high + 1) for low, high in ranges))
    return [values for values in every if not program.broken_rows(np.array(values))]


def far_away() -> tuple[Model, int]:
    """Three variables far from 0, in rows whose terms come to 10^18."""
    model = Model()
    x0, x1 = (model.integer(name, lower=-(10**9), upper=-999_999_991) for name in ("x0", "x1"))
    x2 = model.integer("x2", lower=-1000, upper=-998)
    model.add(10**9 * x0 - 10**9 * x1 + 908_567_530 * x2 == -910_750_394_940)
    model.add(x1 - 10**9 * x2 == 997_000_000_007)
    model.maximize(10**12 - 10**9 * x0 - 2 * x1)
    return model, 1_000_000_998_999_999_986


def decided() -> Model:
    """Two of three variables are decided by their bounds."""
    model = Model()
    x = model.integer("x", lower=1_000_002, upper=1_000_004)
    y = model.integer("y", lower=-1000, upper=-1000)
    z = model.integer("z", lower=0, upper=0)
    model.add(333_333 * x - 9 * y + 141 * z == 333_334_008_999)
    model.add(-2 * x == -2_000_006)
    return model


def test_what_is_far_away_is_never_infeasible(backend: Backend) -> None:
    """CBC called the first one infeasible, HiGHS the second; clingo's numbers are too small."""
    model, best = far_away()
    if backend.name == "clingo":
        with pytest.raises(LargeNumbersError, match="sums are limited to 31 bits"):
            solve_model(model, backend)
        return
    result = solve_model(model, backend)
    assert (result.status, result.objective) == (Status.OPTIMAL, best)
    assert result.values is not None
    assert result.values.tolist() == [-999_999_997, -999_999_993, -998]
    result = solve_model(decided(), backend)
    assert result.values is not None
    assert result.values.tolist() == [1_000_003, -1000, 0]


def test_models_at_the_edge(backend: Backend, seeds: range, pytestconfig: pytest.Config) -> None:
    """All of them have a solution: it is found, or the model is refused before the search."""
    some = seeds if is_wider(pytestconfig) else seeds[:FEW]
    for seed in some:
        made = edge(seed)
        options = Options(time_limit=5.0)
        try:
            result = solve_model(made.model, backend, options)
        except LargeNumbersError:
            assert backend.name != "cpsat"
            continue
        assert result.status in {Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN}, f"seed {seed}"
        if result.status is not Status.OPTIMAL or made.reached is None:
            continue
        assert result.objective is not None
        gain = result.objective - made.reached
        assert (gain if made.maximize else -gain) >= 0, f"seed {seed}"
        exact = solve_model(made.model, "cpsat", options)
        if exact.complete:
            assert result.objective == exact.objective, f"seed {seed}"


def test_what_is_left_when_large_values_are_excluded_is_nothing(backend: Backend) -> None:
    """SCIP broke the last row where there was no solution, when it was asked once more."""
    for least in (1_234_567, 9_999_999):
        model = Model()
        model.integer("n", lower=least, upper=least + 1)
        assert int(count_solutions(model, backend=backend)) == 2


def test_smaller_numbers_mean_the_same() -> None:
    """Every solution is kept, and none is added."""
    emptied = 0
    for seed in range(300):
        made = tight(seed)
        program = linearised(made.program())
        small = narrow_range(program)
        expected = solutions(program)
        if small is None:
            emptied += 1
            assert expected == []
            continue
        assert (small.program.lower == 0).all()
        found = [tuple(small.values(np.array(one)).tolist()) for one in solutions(small.program)]
        assert found == expected
        goal, other = program.objective, small.program.objective
        assert goal is not None
        assert other is not None
        for values in expected:
            moved = np.array(values) - np.array(small.offsets)
            assert goal.value(np.array(values)) == other.value(moved)
    assert 30 < emptied < 270


def test_values_with_more_digits_than_cbc_writes() -> None:
    model = Model()
    x = model.integer("x", 2, lower=0, upper=None)
    model.add(x[0] == 123_456_789_123)
    model.add(x[1] - 7 * x[0] == 1)
    result = solve_model(model, "cbc")
    assert result.values is not None
    assert result.values.tolist() == [123_456_789_123, 864_197_523_862]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["cbc", "highs", "scip"])
def test_hints_and_bounds_mean_the_same_in_smaller_numbers(name: str) -> None:
    model = Model()
    far = 10**12
    x = model.integer("x", 4, lower=far, upper=far + 3)
    model.add(10**6 * x.sum() <= 10**6 * (4 * far + 5))
    model.maximize(x.dot([3, 4, 5, 6]) - 18 * far)
    hint = {x[number]: far + 1 for number in range(4)}
    assert activity(model.program()) > 10**15
    for gap in (0.0, 0.01):
        result = solve_model(model, name, Options(hint=hint, gap=gap))
        assert (result.objective, result.limit in {Limit.NONE, Limit.GAP}) == (28, True)
        if not gap:
            assert (result.status, result.bound) == (Status.OPTIMAL, 28.0)
    other = Model().binary("y", 9)[8]
    with pytest.raises(InputError, match="of the hint belongs to another model"):
        solve_model(model, name, Options(hint={other: 1}))


@pytest.mark.parametrize(("name", "largest"), [("cbc", 10**7), ("highs", 10**6), ("scip", 10**6)])
def test_what_no_double_can_hold_is_refused(name: str, largest: int) -> None:
    sums, factors, wide = Model(), Model(), Model()
    x = sums.integer("x", 3, lower=0, upper=10**12)
    sums.add(x.dot([101, -103, 7]) == 5 * 10**12)
    factors.add(factors.binary("x", 2).dot([largest + 1, largest]) >= 1)
    wide.add(wide.integer("n", 2, lower=0, upper=10**16).sum() >= 3)
    for model, message in (
        (sums, r"adds up to 2e\+14, above .*; use the backend cp"),
        (factors, f"a coefficient is above {largest:,}; use the backend cpsat"),
        (wide, "bound is above"),
    ):
        with pytest.raises(LargeNumbersError, match=message):
            solve_model(model, name)
    assert solve_model(sums, "cpsat").complete


@pytest.mark.parametrize("name", ["highs", "cbc", "scip"])
def test_the_last_of_many_decimals_is_confirmed_in_whole_numbers(name: str) -> None:
    """A step of 1e-7 would be within the tolerance of the row that wants something better."""
    for seed in range(4):
        dice, model = random.Random(seed), Model()
        x = model.integer("x", 6, lower=0, upper=9)
        model.add(x @ [dice.randint(20, 99) for _ in range(6)] <= 300)
        model.maximize(x.dot([Fraction(dice.randint(10**5, 10**6), 10**7) for _ in range(6)]))
        found = get_backend(name).solve(model.program(), Options(seed=seed))
        assert found.status is Status.OPTIMAL
        assert found.objective == solve_model(model, "cpsat").objective


def test_an_objective_that_no_array_can_hold_is_refused() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=10**15)
    model.add(n + model.binary("y") >= 3)
    model.maximize(10**9 * n)
    with pytest.raises(
        LargeNumbersError, match=r"the objective reaches 1e\+24; use the backend cpsat"
    ):
        solve_model(model, "cbc")


def test_rows_that_would_give_way_by_too_much_are_relaxed_by_conflicts() -> None:
    """What a row that gives way adds up to is refused; what the rows themselves do is not."""
    model = Model()
    x = model.integer("x", lower=0, upper=10**13)
    with model.group("small", why="x is small"):
        model.add(x <= 5)
    with model.group("large", why="x is large"):
        model.add(x >= 10**13 - 3)
    answer = relax(model, backend="cbc")
    assert answer.complete
    assert answer.least == 1
    assert len(explain(model, backend="cbc").rows) == 2
