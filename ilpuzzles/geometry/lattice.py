"""Lattices: where atoms may lie, how they may move, and how they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, require_known, unknown_name

IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A periodic arrangement of atoms.

    The atoms are the points `base[c] + k @ translations` for every class `c` and every integer
    vector `k`, their *step*. Coordinates are chosen so that all of them are integers. Atoms are
    ordered by their steps, and those of the same step by their classes.

    Attributes:
        name: What puzzles call it.
        dimension: Number of coordinates, d.
        base: One point per class of atoms, shape (classes, d).
        translations: The basis vectors, one per row, shape (d, d).
        point_group: The matrices of all symmetries that fix the origin, shape (order, d, d); a
            point p goes to `matrix @ p`. The rotations come first, the identity first of all; in
            the plane they are in counterclockwise order, and mirror i + order / 2 is the one in the
            vertical axis, followed by rotation i.
        neighbours: For every class, the differences to the atoms that share a side with one of it,
            shape (classes, sides, d).
        chart_base: Where an atom of each class and of step 0 stands in a drawing with letters, as
            (row, column) or (layer, row, column), shape (classes, d). Where rows go up with the
            steps, they are counted from the last row of the drawing, -1.
        chart_steps: How far each basis vector leads in such a drawing, shape (d, d).
        corners: For every class, the corners of its polygon around the atom, clockwise, shape
            (classes, corners, 2), as (x, y) with x to the right and y downwards, in units of
            `unit`; for a lattice in space, those of a layer.
        drawing: The matrix that takes a point to its place (x, y), in the same units, shape
            (2, d); of a lattice in space, it takes the last two coordinates.
        unit: How long the units of x and y are, as parts of the side of a square cell.
        chess: The weights of the step's coordinates and, last, of the class, whose sum is even
            for white atoms and odd for black ones; empty where no two colours alternate.
        ragged: Whether drawings may have rows and layers of different sizes.
    """

    name: str
    dimension: int
    base: IntArray
    translations: IntArray
    point_group: IntArray
    neighbours: IntArray
    chart_base: IntArray
    chart_steps: IntArray
    corners: IntArray
    drawing: IntArray
    unit: tuple[float, float]
    chess: tuple[int, ...] = ()
    ragged: bool = True

    @property
    def is_grid(self) -> bool:
        """Whether the points themselves are the places in a drawing."""
        identity = np.eye(self.dimension, dtype=np.int64)
        bases = (self.translations, self.chart_steps)
        return len(self.base) == 1 and all((basis == identity).all() for basis in bases)

    def split(self, points: IntArray) -> tuple[IntArray, IntArray]:
        """The step, shape (..., d), and the class, shape (...; -1 for no atom), of every point."""
        return _split_points(points, self.base, self.translations)

    def classes(self, points: IntArray) -> IntArray:
        """The class of every point, shape (...); -1 where it is not an atom of this lattice."""
        return self.split(points)[1]

    def chart(self, points: IntArray) -> IntArray:
        """Where atoms stand in a drawing with letters, shape (..., d); see `points_of_chart`."""
        steps, classes = self.split(points)
        return self.chart_base[classes] + steps @ self.chart_steps

    def points_of_chart(self, places: IntArray) -> tuple[IntArray, IntArray]:
        """The atoms at places (row, column) or (layer, row, column) of a drawing, shape (..., d).

        Returns:
            The points, shape (..., d), and the classes, shape (...); -1 where no atom stands.
        """
        steps, classes = _split_points(places, self.chart_base, self.chart_steps)
        points: IntArray = self.base[classes] + steps @ self.translations
        return points, classes

    def chess_colours(self, points: IntArray) -> IntArray:
        """The colour of every atom, shape (...): 1 for white, -1 for black.

        White is the atom of step 0 and class 0. The lattice must have two colours; see `chess`.
        """
        steps, classes = self.split(points)
        weights = np.array(self.chess, dtype=np.int64)
        colours: IntArray = 1 - 2 * ((steps @ weights[:-1] + classes * weights[-1]) % 2)
        return colours

    def are_translations(self, vectors: IntArray) -> BoolArray:
        """Whether vectors lead from every atom to another one, shape (...) for (..., d)."""
        origin = np.zeros((1, self.dimension), dtype=np.int64)
        found: BoolArray = _split_points(vectors, origin, self.translations)[1] == 0
        return found

    def sides(self) -> IntArray:
        """The neighbours of every class, clockwise from the top, shape (classes, sides, d).

        For lattices in the plane. Where none is straight above, the first one to the right of it
        is the first.

        Example:
            >>> from ilpuzzles.geometry import SQUARE
            >>> SQUARE.sides().tolist()
            [[[-1, 0], [0, 1], [1, 0], [0, -1]]]
        """
        right, down = np.moveaxis(self.neighbours @ self.drawing.T * np.array(self.unit), -1, 0)
        # Rounded, so that what is straight above is not a hair to the left of it.
        angles = np.round(np.arctan2(right, -down), 9) % (2 * np.pi)
        order = np.argsort(angles, axis=1)
        return np.take_along_axis(self.neighbours, order[..., None], axis=1)

    def rotations(self) -> IntArray:
        """The matrices of the point group that are not mirrors, shape (order, d, d)."""
        determinants = np.rint(np.linalg.det(self.point_group)).astype(np.int64)
        proper: IntArray = self.point_group[determinants > 0]
        return proper


def _split_points(points: IntArray, base: IntArray, basis: IntArray) -> tuple[IntArray, IntArray]:
    """Finds the integers k and the class c with point = base[c] + k @ basis; c is -1 for none."""
    determinant = round(float(np.linalg.det(basis)))
    # By Cramer's rule, k = (point - base) @ adjugate / determinant: exact in integers.
    adjugate = np.rint(np.linalg.inv(basis) * determinant).astype(np.int64)
    steps = np.zeros(points.shape, dtype=np.int64)
    classes = np.full(points.shape[:-1], -1, dtype=np.int64)
    for number, point in enumerate(base):
        product = (points - point) @ adjugate
        fits = (product % determinant == 0).all(axis=-1)
        classes[fits] = number
        steps[fits] = product[fits] // determinant
    return steps, classes


ALL = "all"
"""Turned and mirrored: a two-sided tile."""

ROTATIONS = "rotations"
"""Turned only: a one-sided tile, or a solid in space."""

SHIFTS = "shifts"
"""Neither turned nor mirrored."""


def motion_names(lattice: Lattice) -> tuple[str, ...]:
    """The names of the symmetries of a planar lattice, in the order of its point group.

    A rotation is called by its angle in degrees, a mirror by that of its axis, counterclockwise
    from the horizontal. In space there are no names.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> motion_names(SQUARE)[:3], motion_names(SQUARE)[4:]
        (('0', '90', '180'), ('mirror 90', 'mirror 135', 'mirror 0', 'mirror 45'))
    """
    if lattice.dimension != 2:
        return ()
    half = len(lattice.point_group) // 2
    turns = [str(360 * i // half) for i in range(half)]
    axes = [f"mirror {(90 + 180 * i // half) % 180}" for i in range(half)]
    return (*turns, *axes)


def motion_numbers(lattice: Lattice, motions: str | Sequence[str]) -> IntArray:
    """The numbers of some motions in the point group of a lattice, ascending.

    Args:
        lattice: The lattice.
        motions: `all`, `rotations`, `shifts`, or names of motions; see `motion_names`.

    Raises:
        UnknownNameError: If there is no such motion.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> motion_numbers(SQUARE, "rotations").tolist()
        [0, 1, 2, 3]
        >>> motion_numbers(SQUARE, ["0", "180"]).tolist()
        [0, 2]
    """
    if isinstance(motions, str):
        counts = {ALL: len(lattice.point_group), ROTATIONS: len(lattice.rotations()), SHIFTS: 1}
        require_known("motions", motions, counts)
        return np.arange(counts[motions])
    names = motion_names(lattice)
    for name in motions:
        if name not in names:
            raise InputError(unknown_name("motion", name, names or (ALL, ROTATIONS, SHIFTS)))
    return np.array(sorted({names.index(name) for name in motions}), dtype=np.int64)
