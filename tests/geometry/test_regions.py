from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.geometry import CUBIC, SQUARE, Lattice, Region, orientations, place
from ilpuzzles.geometry.region import MAX_ATOMS
from oracles import turned_copies

cells = st.lists(
    st.tuples(st.integers(-2, 5), st.integers(-2, 5)), min_size=1, max_size=30, unique=True
)
shapes = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4, unique=True
)


def placed_by_hand(
    region: list[tuple[int, ...]], shape: list[tuple[int, ...]]
) -> set[frozenset[tuple[int, ...]]]:
    """Every placement of a shape, by trying all shifts of all copies."""
    found = set()
    for copy in turned_copies(shape):
        for cell in region:
            shift = tuple(a - b for a, b in zip(cell, copy[0], strict=True))
            moved = [tuple(a + b for a, b in zip(p, shift, strict=True)) for p in copy]
            if set(moved) <= set(region):
                found.add(frozenset(moved))
    return found


@given(cells, shapes)
def test_placements_agree_with_trying_everything(
    region_cells: list[tuple[int, ...]], shape: list[tuple[int, ...]]
) -> None:
    region = Region.of(SQUARE, region_cells)
    placements = place(region, orientations(SQUARE, np.array(shape)))
    points = [tuple(point) for point in region.points.tolist()]
    found = [frozenset(points[atom] for atom in atoms) for atoms in placements.atoms.tolist()]
    assert len(found) == len(set(found))
    assert set(found) == placed_by_hand(points, shape)
    assert (np.diff(placements.atoms, axis=1) > 0).all()


def test_tiles_keep_to_the_classes_of_their_atoms() -> None:
    """A lattice whose columns are of two classes by turns: shifts go by two columns."""
    striped = Lattice(
        name="striped",
        dimension=2,
        base=np.array([[0, 0], [0, 1]]),
        translations=np.array([[1, 0], [0, 2]]),
        point_group=np.eye(2, dtype=np.int64)[None],
        neighbours=np.zeros((2, 0, 2), dtype=np.int64),
        corners=np.zeros((2, 0, 2), dtype=np.int64),
        drawing=np.zeros((2, 2), dtype=np.int64),
        corner_scale=1,
    )
    region = Region.of(striped, np.ndindex(2, 5))
    first, second = np.array([[0, 0]]), np.array([[0, 1]])
    assert place(region, orientations(striped, first)).atoms.ravel().tolist() == [0, 2, 4, 5, 7, 9]
    assert place(region, orientations(striped, second)).atoms.ravel().tolist() == [1, 3, 6, 8]
    pair = np.array([[0, 1], [0, 2]])
    assert place(region, orientations(striped, pair)).atoms.tolist() == [
        [1, 2],
        [3, 4],
        [6, 7],
        [8, 9],
    ]


def test_placements_in_space() -> None:
    region = Region.of(CUBIC, np.ndindex(3, 3, 3))
    tromino = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    # FACTS of the L-tromino cube: 144 placements.
    assert len(place(region, orientations(CUBIC, tromino))) == 144


@given(cells)
def test_numbers_are_the_reading_order(region_cells: list[tuple[int, ...]]) -> None:
    region = Region.of(SQUARE, reversed(region_cells))
    assert region.points.tolist() == [list(point) for point in sorted(region_cells)]
    assert region.numbers(region.points).tolist() == list(range(len(region)))
    around = np.array([[r, c] for r in range(-9, 12) for c in range(-9, 12)])
    inside = [tuple(point) in set(region_cells) for point in around.tolist()]
    assert ((region.numbers(around) >= 0) == inside).all()


@given(cells)
def test_adjacent_pairs_share_a_side(region_cells: list[tuple[int, ...]]) -> None:
    region = Region.of(SQUARE, region_cells)
    expected = [
        [i, j]
        for i, (r, c) in enumerate(region.points.tolist())
        for j, (s, d) in enumerate(region.points.tolist())
        if i < j and abs(r - s) + abs(c - d) == 1
    ]
    assert sorted(region.adjacent_pairs().tolist()) == expected


@pytest.mark.parametrize(
    ("lattice", "points", "message"),
    [
        (SQUARE, [], "without atoms"),
        (SQUARE, [(0, 0), (10_000_000, 0)], "scattered too widely"),
        (SQUARE, [(0, n) for n in range(MAX_ATOMS + 1)], "at most 20,000"),
    ],
)
def test_bad_regions_are_refused(
    lattice: Lattice, points: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Region.of(lattice, points)
