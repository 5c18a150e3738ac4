"""How much of a search is done: never less than before, and all of it in the end."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np
import pytest

from ilpuzzles.exactcover import engine
from ilpuzzles.exactcover.engine import best_covers, count_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.search import Search
from ilpuzzles.exactcover.search_kernel import SearchPause
from ilpuzzles.exactcover.settings import Engine, Run, SearchEnding, Settings
from ilpuzzles.progress import Progress, Watch
from support.covering import dominoes
from support.random_covers import random_cover

# Every item is covered in one of two ways, whatever the others are: all branches weigh the same.
TWICE = CoverProblem.of([[item] for item in range(10) for _ in range(2)], items=10)
BOARD = dominoes(7, 8)
WAYS = {
    "plain": Settings(engine=Engine.SEARCH),
    "in order": Settings(engine=Engine.SEARCH, order=tuple(range(56)), safety=False),
    "blind": Settings(engine=Engine.SEARCH, dead_ends=False, minimal_depth=20),
}


def shares_of(search: Search, most: int) -> list[float]:
    """The share after every few nodes."""
    shares = [search.share]
    while search.run(most) is not SearchPause.DONE:
        search.drain()
        shares.append(search.share)
    return [*shares, search.share]


@pytest.mark.parametrize("listing", [False, True])
def test_every_solution_of_an_even_tree_is_the_same_share(listing: bool) -> None:
    search = Search(TWICE, Settings(), listing=listing)
    seen, found = set(), 0
    while search.run(1) is not SearchPause.DONE:
        search.drain()
        found += search.drain_figures().found
        assert search.share >= found / 1024
        # A node is chosen at a time: as long as it is no leaf, nothing more is done.
        assert search.share < (found + 1) / 1024
        seen.add(search.share)
    assert found + search.drain_figures().found == 1024
    assert len(seen) >= 1023
    assert search.share == 1


@pytest.mark.parametrize("seed", range(60))
def test_the_share_only_grows_on_random_problems(seed: int) -> None:
    dice = random.Random(seed)
    problem = random_cover(seed)
    if not problem.primary.any() or not problem.options:
        return
    settings = Settings(dead_ends=dice.random() < 0.5, safety=dice.random() < 0.5)
    if dice.random() < 0.5:
        settings = Settings(order=tuple(range(len(problem.primary))), dead_ends=settings.dead_ends)
    shares = shares_of(Search(problem, settings, listing=dice.random() < 0.5), dice.randint(1, 5))
    assert grows(shares)
    assert shares[0] == 0 or len(shares) == 2
    assert all(0 <= share <= 1 for share in shares)
    assert shares[-1] == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_tells_its_share(way: str, workers: int) -> None:
    shares: list[float | None] = []
    run = Run(watch=keeper(shares))
    count_covers(BOARD, replace(WAYS[way], workers=workers), run)
    assert (run.found, run.complete) == (1_292_697, True)
    assert_whole(shares)
    # Likewise of a list.
    shares.clear()
    run = Run(watch=keeper(shares))
    settings = replace(WAYS[way], workers=workers, order=WAYS[way].order[:48])
    visit_covers(dominoes(6, 8), lambda _: True, settings, run)
    assert (run.found, run.complete) == (167_089, True)
    assert_whole(shares)


@pytest.mark.parametrize("listing", [False, True])
def test_nothing_is_done_until_a_part_tells(listing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the caller is told before any thread has come to say something."""
    shares: list[float | None] = []
    told = Event()
    searched = Search.run

    def late(search: Search, most: float, work: float) -> SearchPause:
        assert told.wait(60)
        # Each part tells several times.
        return searched(search, min(most, 9), work)

    def watch(progress: Progress) -> None:
        shares.append(progress.share)
        told.set()

    monkeypatch.setattr(Search, "run", late)
    run = Run(watch=watch)
    settings = Settings(engine=Engine.SEARCH, workers=2)
    if listing:
        visit_covers(dominoes(4, 8), lambda _: True, settings, run)
    else:
        count_covers(dominoes(4, 8), settings, run)
    assert (run.found, run.complete) == (2_245, True)
    assert shares[0] == 0
    assert_whole(shares)


def test_stages_of_a_search_for_the_best_tell_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many stages there will be is not known, so a whole one is no whole search."""
    monkeypatch.setattr(engine, "_NODES_BEFORE_TABLE", 0)
    board = dominoes(6, 6)
    weights = np.array(random.Random(1).choices(range(1, 50), k=board.options))
    for workers in (1, 2):
        shares: list[float | None] = []
        settings = Settings(engine=Engine.SEARCH, workers=workers)
        _, run = best_covers(board, weights, 3, settings, Run(watch=keeper(shares)))
        assert run.complete
        assert set(shares) == {None}


def keeper(shares: list[float | None]) -> Watch:
    """A watcher that keeps the shares it sees."""
    return lambda progress: shares.append(progress.share)


def grows(shares: list[float]) -> bool:
    """Whether shares never get less, but for the last bit: they are sums, and these are rounded."""
    return all(later > earlier - 1e-12 for earlier, later in pairwise(shares))


def assert_whole(shares: list[float | None]) -> None:
    """Whether shares are known all the time, grow, and end at 1."""
    known = [share for share in shares if share is not None]
    assert len(known) == len(shares)
    assert grows(known)
    assert 0 <= known[0] < 1
    assert any(0 < share < 1 for share in known)
    assert known[-1] == 1


def test_a_search_that_is_stopped_has_a_share() -> None:
    for workers in (1, 2):
        shares: list[float | None] = []
        run = Run(node_limit=200_000, watch=keeper(shares))
        count_covers(BOARD, Settings(engine=Engine.SEARCH, workers=workers), run)
        assert run.ending is SearchEnding.NODES
        assert run.share is not None
        assert 0 < run.share < 1
        assert shares[-1] == run.share


def test_a_table_knows_no_share_until_it_lists() -> None:
    shares: list[float | None] = []
    run = Run(watch=keeper(shares))
    count_covers(dominoes(12, 12), Settings(engine=Engine.TABLE), run)
    assert len(shares) > 2
    assert set(shares) == {None}
    shares.clear()
    run = Run(watch=keeper(shares))
    visit_covers(dominoes(6, 8), lambda _: True, Settings(engine=Engine.TABLE), run)
    assert run.found == 167_089
    known = [share for share in shares if share is not None]
    assert known == sorted(known)
    assert known[-1] == 1
