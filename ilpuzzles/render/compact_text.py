"""Boards as small texts: letters in their cells, no walls, no legend."""

from __future__ import annotations

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.blocks import beside, line_width
from ilpuzzles.render.board import Board, FurtherAtom, Layer, board_of
from ilpuzzles.render.chart_text import charted, frame_of
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.wall_text import further_text, letter_of

_GAP = 1


def small_tiling_text(instance: TilingInstance, solution: TilingSolution | None = None) -> Drawing:
    """Draws a solution, or without one the starting position, as small as letters are.

    Every cell is its letter; layers of a solid stand side by side, the first one to the left.
    """
    board = board_of(instance, solution)
    return beside([compact_text(board, layer, tight=True) for layer in board.layers], _GAP)


def compact_text(board: Board, layer: Layer, *, tight: bool) -> Drawing:
    """Draws a layer with letters and colours alone, in lines of equal length.

    Further atoms of rows and columns stand behind and below them.

    Args:
        board: The board.
        layer: The layer.
        tight: Whether a column has one character, without room for marks. Otherwise it has two, and
            marked cells stand in brackets.
    """
    lines = charted(board, layer, tight=tight)
    rows, columns = frame_of(board, layer)
    below: dict[str, list[Segment]] = {}
    for atom in () if layer.start or not board.lattice.is_grid else board.further:
        if atom.axis == 0:
            segment = _letter(board, atom) if tight else further_text(board, atom)
            lines[atom.value - rows.start] += [Segment(" "), segment]
        else:
            start = (atom.value - columns.start) * (1 if tight else 2) + (not tight)
            line = below.setdefault(atom.name, [])
            line += [Segment(" " * (start - line_width(line))), _letter(board, atom)]
    lines += below.values()
    if layer.title and not tight:
        lines.insert(0, [Segment(layer.title)])
    width = max(map(line_width, lines))
    return [_padded(line, width) for line in lines]


def _letter(board: Board, atom: FurtherAtom) -> Segment:
    """A further atom as one character."""
    text = letter_of(board, atom.owner)
    if atom.owner < 0:
        return Segment(text)
    return Segment(text, board.colours[atom.owner], bold=not board.given[atom.owner])


def _padded(line: list[Segment], width: int) -> list[Segment]:
    missing = width - line_width(line)
    return [*line, Segment(" " * missing)] if missing else line
