"""`ilpuzzles bench`: measures solvers, and shows what came out."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.statistics import ranking_tables
from ilpuzzles.bench.command_spec import alter_spec, command_words, spec_of
from ilpuzzles.bench.plan import longest_seconds, plan_runs
from ilpuzzles.bench.results import Results, provenance_lines, read_results
from ilpuzzles.bench.spec import Spec, ready_specs
from ilpuzzles.bench.spec_schema import find_spec
from ilpuzzles.bench.summary import (
    answer_of,
    by_case,
    plain_text,
    remarks,
    seconds_text,
    summary_table,
)
from ilpuzzles.bench.sweep import Sweep, open_ledger, others_text, require_workers, sweep_status
from ilpuzzles.cli.command_parsers import bench_parser
from ilpuzzles.cli.output import (
    NamedPath,
    has_reader,
    line_width,
    note,
    require_apart,
    require_apart_from_ledger,
    require_file,
    require_folder,
    say,
    say_columns,
    say_json,
    say_status,
    say_title,
    write_file,
)
from ilpuzzles.cli.progress_line import ProgressLine, clock_text
from ilpuzzles.errors import Exit, InputError, OutputError, counted, quoted
from ilpuzzles.jobs.pool import require_place
from ilpuzzles.reading.library import Library

# A report names the command that made its results; these change nothing in them.
_UNSAID = frozenset({"--csv", "--ledger", "--cluster"})
_ALONE = frozenset({"--json", "--quiet", "--status"})


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Runs a sweep, and shows and writes what it measured."""
    args = bench_parser().parse_args(arguments)
    if args.ledger is not None:
        require_folder(args.ledger)
    require_place(args.cluster)
    require_workers(args.workers)
    spec = _spec(args, library)
    written = (("--csv", args.csv), ("--jsonl", args.jsonl))
    require_apart((("--ledger", args.ledger), *_sources(args, spec)), written)
    require_apart_from_ledger(args.ledger, written)
    require_file(args.csv, "CSV table", ".csv")
    require_file(args.jsonl, "file of results", ".jsonl")
    sweep = Sweep(plan_runs(spec, workers=args.workers, cluster=args.cluster))
    if args.status:
        return _status(args, sweep)
    command = command_words(arguments, _UNSAID, _ALONE)
    with ExitStack() as stack:
        ledger = None
        if args.ledger is not None:
            ledger = stack.enter_context(open_ledger(args.ledger))
            known = ledger.finished()
            sweep.recall(known)
            others = len(known.keys() - {one.key for one in sweep.planned})
            if others and not args.quiet:
                note(others_text(others))
        notes = _SweepNotes(args, sweep)
        try:
            sweep.run(ledger=ledger, each=notes.finished, watch=notes.line)
        finally:
            # Whatever ends the sweep, what was measured by then is shown and written.
            notes.line.clear()
            if sweep.runs:
                _show(args, sweep.results(spec, command))
                _write(args, sweep.results(spec, command), whole=not sweep.missing)
    return sweep.results(spec, command).exit_code()


def _spec(args: Namespace, library: Library) -> Spec:
    """What is to be run, which is named in a file or by options."""
    named = bool(args.puzzles or args.models or args.functions)
    if named and args.spec is not None:
        what = f"'{args.spec}' cannot be combined with --puzzles, --models or --functions"
        raise InputError(what, "write all cases into one file, or name all of them")
    if not named and args.spec is None:
        advice = "name a YAML file, quick, seeds or scaling; or --puzzles, --models, --functions"
        raise InputError("there is nothing to run", advice)
    spec = (
        spec_of(args.puzzles, args.models, args.functions, library)
        if named
        else find_spec(args.spec, library)
    )
    return alter_spec(spec, vars(args))


def _sources(args: Namespace, spec: Spec) -> Iterable[NamedPath]:
    """The files that are read for a sweep."""
    if args.spec is not None and args.spec not in ready_specs():
        yield "the specification", Path(args.spec)
    for case in spec.cases:
        if case.source.file is not None:
            yield f"what {quoted(case.name)} is made of", case.source.file
        also = (formulation for formulation, _ in case.settings.also)
        for formulation in (*case.settings.formulations, *also):
            file, separator, _ = formulation.rpartition(":")
            if separator:
                yield f"formulation {quoted(Path(formulation).name)}", Path(file)


def _status(args: Namespace, sweep: Sweep) -> Exit:
    if args.ledger is None:
        raise InputError("--status needs --ledger", "add --ledger FILE")
    return say_status(args, sweep_status(sweep.planned, args.ledger))


class _SweepNotes:
    """Says on standard error how far the sweep is."""

    def __init__(self, args: Namespace, sweep: Sweep) -> None:
        self.line = ProgressLine(quiet=args.quiet, what="runs")
        self._quiet = args.quiet
        self._total = len(sweep.planned)
        missing = sweep.missing
        self._done = self._total - len(missing)
        if args.quiet:
            return
        if self._done:
            note(f"{self._done:,} of {counted(self._total, 'run')} are in the ledger")
        if not missing:
            return
        longest = clock_text(longest_seconds(missing) / max(args.workers, 1))
        note(f"{counted(len(missing), 'run')} to make; {longest} if all come to their limits")
        if args.workers > 1:
            note("runs side by side disturb each other: they take longer than alone")

    def finished(self, run: BenchRun) -> None:
        """Says what came of a run, where no line shows how far the work is."""
        self._done += 1
        if self._quiet or (sys.stderr.isatty() and not run.error):
            return
        self.line.clear()
        what = run.error or f"{answer_of(run)}, {seconds_text(run.total)}"
        note(f"[{self._done}/{self._total}] {run.case}, {run.question}, {run.solver}: {what}")


def _show(args: Namespace, results: Results) -> None:
    if args.json:
        say_json(results.to_json())
        return
    found = results.summaries()
    if not found:
        return
    if has_reader():
        tables = [
            (title, summary_table(part, line_width())) for title, part in by_case(found).items()
        ]
        tables += [("ranking", table) for table in ranking_tables(results.standings())]
        for title, table in tables:
            say_title(title)
            say_columns([table.head, *table.rows])
            say("")
    else:
        say(plain_text(found))
    if not args.quiet:
        origins = provenance_lines(results.runs, results.machine)
        for line in (*remarks(found), *results.machine.lines(), *origins):
            note(line)


def _write(args: Namespace, results: Results, *, whole: bool) -> None:
    """Writes what came out into files; a part of it takes the place of less of the same alone."""
    failed: list[OutputError] = []
    # A table does not say what it is a part of; the lines that were written with it do.
    less = None if whole else _less(args.jsonl, results)
    files = (
        (args.csv, results.table, None if less is None else less.table()),
        (args.jsonl, results.lines, None if less is None else less.lines()),
    )
    for path, make, before in files:
        if path is None:
            continue
        if not whole and path.is_file() and not _has(path, before):
            note(f"{path}: left as it was, since the sweep is not complete")
            continue
        try:
            write_file(path, make())
        except OutputError as error:
            failed.append(error)
    if failed:
        raise failed[0]


def _less(path: Path | None, results: Results) -> Results | None:
    """What a file of JSON lines has, if it is less of the same sweep."""
    # A pipe has nothing to be read, and would never end.
    if path is None or not path.is_file():
        return None
    try:
        found = read_results(path)
    except InputError:
        return None
    return found if results.outdoes(found) else None


def _has(path: Path, text: str | None) -> bool:
    """Whether a file has a text and nothing else."""
    try:
        return text is not None and path.read_bytes() == text.encode()
    except OSError:
        return False
