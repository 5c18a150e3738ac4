"""Placements over the seam of a wrapped region, and further atoms in its rows."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.congruence import is_copy
from ilpuzzles.rules.plain_tiling import Point, reduced
from ilpuzzles.rules.tiling import check_tiling

Data = dict[str, Any]
CYLINDER = [(0, 12)]


def bar(length: int) -> Data:
    return {"shape": [[0, column] for column in range(length)], "motions": "all"}


def ring(columns: range) -> list[Point]:
    return [(0, column % 12) for column in columns]


CASES: list[tuple[str, Data, Any, list[Point], bool]] = [
    ("square", bar(4), CYLINDER, ring(range(10, 14)), True),
    ("square", bar(4), CYLINDER, [(0, 10), (0, 11), (0, 12), (0, 13)], False),
    ("square", bar(4), CYLINDER, [(0, 9), (0, 11), (0, 0), (0, 1)], False),
    ("square", bar(4), [], ring(range(10, 14)), False),
    ("square", bar(4), CYLINDER, [(row, 11) for row in range(4)], True),
    ("square", bar(12), CYLINDER, ring(range(12)), True),
    ("square", bar(11), CYLINDER, ring(range(7, 18)), True),
    # A tile that is longer than the way around would lie on itself.
    ("square", bar(13), CYLINDER, ring(range(13)), False),
    ("square", bar(13), CYLINDER, ring(range(12)), False),
    ("square", bar(13), CYLINDER, [(row, 5) for row in range(13)], True),
    # A torus: around both ways.
    ("square", bar(3), [(4, 0), (0, 5)], [(3, 2), (0, 2), (1, 2)], True),
    ("square", bar(3), [(4, 0), (0, 5)], [(3, 4), (3, 0), (3, 1)], True),
    ("square", bar(3), [(4, 0), (0, 5)], [(3, 4), (0, 4), (2, 4)], True),
    ("square", bar(3), [(4, 0), (0, 5)], [(3, 4), (3, 0), (3, 2)], False),
    # A seam that is glued one column further on: below (3, 5) comes (4, 5), the same as (0, 4).
    ("square", bar(2), [(4, 1)], [(3, 5), (0, 4)], True),
    ("square", bar(2), [(4, 1)], [(3, 5), (0, 5)], False),
    ("cubic", {"shape": [[0, 0, 0], [1, 0, 0]], "motions": "shifts"}, [(5, 0, 0)],
     [(0, 2, 2), (4, 2, 2)], True),
    ("hexagonal", bar(3), [(0, 6)], [(2, 0), (1, 1), (0, 2)], True),
    ("hexagonal", bar(3), [(0, 6)], [(2, 5), (1, 0), (0, 1)], True),
    ("hexagonal", bar(3), [(0, 6)], [(2, 5), (1, 5), (0, 0)], False),
    ("triangular", {"shape": [[1, 1], [2, 2]], "motions": "all"}, CYLINDER, [(2, 11), (1, 1)],
     True),
    ("triangular", {"shape": [[1, 1], [2, 2]], "motions": "shifts"}, CYLINDER, [(2, 11), (1, 1)],
     False),
    ("tan", {"shape": [[0, 2], [0, 4]], "motions": "shifts"}, [(0, 18)], [(0, 14), (0, 16)], True),
    ("tan", {"shape": [[0, 2], [0, 4]], "motions": "shifts"}, [(0, 18)], [(0, 16), (0, 2)], False),
]  # fmt: skip


@pytest.mark.parametrize(("lattice", "tile", "periods", "atoms", "expected"), CASES)
def test_copies_over_the_seam(
    lattice: str, tile: Data, periods: list[Point], atoms: list[Point], expected: bool
) -> None:
    assert is_copy(atoms, tile, lattice, periods) is expected


@given(
    st.tuples(st.integers(), st.integers()),
    st.integers(-9, 9),
    st.integers(-9, 9),
)
def test_equal_points_have_one_representative(point: Point, one: int, other: int) -> None:
    periods = [(4, 1), (0, 3)]
    row, column = point
    moved = (row + 4 * one, column + one + 3 * other)
    assert reduced(moved, periods) == reduced(point, periods)
    assert 0 <= reduced(point, periods)[0] < 4
    assert 0 <= reduced(point, periods)[1] < 3


def shape_of(*rows: str) -> list[list[int]]:
    return [[r, c] for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."]


def logiq() -> tuple[Data, Data]:
    """A tower of two rings around a core: pieces 0 and 2 reach into it, once in every row."""
    shapes = {
        "Y": shape_of("..Y.", "YYYY"),
        "L": shape_of("...L", "LLLL"),
        "U": shape_of("U.U", "UUU"),
        "Q": shape_of(".QQ", "QQQ"),
        "0": shape_of("00"),
        "2": shape_of("2..2"),
    }
    tiles: Data = {
        name: {"shape": shape, "motions": ["0", "180"], "least": 0, "most": 1}
        for name, shape in shapes.items()
    }
    for name in "02":
        tiles[name]["fills"] = ["ring"]
    rows = ["QQUUULLLLY00", "QQU2UL2YYYYQ"]
    instance = {
        "lattice": "square",
        "region": [[row, column] for row in range(2) for column in range(12)],
        "wrap": [[0, 12]],
        "further": {"ring": 0},
        "tiles": tiles,
        "givens": [],
    }
    placed = [
        {"tile": name, "atoms": [[r, c] for r in range(2) for c in range(12) if rows[r][c] == name]}
        for name in shapes
    ]
    return instance, {"tiles": placed, "rows": rows}


def broken(instance: Data, solution: Data) -> list[str]:
    return [str(violation) for violation in check_tiling(instance, solution)]


def test_a_tower_is_accepted() -> None:
    assert broken(*logiq()) == []


def test_a_mirrored_piece_of_the_tower_is_not() -> None:
    instance, solution = logiq()
    instance["tiles"]["L"]["shape"] = shape_of("L...", "LLLL")
    assert broken(instance, solution) == ["shape: the cells of tile L do not have its shape"]


def test_without_the_seam_the_tower_is_not_a_solution() -> None:
    instance, solution = logiq()
    instance["wrap"] = []
    assert broken(instance, solution) == ["shape: the cells of tile Q do not have its shape"]


@given(st.integers(0, 11), st.integers(0, 5))
def test_a_turned_tower_is_a_solution_and_half_a_turn_of_it_is_none(turn: int, number: int) -> None:
    instance, solution = logiq()
    solution["rows"] = [row[-turn:] + row[:-turn] if turn else row for row in solution["rows"]]
    for entry in solution["tiles"]:
        entry["atoms"] = [[row, (column + turn) % 12] for row, column in entry["atoms"]]
    assert broken(instance, solution) == []
    entry = solution["tiles"][number]
    entry["atoms"] = [[row, (column + 1) % 12] for row, column in entry["atoms"]]
    rules = {line.split(":")[0] for line in broken(instance, solution)}
    assert rules == {"cell once", "drawing"}


def test_every_ring_is_filled_once() -> None:
    instance, solution = logiq()
    instance["tiles"]["0"]["fills"] = []
    assert broken(instance, solution) == ["further: ring 0 is filled 0 times"]
    instance["tiles"]["Y"]["fills"] = ["ring"]
    assert broken(instance, solution) == ["further: ring 1 is filled 2 times"]


def test_further_atoms_of_other_coordinates() -> None:
    instance, solution = logiq()
    instance["further"] = {"spoke": 1}
    for name, tile in instance["tiles"].items():
        tile["fills"] = ["spoke"] if name in "YLQ" else ["ring"]
    # Q covers columns 11, 0, 1; L 5 to 8; Y 7 to 10.
    assert broken(instance, solution) == [
        *(f"further: spoke {column} is filled 0 times" for column in (2, 3, 4)),
        *(f"further: spoke {column} is filled 2 times" for column in (7, 8)),
    ]


def test_optional_tiles_may_be_left_out_but_not_repeated() -> None:
    instance, solution = logiq()
    instance["tiles"]["J"] = {**copy.deepcopy(instance["tiles"]["Y"])}
    assert broken(instance, solution) == []
    solution["tiles"].append(solution["tiles"][0])
    assert "tile count: tile Y is used 2 times, at most 1 allowed" in broken(instance, solution)
