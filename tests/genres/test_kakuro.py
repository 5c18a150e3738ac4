"""Kakuro: its model against all fillings of small boards, and every rule broken by name."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    down, right = (dice.choice(("", "3", "4", "7", "10", "16", "17")) for _ in range(2))
    fields = {"board": [f"- {down}, -", f",{right} 0 0", "- 0 -"]}
    every = (
        {"rows": ["- - -", f"- {a} {b}", f"- {c} -"]} for a, b, c in product("123456789", repeat=3)
    )
    assert counted("kakuro", fields) == brute_force("kakuro", fields, every)


def test_a_square_of_four_cells() -> None:
    fields = {"board": ["- 4, 6,", ",3 0 0", ",7 0 0"]}
    every = (
        {"rows": ["- - -", f"- {a} {b}", f"- {c} {d}"]}
        for a, b, c, d in product("123456789", repeat=4)
    )
    assert counted("kakuro", fields) == brute_force("kakuro", fields, every) == 1


def test_runs_without_a_sum_have_different_digits_too() -> None:
    fields = {"board": ["- - 3,", ",3 0 0", "- - 0"]}
    # 1 and 2 across, 2 and 1 or 1 and 2 down from the same cell.
    assert counted("kakuro", fields) == 2
    assert counted("kakuro", {"board": ["0 0"]}) == 72


def test_the_sum_0_is_any_sum() -> None:
    said, unsaid = (
        {"board": ["- - 0,", ",3 0 0", "- 0,0 0"]},
        {"board": ["- - -", ",3 0 0", "- - 0"]},
    )
    assert counted("kakuro", said) == counted("kakuro", unsaid) == 16


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("kakuro", "small")
    assert broken("kakuro", fields, solution) == []
    told = broken("kakuro", fields, changed(solution, (1, 1), "9"))
    assert "row from (1, 1) has 9 more than once" in told
    assert "the row from (1, 1) has the sum 18 instead of 16" in told
    assert "the column from (1, 1) has the sum 10 instead of 8" in told
    assert any(
        "(0, 0) has '1'" in one for one in broken("kakuro", fields, changed(solution, (0, 0), "1"))
    )
    assert any(
        "(1, 1) has '-'" in one for one in broken("kakuro", fields, changed(solution, (1, 1), "-"))
    )


def test_wrong_boards_are_told() -> None:
    for board, told in (
        (["- -", "- -"], "no white cells"),
        (["4, 0"], "no white cells for the sum 4"),
        ([",2 0 0"], "no sum of 2 different digits"),
        ([" ".join(["-"] + 10 * ["0"])], "no sum of 10 different digits"),
        (["- 1", "0 0"], "has '1'"),
        ([",03 0 0"], "has ',03'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("kakuro", {"board": board})
