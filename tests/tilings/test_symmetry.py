"""The symmetries of instances: orbits, equivalents and tiles that change their names."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    TilingCondition,
    TilingInstance,
    TilingSolution,
)
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries
from support.oracles import Tiling, count_tilings, list_tilings
from support.random_tilings import instance_of, random_tiling, tile, turned

SQUARE = LATTICES["square"]


def solution(instance: TilingInstance, tiling: Tiling) -> TilingSolution:
    return TilingSolution(instance, tuple(PlacedTile(name, points) for name, points in tiling))


def plain(one: TilingSolution) -> Tiling:
    return tuple((placed.tile, placed.points) for placed in one.tiles)


def board(*sides: int, **more: Any) -> Region:
    lattice = SQUARE if len(sides) == 2 else LATTICES["cubic"]
    return Region.of(lattice, np.ndindex(*sides), **more)


def orbits_of(instance: TilingInstance) -> tuple[TilingSymmetries, list[Tiling], list[int]]:
    """The symmetries, all solutions, and the sizes of all orbits, after checking what must hold."""
    symmetries = TilingSymmetries.of(instance)
    tilings = list_tilings(TILING.position(instance).plain())
    known, sizes, fixed = set(tilings), {}, 0
    members: Counter[bytes] = Counter()
    orbit_of: dict[Tiling, bytes] = {}
    for tiling in tilings:
        one = solution(instance, tiling)
        key, size = symmetries.orbit(one)
        equivalents = [plain(other) for other in symmetries.equivalents(one)]
        assert equivalents[0] == tiling
        assert len(equivalents) == len(set(equivalents)) == size
        assert set(equivalents) <= known
        for other in equivalents:
            assert orbit_of.setdefault(other, key) == key
        assert symmetries.order % size == 0
        sizes[key] = size
        members[key] += 1
        keys = symmetries.keys(one)
        fixed += int((keys == keys[0]).all(axis=1).sum())
    # Orbits are whole, and Burnside counts them as well.
    assert members == sizes
    assert fixed == symmetries.order * len(sizes)
    require_group(symmetries)
    return symmetries, tilings, sorted(sizes.values())


def require_group(symmetries: TilingSymmetries) -> None:
    """Every two symmetries in a row are one of them, in atoms and in tiles."""
    pairs = list(zip(symmetries.images, symmetries.tiles, strict=True))
    known = {(image.tobytes(), tiles.tobytes()) for image, tiles in pairs}
    assert len(known) == symmetries.order
    assert (pairs[0][0] == np.arange(len(pairs[0][0]))).all()
    assert (pairs[0][1] == np.arange(len(pairs[0][1]))).all()
    if symmetries.order <= 16:
        for image, tiles in pairs:
            for other, others in pairs:
                assert (image[other].tobytes(), tiles[others].tobytes()) in known


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", range(8))
def test_orbits_agree_with_brute_force(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    if count_tilings(TILING.position(instance).plain()) <= 150:
        orbits_of(instance)


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", range(4))
def test_a_turned_instance_has_the_same_orbits(name: str, seed: int) -> None:
    instance = random_tiling(seed, name, most=7)
    symmetries, tilings, sizes = orbits_of(instance)
    other, images, others = orbits_of(turned(instance, len(LATTICES[name].point_group) - 1))
    assert (other.order, len(images), others) == (symmetries.order, len(tilings), sizes)


@pytest.mark.parametrize(
    ("puzzle", "preset", "order"),
    [
        ("cube", "empty", 48),
        ("lonpos", "empty", 4),
        ("lonpos", "2pieces", 1),
        ("pentominoes", "8x8", 8),
        ("pentominoes", "6x10", 4),
        ("pyramid", "empty", 8),
        ("soma", "cube", 48),
        ("tetrahexes", "parallelogram", 2),
        ("hexiamonds", "rhombus", 4),
        ("tower", "height-2", 24),
        ("tower", "height-5", 24),
        ("tritetratan", "form", 4),
        ("dominoes", "4x4", 8),
    ],
)
def test_orders_of_the_presets(puzzle: str, preset: str, order: int) -> None:
    symmetries = TilingSymmetries.of(load(puzzle, preset).instance)
    assert symmetries.order == order
    require_group(symmetries)


def test_mirrors_of_the_soma_cube_exchange_the_two_screws() -> None:
    instance: Any = load("soma", "cube").instance
    symmetries = TilingSymmetries.of(instance)
    names = "".join(one.name for one in instance.tiles)
    renamed = Counter("".join(names[n] for n in row) for row in symmetries.tiles.tolist())
    assert names == "ABLPTVZ"
    assert renamed == {"ABLPTVZ": 24, "BALPTVZ": 24}
    assert symmetries.mirrors.tolist().count(True) == symmetries.rotations().order == 24
    assert (symmetries.rotations().tiles == np.arange(7)).all()


def test_the_tower_may_be_turned_but_not_mirrored() -> None:
    symmetries = TilingSymmetries.of(load("tower", "height-3").instance)
    # Rows stay or are turned round; with that, columns run the other way.
    rows = symmetries.images[:, :36].reshape(24, 3, 12) // 12
    columns = symmetries.images[:, :36].reshape(24, 3, 12) % 12
    upright = rows[:, 0, 0] == 0
    assert upright.sum() == 12
    steps = (columns[:, 0, 1] - columns[:, 0, 0]) % 12
    assert (steps[upright] == 1).all()
    assert (steps[~upright] == 11).all()
    # The rings go where their rows go.
    assert (symmetries.images[:, 36:] - 36 == rows[:, :, 0]).all()


def test_some_solutions_are_symmetric_themselves() -> None:
    """Dominoes on a board of 4 by 4: 36 solutions, 9 of them really different."""
    instance: Any = load("dominoes", "4x4").instance
    symmetries, tilings, sizes = orbits_of(instance)
    assert (symmetries.order, len(tilings), len(sizes)) == (8, 36, 9)
    assert sizes == [2, 2, 2, 2, 4, 4, 4, 8, 8]


L_SHAPE, J_SHAPE = [(0, 0), (1, 0), (2, 0), (2, 1)], [(0, 1), (1, 1), (2, 1), (2, 0)]


def test_a_chiral_pair_is_exchanged_by_a_mirror() -> None:
    """L and J and two dominoes on 4 by 3."""
    region = board(4, 3)
    both = instance_of(
        region,
        [
            tile("L", "square", L_SHAPE, motions="rotations"),
            tile("O", "square", [(0, 0), (0, 1)], least=0, most=None),
            tile("J", "square", J_SHAPE, motions="rotations"),
        ],
    )
    symmetries, tilings, sizes = orbits_of(both)
    names = [one.name for one in both.tiles]
    assert names == ["J", "L", "O"]
    assert sorted(map(tuple, symmetries.tiles.tolist())) == [(0, 1, 2)] * 2 + [(1, 0, 2)] * 2
    assert (len(tilings), sizes) == (18, [2, 2, 2, 4, 4, 4])
    # Without the right partner there is no mirror.
    alone = instance_of(region, [replace(one, least=0) for one in both.tiles if one.name != "J"])
    assert TilingSymmetries.of(alone).order == 2
    uneven = [replace(one, most=2) if one.name == "J" else one for one in both.tiles]
    assert TilingSymmetries.of(instance_of(region, uneven)).order == 2
    # Two-sided, both are the same shape with two names: all four, and nothing is renamed.
    sided = instance_of(region, [replace(one, motions="all") for one in both.tiles])
    symmetries, _, _ = orbits_of(sided)
    assert symmetries.order == 4
    assert (symmetries.tiles == np.arange(3)).all()


def test_equal_shapes_of_different_names_keep_their_names() -> None:
    """Two dominoes A and B on 2 by 2: four solutions; mirrors and turns make two orbits of them."""
    pair = [tile(name, "square", [(0, 0), (0, 1)]) for name in "AB"]
    symmetries, tilings, sizes = orbits_of(instance_of(board(2, 2), pair))
    assert (symmetries.order, len(tilings), sizes) == (8, 4, [4])
    assert (symmetries.tiles == [0, 1]).all()


def test_equal_chiral_pairs_are_exchanged_one_by_one() -> None:
    """L twice and J twice, under four names: the first becomes the first."""
    tiles = [
        tile(name, "square", shape, motions="rotations", least=0)
        for name, shape in zip("ABCD", [L_SHAPE, L_SHAPE, J_SHAPE, J_SHAPE], strict=True)
    ]
    symmetries, tilings, sizes = orbits_of(instance_of(board(4, 2), tiles))
    assert {tuple(row) for row in symmetries.tiles.tolist()} == {(0, 1, 2, 3), (2, 3, 0, 1)}
    # Two L or two J, in either of two orders.
    assert (len(tilings), sizes) == (4, [4])


def test_of_motions_that_move_the_cells_alike_one_that_the_tiles_allow_is_found() -> None:
    """On a single row a half turn does what a mirror does, and L may be mirrored only."""
    mirrored = tile("L", "square", [(0, 0), (0, 1), (0, 3)], motions=("0", "mirror 90"), least=0)
    tiles = [mirrored, tile("M", "square", [(0, 0)], least=0, most=None)]
    symmetries, tilings, sizes = orbits_of(instance_of(board(1, 5), tiles))
    assert (symmetries.order, len(tilings), sizes) == (2, 5, [1, 2, 2])


def test_a_symmetry_may_exchange_tiles_and_move_no_cell() -> None:
    """Around a cylinder of two columns a mirror moves every cell to where a shift may bring it."""
    region = board(4, 2, periods=[(0, 2)])
    pair = [
        tile("L", "square", L_SHAPE, motions="rotations"),
        tile("J", "square", J_SHAPE, motions="rotations"),
    ]
    symmetries, _, _ = orbits_of(instance_of(region, pair))
    identity = (symmetries.images == np.arange(8)).all(axis=1)
    assert symmetries.tiles[identity].tolist() == [[0, 1], [1, 0]]


def test_givens_leave_the_symmetries_that_keep_them() -> None:
    instance: Any = load("dominoes", "4x4").instance
    middle = PlacedTile("D", ((1, 1), (1, 2)))
    given = replace(instance, givens=(middle,))
    assert orbits_of(given)[0].order == 2
    both = replace(instance, givens=(middle, PlacedTile("D", ((2, 1), (2, 2)))))
    assert orbits_of(both)[0].order == 4
    corner = replace(instance, givens=(PlacedTile("D", ((0, 0), (0, 1))),))
    assert orbits_of(corner)[0].order == 1


def test_a_given_tile_may_become_its_mirror_image() -> None:
    tiles = [
        tile("L", "square", L_SHAPE, motions="rotations"),
        tile("J", "square", J_SHAPE, motions="rotations"),
        tile("M", "square", [(0, 0)], least=0, most=None),
    ]
    instance = instance_of(board(4, 4), tiles)
    left = PlacedTile("L", ((0, 0), (1, 0), (2, 0), (2, 1)))
    right = PlacedTile("J", ((0, 3), (1, 3), (2, 2), (2, 3)))
    assert TilingSymmetries.of(replace(instance, givens=(right, left))).order == 2
    assert TilingSymmetries.of(replace(instance, givens=(left,))).order == 1


def test_conditions_on_cells_are_no_matter() -> None:
    """All cells are covered, so such a sum is the same for all tilings."""
    dominoes = tile("D", "square", [(0, 0), (0, 1)], least=8, most=8)
    instance = instance_of(board(4, 4), [dominoes])
    for values in ([1, *[0] * 15], list(range(16))):
        condition = TilingCondition("sum", "", sum(values), atoms=tuple(values))
        with_sum = replace(instance, conditions=(condition,))
        symmetries, tilings, _ = orbits_of(with_sum)
        assert (symmetries.order, len(tilings)) == (8, 36)


def test_conditions_on_tiles_go_with_their_names() -> None:
    tiles = [
        tile("L", "square", L_SHAPE, motions="rotations"),
        tile("J", "square", J_SHAPE, motions="rotations"),
        tile("M", "square", [(0, 0)], least=8, most=8),
    ]
    instance = instance_of(board(4, 4), tiles)

    def order(target: int, **values: int) -> int:
        condition = TilingCondition("sum", "", target, tiles=values)
        return TilingSymmetries.of(replace(instance, conditions=(condition,))).order

    assert TilingSymmetries.of(instance).order == 8
    assert order(2, L=1, J=1) == 8
    assert order(1, L=1) == 4
    assert order(0, L=1, J=-1) == 8
    assert order(1, L=1, J=-1) == 4
