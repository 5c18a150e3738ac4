"""The first question, and what all questions use: restricted programs, lazy cuts, no-goods, checks.

A question (`Inquiry`) makes one or more searches against one clock; every answer is checked row by
row against the program itself, whatever a solver was given.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.backends.interface import Backend, Feature, FindsCores, Interrupted, Options
from ilpuzzles.backends.registry import BackendLike, Choice, Task, choose, get_backend
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, CheckError, ModelError, Problem
from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.operations import Conditional
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.row_check import Violation, beyond
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.progress import BestSoFar, Progress, Reporter, Watch
from ilpuzzles.queries.trace import Trace

CutPool: TypeAlias = dict[int, list[Conditional]]
"""Cuts that follow from an operation, by its `id`."""


class Restricted:
    """A program, less the rows that are stated by cuts, plus cuts and excluded solutions.

    Its columns are those of the program and, after them, what excluding needs; see `values_of`.
    Cuts that are found are added to the pool, so that the next search of rows with the same
    operation begins with them. Solutions have to satisfy the whole program.
    """

    def __init__(
        self, program: Program, *, objective: bool = True, pool: CutPool | None = None
    ) -> None:
        if not objective and program.objective is not None:
            program = replace(program, objective=None)
        self.whole = program
        self._separated = program.separated()
        # Whether rows are left out that cuts have to make up for.
        self.by_cuts = bool(self._separated)
        self._stated = np.ones(len(program.rows), dtype=bool)
        self._stated[list(self._separated)] = False
        self._base = program.keep(self._stated)
        self._more = LinearRows(program.lower, program.upper, program.continuous)
        self._excluded: set[bytes] = set()
        self._demanded: list[list[tuple[Affine, Number]]] = []
        self._changes: dict[tuple[Affine, Number], tuple[Affine, ...]] = {}
        # The row of the program that each further row follows from.
        self._cut_from: dict[int, int] = {}
        self._pool = {} if pool is None else pool
        for row, operation in self._separated.items():
            self._add_cuts(row, self._pool.get(id(operation), ()))

    def program(self) -> Program:
        """What a solver gets."""
        return self._base.extended(self._more)

    def values_of(self, values: NumberArray) -> NumberArray:
        """The values of the program's own columns."""
        return values[: self._base.variables]

    def cut(self, values: NumberArray) -> bool:
        """Adds cuts against an assignment; returns whether there were any."""
        numbers: list[Number] = self.values_of(values).tolist()
        added = False
        for row, operation in self._separated.items():
            cuts = operation.cuts(numbers)
            self._add_cuts(row, cuts)
            self._pool.setdefault(id(operation), []).extend(cuts)
            added |= bool(cuts)
        return added

    def _add_cuts(self, row: int, cuts: Iterable[Conditional]) -> None:
        for cut in cuts:
            first = self._more.count
            cut.linearise(self._more)
            self._cut_from |= dict.fromkeys(range(first, self._more.count), row)

    def rows_of(self, members: Sequence[IntArray]) -> list[IntArray]:
        """The rows of `program()` that some rows of the whole program have become, with cuts."""
        number = np.cumsum(self._stated) - 1
        cuts: dict[int, list[int]] = {}
        for more, row in self._cut_from.items():
            cuts.setdefault(row, []).append(len(self._base.rows) + more)
        found = []
        for rows in members:
            added = [cut for row in rows.tolist() for cut in cuts.get(row, ())]
            stated = number[rows[self._stated[rows]]].tolist()
            found.append(np.array([*stated, *added], dtype=np.int64))
        return found

    def on(self, backend: Backend) -> Restricted:
        """The same for a backend that needs no cuts; only before anything is added."""
        program = natively(self.whole, backend)
        return self if program is self.whole else Restricted(program, pool=self._pool)

    def within(self, bounds: Mapping[int, tuple[Number, Number]]) -> Restricted:
        """A part: other bounds for some columns, the cuts that are known, and no objective."""
        return Restricted(self.whole.within(bounds), objective=False, pool=self._pool)

    def require_bounds(self) -> None:
        """Raises a `ModelError` if a deciding variable has no bounds."""
        base = self._base
        if ((base.lower == MINUS_INFINITY) | (base.upper == PLUS_INFINITY))[base.deciding].any():
            what = "solutions cannot be listed: a variable has no bounds"
            raise ModelError(Problem(what, "give it bounds"))

    def exclude(self, values: NumberArray) -> None:
        """Excludes all assignments with the same values of the deciding variables (a no-good)."""
        self.require_bounds()
        base = self._base
        columns = np.nonzero(base.deciding)[0].tolist()
        self._excluded.add(deciding_key(base, values))
        self._change((Affine.column(column), int(values[column])) for column in columns)

    def demand_change(self, numbers: Iterable[tuple[Affine, Number]]) -> None:
        """Demands that at least one of some numbers, with bounds, has another value than now."""
        self._demanded.append(list(numbers))
        self._change(self._demanded[-1])

    def ruled_out(self, values: NumberArray) -> bool:
        """Whether an assignment was excluded, or lacks a change that was demanded.

        Solvers that compute in doubles have found such where numbers are large.
        """
        if self._excluded and deciding_key(self._base, values) in self._excluded:
            return True
        found: list[Number] = values.tolist()
        return any(
            all(number.value(found) == value for number, value in numbers)
            for numbers in self._demanded
        )

    def _change(self, numbers: Iterable[tuple[Affine, Number]]) -> None:
        self._clause(part for number, value in numbers for part in self._changed(number, value))

    def _changed(self, number: Affine, value: Number) -> tuple[Affine, ...]:
        """What is 1 only if a number has another value, and can be 1 whenever it has."""
        known = self._changes.get((number, value))
        if known is not None:
            return known
        more = self._more
        least, most = more.range(number)
        changed: list[Affine] = []
        if most - least == 1:
            # Of two values, it has to take the other one.
            changed.append(number.minus(Affine.number(value)).times(1 if value < most else -1))
        else:
            ways = (value > least, None, value - 1), (value < most, value + 1, None)
            for beyond, lower, upper in ways:
                if beyond:
                    aside = more.binary()
                    more.implied([aside], number, lower, upper)
                    changed.append(aside.affine)
        self._changes[number, value] = tuple(changed)
        return tuple(changed)

    def _clause(self, parts: Iterable[Affine]) -> None:
        self._more.row(total(parts), 1, None)


def natively(program: Program, backend: Backend) -> Program:
    """The program for a backend, which takes what is connected as it is, or gets cuts."""
    return program.taken(whole=Feature.CONNECTED in backend.features)


def deciding_key(program: Program, values: NumberArray) -> bytes:
    """What distinguishes a solution from others: its deciding values, which are whole."""
    return values[program.deciding.nonzero()[0]].astype(np.int64).tobytes()


class Clock:
    """The time that all searches of one question have together.

    The options are those of the whole question; a single search may take `patience` seconds, or all
    that there are.
    """

    def __init__(self, options: Options) -> None:
        self.everything = options
        self._start = time.perf_counter()
        self.patience: float | None = None

    def having(self, **options: Any) -> Clock:
        """The same clock with some other options."""
        other = Clock(replace(self.everything, **options))
        other._start, other.patience = self._start, self.patience
        return other

    def options(self) -> Options | None:
        """The options for the next search, or None if the time is over."""
        limit = self.everything.time_limit
        if limit is None and self.patience is None:
            return self.everything
        left = math.inf if limit is None else limit - (time.perf_counter() - self._start)
        most = min(left, self.patience or math.inf)
        return replace(self.everything, time_limit=most) if left > 0 else None

    @property
    def over(self) -> bool:
        """Whether the time of the question is over."""
        return self.options() is None


def search(restricted: Restricted, backend: Backend, clock: Clock) -> Result:
    """Looks for a solution; as often as cuts are broken, they are added and it looks again.

    Returns the last result, with the times and nodes of all searches added up. Its values are those
    of the program's own columns, and break no cut.
    """
    spent: list[Result] = []
    goal, watch = restricted.whole.objective, clock.everything.watch
    if restricted.by_cuts and goal is not None and watch is not None:
        # What it finds first may break cuts; bounds hold, with all cuts or with some.
        known = BestSoFar(watch, maximize=goal.maximize)
        clock = clock.having(watch=lambda progress: known.tell(bound=progress.bound))
    options = clock.options()
    while options is not None:
        result = backend.solve(restricted.program(), options)
        spent.append(result)
        if result.values is None or not restricted.cut(result.values):
            values = None if result.values is None else restricted.values_of(result.values)
            return summed(replace(result, values=values), spent)
        options = clock.options()
    return summed(out_of_time(backend, spent[-1] if spent else None), spent)


def out_of_time(backend: Backend, last: Result | None) -> Result:
    """What is known if the time is over before anything was found."""
    return Result(
        status=Status.UNKNOWN,
        limit=Limit.TIME,
        bound=last.bound if last else None,
        backend=backend.name,
        version=last.version if last else backend.version(),
    )


def summed(result: Result, spent: Sequence[Result]) -> Result:
    """The result of the last search, with what all of them have taken together."""
    if len(spent) == 1:
        return result
    nodes = [one.nodes for one in spent if one.nodes is not None]
    return replace(result, **_taken(spent), nodes=sum(nodes) if nodes else None)


def _taken(spent: Sequence[Result]) -> dict[str, Any]:
    """What several searches have taken: time all together, memory the most."""
    seconds = Seconds(
        sum(one.seconds.build for one in spent),
        sum(one.seconds.hand_over for one in spent),
        sum(one.seconds.solve for one in spent),
    )
    memory = max((one.memory for one in spent if one.memory is not None), default=None)
    return {"seconds": seconds, "memory": memory}


_SHOWN = 5


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
        if result.objective is None:
            break
        program = program.reaching(*goal.at_best(result.objective))
        program, goal = replace(program, objective=goal.then), goal.then
        try:
            result = look(program)
        except KeyboardInterrupt as interruption:
            best = _unproved(best, Limit.INTERRUPTED)
            raise Interrupted(_of_all(first, summed(best, spent))) from interruption
        spent.append(result)
        if result.status is Status.INFEASIBLE:
            what = f"{result.backend} finds no solution where it has found one"
            raise CheckError(Problem(what, "try another backend"))
        if result.status not in {Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN}:
            return summed(result, spent), program
        if result.values is not None and best.values is not None:
            now, before = goal.value(result.values), goal.value(best.values)
            if result.status is Status.OPTIMAL or (now > before if goal.maximize else now < before):
                best = replace(best, values=result.values, missed=result.missed)
        if result.status is not Status.OPTIMAL:
            best = _unproved(best, result.limit)
    return _of_all(first, summed(best, spent)), program


def _unproved(result: Result, limit: Limit) -> Result:
    return replace(result, status=Status.FEASIBLE, limit=limit, complete=False)


def _of_all(objective: Objective | None, result: Result) -> Result:
    """The result with the values of all objectives."""
    if objective is None or result.values is None:
        return result
    one, *others = (each.value(result.values) for each in objective.in_order())
    return replace(result, objective=one, further=tuple(others))


def solve_model(
    model: Model | Program,
    backend: BackendLike = "auto",
    options: Options | None = None,
    *,
    watch: Watch | None = None,
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
        Interrupted: On Ctrl-C, with the best solution so far, if CP-SAT had one.
        KeyboardInterrupt: On Ctrl-C if there was none.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> solve_model(model).status.value
        'infeasible'
    """
    options = options or Options()
    watch = watch or options.watch
    report = Reporter(watch, every=isinstance(watch, Trace))
    if watch is not None:
        ended = options.stopped
        options = replace(options, watch=report, stopped=lambda: report.failed or ended())
    clock = Clock(options)
    begun = time.perf_counter()
    program = program_of(model)
    built = time.perf_counter() - begun
    pool: CutPool = {}
    restricted = Restricted(program, pool=pool)

    def look(part: Program) -> Result:
        nonlocal restricted
        if part is not program:
            restricted = Restricted(part, pool=pool)
        # Of later objectives, nothing is told: it would look like the first one.
        found = _searched(
            restricted, choice, clock if part is program else clock.having(watch=None)
        )
        if found.values is not None:
            found = replace(found, missed=require_valid(part, found.values, found.backend))
        return found

    try:
        choice = choose(backend, program, Task.ONE, options)
        with report.beating():
            result, _ = in_order(program, look)
        if result.objective is not None:
            share = 1.0 if result.complete else None
            bound = report.last.bound if result.bound is None else result.bound
            report(Progress(share=share, best=float(result.objective), bound=bound))
        result = replace(result, seconds=replace(result.seconds, build=built))
    except Interrupted as interruption:
        found: Result = interruption.answer
        if found.values is None or restricted.cut(found.values):
            raise KeyboardInterrupt from interruption
        values = restricted.values_of(found.values)
        missed = require_valid(program, values, found.backend)
        best = replace(found, values=values, checked=True, missed=missed)
        raise Interrupted(best) from interruption
    return replace(result, checked=result.values is not None)


def _searched(restricted: Restricted, choice: Choice, clock: Clock) -> Result:
    """Searches with the chosen backend; if that fails, or has no luck, with others."""
    limited = choice.nodes is not None and clock.everything.node_limit is None
    begun = clock.having(node_limit=choice.nodes) if limited else clock
    try:
        first = search(restricted.on(choice.backend), choice.backend, begun)
        unlucky = limited and first.limit is Limit.NODES
        if first.status is not Status.ERROR and not unlucky:
            return first
        error = None
    except BackendError as raised:
        error = raised
    for other in map(get_backend, choice.otherwise):
        with suppress(BackendError):
            result = search(restricted.on(other), other, clock)
            if result.status is not Status.ERROR:
                return result
    if error is not None:
        raise error
    return first


def require_valid(program: Program, values: NumberArray, backend: str) -> Violation | None:
    """Raises a `CheckError` unless an assignment satisfies every row; freezes it.

    Exactly, where all variables are whole. Otherwise a row may be missed by a share of 1e-9, and
    the one that is missed by most is returned.
    """
    found = program.check(values)
    wrong = beyond(found) if program.is_mixed() else found
    if wrong:
        shown = "; ".join(str(violation) for violation in wrong[:_SHOWN])
        rest = f"; and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        what = f"the answer of {backend} is wrong: {shown}{rest}"
        raise CheckError(Problem(what, "try another backend"))
    values.setflags(write=False)
    return max(found, key=Violation.by, default=None)


class Core(NamedTuple):
    """Members without a solution together, as a backend says, or a solution of all; or neither."""

    members: list[int] | None
    values: NumberArray | None


class Inquiry:
    """One question to one backend, which may take many searches; they share the time limit."""

    def __init__(
        self,
        model: Model | Program,
        backend: BackendLike,
        options: Options | None,
        task: Task = Task.OTHER,
    ) -> None:
        self.options, program = options or Options(), program_of(model)
        self.choice = choose(backend, program, task, self.options)
        self.backend = self.choice.backend
        self.program = natively(program, self.backend)
        self.clock = Clock(self.options)
        self.searches = 0
        self._spent: list[Result] = []

    def about(self, program: Program, backend: BackendLike) -> Inquiry:
        """The same question about another program, perhaps to another backend, in the same time."""
        other = copy(self)
        other.program, other.choice = program, choose(backend, program)
        other.backend = other.choice.backend
        return other

    def look(self, restricted: Restricted, nodes: int | None = None) -> Result:
        """Looks for a solution that breaks no cut, satisfies every row and was not ruled out.

        A limit of nodes comes instead of the one in the options. Raises a `BackendError` if the
        solver failed, and a `CheckError` if its values are wrong.
        """
        clock = self.clock if nodes is None else self.clock.having(node_limit=nodes)
        result = search(restricted, self.backend, clock)
        self.spend(result)
        require_answer(result)
        if result.values is not None:
            require_valid(restricted.whole, result.values, result.backend)
            if restricted.ruled_out(result.values):
                what = f"{result.backend} returned a solution that a no-good cut excludes"
                raise CheckError(Problem(what, "try another backend"))
        return result

    def core(self, restricted: Restricted, members: Sequence[IntArray]) -> Core:
        """Looks for members that rule out every solution, on a backend that says which.

        The rows of each member are given by their numbers in the program. Raises as `look` does.
        """
        if not isinstance(self.backend, FindsCores):
            return Core(None, None)
        while (options := self.clock.options()) is not None:
            rows = restricted.rows_of(members)
            found, result = self.backend.core(restricted.program(), options, rows)
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

    def interrupted(self, *, found: bool) -> Result:
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
            **_taken(spent),
            nodes=sum(one.nodes or 0 for one in spent),
            backend=self.backend.name,
            version=spent[-1].version if spent else self.backend.version(),
            checked=values is not None,
            details=spent[-1].details if spent else {},
        )


def require_answer(result: Result) -> Result:
    """Raises a `BackendError` if the solver failed; returns the result otherwise."""
    if result.status is Status.ERROR:
        what = f"{result.backend} failed: {result.message}"
        raise BackendError(Problem(what, "try another backend"))
    return result
