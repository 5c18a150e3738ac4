"""One solver against another, instance by instance."""

from __future__ import annotations

from html import escape
from math import inf

from ilpuzzles.bench.charts.axes import Axis, time_axis
from ilpuzzles.bench.charts.card import EDGE, MARGIN, WIDTH, Chart, card, text, top_of
from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.frame import (
    ABOVE,
    BAND,
    BELOW,
    UNSOLVED,
    band_above,
    band_right,
    frame,
    left_of,
)
from ilpuzzles.bench.charts.letters import SIZE, shortened, text_width, wrapped
from ilpuzzles.bench.charts.marks import looks
from ilpuzzles.bench.charts.words import instance_text, plural, seconds_text

_SIDE = 380.0


def pair(field: Field, one: str, other: str, name: str = "pair") -> Chart:
    """The times of one solver against those of another, for every instance that both were asked.

    Args:
        field: The solvers and the instances.
        one: The solver whose times go across.
        other: The one whose times go up.
        name: A name for its file.
    """
    both = [
        (instance, field.time(instance, one), field.time(instance, other))
        for instance in field.instances
        if all((instance, solver) in field.measurements for solver in (one, other))
    ]
    title = f"{one} against {other}"
    top = top_of(title) + ABOVE + BAND
    known = [time for _, *times in both for time in times if time < inf] or [1.0]
    up = time_axis(known, top + _SIDE, top)
    left = left_of([UNSOLVED, *(label for _, label in up.ticks)])
    across = time_axis(known, left, left + _SIDE)
    parts = [*band_above(across, up, across.end + BAND), *band_right(across, up)]
    parts += frame(across, up, (_named(one), _named(other)), band=BAND)
    corners = f"M{across.start:.1f} {up.start:.1f}L{across.end:.1f} {up.end:.1f}"
    parts.append(f'<path d="{corners}" stroke="{EDGE}" stroke-dasharray="5 4"/>')
    look = looks([one])[one]
    for instance, first, second in both:
        x, y = _place(across, first, BAND / 2), _place(up, second, -BAND / 2)
        label = f"{instance_text(instance)}: {seconds_text(first)}, {seconds_text(second)}"
        parts.append(look.mark(x, y, escape(label)))
    parts += _said(both, across.end + BAND + 22, top, one, other)
    svg = card(title, parts, top + _SIDE + BELOW)
    reading = (
        f"Every mark is an instance. Above the diagonal {one} is faster, below it {other}. "
        "Marks in the band at the top or at the right were not solved by the one or the other."
    )
    return Chart(name, title, svg, reading)


def _place(axis: Axis, time: float, beyond: float) -> float:
    return axis.end + beyond if time == inf else axis.place(time)


def _named(solver: str) -> str:
    return f"time of {shortened(solver, _SIDE - text_width('time of '))}"


def _said(
    both: list[tuple[tuple[str, str], float, float]], x: float, y: float, one: str, other: str
) -> list[str]:
    """What the marks come to, in words beside them."""
    first = sum(a < b for _, a, b in both)
    second = sum(b < a for _, a, b in both)
    equal = sum(a == b < inf for _, a, b in both)
    neither = sum(a == b == inf for _, a, b in both)
    room = WIDTH - MARGIN - x
    lines = [
        (plural(len(both), "instance") + " asked of both", "k"),
        *((line, "k") for line in wrapped(one, room)),
        (f"faster on {first}", "a"),
        *((line, "k") for line in wrapped(other, room)),
        (f"faster on {second}", "a"),
        *([(f"equal on {equal}", "a")] if equal else []),
        *([(f"{neither} solved by neither", "a")] if neither else []),
        ("grey bands: not solved", "a"),
    ]
    return [
        text(line, x, y + SIZE + number * 20, kind) for number, (line, kind) in enumerate(lines)
    ]
