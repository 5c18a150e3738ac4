"""Heyawake: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows, columns = [(3, 3), (2, 5), (2, 4), (1, 6)][seed % 4]
    regions = ["".join(dice.choice("ABC") for _ in range(columns)) for _ in range(rows)]
    places = {letter: (r, c) for r, row in enumerate(regions) for c, letter in enumerate(row)}
    sizes = {letter: "".join(regions).count(letter) for letter in places}
    clues = [
        [*place, str(dice.randint(0, min(2, sizes[letter])))] for letter, place in places.items()
    ]
    fields = {"regions": regions, "given": clues[: dice.randint(0, 3)]}
    every = fillings(rows, columns, "-x")
    assert counted("heyawake", fields) == brute_force("heyawake", fields, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("heyawake", "small")
    assert broken("heyawake", fields, solution) == []
    empty = {"rows": ["- - - - -"] * 5}
    faults = broken("heyawake", fields, empty)
    assert "(0, 0) has 0 shaded cells instead of 1" in faults
    assert "the line from (0, 0) to (0, 4) crosses two borders" in faults
    full = broken("heyawake", fields, {"rows": ["x x x x x"] * 5})
    assert "(0, 0) and (0, 1) touch" in full
    corner = {"rows": ["- x -", "x - -"]}
    assert broken("heyawake", {"regions": ["AAA", "AAA"]}, corner) == ["(0, 2) is cut off"]
    odd = broken("heyawake", fields, changed(solution, (0, 0), "?"))
    assert odd[0] == "(0, 0) has '?', which is none of - x"


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="no regions"):
        opened("heyawake", {"board": ["1-", "--"]})
    with pytest.raises(InputError, match="region A has 2 clues"):
        opened("heyawake", {"board": ["1-", "-0"], "regions": ["AA", "AA"]})
    with pytest.raises(InputError, match=r"the clue in .0, 2. counts 2 of 1 cells"):
        opened("heyawake", {"board": ["--2"], "regions": ["AAB"]})
    with pytest.raises(InputError, match="a clue looks like"):
        opened("heyawake", {"board": ["x-"], "regions": ["AB"]})
    with pytest.raises(InputError, match="other rows and columns"):
        opened("heyawake", {"board": ["---"], "regions": ["AB"]})
