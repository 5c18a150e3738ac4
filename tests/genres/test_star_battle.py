"""Star battle: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import (
    broken,
    changed,
    opened,
    solved,
)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("star-battle", "void")
    assert broken("star-battle", fields, solution) == []
    given = {**fields, "given": [[0, 1, "*"]]}
    missing = "clue stays: the star at row 1, column 2 is missing"
    assert broken("star-battle", given, solution) == [missing]
    wrong = broken("star-battle", fields, changed(solution, (0, 4), "h"))
    assert wrong == ["known word: row 1, column 5 has 'h', which is none of - x"]
    assert broken("star-battle", fields, changed(solution, (0, 4), "x")) == [
        "star count: row 1 has 2 stars instead of 1",
        "star count: column 5 has 2 stars instead of 1",
        "void cells: row 1, column 5 has a star, but belongs to no region",
    ]
    lines = {"stars": 1, "regions": ["AB", "AB"]}
    assert broken("star-battle", lines, {"rows": ["x -", "- x"]}) == [
        "apart: row 1, column 1 and row 2, column 2 touch"
    ]
    assert broken("star-battle", lines, {"rows": ["x -", "x -"]}) == [
        "star count: column 1 has 2 stars instead of 1",
        "star count: column 2 has 0 stars instead of 1",
        "star count: region A has 2 stars instead of 1",
        "star count: region B has 0 stars instead of 1",
        "apart: row 1, column 1 and row 2, column 1 touch",
    ]


def test_wrong_boards_are_told() -> None:
    regions = ["AAB", "ACB", "CCB"]
    for fields, what in (
        ({"stars": 1, "regions": regions[:2]}, "2 rows and 3 columns; draw a square"),
        (
            {"stars": 1, "rows": 3, "columns": 3},
            "a board of 3 rows and 3 columns needs 3 regions, and there are 0",
        ),
        ({"stars": 1, "regions": ["AA", "AA"]}, "needs 2 regions, and there is 1"),
        ({"stars": 0, "regions": regions}, "'stars' is '0'"),
        ({"regions": regions}, "no 'stars'"),
        ({"stars": 1, "regions": regions, "given": [[0, 0, "x"]]}, "row 1, column 1"),
        ({"stars": 1, "regions": regions, "given": [[0, 3, "*"]]}, "in 'given'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("star-battle", fields)
