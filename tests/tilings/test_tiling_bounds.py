"""What is too large is refused in one line; what is large but handled has the right sizes."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from itertools import product
from operator import mul

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import SQUARE
from ilpuzzles.geometry.symmetry import symmetries
from ilpuzzles.reading.parameters import Parameter, check_parameters
from ilpuzzles.reading.tree import TextPlace, read_tree
from ilpuzzles.tilings.instance_schema import read_instance
from ilpuzzles.tilings.logelium import StepList
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable, reduced, require_areas
from ilpuzzles.tilings.tiling_puzzle import Tile, TilingInstance
from ilpuzzles.tilings.tiling_schema import read_puzzle
from ilpuzzles.tilings.tiling_symmetry import Moves, TilingSymmetries
from support.random_tilings import instance_of, tile

MODEL = """\
puzzle: p
family: tiling
title: P
lattice: square
"""
WHERE = TextPlace("f.yaml", 1, 1)


def box(rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(rows) for column in range(columns)]


def torus(rows: int, columns: int, *without: tuple[int, int]) -> Region:
    points = [point for point in box(rows, columns) if point not in without]
    return Region.of(SQUARE, points, periods=[(rows, 0), (0, columns)])


def dominoes(region: Region, *more: Tile) -> TilingInstance:
    return instance_of(region, [tile("D", "square", [(0, 0), (0, 1)], least=0, most=None), *more])


def read(region: str, tiles: str, text: str, extra: str = "") -> TilingInstance:
    puzzle = read_puzzle(read_tree(f"{MODEL}{extra}region: {region}\ntiles: {tiles}\n", "m.yaml"))
    return read_instance(puzzle, read_tree(f"puzzle: p\n{text}", "f.yaml"))


# Areas.


def strip(name: str, size: int, least: int, most: int | None) -> Tile:
    return Tile(name, "", "", (tuple((0, n) for n in range(size)),), least=least, most=most)


def test_a_tile_far_larger_than_the_region_is_refused() -> None:
    region, tiles = Region.of(SQUARE, box(4, 4)), (strip("A", 20_000, 999_999_999, 999_999_999),)
    with pytest.raises(InputError, match=r"f\.yaml:1:1: the tiles cover 19999999980000 cells"):
        require_areas(region, tiles, (), WHERE)


def test_areas_fit_where_some_choice_of_numbers_does() -> None:
    dice = random.Random(1)
    for _ in range(150):
        cells, tiles = dice.randint(1, 14), list[Tile]()
        for name in "ABC"[: dice.randint(1, 3)]:
            least = dice.randint(0, 2)
            most = dice.choice([None, least, least + 1, least + 3])
            tiles.append(strip(name, dice.randint(1, 6), least, most))
        choices = [range(t.least, (cells if t.most is None else t.most) + 1) for t in tiles]
        sizes = [len(t.points) for t in tiles]
        fits = any(sum(map(mul, numbers, sizes)) == cells for numbers in product(*choices))
        region = Region.of(SQUARE, box(1, cells))
        refused: AbstractContextManager[object] = pytest.raises(InputError, match="cells")
        with nullcontext() if fits else refused:
            require_areas(region, tuple(tiles), (), WHERE)


# Reduction.


def test_a_reduction_that_is_too_large_is_refused_and_left_out_of_the_steps() -> None:
    instance = dominoes(Region.of(SQUARE, box(100, 200)))
    with pytest.raises(InputError) as caught:
        reduced(PlacementTable.of(instance))
    assert str(caught.value) == (
        "position reduction of 39,700 placements on 20,000 atoms; use formulation placement"
    )
    with pytest.raises(InputError, match="position reduction of 39,700 placements"):
        placement(instance, reduce=True)
    assert list(StepList.of(instance, "off").lines()) == [
        "20,000 atoms, 1 tile, 4 symmetries",
        "placements 39,700",
        "after symmetry: the same, symmetry breaking is off",
        "after reduction: left out, too large",
    ]


@pytest.mark.parametrize(("puzzle", "preset"), [("lonpos", "8pieces"), ("lonpos", "4pieces")])
def test_only_placements_beside_the_given_tiles_are_counted(puzzle: str, preset: str) -> None:
    instance = load(puzzle, preset).instance
    table = PlacementTable.of(instance)
    place = {tuple(point): number for number, point in enumerate(instance.region.points.tolist())}
    given = [frozenset(place[point] for point in placed.points) for placed in instance.givens]
    taken = frozenset().union(*given)
    used = Counter(placed.tile for placed in instance.givens)
    left = 0
    for number in range(len(table)):
        covered = frozenset(table.covered(number).tolist())
        tile = instance.tiles[table.tile[number]]
        is_left = tile.most is None or used[tile.name] < tile.most
        is_given = covered in given and used[tile.name] > 0
        left += is_given or (is_left and not covered & taken)
    (line,) = [line for line in StepList.of(instance, "off").lines() if "starting position" in line]
    assert line.startswith(f"after the starting position {left:,} ")


def test_the_work_of_a_reduction_is_bounded_too() -> None:
    """Few entries, but their products are many."""
    instance = dominoes(Region.of(SQUARE, box(30, 30)), *monominoes(10))
    table = PlacementTable.of(instance)
    assert len(table) * 900 < 40_000_000
    with pytest.raises(InputError, match=r"position reduction of 10,740 placements on 900 atoms"):
        reduced(table)


def monominoes(count: int) -> list[Tile]:
    return [tile(str(number), "square", [(0, 0)], least=0, most=None) for number in range(count)]


# Symmetries.


def test_a_torus_has_so_many_symmetries() -> None:
    found = symmetries(torus(20, 20))
    assert found.images.shape == (8 * 400, 400)
    assert len(np.unique(found.images, axis=0)) == 8 * 400
    # Within a matrix, in the order of the atoms to which the first one goes.
    for number in range(8):
        first = found.images[found.matrices == number, 0]
        assert first.tolist() == list(range(400))


def test_a_hole_is_found_again_by_few_symmetries_only() -> None:
    """Nearly all shifts are left out before they are tried, or this would be too many."""
    assert len(symmetries(torus(100, 100, (3, 4))).images) == 8
    assert len(symmetries(torus(100, 100, (3, 4), (7, 50))).images) == 2


@pytest.mark.exhaustive
def test_too_many_symmetries_are_refused() -> None:
    said = "there may be 80,000 symmetries of 20,000 atoms, which are too many"
    with pytest.raises(InputError, match=f"^{said}; ask for all solutions, not up"):
        symmetries(torus(100, 200))


@pytest.mark.exhaustive
def test_the_steps_do_without_too_many_symmetries() -> None:
    steps = StepList.of(dominoes(torus(100, 100)))
    assert list(steps.lines()) == [
        "10,000 atoms, 1 tile, symmetries unknown",
        "placements 20,000",
        (
            "after symmetry: the same, there may be 80,000 symmetries of 10,000 atoms, which are "
            "too many"
        ),
        "after reduction: left out, too large",
    ]
    assert steps.to_json()["symmetries"] is None
    off = StepList.of(dominoes(torus(100, 100)), "off")
    assert list(off.lines())[2] == "after symmetry: the same, symmetry breaking is off"
    with pytest.raises(InputError, match="unknown tile 'X'"):
        StepList.of(dominoes(torus(100, 100)), "X")


@pytest.mark.exhaustive
def test_too_many_images_of_placements_are_refused() -> None:
    instance = dominoes(torus(30, 30), *monominoes(2))
    table, found = PlacementTable.of(instance), TilingSymmetries.of(instance)
    assert (found.order, len(table)) == (7200, 3600)
    message = "there may be 7,200 symmetries of 3,600 placements, which are too many"
    with pytest.raises(InputError, match=message):
        Moves.of(table, found)


# Givens.


MANY = "{M: {count: any, shape: M}, D: {count: any, shape: DD}}"
SIDE = 100
CHESS = [(row, column) for row, column in box(SIDE, SIDE) if (row + column) % 2]


@pytest.mark.exhaustive
def test_5000_given_cells_are_read_from_a_drawing_and_from_a_list() -> None:
    rows = ["".join(".M"[(row + column) % 2] for column in range(SIDE)) for row in range(SIDE)]
    board = "board: |\n" + "".join(f"  {row}\n" for row in rows)
    entries = "".join(f"  - {{tile: M, atoms: [[{row}, {column}]]}}\n" for row, column in CHESS)
    region = f"{{rows: {SIDE}, columns: {SIDE}}}"
    drawn = read(region, MANY, board)
    for instance in (drawn, read(region, MANY, f"givens:\n{entries}", f"wrap: {region}\n")):
        assert [given.points for given in instance.givens] == [(point,) for point in CHESS]
    table = PlacementTable.of(drawn)
    assert len(set(table.numbers(drawn.givens))) == len(CHESS)
    assert StepList.of(drawn, "off").steps[1].count == SIDE * SIDE


@pytest.mark.exhaustive
def test_what_touches_is_one_copy_however_it_winds() -> None:
    """A snake of 5,050 cells: it is one copy, and too large."""
    rows = [
        "M" * SIDE if row % 2 == 0 else "." * (SIDE - 1) + "M" if row % 4 == 1 else "M" + "." * 99
        for row in range(SIDE)
    ]
    board = "board: |\n" + "".join(f"  {row}\n" for row in rows)
    with pytest.raises(InputError) as caught:
        read(f"{{rows: {SIDE}, columns: {SIDE}}}", MANY, board)
    assert str(caught.value) == (
        "f.yaml:3:3: tile M has 1 cell, and 5050 are marked; name copies that touch under 'givens'"
    )


def test_many_values_of_a_parameter_are_not_all_listed() -> None:
    parameter = Parameter("height", "", tuple(range(1, 14)))
    assert parameter.listed() == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ..."
    assert Parameter("height", "", tuple(range(1, 13))).listed().endswith(", 11, 12")
    with pytest.raises(InputError, match=r"p has height 1, 2, .*, 12, \.\.\.$"):
        check_parameters([parameter], {"height": 20}, "p")
    with pytest.raises(InputError, match=r"give one of 1, 2, .*, 12, \.\.\.$"):
        check_parameters([parameter], {}, "p")
