"""A pool does every job once and tells what came of it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.jobs.job import MOST_EVENTS, Job, JobError
from ilpuzzles.jobs.pool import Pool, open_pool
from support.pool_checks import (
    by_key,
    every_job_is_done_once,
    squares,
    what_is_emitted_comes_in_order_and_before_the_outcome,
    what_jobs_raise_is_part_of_the_outcome,
)
from support.pool_functions import PlainError
from support.processes import linux_only, wait_until, workers_of

HERE = "support.pool_functions"


def opened(function: str, shared: object, workers: int) -> Pool:
    """A pool of processes of this machine; test_cluster_pool.py has the same tests of a cluster."""
    return open_pool(f"{HERE}:{function}", shared, workers)


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 3])
def test_every_job_is_done_once(workers: int) -> None:
    every_job_is_done_once(opened, workers)


def test_what_is_emitted_comes_in_order_and_before_the_outcome() -> None:
    what_is_emitted_comes_in_order_and_before_the_outcome(opened)


def test_what_jobs_raise_is_part_of_the_outcome() -> None:
    what_jobs_raise_is_part_of_the_outcome(opened)


@pytest.mark.parametrize(
    ("size", "number", "enough", "most"),
    # What comes in one piece is not put back. Where the queue was full before the first event was
    # taken, one less than the most is in it.
    [(100_000, 2000, 100, MOST_EVENTS), (0, 20_000, MOST_EVENTS - 1, 50 * MOST_EVENTS)],
    ids=["large", "small"],
)
def test_a_slow_receiver_is_not_swamped(size: int, number: int, enough: int, most: int) -> None:
    longest, heard = 0, 0

    def received(_: str, data: tuple[int, bytes]) -> None:
        nonlocal longest, heard
        assert pool._active is not None
        assert data[0] == heard
        heard += 1
        if heard == 1:
            assert wait_until(lambda: pool._active is not None and len(pool._active) >= enough)
        longest = max(longest, len(pool._active))

    with Pool(f"{HERE}:emits", bytes(size), 1) as pool:
        list(pool.run([Job("a", number)], received=received))
    assert heard == number
    assert enough <= longest <= most


@linux_only
def test_there_are_no_more_workers_than_jobs() -> None:
    with Pool("no.such:function", None, 2) as pool:
        assert list(pool.run([])) == []
    before = set(workers_of(os.getpid()))
    with Pool(f"{HERE}:process", None, 8) as pool:
        assert set(workers_of(os.getpid())) == before
        list(pool.run(squares(2)))
        assert len(set(workers_of(os.getpid())) - before) <= 2
    assert set(workers_of(os.getpid())) == before


def test_jobs_are_read_a_little_ahead_only() -> None:
    taken = 0

    def endless() -> Iterator[Job]:
        nonlocal taken
        for taken in count(1):
            yield Job(str(taken), taken)

    with Pool(f"{HERE}:square", 0, 2) as pool:
        run = pool.run(endless())
        for done in range(1, 100):
            next(run)
            assert taken <= done + 4
        # Left in the middle; another run begins with its own jobs.
        run.close()  # type: ignore[attr-defined] # it is a generator
        assert set(by_key(pool.run(squares(9)))) == {str(index) for index in range(9)}


def test_jobs_that_come_up_while_others_run() -> None:
    """Each number that is done brings up two more, as long as they are small."""
    waiting, running, done = [1], set[str](), list[int]()

    def jobs() -> Iterator[Job | None]:
        while waiting or running:
            if not waiting:
                yield None
                continue
            number = waiting.pop()
            running.add(str(number))
            yield Job(str(number), number)

    with Pool(f"{HERE}:square", 0, 2) as pool:
        for outcome in pool.run(jobs()):
            running.discard(outcome.key)
            number = int(outcome.key)
            done.append(number)
            if number < 20:
                waiting.extend([2 * number, 2 * number + 1])
        # None just now, and none in progress, is the end.
        assert list(pool.run(iter([None, Job("a", 1)]))) == []
    assert sorted(done) == list(range(1, 40))


@pytest.mark.exhaustive
def test_messages_of_any_size() -> None:
    sizes = [0, 1, 65_535, 65_536, 300_000, 20_000_000]
    heard: list[Any] = []
    for size in sizes:
        with Pool(f"{HERE}:emits", bytes(size), 1) as pool:
            list(pool.run([Job("", 2)], received=lambda _, data: heard.append(data)))
    assert heard == [(number, bytes(size)) for size in sizes for number in range(2)]


def test_threads_of_a_job_may_emit() -> None:
    heard: list[int] = []
    with Pool(f"{HERE}:emits_from_threads", 100, 1) as pool:
        list(pool.run([Job("a", 4)], received=lambda _, data: heard.append(data)))
    assert sorted(heard) == sorted(4 * list(range(100)))


def test_what_a_job_emits_after_its_end_is_nobodys() -> None:
    def received(key: str, data: int) -> None:
        assert key == str(data)

    with Pool(f"{HERE}:goes_on_emitting", None, 1) as pool:
        assert len(list(pool.run(squares(50), received=received))) == 50


def test_what_cannot_be_sent() -> None:
    with pytest.raises(InputError, match="what the jobs share cannot be pickled"):
        Pool(f"{HERE}:square", lambda: 0, 1)
    jobs = [Job("a", 1), Job("b", lambda: 0), Job("c", 3)]
    with Pool(f"{HERE}:square", 0, 2) as pool:
        outcomes = by_key(pool.run(jobs))
    assert (outcomes["a"].value, outcomes["c"].value) == (1, 9)
    assert outcomes["b"].tries == 0
    assert "the argument of job 'b' cannot be pickled" in str(outcomes["b"].error)


@pytest.mark.parametrize(
    ("function", "workers", "tries", "text"),
    [
        ("square", 1, 3, "'square' is not a function; write module:name"),
        ("a b:c", 1, 3, "'a b:c' is not a function"),
        (":c", 1, 3, "':c' is not a function"),
        ("a:b", 0, 3, "between 1 and 1024, got 0"),
        ("a:b", 1025, 3, "between 1 and 1024, got 1025"),
        ("a:b", 1, 0, "tries must be 1 or more, got 0"),
    ],
)
def test_wrong_arguments(function: str, workers: int, tries: int, text: str) -> None:
    with pytest.raises(InputError, match=text):
        Pool(function, None, workers, tries=tries)


def test_one_run_at_a_time() -> None:
    with Pool(f"{HERE}:square", 0, 2) as pool:
        run = pool.run(squares(5))
        next(run)
        with pytest.raises(JobError, match="the pool is already running jobs"):
            next(pool.run(squares(5)))
        assert len(list(run)) == 4
        for _ in range(3):
            assert len(list(pool.run(squares(5)))) == 5


def test_names_are_unique() -> None:
    with Pool(f"{HERE}:pauses", 0.1, 2) as pool:
        with pytest.raises(InputError, match="two jobs have the name 'a'"):
            list(pool.run([Job("a", 1), Job("a", 2)]))
        assert [outcome.value for outcome in pool.run([Job("a", 3)])] == [3]


def test_a_closed_pool_runs_nothing() -> None:
    pool = Pool(f"{HERE}:square", 0, 2)
    assert len(list(pool.run(squares(3)))) == 3
    left = pool.run(squares(100))
    next(left)
    pool.close()
    pool.close()
    with pytest.raises(JobError, match="the pool is closed"):
        list(left)
    with pytest.raises(JobError, match="the pool is closed"):
        list(pool.run(squares(3)))
    never_used = Pool(f"{HERE}:square", 0, 2)
    never_used.close()
    with pytest.raises(JobError, match="the pool is closed"):
        list(never_used.run(squares(3)))


def test_errors_of_the_caller_end_the_run_and_no_more() -> None:
    def received(_: str, __: object) -> None:
        raise PlainError

    def broken() -> Iterator[Job]:
        yield Job("a", 1)
        raise PlainError

    with Pool(f"{HERE}:emits", b"", 2) as pool:
        with pytest.raises(PlainError):
            list(pool.run(squares(9), received=received))
        with pytest.raises(PlainError):
            list(pool.run(broken()))
        assert len(list(pool.run(squares(9)))) == 9


def test_go_on_ends_a_run() -> None:
    asked = 0

    def go_on() -> bool:
        nonlocal asked
        asked += 1
        return asked < 5

    with Pool(f"{HERE}:pauses", 60, 2) as pool:
        assert list(pool.run(squares(9), go_on=go_on)) == []
        assert asked == 5
        assert list(pool.run(squares(9), go_on=lambda: False)) == []


def test_jobs_print_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with Pool(f"{HERE}:prints", None, 1) as pool:
        list(pool.run([Job("a", "some words")]))
    caught = capfd.readouterr()
    assert caught.out == ""
    assert caught.err == "some words\nsome words from a child\n"


def test_workers_find_the_same_modules_and_have_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "by_hand.py").write_text(
        f"from {HERE} import surroundings\nassert __name__ == 'by_hand'\n"
    )
    # Neither may be taken for the real one.
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "pickle.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(str(tmp_path))
    with Pool("by_hand:surroundings", None, 1) as pool:
        ((path, folder, session),) = [outcome.value for outcome in pool.run([Job("", 0)])]
        assert path == sys.path
        assert Path(folder).parent == Path(tempfile.gettempdir())
        assert Path(folder).is_dir()
        assert session != os.getsid(0)
    assert not Path(folder).exists()
