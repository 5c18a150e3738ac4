"""How many solutions are there?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ilpuzzles.backends import Backend, Choice, Counts, Interrupted, Options, Result, Task
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import IntArray, Model, Program
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.count_status import COUNT_VERSION, count_identity
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.findings import Count
from ilpuzzles.queries.inquiry import Inquiry, require_answer
from ilpuzzles.queries.listing import require_limit
from ilpuzzles.queries.parallel import search_parts
from ilpuzzles.queries.parts import EVERYTHING, Tally


def count_solutions(
    model: Model | Program,
    *,
    limit: int | None = None,
    backend: str | Choice = "auto",
    options: Options | None = None,
    ledger: str | Path | None = None,
    watch: Watch | None = None,
) -> Count:
    """Counts the solutions; two are the same if all deciding variables have the same values.

    Args:
        model: A model, or a program.
        limit: To stop at that many, or None.
        backend: The name of a backend, or `auto`.
        options: How to search; with several workers, each searches a part of the model.
        ledger: A file that remembers the parts that are counted, so that the same count can go
            on after whatever ended it, also with another backend. Then every solution is listed,
            and checked against every row.
        watch: Called with the progress now and then.

    Returns:
        The count. Where a backend lists solutions, each was checked against every row; `exactcover`
        counts many at once.

    Raises:
        InputError: If the limit makes no sense, or the ledger is that of another count.
        BackendError: If the solver is missing or fails. What was counted by then is in the ledger.
        Interrupted: On Ctrl-C, with what was counted so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 9))
        >>> print(count_solutions(model), count_solutions(model, limit=5))
        10 5 or more (as many as were asked for)
    """
    require_limit(limit)
    if ledger is not None and limit is not None:
        raise InputError(Problem("a limit and a ledger", "give one of them"))
    inquiry = Inquiry(model, backend, options, Task.ALL)
    tally = Tally()
    try:
        apart = ledger is not None or inquiry.options.cluster is not None
        if limit is None and not apart and counts_alone(inquiry.backend, inquiry.program):
            result = _counted_alone(inquiry, tally, watch)
        elif limit is None and (apart or inquiry.options.workers > 1):
            result = _counted_in_parts(inquiry, tally, ledger, watch)
        else:
            result = enumerate_solutions(
                inquiry.program,
                _counter(tally, limit),
                inquiry.choice,
                options,
                watch=watch,
                few=limit is not None,
            )
    except KeyboardInterrupt as interruption:
        stopped = inquiry.interrupted(found=bool(tally.found))
        raise Interrupted(Count(tally.found, stopped)) from interruption
    return Count(tally.found, require_answer(result))


def counts_alone(backend: Backend, program: Program) -> bool:
    """Whether a backend counts without listing, and the program is all that there is to say."""
    return isinstance(backend, Counts) and not program.separated()


def _counted_alone(inquiry: Inquiry, tally: Tally, watch: Watch | None) -> Result:
    report = Reporter(watch)

    def told(progress: Progress) -> None:
        tally.parts[EVERYTHING] = progress.found
        report(progress)

    backend = inquiry.backend
    if not isinstance(backend, Counts):
        raise TypeError(f"{backend.name} does not count")
    program = replace(inquiry.program, objective=None)
    number, result = backend.count(program, inquiry.options, told)
    tally.parts[EVERYTHING] = number
    return result


def _counter(tally: Tally, limit: int | None) -> Callable[[IntArray], bool]:
    def visit(_values: IntArray) -> bool:
        number = tally.parts.get(EVERYTHING, 0) + 1
        tally.parts[EVERYTHING] = number
        return limit is None or number < limit

    return visit


def _counted_in_parts(
    inquiry: Inquiry, tally: Tally, ledger: str | Path | None, watch: Watch | None
) -> Result:
    program, report = inquiry.program, Reporter(watch)
    if ledger is None:
        return search_parts(program, inquiry.backend, inquiry.clock, report=report, tally=tally)
    from ilpuzzles.jobs import Ledger  # noqa: PLC0415 - it needs SQLite, and is seldom asked for

    with Ledger(ledger, count_identity(program), version=COUNT_VERSION) as known:
        return search_parts(
            program, inquiry.backend, inquiry.clock, report=report, tally=tally, ledger=known
        )
