"""What a lattice is: where atoms may lie, how they may move, and how they look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A periodic arrangement of atoms.

    The atoms are the points `base[c] + k @ translations` for every class `c` and every integer
    vector `k`. Coordinates are chosen so that all of them are integers, and so that sorting the
    points puts them in reading order (layer, row, column).

    Attributes:
        name: How puzzles call it.
        dimension: Number of coordinates, d.
        base: One point per class of atoms, shape (classes, d).
        translations: The basis vectors, one per row, shape (d, d).
        point_group: The matrices of all symmetries that fix the origin, the identity first,
            shape (order, d, d); a point p goes to `matrix @ p`. Mirrors have determinant -1.
        neighbours: For every class, the steps to the atoms that share a side with one of it,
            shape (classes, steps, d).
        corners: For every class, the corners of its polygon around the atom, in drawing order,
            shape (classes, corners, 2), as (x, y) with x to the right and y downwards, in units
            of 1 / `corner_scale`; empty for a lattice that is drawn layer by layer.
        drawing: The matrix that takes a point to its centre (x, y), in the same units, shape
            (2, d); empty likewise.
        corner_scale: How many units make the side of a cell.
        layers: For a lattice of dimension 3, the planar lattice of a layer, which is what remains
            of a point without its first coordinate.
    """

    name: str
    dimension: int
    base: IntArray
    translations: IntArray
    point_group: IntArray
    neighbours: IntArray
    corners: IntArray
    drawing: IntArray
    corner_scale: int
    layers: Lattice | None = None

    def classes(self, points: IntArray) -> IntArray:
        """Finds the class of every point.

        Args:
            points: Points of shape (..., d).

        Returns:
            The class of each, shape (...); -1 where a point is not an atom of this lattice.
        """
        found = np.full(points.shape[:-1], -1, dtype=np.int64)
        determinant = round(float(np.linalg.det(self.translations)))
        # By Cramer's rule, k = (point - base) @ adjugate / determinant: exact in integers.
        adjugate = np.rint(np.linalg.inv(self.translations) * determinant).astype(np.int64)
        for number, point in enumerate(self.base):
            steps = (points - point) @ adjugate
            found[(steps % determinant == 0).all(axis=-1)] = number
        return found

    def rotations(self) -> IntArray:
        """The matrices of the point group that are not mirrors, shape (order, d, d)."""
        determinants = np.rint(np.linalg.det(self.point_group)).astype(np.int64)
        proper: IntArray = self.point_group[determinants > 0]
        return proper
