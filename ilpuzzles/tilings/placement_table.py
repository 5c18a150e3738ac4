"""All placements of all tiles of an instance, in arrays, and those that no solution can contain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import BoolArray, IntArray
from ilpuzzles.geometry.placements import place
from ilpuzzles.geometry.region import Region
from ilpuzzles.reading.tree import ProblemList, TextPlace
from ilpuzzles.tilings.tiling_puzzle import (
    BoardRules,
    PlacedTile,
    Point,
    Tile,
    TilingInstance,
    codes_of,
    words_of,
)

MAX_WORK = 50_000_000_000
"""How many products a round may take at most: the square of the placements, times the atoms."""

MAX_ENTRIES = 40_000_000
"""How many placements times atoms there may be at most."""

_CHUNK = 512

_NO_RULES = BoardRules()

PlacementIndex: TypeAlias = dict[tuple[int, bytes], int]
"""The numbers of placements, by tile, and by points with their colours as bytes."""

MAX_PLACED_CELLS = 10_000_000
"""How many cells all placements of a puzzle may cover together, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacementTable:
    """All placements of all tiles of an instance, tile by tile.

    Attributes:
        instance: The instance.
        tile: The number of the tile of each placement, ascending, shape (n,).
        shape: The number of its orientation; see `TileOrientations`, shape (n,).
        anchor: The atom where the first one of its orientation lies, shape (n,).
        starts: Where the atoms of each placement begin in `atoms`, shape (n + 1,).
        atoms: The numbers of the covered atoms, ascending within a placement.
        colours: The colours of every entry of `atoms` that lies on a point, and of its sides, shape
            (points, c); see `codes_of`.
    """

    instance: TilingInstance
    tile: IntArray
    shape: IntArray
    anchor: IntArray
    starts: IntArray
    atoms: IntArray
    colours: IntArray

    @classmethod
    def of(cls, instance: TilingInstance) -> PlacementTable:
        """Finds all placements."""
        region = instance.region
        turned = [tile.painted(region.lattice) for tile in instance.tiles]
        placements = [
            place(region, orientations.shapes, tile.fills, orientations.colours)
            for tile, orientations in zip(instance.tiles, turned, strict=True)
        ]
        counts = [len(each) for each in placements]
        shapes = [
            orientations.numbers[each.orientation]
            for orientations, each in zip(turned, placements, strict=True)
        ]
        return cls(
            instance,
            tile=np.repeat(np.arange(len(placements)), counts),
            shape=np.concatenate(shapes),
            anchor=np.concatenate([each.anchor for each in placements]),
            starts=_starts([np.diff(each.starts) for each in placements]),
            atoms=np.concatenate([each.atoms for each in placements]),
            colours=np.concatenate([each.colours for each in placements]),
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
        """The same with some of the placements only, by their numbers, ascending."""
        kept = np.zeros(len(self), dtype=bool)
        kept[placements] = True
        sizes = np.diff(self.starts)
        return PlacementTable(
            self.instance,
            self.tile[placements],
            self.shape[placements],
            self.anchor[placements],
            _starts([sizes[placements]]),
            self.atoms[np.repeat(kept, sizes)],
            self.colours[np.repeat(kept, sizes)[self.on_points()]],
        )

    def on_points(self) -> BoolArray:
        """Which entries of `atoms` lie on points; in every placement these come first."""
        return self.atoms < len(self.instance.region.points)

    def first_points(self) -> IntArray:
        """Where the points of each placement begin in `atoms[on_points()]`, shape (n + 1,)."""
        return np.concatenate([[0], np.cumsum(self.on_points())])[self.starts]

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
        has_colours = self.colours.shape[1] > 0
        if not has_colours:
            return PlacedTile.of(name, on_points)
        first, last = self.first_points()[placement : placement + 2].tolist()
        return PlacedTile.of(name, on_points, words_of(self.colours[first:last]))

    def index(self, tiles: Iterable[int]) -> PlacementIndex:
        """The numbers of all placements of some tiles; see `PlacementIndex`."""
        ends = self.first_points().tolist()
        entries = np.column_stack([self.atoms[self.on_points()], self.colours])
        index: PlacementIndex = {}
        for tile in tiles:
            first, last = np.searchsorted(self.tile, [tile, tile + 1]).tolist()
            for number in range(first, last):
                key = entries[ends[number] : ends[number + 1]].tobytes()
                index[tile, key] = number
        return index

    def numbers(
        self, givens: Sequence[PlacedTile], index: PlacementIndex | None = None
    ) -> list[int]:
        """The placements in which some tiles lie, in their order.

        Args:
            givens: The tiles.
            index: The index of all tiles, for those who ask again and again; see `index`.

        Raises:
            KeyError: If one of them cannot lie there.
        """
        if not givens:
            return []
        tile_of = {tile.name: number for number, tile in enumerate(self.instance.tiles)}
        if not index:
            index = self.index({tile_of[given.tile] for given in givens})
        points = [point for given in givens for point in given.points]
        atoms = self.instance.region.numbers(np.array(points, dtype=np.int64)).tolist()
        numbers = []
        first = 0
        for given in givens:
            last = first + len(given.points)
            key = (tile_of[given.tile], _entries_of(given, atoms[first:last]))
            if key not in index:
                raise KeyError(given)
            numbers.append(index[key])
            first = last
        return numbers


def _entries_of(given: PlacedTile, atoms: Sequence[int]) -> bytes:
    """The key of a tile in an index, from the atoms of its points; see `PlacementTable.index`."""
    order = sorted(range(len(atoms)), key=atoms.__getitem__)
    entries = np.array([atoms[place] for place in order], dtype=np.int64)
    codes = codes_of([given.colours[place] for place in order if given.colours])
    if codes is not None:
        entries = np.column_stack([entries, codes])
    return entries.tobytes()


class SharedSides(NamedTuple):
    """The sides of all cells of a region, by the number of the cell and that of the side.

    See `Lattice.sides`; each array has the shape (cells, sides).
    """

    beside: IntArray
    """The cell at the other side, or -1 at the border."""
    number: IntArray
    """The same for both cells that share a side, and only for these."""
    half: IntArray
    """0 on the one of the two with the smaller cell, or smaller side, and 1 on the other."""

    @classmethod
    def of(cls, region: Region) -> SharedSides:
        """The sides of a region in the plane."""
        # How a side leads on depends on the class of its cell.
        sides_of_class = region.lattice.sides()
        sides = sides_of_class[region.lattice.classes(region.points)]
        beside = region.numbers(region.points[:, None, :] + sides)
        # On the other cell, the same side leads the opposite way.
        sides_beside = sides[beside]
        is_opposite = (sides_beside == -sides[:, :, None, :]).all(axis=-1)
        side_beside = is_opposite.argmax(axis=-1)
        own = np.arange(beside.size).reshape(beside.shape)
        other = np.where(beside >= 0, beside * beside.shape[1] + side_beside, own)
        return cls(beside, np.minimum(own, other), (own > other).astype(np.int64))


def edge_colours(table: PlacementTable) -> IntArray:
    """The colours that tiles show on the sides that two cells share, shape (n, 4).

    Each row has the number of the side, its half, the colour and the number of the placement. A
    side can be shown once on each half, in the same colour.
    """
    on_points = table.on_points()
    atoms = table.atoms[on_points]
    placements = table.owner()[on_points]
    colours = table.colours[:, 1:]
    sides = SharedSides.of(table.instance.region)
    is_shared = sides.beside[atoms] >= 0
    entry, side = np.nonzero(is_shared & (colours > 0))
    cell = atoms[entry]
    columns = [
        sides.number[cell, side],
        sides.half[cell, side],
        colours[entry, side],
        placements[entry],
    ]
    return np.stack(columns, axis=1)


def cell_colours(table: PlacementTable) -> IntArray:
    """The colours of tiles' cells beside the cells of other tiles, shape (n, 3), sorted.

    Each row has the number of a side that two cells share, the colour of one of the cells, and the
    number of its placement.
    """
    on_points = table.on_points()
    atoms = table.atoms[on_points]
    placements = table.owner()[on_points]
    region = table.instance.region
    sides = SharedSides.of(region)
    is_beside_itself = sides.beside == np.arange(len(sides.beside))[:, None]
    entry, side = np.nonzero(~is_beside_itself[atoms])
    beside = sides.beside[atoms[entry], side]
    # Two cells of the same tile are as they are.
    covered = placements * len(region) + atoms
    is_own = np.isin(placements[entry] * len(region) + beside, covered)
    is_of_two_tiles = (beside >= 0) & ~is_own
    entry = entry[is_of_two_tiles]
    side = side[is_of_two_tiles]
    columns = [sides.number[atoms[entry], side], table.colours[entry, 0], placements[entry]]
    return np.unique(np.stack(columns, axis=1), axis=0)


def wrong_at_border(table: PlacementTable) -> BoolArray:
    """Which entries on points have an edge at the border that is not of its colour."""
    atoms = table.atoms[table.on_points()]
    border = table.instance.rules.border
    if not border:
        return np.zeros(len(atoms), dtype=bool)
    is_at_border = SharedSides.of(table.instance.region).beside[atoms] < 0
    shown = table.colours[:, 1:]
    is_other_colour = (shown > 0) & (shown != ord(border))
    is_wrong: BoolArray = (is_at_border & is_other_colour).any(axis=1)
    return is_wrong


def wrong_on_cells(table: PlacementTable) -> BoolArray:
    """Which entries on points lie on a cell of another colour."""
    atoms = table.atoms[table.on_points()]
    colouring = table.instance.rules.colouring
    if not colouring:
        return np.zeros(len(atoms), dtype=bool)
    codes = np.array([ord(letter) for letter in colouring])
    is_wrong: BoolArray = table.colours[:, 0] != codes[atoms]
    return is_wrong


def _starts(sizes: Sequence[IntArray]) -> IntArray:
    """Where each of several parts begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(np.concatenate(sizes))])


def reduced(table: PlacementTable) -> IntArray:
    """The numbers of the placements that leave every atom some way to be covered, ascending.

    A placement is dropped if some atom outside it has no placement that is disjoint from it. What
    remains is looked at again, until nothing changes. This is step 4 of the Logelium algorithm.

    Raises:
        InputError: If there are too many placements and atoms; see `MAX_WORK` and `MAX_ENTRIES`; or
            if cells may be covered several times, or not at all.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> table = PlacementTable.of(load("lonpos", "empty").instance)
        >>> len(table), len(reduced(table))
        (1789, 1697)
    """
    count = len(table)
    atoms = len(table.instance.region)
    if table.instance.rules.most:
        what = "position reduction where cells are not all covered once"
        raise InputError(what, "use formulation placement")
    if count * atoms > MAX_ENTRIES or count * count * atoms > MAX_WORK:
        what = f"position reduction of {count:,} placements on {atoms:,} atoms"
        raise InputError(what, "use formulation placement")
    # Whole numbers this small are exact in single precision, whose products are fast.
    covers = np.zeros((count, atoms), dtype=np.float32)
    covers[table.owner(), table.atoms] = 1
    kept: IntArray = np.arange(count)
    while len(kept):
        chunks = np.split(covers, range(_CHUNK, len(covers), _CHUNK))
        stays = np.concatenate([_leaves_no_gap(chunk, covers) for chunk in chunks])
        if stays.all():
            break
        kept = kept[stays]
        covers = covers[stays]
    return kept


def _leaves_no_gap(chunk: npt.NDArray[np.float32], covers: npt.NDArray[np.float32]) -> BoolArray:
    """Which placements of a chunk leave every atom outside them a disjoint placement.

    A row of each array says which atoms a placement covers; `covers` has all of them.
    """
    is_disjoint = (chunk @ covers.T == 0).astype(np.float32)
    can_be_covered = is_disjoint @ covers > 0
    is_covered = chunk > 0
    leaves_no_gap: BoolArray = (can_be_covered | is_covered).all(axis=1)
    return leaves_no_gap


def require_areas(
    region: Region,
    tiles: tuple[Tile, ...],
    givens: Iterable[PlacedTile],
    where: TextPlace,
    rules: BoardRules = _NO_RULES,
) -> None:
    """Raises unless a choice of tiles is as large as the region, and placements can be handled."""
    problems = ProblemList()
    points = len(region.points)
    # The number of cells that are covered, with those several times that are covered several times.
    cells = sum(rules.most) if rules.most else points
    fewest_cells = sum(rules.least) if rules.most else cells
    used = Counter(given.tile for given in givens)
    sizes = _sizes_of_choices(tiles, used, cells)
    # Bit n of the sizes is set where some choice of tiles has n cells.
    if not sizes >> fewest_cells:
        fewest = sum(len(tile.points) * max(tile.least, used[tile.name]) for tile in tiles)
        what = f"the tiles cover {fewest} cells, the region has {cells}"
        advice = "make them equal"
        if any(tile.least != tile.most for tile in tiles):
            what = f"no choice of tiles covers the {cells} cells of the region"
            if fewest > cells:
                what = f"the tiles cover at least {fewest} cells, the region has {cells}"
            advice = "change the region or the tiles"
        if rules.most:
            what = f"no choice of tiles covers {fewest_cells} to {cells} cells"
            advice = "change 'covered' or the tiles"
        problems.add(what, advice, where=where)
    motions = len(region.lattice.point_group)
    covered = sum(motions * points * len(tile.points) for tile in tiles)
    if covered > MAX_PLACED_CELLS:
        what = f"all placements together cover up to {covered:,} cells"
        advice = f"at most {MAX_PLACED_CELLS:,} are allowed; take a smaller region"
        problems.add(what, advice, where=where)
    problems.raise_if_any()


def _sizes_of_choices(tiles: Iterable[Tile], used: Mapping[str, int], cells: int) -> int:
    """The numbers of cells, as bits, that some choice of tiles has: up to those of the region."""
    sizes = 1
    for tile in tiles:
        size = len(tile.points)
        least = max(tile.least, used.get(tile.name, 0))
        sizes = _shift(sizes, size * least, cells)
        most_that_fit = cells // size
        further = most_that_fit if tile.most is None else max(tile.most - least, 0)
        for _ in range(min(further, most_that_fit)):
            wider = sizes | _shift(sizes, size, cells)
            if wider == sizes:
                break
            sizes = wider
    return sizes


def _shift(numbers: int, by: int, cells: int) -> int:
    """Adds a number to each of some numbers, kept as bits; those beyond the cells are left out.

    Bits are dropped before they are shifted, so that there are never more of them than cells.
    """
    if by > cells:
        return 0
    fitting = (1 << (cells - by + 1)) - 1
    return (numbers & fitting) << by
