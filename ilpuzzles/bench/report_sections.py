"""The sections of a report, from results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ilpuzzles.bench.charts.plots import charts_of, scaling_charts
from ilpuzzles.bench.charts.statistics import (
    Field,
    common,
    fields_of,
    measurements_of,
    scope_text,
    unranked,
)
from ilpuzzles.bench.described import DescribedCase, Description
from ilpuzzles.bench.machine import Machine
from ilpuzzles.bench.origins import origin_lines
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.report_content import (
    Block,
    Commands,
    Document,
    Heading,
    Listing,
    Paragraph,
)
from ilpuzzles.bench.report_tables import (
    case_table,
    model_text,
    note_lines,
    ranking_table,
    unranked_table,
    unsolved_lines,
)
from ilpuzzles.bench.reported import own_table, reported_table
from ilpuzzles.bench.summary import bytes_text, instance_text, limit_text
from ilpuzzles.errors import counted

MOST_CASES = 30
"""Cases with a table of their own; more of them share one."""

_NAMED = 4  # cases that a sentence names

_OWN = Paragraph(
    "The quickest and the slowest above may be of other formulations than what was reported. These "
    "are of the same, in median times; the machines and the solvers are not."
)


def document_of(
    runs: Sequence[Run], description: Description, machine: Machine, command: str = ""
) -> Document:
    """All of a report."""
    commands = tuple(line for line in (description.command, command) if line)
    blocks: list[Block] = []
    if commands:
        blocks.append(Commands(commands))
    blocks.append(Paragraph(_verdict(runs, description.planned), lead=True))
    blocks += [Paragraph(f"{line[0].upper()}{line[1:]}.") for line in origin_lines(runs, machine)]
    if description.about:
        blocks.append(Paragraph(description.about))
    reported = reported_table(runs, description.cases)
    if reported.rows:
        blocks += [Heading("What was reported, and what it takes here"), reported]
    own = own_table(runs, description.cases)
    if own.rows:
        blocks += [Heading("The formulations that the reports are about", 3), _OWN, own]
    blocks += [Heading("Machine and versions"), Listing(tuple(machine.lines()))]
    if runs:
        blocks += [Heading("What was asked"), Listing(tuple(_asked(runs)))]
        blocks += _compared(runs)
        blocks += _cases(runs, description.cases)
    for title, lines in (("Not solved", unsolved_lines(runs)), ("Notes", note_lines(runs))):
        if lines:
            blocks += [Heading(title), Listing(tuple(lines))]
    blocks += [Heading("How far to trust this"), Listing(tuple(_caveats(runs)))]
    return Document(description.title or "Results", tuple(blocks))


def _verdict(runs: Sequence[Run], planned: int | None) -> str:
    made = ""
    if planned is not None and len(runs) < planned:
        verb = "was" if len(runs) == 1 else "were"
        made = f"{len(runs):,} of {counted(planned, 'run')} {verb} made"
    if not runs:
        return f"{made}." if made else "There are no runs."
    failed = sum(bool(run.error) for run in runs)
    solved = sum(run.solved for run in runs)
    broken = sum(run.broken for run in runs)
    cases = len({(run.case, run.question) for run in runs})
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


def _asked(runs: Sequence[Run]) -> Iterable[str]:
    questions = dict.fromkeys(run.question for run in runs)
    yield f"Questions: {', '.join(questions)}."
    limits = sorted({run.time_limit for run in runs if run.time_limit})
    if limits:
        yield f"Time limit of a run: {', '.join(map(limit_text, limits))}."
    repeats = sorted({len(one.runs) for one in measurements_of(runs)})
    seeds = sorted({run.seed for run in runs})
    how = " or ".join(f"{number:,}" for number in repeats)
    times = "once" if repeats == [1] else f"{how} times"
    yield (
        f"Each solver was asked each question {times}, with "
        f"{'seed' if len(seeds) == 1 else 'seeds'} {', '.join(map(str, seeds))}."
    )
    yield (
        "Every run has a process of its own. Its time is wall-clock time for reading the files, "
        "stating the model (build), handing it over, solving it and checking the answer; the start "
        "of the process is not part of it. Some solvers (cbc, highs, scip) have one more process, "
        "whose start is: highs and scip load Python and OR-Tools again, about 0.1 s of handing "
        "over. Memory is the most that the process, or one that it started, has had."
    )
    yield "A solver is a formulation with a backend, and with its options where it has some."


def _compared(runs: Sequence[Run]) -> Iterable[Block]:
    """The ranking and the charts, for every group of solvers that share cases."""
    fields = fields_of(runs)
    yield Heading("Ranking")
    yield Paragraph(
        "PAR-2 is the mean time over cases, where a run that is not solved counts as twice its "
        "time limit. Solvers are ranked on cases that all of them were asked about."
    )
    if len(fields) > 1:
        yield Paragraph(
            f"There are {len(fields)} groups of solvers that have no case in common: their times "
            "cannot be put in one order."
        )
    for number, field in enumerate(fields, 1):
        if len(fields) > 1:
            yield Heading(_name(field, number), 3)
        yield from _ranked(field)
    charts = []
    for number, field in enumerate(fields, 1):
        charts += charts_of(field, number, f"group {number}" if len(fields) > 1 else "")
    charts += scaling_charts(runs)
    yield Heading("Charts")
    if charts:
        yield from charts
    else:
        yield Paragraph("Nothing was solved, so there is nothing to draw.")


def _ranked(field: Field) -> Iterable[Block]:
    """The ranking of a field, and below it those that cannot be ranked."""
    part = common(field)
    missing = [instance_text(one) for one in field.instances if one not in part.instances]
    if missing or unranked(field):
        other = f" Not among the cases: {_listed(missing)}." if missing else ""
        yield Paragraph(f"{scope_text(field)}{other}")
    yield ranking_table(field)
    if unranked(field):
        yield Paragraph(
            "The means below are over the cases that each solver was asked about. They cannot be "
            "compared with those above, nor with each other: easier cases make a smaller mean."
        )
        yield unranked_table(field)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    # Names may have commas of their own.
    return f"{'; '.join(names[:_NAMED])}{more}"


def _name(field: Field, number: int) -> str:
    names = list(dict.fromkeys(case for case, _ in field.instances))
    return f"Group {number}: {_listed(names)}"


def _cases(runs: Sequence[Run], described: Sequence[DescribedCase]) -> Iterable[Block]:
    """A table for every case, with what others have reported about it."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.case, run.question), []).append(run)
    reported = {
        (one.case, one.question): one.reported for one in described if one.reported is not None
    }
    yield Heading("Case by case")
    yield from _memory(runs)
    if len(groups) > MOST_CASES:
        yield case_table(runs, named=True)
        return
    for instance, group in groups.items():
        yield Heading(instance_text(instance), 3)
        known = reported.get(instance)
        if known is not None:
            source = f" ({known.source})" if known.source else ""
            yield Paragraph(f"Reported: {known.text}{source}. Here:")
        models = model_text(group)
        if models:
            yield Paragraph(models)
        yield case_table(group)


def _memory(runs: Iterable[Run]) -> Iterable[Block]:
    """What the column of memory says, and what it does not."""
    known = [run.memory for run in runs if run.memory and not run.error]
    if known:
        yield Paragraph(
            "Memory is that of the largest process. A solver that runs inside Python, or whose own "
            "process is smaller than Python's (CBC), shows what the Python process takes, about "
            f"45 MB; no run here shows less than {bytes_text(min(known))}. Only what lies clearly "
            "above that is the solver's."
        )


def _caveats(runs: Sequence[Run]) -> Iterable[str]:
    repeated = [one for one in measurements_of(runs) if one.solved_runs > 1]
    if repeated:
        factors = sorted(one.most / one.least for one in repeated)
        usual, worst = factors[len(factors) // 2], factors[-1]
        yield (
            f"Noise: of equal runs the slowest usually took {usual:.2f} times as long as the "
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
