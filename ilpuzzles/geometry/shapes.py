"""Shapes: finite sets of atoms that may be moved, turned and mirrored.

`orientations` finds all different ways to turn a shape; `normalised` says when two are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

import numpy as np

from ilpuzzles.geometry.lattice import ALL, IntArray, Lattice, motion_numbers
from ilpuzzles.graphs import parts_of as _parts_of
from ilpuzzles.lazy_imports import former_names


class Orientations(NamedTuple):
    """The different ways to turn and mirror a shape."""

    shapes: IntArray
    """Them all, in normal form, shape (n, k, d)."""
    matrices: IntArray
    """The number of the first matrix of the point group that leads to each, shape (n,)."""


class ColouredOrientations(NamedTuple):
    """The same for a shape whose atoms, or their sides, have colours."""

    shapes: IntArray
    matrices: IntArray
    colours: IntArray
    """The colours of the atoms and of their sides, shape (n, k, c); see `turn_colours`."""


def atom_order(lattice: Lattice, shapes: IntArray) -> IntArray:
    """The places of the atoms of shapes, (n, k, d), in the order of the lattice, shape (n, k)."""
    steps, classes = lattice.split(shapes)
    return np.lexsort((classes, *reversed(np.moveaxis(steps, -1, 0))))


def turn_colours(
    lattice: Lattice, points: IntArray, colours: IntArray, matrices: IntArray
) -> IntArray:
    """The colours of atoms, and of their sides, after symmetries of the lattice.

    Args:
        lattice: The lattice of the atoms.
        points: The atoms, shape (k, d).
        colours: For every atom its own colour and those of its sides (`Lattice.sides`), as whole
            numbers, shape (k, 1 + sides); its own alone, shape (k, 1); or nothing, shape (k, 0).
        matrices: Numbers of matrices of the point group, shape (n,).

    Returns:
        The colours of the moved atoms, in the same order of atoms, shape (n, k, c).

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> square = np.array([[0, 0]]), np.array([[0, 1, 2, 3, 4]])
        >>> turn_colours(SQUARE, *square, np.array([1])).tolist()
        [[[0, 2, 3, 4, 1]]]
    """
    if colours.shape[1] <= 1:
        return np.repeat(colours[None], len(matrices), axis=0)
    sides, group = lattice.sides(), lattice.point_group[matrices]
    kinds = lattice.classes(points)
    moved_kinds = lattice.classes(points[None] @ group.transpose(0, 2, 1))
    # Where each side goes: its direction is turned, and found among those of the new class.
    moved = np.einsum("kse,nde->nksd", sides[kinds], group)
    same = (moved[:, :, :, None, :] == sides[moved_kinds][:, :, None, :, :]).all(axis=-1)
    target = 1 + same.argmax(axis=-1)
    found = np.empty((len(matrices), *colours.shape), dtype=np.int64)
    found[..., 0] = colours[:, 0]
    np.put_along_axis(found, target, np.broadcast_to(colours[:, 1:], target.shape), axis=2)
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
    shapes = points.reshape(-1, *points.shape[-2:])
    in_order = np.take_along_axis(shapes, atom_order(lattice, shapes)[..., None], axis=1)
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
        motions: Which motions are allowed; see `motion_numbers`.

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
    return Orientations(*orientations_with_colours(lattice, points, None, motions)[:2])


def orientations_with_colours(
    lattice: Lattice, points: IntArray, colours: IntArray | None, motions: str | Sequence[str] = ALL
) -> ColouredOrientations:
    """The same for a shape with colours, shape (k, c), if it has any; see `turn_colours`."""
    chosen = motion_numbers(lattice, motions)
    moved = points[None] @ lattice.point_group[chosen].transpose(0, 2, 1)
    own = np.zeros((len(points), 0), dtype=np.int64) if colours is None else colours
    order = atom_order(lattice, moved)[..., None]
    painted = np.take_along_axis(turn_colours(lattice, points, own, chosen), order, axis=1)
    turned = normalised(lattice, moved)
    all_of_it = np.concatenate([turned, painted], axis=2).reshape(len(turned), -1)
    different = np.sort(np.unique(all_of_it, axis=0, return_index=True)[1])
    return ColouredOrientations(turned[different], chosen[different], painted[different])


def is_connected(lattice: Lattice, points: IntArray) -> bool:
    """Whether one can walk from any atom of a shape to any other across sides.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> is_connected(SQUARE, np.array([[0, 0], [1, 1]]))
        False
    """
    classes = dict(zip(map(tuple, points.tolist()), lattice.classes(points).tolist(), strict=True))

    def beside(atom: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        steps = lattice.neighbours[classes[atom]].tolist()
        found = (tuple(map(add, atom, step)) for step in steps)
        return (other for other in found if other in classes)

    return len(_parts_of(classes, beside)) == 1


__getattr__ = former_names(
    __name__,
    {
        "parts_along": "ilpuzzles.graphs:parts_along",
        "parts_of": "ilpuzzles.graphs:parts_of",
    },
)
