"""How many polyforms there are, as the literature has it."""

from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.geometry import polyforms
from ilpuzzles.geometry.polyforms import HALF_SQUARES
from ilpuzzles.geometry.shapes import is_connected, orientations
from ilpuzzles.geometry.standard_lattices import LATTICES, SQUARE
from support.oracles import turned_copies

# The On-Line Encyclopedia of Integer Sequences, from one cell on.
COUNTS = [
    ("square", "all", "A000105", [1, 1, 2, 5, 12, 35]),
    ("square", "rotations", "A000988", [1, 1, 2, 7, 18, 60]),
    ("square", "shifts", "A001168", [1, 2, 6, 19, 63, 216]),
    ("triangular", "all", "A000577", [1, 1, 1, 3, 4, 12]),
    ("triangular", "rotations", "A006534", [1, 1, 1, 4, 6, 19]),
    ("triangular", "shifts", "A001420", [2, 3, 6, 14, 36, 94]),
    ("hexagonal", "all", "A000228", [1, 1, 3, 7, 22, 82]),
    ("hexagonal", "rotations", "A006535", [1, 1, 3, 10, 33, 147]),
    ("hexagonal", "shifts", "A001207", [1, 3, 11, 44, 186, 814]),
    ("cubic", "all", "A038119", [1, 1, 2, 7, 23, 112]),
    ("cubic", "rotations", "A000162", [1, 1, 2, 8, 29, 166]),
    ("cubic", "shifts", "A001931", [1, 3, 15, 86, 534]),
    # Polyaboloes grow by half squares.
    ("tan", "all", "A006074", [1, 3, 4, 14, 30, 107]),
    ("tan", "rotations", "A151519", [1, 4, 6, 22, 56, 198]),
]


@pytest.mark.parametrize(
    ("lattice", "motions", "counts"),
    [pytest.param(lattice, motions, counts, id=name) for lattice, motions, name, counts in COUNTS],
)
def test_counts_are_those_of_the_literature(lattice: str, motions: str, counts: list[int]) -> None:
    units = HALF_SQUARES if lattice == "tan" else None
    for size, count in enumerate(counts, start=1):
        assert len(polyforms(LATTICES[lattice], size, motions, units=units)) == count


@pytest.mark.parametrize("lattice", ["square", "triangular", "hexagonal", "cubic"])
def test_the_ways_to_turn_all_shapes_are_the_fixed_shapes(lattice: str) -> None:
    """Symmetric shapes have fewer ways; with one more or less of any, the sum would be another."""
    known = {(name, motions): counts for name, motions, _, counts in COUNTS}
    for size, fixed in enumerate(known[lattice, "shifts"][:4], start=1):
        for motions in ("all", "rotations", "shifts"):
            shapes = polyforms(LATTICES[lattice], size, motions)
            ways = [orientations(LATTICES[lattice], shape, motions) for shape in shapes]
            turned = [shape.tobytes() for way in ways for shape in way.shapes]
            assert len(turned) == len({*turned}) == fixed


@pytest.mark.parametrize("lattice", LATTICES)
@pytest.mark.parametrize("motions", ["all", "rotations", "shifts"])
def test_polyforms_are_different_connected_and_complete(lattice: str, motions: str) -> None:
    """Against growing shapes atom by atom, with the oracle's way to turn them."""
    found = polyforms(LATTICES[lattice], 3, motions)
    least = [min(map(tuple, turned_copies(shape.tolist(), lattice, motions))) for shape in found]
    assert len(set(least)) == len(found)
    assert all(is_connected(LATTICES[lattice], shape) for shape in found)
    grown = set()
    for base in LATTICES[lattice].base.tolist():
        for second in around(lattice, [base]):
            for third in around(lattice, [base, second]):
                copies = turned_copies([base, second, third], lattice, motions)
                grown.add(min(map(tuple, copies)))
    assert set(least) == grown


def around(lattice: str, atoms: list[list[int]]) -> list[list[int]]:
    """The atoms beside some atoms."""
    points = np.array(atoms)
    sides = LATTICES[lattice].neighbours[LATTICES[lattice].classes(points)]
    near = (points[:, None] + sides).reshape(-1, points.shape[1]).tolist()
    return [point for point in near if point not in atoms]


def test_named_motions_tell_shapes_apart_too() -> None:
    # As if turned upside down only: of the 6 fixed trominoes, the L come in two pairs.
    assert len(polyforms(SQUARE, 3, ["0", "180"])) == 4
    with pytest.raises(InputError, match="motion"):
        polyforms(SQUARE, 3, "any")
