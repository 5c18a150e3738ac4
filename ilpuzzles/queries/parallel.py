"""All solutions by several processes, each with one part of the model at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ilpuzzles.backends import Backend, Limit, Result, Status
from ilpuzzles.modelling import Program
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.part_listing import Listing, Visit
from ilpuzzles.queries.part_search import Shared
from ilpuzzles.queries.part_work import PartWork
from ilpuzzles.queries.parts import Tally
from ilpuzzles.queries.searching import Clock, out_of_time

if TYPE_CHECKING:
    from ilpuzzles.jobs import Ledger


# A job on a cluster gives its solutions when it ends, so it must not find too many.
_MOST_BYTES = 1 << 26


def search_parts(
    program: Program,
    backend: Backend,
    clock: Clock,
    *,
    report: Reporter,
    tally: Tally,
    visit: Visit | None = None,
    ledger: Ledger | None = None,
) -> Result:
    """Finds all solutions of a program, part by part, by as many processes as there are workers.

    A part that runs long is stopped and split, so that nobody waits for one worker in the end, and
    not too much is lost if everything ends too early.

    Args:
        program: The program.
        backend: The backend; it searches each part by itself, with one worker.
        clock: The time there is, and how to search.
        report: Told about the progress.
        tally: Holds how many solutions are known; right at any moment, also when interrupted.
        visit: Called with every solution; when it returns False, the search ends. Without it,
            solutions are only counted.
        ledger: Where the counts of parts are noted, and those that are there already are taken
            from; not together with `visit`.

    Returns:
        The outcome; its values are those of the last solution that was visited.

    Raises:
        BackendError: If parts could not be searched. All others were: a ledger has them.
    """
    from ilpuzzles.jobs import open_pool  # noqa: PLC0415 - most questions need no processes

    options = clock.everything
    work = PartWork(program, options.workers, tally, Listing(visit), ledger)
    # Hints are variables of a model, which stays here.
    alone = replace(options, workers=1, time_limit=None, hint={}, cluster=None)
    most = _MOST_BYTES if visit is not None and options.cluster is not None else None
    shared = Shared(program.unnamed(), backend.name, alone, listing=visit is not None, most=most)
    tree, listing = work.tree, work.listing

    def go_on() -> bool:
        report(Progress(tally.found, tree.done, tree.number, share=tree.share))
        return clock.options() is not None and not listing.stopped

    version = backend.version()
    function = "ilpuzzles.queries.part_search:search_part"
    with open_pool(function, shared, options.workers, cluster=options.cluster) as pool:
        for outcome in pool.run(work.jobs(), received=work.receive, go_on=go_on):
            version = work.settle(outcome) or version
    if work.failed:
        raise work.failure()
    limit = Limit.SOLUTIONS if listing.stopped else next(iter(work.limits), Limit.TIME)
    complete = not tree.left and not listing.stopped
    if complete:
        work.require_sums()
    nothing = Status.INFEASIBLE if complete else Status.UNKNOWN
    return replace(
        out_of_time(backend, None),
        version=version,
        status=Status.OPTIMAL if tally.found else nothing,
        limit=Limit.NONE if complete else limit,
        values=listing.last,
        complete=complete,
    )
