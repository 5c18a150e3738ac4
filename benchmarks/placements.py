"""What is computed of a tiling before any search: placements, symmetries, breaking, reduction.

Run it from the top of the checkout:

    python -m benchmarks.placements [RUNS]

Times are CPU milliseconds in one thread, each the median of RUNS runs, 5 by default. All placements
of an instance should take 50 ms at most; a star marks what takes longer.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or else all threads' times add up

from ilpuzzles.experiments.loading import load
from ilpuzzles.reading.library import Library
from ilpuzzles.tilings.placement_table import PlacementTable, reduced
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries, break_symmetry

TARGET = 50.0


def milliseconds(work: Callable[[], Any], runs: int) -> float:
    """The median CPU time of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def presets() -> list[tuple[str, str]]:
    """All presets of tilings; of Lonpos without most of those that differ by their givens alone."""
    library = Library.standard()
    return [
        (puzzle, preset)
        for puzzle in library.puzzles()
        for preset in library.presets(puzzle)
        if load(puzzle, preset).kind.name == "tiling"
        and (puzzle != "lonpos" or preset in {"empty", "8pieces"})
    ]


def main() -> None:
    """Prints the report."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"CPU ms, median of {runs}\n{'':26} placements      ms   symmetries      ms", end="")
    print("   breaking   dropped   reduction      left")
    late = 0
    for puzzle, preset in presets():
        instance: Any = load(puzzle, preset).instance
        table = PlacementTable.of(instance)
        placing = milliseconds(partial(PlacementTable.of, instance), runs)
        moving = milliseconds(partial(TilingSymmetries.of, instance), runs)
        breaking = milliseconds(partial(break_symmetry, instance, "auto"), runs)
        reducing = milliseconds(partial(reduced, table), runs)
        broken = break_symmetry(instance, "auto")
        late += placing > TARGET
        star = "*" if placing > TARGET else " "
        print(
            f"{puzzle + ' ' + preset:26} {len(table):10,} {placing:7.1f}{star}"
            f" {TilingSymmetries.of(instance).order:11} {moving:7.1f} {breaking:10.1f}"
            f" {'-' if broken is None else f'{len(broken.dropped):,}':>9}"
            f" {reducing:11.1f} {len(reduced(table)):9,}",
            flush=True,
        )
    print(f"placements over {TARGET:g} ms: {late or 'none'}")


if __name__ == "__main__":
    main()
