"""Hitori: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from support.genres import broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows, columns, largest = [(3, 3, 4), (2, 4, 5), (3, 3, 5), (3, 4, 6)][seed % 4]
    drawn = ["".join(str(dice.randint(1, largest)) for _ in range(columns)) for _ in range(rows)]
    if seed > 7:
        # Cells without a number, and with any, are like no others.
        drawn = [row.replace("3", "?").replace("4", "-") for row in drawn]
    every = fillings(rows, columns, "-x")
    assert counted("hitori", {"board": drawn}) == brute_force("hitori", {"board": drawn}, every)


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
