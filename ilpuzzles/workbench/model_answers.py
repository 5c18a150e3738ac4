"""Solves models that somebody else has written: read, solve, check, answer."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ilpuzzles.backends import Interrupted, Limit, Options, Result, Status, Task, choose
from ilpuzzles.modelling import Statistics
from ilpuzzles.modelling.formats.cover_model import CoverModel
from ilpuzzles.modelling.formats.file_model import FileModel
from ilpuzzles.puzzles import Formulated
from ilpuzzles.queries import solve_model
from ilpuzzles.workbench.about import Times
from ilpuzzles.workbench.experiments import Experiment
from ilpuzzles.workbench.model_files import read_model
from ilpuzzles.workbench.solving import own_puzzle


@dataclass(frozen=True, slots=True, eq=False)
class ModelAnswer:
    """The answer to the question that a model file asks.

    Attributes:
        file: The file.
        model: The model in it.
        why: Why this backend was used.
        statistics: How large the model is.
        result: What the backend answered, checked row by row.
        seconds: Where the time went.
    """

    file: str
    model: FileModel
    why: str
    statistics: Statistics
    result: Result
    seconds: Times

    @property
    def status(self) -> Status:
        """What is known; see `Status`."""
        return self.result.status

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.result.values is not None

    def values(self) -> dict[str, int]:
        """The variables that are not 0, by their names in the file."""
        values = self.result.values
        if values is None:
            return {}
        return {
            name: value
            for name, value in zip(self.model.names, values.tolist(), strict=True)
            if value
        }

    def bound(self) -> float | None:
        """What the objective cannot be better than, if the backend knows."""
        bound = self.result.bound
        return bound if bound is not None and math.isfinite(bound) else None

    def text(self) -> str:
        """The status, the objective, and the variables that are not 0, a line each.

        For the matrix of an exact cover problem a line says which rows are chosen.
        """
        lines = [f"status: {self.status.value}"]
        if self.result.objective is not None:
            lines.append(f"objective: {self.result.objective}")
            bound = self.bound()
            if self.status is Status.FEASIBLE and bound is not None:
                lines.append(f"bound: {bound:.15g}")
        if isinstance(self.model, CoverModel) and self.result.values is not None:
            lines.append(f"rows: {self.model.chosen(self.result.values)}")
        lines += [f"{name} = {value}" for name, value in self.values().items()]
        return "\n".join(lines)

    def verdict(self) -> str:
        """The outcome in a sentence."""
        limit = _LIMITS.get(self.result.limit, "the search was stopped")
        return {
            Status.OPTIMAL: "solved",
            Status.FEASIBLE: f"solved, but {limit}: a better solution may exist",
            Status.INFEASIBLE: "proved: there is no solution",
            Status.UNBOUNDED: "proved: there is no best solution, they get better without end",
            Status.UNKNOWN: f"unknown: {limit}; allow more, or try another backend",
            Status.ERROR: f"{self.result.backend} failed: {self.result.message}",
        }[self.status]

    def verified_by(self) -> list[str]:
        """Which checks the solution has passed."""
        return ["rows"] if self.result.checked else []

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; `values` holds the variables that are not 0."""
        result, seconds = self.result, self.seconds
        return {
            "file": self.file,
            "backend": result.backend,
            "backend_version": result.version,
            "status": result.status.value,
            "limit": result.limit.value,
            "complete": result.complete,
            "objective": result.objective,
            "bound": self.bound(),
            "values": self.values() if self else None,
            "model": {
                "variables": self.statistics.variables,
                "rows": self.statistics.rows,
                "nonzeros": self.statistics.nonzeros,
            },
            "seconds": {
                "load": round(seconds.load, 6),
                "build": round(seconds.build, 6),
                "solve": round(seconds.solve, 6),
                "total": round(seconds.total, 6),
            },
            "checked": result.checked,
            "verified_by": self.verified_by(),
        }

    def __repr__(self) -> str:
        return f"<answer to {self.file}: {self.verdict()}>"


_LIMITS = {
    Limit.TIME: "the time limit came first",
    Limit.MEMORY: "the memory limit came first",
    Limit.NODES: "the node limit came first",
    Limit.INTERRUPTED: "it was interrupted",
}


def solve_file(
    file: str | Path, backend: str = "auto", options: Options | None = None
) -> ModelAnswer:
    """Solves a model that somebody else has written.

    Args:
        file: A file in the MPS or LP format, or a matrix; see `read_model`.
        backend: The name of a backend, or `auto`: then models with variables without bounds go to
            CBC, since CP-SAT takes none.
        options: How to search.

    Returns:
        The answer. A solution in it satisfies every row of the file exactly.

    Raises:
        InputError: If the file is wrong.
        BackendError: If a solver is missing.
        CheckError: If the solver's values do not satisfy the rows.
        Interrupted: On Ctrl-C, with the best solution so far, if there is one.
    """
    start = time.perf_counter()
    model = read_model(Path(file))
    read = time.perf_counter()
    choice = choose(backend, model.program(), Task.ONE, options)

    def answer(result: Result) -> ModelAnswer:
        spent, total = result.seconds, time.perf_counter() - start
        seconds = Times(read - start, spent.build + spent.hand_over, spent.solve, total)
        return ModelAnswer(
            str(file), model, choice.why_of(result.backend), model.statistics(), result, seconds
        )

    try:
        return answer(solve_model(model, backend, options))
    except Interrupted as interruption:
        raise Interrupted(answer(interruption.answer)) from interruption


def file_experiment(
    file: str | Path, backend: str = "auto", options: Options | None = None
) -> Experiment:
    """Prepares a model that somebody else has written for questions.

    A solution of a matrix is a `ChosenRows`, one of any other file the variables by their names.

    Args:
        file: A file in the MPS or LP format, or a matrix; see `read_model`.
        backend: The name of a backend, or `auto`, as in `solve_file`.
        options: How to search.

    Raises:
        InputError: If the file is wrong.
        BackendError: If a solver is missing.
    """
    start = time.perf_counter()
    model = read_model(Path(file))
    asked = own_puzzle(model, name=str(file), backend=backend, options=options)
    if isinstance(model, CoverModel):
        asked = replace(asked, formulated=Formulated(model, model.chosen, partial=model.known))
    return replace(asked, load_seconds=time.perf_counter() - start)
