"""Tilings: every cell of a region is covered by exactly one tile, every tile is used once."""

from ilpuzzles.puzzles.tiling.puzzle import Given, Tile, TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.solution import PlacedTile, TilingSolution

__all__ = ["Given", "PlacedTile", "Tile", "TilingInstance", "TilingPuzzle", "TilingSolution"]
