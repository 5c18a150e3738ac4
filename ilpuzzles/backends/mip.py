"""What all MIP backends have in common: the program that they get, and how answers are judged."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ilpuzzles.backends.child import ChildRun
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.prepare import best_without_rows, settled
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs.folder import require_room
from ilpuzzles.modelling import (
    MINUS_INFINITY,
    PLUS_INFINITY,
    IntArray,
    Objective,
    Program,
    Solvable,
    linearised,
)
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.linear_rows import LinearRows
from ilpuzzles.modelling.rows import NO_GROUP, joined

# How far from a whole number a solver's value may be; the exact row check comes on top.
_TOLERANCE = 1e-5

# Above this, not every whole number is a double.
_LARGEST_BOUND = 10**15


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a MIP solver said.

    Attributes:
        status: The status.
        limit: The limit that was hit, if any.
        values: One whole number per column of the linear program, or None.
        bound: What the objective of the program cannot be better than.
        nodes: How many nodes were searched.
        memory: The most memory that it took, in bytes.
        seconds: How long the solver says that it took, without the start of its process, or None.
        message: What went wrong, for `Status.ERROR`.
    """

    status: Status
    limit: Limit = Limit.NONE
    values: IntArray | None = None
    bound: float | None = None
    nodes: int | None = None
    memory: int | None = None
    seconds: float | None = None
    message: str = ""


Run = Callable[[Program, Options], "tuple[Answer, float]"]
"""Solves a program of linear rows; returns the answer, and when it was handed over."""

# Past this, solvers that compute in doubles may take an objective for the best that is one short of
# it: CBC at 220,068 of 220,069, HiGHS at 150,039 of 150,040, with all gaps at 0.
_DOUBTFUL = 10_000


def solve_by_mip(
    model: Solvable, options: Options, run: Run, *, name: str, version: str, largest: int
) -> Result:
    """The road of every MIP backend: linear rows, easy cases, the solver, a judgement.

    Args:
        model: The model.
        options: How to search.
        run: Runs the solver.
        name: The name of the backend.
        version: The version of its solver.
        largest: The largest coefficient that the solver can be trusted with.

    Raises:
        BackendError: If a number is too large.
    """
    clock = time.perf_counter()
    program = model.program()
    built = time.perf_counter()
    ready = settled(linearised(program))
    handed = done = time.perf_counter()
    if ready is None:
        answer = Answer(Status.INFEASIBLE)
    elif not len(ready.rows):
        best = best_without_rows(ready)
        answer = Answer(Status.UNBOUNDED if best is None else Status.OPTIMAL, values=best)
    else:
        refuse_large_numbers(ready, largest)
        answer, handed = _run_without_constant(run, ready, options)
        answer = _confirmed(run, ready, answer, options)
        done = time.perf_counter()
    seconds = Seconds(built - clock, handed - built, done - handed)
    return _judged(program, answer, options, seconds, backend=name, version=version)


def _run_without_constant(run: Run, program: Program, options: Options) -> tuple[Answer, float]:
    """Runs the solver; the constant of the objective is added afterwards, in whole numbers.

    A large one would take digits from what the solver compares. A gap, however, is a share of the
    objective as a whole.
    """
    objective = program.objective
    if objective is None or not objective.constant or options.gap:
        return run(program, options)
    answer, handed = run(replace(program, objective=replace(objective, constant=0)), options)
    if answer.bound is not None:
        answer = replace(answer, bound=answer.bound + objective.constant)
    return answer, handed


def _confirmed(run: Run, program: Program, answer: Answer, options: Options) -> Answer:
    """Asks for something better than a large optimum, until there is proved to be nothing."""
    objective, start = program.objective, time.perf_counter()
    if objective is None or options.gap:
        return answer
    while answer.status is Status.OPTIMAL and answer.values is not None:
        reached = objective.value(answer.values)
        if abs(reached) < _DOUBTFUL:
            return answer
        left = options.time_limit and options.time_limit - (time.perf_counter() - start)
        if left is not None and left <= 0:
            return replace(answer, status=Status.FEASIBLE, limit=Limit.TIME)
        better = _better(program, objective, reached)
        again, _ = run(better, replace(options, time_limit=left, hint={}))
        if again.status is Status.INFEASIBLE:
            return answer
        if again.values is None:
            return replace(answer, status=Status.FEASIBLE, limit=again.limit)
        answer = replace(answer, values=again.values)
    return answer


def _better(program: Program, objective: Objective, reached: int) -> Program:
    """The program without its objective, and with a row that this has to be better."""
    goal = Affine.of(objective.columns.tolist(), objective.coefficients.tolist())
    rows = LinearRows(program.lower, program.upper)
    wanted = reached - objective.constant
    if objective.maximize:
        rows.row(goal, wanted + 1, None)
    else:
        rows.row(goal, None, wanted - 1)
    return replace(
        program,
        objective=None,
        rows=joined([program.rows, rows.rows(np.array([NO_GROUP]))]),
        row_numbers=np.append(program.row_numbers, 0),
    )


def refuse_large_numbers(program: Program, largest: int) -> None:
    """Raises if a solver that computes in doubles cannot be trusted with a program.

    Raises:
        BackendError: With what is too large.
    """
    parts = [program.rows.coefficients]
    if program.objective is not None:
        parts.append(program.objective.coefficients)
    if any(len(part) and max(-int(part.min()), int(part.max())) > largest for part in parts):
        raise BackendError(Problem(f"coefficients above {largest:,}", "use the backend cpsat"))
    for bound in (program.lower, program.upper, program.rows.lower, program.rows.upper):
        finite = bound[(bound != MINUS_INFINITY) & (bound != PLUS_INFINITY)]
        if len(finite) and max(-int(finite.min()), int(finite.max())) > _LARGEST_BOUND:
            raise BackendError(Problem(f"bounds above {_LARGEST_BOUND:,}", "use the backend cpsat"))


def whole_values(values: np.ndarray[tuple[int], np.dtype[np.float64]], solver: str) -> IntArray:
    """A solver's values as whole numbers.

    Raises:
        BackendError: If one is not close to a whole number.
    """
    rounded = np.rint(values)
    # Infinite values and those that are no numbers are close to nothing.
    close = np.isfinite(values) & np.isclose(values, rounded, rtol=0.0, atol=_TOLERANCE)
    if not close.all():
        column = int(np.argmin(close))
        raise BackendError(
            Problem(f"{solver}'s value of x{column} is {values[column]}", "try another backend")
        )
    return rounded.astype(np.int64)


def failure(what: str, run: ChildRun, folder: Path) -> Answer:
    """An answer that says what went wrong with a solver, with the end of its log.

    Args:
        what: What went wrong.
        run: How it ended.
        folder: Its folder, as it was left.

    Raises:
        BackendError: If nothing can be written into the folder, so that no solver can do better.
    """
    require_room(folder)
    last = [line for line in run.log.splitlines() if line.strip()][-3:]
    message = f"{what}; the end of its log: {' | '.join(last)}"
    return Answer(Status.ERROR, memory=run.memory, message=message)


def _judged(
    program: Program,
    answer: Answer,
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


def proved(program: Program, objective: int, bound: float | None) -> bool:
    """Whether a bound says that no whole number is better than the objective."""
    if bound is None or not math.isfinite(bound):
        return False
    if program.objective is not None and program.objective.maximize:
        return math.floor(bound + _TOLERANCE) <= objective
    return math.ceil(bound - _TOLERANCE) >= objective
