"""Copies of shapes on every lattice: those of the oracle, and some worked out by hand."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.congruence import is_copy, orientations
from ilpuzzles.rules.plain_tiling import Point, reduced
from support.oracles import TURNS, Board, is_atom, turned_copies

Motions = str | list[str]

L: list[Point] = [(0, 0), (0, 1), (0, 2), (1, 0)]
# Triangles in a row: down, up, down, up.
STRIP: list[Point] = [(1, 1), (2, 2), (1, 4), (2, 5)]
# Shapes without symmetry, in space a screw of cubes and a chain of balls, and how many motions of
# the lattice there are; on the tan one the quarters N and W of a square, and S of that above.
SHAPES: dict[str, tuple[list[Point], int]] = {
    "square": (L, 8),
    "tan": ([(2, 0), (0, -2), (4, 0)], 8),
    "hexagonal": (L, 12),
    "triangular": ([*STRIP, (4, 1)], 12),
    "cubic": ([(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 1, 2)], 48),
    "fcc": ([(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 2, 2)], 48),
}

# What the oracle is not asked: other shapes, points that are no atoms, and motions of other names.
CASES: list[tuple[str, list[Point], Motions, list[Point], bool]] = [
    ("square", L, ["-90"], [(0, 0), (1, 0), (2, 0), (0, -1)], True),
    ("square", [(0, 0), (0, 1)], ["45"], [(0, 0), (-1, 1)], False),
    ("fcc", [(0, 0, 0), (0, 0, 1)], "all", [(0, 0, 0), (0, 1, 1)], False),
    # A right angle stands upright below a ball, too; three balls that all touch are another thing.
    ("fcc", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], "all", [(0, 0, 0), (1, 0, 0), (1, 1, 1)], True),
    ("fcc", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], "all", [(0, 0, 0), (1, 0, 0), (1, 1, 0)], False),
    # As squares these two would be congruent, as hexagons they are not.
    ("hexagonal", [(0, 0), (0, 1), (1, 0)], "all", [(0, 0), (0, 1), (1, 1)], False),
    ("square", [(0, 0), (0, 1), (1, 0)], "all", [(0, 0), (0, 1), (1, 1)], True),
    ("triangular", [(2, 2)], "shifts", [(1, 1)], False),
    ("triangular", [(2, 2)], "all", [(0, 0)], False),
    ("triangular", [(2, 2)], ["0", "120", "240"], [(1, 1)], False),
    ("triangular", [(1, 1), (2, 2)], "all", [(1, 1), (1, 4)], False),
    ("tan", [(2, 0)], "shifts", [(0, 2)], False),
    ("tan", [(2, 0), (-2, 0)], "all", [(2, 0), (0, 2)], False),
]


def row(length: int) -> list[Point]:
    return [(0, column) for column in range(length)]


# Tiles on wrapped regions, of which the sides are given.
SEAMS: list[tuple[str, list[Point], Motions, tuple[int, ...], list[Point]]] = [
    ("square", row(4), "all", (1, 8), [(0, 8)]),
    # Both are as long as the way around, or longer, and may lie upright only.
    ("square", row(3), "all", (4, 2), [(0, 2)]),
    ("square", row(3), "all", (3, 3), [(0, 3)]),
    ("square", row(3), "all", (3, 4), [(3, 0), (0, 4)]),
    # Glued one column further on: below (2, 3) comes (3, 3), the same as (0, 2).
    ("square", row(2), "all", (3, 4), [(3, 1)]),
    ("cubic", [(0, 0, 0), (1, 0, 0)], "shifts", (5, 2, 2), [(5, 0, 0)]),
    ("hexagonal", row(3), "all", (3, 4), [(0, 4)]),
    ("triangular", STRIP[:2], "all", (6, 12), [(0, 12)]),
    ("triangular", STRIP[:2], "shifts", (6, 12), [(0, 12)]),
    ("tan", [(0, 2), (0, 4)], "shifts", (6, 18), [(0, 18)]),
]


@pytest.mark.every("lattice")
@pytest.mark.parametrize("lattice", SHAPES)
def test_copies_are_those_in_real_coordinates(lattice: str) -> None:
    shape, number = SHAPES[lattice]
    motions: list[Motions] = ["all", "rotations", "shifts"]
    if lattice in TURNS:
        turns = range(0, 360, TURNS[lattice])
        motions += [[], ["0", "mirror 90"], *([str(degrees)] for degrees in turns)]
        motions += [[f"mirror {degrees // 2}"] for degrees in turns]
    everything = turned_copies(shape, lattice)
    assert len(everything) == number
    for allowed in motions:
        expected = turned_copies(shape, lattice, allowed)
        some = allowed if isinstance(allowed, str) else tuple(allowed)
        assert len(orientations(lattice, some, tuple(shape))) == len(expected)
        for copy in everything:
            there = [tuple(value - 6 * axis for axis, value in enumerate(point)) for point in copy]
            found = is_copy(there[::-1], {"shape": shape, "motions": allowed}, lattice)
            assert found is (copy in expected), (allowed, copy)


def test_copies_over_the_seam_are_the_placements_there() -> None:
    for lattice, shape, motions, sides, wrap in SEAMS:
        atoms = [point for point in product(*map(range, sides)) if is_atom(lattice, point)]
        expected = Board(lattice, atoms, wrap).placements([shape], motions)
        assert expected
        tile = {"shape": shape, "motions": motions}
        for some in combinations(atoms, len(shape)):
            assert is_copy(some, tile, lattice, wrap) is (frozenset(some) in expected), some


def test_copies_worked_out_by_hand() -> None:
    for lattice, shape, motions, atoms, expected in CASES:
        found = is_copy(atoms, {"shape": shape, "motions": motions}, lattice)
        assert found is expected, (lattice, shape, motions, atoms)


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
        assert not is_copy(atoms, domino, "square", [(0, 12)])


@given(st.tuples(st.integers(), st.integers()), st.integers(-9, 9), st.integers(-9, 9))
def test_equal_points_have_one_representative(point: Point, one: int, other: int) -> None:
    periods = [(4, 1), (0, 3)]
    row, column = point
    moved = (row + 4 * one, column + one + 3 * other)
    assert reduced(moved, periods) == reduced(point, periods)
    assert 0 <= reduced(point, periods)[0] < 4
    assert 0 <= reduced(point, periods)[1] < 3


@given(st.data())
def test_what_is_a_copy_of_something_has_it_as_a_copy(data: st.DataObject) -> None:
    lattice = data.draw(st.sampled_from(sorted(SHAPES)))
    shape = SHAPES[lattice][0]
    motions = data.draw(st.sampled_from(["all", "rotations"]))
    turned = data.draw(st.sampled_from(orientations(lattice, "all", tuple(shape))))
    steps = st.integers(-(10**9), 10**9).map(lambda n: 6 * n)
    vector = data.draw(st.tuples(*[steps] * len(shape[0])))
    moved = [tuple(a + b for a, b in zip(point, vector, strict=True)) for point in turned]
    there = is_copy(moved, {"shape": shape, "motions": motions}, lattice)
    assert there is is_copy(shape, {"shape": moved, "motions": motions}, lattice)
    assert there or motions == "rotations"
