"""Which worker of a Dask cluster does which job, and what becomes of the jobs of the dead.

Dask could choose the workers itself, and start jobs of dead ones again. Then a job that waits for a
worker is blamed with the one that ends it, and nobody knows how often a job was started.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from ilpuzzles.errors import Problem
from ilpuzzles.extras import require_extra
from ilpuzzles.jobs.cluster_worker import run_in_cluster
from ilpuzzles.jobs.frames import Frame, Kind
from ilpuzzles.jobs.handover import Handover
from ilpuzzles.jobs.job import JobError, in_one_line
from ilpuzzles.jobs.task import Arrived, Failed, Lost, Plan, Task

_LOOK = 0.25
_MOST_PATIENCE = 60.0
# A worker gets several jobs at a time only as long as they take no longer than their way there.
_QUICK = 0.05
_QUEUE = 8


@dataclass(eq=False, slots=True)
class _Ride:
    """A job that was sent to a worker."""

    task: Task
    address: str
    future: Any = None
    waiter: asyncio.Task[None] | None = None
    begun: float = field(default_factory=time.monotonic)


class Seats:
    """The workers of a cluster, and the jobs that each of them has.

    Args:
        client: The asynchronous client.
        plan: What is to be done.
        wake: Called when there is something new.
    """

    def __init__(self, client: Any, plan: Plan, wake: Any) -> None:
        self._client, self._plan, self._wake = client, plan, wake
        self._digest = blake2b(plan.function.encode() + plan.shared, digest_size=16).hexdigest()
        self._settings = require_extra("dask", "cluster", "a cluster").config
        self._run: Handover | None = None
        self._waiting: deque[Task] = deque()
        self._alone: set[int] = set()  # jobs that were beside another one when a worker died
        self._riding: dict[int, _Ride] = {}
        self._threads: dict[str, int] = {}
        self._next_look = 0.0
        self._seen = time.monotonic()
        self._mean: float | None = None
        self._sent = 0

    def begin(self, run: Handover) -> None:
        """Events go there from now on."""
        if self._run is not None:
            self.end(self._run)
        self._run = run

    def submit(self, task: Task) -> None:
        """Another job for the run."""
        if self._run is not None:
            self._waiting.append(task)

    def end(self, run: Handover) -> bool:
        """Gives up what is not finished; returns whether workers are still at it."""
        if self._run is not run:
            return False
        self._run = None
        self._waiting.clear()
        left = bool(self._riding)
        for ride in list(self._riding.values()):
            self._let_go(ride)
        return left

    async def look_after(self) -> None:
        """Sees who is there, takes back the jobs of those who are gone, and sends new ones."""
        if not self._waiting and not self._riding:
            return
        if time.monotonic() >= self._next_look:
            self._threads = dict(await self._client.nthreads())
            self._next_look = time.monotonic() + _LOOK
            gone = {ride.address for ride in self._riding.values()} - self._threads.keys()
            for address in gone:
                self._lost(address)
        if self._threads:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > _MOST_PATIENCE:
            self._fail("there is no worker", "see why they end, or start some")
        self._send_all()

    def _send_all(self) -> None:
        while self._waiting:
            address = self._free_seat(self._waiting[0])
            if address is None:
                return
            ride = _Ride(self._waiting.popleft(), address)
            self._riding[ride.task.serial] = ride
            ride.waiter = asyncio.ensure_future(self._accompany(ride))

    def _free_seat(self, task: Task) -> str | None:
        """The worker that has least to do, if it may have this job, too."""
        company: dict[str, list[int]] = {address: [] for address in self._threads}
        for ride in self._riding.values():
            company.setdefault(ride.address, []).append(ride.task.serial)
        quick = self._mean is not None and self._mean < _QUICK
        queue = _QUEUE if quick else 1
        if len(self._riding) >= self._plan.workers * queue:
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

    async def _accompany(self, ride: _Ride) -> None:
        """Waits for one job."""
        frames: list[Frame] | None = None
        try:
            for shared in (None, self._plan.shared):
                frames = await self._sent_to(ride, shared)
                if frames is not None:
                    break
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - all that Dask may raise means one of these
            if type(error).__name__ not in {"KilledWorker", "FutureCancelledError"}:
                self._fail(
                    f"the cluster cannot run the job ({in_one_line(error)})",
                    "install the same version of ilpuzzles everywhere",
                )
                return
            self._next_look = 0.0
            if (
                type(error).__name__ == "KilledWorker"
                and self._riding.get(ride.task.serial) is ride
            ):
                self._threads.pop(ride.address, None)
                self._lost(ride.address)
            self._wake()
            return
        if self._riding.get(ride.task.serial) is ride:
            del self._riding[ride.task.serial]
            self._alone.discard(ride.task.serial)
            ride.task.tries += 1
            self._arrived(ride.task, frames or [])
        self._wake()

    async def _sent_to(self, ride: _Ride, shared: bytes | None) -> list[Frame] | None:
        task = ride.task
        self._sent += 1
        # The digest is of this pool, so that no name is that of another client's job.
        key = f"ilpuzzles-{self._digest}-{id(self):x}-{self._client.id}-{self._sent}"
        # Dask warns of what is large. It comes to every worker once.
        with self._settings.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}):
            ride.future = self._client.submit(
                run_in_cluster,
                self._plan.function,
                self._digest,
                shared,
                task.serial,
                task.argument,
                key=key,
                pure=False,
                workers=[ride.address],
                allow_other_workers=False,
            )
        try:
            frames: list[Frame] | None = await ride.future
        finally:
            ride.future.release()
        return frames

    def _arrived(self, task: Task, frames: list[Frame]) -> None:
        if self._run is None:
            return
        for frame in frames:
            if frame.kind is Kind.UNFIT:
                self._fail(
                    f"the workers cannot begin ({frame.payload.decode()})",
                    "look whether the function, and what all jobs share, can be imported there",
                )
                return
            if frame.kind is not Kind.EMITTED:
                known = frame.seconds if self._mean is None else self._mean
                self._mean = 0.9 * known + 0.1 * frame.seconds
            self._run.put(Arrived(frame, task.tries))

    def _lost(self, address: str) -> None:
        """A worker is gone: what it had is done again, alone if nobody knows who is to blame."""
        rides = [ride for ride in self._riding.values() if ride.address == address]
        for ride in rides:
            self._let_go(ride)
        for ride in reversed(rides):
            task = ride.task
            if len(rides) > 1:
                self._alone.add(task.serial)
            else:
                task.tries += 1
            if task.tries < self._plan.tries:
                self._waiting.appendleft(task)
            elif self._run is not None:
                seconds = time.monotonic() - ride.begun
                self._run.put(Lost(task.serial, task.tries, seconds, "the loss of its connection"))

    def _let_go(self, ride: _Ride) -> None:
        self._riding.pop(ride.task.serial, None)
        if ride.waiter is not None:
            ride.waiter.cancel()
        if ride.future is not None:
            ride.future.release()

    def _fail(self, what: str, advice: str) -> None:
        """Ends the run with an error."""
        if self._run is not None:
            self._run.put(Failed(JobError(Problem(what, advice))))
            self.end(self._run)
