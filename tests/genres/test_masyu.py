"""Masyu: its model against all sets of lines without ends, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid, rows_of_lines
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved

EMPTY = {"rows": 3, "columns": 4}


def without_ends(grid: Grid) -> Iterator[Plain]:
    """All lines that leave every cell in an even number of directions: sums of squares."""
    around = [grid.neighbour_pairs_among(window) for window in grid.windows(2, 2)]
    for on in product((0, 1), repeat=len(around)):
        drawn = [pair for square in compress(around, on) for pair in square]
        odd = [drawn.count(pair) % 2 for pair in grid.neighbour_pairs]
        yield {"rows": rows_of_lines(grid, grid.neighbour_pairs, odd)}


@pytest.mark.parametrize("seed", [*range(8, 14), 24, 26, 29, 37, 41, 101])
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice = Random(seed)
    rows = [["-"] * 4 for _ in range(4)]
    for _ in range(1 + seed % 4):
        rows[dice.randrange(4)][dice.randrange(4)] = dice.choice("wwb")
    fields = {"board": ["".join(row) for row in rows]}
    assert counted("masyu", fields) == brute_force("masyu", fields, without_ends(Grid.of(4, 4)))


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("masyu", "small")
    assert broken("masyu", fields, solution) == []
    one_end = broken("masyu", fields, changed(solution, (0, 0), "e"))
    assert "line ends: the line ends at row 1, column 1" in one_end
    told = "line ends: the line from row 2, column 1 to row 1, column 1 has no other end"
    assert told in one_end
    off_the_board = broken("masyu", fields, changed(solution, (0, 0), "nes"))
    assert "line branches: the line branches at row 1, column 1" in off_the_board
    assert "line ends: the line leaves the board at row 1, column 1" in off_the_board
    assert broken("masyu", EMPTY, {"rows": ["- - - -"] * 3}) == ["one loop: there is no loop"]
    two = {"rows": ["se sw se sw", "ne nw ne nw", "- - - -"]}
    assert broken("masyu", EMPTY, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 3"
    ]
    ring = {"rows": ["se ew ew sw", "ns - - ns", "ne ew ew nw"]}
    for rows, wrong in {
        ("----", "-w--", "----"): [
            "every pearl: the line does not pass through the white pearl at row 2, column 2"
        ],
        ("----", "-b--", "----"): [
            "every pearl: the line does not pass through the black pearl at row 2, column 2"
        ],
        ("w---", "----", "----"): [
            "white pearl: the line turns at the white pearl at row 1, column 1"
        ],
        ("-b--", "----", "----"): [
            "black pearl: the line does not turn at the black pearl at row 1, column 2"
        ],
        ("----", "w---", "----"): [],
        ("-w--", "----", "----"): [],
        ("b---", "----", "----"): [],
    }.items():
        assert broken("masyu", {"board": list(rows)}, ring) == wrong
    long = {"rows": ["se ew ew ew sw", "ne ew ew ew nw"]}
    assert broken("masyu", {"board": ["--w--", "b----"]}, long) == [
        "white pearl: the line turns neither before nor after the white pearl at row 1, column 3",
        "black pearl: the line turns at row 1, column 1 next to the black pearl at row 2, column 1",
    ]


def test_wrong_boards_are_told() -> None:
    with pytest.raises(InputError, match="row 1, column 2 of the board has 'x'"):
        opened("masyu", {"board": ["-x"]})
    with pytest.raises(InputError, match="row 2 of 'board' has 1 cell,"):
        opened("masyu", {"board": ["-w", "-"]})
