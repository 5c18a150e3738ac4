"""Surasshupakku as text: the clues, the cuts as diagonals, the points between cells as dots."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from ilpuzzles.puzzles.surasshupakku.puzzle import (
    BACK,
    FORWARD,
    NO_CLUE,
    Cell,
    SlashInstance,
    SlashPuzzle,
)
from ilpuzzles.puzzles.surasshupakku.solution import UNKNOWN, SlashSolution
from ilpuzzles.render.blocks import block_width, wrapped
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.slash_compact import DIAGONALS, NOT_KNOWN, compact_slashes, longest_name
from ilpuzzles.render.slash_parts import COLOURS, SlashBoard, slash_board

# By the cuts that end at a point, from the upper left cell on in reading order, as 8, 4, 2, 1. Of
# two that bend there, the point is the tip; of three, two go straight on.
_JUNCTIONS = "···∧·<╱╱·╲>╲∨╲╱╳"  # noqa: RUF001 - box drawing


def slash_text(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    width: int | None = None,
) -> Drawing:
    """Draws a solution, or without one the clues.

    A cut goes through the middle of its cell and through the points at its corners, all of which
    stand on the colour of the part to their left. Where there is little room, cells follow each
    other directly, see `compact_slashes`.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: The cells, as rows and columns, to put brackets around.
        width: How many characters there are in a line, or None for any number.

    Returns:
        The lines of the picture, a legend at the end.
    """
    board = slash_board(instance, solution, marked)
    cell = max(3, longest_name(instance) + 2) | 1
    lines = _framed(board, cell)
    for bracketed in (True, False):
        if width is None or block_width(lines) <= width:
            break
        lines = compact_slashes(board, bracketed=bracketed)
        cell = longest_name(instance)
    legend = [line for text in _legend(board, cell) if text for line in wrapped(text, width)]
    return [*lines, *([Segment(line)] for line in legend)]


def _framed(board: SlashBoard, width: int) -> Drawing:
    """The board with a border, and points between the cells."""
    level = "─" * ((width + 1) * board.instance.columns - 1)
    lines: Drawing = [[Segment(f"┌{level}┐")]]
    for row in range(board.instance.rows):
        if row:
            lines.append(_between(board, row, width))
        lines.append(_cells(board, row, width))
    lines.append([Segment(f"└{level}┘")])
    return lines


def slash_shapes(puzzle: SlashPuzzle, width: int | None = None) -> Drawing:
    """Draws the two cuts that a cell may have, and what is on their sides.

    Args:
        puzzle: The puzzle.
        width: How many characters there are in a line, or None for any number.
    """
    one, other = COLOURS[0], COLOURS[1]
    sides = "may lie in one part" if puzzle.bridges else "lie in different parts"
    cells: Drawing = []
    for cut, left, right in [(FORWARD, one, other), (BACK, other, one)]:
        cells.append([Segment(f" {DIAGONALS[cut]}", left, bold=True), Segment(" ", right)])
    return [
        [Segment("┌───┐  ┌───┐")],
        [Segment("│"), *cells[0], Segment("│  │"), *cells[1], Segment("│")],
        [Segment("└───┘  └───┘")],
        [Segment(f"  {FORWARD}      {BACK}")],
        *([Segment(line)] for line in wrapped(f"Both sides of a cut {sides}.", width)),
    ]


def _legend(board: SlashBoard, width: int) -> list[str]:
    """What is wanted, and what the signs of this picture mean."""
    signs: list[str] = []
    if board.has_any:
        signs.append("? any of these")
    if board.is_partial:
        signs.append(f"{NOT_KNOWN * width} not known")
    if board.marked:
        signs.append("[ ] marked")
    return [board.letters(), "   ".join(signs)]


def _between(board: SlashBoard, row: int, width: int) -> list[Segment]:
    """The line above a row of cells, with the points at their corners."""
    line = [Segment("│")]
    for column in range(board.instance.columns):
        if column:
            line.append(_point(board, (row, column)))
        line.append(Segment(" " * width, _colour(board, (row, column), "n")))
    return [*line, Segment("│")]


def _point(board: SlashBoard, cell: Cell) -> Segment:
    """The point at the upper left corner of a cell."""
    row, column = cell
    before, above = (row, column - 1), (row - 1, column)
    ends = (
        8 * (board.cut((row - 1, column - 1)) == BACK)
        + 4 * (board.cut(above) == FORWARD)
        + 2 * (board.cut(before) == FORWARD)
        + (board.cut(cell) == BACK)
    )
    return Segment(_JUNCTIONS[ends], _colour(board, before, "n"), bold=ends > 0)


def _cells(board: SlashBoard, row: int, width: int) -> list[Segment]:
    """The line of a row of cells."""
    line = [Segment("│")]
    for column in range(board.instance.columns):
        if column:
            line.append(Segment(" ", _colour(board, (row, column), "w")))
        line += _cell(board, (row, column), width)
    return [*line, Segment("│")]


def _cell(board: SlashBoard, cell: Cell, width: int) -> list[Segment]:
    """A cell; one that is cut has two halves, the first of which includes its middle."""
    instance, cut = board.instance, board.cut(cell)
    text = " " * width
    if instance.clue(cell) != NO_CLUE:
        text = f"{instance.shown(cell):^{width}}"
    elif cut == UNKNOWN:
        text = NOT_KNOWN * width
    elif cut in DIAGONALS:
        text = f"{DIAGONALS[cut]:^{width}}"
    if cell in board.marked:
        text = f"[{text[1:-1]}]"
    if cut not in DIAGONALS:
        return [Segment(text, _colour(board, cell, "n"), bold=True)]
    right = width // 2 + 1
    return [
        Segment(text[:right], _colour(board, cell, "w"), bold=True),
        Segment(text[right:], _colour(board, cell, "e"), bold=True),
    ]


def _colour(board: SlashBoard, cell: Cell, side: str) -> str:
    """The colour of the part at a border of a cell; empty if parts are not known."""
    return board.colours[board.parts[cell]["nesw".index(side)]] if board.parts else ""
