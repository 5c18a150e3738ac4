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
from ilpuzzles.jobs.workers import Dispatcher, Manager

_LOOK = 0.1
_LONGEST_CONNECTION = 5.0
_LONGEST_WAIT = 15.0
_CENSUS = 0.25
_MOST_PATIENCE = 60.0
# A worker gets several jobs at a time only as long as they take no longer than their way there.
_QUICK = 0.05
_QUEUE = 8
_NOISY = {"distributed", "tornado"}


class ClusterManager(Manager):
    """The thread that talks to the scheduler at an address."""

    ahead = 8
    """As far as short jobs go, the way there takes longer than what is done there."""

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
                await self._unless_stopped(workers.look_after())
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._news.wait(), _LOOK)
                self._news.clear()
        except OSError:
            what = f"the scheduler at {address} is gone"
            raise JobError(what, "start it, then run this again") from None
        finally:
            with suppress(Exception):
                await asyncio.wait_for(client.close(timeout=1), 2)

    async def _unless_stopped(self, work: Any) -> Any:
        """What some work comes to; None if the pool is closed before."""
        doing = asyncio.ensure_future(work)
        while not doing.done():
            await asyncio.wait([doing], timeout=_LOOK)
            if self.stopped and not doing.done():
                doing.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await doing
                return None
        return doing.result()


async def connected(address: str) -> Any:
    """A client of a scheduler, which has to answer."""
    client = require_extra("distributed", "cluster", "a cluster").Client(
        address,
        asynchronous=True,
        set_as_default=False,
        timeout=_LONGEST_CONNECTION,
        name=f"ilpuzzles-{os.getpid()}",
    )
    try:
        await client
    except Exception as error:  # noqa: BLE001 - another program may answer anything
        with suppress(Exception):
            await asyncio.wait_for(client.close(timeout=1), 2)
        what = f"no scheduler answers at {address}"
        if not isinstance(error, OSError | TimeoutError):
            # Another version of Dask may be there, or another program.
            what = f"no scheduler of this Dask version answers at {address} ({in_one_line(error)})"
        raise JobError(what, "start one with 'dask scheduler', or check the address") from None
    return client


async def require_fit(client: Any, address: str) -> None:
    """Raises unless the scheduler has workers, all with the versions of this process."""
    waited = 0.0
    while not await client.nthreads():
        if waited >= _LONGEST_WAIT:
            what = f"the scheduler at {address} has no workers"
            raise JobError(what, f"start some with 'dask worker {address}'")
        await asyncio.sleep(_LOOK)
        waited += _LOOK
    same = "install the same versions there as here"
    try:
        found: dict[str, Any] = await client.run(surroundings, on_error="return")
    except Exception as error:  # noqa: BLE001 - whatever goes wrong there comes from here
        what = f"the cluster at {address} cannot run ilpuzzles ({in_one_line(error)})"
        raise JobError(what, same) from None
    for worker, theirs in sorted(found.items()):
        if not isinstance(theirs, dict):
            raise JobError(f"worker {worker} cannot run ilpuzzles ({in_one_line(theirs)})", same)
        for name, wanted in surroundings().items():
            if theirs.get(name) != wanted:
                raise JobError(f"worker {worker} has {name} {theirs.get(name)}, not {wanted}", same)


@dataclass(eq=False, slots=True)
class _SentJob:
    """A job that was sent to a worker."""

    task: PendingJob
    address: str
    future: Any = None
    waiter: asyncio.Task[None] | None = None


class ClusterWorkers(Dispatcher):
    """Which worker of a cluster does which job, and what becomes of the jobs of the dead.

    Dask could choose the workers itself, and start jobs of dead ones again. Then a job that waits
    for a worker is blamed with the one that ends it, and nobody knows how often a job was started.
    `client` is an asynchronous one; `wake` is called when there is something new.
    """

    def __init__(self, client: Any, plan: Plan, wake: Callable[[], None]) -> None:
        super().__init__(plan)
        self._client, self._wake = client, wake
        self._digest = blake2b(plan.function.encode() + plan.shared, digest_size=16).hexdigest()
        self._settings = require_extra("dask", "cluster", "a cluster").config
        self._alone: set[int] = set()  # jobs that were beside another one when a worker died
        self._sent: dict[int, _SentJob] = {}
        self._threads: dict[str, int] = {}
        self._next_look = 0.0
        self._seen = time.monotonic()
        self._mean: float | None = None
        self._calls = 0

    def end(self, run: EventQueue) -> None:
        """Gives up what is not finished."""
        if self._run is run:
            self._run = None
            self._waiting.clear()
            for sent in list(self._sent.values()):
                self._let_go(sent)

    async def look_after(self) -> None:
        """Sees who is there, takes back the jobs of those who are gone, and sends new ones."""
        if not self._waiting and not self._sent:
            return
        if time.monotonic() >= self._next_look:
            self._threads = dict(await self._client.nthreads())
            self._next_look = time.monotonic() + _CENSUS
            gone = {sent.address for sent in self._sent.values()} - self._threads.keys()
            # A job may be cancelled although its worker is there, or there again by its address.
            gone |= {one.address for one in self._sent.values() if one.waiter and one.waiter.done()}
            for lost in gone:
                self._threads.pop(lost, None)
                self._lose_worker(lost)
        if self._threads:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > _MOST_PATIENCE:
            self._fail("there is no worker", "find out why they ended, or start some")
        while self._waiting and (address := self._free_worker(self._waiting[0])) is not None:
            sent = _SentJob(self._waiting.popleft(), address)
            sent.task.begun = time.monotonic()
            self._sent[sent.task.serial] = sent
            sent.waiter = asyncio.ensure_future(self._wait_for(sent))

    def _free_worker(self, task: PendingJob) -> str | None:
        """The worker that has least to do of those that may have this job as well."""
        company: dict[str, list[int]] = {address: [] for address in self._threads}
        for sent in self._sent.values():
            company.setdefault(sent.address, []).append(sent.task.serial)
        queue = _QUEUE if self._mean is not None and self._mean < _QUICK else 1
        if len(self._sent) >= self._plan.workers * queue:
            return None
        for address in sorted(self._threads, key=lambda one: (len(company[one]), one)):
            serials = company[address]
            if not serials:
                return address
            if task.serial in self._alone or any(serial in self._alone for serial in serials):
                continue
            if len(serials) < self._threads[address] * queue:
                return address
        return None

    async def _wait_for(self, sent: _SentJob) -> None:
        """Waits for one job."""
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
            self._next_look = 0.0
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
        task = sent.task
        self._calls += 1
        # The digest is of this pool, so that no name is that of another client's job.
        key = f"ilpuzzles-{self._digest}-{id(self):x}-{self._client.id}-{self._calls}"
        # Dask warns of what is large. It comes to every worker once.
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
            # Whoever is cancelled while Dask fetches a result ends that for all who wait for one.
            messages: list[Message] | None = await asyncio.shield(sent.future)
        finally:
            sent.future.release()
        return messages

    def _receive(self, task: PendingJob, messages: list[Message]) -> None:
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
                known = message.seconds if self._mean is None else self._mean
                self._mean = 0.9 * known + 0.1 * message.seconds
            self._run.put(Arrived(message, task.tries))

    def _lose_worker(self, address: str) -> None:
        """A worker is gone: what it had is done again, alone if nobody knows who is to blame."""
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
        self._sent.pop(sent.task.serial, None)
        if sent.waiter is not None:
            sent.waiter.cancel()
        if sent.future is not None:
            sent.future.release()


@contextmanager
def quiet_dask() -> Iterator[None]:
    """What Dask has to say in this thread is not logged.

    The end of a connection would be, with a traceback, though it was meant to end. What others do
    with Dask in other threads is logged as before.
    """
    thread = threading.get_ident()

    def is_elsewhere(record: logging.LogRecord) -> bool:
        return record.thread != thread

    # A filter of a logger passes over what its children log, so that each needs it.
    known = [
        logging.getLogger(name)
        for name in sorted(logging.root.manager.loggerDict)
        if name.partition(".")[0] in _NOISY
    ]
    for logger in known:
        logger.addFilter(is_elsewhere)
    try:
        yield
    finally:
        for logger in known:
            logger.removeFilter(is_elsewhere)
