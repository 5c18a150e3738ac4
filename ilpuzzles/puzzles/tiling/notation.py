"""The notation of positions, such as `Q.1@3.1`: tile Q in its shape 1, at X = 3 and Y = 1.

A position is a placement. The number of a shape is that of `TileOrientations`. The place is that of
the cell to which the first covered atom belongs, counted from 1 along each axis of the lattice, the
last axis first: `x.y` in the plane, `x.y.z` in space. A cell is a step of the lattice, see
`Lattice.split`, and the first atom is the one with the lowest number in the region.

So X runs as the columns do. Y runs as the region is numbered: downwards on the lattices whose
drawings are numbered by rows, such as the square one, and upwards on `tan`, where the notation is
that of the Logelium. Where a region is wrapped, the first atom is that of the shape before it is
wrapped, the anchor of the placement: otherwise, two positions could have the same name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ilpuzzles.errors import InputError, Problem, quoted, unknown_name
from ilpuzzles.geometry import IntArray
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, TilingInstance
from ilpuzzles.puzzles.tiling.table import PlacementTable

_POSITION = re.compile(r"(.)\.([1-9][0-9]{0,8})@([1-9][0-9]{0,8}(?:\.[1-9][0-9]{0,8})*)\Z")


class Position(NamedTuple):
    """The name of a placement.

    Example:
        >>> str(Position("Q", 1, (3, 1)))
        'Q.1@3.1'
    """

    tile: str
    """The tile."""
    shape: int
    """The number of its shape."""
    place: tuple[int, ...]
    """Where it lies: X, Y, and in space Z."""

    def __str__(self) -> str:
        return f"{self.tile}.{self.shape}@{'.'.join(map(str, self.place))}"


@dataclass(frozen=True, slots=True, eq=False)
class Notation:
    """Writes and reads the positions of an instance.

    Attributes:
        instance: The instance.
        low: The smallest step of its region on each axis, shape (d,).

    Example:
        >>> from ilpuzzles.workbench import load
        >>> instance = load("lonpos", "empty").instance
        >>> notation, table = Notation.of(instance), PlacementTable.of(instance)
        >>> str(notation.positions(table)[100])
        'A.3@8.4'
        >>> notation.parse("A.3@8.4") == table.placed(100)
        True
    """

    instance: TilingInstance
    low: IntArray

    @classmethod
    def of(cls, instance: TilingInstance) -> Notation:
        """The notation for an instance."""
        region = instance.region
        return cls(instance, region.lattice.split(region.points)[0].min(axis=0))

    def positions(self, table: PlacementTable) -> tuple[Position, ...]:
        """What the placements of a table are called; all names are different."""
        region = self.instance.region
        steps = region.lattice.split(region.points)[0]
        places = (steps - self.low + 1)[:, ::-1].tolist()
        names = [tile.name for tile in self.instance.tiles]
        parts = zip(table.tile.tolist(), table.shape.tolist(), table.anchor.tolist(), strict=True)
        return tuple(
            Position(names[tile], shape, tuple(places[anchor])) for tile, shape, anchor in parts
        )

    def write(self, table: PlacementTable, placement: int) -> str:
        """The notation of one placement, by its number in a table."""
        chosen = table.chosen(np.array([placement], dtype=np.int64))
        return str(self.positions(chosen)[0])

    def parse(self, text: str, where: object = "") -> PlacedTile:
        """Finds the position that a notation means.

        Args:
            text: The notation.
            where: The place of the text, for messages.

        Returns:
            The tile on its atoms.

        Raises:
            InputError: If it is no notation, or there is no such position.

        Example:
            >>> from ilpuzzles.workbench import load
            >>> notation = Notation.of(load("lonpos", "empty").instance)
            >>> notation.parse("K.1@1.4")
            PlacedTile(tile='K', points=((3, 0), (3, 1), (4, 0), (4, 1)))
            >>> notation.parse("K.2@1.4", "my.yaml:3:3")
            Traceback (most recent call last):
            ilpuzzles.errors.InputError: my.yaml:3:3: tile K has no shape 2; its shapes: 1
        """
        position = self._split(text, str(where))
        names = [tile.name for tile in self.instance.tiles]
        if position.tile not in names:
            raise InputError(unknown_name("tile", position.tile, names, where=str(where)))
        region = self.instance.region
        tile = self.instance.puzzle.tile(position.tile)
        shapes, numbers = tile.orientations(region.lattice)
        if position.shape not in numbers:
            what = f"tile {tile.name} has no shape {position.shape}"
            known = ", ".join(map(str, numbers.tolist()))
            raise InputError(Problem(what, f"its shapes: {known}", str(where)))
        step = np.array(position.place[::-1], dtype=np.int64) - 1 + self.low
        # The first atom of a shape in normal form has step 0.
        points = shapes[numbers.tolist().index(position.shape)] + step @ region.lattice.translations
        atoms = region.numbers(points)
        place = ".".join(map(str, position.place))
        what = f"tile {tile.name} does not lie at {place} in shape {position.shape}"
        # On a wrapped region, only one of all points that are the same atom has a name.
        if (atoms < 0).any() or (region.points[atoms[0]] != points[0]).any():
            seen = f"see 'show {self.instance.puzzle.name} --positions'"
            raise InputError(Problem(what, f"it would be off the region; {seen}", str(where)))
        if len(np.unique(atoms)) < len(atoms):
            raise InputError(Problem(what, "it would overlap itself", str(where)))
        own = region.points[np.sort(atoms)].tolist()
        return PlacedTile(tile.name, tuple(sorted(tuple(point) for point in own)))

    def _split(self, text: str, where: str) -> Position:
        found = _POSITION.match(text)
        place = tuple(int(part) for part in found[3].split(".")) if found else ()
        dimension = self.instance.region.lattice.dimension
        if found is None or len(place) != dimension:
            name, ones = self.instance.tiles[0].name, ".".join("1" * dimension)
            axes = ".".join("xyz"[:dimension])
            advice = f"write tile.shape@{axes}, such as {name}.1@{ones}"
            raise InputError(Problem(f"{quoted(text)} is not a position", advice, where))
        return Position(found[1], int(found[2]), place)
