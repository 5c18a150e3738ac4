"""The family of tiling puzzles, as everything above sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from ilpuzzles.document import JsonPlace, Node
from ilpuzzles.puzzles.family import Formulation
from ilpuzzles.puzzles.tiling.cells import cells
from ilpuzzles.puzzles.tiling.placement import placement
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.schema import read_instance, read_puzzle
from ilpuzzles.puzzles.tiling.solution import TilingSolution
from ilpuzzles.puzzles.tiling.solution_data import read_solution

# How many tiles may be left to place with the cells formulations, measured with their benchmark.
_MISSING = {"cbc": 5, "cpsat": 8, "highs": 7, "scip": 7}


def _few_tiles_are_missing(instance: TilingInstance, backend: str) -> bool:
    missing = len(instance.puzzle.tiles) - len(instance.givens)
    return missing <= _MISSING.get(backend, 0)


class TilingFamily:
    """Tiling puzzles; see `Family`."""

    name = "tiling"
    solution = TilingSolution
    formulations: Mapping[str, Formulation] = MappingProxyType(
        {
            formulation.name: formulation
            for formulation in (
                Formulation(
                    "placement",
                    "a variable for every way to lay a tile on the board",
                    placement,
                    lambda _instance, _backend: True,
                ),
                Formulation(
                    "cells",
                    "a variable for every tile and cell, one row for each cell of a placement",
                    cells,
                    _few_tiles_are_missing,
                ),
                Formulation(
                    "cells-aggregated",
                    "the same with one row for each placement",
                    partial(cells, aggregated=True),
                    _few_tiles_are_missing,
                ),
            )
        }
    )

    def read_puzzle(self, tree: Node) -> TilingPuzzle:
        """Reads `models/NAME.yaml`; see `Family.read_puzzle`."""
        return read_puzzle(tree)

    def read_instance(self, puzzle: TilingPuzzle, tree: Node) -> TilingInstance:
        """Reads the file of an instance; see `Family.read_instance`."""
        return read_instance(puzzle, tree)

    def read_solution(self, puzzle: TilingPuzzle, data: Any, where: JsonPlace) -> dict[str, Any]:
        """Reads rows of letters, or tiles; see `Family.read_solution`."""
        return read_solution(puzzle, data, where)

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
