"""Hints: what they cost, and how many clues, marks and pieces they name.

    python -m benchmarks.hints measure [--names PATTERN] [--positions N]
    python -m benchmarks.hints report

`measure` asks for a hint in the starting position of every preset and in random parts of its
solution, on a board that was opened before, and adds a line to the table for each preset; what
stands there is not measured again. `report` writes the page.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.pencil import cpu_seconds
from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.hints.hint_finder import HintFinder, Reason
from ilpuzzles.hints.player_questions import LIMITS
from ilpuzzles.hints.solution_counter import WorkBudget, bare_experiment, counter_of
from ilpuzzles.modelling.text_tables import Table
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library

TABLE = Path("docs/benchmarks/hints.jsonl")
PAGE = TABLE.with_suffix(".md")
POSITIONS = 10

ABOUT = """\
<!-- Written by `python -m benchmarks.hints report`; do not edit it. -->

# What a hint costs, and what it names

A hint names the clues, the marks and the pieces that it rests on, and nothing else: the step is
proved on the board made again with these alone, and again without each of them. Here every preset
is asked in its starting position and in {positions} random parts of its solution, on a board that
is open already. CPU seconds, child processes included, with other work on the machine.

```sh
python -m benchmarks.hints measure
python -m benchmarks.hints report
```

A part is a clue, a mark, a piece that lies there, a spot to be covered or a piece to be laid. *Not
minimal* counts reasons of which it was not proved that nothing can be left out; where a puzzle
names no clue (large Fillominos), these are all. The last column is what hints named before they
were proved in this way: the median of clues in the starting positions of the presets, where "the
rules" or "every solution" stood for those that nobody could name.

"""

BEFORE: dict[str, str] = {
    "akari": "1", "battleships": "1", "binairo": "2", "fillomino": "1; the rules 1 of 4",
    "galaxies": "the rules 3 of 3", "gokigen": "1", "hashi": "1", "heyawake": "1",
    "hitori": "1", "kakuro": "10", "kenken": "4", "killer-sudoku": "1",
    "lits": "the rules 3 of 3", "masyu": "1", "nonogram": "1; every solution 1 of 3",
    "numberlink": "the rules 3 of 4", "nurikabe": "the rules 3 of 3",
    "shikaku": "the rules 2, every solution 1 of 3", "skyscrapers": "2", "slitherlink": "1",
    "star-battle": "the rules 3 of 3", "sudoku": "3", "tapa": "1", "tents": "1; the rules 1 of 3",
    "yajilin": "1; the rules 2 of 3",
}  # fmt: skip
"""What hints named in the version of 2026-11-28, at the start of the presets of today."""


def parts_of(reason: Reason) -> int:
    """How many parts a reason names."""
    # Clues that stand in cells are spots as well.
    named = len(reason.clues) or len(reason.spots) + len(reason.pieces) + len(reason.rules)
    return named + len(reason.moves)


def measured(puzzle: str, preset: str, positions: int) -> dict[str, Any] | None:
    """The costs and sizes of the hints of a preset; None where there is no board."""
    position = load(puzzle, preset)
    ground = position.playground()
    if ground is None or not isinstance(position, PuzzlePosition):
        return None
    try:
        counter = counter_of(bare_experiment(position, ground), ground)
    except InputError:
        # It has too many moves for a board.
        return None
    finder, dice = HintFinder(counter, LIMITS), Random(f"{puzzle} {preset}")
    solution = counter.find(ground.given, WorkBudget()) or []
    rest = [move for move in solution if move not in ground.given]
    placed: list[list[int]] = [list(ground.given)]
    for _ in range(positions):
        part = dice.sample(rest, dice.randrange(len(rest)))
        placed.append([*placed[0], *sorted(part)])
    finder.hint(placed[0], WorkBudget(work=LIMITS.hint))
    seconds, parts, minimal, none = [], [], 0, 0
    for moves in placed:
        begun = cpu_seconds()
        found, _ = finder.hint(moves, WorkBudget(work=LIMITS.hint))
        if found is not None and not found[1].minimal:
            move, reason = found
            found = move, finder.minimise(move, reason, WorkBudget(work=LIMITS.reason))
        seconds.append(round(cpu_seconds() - begun, 3))
        if found is None:
            none += 1
        else:
            parts.append(parts_of(found[1]))
            minimal += found[1].minimal
    return {
        "puzzle": puzzle,
        "preset": preset,
        "seconds": seconds,
        "parts": parts,
        "minimal": minimal,
        "nothing sure": none,
    }


def lines_of(table: Path) -> list[dict[str, Any]]:
    """What was measured by now."""
    return [json.loads(line) for line in table.read_text().splitlines()] if table.exists() else []


def measure(names: re.Pattern[str], positions: int, table: Path) -> None:
    """Measures every preset that is not in the table."""
    known = {(line["puzzle"], line["preset"]) for line in lines_of(table)}
    library = Library.standard()
    for puzzle in library.puzzles():
        for preset in library.presets(puzzle):
            if (puzzle, preset) in known or not names.search(puzzle):
                continue
            line = measured(puzzle, preset, positions)
            if line is not None:
                with table.open("a") as file:
                    file.write(json.dumps(line) + "\n")
                print(puzzle, preset, max(line["seconds"]), flush=True)


def report(table: Path) -> Iterator[str]:
    """The page, in Markdown."""
    by_puzzle = defaultdict[str, list[dict[str, Any]]](list)
    for line in lines_of(table):
        by_puzzle[line["puzzle"]].append(line)
    yield ABOUT.format(positions=POSITIONS)
    rows = []
    for puzzle, lines in sorted(by_puzzle.items()):
        seconds = [one for line in lines for one in line["seconds"]]
        parts = [one for line in lines for one in line["parts"]]
        minimal = sum(line["minimal"] for line in lines)
        rows.append([
            puzzle,
            str(len(seconds)),
            f"{median(seconds):.2f}",
            f"{max(seconds):.2f}",
            f"{median(parts):.0f}" if parts else "-",
            str(max(parts, default=0)),
            str(len(parts) - minimal),
            BEFORE.get(puzzle, ""),
        ])  # fmt: skip
    head = [
        "puzzle",
        "hints",
        "median s",
        "worst s",
        "median parts",
        "most",
        "not minimal",
        "before",
    ]
    yield Table(head, rows).markdown(str)


def main() -> int:
    """Does what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["measure", "report"])
    parser.add_argument("--names", type=re.compile, default=re.compile(""))
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--table", type=Path, default=TABLE)
    given = parser.parse_args()
    if given.task == "measure":
        measure(given.names, given.positions, given.table)
    else:
        PAGE.write_text("\n".join(report(given.table)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
