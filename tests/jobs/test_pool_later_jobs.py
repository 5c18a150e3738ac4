"""A pool takes jobs that come up while others run."""

from __future__ import annotations

from collections.abc import Iterator

from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import Pool

HERE = "support.pool_functions"


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
    assert sorted(done) == list(range(1, 40))


def test_no_job_just_now_and_none_in_progress_is_the_end() -> None:
    with Pool(f"{HERE}:square", 0, 2) as pool:
        assert list(pool.run(iter([None, Job("a", 1)]))) == []
