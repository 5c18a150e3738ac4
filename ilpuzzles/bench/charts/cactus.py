"""A cactus plot: how many instances are solved within a time."""

from __future__ import annotations

from html import escape

from ilpuzzles.bench.charts.axes import count_axis, time_axis
from ilpuzzles.bench.charts.card import Chart, Entry, card, top_of
from ilpuzzles.bench.charts.chosen import LINES, shown, some, steps
from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.frame import ABOVE, BELOW, HEIGHT, frame, left_of, right_of
from ilpuzzles.bench.charts.marks import looks
from ilpuzzles.bench.charts.ranking import common, scope_text
from ilpuzzles.bench.charts.words import seconds_text


def cactus(field: Field, name: str = "cactus", title: str = "Solved within a time") -> Chart:
    """How many of the instances each solver has solved within a time.

    It shows the instances that all of its solvers were asked about; see `common`.

    Args:
        field: The solvers and the instances.
        name: A name for its file.
        title: What stands above it.

    Example:
        >>> from ilpuzzles.bench.charts.figures import fields_of
        >>> from ilpuzzles.bench.record import Run
        >>> runs = [Run(case, "placement", "cbc", total=1, complete=True) for case in "ab"]
        >>> "placement cbc: 2 of 2" in cactus(fields_of(runs)[0]).svg
        True
    """
    scope, field = scope_text(field), common(field)
    solvers, notes = shown(field, LINES)
    total = len(field.instances)
    times = [time for solver in solvers for time in field.times(solver)]
    limits = [limit for one in field.instances if (limit := field.limit(one)) > 0]
    unsolved = any(len(field.times(solver)) < total for solver in solvers)
    top = top_of(title) + ABOVE
    up = count_axis(total, top + HEIGHT, top)
    # Where something is not solved, the time that was spent on it belongs to the picture.
    wide = [*times, *([max(limits)] if limits and (unsolved or not times) else [])] or [1.0]
    left = left_of(label for _, label in up.ticks)
    across = time_axis(wide, left, right_of("1,000 s"))
    parts = frame(across, up, ("time for an instance, at most", "instances solved"))
    look = looks(solvers)
    legend = []
    for solver in solvers:
        solved = field.times(solver)
        legend.append(Entry(look[solver], f"{solver}: {len(solved)} of {total}"))
        if not solved:
            continue
        corners = steps(solved, (solved[0], 0), across.high, 1)
        parts.append(look[solver].line([(across.place(x), up.place(y)) for x, y in corners]))
        for x, y in some([(time, number + 1.0) for number, time in enumerate(solved)]):
            label = escape(f"{solver}: {y:g} within {seconds_text(x)}")
            parts.append(look[solver].mark(across.place(x), up.place(y), label))
    svg = card(title, parts, top + HEIGHT + BELOW, legend, notes)
    reading = (
        "The higher a line, the more instances are solved; the further left it rises, the sooner. "
        f"What is not solved within its time limit never raises a line (cactus plot). {scope}"
    )
    return Chart(name, title, svg, reading)
