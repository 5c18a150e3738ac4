"""The formulation *placement*: one binary variable for every way to lay a tile on the board.

This is the exact cover problem of the puzzle. With P the placements, P(t) those of tile t and
P(a) those that cover atom a:

    sum of x[p] over P(t) = 1   for every tile t (or between its least and its greatest number)
    sum of x[p] over P(a) = 1   for every atom a

*Reduced* is the same without the placements that position reduction drops.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import numpy as np

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Given, Kind
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.tiling.logelium import atoms_in_order
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable, reduced
from ilpuzzles.puzzles.tiling.tiling_puzzle import (
    Point,
    TilingInstance,
    TilingSolution,
    partial_solution,
)
from ilpuzzles.puzzles.tiling.tiling_symmetry import Moves


def placement(instance: TilingInstance, *, reduce: bool = False) -> Formulated:
    """States an instance as an exact cover problem.

    Args:
        instance: The instance.
        reduce: Whether to drop placements that leave an atom without any way to be covered.

    Returns:
        The model, whose variables are `place[tile, shape, anchor]`, and its decoder.
    """
    table = PlacementTable.of(instance)
    number = np.arange(len(table))
    if reduce:
        number = _kept(instance, table)
    whole, table = table, table.chosen(number)
    labels = table.labels()
    model = Model(f"{instance.puzzle.name} placement")
    place = model.binary("place", labels)
    _tiles(model, place, table)
    tile_rows = model.statistics().rows
    _atoms(model, place, table)

    with model.group("starting position", why="the tiles on the board stay where they are"):
        columns = np.searchsorted(number, whole.numbers(instance.givens)).tolist()
        positions = place.positions()
        for given, column in zip(instance.givens, columns, strict=True):
            single = instance.puzzle.tile(given.tile).most == 1
            key = given.tile if single else (given.tile, given.points[0])
            model.add(positions[column] == 1, key=key)

    state_conditions(model, place, table)
    state_breaking(model, instance, place, labels, number)

    def decode(values: IntArray) -> TilingSolution:
        chosen = np.nonzero(values[place.columns])[0].tolist()
        tiles = sorted(
            (table.placed(placement) for placement in chosen),
            key=lambda placed: (placed.tile, placed.points),
        )
        return TilingSolution(instance, tuple(tiles))

    facts = partial(_facts, model, place, table)
    return Formulated(
        model,
        decode,
        facts,
        partial(partial_solution, instance),
        moves=lambda symmetries: Moves.of(whole, symmetries).among(number),
        order=lambda words: tuple(tile_rows + atom for atom in atoms_in_order(table, words)),
        given=Given(("starting position",), _given_tile),
    )


def _given_tile(key: str | tuple[str, Point]) -> str:
    """A tile that is given, and where, if there are several of it."""
    return key if isinstance(key, str) else f"{key[0]} at {key[1]}"


def _kept(instance: TilingInstance, table: PlacementTable) -> IntArray:
    """The placements that reduction leaves; those of the given tiles are there in any case."""
    kept = np.ones(len(table), dtype=bool)
    if instance.breaking is not None:
        kept[instance.breaking.dropped] = False
    number = np.nonzero(kept)[0]
    left = number[reduced(table.chosen(number))]
    return np.union1d(left, np.array(table.numbers(instance.givens), dtype=np.int64))


def _tiles(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """Every tile is used as often as it may be."""
    tiles = table.instance.tiles
    first = np.searchsorted(table.tile, np.arange(len(tiles) + 1)).tolist()
    if all(tile.is_single for tile in tiles):
        with model.group("each tile once", why="every tile lies on the board in exactly one place"):
            names = [tile.name for tile in tiles]
            model.add_rows(Kind.EXACTLY_ONE, np.array(first), place.columns, keys=names)
        return
    with model.group("number of tiles", why="every tile is used as often as it may be"):
        for number, tile in enumerate(tiles):
            columns = place.columns[first[number] : first[number + 1]]
            starts = np.array([0, len(columns)])
            if tile.most == 1:
                kind = Kind.EXACTLY_ONE if tile.least else Kind.AT_MOST_ONE
                model.add_rows(kind, starts, columns, keys=[tile.name])
            elif tile.most is not None:
                model.add_rows(
                    Kind.LINEAR,
                    starts,
                    columns,
                    lower=tile.least,
                    upper=tile.most,
                    keys=[tile.name],
                )


def _atoms(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """Every atom is covered once, the further ones in groups of their own."""
    region = table.instance.region
    keys, owner = region.keys(), table.owner()
    order = np.argsort(table.atoms, kind="stable")
    starts = np.searchsorted(table.atoms[order], np.arange(len(keys) + 1))
    columns = place.columns[owner[order]]
    cells = len(region.points)
    groups = [("each cell once", "every cell is covered by exactly one tile", 0, cells)]
    groups += [
        (
            f"each {further.name} once",
            f"every {further.name} is filled by exactly one tile",
            further.first,
            further.first + len(further.values),
        )
        for further in region.further
    ]
    for name, why, first, last in groups:
        with model.group(name, why=why):
            part = starts[first : last + 1]
            names = keys[first:last] if not first else [key[1] for key in keys[first:last]]
            model.add_rows(
                Kind.EXACTLY_ONE, part - part[0], columns[part[0] : part[-1]], keys=names
            )


def state_conditions(model: Model, placed: VariableFamily, table: PlacementTable) -> None:
    """States the conditions of an instance, each in a group of its own.

    Args:
        model: The model.
        placed: The variables of the placements.
        table: The placements.
    """
    for condition in table.instance.conditions:
        with model.group(condition.name, why=condition.why):
            if condition.tiles is None:
                values = _values(condition_atoms=condition.atoms, table=table)
            else:
                names = [tile.name for tile in table.instance.tiles]
                values = np.array([condition.tiles.get(name, 0) for name in names])[table.tile]
            used = np.nonzero(values)[0]
            model.add_rows(
                Kind.LINEAR,
                np.array([0, len(used)]),
                placed.columns[used],
                coefficients=values[used],
                lower=condition.target,
                upper=condition.target,
            )


def state_breaking(
    model: Model,
    instance: TilingInstance,
    placed: VariableFamily,
    labels: list[tuple[str, int, Point]],
    number: IntArray | None = None,
) -> None:
    """States that only some of all equivalent solutions are wanted, if the instance says so.

    Args:
        model: The model.
        instance: The instance.
        placed: The variables of the placements.
        labels: What to call them.
        number: The number of each placement in the table of the instance; by default 0, 1, ...
    """
    breaking = instance.breaking
    if breaking is None:
        return
    number = np.arange(len(labels)) if number is None else number
    with model.group("symmetry breaking", why=breaking.text):
        dropped = np.nonzero(np.isin(number, breaking.dropped))[0]
        model.add_rows(
            Kind.LINEAR,
            np.arange(len(dropped) + 1),
            placed.columns[dropped],
            lower=0,
            upper=0,
            keys=[labels[placement] for placement in dropped.tolist()],
        )
        conflicts = [np.nonzero(np.isin(number, part))[0] for part in breaking.conflicts]
        if conflicts:
            starts = np.concatenate([[0], np.cumsum([len(part) for part in conflicts])])
            columns = placed.columns[np.concatenate(conflicts)]
            model.add_rows(Kind.AT_MOST_ONE, starts, columns, name="least class")


def _values(*, condition_atoms: tuple[int, ...], table: PlacementTable) -> IntArray:
    """The sum of the values of the atoms that each placement covers."""
    further = len(table.instance.region) - len(condition_atoms)
    values = np.array([*condition_atoms, *[0] * further], dtype=np.int64)
    return np.add.reduceat(values[table.atoms], table.starts[:-1])


def _facts(
    model: Model, place: VariableFamily, table: PlacementTable, values: IntArray
) -> dict[Hashable, Expression]:
    """Which tile an atom belongs to: the placements of that tile that cover the atom."""
    points = [tuple(point) for point in table.instance.region.points.tolist()]
    owner = table.owner()
    tile_of = table.tile[owner]
    found: dict[Hashable, Expression] = {}
    for number in np.nonzero(values[place.columns])[0].tolist():
        placed = table.placed(number)
        if table.instance.tiles[int(table.tile[number])].most != 1:
            column = Variable(model, int(place.columns[number]))
            found[placed.tile, placed.points] = column.expression()
            continue
        for atom in table.covered(number).tolist():
            if atom < len(points):
                same = (tile_of == table.tile[number]) & (table.atoms == atom)
                terms = (Variable(model, c) for c in place.columns[owner[same]].tolist())
                found[placed.tile, points[atom]] = model.sum(terms)
    return found


def require_singles(instance: TilingInstance, formulation: str) -> None:
    """Raises unless every tile is used exactly once, and covers nothing but points.

    Raises:
        InputError: If the instance cannot be stated by tiles and cells.
    """
    for tile in instance.tiles:
        if not tile.is_single or tile.fills:
            raise InputError(
                Problem(
                    f"formulation {formulation} needs tiles that are used exactly once, "
                    f"and {tile.name} is not",
                    "use placement",
                )
            )
