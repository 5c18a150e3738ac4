"""The short search of CP-SAT that comes first: what it leaves open is answered all the same."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.backends import cpsat
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load


def pigeons(holes: int, number: int) -> Model:
    """Every pigeon has a hole of its own."""
    model = Model("pigeons")
    x = model.binary("x", number, holes)
    model.exactly_one(x, axis=1)
    model.at_most_one(x, axis=0)
    return model


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many searches each solve may make; the first of several is given hardly any time."""
    monkeypatch.setattr(cpsat, "_BRIEFLY", 1e-9)
    monkeypatch.setattr(cpsat, "_FOR_ENTRIES", 10**15)
    made: list[int] = []
    attempts = cpsat.attempts

    def counted(*arguments: Any, **named: Any) -> list[Any]:
        found = attempts(*arguments, **named)
        made.append(len(found))
        return found

    monkeypatch.setattr(cpsat, "attempts", counted)
    return made


def test_what_the_first_search_leaves_open_is_answered_by_the_second(attempts: list[int]) -> None:
    board = formulate(load("lonpos", "2pieces"))[1].model
    result = solve_model(board, "cpsat")
    assert (result.status, result.complete) == (Status.OPTIMAL, True)
    result = solve_model(pigeons(5, 6), "cpsat")
    assert (result.status, result.limit, result.values) == (Status.INFEASIBLE, Limit.NONE, None)
    assert attempts == [2, 2]


def test_a_limit_is_one_for_all_searches(attempts: list[int]) -> None:
    result = solve_model(pigeons(60, 61), "cpsat", Options(time_limit=0.003))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)
    assert not result.complete
    assert attempts == [2]


def test_who_asks_for_more_gets_one_search(attempts: list[int]) -> None:
    model = pigeons(4, 3)
    assert solve_model(model, "cpsat", Options(workers=2)).status is Status.OPTIMAL
    model.minimize(model.families[0].sum())
    assert solve_model(model.without(), "cpsat").objective == 3
    assert get_backend("cpsat").solve(model.program(), Options()).status is Status.OPTIMAL
    assert attempts == [1, 1, 1]
