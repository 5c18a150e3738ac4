"""Random solutions: all are solutions, and all have the same chance."""

from __future__ import annotations

from collections import Counter

import pytest

from ilpuzzles.exactcover.engine import sample_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Run, Settings
from support.covering import dominoes, rows_of, solved

ENGINES = [Engine.SEARCH, Engine.TABLE, Engine.AUTO]


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
def test_samples_are_solutions_and_repeat(engine: Engine) -> None:
    settings = Settings(engine=engine)
    for seed in range(60):
        problem, expected = solved(seed)
        number = seed % 7
        found, run = sample_covers(problem, number, seed, settings)
        assert (run.found, run.complete) == (len(expected), True)
        assert len(found) == (number if expected else 0), seed
        assert {frozenset(one) for one in rows_of(found)} <= expected
        again, _ = sample_covers(problem, number, seed, settings)
        assert (again == found).all()
        assert again.shape == found.shape


@pytest.mark.parametrize("engine", ENGINES)
def test_another_seed_draws_other_samples(engine: Engine) -> None:
    settings = Settings(engine=engine)
    drawn = [sample_covers(dominoes(6, 6), 20, seed, settings)[0] for seed in range(3)]
    assert len({tuple(map(tuple, one.tolist())) for one in drawn}) == 3
    assert len({tuple(row) for row in drawn[0].tolist()}) > 15


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("workers", "symmetry"), [(1, False), (2, False), (1, True)])
def test_all_solutions_have_the_same_chance(engine: Engine, workers: int, symmetry: bool) -> None:
    # The 36 ways on a board of 4 x 4: a table that chose among edges evenly would prefer some.
    number, ways = 7200, 36
    settings = Settings(engine=engine, workers=workers, symmetry=symmetry)
    found, run = sample_covers(dominoes(4, 4), number, 11, settings)
    assert (run.found, run.statistics.spared is not None) == (ways, symmetry)
    counts = Counter(frozenset(one) for one in rows_of(found))
    assert len(counts) == ways
    expected = number / ways
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    # 35 degrees of freedom: beyond 80 with a chance of 0.00002; far too even would be odd, too.
    assert 8 < chi < 80


@pytest.mark.parametrize("engine", ENGINES)
def test_samples_of_next_to_nothing(engine: Engine) -> None:
    settings = Settings(engine=engine)
    empty = CoverProblem.of([], items=0)
    found, run = sample_covers(empty, 4, settings=settings)
    assert (len(found), run.found, run.complete) == (4, 1, True)
    assert (found == -1).all()
    free = CoverProblem.of([[0]], items=1, secondary=[0])
    found, run = sample_covers(free, 40, settings=settings)
    assert run.found == 2
    assert {frozenset(one) for one in rows_of(found)} == {frozenset(), frozenset({0})}
    for problem in (CoverProblem.of([], items=1), CoverProblem.of([[0, 1], [1, 2]], items=3)):
        found, run = sample_covers(problem, 4, settings=settings)
        assert (len(found), run.found, run.complete) == (0, 0, True)


def test_no_sample_without_all_solutions() -> None:
    # What was seen before a limit came is not drawn evenly from all.
    for settings in (Settings(engine=Engine.SEARCH), Settings(engine=Engine.SEARCH, workers=2)):
        found, run = sample_covers(dominoes(6, 6), 5, 0, settings, Run(node_limit=5000))
        assert (len(found), run.complete, run.ending) == (0, False, "nodes")
        # Of several workers, none may have come to the end of a part.
        assert (settings.workers == 1) <= run.found < 6728
    found, run = sample_covers(
        dominoes(16, 16), 5, 0, Settings(engine=Engine.TABLE), Run(seconds=1e-9)
    )
    assert (len(found), run.complete, run.ending) == (0, False, "time")
