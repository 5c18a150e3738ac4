"""The first question, and what all questions are: an `Inquiry`, searches against one clock.

A `Trace` keeps what such a search says as it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, Unpack

from ilpuzzles.backends.interface import (
    Backend,
    Clock,
    FindsCores,
    Interrupted,
    OnSolution,
    Options,
    OptionWords,
    contradiction_error,
    options_with,
    with_own_hint,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, InputError, LargeNumbersError, ModelError
from ilpuzzles.jobs.job import JobError
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.passes.pipelines import CORE_PASSES
from ilpuzzles.passes.step import run_passes
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.restricted_search import (
    CutPool,
    Restricted,
    natively,
    out_of_time,
    require_answer,
    require_valid,
    summed,
    total_spent,
)
from ilpuzzles.queries.second_opinion import confirm, search_soundly
from ilpuzzles.solvers.registry import BackendLike, Choice, Task, backend_or_auto, choose


def in_order(program: Program, look: Callable[[Program], Result]) -> tuple[Result, Program]:
    """Optimises the objectives of a program, one after the other (lexicographic order).

    `look` finds the best solution by the first objective of a program. Each objective is held at
    its best, less its tolerance, while the next one is optimised; the best is proved, or that is
    the end. Returns the result, and the last program, with rows that hold all objectives but its
    own.

    Raises:
        Interrupted: On Ctrl-C, with the best solution by the objectives before.
    """
    first, result = program.objective, look(program)
    best, spent, goal = result, [result], program.objective
    while goal is not None and goal.then is not None and result.status is Status.OPTIMAL:
        if result.values is None:
            break
        best_value = goal.value(result.values)
        program = program.reaching(*goal.at_best(best_value, result.gap))
        program, goal = replace(program, objective=goal.then), goal.then
        try:
            result = look(program)
        except KeyboardInterrupt as interruption:
            best = _without_proof(best, Limit.INTERRUPTED)
            raise Interrupted(_of_all(first, summed(best, spent))) from interruption
        spent.append(result)
        if result.status is Status.INFEASIBLE:
            raise contradiction_error(result.backend)
        if result.status not in {Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN}:
            return summed(result, spent), program
        if result.values is not None and best.values is not None:
            now, before = goal.value(result.values), goal.value(best.values)
            if result.status is Status.OPTIMAL or goal.is_better(now, before):
                best = replace(best, values=result.values, missed=result.missed, exact=result.exact)
        if result.status is not Status.OPTIMAL:
            best = _without_proof(best, result.limit)
    return _of_all(first, summed(best, spent)), program


def _without_proof(result: Result, limit: Limit) -> Result:
    return replace(result, status=Status.FEASIBLE, limit=limit, complete=False)


def _of_all(objective: Objective | None, result: Result) -> Result:
    """The result with the values of all objectives."""
    if objective is None or result.values is None:
        return result
    one, *others = (each.value(result.values) for each in objective.in_order())
    return replace(result, objective=one, further=tuple(others))


def solve_model(
    model: ProgramView,
    backend: BackendLike = "auto",
    options: Options | None = None,
    *,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Result:
    """Finds a solution, and the best one if the model has an objective.

    Rows that are stated by cuts are left out at first. Whenever the answer breaks one, cuts are
    added, and the backend searches again (lazy constraints). Several objectives (`then_minimize`)
    are optimised one after the other.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search.
        watch: Called with the progress now and then: the time, the best objective so far and its
            bound. A `Trace` keeps them. If it is None, the one of the options is called.

    Returns:
        The result; if it has values, they satisfy every row exactly.

    Raises:
        UnknownNameError: If there is no such backend.
        BackendMissingError: If its solver is not installed.
        CheckError: If the solver's values do not satisfy the rows.
        Interrupted: On Ctrl-C, with the best solution so far, if there was one.
        KeyboardInterrupt: On Ctrl-C if there was none.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> solve_model(model).status.value
        'infeasible'
    """
    options = options_with(options, words)
    watch = watch or options.watch
    report = Reporter(watch, every=isinstance(watch, Trace))
    if watch is not None:
        ended = options.stopped
        options = replace(options, watch=report, stopped=lambda: report.failed or ended())
    begun = time.perf_counter()
    program = program_of(model)
    built = time.perf_counter() - begun
    options = with_own_hint(program, options)
    pool: CutPool = {}
    restricted = Restricted(program, pool=pool)
    tell = _checking(options.on_solution, program)
    clock = Clock(replace(options, on_solution=tell), begun)

    later = clock.having(watch=None, on_solution=None)

    def look(part: Program) -> Result:
        nonlocal restricted
        if part is not program:
            restricted = Restricted(part, pool=pool)
        # Of later objectives, nothing is told: it would look like the first one.
        found = _search(restricted, choice, clock if part is program else later)
        if found.values is not None and part.operations:
            # Global constraints were stated in some way; here is what they mean.
            found = replace(found, missed=require_valid(part, found.values, found.backend))
        try:
            return confirm(restricted, found, choice.backend, clock.having(on_solution=None))
        except KeyboardInterrupt as interruption:
            if found.values is None:
                raise
            raise Interrupted(_without_proof(found, Limit.INTERRUPTED)) from interruption

    try:
        choice = choose(backend_or_auto(backend), program, Task.ONE, options)
        with report.beating():
            result, _ = in_order(program, look)
        if result.objective is not None:
            share = 1.0 if result.complete else None
            bound = report.last.bound if result.bound is None else result.bound
            report(Progress(share=share, best=float(result.objective), bound=bound))
        result = replace(result, times=replace(result.times, build=built), program=program)
        result = _as_people_get_it(result, program)
    except Interrupted as interruption:
        known = _known_of_whole(interruption.answer, restricted, choice.backend, program)
        if known is None:
            raise KeyboardInterrupt from interruption
        known = _with_bound_told(known, report.last.bound)
        raise Interrupted(_as_people_get_it(known, program)) from interruption
    return replace(result, checked=result.values is not None)


def _known_of_whole(
    found: Result, restricted: Restricted, backend: Backend, program: Program
) -> Result | None:
    """The result of an interrupted search, about the program; None if it has found nothing."""
    if found.values is None or restricted.on(backend).cut(found.values):
        return None
    values = restricted.values_of(found.values)
    missed = require_valid(program, values, found.backend)
    return replace(found, values=values, checked=True, missed=missed, program=program)


def _with_bound_told(result: Result, bound: float | None) -> Result:
    """The result of a process that was stopped, with the bound that it has told before."""
    goal = result.program.objective if result.program is not None else None
    if result.bound is not None or goal is None or goal.then is not None:
        return result
    return replace(result, bound=bound)


def _as_people_get_it(result: Result, program: Program) -> Result:
    """The result with objectives in floats where their numbers were measured."""
    if result.values is None or result.objective is None:
        return result
    one, *others = program.objective_values(result.values, exactly=result.exact)
    return replace(result, objective=one, further=tuple(others[: len(result.further)]))


def _checking(tell: OnSolution | None, program: Program) -> OnSolution | None:
    """Returns a listener that passes on solutions which satisfy every row, lazy ones as well.

    A search that begins anew may find what is known; each one that is told is better.
    """
    if tell is None:
        return None
    goal, told = program.objective, list[Number]()

    def incumbent(found: Result) -> None:
        if found.values is None:
            return
        # A backend may have got further columns.
        values = found.values[: program.variables]
        best = None if goal is None else goal.value(values)
        if goal and best is not None and told and not goal.is_better(best, told[-1]):
            return
        if not program.check(values):
            told.extend([] if best is None else [best])
            tell(replace(found, values=values, objective=best, program=program, checked=True))

    return incumbent


def _search(restricted: Restricted, choice: Choice, clock: Clock) -> Result:
    """Searches with the chosen backend; if that fails, or has no luck, with others."""
    failures: list[Result] = []
    tries: list[Result] = []

    def search_with(one: Choice) -> Result:
        asked = clock.everything
        is_try = one.work is not None and asked.work_limit is None and asked.node_limit is None
        begun = clock.having(work_limit=one.work) if is_try else clock
        result = search_soundly(restricted.on(one.backend), one.backend, begun)
        if is_try and result.limit is Limit.WORK:
            tries.append(result)
            raise BackendError("nothing proved in a short try")
        if result.status is Status.ERROR:
            failures.append(result)
            raise BackendError(result.message)
        return result

    goal = restricted.whole.objective
    try:
        return _with_best_try(in_turn(choice, search_with), tries, goal)
    except KeyboardInterrupt as interruption:
        known = _known_by(interruption, choice.backend)
        best = _with_best_try(known, tries, goal)
        if best.values is None:
            raise
        raise Interrupted(best) from interruption
    except BackendError:
        # What the chosen backend has said of itself is a result.
        found = [*failures, *tries]
        if found and found[0].backend == choice.backend.name:
            return found[0]
        raise


def _known_by(interruption: KeyboardInterrupt, backend: Backend) -> Result:
    """The answer that an interruption carries, or one without values."""
    if isinstance(interruption, Interrupted):
        answer: Result = interruption.answer
        return answer
    nothing = out_of_time(backend, None)
    return replace(nothing, limit=Limit.INTERRUPTED)


def _with_best_try(result: Result, tries: Sequence[Result], goal: Objective | None) -> Result:
    """The result of a search that was not finished, with better values of a short try before it."""
    if result.status not in {Status.UNKNOWN, Status.FEASIBLE}:
        return result
    best = result
    for one in tries:
        if one.values is None:
            continue
        is_better = best.values is None or (
            goal is not None and goal.is_better(goal.value(one.values), goal.value(best.values))
        )
        best = one if is_better else best
    bounds = [one.bound for one in (*tries, result) if one.bound is not None]
    if bounds and goal is not None:
        result = replace(result, bound=min(bounds) if goal.maximize else max(bounds))
    if best.values is None:
        return result
    found = replace(result, status=Status.FEASIBLE, values=best.values, objective=best.objective)
    return replace(found, missed=best.missed, exact=best.exact)


_Answered = TypeVar("_Answered")


def in_turn(
    choice: Choice,
    ask: Callable[[Choice], _Answered],
    *,
    begun: Callable[[], bool] = lambda: False,
) -> _Answered:
    """Asks the chosen backend; if it refuses the program or fails, the next ones, one by one.

    A backend that was named explicitly has no fallback. There is none either once results have
    been handed over (`begun`), since the next backend would begin anew.

    Raises:
        LargeNumbersError: If all refuse the numbers of the program; it says what each has said.
        BackendError: If all refuse or fail.
    """
    refusals: list[tuple[str, BackendError]] = []
    one: Choice | None = choice
    while one is not None:
        try:
            return ask(one)
        except JobError:
            # Processes failed: so they would for the next one.
            raise
        except BackendError as refusal:
            if begun():
                raise
            refusals.append((one.backend.name, refusal))
        one = one.next()
    if len(refusals) == 1:
        raise refusals[0][1]
    raise _refused_by_all(refusals) from refusals[0][1]


def _refused_by_all(refusals: Sequence[tuple[str, BackendError]]) -> BackendError:
    """The error of several backends: which there are, what each has said, and what to do."""
    said = []
    for name, refusal in refusals:
        what = refusal.problems[0].what if refusal.problems else str(refusal)
        said.append(f"{name}: {what}")
    reasons = ", ".join(said)
    if all(isinstance(refusal, LargeNumbersError) for _, refusal in refusals):
        what = f"no backend takes numbers of this size ({reasons})"
        return LargeNumbersError(what, "scale the numbers of the model down")
    what = f"no backend has an answer ({reasons})"
    return BackendError(what, "name one of them as the backend, and change what stops it")


class Core(NamedTuple):
    """Members without a solution together, as a backend says, or a solution of all; or neither."""

    members: list[int] | None
    values: NumberArray | None


class Inquiry:
    """One question to one backend, which may take many searches; they share the time limit."""

    def __init__(
        self,
        model: ProgramView,
        backend: BackendLike,
        options: Options | None,
        task: Task = Task.OTHER,
        *,
        listing: bool = False,
    ) -> None:
        begun = time.perf_counter()
        self.asked = program = program_of(model)
        self.options = with_own_hint(program, options or Options())
        self.clock = Clock(self.options, begun)
        if self.options.on_solution is not None:
            raise InputError("only solve takes on_solution", "read the solutions from the result")
        choice = choose(backend_or_auto(backend), program, task, self.options)
        self.choice = choice.without_tries() if task is Task.ONE else choice
        self.backend = self.choice.backend
        self._listing = listing
        self.program = natively(program, self.backend, listing=self._listing)
        self.searches = 0
        self._spent: list[Result] = []

    def about(self, program: Program, backend: BackendLike) -> Inquiry:
        """The same question about another program, perhaps to another backend, in the same time."""
        other = copy(self)
        other.asked = program
        other.choice = choose(backend, program)
        other.backend = other.choice.backend
        other.program = natively(program, other.backend, listing=self._listing)
        return other

    def in_turn(
        self,
        ask: Callable[[Inquiry], _Answered],
        *,
        begun: Callable[[], bool] = lambda: False,
    ) -> _Answered:
        """Asks the backend of this inquiry, and if it refuses or fails, the next ones; see above.

        The inquiry that is passed on has the program for the backend that is asked. All of them
        share the time.
        """

        def ask_one(choice: Choice) -> _Answered:
            if choice is self.choice:
                return ask(self)
            try:
                other = self.about(self.asked, choice)
            except ModelError as error:
                # It has no encoding that was asked for.
                raise BackendError(*error.problems) from error
            return ask(other)

        return in_turn(self.choice, ask_one, begun=begun)

    def having(self, **options: Any) -> Inquiry:
        """The same question with some other options, in the same time."""
        other = copy(self)
        other.clock = self.clock.having(**options)
        other.options = other.clock.everything
        return other

    def out_of_time(self) -> Result:
        """The outcome of a question whose time was over before its backend was asked."""
        return self.result(Status.UNKNOWN, Limit.TIME, complete=False)

    def look(self, restricted: Restricted, nodes: int | None = None) -> Result:
        """Looks for a solution that breaks no cut, satisfies every row and was not ruled out.

        A limit of nodes comes instead of the one in the options. Raises a `BackendError` if the
        solver failed, and a `CheckError` if its values are wrong.
        """
        clock = self.clock if nodes is None else self.clock.having(node_limit=nodes)
        result = require_answer(search_soundly(restricted, self.backend, clock))
        result = confirm(restricted, result, self.backend, clock)
        self.spend(result)
        return result

    def core(self, restricted: Restricted, members: Sequence[IntArray]) -> Core:
        """Looks for members that rule out every solution, on a backend that says which.

        The rows of each member are given by their numbers in the program. Raises as `look` does.
        """
        if not isinstance(self.backend, FindsCores):
            return Core(None, None)
        while (options := self.clock.options()) is not None:
            rows = restricted.rows_of(members)
            # A core rules out what lies on the border of a measured row as well.
            program = run_passes(CORE_PASSES, restricted.program()).program
            found, result = self.backend.core(program, options, rows)
            self.spend(result)
            require_answer(result)
            if result.values is None:
                return Core(found, None)
            if not restricted.cut(result.values):
                values = restricted.values_of(result.values)
                require_valid(restricted.whole, values, result.backend)
                return Core(None, values)
        return Core(None, None)

    def spend(self, result: Result) -> None:
        """Adds what another search has taken."""
        self.searches += 1
        self._spent.append(result)

    def interrupted(self, *, found: object) -> Result:
        """The outcome of a question that was interrupted."""
        status = Status.OPTIMAL if found else Status.UNKNOWN
        return self.result(status, Limit.INTERRUPTED, complete=False)

    def result(
        self, status: Status, limit: Limit, values: IntArray | None = None, *, complete: bool
    ) -> Result:
        """The outcome of the whole question."""
        spent = self._spent
        return Result(
            status=status,
            limit=limit,
            values=values,
            complete=complete,
            **total_spent(spent),
            nodes=sum(one.nodes or 0 for one in spent),
            backend=self.backend.name,
            version=spent[-1].version if spent else self.backend.version(),
            checked=values is not None,
            details=spent[-1].details if spent else {},
            steps=spent[-1].steps if spent else (),
        )


class Trace:
    """Keeps incumbents and bounds over time, as the `watch` of `solve_model` and `solve`.

    Every backend that takes an objective reports both as it searches: CP-SAT by callbacks, the MIP
    solvers in their logs, with as many digits as these have. The last point is what the result
    says; after Ctrl-C, the trace has what came before.

    A trace is for one question. Of several objectives it follows the first one. Where rows are
    stated by cuts (lazy constraints), it has only bounds until no cut is broken.

    Attributes:
        points: What was known from when on, in order. Each has the `seconds` since the question was
            asked, `best`, the objective of the incumbent, the `bound`, and their relative `gap`;
            None where it was not yet known.

    Example:
        >>> from ilpuzzles import Model
        >>> from ilpuzzles.queries import solve_model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> row = model.add(x.dot([5, 4, 3, 2]) <= 9)
        >>> model.maximize(x.dot([8, 6, 4, 3]))
        >>> trace = Trace()
        >>> result = solve_model(model, "highs", watch=trace)
        >>> trace.points[-1].best, trace.points[-1].bound, trace.points[-1].gap
        (14.0, 14.0, 0.0)
    """

    def __init__(self) -> None:
        self.points: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        """Keeps what is new."""
        now = progress.best, progress.bound
        last = (self.points[-1].best, self.points[-1].bound) if self.points else (None, None)
        if now not in (last, (None, None)):
            self.points.append(progress)

    def table(self) -> list[list[str]]:
        """The points as a table: seconds, best, bound and gap."""
        lines = []
        for point in self.points:
            numbers = ("" if n is None else f"{n:,.10g}" for n in (point.best, point.bound))
            gap = "" if point.gap is None else f"{point.gap:.2%}"
            lines.append([f"{point.seconds:.2f}", *numbers, gap])
        return [["seconds", "best", "bound", "gap"], *lines]

    def _short_table(self) -> list[list[str]]:
        head, *lines = self.table()
        if len(lines) > 20:
            lines[10:-10] = [["...", "", "", ""]]
        return [head, *lines]

    def _repr_html_(self) -> str:
        return table_html(self._short_table())

    def __repr__(self) -> str:
        return table_text(self._short_table())
