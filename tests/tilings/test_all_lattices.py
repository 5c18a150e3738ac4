"""Turning or mirroring any instance leaves its count unchanged, and equals brute force."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.tilings.cells_model import cells
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingInstance
from support.oracles import count_tilings, list_tilings
from support.random_tilings import (
    count_covers,
    instance_of,
    random_tiling,
    symmetric_tiling,
    tile,
    turned,
)

EVERY = pytest.mark.parametrize("name", LATTICES)


def counted(instance: TilingInstance, *, reduce: bool = False) -> int:
    """The count of CP-SAT."""
    return int(count_solutions(placement(instance, reduce=reduce).model, backend="cpsat"))


@pytest.mark.exhaustive
@EVERY
@pytest.mark.parametrize("seed", range(8))
def test_random_instances_have_as_many_solutions_as_brute_force_finds(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    plain = TILING.position(instance).plain()
    expected = list_tilings(plain)
    assert count_tilings(plain) == len(expected)
    formulated = placement(instance)
    found: list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]] = []
    assert enumerate_solutions(formulated.model, found.append, "cpsat").complete
    solutions = [formulated.decode(values) for values in found]
    listed = [tuple((one.tile, one.points) for one in solution.tiles) for solution in solutions]
    assert sorted(listed) == expected
    for solution in solutions[:5]:
        assert check_tiling(plain, solution.to_json()) == []
    assert counted(instance, reduce=True) == len(expected)


@EVERY
@pytest.mark.parametrize("seed", range(100, 104))
def test_cells_count_the_same(name: str, seed: int) -> None:
    instance = random_tiling(seed, name, most=8, singles=True)
    assert all(one.is_single for one in instance.tiles)
    expected = count_tilings(TILING.position(instance).plain())
    assert count_covers(PlacementTable.of(instance)) == expected
    for aggregated in (False, True):
        formulated = cells(instance, aggregated=aggregated)
        assert int(count_solutions(formulated.model, backend="cpsat")) == expected


@EVERY
@pytest.mark.parametrize("seed", range(200, 208))
def test_turning_and_mirroring_leave_the_count(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    expected = count_tilings(TILING.position(instance).plain())
    size = len(PlacementTable.of(instance))
    group = range(len(LATTICES[name].point_group))
    # Of the 48 in space a few at a time: other seeds have others.
    numbers = group if len(group) < 20 else random.Random(seed).sample(group, 8)
    for number in numbers:
        other = turned(instance, number)
        table = PlacementTable.of(other)
        assert len(table) == size
        assert count_covers(table) == expected
    last = turned(instance, numbers[-1])
    assert count_tilings(TILING.position(last).plain()) == expected
    assert counted(last) == counted(last, reduce=True) == expected


@EVERY
@pytest.mark.parametrize("seed", range(300, 303))
def test_givens_turn_along(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    solutions = list_tilings(TILING.position(instance).plain())
    if not solutions:
        return
    tile, points = random.Random(seed).choice(solutions)[0]
    given = replace(instance, givens=(PlacedTile(tile, points),))
    expected = [one for one in solutions if (tile, points) in one]
    assert list_tilings(TILING.position(given).plain()) == expected
    assert counted(given) == counted(given, reduce=True) == len(expected)
    other = turned(given, len(LATTICES[name].point_group) - 1)
    assert count_tilings(TILING.position(other).plain()) == len(expected) == counted(other)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_lines_that_are_filled_turn_along(seed: int) -> None:
    """Towers: every row has one core piece."""
    dice = random.Random(seed)
    height, width = dice.choice([(2, 4), (2, 5), (2, 6), (3, 4)])
    region = Region.of(
        LATTICES["square"],
        np.ndindex(height, width),
        periods=[(0, width)] if dice.random() < 0.7 else [],
        further={"ring": 0},
    )
    cores = [
        tile(str(gap), "square", [(0, 0), (0, gap + 1)], motions=("0", "180"), fills=("ring",),
             least=0, most=dice.choice([1, 1, None]))
        for gap in range(3)
    ]  # fmt: skip
    outer = [
        tile("I", "square", [(0, 0), (0, 1), (0, 2)], least=0, motions=("0", "180")),
        tile("L", "square", [(0, 0), (0, 1), (1, 1)], least=0, motions=("0", "180")),
        tile("D", "square", [(0, 0), (0, 1)], least=0, most=2),
        tile("M", "square", [(0, 0)], least=0, most=2, motions="shifts"),
    ]
    instance = instance_of(region, [*cores, *outer])
    expected = count_tilings(TILING.position(instance).plain())
    assert expected == len(list_tilings(TILING.position(instance).plain())) > 0
    assert counted(instance) == counted(instance, reduce=True) == expected
    for number in range(8):
        other = turned(instance, number)
        assert count_covers(PlacementTable.of(other)) == expected
        assert count_tilings(TILING.position(other).plain()) == expected


@pytest.mark.exhaustive
def test_most_random_instances_have_a_solution_and_some_are_wrapped() -> None:
    """So that the tests above say something."""
    made = [random_tiling(seed, name) for name in LATTICES for seed in range(12)]
    counts = [count_tilings(TILING.position(instance).plain()) for instance in made]
    assert sum(count > 0 for count in counts) > 0.8 * len(counts)
    assert sum(count > 1 for count in counts) > 0.4 * len(counts)
    assert sum(len(instance.region.periods) > 0 for instance in made) > 0.2 * len(made)
    assert sum(bool(instance.conditions) for instance in made) > 3
    assert sum(any(not one.is_single for one in instance.tiles) for instance in made) > 20
    seen = {one.motions for instance in made for one in instance.tiles}
    assert seen >= {"all", "rotations", "shifts"}


MANY = 20_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("lattice", LATTICES)
def test_symmetries_leave_the_count(lattice: str) -> None:
    """Whichever engine counts, whether or not it lets one choice count for equivalent ones."""
    seen: Counter[str] = Counter()
    for seed in range(20):
        instance = symmetric_tiling(seed, lattice)
        expected = count_tilings(TILING.position(instance).plain())
        program = placement(instance, reduce=seed % 3 == 0).model.program()
        # A dozen equal tiles with names of their own can change places in any way.
        search = Engine.SEARCH if expected < MANY else Engine.TABLE
        engines = (search, Engine.TABLE) if seed % 2 else (Engine.TABLE, search)
        for engine, symmetry in zip(engines, (True, False), strict=True):
            options = Options(cover=Settings(engine=engine, symmetry=symmetry))
            found = count_solutions(program, backend="exactcover", options=options)
            assert (int(found), found.complete) == (expected, True), (seed, engine, symmetry)
            said = str(found.result.details.get("symmetry"))
            seen["spared"] += "searched" in said
            seen["pairs"] += "pairs" in said
        seen["several"] += expected > 1
        seen["conditions"] += bool(instance.conditions)
        seen["givens"] += bool(instance.givens)
        seen["copies"] += any((one.most or 2) > 1 for one in instance.tiles)
        seen["optional"] += any(one.least == 0 for one in instance.tiles)
    assert min(seen[sort] for sort in ("several", "copies", "optional", "spared")) > 7, seen
    assert min(seen["conditions"], seen["givens"], seen["pairs"]) > 0, seen
