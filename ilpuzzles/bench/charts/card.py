"""A chart as a picture: a card with a ground of its own, a title, a drawing and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ilpuzzles.bench.charts.letters import SIZE, TITLE_SIZE, text_width, wrapped
from ilpuzzles.bench.charts.marks import Look
from ilpuzzles.render.svg import GROUND, opening

WIDTH = 720.0
"""The width of a chart, in pixels."""

MARGIN = 18.0
INK = "#212529"
SOFT = "#495057"
LINES = "#dee2e6"
EDGE = "#868e96"

_ROW = 21.0
_SAMPLE = 38.0
_LINE = 17.0
_TITLE_LINE = 21.0

# Every rule names the class of the root: in a page with more pictures, styles reach everything.
_STYLE = "".join(
    f".ilpuzzles .{rule}"
    for rule in (
        f"k{{font:{SIZE}px sans-serif;fill:{INK}}}",
        f"h{{font:bold {TITLE_SIZE}px sans-serif;fill:{INK}}}",
        f"a{{font:{SIZE}px sans-serif;fill:{SOFT}}}",
        f"b{{font:bold {SIZE}px sans-serif;fill:{INK}}}",
    )
)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart.

    Attributes:
        name: A name for its file, of letters, digits and hyphens.
        title: What it shows.
        svg: The picture, a document that needs nothing else.
        reading: How to read it, in a sentence or two.
    """

    name: str
    title: str
    svg: str
    reading: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a legend.

    Attributes:
        look: How its solver looks.
        name: What stands beside it.
        lined: Whether the solver has a line in the chart.
    """

    look: Look
    name: str
    lined: bool = True


def text(words: str, x: float, y: float, kind: str = "k", anchor: str = "start") -> str:
    """A line of text.

    Args:
        words: The text.
        x: Where it is anchored.
        y: Where its letters stand.
        kind: `k` for plain letters, `a` for soft and `b` for bold ones, `h` for a title.
        anchor: `start`, `middle` or `end`.
    """
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{place}>{escape(words)}</text>'


def title_lines(title: str) -> list[str]:
    """A title in lines that fit."""
    return wrapped(title, WIDTH - 2 * MARGIN, TITLE_SIZE, bold=True)


def top_of(title: str) -> float:
    """Where a drawing may begin below a title."""
    return MARGIN + _TITLE_LINE * len(title_lines(title)) + 4


def card(
    title: str,
    drawing: Iterable[str],
    bottom: float,
    legend: Sequence[Entry] = (),
    notes: Sequence[str] = (),
) -> str:
    """A chart as an SVG document.

    Args:
        title: What stands above it.
        drawing: Its elements, from `top_of(title)` to `bottom`.
        bottom: Where the drawing ends.
        legend: What stands below it.
        notes: Sentences below that.
    """
    heads = [
        text(line, MARGIN, MARGIN + TITLE_SIZE + number * _TITLE_LINE, "h")
        for number, line in enumerate(title_lines(title))
    ]
    entries, bottom = _legend(legend, bottom)
    for line in (line for note in notes for line in wrapped(note, WIDTH - 2 * MARGIN)):
        bottom += _LINE
        entries.append(text(line, MARGIN, bottom - 4, "a"))
    height = bottom + MARGIN
    return "\n".join(
        [
            opening(WIDTH, round(height)),
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{WIDTH:g}" height="{round(height)}" rx="10" fill="{GROUND}"/>',
            *heads,
            *drawing,
            *entries,
            "</svg>\n",
        ]
    )


def _legend(legend: Sequence[Entry], top: float) -> tuple[list[str], float]:
    """The elements of a legend in columns as wide as its longest line, and where it ends."""
    if not legend:
        return [], top
    room = WIDTH - 2 * MARGIN
    widest = max(text_width(entry.name) for entry in legend) + _SAMPLE + 18
    columns = max(min(int(room / widest), len(legend)), 1)
    rows = -(-len(legend) // columns)
    parts: list[str] = []
    y = bottom = top
    for number, entry in enumerate(legend):
        x = MARGIN + number // rows * room / columns
        y = y if number % rows else top
        parts += entry.look.sample(x, y + _ROW / 2, lined=entry.lined)
        lines = wrapped(entry.name, room / columns - _SAMPLE)
        for place, line in enumerate(lines):
            parts.append(text(line, x + _SAMPLE, y + _ROW / 2 + SIZE * 0.36 + place * _LINE))
        y += _ROW + (len(lines) - 1) * _LINE
        bottom = max(bottom, y)
    return parts, bottom + 4
