"""A layer of a board as SVG: rounded outlines of tiles, with a letter in every part of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape

from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import CLASH, OPEN, Board, Layer
from ilpuzzles.render.cells import Cells
from ilpuzzles.render.letter_places import Place, letter_place
from ilpuzzles.render.outline import Corner, joined, outline, pulled_in, rounded_path, sides_of
from ilpuzzles.render.palette import darker, ink_on
from ilpuzzles.render.svg_document import piece

# As large as dashed outlines and stars leave room for, of the reach of a letter.
_RING = 0.6

# Where many tiles shine through each other, no ink shows by itself.
_HALO = ' stroke="#fff" stroke-width="4" paint-order="stroke"'


class LayerPicture:
    """The elements of a layer.

    Attributes:
        low: The least x and y of its cells, in pixels.
        size: Its width and height, in pixels.
    """

    def __init__(self, board: Board, layer: Layer, cells: Cells) -> None:
        self._board, self._layer, self._cells = board, layer, cells
        corners = [corner for place in layer.cells for corner in cells.loop(place)]
        self.low = (min(x for x, _ in corners), min(y for _, y in corners))
        self.size = (
            max(x for x, _ in corners) - self.low[0],
            max(y for _, y in corners) - self.low[1],
        )
        # The sides at the border, as cells here have them, and what lies beyond.
        self._beyond = {
            (end, start): place
            for place in layer.beyond
            for start, end in sides_of(cells.corners(place))
        }
        self._clashing = CLASH in layer.cells.values()
        # Balls look like balls, also where several of them hang together.
        self._rounding = cells.radius * (0.75 if board.lattice.name == "fcc" else 1 / 3)

    def elements(self) -> Iterator[str]:
        """All elements, those on top last."""
        if not self._layer.beyond:
            yield from self._inside()
            return
        # A picture of its own cuts off what reaches beyond the border.
        (x, y), (width, height) = self.low, self.size
        yield (
            f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'viewBox="{x:g} {y:g} {width:g} {height:g}">'
        )
        yield from self._inside()
        yield "</svg>"
        yield f'<path class="w" d="{self._seam()}"/>'

    def _inside(self) -> Iterator[str]:
        layer, board, cells = self._layer, self._board, self._cells
        rounding = self._rounding if board.lattice.name == "fcc" else 2
        open_cells = [
            rounded_path([cells.loop(place)], rounding)
            for place, owner in layer.cells.items()
            if owner == OPEN
        ]
        if open_cells:
            yield f'<path class="c" d="{"".join(open_cells)}"/>'
        labels = self._labels()
        for number, places in sorted(layer.tiles.items()):
            parts = [self._tile(number, places), *self._inner_outlines(number, places)]
            # Letters lie on top of all tiles where these cover each other.
            parts += [] if self._clashing else labels.get(number, [])
            yield self._piece(number, parts)
        if layer.beyond:
            yield from self._cover()
        if self._clashing:
            for number, elements in labels.items():
                yield self._piece(number, elements)
        yield from self._clashes()
        for group in self._marked_groups():
            inner = [pulled_in(loop, cells.radius * 5 / 22) for loop in self._outlines(group)]
            path = rounded_path(inner, 3)
            # Twice, since dark red alone does not show on every colour.
            yield f'<path class="n" d="{path}"/><path class="m" d="{path}"/>'

    def _is_marked(self, place: Point) -> bool:
        return (*self._layer.start, *place) in self._board.marked

    def _marked_groups(self) -> list[list[Point]]:
        """What has a dashed outline: each marked square, and small cells with all of their tile."""
        marked = [place for place in self._layer.cells if self._is_marked(place)]
        if self._board.lattice.is_grid:
            return [[place] for place in marked]
        groups: dict[int, list[Point]] = defaultdict(list)
        for place in marked:
            groups[self._layer.cells[place]].append(place)
        return list(groups.values())

    def _piece(self, number: int, elements: Iterable[str]) -> str:
        return piece(self._board.order[number], self._board.marks[number], elements)

    def _tile(self, number: int, places: Sequence[Point]) -> str:
        """The outlines of all parts of a tile."""
        colour = self._board.colours[number]
        loops = self._outlines([*places, *self._continued(number, places)])
        path = rounded_path([pulled_in(loop, 2) for loop in loops], self._rounding)
        # What lies below another tile has to show through.
        name = "p o" if self._clashing else "p"
        return f'<path class="{name}" d="{path}" fill="{colour}" stroke="{darker(colour)}"/>'

    def _outlines(self, places: Iterable[Point]) -> list[list[tuple[float, float]]]:
        loops = outline(self._cells.corners(place) for place in places)
        return [self._cells.scaled(loop) for loop in loops]

    def _continued(self, number: int, places: Sequence[Point]) -> list[Point]:
        """The places beyond the border on which a tile goes on, beside its cells here."""
        sides = [side for place in places for side in sides_of(self._cells.corners(place))]
        across = dict.fromkeys(self._beyond[side] for side in sides if side in self._beyond)
        return [place for place in across if number in self._board.tiles_at(self._layer, place)]

    def _cover(self) -> Iterator[str]:
        """The ground around a board that is no rectangle."""
        loops = self._outlines(self._layer.cells)
        (x, y), (width, height) = self.low, self.size
        frame = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        if len(loops) > 1 or sorted(loops[0]) != sorted(frame):
            yield f'<path class="g" d="{rounded_path([frame, *loops], 0)}"/>'

    def _seam(self) -> str:
        """The sides of cells where the board goes on at its other side."""
        sides: list[tuple[Corner, Corner]] = [
            side
            for place in self._layer.cells
            for side in sides_of(self._cells.corners(place))
            if side in self._beyond
        ]
        lines = [self._cells.scaled(side) for side in sides]
        return "".join(f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for (x1, y1), (x2, y2) in lines)

    def _inner_outlines(self, number: int, places: Sequence[Point]) -> Iterator[str]:
        """What tells the cells of a tile that fills further atoms."""
        if self._board.filling[number]:
            loops = [pulled_in(self._cells.loop(place), 6) for place in places]
            path = rounded_path(loops, self._cells.radius / 5)
            ink = ink_on(self._board.colours[number])
            yield f'<path class="f" d="{path}" stroke="{ink}"/>'

    def _labels(self) -> dict[int, list[str]]:
        """For every tile a letter in every part, and a ring round that of a given one."""
        standing: dict[Place, list[int]] = defaultdict(list)
        for number, places in sorted(self._layer.tiles.items()):
            for part in joined(self._cells.polygons(places)):
                standing[self._letter_place(part, standing)].append(number)
        labels: dict[int, list[str]] = defaultdict(list)
        for place, numbers in standing.items():
            for position, number in enumerate(numbers):
                labels[number] += self._label(number, place, position, len(numbers))
        return labels

    def _label(self, number: int, place: Place, position: int, several: int) -> Iterator[str]:
        """A letter; where tiles cover each other altogether, several share a place side by side."""
        ink = "#000000" if self._clashing else ink_on(self._board.colours[number])
        letter = escape(self._board.marks[number])
        reach = self._cells.reach / max(several / 1.2, 1)
        x = place[0] + (2 * position + 1 - several) * reach * 0.75
        y = place[1]
        if self._board.given[number]:
            yield f'<circle class="r" cx="{x:g}" cy="{y:g}" r="{reach * _RING:g}" stroke="{ink}"/>'
        small = f' style="font-size:{reach * 0.95:.3g}px"' if several > 1 else ""
        halo = _HALO if self._clashing else ""
        yield f'<text x="{x:g}" y="{y + reach / 3:g}" fill="{ink}"{halo}{small}>{letter}</text>'

    def _letter_place(self, part: list[Point], taken: Collection[Place]) -> Place:
        """Where the letter of a part stands: not where tiles clash, nor on a dashed outline."""
        cells = self._cells
        alone = [place for place in part if self._layer.cells[place] != CLASH] or part
        if self._clashing:
            alone = [place for place in alone if cells.centre(place) not in taken] or alone
        if self._board.lattice.is_grid or (self._clashing and alone != part):
            return letter_place(cells, alone, in_cell=True)
        marked = [place for place in alone if self._is_marked(place)]
        others = [place for place in alone if not self._is_marked(place)]
        groups = [*joined(cells.polygons(marked)), *joined(cells.polygons(others))]
        return letter_place(cells, max(groups, key=len), in_cell=False)

    def _clashes(self) -> Iterator[str]:
        """A frame and a star for every cell that several tiles cover."""
        radius = self._cells.radius
        for place, owner in self._layer.cells.items():
            if owner != CLASH:
                continue
            loop, (x, y) = self._cells.loop(place), self._cells.centre(place)
            corner = max(loop, key=lambda corner: (round(corner[0] - corner[1], 6), corner))
            x, y = corner[0] + (x - corner[0]) / 3, corner[1] + (y - corner[1]) / 3
            yield f'<path class="x" d="{rounded_path([loop], 2)}"/>'
            yield f'<text class="s" x="{x:g}" y="{y + radius * 0.7 - radius / 3:g}">*</text>'
