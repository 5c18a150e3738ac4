"""Which charts say something about given runs."""

from __future__ import annotations

from collections.abc import Iterable

from ilpuzzles.bench.charts.cactus import cactus
from ilpuzzles.bench.charts.card import Chart
from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.pair import pair
from ilpuzzles.bench.charts.profile import profile
from ilpuzzles.bench.charts.ranking import common, ranking
from ilpuzzles.bench.charts.scaling import scaling
from ilpuzzles.bench.charts.spread import spread
from ilpuzzles.bench.record import Run

_PAIRS = 2  # the best against so many others
_FEWEST = 3  # instances, for a chart that is about many


def charts_of(field: Field, number: int = 1, group: str = "") -> list[Chart]:
    """The charts that say something about solvers that can be compared.

    Nothing is drawn where nothing is solved. A chart of many instances needs at least three that
    several solvers were asked about, one that compares needs two solvers.

    Args:
        field: The solvers and the instances.
        number: Which field of several it is, from 1; the names of the charts have it, beyond 1.
        group: What to call it in titles, where there are several.
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
            charts += _pairs(field, end)
    return charts


def scaling_charts(runs: Iterable[Run]) -> list[Chart]:
    """A chart for every series and question in which two sizes or more are measured."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        if run.series:
            groups.setdefault((run.series, run.question), []).append(run)
    charts: list[Chart] = []
    for (series, question), group in groups.items():
        sizes = {run.size if run.size is not None else run.variables for run in group}
        if len(sizes) > 1 and any(run.solved for run in group):
            what = series if question == "solve" else f"{series}, {question}"
            end = "" if not charts else f"-{len(charts) + 1}"
            charts.append(scaling(group, f"scaling{end}", f"Time by size: {what}"))
    return charts


def _pairs(field: Field, end: str) -> list[Chart]:
    """The best against the next ones that have solved something."""
    best, *others = (solver for _, solver, _ in ranking(field))
    able = [other for other in others if field.times(other)]
    # A number would be that of another field.
    return [
        pair(field, best, other, f"pair{end}{'-next' * number}")
        for number, other in enumerate(able[:_PAIRS])
    ]
