"""Asks questions about models in files."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ilpuzzles.asking.files import CoverModel, FileModel, open_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import one_line
from ilpuzzles.experiments.answer import About, Answer
from ilpuzzles.experiments.experiments import Experiment, own_puzzle
from ilpuzzles.modelling.numbers import Number, data_of, text_of
from ilpuzzles.modelling.precision import without_noise
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.query_results import ending
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import BackendLike, Task


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ModelAnswer(Answer):
    """The answer to the question that a model file asks."""

    model: Model

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.result.values is not None

    def values(self) -> dict[str, Number]:
        """The variables that are not 0, by their names; of a saved model no auxiliary ones.

        Where values are in doubles, what is 0 within 1e-9 is 0.
        """
        values = self.result.values
        if values is None:
            return {}
        if not isinstance(self.model, FileModel):
            named = self.model.program().values_by_name(values)
        else:
            named = dict(zip(self.model.names, values.tolist(), strict=True))
        return without_noise(named, exact=self.result.exact)

    def bound(self) -> float | None:
        """What the objective cannot be better than, if the backend knows."""
        bound = self.result.bound
        return bound if bound is not None and math.isfinite(bound) else None

    def is_settled(self) -> bool:
        """Whether there is a solution: of a best one any will do, as far as the exit code goes."""
        return bool(self)

    def describe_answer(self) -> str:
        """What was found, in words; empty for nothing."""
        if not self:
            return ""
        limit = "it was interrupted" if self.limit is Limit.INTERRUPTED else ending(self.limit)
        more = f", but {limit}: a better solution may exist"
        return f"solved{more if self.status is Status.FEASIBLE else ''}"

    def text(self) -> str:
        """The status, the objective, and the variables that are not 0, a line each.

        For the matrix of an exact cover problem a line says which rows are chosen.
        """
        lines = [f"status: {self.status.value}"]
        if self.result.objective is not None:
            lines.append(f"objective: {text_of(self.result.objective)}")
            bound = self.bound()
            if self.status is Status.FEASIBLE and bound is not None:
                lines.append(f"bound: {bound:.15g}")
            gap = self.result.relative_gap
            if self.status is Status.FEASIBLE and gap is not None:
                lines.append(f"gap: {100 * gap:.3g} %")
        if isinstance(self.model, CoverModel) and self.result.values is not None:
            lines.append(f"rows: {self.model.chosen(self.result.values)}")
        lines += [f"{name} = {text_of(value)}" for name, value in self.values().items()]
        if self.result.missed is not None:
            lines.append(f"within 1e-9 of what is asked: {self.result.missed}")
        return "\n".join(map(one_line, lines))

    def verified_by(self) -> list[str]:
        """Which checks the solution has passed, and the backend that has confirmed it."""
        return [*(["rows"] if self.result.checked else []), *self.confirmed_by()]

    def describe_question(self) -> str:
        """The question in words."""
        return "a best solution" if self.result.objective is not None else "a solution"

    def describe_search(self) -> str:
        """What the backend did, as a participle: solved, proved, ..."""
        return "solved" if self.verdict() == "solved" else Answer.describe_search(self)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; `values` holds the variables that are not 0.

        Where the file was read in a way that the user should know, `notes` says so.
        """
        objective = self.result.objective
        notes = self.model.notes if isinstance(self.model, FileModel) else ()
        return {
            "file": self.subject.name,
            **self.outcome(),
            "objective": None if objective is None else data_of(objective),
            "bound": self.bound(),
            "exact": self.result.exact,
            "values": {n: data_of(v) for n, v in self.values().items()} if self else None,
            **self.about.figures(),
            "checked": self.result.checked,
            "verified_by": self.verified_by(),
        } | ({"notes": list(notes)} if notes else {})


def solve_file(
    file: str | Path,
    backend: BackendLike = "auto",
    options: Options | None = None,
    *,
    exact: bool = False,
    watch: Watch | None = None,
) -> ModelAnswer:
    """Solves the model in an LP, MPS, OPB or matrix file, or a saved one.

    Args:
        file: A file that `open_model` opens.
        backend: The name of a backend, or `auto`: then models with variables without bounds go to
            CBC, since CP-SAT takes none.
        options: How to search.
        exact: Whether numbers are exact whatever their digits, so that none is measured.
        watch: Called with the progress now and then; see `ilpuzzles.queries.solve_model`.

    Returns:
        The answer. A solution in it satisfies every row of the file, a measured one within its
        tolerance.

    Raises:
        InputError: If the file is wrong.
        BackendError: If a solver is missing.
        CheckError: If the solver's values do not satisfy the rows.
        Interrupted: On Ctrl-C, with the best solution so far, if there is one.
    """
    return solve_experiment(file_experiment(file, backend, options, exact=exact), watch=watch)


def solve_experiment(experiment: Experiment, *, watch: Watch | None = None) -> ModelAnswer:
    """Solves what `file_experiment` has prepared; see `solve_file`."""
    model = experiment.formulated.model

    def answer(about: About, result: Result) -> ModelAnswer:
        return ModelAnswer(about, result, model)

    return experiment.run(solve_model, answer, Task.ONE, watch=watch)


def file_experiment(
    file: str | Path,
    backend: BackendLike = "auto",
    options: Options | None = None,
    *,
    exact: bool = False,
) -> Experiment:
    """Prepares a model in a file for questions; the arguments are those of `solve_file`.

    A solution of a matrix is a `ChosenRows`, one of any other file the variables by their names.
    """
    start = time.perf_counter()
    model = open_model(file, exact=exact)
    asked = own_puzzle(model, name=str(file), backend=backend, options=options)
    if isinstance(model, CoverModel):
        asked = replace(asked, formulated=Formulated(model, model.chosen, partial=model.known))
    return replace(asked, load_seconds=time.perf_counter() - start)
