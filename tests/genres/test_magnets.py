"""Magnets: every rule broken by name, boards counted by hand, addresses, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.genre_position import GenrePosition
from support.genres import broken, counted, opened

FIELDS = {
    "regions": ["AAB", "CDB", "CD#"],
    "board": ["p--", "---", "---"],
    "above": ["1", "1", "-"],
    "right": ["1", "-", "-"],
}


def test_every_rule_is_broken_by_name() -> None:
    assert broken("magnets", FIELDS, {"rows": ["p n -", "- p -", "- n -"]}) == []
    assert broken("magnets", FIELDS, {"rows": ["p n n", "p p p", "n n -"]}) == [
        "apart: row 1, column 1 and row 2, column 1 have equal poles",
        "apart: row 1, column 2 and row 1, column 3 have equal poles",
        "apart: row 2, column 1 and row 2, column 2 have equal poles",
        "apart: row 2, column 2 and row 2, column 3 have equal poles",
        "apart: row 3, column 1 and row 3, column 2 have equal poles",
        "positive pole count: the clue above column 1 has 2 positive poles instead of 1",
        "negative pole count: the clue right of row 1 has 2 negative poles instead of 1",
    ]
    assert broken("magnets", FIELDS, {"rows": ["n - -", "p - -", "x - p"]}) == [
        "known word: row 3, column 1 has 'x', which is none of p n -",
        "half magnet: region A has one pole alone",
        "half magnet: region C has one pole alone",
        "void cells: row 3, column 3 has a pole, but belongs to no region",
        "positive pole count: the clue above column 2 has 0 positive poles instead of 1",
        "clue stays: row 1, column 1 has n instead of p",
    ]


@pytest.mark.parametrize(
    ("fields", "solutions"),
    [
        # Empty, or either way round.
        ({"regions": ["AA"]}, 3),
        # Of nine ways, two have equal poles in the middle.
        ({"regions": ["AABB"]}, 7),
        ({"regions": ["AABB"], "left": ["2"]}, 2),
        ({"regions": ["AABB"], "below": ["-", "1", "-", "-"]}, 2),
        ({"regions": ["AA#BB"]}, 9),
        ({"regions": ["AAB", "CCB"], "board": ["---", "---"], "right": ["0", "0"]}, 1),
    ],
)
def test_solutions_counted_by_hand(fields: dict[str, object], solutions: int) -> None:
    assert counted("magnets", fields) == solutions


def test_the_board_of_pzprjs_has_its_solution() -> None:
    address = "magnets/5/5/g222j2h2g22g0g32fubmo3or00000000000400"
    position = load("magnets", url=address)
    assert isinstance(position, GenrePosition)
    assert position.address() == address
    solution = ["p n p n -", "n p n p -", "p n - - n", "- - p - p", "n p n p n"]
    assert position.judge({"rows": solution}) == []
    assert experiment(position).unique().unique


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"rows": 2, "columns": 2}, "there are no regions"),
        ({"regions": ["AAB"]}, "region B at row 1, column 3 has 1 cell instead of 2"),
        ({"regions": ["AAA"]}, "region A at row 1, column 1 has 3 cells instead of 2"),
        ({"regions": ["ABA", "CBC"]}, "region A is in 2 parts"),
        ({"regions": ["AA"], "above": ["2", "-"]}, "the clue above column 1 counts 2"),
        ({"regions": ["AA"], "board": ["-+"]}, "has '\\+'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("magnets", fields)
