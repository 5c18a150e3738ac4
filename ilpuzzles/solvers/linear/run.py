"""A run of a linear program: by HiGHS in a process that keeps the last one, by GLOP or by PDLP."""

from __future__ import annotations

import json
import pickle
import sys
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import Clock, Options, installed
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.jobs.forking import Notes, run_program
from ilpuzzles.jobs.process import with_grace
from ilpuzzles.jobs.temporary_files import model_written, private_folder
from ilpuzzles.modelling.names import Names
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.faint import require_nothing_lost
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.step import PassTrace, run_passes
from ilpuzzles.solvers.linear import highs_child, vertex_child
from ilpuzzles.solvers.linear.vertex import SMALL, Basis, BasisStatus, Vertex, vertex_of
from ilpuzzles.solvers.mathopt.run import Arrays, differences, goal_of, run_in, status_of

Doubles = npt.NDArray[np.float64]

_PASSES = PIPELINES[SolverKind.DOUBLES].of_each_run


class Method(StrEnum):
    """A method for linear programs: which solver, and how it goes about it."""

    SIMPLEX = "simplex"
    """HiGHS's simplex method, which starts from the last basis of the same model."""
    INTERIOR_POINT = "interior-point"
    """HiGHS's interior point method, with a crossover to a basis."""
    GLOP = "glop"
    """GLOP, the simplex solver of OR-Tools."""
    PDLP = "pdlp"
    """PDLP, the first-order method of OR-Tools: for very large programs, to about six digits."""

    @property
    def has_basis(self) -> bool:
        """Whether its answers have a basis: what exact values and ranging are made from."""
        return self is not Method.PDLP


def _none() -> Doubles:
    return np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class LinearAnswer:
    """A solver's answer to a linear program, in its doubles.

    Without an optimum there are no numbers but those of the ray, if one was asked for.

    Attributes:
        status: Optimal, infeasible, unbounded, or unknown.
        solver: The name of the solver.
        values: The value of every column.
        duals: The dual of every row; see `vertex.Vertex`.
        reduced: The reduced cost of every column.
        basis: Which bounds are tight, where the method says so.
        ray: Where there is no solution, a factor for every row, so that the sum of all rows times
            these contradicts the bounds. Where the objective has no end, a direction of the
            columns. Empty if there is none.
        iterations: The iterations of the simplex method.
    """

    status: Status
    solver: str
    values: Doubles = field(default_factory=_none)
    duals: Doubles = field(default_factory=_none)
    reduced: Doubles = field(default_factory=_none)
    basis: Basis | None = None
    ray: Doubles = field(default_factory=_none)
    iterations: int | None = None


def solve_linear(
    program: Program,
    options: Options,
    *,
    method: Method = Method.SIMPLEX,
    with_ray: bool = False,
) -> LinearAnswer:
    """Solves a linear program, as if all columns were continuous.

    The simplex method of HiGHS starts from the last basis of the same model, if that was solved by
    the same process. Where the library of HiGHS is not found beside OR-Tools, GLOP takes its place.

    Args:
        program: Linear rows.
        options: How long, and the seed.
        method: Which solver, and which of its methods.
        with_ray: Whether a ray is wanted where there is no optimum; of HiGHS alone.

    Raises:
        BackendMissingError: If OR-Tools is not installed.
        BackendError: If the solver fails.
    """
    if installed("ortools") is None:
        raise BackendMissingError("OR-Tools is not installed", 'pip install "ortools>=9.15"')
    trace = run_passes(_PASSES, program)
    require_nothing_lost(trace.program)
    library = highs_library()
    if method in {Method.GLOP, Method.PDLP} or library is None:
        name = "pdlp" if method is Method.PDLP else "glop"
        answer = _solve_by_mathopt(name, trace.program, options)
    else:
        answer = _solve_by_highs(trace.program, options, library, method, with_ray=with_ray)
    return _on_the_way_back(trace, answer)


def solve_continuous(
    program: Program, time_limit: float | None = None
) -> tuple[Status, LinearAnswer | None]:
    """Asks about a linear program: how it stands, and the optimum, if it has one.

    Where one solver fails, another one is asked; where all fail, nothing is known.
    """
    clock = Clock(Options(time_limit=time_limit))
    for method in (Method.SIMPLEX, Method.GLOP):
        left = clock.options()
        if left is None:
            break
        try:
            answer = solve_linear(program, left, method=method)
        except BackendError:
            continue
        return answer.status, answer if answer.status is Status.OPTIMAL else None
    return Status.UNKNOWN, None


def _on_the_way_back(trace: PassTrace, answer: LinearAnswer) -> LinearAnswer:
    """The answer about the program before all passes."""
    ray = answer.ray
    if len(ray) and answer.status is Status.INFEASIBLE:
        ray = trace.contradiction(ray)
    elif len(ray):
        ray = trace.direction(ray)
    if not len(answer.values):
        return replace(answer, ray=ray)
    return replace(
        answer,
        values=trace.values(answer.values),
        duals=trace.duals(answer.duals),
        reduced=trace.reduced_costs(answer.reduced),
        ray=ray,
    )


# HiGHS


@cache
def highs_library() -> str | None:
    """The path of the HiGHS library that OR-Tools ships; None if there is none."""
    package = find_spec("ortools")
    for folder in (package and package.submodule_search_locations) or ():
        for pattern in ("libhighs.so*", "libhighs*.dylib", "highs.dll"):
            for path in sorted(Path(folder, ".libs").glob(pattern)):
                return str(path)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """The last basis that a process has found: where the next run of the same model starts.

    Attributes:
        owner: The model, as long as it is there.
        columns: How many columns the program had.
        numbers: The numbers of its rows in the model, ascending.
        statuses: HiGHS's status of every column, then of every row.
    """

    owner: weakref.ref[Any]
    columns: int
    numbers: IntArray
    statuses: IntArray


# HiGHS's own numbers for `LOWER`, `BASIC`, `UPPER`, a free column that is 0, and not basic.
_LOWER, _BASIC, _UPPER, _ZERO = range(4)
_STATUSES = np.array(
    [
        BasisStatus.LOWER,
        BasisStatus.BASIC,
        BasisStatus.UPPER,
        BasisStatus.FREE,
        BasisStatus.LOWER,
    ],
    dtype=np.int64,
)


def _solve_by_highs(
    program: Program, options: Options, library: str, method: Method, *, with_ray: bool
) -> LinearAnswer:
    request = {
        "library": library,
        "method": "choose" if method is Method.SIMPLEX else "ipm",
        "ray": with_ray,
        "conflict": False,
    }
    said, parts = _run_highs(
        program, options, request, warm=method is Method.SIMPLEX, members=_NO_MEMBERS
    )
    status = _STATUS_OF.get(said["reason"])
    if status is None:
        what = f"highs ends a linear program with {said['reason']}"
        raise BackendError(what, "try the method glop, or scale the numbers of the model")
    columns, basis = program.variables, None
    if "basis" in parts:
        places = _STATUSES[parts["basis"]]
        basis = Basis(places[:columns], places[columns:])
    names = ("values", "duals", "reduced", "ray")
    numbers = {name: parts[name] for name in names if name in parts}
    for name, part in numbers.items():
        if not np.isfinite(part).all():
            raise BackendError(f"highs returned {name} that are not finite", "try the method glop")
    iterations = said.get("iterations")
    return LinearAnswer(status, "highs", basis=basis, iterations=iterations, **numbers)


_NO_MEMBERS = np.zeros(0, dtype=np.int64)


def _run_highs(
    program: Program,
    options: Options,
    request: dict[str, Any],
    *,
    warm: bool,
    members: IntArray,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A run of HiGHS's process: what it says, and its arrays.

    A run that was killed at the limit has found nothing. It starts from the last basis of the same
    model if it is to be `warm`.

    Raises:
        BackendError: If the process fails.
    """
    request = {
        **request,
        **goal_of(program),
        "seed": options.seed,
        "verbose": options.verbose,
        "path": sys.path,
    }
    arrays = {**_arrays_of(program), "start": _NO_MEMBERS, "members": members}
    noted: list[Notes] = []

    clock = Clock(options)

    def write(notes: Notes) -> None:
        request["time_limit"], request["asked"] = clock.seconds_left(), time.perf_counter()
        start = _start_for(program, notes.pop("solved", None)) if warm else None
        if start is not None:
            arrays["start"] = start
        noted[:] = [notes]
        with model_written("highs"):
            said, contents = differences(arrays, notes)
            head = json.dumps({**request, **said}).encode()
            (folder / "request").write_bytes(b"".join([head, b"\n", *contents]))

    limit = with_grace(clock.seconds_left())
    with private_folder() as folder:
        run = run_program(
            _CHILD,
            folder,
            write=write,
            alike="linear",
            limit=limit,
            verbose=options.verbose,
            stopped=options.stopped,
        )
        if run.killed:
            return {"reason": "NO_SOLUTION_FOUND"}, {}
        try:
            content = (folder / "answer").read_bytes()
            end = content.index(b"\n") + 1
            said = json.loads(content[:end])
            parts = _parts(content, end, said["sizes"])
        except (OSError, ValueError, KeyError):
            what = f"highs ended with exit code {run.returncode} on a linear program"
            raise BackendError(what, "try the method glop") from None
    owner = program.names.owner
    if "basis" in parts and owner is not None and noted:
        numbers = program.row_numbers
        noted[0]["solved"] = _Solved(weakref.ref(owner), program.variables, numbers, parts["basis"])
    return said, parts


_CHILD = Path(highs_child.__file__).resolve()


@dataclass(frozen=True, slots=True, eq=False)
class LinearConflict:
    """Members of a linear program that have no solution together, or a solution of all.

    Attributes:
        members: The numbers of the members; None if there is a solution, or nothing is known.
        minimal: Whether there is a witness for each of them.
        witnesses: For each member, values that satisfy all others; of very large programs, for
            some of them.
        solution: Values that satisfy everything, if there are any.
    """

    members: list[int] | None
    minimal: bool = False
    witnesses: Mapping[int, Doubles] = field(default_factory=dict)
    solution: Doubles | None = None


def find_conflict(program: Program, members: IntArray, options: Options) -> LinearConflict | None:
    """Finds members of a linear program that have no solution together, each of them needed.

    The ray of an infeasible program is the first guess; leaving out one member after the other
    makes it minimal, each time from the basis of the time before.

    Args:
        program: Linear rows; all columns count as continuous.
        members: The member that each row belongs to, -1 for rows that always hold.
        options: How long.

    Returns:
        The conflict; None if the library of HiGHS is missing or fails.
    """
    library = highs_library()
    if library is None or not program.variables:
        return None
    trace = run_passes(_PASSES, program)
    request = {"library": library, "method": "choose", "conflict": True}
    try:
        require_nothing_lost(trace.program)
        said, parts = _run_highs(trace.program, options, request, warm=False, members=members)
    except BackendError:
        return None
    if said["reason"] == "OPTIMAL":
        return LinearConflict(None, solution=trace.values(parts["values"]))
    if said["reason"] != "INFEASIBLE":
        return LinearConflict(None) if said["reason"] == "NO_SOLUTION_FOUND" else None
    kept = parts["kept"].tolist()
    rows = trace.values(parts["witnesses"].reshape(-1, program.variables))
    witnesses = dict(zip(parts["witnessed"].tolist(), rows, strict=True))
    return LinearConflict(kept, said["minimal"], witnesses)


_STATUS_OF = {
    "OPTIMAL": Status.OPTIMAL,
    "INFEASIBLE": Status.INFEASIBLE,
    "UNBOUNDED": Status.UNBOUNDED,
    "NO_SOLUTION_FOUND": Status.UNKNOWN,
}


def _parts(content: bytes, begin: int, sizes: dict[str, tuple[str, int]]) -> dict[str, Any]:
    """The arrays that follow the first line of an answer, by name."""
    found = {}
    for name, (kind, count) in sizes.items():
        found[name] = np.frombuffer(content, dtype=kind, count=count, offset=begin)
        begin += found[name].nbytes
    return found


def _arrays_of(program: Program) -> Arrays:
    """The program as the child knows it, by the names of `highs_child.ARRAYS`."""
    rows, goal = program.rows, program.objective
    costs = np.zeros(program.variables)
    if goal is not None:
        costs[goal.columns] = goal.in_doubles()[0]
    coefficients, row_lower, row_upper = rows.in_doubles()
    return {
        "lower": program.lower.in_doubles(),
        "upper": program.upper.in_doubles(),
        "costs": costs,
        "row_lower": row_lower,
        "row_upper": row_upper,
        "row_starts": rows.starts,
        "column_ids": rows.columns,
        "coefficients": coefficients,
    }


def _start_for(program: Program, last: _Solved | None) -> IntArray | None:
    """The basis that the last one becomes in another program of the same model.

    A new column rests at a bound; a new row is basic, as if it were not there.
    """
    owner = program.names.owner
    if last is None or owner is None or last.owner() is not owner:
        return None
    if program.variables < last.columns:
        return None
    numbers = program.row_numbers
    are_same = np.array_equal(numbers, last.numbers)
    are_single = _ascend(numbers) and _ascend(last.numbers)
    if not (are_same or are_single):
        return None
    of_columns = np.full(program.variables, _ZERO)
    of_columns[program.upper.finite] = _UPPER
    of_columns[program.lower.finite] = _LOWER
    of_columns[: last.columns] = last.statuses[: last.columns]
    known = last.statuses[last.columns :]
    if are_same:
        return np.concatenate([of_columns, known])
    of_rows = np.full(len(numbers), _BASIC)
    places = np.minimum(np.searchsorted(last.numbers, numbers), len(known) - 1)
    is_known = last.numbers[places] == numbers
    of_rows[is_known] = known[places[is_known]]
    return np.concatenate([of_columns, of_rows])


def _ascend(numbers: IntArray) -> bool:
    return bool(len(numbers)) and bool((np.diff(numbers) > 0).all())


# GLOP and PDLP


def _solve_by_mathopt(name: str, program: Program, options: Options) -> LinearAnswer:
    with private_folder() as folder:
        run, _ = run_in(folder, name, program, options, priced=True)
        if run.killed:
            return LinearAnswer(Status.UNKNOWN, name)
        try:
            said = json.loads((folder / "answer.json").read_text())
            values, duals, reduced = (
                _finite(folder / f"{part}.bin") for part in ("values", "duals", "reduced")
            )
            places = np.frombuffer((folder / "basis.bin").read_bytes(), dtype=np.int64)
        except (OSError, ValueError):
            what = f"{name} ended with exit code {run.returncode}"
            raise BackendError(what, "scale the numbers of the model") from None
    columns, rows = program.variables, len(program.rows)
    status = status_of(said)
    is_complete = (len(values), len(duals), len(reduced)) == (columns, rows, columns)
    if status is None or (status is Status.OPTIMAL and not is_complete):
        what = f"{name} says {said['reason']}: {said['detail']}"
        raise BackendError(what, "scale the numbers of the model")
    if status is not Status.OPTIMAL:
        # A solution alone says nothing of the best one.
        status = Status.UNKNOWN if status is Status.FEASIBLE else status
        return LinearAnswer(status, name)
    has_basis = len(places) == columns + rows
    basis = Basis(places[:columns], places[columns:]) if has_basis else None
    return LinearAnswer(status, name, values, duals, reduced, basis)


def _finite(path: Path) -> Doubles:
    """The doubles in a file; a `ValueError` if one is not finite."""
    numbers = np.frombuffer(path.read_bytes(), dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(path)
    return numbers


# Exact vertices


def exact_vertex(program: Program, basis: Basis, options: Options) -> Vertex | None:
    """Solves the equations of a basis exactly, however much work that is, within the time.

    What is small is done at once; the rest in a process of its own, which Ctrl-C and the limit of
    time can end.

    Returns:
        The vertex; None if the equations have no single solution, or the time is over.
    """
    vertex = vertex_of(program, basis, SMALL)
    if vertex is not None:
        return vertex
    nameless = program.having(names=Names())
    with private_folder() as folder:

        def write(_notes: Notes) -> None:
            with model_written("the exact vertex"):
                (folder / "basis.pickle").write_bytes(pickle.dumps((nameless, basis)))

        run = run_program(
            Path(vertex_child.__file__).resolve(),
            folder,
            prepared="",
            write=write,
            limit=Clock(options).seconds_left(),
            stopped=options.stopped,
        )
        if run.killed or run.returncode:
            return None
        # It was written by our own process, into a folder that nobody else may enter.
        found: Vertex | None = pickle.loads((folder / "vertex.pickle").read_bytes())  # noqa: S301
    return found
