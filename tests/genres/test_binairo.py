"""Binairo: its model against all fillings, and every rule broken by name."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved


def fitting(row: str) -> list[str]:
    """All rows that agree with what is given in one."""
    return [" ".join(line) for line in product(*("12" if one == "-" else one for one in row))]


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows, columns = [(4, 4), (2, 6), (6, 2)][seed % 3]
    given = ["".join(dice.choice("---12") for _ in range(columns)) for _ in range(rows)]
    fields: Plain = {"board": given, "different": seed % 2 == 0}
    every = ({"rows": list(chosen)} for chosen in product(*map(fitting, given)))
    assert counted("binairo", fields) == brute_force("binairo", fields, every)


@pytest.mark.parametrize(("different", "wanted"), [(False, 90), (True, 72)])
def test_lines_are_different_if_that_is_said(*, different: bool, wanted: int) -> None:
    fields = {"rows": 4, "columns": 4, "different": different}
    halves = [line for line in fitting("----") if line.count("1") == 2]
    every = ({"rows": list(chosen)} for chosen in product(halves, repeat=4))
    assert counted("binairo", fields) == brute_force("binairo", fields, every) == wanted


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("binairo", "different")
    assert broken("binairo", fields, solution) == []
    told = broken("binairo", fields, changed(solution, (1, 4), "2"))
    assert "(1, 4) has 2 instead of 1" in told
    assert "row 1 has 2 of 1 and 4 of 2" in told
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
        ({"rows": 4, "columns": 4, "different": "maybe"}, "'different' is 'maybe'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("binairo", fields)
