"""The tiles of a puzzle as text."""

from __future__ import annotations

import numpy as np

from ilpuzzles.geometry import Lattice
from ilpuzzles.puzzles.tiling import Tile, TilingPuzzle
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.blocks import arranged, wrapped
from ilpuzzles.render.board import mark_colours, tile_colour
from ilpuzzles.render.segments import Drawing, Segment

_GAP = 4
_INDENT = 3


def tiles_text(puzzle: TilingPuzzle, width: int | None = None) -> Drawing:
    """Draws the tiles of a puzzle, as its model shows them, in as few lines as are readable.

    Layers stand side by side, and so do shapes that are drawn by hand.

    Args:
        puzzle: The puzzle.
        width: How many characters there are in a line, or None for any number.
    """
    colours = mark_colours(puzzle)
    lines: Drawing = []
    for tile in puzzle.tiles:
        lines += ([Segment(text)] for text in wrapped(_about(tile), width))
        colour = tile_colour(tile, colours)
        blocks = [_shape(puzzle.lattice, tile.name, shape, colour) for shape in tile.shapes]
        room = None if width is None else width - _INDENT
        lines += ([Segment(" " * _INDENT), *line] for line in arranged(blocks, _GAP, room))
    return lines


def _about(tile: Tile) -> str:
    """What a tile is called, how large it is, and how it is used."""
    title = f"  {tile.title}" if tile.title else ""
    size = len(tile.points)
    parts = [f"{tile.name}{title}", f"{size} cell{'' if size == 1 else 's'}"]
    if tile.most is None:
        parts.append("any number" if not tile.least else f"{tile.least} copies or more")
    elif tile.most > 1:
        least = {tile.most: "", 0: "up to "}.get(tile.least, f"{tile.least} to ")
        parts.append(f"{least}{tile.most} copies")
    elif not tile.least:
        parts.append("may be left out")
    parts += [f"fills {name}" for name in tile.fills]
    return ", ".join(parts)


def _shape(lattice: Lattice, name: str, shape: tuple[Point, ...], colour: str) -> Drawing:
    """A shape, in lines of equal length."""
    places = {tuple(place) for place in lattice.chart(np.array(shape, dtype=np.int64)).tolist()}
    layers = sorted({place[:-2] for place in places})
    rows = [place[-2] for place in places]
    columns = [place[-1] for place in places]
    lines: Drawing = []
    for row in range(min(rows), max(rows) + 1):
        line: list[Segment] = []
        for layer in layers:
            for column in range(min(columns), max(columns) + 1):
                if (*layer, row, column) in places:
                    line.append(Segment(f"{name} ", colour))
                else:
                    line.append(Segment("  "))
            line.append(Segment("  "))
        lines.append(line)
    return lines
