"""Texts of boards: what is written is read as the same board, and what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board
from ilpuzzles.reading.library import Library
from support.places import ROOT

GENRES = sorted(path.stem.replace("_", "-") for path in (ROOT / "models").glob("*.py"))


def contents_of(board: Board) -> list[Any]:
    """All that is given on a board, whatever it was written like."""
    drawn = {"board", "regions", "corners", "walls", "rows", "columns", "given", "signs", "paths"}
    drawn |= board.numbers_beside.keys()
    # What a text of Skyscrapers says of the height may be what it is by default.
    usual = [("height", board.grid.rows)]
    others = {
        name: value
        for name, value in board.fields.items()
        if name not in drawn and (name, value) not in usual
    }
    # A side without numbers may be left out.
    beside = {side: lines for side, lines in board.numbers_beside.items() if any(lines)}
    parts = (board.grid.cells, board.grid.shape, board.clues, board.corner_clues, beside)
    regions = sorted(map(sorted, board.regions.values()))
    return [*parts, board.signs, board.paths, board.walls, regions, others]


@pytest.mark.parametrize("genre", GENRES)
def test_the_text_of_a_preset_is_the_same_board(genre: str) -> None:
    written = 0
    for preset in Library.standard().presets(genre):
        position = load(genre, preset)
        try:
            text = position.to_text()
        except InputError as error:
            (problem,) = error.problems
            name = problem.what.partition("'")[2].partition(":")[0]
            assert name in position.describe(), problem.what
            continue
        again = load(genre, board=text)
        assert contents_of(again.instance.data) == contents_of(position.instance.data), preset
        written += 1
    assert written


@pytest.mark.parametrize(
    ("genre", "preset", "field"),
    [
        ("slitherlink", "honeycomb", "shape"),
        ("numberlink", "sparse", "full"),
        ("sudoku", "x", "diagonals"),
        ("binairo", "different", "different"),
    ],
)
def test_a_text_is_refused_that_would_be_another_puzzle(
    genre: str, preset: str, field: str
) -> None:
    with pytest.raises(InputError, match=f"the text of a board does not hold '{field}: "):
        load(genre, preset).to_text()
