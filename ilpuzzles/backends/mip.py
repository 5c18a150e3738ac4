"""What all MIP backends share: the program that they get, and how answers are judged.

Linear rows in numbers that doubles can hold, easy cases without a solver, a second run where digits
may have gone astray, a proof that nothing is better, bounds and gaps in whole numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ilpuzzles.backends.interface import TOLERANCE, Options, proved, settled
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.backends.scaling import ADVICE, Trust, activity, narrowed, too_large
from ilpuzzles.errors import BackendError, LargeNumbersError, Problem
from ilpuzzles.jobs.process import ChildRun, run_child, with_grace
from ilpuzzles.jobs.temporary_files import require_room
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.rows import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray


def _without_rows(program: Program) -> MipAnswer:
    """The answer without rows, which some solvers refuse: every variable at its better bound."""
    values = np.where(program.lower > MINUS_INFINITY, program.lower, np.minimum(program.upper, 0))
    objective = program.objective
    if objective is not None:
        columns = objective.columns
        gain = objective.coefficients if objective.maximize else -objective.coefficients
        better = np.where(gain > 0, program.upper[columns], program.lower[columns])
        if ((better == MINUS_INFINITY) | (better == PLUS_INFINITY)).any():
            return MipAnswer(Status.UNBOUNDED)
        values[columns] = better
    return MipAnswer(Status.OPTIMAL, values=values)


@dataclass(frozen=True, slots=True, eq=False)
class MipAnswer:
    """What a MIP solver said.

    The fields are those of a `Result`, except for the values, which are those of all columns of the
    linear program, and the seconds, which the solver itself reports, without the start of its
    process.
    """

    status: Status
    limit: Limit = Limit.NONE
    values: IntArray | None = None
    bound: float | None = None
    nodes: int | None = None
    memory: int | None = None
    seconds: float | None = None
    message: str = ""


Run = Callable[[Program, Options, bool], "tuple[MipAnswer, float]"]
"""Solves a program of linear rows; returns the answer, and when it was handed over.

The flag says that it has been asked before, and is to search in another way.
"""

# Up to this activity, no solver has called a program infeasible that was not.
_SURE = 10**6

# Past this, solvers that compute in doubles may take an objective for the best that is one short of
# it: CBC at 220,068 of 220,069, HiGHS at 150,039 of 150,040, with all gaps at 0.
_DOUBTFUL = 10_000


def solve_by_mip(
    program: Program, options: Options, run: Run, *, name: str, version: str, trust: Trust
) -> Result:
    """What every MIP backend does: linear rows, easy cases, the solver, a judgement of its answer.

    Numbers that are too large to trust the solver with are a `LargeNumbersError`.
    """
    begun = time.perf_counter()
    ready = settled(linearised(program))
    handed = done = time.perf_counter()
    if ready is None:
        answer = MipAnswer(Status.INFEASIBLE)
    elif not len(ready.rows):
        answer = _without_rows(ready)
    else:
        answer, handed = _run_small(run, ready, options, trust, trust)
        answer = _confirmed(run, ready, answer, options, trust)
        done = time.perf_counter()
    seconds = Seconds(hand_over=handed - begun, solve=done - handed)
    return _judged(program, answer, options, seconds, backend=name, version=version)


def _run_small(
    run: Run, program: Program, options: Options, trust: Trust, limit: Trust
) -> tuple[MipAnswer, float]:
    """Runs the solver; a program in large numbers is first stated in smaller ones.

    Above `trust`, numbers are made smaller, and where digits may go astray; above `limit`, they are
    refused.
    """
    if not too_large(program, trust) and activity(program) <= _SURE:
        return _run_without_constant(run, program, options)
    small = narrowed(program)
    if small is None:
        return MipAnswer(Status.INFEASIBLE), time.perf_counter()
    if len(small.program.rows):
        problem = too_large(small.program, limit)
        if problem:
            raise LargeNumbersError(problem)
        options = replace(options, hint=small.hint(options.hint))
        answer, handed = _run_without_constant(run, small.program, options)
    else:
        answer, handed = _without_rows(small.program), time.perf_counter()
    if answer.values is not None:
        answer = replace(answer, values=small.values(answer.values))
    return answer, handed


def _run_without_constant(run: Run, program: Program, options: Options) -> tuple[MipAnswer, float]:
    """Runs the solver; the constant of the objective is added afterwards, in whole numbers.

    A large one would take digits from what the solver compares. A gap, however, is a share of the
    objective as a whole.
    """
    objective = program.objective
    if objective is None or not objective.constant or options.gap:
        return _run_twice(run, program, options)
    without = replace(program, objective=replace(objective, constant=0))
    answer, handed = _run_twice(run, without, options)
    if answer.bound is not None:
        answer = replace(answer, bound=answer.bound + objective.constant)
    return answer, handed


def _run_twice(run: Run, program: Program, options: Options) -> tuple[MipAnswer, float]:
    """Runs the solver, and once more in another way if digits may have gone astray."""
    start = time.perf_counter()
    answer, handed = run(program, options, False)
    found, said = answer.values, answer.values is not None or answer.status is Status.INFEASIBLE
    doubtful = said and activity(program) > _SURE
    if not doubtful or (found is not None and not program.broken_rows(found)):
        return answer, handed
    left = seconds_left(options, start)
    if left is not None and left <= 0:
        return MipAnswer(Status.UNKNOWN, Limit.TIME), handed
    again, _ = run(program, replace(options, time_limit=left), True)
    if again.values is None or not program.broken_rows(again.values):
        return again, handed
    message = "it breaks rows of large numbers, or finds no solution at all"
    return MipAnswer(Status.ERROR, message=message), handed


def _confirmed(
    run: Run, program: Program, answer: MipAnswer, options: Options, trust: Trust
) -> MipAnswer:
    """Asks for something better than a large optimum, until there is proved to be nothing."""
    objective, start = program.objective, time.perf_counter()
    if objective is None or options.gap:
        return answer
    while answer.status is Status.OPTIMAL and answer.values is not None:
        reached = objective.value(answer.values)
        if abs(reached) < _DOUBTFUL:
            return answer
        left = seconds_left(options, start)
        if left is not None and left <= 0:
            return replace(answer, status=Status.FEASIBLE, limit=Limit.TIME)
        if abs(reached - objective.constant) >= LARGEST - 1:
            raise LargeNumbersError(Problem(f"the objective reaches {reached:.0e}", ADVICE))
        better = _better(program, objective, reached)
        how = replace(options, time_limit=left, hint={})
        again, _ = _run_small(run, better, how, trust, trust.for_objectives)
        if again.status is Status.INFEASIBLE:
            return answer
        if again.values is None:
            return replace(answer, status=Status.FEASIBLE, limit=again.limit)
        answer = replace(answer, values=again.values)
    return answer


def seconds_left(options: Options, start: float) -> float | None:
    """What is left of the time limit of a search that has begun then; None without a limit."""
    return options.time_limit and options.time_limit - (time.perf_counter() - start)


def _better(program: Program, objective: Objective, reached: int) -> Program:
    """The program without its objective, and with a row that this has to be better."""
    goal = Affine.of(objective.columns.tolist(), objective.coefficients.tolist())
    rows = LinearRows(program.lower, program.upper)
    wanted = reached - objective.constant
    lower, upper = (wanted + 1, None) if objective.maximize else (None, wanted - 1)
    rows.row(goal, lower, upper)
    return replace(program, objective=None).extended(rows)


def whole_values(values: np.ndarray[tuple[int], np.dtype[np.float64]], solver: str) -> IntArray:
    """A solver's values as whole numbers; a `BackendError` if one is not close to one."""
    rounded = np.rint(values)
    # Infinite values and those that are no numbers are close to nothing.
    close = np.isfinite(values) & np.isclose(values, rounded, rtol=0.0, atol=TOLERANCE)
    if not close.all():
        column = int(np.argmin(close))
        what = f"{solver} returned {values[column]} for x{column}, which is not a whole number"
        raise BackendError(Problem(what, "try another backend"))
    return rounded.astype(np.int64)


@contextmanager
def model_written(solver: str) -> Iterator[None]:
    """Says what is wrong where the model cannot be written for a solver's own process."""
    try:
        yield
    except OSError as error:
        what = f"the model for {solver} cannot be written ({error.strerror})"
        raise BackendError(Problem(what, "free some space")) from None


def run_solver(command: Sequence[str], folder: Path, options: Options) -> ChildRun:
    """Runs a solver in a process of its own, which is killed if it outlasts its time limit."""
    return run_child(command, folder, limit=kill_after(options), verbose=options.verbose)


def kill_after(options: Options) -> float | None:
    """When to kill a solver that outlasts its time limit, in seconds; None without a limit."""
    return None if options.time_limit is None else with_grace(options.time_limit)


def failure(what: str, run: ChildRun, folder: Path) -> MipAnswer:
    """An answer that says what went wrong with a solver, with the end of its log.

    If nothing can be written into its folder, no solver can do better: that is a `BackendError`.
    """
    require_room(folder)
    last = [line for line in run.log.splitlines() if line.strip()][-3:]
    message = f"{what}; the end of its log: {' | '.join(last)}"
    return MipAnswer(Status.ERROR, memory=run.memory, message=message)


def _judged(
    program: Program,
    answer: MipAnswer,
    options: Options,
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
        if status is Status.OPTIMAL and options.gap and not proved(program, objective, bound):
            status, limit = Status.FEASIBLE, Limit.GAP
        elif status is Status.OPTIMAL:
            bound = float(objective)
    return Result(
        status=status,
        limit=limit,
        values=values,
        objective=objective,
        bound=bound,
        complete=status in {Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED},
        seconds=seconds,
        nodes=answer.nodes,
        memory=answer.memory,
        backend=backend,
        version=version,
        message=answer.message,
    )
