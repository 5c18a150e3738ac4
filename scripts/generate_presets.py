"""Writes the presets of Lonpos 505 that come with the package.

The starting positions of the seed article were pictures and are lost, so these are our own. Run it
from the top of the checkout; it writes the same files every time:

    python scripts/generate_presets.py
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from ilpuzzles.backends import Options
from ilpuzzles.modelling import IntArray
from ilpuzzles.puzzles.tiling import TilingSolution
from ilpuzzles.queries import enumerate_solutions, solve_model
from ilpuzzles.workbench import formulate, load

SEED = 505
FOLDER = Path(__file__).parent.parent / "instances" / "lonpos"
WORDS = {8: "Eight", 7: "Seven", 6: "Six", 5: "Five", 4: "Four", 3: "Three", 2: "Two"}
PER_SIZE = 3
# Smaller ones may have several solutions, as long as they can be counted in seconds.
UNIQUE = {8, 7, 6, 5, 4}
MOST = 1000
HEADER = "# Written by scripts/generate_presets.py; change that instead.\n"


def main() -> None:
    """Writes all presets."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    board = [["."] * 11 for _ in range(5)]
    write(
        FOLDER / "empty.yaml",
        board,
        title="The empty board",
        about="Counts mirror images and half turns too.",
        solutions=371_020,
    )
    for size, word in WORDS.items():
        for number in range(1, PER_SIZE + 1):
            dice = random.Random(f"{SEED} {size} {number}")
            enough = 2 if size in UNIQUE else MOST
            count = enough
            while count >= enough:
                board = starting_position(random_solution(dice), size, dice)
                count = count_solutions(board, enough)
            suffix = f"-{number}" if number > 1 else ""
            path = FOLDER / f"{size}pieces{suffix}.yaml"
            title = f"{word} pieces placed" + (f", number {number}" if number > 1 else "")
            write(path, board, title=title, solutions=count)
            print(f"{path.stem}: {count} solution(s)")


def random_solution(dice: random.Random) -> TilingSolution:
    """Some solution of the empty board: three pieces lie at random, the solver adds the rest."""
    _, formulated = formulate(load("lonpos", "empty"))
    model = formulated.model
    (placed,) = model.families
    while True:
        tiles = dice.sample("ABCDEFGHIJKL", 3)
        labels = [
            dice.choice([label for label in placed.axes[0] if label[0] == tile])  # type: ignore[index] # labels are tuples here
            for tile in tiles
        ]
        fixed = model.fix({placed[label]: 1 for label in labels})
        options = Options(seed=dice.randrange(1 << 31), time_limit=10)
        result = solve_model(fixed, "cpsat", options)
        if result.values is not None:
            solution = formulated.decode(result.values)
            assert isinstance(solution, TilingSolution)  # noqa: S101 - tells the type checker
            return solution


def starting_position(solution: TilingSolution, size: int, dice: random.Random) -> list[list[str]]:
    """The board with only some of the pieces of a solution left on it."""
    kept = set(dice.sample(sorted(placed.tile for placed in solution.tiles), size))
    return [[mark if mark in kept else "." for mark in row] for row in solution.rows()]


def count_solutions(board: list[list[str]], enough: int) -> int:
    """Counts the solutions of a starting position, up to `enough` of them."""
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, "trial.yaml")
        write(trial, board)
        _, formulated = formulate(load("lonpos", file=trial))
    found: list[IntArray] = []

    def visit(values: IntArray) -> bool:
        found.append(values)
        return len(found) < enough

    result = enumerate_solutions(formulated.model, visit, "cpsat")
    if not (result.complete or len(found) == enough):
        raise RuntimeError(f"the count was not finished: {result.status}, {result.limit}")
    return len(found)


def write(path: Path, board: list[list[str]], **header: object) -> None:
    """Writes one preset, with some fields before the board."""
    lines = [HEADER, "puzzle: lonpos\n"]
    lines += [f"{key}: {value}\n" for key, value in header.items()]
    lines.append("board: |\n")
    lines += [f"  {''.join(row)}\n" for row in board]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
