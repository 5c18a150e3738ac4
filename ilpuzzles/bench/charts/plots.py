"""Charts of measured runs, drawn by matplotlib as SVG: the same runs give the same pictures.

Cactus plots, performance profiles, pairs of solvers (scatter plots), medians with their spread, and
times by size; the axes, looks, texts and figures that they share come after them.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from io import StringIO
from math import ceil, floor, inf, log2, log10, nan
from operator import gt, lt
from typing import TYPE_CHECKING, Any

import numpy as np

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.statistics import (
    NOISE,
    Field,
    Growth,
    common,
    fields_of,
    fit_line,
    ranking,
    scope_text,
    share_within,
    shown,
    sized,
)
from ilpuzzles.bench.summary import (
    Instance,
    Summary,
    grouped,
    instance_text,
    limit_text,
    number_text,
    seconds_text,
)
from ilpuzzles.errors import counted
from ilpuzzles.extras import require_extra
from ilpuzzles.render.svg import GROUND, opening
from ilpuzzles.solvers.registry import backend_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis


MOST = 12
"""How many solvers can be told apart in one chart."""

MOST_LINES = 8
"""Lines that can be told apart where they cross again and again."""

MOST_CASES = 24
"""How many cases, and how many solvers, a spread shows at most."""

# Each differs in lightness from the ones beside it, and is at least 3 to 1 against the ground.
COLOURS = ("#0a4a8f", "#d9730d", "#16191d", "#2b8a3e", "#5b1a80", "#b3261e")
MARKERS = "os^DvX"
_DASHES = ("-", (0, (7, 3)), (0, (2, 2)), (0, (9, 3, 2, 3)))

INK, SOFT, GRID, EDGE, BANDED = "#212529", "#495057", "#dee2e6", "#868e96", "#e9ecef"

WIDTH = 720
_MARGIN = 18.0
_HEIGHT, _SIDE = 300.0, 380.0  # of what is drawn in
_LETTER, _TITLE = 12.0, 15.0
_LINE = 17.0
_BELOW = 46.0  # the labels and the name of an axis
_BAND = 28.0  # where stands what is not solved
_BESIDE = 88.0  # the same in a spread, with its name below it
_TALL = 8000  # pixels from which a chart takes what it needs
_ROWS = 240  # of a spread, in about 4,000 pixels
_SPREAD = 15.0
_FEWEST = 3  # instances, for a chart that is about many
_MARKS = 14  # on a line
_PAIRS = 2  # the best against so many others
_FONTS = "DejaVu Sans, sans-serif"
# What matplotlib writes in every tag again, and names that nothing asks for.
_NEEDLESS = re.compile(
    r' id="[a-zA-Z0-9.]*_\d+"| xmlns:xlink="[^"]*"|xlink:(?=href)'
    rf'| transform="rotate\(-0 [^"]*"|font-size: {_LETTER:g}px; |font-family: [^;]*; '
    r"|text-anchor: start; |\s+(?=\")"
)

# Text stays text, so that it can be read aloud, searched and copied.
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "ilpuzzles",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": _LETTER,
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": EDGE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "xtick.color": EDGE,
    "ytick.color": EDGE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "lines.linewidth": 2,
    "lines.markersize": 7.5,
    "path.simplify": False,
}


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: a title, a picture that needs nothing else, and how to read it.

    Its name is one for a file, of letters, digits and hyphens.
    """

    name: str
    title: str
    svg: str
    reading: str


def charts_of(field: Field, number: int = 1, group: str = "") -> list[Chart]:
    """The charts that say something about solvers that can be compared.

    Nothing is drawn where nothing is solved. A chart of many instances needs at least three that
    several solvers were asked about, one that compares needs two solvers. Of several fields, names
    have the number, beyond 1, and titles the group.
    """
    if not any(field.times(solver) for solver in field.solvers):
        return []
    end = "" if number == 1 else f"-{number}"
    whose = f", {group}" if group else ""
    charts = [spread(field, f"spread{end}", f"Median times by case{whose}")]
    part = common(field)
    if len(part.instances) >= _FEWEST and any(part.times(solver) for solver in part.solvers):
        charts.append(cactus(field, f"cactus{end}", f"Solved within a time{whose}"))
        if len(part.solvers) > 1:
            title = f"Solved within a factor of the best{whose}"
            charts.append(profile(field, f"profile{end}", title))
            best, *others = (solver for _, solver, _ in ranking(field))
            able = [other for other in others if field.times(other)][:_PAIRS]
            # A number at the end would be that of another field.
            names = (f"pair{end}", f"pair{end}-next")
            charts += [pair(field, best, *one) for one in zip(able, names, strict=False)]
    return charts


def scaling_charts(runs: Iterable[BenchRun]) -> list[Chart]:
    """A chart for every series and question in which two sizes or more are measured."""
    groups = grouped((run for run in runs if run.series), lambda run: (run.series, run.question))
    charts: list[Chart] = []
    for instance, group in groups.items():
        sizes = {run.size if run.size is not None else run.variables for run in group}
        if len(sizes) > 1 and any(run.solved for run in group):
            end = "" if not charts else f"-{len(charts) + 1}"
            title = f"Time by size: {instance_text(instance)}"
            charts.append(scaling(group, f"scaling{end}", title))
    return charts


def cactus(field: Field, name: str = "cactus", title: str = "Solved within a time") -> Chart:
    """How many of the instances each solver has solved within a time.

    It shows the instances that all of its solvers were asked about; see `common`.
    """
    scope, field = scope_text(field), common(field)
    solvers, notes = shown(field, MOST_LINES)
    total = len(field.instances)
    times = [time for solver in solvers for time in field.times(solver)]
    limits = {limit for one in field.instances if (limit := field.limit(one)) > 0}
    unsolved = any(len(field.times(solver)) < total for solver in solvers)
    # Where something is not solved, the time that was spent on it belongs to the picture.
    wide = [*times, *([max(limits)] if limits and (unsolved or not times) else [])] or [1.0]
    with _sheet(title) as sheet:
        axes = sheet.axes("instances solved", sheet.beside(f"{total:,}"), _HEIGHT, end="1,000 s")
        _time_axis(axes, "x", wide)
        axes.set_xlabel("time for an instance, at most")
        axes.set_ylim(0, total * 1.03)
        steps = (part * 10**power for power in range(9) for part in (1, 2, 5))
        ticks = range(0, total + 1, next(step for step in steps if step * 6 >= total))
        _ticks(axes.yaxis, ticks, [f"{tick:,}" for tick in ticks])
        if unsolved and len(limits) == 1:
            sheet.limit(axes, *limits)
        entries, lines = [], []
        for solver in solvers:
            solved = field.times(solver)
            entries.append(f"{solver}: {len(solved)} of {total}")
            lines.append(
                [(x, n, f"{solver}: {n} within {seconds_text(x)}") for n, x in enumerate(solved, 1)]
            )
        sheet.climbs(axes, entries, lines)
        reading = (
            "The higher a line, the more instances are solved; the further left it rises, the "
            "sooner. What is not solved within its time limit never raises a line (cactus plot). "
            f"{scope}"
        )
        return sheet.chart(name, reading, notes)


def profile(
    field: Field, name: str = "profile", title: str = "Solved within a factor of the best"
) -> Chart:
    """Which share of the instances each solver solves within a factor of the best time.

    A performance profile, after Dolan and Moré (Mathematical Programming 91, 2002). The instances,
    and the solvers of which one is the best, are those of `common`.
    """
    scope, field = scope_text(field), common(field)
    solvers, notes = shown(field, MOST_LINES)
    ratios = {solver: field.ratios(solver) for solver in solvers}
    most = max((ratio for known in ratios.values() for ratio in known), default=1.0)
    powers = max(ceil(log2(most) - 1e-9), 1)
    with _sheet(title) as sheet:
        axes = sheet.axes("share of the instances", sheet.beside("100%"), _HEIGHT, end="1,048,576")
        axes.set_xscale("log", base=2)
        axes.set_xlim(1, 2**powers)
        ticks = [2.0**power for power in range(0, powers + 1, 1 + powers // 9)]
        _ticks(axes.xaxis, ticks, [f"{tick:,.0f}" for tick in ticks])
        axes.set_xlabel("time as a multiple of the best")
        axes.set_ylim(0, 1.03)
        _ticks(axes.yaxis, [part / 5 for part in range(6)], [f"{20 * n}%" for n in range(6)])
        total = len(field.instances)
        lines = [
            [
                (x, n / total, f"{solver}: {n / total:.0%} within a factor of {x:.3g}")
                for n, x in enumerate(ratios[solver], 1)
            ]
            for solver in solvers
        ]
        best = [f"{solver}: best on {share_within(field, solver, 1):.0%}" for solver in solvers]
        sheet.climbs(axes, best, lines)
        reading = (
            "At the left, the share of the instances on which a solver is the fastest; further "
            "right, the share on which it takes at most so many times as long as the fastest one. "
            "A line that stays below 100% leaves instances unsolved "
            f"(performance profile, Dolan and Moré, 2002). {scope}"
        )
        return sheet.chart(name, reading, notes)


def pair(field: Field, one: str, other: str, name: str = "pair") -> Chart:
    """The times of one solver, across, against another's, for instances that both were asked."""
    both = [
        (instance, field.time(instance, one), field.time(instance, other))
        for instance in field.instances
        if all((instance, solver) in field.summaries for solver in (one, other))
    ]
    known = [time for _, *times in both for time in times if time < inf] or [1.0]
    unsolved = _limit_label(
        field.summaries[instance, solver] for instance, *_ in both for solver in (one, other)
    )
    with _sheet(f"{one} against {other}") as sheet:
        named = [_shorten(f"time of {solver}", _SIDE) for solver in (one, other)]
        left = sheet.beside(unsolved, "100 ms")
        axes = sheet.axes(named[1], left, _SIDE, width=_SIDE)
        beyond = [_time_axis(axes, which, known, _SIDE, _BAND) for which in "xy"]
        axes.set_xlabel(named[0])
        ends, label = axes.get_xlim(), sheet.height(axes, beyond[1])
        axes.plot(ends, ends, color=EDGE, linestyle=(0, (5, 4)), linewidth=1)
        sheet.text(unsolved, left - 7, label + 0.36 * _LETTER, color=SOFT, ha="right")
        for instance, *times in both:
            x, y = (min(time, end) for time, end in zip(times, beyond, strict=True))
            said = ", ".join(map(seconds_text, times))
            sheet.mark(axes, x, y, _Look(0), f"{instance_text(instance)}: {said}")
        x, top = left + _SIDE + 22, sheet.height(axes, ends[1]) + _LETTER
        words = _words_beside(one, other, both, WIDTH - _MARGIN - x)
        for number, (line, colour) in enumerate(words):
            sheet.text(line, x, top + 20 * number, color=colour)
        reading = (
            f"Every mark is an instance. Above the diagonal {one} is faster, below it {other}. "
            "Marks in the band at the top or at the right were not solved by the one or the other."
        )
        return sheet.chart(name, reading)


def _words_beside(
    one: str, other: str, both: Sequence[tuple[Instance, float, float]], width: float
) -> Iterator[tuple[str, str]]:
    """What the marks of a pair come to, in lines with their colours."""
    yield f"{counted(len(both), 'instance')} asked of both", SOFT
    for solver, faster in ((one, lt), (other, gt)):
        yield from ((line, INK) for line in wrapped(solver, width))
        yield f"faster on {sum(faster(*times) for _, *times in both)}", SOFT
    if equal := sum(a == b < inf for _, a, b in both):
        yield f"equal on {equal}", SOFT
    if neither := sum(a == b == inf for _, a, b in both):
        yield f"{neither} solved by neither", SOFT
    yield "grey bands: not solved", SOFT


def spread(field: Field, name: str = "spread", title: str = "Median times by case") -> Chart:
    """The median time of every solver on every instance, from the fastest run to the slowest."""
    solvers, notes = shown(field, MOST_CASES)
    table = _table(field, solvers)
    if len(field.instances) > len(table):
        left_out = counted(len(field.instances) - len(table), "further case")
        notes.append(f"{left_out} left out; the tables have all.")
    rows = [one for _, group in table for one in group]
    times = [time for one in rows for time in one.span] or [1.0]
    # Nothing of a name is left out: names may differ anywhere.
    names = {one.solver: wrapped(one.solver, 230) for one in rows}
    heads = [wrapped(instance_text(case), WIDTH - 2 * _MARGIN, bold=True) for case, _ in table]
    height = sum(20.0 * len(head) + 8 for head in heads)
    height += sum(_SPREAD * len(names[one.solver]) for one in rows)
    # A backend looks the same in all charts of this kind, whoever else is in them.
    backends = dict.fromkeys([*backend_names(), *(one.backend for one in rows)])
    looks = {backend: _Look(number) for number, backend in enumerate(backends)}
    with _sheet(title) as sheet:
        left = sheet.beside(*(line for lines in names.values() for line in lines)) + 6
        axes = sheet.axes("", left, height, end="")
        top = sheet.bottom - _BELOW - height
        beyond = _time_axis(axes, "x", times, WIDTH - _MARGIN - left, _BESIDE)
        # A chart may be taller than a screen.
        axes.tick_params("x", labeltop=True)
        axes.set_ylim(top + height, top)
        axes.set_yticks([])
        sheet.text("time", (left + WIDTH - _MARGIN - _BESIDE) / 2, top + height + 35, ha="center")
        beside = WIDTH - _MARGIN - _BESIDE / 2
        sheet.text(_limit_label(rows), beside, top + height + 15, color=SOFT, ha="center")
        y, threads = top, list[float]()
        for head, (_, group) in zip(heads, table, strict=True):
            if y > top:
                sheet.rule([_MARGIN, WIDTH - _MARGIN], [y, y], color=EDGE, linewidth=1)
            for line in head:
                # The lines of the times end at a heading.
                sheet.text(line, _MARGIN, y + 15, weight="bold", backgroundcolor=GROUND)
                y += 20
            for one in group:
                lines = names[one.solver]
                for number, line in enumerate(lines):
                    baseline = y + (number + 0.5) * _SPREAD + 0.36 * _LETTER
                    sheet.text(line, _MARGIN, baseline, color=SOFT)
                place = y + len(lines) * _SPREAD / 2
                threads.append(place)
                look = looks[one.backend]
                if one.spread > 1:
                    axes.plot(one.span, [place] * 2, marker="|", **look.whisker)
                said = f"{one.solver}: {seconds_text(one.time)}"
                sheet.mark(axes, min(one.time, beyond), place, look, said)
                y += len(lines) * _SPREAD
            y += 8
        # A thin line leads from every name to its mark.
        ends, places = [*axes.get_xlim(), nan], [place for one in threads for place in (one,) * 3]
        dots = (0, (1, 3))
        axes.plot(ends * len(threads), places, color=GRID, linestyle=dots, linewidth=1, zorder=1)
        reading = (
            "Marks are medians on a logarithmic scale; whiskers go from the fastest to the slowest "
            "of the equal runs. Marks in the grey band at the right were not solved. A solver that "
            "is missing below a case was not asked about it. Every backend has a mark of its own."
        )
        return sheet.chart(name, reading, notes)


def scaling(runs: Iterable[BenchRun], name: str = "scaling", title: str = "Time by size") -> Chart:
    """The time of every solver against the size of the case, with the growth that fits.

    The runs are those of one series about one question.
    """
    runs = list(runs)
    by_size = sized(runs)
    field = Field.joined(fields_of(runs))
    solvers, notes = shown(field, MOST)
    known = [
        fit_line((one for (_, who), one in field.summaries.items() if who == solver), by_size)
        for solver in solvers
    ]
    sizes = sorted({size for points, _ in known for size, _ in points})
    shown_runs = [one for points, _ in known for _, one in points]
    bounds = [time for one in shown_runs for time in one.span] or [1.0]
    laws = [law for _, law in known if isinstance(law, Growth)]
    straight = 2 * sum(law.exponential for law in laws) >= len(laws)
    # Solvers stop at the same sizes: each that stops has a line of its own in the band.
    stopped = [
        n for n, (points, _) in enumerate(known) if any(one.median is None for _, one in points)
    ]
    band = max(_BAND, len(stopped) * 11.0 + 8)
    height = _HEIGHT + band
    what = "size" if by_size else "variables"
    with _sheet(title) as sheet:
        unsolved = _limit_label(shown_runs)
        left = sheet.beside(unsolved, "100 ms")
        axes = sheet.axes("time", left, height, end="100,000")
        middle = sheet.height(axes, _time_axis(axes, "y", bounds, height, band))
        sheet.text(unsolved, left - 7, middle + 0.36 * _LETTER, color=SOFT, ha="right")
        _size_axis(axes, sizes, straight=straight)
        axes.set_xlabel(what)
        low, top = axes.get_ylim()
        high = low * (top / low) ** (_HEIGHT / height)
        entries = []
        for number, (solver, (points, law)) in enumerate(zip(solvers, known, strict=True)):
            look = _Look(number)
            entries.append((look, f"{solver}: {law}", isinstance(law, Growth)))
            if isinstance(law, Growth):
                solved = [size for size, one in points if one.time < inf]
                parts = (np.linspace if straight else np.geomspace)(solved[0], solved[-1], 49)
                curve = [(size, law.cost(size)) for size in parts.tolist()]
                inside = [(size, cost) for size, cost in curve if low <= cost <= high]
                axes.plot(*zip(*inside, strict=True), **look.line)
            row = stopped.index(number) + 0.5 if number in stopped else 0.0
            down = band / 2 + (row - len(stopped) / 2) * 11
            for size, one in points:
                if one.spread > 1 and one.time < inf:
                    axes.plot([size, size], one.span, marker="_", **look.whisker)
                y = one.time if one.time < inf else top * (low / top) ** (down / height)
                said = f"{solver}, {number_text(size)}: {seconds_text(one.time)}"
                sheet.mark(axes, size, y, look, said)
        sheet.legend(entries)
        reading = (
            "Marks are medians, with whiskers from the fastest to the slowest run. A power of the "
            f"{what if by_size else 'number of variables'} and an exponential are fitted to the "
            "solved medians by least squares of log time; the one that explains more (R²) is drawn "
            "and named, with the R² of the other. There is no line where times do not differ by "
            f"more than equal runs do, or by a factor of {NOISE:g}, and none where neither "
            "explains much. What is not solved has no part in a fit, so the true growth may be "
            "steeper; a fit to three or four points says little."
        )
        return sheet.chart(name, reading, notes)


def _table(field: Field, solvers: Sequence[str]) -> list[tuple[Instance, list[Summary]]]:
    """The instances that there is room for, each with what is known of its solvers."""
    table: list[tuple[Instance, list[Summary]]] = []
    known, room = field.summaries, _ROWS
    for instance in field.instances[:MOST_CASES]:
        group = [known[instance, one] for one in solvers if (instance, one) in known]
        room -= len(group)
        if room < 0:
            break
        if group:
            table.append((instance, group))
    return table


def _limit_label(known: Iterable[Summary]) -> str:
    """What to write beside what is not solved: the time limit, if that was the reason."""
    runs = [run for one in known if one.median is None for run in one.equal_runs if not run.solved]
    limits = {(run.limit, bool(run.error), run.broken, run.time_limit) for run in runs}
    if len(limits) == 1 and runs[0].limit == "time" and not runs[0].error and not runs[0].broken:
        return f"not in {limit_text(runs[0].time_limit)}"
    return "not solved"


# Axes


def _time_axis(
    axes: Axes, which: str, times: Sequence[float], pixels: float = 1, band: float = 0
) -> float:
    """Makes an axis one of times, with a band at its end; returns the middle of that."""
    low, high = min(times) / 1.12, max(times) * 1.12
    if high < 10 * low:  # at least one power of ten shows, and small differences look small
        middle = (low * high) ** 0.5
        low, high = middle / 10**0.5, middle * 10**0.5
    reach = high * (high / low) ** (band / (pixels - band)) if band else high
    axes.set(**{f"{which}scale": "log", f"{which}lim": (low, reach)})
    if band:
        span = axes.axvspan if which == "x" else axes.axhspan
        span(high, reach, color=BANDED, linewidth=0)
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    for parts in ((1,), (1, 2, 5)):
        marks = [part * 10.0**power for power in powers for part in parts]
        marks = [mark for mark in marks if low <= mark <= high]
        if len(marks) > 2:
            break
    marks = marks[:: 1 + len(marks) // 8]
    axis = axes.xaxis if which == "x" else axes.yaxis
    _ticks(axis, marks, [limit_text(n) if n > 0.9 else f"{n * 1000:,.4g} ms" for n in marks])
    return float((high * reach) ** 0.5)


def _size_axis(axes: Axes, sizes: Sequence[float], *, straight: bool) -> None:
    """Makes the axis that goes across one of sizes; those that find room are written."""
    low, high = sizes[0], sizes[-1]
    room = (high - low) * 0.04 or 1.0
    if straight:
        axes.set_xlim(low - room, high + room)
    else:
        axes.set_xscale("log")
        axes.set_xlim(low / 1.12, high * 1.12)
    kept, end = [], -inf
    for size in sizes:
        # The middle of a label, in pixels: those that would touch the one before are left out.
        middle = axes.transData.transform((size, 1))[0]
        half = text_width(number_text(size)) / 2 + 5
        if middle - half >= end:
            kept.append(size)
            end = middle + half
    _ticks(axes.xaxis, kept, list(map(number_text, kept)))


def _ticks(axis: Axis, values: Sequence[float], labels: Sequence[str]) -> None:
    axis.set_ticks(list(values), labels=list(labels))
    axis.set_ticks([], minor=True)


# How solvers are told apart


class _Look:
    """How the n-th solver is drawn: by colour, by lightness, by the mark and by the line."""

    def __init__(self, number: int) -> None:
        colour = COLOURS[number % len(COLOURS)]
        # The colours come again where marks are hollow.
        hollow = number // len(COLOURS) % 2 == 1
        self.line: dict[str, Any] = {"color": colour, "linestyle": _DASHES[number % len(_DASHES)]}
        self.mark: dict[str, Any] = {
            "linestyle": "",
            "marker": MARKERS[number % len(MARKERS)],
            "markerfacecolor": GROUND if hollow else colour,
            "markeredgecolor": colour,
            "markeredgewidth": 1.5 if hollow else 1,
        }
        self.whisker: dict[str, Any] = {"color": colour, "linewidth": 1.2, "markersize": 6}


# Text


@cache
def text_width(text: str, size: float = _LETTER, *, bold: bool = False) -> float:
    """How wide a text is, in pixels.

    Example:
        >>> text_width("ill") < text_width("www") < text_width("www", bold=True)
        True
    """
    font = _matplotlib(".font_manager").FontProperties(
        family="DejaVu Sans", size=size, weight="bold" if bold else "normal"
    )
    measure = _matplotlib(".textpath").text_to_path.get_text_width_height_descent
    with _any_letters():
        return float(measure(text, font, ismath=False)[0])


def wrapped(text: str, width: float, size: float = _LETTER, *, bold: bool = False) -> list[str]:
    """A text in lines that fit; words that are too wide are broken, and nothing is left out.

    Example:
        >>> wrapped("tritetratan form, count-up-to-symmetry", 180)
        ['tritetratan form,', 'count-up-to-symmetry']
        >>> wrapped("m" * 10, 60)
        ['mmmmm', 'mmmmm']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size, bold=bold) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def _shorten(text: str, width: float) -> str:
    """A text, with its middle left out where it is too wide: names often differ at their ends."""
    text = " ".join(text.split())
    short, kept = text, len(text)
    while text_width(short) > width and kept > 2:
        kept -= 1
        short = f"{text[: kept - kept // 2].rstrip()}…{text[len(text) - kept // 2 :].lstrip()}"
    return short


# The picture


class _Sheet:
    """A figure that is filled from its top, in pixels, down to its bottom so far, and cut off."""

    def __init__(self, title: str) -> None:
        # At 72 dots per inch a point is a pixel.
        self._figure = _matplotlib(".figure").Figure((WIDTH / 72, _TALL / 72), dpi=72)
        self._canvas = _matplotlib(".backends.backend_svg").FigureCanvasSVG(self._figure)
        self._figure.patch.set_visible(False)
        self._title = title
        self._labels: list[str] = []
        self.bottom = _MARGIN
        for line in wrapped(title, WIDTH - 2 * _MARGIN, _TITLE, bold=True):
            self.text(line, _MARGIN, self.bottom + _TITLE, weight="bold", size=_TITLE)
            self.bottom += 21

    def text(self, words: str, x: float, y: float, **style: Any) -> None:
        self._figure.text(x, _TALL - y, words, transform=None, va="baseline", **style)

    def rule(self, across: Sequence[float], down: Sequence[float], **style: Any) -> None:
        up = [_TALL - y for y in down]
        self._figure.add_artist(_matplotlib(".lines").Line2D(across, up, transform=None, **style))

    def beside(self, *labels: str) -> float:
        """Where the axes begin, right of some labels."""
        return _MARGIN + max(map(text_width, labels)) + 9

    def axes(
        self, name: str, left: float, height: float, *, end: str = "", width: float = 0
    ) -> Axes:
        """Puts axes below what was drawn so far, and their name above them.

        Half of `end`, the widest of the labels below, fits in at the right; without a width they
        take all that there is.
        """
        top = self.bottom + 30
        self.text(name, _MARGIN, top - 10)
        self.bottom = top + height + _BELOW
        width = width or WIDTH - _MARGIN - left - (max(8.0, text_width(end) / 2) if end else 0)
        place = (left / WIDTH, 1 - (top + height) / _TALL, width / WIDTH, height / _TALL)
        axes: Axes = self._figure.add_axes(place)
        axes.tick_params(length=0, pad=8)
        return axes

    def height(self, axes: Axes, value: float) -> float:
        """How far down a value stands."""
        return _TALL - float(axes.transData.transform((axes.get_xlim()[0], value))[1])

    def mark(self, axes: Axes, x: float, y: float, look: _Look, label: str) -> None:
        """Draws a mark that says what it stands for under the pointer."""
        axes.plot([x], [y], clip_on=False, gid=f"mark{len(self._labels)}", zorder=3, **look.mark)
        self._labels.append(label)

    def climbs(
        self, axes: Axes, names: Sequence[str], lines: Sequence[Sequence[tuple[float, float, str]]]
    ) -> None:
        """Draws lines that go up by a step at every point, with marks that say where; a legend."""
        looks = [_Look(number) for number in range(len(names))]
        for look, points in zip(looks, lines, strict=True):
            if points:
                across, up, _ = zip(*points, strict=True)
                ends = [across[0], *across, axes.get_xlim()[1]], [0, *up, up[-1]]
                axes.plot(*ends, drawstyle="steps-post", **look.line)
            # Of many points some have marks, and the last one; of equal ones the highest.
            known = list({point[0]: point for point in points}.values())
            places = [round(n * (len(known) - 1) / (_MARKS - 1)) for n in range(_MARKS)]
            for place in places if len(known) > _MARKS else range(len(known)):
                x, y, label = known[place]
                self.mark(axes, x, y, look, label)
        self.legend([(look, name, True) for look, name in zip(looks, names, strict=True)])

    def limit(self, axes: Axes, limit: float) -> None:
        axes.axvline(limit, color=EDGE, linewidth=1, linestyle=(0, (5, 4)), zorder=1)
        x = float(axes.transData.transform((limit, 0))[0])
        top = self.height(axes, axes.get_ylim()[1])
        self.text(f"time limit {limit_text(limit)}", x, top - 10, color=SOFT, ha="right")

    def legend(self, entries: Sequence[tuple[_Look, str, bool]]) -> None:
        """Writes names with samples of their lines, in columns as wide as the longest needs."""
        room, sample = WIDTH - 2 * _MARGIN, 38.0
        widest = max(text_width(name) for _, name, _ in entries) + sample + 18
        columns = max(min(int(room / widest), len(entries)), 1)
        rows = -(-len(entries) // columns)
        y = top = bottom = self.bottom
        for number, (look, name, lined) in enumerate(entries):
            x = _MARGIN + number // rows * room / columns
            y = y if number % rows else top
            if lined:
                self.rule([x, x + 28], [y + 10, y + 10], **look.line)
            self.rule([x + 14], [y + 10], **look.mark)
            for line in wrapped(name, room / columns - sample):
                self.text(line, x + sample, y + 10 + 0.36 * _LETTER)
                y += _LINE
            y += 4
            bottom = max(bottom, y)
        self.bottom = bottom + 4

    def chart(self, name: str, reading: str, notes: Iterable[str] = ()) -> Chart:
        """The picture, with notes below it."""
        for line in (line for note in notes for line in wrapped(note, WIDTH - 2 * _MARGIN)):
            self.bottom += _LINE
            self.text(line, _MARGIN, self.bottom - 4, color=SOFT)
        file = StringIO()
        self._canvas.print_svg(file, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
        return Chart(name, self._title, self._document(file.getvalue()), reading)

    def _document(self, drawn: str) -> str:
        """What matplotlib has drawn as a part of a page that may have more pictures.

        Nothing in it has a name but what is used elsewhere in it, nor a style that reaches beyond
        it, and of every number there are two places, since further ones differ between machines.
        """
        body = drawn.partition("</defs>")[2].rpartition("</svg>")[0]
        body = re.sub(
            r'<g id="mark(\d+)">',
            lambda found: f"<g><title>{escape(self._labels[int(found[1])])}</title>",
            body,
        )
        body = re.sub(r"<[^>]*>", _plainer, body)
        body = "\n".join(
            line for line in map(str.strip, body.splitlines()) if line not in ("", "<g/>")
        )
        height = round(self.bottom + _MARGIN)
        return "\n".join(
            [
                opening(WIDTH, height),
                f"<title>{escape(self._title)}</title>",
                f"<!-- matplotlib {_matplotlib().__version__} -->",
                f'<rect width="{WIDTH}" height="{height}" rx="10" fill="{GROUND}"/>',
                f'<g font-family="{_FONTS}" font-size="{_LETTER:g}" stroke-linejoin="round">',
                body,
                "</g>\n</svg>\n",
            ]
        )


def _plainer(tag: re.Match[str]) -> str:
    """A tag without what is not needed, and with two places of every number."""
    short = _NEEDLESS.sub("", " ".join(tag[0].split()))
    return re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", short)


def _matplotlib(part: str = "") -> Any:
    return require_extra(f"matplotlib{part}", "report", "a report with charts")


@contextmanager
def _sheet(title: str) -> Iterator[_Sheet]:
    """A sheet to draw on; neither the settings of the user reach it nor its settings them."""
    matplotlib = _matplotlib()
    with _any_letters(), matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield _Sheet(title)


@contextmanager
def _any_letters() -> Iterator[None]:
    """Says nothing of letters that the font lacks: whoever shows the picture has another one."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph", UserWarning)
        yield
