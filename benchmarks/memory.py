"""What stays in memory after many models: megabytes after twenty, and after many more.

    python -m benchmarks.memory [--models N] [--asked NAME ...]

Each question is asked about N new models, one after the other, in a process of its own. A line has
the memory of that process after 20 models, after half of them and at the end: it is to be flat.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.solvers.registry import AUTO, backend_names


def packing() -> Model:
    """Sixty thousand entries, which CP-SAT's protocol and ours have rooms for."""
    model = Model("packing")
    x = model.binary("x", 10_000)
    for step in range(6):
        rolled = [(place + step) % 10_000 for place in range(10_000)]
        model.add(x[rolled].reshape(-1, 10).sum(axis=1) <= 6)
    return model


def cover(*, possible: bool = True) -> Model:
    """A small exact cover, which has a solution or none."""
    model = Model("cover")
    x = model.binary("x", 8)
    model.exactly_one(x[:4], name="first")
    model.exactly_one(x[2:], name="second")
    if not possible:
        model.exactly_one(x[0:1])
        model.exactly_one(x[1:2])
    model.maximize(x.sum())
    return model


def _solve(backend: str) -> object:
    return (cover() if backend == "exactcover" else packing()).solve(backend)


ASKED: dict[str, Callable[[], object]] = {
    **{f"solve by {name}": partial(_solve, name) for name in (*backend_names(), AUTO)},
    "count": lambda: cover().count(),
    "best": lambda: cover().best(number=2),
    "forced": lambda: cover().forced(),
    "explain": lambda: cover(possible=False).explain(),
    "relaxation": lambda: cover().relaxation(),
    "hint": lambda: experiment("sudoku", "small").hint(),
}


def resident() -> int:
    """The megabytes that this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 >> 20


def ask(name: str, number: int, said: Any) -> None:
    """Asks about many models, and says what is in memory now and then."""
    looked = {20, number // 2, number}
    for model in range(1, number + 1):
        ASKED[name]()
        if model in looked:
            gc.collect()
            said.send(resident())


def main() -> int:
    """Prints a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=2000)
    parser.add_argument("--asked", nargs="+", default=list(ASKED), choices=list(ASKED))
    given = parser.parse_args()
    context = get_context("spawn")
    for name in given.asked:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=ask, args=(name, given.models, theirs))
        process.start()
        theirs.close()
        megabytes = [ours.recv() for _ in range(3)]
        process.join()
        print(f"{name:22} {' '.join(f'{one:6,}' for one in megabytes)} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
