"""What the engine for exact covers takes as problems grow, and what a second worker gains.

Run it from the top of the checkout:

    python -m benchmarks.scaling [--quick] [--limit SECONDS] [--no-workers]

Solutions are counted with the engine that is chosen by itself; the tables say which and why, and
what it did. Seconds are processor time of this machine, after a small problem. The gain of two
workers is that on the clock: it means something only on a machine with two cores and nothing else
to do.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version

from benchmarks.cover_problems import INSTANCES, Instance, small_one
from ilpuzzles.exactcover.engine import count_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Run, Settings

Cells = tuple[tuple[int, int], ...]

_DOMINOES = ("XX",)
_TROMINOES = ("XXX", "XX/X.")
_TETROMINOES = ("XXXX", "XX/XX", "XXX/.X.", "XX./.XX", "XXX/X..")

_WORTH_TWO = 3.0
_TARGET = 1.7
_COLUMNS = "{:14} {:>7} {:>17} {:>6} {:>12} {:>12} {:>11} {:>12} {:>6} {:>8}  {}"


def board(rows: int, columns: int, shapes: Iterable[str]) -> CoverProblem:
    """A board to be covered by any number of copies of shapes, turned and mirrored.

    Args:
        rows: How many rows it has.
        columns: How many columns.
        shapes: Their cells as X, rows separated by slashes.
    """
    options = []
    for cells in sorted(set(itertools.chain.from_iterable(map(_oriented, shapes)))):
        height, width = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        places = itertools.product(range(rows - height + 1), range(columns - width + 1))
        options += [[(top + y) * columns + left + x for y, x in cells] for top, left in places]
    return CoverProblem.of(options, rows * columns)


def _oriented(shape: str) -> Iterator[Cells]:
    lines = shape.split("/")
    cells = [(y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "X"]
    for _ in range(2):
        cells = [(y, -x) for y, x in cells]
        for _ in range(4):
            cells = [(x, -y) for y, x in cells]
            top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
            yield tuple(sorted((y - top, x - left) for y, x in cells))


def counted(problem: CoverProblem, settings: Settings, limit: float) -> tuple[Run, float, float]:
    """Counts the solutions; the run, processor seconds, and seconds on the clock."""
    run = Run(seconds=limit)
    clock, start = time.perf_counter(), time.process_time()
    count_covers(problem, settings, run)
    return run, time.process_time() - start, time.perf_counter() - clock


def table(title: str, problems: Iterable[tuple[str, CoverProblem]], limit: float) -> None:
    """A line for every problem, until one reaches the limit."""
    print(f"\n{title}")
    heads = ("problem", "options", "solutions", "engine", "nodes", "dead ends", "states")
    print(_COLUMNS.format(*heads, "transitions", "MB", "CPU s", "why"))
    for name, problem in problems:
        run, seconds, _ = counted(problem, Settings(), limit)
        done = run.statistics
        found = f"{run.found:,}" if run.found < 10**12 else f"{run.found:.4e}"
        cells = [name, f"{problem.options:,}", found if run.complete else "-", str(done.engine)]
        figures = (done.nodes, done.dead_ends, done.states, done.edges)
        cells += [f"{figure:,}" if figure else "-" for figure in figures]
        cells += [f"{done.memory / 2**20:.0f}", f"{seconds:.3f}", done.why]
        print(_COLUMNS.format(*cells), flush=True)
        if not run.complete:
            print(f"  not complete: {run.ending} ({limit:g} s)")
            return


def presets(instances: Iterable[Instance]) -> Iterator[tuple[str, CoverProblem]]:
    """Instances with their problems."""
    for instance in instances:
        yield instance.name, instance.problem


def lonpos(most: int) -> Iterator[tuple[str, CoverProblem]]:
    """Lonpos with ever fewer pieces placed."""
    for placed in range(8, most - 1, -1):
        if placed >= 2:
            name = f"{placed} pieces"
            yield name, Instance(name, "lonpos", f"{placed}pieces").problem
    if most == 0:
        yield "empty", Instance("empty", "lonpos", "empty").problem


def workers(names: Iterable[str], limit: float) -> None:
    """One and two workers on the clock, for long searches."""
    load = f", load average {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    print(f"\ntwo workers on {os.cpu_count()} cores{load}; target {_TARGET} on an idle machine")
    print(f"{'search':14} {'one, s':>8} {'two, s':>8} {'gain':>6}  target")
    for name in names:
        problem = next(one for one in INSTANCES if one.name == name).problem
        runs = [
            counted(problem, Settings(Engine.SEARCH, workers=number), limit) for number in (1, 2)
        ]
        (one, _, alone), (two, _, both) = runs
        if not (one.complete and two.complete):
            print(f"{name:14} not complete within {limit:g} s")
            continue
        if one.found != two.found:
            print(f"{name:14} WRONG: {one.found:,} by one worker, {two.found:,} by two")
            continue
        gain = alone / both
        verdict = "met" if gain >= _TARGET else "NOT MET"
        if alone < _WORTH_TWO:
            verdict = f"shorter than {_WORTH_TWO:g} s"
        print(f"{name:14} {alone:8.2f} {both:8.2f} {gain:6.2f}  {verdict}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description="Exact covers as problems grow.")
    parser.add_argument("--quick", action="store_true", help="small problems only")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for each problem")
    parser.add_argument("--no-workers", action="store_true", help="leave out the gain of workers")
    options = parser.parse_args(arguments)
    quick, limit = options.quick, options.limit
    packages = ", ".join(f"{name} {version(name)}" for name in ("ilpuzzles", "numba", "numpy"))
    print(f"Python {platform.python_version()} on {platform.machine()}; {packages}")
    small = small_one(board(8, 8, _DOMINOES))
    for engine in Engine:
        count_covers(small, Settings(engine))
    chosen = [one for one in INSTANCES if one.quick or not quick]
    towers = (one for one in chosen if one.puzzle == "tower")
    table("tower, rows around the cylinder", presets(towers), limit)
    pentominoes = (one for one in chosen if one.puzzle == "pentominoes")
    table("pentominoes on boards", presets(pentominoes), limit)
    table("Lonpos with pieces placed", lonpos(4 if quick else 0), limit)
    for title, rows, shapes, sizes in (
        ("trominoes, any number", 3, _TROMINOES, (2, 4, 8, 16, 32, 64)),
        ("tetrominoes, any number", 4, _TETROMINOES, (2, 4, 8, 16, 32, 64)),
    ):
        grown = sizes[: 4 if quick else None]
        boards = ((f"{rows} x {size}", board(rows, size, shapes)) for size in grown)
        table(f"{title}, on {rows} rows", boards, limit)
    sides = range(2, 11 if quick else 21, 2)
    squares = ((f"{side} x {side}", board(side, side, _DOMINOES)) for side in sides)
    table("dominoes on squares", squares, limit)
    if not options.no_workers:
        workers(["tower-3"] if quick else ["tower-4", "lonpos", "tower-5"], limit)


if __name__ == "__main__":
    main()
