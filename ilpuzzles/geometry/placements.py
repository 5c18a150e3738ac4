"""Placements: all the ways in which a shape lies inside a region."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.region import Region


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Where one tile can lie.

    Attributes:
        starts: Where the atoms of each placement begin in `atoms`, shape (n + 1,). Placements are
            sorted by orientation, then by anchor.
        atoms: The region's numbers of the covered atoms, ascending within a placement.
        orientation: Which orientation each placement has, shape (n,).
        anchor: The atom where the first one of the orientation lies, shape (n,); unless the region
            is wrapped, the first atom of the placement.
        colours: The colours of every entry of `atoms` that lies on a point, and of its sides, shape
            (points, c); see `turn_colours`.
    """

    starts: IntArray
    atoms: IntArray
    orientation: IntArray
    anchor: IntArray
    colours: IntArray

    def __len__(self) -> int:
        return len(self.orientation)

    def covered(self, placement: int) -> IntArray:
        """The numbers of the atoms that a placement covers."""
        return self.atoms[self.starts[placement] : self.starts[placement + 1]]


def place(
    region: Region, shapes: IntArray, fills: Collection[str] = (), colours: IntArray | None = None
) -> Placements:
    """Finds all placements of a tile.

    Args:
        region: The region to lie in.
        shapes: The tile's orientations in normal form, shape (o, k, d), all different.
        fills: The kinds of further atoms that the tile also covers, on every line that it touches.
        colours: Those of the orientations, shape (o, k, c), if they have any.

    Returns:
        Every placement once; if the region is wrapped, with the first orientation that has it.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> region = Region.of(SQUARE, [(0, 0), (0, 1), (1, 0), (1, 1)])
        >>> domino = np.array([[[0, 0], [0, 1]], [[0, 0], [1, 0]]])
        >>> placements = place(region, domino)
        >>> [placements.covered(number).tolist() for number in range(len(placements))]
        [[0, 1], [2, 3], [0, 2], [1, 3]]
    """
    # A shift of the lattice takes the first atom of an orientation to an atom of its own class.
    classes = region.lattice.classes(region.points)
    found: list[IntArray] = []
    origin: list[IntArray] = []
    own = region.lattice.classes(shapes[:, 0, :])
    for number in range(len(region.lattice.base)):
        chosen = np.nonzero(own == number)[0]
        offsets = shapes[chosen] - shapes[chosen, :1, :]
        firsts = region.points[classes == number]
        targets = region.numbers(offsets[:, None, :, :] + firsts[None, :, None, :])
        fits = (targets >= 0).all(axis=2)
        found.append(targets[fits])
        origin.append(chosen[np.nonzero(fits)[0]])
    atoms, orientation = np.concatenate(found), np.concatenate(origin)
    order = np.lexsort((atoms[:, 0], orientation))
    atoms, orientation = atoms[order], orientation[order]
    anchor = atoms[:, 0]
    own = colours[orientation] if colours is not None else np.zeros((*atoms.shape, 0), np.int64)
    if len(region.periods):
        chosen = _one_for_each_cover(atoms, own)
        own, atoms, orientation, anchor = (
            part[chosen] for part in (own, atoms, orientation, anchor)
        )
    order = np.argsort(atoms, axis=1)[..., None]
    painted = np.take_along_axis(own, order, axis=1).reshape(atoms.size, own.shape[2])
    owner = np.repeat(np.arange(len(atoms)), atoms.shape[1])
    pairs = np.stack([owner, atoms.ravel()], axis=1)
    for further in region.further:
        if further.name in fills:
            lines = np.stack([owner, further.first + further.line[atoms.ravel()]], axis=1)
            pairs = np.concatenate([pairs, np.unique(lines, axis=0)])
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    starts = np.searchsorted(pairs[:, 0], np.arange(len(atoms) + 1))
    return Placements(starts, np.ascontiguousarray(pairs[:, 1]), orientation, anchor, painted)


def _one_for_each_cover(atoms: IntArray, colours: IntArray) -> IntArray:
    """The placements that cover no atom twice, the first of all with the same atoms and colours."""
    order = np.argsort(atoms, axis=1)
    atoms = np.take_along_axis(atoms, order, axis=1)
    sound = np.nonzero((np.diff(atoms, axis=1) > 0).all(axis=1))[0]
    painted = np.take_along_axis(colours, order[..., None], axis=1)
    painted = painted.reshape(len(atoms), colours.shape[1] * colours.shape[2])
    whole = np.concatenate([atoms, painted], axis=1)[sound]
    _, first = np.unique(whole, axis=0, return_index=True)
    return sound[np.sort(first)]
