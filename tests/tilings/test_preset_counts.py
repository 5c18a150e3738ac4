"""What the presets say about their numbers of solutions, counted by CP-SAT and by plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.reading.library import Library
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries, break_symmetry
from support.oracles import count_tilings

LONPOS = [("lonpos", preset) for preset in Library.standard().presets("lonpos")]
SOLVER = [
    ("cube", "empty"),
    ("dominoes", "4x4"),
    ("pentominoes", "3x20"),
    ("tetrahexes", "parallelogram"),
    ("tower", "height-2"),
    *(one for one in LONPOS if one != ("lonpos", "empty")),
]
ORACLE = [("lonpos", "empty"), ("dominoes", "8x8"), ("pentominoes", "4x15"), ("soma", "cube")]
"""These agree as well, and take long: pentominoes on 8 by 8 (8 s), towers of height 3 (12 s), the
rhombus of hexiamonds (12 s), the form of tritetratan (104 s)."""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), SOLVER)
def test_counts_stand_in_the_files(puzzle: str, preset: str) -> None:
    """Solutions keep the rules, orbits are as many as the file says, and breaking leaves each."""
    loaded = load(puzzle, preset)
    instance: Any = loaded.instance
    _, formulated = formulate(loaded)
    found: list[IntArray] = []
    assert enumerate_solutions(formulated.model, found.append).complete
    plain = loaded.plain()
    assert len(found) == instance.solutions == count_tilings(plain)
    symmetries = TilingSymmetries.of(instance)
    solutions = [formulated.decode(values) for values in found]
    orbits = dict(map(symmetries.orbit, solutions))
    assert sum(orbits.values()) == len(found)
    if instance.solutions_up_to_symmetry is not None:
        assert len(orbits) == instance.solutions_up_to_symmetry
    # Of thousands, every twentieth will do.
    step = 1 if len(solutions) < 1000 else 20
    assert not any(check_tiling(plain, one.to_json()) for one in solutions[::step])
    breaking = break_symmetry(instance, "auto")
    if breaking is not None:
        model = placement(replace(instance, breaking=breaking), reduce=True).model
        left = int(count_solutions(model))
        assert left == len(orbits) if breaking.exact else len(orbits) <= left <= len(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), ORACLE)
def test_the_oracle_counts_the_same(puzzle: str, preset: str) -> None:
    loaded = load(puzzle, preset)
    assert count_tilings(loaded.plain()) == loaded.instance.solutions


@pytest.mark.exhaustive
def test_the_form_of_tritetratan_has_31_solutions_by_its_tile_k() -> None:
    instance: Any = load("tritetratan", "form").instance
    breaking = break_symmetry(instance, "K")
    assert breaking is not None
    assert breaking.exact
    model = placement(replace(instance, breaking=breaking), reduce=True).model
    assert int(count_solutions(model)) == instance.solutions_up_to_symmetry == 31
