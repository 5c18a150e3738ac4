"""Tilings: every cell of a region is covered by exactly one tile, every tile is used once."""

from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Tile, TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.solution import TilingSolution

__all__ = ["PlacedTile", "Tile", "TilingInstance", "TilingPuzzle", "TilingSolution"]
