"""What instances of one series cost as they grow, with the growth that fits."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import inf

from ilpuzzles.bench.charts.axes import Axis, size_axis, time_axis
from ilpuzzles.bench.charts.card import Chart, Entry, card, top_of
from ilpuzzles.bench.charts.chosen import shown
from ilpuzzles.bench.charts.figures import Field, Measurement, fields_of
from ilpuzzles.bench.charts.frame import (
    ABOVE,
    BAND,
    BELOW,
    HEIGHT,
    UNSOLVED,
    band_above,
    frame,
    left_of,
    right_of,
)
from ilpuzzles.bench.charts.growth import NOISE, Flat, Growth, growth
from ilpuzzles.bench.charts.marks import MOST, Look, looks
from ilpuzzles.bench.charts.words import number_text, seconds_text
from ilpuzzles.bench.record import Run

_PIECES = 48  # of a curve
_ROW = 11.0


def sized(runs: Iterable[Run]) -> bool:
    """Whether runs say how large their cases are; if not, the number of variables is the size."""
    return all(run.size is not None and run.size > 0 for run in runs)


def fitted(
    measurements: Iterable[Measurement], *, by_size: bool
) -> tuple[list[tuple[float, Measurement]], Growth | Flat]:
    """What a solver was asked, by size, and the growth of the medians of what it has solved.

    Equal runs that scatter more than the medians of different sizes hide any growth.
    """
    points = sorted(
        ((_size(one, by_size=by_size), one) for one in measurements), key=lambda point: point[0]
    )
    solved = [(size, one) for size, one in points if one.solved]
    noise = max([NOISE, *(one.most / one.least for _, one in solved)])
    return points, growth(((size, one.median) for size, one in solved), noise)


def scaling(runs: Iterable[Run], name: str = "scaling", title: str = "Time by size") -> Chart:
    """The time of every solver against the size of the case, with the growth that fits.

    Args:
        runs: The runs of one series about one question.
        name: A name for its file.
        title: What stands above it.
    """
    runs = list(runs)
    by_size = sized(runs)
    field = _joined(runs)
    solvers, notes = shown(field, MOST)
    known = {
        solver: fitted(
            (one for (_, name), one in field.measurements.items() if name == solver),
            by_size=by_size,
        )
        for solver in solvers
    }
    # Solvers stop at the same sizes: each that stops has a line of its own in the band.
    stopped = [name for name, (points, _) in known.items() if any(not p.solved for _, p in points)]
    band = max(BAND, len(stopped) * _ROW + 8)
    top = top_of(title) + ABOVE + band
    bounds = [
        time
        for points, _ in known.values()
        for _, one in points
        for time in (one.least, one.most)
        if time < inf
    ] or [1.0]
    up = time_axis(bounds, top + HEIGHT, top)
    left = left_of([UNSOLVED, *(label for _, label in up.ticks)])
    right = right_of("100,000")
    sizes = [size for points, _ in known.values() for size, _ in points]
    laws = [law for _, law in known.values() if isinstance(law, Growth)]
    exponential = sum(law.exponential for law in laws)
    powers = len(laws) - exponential
    across = size_axis(sizes, left, right, logarithmic=powers > exponential)
    what = "size" if by_size else "variables"
    parts = [
        *band_above(across, up, across.end, band),
        *frame(across, up, (what, "time"), band=band),
    ]
    look = looks(solvers)
    legend = []
    for solver, (points, law) in known.items():
        lined = isinstance(law, Growth)
        legend.append(Entry(look[solver], f"{solver}: {law}", lined=lined))
        parts += _curve(points, law, across, up, look[solver])
    for solver, (points, _) in known.items():
        row = stopped.index(solver) + 0.5 if solver in stopped else 0.0
        beyond = up.end - band / 2 + (row - len(stopped) / 2) * _ROW
        parts += _points(points, across, up, look[solver], beyond)
    svg = card(title, parts, top + HEIGHT + BELOW, legend, notes)
    reading = (
        "Marks are medians, with whiskers from the fastest to the slowest run. A power of the "
        f"{what if by_size else 'number of variables'} and an exponential are fitted to the solved "
        "medians by least squares of log time; the one that explains more (R²) is drawn and named, "
        "with the R² of the other. There is no line where times do not differ by more than equal "
        f"runs do, or by a factor of {NOISE:g}, and none where neither explains much. What is not "
        "solved has no part in a fit, so the true growth may be steeper; a fit to three or four "
        "points says little."
    )
    return Chart(name, title, svg, reading)


def _joined(runs: list[Run]) -> Field:
    """All solvers of a series: each is measured against size, whether or not they share cases."""
    fields = fields_of(runs)
    return Field(
        tuple(one for field in fields for one in field.instances),
        tuple(one for field in fields for one in field.solvers),
        {key: one for field in fields for key, one in field.measurements.items()},
    )


def _size(measurement: Measurement, *, by_size: bool) -> float:
    run = measurement.runs[0]
    if by_size and run.size is not None:
        return run.size
    return max(*(one.variables for one in measurement.runs), 1)


def _curve(
    points: list[tuple[float, Measurement]], law: Growth | Flat, across: Axis, up: Axis, look: Look
) -> list[str]:
    """The fitted growth from the least to the greatest size that is solved."""
    if isinstance(law, Flat):
        return []
    solved = [size for size, one in points if one.solved]
    low, high = min(solved), max(solved)
    path = []
    for number in range(_PIECES + 1):
        part = number / _PIECES
        size = low * (high / low) ** part if across.logarithmic else low + (high - low) * part
        if up.low <= law.cost(size) <= up.high:
            path.append((across.place(size), up.place(law.cost(size))))
    return [look.line(path, 1.8)] if len(path) > 1 else []


def _points(
    points: list[tuple[float, Measurement]], across: Axis, up: Axis, look: Look, beyond: float
) -> list[str]:
    """The medians with their spread; what is not solved stands beyond the axis."""
    parts = []
    for size, one in points:
        x = across.place(size)
        label = escape(f"{one.solver}, {number_text(size)}: {seconds_text(one.median)}")
        if one.solved and one.most > one.least:
            parts.append(look.whisker((x, up.place(one.least)), (x, up.place(one.most))))
        parts.append(look.mark(x, up.place(one.median) if one.solved else beyond, label))
    return parts
