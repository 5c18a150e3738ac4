"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

import numpy as np

from ilpuzzles.backends import (
    Backend,
    Enumerates,
    Limit,
    ListsBatches,
    Options,
    Result,
    Status,
    Task,
    choose,
)
from ilpuzzles.modelling import IntArray, Solvable
from ilpuzzles.modelling.check import rows_hold
from ilpuzzles.queries.bare import Bare
from ilpuzzles.queries.inquiry import require_new
from ilpuzzles.queries.parallel import search_parts
from ilpuzzles.queries.part_listing import Visit
from ilpuzzles.queries.parts import Tally
from ilpuzzles.queries.progress import Ticker, Watch
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import Clock, out_of_time, search, summed
from ilpuzzles.queries.solving import require_valid

_Listing = Callable[[Solvable, Options, Callable[[IntArray], bool]], Result]

# How many listed assignments may break cuts before the search begins anew with these cuts.
_PATIENCE = 16

# Where solutions may have many completions: how many solutions are searched for one by one before
# all completions are listed (a flow on a board with one solution takes 20 times as long that way),
# and how many of these may repeat solutions before each is searched for by itself again (excluding
# one of 1,024 solutions takes CP-SAT as long as listing 500 completions).
_FEW = 32
_REPEATS, _REPEATS_OF_EACH = 1_000, 50


def enumerate_solutions(
    model: Solvable,
    visit: Visit,
    backend: str = "auto",
    options: Options | None = None,
    *,
    watch: Watch | None = None,
    few: bool = False,
) -> Result:
    """Visits every solution once, in the order in which the backend finds them.

    Two solutions are the same if all deciding variables have the same values. A backend that
    cannot list solutions by itself searches again and again, each solution excluded from the next
    search; so does every backend where auxiliary variables do not follow from the deciding ones and
    solutions turn out to have very many completions.
    With several workers, the model is split into disjoint parts, and each worker has one of them
    at a time.

    Args:
        model: A model, or a view of one.
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
    Restricted(model, objective=False).require_bounds()
    chosen = choose(backend, model.program(), Task.ALL, options).backend
    clock = Clock(options or Options())
    ticker = Ticker(watch)
    apart = clock.everything.cluster is not None
    if not apart and isinstance(chosen, ListsBatches) and Restricted(model).whole:
        return list_batches(model, _each(visit), chosen, clock.everything, ticker, few=few)
    if apart or clock.everything.workers > 1:
        tally = Tally()
        return search_parts(model.program(), chosen, clock, ticker=ticker, tally=tally, visit=visit)
    visit = _told(visit, ticker)
    result = _Listed(model, visit, chosen, clock).result()
    return replace(result, checked=result.values is not None)


def _each(visit: Visit) -> Callable[[IntArray], bool]:
    """Visits the solutions of a batch one by one."""

    def each(batch: IntArray) -> bool:
        batch.setflags(write=False)
        return all(visit(values) is not False for values in batch)

    return each


def list_batches(
    model: Solvable,
    visit: Callable[[IntArray], bool],
    backend: Backend,
    options: Options,
    ticker: Ticker,
    *,
    few: bool = False,
) -> Result:
    """Visits every solution once, some at a time, each checked against every row.

    Args:
        model: The model, without rows that are stated by cuts.
        visit: Called with the values of some solutions, shape (solutions, columns); says whether to
            go on.
        backend: A backend that lists in batches.
        options: How to search.
        ticker: Told about the progress.
        few: Whether few solutions are likely to be enough.

    Returns:
        The result, with the last solution.

    Raises:
        CheckError: If the values of a solution do not satisfy the rows, or a solution comes twice
            in a row.
    """
    program = model.program()
    restricted = Restricted(model, objective=False)
    last: list[IntArray] = []

    def checked(batch: IntArray) -> bool:
        wrong = np.nonzero(~rows_hold(program, batch))[0]
        for number in wrong[:1].tolist():
            require_valid(model, batch[number], backend.name)
        if len(batch):
            last[:] = [batch[-1]]
        return visit(batch)

    if not isinstance(backend, ListsBatches):
        raise TypeError(f"{backend.name} lists no batches")
    result = backend.list_batches(restricted, options, checked, ticker.tell, few=few)
    values = last[0] if last else None
    return replace(result, values=values, checked=values is not None)


def _told(visit: Visit, ticker: Ticker) -> Visit:
    """Visits, and tells how many solutions there are so far."""
    found = 0

    def told(values: IntArray) -> bool | None:
        nonlocal found
        found += 1
        go_on = visit(values)
        ticker.tell(found)
        return go_on

    return told


class _Listed:
    """Solutions that are visited once each, whatever it takes to find them."""

    def __init__(self, model: Solvable, visit: Visit, backend: Backend, clock: Clock) -> None:
        self._model, self._visit, self._backend, self._clock = model, visit, backend, clock
        program = model.program()
        self._deciding, self._determined = program.deciding, program.determined()
        self._listing, self._excluding = (Restricted(model, objective=False) for _ in range(2))
        self._seen: set[bytes] = set()
        self._last: list[IntArray] = []
        self._total: Result | None = None
        # What the backend has listed: what breaks cuts, what repeats solutions, and solutions.
        self._patience, self._broken, self._repeats = _PATIENCE, 0, 0
        self._found: list[IntArray] = []

    def result(self) -> Result:
        """Visits all solutions."""
        ended = None
        if isinstance(self._backend, Enumerates):
            few = 0 if self._determined else _FEW
            while ended is None and few:
                ended, few = self._next(), few - 1
            ended = ended or self._by_backend(self._backend.enumerate)
        while ended is None:
            ended = self._next()
        return ended

    def _by_backend(self, listing: _Listing) -> Result | None:
        """The backend lists the solutions.

        Returns:
            The result, or None if there are too many completions to look at them all.
        """
        while (options := self._clock.options()) is not None:
            result = self._spent(listing(self._asked(), options, self._take))
            if self._too_many():
                for values in self._found:
                    self._excluding.exclude(values)
                return None
            if self._broken < self._patience:
                if self._once:
                    return result
                return _ended(result, self._last, complete=result.complete, limit=result.limit)
            self._patience, self._broken = 2 * self._patience, 0
        late = self._spent(out_of_time(self._backend, None))
        return _ended(late, self._last, complete=False, limit=Limit.TIME)

    @property
    def _once(self) -> bool:
        """Whether the backend lists each solution once, and nothing else."""
        return self._determined and self._listing.whole

    def _asked(self) -> Solvable:
        """What the backend gets: one completion may be right where another breaks a cut."""
        if self._determined:
            return self._listing
        program = self._listing.program()
        return Bare(replace(program, deciding=np.ones(program.variables, dtype=np.bool_)))

    def _take(self, assigned: IntArray) -> bool:
        """Visits what the backend has listed, if it is right and new; whether to go on."""
        values = self._listing.values_of(assigned)
        if self._listing.cut(values):
            self._broken += 1
            return self._broken < self._patience
        if not self._once and self._known(values):
            self._repeats += not self._determined
            return not self._too_many()
        if not self._determined:
            self._found.append(values)
        return self._visited(values)

    def _too_many(self) -> bool:
        return self._repeats > _REPEATS + _REPEATS_OF_EACH * len(self._seen)

    def _next(self) -> Result | None:
        """Searches for one more solution, and excludes it; the result, if that was the end."""
        result = search(self._excluding, self._backend, self._clock)
        total = self._spent(result)
        if result.values is None:
            complete = result.status is Status.INFEASIBLE
            return _ended(total, self._last, complete=complete, limit=result.limit)
        require_new(self._excluding, result.values, self._backend.name)
        self._known(result.values)
        if not self._visited(result.values):
            return _ended(total, self._last, complete=False, limit=Limit.SOLUTIONS)
        self._excluding.exclude(result.values)
        return None

    def _known(self, values: IntArray) -> bool:
        """Whether a solution was seen before; from now on it was."""
        # A digest takes little room, and two solutions never share one of 128 bits.
        key = blake2b(values[self._deciding].tobytes(), digest_size=16).digest()
        known = key in self._seen
        self._seen.add(key)
        return known

    def _visited(self, values: IntArray) -> bool:
        """Visits a solution; whether to go on."""
        require_valid(self._model, values, self._backend.name)
        self._last[:] = [values]
        return self._visit(values) is not False

    def _spent(self, result: Result) -> Result:
        """The result, with what all searches have taken."""
        self._total = result if self._total is None else summed(result, (self._total, result))
        return self._total


def _ended(result: Result, last: list[IntArray], *, complete: bool, limit: Limit) -> Result:
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
