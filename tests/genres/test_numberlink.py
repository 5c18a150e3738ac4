"""Numberlink: its model against all sets of lines, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.grid import Grid, line_words
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved


def all_lines(grid: Grid) -> Iterator[Plain]:
    """All ways to draw lines that do not branch."""
    for on in product((0, 1), repeat=len(grid.pairs)):
        rows = line_words(grid, grid.pairs, on)
        if max(len(word) for row in rows for word in row.split()) < 3:
            yield {"rows": rows}


def random_fields(seed: int) -> Plain:
    """One or two pairs of numbers, with any of the rules."""
    dice, grid = Random(seed), Grid.of(3, 3)
    ends = dice.sample(grid.cells, dice.choice((2, 4)))
    board = grid.tokens({cell: number // 2 + 1 for number, cell in enumerate(ends)})
    return {"board": board, "full": seed % 2 > 0, "touching": seed % 4 > 1}


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    fields = random_fields(seed)
    every = all_lines(Grid.of(3, 3))
    assert counted("numberlink", fields) == brute_force("numberlink", fields, every)


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("numberlink", "small")
    assert broken("numberlink", fields, solution) == []
    missing = broken("numberlink", fields, changed(solution, (0, 0), "-"))
    assert "(0, 0) is on no path" in missing
    assert "the line from (1, 0) to (0, 0) has no other end" in missing
    assert "the line ends at (0, 0)" in broken("numberlink", fields, changed(solution, (0, 0), "e"))
    assert "the line branches at (0, 4)" in broken(
        "numberlink", fields, changed(solution, (0, 4), "sw")
    )
    board, crossed = {"board": ["1-2", "1-2"]}, {"rows": ["e ew w", "e ew w"]}
    assert broken("numberlink", board, crossed) == ["a path joins 1 and 2", "a path joins 1 and 2"]
    board, ring = {"board": ["1---", "1---"]}, {"rows": ["s - se sw", "n - ne nw"]}
    assert broken("numberlink", board, ring) == [
        "there is a loop at (0, 2)",
        "(0, 1) is on no path",
        "(1, 1) is on no path",
    ]
    board, turned = {"board": ["1---", "1---"]}, {"rows": ["e ew ew sw", "e ew ew nw"]}
    beside = "a path lies beside itself: (0, {}) and (1, {})"
    assert broken("numberlink", board, turned) == [beside.format(c, c) for c in range(3)]
    assert broken("numberlink", {**board, "touching": True}, turned) == []
    short = {"rows": ["s - - -", "n - - -"]}
    assert broken("numberlink", {**board, "full": False}, short) == []


def test_wrong_boards_are_told() -> None:
    boards: list[tuple[Plain, str]] = [
        ({"board": ["1-", "-2"]}, "1 stands in 1 cells: write it into two"),
        ({"board": ["1-1", "-1-"]}, "1 stands in 3 cells"),
        ({"board": ["--"]}, "a number stands in 0 cells"),
        ({"board": ["1-1*"]}, "row 1, column 4 of the board has '[*]'"),
        ({"board": ["1-1"], "full": "no"}, "'full' is 'no'"),
        ({"board": ["1-1"], "touching": 1}, "'touching' is '1'"),
    ]
    for fields, wrong in boards:
        with pytest.raises(InputError, match=wrong):
            opened("numberlink", fields)
