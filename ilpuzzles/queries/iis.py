"""Which sets of rows have a solution, and which cannot be made smaller without one."""

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
from ilpuzzles.modelling.rows import NO_GROUP, Given, Group, IntArray
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.solve import CutPool, Inquiry, Restricted

# A search that takes so many times as long as the proof that there is no solution is given up.
_TIMES, _SECONDS = 20, 10.0

# On the six pieces of docs/hopeless.yaml, cores take 6 s and name four pieces; without them it is
# 0.9 s and three.
_FEW = 32


class Consistency:
    """Finds out whether rows can hold together, and remembers every solution that it has seen.

    Args:
        inquiry: The question that this is about.
        program: All rows.
        always: The rows that belong to every set.
        report: Is told of every search.
        bounded: Whether no search may take much longer than the proof that there is no solution.

    Attributes:
        limit: The last limit that left something unknown.
    """

    def __init__(
        self,
        inquiry: Inquiry,
        program: Program,
        always: IntArray,
        report: Reporter | None = None,
        *,
        bounded: bool = False,
    ) -> None:
        self._inquiry = inquiry
        self._program = program
        self._always = always
        self._report = report or Reporter(None)
        self._bounded = bounded
        # For every solution, the numbers of the rows that it breaks.
        self._seen: list[tuple[frozenset[int], IntArray]] = []
        # Cuts follow from the row that they are of, whatever else there is.
        self._cuts: CutPool = {}
        self.limit = Limit.NONE

    def witness(self, rows: IntArray) -> IntArray | None:
        """A solution of these rows among those that were seen."""
        wanted = set(rows.tolist())
        return next((values for broken, values in self._seen if not broken & wanted), None)

    def solutions(self) -> list[tuple[frozenset[int], IntArray]]:
        """All solutions of some rows that were seen, and for each the rows that it breaks."""
        return list(self._seen)

    def remember(self, values: IntArray) -> None:
        """Notes an assignment, and which rows it breaks."""
        self._seen.append((frozenset(self._program.broken_rows(values)), values))

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
        """Some of the members that may have no solution together with the rows.

        Nothing is proved by that; None where there is a solution, or nothing can be said.
        """
        together = np.union1d(np.concatenate([rows, *members]), self._always).astype(np.int64)
        if self.witness(together) is not None:
            return None
        number = np.full(len(self._program.rows), -1, dtype=np.int64)
        number[together] = np.arange(len(together))
        found = self._inquiry.core(
            self._restricted(together), [number[member] for member in members]
        )
        self._report(Progress(self._inquiry.searches))
        if found.values is not None:
            self.remember(found.values)
        return found.members

    def _restricted(self, rows: IntArray) -> Restricted:
        kept = np.zeros(len(self._program.rows), dtype=bool)
        kept[rows] = True
        return Restricted(self._program.keep(kept), objective=False, pool=self._cuts)


def minimal_conflict(
    candidates: Sequence[int], impossible: Callable[[Sequence[int]], bool]
) -> list[int]:
    """A minimal set of candidates that cannot hold together (QuickXplain, Junker, AAAI 2004).

    It takes some k log(n / k) + k questions for k of n candidates.

    Args:
        candidates: Candidates that cannot hold together.
        impossible: Whether some candidates are proved not to hold together.

    Returns:
        Some of the candidates, in their order; not minimal if `impossible` was not always able to
        tell.

    Example:
        >>> minimal_conflict(range(9), lambda some: {2, 5} <= set(some))
        [2, 5]
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

    Args:
        candidates: Candidates that cannot hold together.
        impossible: Whether some candidates are proved not to hold together.
        core: Some of the candidates that are said not to hold together, or None.

    Example:
        >>> conflict_from_cores(range(99), lambda some: {2, 5} <= set(some), lambda some: [2, 5, 7])
        [2, 5]
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

    Args:
        consistency: Tells which rows can.
        members: The rows of each member; a member is kept or dropped as a whole.
        always: Rows that belong to every set.

    Attributes:
        always: The same.
        smallest: The numbers of the members in the smallest set that is proved to be impossible;
            right at any moment. None as long as nothing is proved.
        minimal: Whether each of these members is proved to be needed.
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
        """Looks for a minimal set among some members.

        What a limit left unknown counts as possible, so that the set stays impossible. In the end
        every member is dropped once more: without it there has to be a solution.

        Args:
            candidates: The members.
            stages: The same members in several lists. There are as few as possible of the first
                list beside all of the others, then of the second one, and so on.

        Returns:
            Whether the candidates can hold together; if not, `smallest` has the set.
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
            if self.possible(rest) is None:
                minimal = False
        # Only now: an interruption before this leaves it unproved.
        self.minimal = minimal
        return False


FIXED = Group("fixed values", "the variables that were fixed have these values")
"""Stands for the group of all variables that are fixed."""

UNGROUPED = Group("rows without a group", "they were stated outside of any group")
"""Stands for the group of the rows that belong to none."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A row, or a variable that is fixed.

    Attributes:
        name: The name of the row, or of the variable.
        text: What it demands, in mathematics.
        group: Its group.
        key: What tells the row from others of the same name, such as a cell; None for a variable.
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

    Attributes:
        name: What it is called.
        rows: What it demands.
    """

    name: str
    rows: tuple[Demand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """All demands of a group.

    Attributes:
        group: The group.
        rows: Their numbers in the program of `Demands`.
    """

    group: Group
    rows: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Demands:
    """Everything that a model demands; definitions are apart, since they restrict nothing.

    Attributes:
        program: The rows of a model, and after them a row for every variable that is fixed.
        bundles: The demands by groups, in the order of the model.
    """

    program: Program
    bundles: tuple[Bundle, ...]

    @classmethod
    def of(cls, model: Model | Program) -> Demands:
        """Collects the demands of a model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x")
            >>> with model.group("nothing", why="x stays out"):
            ...     row = model.add(x == 0)
            >>> demands = Demands.of(model.fix({x: 1}))
            >>> [(str(demands[row]), demands[row].group.name) for row in range(2)]
            [('nothing[0]: x = 0', 'nothing'), ('x = 1', 'fixed values')]
        """
        asked = program_of(model)
        groups = asked.names.groups
        open_ = asked.part(asked.switched_off, {})
        fixing = LinearRows(open_.lower, open_.upper)
        for column, value in asked.fixed.items():
            fixing.row(Affine.column(column), value, value)
        program = open_.extended(fixing, groups=len(groups))
        named = [*enumerate(groups), (NO_GROUP, UNGROUPED), (len(groups), FIXED)]
        bundles = [
            Bundle(group, np.nonzero(program.rows.groups == number)[0]) for number, group in named
        ]
        return cls(program, tuple(bundle for bundle in bundles if len(bundle.rows)))

    def __getitem__(self, row: int) -> Demand:
        """A row of the program as a demand."""
        number, names = int(self.program.row_numbers[row]), self.program.names
        text = self.program.row_text(row)
        group = next(bundle.group for bundle in self.bundles if row in bundle.rows)
        if number < 0:
            return Demand(text, text, group, None)
        return Demand(names.row_name(number), text, group, names.row_key(number))

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
        """The bundles of some groups, or all of them if none is named.

        Raises:
            UnknownNameError: If there is no such group with rows in it.
        """
        if not names:
            return self.bundles
        known = {bundle.group.name: bundle for bundle in self.bundles}
        for name in names:
            if name not in known:
                raise UnknownNameError(unknown_name("group", name, known))
        return tuple(bundle for bundle in self.bundles if bundle.group.name in names)
