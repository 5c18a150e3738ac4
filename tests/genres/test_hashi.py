"""Hashi: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_one_of_two_bridges_that_cross() -> None:
    assert counted("hashi", {"board": ["2-?--", "-----", "?---?", "-----", "--?-2"]}) == 4


def test_islands_side_by_side_can_be_joined() -> None:
    assert counted("hashi", {"board": ["22"]}) == 1
    assert broken("hashi", {"board": ["22"]}, {"rows": ["2 -"]}) == []
    square = {"board": ["23", "12"]}
    assert broken("hashi", square, {"rows": ["1a b", "- -"]}) == []
    assert broken("hashi", square, {"rows": ["a1 b", "- -"]}) == [
        "whole bridges: row 1, column 1 has a1 instead of 1a"
    ]
    # In water, two bridges would cross.
    crossed = {"board": ["-1-", "1-1", "-1-"]}
    assert "whole bridges: row 2, column 2 has 1a instead of a" in broken(
        "hashi", crossed, {"rows": ["- - -", "- 1a -", "- - -"]}
    )


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("hashi", "small")
    assert broken("hashi", fields, solution) == []
    over = broken("hashi", fields, changed(solution, (0, 2), "1"))
    assert over == ["whole bridges: row 1, column 3 has 1, which belongs to no bridge"]
    double = broken("hashi", fields, changed(solution, (0, 1), "2"))
    assert double == [
        "bridge count: the island at row 1, column 1 has 2 bridges instead of 1",
        "bridge count: the island at row 1, column 3 has 4 bridges instead of 3",
    ]
    assert broken("hashi", fields, changed(solution, (1, 1), "b")) == [
        "whole bridges: row 2, column 2 has b, which belongs to no bridge"
    ]
    assert "whole bridges: row 1, column 2 has x, which belongs to no bridge" in broken(
        "hashi", fields, changed(solution, (0, 1), "x")
    )
    square = {"board": ["2-2", "---", "2-2"]}
    assert broken("hashi", square, {"rows": ["- 1 -", "a - a", "- 1 -"]}) == []
    (fault,) = opened("hashi", square).judge({"rows": ["- 2 -", "- - -", "- 2 -"]})
    assert str(fault) == "cut off: the group of islands at row 3, column 1 is cut off"
    assert fault.places[0].cells == ((2, 0), (2, 2))
    alone = {"board": ["?--", "---", "?-2"]}
    assert broken("hashi", alone, {"rows": ["- - -", "- - -", "- 2 -"]}) == [
        "cut off: the island at row 1, column 1 is cut off"
    ]


def test_a_bridge_that_breaks_off_is_told() -> None:
    long = {"board": ["1---1"]}
    assert broken("hashi", long, {"rows": ["- 1 - 2 -"]}) == [
        "whole bridges: row 1, column 3 has - instead of 1",
        "whole bridges: row 1, column 4 has 2 instead of 1",
    ]


def test_open_cells_are_told() -> None:
    assert broken("hashi", {"board": ["1---1"]}, {"rows": ["- 1 1 ? -"]}) == [
        "open: row 1, column 4 is open"
    ]
    # Between islands side by side, one bridge is known and another one open.
    assert broken("hashi", {"board": ["?2"]}, {"rows": ["1? -"]}) == [
        "open: row 1, column 1 is open",
        "bridge count: the island at row 1, column 2 has 1 bridge instead of 2",
    ]


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["1--", "--1"], "the island 1 at row 1, column 1 has room for only 0 bridges"),
        (["?--"], r"the island \? at row 1, column 1 has room for only 0 bridges"),
        (["3-1"], "the island 3 at row 1, column 1 has room for only 2 bridges"),
        (["1-9"], "row 1, column 3 of the board has '9'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("hashi", {"board": board})
