"""Killer Sudoku: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("killer-sudoku", "small")
    assert broken("killer-sudoku", fields, solution) == []
    assert broken("killer-sudoku", fields, changed(solution, (0, 0), "2")) == [
        "repeats: row 1 has the digit 2 more than once",
        "repeats: column 1 has the digit 2 more than once",
        "repeats: box 1 has the digit 2 more than once",
        "repeats: the cage at row 1, column 1 has the digit 2 more than once",
        "cage sum: the cage at row 1, column 1 has the sum 4 instead of 6",
    ]
    assert broken("killer-sudoku", fields, changed(solution, (3, 3), "3")) == [
        "repeats: row 4 has the digit 3 more than once",
        "repeats: column 4 has the digit 3 more than once",
        "repeats: box 4 has the digit 3 more than once",
        "repeats: the cage at row 3, column 4 has the digit 3 more than once",
    ]
    assert broken("killer-sudoku", fields, changed(solution, (0, 0), "x")) == [
        "known word: row 1, column 1 has 'x', which is none of 1 2 3 4"
    ]


def test_a_cage_is_named_by_its_first_cell_wherever_its_clue_is() -> None:
    fields = {
        "board": ["- 6 - -", *["- - - -"] * 3],
        "regions": ["AABB", "CDEE", "CDEF", "GGGF"],
    }
    solution = {"rows": ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]}
    assert broken("killer-sudoku", fields, solution) == [
        "cage sum: the cage at row 1, column 1 has the sum 3 instead of 6"
    ]


def test_wrong_boards_are_told() -> None:
    four = {"regions": ["AABB", "AACC", "DDEE", "FFGG"]}
    for fields, told in (
        ({"rows": 4, "columns": 4}, "no regions"),
        ({"regions": ["ABA", "AAA"]}, "draw a square"),
        (
            {"regions": ["AAAB", "AAAB", "CCDD", "CCDD"]},
            "cage A has 6 cells for 4 different digits",
        ),
        ({"board": ["5---", "-4--", "----", "----"], **four}, "2 clues"),
        (
            {"board": ["9---", "----", "----", "----"], **four},
            "the sum 9 at row 1, column 1 does not fit a cage of 4 cells with digits from 1 to 4",
        ),
        ({"board": ["x---", "----", "----", "----"], **four}, "has 'x'"),
        ({"regions": ["AAABB", "CCCBB", "CDDDD", "EEEFF", "EEFFF"]}, "no boxes"),
    ):
        with pytest.raises(InputError, match=told):
            opened("killer-sudoku", fields)
