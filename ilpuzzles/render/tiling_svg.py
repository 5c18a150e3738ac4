"""Tilings as SVG: every tile rounded outlines with its letter, givens marked by a ring."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from html import escape
from textwrap import wrap

from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.render.board import Board, board_of
from ilpuzzles.render.cells import Cells
from ilpuzzles.render.legend import filled_lines, further_legend
from ilpuzzles.render.svg_further import FurtherPicture
from ilpuzzles.render.svg_layer import LayerPicture
from ilpuzzles.render.svg_style import GROUND, LINE, MARGIN, TITLE, style

_LETTER = 7.0  # pixels for a letter of the legend, at most
_TITLED = 48  # pixels for the title of a layer


def tiling_svg(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
) -> str:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every part of a tile that is drawn apart has its letter.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on; see `board_of`.

    Returns:
        An SVG document that can stand alone or inside a page.
    """
    board = board_of(instance, solution, marked)
    cells = Cells(board.lattice)
    further = FurtherPicture(board)
    parts: list[str] = []
    left, height = float(MARGIN), 0.0
    for layer in board.layers:
        picture = LayerPicture(board, layer, cells)
        low, size = picture.low, picture.size
        top = MARGIN + (TITLE if layer.title else further.above)
        if layer.title:
            parts.append(
                f'<text class="t" x="{left + size[0] / 2:g}" y="{MARGIN + 9}">{layer.title}</text>'
            )
        parts.append(f'<g transform="translate({left - low[0]:g} {top - low[1]:g})">')
        parts += picture.elements()
        parts += further.elements(low, size)
        parts.append("</g>")
        # A layer may be narrower than its title.
        left += max(size[0], _TITLED if layer.title else 0) + further.right + 2 * MARGIN
        height = max(height, top + size[1] + further.below + MARGIN)
    width = left - MARGIN
    for line in _legend(board, instance, width):
        parts.append(f'<text class="l" x="{MARGIN}" y="{height + 4:g}">{escape(line)}</text>')
        height += LINE
    title = escape(instance.title or instance.puzzle.title)
    body = "\n".join(parts)
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
                f'width="{width:g}" height="{height:g}" role="img" class="ilpuzzles">'
            ),
            f"<title>{title}</title>",
            f"<style>{style(round(cells.reach * 0.95), body)}</style>",
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{GROUND}"/>',
            body,
            "</svg>\n",
        ]
    )


def _legend(board: Board, instance: TilingInstance, width: float) -> list[str]:
    """What the signs of this picture mean, and what has no place in it, in lines that fit."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    texts = [] if plane else further_legend(board, board.further)
    if any(board.filling):
        filled = " and ".join(filled_lines(board, instance))
        texts.append(f"A piece with inner outlines also fills {filled}.")
    if board.is_wrapped:
        texts.append("At the dashed lines, the board goes on at its other side.")
    letters = max(int((width - 2 * MARGIN) / _LETTER), 12)
    return [line for text in texts for line in wrap(text, letters)]
