"""Masyu: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved

EMPTY = {"rows": 3, "columns": 4}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("masyu", "small")
    assert broken("masyu", fields, solution) == []
    one_end = broken("masyu", fields, changed(solution, (0, 0), "e"))
    assert "line ends: the line ends at row 1, column 1" in one_end
    told = "line ends: the line from row 2, column 1 to row 1, column 1 has no other end"
    assert told in one_end
    off_the_board = broken("masyu", fields, changed(solution, (0, 0), "nes"))
    assert "line branches: the line branches at row 1, column 1" in off_the_board
    assert "line ends: the line leaves the board at row 1, column 1" in off_the_board
    assert broken("masyu", EMPTY, {"rows": ["- - - -"] * 3}) == ["one loop: there is no loop"]
    two = {"rows": ["se sw se sw", "ne nw ne nw", "- - - -"]}
    assert broken("masyu", EMPTY, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 3"
    ]
    ring = {"rows": ["se ew ew sw", "ns - - ns", "ne ew ew nw"]}
    for rows, wrong in {
        ("----", "-w--", "----"): [
            "every pearl: the line does not pass through the white pearl at row 2, column 2"
        ],
        ("----", "-b--", "----"): [
            "every pearl: the line does not pass through the black pearl at row 2, column 2"
        ],
        ("w---", "----", "----"): [
            "white pearl: the line turns at the white pearl at row 1, column 1"
        ],
        ("-b--", "----", "----"): [
            "black pearl: the line does not turn at the black pearl at row 1, column 2"
        ],
        ("----", "w---", "----"): [],
        ("-w--", "----", "----"): [],
        ("b---", "----", "----"): [],
    }.items():
        assert broken("masyu", {"board": list(rows)}, ring) == wrong
    long = {"rows": ["se ew ew ew sw", "ne ew ew ew nw"]}
    assert broken("masyu", {"board": ["--w--", "b----"]}, long) == [
        "white pearl: the line turns neither before nor after the white pearl at row 1, column 3",
        "black pearl: the line turns at row 1, column 1 next to the black pearl at row 2, column 1",
    ]


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 2 of the board has 'x'"):
        opened("masyu", {"board": ["-x"]})
    with pytest.raises(InputError, match="row 2 of 'board' has 1 cell,"):
        opened("masyu", {"board": ["-w", "-"]})
