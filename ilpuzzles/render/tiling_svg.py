"""Tilings as SVG: every tile rounded outlines with its letter, givens marked by a ring."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.board import Board, Layer, board_of
from ilpuzzles.render.cells import Cells
from ilpuzzles.render.legend import filled_lines, further_legend
from ilpuzzles.render.solid_views import solid_blocks
from ilpuzzles.render.svg_document import Block, Picture
from ilpuzzles.render.svg_further import FurtherPicture
from ilpuzzles.render.svg_layer import LayerPicture
from ilpuzzles.render.svg_style import MARGIN
from ilpuzzles.render.views import PictureView

_WIDEST = 900  # pixels, of a row of blocks; layers alone may need more


def tiling_picture(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    view: PictureView = "flat",
) -> Picture:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every part of a tile that is drawn apart has its letter.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`. Solids carry none.
        view: What to draw of a board that is not plane: its layers, or unrolled (`flat`), as it
            stands in space (`solid`), with its pieces pulled apart (`apart`), or both the first and
            the second (`all`).
    """
    board = board_of(instance, solution, marked)
    cells = Cells(board.lattice)
    solids = [] if view == "flat" else solid_blocks(instance, solution, apart=view == "apart")
    if view in {"solid", "apart"} and solids:
        rows, legend = [solids], []
    else:
        rows = _rows([_flat(board, layer, cells) for layer in board.layers], solids)
        legend = _legend(board, instance)
    title = instance.title or instance.puzzle.title
    blocks = tuple(tuple(row) for row in rows)
    return Picture(title, blocks, tuple(legend), round(cells.reach * 0.95))


def _flat(board: Board, layer: Layer, cells: Cells) -> Block:
    """A layer, and what stands beside it."""
    picture, further = LayerPicture(board, layer, cells), FurtherPicture(board)
    (x, y), (width, height) = picture.low, picture.size
    elements = (
        f'<g transform="translate({-x:g} {further.above - y:g})">',
        *picture.elements(),
        *further.elements(picture.low, picture.size),
        "</g>",
    )
    height += further.above + further.below
    return Block(layer.title, width + further.right, height, elements)


def _rows(layers: list[Block], solids: list[Block]) -> list[list[Block]]:
    """Solids beside their layers, as far as there is room, and towers below what is unrolled."""
    if not solids:
        return [layers]
    if len(layers) == 1:
        return [layers, solids]
    together = [*solids, *layers]
    wide = sum(block.room + 2 * MARGIN for block in together)
    return [together] if wide <= _WIDEST else [solids, layers]


def _legend(board: Board, instance: TilingInstance) -> list[str]:
    """What the signs of this picture mean, and what has no place in it."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    texts = [] if plane else further_legend(board, board.further)
    if any(board.filling):
        filled = " and ".join(filled_lines(board, instance))
        texts.append(f"A piece with inner outlines also fills {filled}.")
    if board.is_wrapped:
        texts.append("At the dashed lines, the board goes on at its other side.")
    return texts
