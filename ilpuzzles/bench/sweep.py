"""Makes the runs of a sweep that are missing, and says from its ledger how far it is.

`run` does all of it for a Python program, as `ilpuzzles bench` does on the command line.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.backends.interface import interruptible
from ilpuzzles.bench.bench_run import BenchRun, compared
from ilpuzzles.bench.command_spec import ModelsLike, alter_spec, spec_of
from ilpuzzles.bench.machine import this_machine
from ilpuzzles.bench.measure import PATIENCE, measure
from ilpuzzles.bench.plan import SCHEMA, Planned, plan_runs
from ilpuzzles.bench.results import Description, Results
from ilpuzzles.bench.spec import Spec
from ilpuzzles.bench.spec_schema import find_spec
from ilpuzzles.errors import InputError, counted
from ilpuzzles.jobs.job import Job, JobOutcome
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from ilpuzzles.jobs.pool import MOST_WORKERS, open_pool, require_place
from ilpuzzles.jobs.threads import ThreadLink, run_threads
from ilpuzzles.lazy_imports import named
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import BackendLike, made

MEASURE = "ilpuzzles.bench.measure:measure_elsewhere"
"""What the workers of a cluster call."""

IDENTITY = f"sweep, schema {SCHEMA}"
"""What the ledgers of sweeps have in common: what a run is, its key says."""


class Sweep:
    """The runs of a sweep, as many as have been made; `plan_runs` plans them.

    Example:
        >>> from ilpuzzles.bench.spec import Case, RunSettings, Spec
        >>> from ilpuzzles.bench.plan import plan_runs
        >>> from ilpuzzles.bench.model_sources import PuzzleSource
        >>> settings = RunSettings(formulations=("placement",), backends=("cpsat",))
        >>> cube = Case(PuzzleSource("cube", "empty"), settings)
        >>> sweep = Sweep(plan_runs(Spec("a cube", cases=(cube,))))
        >>> sweep.run()
        >>> [run.status for run in sweep.runs]
        ['optimal']
    """

    def __init__(self, planned: Sequence[Planned]) -> None:
        self.planned = tuple(planned)
        self._done: dict[str, BenchRun] = {}

    @property
    def runs(self) -> list[BenchRun]:
        """What was made so far, in the order of the plan; answers that contradict are errors."""
        # Results may come out of a ledger in which the case had another title.
        runs = []
        for planned in self.planned:
            if planned.key in self._done:
                titles = planned.run
                made = self._done[planned.key]
                runs.append(replace(made, case=titles.case, series=titles.series, size=titles.size))
        return compared(runs)

    def results(self, spec: Spec, command: str = "") -> Results:
        """What was made so far, with what it is about, and the command that has made it."""
        about = Description(spec.title, spec.about, command, len(self.planned))
        machine = this_machine({one.run.backend: one.run.version for one in self.planned})
        return Results(about, machine, tuple(self.runs))

    @property
    def missing(self) -> list[Planned]:
        """The runs that are still to be made; each is there once."""
        first = {one.key: one for one in reversed(self.planned) if one.key not in self._done}
        return list(reversed(first.values()))

    def recall(self, finished: Mapping[str, Any]) -> None:
        """Takes over `Ledger.finished`; raises `InputError` if something is no result of a run."""
        for one in self.planned:
            if one.key in finished:
                self._done[one.key] = BenchRun.from_json(finished[one.key])

    def run(
        self,
        *,
        ledger: Ledger | None = None,
        patience: float = PATIENCE,
        each: Callable[[BenchRun], None] | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Makes the runs that are missing. What is made is there when Ctrl-C ends this.

        Args:
            ledger: Where finished runs are remembered; see `recall`.
            patience: When a run is killed that does not stop by itself; see `kill_after`.
            each: Called with every run that is finished.
            watch: Called with the progress now and then: a run is a part of the work.

        Raises:
            JobError: If no process can be started.
            OutputError: If the ledger cannot be written.
            ExtraMissingError: If Dask is needed and not installed.
        """
        missing = {one.key: one for one in self.missing}
        workers = max((one.run.beside for one in missing.values()), default=1)
        cluster = next((one.cluster for one in missing.values()), None)
        total = len(self._done) + len(missing)
        report = Reporter(watch)

        def progress() -> Progress:
            done = len(self._done)
            return Progress(done, done, total, share=done / total if total else None)

        def go_on() -> bool:
            report(progress())
            return True

        def receive(outcome: JobOutcome) -> bool:
            run = _run_of(outcome, missing[outcome.key].run)
            if ledger is not None:
                _record(ledger, outcome, run)
            self._done[outcome.key] = run
            if each is not None:
                each(run)
            return True

        if watch is not None:
            # How much there is to do is known at once.
            watch(progress())
        if cluster is None:
            _compile_for(one.run for one in missing.values())
            work = partial(_make_runs, deque(missing.values()), patience)
            run_threads(work, min(workers, len(missing)), receive, go_on)
            return
        with open_pool(MEASURE, patience, workers, cluster) as pool:
            for outcome in pool.run((Job(*one) for one in missing.items()), go_on=go_on):
                receive(outcome)


def _compile_for(runs: Iterable[BenchRun]) -> None:
    """Compiles the engine for runs of ours, if it has not been compiled yet.

    Otherwise the first of them would do so, and be killed where that takes long: a busy machine
    needed more than 80 s for what takes 25 s.
    """
    if any(run.backend == "exactcover" for run in runs):
        # numba takes long to load.
        named("ilpuzzles.exactcover.engine:compile_kernels")()


def _make_runs(waiting: deque[Planned], patience: float, line: ThreadLink[JobOutcome]) -> None:
    """Makes runs one after the other, each in a process of its own, and sends what came of them."""
    while waiting and not line.stopped:
        # Other threads take from it, too.
        with suppress(IndexError):
            line.send(_outcome(waiting.popleft(), patience, lambda: line.stopped))


def _outcome(planned: Planned, patience: float, stopped: Callable[[], bool]) -> JobOutcome:
    start = time.monotonic()
    value = None
    error = None
    try:
        value = measure(patience, planned, stopped).to_json()
    except Exception as raised:  # noqa: BLE001 - why there is no result is an error of this run
        error = raised
    return JobOutcome(planned.key, value, error, time.monotonic() - start, tries=1)


def _record(ledger: Ledger, outcome: JobOutcome, run: BenchRun) -> None:
    """Remembers a run; one that has come to no result is tried again the next time."""
    if outcome.error is None:
        ledger.record(outcome.key, run.to_json(), seconds=outcome.seconds, tries=outcome.tries)
    else:
        ledger.fail(outcome.key, run.error, tries=outcome.tries)


def _run_of(outcome: JobOutcome, run: BenchRun) -> BenchRun:
    """What came of a job; why one has come to no result is an error of its run."""
    if outcome.error is None:
        return BenchRun.from_json(outcome.value)
    return replace(run, error=" ".join(str(outcome.error).split()), total=outcome.seconds)


def _by_name(
    backends: BackendLike | Iterable[BackendLike] | Mapping[str, BackendLike],
) -> Mapping[str, BackendLike]:
    if isinstance(backends, Mapping):
        return backends
    single = isinstance(backends, str | type) or not isinstance(backends, Iterable)
    each: Any = (backends,) if single else backends
    return {one if isinstance(one, str) else made(one).name: one for one in each}


def run(
    puzzles: str | Iterable[str] = (),
    models: ModelsLike = (),
    *,
    functions: str | Iterable[str] = (),
    spec: str | Path | None = None,
    formulations: str | Iterable[str] | None = None,
    backends: BackendLike | Iterable[BackendLike] | Mapping[str, BackendLike] | None = None,
    question: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seeds: int | Iterable[int] | None = None,
    row_orders: int | None = None,
    repeat: int | None = None,
    threads: int | Iterable[int] | None = None,
    gap: float | None = None,
    node_limit: int | None = None,
    library: Library | None = None,
    ledger: str | Path | None = None,
    workers: int = 1,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Results:
    """Measures solvers: every case with every formulation and backend, as `ilpuzzles bench` does.

    Each run has a process of its own; one after the other, if `workers` does not say otherwise.

    Args:
        puzzles: `PUZZLE` or `PUZZLE:PRESET`, one or several.
        models: A model or the path of a model file, several, or a mapping from names to these.
        functions: `FILE.py:function`, functions that return a model.
        spec: A YAML file, or `quick`, `seeds` or `scaling`, instead of the first three.
        formulations: Names, or `FILE.py:function`; by default those meant for the backend.
        backends: Names, `module:Class`, or backends as objects or classes, one or several; or a
            mapping from names of your own to these. By default all that are installed.
        question: `solve`, `count`, `count-up-to-symmetry` or `unique`.
        time_limit: Seconds for each run; 60 by default.
        memory_limit: MB for each run, with all processes that it starts.
        seeds: A run is made for each.
        row_orders: How many orders of its rows each model is given in: as stated, then at random.
        repeat: How often each run is made.
        threads: Threads of each solver; several numbers are compared.
        gap: Accept a solution this close to the best: 0.01 is one percent.
        node_limit: Stop after this many nodes of the search tree.
        library: Where puzzles and presets are found.
        ledger: A file that keeps finished runs; the next time only missing ones are made.
        workers: How many runs are made side by side; they disturb each other.
        cluster: The address of a Dask scheduler.
        watch: Called with the progress now and then.

    Raises:
        InputError: If something is wrong, or cannot be sent to another process.
        BackendMissingError: If a backend is not installed.
        Interrupted: On Ctrl-C, with the results so far.

    Example:
        >>> from ilpuzzles import Model, bench
        >>> model = Model("rooks")
        >>> board = model.binary("rook", 3, 3)
        >>> rows = model.exactly_one(board, axis=0), model.exactly_one(board, axis=1)
        >>> found = bench.run("cube:empty", model, formulations="placement", backends="cpsat")
        >>> [(run.case, run.solver, run.status, run.variables) for run in found]
        [('cube empty', 'placement cpsat', 'optimal', 144), ('rooks', 'cpsat', 'optimal', 9)]
    """
    named = spec_of(_several(puzzles), models, _several(functions), library)
    if (spec is None) is not bool(named.cases):
        advice = "name either a specification, or puzzles, models and functions"
        if spec is None:
            raise InputError("there is nothing to run", advice)
        raise InputError("a specification and cases of its own are named", advice)
    changes: dict[str, Any] = {
        "formulations": formulations and _several(formulations),
        "backends": None if backends is None else _by_name(backends),
        "question": question,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "seeds": None if seeds is None else _several(seeds),
        "row_orders": row_orders,
        "repeat": repeat,
        "threads": None if threads is None else _several(threads),
        "gap": gap,
        "node_limit": node_limit,
    }
    asked = alter_spec(named if spec is None else find_spec(str(spec), library), changes)
    require_workers(workers)
    require_place(cluster)
    sweep = Sweep(plan_runs(asked, workers=workers, cluster=cluster))
    with interruptible(lambda: sweep.results(asked)), ExitStack() as stack:
        kept = None if ledger is None else stack.enter_context(open_ledger(Path(ledger)))
        if kept is not None:
            sweep.recall(kept.finished())
        sweep.run(ledger=kept, watch=watch)
    return sweep.results(asked)


def _several(what: Any) -> list[Any]:
    """One or several, as a list."""
    return [what] if isinstance(what, str | int) else list(what)


def require_workers(workers: int) -> None:
    """Raises an `InputError` if so many runs cannot be made side by side."""
    if not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"workers must be between 1 and {MOST_WORKERS}, got {workers}")


def open_ledger(path: Path) -> Ledger:
    """Opens the ledger of a sweep, or makes one; runs of many sweeps may share it by their keys."""
    return Ledger(path, IDENTITY)


@dataclass(frozen=True, slots=True)
class SweepStatus:
    """How far a sweep is.

    Attributes:
        cases: Of each case and its question: how many runs are finished, and how many there are.
        failed: The runs that have come to no result, each with its error; they are tried again.
        others: How many finished runs the ledger has beside these.

    Example:
        >>> died = BenchRun("cube empty", "placement", "cbc", error="it died")
        >>> print(SweepStatus({("cube empty", "solve"): (1, 3)}, (died,), 4).text())
        cube empty: solve: 1 of 3
        1 of 3 runs finished
        1 run failed, and will be tried again:
          cube empty, solve, placement cbc: it died
        4 other runs are in the ledger: of other cases or options, made by another number of \
workers, on another machine, or with other versions
    """

    cases: dict[tuple[str, str], tuple[int, int]]
    failed: tuple[BenchRun, ...] = ()
    others: int = 0

    @property
    def done(self) -> int:
        """How many runs are finished."""
        return sum(done for done, _ in self.cases.values())

    @property
    def runs(self) -> int:
        """How many there are."""
        return sum(runs for _, runs in self.cases.values())

    def text(self) -> str:
        """The status in some lines."""
        lines = [
            f"{case}: {question}: {done:,} of {runs:,}"
            for (case, question), (done, runs) in self.cases.items()
        ]
        lines.append(f"{self.done:,} of {counted(self.runs, 'run')} finished")
        if self.failed:
            lines.append(f"{counted(len(self.failed), 'run')} failed, and will be tried again:")
        lines += [f"  {run.case}, {run.question}, {run.solver}: {run.error}" for run in self.failed]
        if self.others:
            lines.append(others_text(self.others))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The status as plain data."""
        named = ("case", "question", "formulation", "backend", "options", "seed", "repetition")
        return {
            "done": self.done,
            "runs": self.runs,
            "cases": [
                {"case": case, "question": question, "done": done, "runs": runs}
                for (case, question), (done, runs) in self.cases.items()
            ],
            "failed": [
                {name: getattr(run, name) for name in (*named, "error")} for run in self.failed
            ],
            "others": self.others,
        }


def others_text(number: int) -> str:
    """What is said of runs in a ledger that are none of a sweep."""
    are = "run is" if number == 1 else "runs are"
    return (
        f"{number:,} other {are} in the ledger: of other cases or options, made by another number "
        "of workers, on another machine, or with other versions"
    )


def sweep_status(planned: Sequence[Planned], ledger: Path) -> SweepStatus:
    """How far a sweep is by its ledger, which another process may be writing; it is not changed."""
    contents = read_ledger(ledger, IDENTITY)
    cases: dict[tuple[str, str], tuple[int, int]] = {}
    failed: list[BenchRun] = []
    keys: set[str] = set()
    for each in planned:
        is_finished = each.key in contents.finished
        name = (each.run.case, each.run.question)
        done, runs = cases.get(name, (0, 0))
        cases[name] = (done + is_finished, runs + 1)
        # Of the same run under several titles, the first one stands for all.
        if each.key not in keys and each.key in contents.failures and not is_finished:
            failed.append(replace(each.run, error=contents.failures[each.key]))
        keys.add(each.key)
    return SweepStatus(cases, tuple(failed), len(contents.finished.keys() - keys))
