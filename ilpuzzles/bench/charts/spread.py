"""Medians with their spread, case by case."""

from __future__ import annotations

from html import escape
from math import inf

from ilpuzzles.backends import backend_names
from ilpuzzles.bench.charts.axes import Axis, time_axis
from ilpuzzles.bench.charts.card import EDGE, LINES, MARGIN, WIDTH, Chart, card, text, top_of
from ilpuzzles.bench.charts.chosen import shown
from ilpuzzles.bench.charts.figures import Field, Measurement
from ilpuzzles.bench.charts.frame import BANDED, BELOW, UNSOLVED
from ilpuzzles.bench.charts.letters import SIZE, text_width, wrapped
from ilpuzzles.bench.charts.marks import Look, looks
from ilpuzzles.bench.charts.words import instance_text, plural, seconds_text

MOST = 24
"""How many instances are shown at most, and how many solvers."""

_ROWS = 240  # solvers of all instances together, in about 4,000 pixels
_NAMES = 230.0
_LINE = 15.0
_HEAD = 20.0
_GAP = 8.0
_UNSOLVED = 84.0


def spread(field: Field, name: str = "spread", title: str = "Median times by case") -> Chart:
    """The median time of every solver on every instance, from the fastest run to the slowest.

    Args:
        field: The solvers and the instances.
        name: A name for its file.
        title: What stands above it.
    """
    solvers, notes = shown(field, MOST)
    table = _table(field, solvers)
    if len(field.instances) > len(table):
        left_out = plural(len(field.instances) - len(table), "further case")
        notes.append(f"{left_out} left out; the tables have all.")
    rows = [one for _, group in table for one in group]
    times = [time for one in rows for time in (one.least, one.most) if time < inf] or [1.0]
    # Nothing of a name is left out: names may differ anywhere.
    names = {one.solver: wrapped(one.solver, _NAMES) for one in rows}
    widest = max((text_width(line) for lines in names.values() for line in lines), default=0.0)
    across = time_axis(times, MARGIN + widest + 14, WIDTH - MARGIN - _UNSOLVED)
    # A backend looks the same in all charts of this kind, whoever else is in them.
    look = looks(dict.fromkeys([*backend_names(), *(one.runs[0].backend for one in rows)]))
    parts, behind = [], []
    y = top = top_of(title) + 26
    for number, (heading, group) in enumerate(table):
        if number:
            behind.append(f'<path d="M{MARGIN:g} {y:.1f}H{WIDTH - MARGIN:g}" stroke="{EDGE}"/>')
        for line in heading:
            behind.append(text(line, MARGIN, y + _HEAD * 0.7, "b"))
            y += _HEAD
        for one in group:
            high = _LINE * len(names[one.solver])
            for place, line in enumerate(names[one.solver]):
                baseline = y + (place + 0.5) * _LINE + SIZE * 0.36
                behind.append(text(line, MARGIN, baseline, "a"))
            behind.append(_thread(across, y + high / 2))
            parts += _row(one, across, y + high / 2, look[one.runs[0].backend])
            y += high
        y += _GAP
    svg = card(title, [*_grid(across, top, y), *behind, *parts], y + BELOW, notes=notes)
    reading = (
        "Marks are medians on a logarithmic scale; whiskers go from the fastest to the slowest of "
        "the equal runs. Marks in the grey band at the right were not solved. A solver that is "
        "missing below a case was not asked about it. Every backend has a mark of its own."
    )
    return Chart(name, title, svg, reading)


def _table(field: Field, solvers: tuple[str, ...]) -> list[tuple[list[str], list[Measurement]]]:
    """The headings of the instances, each with what is known of its solvers."""
    table: list[tuple[list[str], list[Measurement]]] = []
    room = _ROWS
    for instance in field.instances[:MOST]:
        known = field.measurements
        group = [known[instance, one] for one in solvers if (instance, one) in known]
        room -= len(group)
        if room < 0:
            break
        if group:
            table.append((wrapped(instance_text(instance), WIDTH - 2 * MARGIN), group))
    return table


def _thread(across: Axis, y: float) -> str:
    """A thin line that leads from a name to its mark."""
    return (
        f'<path d="M{across.start:.1f} {y:.1f}H{across.end:.1f}" stroke="{LINES}"'
        ' stroke-dasharray="1 3"/>'
    )


def _grid(across: Axis, top: float, bottom: float) -> list[str]:
    """The axis with its lines, and the band for what is not solved."""
    band = f'x="{across.end:.1f}" y="{top:.1f}" width="{_UNSOLVED:g}" height="{bottom - top:.1f}"'
    parts = [f'<rect {band} fill="{BANDED}"/>']
    for value, label in across.ticks:
        x = across.place(value)
        parts.append(f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{LINES}"/>')
        # A chart may be taller than a screen.
        parts += [text(label, x, y, "a", "middle") for y in (top - 6, bottom + SIZE + 5)]
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
