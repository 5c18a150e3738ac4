from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.region import MAX_ATOMS, MAX_BOX_POINTS, Region
from ilpuzzles.geometry.standard_lattices import CUBIC, HEXAGONAL, SQUARE, TAN, TRIANGULAR
from support.lattice_points import Atom, atoms, lattices


def box(*sides: int) -> list[tuple[int, ...]]:
    """All points of a box."""
    return list(np.ndindex(*sides))


@given(lattices(), st.data())
def test_atoms_have_the_order_of_their_lattice(lattice: Lattice, data: st.DataObject) -> None:
    """By steps, and those of one step by their classes; every atom has its number back."""
    chosen = data.draw(atoms(lattice, -2, 2, 12))
    region = Region.of(lattice, [*chosen, chosen[0]])
    steps, classes = lattice.split(np.array(chosen))
    keys = dict(zip(chosen, zip(steps.tolist(), classes.tolist(), strict=True), strict=True))
    expected = sorted(chosen, key=keys.__getitem__)
    assert region.keys() == list(map(tuple, region.points.tolist())) == expected
    assert region.numbers(region.points).tolist() == list(range(len(region)))
    # Points beside them have no number, whether they are atoms or not.
    around = region.points[:, None] + np.array(box(*[3] * lattice.dimension)) - 1
    known = {point: number for number, point in enumerate(expected)}
    found = region.numbers(around)
    assert found.tolist() == [[known.get(tuple(p), -1) for p in part] for part in around.tolist()]


@given(atoms(SQUARE, -2, 5, 30))
def test_adjacent_pairs_share_a_side(chosen: list[Atom]) -> None:
    region = Region.of(SQUARE, chosen)
    expected = [
        [i, j]
        for i, (r, c) in enumerate(region.points.tolist())
        for j, (s, d) in enumerate(region.points.tolist())
        if i < j and abs(r - s) + abs(c - d) == 1
    ]
    assert sorted(region.adjacent_pairs().tolist()) == expected


STRIP = [(1, 3 * k + 1) for k in range(4)] + [(2, 3 * k + 2) for k in range(4)]
QUARTERS = [(y, x + 6 * k) for k in range(3) for y, x in TAN.base.tolist()]


@pytest.mark.every("points")
@pytest.mark.parametrize(
    ("lattice", "points", "periods", "pairs", "some"),
    [
        # 12 in each row, the seam included, and 12 between the rows.
        (SQUARE, box(2, 12), [(0, 12)], 36, {(0, 11), (12, 23), (0, 12), (11, 23)}),
        # The same points, named on any side of the seam.
        (SQUARE, [(r, c + 12 * (c % 3) - 12) for r, c in box(2, 12)], [(0, 12)], 36, {(0, 11)}),
        (SQUARE, box(3, 4), [(3, 0), (0, 4)], 24, {(0, 3), (0, 8)}),
        # Below the last row comes the first one, one column further on, or one back.
        (SQUARE, box(4, 5), [(4, 1), (0, 5)], 40, {(4, 15), (0, 16)}),
        (SQUARE, box(4, 5), [(4, -1), (0, 5)], 40, {(0, 19), (4, 18)}),
        # 5 in each row, and two for each hexagon of the first row to the second one.
        (HEXAGONAL, box(2, 5), [(0, 5)], 20, {(0, 9), (0, 5), (0, 4)}),
        # Each triangle has a neighbour on either side in the strip.
        (TRIANGULAR, STRIP, [(0, 12)], 8, {(0, 7)}),
        (TAN, QUARTERS, [(0, 18)], 3 * 4 + 3, set()),
        (CUBIC, box(4, 2, 2), [(4, 0, 0)], 4 * 4 + 16, {(0, 12)}),
    ],
)
def test_wrapped_regions_go_on_at_the_seam(
    lattice: Lattice, points: list[Atom], periods: list[Atom], pairs: int, some: set[Atom]
) -> None:
    region = Region.of(lattice, points, periods=periods)
    assert len(region) == len(points)
    found = list(map(tuple, region.adjacent_pairs().tolist()))
    assert len(set(found)) == len(found) == pairs
    assert some <= set(found)
    for period in [*periods, *np.negative(periods).tolist()]:
        assert region.numbers(region.points + period).tolist() == list(range(len(region)))


def test_further_atoms_follow_the_points() -> None:
    region = Region.of(SQUARE, box(3, 4), periods=[(0, 4)], further={"ring": 0})
    assert len(region) == 15
    (ring,) = region.further
    assert (ring.name, ring.axis, ring.first, ring.values.tolist()) == ("ring", 0, 12, [0, 1, 2])
    assert ring.line.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert region.keys()[11:] == [(2, 3), ("ring", 0), ("ring", 1), ("ring", 2)]
    # They belong to lines that are there.
    region = Region.of(SQUARE, [(5, 2), (5, 4), (7, 2)], further={"row": 0, "column": 1})
    assert region.keys()[3:] == [("row", 5), ("row", 7), ("column", 2), ("column", 4)]
    assert [kind.first for kind in region.further] == [3, 5]
    assert [kind.line.tolist() for kind in region.further] == [[0, 0, 1], [0, 1, 0]]
    with pytest.raises(ValueError, match="read-only"):
        region.points[0, 0] = 1


@pytest.mark.parametrize(
    ("lattice", "points", "periods", "message"),
    [
        (SQUARE, [], [], "has no atoms"),
        (SQUARE, [(0, 0), (10_000_000, 0)], [], "scattered too widely"),
        (SQUARE, [(0, 0), (MAX_BOX_POINTS // 2, 1)], [], "scattered too widely"),
        (SQUARE, [(0, n) for n in range(MAX_ATOMS + 1)], [], "at most 20,000"),
        (TRIANGULAR, [(1, 1), (1, 2)], [], "not on the triangular lattice"),
        (TAN, [(0, 0)], [], "not on the tan lattice"),
        (SQUARE, [(0, 0)], [(0, 0)], "period"),
        (SQUARE, [(0, 0)], [(0, -3)], "period"),
        (SQUARE, [(0, 0)], [(0, 3), (3, 0)], "period"),
        (SQUARE, [(0, 0)], [(3, 0), (4, 1)], "period"),
        (TRIANGULAR, [(1, 1)], [(0, 4)], "does not fit the triangular lattice"),
        (TAN, [(0, 2)], [(0, 9)], "does not fit the tan lattice"),
    ],
)
def test_bad_regions_are_refused(
    lattice: Lattice, points: list[Atom], periods: list[Atom], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Region.of(lattice, points, periods=periods)
