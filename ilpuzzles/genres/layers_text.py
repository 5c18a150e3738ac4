"""Boards as text: cells side by side, or a canvas of lines and corners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from ilpuzzles.genres.grid import Cell
from ilpuzzles.genres.layers import INK, SYMBOL_LETTERS, TINT, Layers
from ilpuzzles.render.text import Drawing, Segment

_SHADE = "#"
_OPEN = "·"
_CROSS = "x"
_BULB = "o"
_BOX = {
    "": " ", "n": "╵", "e": "╶", "s": "╷", "w": "╴", "ns": "│", "ew": "─", "ne": "└", "es": "┌",
    "sw": "┐", "nw": "┘", "nes": "├", "esw": "┬", "nsw": "┤", "new": "┴", "nesw": "┼",
}  # fmt: skip
_DOUBLE = {"ns": "║", "ew": "═"}
_WIDE = 4
"""How many letters a cell takes on a canvas; it takes two lines."""

_Place = tuple[int, int]


def drawing_of(layers: Layers) -> Drawing:
    """A board as lines of segments."""
    drawn = layers.walls or layers.paths or layers.dots or layers.signs or layers.bands
    if layers.grid.shape == "square" and drawn:
        return _with_margins(layers, _Canvas(layers).lines(), _WIDE)
    lines = _table(layers)
    return _with_margins(layers, lines, len(lines[0][0].text) + 1)


def _word(layers: Layers, cell: Cell) -> str:
    """What stands for a cell in a text."""
    if cell in layers.slashes:
        return layers.slashes[cell]
    if cell in layers.symbols:
        return SYMBOL_LETTERS[layers.symbols[cell][0]]
    shade = layers.shaded.get(cell, TINT)
    if shade != TINT and not (shade == INK and cell in layers.texts):
        return _SHADE
    return layers.texts[cell][0] if cell in layers.texts else layers.small.get(cell, "")


def _has_dots(layers: Layers) -> bool:
    """Whether dots say which cells are known to be empty, so that open ones have to have none."""
    return any(name == "dot" for name, _ in layers.symbols.values())


def _table(layers: Layers) -> Drawing:
    """Cells side by side, as words."""
    grid = layers.grid
    empty = " " if _has_dots(layers) else _OPEN
    words = {cell: _word(layers, cell) or empty for cell in grid.cells}
    # What stands above a column or below it must not push that of the next one aside.
    beyond = [*layers.beside.get("above", ()), *layers.beside.get("below", ())]
    width = max(map(len, [*words.values(), *chain.from_iterable(beyond)]))
    lines = []
    for r in range(grid.rows):
        line = [Segment(" " * ((width + 1) // 2))] if grid.shape == "hexagonal" and r % 2 else []
        for c in range(grid.columns):
            bold = (r, c) in layers.marked
            line += [Segment(words.get((r, c), "").rjust(width), bold=bold), Segment(" ")]
        lines.append(line[:-1])
    return lines


class _Canvas:
    """Squares with lines between and through them."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self._ways: dict[_Place, set[str]] = {}
        self._letters: dict[_Place, str] = {}
        self._empty = "" if _has_dots(layers) else _OPEN
        self._framed = bool(layers.walls or layers.dots.keys() & layers.grid.corners)

    def lines(self) -> Drawing:
        self._draw_lines()
        self._write()
        grid = self._layers.grid
        lines = [
            [self._segment(row, n) for n in range(_WIDE * grid.columns + 1)]
            for row in range(2 * grid.rows + 1)
        ]
        if self._framed or self._layers.beside:
            # Clues beside the grid stand at the lines of cells that have none before them.
            return lines
        left, right = (
            all(line[at].text == " " for line in lines for at in side)
            for side in ((0, 1), (-2, -1))
        )
        return [line[2 * left : -2 if right else None] for line in lines[1:-1]]

    def _segment(self, row: int, n: int) -> Segment:
        ways = self._ways.get((row, n), ())
        cell = row // 2, n // _WIDE
        bold = row % 2 == 1 and n % _WIDE > 0 and cell in self._layers.marked
        bold |= row % 2 == 0 and n % _WIDE == 0 and cell in self._layers.marked_dots
        letter = self._letters.get((row, n)) or _BOX["".join(w for w in "nesw" if w in ways)]
        return Segment(letter, bold=bold)

    def _draw_lines(self) -> None:
        for (r, c), (down, right) in self._layers.walls:
            self._line((2 * r, _WIDE * c), (2 * down, _WIDE * right))
        for (one, other), (strands, _) in self._layers.paths.items():
            ends = [(2 * r + 1, _WIDE * c + 2) for r, c in (one, other)]
            self._line(ends[0], ends[1], double=strands > 1)
        for band in self._layers.bands:
            for one, other in pairwise(band):
                self._band(one, other)
            r, c = band[0]
            self._letters[2 * r + 1, _WIDE * c + 2] = _BULB
        for (r, c), (down, right) in self._layers.crosses:
            self._letters[r + down, 2 * (c + right)] = _CROSS

    def _line(self, one: _Place, other: _Place, *, double: bool = False) -> None:
        """A line along a row or a column."""
        upright = one[1] == other[1]
        names = "ns" if upright else "we"
        axis = 0 if upright else 1
        for at in range(one[axis], other[axis] + 1):
            place = (at, one[1]) if upright else (one[0], at)
            ends = zip(names, (one, other), strict=True)
            self._ways.setdefault(place, set()).update(way for way, end in ends if place != end)
            if double:
                self._letters[place] = _DOUBLE["ns" if upright else "ew"]

    def _band(self, one: Cell, other: Cell) -> None:
        """A line of a band from a cell to another, which may touch it at a corner alone."""
        (r, c), (down, right) = one, other
        ends = [(2 * r + 1, _WIDE * c + 2), (2 * down + 1, _WIDE * right + 2)]
        if r == down or c == right:
            self._line(*sorted(ends))
        else:
            self._letters[r + down + 1, 2 * (c + right) + 2] = "\\/"[(r < down) != (c < right)]

    def _write(self) -> None:
        layers = self._layers
        grid = self._layers.grid
        for r, c in grid.corners if self._framed else ():
            place = 2 * r, _WIDE * c
            if place not in self._ways:
                self._letters[place] = _OPEN
        for r, c in grid.cells:
            word = _word(layers, (r, c))
            middle = (2 * r + 1, _WIDE * c + 2)
            # A cross may stand in the middle of the only cell between two islands.
            is_bare = middle not in self._ways and middle not in self._letters
            if not word and not self._framed and is_bare:
                word = self._empty
            if word == _SHADE and (r, c) in layers.shaded:
                word = 3 * _SHADE
            start = middle[1] - len(word) // 2
            self._letters |= {(middle[0], start + n): letter for n, letter in enumerate(word)}
        for ((r, c), (down, right)), sign in layers.signs.items():
            self._letters[r + down + 1, 2 * (c + right) + 2] = sign[0]
        for (y, x), text in layers.dots.items():
            letter = (text.strip() or "○" * len(text) or _OPEN)[0]
            self._letters[int(2 * y), int(_WIDE * x)] = letter


def _with_margins(layers: Layers, lines: Drawing, step: int) -> Drawing:
    """The text with the clues that stand beside the grid."""
    if not layers.beside:
        return lines
    is_canvas = len(lines) == 2 * layers.grid.rows + 1
    left, right = (
        [" ".join(words) for words in layers.beside.get(side, ())] for side in ("left", "right")
    )
    widest = max(map(len, left), default=0)
    room = widest + 1 if widest else 0
    found: Drawing = []
    for number, line in enumerate(lines):
        # On a canvas, every other line is a line of cells.
        has_cells = not is_canvas or number % 2 == 1
        row = number // 2 if is_canvas else number
        before = left[row].rjust(widest) if left and has_cells else ""
        after = f" {right[row]}" if right and has_cells else ""
        found.append([Segment(before.ljust(room)), *line, Segment(after.rstrip())])
    # On a canvas a column has the letter of its left side before it, and words in its middle.
    indent = room + (1 if is_canvas else 0)
    align = str.center if is_canvas else str.rjust
    return [
        *_across(layers, "above", step, indent, align),
        *found,
        *_across(layers, "below", step, indent, align),
    ]


def _across(
    layers: Layers, side: str, step: int, indent: int, align: Callable[[str, int], str]
) -> Iterator[list[Segment]]:
    """The lines of clues above or below a grid."""
    words = layers.beside.get(side, [])
    deepest = max(map(len, words), default=0)
    for n in range(deepest):
        text = " " * indent
        for entries in words:
            at = n - (deepest - len(entries)) if side == "above" else n
            word = entries[at] if 0 <= at < len(entries) else ""
            text += align(word, step - 1) + " "
        yield [Segment(text)]
