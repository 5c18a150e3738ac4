"""What tilings have in common: which atoms belong to which tile.

The fact (tile, point) says that a tile covers an atom. Of a tile with several copies it would say
little; there, the fact (tile, points) says that a copy lies in a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, TilingInstance
from ilpuzzles.puzzles.tiling.solution import TilingSolution


def partial_solution(instance: TilingInstance, known: Iterable[tuple[str, Any]]) -> TilingSolution:
    """The part of a tiling that is known.

    Args:
        instance: The instance.
        known: Facts, (tile, point) or (tile, points).

    Returns:
        A tiling with these atoms alone, in which a tile may have fewer atoms than its shape.
    """
    atoms: dict[str, list[Point]] = defaultdict(list)
    copies: list[PlacedTile] = []
    for tile, place in known:
        if place and isinstance(place[0], tuple):
            copies.append(PlacedTile(tile, place))
        else:
            atoms[tile].append(place)
    single = [PlacedTile(tile, tuple(sorted(points))) for tile, points in atoms.items()]
    tiles = sorted([*single, *copies], key=lambda placed: (placed.tile, placed.points))
    return TilingSolution(instance, tuple(tiles))
