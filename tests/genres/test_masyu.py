"""Masyu: its model against all sets of lines, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.grid import Grid, line_words
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved


def all_lines(grid: Grid) -> Iterator[Plain]:
    """All ways to draw lines."""
    for on in product((0, 1), repeat=len(grid.pairs)):
        yield {"rows": line_words(grid, grid.pairs, on)}


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    board = [["-"] * 4 for _ in range(3)]
    for _ in range(seed % 3):
        board[dice.randrange(3)][dice.randrange(4)] = dice.choice("wwb")
    fields = {"board": ["".join(row) for row in board]}
    assert counted("masyu", fields) == brute_force("masyu", fields, all_lines(Grid.of(3, 4)))


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("masyu", "small")
    assert broken("masyu", fields, solution) == []
    missing = changed(solution, (0, 0), "-")
    assert "the line ends at (0, 1)" in broken("masyu", fields, missing)
