"""A region: the atoms that a puzzle is about, numbered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.geometry.lattice import IntArray, Lattice

MAX_ATOMS = 20_000
"""How many atoms a region may have."""

MAX_BOX = 4_000_000
"""How many points the smallest box around a region may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A finite set of atoms of a lattice, numbered from 0 in reading order.

    Attributes:
        lattice: The lattice that the atoms belong to.
        points: The atoms, sorted, shape (n, d).

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> region = Region.of(SQUARE, [(0, 0), (0, 1), (1, 1)])
        >>> region.numbers(np.array([[1, 1], [1, 0]])).tolist()
        [2, -1]
        >>> region.adjacent_pairs().tolist()
        [[0, 1], [1, 2]]
    """

    lattice: Lattice
    points: IntArray
    _low: IntArray
    _table: IntArray

    @classmethod
    def of(cls, lattice: Lattice, points: Iterable[Sequence[int]]) -> Region:
        """Makes a region of points in any order; a point named twice counts once.

        Raises:
            InputError: If there is no point, one is not of the lattice, or there are too many.
        """
        array = np.array(sorted({tuple(point) for point in points}), dtype=np.int64)
        if not len(array):
            raise InputError(Problem("a region without atoms", "give it at least one"))
        if len(array) > MAX_ATOMS:
            raise InputError(
                Problem(f"a region of {len(array):,} atoms", f"at most {MAX_ATOMS:,} are handled")
            )
        if (lattice.classes(array) < 0).any():
            raise InputError(
                Problem(f"a point that is not of the {lattice.name} lattice", "leave it out")
            )
        low, high = array.min(axis=0), array.max(axis=0)
        box = [int(side) for side in high - low + 1]
        volume = 1
        for side in box:
            volume *= side
        if volume > MAX_BOX:
            raise InputError(
                Problem("a region scattered too widely", "bring its atoms closer together")
            )
        table = np.full(box, -1, dtype=np.int64)
        table[tuple((array - low).T)] = np.arange(len(array))
        for part in (array, low, table):
            part.setflags(write=False)
        return cls(lattice, array, low, table)

    def __len__(self) -> int:
        return len(self.points)

    def numbers(self, points: IntArray) -> IntArray:
        """The numbers of some points, shape (...) for points of shape (..., d); -1 outside."""
        steps = points - self._low
        inside = ((steps >= 0) & (steps < self._table.shape)).all(axis=-1)
        found = np.full(points.shape[:-1], -1, dtype=np.int64)
        found[inside] = self._table[tuple(steps[inside].T)]
        return found

    def adjacent_pairs(self) -> IntArray:
        """The pairs of atoms that share a side, the smaller number first, shape (pairs, 2)."""
        steps = self.lattice.neighbours[self.lattice.classes(self.points)]
        targets = self.numbers(self.points[:, None, :] + steps)
        sources = np.broadcast_to(np.arange(len(self.points))[:, None], targets.shape)
        forward = targets > sources
        return np.stack([sources[forward], targets[forward]], axis=1)
