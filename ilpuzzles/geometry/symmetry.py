"""The symmetries of a region: the ways to move it onto itself.

`symmetries` tries candidates, each a matrix of the point group and a shift that may follow it
(`_candidates`), and keeps those that take every atom to an atom, and every line to a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.region import Region

MAX_IMAGES = 20_000_000
"""The most images of atoms, or of placements, that all symmetries may have together: 160 MB."""

MAX_TRIED = 200_000_000
"""The most images of atoms that may be looked at to find them: a torus of squares takes 40 s."""

_IMAGES_AT_ONCE = 500_000
"""Images are looked at in blocks of 4 MB each; there is no difference in time up to 400 MB."""

_ROUNDS_OF_KINDS = 3
"""How often kinds of atoms are refined by those around them.

A torus of 8,000 squares with holes takes 2.3 s without, and 0.05 s from 1 to 6 rounds.
"""

_ATOMS_OF_SAMPLE = 16
"""So many atoms are moved first, to drop most candidates: with 1, the same takes 2.2 s."""


class TooManySymmetriesError(InputError):
    """A region has more symmetries than can be handled."""


class Symmetries(NamedTuple):
    """The symmetries of a region, the identity first."""

    matrices: IntArray
    """The number of each one's matrix in the point group of the lattice, shape (n,)."""
    images: IntArray
    """Where each symmetry takes each atom, further ones included, shape (n, atoms)."""


def symmetries(region: Region) -> Symmetries:
    """Finds all symmetries of a region.

    A symmetry is one of the lattice, a matrix and a shift, that takes the region to itself; further
    atoms go where their lines go. A wrapped region may also be shifted along its periods.

    Args:
        region: The region.

    Returns:
        The symmetries. Several may move the atoms in the same way: a mirror leaves a single row of
        squares as it is, but not the tiles on it.

    Raises:
        TooManySymmetriesError: If there are too many; see `MAX_IMAGES` and `MAX_TRIED`. A torus of
            n squares has as many as 8 n.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> board = Region.of(SQUARE, [(row, column) for row in range(2) for column in range(3)])
        >>> symmetries(board).images.tolist()
        [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2]]
    """
    candidates = list(_candidates(region))
    tried = sum(len(shifts) for _, shifts in candidates)
    require_few(tried, len(region), "atoms", most=MAX_TRIED)
    matrices: list[IntArray] = []
    images: list[IntArray] = []
    found = 0
    size = max(1, _IMAGES_AT_ONCE // len(region))
    for number, shifts in candidates:
        turned = region.points @ region.lattice.point_group[number].T
        parts: list[IntArray] = []
        for first in range(0, len(shifts), size):
            moved = region.numbers(turned + shifts[first : first + size, None, :])
            # No two atoms go to the same one: the inverse of the matrix keeps the periods, too.
            parts.append(_with_further(region, moved[(moved >= 0).all(axis=1)]))
            found += len(parts[-1])
            if found * len(region) > MAX_IMAGES:
                require_few(tried, len(region), "atoms")
        whole = np.concatenate(parts) if parts else np.zeros((0, len(region)), dtype=np.int64)
        # In the order of the atoms to which they take the first one.
        images.append(whole[np.argsort(whole[:, 0], kind="stable")])
        matrices.append(np.full(len(whole), number, dtype=np.int64))
    return Symmetries(np.concatenate(matrices), np.concatenate(images))


def require_few(count: int, size: int, what: str, *, most: int = MAX_IMAGES) -> None:
    """Raises `TooManySymmetriesError` where `count` symmetries have more than `most` images."""
    if count * size > most:
        problem = f"there may be {count:,} symmetries of {size:,} {what}, which are too many"
        raise TooManySymmetriesError(problem, "ask for all solutions, not up to symmetry")


def _candidates(region: Region) -> Iterator[tuple[int, IntArray]]:
    """For the number of each matrix the shifts that may follow it, shape (n, d)."""
    lattice, points = region.lattice, region.points
    kinds = _kinds(region) if len(region.periods) else np.zeros(len(points), dtype=np.int64)
    # A symmetry takes an atom to one of the same kind: one of the rarest kind has fewest choices.
    rarest = int(np.argmin(np.bincount(kinds)[kinds]))
    sample = np.linspace(0, len(points) - 1, min(len(points), _ATOMS_OF_SAMPLE)).astype(np.int64)
    for number, matrix in enumerate(lattice.point_group):
        turned = points @ matrix.T
        if not len(region.periods):
            shifts = (points.min(axis=0) - turned.min(axis=0))[None]
            yield number, shifts[lattice.are_translations(shifts)]
        elif _keeps_periods(region, matrix):
            shifts = points[kinds == kinds[rarest]] - turned[rarest]
            shifts = shifts[lattice.are_translations(shifts)]
            moved = region.numbers(turned[sample] + shifts[:, None, :])
            fits = (moved >= 0) & (kinds[moved] == kinds[sample])
            yield number, shifts[fits.all(axis=1)]


def _kinds(region: Region) -> IntArray:
    """Numbers of atoms that symmetries keep, shape (points,).

    First, how many neighbours an atom has; then, again and again, what it and its neighbours had.
    """
    steps = region.lattice.neighbours[region.lattice.classes(region.points)]
    beside = region.numbers(region.points[:, None, :] + steps)
    kinds: IntArray = (beside >= 0).sum(axis=1)
    for _ in range(_ROUNDS_OF_KINDS):
        around = np.sort(np.where(beside >= 0, kinds[beside], -1), axis=1)
        both = np.concatenate([kinds[:, None], around], axis=1)
        kinds = np.unique(both, axis=0, return_inverse=True)[1].ravel()
    return kinds


def _keeps_periods(region: Region, matrix: IntArray) -> bool:
    """Whether equal atoms stay equal: every period goes to a sum of periods."""
    corner = region.points[:1]
    moved = corner + region.periods @ matrix.T
    return bool((region.numbers(moved) == region.numbers(corner)).all())


def _with_further(region: Region, images: IntArray) -> IntArray:
    """The images of all atoms, shape (n, atoms); without those that do not take lines to lines."""
    parts = [images]
    kept = np.ones(len(images), dtype=bool)
    for further in region.further:
        lines = further.line[images]
        target = np.full((len(images), len(further.values)), -1, dtype=np.int64)
        target[:, further.line] = lines
        kept &= (target[:, further.line] == lines).all(axis=1)
        parts.append(further.first + target)
    return np.concatenate(parts, axis=1)[kept]
