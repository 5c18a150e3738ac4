"""KenKen: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, changed, counted, opened, solved


def test_digits_may_come_again_in_a_cage() -> None:
    fields = {"board": ["4* - - -", *["- - - -"] * 3], "regions": ["AABB", "CAAB", "CDDD", "CDDD"]}
    # 1 and 2 in both rows of the cage.
    assert counted("kenken", fields) == 8


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("kenken", "small")
    assert broken("kenken", fields, solution) == []
    assert broken("kenken", fields, changed(solution, (0, 0), "4")) == [
        "repeats: row 1 has the digit 4 more than once",
        "repeats: column 1 has the digit 4 more than once",
    ]
    assert broken("kenken", fields, changed(solution, (0, 2), "3")) == [
        "repeats: row 1 has the digit 3 more than once",
        "repeats: column 3 has the digit 3 more than once",
        "cage clue: the cage at row 1, column 3 has 2, 2 and 3, which does not fit the clue 4*",
    ]
    assert broken("kenken", fields, changed(solution, (0, 2), "0")) == [
        "known word: row 1, column 3 has '0', which is none of 1 2 3 4"
    ]


def test_a_cage_is_named_by_its_first_cell_wherever_its_clue_is() -> None:
    fields = {"board": ["- 5+", "- 1"], "regions": ["AA", "AB"]}
    assert broken("kenken", fields, {"rows": ["1 2", "2 1"]}) == []
    assert broken("kenken", fields, {"rows": ["2 1", "1 2"]}) == [
        "cage clue: the cage at row 1, column 1 has 1, 1 and 2, which does not fit the clue 5+",
        "cage clue: the cage at row 2, column 2 has 2, which does not fit the clue 1",
    ]


def test_wrong_boards_are_told() -> None:
    four = {"regions": ["AABB", "AACC", "DDEE", "FFGG"]}
    for fields, told in (
        ({"rows": 4, "columns": 4}, "no regions"),
        ({"regions": ["ABA", "AAA"]}, "square"),
        ({"board": ["5+ - - -", "- 9+ - -", "- - - -", "- - - -"], **four}, "2 clues"),
        (
            {"board": ["4- - - -", "- - - -", "- - - -", "- - - -"], **four},
            "no digits from 1 to 4 fit the clue 4- at row 1, column 1",
        ),
        (
            {"board": ["- - 7/ -", "- - - -", "- - - -", "- - - -"], **four},
            "no digits from 1 to 4 fit the clue 7/ at row 1, column 3",
        ),
        ({"board": ["+7 - - -", "- - - -", "- - - -", "- - - -"], **four}, "has '\\+7'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("kenken", fields)
