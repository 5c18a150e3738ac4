"""What a second solve costs after a small change, as a share of the first: hand-over, and cuts.

Run it from the top of the checkout:

    python -m benchmarks.solving_again [BACKEND ...]

The large model of `benchmarks.peers` (200,000 variables, 2,000 rows, 1.2 million entries) is handed
over to each backend, then again with one number or row changed; what is compared is the time until
the search begins, the least of several. Then models whose rows are found as they
are needed (lazy constraints) are solved twice: with runs that share a process, and with a process
for every run.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from benchmarks.peers.instance import SIZES, make
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.expressions import Comparison
from ilpuzzles.modelling.lazy_rows import Assignment
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend

_TIMES = 4


def large_model() -> Model:
    """Sums with weights that are not to exceed 9, stated from arrays."""
    instance = make(SIZES["large"])
    model = Model()
    model.binary("place", instance.size.variables)
    starts, columns = instance.starts, instance.columns
    with model.group("sums"):
        model.add_rows(Kind.LINEAR, starts, columns, coefficients=instance.weights, upper=9)
    return model


def another_coefficient(program: Program, dice: random.Random) -> Program:
    """The program with another number in one of its rows."""
    coefficients = program.rows.coefficients.copy()
    entry = dice.randrange(len(coefficients))
    coefficients[entry] = coefficients[entry] % 9 + 1
    return replace(program, rows=replace(program.rows, coefficients=coefficients))


def another_row(program: Program, dice: random.Random) -> Program:
    """The program of the model, with one more row."""
    model: Any = program.names.owner
    place = model.family("place")
    model.add(place[dice.randrange(1000)] + place[1000 + dice.randrange(1000)] <= 1)
    made: Program = model.program()
    return made


def another_bound(program: Program, dice: random.Random) -> Program:
    """The program with one variable fixed."""
    return program.within({dice.randrange(program.variables): (0, 0)})


CHANGES = (another_coefficient, another_row, another_bound)


def forget() -> None:
    """Makes the next hand-over a first one, though solvers are loaded.

    A process that solvers run in is for one environment, and what is kept is for a model that is
    there.
    """
    os.environ["ILPUZZLES_MEASURED"] = str(time.perf_counter())


def hand_over(backend: str, program: Program) -> float:
    """The seconds until the solver has the program."""
    return get_backend(backend).solve(program, Options()).times.hand_over


def hand_overs(backend: str) -> None:
    """Prints a line for every change."""
    dice = random.Random(1)
    solve_model(neighbours(4), backend)
    for change in CHANGES:
        first: list[float] = []
        again: list[float] = []
        for _ in range(_TIMES):
            program = changed = None
            forget()
            gc.collect()
            program = large_model().program()
            first.append(hand_over(backend, program))
            start = time.perf_counter()
            changed = change(program, dice)
            again.append(time.perf_counter() - start + hand_over(backend, changed))
        print_line(backend, change.__name__.replace("_", " "), min(first), min(again))


def neighbours(size: int, *, alone: bool = False) -> Model:
    """Numbers of which no two neighbours may be chosen."""
    apart = list(pairwise(range(size)))
    return chosen_apart(size, size, apart, alone=alone)


def pairs(size: int, *, alone: bool = False) -> Model:
    """Few numbers, and pairs at random of which only one may be chosen."""
    dice = random.Random(2)
    apart = [(dice.randrange(size), dice.randrange(size)) for _ in range(3 * size)]
    return chosen_apart(size, size // 3, [pair for pair in apart if len({*pair}) > 1], alone=alone)


def chosen_apart(size: int, most: int, apart: list[tuple[int, int]], *, alone: bool) -> Model:
    """The best numbers to choose; each answer gets one row that it breaks.

    If runs are to be `alone`, each of them has a process of its own.
    """
    model, dice = Model(), random.Random(1)
    x = model.binary("x", size)
    model.add(x.sum() <= most)

    def found(values: Assignment) -> Iterator[Comparison]:
        if alone:
            forget()
        chosen = values[x]
        for one, other in apart:
            if chosen[one] and chosen[other]:
                yield x[one] + x[other] <= 1
                return

    model.lazy(found)
    model.maximize(x.dot([dice.randint(1, 99) for _ in range(size)]))
    return model


LAZY: dict[str, Callable[..., Model]] = {
    "neighbours among 70": partial(neighbours, 70),
    "pairs among 40": partial(pairs, 40),
}


def cuts(backend: str) -> None:
    """Prints a line for every model whose rows are found as they are needed."""
    for name, build in LAZY.items():
        spent: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(_TIMES):
            for alone, seconds in spent.items():
                model = build(alone=alone)
                forget()
                start = time.perf_counter()
                solve_model(model, backend)
                seconds.append(time.perf_counter() - start)
        print_line(backend, name, min(spent[True]), min(spent[False]))


def print_line(backend: str, what: str, before: float, after: float) -> None:
    """Prints both times, and their ratio."""
    share = f"{after / before:.0%}"
    print(f"{backend:8}{what:24}{1000 * before:10.0f}{1000 * after:10.0f}{share:>10}", flush=True)


def main(backends: list[str]) -> None:
    """Prints both tables."""
    print(f"{'hand-over, ms':32}{'first':>10}{'again':>10}{'share':>10}")
    for backend in backends or ["cpsat", "highs", "scip"]:
        hand_overs(backend)
    print(f"{'lazy rows, ms':32}{'new':>10}{'kept':>10}{'share':>10}")
    for backend in backends or ["highs", "scip"]:
        if backend != "cpsat":
            cuts(backend)


if __name__ == "__main__":
    main(sys.argv[1:])
