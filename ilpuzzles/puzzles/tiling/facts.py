"""What tilings have in common: which cells belong to which tile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ilpuzzles.geometry import Region
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point
from ilpuzzles.puzzles.tiling.solution import TilingSolution


def partial_solution(region: Region, owned: Iterable[tuple[str, Point]]) -> TilingSolution:
    """The part of a tiling that is known.

    Args:
        region: The region.
        owned: Tiles and cells that belong to them.

    Returns:
        A tiling with these cells alone, in which a tile may have fewer cells than its shape.
    """
    cells: dict[str, list[Point]] = defaultdict(list)
    for tile, point in owned:
        cells[tile].append(point)
    tiles = [PlacedTile(tile, tuple(sorted(points))) for tile, points in sorted(cells.items())]
    return TilingSolution(region, tuple(tiles))
