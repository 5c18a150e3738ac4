"""SVG documents: blocks in rows, a legend below them, one style for all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from ilpuzzles.render.svg_style import GROUND, LINE, MARGIN, TITLE, style

_PIECE = re.compile(r'data-piece="(\d+)"')
_LETTER = 7.0  # pixels for a letter of the legend, at most
_TITLED = 8.0  # pixels for a letter of the title of a block, at most
_NARROWEST = 160.0


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a picture.

    Attributes:
        title: What stands above it; may be empty.
        width: Its width, in pixels.
        height: Its height.
        elements: Its elements, with the upper left corner at (0, 0).
    """

    title: str
    width: float
    height: float
    elements: tuple[str, ...]

    @property
    def room(self) -> float:
        """The width that it needs with its title."""
        return max(self.width, len(self.title) * _TITLED)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is not written down yet.

    Attributes:
        title: What it is called by programs that read it aloud.
        rows: The blocks, row by row.
        legend: Sentences that stand below, each on lines of its own.
        letter_size: The size of the letters on pieces, in pixels.
    """

    title: str
    rows: tuple[tuple[Block, ...], ...]
    legend: tuple[str, ...]
    letter_size: int

    @property
    def width(self) -> float:
        """Its width with a margin, in pixels."""
        rows = (sum(block.room + 2 * MARGIN for block in row) for row in self.rows)
        return max(_NARROWEST, *rows)

    @property
    def height(self) -> float:
        """Its height with a margin, and without the legend."""
        return sum(_titled(row) + _tallest(row) + 2 * MARGIN for row in self.rows)

    def elements(self) -> list[str]:
        """All elements but the legend, from (0, 0) to (width, height)."""
        parts: list[str] = []
        top = float(MARGIN)
        for row in self.rows:
            left, titled = float(MARGIN), _titled(row)
            for block in row:
                if block.title:
                    middle = left + block.room / 2
                    place = f'x="{middle:g}" y="{top + 9:g}"'
                    parts.append(f'<text class="t" {place}>{escape(block.title)}</text>')
                inset = (block.room - block.width) / 2
                parts.append(f'<g transform="translate({left + inset:g} {top + titled:g})">')
                parts += [*block.elements, "</g>"]
                left += block.room + 2 * MARGIN
            top += titled + _tallest(row) + 2 * MARGIN
        return parts

    def document(self, *, animated: bool = False) -> str:
        """The picture as an SVG document that can stand alone or inside a page.

        Args:
            animated: Whether the pieces appear one after the other.

        Example:
            >>> block = Block("", 44, 44, ('<path d="M0 0h44v44h-44z"/>',))
            >>> picture = Picture("two", ((block, block),), ("Two squares.",), 20)
            >>> 'viewBox="0 0 160 90"' in picture.document()
            True
        """
        width, height, parts = self.width, self.height, self.elements()
        for line in legend_lines(self.legend, width):
            parts.append(f'<text class="l" x="{MARGIN}" y="{height + 4:g}">{escape(line)}</text>')
            height += LINE
        return page(self.title, width, height, parts, self.letter_size, animated=animated)


def legend_lines(legend: Iterable[str], width: float) -> list[str]:
    """Sentences as lines that fit into a width."""
    letters = max(int((width - 2 * MARGIN) / _LETTER), 12)
    return [line for text in legend for line in wrap(text, letters)]


def page(
    title: str,
    width: float,
    height: float,
    parts: Iterable[str],
    letter_size: int,
    *,
    animated: bool = False,
) -> str:
    """Elements as a document, on a ground of their own that shows on every background."""
    body = "\n".join(parts)
    if animated:
        body = _PIECE.sub(r'\g<0> style="--n:\1"', body)
    return "\n".join(
        [
            opening(width, height, letter_size, animated=animated),
            f"<title>{escape(title)}</title>",
            f"<style>{style(body, animated=animated)}</style>",
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{GROUND}"/>',
            body,
            "</svg>\n",
        ]
    )


def opening(width: float, height: float, letter_size: int = 14, *, animated: bool = False) -> str:
    """The first tag of a document; see `page`."""
    names = "ilpuzzles ilpuzzles-moving" if animated else "ilpuzzles"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" class="{names}" '
        f'font-size="{letter_size}">'
    )


def piece(number: int, name: str, elements: Iterable[str]) -> str:
    """Elements that belong to one piece, as a group that pages can find.

    Args:
        number: The number of the piece in the order of placing; all of its groups have the same.
        name: What the piece is called.
        elements: The elements.
    """
    label = escape(name, quote=True)
    inside = "".join(elements)
    return f'<g class="piece" data-piece="{number}" data-name="{label}">{inside}</g>'


def _titled(row: Sequence[Block]) -> int:
    """The room for titles above a row."""
    return TITLE if any(block.title for block in row) else 0


def _tallest(row: Sequence[Block]) -> float:
    return max(block.height for block in row)
