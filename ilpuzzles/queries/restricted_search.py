"""One search for a solution: restricted programs, lazy cuts, no-goods, a clock, checks of rows.

All questions are made of such searches. Whatever a solver was given, every answer is checked row by
row against the program itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.backends.interface import (
    Backend,
    Clock,
    Feature,
    require_whole,
)
from ilpuzzles.backends.result import Limit, Opinion, Result, Seconds, Status
from ilpuzzles.errors import BackendError, CheckError, ModelError, counted
from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.judging import judged
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.operations import Conditional
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Violation
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.linearisation import ColumnsAdded
from ilpuzzles.passes.restated import require_as_written, restated
from ilpuzzles.passes.step import PassStep, PassTrace, StepSize
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.passes.ways import choose_ways, purpose_of
from ilpuzzles.progress import BestSoFar
from ilpuzzles.queries.handing_over import handed_over, solve_handed_over
from ilpuzzles.solvers.registry import ways_of

_MOST_BEYOND_BORDER = 200
"""The most assignments beyond the border of a measured row that are passed over."""

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
        # Whether what a backend in whole numbers finds may miss a measured row by too much.
        self._is_loose = program.is_measured() and not program.is_mixed()
        self._beyond_border = 0
        self._stated = np.ones(len(program.rows), dtype=bool)
        self._stated[list(self._separated)] = False
        self._base = program.keep(self._stated)
        self._more = LinearRows(program.lower, program.upper, program.continuous)
        self._excluded: dict[bytes, None] = {}
        self._demanded: list[list[tuple[Affine, Number]]] = []
        self._changes: dict[tuple[Affine, Number], tuple[Affine, ...]] = {}
        # The row of the program that each further row follows from.
        self._cut_from: dict[int, int] = {}
        self._pool = {} if pool is None else pool
        for row, operation in self._separated.items():
            self._add_cuts(row, operation.first_cuts())
            self._add_cuts(row, self._pool.get(id(operation), ()))

    @property
    def passes_over(self) -> bool:
        """Whether some of what a backend finds may be no solution; `cut` says which."""
        return self.by_cuts or self._is_loose

    def program(self) -> Program:
        """The program with cuts and no-goods, and without the rows that cuts stand in for."""
        return self._base.extended(self._more)

    def trace(self) -> PassTrace:
        """Returns the step from the whole program to this one; `values_of` is its way back."""
        begun = time.perf_counter()
        program = self.program()
        seconds = time.perf_counter() - begun
        notes = []
        if self._separated:
            notes.append(f"{counted(len(self._separated), 'row')} left to cuts")
        if self._more.count:
            notes.append(f"{counted(self._more.count, 'row')} added")
        step = PassStep(
            "cuts",
            program,
            ColumnsAdded(self._base.variables),
            ", ".join(notes),
            seconds,
            is_needed=program is not self.whole,
        )
        return PassTrace(self.whole, (step,))

    def values_of(self, values: NumberArray) -> NumberArray:
        """The values of the program's own columns."""
        return values[: self._base.variables]

    def cut(self, values: NumberArray) -> bool:
        """Adds cuts against an assignment; returns whether there were any."""
        numbers: list[Number] = self.values_of(values).tolist()
        added = self._is_loose and self._cut_border(values)
        for row, operation in self._separated.items():
            cuts = operation.cuts(numbers)
            self._add_cuts(row, cuts)
            self._pool.setdefault(id(operation), []).extend(cuts)
            added |= bool(cuts)
        return added

    def _cut_border(self, values: NumberArray) -> bool:
        """Excludes what lies beyond the border of measured rows; returns whether it does.

        An assignment that breaks an exact row as well is wrong: no tolerance excuses it.

        Raises:
            BackendError: If too much lies there, as where 1e-12 y <= 1e6 z leaves y free.
        """
        own = self.values_of(values)
        broken = self._base.broken_rows(own)
        if not broken or not self._base.rows.measured[broken].all():
            return False
        self._beyond_border += 1
        if self._beyond_border > _MOST_BEYOND_BORDER:
            where = self._base.where(broken[0])
            what = f"too many solutions lie just outside {where}, whose terms differ in size"
            raise BackendError(what, "round its numbers, or use highs or scip")
        columns = self._base.rows.columns[self._base.rows.entries(broken[0])].tolist()
        self._change((Affine.column(column), int(own[column])) for column in columns)
        return True

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
        """Returns the program for a backend; only before anything is added."""
        program = natively(self.whole, backend)
        return self if program is self.whole else Restricted(program, pool=self._pool)

    def within(self, bounds: Mapping[int, tuple[Number, Number]]) -> Restricted:
        """A part: other bounds for some columns, the cuts that are known, and no objective."""
        return Restricted(self.whole.within(bounds), objective=False, pool=self._pool)

    def require_bounds(self) -> None:
        """Raises a `ModelError` if a deciding variable has no bounds, or is continuous."""
        base = self._base
        if base.continuous is not None and (base.continuous & base.deciding).any():
            what = "solutions cannot be listed or compared: variables are relaxed"
            raise ModelError(what, "ask about the model itself, or solve the relaxation")
        unbounded = base.unbounded() & base.deciding
        if unbounded.any():
            name = base.names.name_of(int(unbounded.argmax()))
            what = f"solutions cannot be listed: variable {name} has no bounds"
            raise ModelError(what, "give it bounds")

    def exclude(self, values: NumberArray) -> None:
        """Excludes all assignments with the same values of the deciding variables (a no-good)."""
        self.require_bounds()
        self._exclude(deciding_key(self._base, values))

    def _exclude(self, key: bytes) -> None:
        self._excluded[key] = None
        columns = map(Affine.column, np.nonzero(self._base.deciding)[0].tolist())
        self._change(zip(columns, np.frombuffer(key, dtype=np.int64).tolist(), strict=True))

    def refuting(self, best: Number | None, backend: Backend, margin: Number = 0) -> Restricted:
        """A program that is feasible only if the first answer was wrong.

        `margin` is how much better than the best another solution has to be.

        Its rows are rebuilt from the rows as written, so that the second solver does not inherit
        errors of the first conversion.
        """
        whole, goal = restated(natively(self.whole, backend)), self.whole.objective
        if goal is not None and best is not None:
            # What lies on the border of a measured row is better to one backend, and no solution
            # to another.
            whole = moved(whole, -2).reaching(*goal.better(best, margin))
        other = Restricted(whole, objective=False, pool=self._pool)
        for key in self._excluded:
            other._exclude(key)
        for numbers in self._demanded:
            other.demand_change(numbers)
        return other

    def demand_change(self, numbers: Iterable[tuple[Affine, Number]]) -> None:
        """Demands that at least one of some numbers, with bounds, has another value than now."""
        self._demanded.append(list(numbers))
        self._change(self._demanded[-1])

    def is_ruled_out(self, values: NumberArray) -> bool:
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
        parts = (part for pair in numbers for part in self._change_indicators(*pair))
        self._more.row(total(parts), 1, None)

    def _change_indicators(self, number: Affine, value: Number) -> tuple[Affine, ...]:
        """The indicators of a change: one of them can be 1 if and only if a number has changed."""
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


def natively(program: Program, backend: Backend, *, listing: bool = False) -> Program:
    """The program for a backend, which is told global constraints in its own language.

    Raises:
        BackendError: If the backend takes no continuous variables, and there are some.
        ModelError: If an encoding was asked for that it does not have.
        CheckError: If a row is stored as another one than it was written as, and the backend is
            believed without a second opinion.
    """
    if Feature.EXACT in backend.features:
        require_as_written(program)
    if Feature.CONTINUOUS not in backend.features:
        require_whole(program, backend.name)
    if not program.has_global_constraints():
        return program
    return choose_ways(program, ways_of(backend), purpose_of(program, listing=listing))


def deciding_key(program: Program, values: NumberArray) -> bytes:
    """Returns a key of a solution that no other one has: its deciding values, which are whole."""
    return values[program.deciding.nonzero()[0]].astype(np.int64).tobytes()


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
        trace = restricted.trace()
        trace = trace.then(handed_over(trace.program, backend, options))
        result = solve_handed_over(trace, backend, options)
        spent.append(result)
        if result.values is None or not restricted.cut(result.values):
            steps = (*first_steps(restricted), *result.steps)
            return summed(replace(result, steps=steps), spent)
        options = clock.options()
    return summed(out_of_time(backend, spent[-1] if spent else None), spent)


def chosen_ways(program: Program) -> dict[str, str]:
    """Returns the way in which each global constraint is stated, by the name of its row."""
    found: dict[str, str] = {}
    constraints = program.global_constraints() if program.operations else {}
    for row, constraint in constraints.items():
        if constraint.way is not None:
            found[program.row_name(row)] = constraint.way
    return found


def first_steps(restricted: Restricted, seconds: float = 0.0) -> tuple[StepSize, ...]:
    """Returns the size of a program as it was stated, and once the ways of stating were chosen.

    Args:
        restricted: The program, with the ways that were chosen.
        seconds: How long it took to choose them.
    """
    stated = PassStep("stated", restricted.whole).size()
    ways = chosen_ways(restricted.whole)
    note = ", ".join(f"{name} as {way}" for name, way in ways.items())
    chosen = stated._replace(name="ways", note=note, seconds=seconds, is_needed=bool(ways))
    return stated, chosen


def out_of_time(backend: Backend, last: Result | None) -> Result:
    """Returns the result of a question whose time was over before anything was found."""
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
    return replace(result, **total_spent(spent), nodes=sum(nodes) if nodes else None)


def total_spent(spent: Sequence[Result]) -> dict[str, Any]:
    """Returns the time of several searches in all, their peak memory, and their common opinion."""
    seconds = Seconds(
        sum(one.times.build for one in spent),
        sum(one.times.hand_over for one in spent),
        sum(one.times.solve for one in spent),
        sum(one.times.confirm for one in spent),
    )
    memory = max((one.memory for one in spent if one.memory is not None), default=None)
    opinion = Opinion.of_all([one.opinion for one in spent if one.opinion is not None])
    return {"times": seconds, "memory": memory, "opinion": opinion}


_MOST_VIOLATIONS_SHOWN = 5
"""The most violated rows that the error of a wrong answer names."""


def require_valid(program: Program, values: NumberArray, backend: str) -> Violation | None:
    """Raises a `CheckError` unless an assignment satisfies every row; freezes it.

    Exactly, where all variables are whole. Otherwise a row may be missed by a share of 1e-9, and
    the one that is missed by most is returned.
    """
    wrong, missed = judged(program, values)
    if wrong:
        shown = "; ".join(str(violation) for violation in wrong[:_MOST_VIOLATIONS_SHOWN])
        others = len(wrong) - _MOST_VIOLATIONS_SHOWN
        rest = f"; and {others} more" if others > 0 else ""
        what = f"the answer of {backend} is wrong: {shown}{rest}"
        raise CheckError(what, "try another backend", program=program)
    values.setflags(write=False)
    return missed


def require_answer(result: Result) -> Result:
    """Raises a `BackendError` if the solver failed; returns the result otherwise."""
    if result.status is Status.ERROR:
        raise BackendError(f"{result.backend} failed: {result.message}", "try another backend")
    return result
