"""Solutions come in the same order every time, from any number of threads."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ilpuzzles.exactcover import search_threads
from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.settings import Engine, Run, Settings
from support.covering import Visitor, as_set, dominoes, listed, solved
from support.random_covers import board, count_by_memory


@pytest.fixture(params=[1, 4, 64])
def _parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few parts, so that even a small problem is not solved by splitting it."""
    monkeypatch.setattr(search_threads, "_PARTS_PER_WORKER", request.param)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_parts")
def test_all_workers_list_the_same_in_the_same_order() -> None:
    for seed in range(35):
        dice = random.Random(seed)
        problem, expected = solved(seed)
        items = len(problem.primary)
        settings = Settings(
            engine=Engine.SEARCH,
            minimal_depth=dice.choice([None, None, 0, 1, 2, 3, 5]),
            order=tuple(dice.sample(range(items), dice.choice([0, 0, items // 2]))),
            safety=dice.random() < 0.7,
            dead_ends=dice.random() < 0.7,
            reduce=dice.random() < 0.5,
        )
        alone = listed(problem, settings)
        assert as_set(alone) == expected
        assert listed(problem, settings) == alone
        for workers in (2, 3):
            several = replace(settings, workers=workers)
            assert listed(problem, several) == alone, (seed, settings)
            run = count_covers(problem, several)
            assert (run.found, run.complete, run.done) == (len(expected), True, run.parts)


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", list(Engine))
def test_the_order_is_the_same_on_every_call_and_for_all_workers(engine: Engine) -> None:
    problem = dominoes(6, 5, "bar")
    first = listed(problem, Settings(engine=engine))
    assert len(first) == count_by_memory(board(6, 5, ["domino", "bar"]), 30) == 82_634
    assert as_set(first)
    assert listed(problem, Settings(engine=engine)) == first
    once = count_covers(problem, Settings(engine=engine)).statistics
    for workers in (2, 3):
        settings = Settings(engine=engine, workers=workers)
        assert listed(problem, settings) == first
        now = count_covers(problem, settings).statistics
        assert (now.nodes, now.dead_ends) == (once.nodes, once.dead_ends)


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("engine", [Engine.SEARCH, Engine.TABLE])
def test_few_solutions_come_first_of_all(engine: Engine, workers: int) -> None:
    problem = dominoes(6, 6)
    settings = Settings(engine=engine, workers=workers)
    everything = listed(problem, settings)
    visitor = Visitor(3)
    run = visit_covers(problem, visitor, settings, Run())
    assert visitor.found == everything[: len(visitor.found)]
    assert (run.ending, run.complete, run.found) == ("stopped", False, len(visitor.found))
    visitor = Visitor()
    run = visit_covers(problem, visitor, Settings(workers=workers), few=True)
    assert (run.statistics.engine, run.found, len(visitor.found)) == ("search", 6728, 6728)
    assert as_set(visitor.found) == as_set(everything)
