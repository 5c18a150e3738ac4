"""Tiling puzzles, their tiles, instances, sideline conditions and solutions, as data.

What solutions have in common (their backbone) are facts. The fact (tile, point) says that a tile
covers an atom. Of a tile with several copies it would say little; there, the fact (tile, points)
says that a copy lies in a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.errors import require_known
from ilpuzzles.geometry.lattice import IntArray, Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations_with_colours
from ilpuzzles.puzzles.position import Puzzle
from ilpuzzles.render.colour_names import colour_name
from ilpuzzles.tilings.cell_places import CellPlaces
from ilpuzzles.tilings.drawing_reader import OPEN, OUTSIDE

Point: TypeAlias = tuple[int, ...]


class TitledShape(NamedTuple):
    """A shape to draw, with its title, and the colours of its atoms, if it has any."""

    title: str
    points: tuple[Point, ...]
    colours: tuple[str, ...] = ()


CLASH = "*"
"""Stands in a drawing where several tiles cover an atom."""

UNCOLOURED = "."
"""Stands for the colour of what has none, such as a side inside a tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Breaking:
    """A symmetry breaking: which solutions are left."""

    dropped: IntArray
    """The numbers of placements that no solution may contain, ascending."""
    conflicts: tuple[IntArray, ...]
    """Lists of placements of which a solution may contain one at most."""
    exact: bool
    """Whether exactly one of all equivalent solutions is known to be left."""
    text: str
    """What it does, in a sentence."""

    def to_json(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"exact": self.exact, "text": self.text}


class TileOrientations(NamedTuple):
    """The different orientations of a tile."""

    shapes: IntArray
    """Them all, in normal form, shape (n, k, d)."""
    numbers: IntArray
    """What to call each, shape (n,): 1 and more, by the first motion that leads to it."""
    colours: IntArray
    """The colours of all atoms, as the codes of their letters, shape (n, k, c); see `codes_of`."""


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
        colours: For every shape a word for each of its atoms, in their order: the colour of the
            cell, and those of its sides (`Lattice.sides`) where edges have colours; empty where
            the tile has none.
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
    colours: tuple[tuple[str, ...], ...] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """The atoms of its first shape."""
        return self.shapes[0]

    @property
    def colour_name(self) -> str:
        """What a person calls its colour; empty for one of the palette."""
        return colour_name(self.colour) if self.colour else ""

    @property
    def called(self) -> str:
        """Its name with that of its colour, for sentences: `J (purple)`."""
        return f"{self.name} ({self.colour_name})" if self.colour else self.name

    @property
    def is_single(self) -> bool:
        """Whether it is used exactly once."""
        return self.least == self.most == 1

    def mark(self, copy: int) -> str:
        """What marks the atoms of a copy of it, by its number."""
        return self.marks[copy] if copy < len(self.marks) else (self.marks[:1] or self.name)

    def orientations(self, lattice: Lattice) -> tuple[IntArray, IntArray]:
        """The shapes and the numbers of all its orientations; see `TileOrientations`."""
        return self.painted(lattice)[:2]

    def painted(self, lattice: Lattice) -> TileOrientations:
        """All its orientations with their colours, in the order of their numbers."""
        found = [
            orientations_with_colours(
                lattice, np.array(shape, dtype=np.int64), codes_of(colours), self.motions
            )
            for shape, colours in zip_longest(self.shapes, self.colours, fillvalue=())
        ]
        shapes = np.concatenate([orientation.shapes for orientation in found])
        # A shape that is drawn by hand comes after all motions of those before it.
        steps = 1 if self.motions == "shifts" else len(lattice.point_group)
        numbers = [1 + steps * n + orientation.matrices for n, orientation in enumerate(found)]
        colours = np.concatenate([orientation.colours for orientation in found])
        whole = np.concatenate([shapes, colours], axis=2).reshape(len(shapes), -1)
        first = np.sort(np.unique(whole, axis=0, return_index=True)[1])
        return TileOrientations(shapes[first], np.concatenate(numbers)[first], colours[first])


def codes_of(words: Sequence[str]) -> IntArray | None:
    """The letters of some words as numbers, shape (words, letters); 0 for none. None for no words.

    Example:
        >>> codes_of(["w.ab"]).tolist()
        [[119, 0, 97, 98]]
    """
    if not words:
        return None
    codes = np.array([[ord(letter) for letter in word] for word in words], dtype=np.int64)
    codes[codes == ord(UNCOLOURED)] = 0
    return codes


def words_of(codes: IntArray) -> tuple[str, ...]:
    """The words whose letters are some numbers; see `codes_of`."""
    return tuple("".join(chr(code or ord(UNCOLOURED)) for code in row) for row in codes.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class TilingCondition:
    """A sideline condition: a value that adds up over the tiles on the board to a target."""

    name: str
    why: str
    target: int
    atoms: tuple[int, ...] = ()
    """The values of all atoms on points, for the covered ones; empty where tiles have values."""
    tiles: Mapping[str, int] | None = None
    """The values of tiles; 0 for those that are not named."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardRules:
    """What a region demands of its tiles besides that they cover every cell once.

    Attributes:
        border: The colour that edges have at the border; empty for any.
        colouring: The colour of every cell, which a tile's cell must have as well; empty for any.
        alternating: Whether neighbouring cells of different tiles have different colours.
        least: How often each cell is covered at least; empty where all are covered once.
        most: How often each cell is covered at most; empty likewise.
    """

    border: str = ""
    colouring: str = ""
    alternating: bool = False
    least: tuple[int, ...] = ()
    most: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TilingPuzzle(Puzzle):
    """A tiling puzzle.

    Attributes:
        lattice: Where the atoms lie.
        region: The atoms to cover, or None where every instance has its own.
        tiles: The tiles, sorted by name.
        breaker: The tile to break symmetries by, if that is left open; may be empty.
        quick_on: The backends that find a solution within seconds; empty for all of them.
        edges: The colours of the edges of tiles, as `#rrggbb`, by their letters; edges that touch
            have the same one. Empty where edges have no colours.
        cells: The colours of the cells of tiles, likewise.
        rules: What its region demands besides.
        labels: What is written in cells, by their points. Those beside the region stay free.
    """

    lattice: Lattice
    region: Region | None
    tiles: tuple[Tile, ...]
    breaker: str = ""
    quick_on: tuple[str, ...] = ()
    edges: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)
    rules: BoardRules = BoardRules()
    labels: Mapping[Point, str] = field(default_factory=dict)

    @property
    def is_coloured(self) -> bool:
        """Whether tiles have colours, so that which cells one covers does not say how it lies."""
        return bool(self.edges or self.cells)

    def tile(self, name: str) -> Tile:
        """The tile of that name."""
        return next(tile for tile in self.tiles if tile.name == name)

    def drawn(self, name: str | None = None) -> list[tuple[Tile, list[TitledShape]]]:
        """What there is to draw: all tiles, each with its shapes, which have no titles.

        Or a tile alone, by its name, with all orientations and their numbers.

        Raises:
            UnknownNameError: If there is no such tile.
        """
        if name is None:
            return [
                (
                    tile,
                    [
                        TitledShape("", *one)
                        for one in zip_longest(tile.shapes, tile.colours, fillvalue=())
                    ],
                )
                for tile in self.tiles
            ]
        known = {tile.name: tile for tile in self.tiles}
        require_known("tile", name, known)
        shapes, numbers, colours = known[name].painted(self.lattice)
        titled = [
            TitledShape(
                str(numbers[place]),
                tuple(map(tuple, shapes[place].tolist())),
                words_of(colours[place]) if known[name].colours else (),
            )
            for place in np.argsort(numbers).tolist()
        ]
        return [(known[name], titled)]


def colour_words(words: Sequence[str]) -> dict[str, str]:
    """The colours of some atoms as `cells`, and those of their sides as `edges`, if there are any.

    Example:
        >>> colour_words([".a.bc", ".ab.c"]), colour_words(["w....", "b...."])
        ({'edges': 'a.bc ab.c'}, {'cells': 'wb'})
    """
    cells = "".join(word[0] for word in words)
    sides = [word[1:] for word in words]
    found = {"cells": cells} if cells.strip(UNCOLOURED) else {}
    return found | ({"edges": " ".join(sides)} if "".join(sides).strip(UNCOLOURED) else {})


@dataclass(frozen=True, slots=True, order=True)
class PlacedTile:
    """A tile that lies on the board; sorted by name and points.

    Attributes:
        tile: The name of the tile.
        points: The points that it covers, sorted.
        colours: A word for each of them, as those of `Tile`; none where tiles have no colours, or
            they are not known.
    """

    tile: str
    points: tuple[Point, ...]
    colours: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, tile: str, points: Iterable[Sequence[int]], colours: Iterable[str] = ()
    ) -> PlacedTile:
        """A tile on points in any order, and the colours that it shows there."""
        atoms = [tuple(point) for point in points]
        words = tuple(colours)
        if not words:
            return cls(tile, tuple(sorted(atoms)))
        in_order = sorted(zip(atoms, words, strict=True))
        return cls(tile, *(tuple(part) for part in zip(*in_order, strict=True)))

    @classmethod
    def of_json(cls, entry: Mapping[str, Any]) -> PlacedTile:
        """The tile that plain data describe; see `to_json`."""
        number = len(entry["atoms"])
        edges = entry.get("edges", "").split()
        cells = entry.get("cells", "") or UNCOLOURED * number
        words = zip_longest(cells, edges, fillvalue="") if edges or "cells" in entry else ()
        return cls.of(entry["tile"], entry["atoms"], (cell + sides for cell, sides in words))

    def to_json(self) -> dict[str, Any]:
        """The tile as plain data; `cells` and `edges` where these have colours.

        Example:
            >>> PlacedTile("A", ((0, 0),), (".abca",)).to_json()
            {'tile': 'A', 'atoms': [[0, 0]], 'edges': 'abca'}
        """
        plain = {"tile": self.tile, "atoms": [list(point) for point in self.points]}
        return plain | colour_words(self.colours)


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
        rules: What the region demands besides.
        labels: What is written in cells, as for a puzzle.
    """

    puzzle: TilingPuzzle
    region: Region
    title: str = ""
    solutions: int | None = None
    solutions_up_to_symmetry: int | None = None
    source: str = ""
    givens: tuple[PlacedTile, ...] = ()
    conditions: tuple[TilingCondition, ...] = ()
    breaking: Breaking | None = None
    rules: BoardRules = BoardRules()
    labels: Mapping[Point, str] = field(default_factory=dict)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the puzzle."""
        return self.puzzle.tiles

    def with_givens(self, givens: Iterable[PlacedTile]) -> TilingInstance:
        """The same board with other tiles given, of which nothing is known, and all is wanted."""
        return TilingInstance(
            self.puzzle,
            self.region,
            givens=tuple(sorted(givens)),
            conditions=self.conditions,
            rules=self.rules,
            labels=self.labels,
        )

    def free_cells(self) -> list[Point]:
        """The cells with a label that stay free, in the order in which they are labelled."""
        covered = set(self.region.cells())
        return [point for point in self.labels if point not in covered]

    def part_of(self, given: PlacedTile) -> str:
        """What a given tile is called among all that is given: by its place, if others are equal.

        See `Given`.
        """
        single = self.puzzle.tile(given.tile).most == 1
        return given.tile if single else f"{given.tile} at {given.points[0]}"

    def called(self, part: str) -> str:
        """The same for sentences, with the colour of the tile."""
        for given in self.givens:
            if self.part_of(given) != part:
                continue
            tile = self.puzzle.tile(given.tile)
            if tile.most == 1:
                return tile.called
            return f"{tile.called} at {CellPlaces(self.region).of(given.points[0])}"
        return part


@dataclass(frozen=True, slots=True, eq=False)
class TilingSolution:
    """Tiles on a board.

    Attributes:
        instance: The instance whose region they cover.
        tiles: The tiles, sorted by name and points.
    """

    instance: TilingInstance
    tiles: tuple[PlacedTile, ...]

    def marks(self) -> tuple[str, ...]:
        """What marks the atoms of every tile: its name, or a mark for each of several copies."""
        known = {tile.name: tile for tile in self.instance.tiles}
        return tuple(
            known[placed.tile].mark(copy) if placed.tile in known else placed.tile
            for placed, copy in zip(self.tiles, self.copies(), strict=True)
        )

    def copies(self) -> list[int]:
        """For every tile on the board, the number of the copy: in the order of first atoms."""
        number = {point: atom for atom, point in enumerate(self.instance.region.cells())}
        places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, placed in enumerate(self.tiles):
            first = min((number.get(point, len(number)) for point in placed.points), default=0)
            places[placed.tile].append((first, place))
        copies = [0] * len(self.tiles)
        for found in places.values():
            for copy, (_, place) in enumerate(sorted(found)):
                copies[place] = copy
        return copies

    def owners(self) -> dict[Point, str]:
        """The mark of every atom's tile, `.` for none, `*` for several."""
        owner: dict[Point, str] = {}
        for placed, mark in zip(self.tiles, self.marks(), strict=True):
            for point in placed.points:
                owner[point] = CLASH if point in owner else mark
        return {point: owner.get(point, OPEN) for point in self.instance.region.cells()}

    def tile_numbers(self) -> list[int]:
        """For every atom of the region in its order, the number of its tile; -1 for none.

        The first copies of T tiles have the numbers from 0 to T - 1, the second ones those from T
        to 2T - 1, and so on.
        """
        tiles = self.instance.tiles
        numbers = {tile.name: number for number, tile in enumerate(tiles)}
        owner = {
            point: numbers[placed.tile] + copy * len(tiles)
            for placed, copy in zip(self.tiles, self.copies(), strict=True)
            for point in placed.points
        }
        return [owner.get(point, -1) for point in self.instance.region.cells()]

    def rows(self) -> list[Any]:
        """The board in letters: a list of rows, or of layers that are lists of rows.

        For lattices on which rows of letters are no picture, see `owners`.
        """
        owners = self.owners()
        points = self.instance.region.points
        if points.shape[1] == 2:
            return _draw_rows(owners, (), points.max(axis=0).tolist())
        layers = range(int(points[:, 0].max()) + 1)
        ragged = self.instance.region.lattice.ragged
        parts = [points[points[:, 0] == layer] if ragged else points for layer in layers]
        return [
            _draw_rows(owners, (layer,), part[:, 1:].max(axis=0, initial=-1).tolist())
            for layer, part in zip(layers, parts, strict=True)
        ]

    def differences(self, other: TilingSolution) -> list[Point]:
        """The atoms that another tiling covers by another tile, or by the same one elsewhere."""
        placed = {point: tile for tile in self.tiles for point in tile.points}
        moved = {point: tile for tile in other.tiles for point in tile.points}
        atoms = self.instance.region.cells()
        return [point for point in atoms if placed.get(point) != moved.get(point)]

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data: `rows`, or else `owners`, and `tiles`."""
        tiles = [placed.to_json() for placed in self.tiles]
        if self.instance.region.lattice.is_grid:
            return {"rows": self.rows(), "tiles": tiles}
        return {"owners": "".join(self.owners().values()), "tiles": tiles}


def _draw_rows(owners: dict[Point, str], start: Point, last: list[int]) -> list[str]:
    return [
        "".join(owners.get((*start, row, column), OUTSIDE) for column in range(last[1] + 1))
        for row in range(last[0] + 1)
    ]


def partial_solution(instance: TilingInstance, known: Iterable[tuple[str, Any]]) -> TilingSolution:
    """The part of a tiling that facts tell; a tile may have fewer atoms there than its shape."""
    atoms: dict[str, list[Point]] = defaultdict(list)
    copies: list[PlacedTile] = []
    for tile, place in known:
        if place and isinstance(place[0], tuple):
            copies.append(PlacedTile(tile, place))
        else:
            atoms[tile].append(place)
    single = [PlacedTile.of(tile, points) for tile, points in atoms.items()]
    return TilingSolution(instance, tuple(sorted([*single, *copies])))
