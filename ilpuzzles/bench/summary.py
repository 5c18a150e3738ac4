"""Equal runs (repetitions, seeds) summed up: medians, spreads, PAR-2; tables and words for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from statistics import fmean, median
from typing import Any, TypeAlias, TypeVar

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.modelling.text_tables import Table

PENALTY = 2.0
"""What a run counts that was not solved, in time limits: the 2 of PAR-2."""

LEAST = 1e-6
"""No time counts as less than this many seconds: nothing here is measured more closely."""

# What tells runs from others that are not equal, and the parts of their times.
_SAME = ("case", "question", "formulation", "backend", "options")
_PARTS = ("load", "build", "handover", "solve", "cpu")
_MINUTE = 60.0
# What the tables of a terminal have between columns.
_WIDE_GAP = 3
_MEGABYTE = 1 << 20

Instance: TypeAlias = tuple[str, str]
"""A case and a question about it."""

_Item = TypeVar("_Item")
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a solver did with a case, in all of its seeds and repetitions; times are in seconds.

    Attributes:
        solved: How many of the runs settled the question.
        broken: How many came to a solution that breaks rules.
        limits: How many came to a limit before.
        errors: How many went wrong.
        median: The median of their times, or None if a limit came first in half of them or more. A
            time is that of all work, but the start of the process.
        least: The least time of those that were solved, or None.
        par2: The mean of all times, where every run that was not solved counts twice its limit.
        load: The median of the times for reading files; `build`, `handover`, `solve` and `cpu` are
            those for stating the model, handing it over, waiting, and of the processors.
        memory: The most memory of any run, in bytes.
        nodes: The median of the numbers of nodes, or None.
        root: The value of the linear relaxation, or None.
        answer: What came out, in a word or two.
        checked: The checks that the answers of all runs have passed.
        error: What went wrong the first time, or empty.
        note: What else there is to say, or empty.
        equal_runs: The runs, equal but for the seed, the order of rows and the repetition.
    """

    case: str
    question: str
    formulation: str
    backend: str
    options: str
    runs: int
    solved: int
    broken: int
    limits: int
    errors: int
    median: float | None
    least: float | None
    most: float | None
    par2: float
    load: float
    build: float
    handover: float
    solve: float
    cpu: float
    memory: int
    nodes: float | None
    root: float | None
    answer: str
    checked: tuple[str, ...]
    error: str
    note: str
    equal_runs: tuple[BenchRun, ...] = field(repr=False)

    @property
    def instance(self) -> Instance:
        """The case and the question."""
        return (self.case, self.question)

    @property
    def solver(self) -> str:
        """The formulation and the backend, and the options if there are any."""
        return " ".join(filter(None, (self.formulation, self.backend, self.options)))

    @property
    def time(self) -> float:
        """The median; infinite where there is none."""
        return math.inf if self.median is None else self.median

    @property
    def span(self) -> tuple[float, ...]:
        """The least and the most time of those that were solved; nothing where none was."""
        return () if self.least is None or self.most is None else (self.least, self.most)

    @property
    def spread(self) -> float:
        """How many times as long as the fastest of those that were solved the slowest took."""
        return self.span[1] / self.span[0] if self.span else 1.0

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        names = [name for name in self.__slots__ if name != "equal_runs"]
        return {name: getattr(self, name) for name in names} | {"checked": list(self.checked)}


def summaries(runs: Iterable[BenchRun]) -> list[Summary]:
    """Summaries of runs, by case, question and solver, in the order of the first run of each."""
    groups = grouped(runs, attrgetter(*_SAME))
    return [_summary(group) for group in groups.values()]


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Items by what a key says of them, in the order of the first of each."""
    groups: dict[_Key, list[_Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def par2_time(run: BenchRun) -> float:
    """What a run counts in PAR-2: its time, or twice its limit if it was not solved."""
    return run.total if run.solved else PENALTY * run.time_limit


def _summary(runs: Sequence[BenchRun]) -> Summary:
    first = runs[0]
    solved = [run for run in runs if run.solved]
    made = [run for run in runs if not run.error] or runs
    errors = [run.error for run in runs if run.error]
    broken = sum(run.broken for run in runs)
    # A run that came to a limit takes longer than anybody knows.
    times = sorted(max(run.total, LEAST) if run.solved else math.inf for run in runs)
    middle = median(times)
    nodes = [run.nodes for run in made if run.nodes is not None]
    return Summary(
        **{name: getattr(first, name) for name in _SAME},
        **{name: median(getattr(run, name) for run in made) for name in _PARTS},
        runs=len(runs),
        solved=len(solved),
        broken=broken,
        limits=len(runs) - len(solved) - len(errors) - broken,
        errors=len(errors),
        median=middle if math.isfinite(middle) else None,
        least=times[0] if solved else None,
        most=times[len(solved) - 1] if solved else None,
        par2=fmean(map(par2_time, runs)),
        memory=max(run.memory for run in made),
        nodes=median(nodes) if nodes else None,
        root=next((run.root for run in runs if run.root is not None), None),
        answer=", ".join(dict.fromkeys(map(answer_of, _telling(runs)))),
        checked=tuple(name for name in first.checked if all(name in run.checked for run in runs)),
        error=errors[0] if errors else "",
        note=next((run.note for run in runs if run.note), ""),
        equal_runs=tuple(runs),
    )


def _telling(runs: Sequence[BenchRun]) -> list[BenchRun]:
    """All runs, but of the counts that came to a limit only the one that got farthest."""
    open_counts = [run for run in runs if run.count and not run.solved and not run.error]
    farthest = max(open_counts, key=lambda run: run.count or 0, default=None)
    return [run for run in runs if run not in open_counts or run is farthest]


def answer_of(run: BenchRun) -> str:
    """What came out of a run, in a word or two."""
    if run.error or run.broken:
        return "error" if run.error else "breaks rules"
    return _answer_text(run) if run.solved else _open_text(run)


def _open_text(run: BenchRun) -> str:
    limit = "unknown" if run.limit == "none" else f"{run.limit.removesuffix('s')} limit"
    if run.count:
        return f"{run.count:,} or more, {limit}"
    has_solution = run.question == "solve" and run.status == "feasible"
    return f"a solution, {limit}" if has_solution else limit


def _answer_text(run: BenchRun) -> str:
    if run.count is not None:
        return f"{run.count:,}"
    if run.unique is not None:
        return "one solution" if run.unique else "not one"
    if run.status in {"infeasible", "unbounded"}:
        return "no solution" if run.status == "infeasible" else run.status
    if run.objective is not None:
        near = ", within the gap" if run.limit == "gap" else ""
        return f"objective {run.objective:,}{near}"
    return "solved, but see the note" if run.note else "solved"


def seconds_text(seconds: float) -> str:
    """A time with three figures, or minutes and hours.

    Example:
        >>> [seconds_text(time) for time in (0.00012, 0.0123, 1.234, 75, 5000)]
        ['0.12 ms', '12.3 ms', '1.23 s', '75.0 s', '83.3 min']
        >>> seconds_text(float("inf"))
        'not solved'
    """
    if seconds == math.inf:
        return "not solved"
    if seconds < 0.9995:
        return f"{_figures(seconds * 1000)} ms"
    if seconds < 5 * _MINUTE:
        return f"{_figures(seconds)} s"
    minutes = seconds / _MINUTE
    if minutes < 2 * _MINUTE:
        return f"{_figures(minutes)} min"
    return f"{_figures(minutes / 60)} h"


def limit_text(seconds: float) -> str:
    """A time limit, as it was written.

    Example:
        >>> limit_text(60.0), limit_text(0.5)
        ('60 s', '0.5 s')
    """
    return f"{seconds:,.10g} s"


def bytes_text(number: float) -> str:
    """A size of memory.

    Example:
        >>> bytes_text(215_000_000)
        '205 MiB'
    """
    mebibytes = number / (1 << 20)
    if mebibytes >= 10_000:
        return f"{mebibytes / 1024:,.1f} GiB"
    return f"{mebibytes:,.0f} MiB" if mebibytes >= 10 else f"{mebibytes:.1f} MiB"


def number_text(number: float) -> str:
    """A number with its thousands apart.

    Example:
        >>> number_text(69625204), number_text(2.5)
        ('69,625,204', '2.5')
    """
    return f"{number:,.0f}" if number == round(number) else f"{number:,.6g}"


def instance_text(instance: Instance) -> str:
    """A case with its question.

    Example:
        >>> instance_text(("cube empty", "solve")), instance_text(("cube empty", "count"))
        ('cube empty', 'cube empty, count')
    """
    case, question = instance
    return case if question == "solve" else f"{case}, {question}"


def _figures(number: float) -> str:
    places = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{places}f}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; where there is little room, those with the least weight go."""

    title: str
    text: Callable[[Summary], str]
    weight: int = 0
    numeric: bool = False


def _seconds(seconds: float | None) -> str:
    """A time in seconds, with three digits or so, for columns that are all in seconds."""
    if seconds is None:
        return "-"
    if seconds < 1:
        return f"{seconds:.3f}"
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:,.1f}"


def _spread_text(summary: Summary) -> str:
    """The least and the most time, where there are several."""
    return "-".join(map(_seconds, summary.span)) if summary.solved > 1 else ""


def nodes_text(summary: Summary) -> str:
    """The number of nodes, where it is known."""
    return "" if summary.nodes is None else f"{summary.nodes:,.0f}"


def root_text(summary: Summary) -> str:
    """The value of the linear relaxation, where it is known."""
    return "" if summary.root is None else f"{summary.root:,.7g}"


COLUMNS = (
    Column("solver", lambda summary: summary.solver, 9),
    Column("answer", lambda summary: summary.answer, 9),
    Column("solved", lambda summary: f"{summary.solved}/{summary.runs}", 8),
    Column("seconds", lambda summary: _seconds(summary.median), 9),
    Column("spread", _spread_text, 5),
    Column("build", lambda summary: _seconds(summary.build), 4),
    Column("hand-over", lambda summary: _seconds(summary.handover), 3),
    Column("solve", lambda summary: _seconds(summary.solve), 5),
    Column("CPU", lambda summary: _seconds(summary.cpu), 3),
    Column("MB", lambda summary: f"{summary.memory / _MEGABYTE:,.0f}", 6),
    Column("nodes", nodes_text, 2),
    Column("root", root_text, 4),
    Column("PAR-2", lambda summary: _seconds(summary.par2), 7),
    Column("checked", lambda summary: " ".join(summary.checked), 1),
)


def by_case(items: Iterable[Summary]) -> dict[str, list[Summary]]:
    """Summaries by their case and question, under a heading that says both."""
    return grouped(items, lambda summary: f"{summary.case}: {summary.question}")


def tabulate(items: Sequence[Summary], columns: Sequence[Column]) -> Table:
    """A table with a row for each summary."""
    rows = [[column.text(summary) for column in columns] for summary in items]
    numeric = [column.title for column in columns if column.numeric]
    return Table([column.title for column in columns], rows, numeric)


def summary_table(items: Sequence[Summary], width: int | None = None) -> Table:
    """A table without columns that have no text; the least ones give way to the width."""
    table = tabulate(items, COLUMNS).filled()
    for column in sorted(COLUMNS, key=lambda column: column.weight):
        needed = sum(table.widths()) + _WIDE_GAP * (len(table.head) - 1)
        if width is None or len(table.head) == 1 or needed <= width:
            break
        table = table.part([title for title in table.head if title != column.title])
    return table


def plain_text(items: Sequence[Summary]) -> str:
    """A table for other programs, and for files: a line for each summary, with its case.

    Columns are at least two spaces apart, and an empty cell is a `-`.
    """
    case = Column("case", lambda summary: summary.case)
    question = Column("question", lambda summary: summary.question)
    table = tabulate(items, (case, question, *COLUMNS))
    return Table(table.head, [[cell or "-" for cell in row] for row in table.rows]).text()


def remarks(items: Iterable[Summary]) -> list[str]:
    """What went wrong, and what else there is to say, in a line each."""
    lines = []
    for summary in items:
        who = f"{summary.case}, {summary.question}, {summary.solver}"
        if summary.error:
            lines.append(f"error: {who}: {summary.error}")
        if summary.note:
            lines.append(f"note: {who}: {summary.note}")
    return lines
