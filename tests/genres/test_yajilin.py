"""Yajilin: its model against all shadings and lines, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Grid, rows_of_lines
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved


def without_ends(grid: Grid, clues: set[tuple[int, int]]) -> Iterator[Plain]:
    """All lines that leave every cell in an even number of directions: sums of squares.

    Whatever is on no line has a clue or is shaded; there is nothing else that it could be.
    """
    around = [grid.neighbour_pairs_among(window) for window in grid.windows(2, 2)]
    shaded = dict.fromkeys(set(grid.cells) - clues, "x")
    for on in product((0, 1), repeat=len(around)):
        drawn = [pair for square in compress(around, on) for pair in square]
        odd = [drawn.count(pair) % 2 for pair in grid.neighbour_pairs]
        yield {"rows": rows_of_lines(grid, grid.neighbour_pairs, odd, shaded)}


@pytest.mark.parametrize("seed", [0, 1, 6, 38, 68, 92, 103, 140, 157, 226])
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice, grid = Random(seed), Grid.of(4, 4)
    clues = {cell: dice.choice(("0", "1", "1", "2", "x")) for cell in dice.sample(grid.cells, 3)}
    clues = {c: word if word == "x" else word + dice.choice("nesw") for c, word in clues.items()}
    fields = {"board": grid.rows_of_words(clues)}
    every = without_ends(grid, set(clues))
    assert counted("yajilin", fields) == brute_force("yajilin", fields, every)


def test_a_clue_without_a_number_leaves_its_cell_out() -> None:
    every = [
        counted("yajilin", {"board": ["- - -", f"- {word} -", "- - -"]})
        for word in ("x", "@", "?", "?n")
    ]
    assert every == [1, 1, 1, 1]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("yajilin", "small")
    assert broken("yajilin", fields, solution) == []
    one_end = broken("yajilin", fields, changed(solution, (0, 0), "e"))
    assert "line ends: the line ends at row 1, column 1" in one_end
    no_end = "line ends: the line from row 2, column 1 to row 1, column 1 has no other end"
    assert no_end in one_end
    shaded = broken("yajilin", fields, changed(solution, (4, 0), "x"))
    assert "clue cell: row 5, column 1 has a clue, but it is not left out" in shaded
    assert broken("yajilin", fields, changed(solution, (3, 0), "-")) == [
        "every cell: row 4, column 1 is neither shaded nor on the loop",
        "shaded cell count: row 5, column 1 points at 0 shaded cells instead of 1",
    ]
    unfinished = broken("yajilin", fields, changed(solution, (3, 0), "?"))
    assert unfinished[0] == "open: row 4, column 1 is open"
    branched = broken("yajilin", fields, changed(solution, (0, 0), "nes"))
    assert "line branches: the line branches at row 1, column 1" in branched
    ring = {"rows": ["se ew sw x", "ns x ns x", "ne ew nw -"]}
    board = {"board": ["- - - -", "- 0s - -", "- - - x"]}
    assert broken("yajilin", board, ring) == [
        "clue cell: row 2, column 2 has a clue, but it is not left out",
        "apart: row 1, column 4 and row 2, column 4 touch",
    ]
    assert broken("yajilin", {"board": ["- x"]}, {"rows": ["x -"]}) == [
        "one loop: there is no loop"
    ]
    two = {"rows": ["se sw - se sw", "ne nw - ne nw"]}
    board = {"board": ["- - x - -", "- - x - -"]}
    assert broken("yajilin", board, two) == [
        "one loop: there are 2 loops: at row 1, column 1 and at row 1, column 4"
    ]


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("- 2", "- -"): "row 1, column 2 of the board has '2'",
        ("- 2e", "- -"): "the clue at row 1, column 2 counts 2, and there are 0",
        ("2e x -", "- - -"): "the clue at row 1, column 1 counts 2, and there are 1",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("yajilin", {"board": list(rows)})
