"""Dominosa: every rule broken by name, boards counted by hand, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, counted, opened

SMALL = {"board": ["001", "011"]}


def test_every_rule_is_broken_by_name() -> None:
    assert broken("dominosa", SMALL, {"rows": ["0-0 0-1 1-1", "0-0 0-1 1-1"]}) == []
    assert broken("dominosa", SMALL, {"rows": ["0-0 0-0 1-1", "0-1 0-1 1-1"]}) == []
    assert broken("dominosa", SMALL, {"rows": ["0-1 0-1 1-1", "0-0 0-0 1-1"]}) == [
        "numbers: domino 0-1 lies on the numbers 0 and 0",
        "numbers: domino 0-0 lies on the numbers 0 and 1",
    ]
    assert broken("dominosa", SMALL, {"rows": ["0-0 0-1 0-1", "0-0 0-1 0-1"]}) == [
        "two cells: domino 0-1 is not two cells side by side"
    ]
    assert broken("dominosa", SMALL, {"rows": ["0-0 0-1 ?", "0-0 0-1 ?"]}) == [
        "open: row 1, column 3 is open",
        "open: row 2, column 3 is open",
    ]


@pytest.mark.parametrize(
    ("board", "solutions"),
    [
        # All upright, or two level ones at the left or at the right.
        (["001", "011"], 3),
        # Level ones at the right would be 0-1 twice.
        (["001", "101"], 2),
        # 0-0, 1-1 and 0-1 in a row, and 0-1 twice.
        (["001110"], 1),
        (["010110"], 0),
    ],
)
def test_solutions_counted_by_hand(board: list[str], solutions: int) -> None:
    assert counted("dominosa", {"board": board}) == solutions


def test_wrong_boards_are_told() -> None:
    for board, told in (
        (["00-", "011"], "row 1, column 3 has no number"),
        (["000", "011"], "the number 0 is there 4 times instead of 3"),
        (["003", "011"], "the number 0 is there 3 times instead of 5"),
        (["00x", "011"], "has 'x'"),
        (["22", "22"], "the number 0 is there 0 times instead of 4, as in a set from 0-0 to 2-2"),
    ):
        with pytest.raises(InputError, match=told):
            opened("dominosa", {"board": board})
