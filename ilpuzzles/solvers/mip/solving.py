"""The common part of all MIP backends: the program they get, and the check of their answers.

Linear rows in numbers that doubles can hold, easy cases without a solver, a second run where digits
may have gone astray, a proof that nothing is better, bounds and gaps in whole numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import (
    TOLERANCE,
    Clock,
    Interrupted,
    Options,
    OutOfTimeError,
    judge_by_bound,
    settled,
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
from ilpuzzles.passes.linearisation import linearised, relaxed
from ilpuzzles.passes.refutation import is_refuted
from ilpuzzles.passes.smaller_numbers import ADVICE, narrow_range
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.passes.unit_sizes import unit_sized
from ilpuzzles.progress import BestSoFar, Progress, Watch
from ilpuzzles.solvers.linear.run import LinearAnswer, exact_vertex, solve_continuous
from ilpuzzles.solvers.linear.vertex import SMALL, Basis, Vertex, is_small, vertex_of
from ilpuzzles.solvers.mip.limits import (
    LARGEST_NUMBER,
    Trust,
    activity,
    too_different,
    too_large,
)
from ilpuzzles.solvers.mip.rays import has_improving_column, improves_without_end, is_far_out


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


Reply: TypeAlias = tuple[MipAnswer, float]
"""The answer, and when the program was handed over."""

Run: TypeAlias = Callable[[Program, Options, bool], Reply]
"""Solves a program of linear rows.

The flag says that it has been asked before, and is to search in another way.
"""

# Up to this activity, no solver has called a program infeasible that was not.
_SURE = 10**6
# Past this, solvers that compute in doubles may take an objective for the best that is one short of
# it: CBC at 220,068 of 220,069, HiGHS at 150,039 of 150,040, with all gaps at 0.
_DOUBTFUL = 10_000
# So many seconds a search that only confirms has at least. It shares the time that the first search
# took with the second opinion of another backend, so that both together take no longer than that.
_LEAST_PATIENCE = 0.5
_SHARE = 0.5
# What solvers write for infinity is this, or more.
_INFINITE = 1e20


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
    return number if abs(number) < _INFINITE else None


def hearer(
    program: Program,
    options: Options,
    read: Callable[[str], Said],
    *,
    minimised: bool = False,
    until: str | None = None,
) -> Callable[[str], None] | None:
    """What tells the watch what the lines of a solver's log say; None if nobody watches.

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
    known, listening = BestSoFar(options.watch, maximize=maximize), [True]

    def hear(line: str) -> None:
        listening[0] &= line != until
        if listening[0]:
            best, bound = read(line)
            known.tell(best and sign * best, bound and sign * bound)

    return hear


def solve_by_mip(
    program: Program, options: Options, run: Run, *, name: str, version: str, trust: Trust
) -> Result:
    """Runs a MIP backend: linear rows, easy cases, the solver, and a check of its answer.

    Numbers that are too large to trust the solver with are a `LargeNumbersError`.
    """
    begun = time.perf_counter()
    try:
        return _solve_in_time(program, options, run, begun, name=name, version=version, trust=trust)
    except OutOfTimeError:
        # It was being handed over.
        seconds = Seconds(hand_over=time.perf_counter() - begun)
        late = MipAnswer(Status.UNKNOWN, Limit.TIME)
        return _judge(program, late, seconds, backend=name, version=version)


def _solve_in_time(
    program: Program,
    options: Options,
    run: Run,
    begun: float,
    *,
    name: str,
    version: str,
    trust: Trust,
) -> Result:
    """See `solve_by_mip`; raises an `OutOfTimeError` if the time is over before the search."""
    run = partial(_run_in_unit_sizes, run)
    ready = settled(linearised(program))
    handed = time.perf_counter()
    confirm = 0.0
    if ready is None:
        answer = MipAnswer(Status.INFEASIBLE)
    elif not len(ready.rows):
        answer = _without_rows(ready)
    elif ready.is_mixed() or ready.is_measured():
        answer, handed = _run_tolerantly(run, ready, options, trust)
    else:
        answer, handed = _run_small(run, ready, options, trust, trust)
        answer = _without_far_optimum(ready, answer, options)
    if ready is not None and answer.values is not None and has_improving_column(ready):
        answer = MipAnswer(Status.UNBOUNDED)
    if ready is not None and not ready.is_mixed() and options.verify is not False:
        found = time.perf_counter()
        patience = max(_LEAST_PATIENCE, _SHARE * (found - handed))
        answer = _confirm_optimum(run, ready, answer, trust, _patiently(options, patience))
        confirm = time.perf_counter() - found
    solve = time.perf_counter() - handed - confirm
    seconds = Seconds(hand_over=handed - begun, solve=solve, confirm=confirm)
    result = _judge(program, answer, seconds, backend=name, version=version)
    if answer.interruption is None:
        return result
    if result.values is None or judged(program, result.values).wrong:
        raise answer.interruption
    raise Interrupted(result) from answer.interruption


def _run_in_unit_sizes(run: Run, program: Program, options: Options, again: bool) -> Reply:
    """Runs the solver on the program with rows, columns and objective near size 1."""
    # A parameter of the solver's own may be a value of the objective.
    sized = unit_sized(program, with_objective=not options.params)
    if program.is_mixed() or program.is_measured():
        # In whole numbers, coefficients that differ so much are refused before, or their columns
        # are fixed.
        require_nothing_lost(program if sized is None else sized.program)
    if sized is None:
        return run(program, options, again)
    alike = replace(options, hint=sized.hint(options.hint), watch=sized.watch(options.watch))
    answer, handed = run(sized.program, alike, again)
    values = None if answer.values is None else sized.values(answer.values)
    return replace(answer, values=values, bound=sized.bound(answer.bound)), handed


def _run_small(run: Run, program: Program, options: Options, trust: Trust, limit: Trust) -> Reply:
    """Runs the solver; a program in large numbers is first stated in smaller ones.

    Above `trust`, numbers are made smaller, and where digits may go astray; above `limit`, they are
    refused.
    """
    reached = activity(program)
    if reached <= _SURE and not too_large(program, trust, reached):
        return _run_without_constant(run, program, options, reached)
    small = narrow_range(program)
    if small is None:
        if is_refuted(program):
            return MipAnswer(Status.INFEASIBLE), time.perf_counter()
        # That alone is no proof: the solver has to find out.
        problem = too_large(program, limit, reached)
        if problem:
            raise LargeNumbersError(problem)
        return _run_without_constant(run, program, options, reached)
    if len(small.program.rows):
        reached = activity(small.program)
        problem = too_large(small.program, limit, reached)
        if problem:
            raise LargeNumbersError(problem)
        options = replace(options, hint=small.hint(options.hint))
        answer, handed = _run_without_constant(run, small.program, options, reached)
    else:
        answer, handed = _without_rows(small.program), time.perf_counter()
    if answer.values is not None:
        answer = replace(answer, values=small.values(answer.values))
    return answer, handed


# What mixed programs may have: beyond this, doubles cannot tell whole numbers apart.
_MIXED = Trust(coefficients=LARGEST_NUMBER, activity=10**300, costs=LARGEST_NUMBER)


def _run_tolerantly(run: Run, program: Program, options: Options, trust: Trust) -> Reply:
    """Runs the solver, and once more in another way if it fails, or breaks rows by too much.

    In a mixed program, the whole values are fixed, and the best values of the continuous columns
    found for them: exact ones, unless a row is measured.
    """
    sized = unit_sized(program)
    problem = too_large(program, _MIXED, activity(program))
    if program.is_mixed():
        problem = problem or too_different(program if sized is None else sized.program, trust)
    if problem:
        raise LargeNumbersError(problem)
    clock = Clock(options)
    # What lies on the border of a measured row might be cut off; what lies beyond is found below.
    with_room = program if program.is_mixed() else moved(program, 1, equations=False)
    answer, handed = run(with_room, options, False)
    if answer.interruption is not None:
        return replace(answer, exact=not program.is_mixed()), handed
    answer = _completed(program, answer, clock)
    right = answer.values is None or answer.holds or not judged(program, answer.values).wrong
    is_confirmed = options.verify is False and not program.is_measured()
    doubted = {Status.ERROR} if is_confirmed else {Status.ERROR, Status.INFEASIBLE}
    if right and answer.status not in doubted:
        return answer, handed
    left = clock.options()
    if left is None:
        return MipAnswer(Status.UNKNOWN, Limit.TIME), handed
    return _second_run(run, program, answer, clock, left), handed


def _second_run(  # noqa: PLR0911 - one for each way in which a second run ends
    run: Run, program: Program, answer: MipAnswer, clock: Clock, options: Options
) -> MipAnswer:
    """The answer of another run, where that of the first one is doubtful."""
    denied = answer.status is Status.INFEASIBLE
    # A solution that measured rows allow within their tolerance is one.
    asked = moved(program, 1) if denied else program
    again, _ = run(asked, options, True)
    if again.interruption is not None:
        return replace(again, exact=not program.is_mixed())
    again = _completed(program, again, clock)
    if again.values is None:
        # A second "no" adds nothing to the first one, and neither does a run that fails.
        # HiGHS has failed where it had found a ray, and a bound of its own besides.
        is_open = again.status in {Status.UNBOUNDED, Status.ERROR}
        if is_open and _is_unbounded(run, program, clock):
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
        # Whole values were rounded to; a backend in whole numbers can do without.
        raise _wrong_values_error(program, wrong[0])
    message = f"its solution violates a bound by more than 1e-9 of its size: {wrong[0]}"
    return MipAnswer(Status.ERROR, message=message)


def _is_unbounded(run: Run, program: Program, clock: Clock) -> bool:
    """Whether a program has a solution, and a direction in which its objective never ends."""
    left = clock.options()
    if left is None or not improves_without_end(program, left.time_limit):
        return False
    found, _ = run(replace(program, objective=None), left, True)
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
    """Whether values satisfy all rows within their tolerance, and are no place far out."""
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


def _run_without_constant(run: Run, program: Program, options: Options, reached: float) -> Reply:
    """Runs the solver; the constant of the objective is added afterwards, in whole numbers.

    A large one would take digits from what the solver compares. A gap, however, is a share of the
    objective as a whole.
    """
    objective = program.objective
    if objective is None or not objective.constant or options.gap:
        return _run_twice(run, program, options, reached)
    without = replace(program, objective=replace(objective, constant=0))
    constant, watch = objective.constant / objective.scale, options.watch
    options = replace(options, watch=watch and partial(_tell_with, constant, watch))
    answer, handed = _run_twice(run, without, options, reached)
    if answer.bound is not None:
        answer = replace(answer, bound=answer.bound + constant)
    return answer, handed


def _tell_with(constant: float, watch: Watch, progress: Progress) -> None:
    best, bound = progress.best, progress.bound
    best, bound = (None if said is None else said + constant for said in (best, bound))
    watch(replace(progress, best=best, bound=bound))


def _run_twice(run: Run, program: Program, options: Options, reached: float) -> Reply:
    """Runs the solver, and once more in another way if its answer may be wrong.

    It may be so where it breaks rows, or finds no solution and the activity, which is `reached`, is
    large: digits may have gone astray. Raises a `CheckError` if rows are broken again.
    """
    clock = Clock(options)
    answer, handed = run(program, options, False)
    if answer.interruption is not None:
        return answer, handed
    doubtful = answer.status is Status.INFEASIBLE and reached > _SURE
    doubtful &= options.verify is not False
    if answer.values is not None:
        doubtful = bool(program.check(answer.values))
    if not doubtful:
        return answer, handed
    left = clock.options()
    if left is None:
        return MipAnswer(Status.UNKNOWN, Limit.TIME), handed
    again, _ = run(program, left, True)
    if again.interruption is not None:
        return again, handed
    broken = () if again.values is None else program.check(again.values)
    if broken:
        raise _wrong_values_error(program, broken[0])
    return again, handed


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


def _confirm_optimum(  # noqa: PLR0911 - likewise
    run: Run, program: Program, answer: MipAnswer, trust: Trust, options: Options
) -> MipAnswer:
    """Asks for something better than a doubtful optimum, until there is proved to be nothing.

    What is not finished in its time says nothing against what the solver has proved; but once
    something better was found, that proof is worth nothing.
    """
    objective, clock = program.objective, Clock(options)
    found_better = False
    # No solver with doubles proves the last of very many decimals.
    many = objective is not None and objective.scale != 1 and objective.largest() > trust.costs
    if objective is None or options.gap or many or not len(program.rows):
        return answer
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
                again, _ = run(better, left, False)
            else:
                again, _ = _run_small(run, better, left, trust, trust.for_objectives)
        except KeyboardInterrupt as interruption:
            return interrupted(answer, interruption)
        if again.interruption is not None:
            return interrupted(answer, again.interruption)
        if again.status is Status.INFEASIBLE:
            return answer
        if again.values is None or better.check(again.values):
            return _unproved(answer, again.limit) if found_better else answer
        answer, found_better = replace(answer, values=again.values), True
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
    if abs(reached) < _DOUBTFUL:
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


def _judge(
    program: Program,
    answer: MipAnswer,
    seconds: Seconds,
    *,
    backend: str,
    version: str,
) -> Result:
    status, limit, objective, bound = answer.status, answer.limit, None, answer.bound
    # Further columns are those of operations.
    values = None if answer.values is None else answer.values[: program.variables]
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
        backend=backend,
        version=version,
        message=answer.message,
        exact=answer.exact,
    )
    return judge_by_bound(program, result)
