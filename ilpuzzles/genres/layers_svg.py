"""Boards as pictures: elements of SVG, layer upon layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import pairwise
from typing import Final

from ilpuzzles.genres.grid import STEPS, Cell, Grid
from ilpuzzles.genres.layers import INK, PEN, SHADE, TINT, Layers
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.render.outline import Place, middle_of, sides_of
from ilpuzzles.render.svg import CLASH_INK, Block, Picture

SIZE: Final = 36.0
"""The side of a square, in pixels."""

_LETTERS = 17
_INNER = {"hexagonal": 1.0, "triangular": 1.15}
"""The root of the area of cells that are no squares, as a part of the side of a square."""

_BAND = "#c3cad6"
"""The colour of bands."""

_TIPS = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
"""Where the tips of signs that compare are: to the right, and down."""

_EACH = 0.62 * SIZE
"""The room for a clue beside the grid."""


def picture_of(layers: Layers) -> Picture:
    """A board as a picture, for SVG, PNG and PDF."""
    places = GridPlaces.of(layers)
    elements = tuple(one for draw in _LAYERS for one in draw(layers, places))
    block = Block("", places.width, places.height, elements)
    return Picture(layers.title, ((block,),), (), _LETTERS)


def marks_of(layers: Layers, places: GridPlaces) -> list[str]:
    """What is drawn on cells, lines and corners alone, as elements of SVG that lie on a picture."""
    on_bands = {cell for band in layers.bands for cell in band}
    shades = (
        f'<path d="{places.outline(cell)}" fill="{colour}"/>'
        for cell, colour in layers.shaded.items()
        if cell not in on_bands
    )
    return [
        *shades,
        *_filled_bands(layers, places),
        *_lines(layers, places),
        *_contents(layers, places),
        *_dots(layers, places),
    ]


def _cells(layers: Layers, places: GridPlaces) -> Iterator[str]:
    on_bands = {cell for band in layers.bands for cell in band}
    for cell in layers.grid.cells:
        fill = layers.shaded.get(cell)
        if fill != TINT and cell in on_bands:
            fill = None
        style = f' style="fill:{fill}"' if fill else ""
        name = "b" if layers.bare and not fill else "c"
        yield f'<path class="{name}"{style} d="{places.outline(cell)}"/>'


def _lines(layers: Layers, places: GridPlaces) -> Iterator[str]:
    for (cell, other), (strands, colour) in layers.paths.items():
        yield from _strands(places.middle(cell), places.middle(other), strands, colour)
    for cell, way in layers.slashes.items():
        corners = [places.corner(one) for one in layers.grid.corners_of(cell)]
        start, end = corners[0::2] if way == "\\" else corners[1::2]
        yield _line(start, end, PEN, 3)
    for (corner, end_corner), colour in layers.walls.items():
        yield _line(places.corner(corner), places.corner(end_corner), colour, 3.2)
    for side in layers.crosses:
        (x, y), (u, v) = (places.corner(end) for end in side)
        yield from _cross((x + u) / 2, (y + v) / 2, 3.5, CLASH_INK)


def _bands(layers: Layers, places: GridPlaces) -> Iterator[str]:
    """Thick lines through cells, each with a bulb where it begins."""
    for band in layers.bands:
        middles = [places.middle(cell) for cell in band]
        yield from _band(middles, middles[0], _BAND, places.size)


def _filled_bands(layers: Layers, places: GridPlaces) -> Iterator[str]:
    """The parts of bands in shaded cells, from side to side."""
    for band in layers.bands:
        middles = [places.middle(cell) for cell in band]
        for n, cell in enumerate(band):
            if layers.shaded.get(cell, TINT) == TINT:
                continue
            beside = [middle_of([middles[n], other]) for other in middles[max(n - 1, 0) : n + 2]]
            bulb = middles[0] if n == 0 else None
            yield from _band(beside, bulb, layers.shaded[cell], places.size)


def _band(points: Sequence[Place], bulb: Place | None, colour: str, size: float) -> Iterator[str]:
    """A thick line through some points, perhaps with a bulb."""
    if bulb is not None:
        place = f'cx="{bulb[0]:g}" cy="{bulb[1]:g}"'
        yield f'<circle {place} r="{0.38 * size:g}" fill="{colour}"/>'
    for one, other in pairwise(points):
        yield _line(one, other, colour, 0.36 * size)


def _signs(layers: Layers, places: GridPlaces) -> Iterator[str]:
    """Signs on the sides that two cells share, each on a white ground."""
    for (one, other), sign in layers.signs.items():
        (x, y), (u, v) = places.middle(one), places.middle(other)
        x, y = (x + u) / 2, (y + v) / 2
        yield f'<circle cx="{x:g}" cy="{y:g}" r="6.5" fill="#ffffff"/>'
        if sign not in _TIPS:
            yield from _text(x, y, sign, INK, 0.72 * SIZE)
            continue
        right, down = _TIPS[sign]
        for turn in (1, -1):
            back = x - 3 * right + 5 * turn * down, y - 3 * down + 5 * turn * right
            yield _line((x + 3 * right, y + 3 * down), back, INK, 1.8)


def _contents(layers: Layers, places: GridPlaces) -> Iterator[str]:
    for cell, (name, colour) in layers.symbols.items():
        yield from _SYMBOLS[name](*places.middle(cell), places.size, colour)
    for cell, (text, colour) in layers.texts.items():
        ink = "#ffffff" if layers.shaded.get(cell) in {INK, SHADE} else colour
        yield from _text(*places.middle(cell), text, ink, places.size)
    reach = 0.5 * places.size - 3
    for cell, text in layers.small.items():
        x, y = places.middle(cell)
        place = f'x="{x - reach:g}" y="{y - reach + 8:g}" fill="{INK}"'
        style = "font-size:9px;text-anchor:start"
        yield f'<text {place} style="{style}">{escape(text)}</text>'


def _dots(layers: Layers, places: GridPlaces) -> Iterator[str]:
    for corner, text in layers.dots.items():
        x, y = places.corner(corner)
        if text:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#ffffff" stroke="{INK}"/>'
            yield from _text(x, y, text, INK, 0.72 * SIZE)
        else:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="2.5" fill="{INK}"/>'


def _beside(layers: Layers, places: GridPlaces) -> Iterator[str]:
    for side, lines in layers.beside.items():
        for number, words in enumerate(lines):
            middles = _middles_beside(places, side, number, len(words))
            for middle, word in zip(middles, _outwards(side, words), strict=True):
                yield from _text(*middle, word, INK, SIZE)


def _outwards(side: str, words: Sequence[str]) -> Sequence[str]:
    """The words of a clue beside the grid, the one next to the grid first."""
    return words[::-1] if side in {"above", "left"} else words


def _middles_beside(places: GridPlaces, side: str, number: int, words: int) -> list[Place]:
    """The middles of the words of a clue beside the grid, the one next to the grid first."""
    last = places.grid.rows - 1, places.grid.columns - 1
    before = side in {"above", "left"}
    upright = side in {"above", "below"}
    edge = 0 if before else last[0 if upright else 1]
    x, y = places.middle((edge, number) if upright else (number, edge))
    found = []
    for depth in range(words):
        away = (0.5 * SIZE + _EACH * (depth + 0.5)) * (-1 if before else 1)
        found.append((x, y + away) if upright else (x + away, y))
    return found


def boxes_beside(layers: Layers, places: GridPlaces) -> dict[str, tuple[float, ...]]:
    """Returns the box of each clue beside the grid: its least x and y, its width and its height.

    They are named by their side and the number of their line from 0: `left 2`.
    """
    found = {}
    for side, lines in layers.beside.items():
        # A clue is as wide as its row is high, and reaches from its first to its last word.
        reach = {True: (0.44 * SIZE, 0.5 * _EACH), False: (0.5 * _EACH, 0.44 * SIZE)}
        across, down = reach[side in {"above", "below"}]
        for number, words in enumerate(lines):
            middles = _middles_beside(places, side, number, len(words))
            if not middles:
                continue
            left, right = (end(x for x, _ in middles) for end in (min, max))
            top, bottom = (end(y for _, y in middles) for end in (min, max))
            wide = right - left + 2 * across
            high = bottom - top + 2 * down
            box = left - across, top - down, wide, high
            found[f"{side} {number}"] = tuple(round(value, 2) for value in box)
    return found


def _marks(layers: Layers, places: GridPlaces) -> Iterator[str]:
    reach = 0.5 * places.size - 3
    for cell in sorted(layers.marked):
        x, y = places.middle(cell)
        box = f'x="{x - reach:g}" y="{y - reach:g}" width="{2 * reach:g}" height="{2 * reach:g}"'
        yield f'<rect class="m" {box} rx="3"/>'
    for corner in sorted(layers.marked_dots):
        x, y = places.corner(corner)
        yield f'<circle class="m" cx="{x:g}" cy="{y:g}" r="11"/>'


@dataclass(frozen=True, slots=True)
class GridPlaces:
    """Where the cells and the corners of a grid lie in a picture, in pixels."""

    grid: Grid
    scale: tuple[float, float]
    origin: Place
    width: float
    height: float
    size: float

    @classmethod
    def of(cls, layers: Layers) -> GridPlaces:
        """The places in the picture of some layers, with room for what stands beside the grid."""
        deep = {side: max(map(len, lines), default=0) for side, lines in layers.beside.items()}
        edge = 10.0 if layers.dots else 2.0
        left, above, right, below = (
            _EACH * deep.get(side, 0) + edge for side in ("left", "above", "right", "below")
        )
        grid = layers.grid
        corners = layers.grid.corners
        scale = (SIZE, SIZE)
        size = SIZE
        if grid.shape != "square":
            unit = LATTICES[grid.shape].unit
            polygon = [(x * unit[0], y * unit[1]) for y, x in grid.corners_of(grid.cells[0])]
            area = abs(sum(x * v - u * y for (x, y), (u, v) in sides_of(polygon))) / 2
            side = _INNER[grid.shape] * SIZE / math.sqrt(area)
            scale = (side * unit[0], side * unit[1])
            size = 0.8 * SIZE
        low = min(x for _, x in corners) * scale[0], min(y for y, _ in corners) * scale[1]
        high = max(x for _, x in corners) * scale[0], max(y for y, _ in corners) * scale[1]
        origin = left - low[0], above - low[1]
        width = high[0] + origin[0] + right
        height = high[1] + origin[1] + below
        return cls(grid, scale, origin, width, height, size)

    def corner(self, corner: tuple[float, float]) -> Place:
        """The place of a corner."""
        y, x = corner
        across = x * self.scale[0] + self.origin[0]
        down = y * self.scale[1] + self.origin[1]
        return round(across, 2), round(down, 2)

    def outline(self, cell: Cell) -> str:
        """The outline of a cell, as a path."""
        return _close_path(map(self.corner, self.grid.corners_of(cell)))

    def middle(self, cell: Cell) -> Place:
        """The middle of a cell."""
        return middle_of([self.corner(one) for one in self.grid.corners_of(cell)])


def _close_path(points: Iterable[Place]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z"


def _line(one: Place, other: Place, colour: str, width: float) -> str:
    ends = f'x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _strands(one: Place, other: Place, strands: int, colour: str) -> Iterator[str]:
    """One line, or several beside each other."""
    width = math.dist(one, other)
    across = (other[1] - one[1]) / width, (one[0] - other[0]) / width
    for number in range(strands):
        away = 6.0 * (number - (strands - 1) / 2)
        ends = [(x + away * across[0], y + away * across[1]) for x, y in (one, other)]
        yield _line(ends[0], ends[1], colour, 4.5 if strands == 1 else 3)


def _text(x: float, y: float, text: str, colour: str, size: float) -> Iterator[str]:
    """A text around a point, smaller if it is long; an arrow after a number is drawn."""
    way = text[-1:] if len(text) > 1 and text[:-1].isdecimal() and text[-1] in STEPS else ""
    word = text.removesuffix(way) if way else text
    points = min(0.5 * size, 1.5 * size / max(len(word) + 0.6 * bool(way), 1))
    left = x - 0.16 * size if way else x
    yield (
        f'<text x="{left:g}" y="{y + 0.36 * points:g}" fill="{colour}" '
        f'style="font-size:{points:.3g}px">{escape(word)}</text>'
    )
    if way:
        down, right = STEPS[way]
        middle = x + 0.24 * size
        tip, tail = ((middle + far * right, y + far * down) for far in (7, -7))
        yield _line(tail, tip, colour, 1.6)
        for turn in (1, -1):
            back = tip[0] - 4 * right + 4 * turn * down, tip[1] - 4 * down + 4 * turn * right
            yield _line(tip, back, colour, 1.6)


def _cross(x: float, y: float, reach: float, colour: str) -> Iterator[str]:
    yield _line((x - reach, y - reach), (x + reach, y + reach), colour, 1.8)
    yield _line((x - reach, y + reach), (x + reach, y - reach), colour, 1.8)


def _disc(x: float, y: float, radius: float, fill: str, stroke: str) -> str:
    place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    return f'<circle {place} fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def _polygon(points: Iterable[Place], fill: str) -> str:
    return f'<path d="{_close_path(points)}" fill="{fill}"/>'


def _spikes(x: float, y: float, number: int, outer: float, inner: float) -> Iterator[Place]:
    """The corners of a star with so many points, the first one above its middle."""
    for n in range(2 * number):
        radius = inner if n % 2 else outer
        angle = math.pi * n / number
        yield (round(x + radius * math.sin(angle), 2), round(y - radius * math.cos(angle), 2))


def _star(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    yield _polygon(_spikes(x, y, 5, 0.38 * size, 0.16 * size), colour)


def _mine(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    yield _polygon(_spikes(x, y, 8, 0.38 * size, 0.25 * size), colour)


def _bulb(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    for n in range(8):
        sin = math.sin(math.pi * n / 4)
        cos = math.cos(math.pi * n / 4)
        inner = 0.29 * size
        outer = 0.38 * size
        yield _line(
            (round(x + inner * sin, 2), round(y + inner * cos, 2)),
            (round(x + outer * sin, 2), round(y + outer * cos, 2)), colour, 1.6,
        )  # fmt: skip
    yield _disc(x, y, 0.22 * size, "#ffd166", colour)


def _tree(x: float, y: float, size: float, _: str) -> Iterator[str]:
    yield f'<rect x="{x - 2.5:g}" y="{y:g}" width="5" height="{0.36 * size:g}" fill="#8d5b3a"/>'
    yield _disc(x, y - 0.08 * size, 0.25 * size, "#57a639", "#2f6b1f")


def _tent(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    reach = 0.36 * size
    yield _polygon(
        ((x, y - reach), (x + reach, y + 0.8 * reach), (x - reach, y + 0.8 * reach)), colour
    )


def _ship(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    reach = 0.34 * size
    box = f'x="{x - reach:g}" y="{y - reach:g}" width="{2 * reach:g}" height="{2 * reach:g}"'
    yield f'<rect {box} rx="5" fill="{colour}"/>'


def _plus(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    far = 0.3 * size
    near = 0.08 * size
    # A quarter of the outline: its corners, clockwise from the upper end.
    quarter = [(near, -far), (near, -near), (far, -near)]
    corners = []
    for _ in range(4):
        corners += quarter
        quarter = [(-down, right) for right, down in quarter]
    yield _polygon([(x + right, y + down) for right, down in corners], colour)


def _minus(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    far = 0.3 * size
    near = 0.08 * size
    blunt = far - 0.03 * size
    right = [(blunt, -near), (far, -near / 2), (far, near / 2), (blunt, near)]
    corners = [*right, *((-across, -down) for across, down in right)]
    yield _polygon([(x + across, y + down) for across, down in corners], colour)


def _moon(x: float, y: float, size: float, colour: str) -> Iterator[str]:
    """A crescent, whose left edge is part of a circle, and the right one of another."""
    outer = []
    inner = []
    for n in range(13):
        angle = math.pi * (0.25 + 1.5 * n / 12)
        outer.append((x + 0.3 * size * math.cos(angle), y - 0.3 * size * math.sin(angle)))
    (end, top), (_, bottom) = outer[0], outer[-1]
    middle = (top + bottom) / 2
    for n in range(1, 12):
        angle = math.pi * (1.5 - n / 12)
        inner.append(
            (
                end + (bottom - top) * 0.42 * math.cos(angle),
                middle - (bottom - top) * 0.5 * math.sin(angle),
            )
        )
    points = [(round(a, 2), round(b, 2)) for a, b in [*outer, *inner]]
    yield _polygon(points, colour)


def _half(without: int, x: float, y: float, size: float, colour: str) -> Iterator[str]:
    """The triangle of three corners of a cell: all but the one of a number, clockwise."""
    reach = 0.5 * size
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = [(x + reach * right, y + reach * down) for right, down in ways]
    yield _polygon((corner for n, corner in enumerate(corners) if n != without), colour)


_SYMBOLS: dict[str, Callable[[float, float, float, str], Iterator[str]]] = {
    "star": _star,
    "bulb": _bulb,
    "tree": _tree,
    "tent": _tent,
    "ship": _ship,
    "mine": _mine,
    "plus": _plus,
    "minus": _minus,
    "moon": _moon,
    "triangle ◤": partial(_half, 2),
    "triangle ◥": partial(_half, 3),
    "triangle ◢": partial(_half, 0),
    "triangle ◣": partial(_half, 1),
    "dot": lambda x, y, size, colour: iter([_disc(x, y, 0.06 * size, colour, colour)]),
    "cross": lambda x, y, size, colour: _cross(x, y, 0.2 * size, colour),
    "white": lambda x, y, size, colour: iter([_disc(x, y, 0.32 * size, "#ffffff", colour)]),
    "black": lambda x, y, size, colour: iter([_disc(x, y, 0.32 * size, colour, colour)]),
}

_LAYERS: tuple[Callable[[Layers, GridPlaces], Iterator[str]], ...] = (
    _cells, _bands, _filled_bands, _lines, _signs, _contents, _dots, _beside, _marks,
)  # fmt: skip
