"""Tilings as text: letters in their cells, walls between squares, and a legend."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.blocks import arranged, block_width, wrapped
from ilpuzzles.render.board import Board, board_of
from ilpuzzles.render.chart_text import chart_text
from ilpuzzles.render.compact_text import compact_text
from ilpuzzles.render.legend import filled_lines, further_legend, tiles_legend
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.wall_text import SEAM, wall_text

_GAP = 3
_BESIDE = ("behind each row", "below each column")


def tiling_text(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    width: int | None = None,
) -> Drawing:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every cell shows the mark of its tile, a dot for
    none or a star for several, so that the picture can be read without colour. Cells of tiles that
    fill further atoms stand in parentheses, as these atoms do beside their row. Where there is
    little room, layers stand below each other, and those that are still too wide have no walls.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`.
        width: How many characters there are in a line, or None for any number.

    Returns:
        The lines of the picture, a legend at the end.
    """
    board = board_of(instance, solution, marked)
    draw = wall_text if board.lattice.is_grid else chart_text
    blocks = [draw(board, layer) for layer in board.layers]
    has_walls = board.lattice.is_grid
    for tight in (False, True):
        if _fit(blocks, width):
            break
        blocks = [compact_text(board, layer, tight=tight) for layer in board.layers]
        has_walls = False
    signs = _signs(board, instance, has_walls=has_walls)
    legend = [tiles_legend(board, instance, solved=solution is not None), *signs]
    lines = [line for text in legend if text for line in wrapped(text, width)]
    return [*arranged(blocks, _GAP, width), *([Segment(line)] for line in lines)]


def _fit(blocks: list[Drawing], width: int | None) -> bool:
    return width is None or max(map(block_width, blocks)) <= width


def _signs(board: Board, instance: TilingInstance, *, has_walls: bool) -> list[str]:
    """What the signs of this picture mean, and what has no place in it."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    signs: list[str] = []
    if plane and has_walls and any(board.filling):
        signs.append(f"( ) also fills {' and '.join(filled_lines(board, instance))}")
    if plane and not has_walls:
        places = {(atom.axis, atom.name) for atom in board.further}
        signs += [f"{_BESIDE[axis]}: {name}" for axis, name in sorted(places)]
    if board.is_wrapped and has_walls:
        signs.append(f"{SEAM} goes on at the other side")
    listed = [] if plane else further_legend(board, board.further)
    return [*listed, "   ".join(signs)]
