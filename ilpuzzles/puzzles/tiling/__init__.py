"""Tilings: every cell of a region is covered by exactly one tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.puzzles.tiling.cells_model import cells as cells
    from ilpuzzles.puzzles.tiling.elements_model import elements as elements
    from ilpuzzles.puzzles.tiling.placement_model import placement as placement
    from ilpuzzles.puzzles.tiling.placement_table import PlacementTable as PlacementTable
    from ilpuzzles.puzzles.tiling.tiling_puzzle import (
        PlacedTile as PlacedTile,
        Tile as Tile,
        TilingInstance as TilingInstance,
        TilingPuzzle as TilingPuzzle,
        TilingSolution as TilingSolution,
    )

__getattr__, __dir__ = lazy_face(__name__)
