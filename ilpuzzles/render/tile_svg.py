"""The tiles of a puzzle as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ilpuzzles.puzzles.tiling import Tile, TilingPuzzle
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import mark_colours, tile_colour
from ilpuzzles.render.bodies import Body, solid_at
from ilpuzzles.render.cells import Cells
from ilpuzzles.render.letter_places import letter_place
from ilpuzzles.render.outline import joined, outline, pulled_in, rounded_path
from ilpuzzles.render.palette import darker, ink_on
from ilpuzzles.render.solid_svg import solid_block
from ilpuzzles.render.solid_views import BALLS, CUBES
from ilpuzzles.render.svg_document import Block, Picture, piece
from ilpuzzles.render.svg_style import MARGIN

_WIDEST = 760  # pixels, of a row of tiles


def tiles_picture(puzzle: TilingPuzzle) -> Picture:
    """Draws the tiles of a puzzle, as its model shows them, each with its title above it.

    Args:
        puzzle: The puzzle.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> picture = tiles_picture(load("cube").instance.puzzle)
        >>> [block.title for row in picture.rows for block in row]
        ['L tromino, 9 copies']
    """
    colours = mark_colours(puzzle)
    cells = Cells(puzzle.lattice)
    rows: list[list[Block]] = [[]]
    for number, tile in enumerate(puzzle.tiles):
        colour = tile_colour(tile, colours)
        blocks = [
            _block(cells, tile, shape, number=number, colour=colour, titled=first == 0)
            for first, shape in enumerate(tile.shapes)
        ]
        wide = sum(block.room + 2 * MARGIN for block in [*rows[-1], *blocks])
        if rows[-1] and wide > _WIDEST:
            rows.append([])
        rows[-1] += blocks
    return Picture(puzzle.title, tuple(map(tuple, rows)), (), round(cells.reach * 0.95))


def _block(
    cells: Cells,
    tile: Tile,
    shape: Sequence[Point],
    *,
    number: int,
    colour: str,
    titled: bool,
) -> Block:
    """A shape of a tile."""
    lattice = cells.lattice
    title = _title(tile) if titled else ""
    if lattice.dimension == 3:
        body = Body(number, tile.mark(0), colour, False, *solid_at(lattice, shape))
        return solid_block([body], BALLS if body.balls else CUBES, title)
    places = [(int(row), int(column)) for row, column in np.array(shape).tolist()]
    loops = [cells.scaled(loop) for loop in outline(cells.corners(place) for place in places)]
    corners = [corner for loop in loops for corner in loop]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    path = rounded_path([pulled_in(loop, 2) for loop in loops], cells.radius / 3)
    elements = [f'<path class="p" d="{path}" fill="{colour}" stroke="{darker(colour)}"/>']
    for part in joined(cells.polygons(places)):
        x, y = letter_place(cells, part, in_cell=lattice.is_grid)
        elements.append(
            f'<text x="{x:g}" y="{y + cells.reach / 3:g}" fill="{ink_on(colour)}">'
            f"{escape(tile.mark(0))}</text>"
        )
    return Block(
        title,
        max(x for x, _ in corners) - left,
        max(y for _, y in corners) - top,
        (
            f'<g transform="translate({-left:g} {-top:g})">',
            piece(number, tile.name, elements),
            "</g>",
        ),
    )


def _title(tile: Tile) -> str:
    parts = [tile.title or tile.name]
    if tile.most is None:
        parts.append("any number")
    elif tile.most > 1:
        parts.append(f"{'' if tile.least == tile.most else 'up to '}{tile.most} copies")
    return ", ".join(parts)
