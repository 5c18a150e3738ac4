"""Gokigen Naname: its model against all ways to draw diagonals, and every rule broken by name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    words = "----0112" if seed % 3 else "-----1223"
    rows = ["".join(dice.choice(words) for _ in range(4)) for _ in range(2)]
    edge = dice.choice(("----", "-1--", "0---", "--2-", "1---"))
    fields = {"corners": [edge, f"-{rows[0][1:3]}-", f"-{rows[1][1:3]}-", "----"]}
    every = fillings(3, 3, "/\\")
    assert counted("gokigen", fields) == brute_force("gokigen", fields, every)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (4, 1), (2, 2), (2, 5)])
def test_boards_without_numbers_have_as_many_as_brute_force_finds(rows: int, columns: int) -> None:
    fields = {"rows": rows, "columns": columns}
    every = fillings(rows, columns, "/\\")
    assert counted("gokigen", fields) == brute_force("gokigen", fields, every)


def test_unknown_numbers_say_nothing() -> None:
    fields = {"corners": ["-?-", "?1?", "-?-"]}
    assert counted("gokigen", fields) == counted("gokigen", {"corners": ["---", "-1-", "---"]}) == 4


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("gokigen", "small")
    assert broken("gokigen", fields, solution) == []
    told = broken("gokigen", fields, changed(solution, (0, 4), "\\"))
    what = "the upper right corner of row 1, column 4 has 1 diagonal instead of 0"
    assert f"diagonal count: {what}" in told
    told = broken("gokigen", fields, changed(solution, (0, 0), "-"))
    assert told[0] == "open: row 1, column 1 is empty"
    ring: dict[str, Any] = {"rows": ["\\ / \\", "\\ \\ /"]}
    (fault,) = opened("gokigen", {"rows": 2, "columns": 3}).judge(ring)
    assert str(fault) == "loop: the diagonals at row 1, column 2 make a loop"
    assert fault.places[0].cells == ((0, 1), (0, 2), (1, 1), (1, 2))


def test_two_loops_are_two_faults() -> None:
    rings = {"rows": ["/ \\ / \\", "\\ / \\ /"]}
    assert broken("gokigen", {"rows": 2, "columns": 4}, rings) == [
        "loop: the diagonals at row 1, column 1 make a loop"
    ]
    rings = {"rows": ["/ \\ / / \\", "\\ / / \\ /"]}
    assert broken("gokigen", {"rows": 2, "columns": 5}, rings) == [
        "loop: the diagonals at row 1, column 1 make a loop",
        "loop: the diagonals at row 1, column 4 make a loop",
    ]


def test_open_cells_make_no_loop() -> None:
    assert broken("gokigen", {"rows": 2, "columns": 2}, {"rows": ["/ \\", "\\ ?"]}) == [
        "open: row 2, column 2 is open"
    ]


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({}, "no board"),
        ({"board": ["1-", "--"]}, "draw them in 'corners'"),
        ({"corners": ["---", "---"], "shape": "hexagonal"}, "corners of squares"),
        ({"corners": ["---", "-5-", "---"]}, "has '5'"),
        (
            {"corners": ["2--", "---", "---"]},
            "the clue at the upper left corner of row 1, column 1 counts 2, and there are 1",
        ),
        ({"board": ["-"], "corners": ["---", "---", "--1"]}, "counts 1, and there are 0"),
        ({"corners": ["---"]}, "has no cells"),
    ):
        with pytest.raises(InputError, match=told):
            opened("gokigen", fields)
