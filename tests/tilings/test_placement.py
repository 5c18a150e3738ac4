"""Models by placements; position reduction against sets, which may never change a count."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable, reduced
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, Point
from support.oracles import count_tilings
from support.random_tilings import count_covers, instance_of, random_tiling, tile


def test_the_empty_board_has_the_known_size() -> None:
    name, formulated = formulate(load("lonpos", "empty"))
    statistics = formulated.model.statistics()
    assert name == "placement"
    assert (statistics.variables, statistics.deciding, statistics.rows) == (1789, 1789, 67)
    assert statistics.rows_by_group == {"each tile once": 12, "each cell once": 55}
    assert statistics.rows_by_kind == {"exactly_one": 67}


def test_given_tiles_are_a_group_of_their_own() -> None:
    _, formulated = formulate(load("lonpos", "8pieces"))
    assert formulated.model.statistics().rows_by_group["starting position"] == 8
    assert all(group.why for group in formulated.model.groups)
    empty = formulated.model.without("starting position")
    assert empty.statistics().rows == 67


def test_names_say_which_placement_and_which_cell() -> None:
    _, formulated = formulate(load("lonpos", "8pieces"))
    model = formulated.model
    assert model.name_of(0) == "place[A, 1, (0, 0)]"
    names = [model.row_name(row) for row in range(75)]
    assert names[:2] == ["each tile once[A]", "each tile once[B]"]
    assert names[12:14] == ["each cell once[0, 0]", "each cell once[0, 1]"]
    assert names[67] == "starting position[A]"


def test_every_row_is_what_it_says() -> None:
    instance = load("lonpos", "empty").instance
    formulated = placement(instance)
    table = PlacementTable.of(instance)
    rows = formulated.model.program().rows
    for row in range(12):
        columns = rows.columns[rows.starts[row] : rows.starts[row + 1]]
        assert (np.nonzero(table.tile == row)[0] == columns).all()
    for cell in range(55):
        columns = rows.columns[rows.starts[12 + cell] : rows.starts[13 + cell]]
        covering = [p for p in range(len(table)) if cell in table.covered(p)]
        assert columns.tolist() == covering


def test_decoding_survives_answers_of_weaker_models() -> None:
    tiles = [tile(name, "square", [(0, 0), (0, 1)]) for name in "AB"]
    instance = instance_of(Region.of(LATTICES["square"], np.ndindex(2, 2)), tiles)
    formulated = placement(instance)
    nothing = formulated.decode(np.zeros(8, dtype=np.int64)).to_json()
    assert nothing["rows"] == ["..", ".."]
    everything = formulated.decode(np.ones(8, dtype=np.int64)).to_json()
    assert everything["rows"] == ["**", "**"]


# Reduction.


def reduced_by_sets(table: PlacementTable) -> list[int]:
    """Drops placements, all at once, until every atom outside of each can still be covered."""
    covers = [frozenset(table.covered(number).tolist()) for number in range(len(table))]
    atoms = frozenset(range(len(table.instance.region)))
    left = set(range(len(table)))
    while True:
        over = {atom: [p for p in left if atom in covers[p]] for atom in atoms}
        stays = {
            p
            for p in left
            if all(any(not covers[q] & covers[p] for q in over[a]) for a in atoms - covers[p])
        }
        if stays == left:
            return sorted(left)
        left = stays


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", [*range(15), 2113, 2153, 2207])
def test_reduction_is_that_of_sets_and_leaves_the_count(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    table = PlacementTable.of(instance)
    left = reduced(table)
    assert left.tolist() == reduced_by_sets(table)
    smaller = table.chosen(left)
    assert reduced(smaller).tolist() == list(range(len(left)))
    number = count_tilings(TILING.position(instance).plain())
    assert count_covers(smaller) == count_covers(table) == number


def test_given_tiles_stay_although_reduction_would_drop_them() -> None:
    """The given domino leaves a cell alone on either side."""
    region = Region.of(LATTICES["square"], [(0, column) for column in range(4)])
    tiles = [tile(name, "square", [(0, 0), (0, 1)]) for name in "AB"]
    given = replace(instance_of(region, tiles), givens=(PlacedTile("A", ((0, 1), (0, 2))),))
    stated = placement(given, reduce=True)
    assert stated.model.row_name(len(stated.model.rows()) - 1) == "starting position[A]"
    assert int(count_solutions(stated.model)) == 0
    assert int(count_solutions(stated.model.without("starting position"))) == 2


@pytest.mark.parametrize("points", [[(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (2, 2)]])
def test_nothing_may_be_left(points: list[Point]) -> None:
    """Any domino leaves a cell alone, or there is one already."""
    region = Region.of(LATTICES["square"], points)
    dominoes = instance_of(region, [tile("D", "square", [(0, 0), (0, 1)], least=0, most=None)])
    table = PlacementTable.of(dominoes)
    assert len(table) > 0
    assert reduced(table).tolist() == []


def test_there_may_be_no_placement_at_all() -> None:
    """The only tile is too large: the model is stated all the same, and has no solution."""
    region = Region.of(LATTICES["square"], [(0, 0)])
    instance = instance_of(region, [tile("D", "square", [(0, 0), (0, 1)])])
    assert reduced(PlacementTable.of(instance)).tolist() == []
    for reduce in (False, True):
        assert int(count_solutions(placement(instance, reduce=reduce).model)) == 0


def test_many_placements_are_looked_at_in_parts() -> None:
    """More than one part of the work: the empty board of Lonpos has 1,789 placements."""
    table = PlacementTable.of(load("lonpos", "empty").instance)
    left = reduced(table)
    assert left.tolist() == reduced_by_sets(table)
    assert len(left) == 1697
