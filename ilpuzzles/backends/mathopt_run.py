"""A run of MathOpt's process: what it gets, and GLOP's basis of a linear program."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends import mathopt_child
from ilpuzzles.backends.interface import Options, hinted, installed
from ilpuzzles.backends.linear import Basis
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, BackendMissingError, Problem
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.jobs.process import ChildRun, Hearer, with_grace
from ilpuzzles.jobs.temporary_files import model_written, private_folder
from ilpuzzles.modelling.numbers import Number, NumberArray, doubles, plain
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY


def goal_of(program: Program) -> dict[str, Any]:
    """What a request says of the objective besides its terms."""
    goal = program.objective
    if goal is None:
        return {"maximize": False, "constant": 0.0}
    return {"maximize": goal.maximize, "constant": goal.in_doubles()[1]}


def arrays_of(program: Program, hint: Mapping[int, Number]) -> dict[str, np.ndarray[Any, Any]]:
    """What the child gets, by the names of `mathopt_child.ARRAYS`."""
    rows = program.rows
    owner = rows.owners()
    order = np.lexsort((rows.columns, owner))
    objective = program.objective
    none = np.zeros(0, dtype=np.int64)
    columns, costs = (objective.columns, objective.in_doubles()[0]) if objective else (none, none)
    ascending = np.argsort(columns)
    coefficients, row_lower, row_upper = rows.in_doubles()
    return {
        "integers": program.whole().astype(np.int64),
        "lower": _infinite(program.lower),
        "upper": _infinite(program.upper),
        "row_lower": row_lower,
        "row_upper": row_upper,
        "row_ids": owner[order],
        "column_ids": rows.columns[order],
        "coefficients": coefficients[order],
        "objective_ids": columns[ascending],
        "objective_values": costs[ascending].astype(np.float64),
        "hint_ids": np.array(list(hint), dtype=np.int64),
        "hint_values": np.array([float(value) for value in hint.values()]),
    }


def _infinite(bounds: NumberArray) -> np.ndarray[Any, np.dtype[np.float64]]:
    numbers = doubles(bounds)
    numbers[bounds == MINUS_INFINITY] = -np.inf
    numbers[bounds == PLUS_INFINITY] = np.inf
    return numbers


def run_in(
    folder: Path,
    name: str,
    program: Program,
    options: Options,
    *,
    again: bool,
    heard: Hearer | None = None,
) -> tuple[ChildRun, float]:
    """Lets a solver write its answer into a folder; also when it was handed over.

    Its log comes line by line as it searches, if somebody has to hear it.
    """
    request = {
        "solver": name,
        "again": again,
        "mixed": program.is_mixed(),
        **goal_of(program),
        "seed": options.seed,
        "gap": options.gap,
        "workers": options.workers,
        "node_limit": options.node_limit,
        "time_limit": options.time_limit,
        "heard": heard is not None,
        "path": sys.path,
    }
    with model_written(name):
        for part, numbers in arrays_of(program, hinted(program, options)).items():
            (folder / f"{part}.bin").write_bytes(numbers.tobytes())
        (folder / "request.json").write_text(json.dumps(request))
    written = time.perf_counter()
    child = Path(mathopt_child.__file__).resolve()
    how: dict[str, Any] = {"verbose": options.verbose, "heard": heard, "stopped": options.stopped}
    return run_program(child, folder, limit=with_grace(options.time_limit), **how), written


@dataclass(frozen=True, slots=True, eq=False)
class LinearAnswer:
    """What GLOP said of a linear program: its doubles as exact numbers, and its basis.

    Without an optimum, there are neither. Duals are those of `linear.Vertex`.
    """

    status: Status
    values: NumberArray
    duals: NumberArray
    reduced: NumberArray
    basis: Basis | None = None


def solve_linear(program: Program, options: Options, solver: str = "glop") -> LinearAnswer:
    """Solves a linear program by GLOP, as if all columns were continuous.

    Raises:
        BackendMissingError: If OR-Tools is not installed.
        BackendError: If GLOP fails.
    """
    if installed("ortools") is None:
        raise BackendMissingError(
            Problem("OR-Tools is not installed", 'pip install "ortools>=9.15"')
        )
    none = np.zeros(0, dtype=object)
    with private_folder() as folder:
        run, _ = run_in(folder, solver, program, options, again=False)
        if run.killed:
            return LinearAnswer(Status.UNKNOWN, none, none, none)
        try:
            said = json.loads((folder / "answer.json").read_text())
            parts = [_exactly(folder / f"{name}.bin") for name in ("values", "duals", "reduced")]
            places = np.frombuffer((folder / "basis.bin").read_bytes(), dtype=np.int64)
        except (OSError, ValueError):
            what = f"{solver} ended with exit code {run.returncode}"
            raise BackendError(Problem(what, "scale the numbers of the model")) from None
    sizes = program.variables, len(program.rows), program.variables
    status = _STATUSES.get(said["relaxed"] or said["reason"], Status.ERROR)
    if said["relaxed"] and status is Status.OPTIMAL:
        # It was infeasible or unbounded, and there is a solution.
        status = Status.UNBOUNDED
    if status is not Status.OPTIMAL or tuple(map(len, parts)) != sizes:
        if status in {Status.OPTIMAL, Status.ERROR}:
            what = f"{solver} says {said['reason']}: {said['detail']}"
            raise BackendError(Problem(what, "scale the numbers of the model"))
        return LinearAnswer(status, none, none, none)
    known = len(places) == program.variables + len(program.rows)
    basis = Basis(places[: program.variables], places[program.variables :]) if known else None
    values, duals, reduced = parts
    return LinearAnswer(status, values, duals, reduced, basis)


_STATUSES = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
    "NO_SOLUTION_FOUND": Status.UNKNOWN,
    "FEASIBLE": Status.UNKNOWN,
}


def _exactly(path: Path) -> NumberArray:
    """The doubles in a file as the exact numbers that they are."""
    numbers = np.frombuffer(path.read_bytes(), dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(path)
    found = np.empty(len(numbers), dtype=object)
    found[:] = [plain(Fraction(number)) for number in numbers.tolist()]
    return found


def find_basis(program: Program, time_limit: float | None = None) -> Basis | None:
    """The basis in which GLOP solves a linear program, if it does."""
    try:
        return solve_linear(program, Options(time_limit=time_limit)).basis
    except BackendError:
        return None
