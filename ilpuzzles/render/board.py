"""What there is to draw of a tiling: its layers, who owns each cell, and the colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass

from ilpuzzles.geometry import Lattice, Region
from ilpuzzles.puzzles.tiling import PlacedTile, TilingInstance, TilingPuzzle, TilingSolution
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.palette import colours_of

OPEN = -1
"""Stands for the tile of a cell that no tile covers."""

CLASH = -2
"""Stands for the tile of a cell that several tiles cover."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A plane part of a board.

    Attributes:
        title: What to write above it; empty for a board that is plane altogether.
        start: The coordinates that all its cells have in common; none in a plane board.
        cells: For every cell, in reading order, the number of its tile in `Board.tiles`, or `OPEN`
            or `CLASH`.
        tiles: For every tile with a part in this layer, its cells there, clashes included.
    """

    title: str
    start: Point
    cells: dict[Point, int]
    tiles: dict[int, list[Point]]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board to draw.

    Attributes:
        lattice: The lattice of each layer.
        layers: The layers.
        tiles: The tiles that lie on it.
        given: For every tile, whether it lay there from the start.
        colours: A colour for every tile name.
        marked: The cells, with their layers, that carry a mark.
    """

    lattice: Lattice
    layers: tuple[Layer, ...]
    tiles: tuple[PlacedTile, ...]
    given: tuple[bool, ...]
    colours: dict[str, str]
    marked: frozenset[Point]


def puzzle_colours(puzzle: TilingPuzzle) -> dict[str, str]:
    """A colour for every tile of a puzzle."""
    names = [tile.name for tile in puzzle.tiles]
    return colours_of(names, {tile.name: tile.colour for tile in puzzle.tiles})


def board_of(
    instance: TilingInstance,
    solution: TilingSolution | None,
    marked: Collection[Hashable] = (),
) -> Board:
    """Prepares a solution, or without one the starting position, for drawing.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What to put a mark on: cells, tiles for all their cells, or pairs of both.
    """
    tiles = instance.givens if solution is None else solution.tiles
    region = instance.puzzle.region
    owners: dict[Point, list[int]] = defaultdict(list)
    for number, placed in enumerate(tiles):
        for point in placed.points:
            owners[point].append(number)
    layers: dict[Point, Layer] = {}
    for point in map(tuple, region.points.tolist()):
        start, cell = point[:-2], point[-2:]
        title = f"layer {start[0] + 1}" if start else ""
        layer = layers.setdefault(start, Layer(title, start, {}, {}))
        found = owners[point]
        layer.cells[cell] = CLASH if len(found) > 1 else found[0] if found else OPEN
        for number in found:
            layer.tiles.setdefault(number, []).append(cell)
    return Board(
        lattice=region.lattice.layers or region.lattice,
        layers=tuple(layers.values()),
        tiles=tiles,
        given=tuple(placed in instance.givens for placed in tiles),
        colours=puzzle_colours(instance.puzzle),
        marked=_marked(region, tiles, marked),
    )


def _marked(
    region: Region, tiles: Iterable[PlacedTile], keys: Collection[Hashable]
) -> frozenset[Point]:
    cells = {tuple(point) for point in region.points.tolist()}
    lying = {placed.tile: placed.points for placed in tiles}
    found: set[Point] = set()
    for key in keys:
        if isinstance(key, str):
            found.update(lying.get(key, ()))
        elif isinstance(key, tuple):
            found.update(point for point in (key, key[-1]) if point in cells)
    return frozenset(found)
