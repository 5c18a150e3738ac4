"""The engine for exact covers as a backend: it counts, lists and draws all solutions.

A program is recognised (`covering_of`): items and options, and a few sums as conditions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import Feature, Options, installed, require_whole, unable
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, BackendMissingError, InputError, Problem, quoted
from ilpuzzles.exactcover.engine import (
    count_covers,
    cover_extremes,
    sample_covers,
    visit_covers,
)
from ilpuzzles.exactcover.estimate import estimated_search
from ilpuzzles.exactcover.problem import CoverProblem, Prepared
from ilpuzzles.exactcover.settings import Condition, Run, SearchEnding, Settings
from ilpuzzles.formats.cover import cover_of
from ilpuzzles.modelling.cover_form import Meaning, meanings, sums
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.progress import Watch

MOST_CONDITIONS = 16
"""How many rows may be sums of another kind: they are checked one by one, at every step."""

_LARGEST = 1 << 40
"""Sums of larger numbers could leave 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """A program as an exact cover problem; its options are the columns that may be 1.

    Attributes:
        columns: The column of the program that each option is.
        items: The item that each row of the program is, or -1.
        conditions: The rows that say something else about sums.
    """

    problem: CoverProblem
    columns: IntArray
    items: IntArray
    conditions: tuple[Condition, ...]

    def values(self, solutions: IntArray, variables: int) -> IntArray:
        """The values of all columns for solutions as rows of options, filled up with -1."""
        values = np.zeros((len(solutions), variables + 1), dtype=np.int64)
        # What fills up goes into a column that is cut off again.
        columns = np.append(self.columns, variables)[solutions]
        np.put_along_axis(values, columns, 1, axis=1)
        return values[:, :variables]


def covering_of(program: Program, backend: str, most: int = MOST_CONDITIONS) -> Covering:
    """Recognises a program.

    Rows that say exactly one or at most one are items. Some other sums, but not more than `most`,
    are conditions, as long as all their variables are in rows that say exactly one.

    Raises:
        BackendError: With the first row, variable or objective that stops it.
    """
    require_whole(program, backend)
    meaning = meanings(program)
    if program.objective is not None:
        raise BackendError(Problem(f"{backend} does not take an objective", "use cpsat"))
    unfit = (program.lower < 0) | (program.upper > 1) | ~program.deciding
    others = _conditions(program, meaning, unfit, most)
    stops = (meaning == Meaning.OTHER) & ~others
    unusable = program.rows.owners()[unfit[program.rows.columns]]
    for row in [*np.nonzero(stops)[0].tolist(), *unusable.tolist()][:1]:
        advice = "use cpsat" + program.names.advice_without(int(program.rows.groups[row]))
        said, where = quoted(program.row_text(row)), program.where(row)
        what = f"{backend} only takes rows 'exactly one' and 'at most one', got {said} ({where})"
        raise BackendError(Problem(what, advice))
    for column in np.nonzero(unfit)[0].tolist()[:1]:
        what = f"{backend} only takes plain binary variables, and x{column} is not one"
        raise BackendError(Problem(what, "use cpsat"))
    kept = ~others
    cover = cover_of(program.keep(kept))
    order = np.argsort(cover.lines, kind="stable")
    primary = np.ones(cover.width, dtype=bool)
    primary[cover.optional] = False
    lengths = np.bincount(cover.lines, minlength=len(cover.variables))
    items = np.full(len(program.rows), -1, dtype=np.int64)
    of_rows = cover.origins >= 0
    items[np.nonzero(kept)[0][cover.origins[of_rows]]] = np.nonzero(of_rows)[0]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    rows = np.nonzero(others)[0].tolist()
    conditions = (_condition(program, row, cover.variables) for row in rows)
    problem = CoverProblem(primary, starts, cover.places[order])
    return Covering(problem, cover.variables, items, tuple(conditions))


def _conditions(
    program: Program, meaning: npt.NDArray[np.uint8], unfit: npt.NDArray[np.bool_], most: int
) -> npt.NDArray[np.bool_]:
    """Which rows can be conditions; none if there are too many."""
    rows = program.rows
    owners = rows.owners()
    covered = np.zeros(program.variables, dtype=bool)
    covered[rows.columns[(meaning == Meaning.EXACTLY_ONE)[owners]]] = True
    covered |= program.upper <= 0
    wrong = ~covered[rows.columns] | unfit[rows.columns]
    wrong |= np.abs(rows.coefficients) > _LARGEST
    others = (meaning == Meaning.OTHER) & sums(program)
    others[owners[wrong]] = False
    return others if others.sum() <= most else np.zeros_like(others)


def _condition(program: Program, row: int, variables: IntArray) -> Condition:
    rows = program.rows
    entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
    totals = np.zeros(program.variables, dtype=np.int64)
    np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
    reach = int(np.abs(totals).sum())
    lower, upper = int(rows.lower[row]), int(rows.upper[row])
    # Infinities become numbers that no sum can pass.
    least = -reach if lower == MINUS_INFINITY else max(lower, -reach - 1)
    most = reach if upper == PLUS_INFINITY else min(upper, reach + 1)
    return Condition(totals[variables], min(least, reach + 1), max(most, -reach - 1))


_LIMITS = {
    SearchEnding.NONE: Limit.NONE,
    SearchEnding.TIME: Limit.TIME,
    SearchEnding.NODES: Limit.NODES,
    SearchEnding.STOPPED: Limit.SOLUTIONS,
}

# So many values are made at a time: enough for speed, little enough for memory.
_VALUES = 1 << 20


@dataclass(frozen=True, slots=True)
class ExactCoverBackend:
    """The engine for exact covers."""

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

    def estimate(self, program: Program) -> float | None:
        """How many options the search would choose, roughly; see `Estimates.estimate`.

        Conditions cut branches off, so it chooses no more with them than without.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", 4)
            >>> rows = model.exactly_one(x[:2]), model.exactly_one(x[2:])
            >>> row = model.add(x[0] + 2 * x[2] + x[3] <= 2)
            >>> round(ExactCoverBackend().estimate(model.program()))
            6
            >>> row = model.add(x[0] + model.binary("y") >= 1)
            >>> ExactCoverBackend().estimate(model.program())
        """
        try:
            covering = covering_of(program, self.name)
        except BackendError:
            return None
        return estimated_search(Prepared.of(covering.problem).problem).nodes

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for a solution; see `Backend.solve`."""
        if options.hint:
            raise unable(self.name, "hints", "use cpsat")
        question = _Question(self, program, options)
        found: list[IntArray] = []

        def visit(solutions: IntArray) -> bool:
            found.append(question.values(solutions[:1])[0])
            return False

        alone = replace(question.settings, workers=1)
        run = question.run(visit_covers, visit, settings=alone, few=True)
        result = question.result(run)
        if not found:
            return result
        return replace(
            result, status=Status.OPTIMAL, limit=Limit.NONE, values=found[0], complete=True
        )

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`."""
        last: IntArray | None = None

        def each(batch: IntArray) -> bool:
            nonlocal last
            for values in batch:
                last = values
                if not visit(values):
                    return False
            return True

        result = self.list_batches(program, replace(options, workers=1), each, None)
        return replace(result, values=last)

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
        return question.result(run)

    def count(self, program: Program, options: Options, watch: Watch) -> tuple[int, Result]:
        """Counts the solutions; see `Counts.count`."""
        question = _Question(self, program, options, watch)
        run = question.run(count_covers)
        return run.found, question.result(run)

    def sample(
        self, program: Program, options: Options, number: int, watch: Watch
    ) -> tuple[IntArray, Result]:
        """Draws solutions at random; see `Samples.sample`."""
        question = _Question(self, program, options, watch)
        found, run = question.run(sample_covers, number, options.seed)
        values = question.values(found)
        if not len(found):
            values = np.empty((0, question.variables), dtype=np.int64)
        return values, question.result(run)

    def ranges(
        self, program: Program, options: Options, weights: IntArray
    ) -> tuple[IntArray, IntArray] | None:
        """The least and the greatest value of sums; see `Ranges.ranges`."""
        question = _Question(self, program, options)
        added = weights[:, question.covering.columns]
        found: tuple[IntArray, IntArray] | None = question.run(cover_extremes, added)
        return found


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
            raise BackendMissingError(Problem("backend exactcover is not installed", backend.needs))
        self._backend = backend
        self._begun = time.perf_counter()
        self.variables = program.variables
        self.covering: Covering = covering_of(program, backend.name)
        self._started = time.perf_counter()
        order = tuple(self._item(row) for row in options.cover.order)
        self.settings: Settings = replace(
            options.cover, workers=options.workers, order=order, conditions=self.covering.conditions
        )
        self._run = Run(options.time_limit, options.node_limit, watch)

    def _item(self, row: int) -> int:
        if not (0 <= row < len(self.covering.items) and self.covering.items[row] >= 0):
            raise InputError(Problem(f"an order lists rows 'exactly one', got row {row}"))
        return int(self.covering.items[row])

    def values(self, solutions: IntArray) -> IntArray:
        """The values of all columns."""
        return self.covering.values(solutions, self.variables)

    def run(self, ask: Callable[..., Any], *details: Any, **more: Any) -> Any:
        """Asks the engine."""
        options = {"settings": self.settings, "run": self._run} | more
        return ask(self.covering.problem, *details, **options)

    def result(self, run: Run) -> Result:
        """What came of it."""
        statistics = run.statistics
        nothing = Status.INFEASIBLE if run.complete else Status.UNKNOWN
        return Result(
            status=Status.OPTIMAL if run.found else nothing,
            limit=Limit.NONE if run.complete else _LIMITS[run.ending],
            complete=run.complete,
            seconds=Seconds(0.0, self._started - self._begun, time.perf_counter() - self._started),
            nodes=statistics.nodes,
            memory=statistics.memory or None,
            backend=self._backend.name,
            version=self._backend.version(),
            details=statistics.to_json(),
        )
