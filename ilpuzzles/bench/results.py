"""Results as files, JSON lines and CSV; what a sweep was about, and where its runs were made."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from ilpuzzles.bench.bench_run import BenchRun, compared
from ilpuzzles.bench.charts.statistics import Standing, fields_of, ranking_tables, standings
from ilpuzzles.bench.machine import Machine
from ilpuzzles.bench.summary import Summary, by_case, plain_text, summaries, summary_table
from ilpuzzles.errors import Exit, InputError, counted
from ilpuzzles.extras import require_extra
from ilpuzzles.reading.source import read_source

MAX_BYTES = 1 << 28
"""The largest file of results that is read."""

_FORMAT = "ilpuzzles bench 1"


@dataclass(frozen=True, slots=True)
class Description:
    """A sweep in words.

    `command` has made it, and may be empty; `planned` is how many runs it has if nothing ends it
    before, or None if that is not known.
    """

    title: str
    about: str = ""
    command: str = ""
    planned: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The description as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Description:
        """The description out of `to_json`; raises `InputError` if the data is something else."""
        try:
            planned = data.get("planned")
            if planned is not None and (type(planned) is not int or planned < 0):
                raise TypeError(planned)
            title, about, command = (str(data[key]) for key in ("title", "about", "command"))
            return cls(title, about, command, planned)
        except (AttributeError, KeyError, TypeError, IndexError):
            what = "the description of the sweep cannot be read"
            raise InputError(what, "check which version of ilpuzzles wrote it") from None


@dataclass(frozen=True, slots=True, repr=False)
class Results:
    """What a sweep has brought; a notebook shows it as tables.

    Attributes:
        description: The sweep in words.
        machine: The machine and the versions.
        runs: The runs, in the order of the plan.
    """

    description: Description
    machine: Machine
    runs: tuple[BenchRun, ...]

    def __iter__(self) -> Iterator[BenchRun]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __repr__(self) -> str:
        return f"<results: {counted(len(self.runs), 'run')} of {self.description.title}>"

    def __str__(self) -> str:
        return plain_text(self.summaries())

    def _repr_html_(self) -> str:
        tables = [(title, summary_table(part)) for title, part in by_case(self.summaries()).items()]
        tables += [("ranking", table) for table in ranking_tables(self.standings())]
        return "".join(f"<p><b>{escape(title)}</b></p>{table.html()}" for title, table in tables)

    def summaries(self) -> list[Summary]:
        """What each solver did with each case, in all of its equal runs."""
        return summaries(self.runs)

    def standings(self) -> list[Standing]:
        """How solvers stand, from the best, for each group of them that have cases in common."""
        fields = enumerate(fields_of(self.runs), 1)
        return [one for group, field in fields for one in standings(field, group)]

    def frame(self) -> Any:
        """The runs as a pandas frame, a row for each, with the columns `solver` and `solved`.

        Raises:
            ExtraMissingError: If pandas is not installed.
        """
        pandas = require_extra("pandas", None, "a frame of runs")
        return pandas.DataFrame(
            [run.to_json() | {"solver": run.solver, "solved": run.solved} for run in self.runs]
        )

    def exit_code(self) -> Exit:
        """The exit code of the command that made them."""
        return Exit.BACKEND if any(run.error for run in self.runs) else Exit.ANSWERED

    def to_json(self) -> dict[str, Any]:
        """The results as one object, with summaries."""
        return {
            "sweep": self.description.to_json(),
            "machine": self.machine.to_json(),
            "runs": [run.to_json() for run in self.runs],
            "summary": [summary.to_json() for summary in self.summaries()],
            "ranking": [asdict(standing) for standing in self.standings()],
        }

    def lines(self) -> str:
        """The results as JSON lines: first what they are about, then a line for each run."""
        head = {
            "format": _FORMAT,
            "sweep": self.description.to_json(),
            "machine": self.machine.to_json(),
        }
        data = [head, *(run.to_json() for run in self.runs)]
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in data)

    def table(self) -> str:
        """The runs as CSV, with a line of names."""
        text = io.StringIO()
        names = [field.name for field in fields(BenchRun)]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        for run in self.runs:
            writer.writerow(run.to_json() | {"checked": " ".join(run.checked)})
        return text.getvalue()

    def outdoes(self, other: Results) -> bool:
        """Whether the other one is a part of the same sweep, with fewer runs.

        Where it is not known how many runs were planned, they count as whole.
        """
        planned = other.description.planned
        part = planned is not None and len(other.runs) < planned
        return part and self.description == other.description and len(other.runs) < len(self.runs)


def alike(runs: Sequence[BenchRun]) -> tuple[int, int] | None:
    """The places of the first two runs that nothing in the results tells apart, or None."""
    seen: dict[tuple[str | int, ...], int] = {}
    for place, run in enumerate(runs):
        solver = (run.formulation, run.backend, run.options)
        which = (run.seed, run.row_order, run.repetition)
        first = seen.setdefault((run.case, run.question, *solver, *which), place)
        if first != place:
            return first, place
    return None


def run_name(run: BenchRun) -> str:
    """What tells a run from the others of its sweep, in words.

    Example:
        >>> run_name(BenchRun("cube empty", "placement", "cbc", repetition=2))
        'cube empty, solve, placement cbc, seed 0, repetition 2'
    """
    order = f", row order {run.row_order}" if run.row_order else ""
    which = f"seed {run.seed}{order}, repetition {run.repetition}"
    return f"{run.case}, {run.question}, {run.solver}, {which}"


def read_results(path: Path) -> Results:
    """Reads a file of JSON lines that `Results.lines` has made.

    Raises:
        InputError: With the place of the first thing that is wrong.
    """
    lines = read_source(path, MAX_BYTES).split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    data = [(f"{path}:{number}", _data(line, f"{path}:{number}")) for number, line in numbered]
    head = data[0][1] if data else None
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        advice = "name a file that 'ilpuzzles bench --jsonl FILE' has written"
        raise InputError("these are not the results of a sweep", advice, str(path))
    description = _read_at(Description.from_json, head.get("sweep"), data[0][0])
    machine = _read_at(Machine.from_json, head.get("machine"), data[0][0])
    runs = [_read_at(BenchRun.from_json, line, where) for where, line in data[1:]]
    twice = alike(runs)
    if twice is not None:
        first, again = (numbered[place + 1][0] for place in twice)
        what = f"the run {run_name(runs[twice[0]])} is already on line {first}"
        advice = "delete one of the two lines"
        raise InputError(what, advice, f"{path}:{again}")
    return Results(description, machine, tuple(compared(runs)))


def _data(line: str, where: str) -> Any:
    try:
        # Counts have as many digits as they like, unlike the numbers of `read_json`.
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError("not JSON", "write the file again", where) from None


def _read_at(read: Any, data: Any, where: str) -> Any:
    try:
        return read(data)
    except InputError as error:
        problem = error.problems[0]
        raise InputError(problem.what, problem.advice, where) from None


def provenance_lines(runs: Sequence[BenchRun], machine: Machine) -> list[str]:
    """Says which runs were made on another machine, and which beside others; nothing if none was.

    Runs that do not know their machine, as those of older files, are taken to come from this one.
    """
    whole = len(runs)
    elsewhere = Counter(run.machine for run in runs if run.machine not in {"", machine.line})
    lines = [
        f"{_of(number, whole)} made on another machine: {name}"
        for name, number in elsewhere.items()
    ]
    beside = Counter(run.beside for run in runs if run.beside > 1)
    return lines + [
        f"{_of(number, whole)} made beside others, {side} side by side: they disturb each other, "
        "and take longer"
        for side, number in sorted(beside.items())
    ]


def _of(number: int, whole: int) -> str:
    if number == whole:
        return "the only run was" if whole == 1 else f"all {whole:,} runs were"
    return f"{number:,} of {whole:,} runs {'was' if number == 1 else 'were'}"
