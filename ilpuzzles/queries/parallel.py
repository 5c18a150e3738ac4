"""All solutions by several processes: each worker enumerates one part of the model at a time.

Workers run `search_part`; `SolutionRelay` passes their solutions on; `PartWork` knows which parts
are waiting, done, split or failed; `search_parts` is the whole search.
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
    part_name,
    part_of_name,
    split,
    split_key,
    weight_of,
)
from ilpuzzles.solvers.registry import Task, address, choose

if TYPE_CHECKING:
    from ilpuzzles.jobs.ledger import Ledger
    from ilpuzzles.queries.solve import Inquiry

# A worker hands its solutions over after so many batches, or so many seconds: people see progress
# ten times a second, and messages do not take longer than the search.
_BATCHES_HANDED_OVER = 256
_SECONDS_UNTIL_HANDED_OVER = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """The data that every worker gets once: the whole program, and the options of a search.

    Attributes:
        listing: Whether the solutions are wanted, or only their number.
        most_bytes: The size of the solutions after which to stop, or None.
    """

    program: Program
    backend: str | Backend
    options: Options
    listing: bool
    most_bytes: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PartJob:
    """A job: a part, and the seconds after which to stop, so that it is split."""

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
    batches: list[IntArray] = []
    number = 0
    handed_over_at = time.perf_counter()
    most = math.inf
    if shared.most_bytes is not None:
        bytes_of_solution = shared.program.variables * np.dtype(np.int64).itemsize
        most = max(1, shared.most_bytes // max(1, bytes_of_solution))

    def hand_over() -> None:
        if batches:
            emit(np.concatenate(batches))
            batches.clear()

    def keep(batch: IntArray) -> bool:
        """Keeps solutions, shape (solutions, columns); returns whether to go on."""
        nonlocal number, handed_over_at
        number += len(batch)
        if shared.listing:
            batches.append(batch)
        seconds = time.perf_counter() - handed_over_at
        if len(batches) >= _BATCHES_HANDED_OVER or seconds > _SECONDS_UNTIL_HANDED_OVER:
            if not shared.listing:
                emit(number)
            hand_over()
            handed_over_at = time.perf_counter()
        return number < most

    program = shared.program.within(piece.part)
    options = replace(shared.options, time_limit=piece.seconds, deadline=None)
    backend = choose(shared.backend, shared.program, Task.ALL, options).backend
    result = enumerate_alone(program, keep, backend, Clock(options))
    if result.status is Status.ERROR or (not result.complete and result.limit is Limit.NONE):
        why = ", ".join(filter(None, [result.status.value, result.message]))
        what = f"{result.backend} did not finish one part of the search: {why}"
        raise BackendError(what, "try another backend")
    hand_over()
    return number, result.version, Limit.NONE if result.complete else result.limit


class SolutionRelay:
    """Passes solutions on, each once: a worker that was started again lists all of its part anew.

    Parts are known by their names. Without a visitor, solutions are only counted. Two solutions are
    the same if their `deciding` columns have the same values; without these, all columns count.

    Attributes:
        last: The last solution that was passed on; None as long as there is none.
        stopped: Whether the visitor has had enough.
    """

    def __init__(self, visit: Visit | None, deciding: npt.NDArray[np.bool_] | None = None) -> None:
        self._visit = visit
        self._deciding = deciding
        # Of every part that is not done: digests of the solutions that it has listed, and of those
        # that were listed by the larger parts from which it was split off.
        self._seen: dict[str, set[bytes]] = {}
        self._before: dict[str, tuple[set[bytes], ...]] = {}
        self.last: IntArray | None = None
        self.stopped = False

    def receive(self, key: str, solutions: IntArray) -> int:
        """Passes on the new solutions of a part; returns how many it has listed by now."""
        part = part_of_name(key)
        bounds = np.array(list(part.values()), dtype=np.int64).reshape(-1, 2)
        chosen = solutions[:, list(part)]
        # Parts are disjoint: a solution within its own part is in no other one's list.
        if ((chosen < bounds[:, 0]) | (chosen > bounds[:, 1])).any():
            raise CheckError("a solution lies outside its part of the model", "please report this")
        seen = self._seen.setdefault(key, set())
        before = self._before.get(key, ())
        for values in solutions:
            digest = digest_of(values if self._deciding is None else values[self._deciding])
            if digest in seen or self.stopped or self._visit is None:
                continue
            seen.add(digest)
            if any(digest in seen_before for seen_before in before):
                continue
            self.last = values
            self.stopped = self._visit(values) is False
        return len(seen)

    def split(self, key: str, below: Iterable[str]) -> None:
        """Notes that a part is split: its own parts will list again what it has listed."""
        before = self._before.pop(key, ())
        seen = self._seen.pop(key, None)
        for name in below:
            self._before[name] = (*before, seen) if seen else before

    def finish(self, key: str, number: int) -> None:
        """Checks that a part has listed as many solutions as it has counted."""
        listed = len(self._seen.pop(key, ()))
        self._before.pop(key, None)
        if self._visit is not None and not self.stopped and listed != number:
            what = f"a part has {number} solutions, and {listed} were listed"
            raise CheckError(what, "please report this")


# So many parts that the last one ends soon after the others, and so few that starting them costs
# little; the same parts for up to four workers.
_PARTS_PER_WORKER = 16
_FEWEST_PARTS = 64
# The number of parts into which a part is split that ran long.
_PARTS_OF_A_PART = 16

# The seconds that every part may take before it is split.
SECONDS_UNTIL_SPLIT = 10.0
# It may take longer for this share of the seconds that the waiting parts will take, or that the
# whole search has taken: no worker waits much longer than that for another one in the end.
_SHARE_OF_WAITING = 1 / 2
_SHARE_OF_TIME_SO_FAR = 1 / 16

# These limits say that a part is too large, not that the whole search is to end.
_LIMITS_OF_PARTS = {Limit.TIME, Limit.SOLUTIONS, Limit.MEMORY}
# If so many parts fail and none succeeds, the others will not either.
_FAILURES_UNTIL_HOPELESS = 3


class PartWork:
    """The parts of a program, as jobs for a pool; a ledger notes counts and splits.

    Attributes:
        relay: Passes the solutions of all parts on.
        tree: The parts that are open, done or split.
        limits: The limits that kept parts from being finished.
        failed: The parts that could not be searched, with the reasons.
    """

    def __init__(
        self,
        program: Program,
        workers: int,
        tally: Tally,
        relay: SolutionRelay,
        ledger: Ledger | None,
        *,
        choices: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Splits the program, or goes on with the parts of a ledger.

        Each of `choices`, if there are any, is a column and how many equivalent choices it counts
        for; the first parts are those in which one of these columns is chosen.
        """
        self._program = program
        self._workers = workers
        self._tally = tally
        self._ledger = ledger
        self.relay = relay
        self.limits: list[Limit] = []
        self.failed: dict[str, Exception] = {}
        self._begun = time.perf_counter()
        self._parts_ended = 0
        self._seconds_of_parts = 0.0
        self._running: set[str] = set()
        self._indivisible: set[str] = set()
        self.tree = PartTree({} if ledger is None else ledger.finished())
        if self.tree.left == [EVERYTHING]:
            wanted = max(_FEWEST_PARTS, _PARTS_PER_WORKER * workers)
            below = self._parts_of_choices(choices, wanted) or self._parts_of(EVERYTHING, wanted)
            if below is not None:
                self._replace(EVERYTHING, below, 0.0, 1)
        tally.splits = dict(self.tree.splits)
        tally.parts = dict(self.tree.counts)
        # Parts that failed before may fail again: all others are searched first.
        failed_before = {} if ledger is None else ledger.failures()
        self._waiting = deque(sorted(self.tree.left, key=lambda name: name in failed_before))

    def jobs(self) -> Iterator[Job | None]:
        """Yields the parts to search; None where more may follow once a running part has ended."""
        while self._waiting or self._running:
            is_hopeless = len(self.failed) >= _FAILURES_UNTIL_HOPELESS and self.tree.done == 0
            if is_hopeless or not self._waiting:
                yield None
                continue
            name = self._waiting.popleft()
            self._running.add(name)
            seconds = None if name in self._indivisible else self._patience()
            yield Job(name, PartJob(part_of_name(name), seconds))

    def receive(self, name: str, data: int | IntArray) -> None:
        """Takes the solutions, or their number, that a job has emitted."""
        number = data if isinstance(data, int) else self.relay.receive(name, data)
        # A worker that was started again begins anew.
        number *= weight_of(name)
        self._tally.parts[name] = max(number, self._tally.parts.get(name, 0))

    def settle(self, outcome: JobOutcome) -> str | None:
        """Takes the outcome of a job; returns the version of the solver, where it is known."""
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
        self._parts_ended += 1
        self._seconds_of_parts += outcome.seconds
        if limit is Limit.NONE:
            self.relay.finish(name, number)
            number *= weight_of(name)
            self._tally.parts[name] = number
            if self._ledger is not None:
                self._ledger.record(name, number, seconds=outcome.seconds, tries=outcome.tries)
            self.tree.finish(name, number)
        elif limit in _LIMITS_OF_PARTS and name not in self._indivisible:
            self._replace_by_parts(name, outcome)
        else:
            self.limits.append(limit)
        return str(version)

    def failure(self) -> JobError:
        """Returns the error about the parts that failed."""
        first, error = next(iter(self.failed.items()))
        number = len(self.failed)
        problem = error.problems[0] if isinstance(error, BackendError) else Problem(str(error))
        others = f"the others have {counted(self._tally.found, 'solution')}"
        if self.tree.number - self.tree.done > number:
            others = "the others were not all tried"
        which = "" if number == 1 else f", the first of them {first}"
        again = "" if self._ledger is None else "with the same ledger, which has the others, "
        what = f"{counted(number, 'part')} of the model failed{which} ({problem.what}); {others}"
        advice = f"try again {again}or with another backend, or give it more memory"
        return JobError(what, advice)

    def require_sums(self) -> None:
        """Raises a `CheckError` if a part had reported more solutions than its own parts have."""
        for name, below in self._tally.splits.items():
            reported = self._tally.parts.get(name, 0)
            number = sum(map(self._tally.of, below))
            if reported > number:
                what = f"a part has {reported} solutions, and its own parts {number}"
                raise CheckError(what, "please report this")

    def _replace_by_parts(self, name: str, outcome: JobOutcome) -> None:
        """Splits a part that ran long: its own parts are searched instead."""
        below = self._parts_of(name, _PARTS_OF_A_PART)
        if below is None:
            self._indivisible.add(name)
            self._waiting.append(name)
            return
        self._replace(name, below, outcome.seconds, outcome.tries)
        self.relay.split(name, below)
        self._tally.splits[name] = tuple(below)
        self._waiting.extend(below)

    def _replace(self, name: str, below: Sequence[str], seconds: float, tries: int) -> None:
        """Puts its own parts into the place of a part, first of all in the ledger."""
        if self._ledger is not None:
            self._ledger.record(split_key(name), list(below), seconds=seconds, tries=tries)
            self._ledger.settle(name)
        self.tree.split(name, below)

    def _parts_of(self, name: str, wanted: int) -> list[str] | None:
        """Returns the names of the parts of a part, or None if it cannot be split."""
        part = part_of_name(name)
        weight = weight_of(name)
        narrower = split(self._program.within(part), wanted)
        names = [part_name({**part, **bounds}, weight) for bounds in narrower]
        return None if names == [name] else names

    def _parts_of_choices(self, choices: Sequence[tuple[int, int]], wanted: int) -> list[str]:
        """Returns the names of parts in which a column is chosen; each counts for several."""
        names: list[str] = []
        for column, weight in choices:
            name = part_name({column: (1, 1)}, weight)
            below = self._parts_of(name, math.ceil(wanted / len(choices)))
            names += [name] if below is None else below
        return names

    def _patience(self) -> float:
        """Returns the seconds that a part may take: longer while others keep the workers busy."""
        mean = self._seconds_of_parts / self._parts_ended if self._parts_ended else 0.0
        seconds_of_waiting = len(self._waiting) * mean / self._workers
        seconds_so_far = time.perf_counter() - self._begun
        return max(
            SECONDS_UNTIL_SPLIT,
            _SHARE_OF_WAITING * seconds_of_waiting,
            _SHARE_OF_TIME_SO_FAR * seconds_so_far,
        )


# A job on a cluster gives its solutions when it ends, so it must not find more than 64 MB of them.
_MOST_BYTES_OF_CLUSTER_JOB = 1 << 26


def require_portable(program: Program) -> None:
    """Raises an `InputError` unless all of a program can be sent to other processes."""
    for operation in program.separated().values():
        if not operation.portable:
            what = f"the function {quoted(operation.word)} of lazy rows runs in this process only"
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

    A part that runs long is stopped and split, so that at the end all workers are busy, and not too
    much is lost if everything ends too early. The backend searches each part by itself, with one
    worker. The tally is right at any moment, also when interrupted. Without a visitor, solutions
    are only counted; only then the counts of parts are noted in a ledger, those that are there
    already are taken from it, and of equivalent parts that the backend knows of, one is searched.

    Returns:
        The result, with the last solution that was visited.

    Raises:
        BackendError: If parts could not be searched; all others were, and a ledger has them.
    """
    program = inquiry.program
    backend = inquiry.backend
    clock = inquiry.clock
    require_portable(program)
    options = clock.everything
    lists = visit is not None
    choices: Sequence[tuple[int, int]] = []
    if not lists and knows_all(backend, program):
        choices = backend.representatives(program, options)
    relay = SolutionRelay(visit, program.deciding)
    work = PartWork(program, options.workers, tally, relay, ledger, choices=choices)
    # Hints are variables of a model, which stays here.
    alone = replace(options, workers=1, time_limit=None, deadline=None, hint={}, cluster=None)
    shared = Shared(
        program.unnamed(),
        address(backend),
        alone,
        listing=lists,
        most_bytes=_MOST_BYTES_OF_CLUSTER_JOB if lists and options.cluster is not None else None,
    )
    tree = work.tree

    def go_on() -> bool:
        report(Progress(tally.found, tree.done, tree.number, share=tree.share))
        return clock.options() is not None and not relay.stopped

    version = backend.version()
    function = "ilpuzzles.queries.parallel:search_part"
    with open_pool(function, shared, options.workers, cluster=options.cluster) as pool:
        for outcome in pool.run(work.jobs(), received=work.receive, go_on=go_on):
            version = work.settle(outcome) or version
    if work.failed:
        raise work.failure()
    limit = Limit.SOLUTIONS if relay.stopped else next(iter(work.limits), Limit.TIME)
    complete = not tree.left and not relay.stopped
    if complete:
        work.require_sums()
    status_of_none = Status.INFEASIBLE if complete else Status.UNKNOWN
    status = Status.OPTIMAL if tally.found else status_of_none
    return replace(
        out_of_time(backend, None),
        version=version,
        status=status,
        limit=Limit.NONE if complete else limit,
        values=relay.last,
        complete=complete,
    )
