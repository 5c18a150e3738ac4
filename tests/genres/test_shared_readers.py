"""What the rules and the model of a genre both read from a board, against truths by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ilpuzzles.genres import Board
from support.genres import opened


def read(genre: str, fields: dict[str, Any]) -> tuple[Board, dict[str, Callable[..., Any]]]:
    """A board, and the functions of its genre's file by their names."""
    position = opened(genre, fields)
    return position.instance.data, position.kind.file.genre.formulations["own"].build.__globals__


def test_bridges_of_hashi_join_islands_in_a_line_with_none_between() -> None:
    board, functions = read("hashi", {"board": ["1-2-?", "-----", "?-1--"]})
    assert functions["possible_bridges"](board) == {
        ((0, 0), (0, 2)): ("-12", [(0, 1)]),
        ((0, 2), (0, 4)): ("-12", [(0, 3)]),
        ((2, 0), (2, 2)): ("-12", [(2, 1)]),
        ((0, 0), (2, 0)): ("-ab", [(1, 0)]),
        ((0, 2), (2, 2)): ("-ab", [(1, 2)]),
    }


def test_islands_side_by_side_have_no_cell_between() -> None:
    board, functions = read("hashi", {"board": ["11"]})
    assert functions["possible_bridges"](board) == {((0, 0), (0, 1)): ("-12", [])}


def test_runs_of_kakuro_have_the_sum_before_them() -> None:
    board, functions = read("kakuro", {"board": ["- 3, 0,", ",4 0 0", "- 0 0"]})
    assert [*functions["runs"](board)] == [
        ("row", [(1, 1), (1, 2)], (1, 0), 4),
        ("row", [(2, 1), (2, 2)], (2, 0), 0),
        ("column", [(1, 1), (2, 1)], (0, 1), 3),
        ("column", [(1, 2), (2, 2)], (0, 2), 0),
    ]


def test_a_run_of_kakuro_may_begin_at_the_border() -> None:
    board, functions = read("kakuro", {"board": ["0 0"]})
    assert [run.before for run in functions["runs"](board)] == [None, None, None]


TETROMINOES = {
    "I": ["xxxx", "x/x/x/x"],
    "L": ["x/x/xx", "xx/x/x", "xx/-x/-x", "-x/-x/xx", "xxx/x", "xxx/--x", "x/xxx", "--x/xxx"],
    "T": ["xxx/-x", "-x/xxx", "x/xx/x", "-x/xx/-x"],
    "S": ["xx/-xx", "-xx/xx", "x/xx/-x", "-x/xx/x"],
    "": ["xx/xx"],
}


@pytest.mark.parametrize(
    ("drawn", "letter"), [(drawn, letter) for letter, each in TETROMINOES.items() for drawn in each]
)
def test_every_tetromino_of_lits_has_its_letter(drawn: str, letter: str) -> None:
    _, functions = read("lits", {"regions": ["AAAA"]})
    cells = [
        (r + 2, c + 3)
        for r, row in enumerate(drawn.split("/"))
        for c, word in enumerate(row)
        if word == "x"
    ]
    assert functions["letter_of"](cells) == letter


def test_lines_of_nonogram_have_the_runs_beside_them() -> None:
    board, functions = read("nonogram", {"above": ["1", "1", "0"], "left": ["2", "0"]})
    assert [*functions["lines"](board)] == [
        (("row", 0), [(0, 0), (0, 1), (0, 2)], [2]),
        (("row", 1), [(1, 0), (1, 1), (1, 2)], []),
        (("column", 0), [(0, 0), (1, 0)], [1]),
        (("column", 1), [(0, 1), (1, 1)], [1]),
        (("column", 2), [(0, 2), (1, 2)], []),
    ]


def test_a_number_of_skyscrapers_sees_its_line_from_its_side() -> None:
    fields = {"above": "1 -", "below": "- 2", "left": "2 -", "right": "- 1"}
    board, functions = read("skyscrapers", fields)
    assert sorted(functions["views"](board)) == [
        (("above", 0), [(0, 0), (1, 0)], 1),
        (("below", 1), [(1, 1), (0, 1)], 2),
        (("left", 0), [(0, 0), (0, 1)], 2),
        (("right", 1), [(1, 1), (1, 0)], 1),
    ]
    assert functions["heights"](board) == range(1, 3)


def test_rows_columns_and_regions_of_star_battle_have_stars_and_voids_none() -> None:
    board, functions = read("star-battle", {"stars": 1, "regions": ["AA#", "BBB", "CCC"]})
    stars_of = {line: number for line, _, number in functions["lines"](board)}
    lines = [(kind, n) for kind in ("row", "column") for n in range(3)]
    regions = [("region", name) for name in "ABC"]
    assert stars_of == dict.fromkeys([*lines, *regions], 1) | {("region", "#"): 0}
    cells_of = {line: cells for line, cells, _ in functions["lines"](board)}
    assert cells_of["column", 1] == [(0, 1), (1, 1), (2, 1)]
    assert cells_of["region", "A"] == [(0, 0), (0, 1)]


def test_areas_of_sudoku_are_lines_boxes_and_diagonals() -> None:
    empty = ["----"] * 4
    board, functions = read("sudoku", {"board": empty, "diagonals": True})
    areas = functions["areas"](board)
    names: list[tuple[str, object]] = [
        (kind, number) for kind in ("row", "column") for number in range(4)
    ]
    names += [("box", name) for name in "1234"] + [("diagonal", "down"), ("diagonal", "up")]
    assert [*areas] == names
    assert areas["box", "2"] == [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert areas["diagonal", "up"] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    board, functions = read("sudoku", {"board": ["--"] * 2, "regions": ["AA", "BB"]})
    assert functions["areas"](board)["box", "A"] == [(0, 0), (0, 1)]
