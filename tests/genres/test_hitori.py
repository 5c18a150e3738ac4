"""Hitori: its model against all shadings, and every rule broken by name."""

from __future__ import annotations

from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import broken, brute_force, changed, counted, fillings, opened, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows, columns, largest = [(3, 3, 4), (2, 4, 5), (3, 3, 5), (3, 4, 6)][seed % 4]
    drawn = ["".join(str(dice.randint(1, largest)) for _ in range(columns)) for _ in range(rows)]
    if seed > 7:
        # Cells without a number, and with any, are like no others.
        drawn = [row.replace("3", "?").replace("4", "-") for row in drawn]
    every = fillings(rows, columns, "-x")
    assert counted("hitori", {"board": drawn}) == brute_force("hitori", {"board": drawn}, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("hitori", "small")
    assert broken("hitori", fields, solution) == []
    rows = [row.split() for row in solution["rows"]]
    shaded = next((r, c) for r in range(5) for c in range(5) if rows[r][c] == "x")
    left = changed(solution, shaded, "-")
    assert any("more than once" in one for one in broken("hitori", fields, left))
    beside = changed(solution, (shaded[0] + 1, shaded[1]), "x")
    assert any("touch" in one for one in broken("hitori", fields, beside))
    odd = broken("hitori", fields, changed(solution, shaded, "?"))
    assert odd[0] == f"{shaded} has '?', which is none of - x"
    corner = {"rows": ["- x -", "x - -"]}
    assert broken("hitori", {"board": ["123", "312"]}, corner) == ["(0, 2) is cut off"]


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="no cell has a number"):
        opened("hitori", {"board": ["-?", "--"]})
    with pytest.raises(InputError, match="a clue is a"):
        opened("hitori", {"board": ["12", "1x"]})
    with pytest.raises(InputError, match="row 2 of 'board' has 1 cells"):
        opened("hitori", {"board": ["12", "1"]})
