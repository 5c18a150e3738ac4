"""Job shops of the literature: what CP-SAT takes through the package and by itself, in one run.

    python -m benchmarks.job_shops FILE ...

A file has an instance as the OR-Library has them: the numbers of jobs and machines, and a line for
each job with pairs, a machine and how long it takes there; lines that begin with # say what it is.
Each instance is solved to the end, alternately by raw OR-Tools and through the package, each time
with another seed: three times, and short ones as often as a second allows, up to thirty. A line has
the optimum, and the medians of the processor time with their ratio.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from ortools.sat.python import cp_model

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.intervals import Interval, no_overlap
from ilpuzzles.modelling.functions import maximum
from ilpuzzles.queries.solve import solve_model

Job = list[tuple[int, int]]
FEWEST, MOST = 3, 30


def read(path: Path) -> list[Job]:
    """The jobs of a file: machines and times."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [[int(word) for word in line.split()] for line in lines if line[:1] not in {"#", ""}]
    (jobs, _), *rest = rows
    return [list(zip(row[::2], row[1::2], strict=True)) for row in rest[:jobs]]


def stated(jobs: list[Job]) -> Model:
    """An instance as a model."""
    model, horizon = Model("job shop"), sum(long for job in jobs for _, long in job)
    tasks = [(job, step) for job, steps in enumerate(jobs) for step in range(len(steps))]
    start = model.integer("start", tasks, lower=0, upper=horizon)
    on: dict[int, list[Interval]] = {}
    for job, steps in enumerate(jobs):
        for step, (machine, long) in enumerate(steps):
            on.setdefault(machine, []).append(Interval(start[job, step], long))
        for step, (_, long) in enumerate(steps[:-1]):
            model.add(start[job, step] + long <= start[job, step + 1])
    for machine in sorted(on):
        no_overlap(model, on[machine])
    ends = (start[job, len(steps) - 1] + steps[-1][1] for job, steps in enumerate(jobs))
    model.minimize(maximum(ends))
    return model


def by_hand(jobs: list[Job], seed: int) -> int:
    """The optimum, by OR-Tools itself."""
    model, horizon = cp_model.CpModel(), sum(long for job in jobs for _, long in job)
    on: dict[int, list[cp_model.IntervalVar]] = {}
    ends = []
    for steps in jobs:
        starts = [model.new_int_var(0, horizon, "") for _ in steps]
        for start, (machine, long) in zip(starts, steps, strict=True):
            interval = model.new_fixed_size_interval_var(start, long, "")
            on.setdefault(machine, []).append(interval)
        for (one, other), (_, long) in zip(pairwise(starts), steps, strict=False):
            model.add(one + long <= other)
        ends.append(starts[-1] + steps[-1][1])
    for machine in sorted(on):
        model.add_no_overlap(on[machine])
    last = model.new_int_var(0, horizon, "")
    model.add_max_equality(last, ends)
    model.minimize(last)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, seed
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError(solver.status_name())
    return round(solver.objective_value)


def through(jobs: list[Job], seed: int) -> int:
    """The same through the package."""
    result = solve_model(stated(jobs), "cpsat", seed=seed)
    return int(result.objective or 0) if result.complete else 0


def main() -> None:
    """Solves all instances."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    for path in parser.parse_args().files:
        jobs, ways = read(path), (by_hand, through)
        seconds: dict[Callable[[list[Job], int], int], list[float]] = {way: [] for way in ways}
        best = set()
        for seed in range(MOST):
            if seed >= FEWEST and sum(map(sum, seconds.values())) > 1:
                break
            for way in ways:
                begun = time.process_time()
                best.add(way(jobs, seed))
                seconds[way].append(time.process_time() - begun)
        (optimum,) = best
        raw, ours = (median(seconds[way]) for way in ways)
        print(f"{path.name}: {optimum}; {raw:.3f} s by hand, {ours / raw:.2f} times as long")


if __name__ == "__main__":
    main()
