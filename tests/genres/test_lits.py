"""LITS: its model against all sets of tetrominoes, and every rule broken by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from ilpuzzles.errors import InputError
from support.genres import (
    Plain,
    broken,
    brute_force,
    changed,
    counted,
    opened,
    random_walls,
    solved,
)

BOARDS = [
    ["AAAB", "AABB", "ABBB"],
    ["AABB", "AABB", "A#BB"],
    ["AAA@", "ABBB", "ABBB"],
    ["AAAAA", "ABBBB"],
    ["AAAB", "AAAB", "BBBB"],
    ["AAAAB", "A##BB", "AAABB"],
    ["AAACC", "ABBBC", "ABBCC"],
]


def candidates(regions: list[str]) -> Iterator[Plain]:
    """All ways to write the same letter into any four cells of each region."""
    cells = [(r, c) for r, row in enumerate(regions) for c in range(len(row))]
    names = sorted({*"".join(regions)} - {"#", "@"})
    each = [
        [(letter, four) for four in combinations(within, 4) for letter in "LITS"]
        for within in ([(r, c) for r, c in cells if regions[r][c] == name] for name in names)
    ]
    each = [[(letter, four) for letter, four in one if hangs_together(four)] for one in each]
    for chosen in product(*each):
        at = {cell: letter for letter, four in chosen for cell in four}
        yield {
            "rows": [
                " ".join(at.get((r, c), "-") for c in range(len(row)))
                for r, row in enumerate(regions)
            ]
        }


def hangs_together(cells: tuple[tuple[int, int], ...]) -> bool:
    """Whether some cells are connected; only such ones can be a tetromino."""
    part = [cells[0]]
    for r, c in part:
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
        part += near.intersection(cells).difference(part)
    return len(part) == len(cells)


@pytest.mark.parametrize("seed", range(10))
def test_counts_are_those_of_brute_force(seed: int) -> None:
    regions = BOARDS[seed % 7]
    fields: Plain = {"regions": regions, "given": [[0, 1, "L"]]}
    if seed < 7:
        del fields["given"]
    assert counted("lits", fields) == brute_force("lits", fields, candidates(regions))


@pytest.mark.parametrize(
    ("number", "seed"), [(0, 3), (0, 9), (1, 5), (1, 9), (2, 2), (4, 11), (5, 10)]
)
def test_counts_with_walls_are_those_of_brute_force(number: int, seed: int) -> None:
    regions = BOARDS[number]
    walls = random_walls(Random(seed), len(regions), len(regions[0]), 0.15)
    fields: Plain = {"regions": regions, "walls": walls}
    assert counted("lits", fields) == brute_force("lits", fields, candidates(regions)) > 0


def test_a_wall_parts_no_tetromino() -> None:
    fields: Plain = {"regions": ["AAAA"]}
    shaded = {"rows": ["I I I I"]}
    assert broken("lits", fields, shaded) == []
    # Above and below the cells of a tetromino, walls do not matter.
    fields = {"regions": ["AAAA", "AAAA"], "walls": ["ssss", "----"]}
    assert broken("lits", fields, {"rows": ["I I I I", "- - - -"]}) == []
    with pytest.raises(InputError, match="no room for a tetromino"):
        opened("lits", {"regions": ["AAAA"], "walls": ["-e--"]})
    fields["walls"] = ["-e--", "----"]
    assert broken("lits", fields, {"rows": ["I I I I", "- - - -"]}) == [
        "region A has 4 cells that are not as they should be"
    ]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("lits", "small")
    assert broken("lits", fields, solution) == []
    wrong = broken("lits", fields, changed(solution, (0, 0), "O"))
    assert "(0, 0) has 'O', which is none of - L I T S" in wrong
    assert "region A has 4 cells that are not as they should be" in wrong
    given = {**fields, "given": [[0, 0, "T"]]}
    assert broken("lits", given, solution) == ["(0, 0) has L instead of T"]
    board = {"regions": ["AABB", "AABB", "AABB", "#A@B"]}
    assert broken("lits", board, {"rows": ["- L - -", "- L L L", "L L - L", "- - - L"]}) == [
        "(1, 1) and (1, 2) have the same letter in two regions"
    ]
    assert broken("lits", board, {"rows": ["T - - L", "T T - L", "T - L L", "- - - -"]}) == [
        "(0, 3) is cut off"
    ]
    wrong = broken("lits", board, {"rows": ["L L T -", "- L T T", "- L T -", "L - - -"]})
    assert wrong[0] == "region # has 1 cells that are not as they should be"
    assert "the 2x2 cells from (0, 1) on are all shaded" in wrong


def test_wrong_boards_are_told() -> None:
    regions = ["AABB", "AABB", "AABB"]
    for fields, what in (
        ({"rows": 3, "columns": 3}, "there are no regions"),
        ({"regions": ["##", "@@"]}, "there are no regions"),
        ({"regions": ["AAAB", "AABB"]}, "region B has no room for a tetromino"),
        ({"regions": ["AAAA", "BBCC", "BBCC"]}, "region [BC] has no room"),
        ({"regions": regions, "given": [[0, 0, "x"]]}, "row 1, column 1 of the board has 'x'"),
        ({"regions": regions, "given": [[0, 0, "I"]]}, "no I fits into the region of .0, 0."),
    ):
        with pytest.raises(InputError, match=what):
            opened("lits", fields)
