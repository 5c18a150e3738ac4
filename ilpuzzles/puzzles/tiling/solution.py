"""Solutions of tiling puzzles: which tile lies where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ilpuzzles.geometry import Region
from ilpuzzles.puzzles.tiling.grid_text import OPEN, OUTSIDE
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point

CLASH = "*"
"""Stands in a drawing where several tiles cover a cell."""


@dataclass(frozen=True, slots=True, eq=False)
class TilingSolution:
    """Tiles on a board.

    Attributes:
        region: The region that they cover.
        tiles: The tiles, sorted by name and cells.
    """

    region: Region
    tiles: tuple[PlacedTile, ...]

    def owners(self) -> dict[Point, str]:
        """The mark of every cell: a tile's name, `.` for none, `*` for several."""
        covered = Counter(point for placed in self.tiles for point in placed.points)
        owner = {point: placed.tile for placed in self.tiles for point in placed.points}
        return {
            point: CLASH if covered[point] > 1 else owner.get(point, OPEN)
            for point in map(tuple, self.region.points.tolist())
        }

    def rows(self) -> list[Any]:
        """The board in letters: a list of rows, or of layers that are lists of rows."""
        owners = self.owners()
        sides = (self.region.points.max(axis=0) + 1).tolist()
        return _drawn(owners, (), sides)

    def differences(self, other: TilingSolution) -> list[Point]:
        """The cells that another tiling covers by another tile, or by the same one elsewhere."""
        placed = {point: (tile.tile, tile.points) for tile in self.tiles for point in tile.points}
        moved = {point: (tile.tile, tile.points) for tile in other.tiles for point in tile.points}
        cells = map(tuple, self.region.points.tolist())
        return [point for point in cells if placed.get(point) != moved.get(point)]

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data."""
        return {
            "rows": self.rows(),
            "tiles": [
                {"tile": placed.tile, "atoms": [list(point) for point in placed.points]}
                for placed in self.tiles
            ],
        }


def _drawn(owners: dict[Point, str], start: Point, sides: list[int]) -> list[Any]:
    if len(sides) == 2:
        return [
            "".join(owners.get((*start, row, column), OUTSIDE) for column in range(sides[1]))
            for row in range(sides[0])
        ]
    return [_drawn(owners, (*start, layer), sides[1:]) for layer in range(sides[0])]
