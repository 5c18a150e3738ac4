"""Which sets of rows have a solution, and which cannot be made smaller without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ilpuzzles.backends import Limit, Status
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.restricted import CutPool, Restricted

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
