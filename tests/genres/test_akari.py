"""Akari: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("akari", "small")
    assert broken("akari", fields, solution) == []
    bulb = next((r, c) for r in range(5) for c in range(5) if solution["rows"][r][2 * c] == "o")
    unlit = f"unlit: row {bulb[0] + 1}, column {bulb[1] + 1} is not lit"
    assert unlit in broken("akari", fields, changed(solution, bulb, "-"))
    board = {"board": ["--x", "-2-"]}
    assert broken("akari", board, {"rows": ["- o -", "o - o"]}) == [
        "bulb count: row 2, column 2 has 3 bulbs around it instead of 2"
    ]
    assert broken("akari", board, {"rows": ["o o -", "- - o"]}) == [
        "sight: the bulbs at row 1, column 1 and row 1, column 2 light each other"
    ]
    assert broken("akari", board, {"rows": ["- o -", "o - -"]}) == [
        "unlit: row 2, column 3 is not lit"
    ]
    assert broken("akari", board, {"rows": ["- o o", "o - -"]}) == [
        "black cell: there is a bulb in the black cell at row 1, column 3"
    ]
    assert broken("akari", {"board": ["x-"]}, {"rows": ["o o"]}) == [
        "black cell: there is a bulb in the black cell at row 1, column 1"
    ]


def test_open_and_unknown_words_are_told() -> None:
    for word, told in (
        ("?", "open: row 1, column 1 is open"),
        ("x", "known word: row 1, column 1 has 'x', which is none of - o"),
    ):
        assert broken("akari", {"board": ["--"]}, {"rows": [f"{word} o"]}) == [told]


def test_of_three_bulbs_in_sight_any_two_light_each_other() -> None:
    assert broken("akari", {"board": ["-", "-", "-", "x", "-"]}, {"rows": [*"ooo-o"]}) == [
        "sight: the bulbs at row 1, column 1 and row 2, column 1 light each other",
        "sight: the bulbs at row 1, column 1 and row 3, column 1 light each other",
        "sight: the bulbs at row 2, column 1 and row 3, column 1 light each other",
    ]


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("3-", "--"): "row 1, column 1 counts 3, and there are 2",
        ("1x", "x-"): "row 1, column 1 counts 1, and there are 0",
        ("--", "5-"): "row 2, column 1 of the board has '5'",
        ("xx", "00"): "the board has no cells",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("akari", {"board": list(rows)})
