"""Minimal unsatisfiable subsets (MUS, also IIS): causes without a solution, each of them needed.

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
from ilpuzzles.modelling.model import ModelBase
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

# A search is given up after this many seconds, or after this many times the time that the longest
# proof has taken, whichever is more.
_LEAST_PATIENCE_SECONDS = 10.0
_PATIENCE_TIMES_PROOF = 20
# On the six pieces of docs/hopeless.yaml, cores take 6 s and name four pieces; without them it is
# 0.9 s and three.
_MOST_CANDIDATES_WITHOUT_CORES = 32


@dataclass(slots=True, eq=False)
class Consistency:
    """Finds out whether rows can hold together, and remembers every assignment that was found.

    Attributes:
        bounded: Whether no search may take much longer than the proof that there is no solution.
        seen: All assignments that were found, each after the numbers of the rows that it breaks.
        limit: The last limit that left a question open.
        by_rows: Whether the program without some rows is the model without them. If so, `seen` has
            assignments of the program, and its rows may be softened.
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
        """Returns a known assignment that satisfies these rows, or None if there is none."""
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
        """Whether HiGHS's answer to the relaxation settles it: it solves a linear program."""
        return self.inquiry.backend.name == "highs" and self.program.is_linear()

    def remember_solution(self, values: npt.NDArray[np.float64]) -> None:
        """Notes a solution of the linear relaxation, if it also solves the program."""
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
        """Notes the time of a proof; where searches are bounded, none may take much longer."""
        if self.bounded:
            clock = self.inquiry.clock
            patience = clock.patience or _LEAST_PATIENCE_SECONDS
            clock.patience = max(patience, _PATIENCE_TIMES_PROOF * seconds)

    def core(self, rows: IntArray, members: Sequence[IntArray]) -> list[int] | None:
        """Asks a backend for an unsatisfiable core: members that have no solution with the rows.

        Returns None where it names none.
        """
        together = np.unique(np.concatenate([rows, *members]))
        if self.witness(together) is not None:
            return None
        number = np.full(len(self.program.rows), -1, dtype=np.int64)
        number[together] = np.arange(len(together))
        numbered = [number[member] for member in members]
        core = self.inquiry.core(self._restriction(together), numbered)
        self.report(Progress(self.inquiry.searches))
        if core.values is not None:
            self.remember(core.values)
        return core.members

    def linear_conflict(
        self, always: IntArray, members: Sequence[IntArray]
    ) -> LinearConflict | None:
        """Returns members that even the linear relaxation cannot satisfy; None if it names none.

        The rows of the members, and those that have to be `always` satisfied, are kept; all others
        are left out.
        """
        program = self.program
        options = self.inquiry.clock.options()
        # Backends that compute in whole numbers have cores of their own, which are quicker.
        is_linear_solver = Feature.CONTINUOUS in self.inquiry.backend.features
        if options is None or not is_linear_solver or program.rows.defining().any():
            return None
        left_out = -2
        of_no_member = -1
        member_of = np.full(len(program.rows), left_out, dtype=np.int64)
        member_of[always] = of_no_member
        for number, rows in enumerate(members):
            member_of[rows] = number
        kept = member_of != left_out
        relaxation = relaxed(program.keep(kept))
        # A point on the border of a measured row counts as a solution.
        with_borders = moved(relaxation, 1, equations=True)
        conflict = find_conflict(with_borders, member_of[kept], options)
        self.inquiry.searches += 1
        self.report(Progress(self.inquiry.searches))
        return conflict

    def _restriction(self, rows: IntArray) -> Restricted:
        return Restricted(only(self.program, rows), objective=False, pool=self._cuts)


def only(program: Program, rows: IntArray) -> Program:
    """Returns the program with these rows alone."""
    kept = np.zeros(len(program.rows), dtype=bool)
    kept[rows] = True
    return program.keep(kept)


def minimal_conflict(
    candidates: Sequence[int], impossible: Callable[[Sequence[int]], bool]
) -> list[int]:
    """Returns a minimal set of candidates that cannot hold together (QuickXplain).

    See Junker, QuickXplain: preferred explanations and relaxations, AAAI 2004. To find k of n
    candidates, `impossible` is called about k log(n / k) + k times. It returns whether a set is
    proved to be impossible; where a proof is missing, the result may not be minimal. The candidates
    stay in their order.
    """

    def search(background: list[int], *, grown: bool, open_: list[int]) -> list[int]:
        if grown and impossible(background):
            return []
        if len(open_) == 1:
            return open_
        middle = len(open_) // 2
        first = open_[:middle]
        second = open_[middle:]
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
    """Returns a minimal set of candidates that cannot hold together, by unsatisfiable cores.

    A solver names a core, and only its candidates are left out in turn (deletion). Every core is
    proved, since solvers name wrong ones. A core of k candidates takes about k proofs and k further
    cores. Few candidates are left to QuickXplain: it is quicker, and its reasons are shorter.
    """
    if len(candidates) <= _MOST_CANDIDATES_WITHOUT_CORES:
        return minimal_conflict(candidates, impossible)
    kept = list(candidates)
    while kept:
        smaller_core = core(kept)
        if smaller_core is None and len(kept) == len(candidates):
            # This backend names no cores.
            return minimal_conflict(kept, impossible)
        if smaller_core is None or not set(smaller_core) < set(kept):
            break
        if not impossible(smaller_core):
            break
        kept = smaller_core
    needed: set[int] = set()
    while open_ := [candidate for candidate in kept if candidate not in needed]:
        candidate = open_[0]
        needed.add(candidate)
        others = [other for other in kept if other != candidate]
        for smaller in (core(others), others):
            if smaller is not None and set(smaller) <= set(others) and impossible(smaller):
                kept = smaller
                break
    return sorted(kept)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A set of causes that is proved to have no solution, together with the rows of every set.

    Attributes:
        members: The numbers of the causes; none if those rows have no solution by themselves.
        is_minimal: Whether it is proved that each of them is needed.
    """

    members: tuple[int, ...]
    is_minimal: bool = False

    def without(self, member: int) -> tuple[int, ...]:
        """Returns all members but one."""
        return tuple(other for other in self.members if other != member)


class MusSearch:
    """The search for a minimal set of causes that cannot hold together.

    Attributes:
        consistency: Finds out which rows can hold together.
        causes: The causes.
        always: The rows that belong to every set.
        conflict: The smallest conflict so far, right at any moment; None as long as nothing is
            proved.
        all_known: Whether it is proved, after `others`, that there are no further minimal sets.
    """

    def __init__(self, consistency: Consistency, causes: Sequence[Cause], always: IntArray) -> None:
        self.consistency = consistency
        self.causes = causes
        self.always = always
        self.conflict: Conflict | None = None
        self.all_known = False

    @property
    def is_minimal(self) -> bool:
        """Whether there is a conflict, and each of its causes is proved to be needed."""
        return self.conflict is not None and self.conflict.is_minimal

    def rows(self, numbers: Collection[int]) -> IntArray:
        """Returns the rows of some causes, and those of every set."""
        parts = [self.always, *(self.causes[number].rows for number in numbers)]
        return np.concatenate(parts, dtype=np.int64)

    def members(self) -> tuple[int, ...]:
        """Returns the numbers of the causes in the conflict; none where there is no conflict."""
        return () if self.conflict is None else self.conflict.members

    def conflicting(self) -> tuple[Cause, ...]:
        """Returns the causes in the conflict; none where there is no conflict."""
        return tuple(self.causes[number] for number in self.members())

    def witnesses(self) -> tuple[IntArray | None, ...]:
        """Returns, for each cause in the conflict, a known solution of all the others."""
        if self.conflict is None:
            return ()
        witnesses = []
        for number in self.conflict.members:
            others = self.conflict.without(number)
            witnesses.append(self.consistency.witness(self.rows(others)))
        return tuple(witnesses)

    def test(self, numbers: Collection[int]) -> bool | None:
        """Tests whether some causes can hold together; None if a limit came first.

        If they cannot, and are fewer than those of the conflict so far, they become the conflict.
        """
        answer = self.consistency.possible(self.rows(numbers))
        if answer is False:
            is_smaller = self.conflict is None or len(numbers) < len(self.conflict.members)
            if is_smaller:
                self.conflict = Conflict(tuple(numbers))
        return answer

    def _possible_if_sure(self, numbers: Collection[int]) -> bool | None:
        """Whether some causes can hold together; None also where solvers contradict each other."""
        try:
            return self.test(numbers)
        except (BackendError, CheckError):
            if not self.consistency.program.is_mixed():
                raise
            return None

    def _impossible(self, others: Collection[int], numbers: Sequence[int]) -> bool:
        return self.test(sorted([*others, *numbers])) is False

    def _core(self, others: Collection[int], numbers: Sequence[int]) -> list[int] | None:
        members = [self.causes[number].rows for number in numbers]
        core = self.consistency.core(self.rows(others), members)
        return None if core is None else [numbers[place] for place in core]

    def _linear_guess(self, candidates: Sequence[int]) -> _Guess | None:
        """Returns candidates that the linear relaxation cannot satisfy, or None if it can.

        Of a linear program, they are the answer, if there is a witness for each.
        """
        consistency = self.consistency
        members = [self.causes[number].rows for number in candidates]
        linear = consistency.linear_conflict(self.always, members)
        if linear is None:
            return None
        if linear.members is None:
            if linear.solution is not None:
                consistency.remember_solution(linear.solution)
            return None
        numbers = tuple(candidates[member] for member in linear.members)
        if not consistency.is_answered_by_highs():
            return _Guess(numbers, is_answer=False)
        for values in linear.witnesses.values():
            consistency.remember_if_linear(values)
        self.conflict = Conflict(numbers)
        has_witnesses = all(witness is not None for witness in self.witnesses())
        is_minimal = linear.minimal and has_witnesses
        self.conflict = Conflict(numbers, is_minimal)
        # Of very large programs, not all witnesses are kept; they are not looked for once more.
        lacks_witnesses = linear.minimal and len(linear.witnesses) < len(numbers)
        return _Guess(numbers, is_answer=is_minimal or lacks_witnesses)

    def search(
        self,
        candidates: Sequence[int] | None = None,
        stages: Sequence[Sequence[int]] | None = None,
    ) -> bool | None:
        """Looks for a minimal set among some causes; returns whether they can hold together.

        Where a limit leaves something unknown, it counts as possible, so that the set stays
        impossible. In the end every cause is left out once more: without it there has to be a
        solution.

        Args:
            candidates: The numbers of the causes; all of them by default.
            stages: The same numbers in several lists: there are as few as possible of the first
                list beside all of the others, then of the second one, and so on. Where the linear
                relaxation names a set, stages are ignored.
        """
        candidates = range(len(self.causes)) if candidates is None else candidates
        guess = self._linear_guess(candidates)
        if guess is not None and guess.is_answer:
            return False
        if guess is not None and self.test(guess.numbers) is not False:
            # The guess of the relaxation is not confirmed.
            self.conflict = None
            guess = None
        if guess is not None:
            # Each member of the guess is confirmed below.
            candidates = guess.numbers
        answer = self.test(candidates)
        if answer is not False:
            return answer
        kept = set(candidates)
        if guess is None:
            for stage in stages or [candidates]:
                kept = self._reduced(kept, stage)
        # The conflict is proved anew, by itself, and recorded.
        self.test(sorted(kept))
        self._prove_minimality()
        return False

    def _reduced(self, kept: set[int], stage: Sequence[int]) -> set[int]:
        """Returns impossible causes with as few as possible of a stage, and all of the others."""
        others = kept - set(stage)
        open_ = [number for number in stage if number in kept]
        impossible = partial(self._impossible, others)
        core = partial(self._core, others)
        return others | set(conflict_from_cores(open_, impossible, core))

    def _prove_minimality(self) -> None:
        """Leaves every cause in the conflict out once more, and notes whether each is needed."""
        is_minimal = True
        for number in self.members():
            # The conflict shrinks where a cause turns out not to be needed.
            others = [other for other in self.members() if other != number]
            answer = self._possible_if_sure(others)
            is_minimal &= answer is not None
        # Only now: an interruption before this leaves it unproved.
        self.conflict = Conflict(self.members(), is_minimal)

    def others(self, most: int) -> Iterator[tuple[int, ...]]:
        """Yields further sets that are proved to be minimal, at most so many (MARCO).

        A map of all sets of causes loses those that are explored: every set with a minimal set in
        it, and every part of a set that can hold. The largest set that is left either can hold, and
        it is maximal; or it has another minimal set in it. See Liffiton, Previti, Malik and
        Marques-Silva, Fast, flexible MUS enumeration, Constraints 2016.
        """
        unexplored = ModelBase("sets of causes")
        kept = unexplored.binary("kept", len(self.causes))
        unexplored.maximize(kept.sum())
        minimal = self.members()
        wanted = most
        consistency = self.consistency
        while (options := consistency.inquiry.clock.options()) is not None:
            if minimal:
                unexplored.add(unexplored.sum(kept[n] for n in minimal) <= len(minimal) - 1)
            # Hints, gaps and limits of nodes are about the model that was asked about.
            plain = Options(time_limit=options.time_limit, workers=1, seed=options.seed)
            largest = solve_model(unexplored, AUTO, plain)
            if largest.values is None or not largest.complete:
                self.all_known = largest.status is Status.INFEASIBLE
                if not self.all_known:
                    consistency.limit = largest.limit
                return
            if not wanted:
                return
            is_inside = largest.values.astype(bool)
            search = MusSearch(consistency, self.causes, self.always)
            answer = search.search(is_inside.nonzero()[0].tolist())
            minimal = search.members()
            if answer is None or (minimal and not search.is_minimal):
                return
            if answer:
                unexplored.at_least_one(kept[n] for n in (~is_inside).nonzero()[0].tolist())
            else:
                wanted -= 1
                yield minimal
        consistency.limit = Limit.TIME


@dataclass(frozen=True, slots=True)
class _Guess:
    """Candidates that the linear relaxation cannot satisfy together.

    Attributes:
        numbers: Their numbers.
        is_answer: Whether they are the answer, so that nothing has to be confirmed.
    """

    numbers: tuple[int, ...]
    is_answer: bool
