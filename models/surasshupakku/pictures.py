"""Boards of Surasshupakku as text and SVG: clues, cuts as diagonals, and parts in colours."""

from collections import defaultdict
from html import escape
from itertools import chain

from ilpuzzles.errors import counted
from ilpuzzles.genres import Sketch
from ilpuzzles.render.outline import SIDE, outline, pull_in, round_path
from ilpuzzles.render.svg import Block, Picture, colours_of, piece
from ilpuzzles.render.text import Segment, block_width, wrapped

# By the cuts that end at a point, from the upper left cell on in reading order, as 8, 4, 2, 1. Of
# two that bend there, the point is the tip; of three, two go straight on.
JUNCTIONS = "···∧·<╱╱·╲>╲∨╲╱╳"  # noqa: RUF001 - box drawing

DIAGONALS = {"/": "╱", "\\": "╲"}  # noqa: RUF001 - box drawing
NOT_KNOWN = "░"
ANY = UNKNOWN = "?"
WHOLE = "."
INK = "#212529"
GREY = "#ced4da"
DISC = 15  # pixels of its radius
SIZE = 20  # of the letters on discs, in pixels; of longer names less
PALETTE = list(colours_of([str(number) for number in range(18)], {}).values())

COLOURS = tuple(PALETTE[number] for number in (5, 0, 7, 9, 13, 2, 15, 17))
"""The colours of parts: light ones, on which dark lines show. Six are enough for every board."""

SHOWN = 16  # letters in a legend, at most


class Cuts(Sketch):
    """A board that is cut.

    Attributes:
        board: The board.
        names: The letters, in their order.
        words: How each cell is cut; `?` where that is not known.
        parts: For every cell the numbers of the parts at its upper, right, lower and left side;
            empty unless it is known of all cells how they are cut.
        colours: The colours of parts. Those beside each other along a cut have different ones.
    """

    def __init__(self, board, names, words, parts):
        super().__init__(board.grid)
        self.write(board.clues)
        self.slash(words)
        self.board = board
        self.names = names
        self.words = words
        self.parts = parts
        self.colours = colours_of_parts(words, parts)

    @property
    def rows(self):
        """How many rows the board has."""
        return self.grid.rows

    @property
    def columns(self):
        """How many columns it has."""
        return self.grid.columns

    def wanted(self):
        """Says how many parts are wanted, and what each has."""
        parts = len(self.board.clues) // len(self.names)
        names = self.names
        if len(names) > SHOWN:
            names = (*names[:3], "…", names[-1])
        return f"{counted(parts, 'part')}{', each' if parts != 1 else ''} with {' '.join(names)}"

    def colour(self, cell, side):
        """The colour of the part at a side of a cell; empty if parts are not known."""
        return self.colours[self.parts[cell]["nesw".index(side)]] if self.parts else ""

    @property
    def longest_name(self):
        """How many characters the longest letter has: 2 for `12`."""
        return max(map(len, self.names))

    # As text

    def drawing(self, width=None):
        """The board as lines of at most so many characters.

        A cut goes through the middle of its cell and through the points at its corners, all of
        which stand on the colour of the part to their left. Where there is little room, cells
        follow each other directly. Marked cells are in brackets; a legend is at the end.
        """
        cell = max(3, self.longest_name + 2) | 1
        lines = self.framed(cell)
        for bracketed in (True, False):
            if width is None or block_width(lines) <= width:
                break
            lines = self.compact(bracketed=bracketed)
            cell = self.longest_name
        legend = [line for text in self.legend(cell) if text for line in wrapped(text, width)]
        return [*lines, *([Segment(line)] for line in legend)]

    def small_drawing(self):
        """The board without a border and a legend."""
        return self.compact(bracketed=False)

    def framed(self, width):
        """The board with a border, and points between the cells."""
        level = "─" * ((width + 1) * self.columns - 1)
        lines = [[Segment(f"┌{level}┐")]]
        for row in range(self.rows):
            for drawn in (self.above, self.inside) if row else (self.inside,):
                cells = (drawn((row, column), width) for column in range(self.columns))
                lines.append([Segment("│"), *chain(*cells), Segment("│")])
        lines.append([Segment(f"└{level}┘")])
        return lines

    def compact(self, *, bracketed):
        """The cells directly beside each other; a cut stands on the colour to its left."""
        width = self.longest_name + (2 if bracketed and self.marked else 0)
        lines = [[] for _ in range(self.rows)]
        for cell in self.grid.cells:
            side = "w" if self.words[cell] in DIAGONALS else "n"
            text = self.cell_text(cell, width, bracketed=bracketed)
            lines[cell[0]].append(Segment(text, self.colour(cell, side), bold=True))
        return lines

    def legend(self, width):
        """What is wanted, and what the signs of this picture mean."""
        signs = []
        if ANY in self.board.clues.values():
            signs.append("? any of these")
        if UNKNOWN in self.words.values():
            signs.append(f"{NOT_KNOWN * width} not known")
        if self.marked:
            signs.append("[ ] marked")
        return [self.wanted(), "   ".join(signs)]

    def above(self, cell, width):
        """What is above a cell: perhaps the point at its corner, and the middle of its border."""
        point = [self.point(cell)] if cell[1] else []
        return [*point, Segment(" " * width, self.colour(cell, "n"))]

    def point(self, cell):
        """The point at the upper left corner of a cell."""
        row, column = cell
        before = (row, column - 1)
        above = (row - 1, column)
        ends = (
            8 * (self.words[row - 1, column - 1] == "\\")
            + 4 * (self.words[above] == "/")
            + 2 * (self.words[before] == "/")
            + (self.words[cell] == "\\")
        )
        return Segment(JUNCTIONS[ends], self.colour(before, "n"), bold=ends > 0)

    def inside(self, cell, width):
        """A cell and its left border; one that is cut has two halves, the first with its middle."""
        border = [Segment(" ", self.colour(cell, "w"))] if cell[1] else []
        text = self.cell_text(cell, width, bracketed=True)
        if self.words[cell] not in DIAGONALS:
            return [*border, Segment(text, self.colour(cell, "n"), bold=True)]
        right = width // 2 + 1
        return [
            *border,
            Segment(text[:right], self.colour(cell, "w"), bold=True),
            Segment(text[right:], self.colour(cell, "e"), bold=True),
        ]

    def cell_text(self, cell, width, *, bracketed):
        """What stands in a cell: a clue, a cut, or nothing, in brackets if it is marked."""
        cut = self.words[cell]
        text = " " * width
        if cell in self.board.clues:
            text = f"{self.board.clues[cell]:^{width}}"
        elif cut == UNKNOWN:
            text = NOT_KNOWN * width
        elif cut in DIAGONALS:
            text = f"{DIAGONALS[cut]:^{width}}"
        return f"[{text[1:-1]}]" if bracketed and cell in self.marked else text

    # As SVG

    def picture(self):
        """The board as a picture; marked cells have dashed outlines."""
        width = SIDE * self.columns
        height = SIDE * self.rows
        block = Block("", width, height, tuple(self.elements()))
        legend = [f"{self.wanted()}."]
        if ANY in self.board.clues.values():
            legend.append("A ? is any of these.")
        if UNKNOWN in self.words.values():
            legend.append("Grey: not known.")
        return Picture(self.title, ((block,),), tuple(legend), SIZE)

    def elements(self):
        """Yields what is on the board, the topmost last."""
        half = SIDE // 2
        width = SIDE * self.columns
        height = SIDE * self.rows
        yield f'<path class="c" d="M0 0h{width}v{height}h-{width}z"/>'
        yield from self.areas()
        lines = [f"M{SIDE * column} 0v{height}" for column in range(1, self.columns)]
        lines += [f"M0 {SIDE * row}h{width}" for row in range(1, self.rows)]
        yield f'<path d="{"".join(lines)}" stroke="{INK}" stroke-opacity=".2"/>'
        if self.marked:
            loops = [pull_in(to_pixels(square(cell)), 5) for cell in sorted(self.marked)]
            path = round_path(loops, 3)
            # Twice, since dark red alone does not show on every colour.
            yield f'<path class="n" d="{path}"/><path class="m" d="{path}"/>'
        yield (
            f'<path d="M0 0h{width}v{height}h-{width}z{self.cuts()}" fill="none" stroke="{INK}" '
            f'stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
        )
        for cell, name in self.board.clues.items():
            size = round(43 / len(name))
            # Not in the style sheet, which reaches all pictures of a page.
            small = f' style="font-size:{size}px"' if size < SIZE else ""
            x = SIDE * cell[1] + half
            y = SIDE * cell[0] + half
            yield f'<circle class="c" cx="{x}" cy="{y}" r="{DISC}"/>'
            yield f'<text x="{x}" y="{y}" dy=".35em"{small}>{escape(name)}</text>'

    def areas(self):
        """Yields an area for every part, and one for all cells of which the cut is not known."""
        areas = defaultdict(list)
        for cell, (north, _, south, _) in self.parts.items():
            upper, lower = halves(cell, self.words[cell])
            areas[north].append(upper)
            areas[south].append(lower)
        for part, colour in enumerate(self.colours):
            yield piece(part, f"part {part + 1}", [area(areas[part], colour)])
        unknown = [cell for cell, word in self.words.items() if word == UNKNOWN]
        if unknown:
            yield area([square(cell) for cell in unknown], GREY)

    def cuts(self):
        """The path of all cuts."""
        lines = []
        for (row, column), word in self.words.items():
            x = SIDE * column
            y = SIDE * row
            if word == "\\":
                lines.append(f"M{x} {y}l{SIDE} {SIDE}")
            elif word == "/":
                lines.append(f"M{x} {y + SIDE}l{SIDE}-{SIDE}")
        return "".join(lines)


def area(polygons, colour):
    """Polygons that share whole sides, as one without seams."""
    loops = ("L".join(f"{x} {y}" for x, y in to_pixels(loop)) for loop in outline(polygons))
    return f'<path class="p" d="{"".join(f"M{loop}Z" for loop in loops)}" fill="{colour}"/>'


def square(cell):
    """The corners of a cell, clockwise from the upper left one."""
    row, column = cell
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def halves(cell, cut):
    """The half of a cell with its upper border, and that with its lower one.

    Where a cell is not cut, it may be halved either way, since both halves are in one part.
    """
    first, second, third, fourth = square(cell)
    if cut == "/":
        return [first, second, fourth], [second, third, fourth]
    return [first, second, third], [first, third, fourth]


def to_pixels(corners):
    """Corners of cells, in pixels."""
    return [(SIDE * x, SIDE * y) for x, y in corners]


def colours_of_parts(words, parts):
    """A colour for every part, none of which is that of a part beside it along a cut.

    As long as there are enough, all parts have different ones. Otherwise, parts with few neighbours
    choose last; in the plane some part has five or less, whichever have been put off before.
    """
    beside = {part: set() for sides in parts.values() for part in sides}
    for cell, (north, east, south, west) in parts.items():
        separated = {"/": ((north, east), (south, west)), "\\": ((north, west), (south, east))}
        for one, other in separated.get(words[cell], ()):
            beside[one] |= {other} - {one}
            beside[other] |= {one} - {other}
    order = []
    left = set(beside)
    while left:
        few = [part for part in left if len(beside[part] & left) < len(COLOURS)]
        order.append(max(few))
        left.remove(order[-1])
    chosen = {}
    for part in reversed(order):
        taken = {chosen[other] for other in beside[part] if other in chosen}
        used = [*chosen.values()]
        free = [colour for colour in range(len(COLOURS)) if colour not in taken]
        chosen[part] = min(free, key=lambda colour: (used.count(colour), colour))
    return tuple(COLOURS[chosen[part]] for part in sorted(chosen))
