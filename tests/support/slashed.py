"""Boards of Surasshupakku: those that come with the package, with their answers, and small ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, NO_CLUE, SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.workbench.loading import load

ANSWERS = {
    "5x5": "./... .\\../ ..\\/. /\\/.. .....",
    "5x5-2": "...\\. .../. ../.. \\/\\/\\ .....",
    "6x6": ".\\.... \\.\\... .\\.\\./ ././/. .\\//.. .//...",
    "6x6-2": "..\\../ .././. ./\\.\\. /..\\/. ....\\. .....\\",
    "7x7": ".....\\. ...../. ../\\/./ \\/\\../. .././.. ..\\/... ../....",
    "8x8": ".../.... ../\\../\\ \\/..\\/.. \\.../... .\\././\\. ..\\\\.\\.\\ ../.\\/.. ..\\.....",
    "8x8-2": r"........ \...../\ .\/\./.. ...//... ..//\... \/\\.\/\ ...\\... ....\\..",
}
"""The only answer of each of these presets, whether bridges are right or not."""

PUZZLE = SlashPuzzle("surasshupakku", "Surasshupakku", "", "", bridges=False)


def made(clues: Iterable[Iterable[int]], letters: int, *, bridges: bool = False) -> SlashInstance:
    """A board whose letters are called by their numbers."""
    puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "", bridges)
    names = tuple(str(letter + 1) for letter in range(letters))
    return SlashInstance(puzzle, tuple(map(tuple, clues)), names)


def board(rows: Sequence[str], names: str = "1 2 3") -> SlashInstance:
    """A board from rows of numbers of letters, `?` and `.`, all with blanks between them."""
    numbers = {".": NO_CLUE, "?": ANY}
    lines = [row.split() for row in rows]
    clues = [tuple(numbers[w] if w in numbers else int(w) for w in line) for line in lines]
    return SlashInstance(PUZZLE, tuple(clues), tuple(names.split()))


def preset(name: str, names: str = "") -> SlashInstance:
    """A board that comes with the package, with other names for its letters perhaps."""
    found: Any = load("surasshupakku", name).instance
    return SlashInstance(PUZZLE, found.clues, tuple(names.split()) or found.names)


def solution(instance: SlashInstance, *cuts: str) -> SlashSolution:
    """A solution with these cuts."""
    return SlashSolution(instance, cuts)


FIVE, SIX, SIX_LONG, EIGHT = (
    preset(name, names)
    for name, names in (("5x5", ""), ("6x6", ""), ("6x6", "8 12 150"), ("8x8", ""))
)
FIVE_CUT, SIX_CUT, SIX_LONG_CUT, EIGHT_CUT = (
    solution(one, *ANSWERS[name].split())
    for name, one in (("5x5", FIVE), ("6x6", SIX), ("6x6", SIX_LONG), ("8x8", EIGHT))
)
