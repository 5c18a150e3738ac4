"""The engine for exact covers as a backend: it counts, lists, draws and ranks all solutions.

A program is recognised by `cover_form`: items and options, and a few sums as conditions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ilpuzzles.backends.interface import (
    Clock,
    Feature,
    Interrupted,
    Options,
    installed,
    require_honour,
    require_whole,
    unable,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import (
    BackendError,
    BackendMissingError,
    InputError,
    LargeNumbersError,
    quoted,
)
from ilpuzzles.exactcover.best_cover import LARGEST_SUM
from ilpuzzles.exactcover.engine import (
    best_covers,
    count_covers,
    cover_extremes,
    representative_options,
    sample_covers,
    useful_options,
    visit_covers,
)
from ilpuzzles.exactcover.estimate import (
    WORDS_PER_SECOND,
    MeasuredSearch,
    estimate_search,
    measure_search,
)
from ilpuzzles.exactcover.problem import CoverProblem, Prepared
from ilpuzzles.exactcover.settings import Condition, Run, SearchEnding, Settings
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.cover_form import (
    MOST_CONDITIONS,
    CoverForm,
    cover_form,
    with_matches,
)
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.step import run_passes
from ilpuzzles.passes.whole_numbers import in_whole_numbers, rows_in_whole_numbers
from ilpuzzles.progress import BestSoFar, Watch

_MOST_MARKS = 10_000_000
"""The most options times items with which problems with bounds are still estimated."""

_MOST_DIVED = 1 << 23
"""A hundred dives into so many options times items take a tenth of a second or two."""

_MOST_ENTRIES = 200_000
"""Random dives into larger problems take minutes."""


def covering_of(program: Program, backend: str, most: int = MOST_CONDITIONS) -> CoverForm:
    """Recognises a program; see `cover_form`.

    Raises:
        BackendError: With the first row or variable that stops it.
    """
    require_whole(program, backend)
    form = cover_form(rows_in_whole_numbers(program), most)
    if isinstance(form, CoverForm):
        return form
    program, (row, column) = with_matches(program), form
    if row is None:
        what = f"{backend} only takes plain binary variables, and x{column} is not one"
        raise BackendError(what, "use cpsat")
    advice = "use cpsat" + program.names.advice_without(int(program.rows.groups[row]))
    shown = f"{quoted(program.row_text(row))} ({program.where(row)})"
    takes = "'exactly one', 'at most one' and 'between m and n'"
    raise BackendError(f"{backend} only takes rows {takes}, got {shown}", advice)


def problem_of(form: CoverForm) -> CoverProblem:
    """The items and options for the engine."""
    return CoverProblem(form.primary, form.starts, form.items, form.colours, form.bounds)


def conditions_of(form: CoverForm) -> tuple[Condition, ...]:
    """The other sums for the engine."""
    return tuple(Condition(*one) for one in form.conditions)


def _estimable(problem: CoverProblem) -> bool:
    """Whether some dives take a tenth of a second at most.

    With bounds, each option needs an item that is covered once.
    """
    if problem.options * len(problem.primary) > _MOST_DIVED:
        return False
    if problem.bounds is None:
        return True
    once = problem.bounds[1] == 1
    covered = np.unique(problem.owners()[once[problem.items]])
    size = problem.options * len(problem.primary)
    return len(covered) == problem.options and size <= _MOST_MARKS


def _refuse_bounds(form: CoverForm, backend: str) -> None:
    if form.bounds is not None:
        raise unable(backend, "the best solution where rows say 'between m and n'", "use cpsat")


_LIMITS = {
    SearchEnding.NONE: Limit.NONE,
    SearchEnding.TIME: Limit.TIME,
    SearchEnding.NODES: Limit.NODES,
    SearchEnding.WORK: Limit.WORK,
    SearchEnding.STOPPED: Limit.SOLUTIONS,
}

# So many values are made at a time: enough for speed, little enough for memory.
_VALUES = 1 << 20


@dataclass(frozen=True, slots=True)
class ExactCoverBackend:
    """The engine for exact covers."""

    name: str = "exactcover"
    features: frozenset[Feature] = frozenset(
        {
            Feature.OPTIMISE,
            Feature.WORKERS,
            Feature.SEED,
            Feature.NODE_LIMIT,
            Feature.WORK_LIMIT,
            Feature.EXACT,
        }
    )
    needs: str = 'pip install "numba>=0.61"'

    def available(self) -> bool:
        """Whether numba is installed."""
        return installed("numba") is not None

    def version(self) -> str:
        """The version of numba, which compiles it."""
        return f"with numba {installed('numba')}"

    def native(self, program: Program) -> CoverProblem:
        """The program, without its objective, as a problem of `ilpuzzles.exactcover`."""
        return problem_of(covering_of(program, self.name))

    def estimate(self, program: Program) -> float | None:
        """A rough estimate of the options chosen; see `SolutionSetEngine.estimate`.

        Conditions and an objective cut branches off, so it chooses no more than without. There is
        no estimate of large problems with bounds, nor where nothing is covered once: a solver that
        learns may then be quicker by far.

        Example:
            >>> from ilpuzzles import Model
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
            form = covering_of(program, self.name)
            if program.objective is not None:
                _Goal.of(program)
                _refuse_bounds(form, self.name)
        except BackendError:
            return None
        problem = problem_of(form)
        return estimate_search(Prepared.of(problem).problem).nodes if _estimable(problem) else None

    def measured(self, program: Program) -> MeasuredSearch | None:
        """The estimated length of the search, with its standard error; None if too large.

        Raises:
            BackendError: If the program is no exact cover problem.
        """
        problem = Prepared.of(self.native(program)).problem
        if len(problem.items) > _MOST_ENTRIES:
            return None
        return measure_search(problem.keep(useful_options(problem)))

    def representatives(self, program: Program, options: Options) -> list[tuple[int, int]]:
        """Columns that stand for equivalent ones; see `SolutionSetEngine.representatives`.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> rook = model.binary("rook", 3, 3)
            >>> rows = model.exactly_one(rook, axis=0), model.exactly_one(rook, axis=1)
            >>> ExactCoverBackend().representatives(model.program(), Options())
            [(0, 3)]
        """
        if options.cover.symmetry is False:
            return []
        try:
            form = covering_of(program, self.name)
        except BackendError:
            return []
        found = representative_options(problem_of(form), Settings(conditions=conditions_of(form)))
        return [(int(form.columns[option]), number) for option, number in found]

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for a solution; see `Backend.solve`."""
        if program.objective is not None:
            return self.rank(program, options, 1)[1]
        # A gap says nothing of what has no objective, for which `auto` may have picked this.
        require_honour(self.name, self.features, replace(options, gap=0.0))
        question = _Question(self, program, replace(options, watch=None))
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

    def rank(
        self, program: Program, options: Options, number: int | None
    ) -> tuple[IntArray, Result]:
        """Finds the best solutions; see `SolutionSetEngine.rank`."""
        require_honour(self.name, self.features, options)
        goal = _Goal.of(program)
        question = _Question(self, program, replace(options, watch=goal.watch(options.watch)))
        _refuse_bounds(question.form, self.name)
        try:
            question.run(best_covers, goal.weights[question.form.columns], number)
        except KeyboardInterrupt as interruption:
            if not question.asked.found:
                raise
            raise Interrupted(self._ranking(question, goal)[1]) from interruption
        return self._ranking(question, goal)

    def _ranking(self, question: _Question, goal: _Goal) -> tuple[IntArray, Result]:
        """The ranking so far, of covers alone that are known to be among the best."""
        run, objective = question.asked, goal.objective
        result, values = question.result(run), question.values(run.covers)
        if result.limit is Limit.NONE and not run.complete:
            result = replace(result, limit=Limit.INTERRUPTED)
        if not len(values):
            return values, replace(result, bound=None if run.complete else goal.value(run.bound))
        best = objective.value(values[0])
        proved = len(values)
        if not run.complete and run.bound is not None:
            totals = values @ goal.weights
            proved = int((totals <= run.bound).sum())
        result = replace(
            result,
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            values=values[0],
            objective=best,
            bound=float(best) if proved else goal.value(run.bound),
        )
        return values[:proved], result

    def enumerate(
        self,
        program: Program,
        options: Options,
        visit: Callable[[IntArray], bool],
        *,
        few: bool = False,
    ) -> Result:
        """Visits every solution once, some at a time; see `SolutionSetEngine.enumerate`."""
        question = _Question(self, program, options)
        rows = max(1, _VALUES // max(1, question.variables))

        def visit_some(solutions: IntArray) -> bool:
            for first in range(0, len(solutions), rows):
                if not visit(question.values(solutions[first : first + rows])):
                    return False
            return True

        return question.result(question.run(visit_covers, visit_some, few=few))

    def count(self, program: Program, options: Options) -> tuple[int, Result]:
        """Counts the solutions; see `SolutionSetEngine.count`."""
        question = _Question(self, program, options)
        run = question.run(count_covers)
        return run.found, question.result(run)

    def sample(self, program: Program, options: Options, number: int) -> tuple[IntArray, Result]:
        """Draws solutions at random; see `SolutionSetEngine.sample`."""
        question = _Question(self, program, options)
        found, run = question.run(sample_covers, number, options.seed)
        return question.values(found), question.result(run)

    def ranges(
        self, program: Program, options: Options, weights: IntArray
    ) -> tuple[IntArray, IntArray] | None:
        """The least and the greatest value of sums; see `SolutionSetEngine.ranges`."""
        question = _Question(self, program, options)
        added = weights[:, question.form.columns]
        found: tuple[IntArray, IntArray] | None = question.run(cover_extremes, added)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Goal:
    """An objective, also in whole numbers, and what each column adds to what is minimised."""

    objective: Objective
    rounded: Objective
    weights: IntArray  # shape (columns,)

    @classmethod
    def of(cls, program: Program) -> _Goal:
        """The objective of a program that has one."""
        given = program.objective
        goal = in_whole_numbers(program).objective
        if goal is None or given is None:
            raise InputError("the model has no objective", "give it one")
        if sum(map(abs, goal.coefficients.tolist())) > LARGEST_SUM:
            what = "exactcover's sums are limited to 44 bits, and the objective may need more"
            raise LargeNumbersError(what, "use cpsat, highs or scip")
        weights = np.zeros(program.variables, dtype=np.int64)
        weights[goal.columns] = goal.coefficients.astype(np.int64)
        return cls(given, goal, -weights if goal.maximize else weights)

    def value(self, total: int | None) -> float | None:
        """The value of the objective where weights come to so much."""
        if total is None:
            return None
        goal = self.rounded
        signed = -total if goal.maximize else total
        return float(Fraction(int(goal.constant) + signed, goal.scale))

    def watch(self, watch: Watch | None) -> Watch | None:
        """A watch for the engine that tells another one the values of the objective."""
        if watch is None:
            return None
        known = BestSoFar(watch, maximize=self.objective.maximize)
        return lambda now: known.tell(self._of(now.best), self._of(now.bound))

    def _of(self, total: float | None) -> float | None:
        return None if total is None else self.value(int(total))


class _Question:
    """A program that is made ready for the engine, and the clock of the question."""

    def __init__(
        self,
        backend: ExactCoverBackend,
        program: Program,
        options: Options,
    ) -> None:
        if not backend.available():
            raise BackendMissingError("backend exactcover is not installed", backend.needs)
        self._backend = backend
        self._begun = time.perf_counter()
        self._program = program
        self.variables = program.variables
        self.form = covering_of(program, backend.name)
        # It was recognised just now, which is remembered: this only says what the passes did.
        self._steps = run_passes(PIPELINES[SolverKind.COVER].of_solver, program).sizes()
        self._started = time.perf_counter()
        self.settings: Settings = replace(
            options.cover,
            workers=options.workers,
            order=self._items(options.cover.order),
            conditions=conditions_of(self.form),
        )
        work = options.work_limit
        self.asked = Run(
            seconds=Clock(options).seconds_left(),
            node_limit=options.node_limit,
            work_limit=None if work is None else work * WORDS_PER_SECOND,
            watch=options.watch,
        )

    def _items(self, order: Sequence[int]) -> tuple[int, ...]:
        """The items that rows are."""
        item_of = {row: item for item, row in enumerate(self.form.origins.tolist()) if row >= 0}
        for row in order:
            if row not in item_of:
                raise InputError(f"an order may list only rows 'exactly one', got row {row}")
        return tuple(item_of[row] for row in order)

    def _name_of(self, item: int) -> str:
        """The name of the row that an item is."""
        row = int(self.form.origins[item])
        return self._program.row_name(row) if row >= 0 else ""

    def values(self, solutions: IntArray) -> IntArray:
        """The values of all columns."""
        return self.form.values(solutions, self.variables)

    def run(self, ask: Callable[..., Any], *details: Any, **more: Any) -> Any:
        """Asks the engine."""
        options = {"settings": self.settings, "run": self.asked} | more
        return ask(problem_of(self.form), *details, **options)

    def result(self, run: Run) -> Result:
        """The result so far."""
        statistics = run.statistics
        details = statistics.to_json()
        if statistics.spared is not None:
            names = map(self._name_of, statistics.spared[0])
            details["symmetry"] = statistics.symmetry_text(*names)
        nothing = Status.INFEASIBLE if run.complete else Status.UNKNOWN
        return Result(
            status=Status.OPTIMAL if run.found else nothing,
            limit=Limit.NONE if run.complete else _LIMITS[run.ending],
            complete=run.complete,
            times=Seconds(0.0, self._started - self._begun, time.perf_counter() - self._started),
            nodes=statistics.nodes,
            memory=statistics.memory or None,
            backend=self._backend.name,
            version=self._backend.version(),
            details=details,
            steps=self._steps,
        )
