"""What the rules and the model of a genre both read from a board, against truths by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board
from support.genres import broken, opened


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


@pytest.mark.every("clue", "lengths")
@pytest.mark.parametrize(
    ("clue", "lengths", "is_right"),
    [
        ("11?", [1, 1, 3], True),
        ("11?", [1, 2, 3], False),
        ("1?1", [3, 1, 1], True),
        ("13", [3, 1], True),
        ("13", [1, 1, 3], False),
        ("??", [2], False),
        ("?", [7], True),
        ("?", [1, 1], False),
        ("22", [2, 2], True),
        ("22", [2, 3], False),
        ("0", [0], True),
        ("0", [1], False),
    ],
)
def test_a_clue_of_tapa_allows_its_digits_in_any_order(
    clue: str, lengths: list[int], *, is_right: bool
) -> None:
    _, functions = read("tapa", {"board": ["---"]})
    assert functions["is_allowed"](clue, lengths) is is_right


@pytest.mark.every("ring")
@pytest.mark.parametrize(
    ("ring", "lengths"),
    [
        ("00000000", [0]),
        ("11111111", [8]),
        ("10000001", [2]),
        ("11011011", [4, 2]),
        ("01010101", [1, 1, 1, 1]),
    ],
)
def test_runs_of_tapa_go_on_around_the_ring(ring: str, lengths: list[int]) -> None:
    board, functions = read("tapa", {"board": ["----"] * 4})
    assert sorted(functions["run_lengths"]([*map(int, ring)])) == sorted(lengths)
    # Clockwise from the upper left.
    places = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
    shaded = {place for place, on in zip(places, ring, strict=True) if on == "1"}
    assert functions["runs_around"](board, (1, 1), shaded) == "".join(map(str, sorted(lengths)))


@pytest.mark.every("clue", "digits")
@pytest.mark.parametrize(
    ("regions", "clue", "digits"),
    [
        ("AA", "1/", []),
        ("AA", "2/", [(1, 2), (2, 4)]),
        ("AA", "2:", [(1, 2), (2, 4)]),
        ("AA", "3-", [(1, 4)]),
        ("AA", "4", [(1, 3), (1, 4)]),
        ("AA", "4x", [(1, 4)]),
        ("AA", "7+", [(3, 4)]),
        # Two cells one below the other and one beside them: a digit comes twice at most.
        ("AA/A-", "4*", [(1, 1, 4), (1, 2, 2)]),
        ("AA/A-", "1*", []),
        ("AA/A-", "2/", []),
        ("AA/A-", "1-", []),
        ("AA/AA", "6+", [(1, 1, 2, 2)]),
        # Down a staircase, a digit has room three times.
        ("AA-/-AA/--A", "8*", [(1, 1, 1, 2, 4), (1, 1, 2, 2, 2)]),
        ("A", "3", [(3,)]),
        ("A", "3+", [(3,)]),
        ("A", "3-", []),
    ],
)  # fmt: skip
def test_a_cage_of_kenken_has_the_digits_of_its_clue(
    regions: str, clue: str, digits: list[tuple[int, ...]]
) -> None:
    board, functions = read("kenken", {"rows": 4, "columns": 4, "regions": ["BBBB"] * 4})
    cells = [
        (r, c)
        for r, row in enumerate(regions.split("/"))
        for c, name in enumerate(row)
        if name == "A"
    ]
    assert functions["fillings"](board, cells, clue) == digits
    # The rules judge the digits by themselves.
    for pair in combinations(range(1, 5), 2):
        assert len(cells) != 2 or functions["is_result"](clue, pair) is (pair in digits)


@pytest.mark.every("clue", "digits")
@pytest.mark.parametrize(
    ("clue", "digits", "is_right"),
    [
        ("3-", (1, 2, 4), False),
        ("4/", (1, 1, 4), False),
        ("3", (1, 2, 4), False),
        ("8", (1, 2, 4), True),
        ("7", (1, 2, 4), True),
        ("3", (4, 1), True),
        ("3", (1, 3), True),
        ("2", (2, 3), False),
        ("1:", (2, 3), False),
        ("1-", (2, 3), True),
        ("6x", (2, 3), True),
        ("6+", (2, 3), False),
    ],
)
def test_a_difference_and_a_quotient_are_of_two_digits(
    clue: str, digits: tuple[int, ...], *, is_right: bool
) -> None:
    _, functions = read("kenken", {"rows": 4, "columns": 4, "regions": ["BBBB"] * 4})
    assert functions["is_result"](clue, digits) is is_right
    assert (clue.replace("x", "*").replace(":", "/") in functions["results"](digits)) is is_right


def test_a_run_of_kakuro_has_nine_cells_at_most() -> None:
    board, functions = read("kakuro", {"board": [",45" + " 0" * 9]})
    across = next(functions["runs"](board))
    assert (len(across.cells), across.total) == (9, 45)
    solution = {"rows": ["- 3 1 2 9 8 7 4 5 6"]}
    assert broken("kakuro", {"board": [",45" + " 0" * 9]}, solution) == []
    with pytest.raises(InputError, match=r"the run across .* has 10 cells for 9 digits"):
        read("kakuro", {"board": ["-" + " 0" * 10]})
    with pytest.raises(InputError, match=r"the run down .* has 10 cells for 9 digits"):
        read("kakuro", {"board": ["-", *["0"] * 10]})
