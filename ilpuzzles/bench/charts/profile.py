"""A performance profile, after Dolan and Moré (Mathematical Programming 91, 2002)."""

from __future__ import annotations

from html import escape

from ilpuzzles.bench.charts.axes import factor_axis, share_axis
from ilpuzzles.bench.charts.card import Chart, Entry, card, top_of
from ilpuzzles.bench.charts.chosen import LINES, shown, some, steps
from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.frame import ABOVE, BELOW, HEIGHT, frame, left_of, right_of
from ilpuzzles.bench.charts.marks import looks
from ilpuzzles.bench.charts.ranking import common, scope_text


def share_within(field: Field, solver: str, factor: float) -> float:
    """The share of the instances that a solver solves within a factor of the best time.

    Example:
        >>> from ilpuzzles.bench.charts.figures import fields_of
        >>> from ilpuzzles.bench.record import Run
        >>> times = (("a", "cbc", 1), ("a", "scip", 3), ("b", "cbc", 2), ("b", "scip", 2))
        >>> runs = [Run(c, "", name, total=t, complete=True) for c, name, t in times]
        >>> [share_within(fields_of(runs)[0], "scip", factor) for factor in (1, 2, 3)]
        [0.5, 0.5, 1.0]
    """
    # Rounding must not move a ratio across the factor that it is equal to.
    within = sum(ratio <= factor * (1 + 1e-9) for ratio in field.ratios(solver))
    return within / len(field.instances)


def profile(
    field: Field, name: str = "profile", title: str = "Solved within a factor of the best"
) -> Chart:
    """Which share of the instances each solver solves within a factor of the best time.

    The instances, and the solvers of which one is the best, are those of `common`.

    Args:
        field: The solvers and the instances.
        name: A name for its file.
        title: What stands above it.
    """
    scope, field = scope_text(field), common(field)
    solvers, notes = shown(field, LINES)
    ratios = {solver: field.ratios(solver) for solver in solvers}
    top = top_of(title) + ABOVE
    up = share_axis(top + HEIGHT, top)
    left = left_of(label for _, label in up.ticks)
    most = max((ratio for known in ratios.values() for ratio in known), default=1.0)
    across = factor_axis(most, left, right_of("1,048,576"))
    parts = frame(across, up, ("time as a multiple of the best", "share of the instances"))
    look = looks(solvers)
    legend = []
    part = 1 / len(field.instances)
    for solver in solvers:
        best = share_within(field, solver, 1)
        legend.append(Entry(look[solver], f"{solver}: best on {best:.0%}"))
        if not ratios[solver]:
            continue
        corners = steps(ratios[solver], (1.0, 0.0), across.high, part)[1:]
        parts.append(look[solver].line([(across.place(x), up.place(y)) for x, y in corners]))
        points = {x: (number + 1) * part for number, x in enumerate(ratios[solver])}
        for x, y in some(list(points.items())):
            label = escape(f"{solver}: {y:.0%} within a factor of {x:.3g}")
            parts.append(look[solver].mark(across.place(x), up.place(y), label))
    svg = card(title, parts, top + HEIGHT + BELOW, legend, notes)
    reading = (
        "At the left, the share of the instances on which a solver is the fastest; further right, "
        "the share on which it takes at most so many times as long as the fastest one. "
        "A line that stays below 100% leaves instances unsolved "
        f"(performance profile, Dolan and Moré, 2002). {scope}"
    )
    return Chart(name, title, svg, reading)
