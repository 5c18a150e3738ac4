"""Tilings to play: cells of all lattices, layers of solids, the tower unrolled; tiles that turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

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
"""The length of the bar that stands for a further atom, in pixels."""

_LABEL = 0.62
"""The size of the text in a cell, as a share of the reach of the cell."""

_INSET = 5
"""How far a bar stays away from its neighbours, in pixels."""

_BETWEEN = SIDE / 2
"""The gap between the layers of a piece, in pixels."""

_MOST_TURNS = 6
"""More turns than this no lattice in the plane has."""


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
        names = [self._places.words(points)] if points else []
        return "; ".join(names + further)

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
    """The board with its spots, pieces and moves."""
    instance = table.instance
    region = instance.region
    cells = Cells(region.lattice)
    points = region.cells()
    layers = dict.fromkeys(point[:-2] for point in points)
    view_of = {layer: number for number, layer in enumerate(layers)}
    spots = [
        Spot(places.atom(number).name, view_of[point[:-2]], cells.loop(point[-2:]))
        for number, point in enumerate(points)
    ]
    spots += _bars(instance, places, spots)
    labels = {point: text for point, text in instance.labels.items() if point[:-2] in view_of}
    # Places that stay free are no spots, and are seen by their outlines.
    free = set(labels).difference(points)
    return PlayData(
        views=tuple(_views(region, cells, spots, free, view_of)),
        spots=tuple(spots),
        pieces=_pieces(instance, cells),
        moves=_moves(table),
        rounding=cells.radius * (0.75 if region.lattice.name == "fcc" else 1 / 3),
        following=_following(instance, spots),
        marks=tuple(
            _label_mark(cells, view_of[point[:-2]], point, text, is_free=point in free)
            for point, text in labels.items()
        ),
        colours=tuple(BoardColour(letter, value) for letter, value in _letters(instance)),
        touching=_touching(table),
        space=_space(instance, len(spots)),
    )


def _views(
    region: Region,
    cells: Cells,
    spots: Sequence[Spot],
    free: Collection[Point],
    view_of: Mapping[Point, int],
) -> Iterator[PlayView]:
    """The layers of a board, each as large as its spots and the places that stay free."""
    is_wrapped = len(region.periods) > 0
    note = _note_of_wrapped(region) if is_wrapped else ""
    for layer, view in view_of.items():
        polygons = [spot.corners for spot in spots if spot.view == view]
        polygons += [cells.loop(point[-2:]) for point in sorted(free) if point[:-2] == layer]
        (left, top), (width, height) = bounds(polygons)
        name = str(Place("layer", layer[0])) if layer else ""
        yield PlayView(name, (left, top, width, height), is_wrapped, note)


def _label_mark(cells: Cells, view: int, point: Point, text: str, *, is_free: bool) -> Plain:
    """The text in a cell, which tiles cover, or in a place that stays free, with its outline."""
    x, y = cells.centre(point[-2:])
    mark: Plain = {
        "view": view,
        "text": text,
        "x": x,
        "y": y,
        "size": round(cells.reach * _LABEL, 1),
    }
    if is_free:
        mark["path"] = path_of(cells.loop(point[-2:]))
    return mark


def _note_of_wrapped(region: Region) -> str:
    """The note below a board that goes on: its dashed edges, and the boxes beside its rows."""
    note = "The dashed edges are joined."
    rows = [further.name for further in region.further if further.axis == 0]
    return f"{note} A box beside a row is the {rows[0]} of that row." if rows else note


def _space(instance: TilingInstance, spots: int) -> PlaySpace | None:
    if not has_bodies(instance):
        return None
    places = places_in_space(instance)
    # Further atoms are no cells.
    nowhere = (None,) * (spots - len(places))
    look = "ball" if instance.region.lattice.name == "fcc" else "cube"
    return PlaySpace(look, (*places, *nowhere), cells_around(instance))


def _bars(instance: TilingInstance, places: CellPlaces, cells: Sequence[Spot]) -> list[Spot]:
    """Further atoms: bars beside the rows, or below the columns, that they are about."""
    region = instance.region
    (left, top), (width, height) = bounds(spot.corners for spot in cells)
    is_flat_grid = region.lattice.is_grid and region.lattice.dimension == 2
    bars = []
    for further in region.further:
        is_below = is_flat_grid and further.axis == 1
        for number, value in enumerate(further.values.tolist()):
            if is_below:
                x = (value - 0.5) * SIDE
                y = top + height + MARGIN
                corners = _bar(x, y, SIDE, _BAR)
            else:
                is_beside_row = is_flat_grid and further.axis == 0
                x = left + width + MARGIN
                y = (value - 0.5) * SIDE if is_beside_row else top + number * SIDE
                corners = _bar(x, y, _BAR, SIDE)
            bars.append(Spot(places.atom(further.first + number).name, 0, corners))
        # The next ones stand behind these.
        if is_below:
            height += MARGIN + _BAR
        else:
            width += MARGIN + _BAR
    return bars


def _bar(x: float, y: float, width: float, height: float) -> Polygon:
    """A rectangle a little smaller than the space that it has."""
    left = x + _INSET
    top = y + _INSET
    right = left + width - 2 * _INSET
    bottom = top + height - 2 * _INSET
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _following(instance: TilingInstance, spots: Sequence[Spot]) -> tuple[tuple[int, ...], ...]:
    """Where arrow keys lead: also around a wrapped board, and to the layers above and below."""
    region = instance.region
    points = region.points
    in_plane = nearest_spots(spots)
    if region.lattice.is_grid and len(region.periods):
        steps = np.zeros((4, points.shape[1]), dtype=np.int64)
        steps[:, -2:] = [(0, -1), (0, 1), (-1, 0), (1, 0)]
        around = region.numbers(points[:, None] + steps).tolist()
        for number, spots_around in enumerate(around):
            ways = zip(in_plane[number], spots_around, strict=True)
            in_plane[number] = tuple(near if near >= 0 else beyond for near, beyond in ways)
    if points.shape[1] == 2:
        return tuple(in_plane)
    following: list[tuple[int, ...]] = []
    for number, ways_in_plane in enumerate(in_plane):
        above = below = -1
        if number < len(points):
            # The first layer is the top one.
            above = _nearest_in_layer(points, number, -1)
            below = _nearest_in_layer(points, number, 1)
        following.append((*ways_in_plane, above, below))
    return tuple(following)


def _nearest_in_layer(points: IntArray, number: int, step: int) -> int:
    """The nearest point in the layer so many layers below one's own; -1 if there is none."""
    in_layer = np.nonzero(points[:, 0] == points[number, 0] + step)[0]
    if not len(in_layer):
        return -1
    distances = np.abs(points[in_layer, 1:] - points[number, 1:]).sum(axis=1)
    return int(in_layer[np.argmin(distances)])


def _moves(table: PlacementTable) -> MoveTable:
    """All placements; the atoms of each in the order of its shape's cells, further ones last."""
    instance = table.instance
    region = instance.region
    spots = table.atoms.copy()
    shapes = np.zeros(len(table), dtype=np.int64)
    for number, tile in enumerate(instance.tiles):
        placements = np.nonzero(table.tile == number)[0]
        if not len(placements):
            continue
        turned = tile.painted(region.lattice)
        order = np.argsort(turned.numbers)
        at = np.searchsorted(turned.numbers[order], table.shape[placements])
        shapes[placements] = order[at]
        offsets = turned.shapes - turned.shapes[:, :1]
        anchors = region.points[table.anchor[placements], None, :]
        cells = anchors + offsets[shapes[placements]]
        entries = table.starts[placements][:, None] + np.arange(cells.shape[1])
        spots[entries] = region.numbers(cells)
    return MoveTable(table.tile, shapes, table.starts, spots)


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
    shades = copy_colours(tile, colours, instance.region.lattice)
    return shades if len(shades) > 1 else ()


def _shapes(tile: Tile, cells: Cells) -> tuple[PieceShape, ...]:
    """The ways to turn a tile, and which of them each motion leads to."""
    turned = _TurnedTile(tile, cells.lattice)
    turn, mirror, tip = _motions(cells.lattice)
    shapes = []
    for number, shape in enumerate(turned.shapes):
        drawn = _layers_of_shape(cells, shape.tolist())
        shapes.append(
            PieceShape(
                drawn.cells,
                turn=turned.repeated(number, turn),
                mirror=turned.led(number, mirror, turn, _MOST_TURNS),
                tip=-1 if tip is None else turned.repeated(number, tip),
                colours=words_of(turned.colours[number]) if tile.colours else (),
                under=drawn.other_layers,
                layers=drawn.middles,
            )
        )
    return tuple(shapes)


class _TurnedTile:
    """The orientations of a tile, and which of them motions take to each other."""

    def __init__(self, tile: Tile, lattice: Lattice) -> None:
        self.shapes, _, self.colours = tile.painted(lattice)
        self._lattice = lattice
        self._motion_numbers = {
            motion.tobytes(): number for number, motion in enumerate(lattice.point_group)
        }
        self._numbers = {
            self._look(shape, codes): number
            for number, (shape, codes) in enumerate(zip(self.shapes, self.colours, strict=True))
        }

    @staticmethod
    def _look(shape: IntArray, codes: IntArray) -> bytes:
        """What tells an orientation from others: its points and their colours."""
        return np.hstack([shape, codes]).tobytes()

    def moved(self, number: int, motion: IntArray) -> int:
        """The orientation that a motion makes of one; -1 if the tile may not lie so."""
        shape = self.shapes[number]
        points = shape @ motion.T
        motion_number = self._motion_numbers[np.ascontiguousarray(motion).tobytes()]
        (codes,) = turn_colours(
            self._lattice, shape, self.colours[number], np.array([motion_number])
        )
        order = atom_order(self._lattice, points[None])[0]
        look = self._look(normalised(self._lattice, points), codes[order])
        return self._numbers.get(look, -1)

    def led(self, number: int, motion: IntArray, step: IntArray, times: int) -> int:
        """The same after as many more steps as it takes to lie as it may; -1 if it never does."""
        for _ in range(times):
            moved = self.moved(number, motion)
            if moved >= 0:
                return moved
            motion = step @ motion
        return -1

    def repeated(self, number: int, motion: IntArray) -> int:
        """The next orientation that repeating a motion leads to; the same if there is no other."""
        moved = self.led(number, motion, motion, 2 * len(self._lattice.point_group))
        return moved if moved >= 0 else number


def _letters(instance: TilingInstance) -> list[tuple[str, str]]:
    """All colours with their letters."""
    return [*instance.puzzle.edges.items(), *instance.puzzle.cells.items()]


def _touching(table: PlacementTable) -> ColourTable | None:
    """Where the colours of tiles meet, or those of the board; None if nothing has to match."""
    region = table.instance.region
    rules = table.instance.rules
    letters = [letter for letter, _ in _letters(table.instance)]
    colour_of = {letter: number for number, letter in enumerate(letters)}
    if not letters:
        return None
    sides = SharedSides.of(region)
    # Behind the sides come the cells, and the sides on which colours have to be different.
    first_cell = sides.number.size
    first_unlike = first_cell + len(region)
    shown = _shown_colours(table, sides, first_cell, first_unlike)
    if not shown:
        return None
    # Sorted by the move, so that the entries of each stand together.
    entries = np.unique(np.concatenate(shown)[:, [2, 0, 1]], axis=0)
    used, numbers = np.unique(entries[:, 1], return_inverse=True)
    beside: list[tuple[tuple[int, int], ...]] = []
    demands: list[int] = []
    for place in used.tolist():
        if first_cell <= place < first_unlike:
            cell = place - first_cell
            beside.append(((cell, -1),))
            demands.append(colour_of[rules.colouring[cell]])
        else:
            cells_there = np.argwhere(sides.number == place % first_unlike).tolist()
            beside.append(tuple((spot, side) for spot, side in cells_there))
            is_at_border = len(cells_there) == 1
            demands.append(colour_of[rules.border] if is_at_border else -1)
    return ColourTable(
        tuple(beside),
        np.array(demands, dtype=np.int64),
        used >= first_unlike,
        np.searchsorted(entries[:, 0], np.arange(len(table) + 1)),
        numbers.ravel(),
        np.array([colour_of[chr(code)] for code in entries[:, 2].tolist()], dtype=np.int64),
    )


def _shown_colours(
    table: PlacementTable, sides: SharedSides, first_cell: int, first_unlike: int
) -> list[IntArray]:
    """The colours that moves show, in rows: the side or cell, the code of the colour, the move."""
    rules = table.instance.rules
    on_points = table.on_points()
    atoms = table.atoms[on_points]
    moves = table.owner()[on_points]
    codes = table.colours
    shown: list[IntArray] = []
    if table.instance.puzzle.edges:
        shown.append(edge_colours(table)[:, [0, 2, 3]])
    if rules.border:
        is_at_border = sides.beside[atoms] < 0
        entry, side = np.nonzero(is_at_border & (codes[:, 1:] > 0))
        numbers = sides.number[atoms[entry], side]
        shown.append(np.stack([numbers, codes[entry, 1 + side], moves[entry]], axis=1))
    if rules.colouring:
        shown.append(np.stack([first_cell + atoms, codes[:, 0], moves], axis=1))
    if rules.alternating:
        shown.append(cell_colours(table) + np.array([first_unlike, 0, 0]))
    return shown


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
    identity = np.eye(len(motion), dtype=np.int64)
    power = motion
    number = 1
    while not (power == identity).all():
        power = motion @ power
        number += 1
    return number


class _LayersOfShape(NamedTuple):
    """The layers of a shape side by side, as polygons.

    Attributes:
        cells: The cells of the shape, each in its layer.
        other_layers: In each layer, the places where cells of others are.
        middles: The middles of the layers (x), where there are several.
    """

    cells: tuple[Polygon, ...]
    other_layers: tuple[Polygon, ...]
    middles: tuple[float, ...]


def _layers_of_shape(cells: Cells, shape: Sequence[Sequence[int]]) -> _LayersOfShape:
    """Draws the layers of a shape side by side."""
    loops = {tuple(point[-2:]): cells.loop(tuple(point[-2:])) for point in shape}
    (left, _), (width, _) = bounds(loops.values())
    layers = sorted({tuple(point[:-2]) for point in shape})
    shift_of = {layer: number * (width + _BETWEEN) for number, layer in enumerate(layers)}
    polygons = {}
    for layer, shift in shift_of.items():
        for place, loop in loops.items():
            polygons[layer, place] = [(x + shift, y) for x, y in loop]
    own = tuple(polygons.pop((tuple(point[:-2]), tuple(point[-2:]))) for point in shape)
    middles: tuple[float, ...] = ()
    if len(layers) > 1:
        middles = tuple(left + width / 2 + shift for shift in shift_of.values())
    return _LayersOfShape(own, tuple(polygons.values()), middles)
