"""LITS: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import (
    Plain,
    broken,
    changed,
    opened,
    solved,
)


def test_a_wall_parts_no_tetromino() -> None:
    fields: Plain = {"regions": ["AAAA"]}
    shaded = {"rows": ["I I I I"]}
    assert broken("lits", fields, shaded) == []
    # Above and below the cells of a tetromino, walls do not matter.
    fields = {"regions": ["AAAA", "AAAA"], "walls": ["ssss", "----"]}
    assert broken("lits", fields, {"rows": ["I I I I", "- - - -"]}) == []
    with pytest.raises(InputError, match="no room for a tetromino"):
        opened("lits", {"regions": ["AAAA"], "walls": ["-e--"]})
    fields["walls"] = ["-e--", "----"]
    assert broken("lits", fields, {"rows": ["I I I I", "- - - -"]}) == [
        "walls: a wall parts row 1, column 2 and row 1, column 3, cells of one tetromino"
    ]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("lits", "small")
    assert broken("lits", fields, solution) == []
    assert broken("lits", fields, changed(solution, (0, 0), "O")) == [
        "known word: row 1, column 1 has 'O', which is none of - L I T S",
        "letter: row 1, column 1 has O, but its tetromino has the form L",
    ]
    assert broken("lits", fields, changed(solution, (0, 0), "-")) == [
        "shaded cell count: region A has 3 shaded cells instead of 4"
    ]
    assert broken("lits", fields, changed(solution, (0, 0), "?")) == [
        "open: row 1, column 1 is open",
        "shaded cell count: region A has 3 shaded cells instead of 4",
    ]
    given = {**fields, "given": [[0, 0, "T"]]}
    assert broken("lits", given, solution) == ["clue stays: row 1, column 1 has L instead of T"]
    board = {"regions": ["AABB", "AABB", "AABB", "#A@B"]}
    assert broken("lits", board, {"rows": ["- L - -", "- L L L", "L L - L", "- - - L"]}) == [
        "apart: row 2, column 2 and row 2, column 3 touch, and both have the letter L"
    ]
    assert broken("lits", board, {"rows": ["T - - L", "T T - L", "T - L L", "- - - -"]}) == [
        "cut off: the part at row 1, column 4 is cut off"
    ]
    assert broken("lits", board, {"rows": ["L L T -", "- L T T", "- L T -", "L - - -"]}) == [
        "void cells: row 4, column 1 is shaded, but belongs to no region",
        "2x2 block: the square of 2x2 cells at row 1, column 2 is all shaded",
        "2x2 block: the square of 2x2 cells at row 2, column 2 is all shaded",
        "cut off: the part at row 4, column 1 is cut off",
    ]
    square = broken("lits", board, {"rows": ["- - T -", "L L T T", "L L T -", "- - - -"]})
    assert "tetromino: the shaded cells of region A do not form an L, I, T or S" in square
    in_two_parts = broken("lits", board, {"rows": ["L - T -", "- L T T", "- L T -", "- L - -"]})
    assert "tetromino: the shaded cells of region A do not form an L, I, T or S" in in_two_parts


def test_wrong_boards_are_told() -> None:
    regions = ["AABB", "AABB", "AABB"]
    for fields, what in (
        ({"rows": 3, "columns": 3}, "there are no regions"),
        ({"regions": ["##", "@@"]}, "there are no regions"),
        ({"regions": ["AAAB", "AABB"]}, "region B has no room for a tetromino"),
        ({"regions": ["AAAA", "BBCC", "BBCC"]}, "region B has no room"),
        ({"regions": regions, "given": [[0, 0, "x"]]}, "row 1, column 1 of the board has 'x'"),
        (
            {"regions": regions, "given": [[0, 1, "I"]]},
            "no I that covers row 1, column 2 fits into region A",
        ),
    ):
        with pytest.raises(InputError, match=what):
            opened("lits", fields)
