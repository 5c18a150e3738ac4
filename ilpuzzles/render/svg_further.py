"""Further atoms as SVG: bars beside the rows, or below the columns, of a plane board."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ilpuzzles.render.board import Board, FurtherAtom
from ilpuzzles.render.cells import SIDE
from ilpuzzles.render.palette import darker, ink_on
from ilpuzzles.render.svg_document import piece
from ilpuzzles.render.svg_style import MARGIN, TITLE
from ilpuzzles.render.wall_text import letter_of

_LENGTH = 1.5 * SIDE
_IN = 5


class FurtherPicture:
    """The further atoms that stand beside a board, kind by kind.

    Attributes:
        right: How much room they take to the right of it, in pixels.
        below: How much room they take below it.
        above: How much room their titles take above it.
    """

    def __init__(self, board: Board) -> None:
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
        """All elements.

        Args:
            low: The least x and y of the board, in pixels.
            size: Its width and height.
        """
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
        if atom.marked:
            yield f'<rect class="n" {box}/><rect class="m" {box}/>'


def _title(name: str, x: float, y: float) -> str:
    return f'<text class="t" x="{x:g}" y="{y:g}">{escape(name)}</text>'
