"""Whether some atoms are a copy of a tile, moved as its motions allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ilpuzzles.rules.plain import Point, points_of, reduced
from ilpuzzles.rules.symmetries import is_translation, orientations


def is_copy(
    atoms: Sequence[Point], tile: dict[str, Any], lattice: str, periods: Sequence[Point] = ()
) -> bool:
    """Whether some atoms are a shape of a tile, turned, mirrored and shifted as it may be.

    The atoms are as the region has them, reduced by its `periods` (in echelon form) if it is
    wrapped. The tile has a `shape`, or several `shapes`, and `motions`. No atom may be there twice,
    and no two atoms of the shape may come to lie on the same one where the region is wrapped.

    Example:
        >>> corner = {"shape": [[0, 0], [0, 1], [1, 0]], "motions": "rotations"}
        >>> is_copy([(5, 5), (6, 5), (6, 6)], corner, "square")
        True
        >>> is_copy([(5, 5), (6, 5), (7, 5)], corner, "square")
        False
        >>> bar = {"shape": [[0, 0], [0, 1], [0, 2]], "motions": "shifts"}
        >>> is_copy([(0, 0), (0, 1), (0, 5)], bar, "square", [(0, 6)])
        True
    """
    shapes = tile["shapes"] if "shapes" in tile else [tile["shape"]]
    motions = tile["motions"]
    if not isinstance(motions, str):
        motions = tuple(motions)
    wanted = set(atoms)
    return any(
        _can_be_shifted(turned, wanted, lattice, periods)
        for shape in shapes
        if 0 < len(shape) == len(wanted) == len(atoms)
        for turned in orientations(lattice, motions, points_of(shape))
    )


def _can_be_shifted(
    shape: Sequence[Point], wanted: set[Point], lattice: str, periods: Sequence[Point]
) -> bool:
    """Whether a translation of the lattice takes the shape to the wanted atoms."""
    first = min(shape)
    # A shift keeps the order of points, so the first one goes to the first one; but not if the
    # region is wrapped.
    for target in wanted if periods else [min(wanted)]:
        if len(target) != len(first):
            continue
        vector = _sum(target, first, -1)
        if not is_translation(lattice, vector):
            continue
        covered: set[Point] = set()
        for point in shape:
            atom = reduced(_sum(point, vector), periods)
            if atom not in wanted:
                break
            covered.add(atom)
        if covered == wanted:
            return True
    return False


def _sum(one: Point, other: Point, sign: int = 1) -> Point:
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))
