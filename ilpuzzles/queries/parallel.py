"""All solutions by several processes: each worker enumerates one part of the model at a time.

What workers run (`search_part`), how their solutions are passed on (`Listing`), which parts are
waiting, done, split or failed (`PartWork`), and the whole search (`search_parts`).
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import Backend, Clock, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, Problem, counted, quoted
from ilpuzzles.jobs.job import Job, JobError, JobOutcome
from ilpuzzles.jobs.pool import open_pool
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.enumeration import Visit, digest_of, enumerate_alone, knows_all
from ilpuzzles.queries.restricted_search import out_of_time
from ilpuzzles.queries.subproblems import (
    EVERYTHING,
    Part,
    PartTree,
    Tally,
    parse_name,
    part_name,
    part_of_name,
    split,
    weight_of,
)
from ilpuzzles.solvers.registry import Task, address, choose

if TYPE_CHECKING:
    from ilpuzzles.jobs.ledger import Ledger
    from ilpuzzles.queries.solve import Inquiry

# A worker tells of its solutions after so many calls, or so many seconds.
_BATCH, _SECONDS = 256, 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The data that every worker gets once: the whole program, and how to search in a part of it.

    Attributes:
        listing: Whether the solutions are wanted, or only their number.
        most: After how many bytes of solutions to stop, or None.
    """

    program: Program
    backend: str | Backend
    options: Options
    listing: bool
    most: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PartJob:
    """What one job is about: a part, and after how many seconds to stop, so that it is split."""

    part: Part
    seconds: float | None = None


def search_part(
    shared: Shared, piece: PartJob, emit: Callable[[int | IntArray], None]
) -> tuple[int, str, Limit]:
    """Finds all solutions of a part; runs in a worker.

    `emit` is called now and then with the solutions since the last call, as an array of shape
    (solutions, columns), or with how many there are so far. Returns how many there are, the version
    of the solver, and the limit that came first.
    """
    found: list[IntArray] = []
    number, last = 0, time.perf_counter()
    row = shared.program.variables * np.dtype(np.int64).itemsize
    most = math.inf if shared.most is None else max(1, shared.most // max(1, row))

    def hand_over() -> None:
        if found:
            emit(np.concatenate(found))
            found.clear()

    def take(batch: IntArray) -> bool:
        """Some solutions were found, shape (solutions, columns); whether to go on."""
        nonlocal number, last
        number += len(batch)
        if shared.listing:
            found.append(batch)
        if len(found) >= _BATCH or time.perf_counter() - last > _SECONDS:
            if not shared.listing:
                emit(number)
            hand_over()
            last = time.perf_counter()
        return number < most

    program = shared.program.within(piece.part)
    options = replace(shared.options, time_limit=piece.seconds, deadline=None)
    backend = choose(shared.backend, shared.program, Task.ALL, options).backend
    result = enumerate_alone(program, take, backend, Clock(options))
    if result.status is Status.ERROR or (not result.complete and result.limit is Limit.NONE):
        why = ", ".join(filter(None, [result.status.value, result.message]))
        what = f"{result.backend} did not finish one part of the search: {why}"
        raise BackendError(what, "try another backend")
    hand_over()
    return number, result.version, Limit.NONE if result.complete else result.limit


class Listing:
    """Passes solutions on, each once: a worker that was started again lists all of its part anew.

    Parts are known by their names. Without a visitor, solutions are only counted; it is `stopped`
    once the visitor has had enough. Two solutions are the same if their `deciding` columns have the
    same values; without these, all columns count.
    """

    def __init__(self, visit: Visit | None, deciding: npt.NDArray[np.bool_] | None = None) -> None:
        self._visit = visit
        self._deciding = deciding
        # Of every part that is not done, digests of what it has listed, and of what those had
        # listed that it was a part of, and that were split.
        self._seen: dict[str, set[bytes]] = {}
        self._before: dict[str, tuple[set[bytes], ...]] = {}
        self.last: IntArray | None = None
        self.stopped = False

    def receive(self, key: str, solutions: IntArray) -> int:
        """Passes on what a part has found and not listed before; returns how many it has listed."""
        part = part_of_name(key)
        bounds = np.array(list(part.values()), dtype=np.int64).reshape(-1, 2)
        chosen = solutions[:, list(part)]
        # Parts are disjoint: a solution within its own part is in no other one's list.
        if ((chosen < bounds[:, 0]) | (chosen > bounds[:, 1])).any():
            raise CheckError("a solution lies outside its part of the model", "please report this")
        seen, before = self._seen.setdefault(key, set()), self._before.get(key, ())
        for values in solutions:
            digest = digest_of(values if self._deciding is None else values[self._deciding])
            if digest in seen or self.stopped or self._visit is None:
                continue
            seen.add(digest)
            if any(digest in known for known in before):
                continue
            self.last = values
            self.stopped = self._visit(values) is False
        return len(seen)

    def split(self, key: str, below: Iterable[str]) -> None:
        """A part was stopped, and its own parts begin anew: they list again what it has listed."""
        before = self._before.pop(key, ())
        seen = self._seen.pop(key, None)
        for each in below:
            self._before[each] = (*before, seen) if seen else before

    def finish(self, key: str, number: int) -> None:
        """Checks that a part has listed as many solutions as it has counted."""
        listed = len(self._seen.pop(key, ()))
        self._before.pop(key, None)
        if self._visit is not None and not self.stopped and listed != number:
            what = f"a part has {number} solutions, and {listed} were listed"
            raise CheckError(what, "please report this")


# So many that nobody waits for long for the last one, so few that starting them costs little; the
# same parts for any usual number of workers.
_PARTS_PER_WORKER, _FEWEST_PARTS = 16, 64
# Into how many parts one is split that ran long.
_PARTS_OF_A_PART = 16

# So many seconds every part may take before it is split.
PATIENCE = 10.0

# These say that a part is too large, not that the whole search is to end.
_TOO_MUCH = {Limit.TIME, Limit.SOLUTIONS, Limit.MEMORY}
# If so many parts fail and none succeeds, the others will not either.
_HOPELESS = 3


class PartWork:
    """All parts of a program on their way, as jobs for a pool; a ledger notes counts and splits.

    A part of each of some `choices` of a column, if there are any, counts as often as they say, for
    equivalent choices that are not searched. `limits` kept parts from being finished; `failed`
    parts could not be searched, for a reason.
    """

    def __init__(
        self,
        program: Program,
        workers: int,
        tally: Tally,
        listing: Listing,
        ledger: Ledger | None,
        *,
        choices: Sequence[tuple[int, int]] = (),
    ) -> None:
        self._program, self._workers = program, workers
        self._tally, self._ledger = tally, ledger
        self.listing = listing
        self.limits: list[Limit] = []
        self.failed: dict[str, Exception] = {}
        self._begun = time.perf_counter()
        self._ended = self._seconds = 0.0
        self._running: set[str] = set()
        self._whole: set[str] = set()  # what cannot be split
        self.tree = PartTree({} if ledger is None else ledger.finished())
        if self.tree.left == [EVERYTHING]:
            wanted = max(_FEWEST_PARTS, _PARTS_PER_WORKER * workers)
            below = self._parts_of_choices(choices, wanted) or self._parts_of(EVERYTHING, wanted)
            if below is not None:
                self._replace(EVERYTHING, below, 0.0, 1)
        tally.splits, tally.parts = dict(self.tree.splits), dict(self.tree.counts)
        # What failed before may fail again: all others are searched first.
        failed = {} if ledger is None else ledger.failures()
        self._waiting = deque(sorted(self.tree.left, key=lambda name: name in failed))

    def jobs(self) -> Iterator[Job | None]:
        """What is to be done; None where that depends on what is running."""
        while self._waiting or self._running:
            hopeless = len(self.failed) >= _HOPELESS and self.tree.done == 0
            if hopeless or not self._waiting:
                yield None
                continue
            name = self._waiting.popleft()
            self._running.add(name)
            seconds = None if name in self._whole else self._patience()
            yield Job(name, PartJob(part_of_name(name), seconds))

    def receive(self, name: str, data: int | IntArray) -> None:
        """Something that a job has emitted."""
        number = data if isinstance(data, int) else self.listing.receive(name, data)
        # A worker that was started again begins anew.
        number *= weight_of(name)
        self._tally.parts[name] = max(number, self._tally.parts.get(name, 0))

    def settle(self, outcome: JobOutcome) -> str | None:
        """A job has ended; returns the version of the solver, where it is known."""
        name = outcome.key
        self._running.discard(name)
        if isinstance(outcome.error, JobError):
            self.failed[name] = outcome.error
            if self._ledger is not None:
                self._ledger.fail(name, str(outcome.error), tries=outcome.tries)
            return None
        if outcome.error is not None:
            raise outcome.error
        number, version, limit = outcome.value
        self._ended += 1
        self._seconds += outcome.seconds
        if limit is Limit.NONE:
            self.listing.finish(name, number)
            number *= weight_of(name)
            self._tally.parts[name] = number
            if self._ledger is not None:
                self._ledger.record(name, number, seconds=outcome.seconds, tries=outcome.tries)
            self.tree.finish(name, number)
        elif limit in _TOO_MUCH and name not in self._whole:
            self._replace_by_parts(name, outcome)
        else:
            self.limits.append(limit)
        return str(version)

    def failure(self) -> JobError:
        """The message about the parts that failed."""
        first, error = next(iter(self.failed.items()))
        number = len(self.failed)
        where = error.problems[0] if isinstance(error, BackendError) else Problem(str(error))
        rest = f"the others have {counted(self._tally.found, 'solution')}"
        if self.tree.number - self.tree.done > number:
            rest = "the others were not all tried"
        which = "" if number == 1 else f", the first of them {first}"
        again = "" if self._ledger is None else "with the same ledger, which has the others, "
        what = f"{counted(number, 'part')} of the model failed{which} ({where.what}); {rest}"
        advice = f"try again {again}or with another backend, or give it more memory"
        return JobError(what, advice)

    def require_sums(self) -> None:
        """Raises a `CheckError` if a part had reported more solutions than its own parts have."""
        for name, below in self._tally.splits.items():
            known, found = self._tally.parts.get(name, 0), sum(map(self._tally.of, below))
            if known > found:
                what = f"a part has {known} solutions, and its own parts {found}"
                raise CheckError(what, "please report this")

    def _replace_by_parts(self, name: str, outcome: JobOutcome) -> None:
        """A part ran long: its own parts are to be searched instead."""
        below = self._parts_of(name, _PARTS_OF_A_PART)
        if below is None:
            self._whole.add(name)
            self._waiting.append(name)
            return
        self._replace(name, below, outcome.seconds, outcome.tries)
        self.listing.split(name, below)
        self._tally.splits[name] = tuple(below)
        self._waiting.extend(below)

    def _replace(self, name: str, below: Sequence[str], seconds: float, tries: int) -> None:
        """Puts its own parts into the place of a part, first of all in the ledger."""
        if self._ledger is not None:
            self._ledger.record(parse_name(name), list(below), seconds=seconds, tries=tries)
            self._ledger.settle(name)
        self.tree.split(name, below)

    def _parts_of(self, name: str, wanted: int) -> list[str] | None:
        """The names of the parts of a part, or None if it cannot be split."""
        part, weight = part_of_name(name), weight_of(name)
        found = [{**part, **more} for more in split(self._program.within(part), wanted)]
        names = [part_name(each, weight) for each in found]
        return None if names == [name] else names

    def _parts_of_choices(self, choices: Sequence[tuple[int, int]], wanted: int) -> list[str]:
        """The names of parts for choices of a column, and how many each counts for."""
        names: list[str] = []
        for column, weight in choices:
            name = part_name({column: (1, 1)}, weight)
            below = self._parts_of(name, -(-wanted // len(choices)))
            names += [name] if below is None else below
        return names

    def _patience(self) -> float:
        """How long a part may take: while there is enough to do, nobody waits for it."""
        mean = self._seconds / self._ended if self._ended else 0.0
        waiting = len(self._waiting) * mean / (2 * self._workers)
        return max(PATIENCE, waiting, (time.perf_counter() - self._begun) / 16)


# A job on a cluster gives its solutions when it ends, so it must not find too many.
_MOST_BYTES = 1 << 26


def require_portable(program: Program) -> None:
    """Raises unless other processes can be sent all of a program."""
    for operation in program.separated().values():
        if not operation.portable:
            what = f"the function {quoted(operation.word)} of lazy rows stays in this process"
            raise InputError(what, "use one worker, without a ledger or a cluster")


def search_parts(
    inquiry: Inquiry,
    *,
    report: Reporter,
    tally: Tally,
    visit: Visit | None = None,
    ledger: Ledger | None = None,
) -> Result:
    """Finds all solutions of a program, part by part, by as many processes as there are workers.

    A part that runs long is stopped and split, so that nobody waits for one worker in the end, and
    not too much is lost if everything ends too early. The backend searches each part by itself,
    with one worker. The tally is right at any moment, also when interrupted. Without a visitor,
    solutions are only counted; only then the counts of parts are noted in a ledger, those that are
    there already are taken from it, and of equivalent parts that the backend knows of, one is
    searched. The result has the last solution that was visited. If parts
    could not be searched, that is a `BackendError`; all others were, and a ledger has them.
    """
    program, backend, clock = inquiry.program, inquiry.backend, inquiry.clock
    require_portable(program)
    options, choices = clock.everything, []
    if visit is None and knows_all(backend, program):
        choices = backend.representatives(program, options)
    listing = Listing(visit, program.deciding)
    work = PartWork(program, options.workers, tally, listing, ledger, choices=choices)
    # Hints are variables of a model, which stays here.
    alone = replace(options, workers=1, time_limit=None, deadline=None, hint={}, cluster=None)
    most = _MOST_BYTES if visit is not None and options.cluster is not None else None
    shared = Shared(
        program.unnamed(), address(backend), alone, listing=visit is not None, most=most
    )
    tree = work.tree

    def go_on() -> bool:
        report(Progress(tally.found, tree.done, tree.number, share=tree.share))
        return clock.options() is not None and not listing.stopped

    version = backend.version()
    function = "ilpuzzles.queries.parallel:search_part"
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
