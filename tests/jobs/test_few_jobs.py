"""Fewer jobs than workers, as many, and more; each of them may be the one that fails."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from ilpuzzles.jobs.frames import Message, MessageKind
from ilpuzzles.jobs.job import MOST_BYTES, MOST_EVENTS, Arrived, EventQueue, Job
from ilpuzzles.jobs.pool import MOST_WORKERS, Pool, open_pool
from support.pool_functions import PlainError

SUM = "support.pool_functions:square"


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_every_job_has_an_outcome_whichever_fails(workers: int) -> None:
    """A text has no square, so its job fails, and no other one does."""
    with open_pool(SUM, 1, workers) as pool:
        for number in (0, 1, 2, 3):
            for failing in range(-1, number):
                jobs = [Job(str(n), "text" if n == failing else n) for n in range(number)]
                outcomes = {outcome.key: outcome for outcome in pool.run(jobs)}
                assert outcomes.keys() == {job.key for job in jobs}
                for n in range(number):
                    one = outcomes[str(n)]
                    assert one.tries == 1
                    assert (one.error is not None) is (n == failing)
                    assert one.value == (None if n == failing else 1 + n * n)


@pytest.mark.parametrize("stop", [0, 1, 2, 3])
def test_a_run_that_is_left_after_some_outcomes_leaves_the_pool_usable(stop: int) -> None:
    with open_pool(SUM, 0, 2) as pool:
        run = pool.run(Job(str(n), n) for n in range(3))
        found = [next(run).key for _ in range(stop)]
        assert len({*found}) == stop
        run.close()  # type: ignore[attr-defined] # it is a generator
        assert [outcome.value for outcome in pool.run([Job("a", 3)])] == [9]


def test_nobody_is_asked_for_a_job_once_the_run_is_to_end() -> None:
    """The question comes before the first job."""
    asked = 0

    def jobs() -> Any:
        nonlocal asked
        for number in count():
            asked += 1
            yield Job(str(number), number)

    with open_pool(SUM, 0, 1) as pool:
        assert list(pool.run(jobs(), go_on=lambda: False)) == []
    assert asked == 0


@pytest.mark.parametrize(
    ("open_it", "is_refused"),
    [
        (lambda: Pool(SUM, 0, 0), True),
        (lambda: Pool(SUM, 0, 1), False),
        (lambda: Pool(SUM, 0, MOST_WORKERS), False),
        (lambda: Pool(SUM, 0, MOST_WORKERS + 1), True),
        (lambda: Pool(SUM, 0, 1, tries=0), True),
        (lambda: Pool(SUM, 0, 1, tries=1), False),
    ],
)
def test_the_least_and_the_most_are_taken(open_it: Callable[[], Pool], is_refused: bool) -> None:
    if is_refused:
        with pytest.raises(ValueError, match="got"):
            open_it()
    else:
        open_it().close()


def test_an_error_of_a_job_is_its_own_and_the_next_jobs_run_on() -> None:
    with open_pool("support.pool_functions:raises", None, 1) as pool:
        outcomes = list(pool.run([Job("first", "own"), Job("last", "own")]))
    assert [outcome.key for outcome in outcomes] == ["first", "last"]
    assert all(isinstance(outcome.error, PlainError) for outcome in outcomes)


def test_workers_are_held_back_by_many_events_or_by_large_ones() -> None:
    for size, most in [(0, MOST_EVENTS), (MOST_BYTES // 8, 8), (MOST_BYTES // 3 + 1, 3)]:
        queue = EventQueue()
        event = Arrived(Message(MessageKind.EMITTED, 1, bytes(size)), 1)
        for number in range(1, most + 1):
            queue.put(event)
            assert queue.hold_back() == (number == most), (size, number)
        # They go on when half of them has been taken, and not before.
        for left in range(most - 1, -1, -1):
            queue.get(1.0)
            is_half_full = 2 * left >= MOST_EVENTS or 2 * left * size >= MOST_BYTES
            assert queue.hold_back() == is_half_full, (size, left)
