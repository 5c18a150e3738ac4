"""Pencil puzzles that other people published: every genre, on several backends, to the last board.

Run it from the top of the checkout, with a folder that has files of the collection
`SmilingWayne/puzzlekit-dataset`, such as `Slitherlink_dataset.json`, anywhere below it:

    python -m benchmarks.pencil --collection DIR [--genres NAME ...] [--boards N] [--size RxC]
        [--largest] [--backends NAME ...] [--limit S] [--late N] [--peer] [--json FILE]

Each board is asked for its solution, and whether there is another one. A line says how many boards
there are, how many were solved, how many answers equal the published one, how many boards have that
one solution, and several (both are checked by the rules), how many came to no end in time, and how
many answers are wrong; then the CPU milliseconds for a board, child processes included: to read and
state it, and to ask, the median and the longest. With `--peer`, the median of puzzlekit for one
solution, where it is installed and has the genre; and what share of it we take for the same, and
for the proof that there is no other. Boards that are damaged or whose published solution breaks a
rule are named. It ends with 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import BackendError, CheckError, InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.reading.library import Library

COLLECTION = {
    "Akari": "akari",
    "Battleship": "battleships",
    "Binairo": "binairo",
    "Dominos": "dominosa",
    "CountryRoad": "country-road",
    "Fillomino": "fillomino",
    "Galaxies": "galaxies",
    "GokigenNaname": "gokigen",
    "Hakyuu": "ripple-effect",
    "Hashi": "hashi",
    "Heyawake": "heyawake",
    "Hitori": "hitori",
    "JigsawSudoku": "sudoku",
    "Kakuro": "kakuro",
    "KenKen": "kenken",
    "KillerSudoku": "killer-sudoku",
    "Kuromasu": "kurodoko",
    "LITS": "lits",
    "Magnetic": "magnets",
    "Masyu": "masyu",
    "Minesweeper": "minesweeper",
    "MoonSun": "moon-or-sun",
    "Mosaic": "mosaic",
    "Nonogram": "nonogram",
    "Norinori": "norinori",
    "NumberLink": "numberlink",
    "Nurikabe": "nurikabe",
    "Shakashaka": "shakashaka",
    "Shikaku": "shikaku",
    "SimpleLoop": "simple-loop",
    "Skyscraper": "skyscrapers",
    "Slitherlink": "slitherlink",
    "Starbattle": "star-battle",
    "Sudoku": "sudoku",
    "Tent": "tents",
    "Thermometer": "thermometers",
    "Yajilin": "yajilin",
    "YinYang": "yin-yang",
}
"""What is in the collection, by its name there, and which of our genres it is."""

LABELLED = {"dominosa", "galaxies", "shikaku"}
"""Genres whose solutions are regions by labels: only which cells have the same one counts."""

POLES = {"+": "p", "-": "n", "x": "-"}
"""What the collection calls the poles of magnets, and a cell without one, and what we call them."""
REGIONS_ALONE = {"Norinori"}
"""Kinds whose texts have an empty board above the regions, where we have the regions alone."""

BACKENDS = ("auto",)


@dataclass(frozen=True)
class Board:
    """A board of the collection: its name, and its texts."""

    name: str
    problem: str
    solution: str

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns, as the first line says."""
        words = self.problem.split(None, 2)
        return int(words[0]), int(words[1])


def boards(collection: Path, kind: str) -> list[Board]:
    """All boards of a kind that have a solution."""
    path = next(collection.rglob(f"{kind}_dataset.json"), None)
    if path is None:
        return []
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    found = (
        Board(name, read_as(kind, one["problem"]), one.get("solution", ""))
        for name, one in data.items()
    )
    return [board for board in found if board.solution.strip()]


def read_as(kind: str, problem: str) -> str:
    """The text of a board; a black cell without a number is 5 on some boards of Shakashaka."""
    size, _, rows = problem.partition("\n")
    return "\n".join([size, re.sub(r"\b5\b", "x", rows)]) if kind == "Shakashaka" else problem


def rows_of(genre: str, rows: Sequence[str]) -> list[list[Any]]:
    """The words of a solution, so that equal solutions have equal ones."""
    words: list[list[Any]] = [row.split() for row in rows if row.strip()]
    if genre == "akari":
        # Black cells are written in three ways.
        return [["o" if word == "o" else "-" for word in row] for row in words]
    if genre == "minesweeper":
        # A cell without a mine is written in two ways, and so is a place without a cell.
        return [["x" if word == "x" else "-" for word in row] for row in words]
    if genre in LABELLED:
        labels: dict[str, int] = {}
        return [[labels.setdefault(word, len(labels)) for word in row] for row in words]
    return words


def text_of_magnets(board: Board) -> str:
    """The text of a board of Magnets, in which the given poles may stand before the regions."""
    # They come behind the size and four lines of numbers.
    lines = board.problem.rstrip().splitlines()
    end = 5 + board.size[0]
    if len(lines) == end:
        return board.problem
    given = [
        " ".join({"+": "p", "-": "n"}.get(word, word) for word in line.split())
        for line in lines[5:end]
    ]
    return "\n".join([*lines[:5], *lines[end:], *given])


def unsaid(kind: str, board: Board) -> dict[str, bool]:
    """Rules of a board that nothing in the collection says, but that its solution follows.

    Some Sudokus are X boards, in which the diagonals count, and the paths of some Numberlinks leave
    cells empty.
    """
    rows = [row.split() for row in board.solution.splitlines()[1:] if row.strip()]
    if kind == "NumberLink" and any("-" in row for row in rows):
        return {"full": False}
    if kind in {"JigsawSudoku", "KillerSudoku"} and len(rows) == len(rows[0]):
        down, up = ({rows[n][way * n - (way < 0)] for n in range(len(rows))} for way in (1, -1))
        if len(down) == len(up) == len(rows):
            return {"diagonals": True}
    return {}


def cpu_seconds() -> float:
    """The CPU time of this process and of all its children, living ones included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    ticks = os.sysconf("SC_CLK_TCK")
    for children in Path("/proc/self/task").glob("*/children"):
        # A thread or a child may end meanwhile.
        with suppress(OSError):
            for child in children.read_text(encoding="ascii").split():
                stat = Path("/proc", child, "stat").read_text(encoding="utf-8")
                total += sum(map(int, stat.rpartition(")")[2].split()[11:15])) / ticks
    return total


@dataclass
class Line:
    """What has come of all boards of a kind with one backend."""

    kind: str
    backend: str
    boards: int = 0
    solved: int = 0
    equal: int = 0
    unique: int = 0
    several: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    built: list[float] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)

    @property
    def genre(self) -> str:
        """Our name for the kind."""
        return COLLECTION[self.kind]

    def text(self) -> str:
        """The line."""
        times = peer = ""
        if self.asked:
            both = [sum(pair) for pair in zip(self.built, self.asked, strict=True)]
            times = f"; {1000 * median(self.built):,.1f} + {1000 * median(self.asked):,.1f} "
            times += f"({1000 * max(both):,.0f}) ms"
            if self.peer:
                whole = median(self.peer)
                shares = [f"{median(part) / whole:.2f}" for part in (self.first, both)]
                peer = f"; peer {1000 * whole:,.1f} ms, {shares[0]} and {shares[1]} of it"
        counts = (
            f"{self.boards} boards, {self.solved} solved, {self.equal} equal, "
            f"{self.unique} unique, {len(self.several)} with several, {len(self.late)} late, "
            f"{len(self.damaged)} damaged, {len(self.wrong)} wrong"
        )
        return f"{self.genre} ({self.kind}) {self.backend}: {counts}{times}{peer}"

    def remarks(self) -> Iterator[str]:
        """What is worth a look."""
        for kind in ("several", "damaged", "wrong"):
            yield from (f"  {kind}: {one}" for one in getattr(self, kind))
        if self.late:
            yield f"  late: {' '.join(self.late)}"


def text_of(kind: str, board: Board) -> str:
    """The text of a board, in our layout."""
    if kind == "Magnetic":
        return text_of_magnets(board)
    if kind in REGIONS_ALONE:
        size, *rows = board.problem.splitlines()
        return "\n".join([size, *rows[board.size[0] :]])
    return board.problem


def state(kind: str, board: Board, library: Library) -> tuple[Any, Any]:
    """A board as it was read, and its model."""
    position = load(COLLECTION[kind], text=text_of(kind, board), library=library)
    if isinstance(position, GenrePosition) and (more := unsaid(kind, board)):
        position = position.with_fields({**position.instance.fields, **more})
    return position, position.kind.formulations["own"].build(position.instance)


def first_seconds(kind: str, board: Board, backend: str, library: Library) -> float:
    """Our CPU time for one solution, from the text to the values."""
    begun = cpu_seconds()
    solve_model(state(kind, board, library)[1].model, backend)
    return cpu_seconds() - begun


def ask(line: Line, board: Board, backend: str, limit: float, library: Library) -> None:
    """Asks one backend about one board."""
    begun = cpu_seconds()
    try:
        position, formulated = state(line.kind, board, library)
    except InputError as error:
        line.damaged.append(f"{board.name}: {error}")
        return
    built = cpu_seconds() - begun
    begun += built
    line.boards += 1
    try:
        options = Options(time_limit=limit)
        found = check_uniqueness(formulated.model, backend=backend, options=options)
    except (BackendError, CheckError) as error:
        line.wrong.append(f"{board.name}: {error}")
        return
    asked = cpu_seconds() - begun
    solutions = [formulated.decode(values) for values in found.solutions]
    line.solved += bool(solutions)
    for solution in solutions:
        line.wrong += [f"{board.name}: {broken}" for broken in position.violations(solution)]
    if found.verdict is Verdict.UNKNOWN:
        line.late.append(board.name)
        return
    line.built.append(built)
    line.asked.append(asked)
    _compare(line, board, solutions, found.verdict)


def _compare(line: Line, board: Board, solutions: list[Any], verdict: Verdict) -> None:
    """Compares what was found with what was published."""
    stored = [row for row in board.solution.splitlines() if row.strip()]
    if line.genre == "magnets":
        stored = [" ".join(POLES.get(word, word) for word in row.split()) for row in stored]
    wanted = rows_of(line.genre, stored[1:])
    equal = [rows_of(line.genre, one.plain["rows"]) == wanted for one in solutions]
    line.unique += verdict is Verdict.UNIQUE
    line.equal += any(equal)
    if verdict is Verdict.SEVERAL:
        line.several.append(board.name)
    elif not any(equal):
        shape = {len(row) for row in wanted}, len(wanted)
        known = {word for one in solutions for row in one.plain["rows"] for word in row.split()}
        strange = {word for row in stored[1:] for word in row.split()} - known
        if strange and verdict is Verdict.UNIQUE and line.genre not in LABELLED:
            words = ", ".join(sorted(strange))
            line.damaged.append(f"{board.name}: the published solution has strange words: {words}")
        elif verdict is Verdict.NONE or shape == ({board.size[1]}, board.size[0]):
            line.wrong.append(f"{board.name}: {verdict}, not the published solution")
        else:
            line.damaged.append(f"{board.name}: the published solution has another shape")


def peer_seconds(kind: str, board: Board) -> float | None:
    """The CPU time of puzzlekit for one solution; None where it has no answer."""
    try:
        import puzzlekit  # noqa: PLC0415 - it is not there for everybody
    except ImportError:
        return None
    begun = cpu_seconds()
    try:
        puzzlekit.solve(board.problem, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower())
    except Exception:  # noqa: BLE001 - whatever it raises, it has no answer
        return None
    return cpu_seconds() - begun


def chosen(found: list[Board], given: argparse.Namespace) -> list[Board]:
    """The boards that were asked for, spread over all of them, or the largest."""
    if given.size:
        found = [board for board in found if "{}x{}".format(*board.size) == given.size]
    if given.largest:
        return sorted(found, key=lambda board: -board.size[0] * board.size[1])[: given.boards]
    step = max(len(found) / given.boards, 1.0)
    return [found[int(n * step)] for n in range(min(given.boards, len(found)))]


def measure(kind: str, backend: str, found: list[Board], given: argparse.Namespace) -> Line:
    """Asks about all boards of a kind."""
    line, library = Line(kind, backend), Library.standard()
    for number, board in enumerate(found):
        if number == 0:
            # What is imported on first use is not the board's.
            ask(Line(kind, backend), board, backend, given.limit, library)
        ask(line, board, backend, given.limit, library)
        peer = peer_seconds(kind, board) if given.peer else None
        if peer is not None:
            line.first.append(first_seconds(kind, board, backend, library))
            line.peer.append(peer)
        if given.late and len(line.late) == given.late:
            break
    return line


def main() -> int:
    """Asks about all boards of a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--collection", metavar="DIR", type=Path, required=True)
    genres = sorted({*COLLECTION.values()})
    parser.add_argument("--genres", nargs="+", default=genres, choices=genres)
    parser.add_argument("--boards", type=int, default=500, help="at most so many of each genre")
    parser.add_argument("--size", default="", help="rows and columns, such as 10x10")
    parser.add_argument("--largest", action="store_true", help="the largest boards")
    parser.add_argument("--backends", nargs="+", default=BACKENDS)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for a board")
    parser.add_argument("--late", type=int, default=0, help="stop after so many late ones")
    parser.add_argument("--peer", action="store_true", help="ask puzzlekit as well")
    parser.add_argument("--json", type=Path, help="write all figures here")
    given = parser.parse_args()
    lines = []
    begun = time.monotonic()
    for kind in (kind for kind, genre in COLLECTION.items() if genre in given.genres):
        found = chosen(boards(given.collection, kind), given)
        for backend in given.backends if found else ():
            line = measure(kind, backend, found, given)
            lines.append(line)
            print(line.text(), flush=True)
            for remark in line.remarks():
                print(remark, flush=True)
    if given.json:
        given.json.write_text(json.dumps([asdict(line) for line in lines]), encoding="utf-8")
    print(f"{sum(line.boards for line in lines):,} boards in {time.monotonic() - begun:,.0f} s")
    return int(any(line.wrong for line in lines))


if __name__ == "__main__":
    sys.exit(main())
