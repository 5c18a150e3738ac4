"""All placements of all tiles of an instance, in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.geometry import IntArray, place
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, TilingInstance


@dataclass(frozen=True, slots=True, eq=False)
class PlacementTable:
    """All placements of all tiles of an instance, tile by tile.

    Attributes:
        instance: The instance.
        tile: The number of the tile of each placement, ascending, shape (n,).
        orientation: The index of its orientation, shape (n,).
        shape: The number of its orientation; see `TileOrientations`, shape (n,).
        anchor: The atom where the first one of its orientation lies, shape (n,).
        starts: Where the atoms of each placement begin in `atoms`, shape (n + 1,).
        atoms: The numbers of the covered atoms, ascending within a placement.
    """

    instance: TilingInstance
    tile: IntArray
    orientation: IntArray
    shape: IntArray
    anchor: IntArray
    starts: IntArray
    atoms: IntArray

    @classmethod
    def of(cls, instance: TilingInstance) -> PlacementTable:
        """Finds all placements."""
        region = instance.region
        turned = [tile.orientations(region.lattice) for tile in instance.tiles]
        found = [
            place(region, orientations.shapes, tile.fills)
            for tile, orientations in zip(instance.tiles, turned, strict=True)
        ]
        sizes = [np.diff(placements.starts) for placements in found]
        return cls(
            instance,
            tile=np.repeat(np.arange(len(found)), [len(placements) for placements in found]),
            orientation=np.concatenate([placements.orientation for placements in found]),
            shape=np.concatenate(
                [
                    orientations.numbers[placements.orientation]
                    for orientations, placements in zip(turned, found, strict=True)
                ]
            ),
            anchor=np.concatenate([placements.anchor for placements in found]),
            starts=np.concatenate([[0], np.cumsum(np.concatenate(sizes))]),
            atoms=np.concatenate([placements.atoms for placements in found]),
        )

    def __len__(self) -> int:
        return len(self.tile)

    def covered(self, placement: int) -> IntArray:
        """The numbers of the atoms that a placement covers."""
        return self.atoms[self.starts[placement] : self.starts[placement + 1]]

    def owner(self) -> IntArray:
        """The number of the placement that each entry of `atoms` belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def chosen(self, placements: IntArray) -> PlacementTable:
        """The same with some of the placements only.

        Args:
            placements: Their numbers, ascending.
        """
        kept = np.zeros(len(self), dtype=bool)
        kept[placements] = True
        sizes = np.diff(self.starts)
        return PlacementTable(
            self.instance,
            self.tile[placements],
            self.orientation[placements],
            self.shape[placements],
            self.anchor[placements],
            np.concatenate([[0], np.cumsum(sizes[placements])]),
            self.atoms[np.repeat(kept, sizes)],
        )

    def labels(self) -> list[tuple[str, int, Point]]:
        """The tile, the number of the orientation and the anchor of every placement."""
        points = self.instance.region.points.tolist()
        names = [tile.name for tile in self.instance.tiles]
        parts = zip(self.tile.tolist(), self.shape.tolist(), self.anchor.tolist(), strict=True)
        return [(names[tile], shape, tuple(points[anchor])) for tile, shape, anchor in parts]

    def placed(self, placement: int) -> PlacedTile:
        """The tile that lies in a placement."""
        points = self.instance.region.points
        covered = self.covered(placement)
        on_points = points[covered[covered < len(points)]].tolist()
        name = self.instance.tiles[int(self.tile[placement])].name
        return PlacedTile(name, tuple(sorted(tuple(point) for point in on_points)))

    def number(self, given: PlacedTile) -> int:
        """The placement in which a tile lies.

        Raises:
            KeyError: If it cannot lie there.
        """
        return self.numbers([given])[0]

    def numbers(self, givens: Sequence[PlacedTile]) -> list[int]:
        """The placements in which some tiles lie, in their order.

        Args:
            givens: The tiles; all placements of those that are named are looked at once.

        Raises:
            KeyError: If one of them cannot lie there.
        """
        if not givens:
            return []
        region = self.instance.region
        index = {tile.name: number for number, tile in enumerate(self.instance.tiles)}
        # The atoms that lie on points come first in every placement.
        on_points = self.atoms < len(region.points)
        ends = np.concatenate([[0], np.cumsum(on_points)])[self.starts].tolist()
        covered = self.atoms[on_points]
        number_of: dict[tuple[int, bytes], int] = {}
        for tile in {index[given.tile] for given in givens}:
            first, last = np.searchsorted(self.tile, [tile, tile + 1]).tolist()
            for number in range(first, last):
                number_of[tile, covered[ends[number] : ends[number + 1]].tobytes()] = number
        points = [point for given in givens for point in given.points]
        atoms = region.numbers(np.array(points, dtype=np.int64)).tolist()
        found, end = [], 0
        for given in givens:
            first, end = end, end + len(given.points)
            wanted = np.array(sorted(atoms[first:end]), dtype=np.int64).tobytes()
            number = number_of.get((index[given.tile], wanted), -1)
            if number < 0:
                raise KeyError(given)
            found.append(number)
        return found
