"""Workers die of everything; jobs do not."""

from __future__ import annotations

import math
import os
import random
import resource
import signal
import threading
import time
from contextlib import suppress
from itertools import count, takewhile
from pathlib import Path

import pytest

from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.job import Job, JobError
from ilpuzzles.jobs.pool import Pool
from ilpuzzles.jobs.workers import GRACE_SECONDS, WorkerProcess
from support.pool_functions import Sour
from support.processes import is_running, linux_only, wait_until, workers_of

HERE = "support.pool_functions"


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("seed", range(3))
def test_no_job_is_lost_or_done_twice(seed: int) -> None:
    choice, done = random.Random(seed), threading.Event()
    kills = 0

    def kill() -> None:
        nonlocal kills
        while not done.wait(choice.uniform(0, 0.1)):
            workers = workers_of(os.getpid())
            # Fewer than could all hit workers that are starting, and end the run.
            if workers and kills < 12:
                with suppress(ProcessLookupError):
                    os.kill(choice.choice(workers), signal.SIGKILL)
                    kills += 1

    heard: dict[str, list[int]] = {}
    killer = threading.Thread(target=kill)
    with Pool(f"{HERE}:pauses", 0.005, 3, tries=1000) as pool:
        killer.start()
        try:
            outcomes = list(
                pool.run(
                    (Job(str(n), n) for n in takewhile(lambda n: n < 200 or kills < 4, count(1))),
                    received=lambda key, data: heard.setdefault(key, []).append(data),
                )
            )
        finally:
            done.set()
            killer.join()
    assert sorted(outcome.value for outcome in outcomes) == list(range(1, len(outcomes) + 1))
    for outcome in outcomes:
        # From its beginning again for each try; what a dead worker had said is not taken back.
        assert outcome.error is None
        assert heard[outcome.key][-2:] == [outcome.value, -outcome.value]
        assert len(heard[outcome.key]) <= 2 * outcome.tries


@pytest.mark.exhaustive
def test_a_job_that_ends_its_worker_once_is_done_again(tmp_path: Path) -> None:
    heard: list[str] = []
    with Pool(f"{HERE}:dies_once", tmp_path, 2) as pool:
        jobs = [Job(name, name) for name in "abcdef"]
        outcomes = list(pool.run(jobs, received=lambda key, _: heard.append(key)))
    assert sorted(outcome.value for outcome in outcomes) == list("abcdef")
    assert {outcome.tries for outcome in outcomes} == {2}
    assert set(heard) == set("abcdef")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("how", "tries", "ending"),
    [
        ("killed", 2, "2 times, the last time by SIGKILL"),
        ("exit", 2, "2 times, the last time by exit code 3"),
        ("interrupt", 2, "2 times, the last time by exit code 130"),
    ],
)
def test_a_job_that_always_ends_its_worker_is_given_up(
    how: str, tries: int, ending: str, capfd: pytest.CaptureFixture[str]
) -> None:
    heard: list[int] = []
    jobs = [Job("a", "fine"), Job("b", how), *(Job(f"c{n}", "fine") for n in range(20))]
    with Pool(f"{HERE}:dies", None, 2, tries=tries) as pool:
        run = pool.run(jobs, received=lambda key, pid: heard.append(pid) if key == "b" else None)
        outcomes = {outcome.key: outcome for outcome in run}
    assert len(outcomes) == len(jobs)
    failed = outcomes.pop("b")
    assert type(failed.error) is JobError
    assert str(failed.error) == (
        f"job 'b' ended its worker {ending}; run it alone to see why, or give it more memory"
    )
    assert (failed.value, failed.tries) == (None, tries)
    assert failed.seconds >= 0
    assert len(set(heard)) == len(heard) <= tries
    assert {outcome.value for outcome in outcomes.values()} == {"fine"}
    capfd.readouterr()  # a KeyboardInterrupt prints its traceback


def test_one_try_is_enough_said() -> None:
    with Pool(f"{HERE}:dies", None, 1, tries=1) as pool:
        (outcome,) = pool.run([Job("b", "killed")])
    assert str(outcome.error).startswith("job 'b' ended its worker once, by SIGKILL; ")


@linux_only
def test_a_death_is_noticed_while_a_copy_holds_the_line(tmp_path: Path) -> None:
    with Pool(f"{HERE}:dies_while_a_copy_lives", tmp_path, 1) as pool:
        (outcome,) = pool.run([Job("a", 1)])
    assert outcome.tries == 2
    assert wait_until(lambda: not is_running(outcome.value))


@pytest.mark.exhaustive
@linux_only
def test_idle_workers_that_are_killed_are_replaced() -> None:
    with Pool(f"{HERE}:pauses", 0.01, 2) as pool:
        for _ in range(3):
            assert len(list(pool.run(Job(str(n), n) for n in range(8)))) == 8
            for worker in workers_of(os.getpid()):
                os.kill(worker, signal.SIGKILL)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("no_such_module:f", "ModuleNotFoundError: No module named 'no_such_module'"),
        (f"{HERE}:no_such_function", "has no attribute 'no_such_function'"),
        ("__main__:f", "has no attribute 'f'"),
    ],
)
def test_a_function_that_cannot_be_imported(function: str, text: str) -> None:
    with Pool(function, None, 3) as pool:
        for _ in range(2):
            with pytest.raises(
                JobError, match="the workers cannot load the function or its shared data"
            ) as caught:
                list(pool.run(Job(str(n), n) for n in range(50)))
            assert text in str(caught.value)


def test_what_is_shared_cannot_be_unpickled() -> None:
    with (
        Pool(f"{HERE}:square", Sour(), 2) as pool,
        pytest.raises(JobError, match=r"its shared data \(ValueError: invalid literal"),
    ):
        list(pool.run([Job("a", 1)]))


@pytest.mark.exhaustive
def test_workers_that_die_at_every_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deadly.py").write_text("import os\nos.kill(os.getpid(), 9)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with (
        Pool("deadly:f", None, 2) as pool,
        pytest.raises(JobError, match=r"as soon as they are started \(the last one by SIGKILL\)"),
    ):
        list(pool.run([Job("a", 1), Job("b", 2)]))


@pytest.mark.parametrize(
    ("what", "kind", "text"),
    [
        ("sys.executable", JobError, r"no worker process can be started \("),
        ("tempfile.tempdir", BackendError, "no temporary folder can be made"),
    ],
)
def test_what_keeps_workers_from_starting_is_told(
    what: str, kind: type[Exception], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what, "/dev/null")
    with Pool(f"{HERE}:square", 0, 2) as pool, pytest.raises(kind, match=text):
        list(pool.run([Job("a", 1)]))


def test_a_fault_of_the_manager_itself_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with Pool(f"{HERE}:square", 0, 2) as pool:
        assert len(list(pool.run([Job("a", 1)]))) == 1
        monkeypatch.setattr("ilpuzzles.jobs.workers.Workers.submit", broken)
        with pytest.raises(ZeroDivisionError):
            list(pool.run([Job("a", 1)]))


@pytest.mark.exhaustive
@linux_only
def test_files_are_left_for_the_program() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Holes among the numbers of the files that are open would be filled first.
    last = max(int(file.name) for file in Path("/proc/self/fd").iterdir())
    held = [os.dup(0)]
    while held[-1] <= last:
        held.append(os.dup(0))
    number = held[-1] + 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (number + 64 + 12, limits[1]))
    before = len(workers_of(os.getpid()))
    try:
        with Pool(f"{HERE}:pauses", 0.05, 50) as pool:
            outcomes = list(pool.run(Job(str(n), n) for n in range(100)))
            workers = len(workers_of(os.getpid())) - before
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for file in held:
            os.close(file)
    assert sorted(outcome.value for outcome in outcomes) == list(range(100))
    assert 1 <= workers < 12


@pytest.mark.exhaustive
def test_a_run_that_ends_while_a_worker_dies_leaves_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    has_ended = WorkerProcess.has_ended

    def slowly(worker: WorkerProcess) -> bool:
        """As if a worker took its time from closing its line to its end."""
        late = worker.deadline == math.inf or time.monotonic() > worker.deadline - GRACE_SECONDS / 2
        return late and has_ended(worker)

    monkeypatch.setattr(WorkerProcess, "has_ended", slowly)
    heard: list[int] = []
    with Pool(f"{HERE}:dies", None, 2, tries=1000) as pool:
        for turn in range(4):
            heard.clear()
            run = pool.run(
                [Job(f"{turn} {n}", "killed") for n in range(4)],
                received=lambda _, pid: heard.append(pid),
                go_on=lambda: len(heard) < 2,
            )
            assert list(run) == []
            jobs = [Job(f"{turn} {n}", "fine") for n in range(500)]
            assert {outcome.key for outcome in pool.run(jobs)} == {job.key for job in jobs}


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("how", ["sleeping", "spinning", "in native code", "deaf"])
def test_closing_ends_workers_whatever_they_do(how: str) -> None:
    pids: list[int] = []
    with Pool(f"{HERE}:waits", how, 2) as pool:
        run = pool.run(
            (Job(str(n), n) for n in range(2)),
            received=lambda _, pid: pids.append(pid),
            go_on=lambda: len(pids) < 2,
        )
        assert list(run) == []
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)


@linux_only
def test_what_jobs_started_ends_with_them(tmp_path: Path) -> None:
    pids: list[int] = []
    with Pool(f"{HERE}:leaves_things", tmp_path, 1) as pool:
        jobs = [Job("a", 1)]
        run = pool.run(jobs, received=lambda _, found: pids.extend(found), go_on=lambda: not pids)
        assert list(run) == []
    assert len(pids) == 2
    assert wait_until(lambda: not any(is_running(pid) for pid in pids))
    assert (tmp_path / "cleaned").exists()
