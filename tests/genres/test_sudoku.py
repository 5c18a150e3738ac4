"""Sudoku: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("sudoku", "jigsaw")
    assert broken("sudoku", fields, solution) == []
    assert broken("sudoku", fields, changed(solution, (0, 3), "7")) == [
        "repeats: row 1 has the digit 7 more than once",
        "repeats: column 4 has the digit 7 more than once",
        "repeats: box B has the digit 7 more than once",
        "clue stays: row 1, column 4 has 7 instead of 6",
    ]
    assert broken("sudoku", fields, changed(solution, (0, 0), "8")) == [
        "known word: row 1, column 1 has '8', which is none of 1 2 3 4 5 6 7"
    ]
    assert broken("sudoku", fields, changed(solution, (0, 0), "?")) == [
        "open: row 1, column 1 is open"
    ]


def test_boxes_are_counted_from_1() -> None:
    fields, solution = solved("sudoku", "medium")
    for cell, box in (((0, 0), 1), ((1, 5), 2), ((2, 0), 3), ((5, 5), 6)):
        digit = solution["rows"][cell[0]].split()[cell[1]]
        worse = changed(solution, cell, "2" if digit == "1" else "1")
        named = [one for one in broken("sudoku", fields, worse) if "box" in one]
        assert named == [
            f"repeats: box {box} has the digit {'2' if digit == '1' else '1'} more than once"
        ]


def test_both_diagonals_have_each_digit_once() -> None:
    fields, solution = solved("sudoku", "x")
    assert broken("sudoku", fields, solution) == []
    assert broken("sudoku", fields, changed(solution, (4, 4), "9")) == [
        "repeats: row 5 has the digit 9 more than once",
        "repeats: column 5 has the digit 9 more than once",
        "repeats: box 5 has the digit 9 more than once",
        "repeats: the diagonal from the upper left corner has the digit 9 more than once",
        "repeats: the diagonal from the lower left corner has the digit 9 more than once",
    ]


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"rows": 4, "columns": 6}, "4 rows and 6 columns"),
        ({"rows": 5, "columns": 5}, "no boxes"),
        (
            {"board": ["9---", "----", "----", "----"]},
            "row 1, column 1 of the board has '9'; a clue is a number from 1 to 4",
        ),
        ({"board": ["x---", "----", "----", "----"]}, "has 'x'"),
        ({"rows": 4, "columns": 4, "diagonals": "yes"}, "diagonals"),
        (
            {"rows": 4, "columns": 4, "regions": ["AAAB", "BBBB", "CCCC", "DDDD"]},
            "box A has 3 cells instead of 4",
        ),
    ):
        with pytest.raises(InputError, match=told):
            opened("sudoku", fields)
