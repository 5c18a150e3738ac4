"""The formulation *placement*: one binary variable for every way to lay a tile on the board.

This is the exact cover problem of the puzzle. With P the placements, P(t) those of tile t and
P(c) those that cover cell c:

    sum of x[p] over P(t) = 1   for every tile t
    sum of x[p] over P(c) = 1   for every cell c
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ilpuzzles.geometry import IntArray, place
from ilpuzzles.modelling import Expression, Kind, Model, Variable
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.tiling.facts import partial_solution
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.solution import TilingSolution


@dataclass(frozen=True, slots=True, eq=False)
class PlacementTable:
    """All placements of all tiles of a puzzle, tile by tile.

    Attributes:
        tile: The number of the tile of each placement, ascending, shape (n,).
        orientation: The number of its orientation, shape (n,).
        starts: Where the cells of each placement begin in `atoms`, shape (n + 1,).
        atoms: The numbers of the covered cells, ascending within a placement.
    """

    tile: IntArray
    orientation: IntArray
    starts: IntArray
    atoms: IntArray

    @classmethod
    def of(cls, puzzle: TilingPuzzle) -> PlacementTable:
        """Finds all placements."""
        region = puzzle.region
        found = [place(region, tile.orientations(region.lattice)) for tile in puzzle.tiles]
        sizes = np.repeat(
            [len(tile.points) for tile in puzzle.tiles], [len(placements) for placements in found]
        )
        return cls(
            tile=np.repeat(np.arange(len(found)), [len(placements) for placements in found]),
            orientation=np.concatenate([placements.orientation for placements in found]),
            starts=np.concatenate([[0], np.cumsum(sizes)]),
            atoms=np.concatenate([placements.atoms.ravel() for placements in found]),
        )

    def __len__(self) -> int:
        return len(self.tile)

    def covered(self, placement: int) -> IntArray:
        """The numbers of the cells that a placement covers."""
        return self.atoms[self.starts[placement] : self.starts[placement + 1]]


def placement_labels(puzzle: TilingPuzzle, table: PlacementTable) -> list[tuple[str, int, Point]]:
    """The tile, orientation and first cell of every placement."""
    cells = [tuple(point) for point in puzzle.region.points.tolist()]
    tiles = [tile.name for tile in puzzle.tiles]
    first_cells = table.atoms[table.starts[:-1]].tolist()
    placements = zip(table.tile.tolist(), table.orientation.tolist(), first_cells, strict=True)
    return [(tiles[tile], orientation, cells[cell]) for tile, orientation, cell in placements]


def placement(instance: TilingInstance) -> Formulated:
    """States an instance as an exact cover problem.

    Args:
        instance: The instance.

    Returns:
        The model, whose variables are `place[tile, orientation, first cell]`, and its decoder.
    """
    puzzle = instance.puzzle
    cells = [tuple(point) for point in puzzle.region.points.tolist()]
    tiles = [tile.name for tile in puzzle.tiles]
    table = PlacementTable.of(puzzle)
    model = Model(f"{puzzle.name} placement")
    placed = model.binary("place", placement_labels(puzzle, table))

    with model.group("each tile once", why="every tile lies on the board in exactly one place"):
        starts = np.searchsorted(table.tile, np.arange(len(tiles) + 1))
        model.add_rows(Kind.EXACTLY_ONE, starts, placed.columns, keys=tiles)

    with model.group("each cell once", why="every cell is covered by exactly one tile"):
        order = np.argsort(table.atoms, kind="stable")
        owner = np.repeat(np.arange(len(table)), np.diff(table.starts))
        starts = np.searchsorted(table.atoms[order], np.arange(len(cells) + 1))
        model.add_rows(Kind.EXACTLY_ONE, starts, placed.columns[owner[order]], keys=cells)

    with model.group("starting position", why="the tiles on the board stay where they are"):
        for given in instance.givens:
            model.add(placed.positions()[_number(puzzle, table, given)] == 1, key=given.tile)

    def decode(values: IntArray) -> TilingSolution:
        chosen = np.nonzero(values[placed.columns])[0].tolist()
        found = (
            PlacedTile(tiles[table.tile[number]], tuple(cells[a] for a in table.covered(number)))
            for number in chosen
        )
        ordered = sorted(found, key=lambda tile: (tile.tile, tile.points))
        return TilingSolution(puzzle.region, tuple(ordered))

    def facts(values: IntArray) -> dict[Hashable, Expression]:
        """Which tile a cell belongs to: the placements of that tile that cover the cell."""
        found: dict[Hashable, Expression] = {}
        tile_of = table.tile[owner]
        for number in np.nonzero(values[placed.columns])[0].tolist():
            tile = int(table.tile[number])
            for cell in table.covered(number).tolist():
                chosen = owner[(tile_of == tile) & (table.atoms == cell)]
                terms = (Variable(model, c) for c in placed.columns[chosen].tolist())
                found[tiles[tile], cells[cell]] = model.sum(terms)
        return found

    return Formulated(model, decode, facts, partial(partial_solution, puzzle.region))


def _number(puzzle: TilingPuzzle, table: PlacementTable, given: PlacedTile) -> int:
    """The placement of a tile that lies on the board."""
    tile = [tile.name for tile in puzzle.tiles].index(given.tile)
    wanted = puzzle.region.numbers(np.array(given.points, dtype=np.int64))
    first, last = np.searchsorted(table.tile, [tile, tile + 1]).tolist()
    rows = table.atoms[table.starts[first] : table.starts[last]].reshape(last - first, len(wanted))
    (match,) = np.nonzero((rows == wanted).all(axis=1))[0].tolist()
    number: int = first + match
    return number
