"""A report on a sweep: one HTML page, and the same in Markdown with pictures beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.plots import Chart, charts_of, scaling_charts
from ilpuzzles.bench.charts.statistics import (
    DRAWS,
    Field,
    common,
    fields_of,
    rank_intervals,
    ranking_table,
    scope_text,
    standings,
    unranked,
)
from ilpuzzles.bench.report_format import (
    Block,
    Commands,
    Document,
    Heading,
    ItemList,
    Paragraph,
    file_of,
    markdown_of,
    page_of,
)
from ilpuzzles.bench.results import Results, provenance_lines
from ilpuzzles.bench.summary import (
    Column,
    Summary,
    bytes_text,
    grouped,
    instance_text,
    limit_text,
    nodes_text,
    root_text,
    seconds_text,
    summaries,
    tabulate,
)
from ilpuzzles.errors import counted
from ilpuzzles.modelling.text_tables import Table

MOST_CASES = 30
"""Cases with a table of their own; more of them share one."""

_NAMED = 4  # cases that a sentence names
_RANKING = ("Rank", "95%", "Solver", "PAR-2", "SGM", "Behind", "Solved", "Fastest on")
_NOTHING = "–"  # noqa: RUF001 - a dash, as in print


@dataclass(frozen=True, slots=True)
class BenchReport:
    """A report as one page that needs nothing else, and as Markdown.

    `pictures` are the SVG documents that the Markdown shows, by the names of the files that have to
    be written beside it.
    """

    html: str
    markdown: str
    pictures: dict[str, str]


def report(results: Results, *, command: str = "", prefix: str = "") -> BenchReport:
    """Makes a report of the results of a sweep.

    Args:
        results: The results.
        command: The command that makes the report; may be empty.
        prefix: What the names of pictures begin with, so that reports can share a folder.
    """
    document = document_of(results, command)
    charts = [block for block in document.blocks if isinstance(block, Chart)]
    return BenchReport(
        html=page_of(document),
        markdown=markdown_of(document, prefix),
        pictures={file_of(chart, prefix): chart.svg for chart in charts},
    )


def document_of(results: Results, command: str) -> Document:
    """All of a report."""
    runs, description, machine = results.runs, results.description, results.machine
    commands = tuple(line for line in (description.command, command) if line)
    blocks: list[Block] = []
    if commands:
        blocks.append(Commands(commands))
    blocks.append(Paragraph(_verdict(runs, description.planned), lead=True))
    blocks += [
        Paragraph(f"{line[0].upper()}{line[1:]}.") for line in provenance_lines(runs, machine)
    ]
    if description.about:
        blocks.append(Paragraph(description.about))
    blocks += [Heading("Machine and versions"), ItemList(tuple(machine.lines()))]
    if runs:
        blocks += [Heading("What was asked"), ItemList(tuple(_question_lines(runs)))]
        blocks += _comparison(runs)
        blocks += _cases(runs)
    for title, lines in (("Not solved", lines_of_unsolved(runs)), ("Notes", note_lines(runs))):
        if lines:
            blocks += [Heading(title), ItemList(tuple(lines))]
    blocks += [Heading("How far to trust this"), ItemList(tuple(_caveats(runs)))]
    return Document(description.title or "Results", tuple(blocks))


def _verdict(runs: Sequence[BenchRun], planned: int | None) -> str:
    made = ""
    if planned is not None and len(runs) < planned:
        verb = "was" if len(runs) == 1 else "were"
        made = f"{len(runs):,} of {counted(planned, 'run')} {verb} made"
    if not runs:
        return f"{made}." if made else "There are no runs."
    failed = sum(bool(run.error) for run in runs)
    solved = sum(run.solved for run in runs)
    broken = sum(run.broken for run in runs)
    cases = len({run.instance for run in runs})
    solvers = len({run.solver for run in runs})
    parts = [f"{solved:,} of {counted(len(runs), 'run')} solved"]
    if stopped := len(runs) - solved - failed - broken:
        parts.append(f"{stopped:,} stopped before")
    if broken:
        parts.append(f"{broken:,} broke rules")
    if failed:
        parts.append(f"{failed:,} failed")
    said = f"{counted(cases, 'case')}, {counted(solvers, 'solver')}: {', '.join(parts)}."
    return f"{made}; {said}" if made else said


def _question_lines(runs: Sequence[BenchRun]) -> Iterable[str]:
    yield f"Questions: {', '.join(dict.fromkeys(run.question for run in runs))}."
    limits = sorted({run.time_limit for run in runs if run.time_limit})
    if limits:
        yield f"Time limit of a run: {', '.join(map(limit_text, limits))}."
    memory = sorted({run.memory_limit for run in runs if run.memory_limit})
    if memory:
        yield f"Memory limit of a run: {', '.join(map(bytes_text, memory))}."
    repeats = sorted({one.runs for one in summaries(runs)})
    seeds = sorted({run.seed for run in runs})
    orders = max(run.row_order for run in runs) + 1
    how = " or ".join(f"{number:,}" for number in repeats)
    times = "once" if repeats == [1] else f"{how} times"
    yield (
        f"Each solver was asked each question {times}, with "
        f"{'seed' if len(seeds) == 1 else 'seeds'} {', '.join(map(str, seeds))}"
        + (f", and the rows of its model in up to {orders:,} orders." if orders > 1 else ".")
    )
    yield (
        "Every run has a process of its own. Its time is wall-clock time for reading the files, "
        "stating the model (build), handing it over, solving it and checking the answer; the start "
        "of the process is not part of it. Some solvers (cbc, highs, scip) have one more process, "
        "whose start is; the libraries that it needs were loaded before. Memory is the most that "
        "the process, or one that it started, has had."
    )
    yield "A solver is a formulation with a backend, and with its options where it has some."


def _comparison(runs: Sequence[BenchRun]) -> Iterable[Block]:
    """The ranking and the charts, for every group of solvers that share cases."""
    fields = fields_of(runs)
    yield Heading("Ranking")
    yield Paragraph(
        "PAR-2 is the mean time over cases, where a run that is not solved counts as twice its "
        "time limit. Solvers are ranked on cases that all of them were asked about. SGM is the "
        "shifted geometric mean of the same times, with a shift of one second: no case outweighs "
        "all others, and milliseconds hardly count. The virtual best takes the best solver for "
        "each case; a solver is behind it by the ratio of the two SGM, shift included."
    )
    if any(map(rank_intervals, fields)):
        yield Paragraph(
            "The column 95% says how far ranks are a matter of luck: equal runs (seeds, orders of "
            f"rows, repetitions) were drawn anew, with replacement, {DRAWS:,} times, and 95% of "
            "the ranks lay between these. Solvers whose intervals overlap cannot be told apart by "
            "such runs. About other cases the intervals say nothing."
        )
    if len(fields) > 1:
        yield Paragraph(
            f"There are {len(fields)} groups of solvers that have no case in common: their times "
            "cannot be put in one order."
        )
    for number, group in enumerate(fields, 1):
        if len(fields) > 1:
            yield Heading(_name(group, number), 3)
        yield from _ranking(group)
    charts = []
    for number, group in enumerate(fields, 1):
        charts += charts_of(group, number, f"group {number}" if len(fields) > 1 else "")
    charts += scaling_charts(runs)
    yield Heading("Charts")
    if charts:
        yield from charts
    else:
        yield Paragraph("Nothing was solved, so there is nothing to draw.")


def _ranking(field: Field) -> Iterable[Block]:
    """The ranking of a field, and below it those that cannot be ranked."""
    part = common(field)
    missing = [instance_text(one) for one in field.instances if one not in part.instances]
    if missing or unranked(field):
        other = f" Not among the cases: {_list_names(missing)}." if missing else ""
        yield Paragraph(f"{scope_text(field)}{other}")
    yield ranking_table(standings(field), _RANKING, " of ", _NOTHING)
    if unranked(field):
        yield Paragraph(
            "The means below are over the cases that each solver was asked about. They cannot be "
            "compared with those above, nor with each other: easier cases make a smaller mean."
        )
        yield table_of_unranked(field)


def _list_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    # Names may have commas of their own.
    return f"{'; '.join(names[:_NAMED])}{more}"


def _name(field: Field, number: int) -> str:
    names = list(dict.fromkeys(case for case, _ in field.instances))
    return f"Group {number}: {_list_names(names)}"


def _cases(runs: Sequence[BenchRun]) -> Iterable[Block]:
    groups = grouped(runs, lambda run: run.instance)
    yield Heading("Case by case")
    yield from _memory(runs)
    if len(groups) > MOST_CASES:
        yield case_table(runs, named=True)
        return
    for instance, group in groups.items():
        yield Heading(instance_text(instance), 3)
        models = model_text(group)
        if models:
            yield Paragraph(models)
        yield case_table(group)


def _memory(runs: Iterable[BenchRun]) -> Iterable[Block]:
    """What the column of memory says, and what it does not."""
    known = [run.memory for run in runs if run.memory and not run.error]
    if known:
        yield Paragraph(
            "Memory is that of the largest process. A solver that runs inside Python, or whose own "
            "process is smaller than Python's (CBC), shows what the Python process takes, about "
            f"45 MB; no run here shows less than {bytes_text(min(known))}. Only what lies clearly "
            "above that is the solver's."
        )


def _caveats(runs: Sequence[BenchRun]) -> Iterable[str]:
    if factors := sorted(one.spread for one in summaries(runs) if one.solved > 1):
        varied = any(run.row_order or run.seed != runs[0].seed for run in runs)
        equal = "runs that differ in seed or order of rows alone" if varied else "equal runs"
        usual, worst = factors[len(factors) // 2], factors[-1]
        yield (
            f"Noise: of {equal} the slowest usually took {usual:.2f} times as long as the "
            f"fastest, and {worst:.2f} times at most. Differences of that order mean nothing."
        )
    else:
        yield (
            "Noise: nothing was run more than once, so nothing is known about how far equal runs "
            "scatter. Small differences mean nothing; repeat the runs to see which are real."
        )
    yield (
        "What is not solved is never shown as a time. A median is only given where more than half "
        "of the equal runs are solved; a PAR-2 score depends on the time limit."
    )
    yield (
        "Times depend on the machine and on the version of each solver, and are with default "
        "settings where no options are named. They say little about other instances."
    )


def table_of_unranked(field: Field) -> Table:
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
    return Table(head, rows, head[1:])


def case_table(runs: Sequence[BenchRun], *, named: bool = False) -> Table:
    """A row for every solver of a case, or of many cases, whose rows then are `named`."""
    number = partial(Column, numeric=True)
    columns = (
        Column("Case", lambda one: instance_text(one.instance) if named else ""),
        Column("Formulation", lambda one: one.formulation),
        Column("Backend", lambda one: f"{one.backend} {one.options}".rstrip()),
        Column("Answer", lambda one: one.answer),
        number("Solved", lambda one: f"{one.solved} of {one.runs}" if one.runs > 1 else ""),
        number("Median", _median),
        number("Fastest, slowest", _range),
        number("Build", lambda one: _part(one, one.build)),
        number("Hand-over", lambda one: _part(one, one.handover)),
        number("Solver", lambda one: _part(one, one.solve)),
        number("Model", lambda one: _model(one) if named else ""),
        number("Nodes", nodes_text),
        number("Root", root_text),
        number("Memory", lambda one: bytes_text(one.memory) if one.memory else ""),
        Column("Checked", lambda one: ", ".join(one.checked)),
    )
    return tabulate(summaries(runs), columns).filled()


def model_text(runs: Iterable[BenchRun]) -> str:
    """How large the models of a case are, in a sentence; empty where that is not known."""
    sizes = {
        f"{run.formulation} {_size(run)}, {run.nonzeros:,} entries".strip(): None
        for run in runs
        if run.variables
    }
    name = "Model" if len(sizes) == 1 else "Models"
    return f"{name}: {'; '.join(sizes)}." if sizes else ""


def lines_of_unsolved(runs: Iterable[BenchRun]) -> list[str]:
    """What was not solved, with the reason, a line for each case and solver."""
    lines = []
    for who, group in grouped(runs, _who).items():
        missed = [run for run in group if not run.solved]
        times = f" ({len(missed)} of {len(group)} runs)" if len(group) > 1 else ""
        reasons = dict.fromkeys(map(reason, missed))
        lines += [f"{who}: {'; '.join(reasons)}{times}"] if missed else []
    return lines


def reason(run: BenchRun) -> str:
    """Why a run is not solved."""
    if run.error:
        return f"failed: {run.error}"
    if run.broken:
        return "came to a solution that breaks rules"
    limit = f" of {limit_text(run.time_limit)}" if run.limit == "time" and run.time_limit else ""
    if run.limit == "memory" and run.memory_limit:
        limit = f" of {bytes_text(run.memory_limit)}"
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


def note_lines(runs: Iterable[BenchRun]) -> list[str]:
    """What else there is to say about runs, once for each case and solver."""
    return list(dict.fromkeys(f"{_who(run)}: {run.note}" for run in runs if run.note))


def _who(run: BenchRun) -> str:
    return f"{instance_text(run.instance)}, {run.solver}"


def _size(run: BenchRun) -> str:
    return f"{run.variables:,} variables, {run.rows:,} rows"


def _model(one: Summary) -> str:
    return next((_size(run) for run in one.equal_runs if run.variables), "")


def _median(one: Summary) -> str:
    if one.median is not None:
        return seconds_text(one.median)
    # What came to a limit is never shown as a time.
    limit = one.equal_runs[0].time_limit
    return f"not in {limit_text(limit)}" if one.limits and limit else _NOTHING


def _range(one: Summary) -> str:
    return ", ".join(map(seconds_text, one.span)) if one.solved > 1 else ""


def _part(one: Summary, seconds: float) -> str:
    return "" if one.errors == one.runs else seconds_text(seconds)
