"""The best exact cover for random weights: our engine beside CP-SAT, in one run.

Run it from the top of the checkout:

    python -m benchmarks.best_covers [--instances NAME ...] [--seeds N] [--limit SECONDS]

Every option gets a random weight from 1 to 100, and the sum is minimised. Each figure is the
processor time of this process, with kernels compiled before; `> 60` means that the best was not
proved in so many seconds on the clock. CP-SAT has one worker, and then two. Seconds are those of
the machine at hand; compare the ratios. The exit code is 1 if two proofs contradict each other.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks.cover_problems import INSTANCES, instance_named
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Result
from ilpuzzles.exactcover.engine import compile_kernels
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model

_USUAL = ("lonpos", "6x10", "8x8", "soma", "pyramid", "tritetratan")
_WAYS = (("exactcover", 1), ("exactcover", 2), ("cpsat", 1), ("cpsat", 2))


class Timed(NamedTuple):
    """An answer, and what it took."""

    result: Result
    cpu: float
    clock: float


def weighted(program: Program, seed: int) -> Program:
    """The program with a random objective."""
    weights = np.random.default_rng(seed).integers(1, 101, program.variables)
    goal = Objective(np.arange(program.variables), weights, 0, maximize=False)
    return replace(program, objective=goal)


def timed(program: Program, backend: str, workers: int, limit: float) -> Timed:
    """Solves a program, and takes the time."""
    cpu, clock = time.process_time(), time.perf_counter()
    result = solve_model(program, backend, Options(workers=workers, time_limit=limit))
    return Timed(result, time.process_time() - cpu, time.perf_counter() - clock)


def lines(name: str, seeds: int, limit: float) -> Iterator[tuple[str, bool]]:
    """A line for every seed, and whether it is right."""
    program = instance_named(name).model.program()
    for seed in range(seeds):
        asked = weighted(program, seed)
        figures = [timed(asked, *way, limit) for way in _WAYS]
        proved = {one.result.objective for one in figures if one.result.complete}
        found = [one.result.objective for one in figures if one.result.objective is not None]
        right = len(proved) <= 1 and all(min(found) >= best for best in proved if best is not None)
        cells = [
            f"{one.cpu:7.2f}" if one.result.complete else f"  >{limit:4.0f}" for one in figures
        ]
        times = figures[2].clock / max(1e-3, figures[0].clock)
        best = figures[0].result.objective
        more = "" if figures[2].result.complete else "more than "
        yield f"{name:12} {seed:4} {best!s:>6} {' '.join(cells)}  {more}{times:,.0f}", right


def main(arguments: list[str] | None = None) -> int:
    """Prints the table; returns the exit code."""
    parser = argparse.ArgumentParser(description="The best exact covers, beside CP-SAT.")
    names = [instance.name for instance in INSTANCES]
    parser.add_argument("--instances", nargs="+", choices=names, default=_USUAL)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds on the clock")
    options = parser.parse_args(arguments)
    compile_kernels()
    ways = " ".join(f"{name[:5]}-{workers}" for name, workers in _WAYS)
    print(f"instance     seed   best {ways}  CP-SAT-1 / ours-1")
    wrong = 0
    for name in options.instances:
        for line, right in lines(name, options.seeds, options.limit):
            print(line if right else f"{line}  WRONG: proofs contradict each other", flush=True)
            wrong += not right
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
