"""Drives searches: one after the other here, or several in threads."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass

from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.search import Parts, Search, split_search
from ilpuzzles.exactcover.search_kernel import SearchPause
from ilpuzzles.exactcover.settings import Engine, Run, SearchEnding, Settings
from ilpuzzles.jobs.signals import ThreadLink, run_threads

Visit = Callable[[IntArray], bool]
"""Called with solutions, as rows of options filled up with -1; says whether to go on."""

# So many parts that no thread waits for long for the last one.
_PARTS_PER_WORKER = 64

# So many batches may wait until the parts before them are done.
_BACKLOG = 256


def search_alone(problem: CoverProblem, settings: Settings, run: Run, visit: Visit | None) -> None:
    """Searches in this thread.

    Args:
        problem: A prepared problem.
        settings: How to search.
        run: Takes what is found, and says when to stop.
        visit: Called with the solutions, or None to count them only.
    """
    run.statistics.engine = Engine.SEARCH
    search = Search(problem, settings, listing=visit is not None)
    before = run.statistics.nodes
    pause = SearchPause.NODES
    while pause is not SearchPause.DONE:
        if run.late or not run.nodes_left:
            run.ending = SearchEnding.TIME if run.late else SearchEnding.NODES
            return
        pause = search.run(run.nodes_left)
        statistics = run.statistics
        statistics.nodes = before + search.nodes
        statistics.dead_ends, statistics.cut_off = search.dead_ends, search.cut_off
        statistics.memory = max(statistics.memory, search.memory)
        if visit is None:
            run.found = search.found
        elif not _visited(search.take(), run, visit):
            return
        if run.watch is not None:
            run.share = search.share
        run.tell()
    run.complete = True


def _visited(batch: IntArray, run: Run, visit: Visit) -> bool:
    """Passes solutions on; whether to go on."""
    run.found += len(batch)
    if not len(batch) or visit(batch):
        return True
    run.ending = SearchEnding.STOPPED
    return False


@dataclass(frozen=True, slots=True, eq=False)
class _Report:
    """What a thread tells of a part: what is new since its last report."""

    part: int
    found: int
    nodes: int
    dead_ends: int
    cut_off: int
    memory: int
    share: float
    batch: IntArray | None
    done: bool


def search_in_threads(
    problem: CoverProblem, settings: Settings, run: Run, visit: Visit | None
) -> None:
    """Searches parts of the problem in as many threads as there are workers.

    Solutions are passed on in the same order as by one thread.

    Args:
        problem: A prepared problem.
        settings: How to search.
        run: Takes what is found, and says when to stop.
        visit: Called with the solutions in the caller's thread, or None to count them only.
    """
    run.statistics.engine = Engine.SEARCH
    parts = split_search(problem, settings, _PARTS_PER_WORKER * settings.workers)
    run.statistics.nodes += parts.nodes
    run.statistics.dead_ends += parts.dead_ends
    run.done, run.parts = 0, len(parts.beginnings)
    merging = _Merging(run, visit, parts)
    numbers = itertools.count()

    def work(line: ThreadLink[_Report]) -> None:
        while not line.stopped:
            part = next(numbers)
            if part >= len(parts.beginnings):
                return
            search = Search(
                problem, settings, listing=visit is not None, chosen=parts.beginnings[part]
            )
            _search_part(part, search, line, merging)

    def go_on() -> bool:
        if run.late or not run.nodes_left:
            run.ending = SearchEnding.TIME if run.late else SearchEnding.NODES
        run.tell()
        return run.ending is SearchEnding.NONE

    run_threads(work, settings.workers, merging.receive, go_on)
    run.complete = run.done == run.parts and run.ending is SearchEnding.NONE
    if run.complete:
        run.share = 1.0
        run.tell()


def _search_part(part: int, search: Search, line: ThreadLink[_Report], merging: _Merging) -> None:
    """Searches a part, and reports whenever the kernel pauses."""
    pause = SearchPause.NODES
    found = nodes = dead_ends = cut_off = 0
    while pause is not SearchPause.DONE and not line.stopped:
        pause = search.run(merging.nodes_left)
        batch = search.take() if merging.listing else None
        report = _Report(
            part,
            search.found - found,
            search.nodes - nodes,
            search.dead_ends - dead_ends,
            search.cut_off - cut_off,
            search.memory,
            search.share,
            batch,
            pause is SearchPause.DONE,
        )
        found, nodes = search.found, search.nodes
        dead_ends, cut_off = search.dead_ends, search.cut_off
        line.send(report)
        while merging.full and part != merging.current and not line.stopped:
            time.sleep(0.005)


class _Merging:
    """Puts the solutions of parts into their order.

    Attributes:
        current: The part whose solutions are passed on as they come.
        listing: Whether solutions are wanted.
    """

    def __init__(self, run: Run, visit: Visit | None, parts: Parts) -> None:
        self._run = run
        self._visit = visit
        self._weights = parts.weights
        # What is done of all parts that are through, and of those that are not.
        self._shares: dict[int, float] = {}
        self._through = 0.0
        self._waiting: dict[int, list[IntArray]] = {}
        self._done: set[int] = set()
        self.current = 0
        self.listing = visit is not None

    @property
    def full(self) -> bool:
        """Whether many solutions wait for an earlier part."""
        return sum(map(len, list(self._waiting.values()))) > _BACKLOG

    @property
    def nodes_left(self) -> float:
        """How many options may still be chosen."""
        return max(1, self._run.nodes_left)

    def _weigh(self, report: _Report) -> None:
        """Keeps in mind how much of the search is done."""
        weight = self._weights[report.part]
        if report.done:
            self._shares.pop(report.part, None)
            self._through += weight
        else:
            self._shares[report.part] = weight * report.share
        self._run.share = min(1.0, self._through + sum(self._shares.values()))

    def receive(self, report: _Report) -> bool:
        """Takes a report; says whether to go on."""
        run, statistics = self._run, self._run.statistics
        statistics.nodes += report.nodes
        statistics.dead_ends += report.dead_ends
        statistics.cut_off += report.cut_off
        statistics.memory = max(statistics.memory, report.memory)
        self._weigh(report)
        if report.done:
            self._done.add(report.part)
            run.done += 1
        if self._visit is None:
            run.found += report.found
            return True
        if report.batch is not None and len(report.batch):
            self._waiting.setdefault(report.part, []).append(report.batch)
        while True:
            for batch in self._waiting.pop(self.current, []):
                if not _visited(batch, run, self._visit):
                    return False
            if self.current not in self._done:
                return True
            self.current += 1
