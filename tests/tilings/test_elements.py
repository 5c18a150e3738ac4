"""Equal L trominoes, stated by elements and places: as many solutions as anything else finds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import CUBIC, SQUARE
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.tilings.elements_model import has_equal_elements
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    Point,
    Tile,
    TilingCondition,
    TilingInstance,
    TilingPuzzle,
)
from support.oracles import Board, list_tilings

VARIANTS = ("cells", "cells-aggregated", "cells-sums")
# What FACTS.md measured of the seed's own rows: variables and linear rows.
SIZES = {"cells": (729, 1746), "cells-aggregated": (729, 774), "cells-sums": (243, 522)}


def cube() -> TilingInstance:
    """The puzzle of the seed."""
    instance = load("cube").instance
    assert isinstance(instance, TilingInstance)
    return instance


def stated(instance: TilingInstance, name: str) -> Formulated:
    """An instance in a formulation."""
    return TILING.formulations[name].build(instance)


def trominoes(points: Sequence[Point], *, shape: Sequence[Point] = ()) -> TilingInstance:
    """A region to fill with as many L trominoes as it has room for."""
    lattice = SQUARE if len(points[0]) == 2 else CUBIC
    corner = ((0, 0), (1, 0), (1, 1)) if lattice is SQUARE else ((0, 0, 0), (0, 1, 0), (0, 1, 1))
    tile = Tile("L", "", "", (tuple(shape) or corner,), "all", len(points) // 3, len(points) // 3)
    region = Region.of(lattice, points)
    puzzle = TilingPuzzle("small", "Small", "", "", lattice, region, (tile,))
    return TilingInstance(puzzle, region)


def box(*sides: int) -> TilingInstance:
    """A box of such sides."""
    return trominoes(list(product(*map(range, sides))))


def ragged(seed: int, most: int = 4) -> TilingInstance:
    """A random region made of at most so many L trominoes; so there is a solution."""
    dice = random.Random(seed)
    extent = dice.choice([(4, 5), (3, 6), (2, 3, 3), (3, 3, 3)])
    whole = trominoes(list(product(*map(range, extent))))
    lattice, points = whole.region.lattice.name, whole.tiles[0].points
    placements = Board(lattice, product(*map(range, extent))).placements([points])
    used: set[Point] = set()
    for tile in dice.sample(sorted(map(sorted, placements)), len(placements)):
        if len(used) < 3 * most and not used.intersection(tile):
            used.update(tile)
    return trominoes(sorted(used))


def tilings(instance: TilingInstance) -> list[tuple[tuple[Point, ...], ...]]:
    """All ways to fill a region with the tile, by trying everything."""
    found = list_tilings(TILING.position(instance).plain())
    return sorted(tuple(points for _, points in tiling) for tiling in found)


def found_by(formulated: Formulated, backend: str = "auto") -> list[Any]:
    """All solutions of a model, decoded."""
    found: list[IntArray] = []
    assert enumerate_solutions(formulated.model, found.append, backend=backend).complete
    return [formulated.decode(values) for values in found]


def places_of(solutions: Iterable[Any]) -> list[tuple[tuple[Point, ...], ...]]:
    """Where the elements of solutions lie, whatever they are called."""
    return sorted(tuple(tile.points for tile in solution.tiles) for solution in solutions)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_cube_has_the_rows_that_were_measured(name: str) -> None:
    model = stated(cube(), name).model
    linear = linearised(model.without("elements in order"))
    assert (linear.variables, len(linear.rows)) == SIZES[name]
    assert len(linearised(model.program()).rows) == SIZES[name][1] + 8 * 27
    by_group = model.statistics().rows_by_group
    assert by_group["three pieces"] == 9
    assert by_group["bending"] == 9 * 27
    assert by_group["exactly one piece in one place"] == 27
    assert by_group["no tearing"] == (243 if name == "cells-sums" else 9)
    assert all(group.why for group in model.groups)
    assert model.statistics().deciding == 243
    assert model.name_of(0) == "piece[A, (0, 0, 0)]"


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("sides", [(2, 3), (3, 3), (3, 4), (1, 2, 3), (2, 3, 2)])
def test_boxes_have_as_many_solutions_as_trying_finds(sides: tuple[int, ...], name: str) -> None:
    instance = box(*sides)
    assert places_of(found_by(stated(instance, name))) == tilings(instance)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(9))
def test_random_regions_have_the_same_solutions_in_every_formulation(seed: int) -> None:
    # SCIP takes minutes for five.
    instance = ragged(seed, 3 if seed % 4 == 2 else 5 if seed % 4 == 3 else 4)
    everything = tilings(instance)
    assert everything
    backend = "scip" if seed % 4 == 2 else "cpsat"
    for name in ("placement", *VARIANTS):
        solutions = found_by(stated(instance, name), backend)
        assert places_of(solutions) == everything
        plain = TILING.position(instance).plain()
        assert not any(check_tiling(plain, one.to_json()) for one in solutions)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_given_tiles_stay_where_they_are_and_no_more(seed: int) -> None:
    dice = random.Random(seed)
    instance = (box(2, 3, 2), box(4, 3), ragged(seed), ragged(seed))[seed % 4]
    everything = tilings(instance)
    tiling = dice.choice(everything)
    chosen = dice.sample(tiling, dice.randint(1, min(2, len(tiling))))
    givens = tuple(PlacedTile("L", points) for points in sorted(map(tuple, map(sorted, chosen))))
    instance = replace(instance, givens=givens)
    expected = [one for one in everything if set(chosen) <= set(one)]
    forced = set(expected[0]).intersection(*expected)
    for name in ("placement", *VARIANTS):
        formulated = stated(instance, name)
        assert places_of(found_by(formulated)) == expected
        known = find_forced(formulated.model, facts=formulated.facts)
        assert known.complete
        assert known.values.keys() == {("L", points) for points in forced}
        assert formulated.partial is not None
        assert places_of([formulated.partial(known.values)]) == [tuple(sorted(forced))]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["placement", *VARIANTS])
def test_conditions_hold(name: str) -> None:
    instance = box(2, 3, 2)
    values = tuple(range(12))
    everything = len(tilings(instance))
    cases = [
        (TilingCondition("sum", "all", 66, atoms=values), everything),
        (TilingCondition("sum", "", 65, atoms=values), 0),
        (TilingCondition("weight", "", 8, tiles={"L": 2}), everything),
        (TilingCondition("weight", "", 7, tiles={"L": 2}), 0),
        (TilingCondition("weight", "", 0, tiles={}), everything),
        (TilingCondition("weight", "", 1, tiles={}), 0),
    ]
    assert everything > 0
    for condition, number in cases:
        conditioned = replace(instance, conditions=(condition,))
        assert len(found_by(stated(conditioned, name))) == number


@pytest.mark.parametrize("name", ["placement", "cells", "cells-aggregated"])
def test_conditions_hold_for_tiles_that_are_used_once(name: str) -> None:
    region = Region.of(SQUARE, list(product(range(2), range(4))))
    shapes = {"A": ((0, 0), (0, 1)), "B": ((0, 0), (0, 1), (0, 2)), "C": ((0, 0), (1, 0), (1, 1))}
    tiles = tuple(Tile(name, "", "", (shape,)) for name, shape in shapes.items())
    instance = TilingInstance(TilingPuzzle("s", "S", "", "", SQUARE, region, tiles), region)
    count = len(found_by(stated(instance, name)))
    assert count > 0
    for condition, number in [
        (TilingCondition("all", "", 28, atoms=tuple(range(8))), count),
        (TilingCondition("all", "", 27, atoms=tuple(range(8))), 0),
        (TilingCondition("tiles", "", 4, tiles={"A": 1, "B": 3}), count),
        (TilingCondition("tiles", "", 3, tiles={"A": 1, "B": 3}), 0),
    ]:
        conditioned = replace(instance, conditions=(condition,))
        assert len(found_by(stated(conditioned, name))) == number


def values_of(formulated: Formulated, elements: Sequence[Sequence[Point]]) -> IntArray:
    """The values that say where the pieces of some elements are."""
    piece, *joined = formulated.model.families
    labels = piece.axes[0]
    values = np.zeros(formulated.model.program().variables, dtype=np.int64)
    for label, points in zip(labels, elements, strict=True):
        for point in points:
            values[piece[label, point].column] = 1
        for family in joined:
            for pair in family.axes[1]:
                assert isinstance(pair, tuple)
                values[family[label, pair].column] = int(set(pair) <= set(points))
    return values


def columns_of_three() -> list[list[Point]]:
    """Nine straight elements."""
    return [[(0, y, x), (1, y, x), (2, y, x)] for y in range(3) for x in range(3)]


def torn() -> list[list[Point]]:
    """Nine elements of which no two pieces are on a line: a Latin square gives the heights."""
    return [
        [(0, y, x), (1, (y + 1) % 3, (x + 1) % 3), (2, (y + 2) % 3, (x + 2) % 3)]
        for y in range(3)
        for x in range(3)
    ]


def piled_up() -> list[list[Point]]:
    """Nine elements that overlap each other, the first places in order."""
    starts = [*product(range(2), range(2), range(2)), (2, 0, 0)]
    return [[(z, y, x), (z, y, x + 1), (z, y + 1, x)] for z, y, x in starts]


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    ("group", "elements", "rule"),
    [
        ("no tearing", torn(), "shape"),
        ("bending", columns_of_three(), "shape"),
        ("exactly one piece in one place", piled_up(), "cell once"),
    ],
)
def test_leaving_a_group_out_shows_what_it_was_for(
    name: str, group: str, elements: list[list[Point]], rule: str
) -> None:
    instance = cube()
    formulated = stated(instance, name)
    values = values_of(formulated, elements)
    assert formulated.model.without(group).check(values) == ()
    broken = formulated.model.check(values)
    assert broken
    assert all(str(violation).startswith(group) for violation in broken)
    solution = formulated.decode(values).to_json()
    rules = {one.rule for one in check_tiling(TILING.position(instance).plain(), solution)}
    assert rules == {rule}


def test_elements_without_pieces_are_left_out() -> None:
    formulated = stated(cube(), "cells")
    nothing = np.zeros(formulated.model.program().variables, dtype=np.int64)
    assert formulated.decode(nothing).tiles == ()
    assert formulated.facts is not None
    assert formulated.facts(nothing) == {}


@pytest.mark.parametrize("name", VARIANTS)
def test_symmetries_are_not_broken(name: str) -> None:
    instance = TILING.position(cube()).break_symmetry("auto").instance
    with pytest.raises(InputError, match=f"{name} cannot break symmetries; use placement$"):
        stated(instance, name)


def test_what_is_no_equal_element_is_refused() -> None:
    straight = trominoes([(0, x) for x in range(6)], shape=[(0, 0), (0, 1), (0, 2)])
    turned_once = box(2, 3)
    (tile,) = turned_once.tiles
    puzzle = replace(turned_once.puzzle, tiles=(replace(tile, motions="shifts"),))
    shifted = replace(turned_once, puzzle=puzzle)
    puzzle = replace(turned_once.puzzle, tiles=(replace(tile, most=None),))
    open_number = replace(turned_once, puzzle=puzzle)
    torus = [(y, x) for y in range(3) for x in range(4)]
    wrapped = replace(box(3, 4), region=Region.of(SQUARE, torus, periods=[(0, 4)]))
    for instance in (straight, shifted, open_number, wrapped):
        assert not has_equal_elements(instance)
        for name in VARIANTS:
            with pytest.raises(InputError, match=r"use placement$"):
                stated(instance, name)
    lonpos = load("lonpos", "8pieces").instance
    with pytest.raises(InputError, match=r"cells-sums needs several copies .*; use placement$"):
        stated(lonpos, "cells-sums")
    with pytest.raises(InputError, match=r"would have 30,000 variables, .*; use placement$"):
        stated(box(15, 20), "cells-sums")


def test_only_small_boxes_are_claimed() -> None:
    for name in VARIANTS:
        claims = TILING.formulations[name].claims
        assert not claims(box(6, 6), "cpsat")
        assert claims(box(1, 3, 7), "cpsat")
        assert not claims(box(1, 3, 7), "cbc")
