"""What the symmetries of an instance make of placements."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ilpuzzles.geometry import IntArray
from ilpuzzles.geometry.symmetry import require_few
from ilpuzzles.puzzles.tiling.symmetry import TilingSymmetries
from ilpuzzles.puzzles.tiling.table import PlacementTable


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """The symmetries of an instance as permutations of its placements.

    Attributes:
        table: The placements.
        symmetries: The symmetries.
        images: Where each symmetry takes each placement, shape (symmetries, placements).
    """

    table: PlacementTable
    symmetries: TilingSymmetries
    images: IntArray

    @classmethod
    def of(cls, table: PlacementTable, symmetries: TilingSymmetries) -> Moves:
        """Finds what becomes of each placement.

        Raises:
            TooManySymmetriesError: If there are too many; see `MAX_IMAGES`.
        """
        require_few(symmetries.order, len(table), "placements")
        owner = table.owner()
        number = {
            (tile, atoms): placement
            for placement, (tile, atoms) in enumerate(
                zip(table.tile.tolist(), _split(table.atoms, table.starts), strict=True)
            )
        }
        images = np.empty((symmetries.order, len(table)), dtype=np.int64)
        for row, (image, tiles) in enumerate(zip(symmetries.images, symmetries.tiles, strict=True)):
            moved = image[table.atoms]
            moved = moved[np.lexsort((moved, owner))]
            renamed = tiles[table.tile].tolist()
            pieces = _split(moved, table.starts)
            images[row] = [number[piece] for piece in zip(renamed, pieces, strict=True)]
        return cls(table, symmetries, images)

    def among(self, placements: IntArray) -> IntArray:
        """The permutations of some placements, by their places among these.

        Args:
            placements: Placements in ascending order that all symmetries take to each other.

        Returns:
            Where each symmetry takes each of them, shape (symmetries, placements); the identity is
            first.
        """
        places = np.searchsorted(placements, self.images[:, placements])
        identity = (places == np.arange(len(placements))).all(axis=1)
        return np.concatenate([places[identity], places[~identity]])

    def over(self, atom: int) -> IntArray:
        """The placements that cover an atom, ascending."""
        placements: IntArray = self.table.owner()[self.table.atoms == atom]
        return placements

    def orbits(self, placements: IntArray, symmetries: IntArray) -> tuple[IntArray, IntArray]:
        """Which placements some symmetries take into each other.

        Args:
            placements: Placements that these symmetries take to each other only.
            symmetries: Their numbers; they are a group.

        Returns:
            For each placement the first one of its orbit, and how many there are in it.
        """
        moved = np.sort(self.images[np.ix_(symmetries, placements)], axis=0)
        sizes = (np.diff(moved, axis=0, prepend=-1) != 0).sum(axis=0)
        return moved[0], sizes

    def first_atoms(self) -> list[int]:
        """The first atom of every orbit of atoms, further ones first."""
        images = self.symmetries.images
        first = np.unique(images.min(axis=0))
        points = len(self.table.instance.region.points)
        return [*first[first >= points].tolist(), *first[first < points].tolist()]

    def exclude_each_other(self, here: IntArray, there: IntArray) -> bool:
        """Whether no solution contains one placement of each list, nor one that is in both."""
        if len(np.intersect1d(here, there)):
            return False
        tiles = self.table.instance.tiles
        for one in here.tolist():
            for other in there.tolist():
                tile = int(self.table.tile[one])
                same = tile == int(self.table.tile[other]) and tiles[tile].most == 1
                shared = np.intersect1d(self.table.covered(one), self.table.covered(other))
                if not same and not len(shared):
                    return False
        return True


def _split(atoms: IntArray, starts: IntArray) -> list[bytes]:
    """The bytes of the atoms of each placement, which begin in the places `starts`."""
    data, ends = atoms.tobytes(), (starts * atoms.itemsize).tolist()
    return [data[first:last] for first, last in pairwise(ends)]
