"""Consistency of givens, judged by models that are made again with only some of them.

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
    """Finds out whether givens can hold, in models with only these.

    `seen` has solutions of the models that were made again, which have other columns.

    Attributes:
        parts: All givens.
        remake: Makes the model again.
    """

    parts: Sequence[Cause] = ()
    remake: Remake = field(default=lambda _keys: None)
    _impossible: set[frozenset[int]] = field(default_factory=set)

    def possible(self, rows: IntArray) -> bool | None:
        """Whether the givens among some rows can hold together; None if that is not known."""
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
        """Returns the model with only some givens; None if it cannot be made with these."""
        return self.remake([key for part in kept for key in part.keys])

    def core(self, rows: IntArray, members: Sequence[IntArray]) -> None:
        """See `Consistency.core`; a core names rows of one program, and here there are several."""

    def linear_conflict(self, always: IntArray, members: Sequence[IntArray]) -> None:
        """See `Consistency.linear_conflict`; likewise."""


def consistency_of_parts(
    by_rows: Consistency, parts: Sequence[Cause], given: Given | None
) -> Consistency:
    """Returns the consistency of givens: by the rows of the program, or by models made again.

    Args:
        by_rows: The consistency of rows of the program.
        parts: All givens.
        given: The givens as they were named, if there are any.
    """
    remake = None if given is None else given.remake
    # A model that is made again does not know which variables were fixed.
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
