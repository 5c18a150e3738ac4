"""Skyscrapers: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_buildings_of_one_storey_are_all_seen() -> None:
    fields = {"height": 1, "above": "1 - 1", "left": "- - 1", "board": ["---", "-1-", "---"]}
    assert counted("skyscrapers", fields) == 2


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("skyscrapers", "medium")
    assert broken("skyscrapers", fields, solution) == []
    told = broken("skyscrapers", fields, changed(solution, (0, 0), "4"))
    for line in ("row 1", "column 1", "the diagonal from the upper left corner"):
        assert f"repeats: {line} has the digit 4 more than once" in told
    row = ["1 2 3 4 0"] * 5
    told = broken("skyscrapers", fields, {"rows": row})
    assert "view: the clue right of row 4 sees 1 building instead of 4" in told
    assert "view: the clue below column 2 sees 1 building instead of 2" in told
    assert "known word: row 1, column 5 has '0', which is none of 1 2 3 4 5" in told
    told = broken("skyscrapers", fields, {"rows": ["x 1 1 1 1", *row[1:]]})
    assert "known word: row 1, column 1 has 'x', which is none of 1 2 3 4 5" in told
    given = {"board": ["1-", "--"]}
    assert broken("skyscrapers", given, {"rows": ["2 1", "1 2"]}) == [
        "clue stays: row 1, column 1 has 2 instead of 1"
    ]
    above = {"above": "- 1", "left": "2 -", "rows": 2}
    assert broken("skyscrapers", above, {"rows": ["2 1", "1 2"]}) == [
        "view: the clue above column 2 sees 2 buildings instead of 1",
        "view: the clue left of row 1 sees 1 building instead of 2",
    ]


def test_too_many_empty_cells_break_a_rule() -> None:
    low = {"height": 2, "rows": 3, "columns": 3}
    assert broken("skyscrapers", low, {"rows": ["1 2 0", "0 1 2", "2 0 1"]}) == []
    assert broken("skyscrapers", low, {"rows": ["1 2 0", "0 0 2", "2 0 1"]}) == [
        "empty cell count: row 2 has 2 empty cells instead of 1",
        "empty cell count: column 2 has 2 empty cells instead of 1",
    ]
    assert broken("skyscrapers", low, {"rows": ["1 2 1", "0 1 2", "2 0 1"]}) == [
        "repeats: row 1 has the digit 1 more than once",
        "repeats: column 3 has the digit 1 more than once",
        "empty cell count: row 1 has 0 empty cells instead of 1",
        "empty cell count: column 3 has 0 empty cells instead of 1",
    ]


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"rows": 3, "columns": 4}, "3 rows and 4 columns"),
        ({"above": "1 4 -"}, "no board"),
        ({"above": "1 4 -", "rows": 3}, "the number 4 above column 2 is not from 1 to 3"),
        ({"above": "1 0 -", "rows": 3}, "the number 0 above column 2 is not from 1 to 3"),
        (
            {"height": 2, "board": ["3--", "---", "---"]},
            "the number 3 at row 1, column 1 is not from 1 to 2",
        ),
        ({"height": 4, "rows": 3, "columns": 3}, "the height is 4"),
        ({"rows": 3, "columns": 3, "diagonals": 1}, "'diagonals' is '1'"),
        ({"rows": 3, "columns": 3, "height": "x"}, "'height' is 'x'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("skyscrapers", fields)
