"""Tilings to play: cells of all lattices, layers of solids, the tower unrolled; tiles that turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product

import numpy as np

from ilpuzzles.geometry.lattice import IntArray, Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import atom_order, normalised, turn_colours
from ilpuzzles.puzzles.playground import (
    BoardColour,
    ColourTable,
    MoveTable,
    PieceShape,
    Plain,
    PlayData,
    Playground,
    PlayPiece,
    PlaySpace,
    PlayView,
    Polygon,
    Spot,
    nearest_spots,
    path_of,
)
from ilpuzzles.render.outline import SIDE, Cells, bounds
from ilpuzzles.render.svg import MARGIN
from ilpuzzles.rules.places import Place
from ilpuzzles.tilings.cell_places import CellPlaces
from ilpuzzles.tilings.picture_layout import copy_colours, mark_colours, tile_colour
from ilpuzzles.tilings.placement_table import (
    PlacementTable,
    SharedSides,
    cell_colours,
    edge_colours,
)
from ilpuzzles.tilings.solid_pictures import cells_around, has_bodies, places_in_space
from ilpuzzles.tilings.tiling_puzzle import (
    Point,
    Tile,
    TilingInstance,
    TilingSolution,
    words_of,
)

_BAR = 1.5 * SIDE
_LABEL = 0.62  # of the reach of a cell, how large its text is
_IN = 5
_BETWEEN = SIDE / 2  # pixels between the layers of a piece


def tiling_playground(instance: TilingInstance) -> TilingPlayground | None:
    """The board of a tiling; None where cells are covered several times, which no board shows."""
    return None if instance.rules.most else TilingPlayground(instance)


class TilingPlayground(Playground):
    """A tiling to play; move p lays the placement p of the instance's `PlacementTable`."""

    def __init__(self, instance: TilingInstance) -> None:
        self._bare = replace(instance, givens=(), breaking=None)
        self._table = PlacementTable.of(self._bare)
        self.given = tuple(self._table.numbers(instance.givens))
        self._places = CellPlaces(instance.region)
        self.covers = not instance.conditions

    @cached_property
    def data(self) -> PlayData:  # type: ignore[override] # made when it is asked for: it is large
        """The board; an `InputError` if there are too many moves for one."""
        return _data(self._table, self._places)

    def values(self, move: int) -> dict[int, int]:
        """The variable of a placement is 1."""
        return {move: 1}

    def solution(self, moves: Iterable[int]) -> TilingSolution:
        """The tiles that lie there."""
        return TilingSolution(self._bare, tuple(sorted(map(self._table.placed, moves))))

    def moves_of_values(self, values: IntArray) -> list[int]:
        """The placements whose variables are 1."""
        return np.nonzero(values[: len(self._table)])[0].tolist()

    def moves_of(self, solution: TilingSolution) -> list[int] | None:
        """The placements of its tiles."""
        with suppress(KeyError):
            return sorted(self._table.numbers(solution.tiles))
        return None

    def instance(self, moves: Iterable[int]) -> TilingInstance:
        """The same board with other tiles given."""
        return self._bare.with_givens(map(self._table.placed, moves))

    def describe(self, move: int) -> str:
        """To place a tile in some cells."""
        placed = self._table.placed(move)
        tile = self._bare.puzzle.tile(placed.tile)
        return f"place {tile.called} in {self._places.words(placed.points)}"

    def name_spots(self, spots: Sequence[int]) -> str:
        """Cells by their rows, and what lies on no cell by itself."""
        cells = self._bare.region.cells()
        points = [cells[spot] for spot in spots if spot < len(cells)]
        further = [self._places.atom(spot).name for spot in spots if spot >= len(cells)]
        return "; ".join([self._places.words(points)] * bool(points) + further)

    def to_json(self, move: int) -> Plain:
        """The tile and its atoms."""
        placed = self._table.placed(move)
        colour = self._bare.puzzle.tile(placed.tile).colour_name or None
        return {"tile": placed.tile, "colour": colour, "atoms": placed.to_json()["atoms"]}

    def marks(self, move: int) -> Sequence[Point]:
        """The points of a tile."""
        return self._table.placed(move).points

    def with_move(self, moves: Sequence[int], move: int) -> TilingSolution:
        """The tiles that lie there and another one, of the board where the former are given."""
        return replace(self.solution([*moves, move]), instance=self.instance(moves))


def _data(table: PlacementTable, places: CellPlaces) -> PlayData:
    instance = table.instance
    region, cells = instance.region, Cells(instance.region.lattice)
    points = region.cells()
    starts = list(dict.fromkeys(point[:-2] for point in points))
    views = {start: number for number, start in enumerate(starts)}
    spots = [
        Spot(places.atom(number).name, views[point[:-2]], cells.loop(point[-2:]))
        for number, point in enumerate(points)
    ]
    spots += [*_bars(instance, places, spots)]
    labels = [one for one in instance.labels.items() if one[0][:-2] in views]
    free = {point for point, _ in labels}.difference(points)
    shown = [[spot.corners for spot in spots if spot.view == view] for view in views.values()]
    for point in sorted(free):
        shown[views[point[:-2]]].append(cells.loop(point[-2:]))
    wrapped = len(region.periods) > 0
    note = _note_of_wrapped(region) if wrapped else ""
    return PlayData(
        views=tuple(
            PlayView(str(Place("layer", start[0])) if start else "", (*low, *size), wrapped, note)
            for start, (low, size) in zip(starts, map(bounds, shown), strict=True)
        ),
        spots=tuple(spots),
        pieces=_pieces(instance, cells),
        moves=_moves(table),
        rounding=cells.radius * (0.75 if region.lattice.name == "fcc" else 1 / 3),
        following=_following(instance, spots),
        marks=tuple(
            _label_mark(cells, views[point[:-2]], point, text, is_free=point in free)
            for point, text in labels
        ),
        colours=tuple(BoardColour(*both) for both in _letters(instance)),
        touching=_touching(table),
        space=_space(instance, len(spots)),
    )


def _label_mark(cells: Cells, view: int, point: Point, text: str, *, is_free: bool) -> Plain:
    """The text in a cell, which tiles cover, or in a place that stays free, with its outline."""
    x, y = cells.centre(point[-2:])
    mark = {"view": view, "text": text, "x": x, "y": y, "size": round(cells.reach * _LABEL, 1)}
    return mark | ({"path": path_of(cells.loop(point[-2:]))} if is_free else {})


def _note_of_wrapped(region: Region) -> str:
    """The note below a board that goes on: its dashed edges, and the boxes beside its rows."""
    note = "The dashed edges are joined."
    rows = [further.name for further in region.further if further.axis == 0]
    return f"{note} A box beside a row is the {rows[0]} of that row." if rows else note


def _space(instance: TilingInstance, spots: int) -> PlaySpace | None:
    if not has_bodies(instance):
        return None
    places = places_in_space(instance)
    further = (None,) * (spots - len(places))
    ball = instance.region.lattice.name == "fcc"
    return PlaySpace("ball" if ball else "cube", (*places, *further), cells_around(instance))


def _bars(instance: TilingInstance, places: CellPlaces, cells: Sequence[Spot]) -> Iterator[Spot]:
    """Further atoms: bars beside the rows, or below the columns, that they are about."""
    region = instance.region
    (left, top), (width, height) = bounds(spot.corners for spot in cells)
    grid = region.lattice.is_grid and region.lattice.dimension == 2
    for further in region.further:
        for number, value in enumerate(further.values.tolist()):
            x, y, wide, high = left + width + MARGIN, top + number * SIDE, _BAR, float(SIDE)
            if grid and further.axis == 0:
                y = (value - 0.5) * SIDE
            elif grid:
                x, y = (value - 0.5) * SIDE, top + height + MARGIN
                wide, high = float(SIDE), _BAR
            x, y, wide, high = x + _IN, y + _IN, wide - 2 * _IN, high - 2 * _IN
            corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
            yield Spot(places.atom(further.first + number).name, 0, corners)
        if grid and further.axis == 1:
            height += MARGIN + _BAR
        else:
            width += MARGIN + _BAR


def _following(instance: TilingInstance, spots: Sequence[Spot]) -> tuple[tuple[int, ...], ...]:
    """Where arrow keys lead: also around a wrapped board, and to the layers above and below."""
    region, plane = instance.region, nearest_spots(spots)
    points = region.points
    if region.lattice.is_grid and len(region.periods):
        steps = np.zeros((4, points.shape[1]), dtype=np.int64)
        steps[:, -2:] = (0, -1), (0, 1), (-1, 0), (1, 0)
        around = region.numbers(points[:, None] + steps).tolist()
        for number, beyond in enumerate(around):
            both = zip(plane[number], beyond, strict=True)
            plane[number] = tuple(way if way >= 0 else there for way, there in both)
    if points.shape[1] == 2:
        return tuple(plane)
    found: list[tuple[int, ...]] = []
    for number, ways in enumerate(plane):
        if number >= len(points):
            found.append((*ways, -1, -1))
            continue
        layers = []
        for step in (-1, 1):  # the first layer is the top one
            there = np.nonzero(points[:, 0] == points[number, 0] + step)[0]
            away = np.abs(points[there, 1:] - points[number, 1:]).sum(axis=1)
            layers.append(int(there[np.argmin(away)]) if len(there) else -1)
        found.append((*ways, *layers))
    return tuple(found)


def _moves(table: PlacementTable) -> MoveTable:
    """All placements; the atoms of each in the order of its shape's cells, further ones last."""
    instance, region = table.instance, table.instance.region
    starts, spots = table.starts, table.atoms.copy()
    shapes = np.zeros(len(table), dtype=np.int64)
    for number, tile in enumerate(instance.tiles):
        turned = tile.painted(region.lattice)
        order = np.argsort(turned.numbers)
        own = np.nonzero(table.tile == number)[0]
        shapes[own] = order[np.searchsorted(turned.numbers[order], table.shape[own])]
        if not len(own):
            continue
        offsets = turned.shapes - turned.shapes[:, :1]
        cells = region.points[table.anchor[own], None, :] + offsets[shapes[own]]
        size = cells.shape[1]
        spots[starts[own][:, None] + np.arange(size)] = region.numbers(cells)
    return MoveTable(table.tile, shapes, starts, spots)


def _pieces(instance: TilingInstance, cells: Cells) -> tuple[PlayPiece, ...]:
    colours = mark_colours(instance.puzzle)
    return tuple(
        PlayPiece(
            name=tile.name,
            title=f"{tile.called}, {tile.title}" if tile.title else tile.called,
            colour=tile_colour(tile, colours),
            shapes=_shapes(tile, cells),
            # Copies are alike here, and have the letter of their name.
            label=tile.name if tile.most != 1 and len(tile.name) == 1 else tile.mark(0),
            least=tile.least,
            most=tile.most,
            shades=_shades(tile, colours, instance),
        )
        for tile in instance.tiles
    )


def _shades(tile: Tile, colours: Mapping[str, str], instance: TilingInstance) -> tuple[str, ...]:
    """The colours by which copies are told apart on a board; none where they look alike."""
    found = copy_colours(tile, colours, instance.region.lattice)
    return found if len(found) > 1 else ()


def _shapes(tile: Tile, cells: Cells) -> tuple[PieceShape, ...]:
    lattice = cells.lattice
    shapes, _, colours = tile.painted(lattice)
    group = {motion.tobytes(): number for number, motion in enumerate(lattice.point_group)}
    turn, mirror, tip = _motions(lattice)

    def looks(shape: IntArray, codes: IntArray) -> bytes:
        return np.hstack([shape, codes]).tobytes()

    numbers = {
        looks(*both): number for number, both in enumerate(zip(shapes, colours, strict=True))
    }

    def after(number: int, motion: IntArray) -> int:
        shape, moved = shapes[number], shapes[number] @ motion.T
        which = np.array([group[np.ascontiguousarray(motion).tobytes()]])
        (codes,) = turn_colours(lattice, shape, colours[number], which)
        order = atom_order(lattice, moved[None])[0]
        return numbers.get(looks(normalised(lattice, moved), codes[order]), -1)

    def led(number: int, motion: IntArray, step: IntArray, times: int) -> int:
        """After as many further steps as it takes to lie as it may."""
        for _ in range(times):
            found = after(number, motion)
            if found >= 0:
                return found
            motion = step @ motion
        return -1

    def repeated(number: int, motion: IntArray) -> int:
        found = led(number, motion, motion, 2 * len(lattice.point_group))
        return found if found >= 0 else number

    return tuple(
        PieceShape(
            polygons,
            repeated(number, turn),
            led(number, mirror, turn, 6),
            -1 if tip is None else repeated(number, tip),
            words_of(colours[number]) if tile.colours else (),
            elsewhere,
            layers,
        )
        for number, shape in enumerate(shapes)
        for polygons, elsewhere, layers in [_cells(cells, shape.tolist())]
    )


def _letters(instance: TilingInstance) -> list[tuple[str, str]]:
    """All colours with their letters."""
    return [*instance.puzzle.edges.items(), *instance.puzzle.cells.items()]


def _touching(table: PlacementTable) -> ColourTable | None:
    """Where the colours of tiles meet, or those of the board; None if nothing has to match."""
    region, rules = table.instance.region, table.instance.rules
    number = {letter: colour for colour, (letter, _) in enumerate(_letters(table.instance))}
    if not number:
        return None
    sides, codes, entries = SharedSides.of(region), table.colours, table.on_points()
    atoms, owner = table.atoms[entries], table.owner()[entries]
    # Behind the sides come the cells, and the sides on which colours have to be different.
    cells, unlike = sides.number.size, sides.number.size + len(region)
    # A row for every entry: the side or cell, the code of the colour, the move.
    found: list[IntArray] = []
    if table.instance.puzzle.edges:
        found.append(edge_colours(table)[:, [0, 2, 3]])
    if rules.border:
        entry, side = np.nonzero((sides.beside[atoms] < 0) & (codes[:, 1:] > 0))
        where = sides.number[atoms[entry], side]
        found.append(np.stack([where, codes[entry, 1 + side], owner[entry]], axis=1))
    if rules.colouring:
        found.append(np.stack([cells + atoms, codes[:, 0], owner], axis=1))
    if rules.alternating:
        found.append(cell_colours(table) + np.array([unlike, 0, 0]))
    if not found:
        return None
    rows = np.unique(np.concatenate(found)[:, [2, 0, 1]], axis=0)
    used, which = np.unique(rows[:, 1], return_inverse=True)
    beside, demands = list[tuple[tuple[int, int], ...]](), []
    for place in used.tolist():
        if cells <= place < unlike:
            beside.append(((place - cells, -1),))
            demands.append(number[rules.colouring[place - cells]])
        else:
            here = np.argwhere(sides.number == place % unlike).tolist()
            beside.append(tuple((spot, side) for spot, side in here))
            demands.append(number[rules.border] if len(here) == 1 else -1)
    return ColourTable(
        tuple(beside),
        np.array(demands, dtype=np.int64),
        used >= unlike,
        np.searchsorted(rows[:, 0], np.arange(len(table) + 1)),
        which.ravel(),
        np.array([number[chr(code)] for code in rows[:, 2].tolist()], dtype=np.int64),
    )


def _motions(lattice: Lattice) -> tuple[IntArray, IntArray, IntArray | None]:
    """A turn to the right, a mirror, and in space a turn about a horizontal axis."""
    group = lattice.point_group
    half = len(group) // 2
    if lattice.dimension == 2:
        return group[half - 1], group[half], None
    up = np.eye(3, dtype=np.int64)[0]
    rotations = [motion for motion in group[:half] if _order(motion) == 4]
    turn = next(motion for motion in rotations if (motion[0] == up).all())
    tip = next(motion for motion in rotations if not (motion[0] == up).all())
    mirrors = [m for m in group[half:] if (m[0] == up).all() and _order(m) == 2]
    return turn, mirrors[0], tip


def _order(motion: IntArray) -> int:
    """How often a motion is repeated until everything is where it was."""
    power, number = motion, 1
    while not (power == np.eye(len(motion), dtype=np.int64)).all():
        power, number = motion @ power, number + 1
    return number


def _cells(
    cells: Cells, shape: Sequence[Sequence[int]]
) -> tuple[tuple[Polygon, ...], tuple[Polygon, ...], tuple[float, ...]]:
    """The polygons of a shape's cells, and those of its other layers; layers stand side by side.

    The last are the middles of the layers, where there are several.
    """
    loops = {tuple(point[-2:]): cells.loop(tuple(point[-2:])) for point in shape}
    (left, _), (width, _) = bounds(loops.values())
    layers = sorted({tuple(point[:-2]) for point in shape})
    right = {layer: number * (width + _BETWEEN) for number, layer in enumerate(layers)}
    drawn = {
        (layer, place): [(x + right[layer], y) for x, y in loop]
        for layer, (place, loop) in product(layers, loops.items())
    }
    own = tuple(drawn.pop((tuple(point[:-2]), tuple(point[-2:]))) for point in shape)
    middles = tuple(left + width / 2 + step for step in right.values())
    return own, tuple(drawn.values()), middles if len(layers) > 1 else ()
