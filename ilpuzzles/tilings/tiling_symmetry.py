"""The symmetries of an instance, which of its solutions are equivalent, and symmetry breaking.

A symmetry moves the region onto itself and takes every way to lay a tile to a way to lay a tile of
the same kind, perhaps of another name: a mirror may exchange two chiral tiles. Where tiles have
colours, it may also exchange these. What is given, and what is demanded besides, has to stay the
same.

*Symmetry breaking* leaves fewer of several equivalent solutions, and at least one. Two ways, both
for an instance with the group G of symmetries:

*By a tile* that is used exactly once and that no symmetry renames: of the placements of that tile
that G takes into each other, one is left. (Step 3 of the Logelium algorithm.)

*By an atom* a, which every solution covers exactly once: of the placements over a that the
symmetries which fix a take into each other, one is left; these sets of placements are its classes,
in the order of their first placements. G takes a to other atoms b, and the classes along. The class
of what lies over a has to be the least of all. (For the Logiq Tower: the core piece of the first
row begins in column 0, and has a smaller number than that of the last row.)

Every solution has an equivalent that is left. If moreover no two of them are left, the breaking is
*exact*: then the solutions that are left are as many as there are up to symmetry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import pairwise, permutations, product
from math import factorial

import numpy as np

from ilpuzzles.errors import InputError, unknown_name
from ilpuzzles.geometry.lattice import BoolArray, IntArray, Lattice
from ilpuzzles.geometry.shapes import atom_order, normalised, turn_colours
from ilpuzzles.geometry.symmetry import require_few, symmetries
from ilpuzzles.tilings.cell_places import CellPlaces
from ilpuzzles.tilings.placement_table import PlacementIndex, PlacementTable
from ilpuzzles.tilings.tiling_puzzle import (
    Breaking,
    PlacedTile,
    Tile,
    TileOrientations,
    TilingInstance,
    TilingSolution,
)

_TRIED = 100
"""How many orbits of atoms are tried."""

_RECOLOURINGS = 120
"""Of so many ways to exchange colours, all are tried."""

AUTO = "auto"
OFF = "off"


@dataclass(frozen=True, slots=True, eq=False)
class TilingSymmetries:
    """The symmetries of an instance, the identity first."""

    instance: TilingInstance
    images: IntArray
    """Where each symmetry takes each atom, further ones included, shape (n, atoms)."""
    tiles: IntArray
    """Which tile each symmetry makes of each tile, shape (n, tiles)."""
    mirrors: BoolArray
    """Whether each of them is a mirror, not a rotation, shape (n,)."""
    matrices: IntArray
    """The number of its matrix in the point group of the lattice, shape (n,)."""
    colours: IntArray
    """What it makes of every colour, by the codes of letters; shape (n, 128), or else (n, 0)."""
    placements: tuple[PlacementTable, PlacementIndex, IntArray] | None = None
    """All placements with their index, and where each symmetry takes each of them; None where the
    atoms of a solution say it all: without colours, and if cells are covered once."""

    @classmethod
    def of(cls, instance: TilingInstance) -> TilingSymmetries:
        """Finds the symmetries of an instance."""
        lattice = instance.region.lattice
        matrices, images = symmetries(instance.region)
        recolourings = _recolourings(instance)
        shapes = [tile.painted(lattice) for tile in instance.tiles]
        renamed = {
            matrix: _images_of_tiles(instance.tiles, shapes, lattice, matrix, recolourings)
            for matrix in dict.fromkeys(matrices.tolist())
        }
        found: dict[Hashable, tuple[IntArray, tuple[int, ...], bool, int, IntArray]] = {}
        for matrix, image in zip(matrices.tolist(), images, strict=True):
            for number, names in renamed[matrix]:
                mirror = bool(np.linalg.det(lattice.point_group[matrix]) < 0)
                # Without colours, rotations come first: what one of them does is no mirror.
                key = (matrix, number) if instance.puzzle.is_coloured else ()
                entry = image, names, mirror, matrix, recolourings[number]
                found.setdefault((image.tobytes(), names, key), entry)
        moved, tiles, mirrors, own, colours = map(np.array, zip(*found.values(), strict=True))
        everything = cls(instance, moved, tiles, mirrors, own, colours)
        everything = everything.only(everything.keep_conditions() & everything.keep_rules())
        if instance.puzzle.is_coloured or instance.rules.most:
            moves = Moves.of(PlacementTable.of(instance), everything)
            index = moves.table.index(range(len(instance.tiles)))
            everything = replace(everything, placements=(moves.table, index, moves.images))
            different = np.unique(moves.images, axis=0, return_index=True)[1]
            everything = everything.only(np.isin(np.arange(everything.order), different))
        given = everything.keys(TilingSolution(instance, instance.givens))
        return everything.only((given == given[:1]).all(axis=1))

    def only(self, chosen: BoolArray) -> TilingSymmetries:
        """Some of them, by truth values, shape (n,); they have to be a group."""
        placements = self.placements
        if placements is not None:
            placements = (*placements[:2], placements[2][chosen])
        return replace(
            self,
            images=self.images[chosen],
            tiles=self.tiles[chosen],
            mirrors=self.mirrors[chosen],
            matrices=self.matrices[chosen],
            colours=self.colours[chosen],
            placements=placements,
        )

    def rotations(self) -> TilingSymmetries:
        """Those that are no mirrors."""
        return self.only(~self.mirrors)

    @property
    def order(self) -> int:
        """The number of symmetries, the identity included."""
        return len(self.images)

    def keep_conditions(self) -> BoolArray:
        """Whether each leaves all conditions as they are, or changes their signs only.

        Those on atoms hold for every tiling, where it is known how often these are covered.
        """
        rules = self.instance.rules
        points = len(self.instance.region.points)
        kept = np.ones(self.order, dtype=bool)
        for one in self.instance.conditions:
            if one.tiles is None and rules.least == rules.most:
                continue
            values = [(one.tiles or {}).get(tile.name, 0) for tile in self.instance.tiles]
            old = np.array(values if one.tiles is not None else one.atoms)
            new = old[self.tiles if one.tiles is not None else self.images[:, :points]]
            opposite = (new == -old).all(axis=1) & (one.target == 0)
            kept &= (new == old).all(axis=1) | opposite
        return kept

    def keep_rules(self) -> BoolArray:
        """Whether each leaves what the region demands as it is; see `BoardRules`."""
        rules = self.instance.rules
        points = len(self.instance.region.points)
        kept = np.ones(self.order, dtype=bool)
        images = self.images[:, :points]
        if rules.colouring:
            own = np.array([ord(letter) for letter in rules.colouring])
            kept &= (own[images] == self.colours[:, own]).all(axis=1)
        for bounds in (np.array(rules.least), np.array(rules.most)) if rules.most else ():
            kept &= (bounds[images] == bounds).all(axis=1)
        return kept

    def keys(self, solution: TilingSolution) -> IntArray:
        """What each symmetry makes of a solution, or of a part of one, whose tiles do not overlap.

        For every atom it is one number for its tile and the first atom of its copy, or -1 where
        there is none, shape (n, points). These numbers tell all solutions apart. Where they would
        not, they are those of the placements, ascending, shape (n, tiles).
        """
        if self.placements is not None:
            table, index, images = self.placements
            return np.sort(images[:, table.numbers(solution.tiles, index)], axis=1)
        points = len(self.instance.region.points)
        keys = np.full((self.order, points), -1, dtype=np.int64)
        if not solution.tiles:
            return keys
        names = [tile.name for tile in self.instance.tiles]
        parts = _atoms(solution)
        atoms = np.concatenate(parts)
        sizes = np.array(list(map(len, parts)))
        tile = np.array([names.index(placed.tile) for placed in solution.tiles])
        moved = self.images[:, atoms]
        first = np.minimum.reduceat(moved, np.concatenate([[0], np.cumsum(sizes)[:-1]]), axis=1)
        copies = np.repeat(self.tiles[:, tile] * points + first, sizes, axis=1)
        np.put_along_axis(keys, moved, copies, axis=1)
        return keys

    def orbit(self, solution: TilingSolution) -> tuple[bytes, int]:
        """The essence that all equivalents of a solution share, and their number."""
        # In this order of bytes, rows compare as their numbers do.
        rows = {row.tobytes() for row in (self.keys(solution) + 1).astype(">u4")}
        return min(rows), len(rows)

    def equivalents(self, solution: TilingSolution) -> list[TilingSolution]:
        """All different solutions that symmetries make of one, itself first."""
        if self.placements is not None:
            table = self.placements[0]
            chosen = self.keys(solution)
            _, first = np.unique(chosen, axis=0, return_index=True)
            return [
                TilingSolution(self.instance, tuple(sorted(map(table.placed, chosen[number]))))
                for number in sorted(first.tolist())
            ]
        points = self.instance.region.points
        parts = _atoms(solution)
        names = [tile.name for tile in self.instance.tiles]
        _, first = np.unique(self.keys(solution), axis=0, return_index=True)
        found = []
        for number in sorted(first.tolist()):
            image = self.images[number]
            renamed = self.tiles[number]
            tiles = (
                PlacedTile.of(
                    names[renamed[names.index(placed.tile)]], points[image[atoms]].tolist()
                )
                for placed, atoms in zip(solution.tiles, parts, strict=True)
            )
            found.append(TilingSolution(self.instance, tuple(sorted(tiles))))
        return found


def _atoms(solution: TilingSolution) -> list[IntArray]:
    """The region's numbers of the atoms of every tile; -1 for points outside."""
    region = solution.instance.region
    return [
        region.numbers(np.array(placed.points, dtype=np.int64).reshape(-1, region.points.shape[1]))
        for placed in solution.tiles
    ]


def _recolourings(instance: TilingInstance) -> IntArray:
    """What may become of the colours, by the codes of their letters, shape (n, 128); else (1, 0).

    The colours of edges may exchange their places, but not that of the border, and so may those of
    cells; the first one leaves them all as they are.
    """
    puzzle = instance.puzzle
    border = instance.rules.border
    if not puzzle.is_coloured:
        return np.zeros((1, 0), dtype=np.int64)
    edges = [ord(letter) for letter in puzzle.edges if letter != border]
    cells = [ord(letter) for letter in puzzle.cells]
    found = [np.arange(128)]
    if factorial(len(edges)) * factorial(len(cells)) <= _RECOLOURINGS:
        for one, other in list(product(permutations(edges), permutations(cells)))[1:]:
            found.append(np.arange(128))
            found[-1][edges + cells] = one + other
    return np.array(found)


def _kind(tile: Tile, shapes: IntArray, colours: IntArray) -> Hashable:
    """What two tiles must have in common for a symmetry to exchange them."""
    whole = np.concatenate([shapes, colours], axis=2)
    same = frozenset(np.ascontiguousarray(shape).tobytes() for shape in whole)
    return tile.least, tile.most, tile.fills, same


def _images_of_tiles(
    tiles: tuple[Tile, ...],
    shapes: list[TileOrientations],
    lattice: Lattice,
    matrix: int,
    recolourings: IntArray,
) -> list[tuple[int, tuple[int, ...]]]:
    """Which tile a matrix makes of each tile, with each number of a recolouring that permits it.

    Of several tiles of one kind, the first becomes the first, and so on, so that two symmetries in
    a row do what their product does.
    """
    places: dict[Hashable, list[int]] = defaultdict(list)
    turned: list[tuple[IntArray, IntArray]] = []
    for number, (tile, own) in enumerate(zip(tiles, shapes, strict=True)):
        places[_kind(tile, own.shapes, own.colours)].append(number)
        moved = own.shapes @ lattice.point_group[matrix].T
        colours = own.colours
        if colours.shape[2]:
            both = zip(own.shapes, own.colours, strict=True)
            changed = [turn_colours(lattice, *one, np.array([matrix]))[0] for one in both]
            order = atom_order(lattice, moved)[..., None]
            colours = np.take_along_axis(np.array(changed), order, axis=1)
        turned.append((normalised(lattice, moved), colours))
    found: list[tuple[int, tuple[int, ...]]] = []
    for number, recolouring in enumerate(recolourings):
        waiting = {kind: iter(numbers) for kind, numbers in places.items()}
        renamed = []
        for tile, (moved, painted) in zip(tiles, turned, strict=True):
            colours = recolouring[painted] if painted.shape[2] else painted
            same = next(waiting.get(_kind(tile, moved, colours), iter(())), None)
            if same is None:
                break
            renamed.append(same)
        else:
            found.append((number, tuple(renamed)))
    return found


def break_symmetry(instance: TilingInstance, choice: str) -> Breaking | None:
    """Finds a symmetry breaking; None where none is wanted, or there is no symmetry.

    The choice is the name of a tile; `auto` for the tile that the puzzle names, or else for what is
    exact and drops most; `off` for none.

    Raises:
        InputError: If there is no such tile, or it cannot break symmetries.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> print(break_symmetry(load("lonpos", "empty").instance, "auto").text)
        tile A lies in 66 of 264 placements: one of all equivalent solutions is left
    """
    if choice == OFF:
        return None
    names = [tile.name for tile in instance.tiles]
    if choice not in {AUTO, *names}:
        raise InputError(unknown_name("tile", choice, [AUTO, OFF, *names]))
    moves = Moves.of(PlacementTable.of(instance), TilingSymmetries.of(instance))
    if choice == AUTO and instance.puzzle.breaker:
        choice = instance.puzzle.breaker
    if choice != AUTO:
        _require_single(instance, choice)
        return _by_tile(moves, names.index(choice))
    if moves.symmetries.order == 1:
        return None
    single = [number for number, tile in enumerate(instance.tiles) if tile.is_single]
    by_tiles = [_by_tile(moves, number) for number in single]
    exact = [breaking for breaking in by_tiles if breaking.exact]
    if exact:
        return max(exact, key=lambda breaking: len(breaking.dropped))
    # What is covered several times, or not at all, breaks nothing.
    atoms = [] if instance.rules.most else moves.first_atoms()[:_TRIED]
    by_atoms = [_by_atom(moves, atom) for atom in atoms]
    exact = [breaking for breaking in by_atoms if breaking.exact]
    if exact:
        return min(exact, key=lambda breaking: len(breaking.conflicts))
    return max([*by_atoms, *by_tiles], key=lambda breaking: len(breaking.dropped), default=None)


def _require_single(instance: TilingInstance, name: str) -> None:
    tile = instance.puzzle.tile(name)
    if not tile.is_single:
        kind = "may be left out" if tile.least == 0 and tile.most == 1 else "has several copies"
        what = f"tile {name} cannot break symmetries: it {kind}"
        raise InputError(what, "name a tile that is used exactly once, or say auto")


def _by_tile(moves: Moves, tile: int) -> Breaking:
    table = moves.table
    order = moves.symmetries.order
    placements = np.nonzero(table.tile == tile)[0]
    fixing = np.nonzero(moves.symmetries.tiles[:, tile] == tile)[0]
    first, sizes = moves.orbits(placements, fixing)
    dropped = placements[first != placements]
    name = table.instance.tiles[tile].name
    exact = len(fixing) == order and bool((sizes == order).all())
    left = len(placements) - len(dropped)
    text = f"tile {name} lies in {left} of {len(placements)} placements"
    return Breaking(dropped, (), exact, f"{text}: {_what_is_left(exact=exact)}")


def _by_atom(moves: Moves, atom: int) -> Breaking:
    table = moves.table
    images = moves.symmetries.images
    fixing = np.nonzero(images[:, atom] == atom)[0]
    over = moves.over(atom)
    first, sizes = moves.orbits(over, fixing)
    dropped = set(over[first != over].tolist())
    exact = bool((sizes == len(fixing)).all())
    conflicts: list[IntArray] = []
    for other in np.unique(images[:, atom]).tolist():
        if other == atom:
            continue
        symmetry = int(np.nonzero(images[:, atom] == other)[0][0])
        # What lies over the other atom has the class of what it comes from.
        there = moves.images[symmetry, over]
        for value in np.unique(first).tolist():
            here = over[first >= value]
            beyond = there[first < value]
            dropped.update(np.intersect1d(here, beyond).tolist())
            if len(beyond):
                conflicts.append(np.union1d(here, beyond))
            same = over[first == value], there[first == value]
            exact = exact and moves.exclude_each_other(*same)
    left = len(over) - len(dropped.intersection(over.tolist()))
    name = CellPlaces(table.instance.region).atom(atom).name
    text = f"{name} is covered by {left} of {len(over)} placements"
    others = len(np.unique(images[:, atom])) - 1
    if others:
        images_of = "image" if others == 1 else f"{others} images"
        text += f", and what lies there comes before what lies over its {images_of}"
    text += f": {_what_is_left(exact=exact)}"
    return Breaking(np.array(sorted(dropped), dtype=np.int64), tuple(conflicts), exact, text)


def _what_is_left(*, exact: bool) -> str:
    if exact:
        return "one of all equivalent solutions is left"
    return "this only thins out; several equivalent solutions may be left"


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """The symmetries of an instance as permutations of its placements."""

    table: PlacementTable
    symmetries: TilingSymmetries
    images: IntArray
    """Where each symmetry takes each placement, shape (symmetries, placements)."""

    @classmethod
    def of(cls, table: PlacementTable, symmetries: TilingSymmetries) -> Moves:
        """What becomes of each placement; raises `TooManySymmetriesError` beyond `MAX_IMAGES`."""
        require_few(symmetries.order, len(table), "placements")
        lattice = table.instance.region.lattice
        points = table.instance.region.points
        owner = table.owner()[table.on_points()]
        atoms = table.atoms[table.on_points()]
        number = table.index(range(len(table.instance.tiles)))
        starts = table.first_points()
        images = np.empty((symmetries.order, len(table)), dtype=np.int64)
        for row, matrix in enumerate(symmetries.matrices.tolist()):
            moved = symmetries.images[row][atoms]
            colours = symmetries.colours[row]
            painted = turn_colours(lattice, points[atoms], table.colours, np.array([matrix]))[0]
            entries = np.column_stack([moved, colours[painted]])[np.lexsort((moved, owner))]
            data = entries.tobytes()
            ends = (starts * entries.strides[0]).tolist()
            lying = (data[first:last] for first, last in pairwise(ends))
            pieces = zip(symmetries.tiles[row][table.tile].tolist(), lying, strict=True)
            images[row] = [number[piece] for piece in pieces]
        return cls(table, symmetries, images)

    def among(self, placements: IntArray) -> IntArray:
        """The permutations of some placements, by their places among these, the identity first.

        The placements are in ascending order, and all symmetries take them to each other.
        """
        places = np.searchsorted(placements, self.images[:, placements])
        identity = (places == np.arange(len(placements))).all(axis=1)
        return np.concatenate([places[identity], places[~identity]])

    def over(self, atom: int) -> IntArray:
        """The placements that cover an atom, ascending."""
        placements: IntArray = self.table.owner()[self.table.atoms == atom]
        return placements

    def orbits(self, placements: IntArray, symmetries: IntArray) -> tuple[IntArray, IntArray]:
        """For each placement the first one of its orbit, and how many there are in it.

        The symmetries, by number, are a group that takes these placements to each other only.
        """
        moved = np.sort(self.images[np.ix_(symmetries, placements)], axis=0)
        sizes = (np.diff(moved, axis=0, prepend=-1) != 0).sum(axis=0)
        return moved[0], sizes

    def first_atoms(self) -> list[int]:
        """The first atom of every orbit of atoms, further ones first."""
        images = self.symmetries.images
        points = len(self.table.instance.region.points)
        first = np.unique(images.min(axis=0)).tolist()
        return sorted(first, key=lambda atom: (atom < points, atom))

    def exclude_each_other(self, here: IntArray, there: IntArray) -> bool:
        """Whether no solution contains one placement of each list, nor one that is in both."""
        if len(np.intersect1d(here, there)):
            return False
        table = self.table
        tiles = self.table.instance.tiles
        for one, other in product(here.tolist(), there.tolist()):
            tile = int(table.tile[one])
            same = tile == int(table.tile[other]) and tiles[tile].most == 1
            if not same and not len(np.intersect1d(table.covered(one), table.covered(other))):
                return False
        return True
