"""Battleships: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("battleships", "small")
    assert broken("battleships", fields, solution) == []
    wrong = broken("battleships", fields, changed(solution, (0, 0), "?"))
    assert wrong[0] == "open: row 1, column 1 is open"
    assert not any(fault.startswith(("clue stays", "ship shape")) for fault in wrong)
    wrong = broken("battleships", fields, changed(solution, (0, 0), "z"))
    what = "row 1, column 1 has 'z', which is none of - o n e s m w"
    assert wrong[0] == f"known word: {what}"
    wrong = broken("battleships", fields, changed(solution, (0, 0), "-"))
    assert wrong == [
        "fleet: the board has 1 ship of length 1 instead of 2",
        "ship cell count: row 1 has 1 ship cell instead of 2",
        "ship cell count: column 1 has 1 ship cell instead of 2",
        "clue stays: row 1, column 1 has x instead of o",
    ]
    board = {"ships": [2, 1], "board": ["----", "---x"]}
    assert broken("battleships", board, {"rows": ["w w - o", "- - - o"]}) == [
        "ship shape: the shape at row 1, column 1 is not a ship of the fleet",
        "ship shape: the shape at row 1, column 4 is not a ship of the fleet",
        "fleet: the board has 0 ships of length 1 instead of 2",
        "fleet: the board has 2 ships of length 2 instead of 1",
        "clue stays: row 2, column 4 has o instead of x",
    ]
    assert broken("battleships", board, {"rows": ["w e - o", "- - o -"]}) == [
        "apart: the ships at row 1, column 2 and row 2, column 3 touch",
        "apart: the ships at row 1, column 4 and row 2, column 3 touch",
    ]
    wrong = broken("battleships", board, {"rows": ["- o - -", "o - - -"]})
    assert "apart: the ships at row 1, column 2 and row 2, column 1 touch" in wrong


def test_faults_have_the_cells_of_ships() -> None:
    board = {"ships": [2, 1], "board": ["----", "----"]}
    shape, short, long = opened("battleships", board).judge({"rows": ["w w - n", "- - - s"]})
    assert shape.places[0].cells == ((0, 0), (0, 1))
    assert short.places[0].cells == ()
    assert long.places[0].cells == ((0, 0), (0, 1), (0, 3), (1, 3))


def test_a_part_of_a_ship_can_be_given_without_its_form() -> None:
    board = {"ships": [0, 1], "board": ["?--"]}
    assert counted("battleships", board) == 1
    assert broken("battleships", board, {"rows": ["w e -"]}) == []
    (wrong,) = opened("battleships", board).judge({"rows": ["- w e"]})
    told = "row 1, column 1 has water instead of a part of a ship"
    assert str(wrong) == f"clue stays: {told}"
    # The clue is open, but what stands there is not.
    assert not wrong.is_open
    opened_cell = broken("battleships", board, {"rows": ["? e -"]})
    assert [fault for fault in opened_cell if "water" in fault or "open" in fault] == [
        "open: row 1, column 1 is open"
    ]


def test_wrong_boards_are_told() -> None:
    board = ["---", "---"]
    for fields, what in (
        ({"board": board}, "write into 'ships' how many"),
        ({"board": board, "ships": [1, "a"]}, "write into 'ships' how many"),
        ({"board": board, "ships": [1, 0, 0, 1]}, "a ship of length 4 does not fit on the board"),
        ({"board": board, "ships": [0]}, "the fleet has no ships"),
        (
            {"board": ["---", "--w"], "ships": [1, 1]},
            "no ship can have the part w at row 2, column 3",
        ),
        ({"board": ["---", "--n"], "ships": [0, 0, 1]}, "no ship can have the part n"),
        ({"board": ["---", "--b"], "ships": [1]}, "row 2, column 3 of the board has 'b'"),
        ({"board": board, "ships": [1], "left": "1 1"}, "the rows count 2 cells, and 1 are"),
        ({"board": ["xx-", "---"], "ships": [1], "left": "2 -"}, "row 1 counts 2, and 1 cell of"),
    ):
        with pytest.raises(InputError, match=what):
            opened("battleships", fields)
