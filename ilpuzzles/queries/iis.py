"""Irreducible infeasible sets (IIS): minimal sets of rows, or groups, without a solution together.

`Demands` are what a model demands, by groups; `Consistency` finds out which rows can hold together;
`Conflict` looks for a minimal set that cannot, by QuickXplain, or by unsatisfiable cores.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import (
    MINUS_INFINITY,
    NO_GROUP,
    PLUS_INFINITY,
    Given,
    Group,
    IntArray,
    Kind,
)
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.restricted_search import CutPool, Restricted
from ilpuzzles.queries.solve import Inquiry

# A search that takes so many times as long as the proof that there is no solution is given up.
_TIMES, _SECONDS = 20, 10.0
# On the six pieces of docs/hopeless.yaml, cores take 6 s and name four pieces; without them it is
# 0.9 s and three.
_FEW = 32


class Consistency:
    """Finds out whether rows can hold together, and remembers every solution that it has seen.

    The rows in `always` belong to every set. If it is bounded, no search may take much longer than
    the proof that there is no solution. `limit` is the last one that left something unknown.
    """

    def __init__(
        self,
        inquiry: Inquiry,
        program: Program,
        always: IntArray,
        report: Reporter,
        *,
        bounded: bool = False,
    ) -> None:
        self._inquiry = inquiry
        self._program = program
        self._always = always
        self._report = report
        self._bounded = bounded
        self.seen: list[tuple[frozenset[int], IntArray]] = []
        """All solutions that were seen, each after the numbers of the rows that it breaks."""
        # Cuts follow from the row that they are of, whatever else there is.
        self._cuts: CutPool = {}
        self.limit = Limit.NONE

    def witness(self, rows: IntArray) -> IntArray | None:
        """A solution of these rows among those that were seen."""
        wanted = set(rows.tolist())
        return next((values for broken, values in self.seen if not broken & wanted), None)

    def remember(self, values: IntArray) -> None:
        """Notes an assignment, and which rows it breaks."""
        self.seen.append((frozenset(self._program.broken_rows(values)), values))

    def possible(self, rows: IntArray) -> bool | None:
        """Whether some rows have a solution together, or None if a limit came first."""
        together = np.union1d(rows, self._always).astype(np.int64)
        if self.witness(together) is not None:
            return True
        if self._inquiry.clock.over:
            self.limit = Limit.TIME
            return None
        result = self._inquiry.look(self._restricted(together))
        self._report(Progress(self._inquiry.searches))
        if result.values is not None:
            self.remember(result.values)
            return True
        if result.status is Status.INFEASIBLE:
            if self._bounded:
                seconds = result.seconds.hand_over + result.seconds.solve
                clock = self._inquiry.clock
                clock.patience = max(clock.patience or _SECONDS, _TIMES * seconds)
            return False
        self.limit = result.limit
        return None

    def core(self, rows: IntArray, members: Sequence[IntArray]) -> list[int] | None:
        """Members that, as a backend says, have no solution with the rows; None if it says none."""
        together = np.union1d(np.concatenate([rows, *members]), self._always).astype(np.int64)
        if self.witness(together) is not None:
            return None
        number = np.full(len(self._program.rows), -1, dtype=np.int64)
        number[together] = np.arange(len(together))
        numbered = [number[member] for member in members]
        found = self._inquiry.core(self._restricted(together), numbered)
        self._report(Progress(self._inquiry.searches))
        if found.values is not None:
            self.remember(found.values)
        return found.members

    def _restricted(self, rows: IntArray) -> Restricted:
        return Restricted(only(self._program, rows), objective=False, pool=self._cuts)


def only(program: Program, rows: IntArray) -> Program:
    """The program with these of its rows alone."""
    kept = np.zeros(len(program.rows), dtype=bool)
    kept[rows] = True
    return program.keep(kept)


def minimal_conflict(
    candidates: Sequence[int], impossible: Callable[[Sequence[int]], bool]
) -> list[int]:
    """A minimal set of candidates that cannot hold together (QuickXplain, Junker, AAAI 2004).

    It takes some k log(n / k) + k questions for k of n candidates, whether some are proved to be
    impossible. What it returns is in their order, and not minimal if that could not always be told.
    """

    def search(background: list[int], *, grown: bool, open_: list[int]) -> list[int]:
        if grown and impossible(background):
            return []
        if len(open_) == 1:
            return open_
        middle = len(open_) // 2
        first, second = open_[:middle], open_[middle:]
        of_second = search([*background, *first], grown=True, open_=second)
        of_first = search([*background, *of_second], grown=bool(of_second), open_=first)
        return [*of_first, *of_second]

    if not candidates or impossible([]):
        return []
    return sorted(search([], grown=False, open_=list(candidates)))


def conflict_from_cores(
    candidates: Sequence[int],
    impossible: Callable[[Sequence[int]], bool],
    core: Callable[[Sequence[int]], list[int] | None],
) -> list[int]:
    """The same with cores: a solver names some candidates, and only these are left out in turn.

    Every core is proved, since solvers name wrong ones. It takes some k questions and as many cores
    for k candidates of a core. Of few candidates there are no cores: QuickXplain is quicker, and
    its reasons are shorter.
    """
    if len(candidates) <= _FEW:
        return minimal_conflict(candidates, impossible)
    kept = list(candidates)
    while kept:
        found = core(kept)
        if found is None and len(kept) == len(candidates):
            # There are no cores here.
            return minimal_conflict(kept, impossible)
        if found is None or not set(found) < set(kept) or not impossible(found):
            break
        kept = found
    needed: set[int] = set()
    while left := [candidate for candidate in kept if candidate not in needed]:
        needed.add(left[0])
        rest = [candidate for candidate in kept if candidate != left[0]]
        for smaller in (core(rest), rest):
            if smaller is not None and set(smaller) <= set(rest) and impossible(smaller):
                kept = smaller
                break
    return sorted(kept)


class Conflict:
    """The search for a minimal set of members that cannot hold together.

    A member is one or more rows, which are kept or dropped as a whole; `always` are rows that
    belong to every set. `smallest` has the numbers of the members in the smallest set that is
    proved to be impossible, right at any moment, or None as long as nothing is proved; it is
    `minimal` if each of them is proved to be needed.
    """

    def __init__(
        self, consistency: Consistency, members: Sequence[IntArray], always: IntArray
    ) -> None:
        self._consistency = consistency
        self._members = members
        self.always = always
        self.smallest: list[int] | None = None
        self.minimal = False

    def rows(self, numbers: Collection[int]) -> IntArray:
        """The rows of some members, and those of every set."""
        parts = [self.always, *(self._members[number] for number in numbers)]
        return np.concatenate(parts, dtype=np.int64)

    def possible(self, numbers: Collection[int]) -> bool | None:
        """Whether some members can hold together, or None if a limit came first."""
        answer = self._consistency.possible(self.rows(numbers))
        if answer is False and (self.smallest is None or len(numbers) < len(self.smallest)):
            self.smallest = list(numbers)
        return answer

    def witness(self, number: int) -> IntArray | None:
        """A solution of the smallest set without one of its members, if one was seen."""
        others = [other for other in self.smallest or () if other != number]
        return self._consistency.witness(self.rows(others))

    def _impossible(self, others: Collection[int], some: Sequence[int]) -> bool:
        return self.possible(sorted([*others, *some])) is False

    def _core(self, others: Collection[int], some: Sequence[int]) -> list[int] | None:
        members = [self._members[number] for number in some]
        found = self._consistency.core(self.rows(others), members)
        return None if found is None else [some[place] for place in found]

    def search(
        self, candidates: Sequence[int], stages: Sequence[Sequence[int]] | None = None
    ) -> bool | None:
        """Looks for a minimal set among some members; returns whether they can hold together.

        What a limit left unknown counts as possible, so that the set stays impossible. In the end
        every member is dropped once more: without it there has to be a solution. Stages are the
        same members in several lists: there are as few as possible of the first list beside all of
        the others, then of the second one, and so on.
        """
        answer = self.possible(candidates)
        if answer is not False:
            return answer
        kept = set(candidates)
        for stage in stages or [candidates]:
            others = kept - set(stage)
            open_ = [number for number in stage if number in kept]
            impossible, core = partial(self._impossible, others), partial(self._core, others)
            kept = others | set(conflict_from_cores(open_, impossible, core))
        # Proved anew, by itself.
        self.possible(sorted(kept))
        minimal = True
        for number in list(self.smallest or ()):
            rest = [other for other in self.smallest or () if other != number]
            minimal &= self.possible(rest) is not None
        # Only now: an interruption before this leaves it unproved.
        self.minimal = minimal
        return False


FIXED = Group("fixed values", "the variables that were fixed have these values")
"""Stands for the group of all variables that are fixed."""

UNGROUPED = Group("rows without a group", "they were stated outside of any group")
"""Stands for the group of the rows that belong to none."""

BOUNDS = Group("bounds", "no variable leaves its bounds")
"""Stands for the group of the bounds of variables, each of which is a row."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A row, or a variable that is fixed: its name, and what it demands, in mathematics.

    The key tells a row from others of the same name, such as a cell; a variable has none.
    """

    name: str
    text: str
    group: Group
    key: Hashable

    def __str__(self) -> str:
        return f"{self.name}: {self.text}" if self.text != self.name else self.name


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that are given, or taken back, together, such as those of a tile on the board.

    `called` is the name for sentences.
    """

    name: str
    rows: tuple[Demand, ...]
    called: str


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """All demands of a group, as rows of the program of `Demands`."""

    group: Group
    rows: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """Everything that a model demands; definitions are apart, since they restrict nothing.

    The program has the rows of a model, and after them a row for every variable that is fixed; the
    bundles are in the order of the model.
    """

    program: Program
    bundles: tuple[Bundle, ...]

    @classmethod
    def of(cls, model: Model | Program) -> Demands:
        """The demands of a model."""
        asked = program_of(model)
        groups = asked.names.groups
        open_ = asked.part(asked.switched_off, {})
        fixing = LinearRows(open_.lower, open_.upper, open_.continuous)
        for column, value in asked.fixed.items():
            fixing.row(Affine.column(column), value, value)
        program = open_.extended(fixing, groups=len(groups))
        named = [*enumerate(groups), (NO_GROUP, UNGROUPED), (len(groups), FIXED)]
        bundles = [
            Bundle(group, np.nonzero(program.rows.groups == number)[0]) for number, group in named
        ]
        return cls(program, tuple(bundle for bundle in bundles if len(bundle.rows)))

    @classmethod
    def bounding(cls, program: Program) -> Demands:
        """The bounds of the variables in the rows of a program, which get these for their own.

        Binary variables stay what they are, and so do those of which logic is made.
        """
        rows = program.rows
        linear = np.repeat(rows.kinds == Kind.LINEAR, rows.lengths())
        binary = program.whole() & (program.lower >= 0) & (program.upper <= 1)
        logic = np.concatenate([rows.columns[~linear], rows.targets])
        columns = np.setdiff1d(rows.columns[linear], [*logic, *np.nonzero(binary)[0]]).tolist()
        free = program.within(dict.fromkeys(columns, (MINUS_INFINITY, PLUS_INFINITY)))
        bounding = LinearRows(free.lower, free.upper, free.continuous)
        for column in columns:
            [lower], [upper] = (ends[[column]].tolist() for ends in (program.lower, program.upper))
            if lower != MINUS_INFINITY:
                bounding.row(Affine.column(column), lower, None)
            if upper != PLUS_INFINITY:
                bounding.row(Affine.column(column), None, upper)
        number = np.arange(len(rows), len(rows) + bounding.count)
        return cls(free.extended(bounding), (Bundle(BOUNDS, number),))

    def __getitem__(self, row: int) -> Demand:
        """A row of the program as a demand."""
        number, names = int(self.program.row_numbers[row]), self.program.names
        text = self.program.row_text(row)
        group = next(bundle.group for bundle in self.bundles if row in bundle.rows)
        if number < 0:
            return Demand(text, text, group, None)
        return Demand(names.row_name(number), text, group, names.row_key(number))

    def part(self, name: str, rows: IntArray, given: Given) -> Part:
        """A part of what was given, by its name and the numbers of its rows."""
        demands = tuple(self[row] for row in rows.tolist())
        fixed = any(demand.group is FIXED for demand in demands)
        return Part(name, demands, name if fixed else given.called(name))

    def parts(self, given: Given) -> dict[str, IntArray]:
        """The rows of every part of what was given, in the order of the model."""
        found: dict[str, list[int]] = {}
        for bundle in self.bundles:
            fixed = bundle.group is FIXED
            if not fixed and bundle.group.name not in given.groups:
                continue
            for row in bundle.rows.tolist():
                demand = self[row]
                name = demand.text if fixed else given.part(demand.key)
                found.setdefault(name, []).append(row)
        return {name: np.array(rows, dtype=np.int64) for name, rows in found.items()}

    def but(self, members: Iterable[IntArray]) -> IntArray:
        """All rows but those of some members; definitions are always among them."""
        kept = np.ones(len(self.program.rows), dtype=bool)
        for rows in members:
            kept[rows] = False
        return np.nonzero(kept)[0]

    def among(self, names: Sequence[str]) -> tuple[Bundle, ...]:
        """The bundles of some groups, or all of them if none is named."""
        if not names:
            return self.bundles
        known = {bundle.group.name: bundle for bundle in self.bundles}
        for name in names:
            if name not in known:
                raise UnknownNameError(unknown_name("group", name, known))
        return tuple(bundle for bundle in self.bundles if bundle.group.name in names)
