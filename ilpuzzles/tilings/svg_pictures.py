"""Tilings as SVG: rounded outlines with letters, givens marked by a ring; and their tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain, repeat

import numpy as np

from ilpuzzles.render.outline import (
    SIDE,
    Cells,
    Place,
    bounds,
    joined,
    letter_place,
    outline,
    pull_in,
    round_path,
    sides_of,
)
from ilpuzzles.render.solid import Body, solid_block
from ilpuzzles.render.svg import MARGIN, TITLE, Block, Picture, PictureView, darker, ink_on, piece
from ilpuzzles.tilings.picture_layout import (
    CLASH,
    OPEN,
    FurtherAtom,
    Layer,
    TilingBoard,
    board_of,
    fill_lines,
    further_legend,
    letter_of,
    mark_colours,
    tile_colour,
)
from ilpuzzles.tilings.solid_pictures import BALLS, CUBES, solid_at, solid_blocks
from ilpuzzles.tilings.tiling_puzzle import (
    UNCOLOURED,
    Point,
    Tile,
    TilingInstance,
    TilingPuzzle,
    TilingSolution,
    TitledShape,
)

_WIDEST = 900  # pixels, of a row of blocks; layers alone may need more

# As large as dashed outlines and stars leave room for, of the reach of a letter.
_RING = 0.6

_PAINTED = 3.5  # pixels between the border of a cell and its colour
_GROUND = 0.46  # of the radius of a cell, the ground of the letter on the colours of edges

_FREE_GROUND = "#dee2e6"
"""The colour of cells that stay free, and have a label."""

_ABOVE = 8.5  # pixels from the upper side of a square to the middle of its number

# Where many tiles shine through each other, no ink shows by itself.
_HALO = ' stroke="#fff" stroke-width="4" paint-order="stroke"'

_LENGTH = 1.5 * SIDE
_IN = 5
_WIDEST_TILES = 760  # pixels, of a row of tiles


def tiling_picture(
    instance: TilingInstance,
    solution: TilingSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    view: PictureView = "flat",
) -> Picture:
    """Draws a solution, or without one the starting position.

    Layers of a solid stand side by side. Every part of a tile that is drawn apart has its letter.
    For what is marked, see `board_of`; solids carry no marks. Of a board that is not plane, the
    view is its layers, or unrolled (`flat`), as it stands in space (`solid`), with its pieces
    pulled apart (`apart`), or both the first and the second (`all`). In `numbered` ones, which are
    flat, every atom has its number, and only squares have room for letters as well.
    """
    board = board_of(instance, solution, marked, numbered=view == "numbered")
    cells = Cells(board.lattice)
    apart = view == "apart"
    is_flat = view in {"flat", "numbered"}
    solids = [] if is_flat else solid_blocks(instance, solution, apart=apart)
    if view in {"solid", "apart"} and solids:
        rows = [solids]
        legend = []
    else:
        rows = _rows([_flat(board, layer, cells) for layer in board.layers], solids)
        legend = _legend(board, instance)
    title = instance.title or instance.puzzle.title
    blocks = tuple(tuple(row) for row in rows)
    return Picture(title, blocks, tuple(legend), round(cells.reach * 0.95))


def _flat(board: TilingBoard, layer: Layer, cells: Cells) -> Block:
    """A layer, and what stands beside it."""
    picture = LayerPicture(board, layer, cells)
    further = FurtherPicture(board)
    (x, y), (width, height) = picture.low, picture.size
    elements = (
        f'<g transform="translate({-x:g} {further.above - y:g})">',
        *picture.elements(),
        *further.elements(picture.low, picture.size),
        "</g>",
    )
    height += further.above + further.below
    return Block(layer.title, width + further.right, height, elements)


def _rows(layers: list[Block], solids: list[Block]) -> list[list[Block]]:
    """Solids beside their layers, as far as there is room, and towers below what is unrolled."""
    if not solids:
        return [layers]
    if len(layers) == 1:
        return [layers, solids]
    together = [*solids, *layers]
    wide = sum(block.room + 2 * MARGIN for block in together)
    return [together] if wide <= _WIDEST else [solids, layers]


def _legend(board: TilingBoard, instance: TilingInstance) -> list[str]:
    """What the signs of this picture mean, and what has no place in it."""
    plane = board.lattice.is_grid and board.lattice.dimension == 2
    texts = [] if plane else further_legend(board, board.further)
    if any(board.filling) and not board.numbers:
        filled = " and ".join(fill_lines(board, instance))
        texts.append(f"A piece with inner outlines also fills {filled}.")
    if board.is_wrapped:
        texts.append("At the dashed lines, the board goes on at its other side.")
    return texts


class LayerPicture:
    """The elements of a layer, whose cells have their least x and y in `low`, in pixels."""

    def __init__(self, board: TilingBoard, layer: Layer, cells: Cells) -> None:
        self._board = board
        self._layer = layer
        self._cells = cells
        self._free = board.free(layer)
        self.low, self.size = bounds(map(cells.loop, [*layer.cells, *self._free]))
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
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        yield f'<svg {box} viewBox="{x:g} {y:g} {width:g} {height:g}">'
        yield from self._inside()
        yield "</svg>"
        yield f'<path class="w" d="{self._seam()}"/>'

    def _inside(self) -> Iterator[str]:
        layer = self._layer
        board = self._board
        cells = self._cells
        rounding = self._rounding if board.lattice.name == "fcc" else 2
        empty = [place for place, owner in layer.cells.items() if owner == OPEN]
        if empty:
            path = "".join(round_path([cells.loop(place)], rounding) for place in empty)
            yield f'<path class="c" d="{path}"/>'
            yield from self._draw_demands(empty)
        if self._free:
            path = "".join(round_path([cells.loop(place)], rounding) for place in self._free)
            yield f'<path class="c" style="fill:{_FREE_GROUND}" d="{path}"/>'
        yield from self._write_labels([*empty, *self._free])
        labels = self._labels() if board.lattice.is_grid or not board.numbers else {}
        for number, places in sorted(layer.tiles.items()):
            parts = [
                self._tile(number, places),
                *self._paint_tile(number, places),
                *self._inner_outlines(number, places),
            ]
            # Letters lie on top of all tiles where these cover each other.
            parts += [] if self._clashing else labels.get(number, [])
            yield self._piece(number, parts)
        if layer.beyond:
            yield from self._cover()
        if self._clashing:
            for number, elements in labels.items():
                yield self._piece(number, elements)
        yield from self._clashes()
        if board.numbers:
            yield from self._numbers()
        for group in self._mark_groups():
            inner = [pull_in(loop, cells.radius * 5 / 22) for loop in self._outlines(group)]
            path = round_path(inner, 3)
            # Twice, since dark red alone does not show on every colour.
            yield f'<path class="n" d="{path}"/><path class="m" d="{path}"/>'

    def _write_labels(self, empty: Iterable[Point]) -> Iterator[str]:
        """The texts in cells that no tile covers, in so small letters that they fit."""
        size = self._cells.reach * 0.62
        for place in empty:
            label = self._board.label(self._layer, place)
            if label:
                x, y = self._cells.centre(place)
                at = f'x="{x:g}" y="{y + size / 3:.3g}" style="font-size:{size:.3g}px"'
                yield f'<text {at} fill="#495057">{escape(label)}</text>'

    def _numbers(self) -> Iterator[str]:
        """The number of every atom: above the letters of squares, in the middle of other cells."""
        upwards = self._cells.radius - _ABOVE if self._board.lattice.is_grid else 0
        for place, owner in self._layer.cells.items():
            x, y = self._cells.centre(place)
            number = self._board.numbers[(*self._layer.start, *place)]
            yield _number(self._board, number, owner, x, y - upwards)

    def _is_marked(self, place: Point) -> bool:
        return (*self._layer.start, *place) in self._board.marked

    def _mark_groups(self) -> list[list[Point]]:
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
        loops = self._outlines([*places, *self._places_beyond(number, places)])
        path = round_path([pull_in(loop, 2) for loop in loops], self._rounding)
        # What lies below another tile has to show through.
        name = "p o" if self._clashing else "p"
        return f'<path class="{name}" d="{path}" fill="{colour}" stroke="{darker(colour)}"/>'

    def _draw_demands(self, empty: Iterable[Point]) -> Iterator[str]:
        """The colours that cells have to be covered by."""
        for place in empty:
            word = self._board.colours_at.get((*self._layer.start, *place), "")
            yield from paint_cell(self._cells, place, word, self._board.inks)

    def _paint_tile(self, number: int, places: Sequence[Point]) -> Iterator[str]:
        """The colours of the cells of a tile, and of their sides."""
        placed = self._board.tiles[number]
        words = dict(zip(placed.points, placed.colours, strict=False))
        for place in places:
            if (*self._layer.start, *place) in words:
                word = words[*self._layer.start, *place]
                yield from paint_cell(self._cells, place, word, self._board.inks)

    def _outlines(self, places: Iterable[Point]) -> list[list[tuple[float, float]]]:
        loops = outline(self._cells.corners(place) for place in places)
        return [self._cells.scaled(loop) for loop in loops]

    def _places_beyond(self, number: int, places: Sequence[Point]) -> list[Point]:
        """The places beyond the border on which a tile goes on, beside its cells here."""
        sides = (side for place in places for side in sides_of(self._cells.corners(place)))
        across = dict.fromkeys(self._beyond[side] for side in sides if side in self._beyond)
        return [place for place in across if number in self._board.tiles_at(self._layer, place)]

    def _cover(self) -> Iterator[str]:
        """The ground around a board that is no rectangle."""
        loops = self._outlines(self._layer.cells)
        (x, y), (width, height) = self.low, self.size
        frame = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        if len(loops) > 1 or sorted(loops[0]) != sorted(frame):
            yield f'<path class="g" d="{round_path([frame, *loops], 0)}"/>'

    def _seam(self) -> str:
        """The sides of cells where the board goes on at its other side."""
        corners = map(self._cells.corners, self._layer.cells)
        sides = (side for loop in corners for side in sides_of(loop) if side in self._beyond)
        lines = map(self._cells.scaled, sides)
        return "".join(f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for (x1, y1), (x2, y2) in lines)

    def _inner_outlines(self, number: int, places: Sequence[Point]) -> Iterator[str]:
        """What tells the cells of a tile that fills further atoms."""
        if self._board.filling[number] and not self._board.numbers:
            loops = [pull_in(self._cells.loop(place), 6) for place in places]
            path = round_path(loops, self._cells.radius / 5)
            yield f'<path class="f" d="{path}" stroke="{ink_on(self._board.colours[number])}"/>'

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
        painted = self._board.tiles[number].colours
        on_colours = self._clashing or bool(painted)
        ink = "#000000" if on_colours else ink_on(self._board.colours[number])
        letter = escape(self._board.marks[number])
        reach = self._cells.reach / max(several / 1.2, 1)
        x, y = place[0] + (2 * position + 1 - several) * reach * 0.75, place[1]
        if self._board.given[number] and not self._board.numbers:
            yield f'<circle class="r" cx="{x:g}" cy="{y:g}" r="{reach * _RING:g}" stroke="{ink}"/>'
        small = f' style="font-size:{reach * 0.95:.3g}px"' if several > 1 else ""
        small = small or _small(reach, painted)
        low = reach / 3
        if painted and _small(reach, painted):
            # On the white ground that these have.
            on_colours = self._clashing
            low = reach * 0.24
        halo = _HALO if on_colours else ""
        yield f'<text x="{x:g}" y="{y + low:g}" fill="{ink}"{halo}{small}>{letter}</text>'

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
            yield f'<path class="x" d="{round_path([loop], 2)}"/>'
            yield f'<text class="s" x="{x:g}" y="{y + radius * 0.7 - radius / 3:g}">*</text>'


def paint_cell(cells: Cells, place: Point, word: str, inks: Mapping[str, str]) -> Iterator[str]:
    """The colours of a cell and of its sides: a field inside it, and one from each side inwards.

    The word has their letters: that of the cell, and those of its sides; see `Lattice.sides`.
    """
    colour = word[:1]
    letters = word[1:]
    loop = pull_in(cells.loop(place), _PAINTED)
    if colour in inks:
        yield f'<path d="{round_path([loop], 2)}" fill="{inks[colour]}"/>'
    if not letters.strip(UNCOLOURED):
        return
    own = sides_of(cells.corners(place))
    kind = int(cells.lattice.classes(np.array(place, dtype=np.int64)))
    middle = cells.centre(place)
    for letter, step in zip(letters, cells.lattice.sides()[kind].tolist(), strict=False):
        beyond = tuple(here + there for here, there in zip(place, step, strict=True))
        facing = {(end, start) for start, end in sides_of(cells.corners(beyond))}
        if letter in inks:
            number = next(number for number, side in enumerate(own) if side in facing)
            start, end = sides_of(loop)[number]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (start, end, middle))
            yield f'<path d="M{path}Z" fill="{inks[letter]}"/>'
    reach = cells.radius * _GROUND
    yield f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{reach:g}" fill="#fff"/>'


def _small(reach: float, painted: Sequence[str]) -> str:
    """The size of a letter on the ground that `paint_cell` leaves it, if edges have colours."""
    has_edges = any(word[1:].strip(UNCOLOURED) for word in painted)
    return f' style="font-size:{reach * 0.66:.3g}px"' if has_edges else ""


class FurtherPicture:
    """The further atoms that stand beside a board, kind by kind.

    They take room to the `right` of it and `below` it, their titles `above` it, in pixels.
    """

    def __init__(self, board: TilingBoard) -> None:
        self._board = board
        plane = board.lattice.is_grid and board.lattice.dimension == 2
        atoms = board.further if plane else ()
        self._rows = list(dict.fromkeys(atom.name for atom in atoms if atom.axis == 0))
        self._columns = list(dict.fromkeys(atom.name for atom in atoms if atom.axis == 1))
        self._titled = MARGIN + 8 * max(map(len, self._columns), default=0)
        self.right = len(self._rows) * (MARGIN + _LENGTH) + (self._titled if self._columns else 0)
        self.below = len(self._columns) * (MARGIN + _LENGTH)
        self.above = TITLE if self._rows else 0
        self._atoms = atoms

    def elements(self, low: tuple[float, float], size: tuple[float, float]) -> Iterator[str]:
        """All elements beside a board with this least x and y and this size, in pixels."""
        for number, name in enumerate(self._rows):
            x = low[0] + size[0] + MARGIN + number * (MARGIN + _LENGTH)
            yield _title(name, x + _LENGTH / 2, low[1] - 8)
            for atom in self._atoms:
                if (atom.name, atom.axis) == (name, 0):
                    yield from self._bar(atom, x, (atom.value - 0.5) * SIDE, _LENGTH, SIDE)
        for number, name in enumerate(self._columns):
            y = low[1] + size[1] + MARGIN + number * (MARGIN + _LENGTH)
            x = low[0] + size[0] + self._titled / 2
            yield _title(name, x, y + _LENGTH / 2 + 5)
            for atom in self._atoms:
                if (atom.name, atom.axis) == (name, 1):
                    yield from self._bar(atom, (atom.value - 0.5) * SIDE, y, SIDE, _LENGTH)

    def _bar(
        self, atom: FurtherAtom, x: float, y: float, width: float, height: float
    ) -> Iterator[str]:
        """A rounded bar with a letter, inside a rectangle."""
        box = (
            f'x="{x + _IN:g}" y="{y + _IN:g}" width="{width - 2 * _IN:g}" '
            f'height="{height - 2 * _IN:g}" rx="{SIDE / 2 - _IN:g}"'
        )
        middle = f'x="{x + width / 2:g}" y="{y + height / 2 + SIDE / 6:g}"'
        letter = escape(letter_of(self._board, atom.owner).replace("·", ""))
        if atom.owner >= 0:
            colour = self._board.colours[atom.owner]
            elements = (
                f'<rect class="p" {box} fill="{colour}" stroke="{darker(colour)}"/>',
                f'<text {middle} fill="{ink_on(colour)}">{letter}</text>',
            )
            yield piece(self._board.order[atom.owner], self._board.marks[atom.owner], elements)
        else:
            yield f'<rect class="c" {box}/>'
            if letter:
                yield f'<text {middle} fill="#000000">{letter}</text>'
        if self._board.numbers:
            number = self._board.numbers[atom.name, atom.value]
            yield _number(self._board, number, atom.owner, x + 2 * _ABOVE, y + 2 * _ABOVE)
        if atom.marked:
            yield f'<rect class="n" {box}/><rect class="m" {box}/>'


def _number(board: TilingBoard, number: int, owner: int, x: float, y: float) -> str:
    """The number of an atom, in the ink that shows on its tile."""
    ink = ink_on(board.colours[owner]) if owner >= 0 else "#000000"
    return f'<text class="a" x="{x:g}" y="{y + 3:g}" fill="{ink}">{number}</text>'


def _title(name: str, x: float, y: float) -> str:
    return f'<text class="t" x="{x:g}" y="{y:g}">{escape(name)}</text>'


def tiles_picture(puzzle: TilingPuzzle, tile: str | None = None) -> Picture:
    """Draws the tiles of a puzzle, as its model shows them, each with its title above it.

    Of a tile that is named, it draws all orientations, with the numbers of their shapes.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> picture = tiles_picture(load("cube").instance.puzzle)
        >>> [block.title for row in picture.rows for block in row]
        ['L tromino, 9 copies']
    """
    drawn = enumerate(puzzle.drawn(tile))
    shown = ((number, one, shapes, _tile_title(one)) for number, (one, shapes) in drawn)
    # Shapes of a tile stay together, but not all of its orientations.
    return _tiles_in_rows(puzzle, shown, _WIDEST_TILES, together=tile is None)


def picture_of_rest(instance: TilingInstance) -> Picture | None:
    """Draws the tiles that have still to be placed, or may be; None if there are none.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> picture = picture_of_rest(load("lonpos", "8pieces").instance)
        >>> sum(len(row) for row in picture.rows)
        4
    """
    puzzle = instance.puzzle
    lying = Counter(placed.tile for placed in instance.givens)
    shown = []
    for number, (tile, shapes) in enumerate(puzzle.drawn()):
        left = None if tile.most is None else tile.most - lying[tile.name]
        if left != 0:
            title = "any number" if left is None else f"{left} times" if left > 1 else ""
            shown.append((number, tile, shapes, title))
    return _tiles_in_rows(puzzle, shown, _WIDEST, together=True) if shown else None


def _tiles_in_rows(
    puzzle: TilingPuzzle,
    shown: Iterable[tuple[int, Tile, list[TitledShape], str]],
    widest: float,
    *,
    together: bool,
) -> Picture:
    """Draws tiles with their numbers and shapes, whose titles stand above the first shapes."""
    colours = mark_colours(puzzle)
    inks = {**puzzle.edges, **puzzle.cells}
    cells = Cells(puzzle.lattice)
    rows: list[list[Block]] = [[]]
    for number, tile, shapes, title in shown:
        colour = tile_colour(tile, colours)
        titles = chain([title], repeat(""))
        blocks = [
            _block(
                cells, tile, shape, inks, number=number, colour=colour, title=shape.title or said
            )
            for shape, said in zip(shapes, titles, strict=False)
        ]
        for part in [blocks] if together else [[block] for block in blocks]:
            wide = sum(block.room + 2 * MARGIN for block in [*rows[-1], *part])
            if rows[-1] and wide > widest:
                rows.append([])
            rows[-1] += part
    return Picture(puzzle.title, tuple(map(tuple, rows)), (), round(cells.reach * 0.95))


def _block(
    cells: Cells,
    tile: Tile,
    drawn: TitledShape,
    inks: Mapping[str, str],
    *,
    number: int,
    colour: str,
    title: str,
) -> Block:
    """A shape of a tile."""
    lattice = cells.lattice
    shape = drawn.points
    if lattice.dimension == 3:
        body = Body(number, tile.mark(0), colour, False, *solid_at(lattice, shape))
        return solid_block([body], BALLS if body.balls else CUBES, title)
    loops = [cells.scaled(loop) for loop in outline(map(cells.corners, shape))]
    (left, top), (width, height) = bounds(loops)
    path = round_path([pull_in(loop, 2) for loop in loops], cells.radius / 3)
    elements = [f'<path class="p" d="{path}" fill="{colour}" stroke="{darker(colour)}"/>']
    for place, word in zip(shape, drawn.colours, strict=False):
        elements += paint_cell(cells, place, word, inks)
    for part in joined(cells.polygons(shape)):
        x, y = letter_place(cells, part, in_cell=lattice.is_grid)
        ink = ink_on(colour)
        small = _small(cells.reach, drawn.colours)
        at = f'x="{x:g}" y="{y + cells.reach * (0.24 if small else 1 / 3):g}"'
        at += small or (_HALO if drawn.colours else "")
        ink = "#000000" if drawn.colours else ink
        elements.append(f'<text {at} fill="{ink}">{escape(tile.mark(0))}</text>')
    moved = f'<g transform="translate({-left:g} {-top:g})">'
    return Block(title, width, height, (moved, piece(number, tile.name, elements), "</g>"))


def _tile_title(tile: Tile) -> str:
    parts = [tile.title or tile.name]
    if tile.most is None:
        parts.append("any number")
    elif tile.most > 1:
        parts.append(f"{'' if tile.least == tile.most else 'up to '}{tile.most} copies")
    return ", ".join(parts)
