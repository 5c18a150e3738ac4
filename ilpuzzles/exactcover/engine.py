"""All exact covers of a problem: how many, which, random ones, extremes; by search or by table.

Whether a search or the table of states (a decision diagram) is quicker is estimated by random
dives, and by the beginning of the table. Options that leave an item without any are dropped first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ilpuzzles.dice import Dice, Lots
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.exactcover.diagram import (
    Diagram,
    Layout,
    OutOfMemoryError,
    Paths,
    filled_diagram,
    static_order,
)
from ilpuzzles.exactcover.estimate import (
    Estimate,
    estimated_search,
    rounded,
)
from ilpuzzles.exactcover.problem import (
    WORD,
    BoolArray,
    CoverProblem,
    IntArray,
    Prepared,
    WordArray,
)
from ilpuzzles.exactcover.search import UNROLLED
from ilpuzzles.exactcover.search_threads import Visit, search_alone, search_in_threads
from ilpuzzles.exactcover.settings import (
    Condition,
    Engine,
    Run,
    SearchEnding,
    Settings,
    no_solutions,
)

# A search that looks at so many words takes an eighth of a second.
_SEARCHED_AT_ONCE = 1.5e8

# A search of so many nodes takes a moment, and so does the table that may take its place.
_MANY_NODES = 1_000_000

# What share of all states there is when so much of the way is done, on boards where tables pay:
# measured on the pentomino boards, Lonpos and TriTetraTan.
_WAY = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7)
_SHARE = (0.0005, 0.002, 0.007, 0.022, 0.05, 0.1, 0.28, 0.55, 0.85, 1.0)

# A state of a table takes as long as a search takes for so many words.
_STATE = 560

# A search of so many nodes takes some minutes at most; for longer ones, a large table is tried.
_BEARABLE = 1e9

_TOO_EARLY = 2000
_DECIDED = 0.5

# Beyond so many operations, the first pass would take longer than a second.
_MOST_WORK = 1 << 31

# So many pairs of options are compared at a time.
_COMPARED = 1 << 12

# The table of a square of this side for dominoes outgrows its first room, and stays small.
_SIDE = 12


def count_covers(
    problem: CoverProblem, settings: Settings | None = None, run: Run | None = None
) -> Run:
    """Counts the solutions.

    Args:
        problem: The problem.
        settings: How to search.
        run: Limits, and what is known at any moment; a new one if there is none.

    Returns:
        The run: how many were found, and whether these are all.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> run = count_covers(CoverProblem.of(demo, items=3))
        >>> run.found, run.complete
        (4, True)
    """
    return CoverQuestion(problem, settings, run).count()


def visit_covers(
    problem: CoverProblem,
    visit: Visit,
    settings: Settings | None = None,
    run: Run | None = None,
    *,
    few: bool = False,
) -> Run:
    """Passes all solutions on, each once, some at a time.

    Args:
        problem: The problem.
        visit: Called with solutions: an array with a row for each, which has its options in some
            order and is filled up with -1. When it returns False, no more follow.
        settings: How to search; the order depends on the engine, and not on the workers.
        run: Limits, and what is known at any moment.
        few: Whether few solutions are likely to be enough, so that preparing a table for all of
            them is not worth it.

    Returns:
        The run.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> found = []
        >>> run = visit_covers(
        ...     CoverProblem.of(demo, items=3), lambda rows: found.extend(rows.tolist()) is None
        ... )
        >>> sorted(found), run.complete
        ([[0, 4], [1, 5], [3, 2], [3, 4, 5]], True)
    """
    return CoverQuestion(problem, settings, run).visit(visit, few=few)


def first_covers(
    problem: CoverProblem,
    number: int,
    settings: Settings | None = None,
    run: Run | None = None,
) -> IntArray:
    """The first solutions of a search that tries options in the order in which they are given.

    The search is plain and in whole numbers, so these are the same on every machine and with every
    version of what compiles it.

    Args:
        problem: The problem.
        number: How many solutions.
        settings: How to search; the engine and the workers do not matter.
        run: Limits, and what is known at any moment.

    Returns:
        A solution in every row, as options filled up with -1; as many as were found.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> first_covers(CoverProblem.of(demo, items=3), 2).tolist()
        [[0, 4], [1, 5]]
    """
    return CoverQuestion(problem, settings, run).first(number)


def sample_covers(
    problem: CoverProblem,
    number: int,
    seed: int = 0,
    settings: Settings | None = None,
    run: Run | None = None,
) -> tuple[IntArray, Run]:
    """Draws solutions at random: each time, every one has the same chance.

    From a table they are drawn at once. The search has to visit all solutions for that.

    Args:
        problem: The problem.
        number: How many.
        seed: The seed of the random choices; the same one draws the same solutions from the same
            engine, in whatever order it finds them.
        settings: How to search.
        run: Limits, and what is known at any moment.

    Returns:
        A solution in every row, as options filled up with -1, and the run. There
        is no row if there is no solution, or the run is not complete.

    Example:
        >>> import numpy as np
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> found, run = sample_covers(CoverProblem.of(demo, items=3), 1000)
        >>> sorted(np.unique(found, axis=0, return_counts=True)[1].tolist())[0] > 200
        True
    """
    return CoverQuestion(problem, settings, run).sample(number, seed)


def cover_extremes(
    problem: CoverProblem,
    weights: IntArray,
    settings: Settings | None = None,
    run: Run | None = None,
) -> tuple[IntArray, IntArray] | None:
    """The least and the greatest sum of weights over the options of a solution.

    Args:
        problem: The problem.
        weights: What each option adds, shape (sums, options).
        settings: How to search.
        run: Limits, and what is known at any moment.

    Returns:
        Both for every sum; None where there is no table to read them from, or no solution.

    Example:
        >>> import numpy as np
        >>> demo = CoverProblem.of([[0], [1], [0, 1]], items=2)
        >>> print(*cover_extremes(demo, np.array([[1, 1, 1], [0, 0, 1]])))
        [1 0] [2 1]
    """
    return CoverQuestion(problem, settings, run).extremes(weights)


class CoverQuestion:
    """A problem that is made ready, and the engine that is chosen for it."""

    def __init__(self, problem: CoverProblem, settings: Settings | None, run: Run | None) -> None:
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
        diagram = self._table(storing=False)
        if diagram is not None:
            self._run.found, self._run.complete = diagram.total, True
        else:
            self._search(None)
        return self._run

    def visit(self, visit: Visit, *, few: bool) -> Run:
        """See `visit_covers`."""
        run = self._run
        paths = None if few and self._settings.engine is Engine.AUTO else self._paths()
        if paths is None:
            self._search(visit)
            return run
        run.found = 0
        for batch in paths.batches():
            run.found += len(batch)
            run.share = run.found / paths.number
            if not visit(self._prepared.original(batch)):
                run.ending = SearchEnding.STOPPED
                return run
            run.tell()
            if run.late:
                run.ending = SearchEnding.TIME
                return run
        run.complete = True
        return run

    def first(self, number: int) -> IntArray:
        """See `first_covers`."""
        found: list[IntArray] = []

        def keep(batch: IntArray) -> bool:
            found.append(batch)
            return sum(map(len, found)) < number

        settings = _of_options(self._settings, self._prepared.numbers)
        search_alone(self._prepared.problem, settings, self._run, keep)
        return self._prepared.original(np.vstack(found or [no_solutions(0)])[:number])

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
            if kept.shape[1] < batch.shape[1] or len(kept) < number:
                wider = np.full((number, max(kept.shape[1], batch.shape[1])), -1, dtype=np.int64)
                wider[: len(kept), : kept.shape[1]] = kept
                kept = wider
            seen += len(batch)
            for row in np.sort(batch, axis=1):
                options = row[np.searchsorted(row, 0) :]
                taken = lots.places(options.astype("<i8").tobytes())
                if taken:
                    kept[taken] = -1
                    kept[taken, : len(options)] = options
            return True

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

    def _search(self, visit: Visit | None) -> None:
        """Searches, unless a limit has ended the table that was tried before."""
        if self._run.ending is not SearchEnding.NONE:
            return
        prepared = self._prepared.scarce_first()
        settings = _of_options(self._settings, prepared.numbers)
        search = search_in_threads if settings.workers > 1 else search_alone
        passed_on = None if visit is None else lambda batch: visit(prepared.original(batch))
        search(prepared.problem, settings, self._run, passed_on)

    def _paths(self, *, wanted: bool = False) -> Paths | None:
        diagram = self._table(storing=True, wanted=wanted)
        return None if diagram is None else Paths(diagram)

    def _table(self, *, storing: bool, wanted: bool = False) -> Diagram | None:
        """A complete table, or None where the search is to be used, or a limit came first.

        Its edges are kept if `storing`; it is preferred even to a quick search if `wanted`.
        """
        settings, run, statistics = self._settings, self._run, self._run.statistics
        why = self._against_table()
        if why:
            statistics.why = why
            return None
        problem = self._prepared.problem
        search: Estimate | None = None
        if settings.engine is Engine.AUTO:
            search = estimated_search(problem)
            if wanted:
                more = max(1.0, _MANY_NODES / max(1.0, search.nodes))
                search = Estimate(search.nodes * more, search.looked * more)
            elif search.words < _SEARCHED_AT_ONCE:
                statistics.why = f"{search.placements} are too few for a table"
                self._settings = replace(settings, workers=1)  # threads take longer to share it
                return None
        layout = Layout.of(problem, static_order(problem, settings.order))
        if isinstance(layout, int):
            statistics.why = f"a state of the table would have {layout} bits, more than 64"
            return None
        trial = Trial(layout, search, settings.memory)
        try:
            diagram = filled_diagram(
                layout,
                settings.memory,
                storing=storing,
                go_on=self._go_on(trial, storing=storing),
                steady=search is not None,
            )
        except OutOfMemoryError as error:
            diagram = None
            statistics.memory = max(statistics.memory, error.peak)
            trial.why = f"the table outgrew {settings.memory >> 20:,} MB: searched instead"
        if diagram is None:
            statistics.why = trial.why
            if run.ending is SearchEnding.NONE:  # the search begins again
                run.found = run.done = run.parts = 0
                run.share = None
            return None
        statistics.engine, statistics.why = Engine.TABLE, trial.reason(diagram)
        statistics.states, statistics.edges = diagram.states, diagram.transitions
        statistics.memory = diagram.peak
        return diagram

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

    def _go_on(self, trial: Trial, *, storing: bool) -> Callable[[Diagram], bool]:
        run = self._run

        def go_on(diagram: Diagram) -> bool:
            if not storing:
                # It begins again at 0 when counts become too large for their words.
                run.found = max(run.found, diagram.total)
            run.done, run.parts = diagram.position, trial.positions
            run.tell()
            if run.late:
                run.ending = SearchEnding.TIME
                return False
            return not trial.gives_up(diagram)

        return go_on


def _of_options(settings: Settings, numbers: IntArray) -> Settings:
    """The settings with conditions about other options, by the number each had before, or -1."""
    conditions = tuple(
        replace(one, totals=np.where(numbers >= 0, one.totals[np.maximum(numbers, 0)], 0))
        for one in settings.conditions
    )
    return replace(settings, conditions=conditions)


def useful_options(problem: CoverProblem) -> BoolArray:
    """The options that leave every other primary item an option that is disjoint from them.

    What has gone may take others with it, so this is repeated until nothing changes (the position
    reduction of Logelium's algorithm, step 4). Very large problems are left as they are.
    """
    masks = problem.masks()
    kept = np.ones(problem.options, dtype=bool)
    if masks.size * problem.options > _MOST_WORK:
        return kept
    by_item = np.argsort(problem.items, kind="stable")
    ends = np.cumsum(np.bincount(problem.items, minlength=len(problem.primary)))[:-1]
    options = np.split(problem.owners()[by_item], ends)
    waiting = problem.primary
    while waiting.any():
        touched = np.zeros_like(waiting)
        for item in np.nonzero(waiting)[0].tolist():
            for useless in _against(masks, options[item][kept[options[item]]], kept, item).tolist():
                kept[useless] = False
                touched[problem.option(useless)] = True
        waiting = touched & problem.primary
    return kept


def _against(masks: WordArray, own: IntArray, kept: BoolArray, item: int) -> IntArray:
    """The options without an item that are disjoint from none of its own.

    Few are left after some of these, and all others are compared with those at once.
    """
    left = np.nonzero(kept & (masks[item // WORD] & np.uint64(1 << item % WORD) == 0))[0]
    first = 0
    while len(left) and first < len(own):
        some = own[first : first + max(1, _COMPARED // len(left))]
        first += len(some)
        common = np.zeros((len(some), len(left)), dtype=np.uint64)
        for row in masks:
            common |= row[some, None] & row[left]
        left = left[(common != 0).all(axis=0)]
    return left


class Trial:
    """The beginning of a table, and what the search would take, or None if there is no choice.

    The table may take `memory` bytes, `positions` of it have options, and `why` says what has
    decided against it, once it is given up.
    """

    def __init__(self, layout: Layout, search: Estimate | None, memory: int) -> None:
        used = np.nonzero(np.diff(layout.starts))[0]
        self.positions = int(used[-1]) + 1 if len(used) else 1
        self._search, self._memory = search, memory
        self.why = ""

    def gives_up(self, diagram: Diagram) -> bool:
        """Whether there are likely to be so many states that the search is quicker.

        Or else that they outgrow their memory, where the search comes to an end as well.
        """
        way = diagram.position / self.positions
        if self._search is None or diagram.states < _TOO_EARLY or way >= _DECIDED:
            return False
        nodes = self._search.nodes
        most = self._search.words / _STATE
        states = diagram.states / float(np.interp(way, _WAY, _SHARE))
        grown = diagram.peak * states / diagram.states > self._memory
        if states <= most and not (grown and nodes <= _BEARABLE):
            return False
        room = f", more than {self._memory >> 20:,} MB hold" if states <= most else ""
        self.why = (
            f"the table would have about {rounded(states)} states{room}, "
            f"the search {self._search.placements}"
        )
        return True

    def reason(self, diagram: Diagram) -> str:
        """Why there is a table."""
        if self._search is None:
            return "asked for"
        return f"{diagram.states:,} states instead of {self._search.placements}"


def compile_kernels() -> None:
    """Compiles every kernel, or loads it from where it is kept, by solving small problems.

    The first time, this takes some 25 seconds, later half a second. The search has a kernel of its
    own for every number of words that its items take, and one for all larger ones; likewise with
    conditions.

    Example:
        >>> compile_kernels()
    """
    search, table = Settings(engine=Engine.SEARCH), Settings(engine=Engine.TABLE)
    for words in range(1, UNROLLED + 2):
        # Items in a ring, to be covered in pairs of neighbours; nothing of it can be left out.
        items = WORD * words
        ring = CoverProblem.of([[one, (one + 1) % items] for one in range(items)], items=items)
        # Every second option, if not the others.
        weights = np.arange(items, dtype=np.int64) % 2
        count_covers(ring, search)
        count_covers(ring, replace(search, conditions=(Condition(weights, 0, 0),)))
    count_covers(dominoes(_SIDE), table)
    small = dominoes(4)
    visit_covers(small, lambda _covers: True, table)
    cover_extremes(small, np.ones((1, small.options), dtype=np.int64), table)


def dominoes(side: int) -> CoverProblem:
    """A square, to be covered with dominoes."""
    cells = np.arange(side * side).reshape(side, side)
    across = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return CoverProblem.of(np.vstack([across, down]).tolist(), items=cells.size)
