"""Runs jobs in worker processes that can be killed, and that never outlive the program."""

from __future__ import annotations

import _thread
import atexit
import itertools
import os
import pickle
import re
import selectors
import socket
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.jobs.files import private_folder
from ilpuzzles.jobs.job import (
    Event,
    EventQueue,
    Failed,
    Job,
    JobError,
    JobOutcome,
    Lost,
    Message,
    MessageKind,
    PendingJob,
    Plan,
    unpicklable,
)
from ilpuzzles.jobs.workers import WorkerProcess, Workers

LOCAL = "local"
MOST_WORKERS = 1024
_WAIT = 0.05
_NO_MORE = object()
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*\Z")
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d+\Z")

# Those whose thread is at work.
_open: set[Manager] = set()


class Manager:
    """Starts the workers, talks to them and ends them, all in one thread of its own.

    The caller's thread, where Ctrl-C can come between any two steps, starts no process and waits
    for none. And Linux kills a worker when the *thread* that started it ends.

    Args:
        plan: What the workers are to do.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Callable[[Any], Any]] = SimpleQueue()
        self._once = _thread.allocate_lock()
        self._finished = _thread.allocate_lock()
        self._alarm: socket.socket | None = None
        self._process = os.getpid()
        self._begun = False
        self.stopped = False
        self.ended = False
        self.failure: BaseException | None = None

    # In the caller's thread.

    def begin(self, run: EventQueue) -> None:
        """Begins a run, for which the thread is started if it is not there yet."""
        self._start()
        self._tell(lambda workers: workers.begin(run))

    def submit(self, task: PendingJob) -> None:
        """Adds a job to the run."""
        self._tell(lambda workers: workers.submit(task))

    def end(self, run: EventQueue) -> None:
        """Ends a run; jobs that are not finished are given up."""
        self._tell(lambda workers: workers.end(run))

    def wake(self) -> None:
        """Makes the thread look for what is new."""
        alarm = self._alarm
        if alarm is not None:
            # It may be full, which is as good, or closed, since nobody is to be woken.
            with suppress(OSError):
                alarm.send(b"!")

    def stop(self) -> None:
        """Tells the thread to end the workers, the folder, and itself."""
        self.stopped = True
        self.wake()

    def close(self) -> None:
        """Stops the thread and waits until it has ended, however often that is interrupted."""
        interruption: BaseException | None = None
        self.stopped = True
        # One that has not begun will do nothing. Nor is there one in the copy of a forked process.
        while self._begun and not self.ended and self._process == os.getpid():
            try:
                self.stop()
                self._finished.acquire(timeout=0.1)
            except BaseException as error:  # noqa: BLE001 - it is raised again below
                interruption = error
        if interruption is not None:
            raise interruption

    def _start(self) -> None:
        if not self._begun:
            # An interruption may come before or after the thread has begun: it sees to it itself
            # that there is only one.
            _thread.start_new_thread(self._live, ())

    def _tell(self, command: Callable[[Any], Any]) -> None:
        self._commands.put(command)
        self.wake()

    # In the manager's thread.

    def _live(self) -> None:
        if not self._once.acquire(blocking=False):
            return
        self._finished.acquire()
        # In this order: `close` first sets `stopped`, then asks whether it has begun.
        self._begun = True
        _open.add(self)
        try:
            if not self.stopped:
                self._work()
        except BaseException as error:  # noqa: BLE001 - it is raised by the run that waits
            self.failure = error
        finally:
            _open.discard(self)
            self.ended = True
            self._finished.release()

    def _work(self) -> None:
        with private_folder() as folder, selectors.DefaultSelector() as selector:
            self._manage(folder, selector)

    def _manage(self, folder: Path, selector: selectors.BaseSelector) -> None:
        hearing, alarm = socket.socketpair()
        with hearing, alarm:
            hearing.setblocking(False)
            alarm.setblocking(False)
            selector.register(hearing, selectors.EVENT_READ)
            workers = Workers(selector, self._plan, folder)
            self._alarm = alarm
            try:
                while not self.stopped:
                    self._obey(workers)
                    for key, ready in selector.select(workers.prepare()):
                        if isinstance(key.data, WorkerProcess):
                            workers.serve(key.data, ready)
                        else:
                            hearing.recv(4096)
                    workers.look_after()
            finally:
                self._alarm = None
                workers.close()

    def _obey(self, workers: Workers) -> None:
        with suppress(Empty):
            while True:
                self._commands.get_nowait()(workers)


@atexit.register
def _close_all() -> None:
    for manager in list(_open):
        manager.close()


class Pool:
    """Worker processes that call one function for many jobs.

    A worker that dies, whatever it dies of, costs nothing but time: its job is started again in
    another one. Workers start when there is something to do and stay until the pool is closed.
    They die with this process, even if it is killed (on Linux at once; elsewhere when no native
    code keeps them from noticing); only then may their temporary folder stay behind.

    What jobs print goes to standard error. What they put into temporary files, and what they start,
    goes away with the pool.

    Args:
        function: `module:name`. A worker calls it as `function(shared, argument, emit)`, where
            `emit(data)` hands something over before the job has ended.
        shared: What all jobs have in common; it is pickled once, and sent once to each worker.
        workers: How many jobs run side by side, 1 to 1024.
        tries: How often a job that ends its worker is started before it is given up.

    Raises:
        InputError: If an argument is wrong.

    Example:
        >>> with Pool("builtins:getattr", 3 + 4j, workers=2) as pool:
        ...     outcomes = pool.run([Job("a", "real"), Job("b", "imag")])
        ...     sorted((outcome.key, outcome.value) for outcome in outcomes)
        [('a', 3.0), ('b', 4.0)]
    """

    # How many jobs are taken for each worker: while one runs, the next one waits.
    _ahead = 2

    def __init__(self, function: str, shared: Any, workers: int, *, tries: int = 3) -> None:
        if not _FUNCTION.match(function):
            raise InputError(Problem(f"{quoted(function)} is no function", "write module:name"))
        if not 1 <= workers <= MOST_WORKERS:
            raise InputError(Problem(f"{workers} workers", f"ask for 1 to {MOST_WORKERS}"))
        if tries < 1:
            raise InputError(Problem(f"{tries} tries", "ask for at least 1"))
        try:
            packed = pickle.dumps(shared, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            raise InputError(unpicklable("what the jobs share", error)) from error
        self._workers = workers
        self._serials = itertools.count(1)
        self._active: EventQueue | None = None
        self._manager = self._managed(Plan(function, packed, workers, tries))
        # For a pool that is dropped; what is still open at exit is closed by `_close_all`.
        self._dropped = weakref.finalize(self, self._manager.stop)
        self._dropped.atexit = False

    def _managed(self, plan: Plan) -> Manager:
        """What starts the workers and talks to them; a pool elsewhere has another one."""
        return Manager(plan)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
        """Runs jobs and yields how each ended, in the order in which they end.

        What a job raises is part of its outcome. If the loop over the outcomes is left, the jobs
        that still run are killed. A pool can run one after the other, but not two at a time.

        Args:
            jobs: What to do. It is read in the caller's thread and only a little ahead, at most
                two for each worker (eight in a cluster), so it may be endless, or depend on what
                came before. Where it gives None, it has no job just now: it is asked again after
                the next outcome, and not any more once no job is in progress.
            received: Called in the caller's thread as `received(key, data)` for everything that a
                job emits, in that order, before the outcome of the job is yielded. **A job that is
                started again, since its worker died, emits from its beginning again**, so the
                receiver has to cope with hearing things twice.
            go_on: Asked before the first job and then, while waiting, at least every 0.1 s. When
                it says False, the run ends and the jobs that still run are killed.

        Yields:
            One outcome for each job.

        Raises:
            JobError: If no worker can be started or begin its work, the pool is closed, or another
                run has not ended.
            InputError: If two jobs that are in progress have the same name.
        """
        if self._active is not None:
            raise JobError(Problem("the pool is running jobs already", "end that run first"))
        handover = EventQueue()
        try:
            self._active = handover
            self._manager.begin(handover)
            yield from self._outcomes(iter(jobs), handover, received, go_on)
        finally:
            self._manager.end(handover)
            self._active = None

    def _outcomes(
        self,
        jobs: Iterator[Job | None],
        handover: EventQueue,
        received: Callable[[str, Any], None] | None,
        go_on: Callable[[], bool] | None,
    ) -> Iterator[JobOutcome]:
        keys: dict[int, str] = {}  # of the jobs in progress
        more, pausing, asked = True, False, -_WAIT
        while more or keys:
            if go_on is not None and time.monotonic() - asked >= _WAIT:
                if not go_on():
                    return
                asked = time.monotonic()
            room = more and not pausing and len(keys) < self._ahead * self._workers
            if room:
                job = next(jobs, _NO_MORE)
                if isinstance(job, Job):
                    failed = self._submit(job, keys)
                    if failed is not None:
                        yield failed
                else:
                    more, pausing = job is None and bool(keys), True
                    room = False
            event = handover.get(0.0 if room else _WAIT)
            if event is None:
                self._check()
                continue
            if handover.waited_for:
                self._manager.wake()
            outcome = _outcome(event, keys, received)
            if outcome is not None:
                yield outcome
                pausing = False

    def _submit(self, job: Job, keys: dict[int, str]) -> JobOutcome | None:
        """Hands a job over, or says why it cannot be."""
        if job.key in keys.values():
            what = f"two jobs have the name {quoted(job.key)}"
            raise InputError(Problem(what, "give each a name of its own"))
        try:
            argument = pickle.dumps(job.argument, pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001 - any class may fail to be pickled in its own way
            problem = unpicklable(f"the argument of job {quoted(job.key)}", error)
            return JobOutcome(job.key, None, JobError(problem), 0.0, 0)
        serial = next(self._serials)
        keys[serial] = job.key
        self._manager.submit(PendingJob(serial, argument))
        return None

    def _check(self) -> None:
        """There will be no more events if nobody is there to send them."""
        failure = self._manager.failure
        if isinstance(failure, Exception):
            raise failure
        if failure is not None or self._manager.stopped or self._manager.ended:
            raise JobError(Problem("the pool is closed", "make another one"))


def _outcome(
    event: Event, keys: dict[int, str], received: Callable[[str, Any], None] | None
) -> JobOutcome | None:
    """What an event means for the caller; None if it is not the end of a job."""
    if isinstance(event, Failed):
        raise event.error
    if isinstance(event, Lost):
        key = keys.pop(event.serial)
        times = "once" if event.tries == 1 else f"{event.tries} times"
        last = "" if event.tries == 1 else "the last time "
        what = f"job {quoted(key)} ended its worker {times}, {last}by {event.ending}"
        problem = Problem(what, "run it alone to see why, or give it more memory")
        return JobOutcome(key, None, JobError(problem), event.seconds, event.tries)
    message = event.message
    if message.kind is MessageKind.EMITTED:
        if received is not None:
            data = pickle.loads(message.payload)  # noqa: S301 - our worker's
            received(keys[message.serial], data)
        return None
    key = keys.pop(message.serial)
    value, error = _ended(key, message)
    return JobOutcome(key, value, error, message.seconds, event.tries)


def _ended(key: str, message: Message) -> tuple[Any, Exception | None]:
    """What a job returned, or what it raised."""
    try:
        content = pickle.loads(message.payload)  # noqa: S301 - our worker's
    except Exception as error:  # noqa: BLE001 - any class may fail to be unpickled in its own way
        what = f"what job {quoted(key)} returned"
        return None, JobError(unpicklable(what, error, "unpickled"))
    if message.kind is MessageKind.VALUE:
        return content, None
    packed, text = content
    try:
        return None, pickle.loads(packed)  # noqa: S301 - our worker's
    except Exception:  # noqa: BLE001 - as above; there is a text for this
        return None, JobError(Problem(f"job {quoted(key)} raised {text}"))


def require_place(cluster: str | None) -> None:
    """Raises unless a text names a place where jobs can run, as far as can be told from it.

    Raises:
        InputError: If it is neither `local` nor an address.

    Example:
        >>> require_place("tcp://10.0.0.7:8786")
        >>> require_place("far")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: cluster 'far'; say local, or tcp://HOST:PORT of a scheduler
    """
    if cluster not in {None, LOCAL} and not _ADDRESS.match(str(cluster)):
        what = f"cluster {quoted(cluster)}"
        raise InputError(Problem(what, "say local, or tcp://HOST:PORT of a scheduler"))


def open_pool(
    function: str, shared: Any, workers: int, cluster: str | None = None, tries: int = 3
) -> Pool:
    """A pool of workers, here or in a cluster; both are used alike.

    Args:
        function: `module:name`; see `Pool`.
        shared: What all jobs have in common.
        workers: How many jobs run side by side.
        cluster: None for processes of this machine, `local` for a Dask cluster that is started on
            this machine and ends with the pool, or the address of a Dask scheduler.
        tries: How often a job that ends its worker is started before it is given up.

    Raises:
        InputError: If an argument is wrong.
        ExtraMissingError: If Dask is needed and not installed.

    Example:
        >>> from ilpuzzles.jobs import Job
        >>> with open_pool("builtins:getattr", 3 + 4j, workers=1) as pool:
        ...     [outcome.value for outcome in pool.run([Job("a", "real")])]
        [3.0]
    """
    require_place(cluster)
    if cluster is None:
        return Pool(function, shared, workers, tries=tries)
    from ilpuzzles.jobs.cluster import ClusterPool  # noqa: PLC0415 - imported by those who want it

    return ClusterPool(function, shared, workers, cluster, tries=tries)
