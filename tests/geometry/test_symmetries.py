"""The symmetries of regions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import CUBIC, FCC, HEXAGONAL, SQUARE, TAN, TRIANGULAR
from ilpuzzles.geometry.symmetry import symmetries
from support.lattice_points import atoms, lattices, period
from support.rings import examples


def box(*sides: int) -> list[tuple[int, ...]]:
    return list(np.ndindex(*sides))


def hexagon(side: int) -> list[tuple[int, ...]]:
    """All hexagons at most so many steps from the middle."""
    reach = range(-side, side + 1)
    return [(a, b) for a, b in product(reach, repeat=2) if abs(a + b) <= side]


STAR = [(1, 1), (1, -2), (-2, 1), (2, -1), (-1, 2), (-1, -1)]
"""Six triangles around a corner."""

PYRAMID = [(layer, *place) for layer in range(2) for place in np.ndindex(layer + 1, layer + 1)]
"""Five balls: the sixth makes an octahedron."""

CASES: list[tuple[str, Lattice, Any, dict[str, Any], int]] = [
    # A symmetry is known by what it does to the atoms: to one of them, nothing.
    ("cell", SQUARE, [(7, 7)], {}, 1),
    ("rectangle", SQUARE, box(3, 5), {}, 4),
    ("two islands", SQUARE, [(0, 0), (0, 5)], {}, 2),
    ("cube", CUBIC, box(3, 3, 3), {}, 48),
    # As a region: 12 turns, top and bottom, left and right.
    ("cylinder", SQUARE, box(2, 12), {"periods": [(0, 12)]}, 48),
    ("tower", SQUARE, box(5, 12), {"periods": [(0, 12)], "further": {"ring": 0}}, 48),
    ("tower with columns", SQUARE, box(5, 12), {"periods": [(0, 12)], "further": {"c": 1}}, 48),
    # 12 shifts, half turns and two mirrors; a square one may be turned by 90 degrees, too.
    ("torus", SQUARE, box(3, 4), {"periods": [(3, 0), (0, 4)]}, 48),
    ("square torus", SQUARE, box(3, 3), {"periods": [(3, 0), (0, 3)]}, 72),
    # Turned, but not mirrored: a seam that is shifted to one side.
    ("sheared torus", SQUARE, box(4, 5), {"periods": [(4, 1), (0, 5)]}, 40),
    # Rows and columns change places in a mirror: further atoms for rows alone are in the way.
    ("square of rows", SQUARE, box(4, 4), {"further": {"row": 0}}, 4),
    ("two rings of hexagons", HEXAGONAL, box(2, 6), {"periods": [(0, 6)]}, 24),
    ("hexagons in a torus", HEXAGONAL, box(4, 4), {"periods": [(4, 0), (0, 4)]}, 192),
    ("hexagon", HEXAGONAL, hexagon(2), {}, 12),
    ("star", TRIANGULAR, STAR, {}, 12),
    ("whole square", TAN, TAN.base.tolist(), {}, 8),
    ("pyramid", FCC, PYRAMID, {}, 8),
    ("octahedron", FCC, [*PYRAMID, (2, 1, 1)], {}, 48),
]


@pytest.mark.parametrize(
    ("lattice", "points", "more", "order"), [pytest.param(*case, id=name) for name, *case in CASES]
)
def test_orders_of_regions(lattice: Lattice, points: Any, more: dict[str, Any], order: int) -> None:
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
    lattice = draw(lattices())
    first, last = period(lattice, 3, 0), period(lattice, 0, 3)
    return Region.of(
        lattice,
        draw(atoms(lattice, 0, 2 if lattice.dimension == 2 else 1, 9)),
        periods=draw(st.sampled_from([[], [], [last], [first], [first, last]])),
        further=draw(st.sampled_from([{}, {"line": 0}, {"line": 1}])),
    )


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
    found = symmetries(region).images
    assert {tuple(image) for image in found.tolist()} == expected
    require_group(region, found)
    # They keep sides, and further atoms go where their lines go.
    pairs = {tuple(pair) for pair in region.adjacent_pairs().tolist()}
    for image in found:
        assert {tuple(sorted((image[a], image[b]))) for a, b in pairs} == pairs
        for further in region.further:
            lines = further.first + further.line
            assert (image[lines] == lines[image[: len(points)]]).all()
