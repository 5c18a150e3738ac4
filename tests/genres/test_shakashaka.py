"""Shakashaka: every rule broken by name, white areas of all kinds, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved

DIAMOND = {"board": ["--x", "--1", "xx-"]}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("shakashaka", "small")
    assert broken("shakashaka", fields, solution) == []
    whole = {"rows": ["nw ne -", "sw se -", "- - -"]}
    assert broken("shakashaka", DIAMOND, whole) == []
    assert broken("shakashaka", DIAMOND, changed(whole, (0, 2), "nw")) == [
        "black cell: there is a triangle in the black cell at row 1, column 3",
    ]
    assert broken("shakashaka", DIAMOND, changed(whole, (1, 1), "-")) == [
        "rectangle: the white area at row 1, column 1 is no rectangle",
        "triangle count: row 2, column 3 has 0 triangles around it instead of 1",
    ]
    assert broken("shakashaka", DIAMOND, changed(whole, (1, 1), "o")) == [
        "known word: row 2, column 2 has 'o', which is none of - nw ne se sw",
        "rectangle: the white area at row 1, column 1 is no rectangle",
        "triangle count: row 2, column 3 has 0 triangles around it instead of 1",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        # A turned square, a turned rectangle, a strip between two black ones, upright ones.
        ["nw ne", "sw se"],
        ["- nw ne", "nw - se", "sw se -"],
        ["- - nw ne", "- nw - se", "nw - se -", "sw se - -"],
        ["- -", "- -"],
    ],
)
def test_rectangles_are_upright_or_turned(rows: list[str]) -> None:
    size = {"rows": len(rows), "columns": len(rows[0].split())}
    outside = [[r, c, "x"] for r, c in outer(rows)]
    position = opened("shakashaka", {**size, "given": outside})
    assert position.judge({"rows": rows}) == []


def outer(rows: list[str]) -> list[tuple[int, int]]:
    """The cells without a triangle that have none both before and behind them in their row."""
    found = []
    for r, row in enumerate(rows):
        words = row.split()
        triangles = [c for c, word in enumerate(words) if word != "-"]
        if triangles:
            inside = range(triangles[0], triangles[-1] + 1)
            found += [(r, c) for c in range(len(words)) if c not in inside]
    return found


@pytest.mark.parametrize(
    "rows",
    [["nw"], ["nw se"], ["- -", "- nw"], ["nw -", "- se"], ["nw ne", "- -"], ["se sw", "ne nw"]],
)
def test_other_forms_are_no_rectangles(rows: list[str]) -> None:
    size = {"rows": len(rows), "columns": len(rows[0].split())}
    faults = opened("shakashaka", size).judge({"rows": rows})
    assert {fault.rule for fault in faults} == {"rectangle"}


def test_a_board_without_numbers_has_all_divisions_into_rectangles() -> None:
    assert counted("shakashaka", {"board": ["-"]}) == 1
    assert counted("shakashaka", {"board": ["---", "--x"]}) == 1
    # A turned square may lie in it, or nothing.
    assert counted("shakashaka", {"board": ["--", "--"]}) == 2


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"board": ["5-"]}, "row 1, column 1 of the board has '5'"),
        ({"board": ["2-"]}, "the clue at row 1, column 1 counts 2, and there are 1 to count"),
    ],
)
def test_wrong_boards_are_told(fields: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        opened("shakashaka", fields)
