"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

import numpy as np

from ilpuzzles.backends import (
    Backend,
    Choice,
    Enumerates,
    Limit,
    ListsBatches,
    Options,
    Result,
    Task,
    choose,
)
from ilpuzzles.modelling import IntArray, Model, Program, program_of
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.boxes import ended, search_boxes
from ilpuzzles.queries.parallel import search_parts
from ilpuzzles.queries.part_listing import Visit
from ilpuzzles.queries.parts import Tally
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import Clock, out_of_time, summed
from ilpuzzles.queries.solving import require_valid

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
