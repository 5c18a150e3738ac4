"""What there is to draw of a tiling: its layers, who owns each cell, the colours, the legend."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.standard_lattices import SQUARE
from ilpuzzles.render.svg import colours_of, mixed
from ilpuzzles.rules.places import Place
from ilpuzzles.tilings.drawing_reader import AXES
from ilpuzzles.tilings.tiling_puzzle import (
    UNCOLOURED,
    PlacedTile,
    Point,
    Tile,
    TilingInstance,
    TilingPuzzle,
    TilingSolution,
    colour_words,
)

OPEN = -1
"""Stands for the tile of a cell that no tile covers."""

CLASH = -2
"""Stands for the tile of a cell that several tiles cover."""

_PLAIN = "#e9ecef"
"""The colour of tiles that are known by the colours of their edges."""

_UNKNOWN_COLOUR = "#adb5bd"

_SHADES = (0.0, 0.45, -0.3, 0.7, -0.5, 0.22)
"""How much white, or black, is in the colours of copies in space; neighbours differ most."""


def letter_of(board: TilingBoard, owner: int) -> str:
    """What marks a cell: the mark of its tile, a dot for none, or a star for several."""
    return board.marks[owner] if owner >= 0 else {OPEN: "·", CLASH: "*"}.get(owner, " ")


@dataclass(frozen=True, slots=True)
class Layer:
    """A plane part of a board.

    Attributes:
        title: What to write above it; empty for a board that is plane altogether.
        start: The coordinates that all its cells have in common; none in a plane board.
        cells: The owner of every cell, in reading order; see `TilingBoard.owner`.
        tiles: For every tile with a part in this layer, its cells there, clashes included.
        beyond: For every place beside a cell where a wrapped board goes on with a cell that is
            drawn elsewhere: that cell's point.
    """

    title: str
    start: Point
    cells: dict[Point, int]
    tiles: dict[int, list[Point]]
    beyond: dict[Point, Point]


@dataclass(frozen=True, slots=True)
class FurtherAtom:
    """An atom of some kind that lies on no point, but on the line of cells axis = value."""

    name: str
    axis: int
    value: int
    line: str
    """What to call the line, such as `row 2`."""
    owner: int
    marked: bool


@dataclass(frozen=True, slots=True, eq=False)
class TilingBoard:
    """A board to draw; what follows `tiles` is said of each of them, in their order."""

    lattice: Lattice
    layers: tuple[Layer, ...]
    further: tuple[FurtherAtom, ...]
    tiles: tuple[PlacedTile, ...]
    marks: tuple[str, ...]
    colours: tuple[str, ...]
    given: tuple[bool, ...]
    filling: tuple[bool, ...]
    """Whether it fills further atoms."""
    order: tuple[int, ...]
    """When it is placed in drawings that build up: given ones first, then from the lowest layer
    upwards, or in reading order."""
    owners: Mapping[Point, Sequence[int]]
    """For every covered cell, with its layer, the numbers of its tiles."""
    marked: frozenset[Point]
    """The cells, with their layers, that carry a mark."""
    colours_at: Mapping[Point, str]
    """For every cell that shows colours their letters: its own, and those of its sides."""
    inks: Mapping[str, str]
    """The colours of edges and of cells by their letters."""
    numbers: Mapping[tuple[Hashable, ...], int]
    """The numbers of atoms, if they are to be seen; of further ones by their names and values."""
    labels: Mapping[Point, str]
    """The texts in cells, with their layers, also in those that stay free."""

    @property
    def is_wrapped(self) -> bool:
        """Whether some cell has its neighbour at the other side of a drawing."""
        return any(layer.beyond for layer in self.layers)

    def owner(self, point: Point) -> int:
        """The number of a cell's tile, or `OPEN` or `CLASH`."""
        return _single(self.owners.get(point, ()))

    def colour_of(self, owners: Iterable[int]) -> str:
        """The colour of a tile that is the only one of some owners; empty if there is none."""
        first, *others = set(owners) or {OPEN}
        return "" if others or first < 0 else self.colours[first]

    def label(self, layer: Layer, place: Point) -> str:
        """The text in a cell that no tile covers; empty for none."""
        covered = layer.cells.get(place, OPEN) != OPEN
        return "" if covered else self.labels.get((*layer.start, *place), "")

    def free(self, layer: Layer) -> list[Point]:
        """The places of a layer that are no cells to cover, but have a label."""
        depth = len(layer.start)
        places = [point[depth:] for point in self.labels if point[:depth] == layer.start]
        return [place for place in places if place not in layer.cells]

    def edge(self, place: Point, side: int) -> str:
        """The colour that a cell of a plane board shows on one of its sides; empty for none."""
        return self.colours_at.get(place, "")[1:][side : side + 1].strip(UNCOLOURED)

    def cell_colour(self, place: Point) -> str:
        """The colour of a cell of a plane board; empty for none."""
        return self.colours_at.get(place, "")[:1].strip(UNCOLOURED)

    def tiles_at(self, layer: Layer, place: Point) -> Sequence[int]:
        """The numbers of the tiles of a place in a layer, or of one beyond its border."""
        return self.owners.get(layer.beyond.get(place, (*layer.start, *place)), ())


def mark_colours(puzzle: TilingPuzzle) -> dict[str, str]:
    """A colour for everything that marks a tile: that of the tile, or one for each marked copy."""
    names = [tile.marks or tile.name for tile in puzzle.tiles]
    marks = zip(names, puzzle.tiles, strict=True)
    plain = _PLAIN if puzzle.edges else ""
    chosen = {name: tile.colour or plain for name, tile in marks if len(name) == 1}
    return colours_of("".join(names), chosen)


def copy_colours(tile: Tile, colours: Mapping[str, str], lattice: Lattice) -> tuple[str, ...]:
    """The colours by which the copies of a tile are told apart, in turn; one where they are alike.

    On a plane their outlines do that. In space, where outlines are hidden, and letters that are
    alike say nothing, copies have shades of one colour unless they have marks of their own.

    Example:
        >>> from ilpuzzles import load
        >>> puzzle = load("cube").instance.puzzle
        >>> len(set(copy_colours(puzzle.tiles[0], mark_colours(puzzle), puzzle.lattice)))
        9
    """
    if len(tile.marks) > 1:
        return tuple(colours[mark] for mark in tile.marks)
    plain = tile_colour(tile, colours)
    if tile.most == 1 or lattice.dimension < 3 or tile.colours:
        return (plain,)
    return tuple(mixed(plain, share) for share in _SHADES)


def tile_colour(tile: Tile, colours: Mapping[str, str]) -> str:
    """The colour of a tile that lies nowhere: its own, or that of its first copy."""
    return tile.colour or colours[tile.mark(0)]


def board_of(
    instance: TilingInstance,
    solution: TilingSolution | None,
    marked: Collection[Hashable] = (),
    *,
    numbered: bool = False,
) -> TilingBoard:
    """Prepares a solution, or without one the starting position, for drawing.

    What is marked are cells, tiles for all their cells, or pairs of both; of a tile with several
    copies, such a pair means the whole copy. A number, or the name of a kind and a number, means
    further atoms. Atoms are `numbered` as in the region, from 0.
    """
    lying = solution or TilingSolution(instance, instance.givens)
    tiles = lying.tiles
    marks = lying.marks()
    givens = frozenset(instance.givens)
    known = {tile.name: tile for tile in instance.tiles}
    colours = mark_colours(instance.puzzle)
    owners: dict[Point, list[int]] = defaultdict(list)
    for number, placed in enumerate(tiles):
        for point in placed.points:
            owners[point].append(number)
    given = tuple(placed in givens for placed in tiles)
    return TilingBoard(
        lattice=instance.region.lattice,
        layers=_layers(instance.region, owners),
        further=tuple(_further(instance, tiles, marked)),
        tiles=tiles,
        marks=marks,
        colours=_colours_of(lying, colours),
        given=given,
        filling=tuple(bool(placed.tile in known and known[placed.tile].fills) for placed in tiles),
        order=_order(instance.region, tiles, given),
        owners=dict(owners),
        marked=_marks_of(instance, tiles, marked),
        colours_at=_colours_at(instance, tiles),
        inks={**instance.puzzle.edges, **instance.puzzle.cells},
        numbers={key: n for n, key in enumerate(instance.region.keys())} if numbered else {},
        labels=instance.labels,
    )


def _colours_of(solution: TilingSolution, colours: Mapping[str, str]) -> tuple[str, ...]:
    """The colour of every tile on a board."""
    instance = solution.instance
    lattice = instance.region.lattice
    of_copies = {tile.name: copy_colours(tile, colours, lattice) for tile in instance.tiles}
    found = []
    for placed, mark, copy in zip(solution.tiles, solution.marks(), solution.copies(), strict=True):
        known = of_copies.get(placed.tile, ())
        shade = known[copy % len(known)] if len(known) > 1 else None
        found.append(shade or colours.get(mark, _UNKNOWN_COLOUR))
    return tuple(found)


def _colours_at(instance: TilingInstance, tiles: Sequence[PlacedTile]) -> dict[Point, str]:
    """What the tiles show, and what is demanded of the cells that none covers."""
    colouring = instance.rules.colouring
    found = dict(zip(instance.region.cells(), colouring, strict=True)) if colouring else {}
    for placed in tiles:
        found |= dict(zip(placed.points, placed.colours, strict=False))
    return found


def tile_words(board: TilingBoard) -> list[str]:
    """The colours that each tile shows, as words, where there is no place for them in a picture."""
    return [
        " ".join([mark, *colour_words(placed.colours).values()])
        for mark, placed in zip(board.marks, board.tiles, strict=True)
        if placed.colours
    ]


def _order(region: Region, tiles: Sequence[PlacedTile], given: Sequence[bool]) -> tuple[int, ...]:
    """When each tile is placed."""
    stands = region.lattice.dimension == 3 or len(region.periods) > 0

    def place(number: int) -> tuple[bool, float, list[Point]]:
        points = tiles[number].points
        height = -sum(point[0] for point in points) / len(points) if stands and points else 0.0
        charted = region.lattice.chart(np.array(points, dtype=np.int64)).tolist() if points else []
        return not given[number], height, sorted(charted)

    return tuple(np.argsort(sorted(range(len(tiles)), key=place)).tolist())


def _single(owners: Sequence[int]) -> int:
    return CLASH if len(owners) > 1 else owners[0] if owners else OPEN


def _layers(region: Region, owners: Mapping[Point, Sequence[int]]) -> tuple[Layer, ...]:
    layers: dict[Point, Layer] = {}
    for point in region.cells():
        start = point[:-2]
        cell = point[-2:]
        title = str(Place("layer", start[0])) if start else ""
        layer = layers.setdefault(start, Layer(title, start, {}, {}, {}))
        found = owners.get(point, ())
        layer.cells[cell] = _single(found)
        for number in found:
            layer.tiles.setdefault(number, []).append(cell)
    for place, point in _beyond(region):
        layers[place[:-2]].beyond[place[-2:]] = point
    return tuple(layers.values())


def _beyond(region: Region) -> Iterable[tuple[Point, Point]]:
    """The places beside cells that are other cells once the region is wrapped, and these cells."""
    if not len(region.periods):
        return
    neighbours = region.lattice.neighbours
    if region.lattice.dimension == 3:
        # In a drawing, only cells of the same layer share a side.
        neighbours = np.zeros((1, 4, 3), dtype=np.int64)
        neighbours[..., -2:] = SQUARE.neighbours
    places = region.points[:, None, :] + neighbours[region.lattice.classes(region.points)]
    places = np.unique(places.reshape(-1, region.points.shape[1]), axis=0)
    own = set(region.cells())
    for place, number in zip(places.tolist(), region.numbers(places).tolist(), strict=True):
        if number >= 0 and tuple(place) not in own:
            yield tuple(place), tuple(region.points[number].tolist())


def _further(
    instance: TilingInstance, tiles: Sequence[PlacedTile], keys: Collection[Hashable]
) -> Iterator[FurtherAtom]:
    fills = {tile.name: tile.fills for tile in instance.tiles}
    axes = AXES[instance.region.lattice.dimension]
    for kind in instance.region.further:
        filling: dict[int, list[int]] = defaultdict(list)
        for number, placed in enumerate(tiles):
            if kind.name in fills.get(placed.tile, ()):
                for value in sorted({point[kind.axis] for point in placed.points}):
                    filling[value].append(number)
        for value in kind.values.tolist():
            marked = value in keys or (kind.name, value) in keys
            line = f"{axes[kind.axis][:-1]} {value + 1}"
            yield FurtherAtom(kind.name, kind.axis, value, line, _single(filling[value]), marked)


def _marks_of(
    instance: TilingInstance, tiles: Sequence[PlacedTile], keys: Collection[Hashable]
) -> frozenset[Point]:
    cells = set(instance.region.cells())
    several = {tile.name for tile in instance.tiles if tile.most != 1}
    found: set[Point] = set()
    for key in keys:
        if isinstance(key, str):
            found.update(point for placed in tiles if placed.tile == key for point in placed.points)
        elif isinstance(key, tuple) and key:
            found.update(point for point in (key, key[-1]) if point in cells)
            for placed in tiles:
                if placed.tile in several and (placed.tile, placed.points[0]) == key:
                    found.update(placed.points)
    return frozenset(found & cells)


def tiles_legend(board: TilingBoard, instance: TilingInstance, *, solved: bool) -> str:
    """Which tiles were given, and which are placed or have to be."""
    fixed = Counter(mark for mark, given in zip(board.marks, board.given, strict=True) if given)
    others = Counter(board.marks) - fixed
    parts = [("given", _count_marks(fixed))]
    if solved:
        parts.append(("placed", _count_marks(others)))
    else:
        needed, possible = _tiles_left(board, instance)
        parts += [("to place", needed), ("may be placed", possible)]
    return "   ".join(f"{title}: {' '.join(words)}" for title, words in parts if words)


def _count_marks(marks: Counter[str]) -> list[str]:
    return [f"{mark} ({marks[mark]} copies)" if marks[mark] > 1 else mark for mark in sorted(marks)]


def _tiles_left(board: TilingBoard, instance: TilingInstance) -> tuple[list[str], list[str]]:
    """The tiles that have still to be placed, and those that may be."""
    lying = Counter(placed.tile for placed in board.tiles)
    needed = []
    possible = []
    for tile in instance.tiles:
        used = lying[tile.name]
        least = max(tile.least - used, 0)
        needed += _copies(tile, used, least)
        if tile.most is None:
            possible.append(f"{tile.mark(0)} (any number)")
        else:
            possible += _copies(tile, used + least, tile.most - used - least)
    return sorted(needed), sorted(possible)


def _copies(tile: Tile, first: int, number: int) -> list[str]:
    return _count_marks(Counter(tile.mark(copy) for copy in range(first, first + number)))


def further_legend(board: TilingBoard, atoms: Iterable[FurtherAtom]) -> list[str]:
    """Who fills further atoms, one line for each kind of them."""
    lines: dict[str, list[str]] = {}
    for atom in atoms:
        letter = letter_of(board, atom.owner)
        letter = f"[{letter}]" if atom.marked else f"({letter})" if atom.owner >= 0 else letter
        lines.setdefault(atom.name, []).append(f"{atom.line} {letter}")
    return [f"{name}: {', '.join(parts)}" for name, parts in lines.items()]


def fill_lines(board: TilingBoard, instance: TilingInstance) -> list[str]:
    """What tiles that fill further atoms fill, such as `the ring of its row`."""
    filled = {name for tile in instance.tiles for name in tile.fills}
    lines = {atom.name: atom.line.split()[0] for atom in board.further if atom.name in filled}
    return [f"the {name} of its {line}" for name, line in lines.items()]
