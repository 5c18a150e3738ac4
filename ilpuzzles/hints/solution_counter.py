"""How many solutions a position has, and which: by the engine for exact covers, or by any backend.

All that is known of a position is kept (`KnownPosition`), so that the number of solutions after
further moves is looked up and not searched for. Every list is checked before it is believed.

Counts are shown as far as they got in some seconds. What hints rest on (`SolutionCounter.find`) is
searched for each time within a budget of work: it is the same on any machine, however busy, and
whatever was asked before.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles import queries
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.estimate import WORDS_OF_NODE, WORDS_PER_SECOND
from ilpuzzles.exactcover.problem import BoolArray, CoverProblem, IntArray, WordArray, as_rows
from ilpuzzles.exactcover.settings import Run, Settings
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.cover_form import CoverForm
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.rules.faults import Fault
from ilpuzzles.solvers.cover.backend import conditions_of, covering_of, problem_of
from ilpuzzles.solvers.registry import AUTO, Choice, Task, choose, is_installed

MOST_ENTRIES = 6_000_000
"""How many moves a list of solutions may have altogether."""

_FEWER_ENTRIES = 1_500_000
"""The same, for positions that others lead to."""

_MOST_LISTED = 5_000
"""How many solutions any other backend lists."""

_SOME = 1_000
"""How many of more solutions are kept."""

_COMPARED = 30
"""How many solutions are looked at for what they have in common; more are much alike."""

_KEPT = 48
"""Of how many positions something is kept."""

_KEPT_ENTRIES = 16_000_000
"""How many moves the lists that are kept may have altogether."""

_AT_ONCE = 3.0
"""How many seconds a count takes at most that comes before a list."""

_MOMENT = 1.0
"""How much work it may be to find out whether the model accepts what lies there."""

_WORK_OF_QUESTION = 1e-3
"""How much work it is to ask, besides the search: a question takes a millisecond or two."""

_WORK_OF_SEARCH = 0.02
"""How much work a search by any backend is taken for, which does not say how much it was."""

_FIRST = 0.25
"""Every so many seconds, a partial answer is given."""

Solutions: TypeAlias = npt.NDArray[np.integer[Any]]
"""The moves of solutions, one in each row, filled up with -1."""

OnProgress: TypeAlias = Callable[[int], None]
"""Called with how many solutions are known so far."""

IsWanted: TypeAlias = Callable[[], bool]
"""Says whether the answer is still wanted."""


class CancelledError(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownPosition:
    """What is known of a position.

    Attributes:
        count: How many solutions are known.
        exact: Whether these are all.
        solutions: The moves of solutions, one in each row, filled up with -1.
        listed: Whether these are all solutions.
    """

    count: int
    exact: bool
    solutions: Solutions
    listed: bool

    def having(self, moves: Iterable[int]) -> Solutions:
        """The solutions that have some moves."""
        found = self.solutions
        for move in moves:
            found = found[(found == move).any(axis=1)]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Remainder:
    """The exact cover problem that is left beside some moves.

    Attributes:
        problem: The problem.
        options: The number of each of its options, in the whole problem.
        settings: How to search it.
    """

    problem: CoverProblem
    options: IntArray
    settings: Settings


_NONE: Solutions = np.empty((0, 0), dtype=np.int32)
_HOPELESS = KnownPosition(0, exact=True, solutions=_NONE, listed=True)


@dataclass(slots=True, kw_only=True)
class WorkBudget:
    """How much an answer may cost, whether it is still wanted, and who hears what is known so far.

    Attributes:
        work: How much work it may be, which ends at the same place on any machine, however busy;
            see `Options.work_limit`. None for any amount.
        seconds: How long it may take besides, where somebody has set a limit; None for as long as
            it takes.
        is_wanted: Says whether it is still wanted.
        on_progress: Called now and then with how many solutions are known.
        whole: The budget that this one is a part of, if it is one.
        spent: How much work was done.
    """

    work: float | None = None
    seconds: float | None = None
    is_wanted: IsWanted = lambda: True
    on_progress: OnProgress = lambda _solutions: None
    whole: WorkBudget | None = None
    spent: float = 0.0
    begun: float = 0.0
    told: float = 0.0
    most: int = 0

    def __post_init__(self) -> None:
        self.begun = self.told = time.perf_counter()

    @property
    def work_left(self) -> float | None:
        """How much work may still be done; None for any amount."""
        left = None if self.work is None else max(0.0, self.work - self.spent)
        return _least(left, None if self.whole is None else self.whole.work_left)

    @property
    def seconds_left(self) -> float | None:
        """How many seconds are left; None for any number."""
        if self.whole is not None:
            return self.whole.seconds_left
        if self.seconds is None:
            return None
        return max(0.0, self.begun + self.seconds - time.perf_counter())

    @property
    def is_late(self) -> bool:
        """Whether the time is over that somebody has set."""
        return self.seconds_left is not None and self.seconds_left <= 0

    @property
    def is_spent(self) -> bool:
        """Whether nothing more is to be searched for: the work is done, or the time is over."""
        work = self.work_left
        return (work is not None and work <= 0) or self.is_late

    def spend(self, work: float) -> None:
        """Notes how much work was done."""
        self.spent += work
        if self.whole is not None:
            self.whole.spend(work)

    def watch(self, progress: Progress) -> None:
        """Raises if the answer is not wanted; tells now and then how many solutions are known."""
        self.check()
        now = time.perf_counter()
        if now - self.told >= _FIRST:
            self.told = now
            # What counts after a list has become too long begins anew.
            self.most = max(self.most, progress.found)
            self.on_progress(self.most)

    def check(self) -> None:
        """Raises a `CancelledError` if the answer is not wanted any more."""
        if not self.is_wanted():
            raise CancelledError

    def run(self, seconds: float | None = None) -> Run:
        """Limits for the engine: what is left, or less time."""
        work = self.work_left
        return Run(
            seconds=_least(self.seconds_left, seconds),
            node_limit=None if work is None else int(work * WORDS_PER_SECOND / WORDS_OF_NODE),
            work_limit=None if work is None else work * WORDS_PER_SECOND,
            watch=self.watch,
        )

    def note(self, run: Run) -> None:
        """Notes the work that the engine has done."""
        figures = run.statistics
        words = figures.looked + WORDS_OF_NODE * figures.nodes
        self.spend(_WORK_OF_QUESTION + words / WORDS_PER_SECOND)

    def part(self, work: float) -> WorkBudget:
        """A part of it, which may be so much work at most."""
        return WorkBudget(
            work=work, is_wanted=self.is_wanted, on_progress=self.on_progress, whole=self
        )


def _least(first: float | None, second: float | None) -> float | None:
    """The smaller one of two limits, of which None is none."""
    if first is None:
        return second
    return first if second is None else min(first, second)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much answers may cost.

    What hints, conflicts and repairs rest on is limited by work (see `Options.work_limit`), so that
    they are the same on any machine, however busy. What shows solutions ends by the clock. Of the
    puzzles that come with the package, a hint takes 0.01 of this work as a rule, and 0.8 at most.

    Attributes:
        status: How many seconds a count takes.
        listed: How many seconds it takes to look for solutions that are shown.
        new: How many seconds a new position takes.
        solvable: How much work it is to find out whether there is a solution.
        hint: How much work it is to find a sure move.
        each: How much work a reason is while moves are compared.
        reasons: How much work all reasons together are that are not easy.
        reason: How much work it is to make the reason that was chosen smaller.
        part: How much work it is to find out whether a move can be left out of a conflict.
        conflict: How much work a conflict and its repair are together.
        forced: How much work it is to find all sure moves.
    """

    status: float = 30.0
    listed: float = 20.0
    new: float = 30.0
    solvable: float = 1.0
    hint: float = 2.0
    each: float = 0.3
    reasons: float = 0.9
    reason: float = 2.0
    part: float = 0.5
    conflict: float = 4.0
    forced: float = 4.0


class SolutionCounter(ABC):
    """Counts and lists the solutions that have some moves."""

    def __init__(self, asked: Experiment, ground: Playground) -> None:
        self.asked = asked
        self.ground = ground
        self._known_positions: dict[frozenset[int], KnownPosition] = {}

    def position(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        """What is known of a position, or found out in the time that there is."""
        key = frozenset(moves)
        position = self.known(key)
        if position is None:
            position = self._search_position(sorted(key), budget)
            self._keep(key, position)
        return position

    def prepare(self, moves: Sequence[int], budget: WorkBudget) -> None:
        """Counts the solutions of a position at once, and lists them then if they are not many."""
        key = frozenset(moves)
        for search in (self._count_first, self._search_position):
            before = self._known_positions.get(key)
            if before is not None and before.listed:
                continue
            position = search(sorted(key), budget)
            if position.exact or before is None:
                self._keep(key, position)

    def _count_first(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        """Counts without a list, where that is quicker; nothing is known otherwise."""
        del moves, budget
        return KnownPosition(0, exact=False, solutions=_NONE, listed=False)

    def known(self, key: frozenset[int]) -> KnownPosition | None:
        """What is known of a position without a search: by itself, or from what it goes on from."""
        itself = self._known_positions.get(key)
        if itself is not None and itself.exact:
            return itself
        known_positions = list(self._known_positions.items())  # other threads may add to it
        earlier = [(moves, position) for moves, position in known_positions if moves <= key]
        listed = [(moves, position) for moves, position in earlier if position.listed]
        if listed:
            moves, position = min(listed, key=lambda pair: pair[1].count)
            if self._known_positions.pop(moves, None) is not None:
                # What is used last is forgotten last.
                self._known_positions[moves] = position
            solutions = position.having(key - moves)
            remaining = KnownPosition(len(solutions), exact=True, solutions=solutions, listed=True)
            self._keep(key, remaining)
            return remaining
        # Without a solution before, there is none now.
        if any(position.exact and not position.count for _, position in earlier):
            return _HOPELESS
        return None

    def _keep(self, key: frozenset[int], position: KnownPosition) -> None:
        self._known_positions.pop(key, None)
        self._known_positions[key] = position
        entries = sum(kept.solutions.size for kept in list(self._known_positions.values()))
        # What everything goes on from is worth most.
        worth_most = (key, frozenset(self.ground.given))
        for oldest in list(self._known_positions):
            if len(self._known_positions) <= _KEPT and entries <= _KEPT_ENTRIES:
                break
            if oldest in worth_most:
                continue
            forgotten = self._known_positions.pop(oldest, None)  # other threads forget as well
            if forgotten is not None:
                entries -= forgotten.solutions.size

    @abstractmethod
    def _search_position(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        """Searches."""

    def faults(self, moves: Iterable[int]) -> list[Fault]:
        """The rules that moves break, if nothing else is to be done."""
        return self.asked.subject.violations(self.ground.as_finished(moves))

    def is_complete(self, moves: Sequence[int]) -> bool:
        """Whether the rules, or else the model, accept what lies there as a solution."""
        if not self.ground.is_whole(moves) or self.faults(moves):
            return False
        if self.asked.subject.judges:
            return True
        solution = self.find(moves, WorkBudget(work=_MOMENT))
        if not solution:
            return False
        return {*solution} == {*moves}

    def solvable(
        self, moves: Sequence[int], budget: WorkBudget, *, excluding: int = -1
    ) -> bool | None:
        """Whether there is a solution with some moves, and without one that is excluded.

        None if the budget was spent first.
        """
        solution = self.find(moves, budget, excluding=excluding)
        return None if solution is None else bool(solution)

    @abstractmethod
    def find(
        self, moves: Sequence[int], budget: WorkBudget, *, excluding: int = -1
    ) -> list[int] | None:
        """The moves of a solution with some, and without one that is excluded.

        It is searched for in any case: which one a list has first depends on what was asked before.

        Returns:
            Empty if there is none, -1 alone for one without moves, None if the budget was spent
            first.
        """

    def some(self, moves: Sequence[int], budget: WorkBudget) -> tuple[Solutions, bool]:
        """Searches for some solutions with these moves; says whether these are all."""
        return self._list_solutions(moves, _COMPARED, budget)

    def first(
        self, moves: Sequence[int], number: int, budget: WorkBudget
    ) -> tuple[list[list[int]], bool]:
        """Some solutions with these moves, each as its moves: a number of them, or all.

        And whether there are so many, or no others; False if the budget was spent first.
        """
        position = self.known(frozenset(moves))
        if position is not None and position.listed:
            return _rows(position.solutions[:number]), True
        solutions, complete = self._list_solutions(moves, number, budget)
        rows = _rows(solutions[:number])
        return rows, complete or len(rows) == number

    @abstractmethod
    def _list_solutions(
        self, moves: Sequence[int], most: int, budget: WorkBudget
    ) -> tuple[Solutions, bool]:
        """Lists solutions, until there are so many, and says whether these are all."""


def bare_experiment(position: PuzzlePosition, ground: Playground, **options: Any) -> Experiment:
    """The model of a board with nothing given, of which all positions are parts."""
    without_givens = ground.instance(())
    if without_givens is not None:
        position = replace(position, instance=without_givens, preset=None)
    return experiment(position, formulation=ground.formulation or None, **options)


def has_columns_of(asked: Experiment, ground: Playground) -> bool:
    """Whether the columns of a model are those that the moves of a board give values."""
    subject = asked.subject
    if not isinstance(subject, PuzzlePosition):
        return True
    return asked.formulation == (ground.formulation or next(iter(subject.kind.formulations)))


def counter_of(asked: Experiment, ground: Playground) -> SolutionCounter:
    """The counter of a board: the engine for exact covers if each move is one of its options.

    Where the engine is not installed, any backend counts.
    """
    if not is_installed("exactcover"):
        return ModelCounter(asked, ground)
    try:
        form = covering_of(asked.model, "exactcover")
    except BackendError:
        return ModelCounter(asked, ground)
    if form.bounds is not None:
        return ModelCounter(asked, ground)
    option_of = {int(column): option for option, column in enumerate(form.columns)}
    options = []
    for move in range(len(ground.data.moves)):
        (column, value), *others = ground.values(move).items()
        if others or value != 1:
            return ModelCounter(asked, ground)
        # A variable without an option is never 1, such as one of wrong colours at the border.
        options.append(option_of.get(column, -1))
    used_options = sorted(option for option in options if option >= 0)
    if used_options != list(range(len(form.columns))):
        return ModelCounter(asked, ground)
    return CoverCounter(asked, ground, form, np.array(options, dtype=np.int64))


class CoverCounter(SolutionCounter):
    """Counts by the engine for exact covers; each move is an option of it, or -1 if none can be."""

    def __init__(
        self, asked: Experiment, ground: Playground, form: CoverForm, options: IntArray
    ) -> None:
        super().__init__(asked, ground)
        self.problem = problem_of(form)
        self.conditions = conditions_of(form)
        self.origins = form.origins
        self.option_of = options
        (possible,) = np.nonzero(options >= 0)
        self.move_of: IntArray = possible[np.argsort(options[possible])]
        marks = self.problem.marks()
        self.masks, self.forbids = marks.masks()
        self.required: WordArray = marks.required(self.problem.primary)
        self.owners = self.problem.owners()

    def fitting(self, moves: Sequence[int]) -> BoolArray | None:
        """Which options fit beside some moves; None if these do not fit together, or nowhere."""
        if (self.option_of[list(moves)] < 0).any():
            return None
        forbidden = np.zeros((len(self.masks), 1), dtype=np.uint64)
        for option in self.option_of[list(moves)].tolist():
            if (forbidden & self.masks[:, option, None]).any():
                return None
            forbidden |= self.forbids[:, option, None]
        overlaps: BoolArray = np.asarray((self.masks & forbidden).any(axis=0))
        return ~overlaps

    def open_items(self, moves: Sequence[int]) -> BoolArray:
        """Which items have still to be covered beside some moves."""
        left = self.problem.primary.copy()
        for option in self.option_of[list(moves)].tolist():
            left[self.problem.option(option)] = False
        return left

    def dead_items(self, moves: Sequence[int]) -> list[int]:
        """The items that have still to be covered, and cannot be any more."""
        fits = self.fitting(moves)
        if fits is None:
            return []
        entries = self.problem.items[fits[self.owners]]
        ways = np.bincount(entries, minlength=len(self.problem.primary))
        dead: list[int] = np.nonzero(self.open_items(moves) & (ways == 0))[0].tolist()
        return dead

    def rest(
        self, moves: Sequence[int], items: BoolArray | None = None, excluding: int = -1
    ) -> Remainder | None:
        """The problem that is left beside some moves.

        If `items` are given, only these have to be covered, and no sum has to be reached: then
        options without any of them are left out. One move may be left out as well. None if the
        moves do not fit together.
        """
        fits = self.fitting(moves)
        if fits is None:
            return None
        if excluding >= 0 and self.option_of[excluding] >= 0:
            fits[self.option_of[excluding]] = False
        primary = self.open_items(moves)
        if items is not None:
            primary &= items
            touching = np.zeros_like(fits)
            touching[self.owners[primary[self.problem.items]]] = True
            fits &= touching
        kept = self.problem.keep(fits)
        options = np.nonzero(fits)[0]
        chosen = self.option_of[list(moves)]
        conditions = []
        for condition in self.conditions:
            done = int(condition.totals[chosen].sum())
            upper = condition.upper - done
            lower = condition.lower - done
            if items is not None:
                # Without the pieces that may follow, only what adds up too high is a limit.
                lower = -int(np.abs(condition.totals).sum()) - abs(upper) - 1
                if (condition.totals < 0).any():
                    continue
            totals = condition.totals[options]
            conditions.append(replace(condition, totals=totals, lower=lower, upper=upper))
        problem = CoverProblem(primary, kept.starts, kept.items, kept.colours)
        settings = Settings(conditions=tuple(conditions), reduce=items is None)
        return Remainder(problem, options, settings)

    def _search_position(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        left = self.rest(moves)
        if left is None or self.dead_items(moves):
            return _HOPELESS
        batches: list[Solutions] = []
        entries = 0
        is_first_position = len(moves) <= len(self.ground.given)
        most = MOST_ENTRIES if is_first_position else _FEWER_ENTRIES

        def visit(batch: IntArray) -> bool:
            nonlocal entries
            solutions = self._check_batch(batch, left.options, moves)
            batches.append(solutions)
            entries += solutions.size
            return entries < most

        run = visit_covers(left.problem, visit, left.settings, budget.run())
        solutions = _stack(batches)
        if run.complete or budget.is_spent:
            return KnownPosition(len(solutions), run.complete, solutions, run.complete)
        counted = count_covers(left.problem, left.settings, budget.run())
        count = max(counted.found, len(solutions))
        return KnownPosition(count, counted.complete, solutions[:_SOME], listed=False)

    def _count_first(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        left = self.rest(moves)
        if left is None:
            return _HOPELESS
        counted = count_covers(left.problem, left.settings, budget.run(_AT_ONCE))
        return KnownPosition(counted.found, counted.complete, _NONE, listed=False)

    def _check_batch(self, batch: IntArray, numbers: IntArray, moves: Sequence[int]) -> Solutions:
        """Solutions of what is left as moves with those that were there, checked item by item."""
        options = np.append(numbers, -1)[batch]
        before = np.tile(self.option_of[list(moves)], (len(options), 1))
        options = np.hstack([before, options])
        none = np.zeros((len(self.masks), 1), dtype=np.uint64)
        masks = np.hstack([self.masks, none])
        forbids = np.hstack([self.forbids, none])
        union = np.zeros((len(masks), len(options)), dtype=np.uint64)
        forbidden = np.zeros_like(union)
        wrong = np.zeros(len(options), dtype=bool)
        for column in options.T:
            wrong |= (forbidden & masks[:, column]).any(axis=0)
            union |= masks[:, column]
            forbidden |= forbids[:, column]
        wrong |= (union & self.required[:, None] != self.required[:, None]).any(axis=0)
        for condition in self.conditions:
            total = np.append(condition.totals, 0)[options].sum(axis=1)
            wrong |= (total < condition.lower) | (total > condition.upper)
        if wrong.any():
            what = f"{int(wrong.sum())} solutions of the engine break rows of the model"
            raise CheckError(what, "please report this")
        solutions: Solutions = np.append(self.move_of, -1)[options].astype(np.int32)
        return solutions

    def find(
        self, moves: Sequence[int], budget: WorkBudget, *, excluding: int = -1
    ) -> list[int] | None:
        """See `SolutionCounter.find`."""
        return self.cover(moves, None, budget, excluding=excluding)

    def cover(
        self,
        moves: Sequence[int],
        items: BoolArray | None,
        budget: WorkBudget,
        *,
        excluding: int = -1,
    ) -> list[int] | None:
        """Some options that cover what is left of items beside some moves; see `rest`.

        Returns:
            The moves, perhaps with those that were there; an empty list if there are none, None if
            the budget was spent first.
        """
        left = self.rest(moves, items, excluding)
        if left is None:
            return []
        first_covers: list[IntArray] = []

        def visit(batch: IntArray) -> bool:
            first_covers.append(batch[0])
            return False

        run = visit_covers(left.problem, visit, left.settings, budget.run(), few=True)
        budget.note(run)
        if not first_covers:
            return [] if run.complete else None
        cover = first_covers[0]
        options = left.options[cover[cover >= 0]]
        return [*moves, *self.move_of[options].tolist()] or [-1]

    def _list_solutions(
        self, moves: Sequence[int], most: int, budget: WorkBudget
    ) -> tuple[Solutions, bool]:
        left = self.rest(moves)
        if left is None:
            return _NONE, True
        batches: list[Solutions] = []

        def visit(batch: IntArray) -> bool:
            batches.append(self._check_batch(batch, left.options, moves))
            return sum(map(len, batches)) < most

        run = visit_covers(left.problem, visit, left.settings, budget.run(), few=True)
        budget.note(run)
        return _stack(batches), run.complete


def _stack(batches: Sequence[Solutions]) -> Solutions:
    """Lists of solutions below each other, filled up with -1."""
    if not batches:
        return _NONE
    width = max(batch.shape[1] for batch in batches)
    padded = []
    for batch in batches:
        missing = width - batch.shape[1]
        padded.append(np.pad(batch, ((0, 0), (0, missing)), constant_values=-1))
    return np.vstack(padded)


def _fill_up(rows: Sequence[Sequence[int]]) -> Solutions:
    return as_rows(rows).astype(np.int32)


def _rows(solutions: Solutions) -> list[list[int]]:
    return [sorted(move for move in row if move >= 0) for row in solutions.tolist()]


class ModelCounter(SolutionCounter):
    """Counts by any backend; solutions are listed as far as they are few, to look moves up."""

    def fixed(self, moves: Sequence[int]) -> Experiment | None:
        """The model with some moves made; None if they contradict each other."""
        values: dict[int, int] = {}
        for move in moves:
            for column, value in self.ground.values(move).items():
                if values.setdefault(column, value) != value:
                    return None
        model = self.asked.formulated.model
        return self.asked.fix({Variable(model, column): v for column, v in values.items()})

    def _search_position(self, moves: Sequence[int], budget: WorkBudget) -> KnownPosition:
        solutions, complete = self._list_solutions(moves, _MOST_LISTED, budget)
        return KnownPosition(len(solutions), complete, solutions, complete)

    def _list_solutions(
        self, moves: Sequence[int], most: int, budget: WorkBudget
    ) -> tuple[Solutions, bool]:
        asked = self.fixed(moves)
        if asked is None or budget.is_spent:
            return _NONE, asked is None
        rows: list[list[int]] = []

        def visit(values: IntArray) -> bool:
            budget.watch(Progress(len(rows)))
            budget.spend(_WORK_OF_QUESTION)
            asked.judged(values, choice.backend.name)
            rows.append(self.ground.moves_of_values(values))
            return len(rows) < most and not budget.is_spent

        choice, options = self._solver(asked.model, Task.ALL, budget)
        result = queries.enumerate_solutions(
            asked.model, visit, choice, options, few=most < _MOST_LISTED
        )
        return _fill_up(rows), result.complete and len(rows) < most

    def find(
        self, moves: Sequence[int], budget: WorkBudget, *, excluding: int = -1
    ) -> list[int] | None:
        """See `SolutionCounter.find`."""
        asked = self.fixed(moves)
        if asked is None:
            return []
        program = replace(asked.model, objective=None)
        programs = [program] if excluding < 0 else self._without(program, excluding)
        is_known = True
        for part in programs:
            if budget.is_spent:
                return None
            choice, options = self._solver(part, Task.ONE, budget)
            result = queries.solve_model(part, choice, options)
            budget.check()
            # What its limit has ended was as much work as it might be.
            is_open = result.values is None and result.status is not Status.INFEASIBLE
            limit = options.work_limit if is_open else None
            budget.spend(_WORK_OF_SEARCH if limit is None else max(limit, _WORK_OF_SEARCH))
            if result.values is not None:
                asked.judged(result.values, result.backend)
                return self.ground.moves_of_values(result.values) or [-1]
            is_known &= result.status is Status.INFEASIBLE
        return [] if is_known else None

    def _without(self, program: Program, move: int) -> list[Program]:
        """Programs whose solutions together are those without a move: one of its values differs."""
        programs = []
        lower = program.lower.in_doubles()
        upper = program.upper.in_doubles()
        for column, value in self.ground.values(move).items():
            if lower[column] < value:
                programs.append(program.within({column: (_finite(lower[column]), value - 1)}))
            if upper[column] > value:
                programs.append(program.within({column: (value + 1, _finite(upper[column]))}))
        return programs

    def _solver(self, program: Program, task: Task, budget: WorkBudget) -> tuple[Choice, Options]:
        """The backend for a question, and its limits.

        Where work is counted, it is the same for everybody, in one thread. No backend counts work
        where variables are continuous; then it takes as long as it takes.
        """
        stopped = lambda: not budget.is_wanted()  # noqa: E731
        time_limit = budget.seconds_left
        work = budget.work_left
        if work is None:
            options = replace(self.asked.options, time_limit=time_limit, stopped=stopped)
            return choose(self.asked.backend, program, task, options), options
        options = Options(time_limit=time_limit, work_limit=work, stopped=stopped)
        choice = choose(AUTO, program, task, options)
        if Feature.WORK_LIMIT not in choice.backend.features:
            options = replace(options, work_limit=None)
        return choice, options


def _finite(bound: float) -> int | None:
    """A bound of a variable that is whole, or None for none."""
    return int(bound) if math.isfinite(bound) else None
