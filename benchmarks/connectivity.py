"""Connectivity: encodings x backends x questions, as ratios in one run.

Run it from the top of the checkout:

    python -m benchmarks.connectivity [--cases NAME ...] [--backends NAME ...] [--limit S]

Every figure is processor time, of the solver's own process too, the model included, as a multiple
of the least in its line; that one is given in seconds. A dash means that the limit came first, on
the clock, and an empty place that it was not tried, since a smaller case had taken too long.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.nurikabe import board, sides, stated
from benchmarks.pencil import cpu_seconds
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import CheckError, ModelError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness

BACKENDS = ("cpsat", "cbc", "scip", "highs")
NURIKABE = {5: 3, 6: 3, 7: 62, 8: 1, 10: 1}
"""Sizes of boards and their seeds; those up to 7 have one solution."""

ENCODINGS = ("flow", "bfs", "lazy", None)
"""All encodings, and what the default chooses of them."""

Encodings = tuple[str | None, ...]
Build = Callable[[str | None], Model | Program]
Ask = Callable[[Model | Program, str, Options], bool]


def nurikabe(size: int, encoding: str | None) -> Model:
    """A board of Nurikabe: one sea, and every island from its number."""
    return stated(size, board(size, NURIKABE[size]), encoding=encoding)


def region(size: int, encoding: str | None) -> Model:
    """The best connected set of cells, some of which cost something."""
    dice = random.Random(size)
    model = Model("region")
    cells = [(row, column) for row in range(size) for column in range(size)]
    land = model.binary("land", cells)
    connected(model, np.array(sides(cells)), land, encoding=encoding)
    model.maximize(land.dot([dice.randint(-9, 6) for _ in cells]))
    return model


def roots(size: int, encoding: str | None) -> Model:
    """The fewest cells that are next to all others, each joined to one of three roots."""
    dice = random.Random(size)
    model = Model("roots")
    cells = [(row, column) for row in range(size) for column in range(size)]
    graph = np.array(sides(cells))
    land = model.binary("land", cells)
    for cell in range(len(cells)):
        near = graph[(graph == cell).any(axis=1)].ravel()
        model.at_least_one([land[cells[place]] for place in np.unique(near).tolist()])
    chosen = dice.sample(range(len(cells)), 3)
    begins = [cell in chosen for cell in range(len(cells))]
    connected(model, graph, land, roots=begins, encoding=encoding)
    model.minimize(land.sum())
    return model


def grid(size: int, encoding: str | None) -> Model:
    """All connected sets of a grid."""
    model = Model("grid")
    cells = [(row, column) for row in range(size) for column in range(size)]
    connected(model, np.array(sides(cells)), model.binary("land", cells), encoding=encoding)
    return model


def slashes(preset: str, encoding: str | None) -> Model:
    """A board of Surasshupakku."""
    # What the default chooses for these graphs, and the name of a formulation.
    return formulate(load("surasshupakku", preset), encoding or "flow")[1].model


def solved(model: Model | Program, backend: str, options: Options) -> bool:
    """Whether a solution is found in time, a best one if there is something to optimise."""
    result = solve_model(model, backend, options)
    return bool(result) and (model.program().objective is None or result.complete)


def judged(model: Model | Program, backend: str, options: Options) -> bool:
    """Whether it is known in time if there is another solution."""
    verdict = check_uniqueness(model, backend=backend, options=options).verdict
    return verdict is not Verdict.UNKNOWN


def counted(model: Model | Program, backend: str, options: Options) -> bool:
    """Whether all solutions are counted in time."""
    return count_solutions(model, backend=backend, options=options).complete


CASES: dict[str, tuple[Ask, dict[str, Build]]] = {
    "nurikabe, first": (solved, {f"{n} x {n}": partial(nurikabe, n) for n in NURIKABE}),
    "nurikabe, unique": (judged, {f"{n} x {n}": partial(nurikabe, n) for n in NURIKABE}),
    "best region": (solved, {f"{n} x {n}": partial(region, n) for n in (4, 5, 6, 8, 10)}),
    "three roots, fewest": (solved, {f"{n} x {n}": partial(roots, n) for n in (4, 5, 6, 8)}),
    "count regions": (counted, {f"{n} x {n}": partial(grid, n) for n in (2, 3, 4)}),
    "slashes, first": (solved, {n: partial(slashes, n) for n in ("5x5", "7x7", "10x10")}),
    "slashes, unique": (judged, {n: partial(slashes, n) for n in ("5x5", "7x7", "10x10")}),
}


def cost(ask: Ask, build: Build, how: tuple[str | None, str], limit: float) -> float | None:
    """The processor time of an answer, or None if the limit came first."""
    encoding, backend = how
    begun = cpu_seconds()
    try:
        answered = ask(build(encoding), backend, Options(time_limit=limit))
    except (CheckError, ModelError) as error:
        # Another backend has found what there was not; or the encoding is none of this backend.
        print(f"{backend}, {encoding}: {error}", file=sys.stderr)
        return None
    return cpu_seconds() - begun if answered else None


def compare(cases: dict[str, tuple[Ask, dict[str, Build]]], encodings: Encodings) -> None:
    """Prints a table for each question and backend."""
    parser = argparse.ArgumentParser(description="Encodings side by side.")
    parser.add_argument("--cases", nargs="+", default=list(cases), choices=list(cases))
    parser.add_argument("--backends", nargs="+", default=BACKENDS)
    parser.add_argument("--limit", type=float, default=60.0)
    given = parser.parse_args()
    for case in given.cases:
        ask, builds = cases[case]
        for backend in given.backends:
            head = "".join(f"{name or 'default':>10}" for name in encodings)
            print(f"\n{case}, {backend:8}{head}", flush=True)
            late: set[str | None] = set()
            for size, build in builds.items():
                found: dict[str | None, float | None] = {}
                for encoding in encodings:
                    if encoding not in late:
                        found[encoding] = cost(ask, build, (encoding, backend), given.limit)
                late |= {encoding for encoding, seconds in found.items() if seconds is None}
                print(f"  {size:{len(case) + 8}}" + shown(found, encodings), flush=True)


def shown(found: dict[str | None, float | None], encodings: Encodings) -> str:
    """A line: the least time in seconds, and what the others are of it."""
    least = min((seconds for seconds in found.values() if seconds is not None), default=0.0)
    texts = []
    for encoding in encodings:
        seconds = found.get(encoding, 0.0)
        text = "-" if seconds is None else f"{seconds / least:.1f}" if seconds else ""
        texts.append(f"{seconds:.3g} s" if seconds and seconds == least else text)
    return "".join(f"{text:>10}" for text in texts)


if __name__ == "__main__":
    compare(CASES, ENCODINGS)
