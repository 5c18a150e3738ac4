"""Reads what the MathOpt child wrote, strictly: half an answer is an error, never an answer."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends.mip import Answer, failure, whole_values
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs.process import ChildRun
from ilpuzzles.modelling import IntArray, Program

_REASONS = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
    "FEASIBLE": Status.FEASIBLE,
    "NO_SOLUTION_FOUND": Status.UNKNOWN,
}

_LIMITS = {
    "UNSPECIFIED": Limit.NONE,
    "TIME": Limit.TIME,
    "NODE": Limit.NODES,
    "MEMORY": Limit.MEMORY,
    "SOLUTION": Limit.SOLUTIONS,
    "INTERRUPTED": Limit.INTERRUPTED,
}


def read_answer(name: str, run: ChildRun, program: Program, folder: Path) -> Answer:
    """Reads the answer of a child.

    Args:
        name: The name of the solver.
        run: How the child ended.
        program: The program that it was given.
        folder: Where it wrote its answer.

    Returns:
        The answer; if the child failed or something is missing, that is what it says.

    Raises:
        BackendError: If it has failed in a folder that cannot be written.
    """
    if run.killed:
        return Answer(Status.UNKNOWN, Limit.TIME, memory=run.memory)
    if run.returncode != 0:
        return failure(f"{name} ended with exit code {run.returncode}", run, folder)
    try:
        said = json.loads((folder / "answer.json").read_text())
        numbers = np.frombuffer((folder / "values.bin").read_bytes(), dtype=np.float64)
        bound = float(said["bound"])
        seconds = float(said["seconds"])
        status, limit = _ending(name, said)
        values = _values(name, said, status, numbers, program)
    except BackendError as error:
        return failure(str(error), run, folder)
    except (OSError, ValueError, KeyError, TypeError):
        return failure(f"{name} left no complete answer; is the disk full?", run, folder)
    known = bound if math.isfinite(bound) else None
    return Answer(status, limit, values, known, said["nodes"], run.memory, seconds)


def _ending(name: str, said: dict[str, Any]) -> tuple[Status, Limit]:
    """What the solver says is known, and which limit it hit."""
    limit = _LIMITS.get(said["limit"], Limit.NONE)
    status = _REASONS.get(said["relaxed"] or said["reason"])
    if status is None:
        raise BackendError(
            Problem(f"{name} says {said['reason']}: {said['detail']}", "try another backend")
        )
    if said["relaxed"] and status in {Status.OPTIMAL, Status.FEASIBLE}:
        # It was infeasible or unbounded, and there is a solution.
        return Status.UNBOUNDED, Limit.NONE
    return status, limit


def _values(
    name: str,
    said: dict[str, Any],
    status: Status,
    numbers: np.ndarray[Any, np.dtype[np.float64]],
    program: Program,
) -> IntArray | None:
    """One whole number per column, if there is a solution."""
    if len(numbers) != said["values"]:
        raise BackendError(Problem(f"{name}'s values are cut short", "is the disk full?"))
    if status not in {Status.OPTIMAL, Status.FEASIBLE}:
        return None
    if len(numbers) != program.variables:
        raise BackendError(Problem(f"{name} found a solution and left none", "try another backend"))
    return whole_values(numbers, name)
