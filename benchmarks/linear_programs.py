"""Linear programs: solved again in loops, public ones by size, and reasons of infeasible ones.

Run it from the top of the checkout:

    python -m benchmarks.linear_programs loops
    python -m benchmarks.linear_programs solve FOLDER
    python -m benchmarks.linear_programs explain FOLDER

`loops` generates columns for cutting stock, and cuts for a tour, with this package and with highspy
by hand, each in a process of its own (`pip install highspy`). `solve` solves every MPS file of a
folder, such as Netlib's (coin-or-tools/Data-Netlib), beside HiGHS by hand; `explain` explains every
one, such as those of coin-or-tools/Data-Infeas, beside the time of the solve that finds the ray.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from ilpuzzles.asking.files import open_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.modelling.program import program_of
from ilpuzzles.passes.relaxation import relaxed
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.linear.run import solve_linear

_NOTHING = 1e-9


class Stock(NamedTuple):
    """Widths that are cut from rolls, and how many of each are wanted."""

    roll: int
    widths: list[int]
    demand: list[int]

    @staticmethod
    def of_forty() -> Stock:
        """Forty widths at random, always the same."""
        dice = random.Random(7)
        widths = sorted(dice.sample(range(60, 500), 40))
        return Stock(1000, widths, [dice.randint(10, 60) for _ in widths])

    def best_pattern(self, prices: list[float]) -> tuple[float, list[int]]:
        """The pattern that is worth most (a knapsack, by dynamic programming)."""
        best, last = [0.0] * (self.roll + 1), [-1] * (self.roll + 1)
        for room in range(1, self.roll + 1):
            best[room] = best[room - 1]
            for number, width in enumerate(self.widths):
                if width <= room and best[room - width] + prices[number] > best[room] + 1e-12:
                    best[room] = best[room - width] + prices[number]
                    last[room] = number
        pattern, room = [0] * len(self.widths), self.roll
        while room > 0:
            number = last[room]
            if number >= 0:
                pattern[number] += 1
            room -= 1 if number < 0 else self.widths[number]
        return best[self.roll], pattern


class Loop(NamedTuple):
    """What a loop has come to: its rounds, its last optimum, and the seconds within the solver."""

    rounds: int
    objective: float
    seconds: float


class _Stopwatch:
    """Adds up the seconds of what is measured."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._begun = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.perf_counter() - self._begun


def columns_by_us() -> Loop:
    """Column generation with `relaxation` and `change`."""
    stock, watch, rounds = Stock.of_forty(), _Stopwatch(), 0
    model = Model("cutting stock")
    used: list[Any] = []
    rows = []
    for width, wanted in zip(stock.widths, stock.demand, strict=True):
        used.append(model.continuous(f"only {width}"))
        rows.append(model.add(used[-1] * (stock.roll // width) >= wanted))
    model.minimize(model.sum(used))
    model.relaxation()
    while True:
        with watch:
            found = model.relaxation()
            prices = [float(found.dual(row)) for row in rows]
        rounds += 1
        worth, pattern = stock.best_pattern(prices)
        if worth < 1 + _NOTHING:
            return Loop(rounds, float(found.objective or 0), watch.seconds)
        with watch:
            used.append(model.continuous(f"pattern {rounds}"))
            for row, times in zip(rows, pattern, strict=True):
                if times:
                    model.change(row, {used[-1]: times})
            model.minimize(model.sum(used))


def columns_by_hand() -> Loop:
    """The same with highspy."""
    import highspy  # noqa: PLC0415 - cannot share a process with OR-Tools
    import numpy as np  # noqa: PLC0415

    stock, watch, rounds = Stock.of_forty(), _Stopwatch(), 0
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    for wanted in stock.demand:
        highs.addRow(wanted, highspy.kHighsInf, 0, np.array([], np.int32), np.array([]))
    for number, width in enumerate(stock.widths):
        entry = np.array([number], np.int32), np.array([float(stock.roll // width)])
        highs.addCol(1.0, 0.0, highspy.kHighsInf, 1, *entry)
    while True:
        with watch:
            highs.run()
            prices = list(highs.getSolution().row_dual)
        rounds += 1
        worth, pattern = stock.best_pattern(prices)
        if worth < 1 + _NOTHING:
            return Loop(rounds, highs.getObjectiveValue(), watch.seconds)
        with watch:
            places = [place for place, times in enumerate(pattern) if times]
            numbers = np.array([float(pattern[place]) for place in places])
            entries = len(places), np.array(places, np.int32), numbers
            highs.addCol(1.0, 0.0, highspy.kHighsInf, *entries)


_ITEMS, _ROUNDS = 60, 100


def cuts() -> Iterator[tuple[list[float], float]]:
    """Rows of random numbers, each of which cuts off some of what the rows before allow."""
    dice = random.Random(3)
    while True:
        yield [dice.random() for _ in range(_ITEMS)], 0.25 * _ITEMS * (0.5 + dice.random() / 2)


def cuts_by_us() -> Loop:
    """A cutting plane loop of 100 rounds: solve, add a row, solve again."""
    dice, watch = random.Random(4), _Stopwatch()
    model = Model("cuts")
    x = model.continuous("x", _ITEMS, upper=1)
    model.add(x.sum() <= _ITEMS / 2)
    model.maximize(x @ [dice.random() for _ in range(_ITEMS)])
    model.relaxation()
    objective = 0.0
    for _, (factors, bound) in zip(range(_ROUNDS), cuts(), strict=False):
        with watch:
            model.add(x @ factors <= bound)
            objective = float(model.relaxation().objective or 0)
    return Loop(_ROUNDS, objective, watch.seconds)


def cuts_by_hand() -> Loop:
    """The same with highspy."""
    import highspy  # noqa: PLC0415 - as above
    import numpy as np  # noqa: PLC0415

    dice, watch = random.Random(4), _Stopwatch()
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    everything = np.arange(_ITEMS, dtype=np.int32)
    nothing = np.array([], np.int32), np.array([])
    for _ in range(_ITEMS):
        highs.addCol(dice.random(), 0.0, 1.0, 0, *nothing)
    highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
    highs.addRow(-highspy.kHighsInf, _ITEMS / 2, _ITEMS, everything, np.ones(_ITEMS))
    highs.run()
    for _, (factors, bound) in zip(range(_ROUNDS), cuts(), strict=False):
        with watch:
            highs.addRow(-highspy.kHighsInf, bound, _ITEMS, everything, np.array(factors))
            highs.run()
    return Loop(_ROUNDS, highs.getObjectiveValue(), watch.seconds)


LOOPS: dict[str, tuple[Callable[[], Loop], Callable[[], Loop]]] = {
    "column generation, 40 widths": (columns_by_us, columns_by_hand),
    "cutting planes, 100 rounds": (cuts_by_us, cuts_by_hand),
}


def _alone(function: Callable[..., Any], *given: str) -> Any:
    """What a function of this module returns in a process of its own."""
    code = "import json; from benchmarks.linear_programs import *; "
    code += f"print(json.dumps({function.__name__}(*{given!r})))"
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - our own
    return json.loads(run.stdout.splitlines()[-1])


def compare_loops() -> None:
    """Prints a line for each loop."""
    print("| loop | rounds | ms a round | highspy | ratio |\n| --- | --- | --- | --- | --- |")
    for name, both in LOOPS.items():
        ours, theirs = (Loop(*_alone(one)) for one in both)
        if abs(ours.objective - theirs.objective) > 1e-6 * abs(theirs.objective):
            raise SystemExit(f"{name}: {ours.objective} and {theirs.objective}")
        each = [1000 * one.seconds / one.rounds for one in (ours, theirs)]
        numbers = f"{each[0]:.1f} | {each[1]:.1f} | {each[0] / each[1]:.1f}"
        print(f"| {name} | {ours.rounds} | {numbers} |", flush=True)


def by_hand(path: str) -> tuple[str, float, float]:
    """The status and objective of a file by HiGHS, and the seconds of its run."""
    import highspy  # noqa: PLC0415 - as above

    content = Path(path).read_bytes()
    if path.endswith(".gz"):
        content = gzip.decompress(content)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    with tempfile.NamedTemporaryFile(suffix=".mps") as file:
        file.write(content)
        file.flush()
        highs.readModel(file.name)
    begun = time.perf_counter()
    highs.run()
    seconds = time.perf_counter() - begun
    return highs.getModelStatus().name, highs.getObjectiveValue(), seconds


def compare_solves(folder: Path) -> None:
    """Prints a line for each file: both times, and by how much the objectives differ."""
    totals = [0.0, 0.0]
    solve_model(_small(), "highs", verify=False)
    for path in _files(folder):
        program = program_of(open_model(path))
        begun = time.perf_counter()
        result = solve_model(program, "highs", verify=False)
        ours = time.perf_counter() - begun
        _, best, theirs = _alone(by_hand, str(path))
        totals = [totals[0] + ours, totals[1] + theirs]
        found = float("nan") if result.objective is None else float(result.objective)
        differs = abs(found - best) / max(1.0, abs(best))
        kind = "exact" if result.exact else "doubles"
        slow = "slow" if ours > 1.5 * theirs + 0.1 else ""
        print(f"{path.name:20} {ours:8.3f} {theirs:8.3f} {differs:8.1e} {kind} {slow}", flush=True)
    print(f"{'sum':20} {totals[0]:8.3f} {totals[1]:8.3f}")


def compare_reasons(folder: Path) -> None:
    """Prints a line for each infeasible file: the time of the ray, and that of the reason."""
    explain(_small(infeasible=True))
    ratios = []
    for path in _files(folder):
        try:
            program = program_of(open_model(path))
        except IlpuzzlesError as error:
            print(f"{path.name:24} not read: {error}")
            continue
        linear = replace(relaxed(program), objective=None)
        begun = time.perf_counter()
        solve_linear(linear, Options(time_limit=60), with_ray=True)
        ray = time.perf_counter() - begun
        begun = time.perf_counter()
        reason = explain(program, bounds=True, time_limit=60)
        seconds = time.perf_counter() - begun
        ratios.append(seconds / ray)
        said = f"{len(reason.rows):5} {'minimal' if reason.minimal else 'not minimal'}"
        by = " and ".join(reason.confirmed_by)
        print(f"{path.name:24} {ray:8.3f} {seconds:8.3f} {ratios[-1]:7.1f} {said} {by}", flush=True)
    print(f"median {median(ratios):.1f}, {sum(one > 10 for one in ratios)} above 10")


def _small(*, infeasible: bool = False) -> Model:
    """A model that has everything loaded."""
    model = Model()
    x = model.continuous("x", 3, upper=2)
    model.add(x.sum() <= 3)
    if infeasible:
        model.add(x.sum() >= 4)
    model.maximize(x.sum())
    return model


def _files(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*.mps"), *folder.rglob("*.mps.gz")])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["loops"]:
            compare_loops()
        case ["solve", folder]:
            compare_solves(Path(folder))
        case ["explain", folder]:
            compare_reasons(Path(folder))
        case _:
            raise SystemExit(__doc__)
