"""Moon or Sun: every rule broken by name, cells of which nothing is known, and wrong boards."""

from __future__ import annotations

from itertools import product

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved
from support.published.lines import all_loops, words_of_lines
from support.published.plain import rectangle, rows_of

RING = {"rows": ["se ew sw", "ns - ns", "ne ew nw"]}
MIDDLE = "the sun at row 2, column 2"
HALVES = ["AAA", "AAB", "BBB"]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("moon-or-sun", "small")
    assert broken("moon-or-sun", fields, solution) == []
    corner = next(
        (r, c)
        for r, row in enumerate(solution["rows"])
        for c, word in enumerate(row.split())
        if word == "se"
    )
    where = f"row {corner[0] + 1}, column {corner[1] + 1}"
    one_end = broken("moon-or-sun", fields, changed(solution, corner, "e"))
    assert f"line ends: the line ends at {where}" in one_end
    branched = broken("moon-or-sun", fields, changed(solution, corner, "nes"))
    assert f"line branches: the line branches at {where}" in branched
    two = {"rows": ["se sw se sw", "ne nw ne nw"]}
    assert broken("moon-or-sun", {"regions": ["AAAA"] * 2, "board": ["s---", "----"]}, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 3"
    ]
    for board, wrong in (
        (["s--", "---", "m--"], []),
        (["s--", "-m-", "m-x"], []),
        (["o-s", "---", "--x"], []),
        (
            ["s--", "-s-", "m--"],
            [f"all of a kind: the line passes a sun in region A, and leaves out {MIDDLE}"],
        ),
        (["sm-", "---", "m--"], ["one kind: the line passes a sun and a moon in region A",
         "turns: the line passes moons in region A and in region B, one after the other"]),
        (["---", "-s-", "m--"], [
            "any kind: the line passes neither a sun nor a moon in region A"]),
        (["s--", "---", "s--"], [
            "turns: the line passes suns in region A and in region B, one after the other"]),
    ):  # fmt: skip
        found = broken("moon-or-sun", {"regions": HALVES, "board": board}, RING)
        assert list(dict.fromkeys(found)) == wrong
    for regions, board, wrong in (
        (["AAA", "ABA", "AAA"], ["s--", "-m-", "---"], [
            "every region: the line does not visit region B"]),
        (["ABA", "AAA", "CCC"], ["sm-", "---", "m--"], [
            "one visit: the line visits region A more than once"]),
        (["@AA", "BBA", "BBA"], ["-s-", "---", "m--"], [
            "no region: the line passes row 1, column 1, which is in no region"]),
    ):  # fmt: skip
        assert broken("moon-or-sun", {"regions": regions, "board": board}, RING) == wrong


def test_the_kind_of_a_region_may_be_open() -> None:
    turns = "turns: between region A and region C, suns and moons do not take turns"
    # A region between two others has the other kind of both.
    quarters = ["AAB", "DAB", "DCC"]
    for board, wrong in (
        (["s-?", "---", "?--"], []),
        (["s-?", "---", "?-s"], []),
        (["s-?", "---", "?-m"], [turns]),
    ):
        fields = {"regions": quarters, "board": [*board[:2], board[2][0] + "?" + board[2][2]]}
        assert broken("moon-or-sun", fields, RING) == wrong
    thirds = {"regions": ["AAB", "ACB", "CCC"], "board": ["?-?", "---", "--?"]}
    assert broken("moon-or-sun", thirds, RING) == [
        "turns: the line visits 3 regions, which cannot take turns"
    ]


@pytest.mark.parametrize("regions", [["AAB", "DAB", "DCC"], ["AAB", "ACB", "CCC"], HALVES])
def test_open_cells_can_be_a_sun_or_a_moon_or_neither(regions: list[str]) -> None:
    """What a board with ? allows is what one of the boards allows that have something else there.

    Its rules and its model say so alike.
    """
    open_cells = [(0, 0), (0, 2), (2, 1)]
    loops = [{"rows": rows_of(words_of_lines(rectangle(3, 3), loop))} for loop in all_loops(3, 3)]

    def board(words: tuple[str, ...]) -> dict[str, list[str]]:
        cells = dict.fromkeys(rectangle(3, 3), "-") | {(2, 0): "m", (1, 1): "s"}
        cells |= dict(zip(open_cells, words, strict=True))
        return {"regions": regions, "board": rows_of(cells)}

    allowed = set()
    for words in product("sm-", repeat=3):
        try:
            opened("moon-or-sun", board(words))
        except InputError:
            # A region without suns and moons.
            continue
        allowed |= {
            n for n, loop in enumerate(loops) if not broken("moon-or-sun", board(words), loop)
        }
    unknown = board(("?", "?", "?"))
    assert allowed == {
        n for n, loop in enumerate(loops) if not broken("moon-or-sun", unknown, loop)
    }
    assert counted("moon-or-sun", unknown) == len(allowed)


def test_wrong_boards_are_told() -> None:
    for board, regions, wrong in (
        (["3-"], ["AB"], "row 1, column 1 of the board has '3'"),
        (["s-"], ["AB"], "region B has neither a sun nor a moon"),
        (["s--"], ["#AA"], "row 1, column 1 has a clue, and is in no region"),
        (["s-s"], ["A@B"], "region A has no other region beside it"),
        (["---"], ["ABA"], "region A is in 2 parts"),
    ):
        with pytest.raises(InputError, match=wrong):
            opened("moon-or-sun", {"board": board, "regions": regions})
    with pytest.raises(InputError, match="there are no regions"):
        opened("moon-or-sun", {"board": ["s-", "--"]})
