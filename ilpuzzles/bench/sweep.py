"""Makes the runs of a sweep that are missing, one after the other or side by side."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.bench.judging import compared
from ilpuzzles.bench.measure import PATIENCE, measure
from ilpuzzles.bench.plan import SCHEMA, Planned
from ilpuzzles.bench.record import Run
from ilpuzzles.jobs import Job, Ledger, Line, Outcome, open_pool, run_threads

MEASURE = "ilpuzzles.bench.measure:measure_elsewhere"
"""What the workers of a cluster call."""

IDENTITY = f"sweep, schema {SCHEMA}"
"""What the ledgers of sweeps have in common: what a run is, its key says."""

_PAUSE = 0.1


class Sweep:
    """The runs of a sweep, as many as have been made.

    Args:
        planned: The runs, in the order in which they are to be made, of `planned_runs`. They know
            how many are made side by side, and where.

    Example:
        >>> from ilpuzzles.bench.cases import Case, Manner
        >>> from ilpuzzles.bench.plan import planned_runs
        >>> from ilpuzzles.bench.sources import PuzzleSource
        >>> from ilpuzzles.bench.spec import Spec
        >>> manner = Manner(formulations=("placement",), backends=("cpsat",))
        >>> cube = Case(PuzzleSource("cube", "empty"), manner)
        >>> sweep = Sweep(planned_runs(Spec("a cube", cases=(cube,))))
        >>> sweep.run()
        >>> [run.status for run in sweep.runs]
        ['optimal']
    """

    def __init__(self, planned: Sequence[Planned]) -> None:
        self.planned = tuple(planned)
        self._done: dict[str, Run] = {}

    @property
    def runs(self) -> list[Run]:
        """What was made so far, in the order of the plan; answers that contradict are errors."""
        found = []
        for one in self.planned:
            run = self._done.get(one.key)
            if run is not None:
                # Results may come out of a ledger in which the case had another title.
                said = one.run
                found.append(replace(run, case=said.case, series=said.series, size=said.size))
        return compared(found)

    @property
    def missing(self) -> list[Planned]:
        """The runs that are still to be made; each is there once."""
        first = {one.key: one for one in reversed(self.planned) if one.key not in self._done}
        return list(reversed(first.values()))

    def recall(self, finished: Mapping[str, Any]) -> None:
        """Takes over what a ledger knows, of `Ledger.finished`.

        Raises:
            InputError: If it is no result of a run.
        """
        for one in self.planned:
            if one.key in finished:
                self._done[one.key] = Run.from_json(finished[one.key])

    def run(
        self,
        *,
        ledger: Ledger | None = None,
        patience: float = PATIENCE,
        each: Callable[[Run], None] | None = None,
        watch: Callable[[int, int, float], None] | None = None,
    ) -> None:
        """Makes the runs that are missing. What is made is there when Ctrl-C ends this.

        Args:
            ledger: Where finished runs are remembered; see `recall`.
            patience: When a run is killed that does not stop by itself; see `kill_after`.
            each: Called with every run that is finished.
            watch: Called now and then with how many runs are done, how many there are, and for how
                many seconds this has gone on.

        Raises:
            JobError: If no process can be started.
            OutputError: If the ledger cannot be written.
            ExtraMissingError: If Dask is needed and not installed.
        """
        start, told = time.monotonic(), 0.0
        missing = {one.key: one for one in self.missing}
        workers = max((one.run.beside for one in missing.values()), default=1)
        cluster = next((one.cluster for one in missing.values()), None)
        total = len(self._done) + len(missing)

        def go_on() -> bool:
            nonlocal told
            now = time.monotonic()
            if watch is not None and now >= told + _PAUSE:
                told = now
                watch(len(self._done), total, now - start)
            return True

        def receive(outcome: Outcome) -> bool:
            run = _run_of(outcome, missing[outcome.key].run)
            if ledger is not None:
                _record(ledger, outcome, run)
            self._done[outcome.key] = run
            if each is not None:
                each(run)
            return True

        if cluster is None:
            go_on()
            waiting = deque(missing.values())
            work = partial(_make_runs, waiting, patience)
            run_threads(work, min(workers, len(missing)), receive, go_on)
            return
        with open_pool(MEASURE, patience, workers, cluster) as pool:
            for outcome in pool.run((Job(*one) for one in missing.items()), go_on=go_on):
                receive(outcome)


def _make_runs(waiting: deque[Planned], patience: float, line: Line[Outcome]) -> None:
    """Makes runs one after the other, each in a process of its own, and sends what came of them."""
    while waiting and not line.stopped:
        # Other threads take from it, too.
        with suppress(IndexError):
            line.send(_outcome(waiting.popleft(), patience, lambda: line.stopped))


def _outcome(one: Planned, patience: float, stopped: Callable[[], bool]) -> Outcome:
    start = time.monotonic()
    value, error = None, None
    try:
        value = measure(patience, one, stopped).to_json()
    except Exception as raised:  # noqa: BLE001 - why there is no result is an error of this run
        error = raised
    return Outcome(one.key, value, error, time.monotonic() - start, tries=1)


def _record(ledger: Ledger, outcome: Outcome, run: Run) -> None:
    """Remembers a run; one that has come to no result is tried again the next time."""
    if outcome.error is None:
        data = run.to_json()
        ledger.record(outcome.key, data, seconds=outcome.seconds, tries=outcome.tries)
    else:
        ledger.fail(outcome.key, run.error, tries=outcome.tries)


def _run_of(outcome: Outcome, run: Run) -> Run:
    """What came of a job; why one has come to no result is an error of its run."""
    if outcome.error is None:
        return Run.from_json(outcome.value)
    return replace(run, error=" ".join(str(outcome.error).split()), total=outcome.seconds)


def open_ledger(path: Path) -> Ledger:
    """Opens the ledger of a sweep, or makes one.

    One ledger may serve many sweeps: it knows every run by what it is.

    Raises:
        InputError: If it is something else, or in use.
        OutputError: If it cannot be made.
    """
    return Ledger(path, IDENTITY)
