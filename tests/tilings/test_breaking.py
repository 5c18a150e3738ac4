"""Symmetry breaking: of every orbit something is left, and no more than is said."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.tilings.cells_model import cells
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import (
    Breaking,
    PlacedTile,
    TilingInstance,
    TilingSolution,
)
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries, break_symmetry
from support.oracles import list_tilings
from support.random_tilings import instance_of, random_tiling, tile


def tiling(puzzle: str, preset: str) -> TilingInstance:
    instance: Any = load(puzzle, preset).instance
    return instance  # type: ignore[no-any-return] # it is a tiling


class Solved:
    """An instance with all its solutions, as sets of placements, and their orbits."""

    def __init__(self, instance: TilingInstance) -> None:
        self.instance = instance
        table = PlacementTable.of(instance)
        number = {
            (placed.tile, placed.points): placement
            for placement, placed in enumerate(map(table.placed, range(len(table))))
        }
        symmetries = TilingSymmetries.of(instance)
        self.order = symmetries.order
        self.solutions: list[frozenset[int]] = []
        self.orbits: list[bytes] = []
        for found in list_tilings(TILING.position(instance).plain()):
            tiles = tuple(PlacedTile(*one) for one in found)
            self.solutions.append(frozenset(number[one.tile, one.points] for one in tiles))
            self.orbits.append(symmetries.orbit(TilingSolution(instance, tiles))[0])

    def left(self, breaking: Breaking) -> list[bytes]:
        """The orbits of the solutions that are left."""
        dropped = set(breaking.dropped.tolist())
        conflicts = [set(part.tolist()) for part in breaking.conflicts]
        return [
            orbit
            for solution, orbit in zip(self.solutions, self.orbits, strict=True)
            if not solution & dropped and all(len(solution & part) <= 1 for part in conflicts)
        ]

    def check(self, breaking: Breaking) -> None:
        """Every orbit is still there; once, if that was said."""
        left = self.left(breaking)
        assert set(left) == set(self.orbits)
        if breaking.exact:
            assert len(left) == len(set(left))


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("singles", [False, True])
def test_something_is_left_of_every_orbit(name: str, seed: int, singles: bool) -> None:
    instance = random_tiling(seed, name, most=8, singles=singles)
    solved = Solved(instance)
    if len(solved.solutions) > 400:
        return
    choices = ["auto", *(one.name for one in instance.tiles if one.is_single)]
    for choice in choices:
        breaking = break_symmetry(instance, choice)
        if breaking is None:
            assert (solved.order, choice) == (1, "auto")
        else:
            assert breaking.text
            solved.check(breaking)
    assert break_symmetry(instance, "off") is None


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", range(3))
def test_models_have_the_solutions_that_are_left(name: str, seed: int) -> None:
    instance = random_tiling(seed, name, most=8, singles=True)
    solved = Solved(instance)
    breaking = break_symmetry(instance, "auto")
    if breaking is None:
        return
    broken = replace(instance, breaking=breaking)
    expected = len(solved.left(breaking))
    models = [
        placement(broken).model,
        placement(broken, reduce=True).model,
        cells(broken).model,
        cells(broken, aggregated=True).model,
    ]
    for model in models:
        assert int(count_solutions(model, backend="cpsat")) == expected
    # It is a group of its own, and can be left out.
    whole = models[0].without("symmetry breaking")
    assert int(count_solutions(whole, backend="cpsat")) == len(solved.solutions)


@pytest.mark.parametrize("height", [2, 3, 4, 5])
def test_towers_are_broken_by_the_ring_of_a_row(height: int) -> None:
    """As the seed should have done it: the core piece of row 0 at column 0, less than the last."""
    instance = tiling("tower", f"height-{height}")
    breaking = break_symmetry(instance, "auto")
    assert breaking is not None
    assert breaking.exact
    assert breaking.text.startswith("the ring of row 1 is covered by 5 of 60 placements")
    if height == 2:
        model = placement(replace(instance, breaking=breaking)).model
        assert int(count_solutions(model, backend="cpsat")) == 23


@pytest.mark.exhaustive
def test_the_notebook_keeps_12_of_the_23_towers_only() -> None:
    """Its own breaking, with its turned pieces restored, loses what it should not.

    The core piece over row 0 lies at column 0 (`i == 0 and inner_layer`), and U lies as printed in
    row 0 at column 0 (`positions = [positions[0]]`).
    """
    instance = tiling("tower", "height-2")
    solved, table = Solved(instance), PlacementTable.of(instance)
    (ring,) = instance.region.further
    # As printed: U.U over UUU. It covers 0 and 2 of row 0, and 0, 1, 2 of row 1.
    printed = {(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)}
    over_ring, of_u = set(), set()
    for number, (_, *label) in enumerate(table.labels()):
        if ring.first in table.covered(number) and label != [1, (0, 0)]:
            over_ring.add(number)
        placed = table.placed(number)
        if placed.tile == "U" and set(placed.points) != printed:
            of_u.add(number)
    assert (len(over_ring), len(of_u)) == (60 - 5, 24 - 1)
    assert (len(solved.solutions), len(set(solved.orbits))) == (552, 23)
    pairs = list(zip(solved.solutions, solved.orbits, strict=True))
    assert len({orbit for one, orbit in pairs if not one & (over_ring | of_u)}) == 12
    # The anchor alone loses nothing, and leaves each tower twice: it can be turned upside down.
    half = Counter(orbit for one, orbit in pairs if not one & over_ring)
    assert half == dict.fromkeys(solved.orbits, 2)


@pytest.mark.parametrize(
    ("puzzle", "preset", "exact"),
    [
        ("lonpos", "empty", True),
        ("tritetratan", "form", True),
        ("tower", "height-2", True),
        ("pentominoes", "6x10", True),
        ("pentominoes", "8x8", True),
        ("tetrahexes", "parallelogram", True),
        ("hexiamonds", "rhombus", True),
        ("dominoes", "4x4", False),
        # No tile and no atom has a trivial stabiliser everywhere.
        ("soma", "cube", False),
        ("pyramid", "empty", False),
        ("cube", "empty", False),
    ],
)
def test_what_auto_finds_for_the_presets(puzzle: str, preset: str, exact: bool) -> None:
    breaking = break_symmetry(tiling(puzzle, preset), "auto")
    assert breaking is not None
    assert breaking.exact is exact


@pytest.mark.parametrize(
    ("puzzle", "preset", "choice", "message"),
    [
        ("tower", "height-2", "U", "tile U cannot break symmetries: it may be left out"),
        ("cube", "empty", "L", "tile L cannot break symmetries: it has several copies"),
        ("dominoes", "4x4", "D", "tile D cannot break symmetries: it has several copies"),
        ("lonpos", "empty", "a", "unknown tile 'a'"),
        ("lonpos", "empty", "on", "unknown tile 'on'"),
    ],
)
def test_tiles_that_break_nothing(puzzle: str, preset: str, choice: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        break_symmetry(tiling(puzzle, preset), choice)


def test_nothing_to_break_is_no_breaking() -> None:
    assert break_symmetry(tiling("lonpos", "5pieces"), "auto") is None
    assert break_symmetry(tiling("lonpos", "empty"), "off") is None


@pytest.mark.parametrize("choice", ["auto", "D"])
def test_where_no_tile_fits_there_is_nothing_to_lose(choice: str) -> None:
    region = Region.of(LATTICES["square"], [(0, 0), (1, 1)])
    instance = instance_of(region, [tile("D", "square", [(0, 0), (0, 1)])])
    breaking = break_symmetry(instance, choice)
    assert breaking is not None
    assert breaking.dropped.tolist() == []
    model = placement(replace(instance, breaking=breaking)).model
    assert int(count_solutions(model)) == 0
