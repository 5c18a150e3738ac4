"""Copies of shapes on every lattice, worked out by hand: x to the right, y upwards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.congruence import is_copy, orientations
from ilpuzzles.rules.plain_tiling import Point, reduced

Motions = str | list[str]

# An L tetromino, and below what becomes of it.
L = [(0, 0), (0, 1), (0, 2), (1, 0)]
# A chain of balls; its steps are (1, 1, 0), (1, -1, 0) and (1, 0, -1) in space.
BALLS = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 2, 2)]
BALLS_MIRRORED = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (-1, 1, 1)]
# Cubes around a corner.
SCREW = [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
# Three hexagons in a row and one below the first two; then below the last two.
PISTOL = [(0, 0), (0, 1), (0, 2), (1, 0)]
PISTOL_MIRRORED = [(0, 0), (0, 1), (0, 2), (1, 1)]
# Triangles in a row: down, up, down, up; then up, down, up, down.
STRIP = [(1, 1), (2, 2), (1, 4), (2, 5)]
STRIP_MIRRORED = [(2, 2), (1, 4), (2, 5), (1, 7)]
# The quarters N and W of a square, and S of the square above.
TANS = [(2, 0), (0, -2), (4, 0)]
TANS_MIRRORED = [(2, 0), (0, 2), (4, 0)]

CASES: list[tuple[str, Any, Motions, Any, bool]] = [
    ("square", L, ["90"], [(0, 0), (-1, 0), (-2, 0), (0, 1)], True),
    ("square", L, ["270"], [(0, 0), (-1, 0), (-2, 0), (0, 1)], False),
    ("square", L, ["-90"], [(0, 0), (1, 0), (2, 0), (0, -1)], True),
    ("square", L, ["mirror 45"], [(0, 0), (-1, 0), (-2, 0), (0, -1)], True),
    ("square", L, ["mirror 135"], [(0, 0), (-1, 0), (-2, 0), (0, -1)], False),
    ("square", L, ["0", "mirror 90"], [(0, 0), (0, -1), (0, -2), (1, 0)], True),
    ("square", L, ["0", "mirror 90"], [(0, 0), (0, 1), (0, 2), (-1, 0)], False),
    ("square", L, "rotations", [(0, 0), (0, -1), (0, -2), (1, 0)], False),
    ("square", L, "rotations", [(0, 0), (0, -1), (0, -2), (-1, 0)], True),
    ("square", L, "all", [(0, 0), (0, -1), (0, -2), (1, 0)], True),
    ("square", L, "shifts", [(5, -5), (5, -4), (5, -3), (6, -5)], True),
    ("square", L, [], L, False),
    ("square", [(0, 0), (0, 1)], ["45"], [(0, 0), (-1, 1)], False),
    ("cubic", SCREW, "shifts", [(a + 1, b - 2, c + 3) for a, b, c in SCREW], True),
    ("cubic", SCREW, "shifts", [(-a, -b, c) for a, b, c in SCREW], False),
    ("cubic", SCREW, "rotations", [(-a, -b, c) for a, b, c in SCREW], True),
    ("cubic", SCREW, "rotations", [(-a, -b, -c) for a, b, c in SCREW], False),
    ("cubic", SCREW, "all", [(-a, -b, -c) for a, b, c in SCREW], True),
    ("fcc", [(0, 0, 0), (0, 0, 1)], "rotations", [(0, 0, 0), (1, 1, 0)], True),
    ("fcc", [(0, 0, 0), (0, 0, 1)], "shifts", [(0, 0, 0), (1, 1, 0)], False),
    ("fcc", [(0, 0, 0), (0, 0, 1)], "all", [(0, 0, 0), (0, 1, 1)], False),
    # A right angle stands upright below a ball, too; three balls that all touch are another thing.
    ("fcc", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], "all", [(0, 0, 0), (1, 0, 0), (1, 1, 1)], True),
    ("fcc", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], "all", [(0, 0, 0), (1, 0, 0), (1, 1, 0)], False),
    ("fcc", BALLS, "rotations", [(0, 0, 0), (0, 0, -1), (0, 1, -1), (1, 2, -1)], True),
    ("fcc", BALLS, "rotations", BALLS_MIRRORED, False),
    ("fcc", BALLS, "all", BALLS_MIRRORED, True),
    ("hexagonal", PISTOL, ["60"], [(0, 0), (-1, 1), (-2, 2), (0, 1)], True),
    ("hexagonal", PISTOL, ["300"], [(0, 0), (-1, 1), (-2, 2), (0, 1)], False),
    ("hexagonal", PISTOL, ["mirror 90"], PISTOL_MIRRORED, True),
    ("hexagonal", PISTOL, ["mirror 30"], [(0, 0), (-1, 1), (-2, 2), (-1, 0)], True),
    ("hexagonal", PISTOL, "rotations", PISTOL_MIRRORED, False),
    ("hexagonal", PISTOL, "all", PISTOL_MIRRORED, True),
    ("hexagonal", PISTOL, "all", [*L[:3], (2, 0)], False),
    # As squares these two would be congruent, as hexagons they are not.
    ("hexagonal", [(0, 0), (0, 1), (1, 0)], "all", [(0, 0), (0, 1), (1, 1)], False),
    ("square", [(0, 0), (0, 1), (1, 0)], "all", [(0, 0), (0, 1), (1, 1)], True),
    ("triangular", [(2, 2)], "shifts", [(5, -1)], True),
    ("triangular", [(2, 2)], "shifts", [(1, 1)], False),
    ("triangular", [(2, 2)], "shifts", [(0, 0)], False),
    ("triangular", [(2, 2)], "rotations", [(1, 1)], True),
    ("triangular", [(2, 2)], "all", [(0, 0)], False),
    ("triangular", [(2, 2)], ["0", "120", "240"], [(1, 1)], False),
    ("triangular", [(2, 2)], ["180"], [(4, 7)], True),
    ("triangular", [(1, 1), (2, 2)], ["60"], [(2, 2), (1, 4)], True),
    ("triangular", [(1, 1), (2, 2)], ["60"], [(2, 2), (4, 1)], False),
    ("triangular", [(1, 1), (2, 2)], ["mirror 30"], [(2, 2), (4, 1)], True),
    ("triangular", [(1, 1), (2, 2)], ["mirror 120"], [(2, 2), (4, 1)], True),
    ("triangular", [(1, 1), (2, 2)], "all", [(1, 1), (1, 4)], False),
    ("triangular", STRIP, "rotations", [(2, 2), (1, 4), (-1, 5), (-2, 7)], True),
    ("triangular", STRIP, "rotations", [(4, 1), (2, 2), (1, 4), (-1, 5)], False),
    ("triangular", STRIP, "all", [(4, 1), (2, 2), (1, 4), (-1, 5)], True),
    ("triangular", STRIP, "rotations", STRIP_MIRRORED, False),
    ("triangular", STRIP, ["mirror 90"], STRIP_MIRRORED, True),
    ("tan", [(2, 0)], "shifts", [(8, -6)], True),
    ("tan", [(2, 0)], "shifts", [(0, 2)], False),
    ("tan", [(0, -2)], "shifts", [(0, 2)], False),
    ("tan", [(2, 0)], ["0", "180"], [(0, 2)], False),
    ("tan", [(2, 0)], ["90"], [(0, -2)], True),
    ("tan", [(2, 0), (0, -2)], ["mirror 90"], [(2, 0), (0, 2)], True),
    ("tan", [(2, 0), (-2, 0)], "all", [(2, 0), (0, 2)], False),
    ("tan", TANS, ["90"], [(0, -2), (-2, 0), (0, -4)], True),
    ("tan", TANS, "rotations", TANS_MIRRORED, False),
    ("tan", TANS, "all", TANS_MIRRORED, True),
]


CYLINDER = [(0, 12)]


def bar(length: int) -> dict[str, Any]:
    return {"shape": [[0, column] for column in range(length)], "motions": "all"}


def ring(columns: range) -> list[Point]:
    return [(0, column % 12) for column in columns]


OVER_THE_SEAM: list[tuple[str, dict[str, Any], Any, list[Point], bool]] = [
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


def test_copies_worked_out_by_hand() -> None:
    for lattice, shape, motions, atoms, expected in CASES:
        tile = {"shape": [list(point) for point in shape], "motions": motions}
        found = is_copy(atoms, tile, lattice), is_copy(atoms[::-1], tile, lattice)
        assert found == (expected, expected), (lattice, shape, motions, atoms)
    for lattice, tile, periods, atoms, expected in OVER_THE_SEAM:
        assert is_copy(atoms, tile, lattice, periods) is expected, (tile, periods, atoms)


def test_several_shapes_are_orientations_by_hand() -> None:
    tile = {"shapes": [[[0, 0], [0, 1]], [[0, 0], [1, 0], [2, 0]]], "motions": "shifts"}
    assert is_copy([(4, 4), (4, 5)], tile, "square")
    assert is_copy([(4, 4), (5, 4), (6, 4)], tile, "square")
    assert not is_copy([(4, 4), (5, 4)], tile, "square")
    assert not is_copy([(4, 4), (4, 5), (4, 6)], tile, "square")


def test_nonsense_is_no_copy() -> None:
    domino, twice = {"shape": [[0, 0], [0, 1]], "motions": "all"}, (0, 0)
    in_space: list[Point] = [(0, 0, 0), (0, 0, 1)]
    nonsense: list[list[Point]] = [[], [twice], [twice, twice], [twice, (0, 1), (0, 1)], [(), ()]]
    for atoms in [*nonsense, in_space]:
        assert not is_copy(atoms, domino, "square")
        assert not is_copy(atoms, domino, "square", CYLINDER)


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


# The square of the distance between two points, up to a factor, and shapes without symmetry.
LATTICES: dict[str, tuple[Any, Any, int]] = {
    "square": (lambda r, c: r * r + c * c, L, 8),
    "tan": (lambda y, x: y * y + x * x, TANS, 8),
    "hexagonal": (lambda r, q: r * r + r * q + q * q, PISTOL, 12),
    "triangular": (lambda a, b: a * a + a * b + b * b, [*STRIP, (4, 1)], 12),
    "cubic": (lambda a, b, c: a * a + b * b + c * c, [*SCREW, (0, 0, 2)], 48),
    "fcc": (lambda m, i, j: (i + j - m) ** 2 + (i - j) ** 2 + m * m, BALLS, 48),
}


@pytest.mark.parametrize("lattice", LATTICES)
def test_there_are_as_many_orientations_as_symmetries(lattice: str) -> None:
    square, shape, symmetries = LATTICES[lattice]

    def lengths(points: tuple[Point, ...]) -> list[int]:
        pairs = combinations(points, 2)
        return sorted(square(*(a - b for a, b in zip(*pair, strict=True))) for pair in pairs)

    everything = orientations(lattice, "all", tuple(shape))
    turned = orientations(lattice, "rotations", tuple(shape))
    assert (len(everything), len(turned)) == (symmetries, symmetries // 2)
    assert set(turned) < set(everything)
    assert tuple(sorted(shape)) in turned
    for points in everything:
        assert lengths(points) == lengths(tuple(shape))
        if lattice == "triangular":
            assert all((a % 3, b % 3) in {(1, 1), (2, 2)} for a, b in points)
        if lattice == "tan":
            assert all({y % 6, x % 6} in ({0, 2}, {0, 4}) for y, x in points)


@given(st.data())
def test_what_is_a_copy_of_something_has_it_as_a_copy(data: st.DataObject) -> None:
    lattice = data.draw(st.sampled_from(sorted(LATTICES)))
    shape = LATTICES[lattice][1]
    motions = data.draw(st.sampled_from(["all", "rotations"]))
    turned = data.draw(st.sampled_from(orientations(lattice, "all", tuple(shape))))
    steps = st.integers(-(10**9), 10**9).map(lambda n: 6 * n)
    vector = data.draw(st.tuples(*[steps] * len(shape[0])))
    moved = [tuple(a + b for a, b in zip(point, vector, strict=True)) for point in turned]
    there = is_copy(moved, {"shape": shape, "motions": motions}, lattice)
    assert there is is_copy(shape, {"shape": moved, "motions": motions}, lattice)
    assert there or motions == "rotations"
