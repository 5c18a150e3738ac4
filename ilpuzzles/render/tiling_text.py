"""Tilings as text: letters in their cells, walls between squares, and a legend."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.board import Board, board_of
from ilpuzzles.render.chart_text import chart_text
from ilpuzzles.render.legend import filled_lines, further_legend, tiles_legend
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.wall_text import SEAM, wall_text

_GAP = 3


def tiling_text(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
) -> Drawing:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every cell shows the mark of its tile, a dot for
    none or a star for several, so that the picture can be read without colour. Cells of tiles that
    fill further atoms stand in parentheses, as these atoms do beside their row.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`.

    Returns:
        The lines of the picture, a legend at the end.
    """
    board = board_of(instance, solution, marked)
    draw = wall_text if board.lattice.is_grid else chart_text
    blocks = [draw(board, layer) for layer in board.layers]
    lines: Drawing = []
    for number in range(max(len(block) for block in blocks)):
        line: list[Segment] = []
        for block in blocks:
            if line:
                line.append(Segment(" " * _GAP))
            line += block[number] if number < len(block) else [Segment(" " * _width(block))]
        lines.append(line)
    legend = [tiles_legend(board, instance, solved=solution is not None), *_signs(board, instance)]
    return [*lines, *([Segment(text)] for text in legend if text)]


def _width(block: Drawing) -> int:
    return sum(len(segment.text) for segment in block[0])


def _signs(board: Board, instance: TilingInstance) -> list[str]:
    """What the signs of this picture mean, and what has no place in it."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    signs: list[str] = []
    if plane and any(board.filling):
        signs.append(f"( ) also fills {' and '.join(filled_lines(board, instance))}")
    if board.is_wrapped and board.lattice.is_grid:
        signs.append(f"{SEAM} goes on at the other side")
    listed = [] if plane else further_legend(board, board.further)
    return [*listed, "   ".join(signs)]
