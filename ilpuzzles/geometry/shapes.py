"""Shapes: finite sets of atoms that may be moved, turned and mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ilpuzzles.geometry.lattice import ALL, IntArray, Lattice, motion_matrices


class Orientations(NamedTuple):
    """The different ways to turn and mirror a shape."""

    shapes: IntArray
    """Them all, in normal form, shape (n, k, d)."""
    matrices: IntArray
    """The number of the first matrix of the point group that leads to each, shape (n,)."""


def ordered(lattice: Lattice, shapes: IntArray) -> IntArray:
    """Shapes, (n, k, d), with the atoms of each in the order of the lattice."""
    steps, classes = lattice.split(shapes)
    order = np.lexsort((classes, *reversed(np.moveaxis(steps, -1, 0))))
    found: IntArray = np.take_along_axis(shapes, order[..., None], axis=1)
    return found


def normalised(lattice: Lattice, points: IntArray) -> IntArray:
    """Orders the atoms of a shape and shifts the first one to its base point.

    Two shapes are shifted copies of each other exactly if their normal forms are equal.

    Args:
        lattice: The lattice of the atoms.
        points: The atoms in any order, shape (k, d) for one shape or (n, k, d) for many.

    Returns:
        The normal forms, of the same shape.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> normalised(SQUARE, np.array([[4, 8], [4, 7]])).tolist()
        [[0, 0], [0, 1]]
    """
    in_order = ordered(lattice, points.reshape(-1, *points.shape[-2:]))
    first = in_order[:, :1, :]
    shifted: IntArray = in_order - first + lattice.base[lattice.classes(first)]
    return shifted.reshape(points.shape)


def orientations(
    lattice: Lattice, points: IntArray, motions: str | Sequence[str] = ALL
) -> Orientations:
    """All different ways to turn (and mirror) a shape.

    Args:
        lattice: The lattice of the atoms.
        points: The atoms, shape (k, d).
        motions: Which motions are allowed; see `motion_matrices`.

    Returns:
        The orientations in the order of the point group.

    Raises:
        UnknownNameError: If there is no such motion.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> tetromino_l = np.array([[0, 0], [0, 1], [0, 2], [1, 0]])
        >>> len(orientations(SQUARE, tetromino_l).shapes)
        8
        >>> orientations(SQUARE, tetromino_l, "rotations").matrices.tolist()
        [0, 1, 2, 3]
    """
    chosen = motion_matrices(lattice, motions)
    turned = normalised(lattice, points[None] @ lattice.point_group[chosen].transpose(0, 2, 1))
    _, first = np.unique(turned.reshape(len(turned), -1), axis=0, return_index=True)
    different = np.sort(first)
    return Orientations(turned[different], chosen[different])


def is_connected(lattice: Lattice, points: IntArray) -> bool:
    """Whether one can walk from any atom of a shape to any other across sides.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> is_connected(SQUARE, np.array([[0, 0], [1, 1]]))
        False
    """
    classes = dict(zip(map(tuple, points.tolist()), lattice.classes(points).tolist(), strict=True))
    waiting = [min(classes)]
    reached = set(waiting)
    while waiting:
        atom = waiting.pop()
        for step in lattice.neighbours[classes[atom]].tolist():
            other = tuple(here + there for here, there in zip(atom, step, strict=True))
            if other in classes and other not in reached:
                reached.add(other)
                waiting.append(other)
    return len(reached) == len(classes)
