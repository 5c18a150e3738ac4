"""Small boards of Surasshupakku for pictures."""

from __future__ import annotations

from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, NO_CLUE, SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution

PUZZLE = SlashPuzzle("surasshupakku", "Surasshupakku", "", "", bridges=False)


def board(rows: list[str], names: str = "1 2 3") -> SlashInstance:
    """A board from rows of numbers of letters, `?` and `.`, all with blanks between them."""
    numbers = {".": NO_CLUE, "?": ANY}
    clues = [
        tuple(numbers[word] if word in numbers else int(word) for word in row.split())
        for row in rows
    ]
    return SlashInstance(PUZZLE, tuple(clues), tuple(names.split()))


def solution(instance: SlashInstance, *cuts: str) -> SlashSolution:
    """A solution with these cuts."""
    return SlashSolution(instance, cuts)


FIVE = board(["1 . 1 . .", ". . 2 3 .", "3 2 . . 2", ". . . . .", ". 3 . . 1"])
FIVE_CUT = solution(FIVE, "./...", ".\\../", "..\\/.", "/\\/..", ".....")

_SIX_ROWS = [
    ". . 2 . . 3",
    ". 3 . . . .",
    "2 . 2 . 1 .",
    "1 . 1 . . 2",
    "3 . . . . 3",
    ". . . 1 . .",
]
_SIX_CUTS = (".\\....", "\\.\\...", ".\\.\\./", "././/.", ".\\//..", ".//...")
SIX = board(_SIX_ROWS)
SIX_CUT = solution(SIX, *_SIX_CUTS)
SIX_LONG = board(_SIX_ROWS, "8 12 150")
SIX_LONG_CUT = solution(SIX_LONG, *_SIX_CUTS)

EIGHT = board(
    [
        "4 1 2 . 3 2 . 4",
        ". 3 . . 1 . . .",
        ". . . 2 . . . 1",
        ". . 1 . . . 3 .",
        "4 . . . . . . 2",
        ". 2 . . 4 . 3 .",
        "1 . . 4 . . . .",
        ". 3 . . . . . .",
    ],
    "1 2 3 4",
)
EIGHT_CUT = solution(
    EIGHT,
    ".../....",
    "../\\../\\",
    "\\/..\\/..",
    "\\.../...",
    ".\\././\\.",
    "..\\\\.\\.\\",
    "../.\\/..",
    "..\\.....",
)
