"""The best exact covers: branch and bound, with prices of the items (a dual solution) as its bound.

A search for all solutions that cost little more than the bound is short, since whatever costs more
is left out from the beginning; so what may be spent grows until the best solutions are among them.
"""

from __future__ import annotations

import math
from bisect import insort
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from ilpuzzles.exactcover.problem import BoolArray, CoverProblem, IntArray, Prepared, as_rows
from ilpuzzles.exactcover.search import Search, exclusive_sort
from ilpuzzles.exactcover.search_kernel import SearchPause
from ilpuzzles.exactcover.search_threads import search_in_threads
from ilpuzzles.exactcover.settings import Condition, Engine, Run, SearchEnding, Settings

# Steps of a price for a weight of 1, if numbers stay small enough.
_FINEST_SCALE = 64
# Then all sums stay within 64 bits, even of prices that grow because there is no solution.
LARGEST_SUM = 1 << 44
"""The limit on the sum of all weights."""

# Subgradient steps: on puzzles the bound is then within 5 % of that of linear programming.
_MOST_STEPS = 300
# After so many steps that have not raised the bound, steps get shorter, from the best prices on.
_STEPS_WITHOUT_GAIN = 15
# So many nodes, a few milliseconds, look for any solution first.
_NODES_OF_FIRST_LOOK = 10_000
# The first stage may spend this part of what is known to be enough on top of the bound.
_PARTS_OF_ENOUGH = 8
# The same where no solution is known, so that what is enough is a sum of the dearest options.
_PARTS_WITHOUT_SOLUTION = 64
# Each stage begins anew, and may spend so many times as much as the one before.
_GROWTH_OF_STAGES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """Lower bounds on the cost of each primary item: no option costs less than its items.

    That is a feasible solution of the dual of the linear relaxation: every solution costs `bound`,
    and what its options cost on top (their *reduced costs*). Where a weight is 1, these are
    `scale`.
    """

    scale: int
    bound: int
    reduced: IntArray  # shape (options,), never less than 0

    @classmethod
    def of(cls, problem: CoverProblem, weights: IntArray) -> Prices:
        """Prices of a prepared problem in which every primary item has options."""
        if not problem.options:
            return cls(1, 0, np.zeros(0, dtype=np.int64))
        large = int(np.abs(weights).sum()) + 1
        scale = min(_FINEST_SCALE, 1 << max(0, (LARGEST_SUM // large).bit_length() - 1))
        most = large // int(np.diff(problem.starts).max())
        relaxed = np.clip(_lagrangian_prices(problem, weights), -most, most)
        prices = np.rint(scale * relaxed).astype(np.int64)
        reduced = scale * weights - np.add.reduceat(prices[problem.items], problem.starts[:-1])
        options = problem.by_item()
        primary = np.nonzero(problem.primary)[0].tolist()
        # First those down that some option pays less for, then what is left of each one up.
        for down in (True, False):
            for item in primary:
                least = reduced[options[item]].min()
                if least < 0 or not down:
                    prices[item] += least
                    reduced[options[item]] -= least
        return cls(scale, int(prices[problem.primary].sum()), reduced)

    def left(self, total: int) -> int:
        """The reduced costs that a sum of weights leaves."""
        return self.scale * total - self.bound

    def least(self, spent: int) -> int:
        """The least sum of weights of a solution whose reduced costs are more than some number."""
        return -(-(self.bound + spent + 1) // self.scale)


def _lagrangian_prices(problem: CoverProblem, weights: IntArray) -> npt.NDArray[np.float64]:
    """Prices with a good bound: a subgradient method for the Lagrangian relaxation of the items.

    Of a sort of items of which every option has one, each still takes its cheapest option; where
    there is none, every option that costs less than its items is taken. Items that are covered too
    often get dearer, others cheaper, along a mean of the last directions.
    """
    primary, items, owners = problem.primary, problem.items, problem.owners()
    number = len(primary)
    costs = weights.astype(np.float64)
    sort = exclusive_sort(problem)
    priced = primary if sort is None else primary & ~sort
    prices = np.full(number, np.inf)
    np.minimum.at(prices, items, (costs / np.diff(problem.starts))[owners])
    prices[~priced] = 0.0
    cheapest = _Cheapest.of(problem, sort)
    span = float(np.ptp(costs)) + 1.0
    best, best_bound, since, pace = prices, -math.inf, 0, 1.0
    direction = np.zeros(number)
    for _ in range(min(_MOST_STEPS, 20 + problem.options)):
        reduced = costs - np.add.reduceat(prices[items], problem.starts[:-1])
        taken, least = cheapest.taken(reduced)
        bound = float(prices.sum()) + least
        if bound > best_bound:
            best, best_bound, since = prices, bound, 0
        else:
            since += 1
            if since == _STEPS_WITHOUT_GAIN:
                prices, since, pace = best, 0, pace / 1.5
        covered = np.bincount(items[taken[owners]], minlength=number)
        direction = 0.7 * direction + 0.3 * np.where(priced, 1 - covered, 0)
        length = float((direction * direction).sum())
        if length < 1e-9:
            break
        step = pace * (0.05 * abs(best_bound) + 0.1 * span) / length
        prices = prices + step * direction
    if sort is not None:
        reduced = costs - np.add.reduceat(best[items], problem.starts[:-1])
        best = best + cheapest.of_items(reduced, number)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class _Cheapest:
    """The optimum of the relaxation: the cheapest option of each group, or all that are free."""

    order: IntArray  # the options by their groups
    starts: IntArray  # where each group begins
    groups: IntArray  # the group of each place in the order
    items: IntArray  # the item of each group

    @classmethod
    def of(cls, problem: CoverProblem, sort: BoolArray | None) -> _Cheapest:
        if sort is None:
            nothing = np.zeros(0, dtype=np.int64)
            return cls(nothing, nothing, nothing, nothing)
        entries = np.nonzero(sort[problem.items])[0]
        own = problem.items[entries]
        order = np.argsort(own, kind="stable")
        items, starts, groups = np.unique(own[order], return_index=True, return_inverse=True)
        return cls(problem.owners()[entries][order], starts, groups, items)

    def taken(self, reduced: npt.NDArray[np.float64]) -> tuple[BoolArray, float]:
        """The options taken, and their costs."""
        if not len(self.order):
            taken = reduced < 0
            return taken, float(reduced[taken].sum())
        ordered = reduced[self.order]
        least = np.minimum.reduceat(ordered, self.starts)
        places = np.nonzero(ordered == least[self.groups])[0]
        # Of several, the first one.
        places = places[np.unique(self.groups[places], return_index=True)[1]]
        taken = np.zeros(len(reduced), dtype=bool)
        taken[self.order[places]] = True
        return taken, float(least.sum())

    def of_items(self, reduced: npt.NDArray[np.float64], number: int) -> npt.NDArray[np.float64]:
        """Prices of the items of groups: the costs of their cheapest options."""
        found = np.zeros(number)
        found[self.items] = np.minimum.reduceat(reduced[self.order], self.starts)
        return found


class Ranking:
    """The best solutions so far, each once: a number of them, or all that are as good as the best.

    Of equal ones, those that were found first stay.
    """

    def __init__(self, weights: IntArray, number: int | None) -> None:
        # Weights are counted in units, so that better means better by a unit.
        self.unit = max(1, int(np.gcd.reduce(weights, initial=0)))
        self._weights, self._number = weights // self.unit, number
        self._ranked: list[tuple[int, int, tuple[int, ...]]] = []
        self._known: set[tuple[int, ...]] = set()
        self._seen = 0

    def __len__(self) -> int:
        return len(self._ranked)

    @property
    def best(self) -> int | None:
        """The least sum of weights."""
        return self._ranked[0][0] if self._ranked else None

    @property
    def most(self) -> int | None:
        """The largest sum of weights of a further solution; None for any sum."""
        if self._number is None:
            return self.best
        return self._ranked[-1][0] - 1 if len(self._ranked) == self._number else None

    def record(self, solutions: IntArray) -> None:
        """Ranks solutions in the numbers of the original options, filled up with -1."""
        for row in solutions:
            options = np.sort(row[row >= 0])
            total, chosen = int(self._weights[options].sum()), tuple(options.tolist())
            if chosen in self._known or (self.most is not None and total > self.most):
                continue
            if self._number is None and total != self.best:
                self._ranked.clear()
            elif len(self._ranked) == self._number:
                self._known.discard(self._ranked.pop()[-1])
            self._seen += 1
            insort(self._ranked, (total, self._seen, chosen))
            self._known.add(chosen)

    def covers(self) -> IntArray:
        """A solution in every row, the best one first, filled up with -1."""
        return as_rows([chosen for *_, chosen in self._ranked])


class BranchAndBound:
    """Finds the best solutions of a prepared problem by what its options cost.

    Every stage finds the solutions whose reduced costs come to no more than it may spend; once as
    many as are wanted are known, only those that are better. A short look for any solution comes
    before the first one.
    """

    def __init__(
        self, prepared: Prepared, weights: IntArray, ranking: Ranking, settings: Settings, run: Run
    ) -> None:
        self._prepared, self._settings = prepared, settings
        self._ranking, self._run = ranking, run
        self._bound = 0
        problem = prepared.problem
        counts = np.bincount(problem.items, minlength=len(problem.primary))
        self.done = not counts[problem.primary].all()
        if self.done:
            return
        self._prices = Prices.of(problem, weights // ranking.unit)
        # No solution has more than one option for each item.
        dearest = np.zeros(len(problem.primary), dtype=np.int64)
        np.maximum.at(dearest, problem.items, self._prices.reduced[problem.owners()])
        self._enough = self._spend = int(dearest[problem.primary].sum())
        self._looking = True
        self._stage: _Stage | None = None
        self._raise_bound(-1)

    def useful(self) -> BoolArray:
        """The options that a better solution may have: others cost too much on their own."""
        return self._prices.reduced <= self._ceiling(self._enough)

    def record(self, solutions: IntArray) -> bool:
        """Ranks solutions in the numbers of the original options; says whether to go on."""
        ranking, run = self._ranking, self._run
        ranking.record(solutions)
        run.found = len(ranking)
        if ranking.best is not None:
            run.best = ranking.unit * ranking.best
        self._settle()
        return not self.done

    def _settle(self) -> None:
        """Ends the search where every solution that is not ranked costs too much."""
        most = self._ranking.most
        self.done |= most is not None and most < self._bound

    def _raise_bound(self, spent: int) -> None:
        """Raises the bound: solutions that spend no more are ranked, or no better than these."""
        self._bound = self._prices.least(spent)
        self._run.bound = self._ranking.unit * self._bound
        self._settle()

    def _ceiling(self, spend: int) -> int:
        """The most that a solution may spend on top of the bound to be ranked, at most `spend`."""
        most = self._ranking.most
        return spend if most is None else min(spend, self._prices.left(most))

    def go_on(self, most: float = math.inf, workers: int = 1) -> None:
        """Searches until it is `done`, a limit ends the run, or it has chosen so many nodes.

        Several workers search without such a number.
        """
        run = self._run
        last = run.statistics.nodes + most
        while not self.done and run.ending is SearchEnding.NONE:
            stage = self._stage = self._stage or self._begin()
            if self._looking:
                end = min(last, run.statistics.nodes + _NODES_OF_FIRST_LOOK)
                self._looking = False
                if not self._run_stage(stage, end) and not self.done:
                    known = self._ceiling(self._enough)
                    careful = self._ranking.most is None
                    self._spend = 1 + known // (
                        _PARTS_WITHOUT_SOLUTION if careful else _PARTS_OF_ENOUGH
                    )
                    self._stage = None
            elif workers > 1:
                self._search_in_threads(stage)
            elif not self._run_stage(stage, last):
                return

    def _begin(self) -> _Stage:
        """A stage: the options that it is about, cheap ones first, and what it may spend."""
        spend, reduced = self._ceiling(self._spend), self._prices.reduced
        kept = np.nonzero(reduced <= spend)[0]
        kept = kept[np.lexsort((kept, reduced[kept]))]
        conditions = [replace(one, totals=one.totals[kept]) for one in self._settings.conditions]
        conditions.append(Condition(reduced[kept], 0, spend))
        settings = replace(self._settings, conditions=tuple(conditions))
        part = self._prepared.reorder(kept)
        return _Stage(part, settings, Search(part.problem, settings, listing=True, most=1))

    def _run_stage(self, stage: _Stage, last: float) -> bool:
        """Searches in this thread until the stage is through, or so many nodes were chosen."""
        run, statistics, search = self._run, self._run.statistics, stage.search
        statistics.engine = Engine.SEARCH
        pause = SearchPause.BUDGET
        while pause is not SearchPause.DONE:
            if run.is_over() or statistics.nodes >= last:
                return False
            search.cap(self._ceiling(self._spend))
            pause = search.run(min(run.nodes_left, last - statistics.nodes), run.work_left)
            statistics.add(search.drain_figures(), search.memory)
            if not self.record(stage.part.original(search.drain())):
                return True
            run.tell()
        self._through()
        return True

    def _search_in_threads(self, stage: _Stage) -> None:
        run, part = self._run, stage.part

        def visit(batch: IntArray) -> bool:
            return self.record(part.original(batch))

        ceiling = partial(self._ceiling, self._spend)
        search_in_threads(part.problem, stage.settings, run, visit, ceiling)
        run.done = run.parts = 0
        if run.complete:
            self._through()
        if run.ending is SearchEnding.STOPPED:
            run.ending = SearchEnding.NONE
        run.complete = False

    def _through(self) -> None:
        """Ends a stage that has found all that it can; the next one may spend more."""
        self._stage = None
        self.done |= self._ceiling(self._enough) <= self._spend
        self._raise_bound(min(self._spend, self._ceiling(self._enough)))
        self._spend *= _GROWTH_OF_STAGES


@dataclass(frozen=True, slots=True, eq=False)
class _Stage:
    """A stage, and its search in one thread."""

    part: Prepared
    settings: Settings
    search: Search
