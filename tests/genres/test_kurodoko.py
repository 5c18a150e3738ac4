"""Kurodoko: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("kurodoko", "small")
    assert broken("kurodoko", fields, solution) == []
    odd = broken("kurodoko", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "open: row 1, column 1 is open"
    odd = broken("kurodoko", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of - x"
    board = {"board": ["-3-?", "----"]}
    assert broken("kurodoko", board, {"rows": ["- - x -", "- - - -"]}) == []
    assert broken("kurodoko", board, {"rows": ["- - - x", "- - - -"]}) == [
        "clue cell: row 1, column 4 has a clue, but it is shaded",
        "view: row 1, column 2 sees 4 cells instead of 3",
    ]
    assert broken("kurodoko", board, {"rows": ["x - x -", "- - x -"]}) == [
        "apart: row 1, column 3 and row 2, column 3 touch",
        "cut off: the part at row 1, column 4 is cut off",
        "view: row 1, column 2 sees 2 cells instead of 3",
    ]
    # What is seen may still become less, and never more.
    faults = opened("kurodoko", board).judge({"rows": ["? ? ? ?", "? ? ? ?"]})
    assert [fault.noun for fault in faults if fault.rule == "view"] == ["unmet number"]
    faults = opened("kurodoko", board).judge({"rows": ["x ? x ?", "? ? ? ?"]})
    assert [fault.noun for fault in faults if fault.rule == "view"] == [""]


def test_a_number_may_count_its_cell_alone() -> None:
    assert counted("kurodoko", {"board": ["1"]}) == 1
    assert counted("kurodoko", {"board": ["1-"]}) == 1
    assert counted("kurodoko", {"board": ["1--"]}) == 0
    assert counted("kurodoko", {"board": ["3--"]}) == 1
    # As far as can be seen, in one direction and in several.
    assert counted("kurodoko", {"board": ["---", "-5-", "---"]}) == counted(
        "kurodoko", {"board": ["-?-", "???", "-?-"]}
    )


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 3 counts 5, and there are 4 to count"):
        opened("kurodoko", {"board": ["--5", "---"]})
    with pytest.raises(InputError, match="a clue is a number from 1 on or"):
        opened("kurodoko", {"board": ["x-", "--"]})
    with pytest.raises(InputError, match="row 1, column 1 of the board has '0'"):
        opened("kurodoko", {"board": ["0-", "--"]})
