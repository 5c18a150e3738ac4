"""Killer Sudoku: its model against all Sudokus, and every rule broken by name."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, opened, solved

CAGES = (
    ["AABB", "ACDD", "CCEE", "FFGG"],
    ["ABBC", "ADCC", "DDEE", "FFFF"],
    ["AAAB", "CDBB", "CDEE", "CFFE"],
)


@cache
def sudokus() -> list[list[str]]:
    """All 288 Sudokus with four rows."""
    lines = ["".join(line) for line in permutations("1234")]
    areas = [[(r, c) for r in range(4)] for c in range(4)]
    areas += [[(r + n // 2, c + n % 2) for n in range(4)] for r in (0, 2) for c in (0, 2)]
    return [
        list(rows)
        for rows in product(lines, repeat=4)
        if all(len({rows[r][c] for r, c in area}) == 4 for area in areas)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    names = "".join(regions := dice.choice(CAGES))
    # The sums of one Sudoku, or of two that may not agree.
    several = ["".join(dice.choice(sudokus())) for _ in range(1 + seed % 3 // 2)]
    words = ["-"] * 16
    for name in dice.sample(sorted({*names}), len({*names}) - seed % 4):
        digits, size = dice.choice(several), names.count(name)
        total = sum(int(digits[n]) for n in range(16) if names[n] == name)
        words[names.index(name)] = str(
            sorted([size * (size + 1) // 2, total, size * (9 - size) // 2])[1]
        )
    board = [" ".join(words[n : n + 4]) for n in range(0, 16, 4)]
    fields: dict[str, Any] = {"board": board, "regions": regions}
    every = ({"rows": [" ".join(row) for row in rows]} for rows in sudokus())
    assert counted("killer-sudoku", fields) == brute_force("killer-sudoku", fields, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("killer-sudoku", "small")
    assert broken("killer-sudoku", fields, solution) == []
    assert broken("killer-sudoku", fields, changed(solution, (0, 0), "2")) == [
        "repeats: row 1 has the digit 2 more than once",
        "repeats: column 1 has the digit 2 more than once",
        "repeats: box 1 has the digit 2 more than once",
        "repeats: the cage at row 1, column 1 has the digit 2 more than once",
        "cage sum: the cage at row 1, column 1 has the sum 4 instead of 6",
    ]
    assert broken("killer-sudoku", fields, changed(solution, (3, 3), "3")) == [
        "repeats: row 4 has the digit 3 more than once",
        "repeats: column 4 has the digit 3 more than once",
        "repeats: box 4 has the digit 3 more than once",
        "repeats: the cage at row 3, column 4 has the digit 3 more than once",
    ]
    assert broken("killer-sudoku", fields, changed(solution, (0, 0), "x")) == [
        "known word: row 1, column 1 has 'x', which is none of 1 2 3 4"
    ]


def test_a_cage_is_named_by_its_first_cell_wherever_its_clue_is() -> None:
    fields = {
        "board": ["- 6 - -", *["- - - -"] * 3],
        "regions": ["AABB", "CDEE", "CDEF", "GGGF"],
    }
    solution = {"rows": ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]}
    assert broken("killer-sudoku", fields, solution) == [
        "cage sum: the cage at row 1, column 1 has the sum 3 instead of 6"
    ]


def test_wrong_boards_are_told() -> None:
    four = {"regions": ["AABB", "AACC", "DDEE", "FFGG"]}
    for fields, told in (
        ({"rows": 4, "columns": 4}, "no regions"),
        ({"regions": ["ABA", "AAA"]}, "draw a square"),
        (
            {"regions": ["AAAB", "AAAB", "CCDD", "CCDD"]},
            "cage A has 6 cells for 4 different digits",
        ),
        ({"board": ["5---", "-4--", "----", "----"], **four}, "2 clues"),
        (
            {"board": ["9---", "----", "----", "----"], **four},
            "the sum 9 at row 1, column 1 does not fit a cage of 4 cells with digits from 1 to 4",
        ),
        ({"board": ["x---", "----", "----", "----"], **four}, "has 'x'"),
        ({"regions": ["AAABB", "CCCBB", "CDDDD", "EEEFF", "EEFFF"]}, "no boxes"),
    ):
        with pytest.raises(InputError, match=told):
            opened("killer-sudoku", fields)
