"""Surasshupakku as SVG: the parts as areas, the cuts as thick lines, the clues on white discs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from html import escape

from ilpuzzles.puzzles.surasshupakku.puzzle import (
    BACK,
    FORWARD,
    Cell,
    SlashInstance,
    SlashPuzzle,
)
from ilpuzzles.puzzles.surasshupakku.solution import UNKNOWN, SlashSolution
from ilpuzzles.render.cells import SIDE
from ilpuzzles.render.outline import Corner, outline, pulled_in, rounded_path
from ilpuzzles.render.slash_parts import COLOURS, SlashBoard, slash_board
from ilpuzzles.render.svg_document import Block, Picture, piece
from ilpuzzles.render.views import PictureView

_INK = "#212529"
_GREY = "#ced4da"
_DISC = 15  # pixels of its radius
_SIZE = 20  # of the letters on discs, in pixels; of longer names less


def slash_picture(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
    *,
    view: PictureView = "flat",  # noqa: ARG001 - the boards are plane
) -> Picture:
    """Draws a solution, or without one the clues.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: The cells, as rows and columns, to put dashed outlines into.
        view: Of no meaning here.
    """
    board = slash_board(instance, solution, marked)
    block = Block("", SIDE * instance.columns, SIDE * instance.rows, tuple(_elements(board)))
    title = instance.title or instance.puzzle.title
    return Picture(title, ((block,),), tuple(_legend(board)), _SIZE)


def slash_shapes_picture(puzzle: SlashPuzzle) -> Picture:
    """Draws the two cuts that a cell may have, and what is on their sides.

    Args:
        puzzle: The puzzle.
    """
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
    sides = "may lie in one part" if puzzle.bridges else "lie in different parts"
    return Picture(puzzle.title, (tuple(blocks),), (f"Both sides of a cut {sides}.",), _SIZE)


def _legend(board: SlashBoard) -> list[str]:
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
        loops = [pulled_in(_scaled(_square(cell)), 5) for cell in sorted(board.marked)]
        path = rounded_path(loops, 3)
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
    loops = ("L".join(f"{x} {y}" for x, y in _scaled(loop)) for loop in outline(polygons))
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
    """The cuts as lines."""
    lines: list[str] = []
    for row, column in board.instance.free_cells():
        x, y = SIDE * column, SIDE * row
        if board.cut((row, column)) == BACK:
            lines.append(f"M{x} {y}l{SIDE} {SIDE}")
        elif board.cut((row, column)) == FORWARD:
            lines.append(f"M{x} {y + SIDE}l{SIDE}-{SIDE}")
    return "".join(lines)


def _scaled(corners: list[Corner]) -> list[tuple[int, int]]:
    """Takes corners to pixels."""
    return [(SIDE * x, SIDE * y) for x, y in corners]
