"""Boards that other people published: every backend, every encoding, against their solutions.

Run it from the top of the checkout, with files of the collection `SmilingWayne/puzzlekit-dataset`
(`assets/data/Slitherlink/Slitherlink_dataset.json`; likewise Masyu, Yajilin and Hitori):

    python -m benchmarks.published FILE ... [--boards N] [--size RxC] [--largest]
        [--backends NAME ...] [--encodings NAME ...] [--limit S] [--late N]

Each board is asked for its solution, and whether there is another one. A line says how many boards
got the published solution as the only one, of how many two solutions were found (all rows of both
are checked: some boards of the collection have several), how many came to no end in time, how many
answers were wrong, the medians of the milliseconds on the clock, for the model and for the
question, with the longest in brackets, and how many times a "no" was confirmed, with the median of
what that took as a share of the search. A backend that has met its limit on three boards gets no
more of them, unless `--late` says otherwise.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median

from ilpuzzles.backends.interface import Options
from ilpuzzles.constraints.circuits import circuit
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.modelling.expressions import Expression, Logical
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness

BACKENDS = ("cpsat", "clingo", "highs", "scip", "cbc")
ENCODINGS = (None, "flow", "bfs", "lazy")

Grid = list[list[str]]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Stated:
    """A board as a model, the variables that are compared, and their values in a solution."""

    model: Model
    shown: VariableArray
    wanted: Callable[[Grid], list[int]]


def grid(rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbours of a grid."""
    return [
        ((r, c), beyond)
        for r, c in product(range(rows), range(columns))
        for beyond in ((r, c + 1), (r + 1, c))
        if beyond[0] < rows and beyond[1] < columns
    ]


def drawn(solution: Grid) -> list[int]:
    """Which pairs of neighbours a loop joins, in whose cells are the letters n, e, s and w."""
    pairs = grid(len(solution), len(solution[0]))
    return [
        int(("e" if r == other[0] else "s") in solution[r][c].replace("x", "").replace("-", ""))
        for (r, c), other in pairs
    ]


def shaded_cells(solution: Grid) -> list[int]:
    """Which cells are shaded."""
    return [int(letter == "x") for row in solution for letter in row]


def slitherlink(clues: Grid, encoding: str | None) -> Stated:
    """One loop along the edges of cells; a clue is how many edges of its cell are on it."""
    rows, columns = len(clues), len(clues[0])
    model = Model("slitherlink")
    edges = grid(rows + 1, columns + 1)
    on = model.binary("edge", edges)
    for r, c in product(range(rows), range(columns)):
        if clues[r][c] != "-":
            beside = [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1))]
            beside += [((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]
            model.add(model.sum(on[edge] for edge in beside) == int(clues[r][c]))
    circuit(model, on, encoding=encoding)

    def wanted(solution: Grid) -> list[int]:
        def inside(r: int, c: int) -> bool:
            return 0 <= r < rows and 0 <= c < columns and solution[r][c] == "x"

        sides = [
            (inside(r - 1, c), inside(r, c)) if r == other[0] else (inside(r, c - 1), inside(r, c))
            for (r, c), other in edges
        ]
        return [int(one is not other) for one, other in sides]

    return Stated(model, on, wanted)


def masyu(clues: Grid, encoding: str | None) -> Stated:
    """One loop through all circles: it turns in black ones and beside white ones."""
    rows, columns = len(clues), len(clues[0])
    model = Model("masyu")
    on = model.binary("edge", grid(rows, columns))
    known = set(on.axes[0])

    def side(cell: Cell, down: int, right: int) -> Expression:
        """The edge from a cell to a neighbour, or 0 where there is none."""
        beyond = cell[0] + down, cell[1] + right
        pair = min(cell, beyond), max(cell, beyond)
        return model.sum([on[pair]] if pair in known else [])

    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    for r, c in product(range(rows), range(columns)):
        if clues[r][c] == "-":
            continue
        right, down, left, up = (side((r, c), *way) for way in ways)
        model.add(right + down + left + up == 2)
        far = [side((r + d, c + e), d, e) for d, e in ways]
        if clues[r][c] == "b":
            model.add(right + left == 1)
            for near, next_one in zip((right, down, left, up), far, strict=True):
                model.add(near <= next_one)
        else:
            model.add(right == left)
            model.add(right + far[0] + far[2] <= 2)
            model.add(down + far[1] + far[3] <= 2)
    circuit(model, on, encoding=encoding)
    return Stated(model, on, drawn)


def yajilin(clues: Grid, encoding: str | None) -> Stated:
    """A loop through all cells but those with clues and shaded ones, none of which touch.

    A clue is how many shaded cells there are in a direction.
    """
    rows, columns = len(clues), len(clues[0])
    cells = [(r, c) for r, c in product(range(rows), range(columns)) if clues[r][c] == "-"]
    known = set(cells)
    model = Model("yajilin")
    pairs = [(one, other) for one, other in grid(rows, columns) if {one, other} <= known]
    on, shaded = model.binary("edge", pairs), model.binary("shaded", cells)
    for one, other in pairs:
        model.add(shaded[one] + shaded[other] <= 1)
    for r, c in product(range(rows), range(columns)):
        if clues[r][c][:-1].isdigit():
            down, right = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}[clues[r][c][-1]]
            steps = range(1, max(rows, columns))
            ray = [(r + step * down, c + step * right) for step in steps]
            seen = [shaded[cell] for cell in ray if cell in known]
            number = int(clues[r][c][:-1])
            if seen:
                model.add(model.sum(seen) == number)
    circuit(model, on, active={cell: ~shaded[cell] for cell in cells}, encoding=encoding)
    every = grid(rows, columns)

    def wanted(solution: Grid) -> list[int]:
        lines = dict(zip(every, drawn(solution), strict=True))
        return [lines[pair] for pair in pairs]

    return Stated(model, on, wanted)


def hitori(numbers: Grid, encoding: str | None) -> Stated:
    """No number is left twice in a line, shaded cells do not touch, the others are connected."""
    rows, columns = len(numbers), len(numbers[0])
    model = Model("hitori")
    shaded = model.binary("shaded", rows, columns)
    alike: dict[tuple[str, int, str], list[Logical]] = {}
    for r, c in product(range(rows), range(columns)):
        for line in (("row", r), ("column", c)):
            alike.setdefault((*line, numbers[r][c]), []).append(~shaded[r, c])
    for left in alike.values():
        if len(left) > 1:
            model.at_most_one(left)
    pairs = grid(rows, columns)
    for one, other in pairs:
        model.at_most_one([shaded[one], shaded[other]])
    connected(model, pairs, ~shaded, encoding=encoding)
    return Stated(model, shaded, shaded_cells)


BUILD: dict[str, Callable[[Grid, str | None], Stated]] = {
    "Slitherlink": slitherlink,
    "Masyu": masyu,
    "Yajilin": yajilin,
    "Hitori": hitori,
}


def boards(path: Path, most: int, size: str, *, largest: bool) -> list[tuple[str, Grid, Grid]]:
    """Boards of a file of the collection: name, problem, solution; the smallest or the largest."""
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    found = []
    for name, board in data.items():
        problem, solution = (
            [line.split() for line in board[part].splitlines()[1:]]
            for part in ("problem", "solution")
        )
        shapes = {"", f"{len(problem)}x{len(problem[0])}"}
        if solution and len({len(row) for row in [*problem, *solution]}) == 1 and size in shapes:
            found.append((len(problem) * len(problem[0]), name, problem, solution))
    return [each[1:] for each in sorted(found, reverse=largest)[:most]]


@dataclass
class Line:
    """What has come of all boards with one backend and one encoding."""

    right: int = 0
    several: int = 0
    late: int = 0
    wrong: list[str] = field(default_factory=list)
    built: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    confirmed: int = 0
    shares: list[float] = field(default_factory=list)

    def text(self) -> str:
        """The line."""
        times = "-"
        if self.seconds:
            times = f"{1000 * median(self.built):,.1f} + {1000 * median(self.seconds):,.1f}"
            times += f" ({1000 * max(self.seconds):,.0f})"
        share = f", {median(self.shares):.2f} of the search" if self.shares else ""
        return (
            f"{self.right} right, {self.several} with several, {self.late} late, "
            f"{len(self.wrong)} wrong; {times} ms; "
            f"{self.confirmed} confirmed{share}"
        )


def ask(line: Line, name: str, puzzle: str, grids: tuple[Grid, Grid], how: Sequence[str]) -> None:
    """Asks one backend about one board, in one encoding."""
    backend, encoding, limit = how
    begun = time.perf_counter()
    stated = BUILD[puzzle](grids[0], encoding or None)
    built = time.perf_counter() - begun
    try:
        options = Options(time_limit=float(limit))
        found = check_uniqueness(stated.model, backend=backend, options=options)
    except (BackendError, CheckError) as error:
        line.wrong.append(f"{name}: {error}")
        return
    took, opinion = time.perf_counter() - begun - built, found.result.opinion
    if found.verdict is Verdict.UNKNOWN:
        line.late += 1
        return
    if found.verdict is Verdict.SEVERAL:
        line.several += 1
        return
    wanted = stated.wanted(grids[1])
    only = found.unique and found.solutions[0][stated.shown.columns].ravel().tolist() == wanted
    if not only:
        line.wrong.append(f"{name}: {found.verdict}")
        return
    line.right += 1
    if opinion is not None:
        line.confirmed += opinion.agrees
        line.shares.append(opinion.seconds / max(took - opinion.seconds, 1e-6))
        took -= opinion.seconds
    line.built.append(built)
    line.seconds.append(took)


def main() -> None:
    """Asks about all boards of some files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--size", default="", help="rows and columns, such as 10x10")
    parser.add_argument("--largest", action="store_true", help="the largest boards first")
    parser.add_argument("--backends", nargs="+", default=BACKENDS)
    parser.add_argument("--encodings", nargs="+", default=[one or "default" for one in ENCODINGS])
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--late", type=int, default=3)
    given = parser.parse_args()
    for path in given.files:
        puzzle = path.name.partition("_")[0].partition(".")[0]
        known = boards(path, given.boards, given.size, largest=given.largest)
        for backend, encoding in product(given.backends, given.encodings):
            line = Line()
            for name, *grids in known:
                if line.late == given.late:
                    break
                how = backend, encoding.replace("default", ""), str(given.limit)
                ask(line, name, puzzle, (grids[0], grids[1]), how)
            print(f"{puzzle} {backend} {encoding}: {line.text()}", flush=True)
            for wrong in line.wrong:
                print(f"  {wrong}", flush=True)


if __name__ == "__main__":
    main()
