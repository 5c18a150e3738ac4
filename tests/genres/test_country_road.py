"""Country Road: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved

RING = {"rows": ["se ew sw", "ns - ns", "ne ew nw"]}


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("country-road", "small")
    assert broken("country-road", fields, solution) == []
    one_end = broken("country-road", fields, changed(solution, (1, 2), "e"))
    assert "line ends: the line ends at row 2, column 3" in one_end
    branched = broken("country-road", fields, changed(solution, (1, 2), "nes"))
    assert "line branches: the line branches at row 2, column 3" in branched
    two = {"rows": ["se sw se sw", "ne nw ne nw"]}
    assert broken("country-road", {"regions": ["AAAA", "AAAA"]}, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 3"
    ]
    for regions, board, wrong in (
        (["AAA", "AAB", "BBB"], ["4--", "---", "4--"], []),
        (["AAA", "AAA", "AAA"], ["8--", "---", "---"], []),
        (["AAB", "AAB", "AAB"], ["?--", "--3", "---"], []),
        (["AAA", "ABA", "AAA"], None, ["every region: the line does not visit region B"]),
        (["ABA", "AAA", "CCC"], None, ["one visit: the line visits region A more than once"]),
        (
            ["AAA", "AAB", "BBB"],
            ["5--", "---", "---"],
            ["visited cell count: region A has 4 visited cells instead of 5"],
        ),
    ):
        fields = {"regions": regions} | ({"board": board} if board else {})
        assert broken("country-road", fields, RING) == wrong
    middle = {"regions": ["AAA", "B@A", "BBA"]}
    assert broken("country-road", middle, RING) == []
    corner = {"regions": ["@AA", "BBA", "BBA"]}
    assert broken("country-road", corner, RING) == [
        "no region: the line passes row 1, column 1, which is in no region",
    ]
    # The cells in the middle and at the right are left out, with a border between them.
    square = {"rows": ["se sw -", "ne nw -", "- - -"]}
    cells = "row 1, column 3 nor row 2, column 3, on the other side of a border"
    assert broken("country-road", {"regions": ["AAA", "AAB", "BBB"]}, square) == [
        "every region: the line does not visit region B",
        f"empty border: the line passes neither {cells}",
    ]


def test_a_single_region_is_not_left() -> None:
    # All 13 loops between nine points.
    assert counted("country-road", {"regions": ["AAA"] * 3}) == 13
    assert counted("country-road", {"regions": ["AAA"] * 3, "board": ["8--", "---", "---"]}) == 5


def test_cells_in_no_region_are_left_out() -> None:
    assert counted("country-road", {"regions": ["AA@@@", "AA@@@"]}) == 1
    assert counted("country-road", {"regions": ["AAA", "B@A", "BBA"]}) == 1


def test_wrong_boards_are_told() -> None:
    for board, regions, wrong in (
        (["0-"], ["AB"], "row 1, column 1 of the board has '0'"),
        (["2-"], ["AB"], "the clue at row 1, column 1 counts 2, and there are 1"),
        (["22"], ["AA"], "region A has 2 clues"),
        (["2--"], ["#AA"], "row 1, column 1 has a clue, and is in no region"),
        (["---"], ["A@B"], "region A has no other region beside it"),
        (["---"], ["ABA"], "region A is in 2 parts"),
    ):
        with pytest.raises(InputError, match=wrong):
            opened("country-road", {"board": board, "regions": regions})
