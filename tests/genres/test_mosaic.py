"""Mosaic: its rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("mosaic", "small")
    assert broken("mosaic", fields, solution) == []
    odd = broken("mosaic", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "open: row 1, column 1 is open"
    odd = broken("mosaic", fields, changed(solution, (0, 0), "y"))
    assert odd[0] == "known word: row 1, column 1 has 'y', which is none of - x"
    board = {"board": ["3---", "----", "---1"]}
    assert broken("mosaic", board, {"rows": ["x x - -", "x - - -", "- - x -"]}) == []
    (few, many) = opened("mosaic", board).judge({"rows": ["x x - -", "- - x x", "- - - -"]})
    block = "the block at row 1, column 1"
    assert str(few) == f"shaded cell count: {block} has 2 shaded cells instead of 3"
    assert few.is_unfinished
    assert few.places[0].cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    block = "the block at row 3, column 4"
    assert str(many) == f"shaded cell count: {block} has 2 shaded cells instead of 1"
    assert not many.is_unfinished


def test_a_number_counts_its_own_cell() -> None:
    assert counted("mosaic", {"board": ["1"]}) == 1
    # One of four cells at a corner, and any of the other two.
    assert counted("mosaic", {"board": ["1--", "---"]}) == 4 * 2**2
    assert counted("mosaic", {"board": ["---", "-9-", "---"]}) == 1


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 1 counts 5, and there are 4 to count"):
        opened("mosaic", {"board": ["5--", "---"]})
    with pytest.raises(InputError, match="row 1, column 2 of the board has 'x'; a clue is"):
        opened("mosaic", {"board": ["-x-", "---"]})
