"""Tapa: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import Plain, broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", [1, 2, 8, 10, 14, 20, 22, 23, 25, 26, 36, 39])
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice, (rows, columns) = Random(seed), [(3, 3), (2, 5), (3, 3), (3, 4)][seed % 4]
    every = [*fillings(rows, columns, "-x")]
    fields: Plain = {"rows": rows, "columns": columns}
    empty = opened("tapa", fields)
    clues = empty.clues(empty.solution_of(dice.choice(every)))
    given = [[*cell, dice.choice((clue, clue, "?" + clue[1:]))] for *cell, clue in clues]
    fields["given"] = dice.sample(given, min(len(given), dice.randint(1, 3)))
    assert counted("tapa", fields) == brute_force("tapa", fields, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("tapa", "small")
    assert broken("tapa", fields, solution) == []
    assert broken("tapa", fields, changed(solution, (4, 0), "?"))[0] == (
        "(4, 0) has '?', which is none of - x"
    )
    board = {"board": ["- - - -", "- 3 - -", "- - - -"]}
    for rows, wrong in {
        ("x x x -", "- - - -", "- - - -"): [],
        ("x x x -", "- - - x", "- - - -"): ["(1, 3) is cut off"],
        ("- x x x", "- - x x", "- - - -"): ["the square of 2x2 cells from (0, 2) on is full"],
        ("x x x -", "- x - -", "- - - -"): ["(1, 1) has a clue, and is shaded"],
        ("x - - -", "- - - -", "- - - -"): ["the runs around (1, 1) are 1 instead of 3"],
        ("x x x -", "x - x -", "x x x -"): ["the runs around (1, 1) are 8 instead of 3"],
    }.items():
        assert broken("tapa", board, {"rows": list(rows)}) == wrong


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("- 6", "- -"): "6 does not fit around .0, 1.",
        ("- 1", "- 3"): "3 does not fit around .1, 1.",
        ("- 10", "- -"): "row 1, column 2 of the board has '10'",
        ("- 9", "- -"): "row 1, column 2 of the board has '9'",
        ("- x", "- -"): "row 1, column 2 of the board has 'x'",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("tapa", {"board": list(rows)})
