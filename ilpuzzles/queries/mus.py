"""Minimal unsatisfiable subsets (MUS, also IIS): causes without a solution together, none in vain.

`Consistency` finds out which rows can hold together; `MusSearch` looks for a minimal set of causes
that cannot, by QuickXplain, or by unsatisfiable cores; `MusSearch.others` for all of them (MARCO).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.modelling.judging import RowsInDoubles, bounds_missed, judged, rows_missed
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.relaxation import relaxed
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.restricted_search import CutPool, Restricted
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.linear.run import LinearConflict, find_conflict
from ilpuzzles.solvers.registry import AUTO

# A search that takes so many times as long as the proof that there is no solution is given up.
_TIMES, _SECONDS = 20, 10.0
# On the six pieces of docs/hopeless.yaml, cores take 6 s and name four pieces; without them it is
# 0.9 s and three.
_FEW = 32


@dataclass(slots=True, eq=False)
class Consistency:
    """Finds out whether rows can hold together, and remembers every solution that it has seen.

    Attributes:
        bounded: Whether no search may take much longer than the proof that there is no solution.
        seen: All solutions that were seen, each after the numbers of the rows that it breaks.
        limit: The last one that left something unknown.
        by_rows: Whether rows that are left out of the program say nothing any more. If so, what is
            seen are solutions of the program, and rows may be softened.
    """

    inquiry: Inquiry
    program: Program
    report: Reporter
    bounded: bool = False
    seen: list[tuple[frozenset[int], IntArray]] = field(default_factory=list)
    limit: Limit = Limit.NONE
    by_rows: bool = True
    # Cuts follow from the row that they are of, whatever else there is.
    _cuts: CutPool = field(default_factory=dict)
    # The rows of a linear program, once witnesses are judged by them.
    _in_doubles: RowsInDoubles | None = None

    def witness(self, rows: IntArray) -> IntArray | None:
        """A solution of these rows among those that were seen."""
        wanted = set(rows.tolist())
        return next((values for broken, values in self.seen if not broken & wanted), None)

    def remember(self, values: NumberArray) -> None:
        """Notes an assignment, and which rows it breaks."""
        if values.dtype == np.float64 and self.program.is_linear():
            if self._in_doubles is None:
                self._in_doubles = RowsInDoubles.of(self.program.rows, self.program.written)
            broken = rows_missed(self._in_doubles, values).tolist()
        else:
            broken = self.program.broken_rows(values)
        self.seen.append((frozenset(broken), values))

    def is_answered_by_highs(self) -> bool:
        """Whether HiGHS's answer to the relaxation is the answer: that to a linear program."""
        return self.inquiry.backend.name == "highs" and self.program.is_linear()

    def remember_solution(self, values: npt.NDArray[np.float64]) -> None:
        """Notes a solution of the linear relaxation, if it is one of the program as well."""
        if self.program.is_linear() and not judged(self.program, values).wrong:
            self.remember(values)

    def remember_if_linear(self, values: npt.NDArray[np.float64]) -> None:
        """Notes an assignment of the linear relaxation, if that is the program itself."""
        if self.program.is_linear() and not bounds_missed(self.program, values):
            self.remember(values)

    def possible(self, rows: IntArray) -> bool | None:
        """Whether some rows have a solution together, or None if a limit came first."""
        together = np.unique(rows)
        if self.witness(together) is not None:
            return True
        if self.inquiry.clock.over:
            self.limit = Limit.TIME
            return None
        result = self.inquiry.look(self._restriction(together))
        self.report(Progress(self.inquiry.searches))
        if result.values is not None:
            self.remember(result.values)
            return True
        if result.status is Status.INFEASIBLE:
            self.have_patience(result.seconds)
            return False
        self.limit = result.limit
        return None

    def have_patience(self, seconds: float) -> None:
        """Notes how long a proof has taken; if it is bounded, no search may take much longer."""
        if self.bounded:
            clock = self.inquiry.clock
            clock.patience = max(clock.patience or _SECONDS, _TIMES * seconds)

    def core(self, rows: IntArray, members: Sequence[IntArray]) -> list[int] | None:
        """Members that, as a backend says, have no solution with the rows; None if it says none."""
        together = np.unique(np.concatenate([rows, *members]))
        if self.witness(together) is not None:
            return None
        number = np.full(len(self.program.rows), -1, dtype=np.int64)
        number[together] = np.arange(len(together))
        numbered = [number[member] for member in members]
        found = self.inquiry.core(self._restriction(together), numbered)
        self.report(Progress(self.inquiry.searches))
        if found.values is not None:
            self.remember(found.values)
        return found.members

    def linear_conflict(
        self, always: IntArray, members: Sequence[IntArray]
    ) -> LinearConflict | None:
        """Members that even the linear relaxation cannot satisfy together; None if that says none.

        The rows of no member have to be `always` satisfied; all others are left out.
        """
        program = self.program
        left = self.inquiry.clock.options()
        # What computes in whole numbers has cores of its own, and shorter ways than a relaxation.
        is_linear_solver = Feature.CONTINUOUS in self.inquiry.backend.features
        if left is None or not is_linear_solver or program.rows.defining().any():
            return None
        member_of = np.full(len(program.rows), -2, dtype=np.int64)
        member_of[always] = -1
        for number, rows in enumerate(members):
            member_of[rows] = number
        kept = member_of > -2
        part = relaxed(program.keep(kept))
        # What lies on the border of a measured row is a solution.
        found = find_conflict(moved(part, 1, equations=True), member_of[kept], left)
        self.inquiry.searches += 1
        self.report(Progress(self.inquiry.searches))
        return found

    def _restriction(self, rows: IntArray) -> Restricted:
        return Restricted(only(self.program, rows), objective=False, pool=self._cuts)


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


class MusSearch:
    """The search for a minimal set of causes that cannot hold together.

    `always` are rows that belong to every set. `smallest` has the numbers of the causes in the
    smallest set that is proved to be impossible, right at any moment, or None as long as nothing is
    proved; it is `minimal` if each of them is proved to be needed. Once the `others` were looked
    for, it may be that they are `all_known`.
    """

    def __init__(self, consistency: Consistency, causes: Sequence[Cause], always: IntArray) -> None:
        self.consistency = consistency
        self.causes = causes
        self.always = always
        self.smallest: list[int] | None = None
        self.minimal = False
        self.all_known = False
        self._is_settled = False

    def rows(self, numbers: Collection[int]) -> IntArray:
        """The rows of some causes, and those of every set."""
        parts = [self.always, *(self.causes[number].rows for number in numbers)]
        return np.concatenate(parts, dtype=np.int64)

    def found(self) -> tuple[Cause, ...]:
        """The causes of the smallest set."""
        return tuple(self.causes[number] for number in self.smallest or ())

    def witnesses(self) -> tuple[IntArray | None, ...]:
        """For each cause of the smallest set, a solution of all the others, if one was seen."""
        kept = self.smallest or []
        rest = ([other for other in kept if other != number] for number in kept)
        return tuple(self.consistency.witness(self.rows(others)) for others in rest)

    def possible(self, numbers: Collection[int]) -> bool | None:
        """Whether some causes can hold together, or None if a limit came first."""
        answer = self.consistency.possible(self.rows(numbers))
        if answer is False and (self.smallest is None or len(numbers) < len(self.smallest)):
            self.smallest = list(numbers)
        return answer

    def _possible_if_sure(self, numbers: Collection[int]) -> bool | None:
        """Whether some causes can hold together; None also where solvers contradict each other."""
        try:
            return self.possible(numbers)
        except (BackendError, CheckError):
            if not self.consistency.program.is_mixed():
                raise
            return None

    def _impossible(self, others: Collection[int], some: Sequence[int]) -> bool:
        return self.possible(sorted([*others, *some])) is False

    def _core(self, others: Collection[int], some: Sequence[int]) -> list[int] | None:
        members = [self.causes[number].rows for number in some]
        found = self.consistency.core(self.rows(others), members)
        return None if found is None else [some[place] for place in found]

    def _linear_guess(self, candidates: Sequence[int]) -> list[int] | None:
        """The candidates that the linear relaxation cannot satisfy, if it cannot.

        Of a linear program, that is the answer, if there is a witness for each.
        """
        consistency = self.consistency
        members = [self.causes[number].rows for number in candidates]
        found = consistency.linear_conflict(self.always, members)
        if found is None or found.members is None:
            if found is not None and found.solution is not None:
                consistency.remember_solution(found.solution)
            return None
        kept = [candidates[member] for member in found.members]
        if consistency.is_answered_by_highs():
            for values in found.witnesses.values():
                consistency.remember_if_linear(values)
            self.smallest = kept
            self.minimal = found.minimal and all(one is not None for one in self.witnesses())
            # Of very large programs, not all witnesses are kept: nobody looks for them once more.
            self._is_settled = self.minimal or (found.minimal and len(found.witnesses) < len(kept))
        return kept

    def search(
        self,
        candidates: Sequence[int] | None = None,
        stages: Sequence[Sequence[int]] | None = None,
    ) -> bool | None:
        """Looks for a minimal set among some causes; returns whether they can hold together.

        What a limit left unknown counts as possible, so that the set stays impossible. In the end
        every cause is dropped once more: without it there has to be a solution. Stages are the same
        causes in several lists: there are as few as possible of the first list beside all of the
        others, then of the second one, and so on. Where the relaxation names a set, there are none.
        """
        candidates = range(len(self.causes)) if candidates is None else candidates
        guess = self._linear_guess(candidates)
        if guess is not None and self._is_settled:
            return False
        if guess is not None and self.possible(guess) is not False:
            # What the relaxation has said is not confirmed.
            guess = self.smallest = None
        # What even the relaxation cannot satisfy is left to be confirmed, member by member.
        candidates = candidates if guess is None else guess
        answer = self.possible(candidates)
        if answer is not False:
            return answer
        kept = set(candidates)
        for stage in (stages or [candidates]) if guess is None else ():
            others = kept - set(stage)
            open_ = [number for number in stage if number in kept]
            impossible, core = partial(self._impossible, others), partial(self._core, others)
            kept = others | set(conflict_from_cores(open_, impossible, core))
        # Proved anew, by itself.
        self.possible(sorted(kept))
        minimal = True
        for number in list(self.smallest or ()):
            rest = [other for other in self.smallest or () if other != number]
            minimal &= self._possible_if_sure(rest) is not None
        # Only now: an interruption before this leaves it unproved.
        self.minimal = minimal
        return False

    def others(self, number: int) -> Iterator[list[int]]:
        """Further minimal sets, at most so many (MARCO), as far as they are proved to be minimal.

        A map of all sets of causes loses what is known: whatever has a minimal set in it, and
        whatever is a part of a set that can hold. The largest set that is left either holds, and so
        does no larger one; or has another minimal set in it. See Liffiton, Previti, Malik and
        Marques-Silva, Fast, flexible MUS enumeration, Constraints 2016.
        """
        unexplored = Model("sets of causes")
        kept = unexplored.binary("kept", len(self.causes))
        unexplored.maximize(kept.sum())
        minimal, left, consistency = self.smallest or [], number, self.consistency
        while (options := consistency.inquiry.clock.options()) is not None:
            if minimal:
                unexplored.add(unexplored.sum(kept[n] for n in minimal) <= len(minimal) - 1)
            # Hints, gaps and limits of nodes are about the model that was asked about.
            plain = Options(time_limit=options.time_limit, workers=1, seed=options.seed)
            largest = solve_model(unexplored, AUTO, plain)
            if largest.values is None or not largest.complete:
                self.all_known = largest.status is Status.INFEASIBLE
                consistency.limit = consistency.limit if self.all_known else largest.limit
                return
            if not left:
                return
            inside = largest.values.astype(bool)
            search = MusSearch(consistency, self.causes, self.always)
            answer, minimal = search.search(np.nonzero(inside)[0].tolist()), search.smallest or []
            if answer is None or (minimal and not search.minimal):
                return
            if answer:
                unexplored.at_least_one(kept[n] for n in np.nonzero(~inside)[0].tolist())
            else:
                left -= 1
                yield minimal
        consistency.limit = Limit.TIME
