from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.region import MAX_ATOMS, MAX_BOX, Region
from ilpuzzles.geometry.standard_lattices import CUBIC, HEXAGONAL, LATTICES, SQUARE, TAN, TRIANGULAR

cells = st.lists(
    st.tuples(st.integers(-2, 5), st.integers(-2, 5)), min_size=1, max_size=30, unique=True
)


def box(*sides: int) -> list[tuple[int, ...]]:
    """All points of a box."""
    return list(np.ndindex(*sides))


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


@given(st.sampled_from(list(LATTICES)), st.data())
def test_atoms_have_the_order_of_their_lattice(name: str, data: st.DataObject) -> None:
    """By steps, and those of one step by their classes; every atom has its number back."""
    lattice = LATTICES[name]
    step = st.tuples(*[st.integers(-2, 2)] * lattice.dimension)
    atom = st.tuples(step, st.integers(0, len(lattice.base) - 1))
    chosen = data.draw(st.lists(atom, min_size=1, max_size=12, unique=True))
    points = [lattice.base[number] + np.array(k) @ lattice.translations for k, number in chosen]
    region = Region.of(lattice, [tuple(point.tolist()) for point in points])
    expected = [points[i].tolist() for i in sorted(range(len(chosen)), key=lambda i: chosen[i])]
    assert region.points.tolist() == expected
    assert region.keys() == [tuple(point) for point in expected]
    assert region.numbers(region.points).tolist() == list(range(len(region)))
    # Points beside them have no number, whether they are atoms or not.
    around = region.points[:, None] + np.array(box(*[3] * lattice.dimension)) - 1
    known = {tuple(point): number for number, point in enumerate(expected)}
    found = region.numbers(around)
    assert found.tolist() == [[known.get(tuple(p), -1) for p in part] for part in around.tolist()]


def test_a_point_named_twice_counts_once() -> None:
    assert len(Region.of(SQUARE, [(0, 0), (0, 0), (0, 1)])) == 2
    assert len(Region.of(SQUARE, [(0, 0), (0, 3), (0, 1)], periods=[(0, 3)])) == 2


def test_a_cylinder_has_a_seam() -> None:
    region = Region.of(SQUARE, box(2, 12), periods=[(0, 12)])
    assert len(region) == 24
    found = region.numbers(np.array([(0, 12), (0, -1), (1, 25), (1, 11), (2, 0), (-1, 0)]))
    assert found.tolist() == [0, 11, 13, 23, -1, -1]
    pairs = {tuple(pair) for pair in region.adjacent_pairs().tolist()}
    # 12 in each row, the seam included, and 12 between the rows.
    assert len(pairs) == 36
    assert {(0, 11), (12, 23), (0, 12), (11, 23)} <= pairs
    assert (11, 12) not in pairs


def test_points_on_any_side_of_the_seam_are_the_same_region() -> None:
    points = [(row, column + 12 * (column % 3) - 12) for row, column in box(2, 12)]
    region = Region.of(SQUARE, points, periods=[(0, 12)])
    assert region.points.tolist() == [list(point) for point in box(2, 12)]


def test_a_torus_is_wrapped_both_ways() -> None:
    region = Region.of(SQUARE, box(3, 4), periods=[(3, 0), (0, 4)])
    assert region.numbers(np.array([(3, 4), (-1, -1), (5, 7)])).tolist() == [0, 11, 11]
    pairs = region.adjacent_pairs().tolist()
    assert len(pairs) == 24
    degree = np.bincount(np.array(pairs).ravel())
    assert (degree == 4).all()


def test_a_seam_may_be_shifted() -> None:
    """Below the last row comes the first one, one column further on."""
    region = Region.of(SQUARE, box(4, 5), periods=[(4, 1), (0, 5)])
    # (4, c) is (0, c - 1).
    assert region.numbers(np.array([(4, 1), (4, 0), (-1, 0)])).tolist() == [0, 4, 16]
    assert len(region.adjacent_pairs()) == 40


def test_a_ring_of_hexagons() -> None:
    region = Region.of(HEXAGONAL, box(2, 5), periods=[(0, 5)])
    pairs = {tuple(pair) for pair in region.adjacent_pairs().tolist()}
    # 5 in each row, and two for each hexagon of the first row to the second one.
    assert len(pairs) == 20
    assert {(0, 9), (0, 5), (0, 4)} <= pairs


def test_rings_of_triangles_and_of_quarters() -> None:
    strip = [(1, 3 * k + 1) for k in range(4)] + [(2, 3 * k + 2) for k in range(4)]
    ring = Region.of(TRIANGULAR, strip, periods=[(0, 12)])
    # Each triangle has a neighbour on either side in the strip.
    assert len(ring.adjacent_pairs()) == 8
    quarters = [(y, x + 6 * k) for k in range(3) for y, x in TAN.base.tolist()]
    ring = Region.of(TAN, quarters, periods=[(0, 18)])
    assert len(ring.adjacent_pairs()) == 3 * 4 + 3


def test_a_ring_of_cubes() -> None:
    region = Region.of(CUBIC, box(4, 2, 2), periods=[(4, 0, 0)])
    assert len(region.adjacent_pairs()) == 4 * 4 + 16


def test_further_atoms_follow_the_points() -> None:
    region = Region.of(SQUARE, box(3, 4), periods=[(0, 4)], further={"ring": 0})
    assert len(region) == 15
    (ring,) = region.further
    assert (ring.name, ring.axis, ring.first, ring.values.tolist()) == ("ring", 0, 12, [0, 1, 2])
    assert ring.line.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert region.keys()[11:] == [(2, 3), ("ring", 0), ("ring", 1), ("ring", 2)]


def test_further_atoms_belong_to_lines_that_are_there() -> None:
    region = Region.of(SQUARE, [(5, 2), (5, 4), (7, 2)], further={"row": 0, "column": 1})
    rows, columns = region.further
    assert (rows.values.tolist(), rows.first, rows.line.tolist()) == ([5, 7], 3, [0, 0, 1])
    assert (columns.values.tolist(), columns.first, columns.line.tolist()) == ([2, 4], 5, [0, 1, 0])
    assert len(region) == 7
    assert region.keys()[3:] == [("row", 5), ("row", 7), ("column", 2), ("column", 4)]


def test_arrays_cannot_be_written_to() -> None:
    region = Region.of(SQUARE, [(0, 0)])
    with pytest.raises(ValueError, match="read-only"):
        region.points[0, 0] = 1


@pytest.mark.parametrize(
    ("lattice", "points", "message"),
    [
        (SQUARE, [], "has no atoms"),
        (SQUARE, [(0, 0), (10_000_000, 0)], "scattered too widely"),
        (SQUARE, [(0, 0), (MAX_BOX // 2, 1)], "scattered too widely"),
        (SQUARE, [(0, n) for n in range(MAX_ATOMS + 1)], "at most 20,000"),
        (TRIANGULAR, [(1, 1), (1, 2)], "not on the triangular lattice"),
        (TAN, [(0, 0)], "not on the tan lattice"),
    ],
)
def test_bad_regions_are_refused(
    lattice: Lattice, points: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Region.of(lattice, points)


@pytest.mark.parametrize(
    ("lattice", "periods", "message"),
    [
        (SQUARE, [(0, 0)], "period"),
        (SQUARE, [(0, -3)], "period"),
        (SQUARE, [(0, 3), (3, 0)], "period"),
        (SQUARE, [(3, 0), (4, 1)], "period"),
        (TRIANGULAR, [(0, 4)], "does not fit the triangular lattice"),
        (TAN, [(0, 9)], "does not fit the tan lattice"),
    ],
)
def test_bad_periods_are_refused(lattice: Lattice, periods: Any, message: str) -> None:
    base = tuple(lattice.base[0].tolist())
    with pytest.raises(InputError, match=message):
        Region.of(lattice, [base], periods=periods)
