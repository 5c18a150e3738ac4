"""The frame of a chart: axes with their labels, and lines behind what is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from ilpuzzles.bench.charts.axes import Axis
from ilpuzzles.bench.charts.card import EDGE, LINES, MARGIN, WIDTH, text
from ilpuzzles.bench.charts.letters import SIZE, text_width

HEIGHT = 300.0
"""The height of what is drawn in, in pixels."""

BAND = 26.0
"""The breadth of the band beyond an axis, where stands what is not solved."""

ABOVE = 26.0
"""The room above, for the name of the axis that goes up."""

BANDED = "#e9ecef"
"""The colour of such a band."""

UNSOLVED = "not solved"
"""What is written beside it."""

BELOW = 46.0
"""The room below, for the labels and the name of the axis that goes across."""


def left_of(labels: Iterable[str]) -> float:
    """Where the drawing begins, right of the widest of some labels."""
    return MARGIN + max((text_width(label) for label in labels), default=0.0) + 8


def right_of(across: str) -> float:
    """Where the drawing ends, so that half of a label fits beside it."""
    return WIDTH - MARGIN - max(8.0, text_width(across) / 2)


def frame(across: Axis, up: Axis, names: tuple[str, str], *, band: float = 0.0) -> list[str]:
    """Two axes with their labels, and a line behind the drawing for each of these.

    Args:
        across: The axis from left to right.
        up: The axis from below to above.
        names: What each of them shows.
        band: How high a band there is above it, for what is not solved.
    """
    parts = [
        f'<path d="M{across.place(value):.1f} {up.start:.1f}V{up.end:.1f}" stroke="{LINES}"/>'
        for value, _ in across.ticks
    ]
    parts += [
        f'<path d="M{across.start:.1f} {up.place(value):.1f}H{across.end:.1f}" stroke="{LINES}"/>'
        for value, _ in up.ticks
    ]
    box = f"M{across.start:.1f} {up.end:.1f}V{up.start:.1f}H{across.end:.1f}"
    parts.append(f'<path d="{box}" fill="none" stroke="{EDGE}"/>')
    parts += [
        text(label, across.place(value), up.start + SIZE + 5, "a", "middle")
        for value, label in across.ticks
    ]
    parts += [
        text(label, across.start - 6, up.place(value) + SIZE * 0.36, "a", "end")
        for value, label in up.ticks
    ]
    first, second = names
    middle = (across.start + across.end) / 2
    parts.append(text(first, middle, up.start + 2 * SIZE + 11, "k", "middle"))
    parts.append(text(second, MARGIN, up.end - band - 9))
    return parts


def band_above(across: Axis, up: Axis, end: float, height: float = BAND) -> list[str]:
    """A band above the drawing, for what is not solved.

    Args:
        across: The axis from left to right.
        up: The axis from below to above.
        end: Where the band ends to the right.
        height: Its height.
    """
    place = f'x="{across.start:.1f}" y="{up.end - height:.1f}"'
    size = f'width="{end - across.start:.1f}" height="{height:.1f}"'
    middle = up.end - height / 2 + SIZE * 0.36
    return [
        f'<rect {place} {size} fill="{BANDED}"/>',
        text(UNSOLVED, across.start - 6, middle, "a", "end"),
    ]


def band_right(across: Axis, up: Axis) -> list[str]:
    """The same at the right of it."""
    place = f'x="{across.end:.1f}" y="{up.end:.1f}"'
    size = f'width="{BAND:g}" height="{up.start - up.end:.1f}"'
    return [f'<rect {place} {size} fill="{BANDED}"/>']
