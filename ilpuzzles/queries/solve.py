"""The first question: is there a solution, and which?"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.backends.interface import Backend, FindsCores, Interrupted, Options
from ilpuzzles.backends.registry import Choice, Task, choose
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, CheckError, ModelError, Problem
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray

CutPool: TypeAlias = dict[int, list[Sequence[Literal]]]
"""Clauses that follow from an operation, by its `id`."""


class Restricted:
    """A program, less the rows that are stated by cuts, plus cuts and excluded solutions.

    Its columns are those of the program and, after them, what excluding needs; see `values_of`.

    Args:
        program: The program.
        objective: Whether to keep its objective.
        pool: The cuts that are known of each operation, by its `id`. Those that are found later are
            added, so that the next search of rows with the same operation begins with them.

    Attributes:
        whole: The program itself, which solutions have to satisfy.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> restricted = Restricted(model.program())
        >>> restricted.exclude(np.array([1, 0]))
        >>> restricted.program().rows.coefficients.tolist()
        [-1, 1]
    """

    def __init__(
        self, program: Program, *, objective: bool = True, pool: CutPool | None = None
    ) -> None:
        if not objective and program.objective is not None:
            program = replace(program, objective=None)
        self.whole = program
        self._separated = program.separated()
        kept = np.ones(len(program.rows), dtype=bool)
        kept[list(self._separated)] = False
        self._base = program.keep(kept)
        self._more = LinearRows(program.lower, program.upper)
        self._excluded: set[bytes] = set()
        self._demanded: list[list[tuple[Affine, int]]] = []
        self._changes: dict[tuple[Affine, int], tuple[Affine, ...]] = {}
        # The row of the program that each further row follows from.
        self._cut_from: dict[int, int] = {}
        self._pool = {} if pool is None else pool
        for row, operation in self._separated.items():
            self._add_cuts(row, self._pool.get(id(operation), ()))

    @property
    def by_cuts(self) -> bool:
        """Whether rows are left out that cuts have to make up for."""
        return bool(self._separated)

    def program(self) -> Program:
        """What a solver gets."""
        return self._base.extended(self._more)

    def values_of(self, values: IntArray) -> IntArray:
        """The values of the program's own columns."""
        return values[: self._base.variables]

    def cut(self, values: IntArray) -> bool:
        """Adds cuts against an assignment; returns whether there were any."""
        numbers: list[int] = self.values_of(values).tolist()
        found = [
            (row, operation, operation.cuts(numbers)) for row, operation in self._separated.items()
        ]
        for row, operation, clauses in found:
            self._add_cuts(row, clauses)
            self._pool.setdefault(id(operation), []).extend(clauses)
        return any(clauses for _, _, clauses in found)

    def _add_cuts(self, row: int, clauses: Iterable[Sequence[Literal]]) -> None:
        for clause in clauses:
            self._cut_from[self._more.count] = row
            self._clause(literal.affine for literal in dict.fromkeys(clause))

    def rows_of(self, members: Sequence[IntArray]) -> list[IntArray]:
        """The rows of `program()` that some rows of the whole program have become, with cuts."""
        number = np.full(len(self._base.rows) + len(self._separated), -1, dtype=np.int64)
        stated = np.ones(len(number), dtype=bool)
        stated[list(self._separated)] = False
        number[stated] = np.arange(len(self._base.rows))
        cuts: dict[int, list[int]] = {}
        for more, row in self._cut_from.items():
            cuts.setdefault(row, []).append(len(self._base.rows) + more)
        return [
            np.array(
                [
                    *number[rows][stated[rows]].tolist(),
                    *(cut for row in rows.tolist() for cut in cuts.get(row, ())),
                ],
                dtype=np.int64,
            )
            for rows in members
        ]

    def within(self, bounds: Mapping[int, tuple[int, int]]) -> Restricted:
        """A part of the program, with other bounds for some of its columns.

        It has no objective, the cuts that are known, and nothing excluded yet.
        """
        return Restricted(self.whole.within(bounds), objective=False, pool=self._pool)

    def require_bounds(self) -> None:
        """Raises unless solutions can be excluded.

        Raises:
            ModelError: If a deciding variable has no bounds.
        """
        base = self._base
        if ((base.lower == MINUS_INFINITY) | (base.upper == PLUS_INFINITY))[base.deciding].any():
            raise ModelError(
                Problem("solutions of variables without bounds cannot be listed", "give bounds")
            )

    def exclude(self, values: IntArray) -> None:
        """Excludes all assignments with the same values of the deciding variables.

        Raises:
            ModelError: If one of these has no bounds.
        """
        self.require_bounds()
        base = self._base
        columns = np.nonzero(base.deciding)[0].tolist()
        self._excluded.add(values[columns].tobytes())
        numbers = [(Affine.column(column), int(values[column])) for column in columns]
        self._clause(part for number, value in numbers for part in self._changed(number, value))

    def demand_change(self, numbers: Iterable[tuple[Affine, int]]) -> None:
        """Demands that at least one of some numbers has another value than now.

        Args:
            numbers: The numbers and their values; they have bounds.
        """
        numbers = list(numbers)
        self._demanded.append(numbers)
        self._clause(part for number, value in numbers for part in self._changed(number, value))

    def ruled_out(self, values: IntArray) -> bool:
        """Whether an assignment was excluded, or lacks a change that was demanded.

        Solvers that compute in doubles have found such where numbers are large.
        """
        if self._excluded and values[self._base.deciding.nonzero()[0]].tobytes() in self._excluded:
            return True
        found: list[int] = self.values_of(values).tolist()
        return any(
            all(number.value(found) == value for number, value in numbers)
            for numbers in self._demanded
        )

    def _changed(self, number: Affine, value: int) -> tuple[Affine, ...]:
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
            for beyond, lower, upper in (
                (value > least, None, value - 1),
                (value < most, value + 1, None),
            ):
                if beyond:
                    aside = more.binary()
                    more.implied([aside], number, lower, upper)
                    changed.append(aside.affine)
        self._changes[number, value] = tuple(changed)
        return tuple(changed)

    def _clause(self, parts: Iterable[Affine]) -> None:
        self._more.row(total(parts), 1, None)


class Clock:
    """The time that all searches of one question have together.

    Args:
        options: How to search, with the time limit of the question.

    Attributes:
        patience: How many seconds a single search may take, or None for all that there are.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._start = time.perf_counter()
        self.patience: float | None = None

    def with_nodes(self, limit: int | None) -> Clock:
        """The same clock with another limit of nodes."""
        other = Clock(replace(self._options, node_limit=limit))
        other._start, other.patience = self._start, self.patience
        return other

    @property
    def everything(self) -> Options:
        """The options of the whole question."""
        return self._options

    def options(self) -> Options | None:
        """The options for the next search, or None if the time is over."""
        limit = self._options.time_limit
        if limit is None and self.patience is None:
            return self._options
        left = math.inf if limit is None else limit - (time.perf_counter() - self._start)
        most = min(left, self.patience or math.inf)
        return replace(self._options, time_limit=most) if left > 0 else None

    @property
    def over(self) -> bool:
        """Whether the time of the question is over."""
        return self.options() is None


def search(restricted: Restricted, backend: Backend, clock: Clock) -> Result:
    """Looks for a solution; as often as cuts are broken, they are added and it looks again.

    Args:
        restricted: The program; the cuts stay in it.
        backend: The backend.
        clock: The time there is.

    Returns:
        The last result, with the times and nodes of all searches added up. Its values are those
        of the program's own columns, and break no cut.
    """
    spent: list[Result] = []
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
    """A result with what several searches have taken: time and nodes all together, memory the most.

    Args:
        result: The result of the last search.
        spent: The results of all of them.
    """
    if len(spent) == 1:
        return result
    nodes = [one.nodes for one in spent if one.nodes is not None]
    memory = [one.memory for one in spent if one.memory is not None]
    seconds = Seconds(
        sum(one.seconds.build for one in spent),
        sum(one.seconds.hand_over for one in spent),
        sum(one.seconds.solve for one in spent),
    )
    return replace(
        result,
        seconds=seconds,
        nodes=sum(nodes) if nodes else None,
        memory=max(memory) if memory else None,
    )


_SHOWN = 5


def solve_model(
    model: Model | Program, backend: str | Choice = "auto", options: Options | None = None
) -> Result:
    """Looks for a solution, the best one if the model has an objective.

    Rows that are stated by cuts are left out at first. As often as the answer breaks some, they
    are added, and the backend searches again.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or `auto`.
        options: How to search.

    Returns:
        The result; if it has values, they satisfy every row exactly.

    Raises:
        UnknownNameError: If there is no such backend.
        BackendMissingError: If its solver is not installed.
        CheckError: If the solver's values do not satisfy the rows.
        Interrupted: On Ctrl-C, with the best solution so far, if CP-SAT had one.
        KeyboardInterrupt: On Ctrl-C without any.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> solve_model(model).status.value
        'infeasible'
    """
    clock = Clock(options or Options())
    begun = time.perf_counter()
    program = program_of(model)
    built = time.perf_counter() - begun
    restricted = Restricted(program)
    try:
        choice = choose(backend, program, Task.ONE, options)
        result = _searched(restricted, choice, clock)
        result = replace(result, seconds=replace(result.seconds, build=built))
    except Interrupted as interruption:
        found: Result = interruption.answer
        if found.values is None or restricted.cut(found.values):
            raise KeyboardInterrupt from interruption
        values = restricted.values_of(found.values)
        require_valid(program, values, found.backend)
        best = replace(found, values=values, checked=True)
        raise Interrupted(best) from interruption
    if result.values is None:
        return result
    require_valid(program, result.values, result.backend)
    return replace(result, checked=True)


def _searched(restricted: Restricted, choice: Choice, clock: Clock) -> Result:
    """Searches with the chosen backend; if that has no luck, with another one."""
    if choice.otherwise is None or clock.everything.node_limit is not None:
        return search(restricted, choice.backend, clock)
    result = search(restricted, choice.backend, clock.with_nodes(choice.nodes))
    if result.limit is not Limit.NODES:
        return result
    return search(restricted, choice.otherwise, clock.with_nodes(None))


def require_valid(program: Program, values: IntArray, backend: str) -> None:
    """Raises unless an assignment satisfies every row exactly.

    Raises:
        CheckError: With the first rows that do not hold.
    """
    wrong = program.check(values)
    if wrong:
        shown = "; ".join(str(violation) for violation in wrong[:_SHOWN])
        rest = f"; and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        raise CheckError(
            Problem(f"the answer of {backend} is wrong: {shown}{rest}", "try another backend")
        )
    values.setflags(write=False)


class Core(NamedTuple):
    """What a search for a core has found; neither if it was stopped, or there is no such search.

    Attributes:
        members: Members that have no solution together, as far as the backend says.
        values: A solution of all members.
    """

    members: list[int] | None
    values: IntArray | None


class Inquiry:
    """One question to one backend, which may take many searches.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or `auto`, or what was chosen.
        options: How to search; a time limit is that of the whole question.
        task: What the backend is wanted for; see `choose`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> inquiry = Inquiry(model, "cpsat", None)
        >>> inquiry.look(Restricted(inquiry.program)).status.value, inquiry.searches
        ('optimal', 1)
    """

    def __init__(
        self,
        model: Model | Program,
        backend: str | Choice,
        options: Options | None,
        task: Task = Task.OTHER,
    ) -> None:
        self.program = program_of(model)
        self.options = options or Options()
        self.choice = choose(backend, self.program, task, self.options)
        self.backend = self.choice.backend
        self.clock = Clock(self.options)
        self.searches = 0
        self._start = time.perf_counter()
        self._spent: list[Result] = []

    def look(self, restricted: Restricted, nodes: int | None = None) -> Result:
        """Looks for a solution that breaks no cut and satisfies every row.

        Args:
            restricted: The program with what the question adds to it.
            nodes: How many nodes to search at most, instead of what the options say.

        Raises:
            BackendError: If the solver failed.
            CheckError: If its values do not satisfy the rows.
        """
        clock = self.clock if nodes is None else self.clock.with_nodes(nodes)
        result = search(restricted, self.backend, clock)
        self.spend(result)
        require_answer(result)
        if result.values is not None:
            require_valid(restricted.whole, result.values, result.backend)
            require_new(restricted, result.values, result.backend)
        return result

    def core(self, restricted: Restricted, members: Sequence[IntArray]) -> Core:
        """Looks for members that rule out every solution, on a backend that says which.

        Args:
            restricted: The program.
            members: The rows of each member, by their numbers in the program.

        Raises:
            BackendError: If the solver failed.
            CheckError: If its values do not satisfy the rows.
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
            seconds=Seconds(
                sum(one.seconds.build for one in spent),
                sum(one.seconds.hand_over for one in spent),
                sum(one.seconds.solve for one in spent),
            ),
            nodes=sum(one.nodes or 0 for one in spent),
            memory=max((one.memory for one in spent if one.memory is not None), default=None),
            backend=self.backend.name,
            version=spent[-1].version if spent else self.backend.version(),
            checked=values is not None,
            details=spent[-1].details if spent else {},
        )


def require_new(restricted: Restricted, values: IntArray, backend: str) -> None:
    """Raises if a solution was ruled out before the search.

    Raises:
        CheckError: If it was.
    """
    if restricted.ruled_out(values):
        raise CheckError(
            Problem(f"{backend} found an excluded solution again", "try another backend")
        )


def require_answer(result: Result) -> Result:
    """Raises if the solver failed; returns the result otherwise.

    Raises:
        BackendError: If it did.
    """
    if result.status is Status.ERROR:
        raise BackendError(
            Problem(f"{result.backend} failed: {result.message}", "try another backend")
        )
    return result
