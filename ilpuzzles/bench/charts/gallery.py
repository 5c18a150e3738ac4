"""Which charts say something about given runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ilpuzzles.bench.charts.cactus import cactus
from ilpuzzles.bench.charts.card import Chart
from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.pair import pair
from ilpuzzles.bench.charts.profile import profile
from ilpuzzles.bench.charts.scaling import scaling
from ilpuzzles.bench.charts.spread import spread
from ilpuzzles.bench.record import Run

_PAIRS = 2  # the best against so many others
_FEWEST = 3  # instances, for a chart that is about many


def charts_of(field: Field, number: int = 1, group: str = "") -> list[Chart]:
    """The charts that say something about solvers that can be compared.

    Nothing is drawn where nothing is solved. A chart of many instances needs at least three, one
    that compares needs two solvers.

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
    if len(field.instances) >= _FEWEST:
        charts.append(cactus(field, f"cactus{end}", f"Solved within a time{whose}"))
        if len(field.solvers) > 1:
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
    """The best against the next ones, where both were asked about enough instances."""
    order: Sequence[str] = [solver for _, solver, _ in field.ranking()]
    best = order[0]
    charts: list[Chart] = []
    for other in order[1:]:
        common = sum(
            all((one, solver) in field.measurements for solver in (best, other))
            for one in field.instances
        )
        if common >= _FEWEST and field.times(other) and len(charts) < _PAIRS:
            # A number would be that of another field.
            charts.append(pair(field, best, other, f"pair{end}{'-next' * len(charts)}"))
    return charts
