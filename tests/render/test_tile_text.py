from __future__ import annotations

import pytest

from ilpuzzles.render.text import as_plain
from ilpuzzles.workbench.loading import load_puzzle
from support.drawn import LIBRARY


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (
            "solitary",
            (
                "A, 1 cell, may be left out\n"
                "   A\n"
                "B, 3 cells, any number\n"
                "   B           B\n"
                "   B B       B B\n"
                "C  domino, 2 cells, up to 3 copies\n"
                "   C C\n"
                "D, 2 cells, 2 copies\n"
                "   D D"
            ),
        ),
        ("triangles", "A, 3 cells, 3 copies\n   A A A"),
        ("hexagons", "A, 3 cells\n   A   A\n     A\nB, 3 cells\n     B\n   B   B"),
        (
            "quarters",
            (
                "A  square, 4 cells\n     A\n   A   A\n     A\n"
                "B  half a square, 2 cells, 2 copies\n     B\n   B"
            ),
        ),
        (
            "columns",
            "A, 2 cells, 4 copies, fills cap\n   A\n   A\nD, 2 cells, any number\n   D D",
        ),
    ],
)
def test_tiles_are_drawn_by_the_chart_with_how_they_are_used(puzzle: str, text: str) -> None:
    family, read = load_puzzle(puzzle, LIBRARY)
    assert as_plain(family.shape_text(read)) == text


def test_layers_of_a_tile_stand_side_by_side() -> None:
    family, read = load_puzzle("five-balls", LIBRARY)
    text = as_plain(family.shape_text(read))
    assert "A  V tromino, 3 cells\n   A\n   A A\n" in text
