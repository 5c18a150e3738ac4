"""Kakuro: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_a_square_of_four_cells() -> None:
    fields = {"board": ["- 4, 6,", ",3 0 0", ",7 0 0"]}
    assert counted("kakuro", fields) == 1
    assert broken("kakuro", fields, {"rows": ["- - -", "- 1 2", "- 3 4"]}) == []


def test_runs_without_a_sum_have_different_digits_too() -> None:
    fields = {"board": ["- - 3,", ",3 0 0", "- - 0"]}
    # 1 and 2 across, 2 and 1 or 1 and 2 down from the same cell.
    assert counted("kakuro", fields) == 2
    assert counted("kakuro", {"board": ["0 0"]}) == 72


def test_the_sum_0_is_any_sum() -> None:
    said, unsaid = (
        {"board": ["- - 0,", ",3 0 0", "- 0,0 0"]},
        {"board": ["- - -", ",3 0 0", "- - 0"]},
    )
    assert counted("kakuro", said) == counted("kakuro", unsaid) == 16


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("kakuro", "small")
    assert broken("kakuro", fields, solution) == []
    assert broken("kakuro", fields, changed(solution, (1, 1), "9")) == [
        "repeats: the run across at row 2, column 2 has the digit 9 more than once",
        "run sum: the run across at row 2, column 2 has the sum 18 instead of 16",
        "run sum: the run down at row 2, column 2 has the sum 10 instead of 8",
    ]
    assert broken("kakuro", fields, changed(solution, (2, 2), "1")) == [
        "repeats: the run across at row 3, column 2 has the digit 1 more than once",
        "run sum: the run across at row 3, column 2 has the sum 7 instead of 8",
        "repeats: the run down at row 2, column 3 has the digit 1 more than once",
        "run sum: the run down at row 2, column 3 has the sum 11 instead of 12",
    ]
    assert broken("kakuro", fields, changed(solution, (0, 0), "1")) == [
        "black cells: row 1, column 1 is black, but has '1'"
    ]
    assert broken("kakuro", fields, changed(solution, (1, 1), "-")) == [
        "open: row 2, column 2 is empty"
    ]
    assert broken("kakuro", fields, changed(solution, (1, 1), "x")) == [
        "known word: row 2, column 2 has 'x', which is none of 1 2 3 4 5 6 7 8 9"
    ]
    assert broken("kakuro", fields, changed(solution, (1, 1), "?")) == [
        "open: row 2, column 2 is open"
    ]


def test_wrong_boards_are_told() -> None:
    for board, told in (
        (["- -", "- -"], "no white cells: write 0"),
        (["4, 0"], "the sum 4 at row 1, column 1 has no white cells below it"),
        (["0 ,4"], "the sum 4 at row 1, column 2 has no white cells to its right"),
        ([",2 0 0"], "the sum 2 at row 1, column 1 does not fit a run of 2 cells"),
        (["12, -", "0 -"], "the sum 12 at row 1, column 1 does not fit a run of 1 cell;"),
        (
            [" ".join(["-"] + 10 * ["0"])],
            "the run across at row 1, column 2 has 10 cells for 9 digits",
        ),
        (["- 1", "0 0"], "has '1'"),
        ([",03 0 0"], "has ',03'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("kakuro", {"board": board})
