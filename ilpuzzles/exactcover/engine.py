"""All exact covers of a problem: how many, which, random ones, extremes; by search or by table.

Whether a search or the table of states (a decision diagram) is quicker is estimated by random
dives, and by the beginning of the table. Options that leave an item without any are dropped first.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ilpuzzles.dice import Dice, Lots
from ilpuzzles.errors import InputError
from ilpuzzles.exactcover.automorphisms import Automorphisms, Representatives
from ilpuzzles.exactcover.best_cover import LARGEST_SUM, BranchAndBound, Ranking
from ilpuzzles.exactcover.costs import USUAL, Trial
from ilpuzzles.exactcover.diagram import (
    MOST_BITS,
    Diagram,
    Layout,
    OutOfMemoryError,
    Paths,
    fill_diagram,
    static_order,
)
from ilpuzzles.exactcover.estimate import MANY_DIVES, Estimate, estimate_search, first_estimate
from ilpuzzles.exactcover.problem import (
    WORD,
    BoolArray,
    CoverProblem,
    IntArray,
    Prepared,
    WordArray,
    as_rows,
)
from ilpuzzles.exactcover.search import UNROLLED
from ilpuzzles.exactcover.search_threads import Visit, search_alone, search_in_threads
from ilpuzzles.exactcover.settings import (
    Condition,
    Engine,
    Run,
    SearchEnding,
    Settings,
)

# Words are those that a search looks at, `WORDS_PER_SECOND` in a second: 64 items of an option.

# A search of so many words takes 4 ms, no longer than finding symmetries: some dives tell.
_WORDS_OF_A_MOMENT = 5e6
# With more options times items, finding symmetries takes less time than they save when useless
# options are looked for.
_ENTRIES_FOR_EARLY_SYMMETRY = 40_000
# A search of so many words takes a twentieth of a second, as long as it takes to try a table.
_WORDS_AT_ONCE = 7e7
# After so many words, 0.04 s, a search for the first solutions looks for symmetries.
_WORDS_BEFORE_SYMMETRY = 5e7
# A search of so many words takes a second: longer ones are left to small tables in any case.
_WORDS_OF_A_SECOND = 1.2e9
# A search of so many nodes takes 0.1 s, and so does the table that may take its place.
_NODES_OF_A_MOMENT = 1_000_000
# A search counts in 64 bits, so this leaves 2^23 solutions of the largest weight for each pause.
_LARGEST_PRODUCT_OF_WEIGHTS = 1 << 40
# The sums of a table are in 64 bits with a sign.
_LARGEST_SUM_OF_WEIGHTS = 1 << 62
# Words of two options that are compared in one reduction, a second or less.
_MOST_WORDS_COMPARED = 100_000_000
# Beyond so many words times options, the first pass alone would take longer than a second.
_MOST_WORDS_TIMES_OPTIONS = 1 << 31
# So many pairs of options are compared at a time: 32 kB a word, so they stay in the nearest cache.
_PAIRS_AT_A_TIME = 1 << 12
# So many nodes, some hundredths of a second, look for the best solutions before a table for all may
# take their place.
_NODES_BEFORE_TABLE = 300_000
# The table of a square of this side for dominoes outgrows its first room, and stays small.
_SIDE_OF_WARMING = 12


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
    problem: CoverProblem, number: int, settings: Settings | None = None, run: Run | None = None
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


def best_covers(
    problem: CoverProblem,
    weights: IntArray,
    number: int | None = 1,
    settings: Settings | None = None,
    run: Run | None = None,
) -> tuple[IntArray, Run]:
    """Finds the solutions with the least sums of weights over their options.

    Args:
        problem: The problem.
        weights: What each option adds: whole numbers, shape (options,), in all 2^44 at most.
        number: How many solutions; None for all that are as good as the best one.
        settings: How to search.
        run: Limits, and what is known at any moment; where a limit comes first, the best solutions
            so far, and a bound.

    Returns:
        A solution in every row, the best one first, as options filled up with -1; and the run. Of
        equal ones, any come first.

    Example:
        >>> import numpy as np
        >>> demo = CoverProblem.of([[0], [1], [0, 1]], items=2)
        >>> covers, run = best_covers(demo, np.array([2, 3, 6]), 2)
        >>> covers.tolist(), run.best, run.complete
        ([[0, 1], [2, -1]], 5, True)
    """
    return CoverQuestion(problem, settings, run).best(weights, number)


def representative_options(
    problem: CoverProblem, settings: Settings | None = None
) -> list[tuple[int, int]]:
    """Options of an item that stand for all of its options that are in a solution, by symmetries.

    Args:
        problem: The problem.
        settings: How to search; symmetries keep its conditions.

    Returns:
        Each of them, and how many options it stands for; none if there is no symmetry.

    Example:
        >>> ring = CoverProblem.of([[0, 1], [1, 2], [2, 3], [3, 0]], items=4)
        >>> representative_options(ring)
        [(0, 2)]
    """
    settings = replace(settings or Settings(), symmetry=True)
    return CoverQuestion(problem, settings, None).representatives()


class CoverQuestion:
    """A problem that is made ready, and the engine that is chosen for it."""

    def __init__(self, problem: CoverProblem, settings: Settings | None, run: Run | None) -> None:
        self._settings = settings or Settings()
        wrong = [item for item in self._settings.order if not 0 <= item < len(problem.primary)]
        if wrong:
            what = f"the order names item {wrong[0]} of {len(problem.primary)} items"
            raise InputError(what, "number them from 0")
        self._run = run or Run()
        self._whole = Prepared.of(problem)
        # What is made a table of, or searched; the numbers are those of options of the whole.
        self._prepared = self._searched = self._whole
        self._representatives: Representatives | None = None
        self._pairs: Representatives | None = None
        self._estimate: Estimate | None = None

    def _make_ready(self, *, symmetric: bool, counting: bool = False) -> None:
        """Drops options that are in no solution, and those that are equivalent to others.

        Weights are for counts alone.
        """
        if not counting:
            self._settings = replace(self._settings, weights=None)
        whole, settings, statistics = self._whole, self._settings, self._run.statistics
        settings = _of_options(settings, whole.numbers)
        if symmetric:
            statistics.symmetry = self._why_no_symmetry()
            symmetric = not statistics.symmetry
        sure = (
            settings.symmetry
            or whole.problem.options * len(whole.problem.primary) > _ENTRIES_FOR_EARLY_SYMMETRY
        )
        found: Automorphisms | None = None
        if symmetric and sure:
            found = Automorphisms.of(whole.problem, _marks(settings))
        if settings.reduce:
            kept = useful_options(whole.problem, found)
            found = None if found is None else found.among(kept)
            whole = whole.keep(kept)
            settings = _of_options(settings, np.nonzero(kept)[0])
        self._whole, self._settings = whole, settings
        self._prepared = Prepared(whole.problem, np.arange(whole.problem.options))
        self._searched = self._prepared
        if symmetric and not sure:
            self._estimate = first_estimate(whole.problem)
            if self._estimate.words < _WORDS_OF_A_MOMENT:
                symmetric, statistics.symmetry = False, "the search takes a moment"
        if symmetric:
            self._drop_images(found or Automorphisms.of(whole.problem, _marks(settings)))
        statistics.options = self._prepared.problem.options

    def _why_no_symmetry(self) -> str:
        """Returns the reason why equivalent options are not spared, or an empty text."""
        settings, problem = self._settings, self._whole.problem
        if problem.bounds is not None:
            return "items have bounds"
        if settings.symmetry is False:
            return "not wanted"
        if settings.symmetry:
            return ""
        if not (settings.branches_minimally and settings.reduce and settings.engine is Engine.AUTO):
            return "how to search is given"
        if self._run.node_limit is not None or self._run.work_limit is not None:
            return "the work is limited"
        return ""

    def _drop_images(self, found: Automorphisms) -> None:
        """Drops the images of options of an item under symmetries, but for one of each orbit."""
        statistics, problem = self._run.statistics, self._whole.problem
        chosen = found.representatives(problem)
        if chosen is None:
            statistics.symmetry = "none was found that spares anything"
            return
        self._representatives = chosen
        statistics.spared = chosen.items, chosen.searched, chosen.whole, len(found)
        self._prepared = self._searched = self._without_represented(chosen)
        whole = self._estimate
        if whole is None or whole.words * chosen.share > _WORDS_AT_ONCE:
            self._pairs = found.pairs(problem, chosen)
        if self._pairs is not None:
            self._searched = self._without_represented(self._pairs)
        if whole is not None:
            self._estimate = Estimate(*((self._pairs or chosen).share * part for part in whole))

    def _without_represented(self, chosen: Representatives) -> Prepared:
        """The rest of the problem without options that go with no representative."""
        left, item = chosen.prepared, chosen.items[0]
        kept = np.ones(left.problem.options, dtype=bool)
        if self._settings.reduce:
            own = left.problem.by_item()[item]
            kept[_options_against(*left.problem.marks().masks(), own, kept, item)] = False
        return left.keep(kept)

    def _settings_for(self, prepared: Prepared) -> Settings:
        """The settings for what is left of the problem."""
        settings = _of_options(self._settings, prepared.numbers)
        weights = prepared.weights
        if weights is not None and settings.weights is not None:
            weights = weights * settings.weights
        return settings if weights is None else replace(settings, weights=weights)

    def _original(self, covers: IntArray) -> IntArray:
        """Translates solutions of the searched problem into the numbers of the original options."""
        return self._whole.original(self._prepared.original(covers))

    def representatives(self) -> list[tuple[int, int]]:
        """See `representative_options`."""
        self._make_ready(symmetric=True, counting=True)
        if self._representatives is None:
            return []
        left, own = self._representatives.prepared, self._representatives.own
        chosen = np.isin(left.numbers, own)
        options = self._whole.numbers[left.numbers[chosen]]
        # What stands for "not covered" is no option.
        numbers = [] if left.weights is None else left.weights[chosen].tolist()
        return list(zip(options.tolist(), numbers, strict=True)) if (options >= 0).all() else []

    def count(self) -> Run:
        """See `count_covers`."""
        weights = self._settings.weights
        heavy = weights is not None and math.prod(weights.tolist()) > _LARGEST_PRODUCT_OF_WEIGHTS
        self._make_ready(symmetric=True, counting=True)
        diagram = self._table(storing=False, wanted=heavy)
        if diagram is not None:
            self._run.found, self._run.complete = diagram.total, True
        elif heavy and self._run.ending is SearchEnding.NONE:
            raise InputError("the weights are too large for a search", "give smaller ones")
        else:
            self._search(None)
        return self._run

    def visit(self, visit: Visit, *, few: bool) -> Run:
        """See `visit_covers`."""
        run = self._run
        self._make_ready(symmetric=not few)
        if few and self._settings.engine is Engine.AUTO:
            self._search_few(visit)
            return run
        paths = self._paths()
        if paths is None:
            self._search(visit)
            return run
        run.found = 0
        for batch in paths.batches():
            covers = self._equivalents(self._prepared.original(batch), self._representatives)
            run.found += len(covers)
            run.share = run.found / paths.number
            if not visit(covers):
                run.ending = SearchEnding.STOPPED
                return run
            run.tell()
            if run.is_over():
                return run
        run.complete = True
        return run

    def first(self, number: int) -> IntArray:
        """See `first_covers`."""
        self._make_ready(symmetric=False)
        found: list[IntArray] = []

        def keep(batch: IntArray) -> bool:
            found.append(batch)
            self._run.found += len(batch)
            return self._run.found < number

        settings = _of_options(self._settings, self._prepared.numbers)
        search_alone(self._prepared.problem, settings, self._run, keep)
        return self._original(np.vstack(found or [as_rows(())])[:number])

    def sample(self, number: int, seed: int) -> tuple[IntArray, Run]:
        """See `sample_covers`."""
        self._make_ready(symmetric=True)
        paths = self._paths(wanted=True)
        if paths is not None:
            self._run.found, self._run.complete = paths.number, True
            dice = Dice(seed)
            covers = self._prepared.original(paths.sample(number, dice))
            if self._representatives is not None:
                covers = self._representatives.drawn(covers, dice)
            return self._whole.original(covers), self._run
        lots = Lots(number, Dice(seed))
        drawn: dict[int, list[int]] = {}

        def visit(batch: IntArray) -> bool:
            for row in np.sort(batch, axis=1):
                options = row[np.searchsorted(row, 0) :]
                taken = lots.places(options.astype("<i8").tobytes())
                drawn.update(dict.fromkeys(taken, options.tolist()))
            return True

        self._search(visit)
        rows = [drawn[place] for place in sorted(drawn)] if self._run.complete else []
        return as_rows(rows), self._run

    def extremes(self, weights: IntArray) -> tuple[IntArray, IntArray] | None:
        """See `cover_extremes`."""
        if np.abs(weights.astype(np.float64)).sum(axis=1).max(initial=0) > _LARGEST_SUM_OF_WEIGHTS:
            return None
        self._make_ready(symmetric=False)
        paths = self._paths(wanted=True)
        if paths is None or not paths.number:
            return None
        self._run.found, self._run.complete = paths.number, True
        numbers = self._whole.numbers[self._prepared.numbers]
        added = np.where(numbers >= 0, weights[:, np.maximum(numbers, 0)], 0)
        return paths.extremes(added)

    def best(self, weights: IntArray, number: int | None) -> tuple[IntArray, Run]:
        """See `best_covers`."""
        run = self._run
        if sum(map(abs, weights.tolist())) > LARGEST_SUM:
            raise InputError("the weights add up to more than 2^44", "scale them down")
        if number is not None and number < 1:
            raise InputError(f"the number of solutions must be 1 or more, got {number}")
        if self._whole.problem.bounds is not None:
            raise InputError(
                "the best covers are not found where items have bounds", "leave the bounds out"
            )
        self._make_ready(symmetric=False)
        numbers, ranking = self._whole.numbers, Ranking(weights, number)
        added = np.where(numbers >= 0, weights[np.maximum(numbers, 0)], 0)
        search = BranchAndBound(self._whole, added, ranking, self._settings, run)
        workers = self._settings.workers
        try:
            if self._settings.engine is not Engine.TABLE:
                search.go_on(_NODES_BEFORE_TABLE)
            if not search.done and run.ending is SearchEnding.NONE:
                self._prepared = self._searched = self._prepared.keep(search.useful())
                self._estimate = None
                paths = self._paths()
                if paths is not None:
                    found = paths.best(added[self._prepared.numbers], number)
                    search.record(self._original(found))
                    search.done = True
                search.go_on(workers=workers)
        finally:
            run.covers, run.found = ranking.covers(), len(ranking)
        run.complete = search.done
        return run.covers, run

    def _search(self, visit: Visit | None) -> None:
        """Searches, unless a limit has ended the table that was tried before."""
        if self._run.ending is not SearchEnding.NONE:
            return
        prepared = self._searched.scarce_first()
        settings, chosen = self._settings_for(prepared), self._pairs or self._representatives
        pairs, spared = self._pairs, self._run.statistics.spared
        if pairs is not None and spared is not None:
            self._run.statistics.spared = pairs.items, pairs.searched, pairs.whole, spared[-1]
        # Parts begin with options that are chosen, and know of none that are left out.
        alone = settings.workers == 1 or prepared.problem.bounds is not None
        search = search_alone if alone else search_in_threads

        def passed_on(batch: IntArray) -> bool:
            covers = self._equivalents(prepared.original(batch), chosen)
            self._run.found += len(covers)
            return visit is None or visit(covers)

        search(prepared.problem, settings, self._run, None if visit is None else passed_on)

    def _search_few(self, visit: Visit) -> None:
        """Searches; looks for symmetries only if no solution is found for some time.

        That there is none, or one only, is then found out sooner.
        """
        run = self._run
        if self._why_no_symmetry():
            self._search(visit)
            return

        def first(batch: IntArray) -> bool:
            run.work_limit = None
            return visit(batch)

        run.work_limit = _WORDS_BEFORE_SYMMETRY
        self._search(first)
        run.work_limit = None
        if run.ending is SearchEnding.WORK:
            run.ending = SearchEnding.NONE
            self._drop_images(Automorphisms.of(self._whole.problem, _marks(self._settings)))
            self._search(visit)

    def _equivalents(self, covers: IntArray, chosen: Representatives | None) -> IntArray:
        """Expands representative solutions into all original ones that they stand for."""
        if chosen is not None and len(covers):
            covers = chosen.equivalents(covers)
        return self._whole.original(covers)

    def _paths(self, *, wanted: bool = False) -> Paths | None:
        diagram = self._table(storing=True, wanted=wanted)
        return None if diagram is None else Paths(diagram)

    def _table(self, *, storing: bool, wanted: bool = False) -> Diagram | None:
        """A complete table, or None where the search is to be used, or a limit came first.

        Its edges are kept if `storing`; it is preferred even to a quick search if `wanted`.
        """
        settings, run, statistics = self._settings, self._run, self._run.statistics
        why = self._why_no_table()
        if why:
            statistics.why = why
            return None
        problem, searched = self._prepared.problem, self._searched.problem
        search: Estimate | None = None
        sure = False
        if settings.engine is Engine.AUTO:
            search = self._estimate or first_estimate(searched)
            if wanted or search.words < _WORDS_OF_A_SECOND:
                search, sure = estimate_search(searched, search), True
            if wanted:
                more = max(1.0, _NODES_OF_A_MOMENT / max(1.0, search.nodes))
                search = Estimate(search.nodes * more, search.looked * more)
            elif search.words < _WORDS_AT_ONCE:
                statistics.why = f"{search.placements} are too few for a table"
                self._settings = replace(settings, workers=1)  # threads take longer to share it
                return None
        weights = self._settings_for(self._prepared).weights
        layout = Layout.of(problem, static_order(problem, settings.order), weights)
        if isinstance(layout, int):
            statistics.why = f"a state of the table would have {layout} bits, more than {MOST_BITS}"
            return None
        refined = None if sure else partial(estimate_search, searched, search, MANY_DIVES)
        # Lists have the same order with any number of workers.
        workers = 1 if storing else settings.workers
        trial = Trial(layout, search, settings.memory, USUAL.shared_by(workers), refined)
        try:
            diagram = fill_diagram(
                layout,
                settings.memory,
                storing=storing,
                go_on=partial(self._go_on, trial, storing=storing),
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

    def _why_no_table(self) -> str:
        """Returns the reason why there can be no table, or an empty text."""
        settings = self._settings
        ordered = settings.engine is Engine.AUTO and not settings.branches_minimally
        reasons = {
            "asked for": settings.engine is Engine.SEARCH,
            "conditions are checked by the search": bool(settings.conditions),
            "bounds of items are checked by the search": self._prepared.problem.bounds is not None,
            "nodes are counted by the search": self._run.node_limit is not None,
            "work is counted by the search": self._run.work_limit is not None,
            "an order is for the search": ordered,
        }
        return next((why for why, holds in reasons.items() if holds), "")

    def _go_on(self, trial: Trial, diagram: Diagram, *, storing: bool) -> bool:
        run = self._run
        if not storing:
            # It begins again at 0 when counts become too large for their words.
            run.found = max(run.found, diagram.total)
        run.done, run.parts = diagram.position, trial.positions
        run.tell()
        return not run.is_over() and not trial.gives_up(diagram)


def _of_options(settings: Settings, numbers: IntArray) -> Settings:
    """The settings for other options, by the number each had before, or -1."""
    conditions = tuple(
        replace(one, totals=np.where(numbers >= 0, one.totals[np.maximum(numbers, 0)], 0))
        for one in settings.conditions
    )
    weights = settings.weights
    if weights is not None:
        weights = np.where(numbers >= 0, weights[np.maximum(numbers, 0)], 1)
    return replace(settings, conditions=conditions, weights=weights)


def _marks(settings: Settings) -> IntArray | None:
    """Numbers that tell options with different totals or weights apart; None if all are alike."""
    said = [one.totals for one in settings.conditions]
    said += [] if settings.weights is None else [settings.weights]
    if not said:
        return None
    return np.unique(np.stack(said, axis=1), axis=0, return_inverse=True)[1].ravel()


def useful_options(problem: CoverProblem, symmetries: Automorphisms | None = None) -> BoolArray:
    """The options that leave every other primary item an option that goes with them.

    What has gone may take others with it, so this is repeated until nothing changes (the position
    reduction of Logelium's algorithm, step 4), or until it takes longer than it is worth. Very
    large problems are left as they are.
    Of items that symmetries take to each other, one is looked at.
    """
    masks, forbids = problem.marks().masks()
    kept = np.ones(problem.options, dtype=bool)
    if masks.size * problem.options > _MOST_WORDS_TIMES_OPTIONS:
        return kept
    options = problem.by_item()
    looked = problem.primary
    if symmetries is not None:
        looked = looked & (symmetries.items.min(axis=0) == np.arange(len(looked)))
    waiting, compared = looked, 0
    while waiting.any():
        touched = np.zeros_like(waiting)
        # Those with few options first: what they rule out need not be compared with the others.
        left = {item: int(kept[options[item]].sum()) for item in np.nonzero(waiting)[0].tolist()}
        for item in sorted(left, key=left.__getitem__):
            own = options[item][kept[options[item]]]
            compared += len(own) * len(masks) * int(kept.sum())
            if compared > _MOST_WORDS_COMPARED:
                return kept
            useless = _options_against(masks, forbids, own, kept, item)
            if symmetries is not None and len(useless):
                useless = np.unique(symmetries.options[:, useless])
            kept[useless] = False
            for option in useless.tolist():
                touched[problem.option(option)] = True
        waiting = touched & looked
    return kept


def _options_against(
    masks: WordArray, forbids: WordArray, own: IntArray, kept: BoolArray, item: int
) -> IntArray:
    """The options without an item that go with none of its own.

    Few are left after some of these, and all others are compared with those at once.
    """
    left = np.nonzero(kept & (masks[item // WORD] & np.uint64(1 << item % WORD) == 0))[0]
    first = 0
    while len(left) and first < len(own):
        some = own[first : first + max(1, _PAIRS_AT_A_TIME // len(left))]
        first += len(some)
        common = np.zeros((len(some), len(left)), dtype=np.uint64)
        for has, forbidden in zip(masks, forbids, strict=True):
            common |= has[some, None] & forbidden[left]
        left = left[(common != 0).all(axis=0)]
    return left


def compile_kernels() -> None:
    """Compiles every kernel, or loads it from where it is kept, by solving small problems.

    The first time, this takes some 25 seconds, later half a second. The search has a kernel of its
    own for every number of words that its items take, and one for all larger ones; likewise with
    conditions. The table has one for every number of words of its states. Those for colours and
    for bounds, which few problems have, are compiled when they are first needed.

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
        if items <= MOST_BITS:
            # The first option opens all items at once.
            one_by_one = [[item] for item in range(items)]
            count_covers(CoverProblem.of([range(items), *one_by_one], items=items), table)
    count_covers(dominoes(_SIDE_OF_WARMING), table)
    small = dominoes(4)
    visit_covers(small, lambda _covers: True, table)
    cover_extremes(small, np.ones((1, small.options), dtype=np.int64), table)


def dominoes(side: int) -> CoverProblem:
    """A square, to be covered with dominoes."""
    cells = np.arange(side * side).reshape(side, side)
    across = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return CoverProblem.of(np.vstack([across, down]).tolist(), items=cells.size)
