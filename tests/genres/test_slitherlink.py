"""Slitherlink: its model against all sets of sides, and every rule broken by name."""

from __future__ import annotations

from itertools import compress, product
from random import Random

import pytest

from ilpuzzles.grid import Grid
from support.genres import broken, brute_force, counted, solved


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    fields = {"board": ["".join(dice.choice("----123") for _ in range(2)) for _ in range(2)]}
    sides = Grid.of(2, 2).sides
    every = ({"line": [*compress(sides, on)]} for on in product((0, 1), repeat=len(sides)))
    assert counted("slitherlink", fields) == brute_force("slitherlink", fields, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("slitherlink", "small")
    line = solution["line"]
    assert broken("slitherlink", fields, solution) == []
    assert any("ends at" in one for one in broken("slitherlink", fields, {"line": line[1:]}))
    assert any("instead of" in one for one in broken("slitherlink", fields, {"line": line[1:]}))
    assert broken("slitherlink", {"board": ["-"]}, {"line": []}) == ["there is no loop"]
    grid = Grid.of(1, 3)
    two = [*grid.sides_of((0, 0)), *grid.sides_of((0, 2))]
    assert broken("slitherlink", {"board": ["---"]}, {"line": two}) == ["there are 2 loops"]
    grid = Grid.of(2, 2)
    cross = [*grid.sides_of((0, 0)), *grid.sides_of((1, 1))]
    empty = {"rows": 2, "columns": 2}
    assert any("branches" in one for one in broken("slitherlink", empty, {"line": cross}))
