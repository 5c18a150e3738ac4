"""Medians with their spread, case by case."""

from __future__ import annotations

from html import escape
from math import inf

from ilpuzzles.bench.charts.axes import Axis, time_axis
from ilpuzzles.bench.charts.card import EDGE, LINES, MARGIN, WIDTH, Chart, Entry, card, text, top_of
from ilpuzzles.bench.charts.chosen import shown
from ilpuzzles.bench.charts.figures import Field, Measurement
from ilpuzzles.bench.charts.frame import BANDED, BELOW, UNSOLVED
from ilpuzzles.bench.charts.letters import SIZE, shortened, text_width
from ilpuzzles.bench.charts.marks import Look, looks
from ilpuzzles.bench.charts.words import instance_text, plural, seconds_text

MOST = 24
"""How many instances are shown at most."""

_NAMES = 190.0
_STEP = 13.0
_GAP = 12.0
_UNSOLVED = 84.0


def spread(field: Field, name: str = "spread", title: str = "Median times by case") -> Chart:
    """The median time of every solver on every instance, from the fastest run to the slowest.

    Args:
        field: The solvers and the instances.
        name: A name for its file.
        title: What stands above it.
    """
    solvers, notes = shown(field)
    instances = field.instances[:MOST]
    if len(field.instances) > MOST:
        left_out = plural(len(field.instances) - MOST, "further instance")
        notes.append(f"{left_out} left out; the tables have all.")
    known = [one for one in field.measurements.values() if one.instance in instances]
    times = [time for one in known for time in (one.least, one.most) if time < inf] or [1.0]
    names = {one: shortened(instance_text(one), _NAMES) for one in instances}
    left = MARGIN + max(text_width(label) for label in names.values()) + 12
    across = time_axis(times, left, WIDTH - MARGIN - _UNSOLVED)
    top = top_of(title) + 6
    look = looks(solvers)
    parts, behind, y = [], [], top
    for number, instance in enumerate(instances):
        rows = [one for solver in solvers if (one := field.measurements.get((instance, solver)))]
        height = max(len(rows), 1) * _STEP + _GAP
        if number:
            behind.append(f'<path d="M{MARGIN:g} {y:.1f}H{WIDTH - MARGIN:g}" stroke="{LINES}"/>')
        parts.append(text(names[instance], MARGIN, y + height / 2 + SIZE * 0.36))
        for row, one in enumerate(rows):
            middle = y + _GAP / 2 + (row + 0.5) * _STEP
            parts += _row(one, across, middle, look[one.solver])
        y += height
    svg = card(
        title,
        [*_grid(across, top, y), *behind, *parts],
        y + BELOW,
        [Entry(look[solver], solver, lined=False) for solver in solvers],
        notes,
    )
    reading = (
        "Marks are medians on a logarithmic scale; whiskers go from the fastest to the slowest of "
        "the equal runs. Marks in the grey band at the right were not solved."
    )
    return Chart(name, title, svg, reading)


def _grid(across: Axis, top: float, bottom: float) -> list[str]:
    """The axis with its lines, and the band for what is not solved."""
    band = f'x="{across.end:.1f}" y="{top:.1f}" width="{_UNSOLVED:g}" height="{bottom - top:.1f}"'
    parts = [f'<rect {band} fill="{BANDED}"/>']
    for value, label in across.ticks:
        x = across.place(value)
        parts.append(f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{LINES}"/>')
        parts.append(text(label, x, bottom + SIZE + 5, "a", "middle"))
    parts.append(f'<path d="M{across.start:.1f} {bottom:.1f}H{across.end:.1f}" stroke="{EDGE}"/>')
    middle = (across.start + across.end) / 2
    parts.append(text("time", middle, bottom + 2 * SIZE + 11, "k", "middle"))
    beyond = across.end + _UNSOLVED / 2
    parts.append(text(UNSOLVED, beyond, bottom + 2 * SIZE + 11, "a", "middle"))
    return parts


def _row(one: Measurement, across: Axis, y: float, look: Look) -> list[str]:
    said = escape(f"{one.solver}: {seconds_text(one.median)}")
    parts = []
    if one.most > one.least and one.most < inf:
        parts.append(look.whisker((across.place(one.least), y), (across.place(one.most), y)))
    x = across.place(one.median) if one.solved else across.end + _UNSOLVED / 2
    return [*parts, look.mark(x, y, said)]
