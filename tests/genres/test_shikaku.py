"""Shikaku: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("shikaku", "small")
    assert broken("shikaku", fields, solution) == []
    last = solution["rows"][4].split()[4]
    other = broken("shikaku", fields, changed(solution, (0, 0), last))
    assert f"rectangle: region {last} is not a rectangle" in other
    board = {"board": ["22", "--"]}
    assert broken("shikaku", board, {"rows": ["1 1", "2 2"]}) == [
        "number count: region 1 has 2 numbers instead of 1",
        "number count: region 2 has 0 numbers instead of 1",
    ]
    assert broken("shikaku", {"board": ["13", "--"]}, {"rows": ["1 2", "1 2"]}) == [
        "region size: region 1 has 2 cells instead of 1",
        "region size: region 2 has 2 cells instead of 3",
    ]


def test_an_unknown_number_is_one_of_any_size() -> None:
    board = {"board": ["1?-", "---"]}
    assert broken("shikaku", board, {"rows": ["1 2 2", "1 2 2"]}) == [
        "region size: region 1 has 2 cells instead of 1"
    ]
    assert broken("shikaku", {"board": ["??"]}, {"rows": ["1 1"]}) == [
        "number count: region 1 has 2 numbers instead of 1"
    ]


def test_an_open_cell_is_in_no_region() -> None:
    board = {"board": ["4-", "--"]}
    assert broken("shikaku", board, {"rows": ["1 1", "1 ?"]}) == [
        "open: row 2, column 2 is open",
        "rectangle: region 1 is not a rectangle",
        "region size: region 1 has 3 cells instead of 4",
    ]


def test_faults_have_the_cells_of_the_regions() -> None:
    position = opened("shikaku", {"board": ["22", "--"]})
    assert [fault.places[0].cells for fault in position.judge({"rows": ["1 1", "2 2"]})] == [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
    ]


def test_a_number_without_a_rectangle_is_no_solution() -> None:
    assert counted("shikaku", {"board": ["-5", "--", "-1"]}) == 0


def test_wrong_boards_are_told() -> None:
    for board, what in (
        (["2-", "--"], "the numbers add up to 2, and the board has 4 cells"),
        (["4-", "-?"], "the numbers add up to 4, and the board has 4 cells"),
        (["4-", "-x"], "row 2, column 2 of the board has 'x'"),
        (["4 -", "- 01"], "row 2, column 2 of the board has '01'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("shikaku", {"board": board})
