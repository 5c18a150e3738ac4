"""SCIP and HiGHS as they come inside OR-Tools, in a process of their own."""

from __future__ import annotations

import json
import math
import re
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import GENERAL, Feature, Options, installed, refusal_error, unable
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.jobs.process import ChildRun, ending
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling.judging import dual_bound
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.limits import Trust
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.step import PassTrace
from ilpuzzles.solvers.linear.run import Method, solve_linear
from ilpuzzles.solvers.mathopt import child as mathopt_child
from ilpuzzles.solvers.mathopt.run import arrays_of, goal_of, run_in, status_of
from ilpuzzles.solvers.mip.solving import (
    MipAnswer,
    Said,
    exact_values,
    failure,
    hearer,
    interrupted,
    solve_by_mip,
    stated,
    steps_by_mip,
)

_LIMITS = {
    "UNSPECIFIED": Limit.NONE,
    "TIME": Limit.TIME,
    "NODE": Limit.NODES,
    "MEMORY": Limit.MEMORY,
    "SOLUTION": Limit.SOLUTIONS,
    "INTERRUPTED": Limit.INTERRUPTED,
}


Doubles: TypeAlias = npt.NDArray[np.float64]

# What SCIP and HiGHS say of parameters.
_REFUSAL = re.compile(r"ERROR: +(?:wrong parameter type - )?(.*(?:parameter|[Oo]ption).*)")


def read_answer(
    name: str, run: ChildRun, program: Program, folder: Path, *, own: bool = False
) -> MipAnswer:
    """The answer that a solver's process has left in its folder, or what failed, or is missing.

    What it says of parameters of its `own` that it refuses is a `BackendError`.
    """
    if run.killed:
        return MipAnswer(Status.UNKNOWN, Limit.TIME, memory=run.memory)
    if run.returncode != 0 and (refusal := _REFUSAL.findall(run.log)) and own:
        raise refusal_error(name, refusal[-1])
    if run.returncode != 0:
        said = f" ({ending(run.returncode)})" if run.returncode < 0 else ""
        return failure(f"{name} ended with exit code {run.returncode}{said}", run, folder)
    try:
        said = json.loads((folder / "answer.json").read_text())
        numbers = np.frombuffer((folder / "values.bin").read_bytes(), dtype=np.float64)
        bound = float(said["bound"])
        begun = float(said["begun"])
        status, limit = status_of(said), _LIMITS.get(said["limit"], Limit.NONE)
        if status is None:
            what = f"{name} says {said['reason']}: {said['detail']}"
            raise BackendError(what, "try another backend")
        if len(numbers) != said["values"]:
            raise BackendError(f"{name}'s values are cut short", "is the disk full?")
        values = None
        if status in {Status.OPTIMAL, Status.FEASIBLE}:
            if len(numbers) != program.variables:
                what = f"{name} reported a solution but returned no values"
                raise BackendError(what, "try another backend")
            values = exact_values(numbers, program, name)
    except BackendError as error:
        return failure(str(error), run, folder)
    except (OSError, ValueError, KeyError, TypeError):
        return failure(f"{name} left no complete answer; is the disk full?", run, folder)
    known = bound if math.isfinite(bound) else None
    return MipAnswer(status, limit, values, known, said["nodes"], run.memory, begun)


def read_scip_line(line: str) -> Said:
    """The incumbent and the bound in a line of SCIP's log: its last columns but two.

    Example:
        >>> read_scip_line("r 0.2s|1|0|28|-|locks|0|8|9|9|0|0|0|0|-9.316388e+02| 1.8e+03| Inf|?")
        (1800.0, -931.6388)
        >>> read_scip_line("presolving:")
        (None, None)
    """
    columns = line.split("|")
    if len(columns) != _SCIP_COLUMNS:
        return None, None
    return stated(columns[-3]), stated(columns[-4])


def read_highs_line(line: str) -> Said:
    """The incumbent and the bound in a line of HiGHS's log.

    It may begin with a letter for the source of an incumbent.

    Example:
        >>> read_highs_line(" S 0  0  0  0.00%  -818.4763778  1460.928667  156%  87  13  0  9 1.7s")
        (1460.928667, -818.4763778)
        >>> read_highs_line("Presolving model")
        (None, None)
    """
    columns = line.split()[-_HIGHS_COLUMNS:]
    if len(columns) != _HIGHS_COLUMNS or not columns[3].endswith("%"):
        return None, None
    return stated(columns[5]), stated(columns[4])


# Without the letter.
_SCIP_COLUMNS, _HIGHS_COLUMNS = 18, 12
_READERS = {"scip": read_scip_line, "highs": read_highs_line}


# Both compute in doubles. With coefficients of 10^7 both have broken rows of small random models,
# with 10^6 neither has in a thousand. SCIP broke rows, or found no solution, for 1 of 100 tight
# programs at an activity of 10^10, and for none of 300 at 10^9; for HiGHS see `mathopt_child`.
_TRUST = Trust(coefficients=10**6, activity=10**9, costs=10**6)
_FEATURES = GENERAL | {Feature.NODE_LIMIT, Feature.CONTINUOUS, Feature.PARAMETERS}


@dataclass(frozen=True, slots=True)
class MathOptBackend:
    """A MIP solver of OR-Tools."""

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
        """Looks for the best solution; see `Backend.solve`."""
        if not self.available():
            raise BackendMissingError(f"backend {self.name} is not installed", self.needs)
        if options.workers > 1 and Feature.WORKERS not in self.features:
            raise unable(self.name, "several workers", "leave them out, or use cpsat, cbc or highs")
        run, version = partial(_run, self.name), self.version()
        return solve_by_mip(program, options, run, name=self.name, version=version, trust=_TRUST)

    def steps(self, program: Program) -> PassTrace:
        """Runs the passes before a search; see `TellsSteps.steps`."""
        return steps_by_mip(program, _TRUST)

    def native(self, program: Program) -> Any:
        """The program as a `mathopt.Model`, with the columns as its variables 0, 1, 2, ..."""
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - slow, and only wanted here

        program = linearised(program)
        arrays = {name: numbers.tolist() for name, numbers in arrays_of(program).items()}
        return mathopt.Model.from_model_proto(mathopt_child.model_proto(arrays, **goal_of(program)))


class ScipBackend(MathOptBackend):
    """SCIP; it has no parallel search here."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("scip", _FEATURES)


class HighsBackend(MathOptBackend):
    """HiGHS."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("highs", _FEATURES | {Feature.WORKERS})


def _run(name: str, program: Program, options: Options, again: bool) -> tuple[MipAnswer, float]:
    if name == "highs" and program.is_linear() and not options.params.get(name):
        return _run_linear(program, options, again)
    with private_folder() as folder:
        heard = hearer(program, options, _READERS[name], until=mathopt_child.UNHEARD)
        begun = time.perf_counter()
        try:
            run, written = run_in(folder, name, program, options, again=again, heard=heard)
        except KeyboardInterrupt as interruption:
            return interrupted(_best_left(name, program, folder), interruption), begun
        ended = time.perf_counter()
        answer = read_answer(name, run, program, folder, own=bool(options.params.get(name)))
        # Starting Python, and loading OR-Tools once more, takes longer than many a search. All
        # processes have the same clock; should a system be different, it was in between.
        return answer, min(max(written, answer.begun or written), ended)


def _best_left(name: str, program: Program, folder: Path) -> MipAnswer | None:
    """The best solution that a process has left that was asked to stop; None if there is none."""
    if (folder / "answer.json").exists():
        return read_answer(name, ChildRun(0, "", False, 0.0, 0.0, 0), program, folder)
    try:
        text = (folder / mathopt_child.IMPROVING).read_text(encoding="utf-8", errors="replace")
        numbers = read_improving(text, program.variables)
        if numbers is None:
            return None
        return MipAnswer(Status.FEASIBLE, values=exact_values(numbers, program, name))
    except (OSError, ValueError, BackendError):
        return None


def read_improving(text: str, variables: int) -> Doubles | None:
    r"""Reads the last whole solution of so many columns out of HiGHS's file of better ones.

    Example:
        >>> lines = ["Objective 7", "# Columns -2", " 1 0", " 2.5 3", "Objective 5", "# Columns -1"]
        >>> text = "\n".join(lines)
        >>> read_improving(text, 4).tolist()
        [1.0, 0.0, 0.0, 2.5]
    """
    found = None
    for part in text.split("# Columns")[1:]:
        count, *lines = part.splitlines()
        entries = [line.split() for line in lines if not line.startswith("Objective")]
        # In a list of all, or of those that are not 0.
        if len(entries) < abs(int(count)):
            break
        numbers = np.zeros(variables)
        for place, (value, *label) in enumerate(entries[: abs(int(count))]):
            numbers[int(label[-1]) if label else place] = float(value)
        found = numbers
    return found


def _run_linear(program: Program, options: Options, again: bool) -> tuple[MipAnswer, float]:
    """A linear program by HiGHS's simplex method; by GLOP where it is to be solved another way."""
    handed = time.perf_counter()
    method = Method.GLOP if again else Method.SIMPLEX
    try:
        found = solve_linear(program, options, method=method)
    except BackendError as error:
        return MipAnswer(Status.ERROR, message=str(error)), handed
    limit = Limit.TIME if found.status is Status.UNKNOWN else Limit.NONE
    if found.status is not Status.OPTIMAL:
        return MipAnswer(found.status, limit), handed
    values = exact_values(found.values, program, "highs")
    # Not HiGHS's own objective, which would agree with itself.
    bound = dual_bound(program, found.duals)
    return MipAnswer(Status.OPTIMAL, values=values, bound=bound, nodes=0, basis=found.basis), handed
