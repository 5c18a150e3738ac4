"""Galaxies: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved


def test_regions_of_black_centres_make_a_picture() -> None:
    board = opened("galaxies", {"board": ["1b - 1 -"]})
    sketch = board.kind.file.functions["picture"](board.instance.data, {"rows": ["1 1 2 2"]})
    assert sketch.shaded.keys() == {(0, 0), (0, 1)}
    open_sketch = board.kind.file.functions["picture"](board.instance.data, {"rows": ["1 ? ? 2"]})
    assert open_sketch.shaded.keys() == {(0, 0)}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("galaxies", "medium")
    assert broken("galaxies", fields, solution) == []
    other = broken("galaxies", fields, changed(solution, (6, 6), "x"))
    assert "centre count: the region at row 7, column 7 has 0 centres instead of 1" in other
    board = {"board": ["-0-", "-0-"]}
    assert broken("galaxies", board, {"rows": ["1 1 1", "2 2 2"]}) == []
    assert broken("galaxies", board, {"rows": ["1 1 1", "1 1 1"]}) == [
        "centre count: the region at row 1, column 1 has 2 centres instead of 1"
    ]
    assert broken("galaxies", board, {"rows": ["1 1 1", "1 2 2"]}) == [
        "symmetry: the region at row 1, column 1 is not symmetric about its centre",
        "symmetry: the region at row 2, column 2 is not symmetric about its centre",
    ]
    board = {"board": ["-0-", "-0-", "-0-"]}
    assert broken("galaxies", board, {"rows": ["3 1 2", "2 2 2", "2 3 3"]}) == [
        "symmetry: the region at row 1, column 1 is not symmetric about its centre",
        "cut off: the part at row 1, column 1 is cut off",
    ]
    board = {"board": ["-0-", "-0-"]}
    assert broken("galaxies", board, {"rows": ["? 1 ?", "2 2 2"]}) == [
        "open: row 1, column 1 is open",
        "open: row 1, column 3 is open",
    ]


def test_a_part_without_the_centre_is_cut_off() -> None:
    board = {"board": ["---", "-0-", "---"]}
    split = {"rows": ["1 x 1", "x 1 x", "1 x 1"]}
    faults = opened("galaxies", board).judge(split)
    assert [str(fault) for fault in faults if fault.rule == "cut off"] == [
        "cut off: the part at row 1, column 1 is cut off",
        "cut off: the part at row 1, column 3 is cut off",
        "cut off: the part at row 3, column 1 is cut off",
        "cut off: the part at row 3, column 3 is cut off",
        "cut off: the part at row 2, column 1 is cut off",
        "cut off: the part at row 2, column 3 is cut off",
        "cut off: the part at row 3, column 2 is cut off",
    ]
    assert faults[0].places[0].cells == ((0, 0),)
    # A centre at a corner touches four cells, also where no side joins them.
    board = {"board": ["3-", "--"]}
    assert broken("galaxies", board, {"rows": ["1 2", "2 1"]}) == [
        "cut off: the part at row 2, column 2 is cut off",
        "cut off: the part at row 2, column 1 is cut off",
    ]


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["-4", "--"], "row 1, column 2 of the board has '4'"),
        (["-1", "--"], "the centre at row 1, column 2 touches the border or another centre"),
        (["--", "2-"], "the centre at row 2, column 1 touches"),
        (["10", "--"], "the centre at row 1, column 2 touches"),
        (["3-", "2-", "--"], "the centre at row 2, column 1 touches"),
        (["0-", "--"], "row 1, column 2 cannot be in the region of any centre"),
        (["--", "--"], "row 1, column 1 cannot be in the region of any centre"),
    ):
        with pytest.raises(InputError, match=what):
            opened("galaxies", {"board": board})
