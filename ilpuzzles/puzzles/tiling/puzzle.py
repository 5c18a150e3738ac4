"""Tiling puzzles and their instances, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ilpuzzles.geometry import IntArray, Lattice, Motions, Region, orientations

Point: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile.

    Attributes:
        name: One letter or digit, which marks its cells.
        title: What the shape is called; may be empty.
        colour: Its colour, as `#rrggbb`; empty for one of the palette.
        points: Its cells, in normal form.
        motions: How it may be moved.
    """

    name: str
    title: str
    colour: str
    points: tuple[Point, ...]
    motions: Motions

    def orientations(self, lattice: Lattice) -> IntArray:
        """All its orientations, the one as drawn first, shape (orientations, cells, d)."""
        return orientations(lattice, np.array(self.points, dtype=np.int64), self.motions)


@dataclass(frozen=True, slots=True, eq=False)
class TilingPuzzle:
    """A tiling puzzle.

    Attributes:
        name: The name, which is also its command.
        title: The title.
        about: What it is about; may be empty.
        source: Where it comes from; may be empty.
        region: The cells to cover, on their lattice.
        tiles: The tiles, sorted by name; each is used exactly once.
    """

    name: str
    title: str
    about: str
    source: str
    region: Region
    tiles: tuple[Tile, ...]

    def tile(self, name: str) -> Tile:
        """The tile of that name."""
        return next(tile for tile in self.tiles if tile.name == name)


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile that lies on the board.

    Attributes:
        tile: The name of the tile.
        points: The cells that it covers, sorted.
    """

    tile: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TilingInstance:
    """A tiling puzzle with some tiles placed already.

    Attributes:
        puzzle: The puzzle.
        title: The title; may be empty.
        solutions: How many solutions it is known to have, or None.
        givens: The tiles that lie there from the start, sorted by name.
    """

    puzzle: TilingPuzzle
    title: str
    solutions: int | None
    givens: tuple[PlacedTile, ...]
