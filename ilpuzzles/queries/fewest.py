"""The fewest members that have to go so that the others have a solution."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ilpuzzles.backends import Limit, Options, Status
from ilpuzzles.errors import CheckError, LargeNumbersError, Problem
from ilpuzzles.modelling import IntArray, Model, Program
from ilpuzzles.queries.conflicts import Conflict
from ilpuzzles.queries.consistency import Consistency
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.softening import can_be_softened, softened
from ilpuzzles.queries.solving import solve_model

_TOLERANCE = 1e-6
_FEW = 32


class Fewest:
    """The search for the fewest members to give up; what is known is right at any moment.

    Args:
        inquiry: The question that this is about.
        program: All rows.
        members: The rows of each member; a member is given up as a whole.
        always: The rows that belong to none.
        consistency: Knows solutions.

    Attributes:
        best: The fewest members that are known to be enough, with a solution of all others.
        least: How many have to be given up at least, as far as that is proved.
        possible: Whether there is a solution without all of them, if that is known.
    """

    def __init__(
        self,
        inquiry: Inquiry,
        program: Program,
        members: Sequence[IntArray],
        always: IntArray,
        consistency: Consistency,
    ) -> None:
        self._inquiry = inquiry
        self._program = program
        self._members = members
        self._always = always
        self._consistency = consistency
        self._member_of = {
            row: number for number, rows in enumerate(members) for row in rows.tolist()
        }
        self._looked_at = 0
        self._conflicts: list[list[int]] = []
        self.best: tuple[list[int], IntArray] | None = None
        self.least = 0
        self.possible: bool | None = None

    @property
    def settled(self) -> bool:
        """Whether it is proved that no fewer would do."""
        return self.best is not None and len(self.best[0]) <= self.least

    def run(self) -> Limit:
        """Searches; returns the limit that came first, if any."""
        consistency = self._consistency
        self.possible = consistency.possible(self._always)
        if not self.possible:
            return consistency.limit
        if consistency.possible(np.arange(len(self._program.rows))) is not False:
            # There is nothing to give up, or nobody knows.
            self._improve()
            return consistency.limit
        return self.search()

    def search(self, conflict: Sequence[int] = ()) -> Limit:
        """The same where it is proved that something has to be given up.

        Args:
            conflict: Members that cannot hold together, if such are known. If one member is enough,
                it is one of these; each search for that is much shorter than one for the fewest.
        """
        self._improve()
        self.least = 1
        refuted = 0
        for number in reversed(conflict):
            others = [rows for other, rows in enumerate(self._members) if other != number]
            answer = self._consistency.possible(np.concatenate([self._always, *others]))
            refuted += answer is False
            if answer:
                self._improve()
                return Limit.NONE
        if conflict and refuted == len(conflict):
            self.least = 2
        if can_be_softened(self._program, self._members):
            try:
                return self._by_optimising()
            except LargeNumbersError:
                # Rows that give way have larger numbers than the model's own.
                pass
        return self._by_hitting_sets()

    def _by_optimising(self) -> Limit:
        """Asks for the fewest members in one search."""
        count = len(self._members)
        # Of equally few, the last: what stands last in a model is the most particular. The prices
        # of all ranks together stay below one whole price. Large prices would slow solvers down.
        whole, ranks = 1, [0] * count
        if count <= _FEW:
            whole, ranks = count * count, list(reversed(range(count)))
        prices = [whole + rank for rank in ranks]
        program = softened(self._program, self._members, prices, self.least)
        result = self._inquiry.look(Restricted(program))
        if result.values is None:
            return result.limit
        # What the solver calls given up is one thing, which rows are broken another.
        values = result.values[: self._program.variables]
        self._consistency.remember(values)
        self._improve()
        if result.status is Status.OPTIMAL and result.objective is not None:
            self.least = max(self.least, result.objective // whole)
            if self.best is not None and len(self.best[0]) < self.least:
                raise CheckError(
                    Problem(f"{result.backend} missed something better", "try another backend")
                )
        elif result.bound is not None:
            self.least = max(self.least, math.ceil(result.bound - _TOLERANCE) // whole)
        return result.limit

    def _by_hitting_sets(self) -> Limit:
        """Collects conflicts until a smallest set that meets all of them will do."""
        everything = range(len(self._members))
        given_up: set[int] = set()
        while True:
            # As many conflicts as there are without a member in common, then the next set.
            apart = set(given_up)
            while True:
                conflict = Conflict(self._consistency, self._members, self._always)
                answer = conflict.search([n for n in everything if n not in apart])
                self._improve()
                if answer is None:
                    return self._consistency.limit
                if answer or not conflict.smallest:
                    break
                self._conflicts.append(conflict.smallest)
                apart |= set(conflict.smallest)
            if apart == given_up or self.settled:
                return Limit.NONE
            found = self._smallest_hitting_set()
            if found is None:
                return Limit.TIME
            given_up = set(found)
            self.least = max(self.least, len(given_up))
            if self.settled:
                return Limit.NONE

    def _improve(self) -> None:
        """Looks whether a solution that was seen breaks no more members than the best so far.

        Of equally few, the last is what was asked for.
        """
        for broken, values in self._consistency.solutions()[self._looked_at :]:
            self._looked_at += 1
            if not broken <= self._member_of.keys():
                continue
            members = sorted({self._member_of[row] for row in broken})
            if self.best is None or len(members) <= len(self.best[0]):
                self.best = members, values

    def _smallest_hitting_set(self) -> list[int] | None:
        """The fewest members that have one in common with every conflict."""
        options = self._inquiry.clock.options()
        if options is None:
            return None
        touched = sorted({member for conflict in self._conflicts for member in conflict})
        model = Model("hitting set")
        chosen = model.binary("chosen", touched)
        for conflict in self._conflicts:
            model.at_least_one([chosen[member] for member in conflict])
        model.minimize(model.sum(chosen.flat()))
        # Hints, gaps and limits of nodes are about the model that was asked about.
        plain = Options(time_limit=options.time_limit, workers=options.workers, seed=options.seed)
        result = solve_model(model, self._inquiry.backend.name, plain)
        if not result.complete or result.values is None:
            return None
        return [touched[n] for n in np.nonzero(result.values)[0].tolist()]
