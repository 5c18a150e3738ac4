"""The common part of all MIP backends: the program they get, and the check of their answers.

Linear rows in numbers that doubles can hold, easy cases without a solver, a second run where digits
may have gone astray, a proof that nothing is better, bounds and gaps in whole numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import (
    TOLERANCE,
    Clock,
    Interrupted,
    Options,
    OutOfTimeError,
    judge_by_bound,
    options_after,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, CheckError, LargeNumbersError
from ilpuzzles.jobs.process import ChildRun
from ilpuzzles.jobs.temporary_files import require_room
from ilpuzzles.modelling.judging import judged
from ilpuzzles.modelling.numbers import NumberArray, fractions_of
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Violation
from ilpuzzles.modelling.rows import LARGEST
from ilpuzzles.passes.faint import require_nothing_lost
from ilpuzzles.passes.limits import (
    ADVICE,
    LARGEST_NUMBER,
    Trust,
    activity,
    too_different,
    too_large,
)
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.relaxation import relaxed
from ilpuzzles.passes.smaller_numbers import LARGEST_SURE_ACTIVITY
from ilpuzzles.passes.step import Pass, PassSettings, PassTrace, StepSize, run_passes
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.progress import BestSoFar
from ilpuzzles.solvers.linear.run import LinearAnswer, exact_vertex, solve_continuous
from ilpuzzles.solvers.linear.vertex import SMALL, Basis, Vertex, is_small, vertex_of
from ilpuzzles.solvers.mip.rays import has_improving_column, improves_without_end, is_far_out


@dataclass(frozen=True, slots=True, eq=False)
class MipAnswer:
    """The answer of a MIP solver.

    The fields are those of a `Result`, except for the values, which are those of all columns of the
    linear program; the moment at which the solver began, once its process had the program; and the
    basis of a linear program, if the solver tells one. `holds` is whether the values are already
    known to satisfy all rows. One that was interrupted has the best values that were left, and is
    passed on without another search.
    """

    status: Status
    limit: Limit = Limit.NONE
    values: NumberArray | None = None
    bound: float | None = None
    nodes: int | None = None
    memory: int | None = None
    begun: float | None = None
    message: str = ""
    basis: Basis | None = None
    exact: bool = True
    holds: bool = False
    interruption: KeyboardInterrupt | None = None


class Reply(NamedTuple):
    """An answer, and the moment at which the solver got the program (`time.perf_counter`).

    Runs may return a plain pair.
    """

    answer: MipAnswer
    handed_over_at: float


Run: TypeAlias = Callable[[Program, Options, bool], tuple[MipAnswer, float]]
"""Solves a program of linear rows.

The flag says that it has been asked before, and is to search in another way.
"""

_LARGEST_SURE_OBJECTIVE = 10_000
"""Past this, solvers that compute in doubles may take an objective for the best that is one short
of it: CBC at 220,068 of 220,069, HiGHS at 150,039 of 150,040, with all gaps at 0."""

_LEAST_SECONDS_TO_CONFIRM = 0.5
"""A search that only confirms has so many seconds at least."""

_SHARE_TO_CONFIRM = 0.5
"""A search that only confirms shares the time that the first search took with the second opinion
of another backend, so that both together take no longer than that."""

_SMALLEST_INFINITY = 1e20
"""The number that solvers write for infinity is this, or more."""

_PIPELINE = PIPELINES[SolverKind.DOUBLES]


Said = tuple[float | None, float | None]
"""The incumbent's objective and its bound, as read from a line of a solver's log."""


def stated(text: str) -> float | None:
    """The number that a text states; None for no number, and for one that stands for infinity.

    Example:
        >>> stated("-9.316388e+02"), stated("--"), stated("1e+50"), stated("-inf")
        (-931.6388, None, None, None)
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < _SMALLEST_INFINITY else None


def hearer(
    program: Program,
    options: Options,
    read: Callable[[str], Said],
    *,
    minimised: bool = False,
    until: str | None = None,
) -> Callable[[str], None] | None:
    """Returns a listener that tells the watch of the lines of a solver's log, if anybody watches.

    Args:
        program: The program that the solver gets.
        options: How to search, with the watch.
        read: What reads a line.
        minimised: Whether the log is about the objective with its sign changed, if it is maximised.
        until: The line after which nothing is about the objective any more.
    """
    if options.watch is None or program.objective is None:
        return None
    maximize = program.objective.maximize
    sign = -1 if minimised and maximize else 1
    known = BestSoFar(options.watch, maximize=maximize)
    is_about_objective = True

    def hear(line: str) -> None:
        nonlocal is_about_objective
        is_about_objective &= line != until
        if is_about_objective:
            best, bound = read(line)
            known.tell(
                None if best is None else sign * best, None if bound is None else sign * bound
            )

    return hear


@dataclass(frozen=True, slots=True, eq=False)
class _Solver:
    """A solver that computes in doubles, and what it was told in one call of `solve_by_mip`.

    Attributes:
        run: Runs it on a program as it is.
        trust: The numbers that it is trusted with.
        name: The name of the backend.
        version: The version of the solver.
        steps: The passes that ran, each of them as it ran the first time.
    """

    run: Run
    trust: Trust
    name: str
    version: str
    steps: list[StepSize]

    def passed(
        self, passes: Sequence[Pass], program: Program, settings: PassSettings | None = None
    ) -> PassTrace:
        """Runs some passes, and notes those that had not run before."""
        trace = run_passes(passes, program, settings)
        known = {step.name for step in self.steps}
        self.steps.extend(step for step in trace.sizes() if step.name not in known)
        return trace

    def ask(self, program: Program, options: Options, *, again: bool) -> Reply:
        """Runs the solver on a program, after the passes of each run.

        Where it was asked `again`, it is to search in another way.
        """
        # A parameter of the solver's own may be a value of the objective.
        settings = PassSettings(keeps_objective=bool(options.params))
        trace = self.passed(_PIPELINE.of_each_run, program, settings)
        if program.is_mixed() or program.is_measured():
            # In whole numbers, coefficients that differ so much are refused before, or their
            # columns are fixed.
            require_nothing_lost(trace.program)
        answer, handed_over_at = self.run(trace.program, options_after(trace, options), again)
        return Reply(_on_the_way_back(trace, answer), handed_over_at)


def _on_the_way_back(trace: PassTrace, answer: MipAnswer) -> MipAnswer:
    """The answer about the program before all passes."""
    values = None if answer.values is None else trace.values(answer.values)
    return replace(answer, values=values, bound=trace.bound(answer.bound))


def solve_by_mip(
    program: Program, options: Options, run: Run, *, name: str, version: str, trust: Trust
) -> Result:
    """Runs a MIP backend: linear rows, easy cases, the solver, and a check of its answer.

    Numbers that are too large to trust the solver with are a `LargeNumbersError`.
    """
    solver = _Solver(run, trust, name, version, [])
    begun = time.perf_counter()
    try:
        return _solve_in_time(program, options, solver, begun)
    except OutOfTimeError:
        # It was being handed over.
        seconds = Seconds(hand_over=time.perf_counter() - begun)
        return _judge(program, MipAnswer(Status.UNKNOWN, Limit.TIME), seconds, solver)


def steps_by_mip(program: Program, trust: Trust) -> PassTrace:
    """Runs the passes of a MIP backend, as `solve_by_mip` does before it asks the solver.

    Args:
        program: The program.
        trust: The numbers that the solver is trusted with.

    Raises:
        LargeNumbersError: If its numbers do not fit into 64 bits, however small they are made.
    """
    trace = run_passes(_PIPELINE.of_solver, program)
    if trace.is_refuted or not len(trace.program.rows):
        return trace
    settings = PassSettings(trust=trust)
    is_whole = not (trace.program.is_mixed() or trace.program.is_measured())
    passes = _PIPELINE.in_whole_numbers if is_whole else _PIPELINE.with_tolerances
    trace = trace.then(run_passes(passes, trace.program, settings))
    if trace.is_refuted or not len(trace.program.rows):
        return trace
    return trace.then(run_passes(_PIPELINE.of_each_run, trace.program, settings))


def _solve_in_time(program: Program, options: Options, solver: _Solver, begun: float) -> Result:
    """Finds an answer, has an optimum confirmed, and judges it by the rows of the program.

    Raises:
        OutOfTimeError: If the time is over before the solver is asked.
        Interrupted: If Ctrl-C ended the search, and a solution is left of it.
    """
    trace = solver.passed(_PIPELINE.of_solver, program)
    answer, handed_over_at = _found_answer(solver, trace, options)
    found_at = time.perf_counter()
    ready = trace.program
    if not trace.is_refuted and not ready.is_mixed() and options.verify is not False:
        patience = max(_LEAST_SECONDS_TO_CONFIRM, _SHARE_TO_CONFIRM * (found_at - handed_over_at))
        answer = _confirm_optimum(solver, ready, answer, _patiently(options, patience))
    seconds = Seconds(
        hand_over=handed_over_at - begun,
        solve=found_at - handed_over_at,
        confirm=time.perf_counter() - found_at,
    )
    result = _judge(program, _on_the_way_back(trace, answer), seconds, solver)
    if answer.interruption is None:
        return result
    if result.values is None or judged(program, result.values).wrong:
        raise answer.interruption
    raise Interrupted(result) from answer.interruption


def _found_answer(solver: _Solver, trace: PassTrace, options: Options) -> Reply:
    """Returns the answer about a program after the passes of the solver, not yet confirmed."""
    ready = trace.program
    handed_over_at = time.perf_counter()
    if trace.is_refuted:
        return Reply(MipAnswer(Status.INFEASIBLE), handed_over_at)
    if not len(ready.rows):
        answer = _without_rows(ready)
    elif ready.is_mixed() or ready.is_measured():
        answer, handed_over_at = _run_tolerantly(solver, ready, options)
    else:
        answer, handed_over_at = _run_in_whole_numbers(solver, ready, options, solver.trust)
        answer = _without_far_optimum(ready, answer, options)
    if answer.values is not None and has_improving_column(ready):
        answer = MipAnswer(Status.UNBOUNDED)
    return Reply(answer, handed_over_at)


def _without_rows(program: Program) -> MipAnswer:
    """The answer without rows, which some solvers refuse: every variable at its better bound."""
    lower, upper = program.lower, program.upper
    values = np.where(lower.finite, lower.numbers, np.minimum(upper.filled(0), 0))
    objective = program.objective
    if objective is not None:
        columns = objective.columns
        gain = objective.coefficients if objective.maximize else -objective.coefficients
        has_end = np.where(gain > 0, upper.finite[columns], lower.finite[columns])
        if not has_end.all():
            return MipAnswer(Status.UNBOUNDED)
        values[columns] = np.where(gain > 0, upper.numbers[columns], lower.numbers[columns])
    return MipAnswer(Status.OPTIMAL, values=values.astype(object) if program.is_mixed() else values)


def _run_in_whole_numbers(
    solver: _Solver, program: Program, options: Options, refused_above: Trust
) -> Reply:
    """The answer about a program of whole columns and rows; large numbers are made smaller first.

    Numbers that are still above `refused_above` are a `LargeNumbersError`.
    """
    settings = PassSettings(
        keeps_constant=bool(options.gap), trust=solver.trust, refused_above=refused_above
    )
    trace = solver.passed(_PIPELINE.in_whole_numbers, program, settings)
    if trace.is_refuted:
        return Reply(MipAnswer(Status.INFEASIBLE), time.perf_counter())
    if len(trace.program.rows):
        answer, handed_over_at = _run_twice(solver, trace.program, options_after(trace, options))
    else:
        answer, handed_over_at = _without_rows(trace.program), time.perf_counter()
    return Reply(_on_the_way_back(trace, answer), handed_over_at)


_TRUST_IF_MIXED = Trust(coefficients=LARGEST_NUMBER, activity=10**300, costs=LARGEST_NUMBER)
"""The numbers of mixed programs: beyond these, doubles cannot tell whole numbers apart."""


def _run_tolerantly(solver: _Solver, program: Program, options: Options) -> Reply:
    """Runs the solver, and once more in another way if it fails, or breaks rows by too much.

    In a mixed program, the whole values are fixed, and the best values of the continuous columns
    found for them: exact ones, unless a row is measured.
    """
    problem = too_large(program, _TRUST_IF_MIXED, activity(program))
    if problem is None and program.is_mixed():
        in_unit_sizes = run_passes(_PIPELINE.of_each_run, program).program
        problem = too_different(in_unit_sizes, solver.trust)
    if problem is not None:
        raise LargeNumbersError(problem)
    clock = Clock(options)
    with_room = solver.passed(_PIPELINE.with_tolerances, program).program
    answer, handed_over_at = solver.ask(with_room, options, again=False)
    if answer.interruption is not None:
        return Reply(replace(answer, exact=not program.is_mixed()), handed_over_at)
    answer = _completed(program, answer, clock)
    right = answer.values is None or answer.holds or not judged(program, answer.values).wrong
    is_confirmed = options.verify is False and not program.is_measured()
    doubted = {Status.ERROR} if is_confirmed else {Status.ERROR, Status.INFEASIBLE}
    if right and answer.status not in doubted:
        return Reply(answer, handed_over_at)
    left = clock.options()
    if left is None:
        return Reply(MipAnswer(Status.UNKNOWN, Limit.TIME), handed_over_at)
    return Reply(_second_run(solver, program, answer, clock, left), handed_over_at)


def _second_run(  # noqa: PLR0911 - one for each way in which a second run ends
    solver: _Solver, program: Program, answer: MipAnswer, clock: Clock, options: Options
) -> MipAnswer:
    """The answer of another run, where that of the first one is doubtful."""
    denied = answer.status is Status.INFEASIBLE
    # A solution that measured rows allow within their tolerance is one.
    asked = moved(program, 1) if denied else program
    again, _ = solver.ask(asked, options, again=True)
    if again.interruption is not None:
        return replace(again, exact=not program.is_mixed())
    again = _completed(program, again, clock)
    if again.values is None:
        # A second "no" adds nothing to the first one, and neither does a run that fails.
        # HiGHS has failed where it had found a ray, and a bound of its own besides.
        is_open = again.status in {Status.UNBOUNDED, Status.ERROR}
        if is_open and _is_unbounded(solver, program, clock):
            return MipAnswer(Status.UNBOUNDED)
        if again.status is Status.ERROR and _has_no_relaxed_solution(program, clock):
            return MipAnswer(Status.INFEASIBLE)
        return answer if denied else again
    wrong = judged(program, again.values).wrong
    if not wrong:
        return again
    if denied and program.is_measured():
        # With wider tolerances, there is only what breaks a measured row by more than its own.
        return answer
    if not program.is_mixed():
        # The values were rounded to whole ones; an exact backend need not round.
        raise _wrong_values_error(program, wrong[0])
    message = f"its solution violates a bound by more than 1e-9 of its size: {wrong[0]}"
    return MipAnswer(Status.ERROR, message=message)


def _is_unbounded(solver: _Solver, program: Program, clock: Clock) -> bool:
    """Whether a program has a solution, and a direction in which its objective never ends."""
    left = clock.options()
    if left is None or not improves_without_end(program, left.time_limit):
        return False
    found, _ = solver.ask(replace(program, objective=None), left, again=True)
    return found.values is not None and not judged(program, found.values).wrong


def _has_no_relaxed_solution(program: Program, clock: Clock) -> bool:
    """Whether there is none even if all columns were continuous, where a solver has failed twice.

    HiGHS has ended with an unknown status on 2 of 5,000 linear programs of doubles without any.
    """
    left = clock.options()
    if left is None:
        return False
    status, _ = solve_continuous(relaxed(program), left.time_limit)
    return status is Status.INFEASIBLE


def _completed(program: Program, answer: MipAnswer, clock: Clock) -> MipAnswer:
    """The answer with exact values for the continuous columns, where these are wanted and found.

    They are wanted where somebody asks for them, or all rows are exact and it is little work. All
    others are the solver's own, as long as they satisfy the rows.
    """
    values, mask = answer.values, program.continuous
    if values is None or mask is None or not mask.any():
        return answer
    answer = replace(answer, exact=False)
    wishes = clock.everything.exact
    is_exact_wanted = not program.is_measured() and (
        is_small(program) if wishes is None else wishes
    )
    vertex = None
    if is_exact_wanted and answer.basis is not None:
        vertex = _vertex_in_time(program, program, answer.basis, clock)
    if vertex is not None:
        return _with_vertex(answer, vertex)
    if not is_exact_wanted and _holds_near(program, values):
        return replace(answer, holds=True)
    return _with_linear_part(program, answer, values, clock, is_exact_wanted=is_exact_wanted)


def _with_linear_part(
    program: Program,
    answer: MipAnswer,
    values: NumberArray,
    clock: Clock,
    *,
    is_exact_wanted: bool,
) -> MipAnswer:
    """The answer with the values of continuous columns that are best beside its whole ones."""
    left = clock.options()
    if left is None:
        return answer
    part = _linear_part(program, values)
    status, linear = solve_continuous(part, left.time_limit)
    claims_best = answer.status is Status.OPTIMAL and program.objective is not None
    is_doubtful = status is Status.UNBOUNDED or is_far_out(program, values)
    if claims_best and is_doubtful and improves_without_end(program, left.time_limit):
        return MipAnswer(Status.UNBOUNDED)
    if linear is None:
        return answer
    vertex = None
    if linear.basis is not None and is_exact_wanted:
        vertex = _vertex_in_time(program, part, linear.basis, clock)
    if vertex is not None:
        return _with_vertex(answer, vertex)
    better = values if _holds_near(program, values) else _with_values(program, values, linear)
    return answer if judged(program, better).wrong else replace(answer, values=better, holds=True)


def _linear_part(program: Program, values: NumberArray) -> Program:
    """The linear program that is left of a mixed one when its whole columns have some values."""
    is_whole = program.whole()
    fixed = {
        column: (int(values[column]), int(values[column]))
        for column in is_whole.nonzero()[0].tolist()
    }
    return replace(program.within(fixed), continuous=np.ones_like(is_whole))


def _with_vertex(answer: MipAnswer, vertex: Vertex) -> MipAnswer:
    """The answer with exact values, which are known to satisfy all rows."""
    return replace(answer, values=vertex.values, exact=True, holds=True)


def _vertex_in_time(program: Program, part: Program, basis: Basis, clock: Clock) -> Vertex | None:
    """The exact vertex of a basis of a linear part, if it is proved to be its best solution.

    It has to be a solution of the whole program.
    """
    left = clock.options()
    if left is None:
        return None
    vertex = exact_vertex(part, basis, left) if left.exact else vertex_of(part, basis, SMALL)
    # Values that are exact, but not proved to be the best, may be worse than the solver's own.
    is_right = vertex is not None and vertex.proved and not program.check(vertex.values)
    return vertex if is_right else None


def _with_values(program: Program, values: NumberArray, linear: LinearAnswer) -> NumberArray:
    """Values whose continuous ones are those of a linear program, in the same kind of array."""
    if values.dtype == np.float64:
        return linear.values
    found = fractions_of(linear.values)
    is_whole = program.whole()
    found[is_whole] = values[is_whole]
    return found


def _holds_near(program: Program, values: NumberArray) -> bool:
    """Whether values satisfy all rows within their tolerance, and are not implausibly large."""
    if is_far_out(program, values):
        return False
    return not judged(program, values).wrong


def _without_far_optimum(program: Program, answer: MipAnswer, options: Options) -> MipAnswer:
    """The answer, or "unbounded" where its optimum is only a place on the way to infinity."""
    claims_best = answer.status is Status.OPTIMAL and program.objective is not None
    if not claims_best or answer.values is None or not is_far_out(program, answer.values):
        return answer
    without_end = improves_without_end(program, options.time_limit)
    return MipAnswer(Status.UNBOUNDED) if without_end else answer


def _run_twice(solver: _Solver, program: Program, options: Options) -> Reply:
    """Runs the solver, and once more in another way if its answer may be wrong.

    It may be so where it breaks rows, or finds no solution and the activity is large: digits may
    have gone astray. Raises a `CheckError` if rows are broken again.
    """
    clock = Clock(options)
    answer, handed_over_at = solver.ask(program, options, again=False)
    if answer.interruption is not None:
        return Reply(answer, handed_over_at)
    if answer.values is not None:
        is_doubtful = bool(program.check(answer.values))
    else:
        is_denied = answer.status is Status.INFEASIBLE and options.verify is not False
        is_doubtful = is_denied and activity(program) > LARGEST_SURE_ACTIVITY
    if not is_doubtful:
        return Reply(answer, handed_over_at)
    left = clock.options()
    if left is None:
        return Reply(MipAnswer(Status.UNKNOWN, Limit.TIME), handed_over_at)
    again, _ = solver.ask(program, left, again=True)
    if again.interruption is not None:
        return Reply(again, handed_over_at)
    broken = () if again.values is None else program.check(again.values)
    if broken:
        raise _wrong_values_error(program, broken[0])
    return Reply(again, handed_over_at)


def _wrong_values_error(program: Program, broken: Violation) -> CheckError:
    """The error of a solver whose values break a row, however it is asked."""
    what = f"the solver's values are wrong, even when it is asked in another way: {broken}"
    return CheckError(what, "try another backend", program=program)


def _patiently(options: Options, patience: float) -> Options:
    """The options of a search that only confirms, and may take so long unless it is to be sure."""
    if options.verify:
        return options
    limits = [limit for limit in (options.time_limit, patience) if limit is not None]
    return replace(options, time_limit=min(limits))


def _can_confirm(solver: _Solver, program: Program, objective: Objective, options: Options) -> bool:
    """Whether an optimum is confirmed where the solver finds nothing better."""
    if options.gap or not len(program.rows):
        return False
    # No solver with doubles proves the last of very many decimals.
    return objective.scale == 1 or objective.largest() <= solver.trust.costs


def _confirm_optimum(  # noqa: PLR0911 - likewise
    solver: _Solver, program: Program, answer: MipAnswer, options: Options
) -> MipAnswer:
    """Asks for something better than a doubtful optimum, until there is proved to be nothing.

    What is not finished in its time says nothing against what the solver has proved; but once
    something better was found, that proof is worth nothing.
    """
    objective = program.objective
    if objective is None or not _can_confirm(solver, program, objective, options):
        return answer
    clock = Clock(options)
    found_better = False
    while answer.status is Status.OPTIMAL and answer.values is not None:
        better = _better_than(program, objective, answer.values)
        if better is None:
            return answer
        left = clock.options()
        if left is None:
            return _unproved(answer, Limit.TIME) if found_better else answer
        left = replace(left, hint={})
        try:
            if better.is_measured():
                again, _ = solver.ask(better, left, again=False)
            else:
                limit = solver.trust.for_objectives
                again, _ = _run_in_whole_numbers(solver, better, left, limit)
        except KeyboardInterrupt as interruption:
            return interrupted(answer, interruption)
        if again.interruption is not None:
            return interrupted(answer, again.interruption)
        if again.status is Status.INFEASIBLE:
            return answer
        if again.values is None or better.check(again.values):
            return _unproved(answer, again.limit) if found_better else answer
        # A bound that called the first solution the best is worth nothing.
        answer = replace(answer, values=again.values, bound=None)
        found_better = True
    return answer


def _better_than(program: Program, goal: Objective, values: NumberArray) -> Program | None:
    """The program of whatever is better than a solution; None where nobody doubts that it is best.

    CBC has called solutions of 2 in 1,000 small knapsacks of doubles the best that were not, 2 %
    away from it; without an objective, it finds what is better.
    """
    if goal.is_measured:
        # What lies on the border of a measured row is a solution to one run, and none to another.
        demanded = goal.better(goal.value(values), goal.margin(values))
        return replace(moved(program, -2).reaching(*demanded), objective=None)
    reached = int(goal.whole_value(values))
    if abs(reached) < _LARGEST_SURE_OBJECTIVE:
        return None
    if abs(reached - goal.constant) >= LARGEST - 1:
        raise LargeNumbersError(f"the objective reaches {reached:.0e}", ADVICE)
    # In whole numbers: the step between decimals may be within the tolerance of the solver.
    whole = replace(goal, scale=1)
    better = replace(program, objective=whole).reaching(*whole.better(reached, 1))
    return replace(better, objective=None)


def _unproved(answer: MipAnswer, limit: Limit) -> MipAnswer:
    """The answer without the claim that it is the best."""
    return replace(answer, status=Status.FEASIBLE, limit=limit)


def exact_values(values: npt.NDArray[np.float64], program: Program, solver: str) -> NumberArray:
    """A solver's values: those of whole columns rounded, the others as they are.

    Of a linear program they stay in doubles; else they are exact numbers, fractions of doubles.

    A `BackendError` if one is not finite, or not close to the whole number that it has to be.
    """
    rounded = np.rint(values)
    whole_ones = program.whole()
    # Infinite values and those that are no numbers are close to nothing.
    close = np.isfinite(values)
    close &= ~whole_ones | np.isclose(values, rounded, rtol=0.0, atol=TOLERANCE)
    if not close.all():
        column = int(np.argmin(close))
        kind = "whole" if whole_ones[column] else "finite"
        what = f"{solver} returned {values[column]} for x{column}, which is not a {kind} number"
        raise BackendError(what, "try another backend")
    if whole_ones.all() and (np.abs(rounded) < LARGEST).all():
        return rounded.astype(np.int64)
    if program.is_linear():
        # Its whole columns are fixed.
        return np.where(whole_ones, rounded, values)
    found = fractions_of(values)
    found[whole_ones] = [int(value) for value in rounded[whole_ones].tolist()]
    return found


def interrupted(left: MipAnswer | None, interruption: KeyboardInterrupt) -> MipAnswer:
    """The answer of a search that Ctrl-C has ended, with the solution that is left of it.

    Raises:
        KeyboardInterrupt: The interruption itself, if nothing is left.
    """
    if left is None or left.values is None:
        raise interruption
    return replace(left, status=Status.FEASIBLE, limit=Limit.INTERRUPTED, interruption=interruption)


def failure(what: str, run: ChildRun, folder: Path) -> MipAnswer:
    """An answer that says what went wrong with a solver, with the end of its log.

    If nothing can be written into its folder, no solver can do better: that is a `BackendError`.
    """
    require_room(folder)
    last = [line for line in run.log.splitlines() if line.strip()][-3:]
    message = f"{what}; the end of its log: {' | '.join(last)}"
    return MipAnswer(Status.ERROR, memory=run.memory, message=message)


def _judge(program: Program, answer: MipAnswer, seconds: Seconds, solver: _Solver) -> Result:
    """The result of an answer about the program itself, optimal only if its bound says so."""
    status, limit, values = answer.status, answer.limit, answer.values
    objective = None
    bound = answer.bound
    if program.objective is None:
        bound = None
        if values is not None:
            # Any solution answers a question without an objective.
            status, limit = Status.OPTIMAL, Limit.NONE
    elif values is not None:
        objective = program.objective.value(values)
    result = Result(
        status=status,
        limit=limit,
        values=values,
        objective=objective,
        bound=bound,
        complete=status in {Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED},
        times=seconds,
        nodes=answer.nodes,
        memory=answer.memory,
        backend=solver.name,
        version=solver.version,
        message=answer.message,
        exact=answer.exact,
        steps=tuple(solver.steps),
    )
    return judge_by_bound(program, result)
