"""Simple Loop: every rule broken by name, cells of which nothing is known, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved

RING = {"rows": ["se ew sw", "ns - ns", "ne ew nw"]}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("simple-loop", "small")
    assert broken("simple-loop", fields, solution) == []
    one_end = broken("simple-loop", fields, changed(solution, (0, 0), "e"))
    assert "line ends: the line ends at row 1, column 1" in one_end
    branched = broken("simple-loop", fields, changed(solution, (0, 0), "nes"))
    assert "line branches: the line branches at row 1, column 1" in branched
    unfinished = broken("simple-loop", fields, changed(solution, (0, 0), "?"))
    assert unfinished[0] == "open: row 1, column 1 is open"
    for rows, wrong in {
        ("---", "-x-", "---"): [],
        ("---", "-?-", "---"): [],
        ("?--", "-?-", "---"): [],
        ("---", "---", "---"): ["every cell: the line does not pass row 2, column 2"],
        ("x--", "-x-", "---"): [
            "black cell: the line passes row 1, column 1, which is black",
        ],
    }.items():
        assert broken("simple-loop", {"board": list(rows)}, RING) == wrong
    two = {"rows": ["se sw - se sw", "ne nw - ne nw"]}
    assert broken("simple-loop", {"board": ["--x--", "--x--"]}, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 4"
    ]


def test_the_loops_of_small_boards_are_counted() -> None:
    # A board of 4x4 has six loops through all cells; one of 3x3 has none, and of 3x4 two.
    assert counted("simple-loop", {"rows": 4, "columns": 4}) == 6
    assert counted("simple-loop", {"rows": 3, "columns": 3}) == 0
    assert counted("simple-loop", {"rows": 3, "columns": 4}) == 2
    # All 13 loops between nine points, 213 between sixteen.
    assert counted("simple-loop", {"board": ["???"] * 3}) == 13
    assert counted("simple-loop", {"board": ["????"] * 4}) == 213
    assert counted("simple-loop", {"board": ["xx", "xx"]}) == 0


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 2 of the board has '2'"):
        opened("simple-loop", {"board": ["-2", "--"]})


def test_an_address_has_no_cells_of_which_nothing_is_known() -> None:
    position = opened("simple-loop", {"board": ["-?-", "---"]})
    with pytest.raises(InputError, match=r"cannot have the clue '[?]'"):
        position.address()
