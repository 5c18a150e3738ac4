"""Boards whose solutions take minutes to count: what can be said of them in a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.moves import invariant_under
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.cover.backend import ExactCoverBackend
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries

ROOT = Path(__file__).parents[2]
LONG = Library.standard([ROOT / "benchmarks" / "long"])
HEXIAMONDS, PENTOMINOES = "one-sided-hexiamonds", "one-sided-pentominoes"
BOARDS = [
    (HEXIAMONDS, "hexagon", 12),
    (HEXIAMONDS, "bumpy-triangle", 6),
    *((PENTOMINOES, preset, 4) for preset in ("3x30", "5x18", "6x15", "9x10")),
]


def test_all_boards_are_here() -> None:
    names = [(one, preset) for one in (HEXIAMONDS, PENTOMINOES) for preset in LONG.presets(one)]
    assert sorted(names) == sorted((puzzle, preset) for puzzle, preset, _ in BOARDS)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset", "order"), BOARDS)
def test_no_solution_is_its_own_image(puzzle: str, preset: str, order: int) -> None:
    """So each class has as many solutions as there are symmetries."""
    instance: Any = load(puzzle, preset, library=LONG).instance
    symmetries = TilingSymmetries.of(instance)
    assert symmetries.order == order
    assert len(instance.region) == sum(len(tile.shapes[0]) for tile in instance.tiles)
    formulated = placement(instance)
    assert formulated.moves is not None
    program = formulated.model.program()
    for move in formulated.moves(symmetries)[1:]:
        assert int(count_solutions(invariant_under(program, move), backend="exactcover")) == 0
    if preset != "9x10":
        assert instance.solutions == order * instance.solutions_up_to_symmetry


@pytest.mark.exhaustive
def test_the_smallest_board_is_counted() -> None:
    answer = experiment(PENTOMINOES, "3x30", library=LONG).count(up_to_symmetry=True)
    instance: Any = load(PENTOMINOES, "3x30", library=LONG).instance
    assert (answer.count, answer.count_up_to_symmetry) == (184, 46)
    assert (instance.solutions, instance.solutions_up_to_symmetry) == (184, 46)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("preset", "tile", "chosen"),
    [("hexagon", "H", 175_965_283), ("bumpy-triangle", "J", 818_159_540)],
)
def test_an_estimate_is_near_what_a_count_has_chosen(preset: str, tile: str, chosen: int) -> None:
    instance: Any = load(HEXIAMONDS, preset, library=LONG).break_symmetry(tile).instance
    measured = ExactCoverBackend().measured(placement(instance).model.program())
    assert measured is not None
    assert abs(measured.nodes - chosen) < 3 * measured.error < 2 * chosen
