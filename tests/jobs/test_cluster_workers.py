"""What becomes of jobs that a cluster cancels, loses or cannot run, against a scheduler of ours.

The scheduler answers at once and does what it is told to, which no real one can be asked for.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from ilpuzzles.jobs import cluster
from ilpuzzles.jobs.cluster import ClusterWorkers, quiet_dask
from ilpuzzles.jobs.job import Arrived, Event, EventQueue, Failed, Lost, PendingJob, Plan

KilledWorker = type("KilledWorker", (Exception,), {})
FutureCancelledError = type("FutureCancelledError", (Exception,), {})


class Future:
    """What a job comes to."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, None, Any]:
        yield from asyncio.sleep(0).__await__()
        return self._work()

    def release(self) -> None:
        """Nothing is held."""


class Scheduler:
    """Two workers; the first submissions end as `endings` say, all others well."""

    id = "ours"

    def __init__(self, endings: list[str]) -> None:
        self.workers = {"tcp://a:1": 1, "tcp://b:2": 1}
        self._endings = endings

    async def nthreads(self) -> dict[str, int]:
        return self.workers

    def submit(self, work: Callable[..., Any], *arguments: Any, **_options: Any) -> Future:
        ending = self._endings.pop(0) if self._endings else "well"

        def do() -> Any:
            if ending == "cancelled":
                raise FutureCancelledError
            if ending == "killed":
                raise KilledWorker
            if ending == "forgotten":
                raise asyncio.CancelledError
            if ending == "unknown":
                raise ValueError("another version")
            return work(*arguments)

        return Future(do)


@pytest.fixture(autouse=True)
def _without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask is asked for its settings only."""
    settings = SimpleNamespace(config=SimpleNamespace(set=lambda _values: nullcontext()))
    monkeypatch.setattr(cluster, "require_extra", lambda *_names: settings)
    monkeypatch.setattr(cluster, "POLL_SECONDS", 0.0)


def events_of(endings: list[str], jobs: int, tries: int = 3) -> list[Event]:
    """All that the caller hears, within a time in which nothing may hang."""

    async def served() -> list[Event]:
        # Each pool has something of its own to share, so that none finds another one's.
        plan = Plan("support.pool_functions:square", pickle.dumps(time.monotonic_ns()), 2, tries)
        workers = ClusterWorkers(Scheduler(endings), plan, lambda: None)
        run = EventQueue()
        heard: list[Event] = []
        workers.begin(run)
        for serial in range(jobs):
            workers.submit(PendingJob(serial, pickle.dumps(serial)))
        async with asyncio.timeout(20):
            while len(heard) < jobs and not any(isinstance(event, Failed) for event in heard):
                await workers.send_jobs()
                await asyncio.sleep(0.001)
                while (event := run.get(0.0)) is not None:
                    heard.append(event)
        return heard

    # A browser that other tests drive may have a loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, served()).result()


@pytest.mark.parametrize("ending", ["cancelled", "killed", "forgotten"])
@pytest.mark.parametrize("times", [1, 5])
def test_a_job_that_does_not_end_is_done_again(ending: str, times: int) -> None:
    """Its worker may be there all the time, or be there again by the same address."""
    heard = events_of([ending] * times, 6, tries=20)
    done = [event for event in heard if isinstance(event, Arrived)]
    assert sorted(event.message.serial for event in done) == list(range(6))


def test_a_job_that_always_ends_its_worker_is_given_up() -> None:
    (event,) = events_of(["killed"] * 9, 1)
    assert isinstance(event, Lost)
    assert (event.serial, event.tries) == (0, 3)


def test_what_a_cluster_cannot_run_is_said() -> None:
    (event,) = events_of(["unknown"], 1)
    assert isinstance(event, Failed)
    assert "the cluster cannot run the job (ValueError: another version)" in str(event.error)


# What Dask logs in the thread that talks to a cluster.


@pytest.mark.parametrize("name", ["distributed", "distributed.client", "tornado.application"])
def test_only_this_thread_is_quiet_meanwhile(name: str, caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger(name)
    with quiet_dask():
        log.critical("here")
        logging.getLogger("distributor").critical("another program")
        thread = threading.Thread(target=log.critical, args=["elsewhere"])
        thread.start()
        thread.join()
    log.critical("afterwards")
    assert caplog.messages == ["another program", "elsewhere", "afterwards"]
    assert not log.filters


def test_two_pools_at_a_time(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("distributed")
    with quiet_dask():
        with quiet_dask():
            log.critical("inside")
        log.critical("outside")
    assert caplog.messages == []
