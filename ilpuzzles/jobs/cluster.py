"""Runs jobs in a Dask cluster, with everything else as in a `Pool`."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ilpuzzles.extras import require_extra
from ilpuzzles.jobs.cluster_worker import run_in_cluster, surroundings
from ilpuzzles.jobs.frames import Message, MessageKind
from ilpuzzles.jobs.job import (
    Arrived,
    EventQueue,
    JobError,
    PendingJob,
    Plan,
    in_one_line,
)
from ilpuzzles.jobs.manager import Manager
from ilpuzzles.jobs.workers import Dispatcher

# The pause between two looks for jobs and for the end of the pool, unless news wakes the manager.
_WAIT_SECONDS = 0.1
# The time that a scheduler has to answer. Dask itself waits for 30 s, too long for a typing error.
_CONNECTION_SECONDS = 5.0
# The time that the first worker has to appear. If it was started together with the scheduler, it
# has to import Dask first, which takes seconds on a busy machine.
_FIRST_WORKER_SECONDS = 15.0
# The pause between two requests for the list of workers, which shows that one is gone.
POLL_SECONDS = 0.25
# The time without any worker after which a run is given up; a site may need it to replace some.
_NO_WORKER_SECONDS = 60.0
# The time that a client has to say goodbye to the scheduler, and to close.
_FAREWELL_SECONDS = 1
_CLOSING_SECONDS = 2
# A worker gets several jobs at a time, so many for each of its threads, only while a job takes no
# longer on average than its way there and back: 30 to 60 ms with a scheduler on the same machine.
_SHORT_JOB_SECONDS = 0.05
_JOBS_PER_THREAD = 8
# The average is one of the last ten jobs or so.
_WEIGHT_OF_LAST_JOB = 0.1
# The loggers that tell of the end of a connection as of an error.
_NOISY_LOGGERS = {"distributed", "tornado"}


class ClusterManager(Manager):
    """The thread that talks to the scheduler at an address."""

    ahead = 8
    """The number of jobs taken for each worker: their way there takes longer than short ones do."""

    def __init__(self, plan: Plan, scheduler: str) -> None:
        require_extra("distributed", "cluster", "a cluster")
        super().__init__(plan)
        self._scheduler = scheduler
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()

    # In the caller's thread.

    def wake(self) -> None:
        """Makes the thread look for what is new."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it may be closed
                loop.call_soon_threadsafe(self._news.set)

    # In the manager's thread.

    def _work(self) -> None:
        with quiet_dask():  # which is loaded since this was made
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        # Dask leaves errors behind that mean nothing. They would be logged whenever memory is
        # cleared up, in any thread: in the middle of `ast.parse`, that makes Python itself fail.
        self._loop.set_exception_handler(lambda _loop, _context: None)
        try:
            await self._use(self._scheduler)
        finally:
            self._loop = None

    async def _use(self, address: str) -> None:
        client = await self._unless_stopped(connected(address))
        if client is None:
            return
        try:
            await self._unless_stopped(require_fit(client, address))
            workers = ClusterWorkers(client, self._plan, self.wake)
            while not self.stopped:
                while not self._commands.empty():
                    self._commands.get_nowait()(workers)
                await self._unless_stopped(workers.send_jobs())
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._news.wait(), _WAIT_SECONDS)
                self._news.clear()
        except OSError:
            what = f"the scheduler at {address} is gone"
            raise JobError(what, "start it, then run this again") from None
        finally:
            await close_client(client)

    async def _unless_stopped(self, work: Any) -> Any:
        """The result of some work; None if the pool is closed before it is done."""
        task = asyncio.ensure_future(work)
        while not task.done():
            await asyncio.wait([task], timeout=_WAIT_SECONDS)
            if self.stopped and not task.done():
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
                return None
        return task.result()


async def close_client(client: Any) -> None:
    """Closes a client, whatever goes wrong with that."""
    with suppress(Exception):
        await asyncio.wait_for(client.close(timeout=_FAREWELL_SECONDS), _CLOSING_SECONDS)


async def connected(address: str) -> Any:
    """A client of a scheduler, which has to answer."""
    client = require_extra("distributed", "cluster", "a cluster").Client(
        address,
        asynchronous=True,
        set_as_default=False,
        timeout=_CONNECTION_SECONDS,
        name=f"ilpuzzles-{os.getpid()}",
    )
    try:
        await client
    except Exception as error:  # noqa: BLE001 - another program may answer anything
        await close_client(client)
        what = f"no scheduler answers at {address}"
        if not isinstance(error, OSError | TimeoutError):
            # Another version of Dask may be there, or another program.
            what = f"no scheduler of this Dask version answers at {address} ({in_one_line(error)})"
        raise JobError(what, "start one with 'dask scheduler', or check the address") from None
    return client


async def require_fit(client: Any, address: str) -> None:
    """Requires a scheduler to have workers, all with the versions of this process."""
    waited = 0.0
    while not await client.nthreads():
        if waited >= _FIRST_WORKER_SECONDS:
            what = f"the scheduler at {address} has no workers"
            raise JobError(what, f"start some with 'dask worker {address}'")
        await asyncio.sleep(_WAIT_SECONDS)
        waited += _WAIT_SECONDS
    advice = "install the same versions there as here"
    try:
        versions_of: dict[str, Any] = await client.run(surroundings, on_error="return")
    except Exception as error:  # noqa: BLE001 - whatever goes wrong there comes from here
        what = f"the cluster at {address} cannot run ilpuzzles ({in_one_line(error)})"
        raise JobError(what, advice) from None
    for worker, versions in sorted(versions_of.items()):
        if not isinstance(versions, dict):
            what = f"worker {worker} cannot run ilpuzzles ({in_one_line(versions)})"
            raise JobError(what, advice)
        for name, wanted in surroundings().items():
            if versions.get(name) != wanted:
                what = f"worker {worker} has {name} {versions.get(name)}, not {wanted}"
                raise JobError(what, advice)


@dataclass(eq=False, slots=True)
class _SentJob:
    """A job that was sent to a worker."""

    task: PendingJob
    address: str
    future: Any = None
    waiter: asyncio.Task[None] | None = None


class ClusterWorkers(Dispatcher):
    """The workers of a cluster, the jobs that each of them has, and the jobs of lost workers.

    Dask could choose the workers itself, and start jobs of dead ones again. Then a job that waits
    for a worker is blamed with the one that ends it, and nobody knows how often a job was started.
    `client` is an asynchronous one; `wake` is called when there is something new.
    """

    def __init__(self, client: Any, plan: Plan, wake: Callable[[], None]) -> None:
        super().__init__(plan)
        self._client = client
        self._wake = wake
        self._digest = blake2b(plan.function.encode() + plan.shared, digest_size=16).hexdigest()
        self._settings = require_extra("dask", "cluster", "a cluster").config
        self._alone: set[int] = set()  # jobs that were beside another one when a worker died
        self._sent: dict[int, _SentJob] = {}
        self._threads: dict[str, int] = {}
        self._next_poll = 0.0
        # When there last was a worker, by `time.monotonic`.
        self._last_worker_time = time.monotonic()
        # How long a job takes, in seconds.
        self._mean: float | None = None
        self._calls = 0

    def end(self, run: EventQueue) -> None:
        """Gives up the jobs of a run that are not finished."""
        if self._run is run:
            self._run = None
            self._waiting.clear()
            for sent in list(self._sent.values()):
                self._let_go(sent)

    async def send_jobs(self) -> None:
        """Takes back the jobs of workers that are gone, and sends those that wait to others."""
        if not self._waiting and not self._sent:
            return
        if time.monotonic() >= self._next_poll:
            await self._poll()
        if self._threads:
            self._last_worker_time = time.monotonic()
        elif time.monotonic() - self._last_worker_time > _NO_WORKER_SECONDS:
            self._fail("the cluster has no workers any more", "see why they ended, or start some")
        while self._waiting and (address := self._free_worker(self._waiting[0])) is not None:
            sent = _SentJob(self._waiting.popleft(), address)
            sent.task.begun = time.monotonic()
            self._sent[sent.task.serial] = sent
            sent.waiter = asyncio.ensure_future(self._wait_for(sent))

    async def _poll(self) -> None:
        """Asks which workers there are, and takes back the jobs of those that are gone."""
        self._threads = dict(await self._client.nthreads())
        self._next_poll = time.monotonic() + POLL_SECONDS
        lost: set[str] = set()
        for sent in self._sent.values():
            # A job may be cancelled although its worker is there, or there again by its address.
            was_cancelled = sent.waiter is not None and sent.waiter.done()
            if was_cancelled or sent.address not in self._threads:
                lost.add(sent.address)
        for address in lost:
            self._threads.pop(address, None)
            self._lose_worker(address)

    def _free_worker(self, task: PendingJob) -> str | None:
        """The worker with the fewest jobs of those that may have this job as well."""
        serials_at: dict[str, list[int]] = {address: [] for address in self._threads}
        for sent in self._sent.values():
            serials_at.setdefault(sent.address, []).append(sent.task.serial)
        are_short = self._mean is not None and self._mean < _SHORT_JOB_SECONDS
        jobs_per_thread = _JOBS_PER_THREAD if are_short else 1
        if len(self._sent) >= self._plan.workers * jobs_per_thread:
            return None
        for address in sorted(self._threads, key=lambda name: (len(serials_at[name]), name)):
            serials = serials_at[address]
            if not serials:
                return address
            if task.serial in self._alone or not self._alone.isdisjoint(serials):
                continue
            if len(serials) < self._threads[address] * jobs_per_thread:
                return address
        return None

    async def _wait_for(self, sent: _SentJob) -> None:
        """Waits for the end of a job."""
        try:
            messages = await self._result_of(sent, None)
            if messages is None:
                messages = await self._result_of(sent, self._plan.shared)
        except Exception as error:  # noqa: BLE001 - all that Dask may raise means one of these
            if type(error).__name__ not in {"KilledWorker", "FutureCancelledError"}:
                self._fail(
                    f"the cluster cannot run the job ({in_one_line(error)})",
                    "install the same version of ilpuzzles everywhere",
                )
                return
            self._next_poll = 0.0
            if type(error).__name__ == "KilledWorker" and self._sent.get(sent.task.serial) is sent:
                self._threads.pop(sent.address, None)
                self._lose_worker(sent.address)
            self._wake()
            return
        if self._sent.get(sent.task.serial) is sent:
            del self._sent[sent.task.serial]
            self._alone.discard(sent.task.serial)
            sent.task.tries += 1
            self._receive(sent.task, messages or [])
        self._wake()

    async def _result_of(self, sent: _SentJob, shared: bytes | None) -> list[Message] | None:
        """The messages of a job; None if the worker lacks the data that jobs share."""
        task = sent.task
        self._calls += 1
        # The digest is of this pool, so that no name is that of another client's job.
        key = f"ilpuzzles-{self._digest}-{id(self):x}-{self._client.id}-{self._calls}"
        # Dask warns of large data. These come to every worker once.
        with self._settings.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
            sent.future = self._client.submit(
                run_in_cluster,
                self._plan.function,
                self._digest,
                shared,
                task.serial,
                task.argument,
                key=key,
                pure=False,
                workers=[sent.address],
                allow_other_workers=False,
            )
        try:
            # A task that is cancelled while Dask fetches results ends that for all tasks that wait.
            messages: list[Message] | None = await asyncio.shield(sent.future)
        finally:
            sent.future.release()
        return messages

    def _receive(self, task: PendingJob, messages: list[Message]) -> None:
        """Takes the messages of a job that has ended."""
        if self._run is None:
            return
        for message in messages:
            if message.kind is MessageKind.UNFIT:
                reason = message.payload.decode()
                self._fail(
                    f"the workers cannot load the function or its shared data ({reason})",
                    "check that the function and what all jobs share can be imported there",
                )
                return
            if message.kind is not MessageKind.EMITTED:
                before = message.seconds if self._mean is None else self._mean
                self._mean = before + _WEIGHT_OF_LAST_JOB * (message.seconds - before)
            self._run.put(Arrived(message, task.tries))

    def _lose_worker(self, address: str) -> None:
        """Has the jobs of a worker that is gone done again; one by one if there were several."""
        lost = [sent for sent in self._sent.values() if sent.address == address]
        for sent in lost:
            self._let_go(sent)
        for sent in reversed(lost):
            task = sent.task
            if len(lost) > 1:
                self._alone.add(task.serial)
            else:
                task.tries += 1
            self._retry(task, "the loss of its connection")

    def _let_go(self, sent: _SentJob) -> None:
        """Forgets a job that was sent."""
        self._sent.pop(sent.task.serial, None)
        if sent.waiter is not None:
            sent.waiter.cancel()
        if sent.future is not None:
            sent.future.release()


@contextmanager
def quiet_dask() -> Iterator[None]:
    """Keeps the messages of Dask in this thread from being logged.

    The end of a connection would be, with a traceback, though it was meant to end. Other threads
    that use Dask log as before.
    """
    thread = threading.get_ident()

    def is_elsewhere(record: logging.LogRecord) -> bool:
        return record.thread != thread

    # A filter of a logger passes over what its children log, so that each needs it.
    loggers = [
        logging.getLogger(name)
        for name in sorted(logging.root.manager.loggerDict)
        if name.partition(".")[0] in _NOISY_LOGGERS
    ]
    for logger in loggers:
        logger.addFilter(is_elsewhere)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(is_elsewhere)
