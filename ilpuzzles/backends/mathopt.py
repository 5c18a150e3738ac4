"""SCIP and HiGHS as they come inside OR-Tools, in a process of their own."""

from __future__ import annotations

import json
import math
import sys
import time
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends import mathopt_child
from ilpuzzles.backends.interface import Feature, Options, installed, unable
from ilpuzzles.backends.mip import MipAnswer, failure, hinted, solve_by_mip, whole_values
from ilpuzzles.backends.narrowing import Trust
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, BackendMissingError, Problem
from ilpuzzles.jobs.files import private_folder
from ilpuzzles.jobs.process import ChildRun, run_child, with_grace
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray

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


def read_answer(name: str, run: ChildRun, program: Program, folder: Path) -> MipAnswer:
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
        return MipAnswer(Status.UNKNOWN, Limit.TIME, memory=run.memory)
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
    return MipAnswer(status, limit, values, known, said["nodes"], run.memory, seconds)


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


# Both compute in doubles. With coefficients of 10^7 both have broken rows of small random models,
# with 10^6 neither has in a thousand. SCIP broke rows, or found no solution, for 1 of 100 tight
# programs at an activity of 10^10, and for none of 300 at 10^9; for HiGHS see `mathopt_child`.
_TRUST = Trust(coefficients=10**6, activity=10**9, costs=10**6)

_FEATURES = frozenset(
    {
        Feature.OPTIMISE,
        Feature.SEED,
        Feature.GAP,
        Feature.NODE_LIMIT,
        Feature.HINT,
        Feature.ANY_ROWS,
    }
)


@dataclass(frozen=True, slots=True)
class MathOptBackend:
    """A MIP solver of OR-Tools.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.maximize(x.dot([5, 7, 6]))
        >>> result = ScipBackend().solve(model.program(), Options())
        >>> result.status.value, result.objective, result.values.tolist()
        ('optimal', 7, [0, 1, 0])
    """

    name: str
    features: frozenset[Feature]
    needs: str = 'pip install "ortools>=9.15"'

    def available(self) -> bool:
        """Whether OR-Tools is installed."""
        return installed("ortools") is not None

    def version(self) -> str:
        """The version of OR-Tools that the solver comes in."""
        return f"in OR-Tools {installed('ortools')}"

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`.

        Raises:
            BackendError: If it is asked for several workers and has none.
        """
        if not self.available():
            raise BackendMissingError(Problem(f"backend {self.name} is missing", self.needs))
        if options.workers > 1 and Feature.WORKERS not in self.features:
            raise unable(self.name, "workers", "leave them out, or use cpsat, cbc or highs")
        return solve_by_mip(
            program,
            options,
            lambda linear, how, again: _run(self.name, linear, how, again=again),
            name=self.name,
            version=self.version(),
            trust=_TRUST,
        )

    def native(self, program: Program) -> Any:
        """The program as a `mathopt.Model`, with the columns as its variables 0, 1, 2, ..."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - slow, and only wanted here

        program = linearised(program)
        arrays = {
            name: array(mathopt_child.ARRAYS[name], numbers.tolist())
            for name, numbers in _arrays(program, {}).items()
        }
        return mathopt.Model.from_model_proto(
            mathopt_child.model_proto(
                arrays, maximize=_maximize(program), constant=_constant(program)
            )
        )


class ScipBackend(MathOptBackend):
    """SCIP; it has no parallel search here."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("scip", _FEATURES)


class HighsBackend(MathOptBackend):
    """HiGHS.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.maximize(x.dot([5, 7, 6]))
        >>> HighsBackend().solve(model.program(), Options(workers=2)).objective
        7
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("highs", _FEATURES | {Feature.WORKERS})


def _constant(program: Program) -> float:
    return 0.0 if program.objective is None else float(program.objective.constant)


def _maximize(program: Program) -> bool:
    return program.objective is not None and program.objective.maximize


def _arrays(program: Program, hint: dict[int, int]) -> dict[str, np.ndarray[Any, Any]]:
    """What the child gets, by the names of `mathopt_child.ARRAYS`."""
    rows = program.rows
    owner = rows.owners()
    order = np.lexsort((rows.columns, owner))
    objective = program.objective
    none = np.zeros(0, dtype=np.int64)
    columns, costs = (objective.columns, objective.coefficients) if objective else (none, none)
    ascending = np.argsort(columns)
    return {
        "lower": _infinite(program.lower),
        "upper": _infinite(program.upper),
        "row_lower": _infinite(rows.lower),
        "row_upper": _infinite(rows.upper),
        "row_ids": owner[order],
        "column_ids": rows.columns[order],
        "coefficients": rows.coefficients[order].astype(np.float64),
        "objective_ids": columns[ascending],
        "objective_values": costs[ascending].astype(np.float64),
        "hint_ids": np.array(list(hint), dtype=np.int64),
        "hint_values": np.array(list(hint.values()), dtype=np.float64),
    }


def _infinite(bounds: IntArray) -> np.ndarray[Any, np.dtype[np.float64]]:
    numbers = bounds.astype(np.float64)
    numbers[bounds == MINUS_INFINITY] = -np.inf
    numbers[bounds == PLUS_INFINITY] = np.inf
    return numbers


def _run(name: str, program: Program, options: Options, *, again: bool) -> tuple[MipAnswer, float]:
    request = {
        "solver": name,
        "again": again,
        "maximize": _maximize(program),
        "constant": _constant(program),
        "seed": options.seed,
        "gap": options.gap,
        "workers": options.workers,
        "node_limit": options.node_limit,
        "time_limit": options.time_limit,
        "path": sys.path,
    }
    with private_folder() as folder:
        try:
            for part, numbers in _arrays(program, hinted(program, options)).items():
                (folder / f"{part}.bin").write_bytes(numbers.tobytes())
            (folder / "request.json").write_text(json.dumps(request))
        except OSError as error:
            raise BackendError(
                Problem(
                    f"the model for {name} cannot be written ({error.strerror})", "free some space"
                )
            ) from None
        written = time.perf_counter()
        run = run_child(
            [sys.executable, "-I", "-S", str(Path(mathopt_child.__file__).resolve())],
            folder,
            limit=None if options.time_limit is None else with_grace(options.time_limit),
            verbose=options.verbose,
        )
        answer = read_answer(name, run, program, folder)
        # Starting Python, and loading OR-Tools once more, takes longer than many a search.
        if answer.seconds is None:
            return answer, written
        return answer, max(written, time.perf_counter() - answer.seconds)
