"""Surasshupakku as a small text: one character a cell, cuts that meet at their corners."""

from __future__ import annotations

from ilpuzzles.puzzles.surasshupakku.puzzle import BACK, FORWARD, NO_CLUE, Cell, SlashInstance
from ilpuzzles.puzzles.surasshupakku.solution import UNKNOWN, SlashSolution
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.slash_parts import SlashBoard, slash_board

DIAGONALS = {FORWARD: "╱", BACK: "╲"}  # noqa: RUF001 - box drawing
NOT_KNOWN = "░"


def small_slash_text(instance: SlashInstance, solution: SlashSolution | None = None) -> Drawing:
    """Draws a solution, or without one the clues, without a border and a legend."""
    return compact_slashes(slash_board(instance, solution), bracketed=False)


def compact_slashes(board: SlashBoard, *, bracketed: bool) -> Drawing:
    """Draws the cells directly beside each other; a cut stands on the colour to its left.

    Args:
        board: The board.
        bracketed: Whether there is room for brackets around marked cells.
    """
    width = longest_name(board.instance) + (2 if bracketed and board.marked else 0)
    columns = range(board.instance.columns)
    return [
        [_cell(board, (row, column), width, bracketed=bracketed) for column in columns]
        for row in range(board.instance.rows)
    ]


def longest_name(instance: SlashInstance) -> int:
    """How many characters the longest letter has: 2 for `12`."""
    return max(map(len, instance.names))


def _cell(board: SlashBoard, cell: Cell, width: int, *, bracketed: bool) -> Segment:
    cut, text = board.cut(cell), " " * width
    if board.instance.clue(cell) != NO_CLUE:
        text = f"{board.instance.shown(cell):^{width}}"
    elif cut == UNKNOWN:
        text = NOT_KNOWN * width
    elif cut in DIAGONALS:
        text = f"{DIAGONALS[cut]:^{width}}"
    if bracketed and cell in board.marked:
        text = f"[{text[1:-1]}]"
    side = "w" if cut in DIAGONALS else "n"
    colour = board.colours[board.parts[cell]["nesw".index(side)]] if board.parts else ""
    return Segment(text, colour, bold=True)
