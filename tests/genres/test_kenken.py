"""KenKen: its model against all Latin squares, and every rule broken by name."""

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
CLUES = {1: "1234", 2: ("1-", "2-", "2/", "5+", "3+", "12*", "3", "4", "6"), 3: ("6+", "12*", "8")}


@cache
def squares() -> list[list[str]]:
    """All 576 Latin squares with four rows."""
    lines = [" ".join(line) for line in permutations("1234")]
    fitting = {
        one: [other for other in lines if all(map(str.__ne__, one[::2], other[::2]))]
        for one in lines
    }
    return [
        [a, b, c, d]
        for a in lines
        for b, c, d in product(fitting[a], repeat=3)
        if c in fitting[b] and d in fitting[b] and d in fitting[c]
    ]


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    names = "".join(regions := dice.choice(CAGES))
    words = ["-"] * 16
    for name in dice.sample(sorted({*names}), 1 + seed % 4):
        size = names.count(name)
        words[names.index(name)] = dice.choice(CLUES[min(size, 3)]) if size < 4 else "10+"
    board = [" ".join(words[n : n + 4]) for n in range(0, 16, 4)]
    fields: dict[str, Any] = {"board": board, "regions": regions}
    every = ({"rows": rows} for rows in squares())
    assert counted("kenken", fields) == brute_force("kenken", fields, every)


def test_digits_may_come_again_in_a_cage() -> None:
    fields = {"board": ["4* - - -", *["- - - -"] * 3], "regions": ["AABB", "CAAB", "CDDD", "CDDD"]}
    # 1 and 2 in both rows of the cage.
    assert counted("kenken", fields) == 8
    assert brute_force("kenken", fields, ({"rows": rows} for rows in squares())) == 8


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("kenken", "small")
    assert broken("kenken", fields, solution) == []
    first = [row.split()[0] for row in solution["rows"]]
    told = broken("kenken", fields, changed(solution, (0, 0), first[1]))
    assert f"column 0 has {first[1]} more than once" in told
    told = broken("kenken", fields, changed(solution, (0, 2), solution["rows"][0].split()[0]))
    assert f"row 0 has {solution['rows'][0][0]} more than once" in told
    assert any("do not fit the clue in (0, 2)" in one for one in told)
    told = broken("kenken", fields, changed(solution, (0, 2), "0"))
    assert any("none of" in one for one in told)


def test_wrong_boards_are_told() -> None:
    four = {"regions": ["AABB", "AACC", "DDEE", "FFGG"]}
    for fields, told in (
        ({"rows": 4, "columns": 4}, "no regions"),
        ({"regions": ["ABA", "AAA"]}, "square"),
        ({"board": ["5+ - - -", "- 9+ - -", "- - - -", "- - - -"], **four}, "2 clues"),
        ({"board": ["4- - - -", "- - - -", "- - - -", "- - - -"], **four}, "no digits from 1 to 4"),
        ({"board": ["- - 7/ -", "- - - -", "- - - -", "- - - -"], **four}, "no digits from 1 to 4"),
        ({"board": ["+7 - - -", "- - - -", "- - - -", "- - - -"], **four}, "has '\\+7'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("kenken", fields)
