"""SVG documents: blocks in rows above a legend, their colours and style sheet, and whole sheets."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Literal, TypeAlias, get_args

_PIECE = re.compile(r'data-piece="(\d+)"')
_LETTER = 7.0  # pixels for a letter of the legend, at most
_TITLED = 8.0  # pixels for a letter of the title of a block, at most
_NARROWEST = 160.0

# Chosen to differ in lightness as well as in hue; used where a model names no colours.
_PALETTE = (
    "#f4a261", "#3066be", "#2a9d8f", "#e9c46a", "#d1495b", "#7cc6fe",
    "#b5179e", "#a7c957", "#6a4c93", "#f7b2bd", "#5c677d", "#d4a373",
    "#1b998b", "#ffd166", "#9d4edd", "#ef476f", "#118ab2", "#cad2c5",
)  # fmt: skip

PictureView: TypeAlias = Literal["all", "flat", "solid", "apart", "numbered"]
"""Layers or unrolled (`flat`), in space (`solid`), in space with the pieces pulled apart (`apart`),
the first two (`all`), or the first one with a number in each atom (`numbered`). Plane boards look
the same in all but the last of them."""

VIEWS: tuple[PictureView, ...] = get_args(PictureView)
"""All of these."""

MARGIN = 14
TITLE = 22
LINE = 18
GROUND = "#f8f9fa"
CLASH_INK = "#c1121f"
_LINES = "#ced4da"
_SEAM = "#868e96"
_TEXT = "#212529"

_ALWAYS = (
    f".t{{font-size:14px;fill:{_TEXT}}}",
    f".c{{fill:#fff;stroke:{_LINES}}}",
    ".p{stroke-width:2;fill-rule:evenodd}",
    ".r{fill:none;stroke-width:2}",
    f".x{{fill:none;stroke:{CLASH_INK}}}",
    f".s{{font-size:14px;fill:{CLASH_INK};stroke:#fff;stroke-width:3;paint-order:stroke}}",
    ".o{fill-opacity:.45}",
    ".n{fill:none;stroke:#fff;stroke-width:5}",
    f".m{{fill:none;stroke:{CLASH_INK};stroke-width:3;stroke-dasharray:5 3}}",
)

_WHERE_USED = {
    "w": f".w{{fill:none;stroke:{_SEAM};stroke-width:2;stroke-dasharray:6 5}}",
    "g": f".g{{fill:{GROUND};fill-rule:evenodd}}",
    "b": ".b{fill:#fff}",
    "q": ".q{stroke-width:1.1}",
    "e": ".e{fill:none;stroke-width:1.6;stroke-linecap:round}",
    "f": ".f{fill:none;stroke-width:1.5;stroke-opacity:.7}",
    "a": ".a{font-size:9px}",
    "l": f".l{{font:13px sans-serif;text-anchor:start;fill:{_TEXT}}}",
}

# Pieces come one after the other, unless their reader prefers less motion.
_ANIMATION = (
    "@keyframes ilpuzzles-piece{from{opacity:0;transform:translateY(-14px)}}"
    "@media (prefers-reduced-motion:no-preference){.ilpuzzles-moving .piece"
    "{animation:ilpuzzles-piece .5s ease-out both;animation-delay:calc(var(--n)*.35s)}}"
)

MOST = 60
"""How many pictures a sheet has at most, unless somebody asks for more."""

_WIDTH = 1100.0  # pixels of a sheet, about
_FEW, _LARGE, _SMALL = 12, 250.0, 170.0  # pixels that the widths of few and of many come down to
_WIDE = 2.5  # the ratio of width and height beyond which few pictures are larger
_NUMBER = 20.0  # pixels for the number above it
_GAP = 10.0  # pixels between two pictures
_FOREIGN = (240.0, 240.0)  # of pictures that are not ours


@dataclass(frozen=True, slots=True)
class Block:
    """Part of a picture: elements with the upper left corner at (0, 0), perhaps below a title."""

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
    """A picture that is not written down yet: rows of blocks, and a legend of sentences below them.

    `title` is what it is called by programs that read it aloud; `letter_size` is that of letters on
    pieces, in pixels.
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
        return sum(_title_room(row) + _tallest(row) + 2 * MARGIN for row in self.rows)

    def elements(self) -> list[str]:
        """All elements but the legend, from (0, 0) to (width, height)."""
        parts: list[str] = []
        top = float(MARGIN)
        for row in self.rows:
            left, titled = float(MARGIN), _title_room(row)
            for block in row:
                if block.title:
                    place = f'x="{left + block.room / 2:g}" y="{top + 9:g}"'
                    parts.append(f'<text class="t" {place}>{escape(block.title)}</text>')
                inset = (block.room - block.width) / 2
                parts.append(f'<g transform="translate({left + inset:g} {top + titled:g})">')
                parts += [*block.elements, "</g>"]
                left += block.room + 2 * MARGIN
            top += titled + _tallest(row) + 2 * MARGIN
        return parts

    def document(self, *, animated: bool = False) -> str:
        """The picture as an SVG document that can stand alone or inside a page.

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

    The number is that of the piece in the order of placing; all of its groups have the same.
    """
    label = escape(name, quote=True)
    inside = "".join(elements)
    return f'<g class="piece" data-piece="{number}" data-name="{label}">{inside}</g>'


def _title_room(row: Sequence[Block]) -> int:
    """The room for titles above a row."""
    return TITLE if any(block.title for block in row) else 0


def _tallest(row: Sequence[Block]) -> float:
    return max(block.height for block in row)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def linear_light(colour: str) -> list[float]:
    """How much red, green and blue light a colour has, from 0 to 1: sRGB without its gamma."""
    parts = (channel / 255 for channel in _channels(colour))
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1 (WCAG 2.1)."""
    red, green, blue = linear_light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1).

    Example:
        >>> round(contrast("#000000", "#ffffff"))
        21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read better on a colour: at least 4.5 to 1.

    Example:
        >>> ink_on("#3066be"), ink_on("#f2d13b")
        ('#ffffff', '#000000')
    """
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))


def darker(colour: str) -> str:
    """A darker tone of a colour, for its outline."""
    return shaded(colour, 0.6)


def colours_of(names: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Gives every name a colour: the chosen one, or the next of the palette."""
    return {
        name: chosen.get(name) or _PALETTE[number % len(_PALETTE)]
        for number, name in enumerate(names)
    }


def shaded(colour: str, light: float) -> str:
    """A colour in less light: from 0, black, to 1, the colour itself."""
    return "#" + "".join(f"{round(channel * light):02x}" for channel in _channels(colour))


def mixed(colour: str, share: float) -> str:
    """A colour with a share of white, or of black where the share is negative.

    Example:
        >>> mixed("#ff8000", 0.5), mixed("#ff8000", -0.5), mixed("#ff8000", 0)
        ('#ffc080', '#804000', '#ff8000')
    """
    if share < 0:
        return shaded(colour, 1 + share)
    return "#" + "".join(f"{round(one + (255 - one) * share):02x}" for one in _channels(colour))


def style(body: str, *, animated: bool = False) -> str:
    """The style sheet of a picture with this body; rare classes stand only where they are used.

    Nothing else in it differs from picture to picture, since in a page it reaches all of them. What
    does, such as the size of letters, stands at the root of each.
    """
    rules = [
        "text{font-weight:bold;font-family:sans-serif;text-anchor:middle}",
        *_ALWAYS,
        *(rule for name, rule in _WHERE_USED.items() if f'class="{name}"' in body),
    ]
    # Every rule names the class of the root: in a page with more pictures, styles reach everything.
    sheet = "".join(f".ilpuzzles {rule}" for rule in rules)
    return f"{sheet}{_ANIMATION}" if animated else sheet


def sheet_svg(
    title: str, pictures: Sequence[Picture | str], *, columns: int | None = None, note: str = ""
) -> str:
    """Puts pictures, or SVG documents of any origin, side by side and below each other, numbered.

    By default as many stand in a row as make a page; the note is a sentence for the end.

    Example:
        >>> block = Block("", 44, 44, ('<path class="c" d="M0 0h44v44z"/>',))
        >>> square = Picture("", ((block,),), (), 9)
        >>> sheet_svg("four", [square] * 4, columns=2).count("<path")
        4
    """
    sizes = [
        _FOREIGN if isinstance(picture, str) else (picture.width, picture.height)
        for picture in pictures
    ]
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


def _width(number: int, ratio: float) -> float:
    """The pixels that the width of a picture comes down to, where `ratio` is width by height."""
    return _SMALL if number > _FEW else _LARGE * min(max(ratio / _WIDE, 1.0), 2.0)


def _columns(number: int, cell: tuple[float, float]) -> int:
    """How many columns make a page that is wider than high, and not wider than usual."""
    most = max(int(_WIDTH / cell[0]), 1)
    wanted = math.ceil(math.sqrt(number * cell[1] / cell[0] * 1.4))
    return max(min(most, wanted, number), 1)


def document_of(picture: Picture | str | None, *, animated: bool = False) -> str:
    """A picture as an SVG document, which it may be already; no picture is an empty text."""
    if isinstance(picture, Picture):
        return picture.document(animated=animated)
    return picture or ""
