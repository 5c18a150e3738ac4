"""Yin-Yang: every rule broken by name, wrong boards, and rows that follow from others."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("yin-yang", "small")
    assert broken("yin-yang", fields, solution) == []
    odd = broken("yin-yang", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of w b"
    board = {"board": ["w---", "---b"]}
    assert broken("yin-yang", board, {"rows": ["w w w b", "w b b b"]}) == []
    assert broken("yin-yang", board, {"rows": ["b w w w", "b b b w"]}) == [
        "clue stays: row 1, column 1 has b instead of w",
        "clue stays: row 2, column 4 has w instead of b",
    ]
    assert broken("yin-yang", board, {"rows": ["w w b b", "w w b b"]}) == [
        "2x2 block: the square of 2x2 cells at row 1, column 1 has white circles alone",
        "2x2 block: the square of 2x2 cells at row 1, column 3 has black circles alone",
    ]
    faults = opened("yin-yang", board).judge({"rows": ["w b w w", "w w b b"]})
    assert [str(fault) for fault in faults] == [
        "cut off: the white part at row 1, column 3 is cut off",
        "cut off: the black part at row 1, column 2 is cut off",
    ]
    assert faults[0].places[0].cells == ((0, 2), (0, 3))
    assert all(fault.is_unfinished for fault in faults)
    open_cell = opened("yin-yang", board).judge({"rows": ["w w w ?", "w b b b"]})
    assert [str(fault) for fault in open_cell] == ["open: row 1, column 4 is open"]


def test_one_colour_may_fill_a_single_row() -> None:
    # A row of four cells has white circles on one side of a place, and black ones on the other.
    assert counted("yin-yang", {"board": ["----"]}) == 2 * 4
    assert counted("yin-yang", {"board": ["-", "-", "w"]}) == 3
    assert counted("yin-yang", {"board": ["w"]}) == 1


@pytest.mark.parametrize("group", ["white", "black"])
def test_colours_may_cross_where_one_need_not_be_connected(group: str) -> None:
    """The rows that follow from both groups hold only where both do."""
    board = {"board": ["b-w", "---", "w-b"]}
    asked = experiment(opened("yin-yang", board))
    assert not asked.solve().solutions
    assert asked.without(group).solve().solutions


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 2 of the board has '1'; a clue is"):
        opened("yin-yang", {"board": ["-1-", "---"]})
