"""Passes: the contract of each (`Pass`), and the way back through those that ran (`PassTrace`).

A solver seldom gets a program as it was stated. One pass after another makes it into a program that
the solver can do more with: linear rows, smaller numbers, fewer columns. A pass

- has a name, which `model.statistics("highs")` and `--verbose` print;
- takes a program, and settings that say what has to stay as it is;
- returns a `Change`, which is another program and the way back from its numbers (`WayBack`);
  or `NotNeeded`, where the program is to stay; or `NoSolution`, where the pass has proved that.

`run_passes` runs several, and its `PassTrace` goes through all of them, there and back:

    trace = run_passes(passes, program, settings)
    answer = solve(trace.program, trace.hint(hint), trace.watch(watch))
    values, bound = trace.values(answer.values), trace.bound(answer.bound)

Which solver gets which passes, and in which order, is one table (`pipelines.py`).

A pass that changes nothing leaves the *same* program, not an equal one: solvers keep the model that
they solved last, findings are kept with rows (`remembered.py`), and both compare by identity.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeAlias

from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.numbers import NumberArray, Numeric
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.text_tables import Table
from ilpuzzles.passes.limits import Trust
from ilpuzzles.progress import Progress, Watch


class WayBack:
    """The way between a program and what a pass has made of it; here all numbers mean the same.

    A pass after which some numbers mean something else has a subclass. Hints and watches go with
    the program, from the question to the solver; everything else comes back from the solver.
    """

    __slots__ = ()

    def values(self, values: NumberArray) -> NumberArray:
        """Returns values of the columns before, shape (..., columns)."""
        return values

    def bound(self, bound: float | None) -> float | None:
        """Returns a value or bound of the objective before."""
        return bound

    def hint(self, hint: Mapping[Variable, Numeric]) -> Mapping[Variable, Numeric]:
        """Returns a hint for the columns after."""
        return hint

    def watch(self, watch: Watch | None) -> Watch | None:
        """Returns a watch that is told of the objective after, and tells of the one before."""
        return watch

    def duals(self, duals: NumberArray) -> NumberArray:
        """Returns duals of the rows before."""
        return duals

    def reduced_costs(self, reduced: NumberArray) -> NumberArray:
        """Returns reduced costs of the columns before."""
        return reduced

    def direction(self, direction: NumberArray) -> NumberArray:
        """Returns a direction of the columns before, along which the objective has no end."""
        return direction

    def contradiction(self, factors: NumberArray) -> NumberArray:
        """Returns factors of the rows before, whose sum contradicts the bounds of the columns."""
        return factors


SAME = WayBack()
"""The way back where all numbers mean the same as before."""


def watch_through(bound: Callable[[float | None], float | None], watch: Watch) -> Watch:
    """Returns a watch that takes all values and bounds of the objective back first."""
    return partial(_tell_before, bound, watch)


def _tell_before(
    bound: Callable[[float | None], float | None], watch: Watch, progress: Progress
) -> None:
    watch(replace(progress, best=bound(progress.best), bound=bound(progress.bound)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PassSettings:
    """The needs of a question and its solver that passes have to respect.

    Attributes:
        keeps_columns: Whether columns have to stay: a hint is for them, or somebody is shown every
            better solution.
        lists_all: Whether all solutions are wanted, so that a free column has several values.
        keeps_model: Whether the program is so large that the solver keeps its model of it, and gets
            what differs the next time: few columns and rows should go.
        keeps_objective: Whether the objective has to keep its unit, because the solver has got
            parameters of its own, which may be values of the objective.
        keeps_constant: Whether the objective has to keep its constant, because there is a gap,
            which is a share of the objective as a whole.
        trust: The numbers that the solver is trusted with as they are, if it computes in doubles.
        refused_above: The numbers above which the solver does not get a program at all, likewise.
    """

    keeps_columns: bool = False
    lists_all: bool = False
    keeps_model: bool = False
    keeps_objective: bool = False
    keeps_constant: bool = False
    trust: Trust | None = None
    refused_above: Trust | None = None


class Change(NamedTuple):
    """The program that a pass has made, the way back from it, and a remark on what was done."""

    program: Program
    back: WayBack = SAME
    note: str = ""


class NotNeeded(NamedTuple):
    """The program is to stay as it is; and why, where that is worth a remark."""

    why: str = ""


class NoSolution(NamedTuple):
    """A pass has proved that the program has no solution."""


Outcome: TypeAlias = Change | NotNeeded | NoSolution


class Pass(NamedTuple):
    """A pass: its name, and the function that makes a program into another."""

    name: str
    run: Callable[[Program, PassSettings], Outcome]


@dataclass(frozen=True, slots=True, eq=False)
class PassStep:
    """A pass that ran.

    Attributes:
        name: The name of the pass.
        program: The program after it.
        back: The way back from that.
        note: A remark on what it did, or why there was nothing to do.
        seconds: How long it took.
        is_needed: Whether it changed the program.
    """

    name: str
    program: Program
    back: WayBack = SAME
    note: str = ""
    seconds: float = 0.0
    is_needed: bool = True

    def size(self) -> StepSize:
        """Returns the size of the program after the step."""
        sizes = _sizes_of(self.program)
        return StepSize(self.name, *sizes, self.seconds, self.note, self.is_needed)


def _sizes_of(program: Program) -> tuple[int, int, int]:
    """The numbers of columns, rows and entries."""
    return program.variables, len(program.rows), program.nonzeros


class StepSize(NamedTuple):
    """The size of a program after a step, with the time that the step took, for people to read."""

    name: str
    variables: int
    rows: int
    nonzeros: int
    seconds: float = 0.0
    note: str = ""
    is_needed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class PassTrace:
    """The passes that ran on a program, and the way back through all of them.

    Attributes:
        stated: The program before all of them.
        steps: The passes in their order, with those that were not needed.
        is_refuted: Whether the last pass has proved that there is no solution.
    """

    stated: Program
    steps: tuple[PassStep, ...] = ()
    is_refuted: bool = False

    @property
    def program(self) -> Program:
        """The program after all steps: what the solver gets."""
        return self.steps[-1].program if self.steps else self.stated

    def then(self, other: PassTrace) -> PassTrace:
        """Returns the trace of these steps and those after them."""
        return PassTrace(self.stated, (*self.steps, *other.steps), other.is_refuted)

    def values(self, values: NumberArray) -> NumberArray:
        """Returns values of the columns as they were stated, shape (..., columns)."""
        for step in reversed(self.steps):
            values = step.back.values(values)
        return values

    def bound(self, bound: float | None) -> float | None:
        """Returns a value or bound of the objective as it was stated."""
        for step in reversed(self.steps):
            bound = step.back.bound(bound)
        return bound

    def duals(self, duals: NumberArray) -> NumberArray:
        """Returns duals of the rows as they were stated."""
        for step in reversed(self.steps):
            duals = step.back.duals(duals)
        return duals

    def reduced_costs(self, reduced: NumberArray) -> NumberArray:
        """Returns reduced costs of the columns as they were stated."""
        for step in reversed(self.steps):
            reduced = step.back.reduced_costs(reduced)
        return reduced

    def direction(self, direction: NumberArray) -> NumberArray:
        """Returns a direction of the columns as they were stated; see `WayBack.direction`."""
        for step in reversed(self.steps):
            direction = step.back.direction(direction)
        return direction

    def contradiction(self, factors: NumberArray) -> NumberArray:
        """Returns factors of the rows as they were stated; see `WayBack.contradiction`."""
        for step in reversed(self.steps):
            factors = step.back.contradiction(factors)
        return factors

    def hint(self, hint: Mapping[Variable, Numeric]) -> Mapping[Variable, Numeric]:
        """Returns a hint for the columns that the solver gets."""
        for step in self.steps:
            hint = step.back.hint(hint)
        return hint

    def watch(self, watch: Watch | None) -> Watch | None:
        """Returns a watch for the solver, which tells of the objective as it was stated."""
        for step in self.steps:
            watch = step.back.watch(watch)
        return watch

    def sizes(self) -> tuple[StepSize, ...]:
        """Returns the size of the program after each step."""
        found: list[StepSize] = []
        program: Program | None = None
        sizes = (0, 0, 0)
        for step in self.steps:
            # Most steps leave the program as it is, and to count its entries takes a while.
            if step.program is not program:
                program = step.program
                sizes = _sizes_of(program)
            found.append(StepSize(step.name, *sizes, step.seconds, step.note, step.is_needed))
        return tuple(found)


def run_passes(
    passes: Iterable[Pass], program: Program, settings: PassSettings | None = None
) -> PassTrace:
    """Runs passes one after the other, each on what the one before has made.

    The last one to run is the first that proves that there is no solution.

    Example:
        >>> from ilpuzzles import Model
        >>> from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> both = model.conjunction(x[:2])
        >>> trace = run_passes(PIPELINES[SolverKind.DOUBLES].of_solver, model.program())
        >>> [(step.name, len(step.program.rows), step.is_needed) for step in trace.steps]
        [('linear rows', 3, True), ('settled', 3, False)]
    """
    stated = program
    settings = settings or PassSettings()
    steps: list[PassStep] = []
    for each in passes:
        begun = time.perf_counter()
        outcome = each.run(program, settings)
        seconds = time.perf_counter() - begun
        if isinstance(outcome, NoSolution):
            refuted = PassStep(each.name, program, note="there is no solution", seconds=seconds)
            return PassTrace(stated, (*steps, refuted), is_refuted=True)
        if isinstance(outcome, Change):
            program = outcome.program
            step = PassStep(each.name, program, outcome.back, outcome.note, seconds)
        else:
            step = PassStep(each.name, program, note=outcome.why, seconds=seconds, is_needed=False)
        steps.append(step)
    return PassTrace(stated, tuple(steps))


def steps_text(steps: Iterable[StepSize]) -> str:
    """Returns a table of the steps that changed a program, and a line with the others.

    Example:
        >>> steps = [StepSize("stated", 1234, 56, 789), StepSize("presolve", 12, 5, 9, 0.25, "all")]
        >>> idle = StepSize("settled", 12, 5, 9, is_needed=False)
        >>> print(steps_text([*steps, idle]))
        step      variables  rows  nonzeros  seconds
        stated        1,234    56       789    0.000
        presolve         12     5         9    0.250  all
        not needed: settled
    """
    head = ["step", "variables", "rows", "nonzeros", "seconds", ""]
    lines: list[list[str]] = []
    idle: list[str] = []
    for step in steps:
        if not step.is_needed:
            idle.append(f"{step.name} ({step.note})" if step.note else step.name)
            continue
        sizes = [f"{number:,}" for number in (step.variables, step.rows, step.nonzeros)]
        lines.append([step.name, *sizes, f"{step.seconds:.3f}", step.note])
    table = Table(head, lines, {"variables", "rows", "nonzeros", "seconds"}).text()
    return f"{table}\nnot needed: {', '.join(idle)}" if idle else table
