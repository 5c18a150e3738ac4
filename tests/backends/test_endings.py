"""How searches end, and what is made of it."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from ilpuzzles.backends import Backend, Limit, Options, Status, get_backend
from ilpuzzles.errors import BackendError, CheckError, InputError
from ilpuzzles.modelling import IntArray, Model
from ilpuzzles.queries import enumerate_solutions, solve_model


def pigeons(count: int) -> Model:
    """One pigeon more than there are holes: infeasible, and hard to see as rows of at most one."""
    model = Model("pigeons")
    sits = model.binary("sits", count + 1, count)
    model.exactly_one(sits, axis=1)
    model.at_most_one(sits, axis=0)
    return model


def split_market(size: int, rows: int) -> Model:
    """Equalities with random coefficients: no solution is easy to find, nor that there is none."""
    dice = random.Random(7)
    model = Model("market split")
    x = model.binary("x", size)
    for _ in range(rows):
        weights = [dice.randint(0, 99) for _ in range(size)]
        model.add(x.dot(weights) == sum(weights) // 2)
    return model


def knapsack(size: int) -> Model:
    """Many knapsacks at once: good solutions are easy, the best one is not."""
    dice = random.Random(3)
    model = Model("knapsack")
    x = model.binary("x", size)
    for _ in range(30):
        model.add(x.dot([dice.randint(1, 99) for _ in range(size)]) <= 12 * size)
    model.maximize(x.dot([dice.randint(1, 99) for _ in range(size)]))
    return model


def test_no_variables_and_no_rows(backend: Backend) -> None:
    result = solve_model(Model(), backend.name)
    assert (result.status, result.complete) == (Status.OPTIMAL, True)
    assert result.values is not None
    assert result.values.shape == (0,)


def test_no_rows_but_an_objective(backend: Backend) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.minimize(x.dot([4, -3, 0]) + 10)
    result = solve_model(model, backend.name)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 7, 7)


def test_an_objective_without_terms(backend: Backend) -> None:
    model = Model()
    x = model.binary("x", 2)
    model.exactly_one(x)
    model.maximize(x[0] - x[0] + 5)
    result = solve_model(model, backend.name)
    assert (result.status, result.objective) == (Status.OPTIMAL, 5)


def test_empty_rows(backend: Backend) -> None:
    true, false = Model(), Model()
    for model in (true, false):
        model.binary("x")
    true.add(true.sum([]) <= 0)
    true.at_most_one([])
    false.at_least_one([])
    assert solve_model(true, backend.name).status is Status.OPTIMAL
    assert solve_model(false, backend.name).status is Status.INFEASIBLE


def test_crossed_bounds(backend: Backend) -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum().between(2, 1))
    assert solve_model(model, backend.name).status is Status.INFEASIBLE


def test_infeasible_in_the_relaxation(backend: Backend) -> None:
    model = Model()
    model.add(model.binary("x", 3).sum() >= 4)
    result = solve_model(model, backend.name)
    assert (result.status, result.limit, result.complete) == (
        Status.INFEASIBLE,
        Limit.NONE,
        True,
    )


def test_infeasible_in_whole_numbers_only(backend: Backend) -> None:
    model = Model()
    x = [*model.binary("x", 3).flat()]
    for one, other in pairwise([*x, x[0]]):
        model.add(one + other == 1)
    result = solve_model(model, backend.name)
    assert result.status is Status.INFEASIBLE
    assert result.values is None
    with pytest.raises(ValueError, match="no values: the status is infeasible"):
        result.value(x[0])


def test_a_limit_without_a_solution_is_unknown(backend: Backend) -> None:
    result = solve_model(split_market(60, 6), backend.name, Options(time_limit=0.3))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)
    assert not result.complete
    assert result.values is None
    assert result.seconds.solve < 5


def test_a_limit_in_a_proof_is_never_infeasible(backend: Backend) -> None:
    result = solve_model(pigeons(40), backend.name, Options(time_limit=0.05))
    assert result.status in {Status.UNKNOWN, Status.INFEASIBLE}
    assert result.complete == (result.status is Status.INFEASIBLE)
    assert (result.limit is Limit.TIME) == (result.status is Status.UNKNOWN)


def test_a_limit_with_a_solution_is_feasible(backend: Backend) -> None:
    model = knapsack(120)
    result = solve_model(model, backend.name, Options(time_limit=1.0))
    assert (result.status, result.limit) == (Status.FEASIBLE, Limit.TIME)
    assert not result.complete
    assert result.checked
    assert result.objective is not None
    assert result.bound is not None
    assert result.bound >= result.objective


def test_unbounded() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=None)
    x = model.binary("x")
    model.add(n >= 2 * x)
    model.maximize(n - 3 * x)
    result = solve_model(model, "cbc")
    assert (result.status, result.limit, result.values) == (Status.UNBOUNDED, Limit.NONE, None)
    free = Model()
    free.minimize(free.integer("n", lower=None, upper=4))
    assert solve_model(free, "cbc").status is Status.UNBOUNDED
    with pytest.raises(BackendError, match="takes no variable without bounds"):
        solve_model(model, "cpsat")


def test_whole_numbers(backend: Backend) -> None:
    model = Model()
    n = model.integer("n", "ab", lower=-7, upper=9)
    model.add(3 * n["a"] - 2 * n["b"] == 5)
    model.minimize(n["a"] + n["b"])
    result = solve_model(model, backend.name)
    assert result.objective == min(
        a + b for a in range(-7, 10) for b in range(-7, 10) if 3 * a - 2 * b == 5
    )


def test_large_numbers_are_exact_or_refused() -> None:
    model = Model()
    x, y = model.binary("x"), model.binary("y")
    model.add((1 << 60) * x - ((1 << 60) + 1) * y == -1)
    result = solve_model(model, "cpsat")
    assert [result.value(x), result.value(y)] == [1, 1]
    with pytest.raises(BackendError, match="more than 53 bits"):
        solve_model(model, "cbc")


def test_a_model_that_cp_sat_refuses_is_an_error() -> None:
    model = Model()
    x = model.binary("x", 9)
    model.add(x.dot([1 << 61] * 9) >= 1)
    result = solve_model(model, "cpsat")
    assert result.status is Status.ERROR
    assert result.message
    assert result.values is None


def test_an_enumeration_can_be_stopped() -> None:
    model = Model()
    model.binary("x", 6)
    found: list[IntArray] = []

    def visit(values: IntArray) -> bool:
        found.append(values)
        return len(found) < 5

    result = enumerate_solutions(model, visit)
    assert len(found) == 5
    assert (result.limit, result.complete) == (Limit.SOLUTIONS, False)


def test_an_error_in_a_visit_comes_through() -> None:
    model = Model()
    model.binary("x", 6)

    with pytest.raises(ZeroDivisionError):
        enumerate_solutions(model, lambda values: bool(1 // (len(values) - 6)))


def test_auxiliary_variables_do_not_multiply() -> None:
    model = Model()
    model.at_most_one(model.binary("x", 3))
    model.binary("free", 4, auxiliary=True)
    found: list[IntArray] = []
    result = enumerate_solutions(model, found.append)
    assert result.complete
    assert len(found) == 4


def test_eight_queens_have_92_solutions() -> None:
    model = Model("queens")
    queen = model.binary("queen", 8, 8)
    model.exactly_one(queen, axis=0)
    model.exactly_one(queen, axis=1)
    for offset in range(-7, 8):
        diagonal = np.arange(8)[max(0, -offset) : min(8, 8 - offset)]
        model.at_most_one(queen.positions()[diagonal, diagonal + offset])
        model.at_most_one(queen.positions()[diagonal, 7 - diagonal - offset])
    found: list[IntArray] = []
    # More workers are asked for, and rightly not used: with several, solutions go missing.
    result = enumerate_solutions(model, found.append, "cpsat", Options(workers=4))
    assert result.complete
    assert len(found) == 92


def test_a_backend_that_cannot_list_says_so() -> None:
    with pytest.raises(BackendError, match="use the backend cpsat"):
        enumerate_solutions(Model(), lambda _: None, "cbc")


def test_a_wrong_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = get_backend("cpsat")
    model = Model()
    x = model.binary("x", 2)
    with model.group("pair"):
        model.exactly_one(x)
    honest = type(backend).solve

    def lie(self: Backend, asked: Model, options: Options) -> object:
        from dataclasses import replace  # noqa: PLC0415

        return replace(honest(self, asked, options), values=np.array([1, 1]))

    monkeypatch.setattr(type(backend), "solve", lie)
    with pytest.raises(CheckError, match=r"cpsat is wrong: pair\[0\] is 2, not 1"):
        solve_model(model, "cpsat")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"time_limit": 0.0}, "a time limit of 0.0 seconds"),
        ({"time_limit": float("nan")}, "a time limit of nan seconds"),
        ({"time_limit": float("inf")}, "a time limit of inf seconds"),
        ({"time_limit": -1.0}, "a time limit of -1.0 seconds"),
        ({"workers": 0}, "0 workers"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1 << 31}, "seed 2147483648"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Options(**options)  # type: ignore[arg-type] # deliberately wrong
