"""What the presets say about their numbers of solutions, counted by plain Python."""

from __future__ import annotations

import pytest

from ilpuzzles.library import Library
from ilpuzzles.workbench.loading import load
from support.oracles import count_tilings

PRESETS = [
    *(("lonpos", preset) for preset in Library.standard().presets("lonpos")),
    ("cube", "empty"),
    ("dominoes", "4x4"),
    ("dominoes", "6x6"),
    ("dominoes", "8x8"),
    ("pentominoes", "3x20"),
    ("pentominoes", "4x15"),
    ("soma", "cube"),
    ("tetrahexes", "parallelogram"),
    ("tower", "height-2"),
]
"""These agree as well, and take long: pentominoes on 8 by 8 (8 s), towers of height 3 (12 s), the
rhombus of hexiamonds (12 s), the form of tritetratan (104 s)."""


@pytest.mark.parametrize(("puzzle", "preset"), PRESETS)
def test_the_oracle_counts_the_same(puzzle: str, preset: str) -> None:
    loaded = load(puzzle, preset)
    assert count_tilings(loaded.family.plain(loaded.instance)) == loaded.instance.solutions
