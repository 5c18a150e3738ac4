"""Tilings: every cell of a region is covered by exactly one tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.tilings.cells_model import cells as cells
    from ilpuzzles.tilings.elements_model import elements as elements
    from ilpuzzles.tilings.placement_model import placement as placement
    from ilpuzzles.tilings.placement_table import PlacementTable as PlacementTable
    from ilpuzzles.tilings.tiling_puzzle import (
        PlacedTile as PlacedTile,
        Tile as Tile,
        TilingInstance as TilingInstance,
        TilingPuzzle as TilingPuzzle,
        TilingSolution as TilingSolution,
    )

__getattr__, __dir__ = lazy_face(__name__)
