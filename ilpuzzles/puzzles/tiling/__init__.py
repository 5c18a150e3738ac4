"""Tilings: every cell of a region is covered by exactly one tile."""

from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Tile, TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.solution import TilingSolution
from ilpuzzles.puzzles.tiling.table import PlacementTable

__all__ = [
    "PlacedTile",
    "PlacementTable",
    "Tile",
    "TilingInstance",
    "TilingPuzzle",
    "TilingSolution",
]
