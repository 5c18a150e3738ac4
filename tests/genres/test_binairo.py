"""Binairo: its model against all fillings, and every rule broken by name."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved

LINES = [" ".join(line) for line in product("12", repeat=4)]


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    given = ["".join(dice.choice("----12") for _ in range(4)) for _ in range(4)]
    fields: Plain = {"board": given, "different": seed % 2 == 0}
    # Rows that agree with what is given: of the others it is known that they are wrong.
    rows = [
        [line for line in LINES if all(a in {"-", b} for a, b in zip(row, line[::2], strict=True))]
        for row in given
    ]
    every = ({"rows": list(four)} for four in product(*rows))
    assert counted("binairo", fields) == brute_force("binairo", fields, every)


@pytest.mark.parametrize("different", [False, True])
def test_an_empty_board_has_as_many_as_brute_force_finds(different: bool) -> None:
    fields = {"rows": 4, "columns": 2, "different": different}
    every = ({"rows": rows} for rows in map(list, product(["1 2", "2 1", "1 1"], repeat=4)))
    assert (
        counted("binairo", fields) == brute_force("binairo", fields, every) == 6 * (not different)
    )


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("binairo", "different")
    assert broken("binairo", fields, solution) == []
    told = broken("binairo", fields, changed(solution, (0, 2), "1"))
    assert "(0, 2) has 1 instead of 2" in told
    assert "row 0 has 5 of 1 and 3 of 2" in told
    assert any(
        "none of" in one for one in broken("binairo", fields, changed(solution, (0, 0), "3"))
    )
    three = {"rows": ["1 1 2 2", "1 2 1 2", "1 1 2 2", "2 2 1 1"]}
    told = broken("binairo", {"rows": 4, "columns": 4}, three)
    assert "column 0 has 1 three times from (0, 0) on" in told
    assert not any("same" in one for one in told)
    told = broken("binairo", {"rows": 4, "columns": 4, "different": True}, three)
    assert "rows 0 and 2 are the same" in told


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"board": ["---", "---"]}, "row 0 has 3 cells"),
        ({"board": ["--"]}, "column 0 has 1 cells"),
        ({"board": ["-0", "--"]}, "has '0'"),
        ({"rows": 4, "columns": 4, "different": "maybe"}, "neither true nor false"),
    ):
        with pytest.raises(InputError, match=told):
            opened("binairo", fields)
