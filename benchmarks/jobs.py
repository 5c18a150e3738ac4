"""What it costs to hand a job over, start of the processes apart.

    python -m benchmarks.jobs
    python -m benchmarks.jobs --jobs 5000 --workers 2

For the pool of this machine, and for a Dask cluster whose address is given: seconds until the first
job is done, then milliseconds a job, for jobs that do nothing.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ilpuzzles.jobs.job import Job
from ilpuzzles.jobs.pool import open_pool

_HERE, _THERE = 1.0, 5.0


def measured(
    cluster: str | None, jobs: int, workers: int, repeat: int
) -> tuple[float, list[float]]:
    """Seconds until the first job is done, and milliseconds a job of every repetition."""
    begun = time.perf_counter()
    with open_pool("builtins:max", 0, workers, cluster) as pool:

        def run(number: int) -> float:
            start = time.perf_counter()
            done = sum(1 for _ in pool.run(Job(str(i), i) for i in range(number)))
            if done != number:
                raise SystemExit(f"{done} of {number} jobs done")
            return 1000 * (time.perf_counter() - start) / number

        run(2 * workers)
        first = time.perf_counter() - begun
        return first, [run(jobs) for _ in range(repeat)]


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description="Measures the overhead per job.")
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--cluster", help="tcp://HOST:PORT of a scheduler")
    given = parser.parse_args()
    print(f"{given.jobs} jobs that do nothing, {given.workers} workers, {given.repeat} times")
    print(f"{'where':<14}{'start':>9}{'a job, median':>18}{'least':>11}{'most':>11}{'limit':>11}")
    places = {None: _HERE} | ({given.cluster: _THERE} if given.cluster else {})
    for cluster, limit in places.items():
        first, times = measured(cluster, given.jobs, given.workers, given.repeat)
        name = "local pool" if cluster is None else "dask"
        middle = statistics.median(times)
        print(
            f"{name:<14}{first:>7.2f} s{middle:>15.3f} ms{min(times):>8.3f} ms"
            f"{max(times):>8.3f} ms{limit:>8.0f} ms"
        )


if __name__ == "__main__":
    main()
