"""The engine for exact covers as a backend: it counts and lists all solutions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ilpuzzles.backends.covering import Covering, covering_of
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.packages import installed
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendMissingError, InputError, Problem
from ilpuzzles.exactcover import (
    CoverProblem,
    Ending,
    Run,
    Settings,
    count_covers,
    cover_extremes,
    sample_covers,
    visit_covers,
)
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.progress import Watch

_LIMITS = {
    Ending.NONE: Limit.NONE,
    Ending.TIME: Limit.TIME,
    Ending.NODES: Limit.NODES,
    Ending.STOPPED: Limit.SOLUTIONS,
}

# So many values are made at a time: enough for speed, little enough for memory.
_VALUES = 1 << 20


@dataclass(frozen=True, slots=True)
class ExactCoverBackend:
    """The engine for exact covers.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> number, result = ExactCoverBackend().count(model.program(), Options(), lambda *_: None)
        >>> number, result.complete
        (3, True)
    """

    name: str = "exactcover"
    features: frozenset[Feature] = frozenset({Feature.WORKERS, Feature.SEED, Feature.NODE_LIMIT})
    needs: str = 'pip install "numba>=0.61"'

    def available(self) -> bool:
        """Whether numba is installed."""
        return installed("numba") is not None

    def version(self) -> str:
        """The version of numba, which compiles it."""
        return f"with numba {installed('numba')}"

    def native(self, program: Program) -> CoverProblem:
        """The program as a problem of `ilpuzzles.exactcover`."""
        return covering_of(program, self.name).problem

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for a solution; see `Backend.solve`."""
        question = _Question(self, program, options)
        found: list[IntArray] = []

        def visit(solutions: IntArray) -> bool:
            found.append(question.values(solutions[:1])[0])
            return False

        alone = replace(question.settings, workers=1)
        run = question.run(visit_covers, visit, settings=alone, few=True)
        if found:
            result = question.result(Status.OPTIMAL, run)
            return replace(result, limit=Limit.NONE, values=found[0], complete=True)
        return question.result(Status.INFEASIBLE if run.complete else Status.UNKNOWN, run)

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`."""
        last: list[IntArray] = []

        def each(batch: IntArray) -> bool:
            for values in batch:
                last[:] = [values]
                if not visit(values):
                    return False
            return True

        result = self.list_batches(program, replace(options, workers=1), each, None)
        return replace(result, values=last[0] if last else None)

    def list_batches(
        self,
        program: Program,
        options: Options,
        visit: Callable[[IntArray], bool],
        watch: Watch | None,
        *,
        few: bool = False,
    ) -> Result:
        """Visits every solution once, some at a time; see `ListsBatches.list_batches`."""
        question = _Question(self, program, options, watch)
        rows = max(1, _VALUES // max(1, question.variables))

        def visit_some(solutions: IntArray) -> bool:
            for first in range(0, len(solutions), rows):
                if not visit(question.values(solutions[first : first + rows])):
                    return False
            return True

        run = question.run(visit_covers, visit_some, few=few)
        return question.result(_known(run), run)

    def count(self, program: Program, options: Options, watch: Watch) -> tuple[int, Result]:
        """Counts the solutions; see `Counts.count`."""
        question = _Question(self, program, options, watch)
        run = question.run(count_covers)
        return run.found, question.result(_known(run), run)

    def sample(
        self, program: Program, options: Options, number: int, watch: Watch
    ) -> tuple[IntArray, Result]:
        """Draws solutions at random; see `Samples.sample`."""
        question = _Question(self, program, options, watch)
        found, run = question.run(sample_covers, number, options.seed)
        values = question.values(found)
        if not len(found):
            values = np.empty((0, question.variables), dtype=np.int64)
        return values, question.result(_known(run), run)

    def ranges(
        self, program: Program, options: Options, weights: IntArray
    ) -> tuple[IntArray, IntArray] | None:
        """The least and the greatest value of sums; see `Ranges.ranges`."""
        question = _Question(self, program, options)
        added = weights[:, question.covering.columns]
        found: tuple[IntArray, IntArray] | None = question.run(cover_extremes, added)
        return found


def _known(run: Run) -> Status:
    if run.found:
        return Status.OPTIMAL
    return Status.INFEASIBLE if run.complete else Status.UNKNOWN


class _Question:
    """A program that is made ready for the engine, and the clock of the question."""

    def __init__(
        self,
        backend: ExactCoverBackend,
        program: Program,
        options: Options,
        watch: Watch | None = None,
    ) -> None:
        if not backend.available():
            raise BackendMissingError(Problem("backend exactcover is missing", backend.needs))
        self._backend = backend
        self._begun = time.perf_counter()
        self.variables = program.variables
        self.covering: Covering = covering_of(program, backend.name)
        self._started = time.perf_counter()
        order = tuple(self._item(row) for row in options.cover.order)
        self.settings: Settings = replace(
            options.cover,
            workers=options.workers,
            order=order,
            conditions=self.covering.conditions,
        )
        self._run = Run(options.time_limit, options.node_limit, watch)

    def _item(self, row: int) -> int:
        if not (0 <= row < len(self.covering.items) and self.covering.items[row] >= 0):
            raise InputError(Problem(f"row {row} in an order", "name rows that say exactly one"))
        return int(self.covering.items[row])

    def values(self, solutions: IntArray) -> IntArray:
        """The values of all columns."""
        return self.covering.values(solutions, self.variables)

    def run(self, ask: Callable[..., Any], *details: Any, **more: Any) -> Any:
        """Asks the engine."""
        options = {"settings": self.settings, "run": self._run} | more
        return ask(self.covering.problem, *details, **options)

    def result(self, status: Status, run: Run) -> Result:
        """What came of it."""
        statistics = run.statistics
        return Result(
            status=status,
            limit=Limit.NONE if run.complete else _LIMITS[run.ending],
            complete=run.complete,
            seconds=Seconds(
                hand_over=self._started - self._begun,
                solve=time.perf_counter() - self._started,
            ),
            nodes=statistics.nodes,
            memory=statistics.memory or None,
            backend=self._backend.name,
            version=self._backend.version(),
            details=statistics.to_json(),
        )
