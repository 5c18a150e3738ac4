"""Where the cells, lines and corners of a board to draw on lie, and what marks look like there."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from ilpuzzles.genres.layers import PEN, SYMBOL_LETTERS
from ilpuzzles.genres.layers_svg import GridPlaces, boxes_beside, marks_of
from ilpuzzles.genres.mark_words import MarkWords
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.puzzles.playground import (
    MoveTable,
    PieceShape,
    Plain,
    PlayData,
    PlayPiece,
    PlayView,
    Polygon,
    Spot,
)
from ilpuzzles.render.svg import MARGIN
from ilpuzzles.rules.places import Place, name_of_cell

_THIN = 0.45
"""How wide the spots of lines are where cells have marks as well."""

_REACH = 13
"""How far the spot of a line between two cells that are no neighbours reaches, in pixels."""

_RIM = 2
"""How much is seen around a board, in pixels."""

_LETTERS = {
    "shaded": "■",
    "line": "━",
    "double line": "═",
    "no line": "x",
    "empty": "·",
    **SYMBOL_LETTERS,
}
"""The letters that stand for marks among the pieces of a board."""


class DrawnBoard:
    """The spots of a board to draw on: its cells, then the lines, then the corners with clues."""

    def __init__(self, blank: Sketch, marks: Sequence[PencilMark], mark_words: MarkWords) -> None:
        self.grid = blank.grid
        self._blank = blank
        self._marks = marks
        self._mark_words = mark_words
        self._places = GridPlaces.of(blank)
        self._picture = blank.picture()
        self._sides = {tuple(cells): side for side, cells in self.grid.cells_by_side.items()}
        # A line between cells and a side may have the same numbers.
        self._has_paths = any(mark.layer == "paths" for mark in marks)
        self._marks_cells = any(mark.place in self.grid.cell_set for mark in marks)
        # A clue in the middle of a cell belongs to that.
        middles: dict[Any, Any] = {_middle_of(cell): cell for cell in self.grid.cells}
        self._clue_inside = {cell: blank.dots.get(at, "") for at, cell in middles.items()}
        corners = [at for at, text in blank.dots.items() if text.strip() and at not in middles]
        lines = [mark.place for mark in marks if mark.place not in self.grid.cell_set]
        self._keys: list[Any] = [*self.grid.cells, *dict.fromkeys(lines), *corners]
        self._first_line = len(self.grid.cells)
        self._first_corner = len(self._keys) - len(corners)
        self.spot_of = {key: spot for spot, key in enumerate(self._keys[: self._first_corner])}
        # A corner may have the same numbers as a cell.
        self.corner_spots = {key: spot for spot, key in enumerate(corners, self._first_corner)}

    def data(self) -> PlayData:
        """The data of the board to play on: its cells and lines, and the marks for it."""
        names = list(dict.fromkeys(mark.name for mark in self._marks))
        if all(map(str.isdecimal, names)):
            names.sort(key=int)
        piece_of = {name: number for number, name in enumerate(names)}
        moves = [(piece_of[mark.name], 0, [self.spot_of[mark.place]]) for mark in self._marks]
        places = self._places
        inside = (-_RIM, -_RIM, places.width + 2 * _RIM, places.height + 2 * _RIM)
        whole = [-MARGIN, -MARGIN, self._picture.width, self._picture.height]
        spots = range(len(self._keys))
        return PlayData(
            views=(PlayView("", inside),),
            spots=tuple(self._spot(spot) for spot in spots),
            pieces=tuple(self._piece(name) for name in names),
            moves=MoveTable.of(moves),
            drag="draw",
            clues=tuple(self._clue(spot) for spot in spots),
            backdrop={"svg": self._picture.document(), "box": whole},
            beside=boxes_beside(self._blank, places),
            drawings=tuple(self._drawing(mark) for mark in self._marks),
        )

    def key_of(self, spot: int) -> Hashable:
        """The key that pictures know a spot by: of a corner, not the numbers that a cell has."""
        key: Any = self._keys[spot]
        return self.grid.corner_place(key) if self._is_corner(spot) else key

    # Parts of the board

    def _is_cell(self, spot: int) -> bool:
        return spot < self._first_line

    def _is_corner(self, spot: int) -> bool:
        return spot >= self._first_corner

    def _is_line(self, spot: int) -> bool:
        return not self._is_cell(spot) and not self._is_corner(spot)

    def _piece(self, name: str) -> PlayPiece:
        """The mark of a name, as a piece of any number of copies."""
        shape = PieceShape((_square_around((0.0, 0.0), 8),))
        letter = _LETTERS.get(name, name)
        title = self._mark_words.title(name)
        return PlayPiece(name, title, PEN, (shape,), letter, least=0, most=None)

    def _spot(self, spot: int) -> Spot:
        return Spot(self._name(spot), 0, self._corners(spot), is_line=self._is_line(spot))

    def _name(self, spot: int) -> str:
        key = self._keys[spot]
        if self._is_cell(spot):
            return name_of_cell(key)
        if self._is_corner(spot):
            return self.grid.corner_place(key).name
        if self._has_paths:
            return Place.pair(*key).name
        return self.grid.side_place(key).name

    def _clue(self, spot: int) -> str:
        """The text of the clue in a spot; empty if it has none."""
        key = self._keys[spot]
        blank = self._blank
        if self._is_corner(spot):
            return blank.dots[key]
        if self._is_line(spot):
            return ""
        text, _ = blank.texts.get(key) or blank.symbols.get(key, ("", ""))
        return text or blank.small.get(key) or self._clue_inside[key]

    def _drawing(self, mark: PencilMark) -> tuple[Plain, ...]:
        """The drawing of a mark, as elements of SVG."""
        sketch = Sketch(self.grid)
        place = mark.place
        if mark.layer == "crosses":
            sketch.cross_out([self._place_of_cross(place)])
        else:
            getattr(sketch, mark.layer)[place] = mark.look
        if mark.layer == "shaded":
            sketch.draw_bands(self._blank.bands)
        if mark.layer in {"shaded", "symbols"} and place in self._blank.texts:
            # It would hide the clue.
            sketch.texts[place] = self._blank.texts[place]
        if mark.layer == "paths":
            clues = {_middle_of(cell): self._clue_inside[cell] for cell in place}
            sketch.write_at_corners({middle: text for middle, text in clues.items() if text})
        svg = f"<g>{''.join(marks_of(sketch, self._places))}</g>"
        return tuple(_plain_element(element) for element in ET.fromstring(svg))  # noqa: S314 - it is our own

    def _place_of_cross(self, place: Any) -> Any:
        """Where a cross stands: on the side between two cells, or else between their middles."""
        if not self._has_paths:
            return place
        middles = tuple(_middle_of(cell) for cell in place)
        return self._sides.get(place, middles)

    # Polygons

    def _corners(self, spot: int) -> Polygon:
        key = self._keys[spot]
        if self._is_cell(spot):
            return [self._places.corner(corner) for corner in self.grid.corners_of(key)]
        if self._is_corner(spot):
            return _square_around(self._places.corner(key), 9)
        return self._corners_of_line(key)

    def _corners_of_line(self, key: Any) -> Polygon:
        """A quadrangle around a line: its two ends, and a point at each side."""
        places = self._places
        if self._has_paths:
            side = self._sides.get(key)
            ends = [places.middle(cell) for cell in key]
            beside = [] if side is None else [places.corner(corner) for corner in side]
        else:
            ends = [places.corner(corner) for corner in key]
            beside = [places.middle(cell) for cell in self.grid.cells_by_side[key]]
        (x1, y1), (x2, y2) = ends
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        if len(beside) == 1:
            # At the border, a point opposite to the one cell.
            ((x, y),) = beside
            beside.append((2 * middle[0] - x, 2 * middle[1] - y))
        if not beside:
            # Between cells that are no neighbours.
            scale = _REACH / math.dist(*ends)
            right = (scale * (y2 - y1), -scale * (x2 - x1))
            beside = [
                (middle[0] + right[0], middle[1] + right[1]),
                (middle[0] - right[0], middle[1] - right[1]),
            ]
        width = _THIN if self._marks_cells else 1.0
        first, second = (
            (middle[0] + width * (x - middle[0]), middle[1] + width * (y - middle[1]))
            for x, y in beside
        )
        return [ends[0], first, ends[1], second]


def _middle_of(cell: Any) -> tuple[float, ...]:
    return tuple(number + 0.5 for number in cell)


def _square_around(middle: tuple[float, float], reach: float) -> Polygon:
    x, y = middle
    return [
        (x - reach, y - reach),
        (x + reach, y - reach),
        (x + reach, y + reach),
        (x - reach, y + reach),
    ]


def _plain_element(element: ET.Element) -> Plain:
    """An element of SVG as plain data; what its style says are attributes as well."""
    attributes = dict(element.attrib)
    for part in attributes.pop("style", "").split(";"):
        name, _, value = part.partition(":")
        if name:
            attributes[name] = value
    plain: Plain = {"tag": element.tag, "set": attributes}
    if element.text:
        plain["text"] = element.text
    return plain
