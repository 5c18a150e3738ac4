"""Minesweeper: every rule broken by name, boards counted by hand, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.genre_position import GenrePosition
from support.genres import broken, counted, opened


def test_every_rule_is_broken_by_name() -> None:
    fields = {"board": ["1--", "--?"], "mines": 2}
    assert broken("minesweeper", fields, {"rows": ["- x x", "- - -"]}) == []
    assert broken("minesweeper", fields, {"rows": ["- x -", "x x -"]}) == [
        "mine count: row 1, column 1 has 3 mines around it instead of 1",
        "total: the board has 3 mines instead of 2",
    ]
    assert broken("minesweeper", fields, {"rows": ["- - -", "- - x"]}) == [
        "number cell: there is a mine in row 2, column 3, which has a number",
        "mine count: row 1, column 1 has 0 mines around it instead of 1",
        "total: the board has 1 mine instead of 2",
    ]


@pytest.mark.parametrize(
    ("fields", "solutions"),
    [
        # Two of the eight cells around it.
        ({"board": ["---", "-2-", "---"]}, 28),
        # Any of the five cells beside the one that has no mine.
        ({"board": ["-?-", "---"]}, 32),
        ({"board": ["-?-", "---"], "mines": 2}, 10),
        ({"board": ["-?-", "---"], "mines": 0}, 1),
        # Where there is no cell, there is no mine: one of three cells.
        ({"board": ["-1#", "--#"]}, 3),
    ],
)
def test_mines_are_counted_all_around(fields: dict[str, object], solutions: int) -> None:
    assert counted("minesweeper", fields) == solutions


def test_the_number_of_mines_stands_behind_the_size() -> None:
    for text, mines in (("1 3 1\n- 1 -", 1), ("1 3 0\n- 0 -", 0), ("1 3\n- 1 -", None)):
        position = load("minesweeper", text=text)
        assert isinstance(position, GenrePosition)
        assert position.instance.fields.get("mines") == mines
        assert position.to_text() == text


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"board": ["2-"]}, "row 1, column 1 counts 2, and there are 1"),
        ({"board": ["9--", "---"]}, "has '9'"),
        ({"board": ["1--"], "mines": 3}, "there are 3 mines, and 2 open cells"),
        ({"board": ["1--"], "mines": -1}, "'mines' is '-1'"),
        ({"board": ["1--"], "mines": "many"}, "'mines' is 'many'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("minesweeper", fields)
