"""SCIP and HiGHS as they come inside OR-Tools, in a process of their own."""

from __future__ import annotations

import json
import sys
import time
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends import mathopt_child
from ilpuzzles.backends.interface import Feature, Options, unable
from ilpuzzles.backends.mathopt_answer import read_answer
from ilpuzzles.backends.mip import Answer, solve_by_mip
from ilpuzzles.backends.packages import installed
from ilpuzzles.backends.prepare import hinted
from ilpuzzles.backends.result import Result
from ilpuzzles.backends.trust import Trust
from ilpuzzles.errors import BackendError, BackendMissingError, Problem
from ilpuzzles.jobs import private_folder
from ilpuzzles.jobs.process import run_child, with_grace
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program, linearised

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


def _run(name: str, program: Program, options: Options, *, again: bool) -> tuple[Answer, float]:
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
