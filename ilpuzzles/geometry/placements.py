"""Placements: all the ways in which a shape lies inside a region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.region import Region


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Where one tile can lie.

    Attributes:
        atoms: The region's numbers of the covered atoms, ascending, shape (n, k). Rows are
            sorted by orientation, then by first atom.
        orientation: Which orientation each placement has, shape (n,).
    """

    atoms: IntArray
    orientation: IntArray

    def __len__(self) -> int:
        return len(self.atoms)


def place(region: Region, orientations: IntArray) -> Placements:
    """Finds all placements of a tile.

    Args:
        region: The region to lie in.
        orientations: The tile's orientations in normal form, shape (o, k, d), all different.

    Returns:
        Every placement once.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> region = Region.of(SQUARE, [(0, 0), (0, 1), (1, 0), (1, 1)])
        >>> domino = np.array([[[0, 0], [0, 1]], [[0, 0], [1, 0]]])
        >>> place(region, domino).atoms.tolist()
        [[0, 1], [2, 3], [0, 2], [1, 3]]
    """
    # A shift of the lattice takes the first atom of an orientation to an atom of its own class,
    # and that image is the smallest atom of the placement.
    offsets = orientations - orientations[:, :1, :]
    targets = region.numbers(offsets[:, None, :, :] + region.points[None, :, None, :])
    fits = (targets >= 0).all(axis=2)
    if len(region.lattice.base) > 1:
        classes = region.lattice.classes(region.points)
        fits &= region.lattice.classes(orientations[:, 0, :])[:, None] == classes[None, :]
    orientation, _ = np.nonzero(fits)
    return Placements(targets[fits], orientation)
