"""The formulation *placement*: one binary variable for every way to lay a tile on the board.

This is the exact cover problem of the puzzle. With P the placements, P(t) those of tile t and
P(a) those that cover atom a:

    sum of x[p] over P(t) = 1   for every tile t (or between its least and its greatest number)
    sum of x[p] over P(a) = 1   for every atom a

Where tiles have colours, let P(a, s, c) be the placements that show colour c on side s of atom a.
For every side that two atoms share, s of a and t of b:

    sum of x[p] over P(a, s, c) = sum of x[p] over P(b, t, c)   for every colour c

*Reduced* is the same without the placements that position reduction drops.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from functools import partial

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.geometry.lattice import BoolArray, IntArray
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.tilings.logelium import atoms_in_order
from ilpuzzles.tilings.placement_table import (
    PlacementTable,
    cell_colours,
    edge_colours,
    reduced,
    wrong_at_border,
    wrong_on_cells,
)
from ilpuzzles.tilings.tiling_puzzle import (
    Point,
    TilingInstance,
    TilingSolution,
    partial_solution,
)
from ilpuzzles.tilings.tiling_symmetry import Moves


def placement(instance: TilingInstance, *, reduce: bool = False) -> Formulated:
    """The exact cover model, with variables `place[tile, shape, anchor]`; see the module.

    *Reduced*, there are none for placements that leave some atom impossible to cover.

    Example:
        >>> from ilpuzzles import load
        >>> print(placement(load("lonpos", "8pieces").instance).model.statistics())
        1,789 variables, 75 rows, 10,056 nonzeros
    """
    whole = PlacementTable.of(instance)
    number = _placements_to_state(instance, whole) if reduce else np.arange(len(whole))
    table = whole.chosen(number)
    labels = table.labels()
    model = Model(f"{instance.puzzle.name} placement")
    place = model.binary("place", labels)
    _tiles(model, place, table)
    tile_rows = model.statistics().rows
    _atoms(model, place, table)

    positions = place.positions()
    with model.group("starting position", why="the tiles on the board stay where they are"):
        columns = np.searchsorted(number, whole.numbers(instance.givens)).tolist()
        part_of: dict[Hashable, str] = {}
        for given, column in zip(instance.givens, columns, strict=True):
            single = instance.puzzle.tile(given.tile).most == 1
            key = given.tile if single else (given.tile, given.points[0])
            part_of[key] = instance.part_of(given)
            model.add(positions[column] == 1, key=key)

    _edges_match(model, place, table)
    _border(model, place, table)
    _cell_colours(model, place, table)
    state_conditions(model, place, table)
    state_breaking(model, instance, place, labels, number)

    def decode(values: IntArray) -> TilingSolution:
        chosen = np.nonzero(values[place.columns])[0].tolist()
        return TilingSolution(instance, tuple(sorted(map(table.placed, chosen))))

    def encode(solution: TilingSolution) -> dict[Variable, int]:
        chosen: list[int] = []
        for placed in solution.tiles:
            # What is no position, or one that reduction has dropped, has no variable.
            with suppress(KeyError):
                chosen += table.numbers([placed])
        return {positions[number]: 1 for number in chosen}

    return Formulated(
        model,
        decode,
        partial(_facts, model, place, table),
        partial(partial_solution, instance),
        moves=lambda symmetries: Moves.of(whole, symmetries).among(number),
        order=lambda words: tuple(tile_rows + atom for atom in atoms_in_order(table, words)),
        given=Given(("starting position",), part_of.__getitem__, instance.called),
        encode=encode,
    )


def _placements_to_state(instance: TilingInstance, table: PlacementTable) -> IntArray:
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
            if tile.most is not None:
                columns = place.columns[first[number] : first[number + 1]]
                _use(model, columns, tile.least, tile.most, key=tile.name)


def _use(model: Model, columns: IntArray, least: int, most: int, *, key: Hashable) -> None:
    """So many of some placements are used, at least and at most."""
    ends = np.array([0, len(columns)])
    if most == 1:
        model.add_rows(Kind.EXACTLY_ONE if least else Kind.AT_MOST_ONE, ends, columns, keys=[key])
    else:
        model.add_rows(Kind.LINEAR, ends, columns, lower=least, upper=most, keys=[key])


def _atoms(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """Every atom is covered exactly once, the further ones in groups of their own."""
    region = table.instance.region
    owner = table.owner()
    order = np.argsort(table.atoms, kind="stable")
    starts = np.searchsorted(table.atoms[order], np.arange(len(region) + 1))
    columns = place.columns[owner[order]]

    def once(name: str, why: str, first: int, keys: Sequence[Hashable]) -> None:
        part = starts[first : first + len(keys) + 1]
        with model.group(f"each {name} once", why=f"every {name} is {why} by exactly one tile"):
            model.add_rows(Kind.EXACTLY_ONE, part - part[0], columns[part[0] : part[-1]], keys=keys)

    rules = table.instance.rules
    if rules.most:
        with model.group("tiles on each cell", why="every cell is covered as often as it may be"):
            for number, key in enumerate(region.cells()):
                covering = columns[starts[number] : starts[number + 1]]
                _use(model, covering, rules.least[number], rules.most[number], key=key)
    else:
        once("cell", "covered", 0, region.cells())
    for further in region.further:
        once(further.name, "filled", further.first, further.values.tolist())


def _edges_match(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """Where tiles touch, their edges have the same colour."""
    if not table.instance.puzzle.edges:
        return
    side, half, colour, owner = edge_colours(table).T
    # Where a board is so narrow that a tile touches itself, both of its edges are in one row.
    keys, same = np.unique(np.stack([side, colour, owner], axis=1), axis=0, return_inverse=True)
    factors = np.bincount(same.ravel(), weights=1 - 2 * half, minlength=len(keys)).astype(np.int64)
    keys, factors = keys[factors != 0], factors[factors != 0]
    starts = _starts_of(keys)
    with model.group("edges match", why="where tiles touch, their edges have the same colour"):
        model.add_rows(
            Kind.LINEAR,
            np.append(starts, len(keys)),
            place.columns[keys[:, 2]],
            coefficients=factors,
            lower=0,
            upper=0,
            keys=_sides_of(keys[starts], table),
        )


def _border(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """The edges at the border have its colour."""
    if table.instance.rules.border:
        with model.group("border", why="the edges at the border have its colour"):
            _none_of(model, place, table, wrong_at_border(table))


def _cell_colours(model: Model, place: VariableFamily, table: PlacementTable) -> None:
    """Cells of tiles lie on cells of their own colour, or differ from their neighbours."""
    rules = table.instance.rules
    if rules.colouring:
        why = "the cells of a tile lie on cells of their own colour"
        with model.group("colours of cells", why=why):
            _none_of(model, place, table, wrong_on_cells(table))
    if rules.alternating:
        keys = cell_colours(table)
        starts = _starts_of(keys)
        why = "where tiles touch, their cells have different colours"
        with model.group("colours alternate", why=why):
            columns = place.columns[keys[:, 2]]
            names = _sides_of(keys[starts], table)
            model.add_rows(Kind.AT_MOST_ONE, np.append(starts, len(keys)), columns, keys=names)


def _starts_of(keys: IntArray) -> IntArray:
    """Where another side, or another colour on it, begins."""
    return np.nonzero(np.diff(keys[:, :2], axis=0, prepend=-1).any(axis=1))[0]


def _sides_of(keys: IntArray, table: PlacementTable) -> list[tuple[Point, int, str]]:
    """The names of sides with a colour: a cell, the number of its side, the colour's letter."""
    cells = table.instance.region.cells()
    width = table.instance.region.lattice.sides().shape[1]
    return [
        (cells[side // width], side % width, chr(colour)) for side, colour in keys[:, :2].tolist()
    ]


def _none_of(model: Model, place: VariableFamily, table: PlacementTable, wrong: BoolArray) -> None:
    """For every cell with wrong entries in the table, a row that says none of their placements."""
    atoms = table.atoms[table.on_points()]
    owner = table.owner()[table.on_points()]
    entries = np.nonzero(wrong)[0]
    entries = entries[np.argsort(atoms[entries], kind="stable")]
    starts = np.nonzero(np.diff(atoms[entries], prepend=-1))[0]
    cells = table.instance.region.cells()
    model.add_rows(
        Kind.LINEAR,
        np.append(starts, len(entries)),
        place.columns[owner[entries]],
        lower=0,
        upper=0,
        keys=[cells[atom] for atom in atoms[entries[starts]].tolist()],
    )


def state_conditions(model: Model, placed: VariableFamily, table: PlacementTable) -> None:
    """States the conditions of an instance on its placements, each in a group of its own."""
    tiles = table.instance.tiles
    region = table.instance.region
    for condition in table.instance.conditions:
        if condition.tiles is None:
            further = [0] * (len(region) - len(condition.atoms))
            atoms = np.array([*condition.atoms, *further], dtype=np.int64)
            values = np.add.reduceat(atoms[table.atoms], table.starts[:-1])
        else:
            values = np.array([condition.tiles.get(tile.name, 0) for tile in tiles])[table.tile]
        used = np.nonzero(values)[0]
        with model.group(condition.name, why=condition.why):
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
    number: IntArray,
) -> None:
    """States that only some of all equivalent solutions are wanted, if the instance says so.

    The numbers are those of the labelled placements in the table of the whole instance.
    """
    breaking = instance.breaking
    if breaking is None:
        return
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


def _facts(
    model: Model, place: VariableFamily, table: PlacementTable, values: IntArray
) -> dict[Hashable, Expression]:
    """Which tile an atom belongs to: the placements of that tile that cover the atom.

    Of a tile with copies, where one lies, however it is turned (if it lies there alone).
    """
    instance = table.instance
    owner = table.owner()
    points = instance.region.cells()
    tile_of = table.tile[owner]
    turned = instance.puzzle.is_coloured and not instance.rules.most

    def total(numbers: Iterable[int]) -> Expression:
        return model.sum(Variable(model, int(place.columns[number])) for number in numbers)

    found: dict[Hashable, Expression] = {}
    for number in np.nonzero(values[place.columns])[0].tolist():
        placed = table.placed(number)
        covered = table.covered(number)
        own = tile_of == table.tile[number]
        if instance.tiles[int(table.tile[number])].most != 1:
            near = owner[own & (table.atoms == covered[0])].tolist() if turned else [number]
            alike = [one for one in near if np.array_equal(table.covered(one), covered)]
            found[placed.tile, placed.points] = total(alike)
            continue
        for atom in covered[covered < len(points)].tolist():
            found[placed.tile, points[atom]] = total(owner[own & (table.atoms == atom)].tolist())
    return found
