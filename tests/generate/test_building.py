"""Positions of solids that can be set up by hand: every piece rests on the floor or on others."""

from __future__ import annotations

from itertools import permutations

import pytest

from ilpuzzles import load
from ilpuzzles.dice import Dice
from ilpuzzles.errors import InputError
from ilpuzzles.generate.building import BuildingSite, Cells, Gravity
from ilpuzzles.generate.generator_base import PositionRequest
from ilpuzzles.generate.position_search import TilingSearch
from ilpuzzles.generate.unique_givens import without_givens
from ilpuzzles.tilings.placement_bits import ones
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import TilingInstance

SOLIDS = ("pyramid", "soma", "cube", "tower")
SHARES = (0.65, 0.45, 0.3)
"""How much of a board is given where it is easy, medium or hard."""


def instance_of(puzzle: str) -> TilingInstance:
    instance = load(puzzle).instance
    assert isinstance(instance, TilingInstance)
    return instance


def gravity_of(puzzle: str) -> Gravity:
    gravity = Gravity.of(instance_of(puzzle))
    assert gravity is not None
    return gravity


def test_a_flat_board_has_no_gravity() -> None:
    instance = without_givens("lonpos").instance
    assert isinstance(instance, TilingInstance)
    assert Gravity.of(instance) is None


@pytest.mark.parametrize(
    ("puzzle", "counts"),
    [("pyramid", {0: 25, 4: 30}), ("soma", {0: 9, 1: 18}), ("tower", {0: 12, 1: 12})],
)
def test_balls_lie_in_hollows_and_cubes_on_cubes(puzzle: str, counts: dict[int, int]) -> None:
    carriers = gravity_of(puzzle).carriers
    found = {number: sum(len(one) == number for one in carriers) for number in (0, 1, 4)}
    assert {number: count for number, count in found.items() if count} == counts


def test_a_ball_needs_its_whole_hollow() -> None:
    gravity = gravity_of("pyramid")
    apex = frozenset({0})
    hollow = gravity.carriers[0]
    assert len(gravity.above[54]) > 0
    assert not gravity.can_lay(apex, frozenset())
    assert not gravity.can_lay(apex, frozenset(sorted(hollow)[:3]))
    assert gravity.can_lay(apex, hollow)
    assert not gravity.can_lay(hollow, apex)


def test_a_cube_stands_on_one_cell_and_is_laid_from_above() -> None:
    gravity = gravity_of("soma")
    top, middle, floor = 0, 9, 18  # a column
    beside = 1
    assert gravity.can_lay(frozenset({floor}), frozenset())
    assert not gravity.can_lay(frozenset({middle}), frozenset())
    assert gravity.can_lay(frozenset({top, beside}), frozenset({middle}))
    assert not gravity.can_lay(frozenset({floor}), frozenset({top}))
    # Two pieces of which each has a cell above the other one.
    hooks = [frozenset({top, 10, 19}), frozenset({beside, middle, floor})]
    assert gravity.order(hooks) is None


def can_be_built(gravity: Gravity, pieces: list[Cells]) -> bool:
    """Whether one of all orders lays each piece where it stays."""
    for order in permutations(pieces):
        full: Cells = frozenset()
        for piece in order:
            if not gravity.can_lay(piece, full):
                break
            full |= piece
        else:
            return True
    return False


def cut_cone(gravity: Gravity, dice: Dice) -> list[Cells]:
    """A ball of the third layer from below with all that carries it, cut into three pieces."""
    under = next(n for n, above in enumerate(gravity.above) if len(above) == 5)
    cone = {under}
    for _ in range(2):
        cone |= {carrier for cell in cone for carrier in gravity.carriers[cell]}
    parts: list[set[int]] = [set(), set(), set()]
    for cell in sorted(cone):
        # Mostly by layers, or nothing of it could ever be built.
        layer = 0 if cell == under else 1 if under in gravity.carriers[cell] else 2
        dice.choice([parts[layer]] * 8 + parts).add(cell)
    return [frozenset(part) for part in parts if part]


def placements(gravity: Gravity, table: PlacementTable, dice: Dice) -> list[Cells]:
    """Up to four pieces that do not overlap."""
    pieces: list[Cells] = []
    for _ in range(40):
        piece = gravity.cells_of(table.placed(dice.below(len(table))))
        if len(pieces) < 4 and not any(piece & other for other in pieces):
            pieces.append(piece)
    return pieces


@pytest.mark.parametrize("puzzle", ["pyramid", "soma", "tower"])
def test_an_order_is_found_where_there_is_one(puzzle: str) -> None:
    gravity = gravity_of(puzzle)
    table = PlacementTable.of(instance_of(puzzle))
    verdicts = []
    for seed in range(60):
        dice = Dice(seed)
        is_pyramid = puzzle == "pyramid"
        pieces = cut_cone(gravity, dice) if is_pyramid else placements(gravity, table, dice)
        order = gravity.order(pieces)
        verdicts.append(order is not None)
        assert (order is not None) == can_be_built(gravity, pieces)
        full: Cells = frozenset()
        for number in order or ():
            assert gravity.can_lay(pieces[number], full)
            full |= pieces[number]
    assert 0 < sum(verdicts) < len(verdicts)


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", SOLIDS)
def test_new_positions_of_solids_can_be_set_up(puzzle: str) -> None:
    start = without_givens(puzzle, parameters={})
    for share in SHARES:
        tiles = {"pyramid": 12, "soma": 7, "cube": 9, "tower": 7}[puzzle]
        asked = PositionRequest(placed=round(tiles * share), unique=True, seed=2)
        (made,) = TilingSearch(start, asked).run().positions
        gravity = gravity_of(puzzle)
        assert gravity.order([gravity.cells_of(tile) for tile in made.givens]) is not None
        assert made.unique
        assert len(made.givens) == asked.placed


def test_the_same_seed_builds_the_same_position() -> None:
    asked = PositionRequest(placed=4, seed=9)
    texts = {TilingSearch(without_givens("soma"), asked).run().positions[0].text for _ in range(2)}
    assert len(texts) == 1
    with pytest.raises(InputError, match="8 tiles placed, where a solution has 7"):
        TilingSearch(without_givens("soma"), PositionRequest(placed=8)).run()


def test_drawn_sets_can_be_built() -> None:
    (made,) = (
        TilingSearch(without_givens("soma"), PositionRequest(placed=1, seed=1)).run().positions
    )
    site = BuildingSite(gravity_of("soma"), made.solution.tiles)
    drawn = [site.draw(4, Dice(seed)) for seed in range(20)]
    sets = {kept for kept in drawn if kept is not None}
    assert len(sets) > 3
    assert all(site.can_be_built(kept) and len(list(ones(kept))) == 4 for kept in sets)
