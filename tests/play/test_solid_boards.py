"""Boards in space: the cells that are pointed at, and the ways of keys between layers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ilpuzzles import load
from ilpuzzles.geometry.standard_lattices import CUBIC, SQUARE
from ilpuzzles.play.page import plain_board, require_playground
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.tilings.picture_layout import copy_colours
from ilpuzzles.tilings.tiling_puzzle import Tile
from support.node import node_program, run
from support.places import ROOT

_SOLIDS = ("pyramid", "cube", "soma", "tower")
_PAGE_UP, _PAGE_DOWN = 4, 5


def _board(puzzle: str) -> dict[str, object]:
    subject = load(puzzle)
    return plain_board(subject, require_playground(subject))


@pytest.mark.exhaustive
@pytest.mark.parametrize("puzzle", _SOLIDS)
def test_a_marked_dot_takes_the_piece_where_it_is(puzzle: str, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(_board(puzzle)), "utf-8")
    said = run(node_program(), str(ROOT / "tests" / "front" / "marked_dots.js"), str(board))
    assert said.returncode == 0, said.stderr
    for view in json.loads(said.stdout):
        assert view["dots"] > 0
        assert view["missed"] == 0, view


@pytest.mark.parametrize("puzzle", ["pyramid", "cube", "soma"])
def test_page_down_goes_to_the_layer_below(puzzle: str) -> None:
    spots = load(puzzle).playground().data.to_json()["spots"]  # type: ignore[union-attr]
    heights = [place[2] for place in spots["space"]]
    for number, following in enumerate(spots["next"]):
        above, below = following[_PAGE_UP], following[_PAGE_DOWN]
        assert (above < 0) == (heights[number] == max(heights))
        assert (below < 0) == (heights[number] == min(heights))
        assert above < 0 or heights[above] > heights[number]
        assert below < 0 or heights[below] < heights[number]


def test_copies_have_colours_of_their_own() -> None:
    (piece,) = load("cube").playground().data.to_json()["pieces"]  # type: ignore[union-attr]
    assert len(set(piece["shades"])) == piece["copies"] == 9
    assert piece["colour"] == piece["shades"][0]
    # Those of a flat board are told apart by their outlines.
    (domino,) = load("dominoes", "4x4").playground().data.to_json()["pieces"]  # type: ignore[union-attr]
    assert "shades" not in domino


def test_copies_that_are_marked_alike_have_shades_in_space() -> None:
    points = ((0, 0, 0), (0, 0, 1))
    tile = Tile("D", "", "#3066be", (points,), most=None)
    shades = copy_colours(tile, {"D": "#3066be"}, CUBIC)
    assert len(set(shades)) == len(shades) > 4
    assert shades[0] == "#3066be"
    assert all(contrast(shade, ink_on(shade)) >= 4.5 for shade in shades)
    assert copy_colours(tile, {"D": "#3066be"}, SQUARE) == ("#3066be",)
