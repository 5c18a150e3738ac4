"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from ilpuzzles.backends.interface import Backend, Enumerates, ListsBatches, Options
from ilpuzzles.backends.registry import Choice, Task, choose
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.parallel import Visit, search_parts
from ilpuzzles.queries.solve import Clock, Restricted, out_of_time, require_valid, search, summed
from ilpuzzles.queries.subproblems import Tally

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


_Listing = Callable[[Program, Options, Callable[[IntArray], bool]], Result]

# How many listed assignments may break cuts before the search begins anew with these cuts.
_PATIENCE = 16


def enumerate_solutions(
    model: Model | Program,
    visit: Visit,
    backend: str | Choice = "auto",
    options: Options | None = None,
    *,
    watch: Watch | None = None,
    few: bool = False,
) -> Result:
    """Visits every solution once, in the order in which the backend finds them.

    Two solutions are the same if all deciding variables have the same values. A backend that
    cannot list solutions by itself searches again and again, each solution excluded from the next
    search; so does every backend where auxiliary variables do not follow from the deciding ones
    and may have many values.
    With several workers, the model is split into disjoint parts, and each worker has one of them
    at a time.

    Args:
        model: A model, or a program.
        visit: Called with the values of each solution, already checked against every row; when
            it returns False, the search ends.
        backend: The name of a backend, or `auto`.
        options: How to search.
        watch: Called with the progress now and then.
        few: Whether few solutions are likely to be enough.

    Returns:
        The result; it is complete if and only if every solution was visited.

    Raises:
        ModelError: If a deciding variable has no bounds.
        CheckError: If the solver's values do not satisfy the rows.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 2))
        >>> found = []
        >>> enumerate_solutions(model, lambda values: found.append(values.tolist())).complete
        True
        >>> sorted(found)
        [[0, 0], [0, 1], [1, 0]]
    """
    program = program_of(model)
    Restricted(program, objective=False).require_bounds()
    chosen = choose(backend, program, Task.ALL, options).backend
    clock = Clock(options or Options())
    report = Reporter(watch)
    apart = clock.everything.cluster is not None
    if not apart and isinstance(chosen, ListsBatches) and not program.separated():
        return list_batches(program, _each(visit), chosen, clock.everything, report, few=few)
    if apart or clock.everything.workers > 1:
        tally = Tally()
        return search_parts(program, chosen, clock, report=report, tally=tally, visit=visit)
    visit = _told(visit, report)
    if isinstance(chosen, Enumerates) and program.determined():
        result = _listed(program, visit, chosen, chosen.enumerate, clock)
    else:
        result = search_boxes(program, visit, chosen, clock)
    return replace(result, checked=result.values is not None)


def _each(visit: Visit) -> Callable[[IntArray], bool]:
    """Visits the solutions of a batch one by one."""

    def each(batch: IntArray) -> bool:
        batch.setflags(write=False)
        return all(visit(values) is not False for values in batch)

    return each


def list_batches(
    program: Program,
    visit: Callable[[IntArray], bool],
    backend: Backend,
    options: Options,
    report: Reporter,
    *,
    few: bool = False,
) -> Result:
    """Visits every solution once, some at a time, each checked against every row.

    Args:
        program: The program, without rows that are stated by cuts.
        visit: Called with the values of some solutions, shape (solutions, columns); says whether to
            go on.
        backend: A backend that lists in batches.
        options: How to search.
        report: Told about the progress.
        few: Whether few solutions are likely to be enough.

    Returns:
        The result, with the last solution.

    Raises:
        CheckError: If the values of a solution do not satisfy the rows, or a solution comes twice
            in a row.
    """
    last: list[IntArray] = []

    def checked(batch: IntArray) -> bool:
        wrong = np.nonzero(~program.rows_hold(batch))[0]
        for number in wrong[:1].tolist():
            require_valid(program, batch[number], backend.name)
        if len(batch):
            last[:] = [batch[-1]]
        return visit(batch)

    if not isinstance(backend, ListsBatches):
        raise TypeError(f"{backend.name} lists no batches")
    asked = replace(program, objective=None)
    result = backend.list_batches(asked, options, checked, report, few=few)
    values = last[0] if last else None
    return replace(result, values=values, checked=values is not None)


def _told(visit: Visit, report: Reporter) -> Visit:
    """Visits, and tells how many solutions there are so far."""
    found = 0

    def told(values: IntArray) -> bool | None:
        nonlocal found
        found += 1
        go_on = visit(values)
        report(Progress(found))
        return go_on

    return told


def _listed(
    program: Program, visit: Visit, backend: Backend, listing: _Listing, clock: Clock
) -> Result:
    """The backend lists the solutions; what breaks cuts is passed over."""
    restricted = Restricted(program, objective=False)
    seen: set[bytes] = set()
    deciding = program.deciding
    last: list[IntArray] = []
    patience = _PATIENCE
    broken = 0
    total: Result | None = None

    def checked(found: IntArray) -> bool:
        nonlocal broken
        values = restricted.values_of(found)
        if restricted.cut(values):
            broken += 1
            return broken < patience
        if restricted.by_cuts:
            key = blake2b(values[deciding].tobytes(), digest_size=16).digest()
            if key in seen:
                return True
            seen.add(key)
        require_valid(program, values, backend.name)
        last[:] = [values]
        return visit(values) is not False

    while (options := clock.options()) is not None:
        result = listing(restricted.program(), options, checked)
        total = result if total is None else summed(result, (total, result))
        if broken < patience:
            if not restricted.by_cuts:
                return total
            return ended(total, last, complete=total.complete, limit=total.limit)
        patience, broken = 2 * patience, 0
    late = out_of_time(backend, None)
    total = late if total is None else summed(late, (total, late))
    return ended(total, last, complete=False, limit=Limit.TIME)
