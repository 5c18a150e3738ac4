"""Which sets of rows have a solution, and which are minimal without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ilpuzzles.backends import Limit, Status
from ilpuzzles.modelling import IntArray, Program, broken_rows
from ilpuzzles.queries.bare import Bare
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.restricted import Restricted


class Consistency:
    """Finds out whether rows can hold together, and remembers every solution that it has seen.

    Args:
        inquiry: The question that this is about.
        program: All rows.
        always: The rows that belong to every set.

    Attributes:
        limit: The last limit that left something unknown.
    """

    def __init__(self, inquiry: Inquiry, program: Program, always: IntArray) -> None:
        self._inquiry = inquiry
        self._program = program
        self._always = always
        # For every solution, the numbers of the rows that it breaks.
        self._seen: list[tuple[frozenset[int], IntArray]] = []
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
        self._seen.append((frozenset(broken_rows(self._program, values)), values))

    def possible(self, rows: IntArray) -> bool | None:
        """Whether some rows have a solution together, or None if a limit came first."""
        together = np.union1d(rows, self._always).astype(np.int64)
        if self.witness(together) is not None:
            return True
        kept = np.zeros(len(self._program.rows), dtype=bool)
        kept[together] = True
        restricted = Restricted(Bare(self._program.keep(kept)), objective=False)
        result = self._inquiry.look(restricted)
        if result.values is not None:
            self.remember(result.values)
            return True
        if result.status is Status.INFEASIBLE:
            return False
        self.limit = result.limit
        return None


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
