"""A problem that is made ready, and the engine that is chosen for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ilpuzzles.dice import Dice, Lots
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.exactcover.compiling import load_kernels
from ilpuzzles.exactcover.driving import Visit, search_alone, search_in_threads
from ilpuzzles.exactcover.estimating import SEARCHED_AT_ONCE, Estimate, estimated_search
from ilpuzzles.exactcover.filling import Filling, OutOfMemoryError, fill_table
from ilpuzzles.exactcover.layout import Layout
from ilpuzzles.exactcover.ordering import static_order
from ilpuzzles.exactcover.paths import Paths
from ilpuzzles.exactcover.preparation import Prepared
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.reduction import useful_options
from ilpuzzles.exactcover.settings import Ending, Engine, Run, Settings, no_solutions
from ilpuzzles.exactcover.trial import FEW_NODES, MANY_NODES, Trial, rounded


class Question:
    """A problem that is made ready, and the engine that is chosen for it.

    Args:
        problem: The problem.
        settings: How to search, or None for the usual way.
        run: Limits, and what is known at any moment; a new one if there is none.

    Raises:
        InputError: If an order names an item that is not there.
    """

    def __init__(self, problem: CoverProblem, settings: Settings | None, run: Run | None) -> None:
        load_kernels()
        self._settings = settings or Settings()
        wrong = [item for item in self._settings.order if not 0 <= item < len(problem.primary)]
        if wrong:
            what = f"item {wrong[0]} in an order of {len(problem.primary)} items"
            raise InputError(Problem(what, "number them from 0"))
        self._run = run or Run()
        prepared = Prepared.of(problem)
        if self._settings.reduce:
            prepared = prepared.keep(useful_options(prepared.problem))
        self._prepared = prepared
        self._run.statistics.options = prepared.problem.options

    def count(self) -> Run:
        """See `count_covers`."""
        if self._tried() is not None:
            return self._run
        filling = self._table(storing=False)
        if filling is not None:
            self._run.found, self._run.complete = filling.total, True
        elif self._run.ending is Ending.NONE:
            self._search(None)
        return self._run

    def visit(self, visit: Visit, *, few: bool) -> Run:
        """See `visit_covers`."""
        run = self._run
        tried = None if few else self._tried(listing=True)
        if tried is not None:
            for batch in tried:
                if not visit(batch):
                    run.ending, run.complete = Ending.STOPPED, False
                    break
            return run
        paths = None if few and self._settings.engine is Engine.AUTO else self._paths()
        if paths is None:
            if run.ending is Ending.NONE:
                self._search(visit)
            return run
        run.found = 0
        for batch in paths.batches():
            run.found += len(batch)
            run.share = run.found / paths.number
            if not visit(self._prepared.original(batch)):
                run.ending = Ending.STOPPED
                return run
            run.tell()
            if run.late:
                run.ending = Ending.TIME
                return run
        run.complete = True
        return run

    def first(self, number: int) -> IntArray:
        """See `first_covers`."""
        found: list[IntArray] = [no_solutions(0)]

        def keep(batch: IntArray) -> bool:
            found.append(batch)
            return sum(map(len, found)) < number

        settings = _of_options(self._settings, self._prepared.numbers)
        search_alone(self._prepared.problem, settings, self._run, keep)
        rows = found[1:] or found
        return self._prepared.original(np.vstack(rows)[:number])

    def sample(self, number: int, seed: int) -> tuple[IntArray, Run]:
        """See `sample_covers`."""
        paths = self._paths(wanted=True)
        if paths is not None:
            self._run.found, self._run.complete = paths.number, True
            return self._prepared.original(paths.sample(number, seed)), self._run
        lots = Lots(number, Dice(seed))
        kept = no_solutions(0)
        seen = 0

        def visit(batch: IntArray) -> bool:
            nonlocal kept, seen
            kept = _widened(kept, number, batch.shape[1])
            seen += len(batch)
            for row in np.sort(batch, axis=1):
                options = row[np.searchsorted(row, 0) :]
                taken = lots.places(options.astype("<i8").tobytes())
                if taken:
                    kept[taken] = -1
                    kept[taken, : len(options)] = options
            return True

        if self._run.ending is Ending.NONE:
            self._search(visit)
        return (kept if self._run.complete and seen else no_solutions(0)), self._run

    def extremes(self, weights: IntArray) -> tuple[IntArray, IntArray] | None:
        """See `cover_extremes`."""
        paths = self._paths(wanted=True)
        if paths is None or not paths.number:
            return None
        self._run.found, self._run.complete = paths.number, True
        numbers = self._prepared.numbers
        added = np.where(numbers >= 0, weights[:, np.maximum(numbers, 0)], 0)
        return paths.extremes(added)

    def _tried(self, *, listing: bool = False) -> list[IntArray] | None:
        """The solutions if the search is over in a moment; unless listing, only their number."""
        if self._against_table() or self._settings.engine is not Engine.AUTO:
            return None
        found: list[IntArray] = []

        def keep(batch: IntArray) -> bool:
            found.append(batch)
            return True

        trial = Run(seconds=self._run.seconds_left, node_limit=FEW_NODES)
        prepared = self._prepared.scarce_first()
        search_alone(prepared.problem, Settings(), trial, keep if listing else None)
        if not trial.complete:
            return None
        run = self._run
        run.found, run.complete = trial.found, True
        trial.statistics.options = run.statistics.options
        trial.statistics.why = "quickly searched"
        run.statistics = trial.statistics
        return [prepared.original(batch) for batch in found]

    def _search(self, visit: Visit | None) -> None:
        prepared = self._prepared.scarce_first()
        settings = _of_options(self._settings, prepared.numbers)
        search = search_in_threads if settings.workers > 1 else search_alone
        passed_on = None if visit is None else lambda batch: visit(prepared.original(batch))
        search(prepared.problem, settings, self._run, passed_on)

    def _paths(self, *, wanted: bool = False) -> Paths | None:
        filling = self._table(storing=True, wanted=wanted)
        if filling is None:
            return None
        paths = Paths(filling)
        statistics = self._run.statistics
        statistics.memory = max(statistics.memory, filling.peak)
        return paths

    def _table(self, *, storing: bool, wanted: bool = False) -> Filling | None:
        """A complete table, or None where the search is to be used, or a limit came first.

        Args:
            storing: Whether its edges are kept.
            wanted: Whether to prefer it where the search is quick, too.
        """
        settings, statistics = self._settings, self._run.statistics
        why = self._against_table()
        if why:
            statistics.why = why
            return None
        problem = self._prepared.problem
        search: Estimate | None = None
        if settings.engine is Engine.AUTO:
            search = estimated_search(problem)
            if wanted:
                more = max(1.0, MANY_NODES / max(1.0, search.nodes))
                search = Estimate(search.nodes * more, search.looked * more)
            elif search.nodes < SEARCHED_AT_ONCE:
                statistics.why = f"about {rounded(search.nodes)} placements: quickly searched"
                return None
        layout = Layout.of(problem, static_order(problem, settings.order))
        if isinstance(layout, int):
            statistics.why = f"a state of the table would have {layout} bits, more than 64"
            return None
        trial = Trial(layout, search, settings.memory)
        try:
            filling = fill_table(
                layout,
                settings.memory,
                storing=storing,
                go_on=self._go_on(trial, storing=storing),
                steady=search is not None,
            )
        except OutOfMemoryError as error:
            self._begin_again()
            statistics.memory = max(statistics.memory, error.peak)
            statistics.why = f"the table outgrew {settings.memory >> 20:,} MB: searched instead"
            return None
        if filling is None:
            statistics.why = trial.why
            return None
        statistics.engine, statistics.why = Engine.TABLE, trial.reason(filling)
        statistics.states, statistics.edges = filling.states, filling.edges
        statistics.memory = filling.peak
        return filling

    def _against_table(self) -> str:
        """Why there can be no table, or nothing."""
        settings = self._settings
        if settings.engine is Engine.SEARCH:
            return "asked for"
        if settings.conditions:
            return "conditions are checked by the search"
        if self._run.node_limit is not None:
            return "nodes are counted by the search"
        if settings.engine is Engine.AUTO and not settings.branches_minimally:
            return "an order is for the search"
        return ""

    def _begin_again(self) -> None:
        run = self._run
        run.found = run.done = run.parts = 0
        run.share = None

    def _go_on(self, trial: Trial, *, storing: bool) -> Callable[[Filling], bool]:
        run = self._run

        def go_on(filling: Filling) -> bool:
            if not storing:
                # It begins again at 0 when counts become too large for their words.
                run.found = max(run.found, filling.total)
            run.done, run.parts = filling.position, trial.positions
            run.tell()
            if run.late:
                run.ending = Ending.TIME
                return False
            if trial.gives_up(filling):
                self._begin_again()
                return False
            return True

        return go_on


def _of_options(settings: Settings, numbers: IntArray) -> Settings:
    """The settings with conditions about other options.

    Args:
        settings: The settings.
        numbers: The number that each of these options had before, or -1.
    """
    if not settings.conditions:
        return settings
    conditions = tuple(
        replace(one, totals=np.where(numbers >= 0, one.totals[np.maximum(numbers, 0)], 0))
        for one in settings.conditions
    )
    return replace(settings, conditions=conditions)


def _widened(kept: IntArray, number: int, width: int) -> IntArray:
    if kept.shape[1] >= width and len(kept) == number:
        return kept
    wider = np.full((number, max(width, kept.shape[1])), -1, dtype=np.int64)
    wider[: len(kept), : kept.shape[1]] = kept
    return wider
