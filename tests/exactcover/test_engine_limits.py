"""Limits of time, nodes and memory: what is known stays right, and is never said to be all."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.exactcover.engine import count_covers, cover_extremes, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Run, Settings
from support.covering import Visitor, as_set, dominoes
from support.random_covers import board, is_cover

MEGABYTE = 1 << 20


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_limit_of_nodes(workers: int) -> None:
    problem = dominoes(6, 6)
    settings = Settings(engine=Engine.SEARCH, workers=workers)
    whole = count_covers(problem, settings)
    assert (whole.found, whole.complete) == (6728, True)
    before = 0
    for limit in (0, 1, 10, 100, 1000, 5000, 20_000):
        run = count_covers(problem, settings, Run(node_limit=limit))
        assert (run.ending, run.complete) == ("nodes", False)
        assert before * (workers == 1) <= run.found < 6728
        before = run.found
        if workers == 1:
            assert run.statistics.nodes == limit
        visitor = Visitor()
        run = visit_covers(problem, visitor, settings, Run(node_limit=limit))
        assert (run.ending, run.complete, run.found) == ("nodes", False, len(visitor.found))
        assert all(is_cover(problem, one) for one in as_set(visitor.found))
    enough = Run(node_limit=whole.statistics.nodes + 1)
    assert count_covers(problem, settings, enough).complete
    assert (enough.found, enough.ending) == (6728, "none")


@pytest.mark.parametrize("engine", [Engine.TABLE, Engine.AUTO])
def test_a_limit_of_nodes_is_for_the_search(engine: Engine) -> None:
    run = count_covers(dominoes(8, 8), Settings(engine=engine), Run(node_limit=50))
    assert (run.statistics.engine, run.statistics.nodes) == (Engine.SEARCH, 50)
    assert run.statistics.why == "nodes are counted by the search"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("engine", list(Engine))
def test_no_time_at_all(engine: Engine, workers: int) -> None:
    problem = CoverProblem.of(board(9, 7, ["domino", "corner", "bar"]), 63)
    settings = Settings(engine=engine, workers=workers)
    run = count_covers(problem, settings, Run(seconds=1e-9))
    assert (run.ending, run.complete) == ("time", False)
    visitor = Visitor()
    run = visit_covers(problem, visitor, settings, Run(seconds=1e-9))
    assert (run.ending, run.complete, run.found) == ("time", False, len(visitor.found))
    assert all(is_cover(problem, one) for one in as_set(visitor.found))
    weights = problem.starts[None, 1:]
    run = Run(seconds=1e-9)
    assert cover_extremes(problem, weights, settings, run) is None
    assert not run.complete


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("engine", list(Engine))
@pytest.mark.parametrize("most", [1, 2, 100, 5000])
def test_a_visitor_that_has_enough(engine: Engine, workers: int, most: int) -> None:
    problem = dominoes(6, 6)
    visitor = Visitor(most)
    run = visit_covers(problem, visitor, Settings(engine=engine, workers=workers))
    assert (run.ending, run.complete, run.found) == ("stopped", False, len(visitor.found))
    assert len(visitor.found) >= most
    assert all(is_cover(problem, one) for one in as_set(visitor.found))


# One option covers everything, so a solution is known from the first state on.
BROAD = CoverProblem.of([*board(8, 8, ["domino", "corner", "bar"]), list(range(64))], 64)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("megabytes", [1, 8])
def test_a_table_that_outgrows_its_memory_is_forgotten(megabytes: int, workers: int) -> None:
    seen: list[int] = []
    settings = Settings(engine=Engine.TABLE, memory=megabytes * MEGABYTE, workers=workers)
    visitor = Visitor(1)
    run = Run(watch=lambda now: seen.append(now.found))
    visit_covers(BROAD, visitor, settings, run)
    assert run.statistics.engine is Engine.SEARCH
    assert run.statistics.why == f"the table outgrew {megabytes} MB: searched instead"
    assert (run.found, run.ending) == (len(visitor.found), "stopped")
    assert max(seen, default=0) <= len(visitor.found)
    assert (run.done, run.parts) == (0, 0) or workers > 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_the_search_does_what_the_table_could_not(workers: int) -> None:
    problem = CoverProblem.of([*board(6, 6, ["domino", "corner"]), list(range(36))], 36)
    settings = Settings(engine=Engine.TABLE, memory=MEGABYTE, workers=workers)
    # Edges need room, too, so there is less for the states.
    visitor = Visitor(20_000)
    run = visit_covers(problem, visitor, settings)
    assert run.statistics.why == "the table outgrew 1 MB: searched instead"
    assert run.found == len(as_set(visitor.found)) >= 20_000
    # A board of 6 x 9 has 817,991 tilings with dominoes alone.
    problem = CoverProblem.of([*board(6, 9, ["domino"]), list(range(54))], 54)
    run = visit_covers(problem, lambda _: True, settings)
    assert (run.statistics.engine, run.complete, run.found) == (Engine.SEARCH, True, 817_992)


@pytest.mark.exhaustive
def test_no_table_of_more_than_192_bits() -> None:
    # One long option opens 199 items at once.
    blocks = [list(range(200)), list(range(100)), list(range(100, 200))]
    run = count_covers(CoverProblem.of(blocks, 200), Settings(engine=Engine.TABLE))
    assert (run.found, run.complete, run.statistics.engine) == (2, True, Engine.SEARCH)
    assert "bits, more than 192" in run.statistics.why


@pytest.mark.exhaustive
@pytest.mark.parametrize("items", [63, 64, 65, 128, 129, 191, 192, 193])
def test_tables_up_to_192_bits(items: int) -> None:
    halves = [list(range(items // 2)), list(range(items // 2, items))]
    problem = CoverProblem.of([list(range(items)), *halves, *([n] for n in range(items))], items)
    run = count_covers(problem, Settings(engine=Engine.TABLE))
    assert (run.found, run.complete) == (5, True)
    assert run.statistics.engine is (Engine.TABLE if items <= 192 else Engine.SEARCH)


def test_settings_that_make_no_sense() -> None:
    for wrong in ({"memory": 1000}, {"workers": 0}, {"workers": 2000}, {"minimal_depth": -1}):
        with pytest.raises(InputError):
            Settings(**wrong)  # type: ignore[arg-type] # all are numbers
    for options, items, secondary in (([[0, 0]], 1, []), ([[1]], 1, []), ([], 1, [3])):
        with pytest.raises(InputError):
            CoverProblem.of(options, items, secondary)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_tells_how_far_it_is(workers: int) -> None:
    seen: list[tuple[int, int, int]] = []
    run = Run(watch=lambda now: seen.append((now.found, now.done, now.parts)))
    count_covers(dominoes(6, 7), Settings(engine=Engine.SEARCH, workers=workers), run)
    assert run.complete
    assert seen == sorted(seen)
    assert seen[-1][0] <= run.found == 31_529
    if workers > 1:
        assert run.done == run.parts > 1
    seen.clear()
    run = Run(watch=lambda now: seen.append((now.found, now.done, now.parts)))
    count_covers(dominoes(12, 12), Settings(engine=Engine.TABLE), run)
    assert len(seen) > 2
    assert seen == sorted(seen)
    assert all(done <= parts for _, done, parts in seen)
