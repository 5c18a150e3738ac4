"""Surasshupakku as text and as SVG: clues, cuts as diagonals, and the parts in colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import chain

from ilpuzzles.errors import counted
from ilpuzzles.puzzles.surasshupakku.borders import Borders, Sides
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    ANY,
    BACK,
    FORWARD,
    NO_CLUE,
    UNCUT,
    Cell,
    SlashInstance,
    SlashPuzzle,
)
from ilpuzzles.puzzles.surasshupakku.slash_solution import UNKNOWN, SlashSolution, rows_of
from ilpuzzles.render.outline import SIDE, Corner, outline, pull_in, round_path
from ilpuzzles.render.svg import Block, Picture, PictureView, colours_of, piece
from ilpuzzles.render.text import Drawing, Segment, block_width, wrapped

# By the cuts that end at a point, from the upper left cell on in reading order, as 8, 4, 2, 1. Of
# two that bend there, the point is the tip; of three, two go straight on.
_JUNCTIONS = "···∧·<╱╱·╲>╲∨╲╱╳"  # noqa: RUF001 - box drawing

DIAGONALS = {FORWARD: "╱", BACK: "╲"}  # noqa: RUF001 - box drawing
NOT_KNOWN = "░"
_INK = "#212529"
_GREY = "#ced4da"
_DISC = 15  # pixels of its radius
_SIZE = 20  # of the letters on discs, in pixels; of longer names less
_PALETTE = list(colours_of([str(number) for number in range(18)], {}).values())

COLOURS = tuple(_PALETTE[number] for number in (5, 0, 7, 9, 13, 2, 15, 17))
"""The colours of parts: light ones, on which dark lines show. Six are enough for every board."""

_SHOWN = 16  # letters in a legend, at most


def slash_text(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    width: int | None = None,
) -> Drawing:
    """Draws a solution, or without one the clues, in lines of at most so many characters.

    A cut goes through the middle of its cell and through the points at its corners, all of which
    stand on the colour of the part to their left. Where there is little room, cells follow each
    other directly, see `compact_slashes`. Marked cells are in brackets; a legend is at the end.
    """
    board = slash_board(instance, solution, marked)
    cell = max(3, longest_name(instance) + 2) | 1
    lines = _frame(board, cell)
    for bracketed in (True, False):
        if width is None or block_width(lines) <= width:
            break
        lines = compact_slashes(board, bracketed=bracketed)
        cell = longest_name(instance)
    legend = [line for text in _legend(board, cell) if text for line in wrapped(text, width)]
    return [*lines, *([Segment(line)] for line in legend)]


def _frame(board: SlashBoard, width: int) -> Drawing:
    """The board with a border, and points between the cells."""
    level = "─" * ((width + 1) * board.instance.columns - 1)
    lines: Drawing = [[Segment(f"┌{level}┐")]]
    for row in range(board.instance.rows):
        for drawn in (_above, _cell) if row else (_cell,):
            cells = (drawn(board, (row, column), width) for column in range(board.instance.columns))
            lines.append([Segment("│"), *chain(*cells), Segment("│")])
    lines.append([Segment(f"└{level}┘")])
    return lines


def slash_shapes(puzzle: SlashPuzzle, width: int | None = None) -> Drawing:
    """Draws the two cuts that a cell may have, and what is on their sides."""
    one, other = COLOURS[0], COLOURS[1]
    cells = [
        [Segment(f" {DIAGONALS[cut]}", left, bold=True), Segment(" ", right)]
        for cut, left, right in [(FORWARD, one, other), (BACK, other, one)]
    ]
    return [
        [Segment("┌───┐  ┌───┐")],
        [Segment("│"), *cells[0], Segment("│  │"), *cells[1], Segment("│")],
        [Segment("└───┘  └───┘")],
        [Segment(f"  {FORWARD}      {BACK}")],
        *([Segment(line)] for line in wrapped(_both_sides(puzzle), width)),
    ]


def _legend(board: SlashBoard, width: int) -> list[str]:
    """What is wanted, and what the signs of this picture mean."""
    signs: list[str] = []
    if board.has_any:
        signs.append("? any of these")
    if board.is_partial:
        signs.append(f"{NOT_KNOWN * width} not known")
    if board.marked:
        signs.append("[ ] marked")
    return [board.letters(), "   ".join(signs)]


def _above(board: SlashBoard, cell: Cell, width: int) -> list[Segment]:
    """What is above a cell: perhaps the point at its corner, and the middle of its border."""
    point = [_point(board, cell)] if cell[1] else []
    return [*point, Segment(" " * width, _colour(board, cell, "n"))]


def _point(board: SlashBoard, cell: Cell) -> Segment:
    """The point at the upper left corner of a cell."""
    row, column = cell
    before, above = (row, column - 1), (row - 1, column)
    ends = (
        8 * (board.cut((row - 1, column - 1)) == BACK)
        + 4 * (board.cut(above) == FORWARD)
        + 2 * (board.cut(before) == FORWARD)
        + (board.cut(cell) == BACK)
    )
    return Segment(_JUNCTIONS[ends], _colour(board, before, "n"), bold=ends > 0)


def _cell(board: SlashBoard, cell: Cell, width: int) -> list[Segment]:
    """A cell and its left border; one that is cut has two halves, the first with its middle."""
    border = [Segment(" ", _colour(board, cell, "w"))] if cell[1] else []
    text = _cell_text(board, cell, width, bracketed=True)
    if board.cut(cell) not in DIAGONALS:
        return [*border, Segment(text, _colour(board, cell, "n"), bold=True)]
    right = width // 2 + 1
    return [
        *border,
        Segment(text[:right], _colour(board, cell, "w"), bold=True),
        Segment(text[right:], _colour(board, cell, "e"), bold=True),
    ]


def _cell_text(board: SlashBoard, cell: Cell, width: int, *, bracketed: bool) -> str:
    """What stands in a cell: a clue, a cut, or nothing, in brackets if it is marked."""
    cut, text = board.cut(cell), " " * width
    if board.instance.clue(cell) != NO_CLUE:
        text = f"{board.instance.shown(cell):^{width}}"
    elif cut == UNKNOWN:
        text = NOT_KNOWN * width
    elif cut in DIAGONALS:
        text = f"{DIAGONALS[cut]:^{width}}"
    return f"[{text[1:-1]}]" if bracketed and cell in board.marked else text


def _colour(board: SlashBoard, cell: Cell, side: str) -> str:
    """The colour of the part at a border of a cell; empty if parts are not known."""
    return board.colours[board.parts[cell]["nesw".index(side)]] if board.parts else ""


def small_slash_text(instance: SlashInstance, solution: SlashSolution | None = None) -> Drawing:
    """Draws a solution, or without one the clues, without a border and a legend."""
    return compact_slashes(slash_board(instance, solution), bracketed=False)


def compact_slashes(board: SlashBoard, *, bracketed: bool) -> Drawing:
    """Draws cells directly beside each other; a cut stands on the colour to its left."""
    width = longest_name(board.instance) + (2 if bracketed and board.marked else 0)
    lines: Drawing = [[] for _ in board.cuts]
    for cell in board.instance.cells():
        side = "w" if board.cut(cell) in DIAGONALS else "n"
        text = _cell_text(board, cell, width, bracketed=bracketed)
        lines[cell[0]].append(Segment(text, _colour(board, cell, side), bold=True))
    return lines


def longest_name(instance: SlashInstance) -> int:
    """How many characters the longest letter has: 2 for `12`."""
    return max(map(len, instance.names))


def slash_picture(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    view: PictureView = "flat",  # noqa: ARG001 - the boards are plane
) -> Picture:
    """Draws a solution, or without one the clues; marked cells have dashed outlines."""
    board = slash_board(instance, solution, marked)
    block = Block("", SIDE * instance.columns, SIDE * instance.rows, tuple(_elements(board)))
    title = instance.title or instance.puzzle.title
    return Picture(title, ((block,),), tuple(_svg_legend(board)), _SIZE)


def slash_shapes_picture(puzzle: SlashPuzzle) -> Picture:
    """Draws the two cuts that a cell may have, and what is on their sides."""
    blocks = []
    for cut in (FORWARD, BACK):
        halves = _halves((0, 0), cut)
        line = f"M0 {SIDE}L{SIDE} 0" if cut == FORWARD else f"M0 0L{SIDE} {SIDE}"
        elements = [
            piece(half, "", [_area([corners], COLOURS[half])])
            for half, corners in enumerate(halves)
        ]
        elements.append(
            f'<path d="M0 0h{SIDE}v{SIDE}h-{SIDE}z{line}" fill="none" stroke="{_INK}" '
            f'stroke-width="5" stroke-linejoin="round"/>'
        )
        blocks.append(Block("", SIDE, SIDE, tuple(elements)))
    return Picture(puzzle.title, (tuple(blocks),), (_both_sides(puzzle),), _SIZE)


def _both_sides(puzzle: SlashPuzzle) -> str:
    sides = "may lie in one part" if puzzle.bridges else "lie in different parts"
    return f"Both sides of a cut {sides}."


def _svg_legend(board: SlashBoard) -> list[str]:
    """What is wanted, and what the signs of this picture mean."""
    texts = [f"{board.letters()}."]
    if board.has_any:
        texts.append("A ? is any of these.")
    if board.is_partial:
        texts.append("Grey: not known.")
    return texts


def _elements(board: SlashBoard) -> Iterator[str]:
    """What is on the board, the topmost last."""
    instance, half = board.instance, SIDE // 2
    width, height = SIDE * instance.columns, SIDE * instance.rows
    yield f'<path class="c" d="M0 0h{width}v{height}h-{width}z"/>'
    yield from _areas(board)
    lines = [f"M{SIDE * column} 0v{height}" for column in range(1, instance.columns)]
    lines += [f"M0 {SIDE * row}h{width}" for row in range(1, instance.rows)]
    yield f'<path d="{"".join(lines)}" stroke="{_INK}" stroke-opacity=".2"/>'
    if board.marked:
        loops = [pull_in(_to_pixels(_square(cell)), 5) for cell in sorted(board.marked)]
        path = round_path(loops, 3)
        # Twice, since dark red alone does not show on every colour.
        yield f'<path class="n" d="{path}"/><path class="m" d="{path}"/>'
    yield (
        f'<path d="M0 0h{width}v{height}h-{width}z{_cuts(board)}" fill="none" stroke="{_INK}" '
        f'stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    for cell in instance.clue_cells():
        name = instance.shown(cell)
        size = round(43 / len(name))
        # Not in the style sheet, which reaches all pictures of a page.
        small = f' style="font-size:{size}px"' if size < _SIZE else ""
        x, y = SIDE * cell[1] + half, SIDE * cell[0] + half
        yield f'<circle class="c" cx="{x}" cy="{y}" r="{_DISC}"/>'
        yield f'<text x="{x}" y="{y}" dy=".35em"{small}>{escape(name)}</text>'


def _areas(board: SlashBoard) -> Iterator[str]:
    """One area for every part, and one for all cells of which it is not known how they are cut."""
    areas: dict[int, list[list[Corner]]] = defaultdict(list)
    for cell, sides in board.parts.items():
        upper, lower = _halves(cell, board.cut(cell))
        areas[sides.north].append(upper)
        areas[sides.south].append(lower)
    for part, colour in enumerate(board.colours):
        yield piece(part, f"part {part + 1}", [_area(areas[part], colour)])
    unknown = [cell for cell in board.instance.cells() if board.cut(cell) == UNKNOWN]
    if unknown:
        yield _area([_square(cell) for cell in unknown], _GREY)


def _area(polygons: list[list[Corner]], colour: str) -> str:
    """Polygons that share whole sides, as one without seams."""
    loops = ("L".join(f"{x} {y}" for x, y in _to_pixels(loop)) for loop in outline(polygons))
    return f'<path class="p" d="{"".join(f"M{loop}Z" for loop in loops)}" fill="{colour}"/>'


def _square(cell: Cell) -> list[Corner]:
    """The corners of a cell, clockwise from the upper left one."""
    row, column = cell
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def _halves(cell: Cell, cut: str) -> tuple[list[Corner], list[Corner]]:
    """The half of a cell with its upper border, and that with its lower one.

    Where a cell is not cut, it may be halved either way, since both halves are in one part.
    """
    first, second, third, fourth = _square(cell)
    if cut == FORWARD:
        return [first, second, fourth], [second, third, fourth]
    return [first, second, third], [first, third, fourth]


def _cuts(board: SlashBoard) -> str:
    lines: list[str] = []
    for row, column in board.instance.free_cells():
        x, y = SIDE * column, SIDE * row
        if board.cut((row, column)) == BACK:
            lines.append(f"M{x} {y}l{SIDE} {SIDE}")
        elif board.cut((row, column)) == FORWARD:
            lines.append(f"M{x} {y + SIDE}l{SIDE}-{SIDE}")
    return "".join(lines)


def _to_pixels(corners: list[Corner]) -> list[tuple[int, int]]:
    return [(SIDE * x, SIDE * y) for x, y in corners]


@dataclass(frozen=True, slots=True, eq=False)
class SlashBoard:
    """A board to draw.

    `cuts` tells for every row how its cells are cut; cells with clues are not. `parts` has for
    every cell the number of the part at each of its borders; it is empty unless it is known of all
    cells how they are cut. Parts beside each other along a cut have different `colours`.
    """

    instance: SlashInstance
    cuts: tuple[str, ...]
    parts: Mapping[Cell, Sides]
    colours: tuple[str, ...]
    marked: frozenset[Cell]

    def cut(self, cell: Cell) -> str:
        """How a cell is cut."""
        return self.cuts[cell[0]][cell[1]]

    @property
    def is_partial(self) -> bool:
        """Whether it is not known of some cells how they are cut."""
        return any(UNKNOWN in row for row in self.cuts)

    @property
    def has_any(self) -> bool:
        """Whether some clue may be any letter."""
        return any(ANY in row for row in self.instance.clues)

    def letters(self) -> str:
        """What is wanted: how many parts, and what each has."""
        parts, names = self.instance.parts, self.instance.names
        if len(names) > _SHOWN:
            names = (*names[:3], "…", names[-1])
        return f"{counted(parts, 'part')}{', each' if parts != 1 else ''} with {' '.join(names)}"


def slash_board(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
) -> SlashBoard:
    """Prepares a solution, or without one the clues, for drawing.

    What carries a mark are cells, or tuples that begin with one; nothing else has one.
    """
    # Rows that speak of a cell have it in their keys first.
    first = {key[0] for key in marked if isinstance(key, tuple) and key}
    marks = frozenset(cell for cell in instance.cells() if cell in marked or cell in first)
    if solution is None:
        return SlashBoard(instance, (UNCUT * instance.columns,) * instance.rows, {}, (), marks)
    cuts = rows_of(instance, {cell: solution.cut(cell) for cell in instance.free_cells()}, UNCUT)
    parts = {} if any(UNKNOWN in row for row in cuts) else _parts(instance, cuts)
    return SlashBoard(instance, cuts, parts, _colours(cuts, parts), marks)


def _parts(instance: SlashInstance, cuts: tuple[str, ...]) -> dict[Cell, Sides]:
    """The parts around every cell, in the order of their first clues."""
    borders = Borders.of(instance)
    pieces = borders.pieces(cuts)
    clues = (pieces[borders.vertex(cell)] for cell in instance.clue_cells())
    number = {piece: part for part, piece in enumerate(dict.fromkeys(chain(clues, pieces)))}
    return {
        cell: Sides(*(number[pieces[vertex]] for vertex in sides))
        for cell, sides in borders.sides.items()
    }


def _colours(cuts: tuple[str, ...], parts: Mapping[Cell, Sides]) -> tuple[str, ...]:
    """A colour for every part, none of which is that of a part beside it along a cut.

    As long as there are enough, all parts have different ones. Otherwise, parts with few neighbours
    choose last; in the plane some part has five or less, whichever have been put off before.
    """
    beside: dict[int, set[int]] = {part: set() for sides in parts.values() for part in sides}
    for (row, column), sides in parts.items():
        if cuts[row][column] in {FORWARD, BACK}:
            for one, other in sides.across(cuts[row][column]).values():
                beside[one] |= {other} - {one}
                beside[other] |= {one} - {other}
    order: list[int] = []
    left = set(beside)
    while left:
        few = [part for part in left if len(beside[part] & left) < len(COLOURS)]
        order.append(max(few))
        left.remove(order[-1])
    chosen: dict[int, int] = {}
    for part in reversed(order):
        taken = {chosen[other] for other in beside[part] if other in chosen}
        used = [*chosen.values()]
        free = [colour for colour in range(len(COLOURS)) if colour not in taken]
        chosen[part] = min(free, key=lambda colour: (used.count(colour), colour))
    return tuple(COLOURS[chosen[part]] for part in sorted(chosen))
