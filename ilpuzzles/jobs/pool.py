"""A pool: jobs that run in worker processes that can be killed, and never outlive the program."""

from __future__ import annotations

import itertools
import pickle
import re
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Self

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.extras import require_extra
from ilpuzzles.jobs.frames import Message, MessageKind
from ilpuzzles.jobs.job import (
    Event,
    EventQueue,
    Failed,
    Job,
    JobError,
    JobOutcome,
    Lost,
    PendingJob,
    Plan,
    unpicklable,
)
from ilpuzzles.jobs.manager import Manager

MOST_WORKERS = 1024
"""The most workers of a pool: a process may usually have as many files open, and each takes one."""
# The pause between two questions to the caller of a run whether to go on.
_WAIT_SECONDS = 0.05
# Stands for the end of the jobs.
_NO_MORE = object()
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*\Z")
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d+\Z")


class Pool:
    """Worker processes that call one function for many jobs.

    A worker that dies, for whatever reason, costs nothing but time: its job is started again in
    another one. Workers start when there is something to do and stay until the pool is closed.
    They die with this process, even if it is killed (on Linux at once; elsewhere when no native
    code keeps them from noticing); only then may their temporary folder stay behind.

    What jobs print goes to standard error. What they put into temporary files, and what they start,
    goes away with the pool.

    Args:
        function: `module:name`. A worker calls it as `function(shared, argument, emit)`, where
            `emit(data)` hands something over before the job has ended.
        shared: The data that all jobs share; they are pickled once, and sent once to each worker.
        workers: The number of jobs that run side by side, 1 to 1024.
        tries: How often a job that ends its worker is started before it is given up.
        manager: The class that starts workers and talks to them; see `open_pool` for a cluster.

    Raises:
        InputError: If an argument is wrong.

    Example:
        >>> with Pool("builtins:getattr", 3 + 4j, workers=2) as pool:
        ...     outcomes = pool.run([Job("a", "real"), Job("b", "imag")])
        ...     sorted((outcome.key, outcome.value) for outcome in outcomes)
        [('a', 3.0), ('b', 4.0)]
    """

    def __init__(
        self,
        function: str,
        shared: Any,
        workers: int,
        *,
        tries: int = 3,
        manager: Callable[[Plan], Manager] = Manager,
    ) -> None:
        if not _FUNCTION.match(function):
            raise InputError(f"{quoted(function)} is not a function", "write module:name")
        if not 1 <= workers <= MOST_WORKERS:
            raise InputError(
                f"the number of workers must be between 1 and {MOST_WORKERS}, got {workers}"
            )
        if tries < 1:
            raise InputError(f"the number of tries must be 1 or more, got {tries}")
        try:
            packed = pickle.dumps(shared, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            raise InputError(unpicklable("what the jobs share", error)) from error
        self._serials = itertools.count(1)
        self._active: EventQueue | None = None
        self._manager = manager(Plan(function, packed, workers, tries))
        self._most_taken = self._manager.ahead * workers
        # For a pool that is dropped; pools that are open at exit are closed by their managers.
        self._dropped = weakref.finalize(self, self._manager.stop)
        self._dropped.atexit = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        try:
            self.close()
        finally:
            # Again, for an interruption that came before the first had begun.
            self.close()

    def close(self) -> None:
        """Ends the workers and removes their temporary folder; may be called again.

        They get a moment to clean up. If waiting for them is interrupted, the interruption goes on
        once they are gone.
        """
        self._manager.close()
        self._dropped.detach()

    def run(
        self,
        jobs: Iterable[Job | None],
        *,
        received: Callable[[str, Any], None] | None = None,
        go_on: Callable[[], bool] | None = None,
    ) -> Iterator[JobOutcome]:
        """Runs jobs, and yields the outcome of each, in the order in which they end.

        What a job raises is part of its outcome. If the loop over the outcomes is left, the jobs
        that still run are killed. A pool can run one after the other, but not two at a time.

        Args:
            jobs: The jobs. They are read in the caller's thread and only a little ahead, at most
                two for each worker (eight in a cluster), so they may be endless, or depend on
                outcomes. None stands for no job just now: the next one is asked for after
                the next outcome, and none any more once no job is in progress.
            received: Called in the caller's thread as `received(key, data)` for everything that a
                job emits, in that order, before the outcome of the job is yielded. **A job that is
                started again, since its worker died, emits from its beginning again**, so the
                receiver has to cope with hearing things twice.
            go_on: Asked before the first job and then, while waiting, at least every 0.1 s. Once
                it returns False, the run ends and the jobs that still run are killed.

        Yields:
            One outcome for each job.

        Raises:
            JobError: If no worker can be started or begin its work, the pool is closed, or another
                run has not ended.
            InputError: If two jobs that are in progress have the same name.
        """
        if self._active is not None:
            raise JobError("the pool is already running jobs", "end that run first")
        events = EventQueue()
        try:
            self._active = events
            self._manager.begin(events)
            yield from self._outcomes(iter(jobs), events, received, go_on)
        finally:
            self._manager.end(events)
            self._active = None

    def _outcomes(
        self,
        jobs: Iterator[Job | None],
        events: EventQueue,
        received: Callable[[str, Any], None] | None,
        go_on: Callable[[], bool] | None,
    ) -> Iterator[JobOutcome]:
        keys: dict[int, str] = {}  # of the jobs in progress
        may_come = True  # whether there may be more jobs
        pausing = False  # whether the next one is asked for only after an outcome
        last_asked = -_WAIT_SECONDS
        while may_come or keys:
            if go_on is not None and time.monotonic() - last_asked >= _WAIT_SECONDS:
                if not go_on():
                    return
                last_asked = time.monotonic()
            has_taken_job = False
            if may_come and not pausing and len(keys) < self._most_taken:
                job = next(jobs, _NO_MORE)
                if isinstance(job, Job):
                    has_taken_job = True
                    failure = self._submit(job, keys)
                    if failure is not None:
                        yield failure
                else:
                    may_come = job is None and bool(keys)
                    pausing = True
            event = events.get(0.0 if has_taken_job else _WAIT_SECONDS)
            if event is None:
                self._require_manager()
                continue
            if events.is_waited_for:
                self._manager.wake()
            outcome = _outcome(event, keys, received)
            if outcome is not None:
                yield outcome
                pausing = False

    def _submit(self, job: Job, keys: dict[int, str]) -> JobOutcome | None:
        """Hands a job over; returns its outcome if that cannot be done."""
        if job.key in keys.values():
            raise InputError(f"two jobs have the name {quoted(job.key)}", "give each its own name")
        try:
            argument = pickle.dumps(job.argument, pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001 - any class may fail to be pickled in its own way
            problem = unpicklable(f"the argument of job {quoted(job.key)}", error)
            return JobOutcome(job.key, None, JobError(problem), 0.0, 0)
        serial = next(self._serials)
        keys[serial] = job.key
        self._manager.submit(PendingJob(serial, argument))
        return None

    def _require_manager(self) -> None:
        """Raises if the thread has ended that sends events."""
        failure = self._manager.failure
        if isinstance(failure, Exception):
            raise failure
        if failure is not None or self._manager.stopped or self._manager.ended:
            raise JobError("the pool is closed", "make another one")


def _outcome(
    event: Event, keys: dict[int, str], received: Callable[[str, Any], None] | None
) -> JobOutcome | None:
    """The outcome of a job that an event is about; None if the job goes on."""
    if isinstance(event, Failed):
        raise event.error
    if isinstance(event, Lost):
        key = keys.pop(event.serial)
        times = "once, by" if event.tries == 1 else f"{event.tries} times, the last time by"
        what = f"job {quoted(key)} ended its worker {times} {event.ending}"
        problem = Problem(what, "run it alone to see why, or give it more memory")
        return JobOutcome(key, None, JobError(problem), event.seconds, event.tries)
    message = event.message
    if message.kind is MessageKind.EMITTED:
        if received is not None:
            data = pickle.loads(message.payload)  # noqa: S301 - our worker's
            received(keys[message.serial], data)
        return None
    key = keys.pop(message.serial)
    value, error = _outcome_of(key, message)
    return JobOutcome(key, value, error, message.seconds, event.tries)


def _outcome_of(key: str, message: Message) -> tuple[Any, Exception | None]:
    """The value that a job returned, and the error that it raised; one of them is None."""
    try:
        content = pickle.loads(message.payload)  # noqa: S301 - our worker's
    except Exception as error:  # noqa: BLE001 - any class may fail to be unpickled in its own way
        return None, JobError(unpicklable(f"what job {quoted(key)} returned", error, "unpickled"))
    if message.kind is MessageKind.VALUE:
        return content, None
    packed, text = content
    try:
        return None, pickle.loads(packed)  # noqa: S301 - our worker's
    except Exception:  # noqa: BLE001 - as above; there is a text for this
        return None, JobError(f"job {quoted(key)} raised {text}")


def require_place(cluster: str | None) -> None:
    """Requires the address of a scheduler, and Dask, if a pool is to run on a cluster.

    Raises:
        InputError: If it is not an address.
        ExtraMissingError: If Dask is needed and not installed.
    """
    if cluster is None:
        return
    if not _ADDRESS.match(str(cluster)):
        what = f"{quoted(cluster)} is not the address of a cluster"
        advice = "write the tcp://HOST:PORT or tls://HOST:PORT of a scheduler"
        if cluster == "local":
            advice = "local clusters are no longer started; use workers, without a cluster"
        raise InputError(what, advice)
    # Before anything is made for the run, such as its ledger.
    require_extra("distributed", "cluster", "a cluster")


def open_pool(
    function: str, shared: Any, workers: int, cluster: str | None = None, tries: int = 3
) -> Pool:
    """A pool of workers, here or in a cluster; both are used alike.

    In a cluster, what jobs emit comes when they end. Jobs that still run there when a run is left
    go on to their end, and their outcomes are forgotten.

    Args:
        function: `module:name`; see `Pool`. The workers import it.
        shared: The data that all jobs share.
        workers: The number of jobs that run side by side.
        cluster: None for processes of this machine, or the address of a Dask scheduler.
        tries: How often a job that ends its worker is started before it is given up. If it ran
            beside other jobs of a worker of a cluster, that start does not count.

    Raises:
        InputError: If an argument is wrong.
        ExtraMissingError: If Dask is needed and not installed.

    Example:
        >>> with open_pool("builtins:getattr", 3 + 4j, workers=1) as pool:
        ...     [outcome.value for outcome in pool.run([Job("a", "real")])]
        [3.0]
    """
    require_place(cluster)
    if cluster is None:
        return Pool(function, shared, workers, tries=tries)
    # Few want a cluster, and its module loads asyncio.
    from ilpuzzles.jobs.cluster import ClusterManager  # noqa: PLC0415

    manager = partial(ClusterManager, scheduler=cluster)
    return Pool(function, shared, workers, tries=tries, manager=manager)
