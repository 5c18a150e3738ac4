"""Jobs in a Dask cluster are done once, whatever ends its workers, and nothing is left of it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from ilpuzzles.jobs.job import Job, JobError
from ilpuzzles.jobs.pool import Pool, open_pool
from support.places import PATHS, ROOT, TESTS
from support.processes import linux_only, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra 'cluster'"),
    pytest.mark.filterwarnings("default"),
]

HERE = "support.pool_functions"
SEMAPHORES = Path("/dev", "shm")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where everything is that the cluster writes."""
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setenv("TMPDIR", str(made))
    monkeypatch.setattr("tempfile.tempdir", None)
    return made


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """A scheduler with two workers that somebody else has started."""
    script = """
import os, sys
sys.path[:0] = sys.argv[1:]
from distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close()
"""
    file = tmp_path / "scheduler.py"
    file.write_text(script)
    process = subprocess.Popen(
        [sys.executable, str(file), str(ROOT), str(TESTS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.communicate(timeout=30)


def belonging_to(folder: Path) -> list[int]:
    """The processes whose temporary files go to a folder."""
    wanted, found = f"TMPDIR={folder}".encode(), []
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and int(place.name) != os.getpid():
            try:
                words = (place / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if any(word.startswith(wanted) for word in words):
                found.append(int(place.name))
    return found


def outcomes(pool: Pool, arguments: list[object]) -> dict[str, object]:
    done = list(pool.run(Job(str(argument), argument) for argument in arguments))
    assert len({outcome.key for outcome in done}) == len(done)
    return {outcome.key: outcome.value for outcome in done}


@linux_only
def test_every_job_is_done_once_and_nothing_is_left(folder: Path) -> None:
    home = {path: path.stat().st_mtime_ns for path in Path.home().iterdir()}
    with open_pool(f"{HERE}:square", 5, 2, "local") as pool:
        for _ in range(2):
            found = outcomes(pool, list(range(300)))
            assert found == {str(number): 5 + number**2 for number in range(300)}
        assert belonging_to(folder)
    assert wait_until(lambda: not belonging_to(folder))
    assert list(folder.iterdir()) == []
    assert {path: path.stat().st_mtime_ns for path in Path.home().iterdir()} == home


def test_what_is_emitted_comes_before_the_outcome(folder: Path) -> None:
    heard: list[tuple[str, object]] = []
    shared = b"x" * 20_000_000
    with open_pool(f"{HERE}:emits", shared, 2, "local") as pool:
        jobs = [Job(str(number), number) for number in (3, 0, 1)]
        for outcome in pool.run(jobs, received=lambda key, data: heard.append((key, data[0]))):
            mine = [data for key, data in heard if key == outcome.key]
            assert mine == list(range(outcome.value))
    assert len(heard) == 4
    assert list(folder.iterdir()) == []


def test_errors_are_those_of_the_job(folder: Path) -> None:
    names = ["builtin", "own", "two parts", "local", "unpicklable value", "sour value"]
    with open_pool(f"{HERE}:raises", None, 1, "local") as pool:
        found = {outcome.key: outcome for outcome in pool.run(Job(name, name) for name in names)}
    assert isinstance(found["builtin"].error, ValueError)
    assert str(found["builtin"].error) == "a text"
    assert all(outcome.error is not None and outcome.tries == 1 for outcome in found.values())
    assert list(folder.iterdir()) == []


def test_jobs_that_end_their_workers_are_given_up_and_the_others_done(folder: Path) -> None:
    names = ["a", "killed", "b", "c", "exit", "d"]
    with open_pool(f"{HERE}:dies", None, 2, "local", tries=2) as pool:
        found = {outcome.key: outcome for outcome in pool.run(Job(name, name) for name in names)}
    for name, outcome in found.items():
        if name in {"killed", "exit"}:
            assert isinstance(outcome.error, JobError)
            assert outcome.tries == 2
            assert f"job '{name}' ended its worker 2 times" in str(outcome.error)
        else:
            assert (outcome.value, outcome.error) == (name, None)
    assert sorted(found) == sorted(names)
    assert list(folder.iterdir()) == []


@linux_only
def test_workers_that_are_killed_cost_nothing_but_time(folder: Path) -> None:
    kills, done = 0, 0
    with open_pool(f"{HERE}:process", None, 2, "local", tries=20) as pool:
        for outcome in pool.run(Job(str(number), number) for number in range(60)):
            assert outcome.error is None
            done += 1
            if done in {10, 30, 50}:
                os.kill(outcome.value, signal.SIGKILL)
                kills += 1
    assert (done, kills) == (60, 3)
    assert list(folder.iterdir()) == []


def test_a_run_that_is_left_ends_its_jobs(folder: Path) -> None:
    with open_pool(f"{HERE}:pauses", 0.5, 2, "local") as pool:
        run = pool.run(Job(str(number), number) for number in range(100))
        assert next(run).error is None
        run.close()  # type: ignore[attr-defined] # it is a generator
        assert list(pool.run([Job("a", 7)], go_on=lambda: False)) == []
        assert [outcome.value for outcome in pool.run([Job("b", 8)])] == [8]
    assert list(folder.iterdir()) == []


def test_nothing_is_logged_when_memory_is_cleared_up(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_pool(f"{HERE}:dies", None, 2, "local", tries=2) as pool:
        list(pool.run(Job(name, name) for name in ("a", "killed", "b", "c", "d")))
        list(pool.run(Job(str(number), str(number)) for number in range(200)))
    gc.collect()
    assert caplog.records == []
    assert list(folder.iterdir()) == []


def test_two_clusters_at_a_time_do_not_get_in_each_others_way(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        open_pool(f"{HERE}:square", 5, 1, "local") as one,
        open_pool(f"{HERE}:square", 6, 1, "local") as other,
    ):
        for _ in range(2):
            assert outcomes(one, [1, 2]) == {"1": 6, "2": 9}
            assert outcomes(other, [1, 2]) == {"1": 7, "2": 10}
    assert capfd.readouterr() == ("", "")
    assert list(folder.iterdir()) == []


def test_functions_that_cannot_be_imported(folder: Path) -> None:
    with (
        open_pool("no.such:function", None, 1, "local") as pool,
        pytest.raises(JobError, match="the workers cannot begin"),
    ):
        list(pool.run([Job("a", 1)]))
    assert list(folder.iterdir()) == []


SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import open_pool
jobs = (Job(str(number), number) for number in range(10**9))
try:
    with open_pool("support.pool_functions:pauses", 0.05, 2, "local") as pool:
        for outcome in pool.run(jobs):
            print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@linux_only
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("early", [False, True])
def test_nothing_is_left_of_a_program_that_is_ended(
    sent: signal.Signals, early: bool, folder: Path
) -> None:
    # It has no main guard: workers that imported it would run it again.
    file = folder.with_name("script.py")
    file.write_text(SCRIPT.format(paths=PATHS))
    others = set(SEMAPHORES.glob("sem.mp-*"))
    process = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    if early:
        assert wait_until(lambda: len(belonging_to(folder)) > 1)
        time.sleep(0.3)
    else:
        assert process.stdout.readline() == "done\n"
    (os.killpg if sent is signal.SIGKILL else os.kill)(process.pid, sent)
    said, complaints = process.communicate(timeout=30)
    assert said.endswith("interrupted\n") is (sent is signal.SIGINT)
    assert complaints == ""
    assert wait_until(lambda: not belonging_to(folder))
    assert wait_until(lambda: list(folder.iterdir()) == [])
    # Tests that run beside this one have some, too, but put them away.
    left = set(SEMAPHORES.glob("sem.mp-*")) - others
    assert wait_until(lambda: not left & set(SEMAPHORES.glob("sem.mp-*")))


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


def test_no_scheduler_there() -> None:
    with (
        open_pool(f"{HERE}:square", 5, 2, "tcp://127.0.0.1:9") as pool,
        pytest.raises(
            JobError, match=r"^no scheduler answers at tcp://127.0.0.1:9; start one with"
        ),
    ):
        list(pool.run([Job("a", 1)]))
