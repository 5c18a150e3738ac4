"""A region: the atoms that a puzzle is about, numbered."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import IntArray, Lattice

MAX_ATOMS = 20_000
"""The largest number of atoms of a region: a board of 100 x 200 cells."""

MAX_BOX_POINTS = 4_000_000
"""The largest number of points of the smallest box around a region: its table has 32 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Further:
    """Further atoms that lie on no point: one for every line of atoms.

    Attributes:
        name: The name of such an atom.
        axis: The coordinate whose value all atoms of a line have in common.
        values: These values, ascending; the further atoms have their order.
        line: For every atom of the region, the number of its line, shape (n,).
        first: The number of the first further atom.
    """

    name: str
    axis: int
    values: IntArray
    line: IntArray
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A finite set of atoms of a lattice, numbered from 0 in the order of the lattice.

    It may be wrapped: points that differ by a period are the same atom. After the atoms that lie on
    points, further atoms may follow.

    Attributes:
        lattice: The lattice that the atoms belong to.
        points: The atoms in their order, shape (n, d).
        periods: The translations that lead from an atom to itself, shape (periods, d). The first
            entry of each that is not 0 is positive, and further left than in those below.
        further: The further atoms.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> region = Region.of(SQUARE, [(0, 0), (0, 1), (1, 1)])
        >>> region.numbers(np.array([[1, 1], [1, 0]])).tolist()
        [2, -1]
        >>> region.adjacent_pairs().tolist()
        [[0, 1], [1, 2]]
        >>> ring = Region.of(SQUARE, [(0, 0), (0, 1), (0, 2)], periods=[(0, 3)])
        >>> ring.adjacent_pairs().tolist()
        [[0, 1], [0, 2], [1, 2]]
    """

    lattice: Lattice
    points: IntArray
    periods: IntArray
    further: tuple[Further, ...]
    _low: IntArray
    _table: IntArray

    @classmethod
    def of(
        cls,
        lattice: Lattice,
        points: Iterable[Sequence[int]],
        *,
        periods: Sequence[Sequence[int]] = (),
        further: Mapping[str, int] | None = None,
    ) -> Region:
        """Makes a region of points in any order; a point named twice counts once.

        Args:
            lattice: The lattice of the points.
            points: The points.
            periods: Translations that lead from an atom to itself; see the class.
            further: For the name of every kind of further atoms the coordinate that tells lines.

        Raises:
            InputError: If there is no point, one is not of the lattice, there are too many, or
                periods are no translations in the form that the class describes.
        """
        array = np.array([tuple(point) for point in points], dtype=np.int64)
        if not len(array):
            raise InputError("the region has no atoms", "give it at least one")
        wraps = np.array([tuple(period) for period in periods], dtype=np.int64)
        wraps = wraps.reshape(-1, lattice.dimension)
        _require_periods(lattice, wraps)
        array = np.unique(_reduce(array, wraps), axis=0)
        if len(array) > MAX_ATOMS:
            what = f"the region has {len(array):,} atoms"
            raise InputError(what, f"at most {MAX_ATOMS:,} are allowed")
        steps, classes = lattice.split(array)
        if (classes < 0).any():
            raise InputError(f"a point is not on the {lattice.name} lattice", "leave it out")
        order = np.lexsort((classes, *reversed(steps.T)))
        array, steps, classes = array[order], steps[order], classes[order]
        low, high = steps.min(axis=0), steps.max(axis=0)
        box = [*(high - low + 1).tolist(), len(lattice.base)]
        if prod(box) > MAX_BOX_POINTS:
            what = "the region is scattered too widely"
            raise InputError(what, "bring its atoms closer together")
        table = np.full(box, -1, dtype=np.int64)
        table[(*(steps - low).T, classes)] = np.arange(len(array))
        for part in (array, wraps, low, table):
            part.setflags(write=False)
        return cls(lattice, array, wraps, tuple(_further(array, further or {})), low, table)

    def __len__(self) -> int:
        return len(self.points) + sum(len(further.values) for further in self.further)

    def numbers(self, points: IntArray) -> IntArray:
        """The numbers of some points, shape (...) for points of shape (..., d); -1 outside."""
        steps, classes = self.lattice.split(_reduce(points, self.periods))
        steps = steps - self._low
        inside = ((steps >= 0) & (steps < self._table.shape[:-1])).all(axis=-1) & (classes >= 0)
        found = np.full(points.shape[:-1], -1, dtype=np.int64)
        found[inside] = self._table[(*steps[inside].T, classes[inside])]
        return found

    def reduced(self, points: IntArray) -> IntArray:
        """The representatives of points: where the region is wrapped, each moved by its periods.

        Example:
            >>> from ilpuzzles.geometry import SQUARE
            >>> ring = Region.of(SQUARE, [(0, 0), (0, 1), (0, 2)], periods=[(0, 3)])
            >>> ring.reduced(np.array([[0, 3], [0, -1], [5, 1]])).tolist()
            [[0, 0], [0, 2], [5, 1]]
        """
        return _reduce(points, self.periods)

    def cells(self) -> list[tuple[int, ...]]:
        """The points of its atoms, in their order."""
        return [tuple(point) for point in self.points.tolist()]

    def keys(self) -> list[tuple[Hashable, ...]]:
        """The keys of the atoms: points, and after them names and values of further atoms."""
        values = ((kind.name, value) for kind in self.further for value in kind.values.tolist())
        return [*self.cells(), *values]

    def adjacent_pairs(self) -> IntArray:
        """The pairs of atoms that share a side, the smaller number first, shape (pairs, 2)."""
        steps = self.lattice.neighbours[self.lattice.classes(self.points)]
        targets = self.numbers(self.points[:, None, :] + steps)
        sources = np.broadcast_to(np.arange(len(self.points))[:, None], targets.shape)
        forward = targets > sources
        return np.unique(np.stack([sources[forward], targets[forward]], axis=1), axis=0)


def _reduce(points: IntArray, periods: IntArray) -> IntArray:
    """Moves points by periods to where the region has its atoms."""
    for period in periods:
        axis = int(np.nonzero(period)[0][0])
        points = points - (points[..., axis] // period[axis])[..., None] * period
    return points


def _require_periods(lattice: Lattice, periods: IntArray) -> None:
    """Raises unless the periods have the form that `Region` describes."""
    last = -1
    for period in periods:
        axes = np.nonzero(period)[0]
        if not len(axes) or axes[0] <= last or period[axes[0]] < 0:
            what = f"the region cannot have the period {period.tolist()}"
            raise InputError(
                what, "let each begin with a positive entry, later than the one before it"
            )
        last = int(axes[0])
    if not lattice.are_translations(periods).all():
        raise InputError(f"the period does not fit the {lattice.name} lattice", "change the width")


def _further(points: IntArray, axes: Mapping[str, int]) -> Iterator[Further]:
    first = len(points)
    for name, axis in axes.items():
        values, line = np.unique(points[:, axis], return_inverse=True)
        yield Further(name, axis, values, line.ravel(), first)
        first += len(values)
