"""Instances that are written as files are read as the same again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load, puzzle_kind
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import LATTICES, SQUARE
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.tilings.instance_schema import read_instance
from ilpuzzles.tilings.tiling_exchange import instance_text
from ilpuzzles.tilings.tiling_puzzle import TilingInstance
from support.random_tilings import instance_of, random_tiling, tile

LIBRARY = Library.standard()
PRESETS = [
    (puzzle, preset)
    for puzzle in LIBRARY.puzzles()
    for preset in LIBRARY.presets(puzzle)
    if puzzle_kind(puzzle).name == "tiling"
]


def require_same(instance: TilingInstance, again: TilingInstance) -> None:
    assert again.region.points.tolist() == instance.region.points.tolist()
    assert again.region.periods.tolist() == instance.region.periods.tolist()
    first, second = ([kind.name for kind in one.region.further] for one in (instance, again))
    assert first == second
    assert again.givens == instance.givens


@pytest.mark.parametrize(("puzzle", "preset"), PRESETS)
def test_every_preset_is_read_again(puzzle: str, preset: str, tmp_path: Path) -> None:
    loaded = load(puzzle, preset)
    instance = loaded.instance
    assert isinstance(instance, TilingInstance)
    file = tmp_path / "again.yaml"
    file.write_text(loaded.with_instance(instance).to_yaml(loaded.parameters))
    again = load(puzzle, file=file)
    assert isinstance(again.instance, TilingInstance)
    require_same(instance, again.instance)
    assert again.parameters == loaded.parameters


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", ["cube", "pyramid", "tower", "tritetratan", "dominoes"])
def test_a_solved_board_is_read_again(puzzle: str, tmp_path: Path) -> None:
    loaded = load(puzzle, "4x4" if puzzle == "dominoes" else None)
    (solution,) = solve(loaded).solutions
    solved = replace(loaded.instance, givens=solution.tiles)
    file = tmp_path / "solved.yaml"
    file.write_text(loaded.with_instance(solved).to_yaml(loaded.parameters))
    again = load(puzzle, file=file).instance
    assert isinstance(again, TilingInstance)
    assert again.givens == solution.tiles


@pytest.mark.parametrize("name", LATTICES)
@pytest.mark.parametrize("seed", range(8))
def test_random_regions_are_read_again(name: str, seed: int) -> None:
    instance = random_tiling(seed, name)
    periods = instance.region.periods
    if instance.region.further or (np.count_nonzero(periods, axis=1) > 1).any():
        # No file can say that a seam is shifted to one side.
        return
    puzzle = replace(instance.puzzle, region=None)
    instance = replace(instance, puzzle=puzzle, givens=())
    tree = read_tree(instance_text(instance, {}), "again.yaml")
    again = read_instance(puzzle, tree)
    assert again.region.periods.tolist() == periods.tolist()
    # A drawing may begin somewhere else.
    corner = again.region.points[0]
    shifts = corner - instance.region.points
    wanted = set(map(tuple, again.region.points.tolist()))
    assert any(
        set(map(tuple, again.region.reduced(instance.region.points + shift).tolist())) == wanted
        for shift in shifts[instance.region.lattice.are_translations(shifts)]
    )


def test_a_wrapped_region_with_rings_is_read_again() -> None:
    points = [(row, column) for row in range(2) for column in range(4)]
    region = Region.of(SQUARE, points, periods=[(0, 4)], further={"ring": 0})
    core = replace(tile("C", "square", [(0, 0), (0, 1)], least=2, most=2), fills=("ring",))
    rest = tile("D", "square", [(0, 0), (0, 1)], least=2, most=2)
    instance = instance_of(region, [core, rest])
    puzzle = replace(instance.puzzle, region=None)
    text = instance_text(replace(instance, puzzle=puzzle), {})
    assert "wrap: {columns: 4}\nfurther: {ring: rows}" in text
    require_same(instance, read_instance(puzzle, read_tree(text, "again.yaml")))
