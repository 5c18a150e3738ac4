"""Binairo: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


@pytest.mark.parametrize(("different", "wanted"), [(False, 90), (True, 72)])
def test_lines_are_different_if_that_is_said(*, different: bool, wanted: int) -> None:
    fields = {"rows": 4, "columns": 4, "different": different}
    assert counted("binairo", fields) == wanted


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("binairo", "different")
    assert broken("binairo", fields, solution) == []
    told = broken("binairo", fields, changed(solution, (1, 4), "2"))
    assert "clue stays: row 2, column 5 has 2 instead of 1" in told
    assert "halves: row 2 has 2 ones and 4 twos" in told
    told = broken("binairo", fields, changed(solution, (0, 0), "3"))
    assert told[0] == "known word: row 1, column 1 has '3', which is none of 1 2"
    three = {"rows": ["1 1 2 2", "1 2 1 2", "1 1 2 2", "2 2 1 1"]}
    told = broken("binairo", {"rows": 4, "columns": 4}, three)
    assert told == [
        "halves: column 1 has 3 ones and 1 two",
        "three alike: all 3 cells from row 1, column 1 to row 3, column 1 have 1",
        "halves: column 4 has 1 one and 3 twos",
        "three alike: all 3 cells from row 1, column 4 to row 3, column 4 have 2",
    ]
    told = broken("binairo", {"rows": 4, "columns": 4, "different": True}, three)
    assert "different lines: row 1 and row 3 are the same" in told
    columns = {"rows": ["1 1 2 2", "2 2 1 1"]}
    told = broken("binairo", {"rows": 2, "columns": 4, "different": True}, columns)
    assert told == [
        "different lines: column 1 and column 2 are the same",
        "different lines: column 3 and column 4 are the same",
    ]


def test_a_run_is_told_once_with_all_its_cells() -> None:
    run = [(0, 0), (0, 1), (0, 2), (0, 3)]
    _, fault, *others = opened("binairo", {"rows": 2, "columns": 4}).judge(
        {"rows": ["1 1 1 1", "2 2 1 2"]}
    )
    assert str(fault) == "three alike: all 4 cells from row 1, column 1 to row 1, column 4 have 1"
    assert fault.places[0].cells == tuple(run)
    assert not [other for other in others if other.rule == "three alike"]


def test_open_cells_make_no_run() -> None:
    told = broken("binairo", {"rows": 2, "columns": 4}, {"rows": ["? ? ? 1", "2 1 1 2"]})
    assert [line for line in told if "row 1, column" in line] == [
        "open: row 1, column 1 is open",
        "open: row 1, column 2 is open",
        "open: row 1, column 3 is open",
    ]


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"board": ["---", "---"]}, r"row 1 has an odd number of cells \(3\)"),
        ({"board": ["--"]}, r"column 1 has an odd number of cells \(1\)"),
        ({"board": ["-0", "--"]}, "has '0'"),
        ({"rows": 4, "columns": 4, "different": "maybe"}, "'different' is 'maybe'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("binairo", fields)
