"""All solutions where the backend cannot list them: each is excluded from the searches after it.

What is excluded slows searches down: beside a thousand excluded solutions, one of CP-SAT takes
58 ms instead of 4. So the model is cut in two wherever many solutions are known, into boxes: other
bounds of its variables. Few solutions have to be excluded from a box, and the work grows as their
number does, not as its square: 8.0 s instead of 49.6 for the 1,127 connected sets of a 3 x 4 grid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from ilpuzzles.backends import Backend, Enumerates, Limit, Result, Status
from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.queries.part_listing import Visit
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import Clock, search, summed
from ilpuzzles.queries.solving import require_valid

_CROWD = 64
"""So many solutions are excluded from a box before it is cut in two."""

_FEW = 32
"""So many solutions are searched for before a backend is asked to list assignments: a board of
Surasshupakku with one solution and its flows takes it 20 times as long that way."""

_REPEATS, _REPEATS_EACH = 1_000, 50
"""A backend that lists assignments may show the same solution so many times, and so many more for
each: that takes about as long as to search for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A part of a model: other bounds of some of its columns, and solutions that are known there.

    Attributes:
        bounds: The least and the greatest value of these columns.
        known: The solutions.
    """

    bounds: Mapping[int, tuple[int, int]]
    known: list[IntArray]

    def halves(self, program: Program) -> tuple[Box, Box]:
        """Two boxes with this one's solutions between them, as evenly as can be.

        Args:
            program: The whole model. The solutions differ in its deciding columns.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> n = model.integer("n", 2, lower=0, upper=9)
            >>> box = Box({}, [np.array([0, 5]), np.array([0, 6]), np.array([0, 9])])
            >>> [(half.bounds, len(half.known)) for half in box.halves(model.program())]
            [({1: (0, 6)}, 2), ({1: (7, 9)}, 1)]
        """
        columns = np.nonzero(program.deciding)[0]
        values = np.stack(self.known)[:, columns]
        # The greatest value has to be on the other side; where all are equal, nothing is on this.
        middle = np.sort(values, axis=0)[(len(values) - 1) // 2]
        middle = np.minimum(middle, values.max(axis=0) - 1)
        below = (values <= middle).sum(axis=0)
        best = int(np.argmax(np.minimum(below, len(values) - below)))
        column, last = int(columns[best]), int(middle[best])
        least, most = self.bounds.get(
            column, (int(program.lower[column]), int(program.upper[column]))
        )
        low = Box({**self.bounds, column: (least, last)}, [])
        high = Box({**self.bounds, column: (last + 1, most)}, [])
        for solution in self.known:
            (low if solution[column] <= last else high).known.append(solution)
        return low, high


def search_boxes(program: Program, visit: Visit, backend: Backend, clock: Clock) -> Result:
    """Visits every solution once, each excluded from the searches after it.

    Args:
        program: The program; its deciding variables have bounds.
        visit: Called with the values of each solution; when it returns False, the search ends.
        backend: The backend.
        clock: The time there is.

    Raises:
        CheckError: If the values of a solution do not satisfy the rows, or it was there before.
    """
    return _Boxes(program, visit, backend, clock).search()


class _Boxes:
    """The state of the search."""

    def __init__(self, program: Program, visit: Visit, backend: Backend, clock: Clock) -> None:
        self._program = program
        self._visit = visit
        self._backend = backend
        self._clock = clock
        self._seen: set[bytes] = set()
        self._last: list[IntArray] = []
        # What all searches have taken together, once there was one.
        self._total: list[Result] = []

    def search(self) -> Result:
        everything = Restricted(self._program, objective=False)
        first = Box({}, [])
        if not everything.by_cuts and isinstance(self._backend, Enumerates):
            stopped = self._fill(first, everything, _FEW) or self._list(first)
            if stopped is not None:
                return stopped
        boxes = [first]
        while boxes:
            box = boxes.pop()
            if len(box.known) < _CROWD:
                # The cuts that are known by now go with it.
                stopped = self._fill(box, everything.within(box.bounds), _CROWD)
                if stopped is not None and not stopped.complete:
                    return stopped
            if len(box.known) >= _CROWD:
                boxes += box.halves(self._program)
        return ended(self._total[0], self._last, complete=True, limit=Limit.NONE)

    def _fill(self, box: Box, restricted: Restricted, crowd: int) -> Result | None:
        """Looks for solutions of a box; a result if that is the end, None if it is crowded."""
        for values in box.known:
            restricted.exclude(values)
        while len(box.known) < crowd:
            result = search(restricted, self._backend, self._clock)
            total = self._spend(result)
            if result.values is None:
                if result.status is Status.INFEASIBLE:
                    return ended(total, self._last, complete=True, limit=Limit.NONE)
                return ended(total, self._last, complete=False, limit=result.limit)
            require_valid(self._program, result.values, result.backend)
            if not self._is_new(result.values):
                what = f"{result.backend} found an excluded solution again"
                raise CheckError(Problem(what, "try another backend"))
            if self._take(box, result.values) is False:
                return ended(total, self._last, complete=False, limit=Limit.SOLUTIONS)
            restricted.exclude(result.values)
        return None

    def _list(self, box: Box) -> Result | None:
        """Lets the backend list assignments, as long as it shows new solutions often enough."""
        left = self._clock.options()
        everything = np.ones(self._program.variables, dtype=bool)
        program = replace(self._program, deciding=everything, objective=None)
        repeats, stopped = 0, False

        def take(values: IntArray) -> bool:
            nonlocal repeats, stopped
            if not self._is_new(values):
                repeats += 1
                return repeats < _REPEATS + _REPEATS_EACH * len(box.known)
            require_valid(self._program, values, self._backend.name)
            stopped = self._take(box, values) is False
            return not stopped

        if left is None or not isinstance(self._backend, Enumerates):
            return None
        total = self._spend(self._backend.enumerate(program, left, take))
        if total.complete or stopped or total.limit is not Limit.SOLUTIONS:
            return ended(total, self._last, complete=total.complete, limit=total.limit)
        return None

    def _is_new(self, values: IntArray) -> bool:
        # A digest takes little room, and two solutions never share one of 128 bits.
        decided = blake2b(values[self._program.deciding].tobytes(), digest_size=16).digest()
        new = decided not in self._seen
        self._seen.add(decided)
        return new

    def _take(self, box: Box, values: IntArray) -> bool | None:
        self._last[:] = [values]
        box.known.append(values)
        return self._visit(values)

    def _spend(self, result: Result) -> Result:
        self._total[:] = [summed(result, (*self._total, result))]
        return self._total[0]


def ended(result: Result, last: list[IntArray], *, complete: bool, limit: Limit) -> Result:
    """A result with the last solution that was visited, if any."""
    if not last:
        # What the backend has found may all have broken cuts.
        status = Status.INFEASIBLE if complete else Status.UNKNOWN
        status = Status.ERROR if result.status is Status.ERROR else status
        return replace(result, status=status, values=None, objective=None, complete=complete)
    if result.status is Status.ERROR:
        return replace(result, values=last[0], objective=None, complete=False)
    return replace(
        result,
        status=Status.OPTIMAL,
        limit=Limit.NONE if complete else limit,
        values=last[0],
        objective=None,
        complete=complete,
    )
