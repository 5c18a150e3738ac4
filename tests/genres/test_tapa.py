"""Tapa: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("tapa", "small")
    assert broken("tapa", fields, solution) == []
    odd = broken("tapa", fields, changed(solution, (4, 0), "o"))
    assert odd[0] == "known word: row 5, column 1 has 'o', which is none of - x"
    unfinished = broken("tapa", fields, changed(solution, (4, 0), "?"))
    assert unfinished[0] == "open: row 5, column 1 is open"
    board = {"board": ["- - - -", "- 3 - -", "- - - -"]}
    for rows, wrong in {
        ("x x x -", "- - - -", "- - - -"): [],
        ("x x x -", "- - - x", "- - - -"): ["cut off: the part at row 2, column 4 is cut off"],
        ("- x x x", "- - x x", "- - - -"): [
            "2x2 block: the square of 2x2 cells at row 1, column 3 is all shaded"
        ],
        ("x x x -", "- x - -", "- - - -"): [
            "clue cell: row 2, column 2 has a clue, but it is shaded"
        ],
        ("x - - -", "- - - -", "- - - -"): [
            "runs: row 2, column 2 has a run of 1 around it instead of a run of 3"
        ],
        ("x x x -", "x - x -", "x x x -"): [
            "runs: row 2, column 2 has a run of 8 around it instead of a run of 3"
        ],
    }.items():
        assert broken("tapa", board, {"rows": list(rows)}) == wrong


@pytest.mark.parametrize(
    ("clue", "rows", "runs"),
    [
        ("0", ("x - -", "- - -", "- - -"), "a run of 1 around it instead of no run"),
        (
            "?",
            ("x x -", "x - -", "x - x"),
            "runs of 1 and 4 around it instead of a run of any length",
        ),
        ("13", ("x x x", "x - x", "x - x"), "a run of 7 around it instead of runs of 1 and 3"),
        (
            "3?",
            ("x x -", "x - -", "x - -"),
            "a run of 4 around it instead of runs of 3 and any length",
        ),
    ],
)
def test_runs_are_told_in_words(clue: str, rows: tuple[str, ...], runs: str) -> None:
    board = {"board": ["- - -", f"- {clue} -", "- - -"]}
    *_, wrong = broken("tapa", board, {"rows": list(rows)})
    assert wrong == f"runs: row 2, column 2 has {runs}"


def test_an_unknown_clue_that_is_broken_is_not_an_open_cell() -> None:
    position = opened("tapa", {"board": ["- - -", "- ? -", "- - -"]})
    faults = position.judge({"rows": ["x - x", "- - -", "- - -"]})
    assert [(wrong.rule, wrong.is_open) for wrong in faults] == [
        ("cut off", False),
        ("runs", False),
    ]


def test_faults_have_the_cells_of_parts_and_squares() -> None:
    position = opened("tapa", {"board": ["- - - -", "- - - -"]})
    assert [
        fault.places[0].cells for fault in position.judge({"rows": ["x - x x", "x - x x"]})
    ] == [
        ((0, 2), (0, 3), (1, 2), (1, 3)),
        ((0, 2), (0, 3), (1, 2), (1, 3)),
    ]


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("- 6", "- -"): "the clue 6 does not fit around row 1, column 2",
        ("- 1", "- 3"): "the clue 3 does not fit around row 2, column 2",
        ("- 10", "- -"): "row 1, column 2 of the board has '10'",
        ("- 9", "- -"): "row 1, column 2 of the board has '9'",
        ("- x", "- -"): "row 1, column 2 of the board has 'x'",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("tapa", {"board": list(rows)})
