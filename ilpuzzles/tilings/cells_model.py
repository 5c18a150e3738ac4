"""The formulation *cells*: one binary variable for every tile and every cell of the board.

This is how part 17 of the ILP series states Lonpos 505 (`V` there). For every tile k, rotation r
and position c, a conjunction says whether the tile lies there:

    placed[k, r, c] = occupied[k, c1] and occupied[k, c2] and ...

over the cells c1, c2, ... that it would cover. A position is named by the first of them in reading
order. The placements are auxiliary: the occupied cells decide.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from operator import itemgetter

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.rows import IntArray, Kind
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.tilings.elements_model import elements, has_equal_elements
from ilpuzzles.tilings.placement_model import state_breaking, state_conditions
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    TilingInstance,
    TilingSolution,
    partial_solution,
)


def cells(instance: TilingInstance, *, aggregated: bool = False) -> Formulated:
    """The model by tiles and cells, whose deciding variables are `occupied[tile, cell]`.

    For equal elements, it is that of `elements`. *Aggregated*, a MIP solver gets a conjunction as a
    single row.

    Raises:
        InputError: If some tile is not used exactly once, or covers more than points; if tiles have
            colours, or cells are not all covered once.
    """
    if instance.puzzle.is_coloured or instance.rules.most:
        what = "formulation cells knows no colours, and covers every cell once"
        raise InputError(what, "use placement")
    if has_equal_elements(instance):
        return elements(instance, aggregated=aggregated)
    for tile in instance.tiles:
        if not tile.is_single or tile.fills:
            what = f"formulation cells needs every tile exactly once, and {tile.name} is different"
            raise InputError(what, "use placement")
    points = instance.region.cells()
    tiles = [tile.name for tile in instance.tiles]
    table = PlacementTable.of(instance)
    labels = table.labels()
    model = Model(f"{instance.puzzle.name} cells")
    occupied = model.binary("occupied", tiles, points)
    placed = model.binary("placed", labels, auxiliary=True)

    why = "a tile is placed where it occupies all the cells of the placement"
    with model.group("placements", why=why):
        model.add_rows(
            Kind.CONJUNCTION,
            table.starts,
            occupied.columns[table.tile[table.owner()], table.atoms],
            targets=placed.columns,
            aggregated=aggregated,
            keys=labels,
        )

    with model.group("one rotation", why="a tile has at most one rotation in a position"):
        # Placements with equal tile and first cell, brought next to each other.
        place = np.stack([table.tile, table.anchor])
        order = np.lexsort((table.anchor, table.tile))
        _, starts = np.unique(place[:, order], axis=1, return_index=True)
        keys = [(labels[p][0], labels[p][2]) for p in order[starts].tolist()]
        ends = np.append(starts, len(table))
        model.add_rows(Kind.AT_MOST_ONE, ends, placed.columns[order], keys=keys)

    with model.group("one placement", why="a tile lies in exactly one placement"):
        starts = np.searchsorted(table.tile, np.arange(len(tiles) + 1))
        model.add_rows(Kind.EXACTLY_ONE, starts, placed.columns, keys=tiles)

    with model.group("one tile per cell", why="exactly one tile occupies a cell"):
        starts = len(tiles) * np.arange(len(points) + 1)
        model.add_rows(Kind.EXACTLY_ONE, starts, occupied.columns.T.ravel(), keys=points)

    with model.group("starting position", why="the cells of the given tiles are occupied by them"):
        for given in instance.givens:
            for point in given.points:
                model.add(occupied[given.tile, point] == 1, key=(given.tile, point))

    state_conditions(model, placed, table)
    state_breaking(model, instance, placed, labels, np.arange(len(table)))

    def decode(values: IntArray) -> TilingSolution:
        found = (
            PlacedTile(tile, tuple(points[c] for c in np.nonzero(values[row])[0].tolist()))
            for tile, row in zip(tiles, occupied.columns, strict=True)
        )
        return TilingSolution(instance, tuple(tile for tile in found if tile.points))

    def facts(values: IntArray) -> dict[Hashable, Expression]:
        """Which tile a cell belongs to."""
        return {
            (tile, points[cell]): Variable(model, int(row[cell])).expression()
            for tile, row in zip(tiles, occupied.columns, strict=True)
            for cell in np.nonzero(values[row])[0].tolist()
        }

    def encode(solution: TilingSolution) -> dict[Variable, int]:
        return {occupied[tile.tile, point]: 1 for tile in solution.tiles for point in tile.points}

    parts = Given(("starting position",), itemgetter(0), instance.called)
    known = partial_solution
    return Formulated(model, decode, facts, partial(known, instance), given=parts, encode=encode)
