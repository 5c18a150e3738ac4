"""Tiling puzzles and their instances, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.geometry import IntArray, Lattice, Region, orientations

if TYPE_CHECKING:
    from ilpuzzles.puzzles.tiling.breaking import Breaking

Point: TypeAlias = tuple[int, ...]


class TileOrientations(NamedTuple):
    """The different orientations of a tile."""

    shapes: IntArray
    """Them all, in normal form, shape (n, k, d)."""
    numbers: IntArray
    """What to call each, shape (n,): 1 and more, by the first motion that leads to it."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile.

    Attributes:
        name: One letter or digit.
        title: What the shape is called; may be empty.
        colour: Its colour, as `#rrggbb`; empty for one of the palette.
        shapes: Its atoms as drawn, in normal form; several where orientations are drawn by hand.
        motions: How it may be moved: `all`, `rotations`, `shifts`, or names of motions.
        least: How many copies of it are used at least.
        most: How many copies of it are used at most, or None for any number.
        marks: What marks its atoms in drawings: one character for all copies, or one for each, in
            the order of their first atoms.
        fills: The kinds of further atoms that it covers on every line that it touches.
    """

    name: str
    title: str
    colour: str
    shapes: tuple[tuple[Point, ...], ...]
    motions: str | tuple[str, ...] = "all"
    least: int = 1
    most: int | None = 1
    marks: str = ""
    fills: tuple[str, ...] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """The atoms of its first shape."""
        return self.shapes[0]

    @property
    def is_single(self) -> bool:
        """Whether it is used exactly once."""
        return self.least == self.most == 1

    def mark(self, copy: int) -> str:
        """What marks the atoms of a copy of it, by its number."""
        return self.marks[copy] if copy < len(self.marks) else (self.marks[:1] or self.name)

    def orientations(self, lattice: Lattice) -> TileOrientations:
        """All its orientations, in the order of their numbers."""
        found = [
            orientations(lattice, np.array(shape, dtype=np.int64), self.motions)
            for shape in self.shapes
        ]
        shapes = np.concatenate([orientation.shapes for orientation in found])
        # A shape that is drawn by hand comes after all motions of those before it.
        steps = 1 if self.motions == "shifts" else len(lattice.point_group)
        numbers = [1 + steps * n + orientation.matrices for n, orientation in enumerate(found)]
        _, first = np.unique(shapes.reshape(len(shapes), -1), axis=0, return_index=True)
        first = np.sort(first)
        return TileOrientations(shapes[first], np.concatenate(numbers)[first])


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A value that adds up over the tiles on the board, and what the sum has to be.

    Attributes:
        name: What it is called.
        why: What it says; may be empty.
        target: What the sum has to be.
        atoms: The value of every atom of the region, which counts where the atom is covered; empty
            where tiles have values instead.
        tiles: The values of tiles; 0 for those that are not named.
    """

    name: str
    why: str
    target: int
    atoms: tuple[int, ...] = ()
    tiles: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TilingPuzzle:
    """A tiling puzzle.

    Attributes:
        name: The name, which is also its command.
        title: The title.
        about: What it is about; may be empty.
        source: Where it comes from; may be empty.
        lattice: Where the atoms lie.
        region: The atoms to cover, or None where every instance has its own.
        tiles: The tiles, sorted by name.
        breaker: The tile to break symmetries by, if that is left open; may be empty.
        quick_on: The backends that find a solution within seconds; empty for all of them.
    """

    name: str
    title: str
    about: str
    source: str
    lattice: Lattice
    region: Region | None
    tiles: tuple[Tile, ...]
    breaker: str = ""
    quick_on: tuple[str, ...] = ()

    def tile(self, name: str) -> Tile:
        """The tile of that name."""
        return next(tile for tile in self.tiles if tile.name == name)


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile that lies on the board.

    Attributes:
        tile: The name of the tile.
        points: The points that it covers, sorted.
    """

    tile: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TilingInstance:
    """A tiling puzzle with its region, and some tiles placed already.

    Attributes:
        puzzle: The puzzle.
        region: The atoms to cover.
        title: The title; may be empty.
        solutions: How many solutions it is known to have, or None.
        solutions_up_to_symmetry: How many of these are really different, or None.
        source: Where these numbers come from; may be empty.
        givens: The tiles that lie there from the start, sorted by name and points.
        conditions: Further conditions on the sum of values.
        breaking: Which of several equivalent solutions are wanted, or None for all.
    """

    puzzle: TilingPuzzle
    region: Region
    title: str = ""
    solutions: int | None = None
    solutions_up_to_symmetry: int | None = None
    source: str = ""
    givens: tuple[PlacedTile, ...] = ()
    conditions: tuple[Condition, ...] = ()
    breaking: Breaking | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the puzzle."""
        return self.puzzle.tiles
