"""Slitherlink: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.genres import Grid
from support.genres import broken, counted, solved


def test_a_board_without_numbers_has_a_loop_around_each_piece_and_none_around_nothing() -> None:
    # Of the 15 sets of cells, two are diagonals, whose loops would meet in the middle.
    assert counted("slitherlink", {"rows": 2, "columns": 2}) == 13


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("slitherlink", "small")
    line = solution["line"]
    assert broken("slitherlink", fields, solution) == []
    without_top = [side for side in line if side != [[0, 0], [0, 1]]]
    assert broken("slitherlink", fields, {"line": without_top}) == [
        "line ends: the line ends at the upper left corner of row 1, column 1",
        "line ends: the line ends at the upper right corner of row 1, column 1",
        "line count: row 1, column 1 has 2 lines around it instead of 3",
    ]
    assert broken("slitherlink", {"board": ["-"]}, {"line": []}) == ["one loop: there is no loop"]
    grid = Grid.of(1, 3)
    two = [*grid.sides_of((0, 0)), *grid.sides_of((0, 2))]
    corners = (
        "at the upper left corner of row 1, column 1 and "
        "at the upper right corner of row 1, column 2"
    )
    assert broken("slitherlink", {"board": ["---"]}, {"line": two}) == [
        f"one loop: there are 2 loops: {corners}"
    ]
    grid = Grid.of(2, 2)
    cross = [*grid.sides_of((0, 0)), *grid.sides_of((1, 1))]
    empty = {"rows": 2, "columns": 2}
    assert broken("slitherlink", empty, {"line": cross}) == [
        "line branches: the line branches at the lower right corner of row 1, column 1"
    ]


def test_a_line_that_ends_in_a_honeycomb_does_so_at_a_corner_with_a_name() -> None:
    fields = {"shape": "hexagonal", "board": ["--"]}
    grid = Grid.of(1, 2, "hexagonal")
    line = grid.sides_of((0, 1))
    assert broken("slitherlink", fields, {"line": line}) == []
    between = next(side for side, cells in grid.cells_by_side.items() if len(cells) == 2)
    left = [side for side in line if side != between]
    assert broken("slitherlink", fields, {"line": left}) == [
        "line ends: the line ends at the upper right corner of row 1, column 1",
        "line ends: the line ends at the lower right corner of row 1, column 1",
    ]


@pytest.mark.parametrize("preset", ["small", "medium", "large"])
def test_rows_say_what_lies_inside_of_the_loop(preset: str) -> None:
    """A cell lies inside if an odd number of upright lines stands left of it in its row."""
    _, solution = solved("slitherlink", preset)
    upright = {(min(a, u), b) for (a, b), (u, v) in solution["line"] if b == v}
    for r, row in enumerate(solution["rows"]):
        for c, word in enumerate(row.split()):
            crossed = sum((r, left) in upright for left in range(c + 1))
            assert word == ("x" if crossed % 2 else "-"), (r, c)
