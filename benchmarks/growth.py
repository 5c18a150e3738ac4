"""How the cost of models and questions grows as one size doubles and all others stay.

Run it from the top of the checkout:

    python -m benchmarks.growth [--limit SECONDS] [CASE ...]

Each case is made in ever doubled sizes, until one takes longer than the limit. What it takes is
processor time of this process; building up to it is not counted. The exponent is that of the
steeper of the last two doublings, as fixed costs hide growth in small sizes: 1 is linear, 2
quadratic.
One above 1.2 is marked, and worth a look: measure it again first, with a larger limit, since a busy
machine makes caches cold. The first line has the time of what was promised one.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import math
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.asking.files import open_model, read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.functions import absolute
from ilpuzzles.modelling.lazy_rows import Assignment
from ilpuzzles.play.game import Game
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library

Work: TypeAlias = Callable[[], object]
"""What is measured, once everything that it needs is there."""

SUSPECT = 1.2
SMALLEST, LEAST = 250, 0.02
_TIMES = 2
PROMISED, PROMISE = 100_000, 4.0
CASES: dict[str, Callable[[int], Work]] = {}
LARGEST = {"boards": 98_000, "given tiles": 98_000}
"""The size of cases that cannot be made larger: boards have 20,000 cells at most."""


def case(build: Callable[[int], Work]) -> Callable[[int], Work]:
    """Puts a case into the table, under the name of its function."""
    CASES[build.__name__.replace("_", " ")] = build
    return build


def chain(rows: int, *, keyed: bool = False) -> Model:
    """A model with a row for every two neighbours of a family."""
    model = Model()
    x = model.binary("x", rows + 1)
    with model.group("neighbours"):
        for number in range(rows):
            model.add(x[number] + x[number + 1] <= 1, key=(number, "on") if keyed else None)
    return model


def grouped(groups: int) -> Model:
    """A model with a row in each of its groups."""
    model = Model()
    x = model.binary("x", groups)
    for number in range(groups):
        with model.group(f"group {number}", why="a reason"):
            model.add(x[number] <= 1)
    return model


def dominoes(columns: int) -> str:
    """An instance of a board of two rows."""
    return f"puzzle: dominoes\nregion:\n  rows: 2\n  columns: {columns}\n"


# Stating


@case
def single_variables(size: int) -> Work:
    """Variables that are added one by one, as users of PuLP do."""
    model = Model()
    return lambda: [model.binary(f"x{number}") for number in range(size)]


@case
def families_by_name(size: int) -> Work:
    """Families that are looked up."""
    model = Model()
    for number in range(size):
        model.binary(f"x{number}", 2)
    return lambda: [model.family(f"x{number}") for number in range(size)]


@case
def groups(size: int) -> Work:
    """Groups that are opened for a row each."""
    return lambda: grouped(size)


@case
def groups_opened_again(size: int) -> Work:
    """Groups that get another row."""
    model = grouped(size)
    (x,) = model.families

    def again() -> None:
        for number in range(size):
            with model.group(f"group {number}"):
                model.add(x[number] >= 0)

    return again


@case
def rows(size: int) -> Work:
    """Rows that are added one by one."""
    return lambda: chain(size).program()


@case
def rows_of_arrays(size: int) -> Work:
    """Rows that are added as arrays, three at a time."""
    model = Model()
    x = model.binary("x", size, 3, 2)

    def add() -> None:
        for number in range(size):
            model.exactly_one(x[number, :], axis=1)
        model.program()

    return add


@case
def rows_looked_at(size: int) -> Work:
    """Rows as text, each by its handle."""
    found = chain(size, keyed=True).rows()
    return lambda: [row.text for row in found]


@case
def rows_of_a_program_looked_at(size: int) -> Work:
    """The same of a program."""
    found = chain(size, keyed=True).program().rows_of()
    return lambda: [row.text for row in found]


@case
def rows_deleted(size: int) -> Work:
    """Rows that are deleted one by one."""
    model = chain(size)
    found = list(model.rows())

    def delete() -> None:
        for row in found:
            model.delete(row)

    return delete


@case
def rows_added_and_deleted(size: int) -> Work:
    """Rows that are added, and deleted at once."""
    model = Model()
    x = model.binary("x", 2)

    def both() -> None:
        for _ in range(size):
            model.delete(model.add(x[0] + x[1] <= 1))

    return both


@case
def rows_changed(size: int) -> Work:
    """Rows whose bounds are changed one by one."""
    model = chain(size)
    found = list(model.rows())

    def change() -> None:
        for row in found:
            model.change(row, bounds=(None, 2))

    return change


@case
def rows_changed_and_deleted(size: int) -> Work:
    """Rows of which every other is changed, the rest deleted, in turn."""
    model = chain(size)
    found = list(model.rows())

    def both() -> None:
        for one, other in zip(found[::2], found[1::2], strict=False):
            model.change(one, bounds=(None, 2))
            model.delete(other)

    return both


@case
def auxiliaries(size: int) -> Work:
    """Comparisons that logic makes a variable of, and functions."""
    model = Model()
    n, x = model.integer("n", size, lower=-9, upper=9), model.binary("x", size)

    def state() -> None:
        for number in range(size):
            model.add(x[number] ^ (n[number] <= 3))
            model.add(absolute(n[number]) <= 5)
        model.program()

    return state


@case
def definitions(size: int) -> Work:
    """Variables that two rows define together."""
    model = Model()
    x = model.binary("x", size)
    y = model.binary("y", size, auxiliary=True)

    def state() -> None:
        for number in range(size):
            with model.defining(x[number]) as defined:
                model.add(x[number] <= y[number])
                model.add(x[number] >= y[number])
                defined.append(y[number])
        model.program().determined()

    return state


# Naming and files


@case
def names_of_keyed_rows(size: int) -> Work:
    """What keyed rows are called."""
    model = chain(size, keyed=True)
    return lambda: [model.row_name(row) for row in range(size)]


@case
def lp_of_keyed_rows(size: int) -> Work:
    """Keyed rows to an LP file."""
    return chain(size, keyed=True).to_lp


@case
def lp_of_names_that_are_alike(size: int) -> Work:
    """Variables whose names are the same once what no LP file may have is left out."""
    model = Model()
    signs = str.maketrans("01", "?!")
    model.binary("x", [f"{number:b}".translate(signs) for number in range(size)])
    return model.to_lp


@case
def mps_of_single_variables(size: int) -> Work:
    """Variables with families of their own to an MPS file."""
    model = Model()
    for number in range(size):
        model.add(model.binary(f"x{number}") <= 1)
    return model.to_mps


@case
def lp_of_groups(size: int) -> Work:
    """Groups to an LP file."""
    return grouped(size).to_lp


@case
def lp_of_groups_read(size: int) -> Work:
    """Groups from an LP file."""
    path = _file("groups.lp", grouped(size).to_lp())
    return lambda: read_model(path)


@case
def saved(size: int) -> Work:
    """Groups and keyed rows to a saved model."""
    model, path = grouped(size), _file("saved.ilp.json", "")
    return lambda: model.save(path)


@case
def opened(size: int) -> Work:
    """The same back."""
    path = _file("opened.ilp.json", "")
    grouped(size).save(path)
    return lambda: open_model(path)


@case
def pulp_of_groups(size: int) -> Work:
    """Groups to PuLP."""
    return grouped(size).to_pulp


@case
def groups_switched_off(size: int) -> Work:
    """All groups but one switched off at once."""
    model = grouped(size)
    return lambda: model.without(*(f"group {number}" for number in range(1, size)))


@case
def statistics(size: int) -> Work:
    """Sizes, and the table of groups."""
    model = grouped(size)
    return lambda: model.program().group_table()


@case
def formulas(size: int) -> Work:
    """Formulas of families and rows that are alike."""
    model = Model()
    for number in range(size):
        x = model.binary(f"x{number}", 2)
        model.add(x[0] + x[1] <= 1)
    return lambda: str(model.latex())


@case
def values_by_name(size: int) -> Work:
    """The values of a solution, by the names of single variables."""
    model = Model()
    for number in range(size):
        model.binary(f"x{number}")
    program, values = model.program(), np.ones(size, dtype=np.int64)
    return lambda: program.values_by_name(values)


# Questions


def _solved(backend: str, size: int) -> Work:
    """A chain of rows, stated, solved and checked; CBC itself is another process."""
    model = chain(size, keyed=True)
    return lambda: solve_model(model, backend)


CASES |= {f"solved by {name}": partial(_solved, name) for name in ("cpsat", "clingo", "cbc")}


@case
def cuts(size: int) -> Work:
    """Cuts that are found all at once."""
    model = Model()
    x = model.binary("x", size + 1)

    def broken(values: Assignment) -> list[Any]:
        return [x[n] + x[n + 1] <= 1 for n in range(size) if values[x[n]] and values[x[n + 1]]]

    model.add(x.sum() >= 1)
    model.lazy(broken)
    model.maximize(x.sum())
    return lambda: solve_model(model, "cpsat")


def _listed(backend: str, size: int) -> Work:
    """All values of a number."""
    model = Model()
    model.integer("n", lower=1, upper=size)
    return lambda: enumerate_solutions(model, lambda _: True, backend)


CASES |= {f"solutions listed by {name}": partial(_listed, name) for name in ("cpsat", "clingo")}


@case
def solutions_listed_by_the_engine(size: int) -> Work:
    """All ways to choose one of each of some pairs."""
    model = Model()
    model.exactly_one(model.binary("x", size.bit_length(), 2), axis=1)
    return lambda: enumerate_solutions(model, lambda _: True, "exactcover")


@case
def solutions_listed_one_search_each(size: int) -> Work:
    """The same by a backend that has to search for each, for an eighth of the size."""
    model = Model()
    model.exactly_one(model.binary("x", (size // 8).bit_length(), 2), axis=1)
    return lambda: enumerate_solutions(model, lambda _: True, "highs")


# Puzzles


def _load_and_state(path: Path) -> None:
    """Loads an instance of dominoes, states it, and draws it as text."""
    loaded = load("dominoes", file=path)
    experiment(loaded).formulated.model.program()
    loaded.text()


@case
def boards(size: int) -> Work:
    """A board of two rows, a tenth of the size long, loaded, stated and drawn."""
    path = _file("board.yaml", dominoes(size // 10))
    return partial(_load_and_state, path)


@case
def given_tiles(size: int) -> Work:
    """A board with half of its tiles given, likewise."""
    columns = size // 10
    lines = "".join(f"  - {{tile: D, atoms: [[0, {n}], [1, {n}]]}}\n" for n in range(columns // 2))
    path = _file("given.yaml", f"{dominoes(columns)}givens:\n{lines}")
    return partial(_load_and_state, path)


@case
def boards_counted(size: int) -> Work:
    """A board of two rows, counted by the engine."""
    asked = experiment(load("dominoes", file=_file("counted.yaml", dominoes(size // 10))))
    return asked.count


@case
def presets(size: int) -> Work:
    """Presets in a folder of one's own, listed and then loaded one after the other."""
    folder = Path(tempfile.mkdtemp(dir=_folder()))
    (folder / "instances" / "dominoes").mkdir(parents=True)
    for number in range(size // 8):
        text = f"{dominoes(2)}title: number {number}\n"
        (folder / "instances" / "dominoes" / f"own-{number}.yaml").write_text(text)
    library = Library.standard([folder])
    return lambda: [load("dominoes", name, library=library) for name in library.presets("dominoes")]


@case
def moves_of_a_game(size: int) -> Work:
    """A game of so many moves on a small board: counts after each, laid and taken back."""
    game = Game(load("dominoes", "6x6"))
    game.precompute()
    laid = [len(game.ground.data.moves) * n // 7 for n in range(7)]

    def play() -> None:
        for number in range(size):
            game.answer({"ask": "status", "placed": [laid[number % 7]]})

    return play


@case
def tiles_laid(size: int) -> Work:
    """A long board whose tiles are laid one after the other, all of them sent with each question.

    So it grows as the square of its moves, and is as much work for a tenth of the size.
    """
    columns = max(4, int(math.sqrt(size)))
    path = _file("laid.yaml", dominoes(columns))
    game = Game(load("dominoes", file=path))
    game.precompute()
    upright = {
        frozenset(game.ground.data.moves.covered(move).tolist()): move
        for move in range(len(game.ground.data.moves))
    }
    moves = [upright[frozenset((n, n + columns))] for n in range(columns)]

    def play() -> None:
        for number in range(columns):
            game.answer({"ask": "status", "placed": moves[:number]})

    return play


@cache
def _folder() -> Path:
    """A folder for the files of all cases, until the end."""
    made = tempfile.TemporaryDirectory(prefix="growth-")
    atexit.register(made.cleanup)
    return Path(made.name)


def _file(name: str, text: str) -> Path:
    path = _folder() / name
    path.write_text(text, encoding="utf-8")
    return path


def spent(work: Work) -> float:
    """The processor seconds of some work."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(build: Callable[[int], Work], limit: float, largest: float) -> list[tuple[int, float]]:
    """Sizes and the least that each took, up to the first that took longer than the limit."""
    size = SMALLEST
    found: list[tuple[int, float]] = []
    spent(build(size))
    while not found or (found[-1][1] <= limit and size <= largest):
        found.append((size, min(spent(build(size)) for _ in range(_TIMES))))
        size *= 2
    return found


def exponent(found: list[tuple[int, float]]) -> float:
    """The steeper of the last two doublings that took long enough to be measured."""
    times = [seconds for _, seconds in found if seconds >= LEAST]
    steps = [math.log2(after / before) for before, after in pairwise(times)]
    return max(steps[-2:], default=math.nan)


def promised() -> None:
    """States and writes a model of the size of the promise."""

    def state() -> None:
        model = Model()
        x = [model.binary(f"x{number}") for number in range(PROMISED)]
        for number, (one, other) in enumerate(pairwise(x)):
            model.add(one + other <= 1, key=number)
        model.to_lp()

    print(f"{PROMISED:,} single variables and as many keyed rows, stated and written: ", end="")
    print(f"{spent(state):.1f} CPU s, of {PROMISE:g}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Prints a line for every case."""
    parser = argparse.ArgumentParser(description="How cost grows with size.")
    parser.add_argument("--limit", type=float, default=0.4, help="seconds for a size, 0.4")
    parser.add_argument("cases", nargs="*", help="their names, with - for blanks; else all")
    options = parser.parse_args(arguments)
    chosen = [name.replace("-", " ") for name in options.cases] or list(CASES)
    if not options.cases:
        promised()
    print(f"{'case':36}{'size':>10}{'CPU s':>9}{'exponent':>10}")
    for name in chosen:
        found = measured(CASES[name], options.limit, LARGEST.get(name, math.inf))
        size, seconds = found[-1]
        power = exponent(found)
        mark = "  <-" if power > SUSPECT else ""
        print(f"{name:36}{size:10,}{seconds:9.2f}{power:10.2f}{mark}", flush=True)


if __name__ == "__main__":
    main()
