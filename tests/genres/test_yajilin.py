"""Yajilin: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_a_clue_without_a_number_leaves_its_cell_out() -> None:
    every = [
        counted("yajilin", {"board": ["- - -", f"- {word} -", "- - -"]})
        for word in ("x", "@", "?", "?n")
    ]
    assert every == [1, 1, 1, 1]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("yajilin", "small")
    assert broken("yajilin", fields, solution) == []
    one_end = broken("yajilin", fields, changed(solution, (0, 0), "e"))
    assert "line ends: the line ends at row 1, column 1" in one_end
    no_end = "line ends: the line from row 2, column 1 to row 1, column 1 has no other end"
    assert no_end in one_end
    shaded = broken("yajilin", fields, changed(solution, (4, 0), "x"))
    assert "clue cell: row 5, column 1 has a clue, but it is not left out" in shaded
    assert broken("yajilin", fields, changed(solution, (3, 0), "-")) == [
        "every cell: row 4, column 1 is neither shaded nor on the loop",
        "shaded cell count: row 5, column 1 points at 0 shaded cells instead of 1",
    ]
    unfinished = broken("yajilin", fields, changed(solution, (3, 0), "?"))
    assert unfinished[0] == "open: row 4, column 1 is open"
    branched = broken("yajilin", fields, changed(solution, (0, 0), "nes"))
    assert "line branches: the line branches at row 1, column 1" in branched
    ring = {"rows": ["se ew sw x", "ns x ns x", "ne ew nw -"]}
    board = {"board": ["- - - -", "- 0s - -", "- - - x"]}
    assert broken("yajilin", board, ring) == [
        "clue cell: row 2, column 2 has a clue, but it is not left out",
        "apart: row 1, column 4 and row 2, column 4 touch",
    ]
    assert broken("yajilin", {"board": ["- x"]}, {"rows": ["x -"]}) == [
        "one loop: there is no loop"
    ]
    two = {"rows": ["se sw - se sw", "ne nw - ne nw"]}
    board = {"board": ["- - x - -", "- - x - -"]}
    assert broken("yajilin", board, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 4"
    ]


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("- 2", "- -"): "row 1, column 2 of the board has '2'",
        ("- 2e", "- -"): "the clue at row 1, column 2 counts 2, and there are 0",
        ("2e x -", "- - -"): "the clue at row 1, column 1 counts 2, and there are 1",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("yajilin", {"board": list(rows)})
