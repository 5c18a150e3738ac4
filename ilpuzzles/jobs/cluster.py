"""Runs jobs in a Dask cluster, with everything else as in a `Pool`."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack, suppress
from queue import Empty, SimpleQueue
from typing import Any

from ilpuzzles.errors import Problem
from ilpuzzles.extras import require_extra
from ilpuzzles.jobs.cluster_local import LocalClusterProcess
from ilpuzzles.jobs.cluster_quiet import quiet_dask
from ilpuzzles.jobs.folder import private_folder
from ilpuzzles.jobs.handover import Handover
from ilpuzzles.jobs.job import JobError, in_one_line
from ilpuzzles.jobs.manager import Manager
from ilpuzzles.jobs.places import LOCAL
from ilpuzzles.jobs.pool import Pool
from ilpuzzles.jobs.task import Plan, Task

_LOOK = 0.1
_LONGEST_CONNECTION = 5.0
_LONGEST_WAIT = 15.0


class ClusterPool(Pool):
    """A pool whose workers belong to a Dask cluster.

    What jobs emit comes when they end. On a scheduler that was there before, jobs that still run
    when a run is left go on to their end, and what comes of them is forgotten.

    Args:
        function: `module:name`; see `Pool`. The workers import it.
        shared: What all jobs have in common; it is sent once to each worker.
        workers: How many jobs run side by side; so many workers a local cluster has.
        cluster: `local`, or the address of a scheduler.
        tries: How often a job that ends its worker is started before it is given up. If it ran
            beside other jobs of the worker, that start does not count.

    Raises:
        InputError: If an argument is wrong.
        ExtraMissingError: If Dask is not installed.
    """

    # As far as short jobs go, the way there takes longer than what is done there.
    _ahead = 8

    def __init__(
        self, function: str, shared: Any, workers: int, cluster: str = LOCAL, *, tries: int = 3
    ) -> None:
        require_extra("distributed", "cluster", "a cluster")
        self._cluster = cluster
        super().__init__(function, shared, workers, tries=tries)

    def _managed(self, plan: Plan) -> Manager:
        return ClusterManager(plan, self._cluster)


class ClusterManager(Manager):
    """The thread that talks to the cluster.

    Args:
        plan: What is to be done.
        cluster: `local`, or the address of a scheduler.
    """

    def __init__(self, plan: Plan, cluster: str) -> None:
        super().__init__(plan)
        self._cluster = cluster
        self._orders: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None

    # In the caller's thread.

    def begin(self, run: Handover) -> None:
        """Begins a run; see `Manager.begin`."""
        self._order("begin", run)
        self._start()

    def submit(self, task: Task) -> None:
        """Adds a job to the run."""
        self._order("submit", task)

    def end(self, run: Handover) -> None:
        """Ends a run."""
        self._order("end", run)

    def wake(self) -> None:
        """Makes the thread look for what is new."""
        loop, news = self._loop, self._news
        if loop is not None and news is not None:
            with suppress(RuntimeError):  # the loop may be closed
                loop.call_soon_threadsafe(news.set)

    def _order(self, what: str, about: Any) -> None:
        self._orders.put((what, about))
        self.wake()

    # In the manager's thread.

    def _work(self) -> None:
        with quiet_dask():  # which is loaded since this was made
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        # Dask leaves errors behind that mean nothing. They would be logged whenever memory is
        # cleared up, in any thread: in the middle of `ast.parse`, that makes Python itself fail.
        self._loop.set_exception_handler(lambda _loop, _context: None)
        try:
            async with AsyncExitStack() as stack:
                address = self._cluster
                if address == LOCAL:
                    folder = stack.enter_context(private_folder())
                    process = LocalClusterProcess(self._plan.workers, folder)
                    stack.callback(process.close)
                    address = await self._unless_stopped(process.address())
                if address is not None:
                    await self._use(address)
        finally:
            self._loop = None

    async def _use(self, address: str) -> None:
        from ilpuzzles.jobs.cluster_seats import Seats  # noqa: PLC0415 - needs Dask

        client = await self._unless_stopped(connected(address))
        if client is None:
            return
        try:
            await self._unless_stopped(require_fit(client, address))
            seats = Seats(client, self._plan, self.wake)
            while not self.stopped:
                await self._follow(seats, client)
                await self._unless_stopped(seats.look_after())
                await self._rest()
        except OSError:
            what = f"the scheduler at {address} is gone"
            raise JobError(Problem(what, "start it again, and then this")) from None
        finally:
            with suppress(Exception):
                await asyncio.wait_for(client.close(timeout=1), 2)

    async def _follow(self, seats: Any, client: Any) -> None:
        with suppress(Empty):
            while True:
                what, about = self._orders.get_nowait()
                left = getattr(seats, what)(about)
                if what == "end" and left and self._cluster == LOCAL and not self.stopped:
                    # Those who are at it are to end.
                    await self._unless_stopped(client.restart())

    async def _rest(self) -> None:
        news = self._news
        if news is not None:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(news.wait(), _LOOK)
            news.clear()

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
    """A client of a scheduler.

    Raises:
        JobError: If it does not answer.
    """
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
            what = f"what answers at {address} is no scheduler for this Dask ({in_one_line(error)})"
        raise JobError(
            Problem(what, "start one with 'dask scheduler', or check the address")
        ) from None
    return client


async def require_fit(client: Any, address: str) -> None:
    """Raises unless the scheduler has workers which are like this process.

    Raises:
        JobError: If it has none, or they have other versions.
    """
    from ilpuzzles.jobs.cluster_worker import surroundings  # noqa: PLC0415 - needs Dask

    waited = 0.0
    while not await client.nthreads():
        if waited >= _LONGEST_WAIT:
            what = f"the scheduler at {address} has no workers"
            raise JobError(Problem(what, f"start some with 'dask worker {address}'"))
        await asyncio.sleep(_LOOK)
        waited += _LOOK
    same = "install the same versions there as here"
    try:
        found: dict[str, Any] = await client.run(surroundings, on_error="return")
    except Exception as error:  # noqa: BLE001 - whatever goes wrong there comes from here
        what = f"the cluster at {address} cannot run ilpuzzles ({in_one_line(error)})"
        raise JobError(Problem(what, same)) from None
    ours = surroundings()
    for worker, theirs in sorted(found.items()):
        if not isinstance(theirs, dict):
            what = f"worker {worker} cannot run ilpuzzles ({in_one_line(theirs)})"
            raise JobError(Problem(what, same))
        for name, wanted in ours.items():
            if theirs.get(name) != wanted:
                what = f"worker {worker} has {name} {theirs.get(name)}, not {wanted}"
                raise JobError(Problem(what, same))
