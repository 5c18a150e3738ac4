"""The engine for exact covers as a backend: it counts, lists, draws and ranks all solutions.

A program is recognised (`covering_of`): items and options, and a few sums as conditions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import (
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
    Problem,
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
from ilpuzzles.exactcover.estimate import MeasuredSearch, estimate_search, measure_search
from ilpuzzles.exactcover.problem import NO_COLOUR, CoverProblem, Prepared
from ilpuzzles.exactcover.settings import Condition, Run, SearchEnding, Settings
from ilpuzzles.formats.cover import cover_of
from ilpuzzles.modelling.cover_form import (
    Match,
    Meaning,
    counts,
    matches,
    meanings,
    remember_with_rows,
    with_matches,
)
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.progress import BestSoFar, Watch

MOST_CONDITIONS = 16
"""How many rows may be sums of another kind: they are checked one by one, at every step."""

_LARGEST = 1 << 40
"""Sums of larger numbers could leave 64 bits."""

_MOST_MARKS = 10_000_000
"""So many options times items: those with bounds are only estimated if there are no more."""

_MOST_ENTRIES = 200_000
"""Random dives into larger problems take minutes."""


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


@remember_with_rows
def covering_of(program: Program, backend: str, most: int = MOST_CONDITIONS) -> Covering:
    """Recognises a program; an objective is no part of it.

    Rows that say exactly one or at most one are items, and those that come down to it
    (`with_matches`); rows that match parts of two such items are secondary items with colours. Some
    other sums, but not more than `most`, are conditions, as long as all their variables are in rows
    that say exactly one. If that is not enough, rows that say between m and n are items with
    bounds: the engine has more ways to answer without these.

    Raises:
        BackendError: With the first row or variable that stops it.
    """
    require_whole(program, backend)
    shared = _find_shared_items(program)
    program = with_matches(program)
    if shared.never:
        never = {column: (int(program.lower[column]), 0) for column in shared.never}
        program = program.within(never)
    meaning = meanings(program)
    unfit = (program.lower < 0) | (program.upper > 1) | ~program.deciding
    others = _conditions(program, meaning, unfit, most)
    several = np.zeros_like(others)
    if ((meaning == Meaning.OTHER) & ~others).any():
        several = counts(program, meaning)
        rest = np.where(several, np.uint8(Meaning.NOTHING), meaning)
        others = _conditions(program, rest, unfit, most)
    stops = (meaning == Meaning.OTHER) & ~others & ~several
    unusable = program.rows.owners()[unfit[program.rows.columns]]
    for row in [*np.nonzero(stops)[0].tolist(), *unusable.tolist()][:1]:
        advice = "use cpsat" + program.names.advice_without(int(program.rows.groups[row]))
        shown = f"{quoted(program.row_text(row))} ({program.where(row)})"
        takes = "'exactly one', 'at most one' and 'between m and n'"
        what = f"{backend} only takes rows {takes}, got {shown}"
        raise BackendError(Problem(what, advice))
    for column in np.nonzero(unfit)[0].tolist()[:1]:
        what = f"{backend} only takes plain binary variables, and x{column} is not one"
        raise BackendError(Problem(what, "use cpsat"))
    kept = ~others & ~several & (meaning != Meaning.NOTHING)
    kept[list(shared.rows)] = False
    # What never holds because of rows that are left out, says so by itself.
    wrong, rows = meaning == Meaning.NEVER, program.rows
    lower, upper = np.where(wrong, 1, rows.lower), np.where(wrong, 0, rows.upper)
    said = replace(program, rows=replace(rows, lower=lower, upper=upper), objective=None)
    cover = cover_of(said.keep(kept))
    order = np.argsort(cover.lines, kind="stable")
    primary = np.ones(cover.width, dtype=bool)
    primary[cover.optional] = False
    lengths = np.bincount(cover.lines, minlength=len(cover.variables))
    items = np.full(len(program.rows), -1, dtype=np.int64)
    of_rows = cover.origins >= 0
    items[np.nonzero(kept)[0][cover.origins[of_rows]]] = np.nonzero(of_rows)[0]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    sidelines = np.nonzero(others)[0].tolist()
    conditions = (_condition(program, row, cover.variables) for row in sidelines)
    problem = shared.added(CoverProblem(primary, starts, cover.places[order]), cover.variables)
    limits = np.nonzero(several)[0]
    items[limits] = len(problem.primary) + np.arange(len(limits))
    problem = _with_bounds(problem, program.keep(several), cover.variables)
    return Covering(problem, cover.variables, items, tuple(conditions))


class _Shared(NamedTuple):
    """Secondary items with colours, which rows that match sums stand for; see `matches`.

    The sums of several rows are parts of the same two rows that say exactly one, E and F. What is
    chosen in E has to have the colour of what is chosen in F.
    """

    rows: list[int]
    """The rows that are said so."""
    colours: list[dict[int, int]]
    """For every item the columns in it with their colours."""
    never: set[int]
    """Columns that would need two colours of an item."""

    def added(self, problem: CoverProblem, variables: IntArray) -> CoverProblem:
        """A problem, whose options are these columns, with the items in addition."""
        if not self.colours:
            return problem
        items = len(problem.primary) + np.arange(len(self.colours))
        option_of = {column: option for option, column in enumerate(variables.tolist())}
        entries = [
            (option_of[column], item, colour)
            for item, one in zip(items.tolist(), self.colours, strict=True)
            for column, colour in one.items()
            if column in option_of
        ]
        owners, more, painted = np.array(entries, dtype=np.int64).reshape(-1, 3).T
        options = np.concatenate([problem.owners(), owners])
        order = np.argsort(options, kind="stable")
        colours = np.concatenate([np.full(len(problem.items), -1), painted])
        starts = np.searchsorted(options[order], np.arange(problem.options + 1))
        return CoverProblem(
            np.concatenate([problem.primary, np.zeros(len(items), dtype=bool)]),
            starts,
            np.concatenate([problem.items, more])[order],
            colours[order],
        )


def _find_shared_items(program: Program) -> _Shared:
    """Finds the items with colours of a program."""
    found = _Shared([], [], set())
    groups: dict[tuple[frozenset[int], frozenset[int]], list[Match]] = {}
    for match in matches(program):
        if match.within is not None and match.around is not None:
            groups.setdefault((match.within, match.around), []).append(match)
    for (one, other), several in groups.items():
        here, there = dict.fromkeys(one, 0), dict.fromkeys(other, 0)
        for colour, match in enumerate(several, start=1):
            if any(here[column] for column in match.part) or any(
                there[column] for column in match.rest
            ):
                continue
            here |= dict.fromkeys(match.part, colour)
            there |= dict.fromkeys(match.rest, colour)
            found.rows.append(match.row)
        found.never.update(
            column for column in here.keys() & there if here[column] != there[column]
        )
        found.colours.append(here | there)
    return found


def _with_bounds(problem: CoverProblem, program: Program, variables: IntArray) -> CoverProblem:
    """A problem, whose options are these columns, with the rows of a program as items besides."""
    rows, number = program.rows, problem.options
    if not len(rows):
        return problem
    option_of = np.full(program.variables, -1)
    option_of[variables] = np.arange(number)
    options = option_of[rows.columns]
    added = (len(problem.primary) + rows.owners())[options >= 0]
    owners = np.concatenate([problem.owners(), options[options >= 0]])
    order = np.argsort(owners, kind="stable")
    # Numbers beyond that of the options may be infinite.
    least, most = (
        np.array([int(min(max(bound, -1), number + 1)) for bound in side], dtype=np.int64)
        for side in (rows.lower, rows.upper)
    )
    least = np.where(most < 0, number + 1, np.maximum(least, 0))
    before = np.stack([problem.primary, np.ones_like(problem.primary)]).astype(np.int64)
    bounds = np.hstack([before, np.stack([least, np.maximum(least, most)])])
    colours = problem.colours
    if colours is not None:
        colours = np.append(colours, np.full_like(added, NO_COLOUR))[order]
    return CoverProblem(
        bounds[0] > 0,
        np.searchsorted(owners[order], np.arange(number + 1)),
        np.append(problem.items, added)[order],
        colours,
        bounds,
    )


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
    others = (meaning == Meaning.OTHER) & ~rows.defining()
    others[owners[wrong]] = False
    return others if others.sum() <= most else np.zeros_like(others)


def _condition(program: Program, row: int, variables: IntArray) -> Condition:
    rows = program.rows
    entries = rows.entries(row)
    totals = np.zeros(program.variables, dtype=np.int64)
    np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
    reach = int(np.abs(totals).sum())
    lower, upper = int(rows.lower[row]), int(rows.upper[row])
    # Infinities become numbers that no sum can pass.
    least = -reach if lower == MINUS_INFINITY else max(lower, -reach - 1)
    most = reach if upper == PLUS_INFINITY else min(upper, reach + 1)
    return Condition(totals[variables], min(least, reach + 1), max(most, -reach - 1))


def _estimable(problem: CoverProblem) -> bool:
    """Whether there are no bounds, or few options, each with an item that is covered once."""
    if problem.bounds is None:
        return True
    once = problem.bounds[1] == 1
    covered = np.unique(problem.owners()[once[problem.items]])
    size = problem.options * len(problem.primary)
    return len(covered) == problem.options and size <= _MOST_MARKS


def _refuse_bounds(covering: Covering, backend: str) -> None:
    if covering.problem.bounds is not None:
        raise unable(backend, "the best solution where rows say 'between m and n'", "use cpsat")


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
    features: frozenset[Feature] = frozenset(
        {Feature.OPTIMISE, Feature.WORKERS, Feature.SEED, Feature.NODE_LIMIT, Feature.EXACT}
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
        return covering_of(program, self.name).problem

    def estimate(self, program: Program) -> float | None:
        """How many options the search would choose, roughly; see `SolutionSetEngine.estimate`.

        Conditions and an objective cut branches off, so it chooses no more than without. There is
        no estimate of large problems with bounds, nor where nothing is covered once: a solver that
        learns may then be quicker by far.

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
            if program.objective is not None:
                _Goal.of(program)
                _refuse_bounds(covering, self.name)
        except BackendError:
            return None
        if not _estimable(covering.problem):
            return None
        return estimate_search(Prepared.of(covering.problem).problem).nodes

    def measured(self, program: Program) -> MeasuredSearch | None:
        """How long the search would be, with the standard error; None if it is too large to say.

        Raises:
            BackendError: If the program is no exact cover problem.
        """
        problem = Prepared.of(covering_of(program, self.name).problem).problem
        if len(problem.items) > _MOST_ENTRIES:
            return None
        return measure_search(problem.keep(useful_options(problem)))

    def representatives(self, program: Program, options: Options) -> list[tuple[int, int]]:
        """Columns that stand for equivalent ones; see `SolutionSetEngine.representatives`.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> rook = model.binary("rook", 3, 3)
            >>> rows = model.exactly_one(rook, axis=0), model.exactly_one(rook, axis=1)
            >>> ExactCoverBackend().representatives(model.program(), Options())
            [(0, 3)]
        """
        if options.cover.symmetry is False:
            return []
        try:
            covering = covering_of(program, self.name)
        except BackendError:
            return []
        settings = Settings(conditions=covering.conditions)
        found = representative_options(covering.problem, settings)
        return [(int(covering.columns[option]), number) for option, number in found]

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
        _refuse_bounds(question.covering, self.name)
        try:
            question.run(best_covers, goal.weights[question.covering.columns], number)
        except KeyboardInterrupt as interruption:
            if not question.asked.found:
                raise
            raise Interrupted(self._ranking(question, goal)[1]) from interruption
        return self._ranking(question, goal)

    def _ranking(self, question: _Question, goal: _Goal) -> tuple[IntArray, Result]:
        """What came of it; none is listed that is not known to be among the best."""
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

        run = question.run(visit_covers, visit_some, few=few)
        return question.result(run)

    def count(self, program: Program, options: Options) -> tuple[int, Result]:
        """Counts the solutions; see `SolutionSetEngine.count`."""
        question = _Question(self, program, options)
        run = question.run(count_covers)
        return run.found, question.result(run)

    def sample(self, program: Program, options: Options, number: int) -> tuple[IntArray, Result]:
        """Draws solutions at random; see `SolutionSetEngine.sample`."""
        question = _Question(self, program, options)
        found, run = question.run(sample_covers, number, options.seed)
        values = question.values(found)
        if not len(found):
            values = np.empty((0, question.variables), dtype=np.int64)
        return values, question.result(run)

    def ranges(
        self, program: Program, options: Options, weights: IntArray
    ) -> tuple[IntArray, IntArray] | None:
        """The least and the greatest value of sums; see `SolutionSetEngine.ranges`."""
        question = _Question(self, program, options)
        added = weights[:, question.covering.columns]
        found: tuple[IntArray, IntArray] | None = question.run(cover_extremes, added)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Goal:
    """An objective, and what a 1 in each column adds to what is minimised."""

    objective: Objective
    weights: IntArray  # shape (columns,)

    @classmethod
    def of(cls, program: Program) -> _Goal:
        """The objective of a program that has one."""
        goal = program.objective
        if goal is None:
            raise InputError(Problem("the model has no objective", "give it one"))
        if sum(map(abs, goal.coefficients.tolist())) > LARGEST_SUM:
            what = "exactcover adds up 44 bits at most, and the objective has more"
            raise LargeNumbersError(Problem(what, "use cpsat, highs or scip"))
        weights = np.zeros(program.variables, dtype=np.int64)
        weights[goal.columns] = goal.coefficients.astype(np.int64)
        return cls(goal, -weights if goal.maximize else weights)

    def value(self, total: int | None) -> float | None:
        """The value of the objective where weights come to so much."""
        if total is None:
            return None
        goal = self.objective
        return float(Fraction(goal.constant + (-total if goal.maximize else total), goal.scale))

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
            raise BackendMissingError(Problem("backend exactcover is not installed", backend.needs))
        self._backend = backend
        self._begun = time.perf_counter()
        self._program = program
        self.variables = program.variables
        self.covering: Covering = covering_of(program, backend.name)
        self._started = time.perf_counter()
        order = tuple(self._item(row) for row in options.cover.order)
        self.settings: Settings = replace(
            options.cover, workers=options.workers, order=order, conditions=self.covering.conditions
        )
        self.asked = Run(options.time_limit, options.node_limit, options.watch)

    def _item(self, row: int) -> int:
        if not (0 <= row < len(self.covering.items) and self.covering.items[row] >= 0):
            raise InputError(Problem(f"an order lists rows 'exactly one', got row {row}"))
        return int(self.covering.items[row])

    def _name_of(self, item: int) -> str:
        """The name of the row that an item is."""
        rows = np.nonzero(self.covering.items == item)[0].tolist()
        return self._program.row_name(rows[0]) if rows else ""

    def values(self, solutions: IntArray) -> IntArray:
        """The values of all columns."""
        return self.covering.values(solutions, self.variables)

    def run(self, ask: Callable[..., Any], *details: Any, **more: Any) -> Any:
        """Asks the engine."""
        options = {"settings": self.settings, "run": self.asked} | more
        return ask(self.covering.problem, *details, **options)

    def result(self, run: Run) -> Result:
        """What came of it."""
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
            seconds=Seconds(0.0, self._started - self._begun, time.perf_counter() - self._started),
            nodes=statistics.nodes,
            memory=statistics.memory or None,
            backend=self._backend.name,
            version=self._backend.version(),
            details=details,
        )
