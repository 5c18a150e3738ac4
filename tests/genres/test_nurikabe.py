"""Nurikabe: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    shapes = [(3, 3, "1234?"), (2, 5, "1235?"), (3, 4, "1246?"), (3, 4, "2?")]
    rows, columns, words = shapes[seed % 4]
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    clues = {cell: dice.choice(words) for cell in dice.sample(cells, dice.randint(1, 2))}
    drawn = ["".join(clues.get((r, c), "-") for c in range(columns)) for r in range(rows)]
    every = fillings(rows, columns, "-x")
    assert counted("nurikabe", {"board": drawn}) == brute_force("nurikabe", {"board": drawn}, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("nurikabe", "small")
    assert broken("nurikabe", fields, solution) == []
    flooded = broken("nurikabe", fields, {"rows": ["x x x x x"] * 5})
    assert "the square of 2x2 cells from (0, 0) on is full" in flooded
    assert "(0, 4) has a number, and is sea" in flooded
    dry = broken("nurikabe", fields, {"rows": ["- - - - -"] * 5})
    assert dry == ["the island of (0, 0) has 5 numbers"]
    board = {"board": ["3--", "--?"]}
    assert broken("nurikabe", board, {"rows": ["- - x", "- x -"]}) == [
        "the sea at (1, 1) is cut off"
    ]
    assert broken("nurikabe", board, {"rows": ["- x -", "x x -"]}) == [
        "the island of (0, 0) has 1 cells instead of 3"
    ]
    assert broken("nurikabe", {"board": ["1--"]}, {"rows": ["- x -"]}) == [
        "the island of (0, 2) has 0 numbers"
    ]
    odd = broken("nurikabe", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "(0, 0) has '?', which is none of - x"


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="the islands have 7 cells, and the board has 6"):
        opened("nurikabe", {"board": ["4--", "--3"]})
    with pytest.raises(InputError, match="a clue looks like"):
        opened("nurikabe", {"board": ["0-", "--"]})
    with pytest.raises(InputError, match="a clue looks like"):
        opened("nurikabe", {"board": ["x-", "--"]})
