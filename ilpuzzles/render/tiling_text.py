"""Tilings as text: letters in their cells and box-drawing walls between the tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeAlias

from ilpuzzles.puzzles.tiling import TilingInstance, TilingPuzzle, TilingSolution
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import CLASH, OPEN, Board, Layer, board_of, puzzle_colours
from ilpuzzles.render.segments import Drawing, Segment

# By the walls that meet: up, down, left, right as 8, 4, 2, 1.
_JUNCTIONS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"
_OUTSIDE = -3
_GAP = 3
_AROUND = ((1, 1), (1, 0), (0, 1), (0, 0))

_Colour: TypeAlias = Callable[..., str]


def tiling_text(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
) -> Drawing:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every cell shows the letter of its tile, a dot for
    none or a star for several, so that the picture can be read without colour.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`.

    Returns:
        The lines of the picture, a legend at the end.
    """
    board = board_of(instance, solution, marked)
    blocks = [_layer(board, layer) for layer in board.layers]
    lines: Drawing = []
    for number in range(max(len(block) for block in blocks)):
        line: list[Segment] = []
        for block in blocks:
            if line:
                line.append(Segment(" " * _GAP))
            line += block[number]
        lines.append(line)
    return [*lines, *_legend(board, solved=solution is not None)]


def _layer(board: Board, layer: Layer) -> Drawing:
    rows = range(min(row for row, _ in layer.cells), max(row for row, _ in layer.cells) + 1)
    columns = range(max(column for _, column in layer.cells) + 1)

    def owner(row: int, column: int) -> int:
        return layer.cells.get((row, column), _OUTSIDE)

    def colour(*cells: Point) -> str:
        """The colour of some cells, if one tile has them all."""
        owners = {owner(*cell) for cell in cells}
        number = owners.pop()
        return board.colours[board.tiles[number].tile] if not owners and number >= 0 else ""

    lines: Drawing = []
    if layer.title:
        lines.append([Segment(layer.title.ljust(4 * len(columns) + 1))])
    for row in range(rows.start, rows.stop + 1):
        wall: list[Segment] = []
        for column in range(len(columns) + 1):
            around = [owner(row - up, column - left) for up, left in _AROUND]
            up_left, up_right, down_left, down_right = around
            walls = (
                8 * (up_left != up_right)
                + 4 * (down_left != down_right)
                + 2 * (up_left != down_left)
                + (up_right != down_right)
            )
            corner = [(row - up, column - left) for up, left in _AROUND]
            wall.append(Segment(_JUNCTIONS[walls], "" if walls else colour(*corner)))
            if column < len(columns):
                same = up_right == down_right
                tone = colour((row - 1, column), (row, column)) if same else ""
                wall.append(Segment("   " if same else "───", tone))
        lines.append(wall)
        if row < rows.stop:
            lines.append(_cells(board, layer, row, len(columns), colour))
    return lines


def _cells(board: Board, layer: Layer, row: int, width: int, colour: _Colour) -> list[Segment]:
    line: list[Segment] = []
    for column in range(width + 1):
        left, here = (layer.cells.get((row, c), _OUTSIDE) for c in (column - 1, column))
        between = "" if left != here else colour((row, column - 1), (row, column))
        line.append(Segment("│" if left != here else " ", between))
        if column == width:
            break
        mark = (*layer.start, row, column) in board.marked
        before, after = "[]" if mark else "  "
        if here >= 0:
            text = f"{before}{board.tiles[here].tile}{after}"
            line.append(Segment(text, colour((row, column)), bold=not board.given[here]))
        else:
            letter = {OPEN: "·", CLASH: "*"}.get(here, " ")
            line.append(Segment(f"{before}{letter}{after}"))
    return line


def _legend(board: Board, *, solved: bool) -> Drawing:
    given = sorted(
        {tile.tile for tile, fixed in zip(board.tiles, board.given, strict=True) if fixed}
    )
    placed = sorted(
        {tile.tile for tile, fixed in zip(board.tiles, board.given, strict=True) if not fixed}
    )
    if not solved:
        placed = sorted(set(board.colours) - set(given))
    parts = []
    if given:
        parts.append(f"given: {' '.join(given)}")
    if placed:
        parts.append(f"{'placed' if solved else 'to place'}: {' '.join(placed)}")
    return [[Segment("   ".join(parts))]] if parts else []


def tiles_text(puzzle: TilingPuzzle) -> Drawing:
    """Draws the tiles of a puzzle, as its model shows them, in as few lines as are readable."""
    colours = puzzle_colours(puzzle)
    lines: Drawing = []
    for tile in puzzle.tiles:
        title = f"  {tile.title}" if tile.title else ""
        lines.append([Segment(f"{tile.name}{title}, {len(tile.points)} cells")])
        layers = sorted({point[:-2] for point in tile.points})
        rows = sorted({point[-2] for point in tile.points})
        low = min(point[-1] for point in tile.points)
        width = max(point[-1] for point in tile.points) - low + 1
        for row in rows:
            line = [Segment("   ")]
            for layer in layers:
                for column in range(low, low + width):
                    if (*layer, row, column) in tile.points:
                        line.append(Segment(f"{tile.name} ", colours[tile.name]))
                    else:
                        line.append(Segment("  "))
                line.append(Segment("  "))
            lines.append(line)
    return lines
