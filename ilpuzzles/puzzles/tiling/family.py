"""The family of tiling puzzles, as everything above sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ilpuzzles.document import Node
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.tiling.placement import placement
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.schema import read_instance, read_puzzle


class TilingFamily:
    """Tiling puzzles; see `Family`."""

    name = "tiling"
    formulations: Mapping[str, Callable[[Any], Formulated]] = MappingProxyType(
        {"placement": placement}
    )

    def read_puzzle(self, tree: Node) -> TilingPuzzle:
        """Reads `models/NAME.yaml`; see `Family.read_puzzle`."""
        return read_puzzle(tree)

    def read_instance(self, puzzle: TilingPuzzle, tree: Node) -> TilingInstance:
        """Reads the file of an instance; see `Family.read_instance`."""
        return read_instance(puzzle, tree)

    def plain_puzzle(self, puzzle: TilingPuzzle) -> dict[str, Any]:
        """What the puzzle is, as plain data."""
        return {
            "lattice": puzzle.region.lattice.name,
            "region": puzzle.region.points.tolist(),
            "tiles": {
                tile.name: {
                    "shape": [list(point) for point in tile.points],
                    "motions": tile.motions.value,
                }
                for tile in puzzle.tiles
            },
        }

    def plain(self, instance: TilingInstance) -> dict[str, Any]:
        """The instance as plain data; see `Family.plain`."""
        givens = [
            {"tile": given.tile, "atoms": [list(point) for point in given.points]}
            for given in instance.givens
        ]
        return self.plain_puzzle(instance.puzzle) | {"givens": givens}


TILING = TilingFamily()
