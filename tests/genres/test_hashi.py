"""Hashi: its model against all bridges in cells between islands, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.grid import Board
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved

DRAWN = [
    ["?-?-?", "-----", "?-?-?"],
    ["?-?", "---", "?-?"],
    ["-?--", "?--?", "----", "-?-?"],
    ["?-?-?", "-----", "?---?"],
    ["??-?", "?--?"],
]


def water(board: Board) -> Iterator[Plain]:
    """All ways to put pieces of bridges into cells with islands on both sides.

    What joins islands side by side stands in the first of them.
    """
    grid, words = board.grid, []
    for cell in grid.cells:
        if cell in board.clues:
            across = ["", "1", "2"] if grid.step(cell, "e") in board.clues else [""]
            down = ["", "a", "b"] if grid.step(cell, "s") in board.clues else [""]
            words.append([one + other or "-" for one in across for other in down])
        else:
            to = {way for way in "nesw" if set(grid.ray(cell, way)).intersection(board.clues)}
            words.append(["-", *"12" * (to >= {*"ew"}), *"ab" * (to >= {*"ns"})])
    for chosen in product(*words):
        yield {"rows": grid.tokens(dict(zip(grid.cells, chosen, strict=True)))}


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice, rows = Random(seed), DRAWN[seed % 5]
    words = [[dice.choice("???123") if word == "?" else word for word in row] for row in rows]
    fields = {"board": ["".join(row) for row in words]}
    every = water(Board.read(fields))
    assert counted("hashi", fields) == brute_force("hashi", fields, every)


def test_one_of_two_bridges_that_cross() -> None:
    assert counted("hashi", {"board": ["2-?--", "-----", "?---?", "-----", "--?-2"]}) == 4


def test_islands_side_by_side_can_be_joined() -> None:
    assert counted("hashi", {"board": ["22"]}) == 1
    assert broken("hashi", {"board": ["22"]}, {"rows": ["2 -"]}) == []
    square = {"board": ["23", "12"]}
    assert broken("hashi", square, {"rows": ["1a b", "- -"]}) == []
    assert broken("hashi", square, {"rows": ["a1 b", "- -"]}) == [
        "(0, 0) has a1, not the 1a of a whole bridge"
    ]
    # In water, two bridges would cross.
    crossed = {"board": ["-1-", "1-1", "-1-"]}
    assert "(1, 1) has 1a, not the a of a whole bridge" in broken(
        "hashi", crossed, {"rows": ["- - -", "- 1a -", "- - -"]}
    )


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("hashi", "small")
    assert broken("hashi", fields, solution) == []
    over = broken("hashi", fields, changed(solution, (0, 2), "1"))
    assert over == ["(0, 2) has 1, not the - of a whole bridge"]
    double = broken("hashi", fields, changed(solution, (0, 1), "2"))
    assert double == [
        "the bridges of (0, 0) are 2 instead of 1",
        "the bridges of (0, 2) are 4 instead of 3",
    ]
    assert broken("hashi", fields, changed(solution, (1, 1), "b")) == [
        "(1, 1) has b, not the - of a whole bridge"
    ]
    assert "(0, 1) has x, not the - of a whole bridge" in broken(
        "hashi", fields, changed(solution, (0, 1), "x")
    )
    square = {"board": ["2-2", "---", "2-2"]}
    assert broken("hashi", square, {"rows": ["- 1 -", "a - a", "- 1 -"]}) == []
    assert broken("hashi", square, {"rows": ["- 2 -", "- - -", "- 2 -"]}) == [
        "the islands fall into 2 parts"
    ]


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["1--", "--1"], r"the island 1 in \(0, 0\) has room for 0 bridges"),
        (["?--"], r"the island \? in \(0, 0\) has room for 0 bridges"),
        (["3-1"], r"the island 3 in \(0, 0\) has room for 2 bridges"),
        (["1-9"], "row 1, column 3 of the board has '9'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("hashi", {"board": board})
