"""Jobs in a Dask cluster are done once, whatever ends its workers."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ilpuzzles.jobs.job import Job, JobError
from ilpuzzles.jobs.pool import Pool, open_pool
from support.clusters import ON_A_CLUSTER, running_cluster
from support.processes import linux_only

pytestmark = ON_A_CLUSTER

HERE = "support.pool_functions"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """A scheduler with two workers that somebody else has started."""
    with running_cluster(tmp_path) as address:
        yield address


def outcomes(pool: Pool, arguments: list[object]) -> dict[str, object]:
    done = list(pool.run(Job(str(argument), argument) for argument in arguments))
    assert len({outcome.key for outcome in done}) == len(done)
    return {outcome.key: outcome.value for outcome in done}


def test_every_job_is_done_once(scheduler: str) -> None:
    with open_pool(f"{HERE}:square", 5, 2, scheduler) as pool:
        for _ in range(2):
            found = outcomes(pool, list(range(300)))
            assert found == {str(number): 5 + number**2 for number in range(300)}


def test_what_is_emitted_comes_before_the_outcome(scheduler: str) -> None:
    heard: list[tuple[str, object]] = []
    shared = b"x" * 20_000_000
    with open_pool(f"{HERE}:emits", shared, 2, scheduler) as pool:
        jobs = [Job(str(number), number) for number in (3, 0, 1)]
        for outcome in pool.run(jobs, received=lambda key, data: heard.append((key, data[0]))):
            mine = [data for key, data in heard if key == outcome.key]
            assert mine == list(range(outcome.value))
    assert len(heard) == 4


def test_errors_are_those_of_the_job(scheduler: str) -> None:
    names = ["builtin", "own", "two parts", "local", "unpicklable value", "sour value"]
    with open_pool(f"{HERE}:raises", None, 1, scheduler) as pool:
        found = {outcome.key: outcome for outcome in pool.run(Job(name, name) for name in names)}
    assert isinstance(found["builtin"].error, ValueError)
    assert str(found["builtin"].error) == "a text"
    assert all(outcome.error is not None and outcome.tries == 1 for outcome in found.values())


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


def test_a_run_that_is_left_ends_its_jobs(scheduler: str) -> None:
    with open_pool(f"{HERE}:pauses", 0.5, 2, scheduler) as pool:
        run = pool.run(Job(str(number), number) for number in range(100))
        assert next(run).error is None
        run.close()  # type: ignore[attr-defined] # it is a generator
        assert list(pool.run([Job("a", 7)], go_on=lambda: False)) == []
        last = list(pool.run([Job("b", 8)]))
        assert [(outcome.value, outcome.error) for outcome in last] == [(8, None)]


def test_runs_that_are_left_as_results_come_in_do_no_harm(scheduler: str) -> None:
    with open_pool(f"{HERE}:square", 0, 2, scheduler) as pool:
        for _ in range(20):
            run = pool.run(Job(str(number), number) for number in range(100))
            assert next(run).error is None
            run.close()  # type: ignore[attr-defined] # it is a generator
        last = list(pool.run([Job("b", 8)]))
        assert [(outcome.value, outcome.error) for outcome in last] == [(64, None)]


def test_nothing_is_logged_when_memory_is_cleared_up(
    scheduler: str, caplog: pytest.LogCaptureFixture
) -> None:
    with open_pool(f"{HERE}:dies", None, 2, scheduler, tries=2) as pool:
        list(pool.run(Job(name, name) for name in ("a", "killed", "b", "c", "d")))
        list(pool.run(Job(str(number), str(number)) for number in range(200)))
    gc.collect()
    assert caplog.records == []


def test_functions_that_cannot_be_imported(scheduler: str) -> None:
    with (
        open_pool("no.such:function", None, 1, scheduler) as pool,
        pytest.raises(JobError, match="the workers cannot begin"),
    ):
        list(pool.run([Job("a", 1)]))


def test_a_scheduler_that_is_there(scheduler: str) -> None:
    for _ in range(2):
        with open_pool(f"{HERE}:square", 5, 2, scheduler) as pool:
            assert outcomes(pool, [1, 2, 3]) == {"1": 6, "2": 9, "3": 14}
    with open_pool(f"{HERE}:dies", None, 2, scheduler) as pool:
        found = {
            outcome.key: outcome for outcome in pool.run([Job("killed", "killed"), Job("a", "a")])
        }
    assert found["killed"].tries == 3
    assert "ended its worker 3 times" in str(found["killed"].error)
    assert found["a"].value == "a"


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
    with running_cluster(tmp_path, "tls://", environment) as address:
        assert address.startswith("tls://")
        with (
            open_pool(f"{HERE}:square", 5, 2, address) as pool,
            pytest.raises(JobError, match="answers at tls://"),
        ):
            outcomes(pool, [1])
        with config.set(tls), open_pool(f"{HERE}:square", 5, 2, address) as pool:
            assert outcomes(pool, [1, 2]) == {"1": 6, "2": 9}


def test_no_scheduler_there() -> None:
    with (
        open_pool(f"{HERE}:square", 5, 2, "tcp://127.0.0.1:9") as pool,
        pytest.raises(
            JobError, match=r"^no scheduler answers at tcp://127.0.0.1:9; start one with"
        ),
    ):
        list(pool.run([Job("a", 1)]))
