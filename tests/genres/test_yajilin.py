"""Yajilin: its model against all shadings and lines, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.grid import Grid, line_words
from support.genres import Plain, broken, brute_force, changed, counted, opened, solved


def without_ends(grid: Grid, clues: set[tuple[int, int]]) -> Iterator[Plain]:
    """All lines that leave every cell in an even number of directions: sums of squares.

    Whatever is on no line has a clue or is shaded; there is nothing else that it could be.
    """
    around = [[p for p in grid.pairs if {*p} <= {*window}] for window in grid.windows(2, 2)]
    shaded = dict.fromkeys(set(grid.cells) - clues, "x")
    for on in product((0, 1), repeat=len(around)):
        drawn = [pair for square in compress(around, on) for pair in square]
        odd = [drawn.count(pair) % 2 for pair in grid.pairs]
        yield {"rows": line_words(grid, grid.pairs, odd, shaded)}


@pytest.mark.parametrize("seed", [0, 1, 6, 38, 68, 92, 103, 140, 157, 226])
def test_counts_are_those_of_brute_force(seed: int) -> None:
    dice, grid = Random(seed), Grid.of(4, 4)
    clues = {cell: dice.choice(("0", "1", "1", "2", "x")) for cell in dice.sample(grid.cells, 3)}
    clues = {c: word if word == "x" else word + dice.choice("nesw") for c, word in clues.items()}
    fields = {"board": grid.tokens(clues)}
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
    assert "the line ends at (0, 0)" in one_end
    assert "the line from (1, 0) to (0, 0) has no other end" in one_end
    assert "(4, 0) has a clue, and is not free" in broken(
        "yajilin", fields, changed(solution, (4, 0), "x")
    )
    empty = broken("yajilin", fields, changed(solution, (3, 0), "-"))
    assert "(3, 0) is neither shaded nor on the loop" in empty
    assert "(4, 0) has 0 shaded cells instead of 1" in empty
    ring = {"rows": ["se ew sw x", "ns x ns x", "ne ew nw -"]}
    board = {"board": ["- - - -", "- 0s - -", "- - - x"]}
    assert broken("yajilin", board, ring) == [
        "(1, 1) has a clue, and is not free",
        "(0, 3) and (1, 3) touch",
    ]
    assert broken("yajilin", {"board": ["- x"]}, {"rows": ["x -"]}) == ["there is no loop"]
    two = {"rows": ["se sw - se sw", "ne nw - ne nw"]}
    board = {"board": ["- - x - -", "- - x - -"]}
    assert broken("yajilin", board, two) == ["there are 2 loops"]


def test_wrong_boards_are_told() -> None:
    for rows, wrong in {
        ("- 2", "- -"): "row 1, column 2 of the board has '2'",
        ("- 2e", "- -"): "row 1, column 2 counts 2, and there are 0",
        ("2e x -", "- - -"): "row 1, column 1 counts 2, and there are 1",
    }.items():
        with pytest.raises(InputError, match=wrong):
            opened("yajilin", {"board": list(rows)})
