"""Tilings as text: letters in their cells, walls between squares, and a legend; and their tiles."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from itertools import groupby

import numpy as np

from ilpuzzles.errors import counted
from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.render.text import (
    Drawing,
    Segment,
    arrange,
    beside,
    block_width,
    line_width,
    wrapped,
)
from ilpuzzles.tilings.picture_layout import (
    FurtherAtom,
    Layer,
    TilingBoard,
    board_of,
    fill_lines,
    further_legend,
    letter_of,
    mark_colours,
    tile_colour,
    tile_words,
    tiles_legend,
)
from ilpuzzles.tilings.tiling_puzzle import (
    Point,
    Tile,
    TilingInstance,
    TilingPuzzle,
    TilingSolution,
    TitledShape,
    colour_words,
)

_GAP = 3
_BESIDE = ("behind each row", "below each column")
_SMALL_GAP = 1

# By the walls that meet: up, down, left, right as 8, 4, 2, 1.
_JUNCTIONS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"

# The sides of a square clockwise from the top, and what faces them.
_RIGHT = 1
_DOWN = 2
_FACING = {_RIGHT: 3, _DOWN: 0}
_DIFFERENT = "≠"

_OUTSIDE = -3
_FREE = -4
_NOTHING, _SEAM, _WALL = range(3)
# At a seam, a board goes on at its other side, and the same tile with it.
_UPRIGHT = " ┊│"
_LEVEL = " ┈─"

_TILE_GAP = 4
_INDENT = 3


def tiling_text(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    width: int | None = None,
) -> Drawing:
    """Draws a solution, or without one the starting position, with a legend at the end.

    Layers of a solid stand side by side. Every cell shows the mark of its tile, a dot for
    none or a star for several, so that the picture can be read without colour. Cells of tiles that
    fill further atoms stand in parentheses, as these atoms do beside their row. In a narrow `width`
    of characters, layers stand below each other, and those still too wide have no walls. For what
    is marked, see `board_of`.
    """
    board = board_of(instance, solution, marked)
    has_walls = board.lattice.is_grid
    blocks = [
        _Walls(board, layer).lines() if has_walls else _draw_chart(board, layer, tight=False)
        for layer in board.layers
    ]
    for tight in (False, True):
        if width is not None and max(map(block_width, blocks)) > width:
            blocks = [_compact(board, layer, tight=tight) for layer in board.layers]
            has_walls = False
    signs = _signs(board, instance, has_walls=has_walls)
    legend = [tiles_legend(board, instance, solved=solution is not None), *signs]
    lines = [line for text in legend if text for line in wrapped(text, width)]
    return [*arrange(blocks, _GAP, width), *([Segment(line)] for line in lines)]


def _signs(board: TilingBoard, instance: TilingInstance, *, has_walls: bool) -> list[str]:
    """What the signs of this picture mean, and what has no place in it."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    signs: list[str] = []
    if plane and has_walls and any(board.filling):
        signs.append(f"( ) also fills {' and '.join(fill_lines(board, instance))}")
    if plane and not has_walls:
        places = {(atom.axis, atom.name) for atom in board.further}
        signs += [f"{_BESIDE[axis]}: {name}" for axis, name in sorted(places)]
    if board.is_wrapped and has_walls:
        signs.append(f"{_UPRIGHT[_SEAM]} goes on at the other side")
    free = instance.free_cells()
    if free and not (has_walls and plane):
        signs.append(f"free: {' '.join(instance.labels[point] for point in free)}")
    listed = [] if plane else further_legend(board, board.further)
    shown = [] if plane and has_walls else tile_words(board)
    listed += [f"colours: {', '.join(shown)}"] if shown else []
    return [*listed, "   ".join(signs)]


def small_tiling_text(instance: TilingInstance, solution: TilingSolution | None = None) -> Drawing:
    """Draws a solution, or without one the starting position, as small as letters are.

    Every cell is its letter; layers of a solid stand side by side, the first one to the left.
    """
    board = board_of(instance, solution)
    return beside([_compact(board, layer, tight=True) for layer in board.layers], _SMALL_GAP)


def _compact(board: TilingBoard, layer: Layer, *, tight: bool) -> Drawing:
    """Draws a layer with letters and colours alone, in lines of equal length.

    Further atoms of rows and columns stand behind and below them. *Tight*, a column has one
    character, without room for marks; otherwise two, and marked cells stand in brackets.
    """
    lines = _draw_chart(board, layer, tight=tight)
    rows, columns = _frame(board, layer)
    below: dict[str, list[Segment]] = {}
    for atom in () if layer.start or not board.lattice.is_grid else board.further:
        if atom.axis == 0:
            lines[atom.value - rows.start] += [Segment(" "), _letter(board, atom, tight=tight)]
        else:
            start = (atom.value - columns.start) * (1 if tight else 2) + (not tight)
            line = below.setdefault(atom.name, [])
            line += [Segment(" " * (start - line_width(line))), _letter(board, atom, tight=True)]
    lines += below.values()
    if layer.title and not tight:
        lines.insert(0, [Segment(layer.title)])
    return beside([lines], 0)


def _letter(board: TilingBoard, atom: FurtherAtom, *, tight: bool) -> Segment:
    """A further atom as one character, or as three."""
    signs = "[]" if atom.marked else "()" if atom.owner >= 0 else "  "
    return _segment(board, atom.owner, *([] if tight else signs))


def _segment(board: TilingBoard, owner: int, before: str = "", after: str = "") -> Segment:
    """What marks a cell, between two signs, in the colour of its tile, bold unless it is given."""
    text = f"{before}{letter_of(board, owner)}{after}"
    if owner < 0:
        return Segment(text)
    return Segment(text, board.colours[owner], bold=not board.given[owner])


def _draw_chart(board: TilingBoard, layer: Layer, *, tight: bool) -> Drawing:
    """Draws a layer with letters, one line for each row of the chart.

    One pair of brackets holds all marked cells that follow each other directly; *tight*, a column
    has one character instead of two, and marks have no place.
    """
    points = list(layer.cells)
    point_at = dict(zip(_places(board, points), points, strict=True))
    rows, columns = _frame(board, layer)
    owner_at = {place: layer.cells[point] for place, point in point_at.items()}
    marked = {place for place, point in point_at.items() if (*layer.start, *point) in board.marked}

    def gap(row: int, column: int) -> Segment:
        """What stands before a column."""
        left = (row, column - 1)
        right = (row, column)
        owners = (owner_at[place] for place in (left, right) if place in owner_at)
        brackets = {(False, True): "[", (True, False): "]"}
        text = brackets.get((left in marked, right in marked), " ")
        return Segment(text, board.colour_of(owners))

    def cell(row: int, column: int) -> Segment:
        if (row, column) in owner_at:
            return _segment(board, owner_at[row, column])
        beside = (owner_at.get((row, column + step), _OUTSIDE) for step in (-1, 1))
        return Segment(" ", board.colour_of(beside))

    lines: Drawing = []
    for row in rows:
        line: list[Segment] = []
        for column in columns:
            line += [cell(row, column)] if tight else [gap(row, column), cell(row, column)]
        if not tight:
            line.append(gap(row, columns.stop))
        lines.append(_join_segments(line))
    return lines


def _places(board: TilingBoard, points: list[Point]) -> list[Point]:
    """Where the cells of a layer stand."""
    if board.lattice.is_grid:
        return points
    places = board.lattice.chart(np.array(points, dtype=np.int64)).tolist()
    return [(row, column) for row, column in places]


def _frame(board: TilingBoard, layer: Layer) -> tuple[range, range]:
    """The rows and columns that are drawn: of a stack of layers, not of a pyramid, all the same."""
    stacked = board.lattice.is_grid and not board.lattice.ragged
    layers = board.layers if stacked else (layer,)
    places = [place for one in layers for place in _places(board, [*one.cells, *board.free(one)])]
    rows, columns = zip(*places, strict=True)
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _join_segments(line: list[Segment]) -> list[Segment]:
    """The same line in as few segments as possible."""
    groups = groupby(line, key=lambda segment: (segment.colour, segment.bold))
    return [
        Segment("".join(segment.text for segment in group), colour, bold=bold)
        for (colour, bold), group in groups
    ]


class _Walls:
    """A layer whose points are the places of a square grid, in lines of equal length.

    A wall stands exactly between two cells of different tiles, even if these have the same mark,
    and at the border. Where a wrapped board goes on at its other side, the walls there tell whether
    the cell on that side has another tile; if not, they are dashed.
    """

    def __init__(self, board: TilingBoard, layer: Layer) -> None:
        self.board = board
        self.layer = layer
        self.free = frozenset(board.free(layer))
        self.rows, columns = _frame(board, layer)
        self.columns = range(min(0, columns.start), columns.stop)

    def lines(self) -> Drawing:
        # Of solids, further atoms have no place beside the layers.
        further = () if self.layer.start else self.board.further
        below = [atom for atom in further if atom.axis == 1]
        lines: Drawing = [[Segment(self.layer.title)]] if self.layer.title else []
        for row in range(self.rows.start, self.rows.stop + 1):
            lines.append(self.between(row))
            if row < self.rows.stop:
                line = self.cells(row)
                for atom in (atom for atom in further if (atom.axis, atom.value) == (0, row)):
                    line += [Segment(f"  {atom.name} "), _letter(self.board, atom, tight=False)]
                lines.append(line)
        for name in dict.fromkeys(atom.name for atom in below):
            lines.append(self.foot(name, [atom for atom in below if atom.name == name]))
        return beside([lines], 0)

    def owner(self, place: Point) -> int:
        """The tile of a cell, or of what lies beyond the border."""
        if place in self.layer.cells:
            return self.layer.cells[place]
        if place in self.layer.beyond:
            return self.board.owner(self.layer.beyond[place])
        return _FREE if place in self.free else _OUTSIDE

    def side(self, one: Point, other: Point) -> int:
        """What stands between two places."""
        drawn = sum(place in self.layer.cells or place in self.free for place in (one, other))
        if not drawn:
            return _NOTHING
        if self.owner(one) != self.owner(other):
            return _WALL
        return _NOTHING if drawn == 2 else _SEAM

    def colour(self, *places: Point) -> str:
        """The colour of some places, if one tile has them all."""
        return self.board.colour_of(self.layer.cells.get(place, _OUTSIDE) for place in places)

    def between(self, row: int) -> list[Segment]:
        """The line above a row of cells."""
        line = []
        for column in range(self.columns.start, self.columns.stop + 1):
            up_left = (row - 1, column - 1)
            up_right = (row - 1, column)
            down_left = (row, column - 1)
            down_right = (row, column)
            up = self.side(up_left, up_right)
            down = self.side(down_left, down_right)
            left = self.side(up_left, down_left)
            right = self.side(up_right, down_right)
            around = (up_left, up_right, down_left, down_right)
            tone = "" if up or down or left or right else self.colour(*around)
            line.append(Segment(_junction(up, down, left, right), tone))
            if column < self.columns.stop:
                tone = "" if right else self.colour(up_right, down_right)
                edge = self.edge(up_right, down_right, _DOWN) if right else None
                level = [Segment(_LEVEL[right] * 3, tone)]
                line += [Segment(_LEVEL[right]), edge, Segment(_LEVEL[right])] if edge else level
        return line

    def cells(self, row: int) -> list[Segment]:
        """The line of a row of cells."""
        line = []
        for column in range(self.columns.start, self.columns.stop + 1):
            left = (row, column - 1)
            here = (row, column)
            side = self.side(left, here)
            wall = Segment(_UPRIGHT[side], "" if side else self.colour(left, here))
            line.append((side and self.edge(left, here, _RIGHT)) or wall)
            if column < self.columns.stop:
                line.append(self.cell(here))
        return line

    def edge(self, one: Point, other: Point, side: int) -> Segment | None:
        """The colour of the side between two cells, if there is one; a sign where they differ."""
        cells = self.board
        facing = _FACING[side]
        here, there = (self.layer.beyond.get(place, place) for place in (one, other))
        shown = {cells.edge(here, side), cells.edge(there, facing)} - {""}
        if len(shown) > 1:
            return Segment(_DIFFERENT, bold=True)
        return next((Segment(letter, cells.inks[letter]) for letter in shown), None)

    def cell(self, place: Point) -> Segment:
        owner = self.layer.cells.get(place, _OUTSIDE)
        before = " "
        after = self.board.cell_colour(place) or " "
        label = self.board.label(self.layer, place)
        if owner >= 0 and self.board.filling[owner]:
            before, after = "()"
        if (*self.layer.start, *place) in self.board.marked:
            before, after = "[]"
        elif label:
            return Segment(f"{label:^3}")
        return _segment(self.board, owner, before, after)

    def foot(self, name: str, atoms: list[FurtherAtom]) -> list[Segment]:
        """The further atoms of the columns, below them."""
        found = {atom.value: _letter(self.board, atom, tight=False) for atom in atoms}
        line = [Segment(" ")]
        for column in self.columns:
            line += [found.get(column, Segment("   ")), Segment(" ")]
        return [*line, Segment(f" {name}")]


def _junction(up: int, down: int, left: int, right: int) -> str:
    if _WALL not in {up, down, left, right}:
        if up and down and not left and not right:
            return _UPRIGHT[_SEAM]
        if left and right and not up and not down:
            return _LEVEL[_SEAM]
    number = 0
    for is_wall in (up, down, left, right):
        number = 2 * number + bool(is_wall)
    return _JUNCTIONS[number]


def tiles_text(puzzle: TilingPuzzle, width: int | None = None, tile: str | None = None) -> Drawing:
    """Draws the tiles of a puzzle, as its model shows them, in as few lines as are readable.

    Of a tile that is named, it draws all orientations, with the numbers of their shapes.

    Layers stand side by side, and so do shapes that are drawn by hand, as far as `width` allows.
    """
    colours = mark_colours(puzzle)
    lines: Drawing = []
    for one, shapes in puzzle.drawn(tile):
        lines += ([Segment(text)] for text in wrapped(_about(one), width))
        colour = tile_colour(one, colours)
        blocks = [_shape(puzzle.lattice, one.name, shape, colour) for shape in shapes]
        room = None if width is None else width - _INDENT
        lines += ([Segment(" " * _INDENT), *line] for line in arrange(blocks, _TILE_GAP, room))
    return lines


def _about(tile: Tile) -> str:
    """What a tile is called, how large it is, and how it is used."""
    words = ", ".join(filter(None, (tile.colour_name, tile.title)))
    parts = [f"{tile.name}  {words}" if words else tile.name, counted(len(tile.points), "cell")]
    if tile.most is None:
        parts.append("any number" if not tile.least else f"{tile.least} copies or more")
    elif tile.most > 1:
        least = {tile.most: "", 0: "up to "}.get(tile.least, f"{tile.least} to ")
        parts.append(f"{least}{tile.most} copies")
    elif not tile.least:
        parts.append("may be left out")
    parts += [f"fills {name}" for name in tile.fills]
    for colours in tile.colours[:1]:
        parts += [f"{key} {words}" for key, words in colour_words(colours).items()]
    return ", ".join(parts)


def _shape(lattice: Lattice, name: str, shape: TitledShape, colour: str) -> Drawing:
    """A shape below its title, in lines of equal length."""
    charted = lattice.chart(np.array(shape.points, dtype=np.int64)).tolist()
    cells = colour_words(shape.colours).get("cells", " " * len(charted))
    places = dict(zip(map(tuple, charted), cells, strict=True))
    layers = sorted({place[:-2] for place in places})
    rows, columns = {place[-2] for place in places}, {place[-1] for place in places}
    lines: Drawing = []
    for row in range(min(rows), max(rows) + 1):
        line: list[Segment] = []
        for layer in layers:
            for column in range(min(columns), max(columns) + 1):
                own = places.get((*layer, row, column))
                line.append(Segment(f"{name}{own}", colour) if own else Segment("  "))
            line.append(Segment("  "))
        lines.append(line)
    title = " ".join(filter(None, (shape.title, colour_words(shape.colours).get("edges", ""))))
    if not shape.title:
        return lines
    return beside([[[Segment(title)], *lines]], 0)
