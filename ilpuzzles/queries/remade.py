"""Parts of what is given, judged by models that are made again in which only these are given.

A model may leave out variables, or tighten rules, since it knows what is given: the island of a 4
in Nurikabe reaches three cells far. Without the row that says 4, such a model still knows of it. So
of three clues that "cannot stay together", a fourth one may be the true cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.modelling.given import Given, Remake
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries.causes import FIXED, Cause
from ilpuzzles.queries.mus import Consistency
from ilpuzzles.queries.restricted_search import Restricted


@dataclass(slots=True, eq=False)
class RemadeConsistency(Consistency):
    """Finds out whether parts of what is given can hold, in models with these parts alone.

    What is seen are solutions of the models that were made again, which have other columns.

    Attributes:
        parts: All parts of what is given.
        remake: Makes the model again.
    """

    parts: Sequence[Cause] = ()
    remake: Remake = field(default=lambda _keys: None)
    _impossible: set[frozenset[int]] = field(default_factory=set)

    def possible(self, rows: IntArray) -> bool | None:
        """Whether the parts among some rows can hold together; None if that is not known."""
        wanted = set(rows.tolist())
        kept = [part for part in self.parts if wanted.issuperset(part.rows.tolist())]
        if len(kept) == len(self.parts):
            return Consistency.possible(self, rows)
        if self.witness(rows) is not None:
            return True
        impossible = frozenset(wanted)
        if impossible in self._impossible:
            return False
        if self.inquiry.clock.over:
            self.limit = Limit.TIME
            return None
        program = self.remade(kept)
        answer = None if program is None else self._has_solution(program, kept)
        if answer is False:
            self._impossible.add(impossible)
        return answer

    def _has_solution(self, program: Program, kept: Sequence[Cause]) -> bool | None:
        """Whether the model that was made again has a solution; None if a limit came first."""
        asked = self.inquiry.about(program, self.inquiry.choice)
        result = asked.look(Restricted(asked.program, objective=False))
        # The copy that was asked counts by itself.
        self.inquiry.searches += 1
        self.report(Progress(self.inquiry.searches))
        if result.values is not None:
            without = [part.rows for part in self.parts if part not in kept]
            self.seen.append((frozenset(np.concatenate(without).tolist()), result.values))
            return True
        if result.status is Status.INFEASIBLE:
            self.have_patience(result.seconds)
            return False
        self.limit = result.limit
        return None

    def remade(self, kept: Sequence[Cause]) -> Program | None:
        """The model in which only some parts are given; None if it cannot be made with these."""
        return self.remake([key for part in kept for key in part.keys])

    def core(self, rows: IntArray, members: Sequence[IntArray]) -> None:
        """See `Consistency.core`; a core names rows of one program, and here there are several."""

    def linear_conflict(self, always: IntArray, members: Sequence[IntArray]) -> None:
        """See `Consistency.linear_conflict`; likewise."""


def consistency_of_parts(
    by_rows: Consistency, parts: Sequence[Cause], given: Given | None
) -> Consistency:
    """Returns how it is found out whether parts of what is given can hold together.

    Args:
        by_rows: How it is found out of rows of the program.
        parts: All parts of what is given.
        given: What is given, if anything is.
    """
    remake = None if given is None else given.remake
    # Of variables that were fixed, no model that is made again knows.
    if remake is None or any(part.group is FIXED for part in parts):
        return by_rows
    return RemadeConsistency(
        by_rows.inquiry,
        by_rows.program,
        by_rows.report,
        by_rows.bounded,
        by_rows=False,
        parts=parts,
        remake=remake,
    )
