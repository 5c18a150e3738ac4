"""A run of MathOpt's process: what it gets, and GLOP's basis of a linear program."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ilpuzzles.backends import mathopt_child
from ilpuzzles.backends.interface import Options, hinted
from ilpuzzles.backends.linear import Basis
from ilpuzzles.backends.solver_process import kill_after, model_written
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.jobs.process import ChildRun
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling.numbers import Number, NumberArray, doubles
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
    folder: Path, name: str, program: Program, options: Options, *, again: bool
) -> tuple[ChildRun, float]:
    """Lets a solver write its answer into a folder; also when it was handed over."""
    request = {
        "solver": name,
        "again": again,
        **goal_of(program),
        "seed": options.seed,
        "gap": options.gap,
        "workers": options.workers,
        "node_limit": options.node_limit,
        "time_limit": options.time_limit,
        "path": sys.path,
    }
    with model_written(name):
        for part, numbers in arrays_of(program, hinted(program, options)).items():
            (folder / f"{part}.bin").write_bytes(numbers.tobytes())
        (folder / "request.json").write_text(json.dumps(request))
    written = time.perf_counter()
    child = Path(mathopt_child.__file__).resolve()
    run = run_program(child, folder, limit=kill_after(options), verbose=options.verbose)
    return run, written


def find_basis(program: Program, time_limit: float | None = None) -> Basis | None:
    """Solves a linear program by GLOP, as if all columns were continuous.

    Returns:
        The basis in which it ends, if it has found the optimum.
    """
    options = Options(time_limit=time_limit)
    with private_folder() as folder:
        run, _ = run_in(folder, "glop", program, options, again=False)
        try:
            said = json.loads((folder / "answer.json").read_text())
            places = np.frombuffer((folder / "basis.bin").read_bytes(), dtype=np.int64)
        except (OSError, ValueError):
            return None
    if run.returncode or said["reason"] != "OPTIMAL" or not len(places):
        return None
    return Basis(places[: program.variables], places[program.variables :])
