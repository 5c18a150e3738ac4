"""A run of MathOpt's process, and what it gets."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.backends.interface import Clock, Options, hinted, own_parameters
from ilpuzzles.backends.result import Status
from ilpuzzles.jobs.forking import Notes, run_program
from ilpuzzles.jobs.process import PARTING_SECONDS, ChildRun, Hearer, with_grace
from ilpuzzles.jobs.temporary_files import model_written
from ilpuzzles.modelling.program import Program
from ilpuzzles.solvers.mathopt import child as mathopt_child

Array: TypeAlias = np.ndarray[Any, Any]
Arrays: TypeAlias = dict[str, Array]


def goal_of(program: Program) -> dict[str, Any]:
    """The fields of a request for the objective, besides its terms."""
    goal = program.objective
    if goal is None:
        return {"maximize": False, "constant": 0.0}
    return {"maximize": goal.maximize, "constant": goal.in_doubles()[1]}


def arrays_of(program: Program) -> Arrays:
    """The program as the child knows it, by the names of `mathopt_child.ARRAYS`."""
    rows = program.rows
    owner, columns = rows.owners(), rows.columns
    objective = program.objective
    none = np.zeros(0, dtype=np.int64)
    priced, costs = (objective.columns, objective.in_doubles()[0]) if objective else (none, none)
    ascending = np.argsort(priced)
    coefficients, row_lower, row_upper = rows.in_doubles()
    back = ((np.diff(columns) <= 0) & (np.diff(owner) == 0)).nonzero()[0]
    if len(back):
        # Those of the rows that do not ascend.
        wrong = np.zeros(len(rows), dtype=bool)
        wrong[owner[back]] = True
        places = wrong[owner].nonzero()[0]
        order = places[np.lexsort((columns[places], owner[places]))]
        columns, coefficients = columns.copy(), coefficients.copy()
        columns[places], coefficients[places] = columns[order], coefficients[order]
    return {
        "integers": program.whole().astype(np.int64),
        "lower": program.lower.in_doubles(),
        "upper": program.upper.in_doubles(),
        "row_lower": row_lower,
        "row_upper": row_upper,
        "row_ids": owner,
        "column_ids": columns,
        "coefficients": coefficients,
        "objective_ids": priced[ascending],
        "objective_values": costs[ascending].astype(np.float64),
    }


# More than this, in bytes, is sent anew each time.
_REMEMBERED = 1 << 28


def difference(known: Array, new: Array) -> tuple[tuple[int, ...], list[Array]]:
    """The changes that turn a known array into a new one.

    Returns where a part of it is to be replaced, how long that is, how many numbers before it are
    others, and how many come instead of the part; then the places, the numbers, and the part.

    Example:
        >>> sizes, parts = difference(np.arange(9), np.array([0, 1, 2, 7, 4, 5, 6, 7, 8, 9, 9, 9]))
        >>> sizes, [part.tolist() for part in parts]
        ((9, 0, 1, 3), [[3], [7], [9, 9, 9]])
        >>> sizes, parts = difference(np.arange(9), np.array([0, 1, 3, 4, 5, 6, 7, 8]))
        >>> sizes, [part.tolist() for part in parts]
        ((2, 1, 0, 0), [[], [], []])
    """
    count = min(len(known), len(new))
    places = np.zeros(0, dtype=np.int64)
    if known is not new:
        places = (known[:count] != new[:count]).nonzero()[0]
    start, end, instead = count, len(known), new[count:]
    if len(places):
        # From the first difference to the last one, seen from the end.
        first = int(places[0])
        rest = count - first
        backwards = (known[len(known) - rest :] != new[len(new) - rest :]).nonzero()[0]
        same = rest - 1 - int(backwards[-1]) if len(backwards) else rest
        between = new[first : len(new) - same]
        if len(between) < 4 * len(places) + len(instead):
            start, end, places, instead = first, len(known) - same, places[:0], between
    sizes = start, end - start, len(places), len(instead)
    return sizes, [places, new[places], instead]


def differences(arrays: Arrays, notes: Notes) -> tuple[dict[str, Any], list[memoryview]]:
    """Compares the arrays of a model with those of the last run of the same process.

    The process keeps the model, and the notes its arrays, which may not change any more.

    Returns:
        What the request says of it, and the bytes that follow.
    """
    known, sizes = notes.get("arrays"), list[tuple[int, ...]]()
    stays = sum(array.nbytes for array in arrays.values()) <= _REMEMBERED
    contents = []
    for name, array in arrays.items():
        array.setflags(write=False)
        differs, parts = difference(known[name] if known else array[:0], array)
        sizes.append(differs)
        contents += [np.ascontiguousarray(part).data for part in parts if len(part)]
    notes["arrays"] = arrays if stays else None
    return {"known": known is not None, "sizes": sizes, "stays": stays}, contents


def _write(folder: Path, request: dict[str, Any], arrays: Arrays, notes: Notes) -> None:
    """Writes a request, and what is new in its model."""
    said, contents = differences(arrays, notes)
    with (folder / "arrays.bin").open("wb") as file:
        for content in contents:
            file.write(content)
    (folder / "request.json").write_text(json.dumps({**request, **said}))


# What options say, and what right answers depend on.
_KEPT = {
    "scip": {"numerics/feastol", "constraints/linear/upgrade/xor", "limits/time"},
    "highs": {
        "mip_feasibility_tolerance",
        "mip_improving_solution_file",
        "primal_feasibility_tolerance",
        "small_matrix_value",
        "threads",
        "time_limit",
    },
}


def run_in(
    folder: Path,
    name: str,
    program: Program,
    options: Options,
    *,
    again: bool = False,
    priced: bool = False,
    heard: Hearer | None = None,
) -> tuple[ChildRun, float]:
    """Lets a solver write its answer into a folder; also when it was handed over.

    Duals and the basis are among it if it is `priced`. Its log comes line by line as it searches,
    if somebody has to hear it.
    """
    hint = hinted(program, options)
    request = {
        "solver": name,
        "again": again,
        "confirms": options.verify is not False,
        "mixed": program.is_mixed() or program.is_measured(),
        **goal_of(program),
        "seed": options.seed,
        "gap": options.gap,
        "workers": options.workers,
        "node_limit": options.node_limit,
        "heard": heard is not None,
        "priced": priced,
        "hint": [(column, float(value)) for column, value in hint.items()],
        "params": own_parameters(name, options, _KEPT.get(name, ())),
        "path": sys.path,
    }
    arrays, written = arrays_of(program), time.perf_counter()
    request["smallest"] = float(np.abs(arrays["coefficients"]).min(initial=1.0))

    clock = Clock(options)

    def write(notes: Notes) -> None:
        nonlocal written
        # To hand the model over has taken time.
        request["time_limit"], request["asked"] = clock.seconds_left(), time.perf_counter()
        with model_written(name):
            _write(folder, request, arrays, notes)
        written = time.perf_counter()

    child = Path(mathopt_child.__file__).resolve()
    how: dict[str, Any] = {"verbose": options.verbose, "heard": heard, "stopped": options.stopped}
    how["parting"] = 0.0 if priced else PARTING_SECONDS
    limit = with_grace(clock.seconds_left())
    # The threads of HiGHS are as many as its first run in a process has had.
    return run_program(
        child, folder, write=write, alike=options.workers, limit=limit, **how
    ), written


_STATUSES = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
    "FEASIBLE": Status.FEASIBLE,
    "NO_SOLUTION_FOUND": Status.UNKNOWN,
}


def status_of(said: dict[str, Any]) -> Status | None:
    """The status that a solver's ending stands for; None if it is not one of the usual endings."""
    status = _STATUSES.get(said["relaxed"] or said["reason"])
    # It was infeasible or unbounded, and there is a solution.
    found = said["relaxed"] and status in {Status.OPTIMAL, Status.FEASIBLE}
    return Status.UNBOUNDED if found else status
