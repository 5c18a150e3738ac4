"""Names of colours are those that a person would give."""

from __future__ import annotations

import re

import pytest

from ilpuzzles.render.colour_names import colour_name
from ilpuzzles.workbench.loading import load_puzzle
from support.places import ROOT


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("#ffffff", "white"),
        ("#000000", "black"),
        ("#808080", "grey"),
        ("#ff0000", "red"),
        ("#ffa500", "orange"),
        ("#ffff00", "yellow"),
        ("#008000", "green"),
        ("#90ee90", "light green"),
        ("#006400", "dark green"),
        ("#0000ff", "blue"),
        ("#add8e6", "light blue"),
        ("#00008b", "dark blue"),
        ("#800080", "purple"),
        ("#ee82ee", "violet"),
        ("#ff00ff", "magenta"),
        ("#ffc0cb", "pink"),
        ("#8b4513", "brown"),
        ("#40e0d0", "turquoise"),
    ],
)
def test_what_the_web_calls_so_is_called_so(colour: str, name: str) -> None:
    assert colour_name(colour) == name


def test_the_twelve_pieces_of_lonpos_have_different_names() -> None:
    for puzzle in ("lonpos", "pyramid"):
        text = (ROOT / "models" / f"{puzzle}.yaml").read_text(encoding="utf-8")
        colours = re.findall(r'colour: "(#[0-9a-f]{6})"', text)
        assert len(colours) == 12
        assert len(set(map(colour_name, colours))) == 12
        tiles = load_puzzle(puzzle)[1].tiles  # type: ignore[attr-defined] # it is a tiling
        assert {one.called for one in tiles} == {
            f"{one.name} ({colour_name(one.colour)})" for one in tiles
        }


def test_a_tile_without_a_colour_of_its_own_has_its_letter_alone() -> None:
    tiles = load_puzzle("pentominoes")[1].tiles  # type: ignore[attr-defined] # likewise
    assert [(one.called, one.colour_name) for one in tiles[:1]] == [("F", "")]
