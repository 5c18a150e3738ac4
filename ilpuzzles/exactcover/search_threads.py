"""Runs a search in this thread, or its parts in several, and puts their solutions in order."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass

from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.search import BATCH, Parts, Search, split_search
from ilpuzzles.exactcover.search_kernel import SearchPause
from ilpuzzles.exactcover.settings import Engine, Figures, Run, SearchEnding, Settings
from ilpuzzles.jobs.threads import ThreadLink, run_threads

Visit = Callable[[IntArray], bool]
"""Called with solutions, as rows of options filled up with -1; counts them, and says whether to go
on."""

# So many parts that no thread waits for long for the last one: a part is a sixtieth of its work.
_PARTS_PER_WORKER = 64
# So many batches of 1,024 solutions may wait until the parts before them are done: 25 MB for
# solutions of a dozen options.
_MOST_BATCHES_WAITING = 256
# A thread that has to wait for them looks again so soon.
_SECONDS_TO_WAIT = 0.005


def search_alone(problem: CoverProblem, settings: Settings, run: Run, visit: Visit | None) -> None:
    """Searches a prepared problem in this thread; solutions are only counted if nobody visits."""
    run.statistics.engine = Engine.SEARCH
    search = Search(problem, settings, listing=visit is not None)
    pause = SearchPause.BUDGET
    while pause is not SearchPause.DONE:
        if run.is_over():
            return
        pause = search.run(run.nodes_left, run.work_left)
        new = search.drain_figures()
        run.statistics.add(new, search.memory)
        if visit is None:
            run.found += new.found
        elif not _visit_batch(search.drain(), run, visit):
            return
        if run.watch is not None:
            run.share = search.share
        run.tell()
    run.complete = True


def _visit_batch(batch: IntArray, run: Run, visit: Visit) -> bool:
    """Passes solutions on; whether to go on."""
    if not len(batch) or visit(batch):
        return True
    run.ending = SearchEnding.STOPPED
    return False


@dataclass(frozen=True, slots=True, eq=False)
class _Report:
    """A report of a thread on its part."""

    part: int
    new: Figures  # since its last report
    memory: int
    share: float
    batch: IntArray | None
    done: bool


def search_in_threads(
    problem: CoverProblem,
    settings: Settings,
    run: Run,
    visit: Visit | None,
    ceiling: Callable[[], int] | None = None,
) -> None:
    """Searches parts of a prepared problem in as many threads as there are workers.

    Solutions are passed on in the caller's thread, in the same order as by one thread; or at once,
    where the last condition has a `ceiling` that they bring down: that is a stage of a longer
    search, of which no share is known.
    """
    run.statistics.engine = Engine.SEARCH
    parts = split_search(problem, settings, _PARTS_PER_WORKER * settings.workers)
    run.statistics.nodes += parts.nodes
    run.statistics.dead_ends += parts.dead_ends
    run.done, run.parts = 0, len(parts.beginnings)
    # The caller is told before any thread has come to say something.
    run.share = 0.0 if ceiling is None else None
    merging = _Merging(run, visit, parts, in_order=ceiling is None)
    numbers = itertools.count()

    def work(line: ThreadLink[_Report]) -> None:
        listing, most = visit is not None, BATCH if ceiling is None else 1
        search = Search(problem, settings, listing=listing, most=most)
        while (part := next(numbers)) < len(parts.beginnings) and not line.stopped:
            search.begin(parts.beginnings[part])
            pause = SearchPause.BUDGET
            while pause is not SearchPause.DONE and not line.stopped:
                if ceiling is not None:
                    search.cap(ceiling())
                pause = search.run(max(1, run.nodes_left), max(1, run.work_left))
                batch = None if visit is None else search.drain()
                new, done = search.drain_figures(), pause is SearchPause.DONE
                line.send(_Report(part, new, search.memory, search.share, batch, done))
                while merging.full and part != merging.current and not line.stopped:
                    time.sleep(_SECONDS_TO_WAIT)

    def go_on() -> bool:
        run.tell()
        return not run.is_over()

    run_threads(work, settings.workers, merging.receive, go_on)
    run.complete = run.done == run.parts and run.ending is SearchEnding.NONE
    if run.complete:
        run.share = None if run.share is None else 1.0
        run.tell()


class _Merging:
    """Puts the solutions of parts in order, if they are to be.

    Those of the `current` one are passed on at once.
    """

    def __init__(self, run: Run, visit: Visit | None, parts: Parts, *, in_order: bool) -> None:
        self._run = run
        self._visit = visit
        self._in_order = in_order
        self._weights = parts.weights
        # What is done of all parts that are through, and of those that are not.
        self._shares: dict[int, float] = {}
        self._through = 0.0
        self._waiting: dict[int, list[IntArray]] = {}
        self._done: set[int] = set()
        self.current = 0

    @property
    def full(self) -> bool:
        """Whether many solutions wait for an earlier part."""
        return sum(map(len, list(self._waiting.values()))) > _MOST_BATCHES_WAITING

    def receive(self, report: _Report) -> bool:
        """Takes a report; says whether to go on."""
        run = self._run
        run.statistics.add(report.new, report.memory)
        weight = self._weights[report.part]
        self._shares[report.part] = weight * report.share
        if report.done:
            del self._shares[report.part]
            self._through += weight
            self._done.add(report.part)
            run.done += 1
        if run.share is not None:
            run.share = min(1.0, self._through + sum(self._shares.values()))
        if self._visit is None:
            run.found += report.new.found
            return True
        if report.batch is not None and not self._in_order:
            return _visit_batch(report.batch, run, self._visit)
        if report.batch is not None and len(report.batch):
            self._waiting.setdefault(report.part, []).append(report.batch)
        while True:
            for batch in self._waiting.pop(self.current, []):
                if not _visit_batch(batch, run, self._visit):
                    return False
            if self.current not in self._done:
                return True
            self.current += 1
