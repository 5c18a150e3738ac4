"""Shapes: finite sets of atoms that may be moved, turned and mirrored."""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from ilpuzzles.geometry.lattice import IntArray, Lattice


class Motions(StrEnum):
    """How a tile may be moved, besides being shifted."""

    ALL = "all"
    """Turned and mirrored: a two-sided tile."""
    ROTATIONS = "rotations"
    """Turned only: a one-sided tile, or a solid in space."""


def _sorted(shapes: IntArray) -> IntArray:
    """Sorts the atoms of every shape, for shapes of shape (n, k, d)."""
    order = np.lexsort(tuple(shapes[..., axis] for axis in reversed(range(shapes.shape[-1]))))
    ordered: IntArray = np.take_along_axis(shapes, order[..., None], axis=1)
    return ordered


def _normalised(lattice: Lattice, shapes: IntArray) -> IntArray:
    """The same as `normalised`, for shapes of shape (n, k, d)."""
    ordered = _sorted(shapes)
    first = ordered[:, :1, :]
    shifted: IntArray = ordered - first + lattice.base[lattice.classes(first)]
    return shifted


def normalised(lattice: Lattice, points: IntArray) -> IntArray:
    """Sorts the atoms of a shape and shifts the first one to its base point.

    Two shapes are shifted copies of each other exactly if their normal forms are equal.

    Args:
        lattice: The lattice of the atoms.
        points: The atoms, shape (k, d), in any order.

    Returns:
        The normal form, shape (k, d).

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> normalised(SQUARE, np.array([[4, 8], [4, 7]])).tolist()
        [[0, 0], [0, 1]]
    """
    normal: IntArray = _normalised(lattice, points[None])[0]
    return normal


def orientations(lattice: Lattice, points: IntArray, motions: Motions = Motions.ALL) -> IntArray:
    """All different ways to turn (and mirror) a shape.

    Args:
        lattice: The lattice of the atoms.
        points: The atoms, shape (k, d).
        motions: Whether mirrored copies count too.

    Returns:
        The orientations in normal form, the given one first, shape (n, k, d).

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> tetromino_l = np.array([[0, 0], [0, 1], [0, 2], [1, 0]])
        >>> len(orientations(SQUARE, tetromino_l)), len(
        ...     orientations(SQUARE, tetromino_l, Motions.ROTATIONS)
        ... )
        (8, 4)
    """
    matrices = lattice.point_group if motions is Motions.ALL else lattice.rotations()
    turned = _normalised(lattice, points[None] @ matrices.transpose(0, 2, 1))
    _, first = np.unique(turned.reshape(len(turned), -1), axis=0, return_index=True)
    different: IntArray = turned[np.sort(first)]
    return different


def is_connected(lattice: Lattice, points: IntArray) -> bool:
    """Whether one can walk from any atom of a shape to any other across sides.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> is_connected(SQUARE, np.array([[0, 0], [1, 1]]))
        False
    """
    atoms = {tuple(point) for point in points.tolist()}
    classes = dict(
        zip(
            (tuple(point) for point in points.tolist()),
            lattice.classes(points).tolist(),
            strict=True,
        )
    )
    waiting = [min(atoms)]
    reached = set(waiting)
    while waiting:
        atom = waiting.pop()
        for step in lattice.neighbours[classes[atom]].tolist():
            other = tuple(here + there for here, there in zip(atom, step, strict=True))
            if other in atoms and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached == atoms
