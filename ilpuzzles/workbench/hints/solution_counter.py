"""How many solutions a position has, and which: by the engine for exact covers, or by any backend.

All that is known of a position is kept (`KnownPosition`), so that what follows from it by further
moves is looked up and not searched for. Every list is checked before it is believed.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles import queries
from ilpuzzles.backends.exactcover import conditions_of, covering_of, problem_of
from ilpuzzles.backends.registry import Task
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import BoolArray, CoverProblem, IntArray, WordArray, as_rows
from ilpuzzles.exactcover.settings import Run, Settings
from ilpuzzles.modelling.cover_form import CoverForm
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.family import PuzzlePosition
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.rules.faults import Fault
from ilpuzzles.workbench.experiments import Experiment, experiment

MOST_ENTRIES = 6_000_000
"""How many moves a list of solutions may have altogether."""

_FEWER_ENTRIES = 1_500_000
"""The same, for positions that others lead to."""

_MOST_LISTED = 5_000
"""How many solutions any other backend lists."""

_SOME = 1_000
"""How many of more solutions are kept, or looked at for what they have in common."""

_KEPT = 48
"""Of how many positions something is kept."""

_KEPT_ENTRIES = 16_000_000
"""How many moves the lists that are kept may have altogether."""

_AT_ONCE = 3.0
"""How many seconds a count takes at most that comes before a list."""

_MOMENT = 1.0
"""How many seconds it may take to find out whether the model accepts what lies there."""

_FIRST = 0.25
"""After so many seconds, the first partial answer is given; then likewise."""

Solutions: TypeAlias = npt.NDArray[np.integer[Any]]
"""The moves of solutions, one in each row, filled up with -1."""

Tell: TypeAlias = Callable[[int], None]
"""Called with how many solutions are known so far."""

GoOn: TypeAlias = Callable[[], bool]
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

    def one(self, excluding: int) -> list[int]:
        """The moves of the first solution without a move; see `SolutionCounter.find`."""
        found = self.solutions
        if excluding >= 0:
            found = found[(found != excluding).all(axis=1)]
        return (_rows(found[:1])[0] or [-1]) if len(found) else []


_NONE: Solutions = np.empty((0, 0), dtype=np.int32)
_HOPELESS = KnownPosition(0, exact=True, solutions=_NONE, listed=True)


@dataclass(slots=True)
class Deadline:
    """How long an answer may take, whether it is still wanted, and who hears what is known so far.

    Attributes:
        seconds: How long it may take; None for as long as it takes.
        is_wanted: Says whether it is still wanted.
        on_progress: Called now and then with how many solutions are known.
    """

    seconds: float | None = None
    is_wanted: GoOn = lambda: True
    on_progress: Tell = lambda _search_position: None
    begun: float = 0.0
    told: float = 0.0
    most: int = 0

    def __post_init__(self) -> None:
        self.begun = self.told = time.perf_counter()

    @property
    def left(self) -> float | None:
        """How many seconds are left; None for any number."""
        if self.seconds is None:
            return None
        return max(0.0, self.begun + self.seconds - time.perf_counter())

    @property
    def expired(self) -> bool:
        """Whether the time is over."""
        return self.left is not None and self.left <= 0

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
        """Limits for the engine: the time that is left, or less."""
        times = [one for one in (self.left, seconds) if one is not None]
        return Run(seconds=min(times, default=None), watch=self.watch)

    def part(self, seconds: float) -> Deadline:
        """The same for a part of the work, which may take so long at most."""
        return Deadline(self.run(seconds).seconds, self.is_wanted, self.on_progress)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many seconds answers may take; `part` says whether one move can be left out."""

    status: float = 30.0
    hint: float = 6.0
    reason: float = 20.0
    new: float = 30.0
    other: float = 20.0
    each: float = 0.5
    reasons: float = 0.8
    part: float = 1.0


class SolutionCounter(ABC):
    """Counts and lists the solutions that have some moves."""

    def __init__(self, asked: Experiment, ground: Playground) -> None:
        self.asked, self.ground = asked, ground
        self._known: dict[frozenset[int], KnownPosition] = {}

    def position(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        """What is known of a position, or found out in the time that there is."""
        key = frozenset(moves)
        position = self.known(key)
        if position is None:
            position = self._search_position(sorted(key), deadline)
            self._keep(key, position)
        return position

    def prepare(self, moves: Sequence[int], deadline: Deadline) -> None:
        """Counts the solutions of a position at once, and lists them then if they are not many."""
        key = frozenset(moves)
        for find in (self._count_first, self._search_position):
            before = self._known.get(key)
            if before is None or not before.listed:
                position = find(sorted(key), deadline)
                if position.exact or before is None:
                    self._keep(key, position)

    def _count_first(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        """Counts without a list, where that is quicker; nothing is known otherwise."""
        del moves, deadline
        return KnownPosition(0, exact=False, solutions=_NONE, listed=False)

    def known(self, key: frozenset[int]) -> KnownPosition | None:
        """What is known of a position without a search: by itself, or from what it goes on from."""
        known = list(self._known.items())  # other threads may add to it
        own = self._known.get(key)
        if own is not None and own.exact:
            return own
        before = [(moves, one) for moves, one in known if one.listed and moves <= key]
        if before:
            moves, position = min(before, key=lambda pair: pair[1].count)
            if self._known.pop(moves, None) is not None:
                self._known[moves] = position  # what is used last is forgotten last
            found = position.having(key - moves)
            left = KnownPosition(len(found), exact=True, solutions=found, listed=True)
            self._keep(key, left)
            return left
        # Without a solution before, there is none now.
        if any(one.exact and not one.count and moves <= key for moves, one in known):
            return _HOPELESS
        return None

    def _keep(self, key: frozenset[int], position: KnownPosition) -> None:
        self._known.pop(key, None)
        self._known[key] = position
        entries = sum(one.solutions.size for one in list(self._known.values()))
        for old in list(self._known):
            if len(self._known) <= _KEPT and entries <= _KEPT_ENTRIES:
                break
            # What everything goes on from is worth most.
            if old not in (key, frozenset(self.ground.given)):
                gone = self._known.pop(old, None)  # other threads forget as well
                entries -= 0 if gone is None else gone.solutions.size

    @abstractmethod
    def _search_position(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        """Searches."""

    def faults(self, moves: Iterable[int]) -> list[Fault]:
        """The rules that moves break, if nothing else is to be done."""
        return self.asked.subject.violations(self.ground.whole(moves))

    def is_complete(self, moves: Sequence[int]) -> bool:
        """Whether the rules, or else the model, accept what lies there as a solution."""
        if not self.ground.is_whole(moves) or self.faults(moves):
            return False
        if self.asked.subject.judges:
            return True
        found, _ = self.first(moves, 1, Deadline(_MOMENT))
        return bool(found) and set(found[0]) == set(moves)

    def solvable(
        self, moves: Sequence[int], deadline: Deadline, *, excluding: int = -1
    ) -> bool | None:
        """Whether there is a solution with some moves, and without one that is excluded.

        None if the time was over first.
        """
        known = self.known(frozenset(moves))
        if known is not None and known.exact and excluding < 0:
            return known.count > 0
        found = self.find(moves, deadline, excluding=excluding)
        return None if found is None else bool(found)

    def find(
        self, moves: Sequence[int], deadline: Deadline, *, excluding: int = -1
    ) -> list[int] | None:
        """The moves of a solution with some, and without one that is excluded.

        Empty if there is none, -1 alone for one without moves, None if the time was over first.
        """
        known = self.known(frozenset(moves))
        if known is not None and known.listed:
            return known.one(excluding)
        return self._search(moves, deadline, excluding)

    @abstractmethod
    def _search(self, moves: Sequence[int], deadline: Deadline, excluding: int) -> list[int] | None:
        """See `find`."""

    def some(self, moves: Sequence[int], deadline: Deadline) -> tuple[Solutions, bool]:
        """Solutions with these moves, and whether these are all that there are."""
        known = self.known(frozenset(moves))
        if known is not None and (known.listed or len(known.solutions)):
            return known.solutions, known.listed
        rows, ended = self.first(moves, _SOME, deadline)
        return _fill_up(rows), ended and len(rows) < _SOME

    def first(
        self, moves: Sequence[int], number: int, deadline: Deadline
    ) -> tuple[list[list[int]], bool]:
        """Some solutions with these moves, each as its moves: a number of them, or all.

        And whether there are so many, or no others; False if the time was over first.
        """
        known = self.known(frozenset(moves))
        if known is not None and known.listed:
            return _rows(known.solutions[:number]), True
        found, complete = self._list_solutions(moves, number, deadline)
        rows = _rows(found[:number])
        return rows, complete or len(rows) == number

    @abstractmethod
    def _list_solutions(
        self, moves: Sequence[int], most: int, deadline: Deadline
    ) -> tuple[Solutions, bool]:
        """Lists solutions, until there are so many, and says whether these are all."""


def bare_experiment(position: PuzzlePosition, ground: Playground, **options: Any) -> Experiment:
    """The model of a board with nothing given, of which all positions are parts."""
    bare = ground.instance(())
    nothing = position if bare is None else replace(position, instance=bare, preset=None)
    return experiment(nothing, formulation=ground.formulation or None, **options)


def has_columns_of(asked: Experiment, ground: Playground) -> bool:
    """Whether the columns of a model are those that the moves of a board give values."""
    subject = asked.subject
    if not isinstance(subject, PuzzlePosition):
        return True
    return asked.formulation == (ground.formulation or next(iter(subject.family.formulations)))


def counter_of(asked: Experiment, ground: Playground) -> SolutionCounter:
    """What counts for a board: the engine for exact covers if each move is one of its options."""
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
    if sorted(one for one in options if one >= 0) != list(range(len(form.columns))):
        return ModelCounter(asked, ground)
    return CoverCounter(asked, ground, form, np.array(options, dtype=np.int64))


class CoverCounter(SolutionCounter):
    """Counts by the engine for exact covers; each move is an option of it, or -1 if none can be."""

    def __init__(
        self, asked: Experiment, ground: Playground, form: CoverForm, options: IntArray
    ) -> None:
        super().__init__(asked, ground)
        self.problem, self.conditions = problem_of(form), conditions_of(form)
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
    ) -> tuple[CoverProblem, IntArray, Settings] | None:
        """What is left beside some moves, the number of each of its options, and how to search.

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
        left = self.problem.keep(fits)
        numbers = np.nonzero(fits)[0]
        chosen = self.option_of[list(moves)]
        sums = []
        for one in self.conditions:
            done = int(one.totals[chosen].sum())
            totals, upper, lower = one.totals[numbers], one.upper - done, one.lower - done
            if items is not None:
                # Without the pieces that may follow, only what adds up too high is a limit.
                lower = -int(np.abs(one.totals).sum()) - abs(upper) - 1
                if (one.totals < 0).any():
                    continue
            sums.append(replace(one, totals=totals, lower=lower, upper=upper))
        problem = CoverProblem(primary, left.starts, left.items, left.colours)
        return problem, numbers, Settings(conditions=tuple(sums), reduce=items is None)

    def _search_position(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        left = self.rest(moves)
        if left is None or self.dead_items(moves):
            return _HOPELESS
        problem, numbers, settings = left
        found: list[Solutions] = []
        entries, most = 0, MOST_ENTRIES if len(moves) <= len(self.ground.given) else _FEWER_ENTRIES

        def visit(batch: IntArray) -> bool:
            nonlocal entries
            found.append(self._check_batch(batch, numbers, moves))
            entries += found[-1].size
            return entries < most

        run = visit_covers(problem, visit, settings, deadline.run())
        some = _stack(found)
        if run.complete or deadline.expired:
            return KnownPosition(len(some), run.complete, some, run.complete)
        counted = count_covers(problem, settings, deadline.run())
        return KnownPosition(
            max(counted.found, len(some)), counted.complete, some[:_SOME], listed=False
        )

    def _count_first(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        left = self.rest(moves)
        if left is None:
            return _HOPELESS
        problem, _, settings = left
        counted = count_covers(problem, settings, deadline.run(_AT_ONCE))
        return KnownPosition(counted.found, counted.complete, _NONE, listed=False)

    def _check_batch(self, batch: IntArray, numbers: IntArray, moves: Sequence[int]) -> Solutions:
        """Solutions of what is left as moves with those that were there, checked item by item."""
        options = np.append(numbers, -1)[batch]
        before = np.tile(self.option_of[list(moves)], (len(options), 1))
        options = np.hstack([before, options])
        none = np.zeros((len(self.masks), 1), dtype=np.uint64)
        masks, forbids = (np.hstack([bits, none]) for bits in (self.masks, self.forbids))
        union, forbidden = np.zeros((2, len(masks), len(options)), dtype=np.uint64)
        wrong = np.zeros(len(options), dtype=bool)
        for column in options.T:
            wrong |= (forbidden & masks[:, column]).any(axis=0)
            union |= masks[:, column]
            forbidden |= forbids[:, column]
        wrong |= (union & self.required[:, None] != self.required[:, None]).any(axis=0)
        for one in self.conditions:
            total = np.append(one.totals, 0)[options].sum(axis=1)
            wrong |= (total < one.lower) | (total > one.upper)
        if wrong.any():
            what = f"{int(wrong.sum())} solutions of the engine break rows of the model"
            raise CheckError(what, "please report this")
        found: Solutions = np.append(self.move_of, -1)[options].astype(np.int32)
        return found

    def _search(self, moves: Sequence[int], deadline: Deadline, excluding: int) -> list[int] | None:
        return self.cover(moves, None, deadline, excluding=excluding)

    def cover(
        self,
        moves: Sequence[int],
        items: BoolArray | None,
        deadline: Deadline,
        *,
        excluding: int = -1,
        seconds: float | None = None,
    ) -> list[int] | None:
        """Some options that cover what is left of items beside some moves; see `rest`.

        Returns:
            The moves, perhaps with those that were there; an empty list if there are none, None if
            the time was over first.
        """
        left = self.rest(moves, items, excluding)
        if left is None:
            return []
        problem, numbers, settings = left
        found: list[IntArray] = []

        def visit(batch: IntArray) -> bool:
            found.append(batch[:1])
            return False

        run = visit_covers(problem, visit, settings, deadline.run(seconds), few=True)
        if found:
            (options,) = found[0]
            return [*moves, *self.move_of[numbers[options[options >= 0]]].tolist()] or [-1]
        return [] if run.complete else None

    def _list_solutions(
        self, moves: Sequence[int], most: int, deadline: Deadline
    ) -> tuple[Solutions, bool]:
        left = self.rest(moves)
        if left is None:
            return _NONE, True
        problem, numbers, settings = left
        found: list[Solutions] = []

        def visit(batch: IntArray) -> bool:
            found.append(self._check_batch(batch, numbers, moves))
            return sum(map(len, found)) < most

        run = visit_covers(problem, visit, settings, deadline.run(), few=True)
        return _stack(found), run.complete


def _stack(found: Sequence[Solutions]) -> Solutions:
    """Lists of solutions below each other, filled up with -1."""
    width = max((part.shape[1] for part in found), default=0)
    parts = [np.pad(p, ((0, 0), (0, width - p.shape[1])), constant_values=-1) for p in found]
    return np.vstack(parts) if parts else _NONE


def _fill_up(rows: Sequence[Sequence[int]]) -> Solutions:
    return as_rows(rows).astype(np.int32)


def _rows(solutions: Solutions) -> list[list[int]]:
    return [sorted(move for move in row if move >= 0) for row in solutions.tolist()]


class ModelCounter(SolutionCounter):
    """Lists solutions by any backend, as far as they are few, and looks moves up in the list."""

    def fixed(self, moves: Sequence[int]) -> Experiment | None:
        """The model with some moves made; None if they contradict each other."""
        values: dict[int, int] = {}
        for move in moves:
            for column, value in self.ground.values(move).items():
                if values.setdefault(column, value) != value:
                    return None
        model = self.asked.formulated.model
        return self.asked.fix({Variable(model, column): v for column, v in values.items()})

    def _search_position(self, moves: Sequence[int], deadline: Deadline) -> KnownPosition:
        found, complete = self._list_solutions(moves, _MOST_LISTED, deadline)
        return KnownPosition(len(found), complete, found, complete)

    def _list_solutions(
        self, moves: Sequence[int], most: int, deadline: Deadline
    ) -> tuple[Solutions, bool]:
        asked = self.fixed(moves)
        if asked is None or deadline.expired:
            return _NONE, asked is None
        rows: list[list[int]] = []

        def visit(values: IntArray) -> bool:
            deadline.watch(Progress(len(rows)))
            asked.judged(values, choice.backend.name)
            rows.append(self.ground.made(values))
            return len(rows) < most

        stopped = lambda: not deadline.is_wanted()  # noqa: E731
        options = replace(asked.options, time_limit=deadline.left, stopped=stopped)
        choice = asked.choice(Task.ALL)
        result = queries.enumerate_solutions(
            asked.model, visit, choice, options, few=most < _MOST_LISTED
        )
        return _fill_up(rows), result.complete and len(rows) < most

    def _search(self, moves: Sequence[int], deadline: Deadline, excluding: int) -> list[int] | None:
        known = self.position(moves, deadline)
        found = known.one(excluding)
        return found if found or known.listed else None
