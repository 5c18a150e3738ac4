"""Ripple Effect: every rule broken by name, distances counted by hand, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("ripple-effect", "small")
    assert solution["rows"] == ["2 3 1 2 1", "1 2 3 1 2", "5 1 4 3 1", "1 4 2 1 3", "2 3 1 2 1"]
    assert broken("ripple-effect", fields, solution) == []
    assert broken("ripple-effect", fields, changed(solution, (0, 2), "2")) == [
        "repeats: region B has the digit 2 more than once",
        "distance: row 1, column 1 and row 1, column 3 both have 2, with 1 cell between them",
        "distance: row 1, column 3 and row 1, column 4 both have 2, with 0 cells between them",
    ]
    assert broken("ripple-effect", fields, changed(solution, (0, 4), "2")) == [
        "known word: row 1, column 5 has '2', which is none of 1"
    ]
    swapped = changed(changed(solution, (0, 3), "1"), (1, 3), "2")
    assert [one for one in broken("ripple-effect", fields, swapped) if "stays" in one] == [
        "clue stays: row 1, column 4 has 1 instead of 2"
    ]


@pytest.mark.parametrize(
    ("regions", "solutions"),
    [
        # 1 2 1: between the ones there is one cell.
        ("ABB", 1),
        # 1 2 1 1 and 1 1 2 1 have ones side by side.
        ("ABBC", 0),
        # The twos of 1 2 1 2 have one cell between them, too few; those of 1 2 2 1 have none.
        ("AABB", 0),
        # 1 2 1 3 2, 1 2 3 1 2, 2 1 3 1 2 and 2 1 3 2 1.
        ("AABBB", 4),
        # 2 3 1 2 1 3 and 3 1 2 1 3 2: the threes have three cells between them.
        ("AAABBB", 2),
    ],
)
def test_a_digit_keeps_its_distance(regions: str, solutions: int) -> None:
    assert counted("ripple-effect", {"regions": [regions]}) == solutions
    assert counted("ripple-effect", {"regions": [*regions]}) == solutions


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"rows": 2, "columns": 2}, "there are no regions"),
        ({"regions": ["ABA", "ABB"]}, "region A is in 2 parts"),
        ({"regions": ["AA", "A#"]}, "row 2, column 2 is in no region"),
        (
            {"regions": ["AA", "BB"], "board": ["3-", "--"]},
            "row 1, column 1 has 3, and is in a region of 2 cells",
        ),
        ({"regions": ["AA", "BB"], "board": ["0-", "--"]}, "has '0'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("ripple-effect", fields)
