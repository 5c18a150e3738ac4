"""Layers of squares as text: letters in their cells and box-drawing walls between the tiles."""

from __future__ import annotations

from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import CLASH, OPEN, Board, FurtherAtom, Layer
from ilpuzzles.render.segments import Drawing, Segment

# By the walls that meet: up, down, left, right as 8, 4, 2, 1.
_JUNCTIONS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"
_OUTSIDE = -3
_NOTHING, _SEAM, _WALL = range(3)
_UPRIGHT = " ┊│"
_LEVEL = " ┈─"

SEAM = _UPRIGHT[_SEAM]
"""Where a board goes on at its other side, and the same tile with it."""


def wall_text(board: Board, layer: Layer) -> Drawing:
    """Draws a layer whose points are the places of a square grid, with lines of equal length.

    A wall stands exactly between two cells of different tiles, even if these have the same mark,
    and at the border. Where a wrapped board goes on at its other side, the walls there tell whether
    the cell on that side has another tile; if not, they are dashed.
    """
    return _Walls(board, layer).lines()


def letter_of(board: Board, owner: int) -> str:
    """What marks a cell: the mark of its tile, a dot for none, or a star for several."""
    return board.marks[owner] if owner >= 0 else {OPEN: "·", CLASH: "*"}.get(owner, " ")


def further_text(board: Board, atom: FurtherAtom) -> Segment:
    """A further atom as three characters."""
    before, after = "[]" if atom.marked else "()" if atom.owner >= 0 else "  "
    text = f"{before}{letter_of(board, atom.owner)}{after}"
    if atom.owner < 0:
        return Segment(text)
    return Segment(text, board.colours[atom.owner], bold=not board.given[atom.owner])


class _Walls:
    """A layer on its way to be text."""

    def __init__(self, board: Board, layer: Layer) -> None:
        self.board, self.layer = board, layer
        # Layers of a stack stand in the same frame, those of a pyramid each in one of its own.
        framed = (layer,) if board.lattice.ragged else board.layers
        places = [place for part in framed for place in part.cells]
        self.rows = range(min(row for row, _ in places), max(row for row, _ in places) + 1)
        first = min(0, *(column for _, column in places))
        self.columns = range(first, max(column for _, column in places) + 1)

    def lines(self) -> Drawing:
        below = [atom for atom in self.beside() if atom.axis == 1]
        lines: Drawing = [[Segment(self.layer.title)]] if self.layer.title else []
        for row in range(self.rows.start, self.rows.stop + 1):
            lines.append(self.between(row))
            if row < self.rows.stop:
                right = [atom for atom in self.beside() if (atom.axis, atom.value) == (0, row)]
                line = self.cells(row)
                for atom in right:
                    line += [Segment(f"  {atom.name} "), further_text(self.board, atom)]
                lines.append(line)
        for name in dict.fromkeys(atom.name for atom in below):
            lines.append(self.foot(name, [atom for atom in below if atom.name == name]))
        width = max(sum(len(segment.text) for segment in line) for line in lines)
        return [_padded(line, width) for line in lines]

    def beside(self) -> tuple[FurtherAtom, ...]:
        """The further atoms that have a place beside the layer."""
        return () if self.layer.start else self.board.further

    def owner(self, place: Point) -> int:
        """The tile of a cell, or of what lies beyond the border."""
        if place in self.layer.cells:
            return self.layer.cells[place]
        if place in self.layer.beyond:
            return self.board.owner(self.layer.beyond[place])
        return _OUTSIDE

    def side(self, one: Point, other: Point) -> int:
        """What stands between two places."""
        drawn = (one in self.layer.cells) + (other in self.layer.cells)
        if not drawn:
            return _NOTHING
        if self.owner(one) != self.owner(other):
            return _WALL
        return _NOTHING if drawn == 2 else _SEAM

    def colour(self, *places: Point) -> str:
        """The colour of some places, if one tile has them all."""
        owners = {self.layer.cells.get(place, _OUTSIDE) for place in places}
        number = owners.pop()
        return self.board.colours[number] if not owners and number >= 0 else ""

    def between(self, row: int) -> list[Segment]:
        """The line above a row of cells."""
        line: list[Segment] = []
        for column in range(self.columns.start, self.columns.stop + 1):
            up_left, up_right = (row - 1, column - 1), (row - 1, column)
            down_left, down_right = (row, column - 1), (row, column)
            up, down = self.side(up_left, up_right), self.side(down_left, down_right)
            left, right = self.side(up_left, down_left), self.side(up_right, down_right)
            around = (up_left, up_right, down_left, down_right)
            tone = "" if up or down or left or right else self.colour(*around)
            line.append(Segment(_junction(up, down, left, right), tone))
            if column < self.columns.stop:
                tone = "" if right else self.colour(up_right, down_right)
                line.append(Segment(_LEVEL[right] * 3, tone))
        return line

    def cells(self, row: int) -> list[Segment]:
        """The line of a row of cells."""
        line: list[Segment] = []
        for column in range(self.columns.start, self.columns.stop + 1):
            left, here = (row, column - 1), (row, column)
            side = self.side(left, here)
            line.append(Segment(_UPRIGHT[side], "" if side else self.colour(left, here)))
            if column < self.columns.stop:
                line.append(self.cell(here))
        return line

    def cell(self, place: Point) -> Segment:
        owner = self.layer.cells.get(place, _OUTSIDE)
        before, after = "  "
        if owner >= 0 and self.board.filling[owner]:
            before, after = "()"
        if (*self.layer.start, *place) in self.board.marked:
            before, after = "[]"
        text = f"{before}{letter_of(self.board, owner)}{after}"
        bold = owner >= 0 and not self.board.given[owner]
        return Segment(text, self.colour(place), bold=bold)

    def foot(self, name: str, atoms: list[FurtherAtom]) -> list[Segment]:
        """The further atoms of the columns, below them."""
        found = {atom.value: further_text(self.board, atom) for atom in atoms}
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
    return _JUNCTIONS[8 * bool(up) + 4 * bool(down) + 2 * bool(left) + bool(right)]


def _padded(line: list[Segment], width: int) -> list[Segment]:
    missing = width - sum(len(segment.text) for segment in line)
    return [*line, Segment(" " * missing)] if missing else line
