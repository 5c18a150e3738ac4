"""What the presets say about their numbers of solutions, counted by CP-SAT.

See `test_preset_oracles.py` for another count. The greatest numbers take an engine of their own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ilpuzzles.library import Library
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.puzzles.tiling.placement_model import placement
from ilpuzzles.puzzles.tiling.tiling_symmetry import TilingSymmetries, break_symmetry
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load

LONPOS = [("lonpos", preset) for preset in Library.standard().presets("lonpos")]
SOLVER = [
    ("cube", "empty"),
    ("dominoes", "4x4"),
    ("pentominoes", "3x20"),
    ("tetrahexes", "parallelogram"),
    ("tower", "height-2"),
    *(one for one in LONPOS if one != ("lonpos", "empty")),
]


@pytest.mark.parametrize(("puzzle", "preset"), SOLVER)
def test_counts_stand_in_the_files(puzzle: str, preset: str) -> None:
    """By CP-SAT; solutions keep the rules, and orbits are as many as the file says."""
    loaded = load(puzzle, preset)
    instance: Any = loaded.instance
    _, formulated = formulate(loaded)
    found: list[IntArray] = []
    result = enumerate_solutions(formulated.model, found.append)
    assert result.complete
    assert len(found) == instance.solutions
    plain = loaded.family.plain(instance)
    symmetries = TilingSymmetries.of(instance)
    solutions = [formulated.decode(values) for values in found]
    orbits = dict(map(symmetries.orbit, solutions))
    assert sum(orbits.values()) == len(found)
    if instance.solutions_up_to_symmetry is not None:
        assert len(orbits) == instance.solutions_up_to_symmetry
    # Of thousands, every twentieth will do.
    step = 1 if len(solutions) < 1000 else 20
    assert not any(check_tiling(plain, one.to_json()) for one in solutions[::step])


@pytest.mark.parametrize(
    ("puzzle", "preset", "choice"),
    [
        ("tetrahexes", "parallelogram", "auto"),
        ("tower", "height-2", "auto"),
        ("tritetratan", "form", "K"),
    ],
)
def test_an_exact_breaking_leaves_those_that_are_really_different(
    puzzle: str, preset: str, choice: str
) -> None:
    instance: Any = load(puzzle, preset).instance
    breaking = break_symmetry(instance, choice)
    assert breaking is not None
    assert breaking.exact
    model = placement(replace(instance, breaking=breaking), reduce=True).model
    assert int(count_solutions(model)) == instance.solutions_up_to_symmetry
