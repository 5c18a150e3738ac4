"""The symmetries of an instance, and which of its solutions are equivalent.

A symmetry moves the region onto itself and takes every way to lay a tile to a way to lay a tile of
the same kind, perhaps of another name: a mirror may exchange two chiral tiles. What is given, and
what is demanded besides, has to stay the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from ilpuzzles.geometry import BoolArray, IntArray, Lattice, normalised, symmetries
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Tile, TilingInstance
from ilpuzzles.puzzles.tiling.solution import TilingSolution, atom_numbers


@dataclass(frozen=True, slots=True, eq=False)
class TilingSymmetries:
    """The symmetries of an instance, the identity first.

    Attributes:
        instance: The instance.
        images: Where each symmetry takes each atom, further ones included, shape (n, atoms).
        tiles: Which tile each symmetry makes of each tile, shape (n, tiles).
        mirrors: Whether each of them is a mirror, not a rotation, shape (n,).
    """

    instance: TilingInstance
    images: IntArray
    tiles: IntArray
    mirrors: BoolArray

    @classmethod
    def of(cls, instance: TilingInstance) -> TilingSymmetries:
        """Finds the symmetries of an instance."""
        lattice = instance.region.lattice
        matrices, images = symmetries(instance.region)
        shapes = [tile.orientations(lattice).shapes for tile in instance.tiles]
        renamed = {
            matrix: _renamed(instance.tiles, shapes, lattice, matrix)
            for matrix in dict.fromkeys(matrices.tolist())
        }
        found: dict[tuple[bytes, tuple[int, ...]], tuple[IntArray, tuple[int, ...], bool]] = {}
        for matrix, image in zip(matrices.tolist(), images, strict=True):
            tiles = renamed[matrix]
            if tiles is not None:
                mirror = bool(np.linalg.det(lattice.point_group[matrix]) < 0)
                # Rotations come first: what one of them does is no mirror.
                found.setdefault((image.tobytes(), tiles), (image, tiles, mirror))
        everything = cls(instance, *(np.array(part) for part in zip(*found.values(), strict=True)))
        same = [everything.keeps_conditions(number) for number in range(len(found))]
        everything = everything.only(np.array(same))
        given = everything.keys(TilingSolution(instance, instance.givens))
        return everything.only((given == given[:1]).all(axis=1))

    def only(self, chosen: BoolArray) -> TilingSymmetries:
        """Some of them.

        Args:
            chosen: Which ones, shape (n,); they are a group.
        """
        parts = (self.images[chosen], self.tiles[chosen], self.mirrors[chosen])
        return TilingSymmetries(self.instance, *parts)

    def rotations(self) -> TilingSymmetries:
        """Those that are no mirrors."""
        return self.only(~self.mirrors)

    @property
    def order(self) -> int:
        """How many there are, the identity included."""
        return len(self.images)

    def keeps_conditions(self, number: int) -> bool:
        """Whether a symmetry leaves all conditions as they are, or changes their signs only.

        Conditions on atoms are no matter: all atoms are covered, so these hold for every tiling.
        """
        for condition in self.instance.conditions:
            if condition.tiles is None:
                continue
            values = condition.tiles
            old = np.array([values.get(tile.name, 0) for tile in self.instance.tiles])
            new = old[self.tiles[number]]
            if (new != old).any() and ((new != -old).any() or condition.target):
                return False
        return True

    def keys(self, solution: TilingSolution) -> IntArray:
        """What each symmetry makes of a solution, in numbers that tell all solutions apart.

        Args:
            solution: A solution, or a part of one; no two of its tiles overlap.

        Returns:
            For every atom the number of its tile and the first atom of its copy, or -1 where there
            is none, shape (n, points).
        """
        points = len(self.instance.region.points)
        keys = np.full((self.order, points), -1, dtype=np.int64)
        if not solution.tiles:
            return keys
        names = [tile.name for tile in self.instance.tiles]
        parts = atom_numbers(solution)
        atoms = np.concatenate(parts)
        sizes = np.array([len(part) for part in parts])
        tile = np.array([names.index(placed.tile) for placed in solution.tiles])
        moved = self.images[:, atoms]
        first = np.minimum.reduceat(moved, np.concatenate([[0], np.cumsum(sizes)[:-1]]), axis=1)
        copies = np.repeat(self.tiles[:, tile] * points + first, sizes, axis=1)
        np.put_along_axis(keys, moved, copies, axis=1)
        return keys

    def orbit(self, solution: TilingSolution) -> tuple[bytes, int]:
        """What all equivalents of a solution have in common, and how many of them there are."""
        # In this order of bytes, rows compare as their numbers do.
        rows = {row.tobytes() for row in (self.keys(solution) + 1).astype(">u4")}
        return min(rows), len(rows)

    def equivalents(self, solution: TilingSolution) -> list[TilingSolution]:
        """All different solutions that symmetries make of one, itself first."""
        points = [tuple(point) for point in self.instance.region.points.tolist()]
        names = [tile.name for tile in self.instance.tiles]
        parts = atom_numbers(solution)
        _, first = np.unique(self.keys(solution), axis=0, return_index=True)
        found = []
        for number in sorted(first.tolist()):
            image, renamed = self.images[number], self.tiles[number]
            tiles = (
                PlacedTile(
                    names[renamed[names.index(placed.tile)]],
                    tuple(sorted(points[atom] for atom in image[atoms].tolist())),
                )
                for placed, atoms in zip(solution.tiles, parts, strict=True)
            )
            ordered = sorted(tiles, key=lambda placed: (placed.tile, placed.points))
            found.append(TilingSolution(self.instance, tuple(ordered)))
        return found


def _kind(tile: Tile, shapes: IntArray) -> Hashable:
    """What two tiles must have in common for a symmetry to exchange them."""
    same = frozenset(np.ascontiguousarray(shape).tobytes() for shape in shapes)
    return tile.least, tile.most, tile.fills, same


def _renamed(
    tiles: tuple[Tile, ...], shapes: list[IntArray], lattice: Lattice, matrix: int
) -> tuple[int, ...] | None:
    """Which tile a matrix makes of each tile, or None where it makes none of the puzzle's.

    Of several tiles of one kind, the first becomes the first, and so on, so that two symmetries in
    a row do what their product does.
    """
    places: dict[Hashable, list[int]] = defaultdict(list)
    for number, (tile, own) in enumerate(zip(tiles, shapes, strict=True)):
        places[_kind(tile, own)].append(number)
    waiting = {kind: iter(numbers) for kind, numbers in places.items()}
    renamed = []
    for tile, own in zip(tiles, shapes, strict=True):
        turned = normalised(lattice, own @ lattice.point_group[matrix].T)
        same = next(waiting.get(_kind(tile, turned), iter(())), None)
        if same is None:
            return None
        renamed.append(same)
    return tuple(renamed)
