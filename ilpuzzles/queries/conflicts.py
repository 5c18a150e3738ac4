"""Minimal sets of demands that have no solution together, proved to be so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import numpy as np

from ilpuzzles.modelling import IntArray
from ilpuzzles.queries.consistency import Consistency, conflict_from_cores


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
