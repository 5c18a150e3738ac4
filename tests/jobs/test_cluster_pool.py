"""Jobs in a Dask cluster are done once, whatever ends its workers."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.jobs import cluster
from ilpuzzles.jobs.job import Job, JobError
from ilpuzzles.jobs.pool import open_pool
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries import parallel
from ilpuzzles.queries.count import count_solutions, count_status
from ilpuzzles.queries.solutions import enumerate_solutions
from support.clusters import ON_A_CLUSTER, running_cluster
from support.pool_checks import (
    Opened,
    every_job_is_done_once,
    what_is_emitted_comes_in_order_and_before_the_outcome,
    what_jobs_raise_is_part_of_the_outcome,
)
from support.processes import linux_only
from support.question_oracles import QUEENS, queens

pytestmark = ON_A_CLUSTER

HERE = "support.pool_functions"


@pytest.fixture
def opened(scheduler: str) -> Opened:
    """Makes pools in a cluster that somebody has started."""
    return lambda function, shared, workers: open_pool(
        f"{HERE}:{function}", shared, workers, scheduler
    )


@pytest.mark.parametrize("workers", [1, 3])
def test_every_job_is_done_once(opened: Opened, workers: int) -> None:
    every_job_is_done_once(opened, workers)


def test_what_is_emitted_comes_in_order_and_before_the_outcome(opened: Opened) -> None:
    what_is_emitted_comes_in_order_and_before_the_outcome(opened)


def test_what_jobs_raise_is_part_of_the_outcome(opened: Opened) -> None:
    what_jobs_raise_is_part_of_the_outcome(opened)


def test_jobs_that_end_their_workers_are_given_up_and_the_others_done(scheduler: str) -> None:
    names = ["a", "killed", "b", "c", "exit", "d"]
    with open_pool(f"{HERE}:dies", None, 2, scheduler, tries=2) as pool:
        found = {outcome.key: outcome for outcome in pool.run(Job(name, name) for name in names)}
    for name, outcome in found.items():
        if name in {"killed", "exit"}:
            assert isinstance(outcome.error, JobError)
            assert outcome.tries == 2
            assert f"job '{name}' ended its worker 2 times" in str(outcome.error)
        else:
            assert (outcome.value, outcome.error) == (name, None)
    assert sorted(found) == sorted(names)


def test_runs_that_are_left_end_their_jobs_and_do_no_harm(scheduler: str) -> None:
    with open_pool(f"{HERE}:pauses", 0.1, 2, scheduler) as pool:
        for _ in range(4):
            run = pool.run(Job(str(number), number) for number in range(100))
            assert next(run).error is None
            run.close()  # type: ignore[attr-defined] # it is a generator
        assert list(pool.run([Job("a", 7)], go_on=lambda: False)) == []
        last = list(pool.run([Job("b", 8)]))
        assert [(outcome.value, outcome.error) for outcome in last] == [(8, None)]


@linux_only
def test_workers_that_are_killed_cost_nothing_but_time(scheduler: str) -> None:
    kills, done = 0, 0
    with open_pool(f"{HERE}:process", None, 2, scheduler, tries=20) as pool:
        for outcome in pool.run(Job(str(number), number) for number in range(60)):
            assert outcome.error is None
            done += 1
            if done in {10, 30, 50}:
                os.kill(outcome.value, signal.SIGKILL)
                kills += 1
    assert (done, kills) == (60, 3)


def test_clearing_up_memory_logs_nothing(scheduler: str, caplog: pytest.LogCaptureFixture) -> None:
    with open_pool(f"{HERE}:dies", None, 2, scheduler, tries=2) as pool:
        list(pool.run(Job(name, name) for name in ("a", "killed", "b", "c", "d")))
        list(pool.run(Job(str(number), str(number)) for number in range(60)))
    gc.collect()
    assert caplog.records == []


def test_functions_that_cannot_be_imported(scheduler: str) -> None:
    with (
        open_pool("no.such:function", None, 1, scheduler) as pool,
        pytest.raises(JobError, match="the workers cannot load the function or its shared data"),
    ):
        list(pool.run([Job("a", 1)]))


def test_another_version_there(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.__version__", "99.0")
    with (
        open_pool(f"{HERE}:square", 5, 2, scheduler) as pool,
        pytest.raises(JobError, match=r"worker tcp://\S+ has ilpuzzles 0\S+, not 99.0; install"),
    ):
        list(pool.run([Job("a", 1)]))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_certificates_come_from_the_settings_of_dask(tmp_path: Path) -> None:
    """Who has none is not let in, and who has runs jobs."""
    config = pytest.importorskip("dask").config
    names = {"ca-file": tmp_path / "ca.pem"}
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ours -keyout key -out ca.pem"
    )
    subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
    for who in ("client", "scheduler", "worker"):
        names |= {f"{who}.cert": tmp_path / "ca.pem", f"{who}.key": tmp_path / "key"}
    tls = {f"distributed.comm.tls.{name}": str(file) for name, file in names.items()}
    environment = {
        "DASK_" + name.upper().replace(".", "__").replace("-", "_"): value
        for name, value in tls.items()
    }
    with running_cluster(tmp_path, "tls://", environment, workers=1) as address:
        assert address.startswith("tls://")
        with (
            open_pool(f"{HERE}:square", 5, 2, address) as pool,
            pytest.raises(JobError, match="answers at tls://"),
        ):
            list(pool.run([Job("a", 1)]))
        with config.set(tls), open_pool(f"{HERE}:square", 5, 2, address) as pool:
            assert [outcome.value for outcome in pool.run([Job("a", 1)])] == [6]


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECTION_SECONDS", 0.5)
    with (
        open_pool(f"{HERE}:square", 5, 2, "tcp://127.0.0.1:9") as pool,
        pytest.raises(
            JobError, match=r"^no scheduler answers at tcp://127.0.0.1:9; start one with"
        ),
    ):
        list(pool.run([Job("a", 1)]))


# Counts and lists are exact, whatever comes between.


def on(scheduler: str) -> Options:
    return Options(workers=2, cluster=scheduler)


def counts(path: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT key, value FROM jobs ORDER BY number").fetchall()
    return [(key, json.loads(value)) for key, value in rows if not key.startswith("split ")]


def test_a_list_that_does_not_fit_is_split(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A job gives all of its solutions at the end, so it stops at so many bytes.
    monkeypatch.setattr(parallel, "_MOST_BYTES_OF_CLUSTER_JOB", 1000)
    monkeypatch.setattr(parallel, "_FEWEST_PARTS", 4)
    monkeypatch.setattr(parallel, "_PARTS_PER_WORKER", 2)
    monkeypatch.setattr(parallel, "_PARTS_OF_A_PART", 2)
    model, seen = experiment("dominoes", "4x4").model, list[bytes]()
    parts: list[int] = []

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    def watch(progress: Progress) -> None:
        parts.append(progress.parts)

    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)
    assert enumerate_solutions(model, visit, "exactcover", on(scheduler), watch=watch).complete
    assert len(set(seen)) == len(seen) == 36
    assert parts[0] < parts[-1]


def test_parts_that_run_long_are_split(
    scheduler: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parallel, "SECONDS_UNTIL_SPLIT", 0.01)
    count = count_solutions(
        queens(8), backend="cpsat", options=on(scheduler), ledger=tmp_path / "run"
    )
    assert (int(count), count.complete) == (QUEENS[8], True)
    assert count_status(queens(8), tmp_path / "run").complete


def test_an_interruption_and_the_local_pool_afterwards(scheduler: str, tmp_path: Path) -> None:
    def watch(progress: Progress) -> None:
        if progress.done > 3:
            raise KeyboardInterrupt

    ledger = tmp_path / "run"
    with pytest.raises(Interrupted) as caught:
        count_solutions(
            queens(9), backend="cpsat", options=on(scheduler), ledger=ledger, watch=watch
        )
    assert int(caught.value.answer) <= QUEENS[9]
    before = counts(ledger)
    assert len(before) > 3
    count = count_solutions(queens(9), backend="cpsat", ledger=ledger)
    assert (int(count), count.complete) == (QUEENS[9], True)
    assert counts(ledger)[: len(before)] == before
