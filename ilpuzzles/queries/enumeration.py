"""All solutions by one process: listed by a backend, or found one by one in boxes with no-goods.

A backend that lists nothing by itself searches again and again; each solution becomes a no-good
(an excluded assignment) of the searches after it, and a crowded box of bounds is cut in two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import TypeAlias, TypeGuard

import numpy as np

from ilpuzzles.backends.interface import Backend, Clock, Enumerates, SolutionSetEngine
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.step import PassTrace
from ilpuzzles.queries.handing_over import handed_over, only_solution
from ilpuzzles.queries.restricted_search import (
    Restricted,
    first_steps,
    out_of_time,
    require_valid,
    summed,
)
from ilpuzzles.queries.second_opinion import search_soundly

Visit: TypeAlias = Callable[[IntArray], "bool | None"]
"""A callback for the values of each solution; when it returns False, the search ends."""

VisitSome: TypeAlias = Callable[[IntArray], bool]
"""Takes the values of some solutions, shape (solutions, columns); returns whether to go on."""

_CROWD = 64
"""The number of solutions excluded from a box before it is cut in two."""

_FEW = 32
"""So many solutions are searched for before a backend is asked to list assignments: a board of
Surasshupakku with one solution and its flows takes it 20 times as long that way."""

_REPEATS, _REPEATS_EACH = 1_000, 50
"""A backend that lists assignments may show the same solution so many times, and so many more for
each: that takes about as long as to search for it."""

_PATIENCE = 16
"""How many listed assignments may break cuts before the search begins anew with these cuts."""


def digest_of(values: NumberArray) -> bytes:
    """A digest of deciding values, which are whole: two solutions never share one of 128 bits.

    Beside continuous variables the values are objects, whose bytes would be addresses.
    """
    whole_numbers = values.astype(np.int64)
    return blake2b(whole_numbers.tobytes(), digest_size=16).digest()


def enumerate_alone(
    program: Program, visit: VisitSome, backend: Backend, clock: Clock, *, few: bool = False
) -> Result:
    """Visits every solution once, each checked against every row, in this process.

    That there is no other may still need a second opinion; see `confirm_number`. An engine searches
    with as many workers as the options say, and tells what is watched its progress.

    The deciding variables have bounds. `few` is whether few solutions are likely to be enough.

    Raises:
        CheckError: If the values of a solution do not satisfy the rows, or it was there before.
    """
    if knows_all(backend, program) or (isinstance(backend, Enumerates) and program.determined()):
        result = _Listing(program, visit, backend, clock).search(few=few)
    else:
        result = _Boxes(program, visit, backend, clock).search()
    return replace(result, checked=result.values is not None)


def knows_all(backend: Backend, program: Program) -> TypeGuard[SolutionSetEngine]:
    """Whether a backend knows all solutions of a program together: no cuts have to be added."""
    needs_cuts = program.is_measured() or bool(program.separated())
    return isinstance(backend, SolutionSetEngine) and not needs_cuts


class _Listing:
    """The search by a backend that lists the solutions; what breaks cuts is passed over."""

    def __init__(
        self, program: Program, visit: VisitSome, backend: Enumerates, clock: Clock
    ) -> None:
        self._program, self._visit, self._backend, self._clock = program, visit, backend, clock
        self._restricted = Restricted(program, objective=False)
        self._seen: set[bytes] = set()
        self._last: IntArray | None = None
        self._patience, self._broken, self._stopped = _PATIENCE, 0, False

    def search(self, *, few: bool) -> Result:
        engine = {"few": few} if isinstance(self._backend, SolutionSetEngine) else {}
        spent: list[Result] = []
        while (options := self._clock.options()) is not None:
            trace = self._restricted.trace()
            handed = handed_over(trace.program, self._backend, options, lists_all=True)
            trace = trace.then(handed)
            take = partial(self._take_handed_over, trace)
            result = only_solution(trace, self._backend, options)
            if result is None:
                result = self._backend.enumerate(trace.program, options, take, **engine)
            elif result.values is not None and not take(result.values):
                result = replace(result, limit=Limit.SOLUTIONS, complete=False)
            steps = (*first_steps(self._restricted), *trace.sizes(), *result.steps)
            result = replace(result, steps=steps)
            spent.append(result)
            total = summed(result, spent)
            if self._stopped or self._broken < self._patience:
                return _with_last(total, self._last, complete=total.complete, limit=total.limit)
            self._patience, self._broken = 2 * self._patience, 0
        spent.append(out_of_time(self._backend, None))
        total = summed(spent[-1], spent)
        return _with_last(total, self._last, complete=False, limit=Limit.TIME)

    def _take_handed_over(self, trace: PassTrace, found: IntArray) -> bool:
        return self._take(trace.values(found))

    def _take(self, found: IntArray) -> bool:
        batch = np.atleast_2d(found)[:, : self._program.variables]
        if not self._restricted.passes_over:
            return not len(batch) or self._pass_on(batch)
        for number, values in enumerate(batch):
            if self._restricted.cut(values):
                self._broken += 1
                if self._broken >= self._patience:
                    return False
            elif (key := digest_of(values[self._program.deciding])) not in self._seen:
                self._seen.add(key)
                if not self._pass_on(batch[number : number + 1]):
                    return False
        return True

    def _pass_on(self, batch: IntArray) -> bool:
        for wrong in np.nonzero(~self._program.rows_hold(batch))[0].tolist():
            require_valid(self._program, batch[wrong], self._backend.name)
        batch.setflags(write=False)
        self._last = batch[-1]
        self._stopped = not self._visit(batch)
        return not self._stopped


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A part of a model: bounds of some of its columns, and the solutions that are known there."""

    bounds: Mapping[int, tuple[int, int]]
    known: list[IntArray]

    def halves(self, program: Program) -> tuple[Box, Box]:
        """Two boxes with this one's solutions between them, as evenly as can be.

        The solutions differ in deciding columns of the (whole) program.
        """
        columns = np.nonzero(program.deciding)[0]
        values = np.stack(self.known)[:, columns]
        # The greatest value has to be on the other side; where all are equal, this side is empty.
        middle = np.sort(values, axis=0)[(len(values) - 1) // 2]
        middle = np.minimum(middle, values.max(axis=0) - 1)
        below = (values <= middle).sum(axis=0)
        best = int(np.argmax(np.minimum(below, len(values) - below)))
        column, last = int(columns[best]), int(middle[best])
        # Deciding columns have bounds.
        whole = int(program.lower.numbers[column]), int(program.upper.numbers[column])
        least, most = self.bounds.get(column, whole)
        low = Box({**self.bounds, column: (least, last)}, [])
        high = Box({**self.bounds, column: (last + 1, most)}, [])
        for solution in self.known:
            (low if solution[column] <= last else high).known.append(solution)
        return low, high


class _Boxes:
    """The search in boxes: each solution is excluded from the searches after it."""

    def __init__(self, program: Program, visit: VisitSome, backend: Backend, clock: Clock) -> None:
        self._program = program
        self._visit = visit
        self._backend = backend
        self._clock = clock
        self._seen: set[bytes] = set()
        self._last: IntArray | None = None
        # What all searches have taken together, once there was one.
        self._total: list[Result] = []

    def search(self) -> Result:
        everything = Restricted(self._program, objective=False)
        first = Box({}, [])
        if not everything.passes_over and isinstance(self._backend, Enumerates):
            stopped = self._fill(first, everything, _FEW) or self._list(first, self._backend)
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
        return _with_last(self._total[0], self._last, complete=True, limit=Limit.NONE)

    def _fill(self, box: Box, restricted: Restricted, crowd: int) -> Result | None:
        """Looks for solutions of a box; a result if that is the end, None if it is crowded."""
        for values in box.known:
            restricted.exclude(values)
        while len(box.known) < crowd:
            result = search_soundly(restricted, self._backend, self._clock)
            total = self._spend(result)
            if result.values is None:
                complete = result.status is Status.INFEASIBLE
                return _with_last(total, self._last, complete=complete, limit=result.limit)
            require_valid(self._program, result.values, result.backend)
            if not self._is_new(result.values):
                what = f"{result.backend} returned a solution that a no-good cut excludes"
                raise CheckError(what, "try another backend")
            if not self._take(box, result.values):
                return _with_last(total, self._last, complete=False, limit=Limit.SOLUTIONS)
            restricted.exclude(result.values)
        return None

    def _list(self, box: Box, backend: Enumerates) -> Result | None:
        """Lets the backend list assignments, as long as it shows new solutions often enough."""
        left = self._clock.options()
        if left is None:
            return None
        everything = np.ones(self._program.variables, dtype=bool)
        program = replace(self._program, deciding=everything, objective=None)
        repeats, stopped = 0, False

        def take(batch: IntArray) -> bool:
            nonlocal repeats, stopped
            for values in np.atleast_2d(batch):
                if not self._is_new(values):
                    repeats += 1
                    continue
                require_valid(self._program, values, backend.name)
                stopped = not self._take(box, values)
                if stopped:
                    return False
            return repeats < _REPEATS + _REPEATS_EACH * len(box.known)

        total = self._spend(backend.enumerate(program, left, take))
        if total.complete or stopped or total.limit is not Limit.SOLUTIONS:
            return _with_last(total, self._last, complete=total.complete, limit=total.limit)
        return None

    def _is_new(self, values: IntArray) -> bool:
        digest = digest_of(values[self._program.deciding])
        new = digest not in self._seen
        self._seen.add(digest)
        return new

    def _take(self, box: Box, values: IntArray) -> bool:
        self._last = values
        box.known.append(values)
        return self._visit(values[np.newaxis])

    def _spend(self, result: Result) -> Result:
        self._total[:] = [summed(result, (*self._total, result))]
        return self._total[0]


def _with_last(result: Result, last: IntArray | None, *, complete: bool, limit: Limit) -> Result:
    """A result with the last solution that was visited, if any."""
    if last is None:
        # What the backend has found may all have broken cuts.
        status, limit = Status.INFEASIBLE if complete else Status.UNKNOWN, result.limit
    else:
        status, limit = Status.OPTIMAL, Limit.NONE if complete else limit
    if result.status is Status.ERROR:
        status, limit, complete = Status.ERROR, result.limit, complete and last is None
    return replace(
        result, status=status, limit=limit, values=last, objective=None, complete=complete
    )
