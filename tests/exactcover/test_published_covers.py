"""Published numbers of solutions, by both engines, straight from the models of the puzzles."""

from __future__ import annotations

import pytest

from ilpuzzles.exactcover.engine import count_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.solvers.cover.backend import ExactCoverBackend
from support.covering import as_set, listed
from support.random_covers import is_cover


def cover_of(name: str, preset: str | None = None, height: int | None = None) -> CoverProblem:
    """The rows of a puzzle's model as an exact cover problem."""
    parameters = {} if height is None else {"height": height}
    asked = experiment(name, preset, parameters=parameters)
    return ExactCoverBackend().native(asked.model)


BOTH = [Engine.SEARCH, Engine.TABLE]
PUBLISHED = [
    ("lonpos", "empty", None, 371_020, [Engine.TABLE, Engine.AUTO]),
    ("pentominoes", "3x20", None, 8, BOTH),
    ("pentominoes", "4x15", None, 1472, BOTH),
    ("pentominoes", "6x10", None, 9356, [Engine.TABLE]),
    ("tower", None, 2, 552, BOTH),
    ("tower", None, 3, 55_056, [Engine.TABLE, Engine.AUTO]),
    ("dominoes", "8x8", None, 12_988_816, [Engine.TABLE, Engine.AUTO]),
]
CASES = [
    pytest.param(name, preset, height, count, engine, id=f"{name}-{preset or height}-{engine}")
    for name, preset, height, count, engines in PUBLISHED
    for engine in engines
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "preset", "height", "count", "engine"), CASES)
def test_published_numbers(
    name: str, preset: str | None, height: int | None, count: int, engine: Engine
) -> None:
    problem = cover_of(name, preset, height)
    run = count_covers(problem, Settings(engine=engine, workers=2))
    assert (run.found, run.complete) == (count, True)
    assert engine is Engine.AUTO or run.statistics.engine is engine


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(("name", "number"), [("soma", 11_520), ("cube", 5328)])
def test_all_solutions_of_a_puzzle(name: str, number: int, engine: Engine) -> None:
    problem = cover_of(name)
    found = as_set(listed(problem, Settings(engine=engine)))
    assert len(found) == number
    assert all(is_cover(problem, one) for one in list(found)[::50])
