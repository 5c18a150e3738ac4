"""Hitori: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("hitori", "small")
    assert broken("hitori", fields, solution) == []
    odd = broken("hitori", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "open: row 1, column 1 is open"
    odd = broken("hitori", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of - x"
    board = {"board": ["122", "312"]}
    assert broken("hitori", board, {"rows": ["- - -", "- - -"]}) == [
        "repeats: row 1, column 2 and row 1, column 3 both have 2",
        "repeats: row 1, column 3 and row 2, column 3 both have 2",
    ]
    assert broken("hitori", board, {"rows": ["- - x", "- - x"]}) == [
        "apart: row 1, column 3 and row 2, column 3 touch"
    ]
    (fault,) = opened("hitori", {"board": ["123", "312"]}).judge({"rows": ["- x -", "x - -"]})
    assert str(fault) == "cut off: the part at row 1, column 1 is cut off"
    assert fault.places[0].cells == ((0, 0),)


def test_keys_of_rows_say_which_number_in_which_line() -> None:
    rows = experiment(opened("hitori", {"board": ["122", "312"]})).rows("clues")
    assert [row.key for row in rows] == [("row", 0, 2), ("column", 2, 2)]


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="no cell has a number"):
        opened("hitori", {"board": ["-?", "--"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("hitori", {"board": ["12", "1x"]})
    with pytest.raises(InputError, match="row 2 of 'board' has 1 cell,"):
        opened("hitori", {"board": ["12", "1"]})
