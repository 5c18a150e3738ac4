"""The formulation *cells* for equal elements: one binary variable for every element and place.

This is how part 16 of the ILP series states the cube of nine L trominoes (`V` there): with
V[k, p] = 1 if element k has a piece in place p,

    sum of V[k, p] over all places p = 3                for every element k
    sum of V[k, p] over the places of a line <= 2       for every element k and every line
    sum of V[k, p] and V[k, q] over neighbours = 2      for every element k
    sum of V[k, p] over all elements k = 1              for every place p

Three pieces with two pairs of neighbours among them, and not all three on a line, are an L tromino.
With *sums*, rows without conjunctions say instead that no piece is alone:

    V[k, p] <= sum of V[k, q] over the neighbours q of p

Elements are equal, and whoever numbers them in another way has the same solution: n elements make
n! models of each. So they are numbered by their first places, which leaves exactly one:

    V[k, p] <= sum of V[k - 1, q] over the places q before p

Nothing is lost for the first solution (see `benchmarks/cube.yaml`), and all can be counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import partial
from itertools import pairwise, product

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    Point,
    TilingInstance,
    TilingSolution,
    partial_solution,
)

PIECES = 3
"""How many pieces an element has."""

MAX_VARIABLES = 20_000
"""How many elements times places are stated; the rows that order the elements grow faster."""


def has_equal_elements(instance: TilingInstance) -> bool:
    """Whether the only tile is an L tromino, freely turned, and a fixed number of it is used."""
    lattice = instance.region.lattice
    region = instance.region
    if len(instance.tiles) != 1 or lattice.name not in {"square", "cubic"}:
        return False
    (tile,) = instance.tiles
    if tile.colours or instance.rules.most:
        return False
    if tile.most is None or not tile.least == tile.most > 1:
        return False
    if tile.fills or region.further or len(region.periods):
        return False
    corner = np.zeros((PIECES, lattice.dimension), dtype=np.int64)
    corner[1:, 0] = corner[2, 1] = 1
    shapes = [tile.painted(lattice).shapes, orientations(lattice, corner).shapes]
    own, wanted = ({tuple(map(tuple, shape)) for shape in found.tolist()} for found in shapes)
    return own == wanted


def elements(
    instance: TilingInstance, *, aggregated: bool = False, sums: bool = False
) -> Formulated:
    """The model by elements and places, whose deciding variables are `piece[element, place]`.

    *Aggregated*, a MIP solver gets a conjunction as a single row; with *sums*, there are none.

    Raises:
        InputError: If the instance has other tiles, is too large, or is to break symmetries.
    """
    name = "cells-sums" if sums else "cells-aggregated" if aggregated else "cells"
    _require(instance, name)
    (tile,) = instance.tiles
    places = instance.region.cells()
    labels: Sequence[Hashable] = range(tile.least)
    if len(set(tile.marks)) == tile.least:
        labels = tile.marks
    model = Model(f"{instance.puzzle.name} {name}")
    piece = model.binary("piece", labels, places)

    with model.group("three pieces", why="every element has exactly three pieces"):
        model.add(piece.sum(axis=1) == PIECES)

    _state_no_tearing(model, piece, instance.region, aggregated=aggregated, sums=sums)

    with model.group("bending", why="an element has at most two pieces on a line"):
        for element, (key, line) in product(labels, _lines(places).items()):
            model.add(piece[element, line].sum() < PIECES, key=(element, *key))

    with model.group("exactly one piece in one place", why="every place has exactly one piece"):
        model.exactly_one({place: piece[:, place] for place in places})

    with model.group("elements in order", why="elements are numbered by their first places"):
        for (before, element), (number, place) in product(pairwise(labels), enumerate(places)):
            earlier = piece[before, :][:number].sum()
            model.add(piece[element, place] <= earlier, key=(element, place))

    with model.group("starting position", why="the pieces of a given tile are of one element"):
        for given in instance.givens:
            first, *others = given.points
            for element, place in product(labels, others):
                model.add(piece[element, place] == piece[element, first], key=(element, place))

    _state_conditions(model, piece, instance)

    def decode(values: IntArray) -> TilingSolution:
        found = (np.nonzero(values[row])[0].tolist() for row in piece.columns)
        tiles = [PlacedTile(tile.name, tuple(places[p] for p in chosen)) for chosen in found]
        return TilingSolution(instance, tuple(sorted(placed for placed in tiles if placed.points)))

    facts = partial(_facts, model, piece, tile.name, places)
    tile_at = {
        place: instance.part_of(given) for given in instance.givens for place in given.points
    }
    parts = Given(("starting position",), lambda key: tile_at[key[1]], instance.called)
    known = partial(partial_solution, instance)
    encode = partial(_encode, piece)
    return Formulated(model, decode, facts, known, given=parts, encode=encode)


def _state_no_tearing(
    model: Model, piece: VariableFamily, region: Region, *, aggregated: bool, sums: bool
) -> None:
    """States that the pieces of an element hang together."""
    labels, places = piece.axes
    pairs = [(places[p], places[q]) for p, q in region.adjacent_pairs().tolist()]
    tearing = model.group("no tearing", why="the pieces of an element are next to each other")
    if sums:
        neighbours: dict[Hashable, list[Hashable]] = {place: [] for place in places}
        for place, other in pairs:
            neighbours[place].append(other)
            neighbours[other].append(place)
        with tearing:
            for element, (place, others) in product(labels, neighbours.items()):
                beside = piece[element, others].sum()
                model.add(piece[element, place] <= beside, key=(element, place))
        return
    joined = model.binary("joined", labels, pairs, auxiliary=True)
    for element, pair in product(labels, pairs):
        model.conjunction(
            [piece[element, place] for place in pair],
            target=joined[element, pair],
            aggregated=aggregated,
            name="joined",
            key=(element, *pair),
        )
    with tearing:
        model.add(joined.sum(axis=1) == PIECES - 1)


def _state_conditions(model: Model, piece: VariableFamily, instance: TilingInstance) -> None:
    """States the conditions of the instance, each in a group of its own."""
    for condition in instance.conditions:
        with model.group(condition.name, why=condition.why):
            if condition.tiles is not None:
                value = condition.tiles.get(instance.tiles[0].name, 0)
                model.add(value * piece.sum() == PIECES * condition.target)
            else:
                weights = np.tile(np.array(condition.atoms), (len(piece), 1))
                model.add(piece.positions().dot(weights) == condition.target)


def _lines(places: Sequence[Point]) -> dict[tuple[int, Point], list[Point]]:
    """The places of every line with room for three pieces, by its direction and first place."""
    lines: dict[tuple[int, Point], list[Point]] = defaultdict(list)
    for place in places:
        for axis in range(len(place)):
            lines[axis, place[:axis] + place[axis + 1 :]].append(place)
    return {(axis, line[0]): line for (axis, _), line in lines.items() if len(line) >= PIECES}


def _facts(
    model: Model, piece: VariableFamily, tile: str, places: Sequence[Point], values: IntArray
) -> dict[Hashable, Expression]:
    """Where elements lie, whatever their numbers.

    A place belongs to the element with the number sum of k V[k, p]. An element lies in three places
    if these numbers are equal; then, and only then, n times the first difference of neighbouring
    ones plus the second is 0, since no difference is n or more.
    """
    columns = piece.columns
    number = len(piece)
    found: dict[Hashable, Expression] = {}
    for row in columns:
        chosen = np.nonzero(values[row])[0].tolist()
        if len(chosen) == PIECES:
            weights = zip(chosen, (number, 1 - number, -1), strict=True)
            found[tile, tuple(places[p] for p in chosen)] = model.sum(
                weight * element * Variable(model, int(columns[element, place]))
                for place, weight in weights
                for element in range(1, number)
            )
    return found


def _encode(piece: VariableFamily, solution: TilingSolution) -> dict[Variable, int]:
    """The pieces of the elements of a solution; of a part of one, their numbers are not known."""
    labels, places = piece.axes
    if len(solution.tiles) != len(labels):
        return {}
    number = {place: n for n, place in enumerate(places)}
    elements = sorted(sorted(number[point] for point in one.points) for one in solution.tiles)
    columns = zip(piece.columns, elements, strict=True)
    return {
        Variable(piece.owner, int(row[place])): 1 for row, chosen in columns for place in chosen
    }


def _require(instance: TilingInstance, name: str) -> None:
    """Raises unless the instance can be stated by elements."""
    variables = instance.tiles[0].least * len(instance.region)
    what = ""
    if not has_equal_elements(instance):
        what = "needs several copies of an L tromino alone, freely turned"
    elif instance.breaking is not None:
        what = "cannot break symmetries"
    elif variables > MAX_VARIABLES:
        what = f"would have {variables:,} variables, and may have {MAX_VARIABLES:,}"
    if what:
        raise InputError(f"formulation {name} {what}", "use placement")
