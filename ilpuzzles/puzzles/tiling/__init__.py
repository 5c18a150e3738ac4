"""Tilings: every cell of a region is covered by exactly one tile."""

from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_puzzle import (
    PlacedTile,
    Tile,
    TilingInstance,
    TilingPuzzle,
    TilingSolution,
)

__all__ = [
    "PlacedTile",
    "PlacementTable",
    "Tile",
    "TilingInstance",
    "TilingPuzzle",
    "TilingSolution",
]
