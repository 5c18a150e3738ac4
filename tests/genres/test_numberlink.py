"""Numberlink: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import Plain, broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("numberlink", "small")
    assert broken("numberlink", fields, solution) == []
    assert broken("numberlink", fields, changed(solution, (0, 0), "-")) == [
        "line ends: the line from row 1, column 2 to row 1, column 1 has no other end",
        "line ends: the line from row 2, column 1 to row 1, column 1 has no other end",
        "beside itself: the path runs beside itself at row 1, column 1 and row 1, column 2",
        "every cell: row 1, column 1 is on no path",
    ]
    told = "line ends: the line ends at row 1, column 1"
    assert told in broken("numberlink", fields, changed(solution, (0, 0), "e"))
    told = "line branches: the line branches at row 1, column 5"
    assert told in broken("numberlink", fields, changed(solution, (0, 4), "sw"))
    off_the_board = broken("numberlink", fields, changed(solution, (0, 0), "ns"))
    assert "line ends: the line leaves the board at row 1, column 1" in off_the_board
    board, crossed = {"board": ["1-2", "1-2"]}, {"rows": ["e ew w", "e ew w"]}
    assert broken("numberlink", board, crossed) == [
        "equal numbers: the path at row 1, column 1 joins 1 and 2",
        "equal numbers: the path at row 2, column 1 joins 1 and 2",
    ]
    board, ring = {"board": ["1---", "1---"]}, {"rows": ["s - se sw", "n - ne nw"]}
    assert broken("numberlink", board, ring) == [
        "loop: there is a loop at row 1, column 3",
        "every cell: row 1, column 2 is on no path",
        "every cell: row 2, column 2 is on no path",
    ]
    board, turned = {"board": ["1---", "1---"]}, {"rows": ["e ew ew sw", "e ew ew nw"]}
    assert broken("numberlink", board, turned) == [
        f"beside itself: the path runs beside itself at row 1, column {c} and row 2, column {c}"
        for c in range(1, 4)
    ]
    assert broken("numberlink", {**board, "touching": True}, turned) == []
    short = {"rows": ["s - - -", "n - - -"]}
    assert broken("numberlink", {**board, "full": False}, short) == []


def test_wrong_boards_are_told() -> None:
    boards: list[tuple[Plain, str]] = [
        ({"board": ["1-", "-2"]}, "1 stands in 1 cell: write it into two"),
        ({"board": ["1-1", "-1-"]}, "1 stands in 3 cells"),
        ({"board": ["--"]}, "there is no number: write one into two cells"),
        ({"board": ["1-1*"]}, "row 1, column 4 of the board has '[*]'"),
        ({"board": ["1-1"], "full": "no"}, "'full' is 'no'"),
        ({"board": ["1-1"], "touching": 1}, "'touching' is '1'"),
    ]
    for fields, wrong in boards:
        with pytest.raises(InputError, match=wrong):
            opened("numberlink", fields)
