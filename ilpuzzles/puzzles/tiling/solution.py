"""Solutions of tiling puzzles: which tile lies where."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from ilpuzzles.puzzles.tiling.grid_text import OPEN, OUTSIDE
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, TilingInstance

CLASH = "*"
"""Stands in a drawing where several tiles cover an atom."""


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
            for placed, copy in zip(self.tiles, self._copies(), strict=True)
        )

    def _copies(self) -> list[int]:
        """For every tile on the board, the number of the copy: in the order of first atoms."""
        points = [tuple(point) for point in self.instance.region.points.tolist()]
        number = {point: atom for atom, point in enumerate(points)}
        places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, placed in enumerate(self.tiles):
            first = min((number.get(point, len(points)) for point in placed.points), default=0)
            places[placed.tile].append((first, place))
        copies = [0] * len(self.tiles)
        for found in places.values():
            for copy, (_, place) in enumerate(sorted(found)):
                copies[place] = copy
        return copies

    def owners(self) -> dict[Point, str]:
        """The mark of every atom's tile, `.` for none, `*` for several."""
        covered = Counter(point for placed in self.tiles for point in placed.points)
        owner = {
            point: mark
            for placed, mark in zip(self.tiles, self.marks(), strict=True)
            for point in placed.points
        }
        return {
            point: CLASH if covered[point] > 1 else owner.get(point, OPEN)
            for point in map(tuple, self.instance.region.points.tolist())
        }

    def tile_numbers(self) -> list[int]:
        """For every atom of the region in its order, the number of its tile; -1 for none.

        The first copies of T tiles have the numbers from 0 to T - 1, the second ones those from T
        to 2T - 1, and so on.
        """
        tiles = self.instance.tiles
        numbers = {tile.name: number for number, tile in enumerate(tiles)}
        owner = {
            point: numbers[placed.tile] + copy * len(tiles)
            for placed, copy in zip(self.tiles, self._copies(), strict=True)
            for point in placed.points
        }
        return [owner.get(tuple(point), -1) for point in self.instance.region.points.tolist()]

    def rows(self) -> list[Any]:
        """The board in letters: a list of rows, or of layers that are lists of rows.

        For lattices on which rows of letters are no picture, see `owners`.
        """
        owners = self.owners()
        points = self.instance.region.points
        if points.shape[1] == 2:
            return _drawn(owners, (), points.max(axis=0).tolist())
        layers = range(int(points[:, 0].max()) + 1)
        ragged = self.instance.region.lattice.ragged
        parts = [points[points[:, 0] == layer] if ragged else points for layer in layers]
        return [
            _drawn(owners, (layer,), part[:, 1:].max(axis=0, initial=-1).tolist())
            for layer, part in zip(layers, parts, strict=True)
        ]

    def differences(self, other: TilingSolution) -> list[Point]:
        """The atoms that another tiling covers by another tile, or by the same one elsewhere."""
        placed = {point: (tile.tile, tile.points) for tile in self.tiles for point in tile.points}
        moved = {point: (tile.tile, tile.points) for tile in other.tiles for point in tile.points}
        atoms = map(tuple, self.instance.region.points.tolist())
        return [point for point in atoms if placed.get(point) != moved.get(point)]

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data: `rows`, or else `owners`, and `tiles`."""
        tiles = [
            {"tile": placed.tile, "atoms": [list(point) for point in placed.points]}
            for placed in self.tiles
        ]
        if self.instance.region.lattice.is_grid:
            return {"rows": self.rows(), "tiles": tiles}
        return {"owners": "".join(self.owners().values()), "tiles": tiles}


def _drawn(owners: dict[Point, str], start: Point, last: list[int]) -> list[str]:
    return [
        "".join(owners.get((*start, row, column), OUTSIDE) for column in range(last[1] + 1))
        for row in range(last[0] + 1)
    ]


def atom_numbers(solution: TilingSolution) -> list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    """The region's numbers of the atoms of every tile; -1 for points outside."""
    region = solution.instance.region
    return [
        region.numbers(np.array(placed.points, dtype=np.int64).reshape(-1, region.points.shape[1]))
        for placed in solution.tiles
    ]
