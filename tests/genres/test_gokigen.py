"""Gokigen Naname: every rule broken by name, and wrong boards."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_unknown_numbers_say_nothing() -> None:
    fields = {"corners": ["-?-", "?1?", "-?-"]}
    assert counted("gokigen", fields) == counted("gokigen", {"corners": ["---", "-1-", "---"]}) == 4


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("gokigen", "small")
    assert broken("gokigen", fields, solution) == []
    told = broken("gokigen", fields, changed(solution, (0, 4), "\\"))
    what = "the upper right corner of row 1, column 4 has 1 diagonal instead of 0"
    assert f"diagonal count: {what}" in told
    told = broken("gokigen", fields, changed(solution, (0, 0), "-"))
    assert told[0] == "open: row 1, column 1 is empty"
    ring: dict[str, Any] = {"rows": ["\\ / \\", "\\ \\ /"]}
    (fault,) = opened("gokigen", {"rows": 2, "columns": 3}).judge(ring)
    assert str(fault) == "loop: the diagonals at row 1, column 2 make a loop"
    assert fault.places[0].cells == ((0, 1), (0, 2), (1, 1), (1, 2))


def test_two_loops_are_two_faults() -> None:
    rings = {"rows": ["/ \\ / \\", "\\ / \\ /"]}
    assert broken("gokigen", {"rows": 2, "columns": 4}, rings) == [
        "loop: the diagonals at row 1, column 1 make a loop"
    ]
    rings = {"rows": ["/ \\ / / \\", "\\ / / \\ /"]}
    assert broken("gokigen", {"rows": 2, "columns": 5}, rings) == [
        "loop: the diagonals at row 1, column 1 make a loop",
        "loop: the diagonals at row 1, column 4 make a loop",
    ]


def test_open_cells_make_no_loop() -> None:
    assert broken("gokigen", {"rows": 2, "columns": 2}, {"rows": ["/ \\", "\\ ?"]}) == [
        "open: row 2, column 2 is open"
    ]


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({}, "no board"),
        ({"board": ["1-", "--"]}, "draw them in 'corners'"),
        ({"corners": ["---", "---"], "shape": "hexagonal"}, "corners of squares"),
        ({"corners": ["---", "-5-", "---"]}, "has '5'"),
        (
            {"corners": ["2--", "---", "---"]},
            "the clue at the upper left corner of row 1, column 1 counts 2, and there are 1",
        ),
        ({"board": ["-"], "corners": ["---", "---", "--1"]}, "counts 1, and there are 0"),
        ({"corners": ["---"]}, "has no cells"),
    ):
        with pytest.raises(InputError, match=told):
            opened("gokigen", fields)
