"""Boards that other people published: every backend, every encoding, against their solutions.

Run it from the top of the checkout, with files of the collection `SmilingWayne/puzzlekit-dataset`
(`assets/data/Slitherlink/Slitherlink_dataset.json` and likewise for Hitori):

    python -m benchmarks.published FILE ... [--boards N] [--backends NAME ...]
        [--encodings NAME ...] [--limit S] [--late N]

Each board is asked for its solution, and whether there is another one. A line says how many boards
got the published solution as the only one, of how many two solutions were found (all rows of both
are checked: one board of the collection has several), how many came to no end in time, how many
answers were wrong, the median of the milliseconds on the clock, the model included, with the
longest in brackets, and how many times a "no" was confirmed, with the median of what that took as a
share of the search. A backend that has met its limit on three boards gets no more of them, unless
`--late` says otherwise.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median

import numpy as np

from ilpuzzles.backends.interface import Options
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.variables import VariableArray
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness

BACKENDS = ("cpsat", "clingo", "highs", "scip", "cbc")
ENCODINGS = (None, "flow", "bfs", "lazy")

Grid = list[list[str]]


def slitherlink(clues: Grid, encoding: str | None) -> tuple[Model, VariableArray]:
    """One loop along the edges of cells; a clue is how many edges of its cell are on it.

    What is compared is which cells are inside.
    """
    rows, columns = len(clues), len(clues[0])
    cells = list(product(range(rows), range(columns)))
    corner = {one: n for n, one in enumerate(product(range(rows + 1), range(columns + 1)))}
    edges = [
        ((r, c), other) for r, c in corner for other in ((r, c + 1), (r + 1, c)) if other in corner
    ]
    model = Model("slitherlink")
    on = model.binary("edge", edges)
    passed = model.binary("corner", len(corner))
    inside = model.binary("inside", rows, columns, auxiliary=True)
    for one, number in corner.items():
        model.add(model.sum(on[edge] for edge in edges if one in edge) == 2 * passed[number])
    for r, c in cells:
        around = [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1))]
        around += [((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]
        if clues[r][c] != "-":
            model.add(model.sum(on[edge] for edge in around) == int(clues[r][c]))
    graph = [(corner[a], corner[b]) for a, b in edges]
    connected(model, np.array(graph), passed, edges=on, encoding=encoding)
    for r, c in cells:
        left = inside[r, c - 1] if c else None
        edge = on[(r, c), (r + 1, c)]
        model.add((inside[r, c] ^ left) == edge if left is not None else inside[r, c] == edge)
    return model, inside


def hitori(numbers: Grid, encoding: str | None) -> tuple[Model, VariableArray]:
    """No number is left twice in a line, shaded cells do not touch, the others are connected."""
    rows, columns = len(numbers), len(numbers[0])
    cells = list(product(range(rows), range(columns)))
    model = Model("hitori")
    shaded = model.binary("shaded", rows, columns)
    alike: dict[tuple[str, int, str], list[Logical]] = {}
    for r, c in cells:
        for line in (("row", r), ("column", c)):
            alike.setdefault((*line, numbers[r][c]), []).append(~shaded[r, c])
    for left in alike.values():
        model.at_most_one(left)
    edges = [
        ((r, c), other)
        for r, c in cells
        for other in ((r, c + 1), (r + 1, c))
        if other[0] < rows and other[1] < columns
    ]
    for one, other in edges:
        model.at_most_one([shaded[one], shaded[other]])
    graph = [(cells.index(one), cells.index(other)) for one, other in edges]
    connected(model, np.array(graph), [~shaded[cell] for cell in cells], encoding=encoding)
    return model, shaded


BUILD: dict[str, Callable[[Grid, str | None], tuple[Model, VariableArray]]] = {
    "Slitherlink": slitherlink,
    "Hitori": hitori,
}


def boards(path: Path, most: int) -> Iterator[tuple[str, Grid, Grid]]:
    """The smallest boards of a file of the collection: name, problem, solution."""
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    found = []
    for name, board in data.items():
        problem, solution = (
            [line.split() for line in board[part].splitlines()[1:]]
            for part in ("problem", "solution")
        )
        if solution and len({len(row) for row in [*problem, *solution]}) == 1:
            found.append((len(problem) * len(problem[0]), name, problem, solution))
    yield from (each[1:] for each in sorted(found)[:most])


@dataclass
class Line:
    """What has come of all boards with one backend and one encoding."""

    right: int = 0
    several: int = 0
    late: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    confirmed: int = 0
    shares: list[float] = field(default_factory=list)

    def text(self) -> str:
        """The line."""
        times = "-"
        if self.seconds:
            times = f"{1000 * median(self.seconds):,.0f} ({1000 * max(self.seconds):,.0f})"
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
    model, shown = BUILD[puzzle](grids[0], encoding or None)
    try:
        options = Options(time_limit=float(limit))
        found = check_uniqueness(model, backend=backend, options=options)
    except (BackendError, CheckError) as error:
        line.wrong.append(f"{name}: {error}")
        return
    took, opinion = time.perf_counter() - begun, found.result.opinion
    if found.verdict is Verdict.UNKNOWN:
        line.late += 1
        return
    if found.verdict is Verdict.SEVERAL:
        line.several += 1
        return
    wanted = [[int(letter == "x") for letter in row] for row in grids[1]]
    only = found.unique and found.solutions[0][shown.columns].tolist() == wanted
    if not only:
        line.wrong.append(f"{name}: {found.verdict}")
        return
    line.right += 1
    if opinion is not None:
        line.confirmed += opinion.agrees
        line.shares.append(opinion.seconds / max(took - opinion.seconds, 1e-6))
        took -= opinion.seconds
    line.seconds.append(took)


def main() -> None:
    """Asks about all boards of some files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--backends", nargs="+", default=BACKENDS)
    parser.add_argument("--encodings", nargs="+", default=[one or "default" for one in ENCODINGS])
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--late", type=int, default=3)
    given = parser.parse_args()
    for path in given.files:
        puzzle = path.name.partition("_")[0].partition(".")[0]
        known = list(boards(path, given.boards))
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
