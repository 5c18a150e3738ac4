"""The symmetries of regions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import (
    CUBIC,
    FCC,
    HEXAGONAL,
    LATTICES,
    SQUARE,
    TAN,
    TRIANGULAR,
)
from ilpuzzles.geometry.symmetry import symmetries
from support.rings import examples


def box(*sides: int) -> list[tuple[int, ...]]:
    return list(np.ndindex(*sides))


def pyramid(side: int) -> list[tuple[int, ...]]:
    return [(layer, *place) for layer in range(side) for place in np.ndindex(layer + 1, layer + 1)]


def hexagon(side: int) -> list[tuple[int, ...]]:
    """All hexagons at most so many steps from the middle."""
    reach = range(-side, side + 1)
    return [(a, b) for a, b in product(reach, repeat=2) if abs(a + b) <= side]


STAR = [(1, 1), (1, -2), (-2, 1), (2, -1), (-1, 2), (-1, -1)]
"""Six triangles around a corner."""

RHOMBUS = [(3 * a + k, 3 * b + k) for a, b in np.ndindex(3, 3) for k in (1, 2)]

CASES: list[tuple[str, Lattice, Any, dict[str, Any], int]] = [
    ("rectangle", SQUARE, box(3, 5), {}, 4),
    ("square", SQUARE, box(4, 4), {}, 8),
    # A symmetry is known by what it does to the atoms: to one of them, nothing.
    ("cell", SQUARE, [(7, 7)], {}, 1),
    ("L", SQUARE, [(0, 0), (1, 0), (1, 1)], {}, 2),
    ("F", SQUARE, [(0, 1), (1, 0), (1, 1), (1, 2), (2, 0)], {}, 1),
    ("two islands", SQUARE, [(0, 0), (0, 5)], {}, 2),
    ("cube", CUBIC, box(3, 3, 3), {}, 48),
    ("tower block", CUBIC, box(3, 3, 4), {}, 16),
    ("brick", CUBIC, box(2, 3, 4), {}, 8),
    ("flat brick", CUBIC, box(1, 2, 3), {}, 4),
    # As a region: 12 turns, top and bottom, left and right.
    ("cylinder", SQUARE, box(2, 12), {"periods": [(0, 12)]}, 48),
    ("ring", SQUARE, box(1, 12), {"periods": [(0, 12)]}, 24),
    ("tower", SQUARE, box(5, 12), {"periods": [(0, 12)], "further": {"ring": 0}}, 48),
    ("tower with columns", SQUARE, box(5, 12), {"periods": [(0, 12)], "further": {"c": 1}}, 48),
    # 12 shifts, half turns and two mirrors; a square one may be turned by 90 degrees, too.
    ("torus", SQUARE, box(3, 4), {"periods": [(3, 0), (0, 4)]}, 48),
    ("square torus", SQUARE, box(3, 3), {"periods": [(3, 0), (0, 3)]}, 72),
    # Turned, but not mirrored: a seam that is shifted to one side.
    ("sheared torus", SQUARE, box(4, 5), {"periods": [(4, 1), (0, 5)]}, 40),
    # Rows and columns change places in a mirror: further atoms for rows alone are in the way.
    ("square of rows", SQUARE, box(4, 4), {"further": {"row": 0}}, 4),
    ("ring of hexagons", HEXAGONAL, box(1, 6), {"periods": [(0, 6)]}, 12),
    ("two rings of hexagons", HEXAGONAL, box(2, 6), {"periods": [(0, 6)]}, 24),
    ("hexagons in a torus", HEXAGONAL, box(4, 4), {"periods": [(4, 0), (0, 4)]}, 192),
    ("parallelogram", HEXAGONAL, box(4, 7), {}, 2),
    ("rhombus of hexagons", HEXAGONAL, box(4, 4), {}, 4),
    ("hexagon", HEXAGONAL, hexagon(2), {}, 12),
    ("triangle", TRIANGULAR, [(1, 1)], {}, 1),
    ("triangle of side two", TRIANGULAR, [(1, 1), (1, 4), (4, 1), (2, 2)], {}, 6),
    ("triangle that points up", TRIANGULAR, [(2, 2), (2, -1), (-1, 2), (1, 1)], {}, 6),
    ("star", TRIANGULAR, STAR, {}, 12),
    ("rhombus", TRIANGULAR, RHOMBUS, {}, 4),
    ("quarter", TAN, [(0, 2)], {}, 1),
    ("half square", TAN, [(0, 2), (2, 0)], {}, 2),
    ("whole square", TAN, TAN.base.tolist(), {}, 8),
    ("ball", FCC, [(0, 0, 0)], {}, 1),
    ("pair of balls", FCC, [(0, 0, 0), (0, 0, 1)], {}, 2),
    ("square of balls", FCC, [(0, row, column) for row, column in box(2, 2)], {}, 8),
    ("ball with its neighbours", FCC, [(0, 0, 0), *FCC.neighbours[0].tolist()], {}, 48),
    ("pyramid", FCC, pyramid(5), {}, 8),
    # Five balls: the sixth would make an octahedron.
    ("small pyramid", FCC, pyramid(2), {}, 8),
    ("octahedron", FCC, [*pyramid(2), (2, 1, 1)], {}, 48),
    ("tetrahedron", FCC, [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)], {}, 24),
]


@pytest.mark.parametrize(
    ("lattice", "points", "more", "order"),
    [pytest.param(*case, id=name) for name, *case in CASES],
)
def test_orders_of_known_regions(
    lattice: Lattice, points: Any, more: dict[str, Any], order: int
) -> None:
    region = Region.of(lattice, points, **more)
    found = symmetries(region)
    require_group(region, found.images)
    assert len(found.matrices) == len(found.images)
    assert len(np.unique(found.images, axis=0)) == order


def test_a_symmetry_that_moves_no_atom_counts() -> None:
    row = Region.of(SQUARE, box(1, 4))
    assert symmetries(row).matrices.tolist() == [0, 2, 4, 6]
    assert len(symmetries(Region.of(CUBIC, [(0, 0, 0)])).matrices) == 48


def require_group(region: Region, images: Any) -> None:
    """Permutations, the identity first, closed under composition."""
    everything = np.arange(len(region))
    images = np.unique(images, axis=0)
    assert (images[0] == everything).all()
    assert (np.sort(images, axis=1) == everything).all()
    known = {image.tobytes() for image in images}
    assert len(known) == len(images)
    if len(images) <= 60:
        assert all(one[other].tobytes() in known for one in images for other in images)


@st.composite
def regions(draw: st.DrawFn) -> Region:
    lattice = LATTICES[draw(st.sampled_from(list(LATTICES)))]
    side = int(lattice.translations[0, 0])
    reach = 2 if lattice.dimension == 2 else 1
    step = st.tuples(*[st.integers(0, reach)] * lattice.dimension)
    atom = st.tuples(step, st.integers(0, len(lattice.base) - 1))
    chosen = draw(st.lists(atom, min_size=1, max_size=9, unique=True))
    corner = [0] * (lattice.dimension - 2)
    first, last = (3 * side, *corner, 0), (0, *corner, 3 * side)
    periods = draw(st.sampled_from([[], [], [last], [first], [first, last]]))
    further = draw(st.sampled_from([{}, {"line": 0}, {"line": 1}]))
    return Region.of(
        lattice,
        [tuple(lattice.base[n] + np.array(k) @ lattice.translations) for k, n in chosen],
        periods=periods,
        further=further,
    )


@examples(100)
@given(regions())
def test_symmetries_are_a_group_that_keeps_sides(region: Region) -> None:
    found = symmetries(region)
    require_group(region, found.images)
    pairs = {tuple(pair) for pair in region.adjacent_pairs().tolist()}
    points = len(region.points)
    for image in found.images:
        assert (image[:points] < points).all()
        assert {tuple(sorted((image[a], image[b]))) for a, b in pairs} == pairs
        # Further atoms go where their lines go.
        for further in region.further:
            lines = further.first + further.line
            assert (image[lines] == lines[image[:points]]).all()


@examples(100)
@given(regions())
def test_symmetries_are_all_that_there_are(region: Region) -> None:
    """Against every matrix, followed by the shift from the first atom to any other."""
    lattice, points = region.lattice, region.points
    expected = set()
    shifts_of_periods = [
        np.array(counts) @ region.periods if len(region.periods) else np.zeros(0, dtype=np.int64)
        for counts in product((-1, 1), repeat=len(region.periods))
    ]
    for matrix in lattice.point_group:
        # Atoms that are equal have to stay equal.
        if any(
            (region.numbers(points[:1] + matrix @ shift) != 0).any()
            for shift in shifts_of_periods
            if shift.size
        ):
            continue
        turned = points @ matrix.T
        for target in points:
            shift = target - turned[0]
            if not lattice.are_translations(shift[None])[0]:
                continue
            image = region.numbers(turned + shift)
            if sorted(image.tolist()) != list(range(len(points))):
                continue
            whole = image.tolist()
            for further in region.further:
                goes = {
                    (line, further.line[other])
                    for line, other in zip(further.line.tolist(), image.tolist(), strict=True)
                }
                if len(goes) > len(further.values):
                    break
                whole += [further.first + int(other) for _, other in sorted(goes)]
            else:
                expected.add(tuple(whole))
    assert {tuple(image) for image in symmetries(region).images.tolist()} == expected


@examples(60)
@given(regions(), st.integers(0, 47))
def test_a_turned_region_has_as_many(region: Region, turn: int) -> None:
    if len(region.periods) or region.further:
        return
    group = region.lattice.point_group
    turned = Region.of(region.lattice, (region.points @ group[turn % len(group)].T).tolist())
    assert len(symmetries(turned).images) == len(symmetries(region).images)
