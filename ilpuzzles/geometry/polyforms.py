"""Polyforms: all connected shapes of a number of equal units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ilpuzzles.geometry.lattice import ALL, IntArray, Lattice, motion_numbers
from ilpuzzles.geometry.shapes import normalised
from ilpuzzles.geometry.standard_lattices import TAN

HALF_SQUARES: IntArray = np.array(
    [[TAN.base[one], TAN.base[other]] for one, other in [(0, 1), (1, 3), (3, 2), (2, 0)]]
)
"""The four tans of a square, as units on the lattice `TAN`, shape (4, 2, 2)."""


def polyforms(
    lattice: Lattice, size: int, motions: str | Sequence[str] = ALL, units: IntArray | None = None
) -> list[IntArray]:
    """Grows all connected shapes of a size, unit by unit across sides.

    Args:
        lattice: The lattice.
        size: How many units they have, at least 1.
        motions: Which copies count as the same shape: with `all` the free polyforms, with
            `rotations` the one-sided ones, with `shifts` the fixed ones.
        units: The units of the cell of step 0, shape (units, k, d); by default single atoms.

    Returns:
        One copy of each shape, shape (atoms, d), in a fixed order.

    Raises:
        UnknownNameError: If there is no such motion.

    Example:
        >>> from ilpuzzles.geometry import SQUARE, TAN
        >>> [len(polyforms(SQUARE, size)) for size in range(1, 6)]
        [1, 1, 2, 5, 12]
        >>> [len(polyforms(TAN, size, units=HALF_SQUARES)) for size in range(1, 5)]
        [1, 3, 4, 14]
    """
    chosen = lattice.base[:, None, :] if units is None else units
    matrices = lattice.point_group[motion_numbers(lattice, motions)]
    found = _one_of_each_kind(lattice, list(chosen), matrices)
    for _ in range(size - 1):
        grown = [larger for shape in found for larger in _grow(lattice, shape, chosen)]
        found = _one_of_each_kind(lattice, grown, matrices)
    return found


def _grow(lattice: Lattice, shape: IntArray, units: IntArray) -> Iterator[IntArray]:
    """The shape with one more unit, in all ways."""
    atoms = {tuple(point) for point in shape.tolist()}
    sides = lattice.neighbours[lattice.classes(shape)]
    border = (shape[:, None, :] + sides).reshape(-1, lattice.dimension)
    steps = np.unique(lattice.split(border)[0], axis=0) @ lattice.translations
    near = {tuple(point) for point in border.tolist()}
    for unit in (units[:, None] + steps[None, :, None, :]).reshape(-1, *units.shape[1:]):
        points = {tuple(point) for point in unit.tolist()}
        if points & near and not points & atoms:
            yield np.concatenate([shape, unit])


def _one_of_each_kind(
    lattice: Lattice, shapes: list[IntArray], matrices: IntArray
) -> list[IntArray]:
    """One of each kind of shapes: the turned copy whose numbers come first."""
    stacked = np.array(shapes)
    count, atoms, dimension = stacked.shape
    turned = np.einsum("mij,snj->smni", matrices, stacked).reshape(-1, atoms, dimension)
    flat = normalised(lattice, turned).reshape(count, len(matrices), atoms * dimension)
    best = {min(map(tuple, copies.tolist())) for copies in flat}
    return [np.array(shape, dtype=np.int64).reshape(atoms, dimension) for shape in sorted(best)]
