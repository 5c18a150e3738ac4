"""Sheets: many pictures on one, numbered."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from html import escape

from ilpuzzles.render.svg_document import Picture, legend_lines, page
from ilpuzzles.render.svg_style import LINE, MARGIN

MOST = 60
"""How many pictures a sheet has at most, unless somebody asks for more."""

_WIDTH = 1100.0  # pixels of a sheet, about
_FEW, _LARGE, _SMALL = 12, 250.0, 170.0  # pixels that the widths of few and of many come down to
_WIDE = 2.5  # the ratio of width and height beyond which few pictures are larger
_NUMBER = 20.0  # pixels for the number above it
_GAP = 10.0  # pixels between two pictures
_FOREIGN = (240.0, 240.0)  # of pictures that are not ours


def sheet_svg(
    title: str, pictures: Sequence[Picture | str], *, columns: int | None = None, note: str = ""
) -> str:
    """Puts pictures side by side and below each other, with numbers from 1.

    Args:
        title: What the sheet is called by programs that read it aloud.
        pictures: The pictures, or SVG documents of any origin.
        columns: How many stand in a row; by default as many as make a page.
        note: A sentence for the end of the sheet.

    Returns:
        An SVG document.

    Example:
        >>> from ilpuzzles.render.svg_document import Block
        >>> block = Block("", 44, 44, ('<path class="c" d="M0 0h44v44z"/>',))
        >>> square = Picture("", ((block,),), (), 9)
        >>> sheet_svg("four", [square] * 4, columns=2).count("<path")
        4
    """
    sizes = [_size(picture) for picture in pictures]
    wide, high = max(width for width, _ in sizes), max(height for _, height in sizes)
    scale = min(_width(len(pictures), wide / high) / wide, 1.0)
    cell = wide * scale + _GAP, high * scale + _NUMBER + _GAP
    columns = min(columns or _columns(len(pictures), cell), len(pictures))
    rows = math.ceil(len(pictures) / columns)
    parts: list[str] = []
    for number, (picture, (width, height)) in enumerate(zip(pictures, sizes, strict=True)):
        row, column = divmod(number, columns)
        x, y = MARGIN + column * cell[0], MARGIN + row * cell[1]
        middle = x + cell[0] / 2
        parts.append(f'<text class="t" x="{middle:g}" y="{y + 13:g}">{number + 1}</text>')
        parts.append(
            f'<rect class="b" x="{x + _GAP / 2:g}" y="{y + _NUMBER:g}" '
            f'width="{cell[0] - _GAP:g}" height="{high * scale:g}" rx="8"/>'
        )
        box = (
            f'x="{middle - width * scale / 2:g}" y="{y + _NUMBER:g}" '
            f'width="{width * scale:g}" height="{height * scale:g}"'
        )
        if isinstance(picture, str):
            data = base64.b64encode(picture.encode()).decode()
            parts.append(f'<image {box} href="data:image/svg+xml;base64,{data}"/>')
        else:
            inside = "\n".join(picture.elements())
            parts.append(f'<svg {box} viewBox="0 0 {width:g} {height:g}">\n{inside}\n</svg>')
    total, top = columns * cell[0] + 2 * MARGIN, rows * cell[1] + 2 * MARGIN
    ours = [picture for picture in pictures if isinstance(picture, Picture)]
    legend = [*(ours[0].legend if ours else ()), *filter(None, [note])]
    for line in legend_lines(legend, total):
        parts.append(f'<text class="l" x="{MARGIN}" y="{top + 4:g}">{escape(line)}</text>')
        top += LINE
    return page(title, total, top, parts, ours[0].letter_size if ours else 14)


def _size(picture: Picture | str) -> tuple[float, float]:
    return _FOREIGN if isinstance(picture, str) else (picture.width, picture.height)


def _width(number: int, ratio: float) -> float:
    """The pixels that the width of a picture comes down to, where `ratio` is width by height."""
    if number > _FEW:
        return _SMALL
    return _LARGE * min(max(ratio / _WIDE, 1.0), 2.0)


def _columns(number: int, cell: tuple[float, float]) -> int:
    """How many columns make a page that is wider than high, and not wider than usual."""
    most = max(int(_WIDTH / cell[0]), 1)
    wanted = math.ceil(math.sqrt(number * cell[1] / cell[0] * 1.4))
    return max(min(most, wanted, number), 1)
