"""The tables of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf

from ilpuzzles.bench.charts.statistics import Field, common, ranking, unranked
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.report_content import Table
from ilpuzzles.bench.summary import (
    Summary,
    bytes_text,
    instance_text,
    key_of,
    limit_text,
    seconds_text,
    summaries,
)
from ilpuzzles.errors import counted

_NOTHING = "–"  # noqa: RUF001 - a dash, as in print


def ranking_table(field: Field) -> Table:
    """The solvers that can be ranked by their PAR-2 score, from the best."""
    part = common(field)
    total = len(part.instances)
    rows = [
        (
            str(rank),
            solver,
            seconds_text(score),
            f"{len(part.times(solver))} of {total}",
            str(_fastest(part, solver)),
        )
        for rank, solver, score in ranking(field)
    ]
    head = ("Rank", "Solver", "PAR-2", "Solved", "Fastest on")
    return Table(head, tuple(rows), frozenset(head) - {"Solver"})


def unranked_table(field: Field) -> Table:
    """The others, each with its score on the cases that it was asked about."""
    total = counted(len(field.instances), "case")
    rows = [
        (
            solver,
            f"{field.asked(solver)} of {total}",
            f"{len(field.times(solver))} of {field.asked(solver)}",
            seconds_text(field.score(solver)),
        )
        for solver in unranked(field)
    ]
    head = ("Not ranked", "Asked about", "Solved", "PAR-2 of these")
    return Table(head, tuple(rows), frozenset(head[1:]))


def case_table(runs: Sequence[Run], *, named: bool = False) -> Table:
    """A row for every solver of a case, or of many cases.

    Args:
        runs: The runs.
        named: Whether the rows say which case they are about.
    """
    found = summaries(runs)
    model = {key_of(run): _size(run) for run in runs if run.variables}
    limits = {key_of(run): run.time_limit for run in runs}
    columns: list[tuple[str, bool, Callable[[Summary], str]]] = [
        ("Case", False, lambda one: instance_text((one.case, one.question)) if named else ""),
        ("Formulation", False, lambda one: one.formulation),
        ("Backend", False, lambda one: f"{one.backend} {one.options}".rstrip()),
        ("Answer", False, lambda one: one.answer),
        ("Solved", True, lambda one: f"{one.solved} of {one.runs}" if one.runs > 1 else ""),
        ("Median", True, lambda one: _median(one, limits[key_of(one)])),
        ("Fastest, slowest", True, _range),
        ("Build", True, lambda one: _part(one, one.build)),
        ("Hand-over", True, lambda one: _part(one, one.handover)),
        ("Solver", True, lambda one: _part(one, one.solve)),
        ("Model", True, lambda one: model.get(key_of(one), "") if named else ""),
        ("Nodes", True, lambda one: "" if one.nodes is None else f"{one.nodes:,.0f}"),
        ("Memory", True, lambda one: bytes_text(one.memory) if one.memory else ""),
        ("Checked", False, lambda one: ", ".join(one.checked)),
    ]
    return Table(
        tuple(title for title, _, _ in columns),
        tuple(tuple(text(one) for _, _, text in columns) for one in found),
        frozenset(title for title, numeric, _ in columns if numeric),
    ).filled()


def model_text(runs: Iterable[Run]) -> str:
    """How large the models of a case are, in a sentence; empty where that is not known.

    Example:
        >>> model_text([Run("trio", "placement", "cbc", variables=1200, rows=30, nonzeros=9000)])
        'Model: placement 1,200 variables, 30 rows, 9,000 entries.'
    """
    sizes = {
        f"{run.formulation} {_size(run)}, {run.nonzeros:,} entries".strip(): None
        for run in runs
        if run.variables
    }
    name = "Model" if len(sizes) == 1 else "Models"
    return f"{name}: {'; '.join(sizes)}." if sizes else ""


def unsolved_lines(runs: Iterable[Run]) -> list[str]:
    """What was not solved, with the reason, a line for each case and solver."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(f"{instance_text((run.case, run.question))}, {run.solver}", []).append(
            run
        )
    lines = []
    for who, group in groups.items():
        missed = [run for run in group if not run.solved]
        times = f" ({len(missed)} of {len(group)} runs)" if len(group) > 1 else ""
        reasons = dict.fromkeys(map(reason, missed))
        lines += [f"{who}: {'; '.join(reasons)}{times}"] if missed else []
    return lines


def reason(run: Run) -> str:
    """Why a run is not solved.

    Example:
        >>> reason(Run("trio", "placement", "cbc", time_limit=60, limit="time"))
        'stopped at its time limit of 60 s, with nothing found'
        >>> reason(Run("trio", "placement", "cbc", error="the solver crashed"))
        'failed: the solver crashed'
    """
    if run.error:
        return f"failed: {run.error}"
    if run.broken:
        return "came to a solution that breaks rules"
    limit = f" of {limit_text(run.time_limit)}" if run.limit == "time" and run.time_limit else ""
    why = f"stopped at its {run.limit} limit{limit}" if run.limit != "none" else "left open"
    if run.limit == "interrupted":
        why = "interrupted"
    if run.count:
        return f"{why}, with {run.count:,} counted"
    if run.status == "feasible" or run.objective is not None:
        gap = "" if run.objective is None else f" of {run.objective:,g}"
        bound = "" if run.bound is None else f", and no better than {run.bound:,g} possible"
        return f"{why}, with a solution{gap}{bound}"
    return f"{why}, with nothing found"


def note_lines(runs: Iterable[Run]) -> list[str]:
    """What else there is to say about runs, once for each case and solver."""
    return list(
        dict.fromkeys(
            f"{instance_text((run.case, run.question))}, {run.solver}: {run.note}"
            for run in runs
            if run.note
        )
    )


def _fastest(field: Field, solver: str) -> int:
    times = ((field.time(one, solver), field.best(one)) for one in field.instances)
    return sum(time == best < inf for time, best in times)


def _size(run: Run) -> str:
    return f"{run.variables:,} variables, {run.rows:,} rows"


def _median(one: Summary, limit: float) -> str:
    if one.median is not None:
        return seconds_text(one.median)
    # What came to a limit is never shown as a time.
    return f"not in {limit_text(limit)}" if one.limits and limit else _NOTHING


def _range(one: Summary) -> str:
    if one.least is None or one.most is None or one.solved < 2:
        return ""
    return f"{seconds_text(one.least)}, {seconds_text(one.most)}"


def _part(one: Summary, seconds: float) -> str:
    return "" if one.errors == one.runs else seconds_text(seconds)
