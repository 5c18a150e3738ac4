"""The program that solves a model by MathOpt, the common door to the MIP solvers of OR-Tools.

It runs in a process of its own (see `ilpuzzles.jobs.forking`), known by its path, and imports
nothing of this package. In its folder it finds `request.json`, and in `arrays.bin` the model, or
how it differs from the one before; it leaves `values.bin` and, once everything is written,
`answer.json`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ARRAYS = {
    "integers": "q",
    "lower": "d",
    "upper": "d",
    "row_lower": "d",
    "row_upper": "d",
    "row_ids": "q",
    "column_ids": "q",
    "coefficients": "d",
    "objective_ids": "q",
    "objective_values": "d",
}
"""The arrays of a model, in the order of the file, and their types: doubles, or whole numbers.

Of each, the file has places where it differs from the one before, the numbers there, and others
that come instead of a part. The request says where that begins and how long it is, how many places
there are, and how many numbers come instead.
"""

UNHEARD = "From here on without the objective"
"""The line of the log after which nothing is said of the objective."""

STOP = "stop"
"""As soon as a file of this name is in the folder, the search is over."""

IMPROVING = "improving.txt"
"""Where HiGHS writes each better solution, since no interrupter stops it."""

_LOOK = 0.05
"""The seconds between two looks for the file."""

_DROPPED = 1e-9
"""Coefficients up to this size are no coefficients to HiGHS, unless it is told otherwise."""

# What stops SCIP.
_interrupters: list[Any] = []

# The model of the run before.
_before: list[Any] = []


def _math_opt(module: str) -> Any:
    """A module of MathOpt's; none is loaded before it is used."""
    return import_module(f"ortools.math_opt.{module}")


def model_proto(arrays: dict[str, Any], *, maximize: bool, constant: float) -> Any:
    """MathOpt's own form of a model; entries of rows ascend by row, then by column."""
    proto = _math_opt("model_pb2").ModelProto()
    for name, field in _fields(proto).items():
        field.extend(arrays[name])
    return _complete(proto, maximize=maximize, constant=constant)


def _fields(proto: Any) -> dict[str, Any]:
    """Where a model has its arrays, in their order."""
    variables, rows = proto.variables, proto.linear_constraints
    matrix, costs = proto.linear_constraint_matrix, proto.objective.linear_coefficients
    fields = (
        *(variables.integers, variables.lower_bounds, variables.upper_bounds),
        *(rows.lower_bounds, rows.upper_bounds),
        *(matrix.row_ids, matrix.column_ids, matrix.coefficients),
        *(costs.ids, costs.values),
    )
    return dict(zip(ARRAYS, fields, strict=True))


def _complete(proto: Any, *, maximize: bool, constant: float) -> Any:
    """The same model, with numbers for its variables and rows, and the rest of its objective."""
    for part in (proto.variables, proto.linear_constraints):
        count = len(part.lower_bounds)
        del part.ids[count:]
        part.ids.extend(range(len(part.ids), count))
    proto.objective.maximize = maximize
    proto.objective.offset = constant
    return proto


def _read(folder: Path, request: dict[str, Any]) -> Any:
    """The model, made of the one before if it is stated so; then that has to be there."""
    proto = _before.pop() if request["known"] else _math_opt("model_pb2").ModelProto()
    _before.clear()
    with (folder / "arrays.bin").open("rb") as file:
        for (name, field), sizes in zip(_fields(proto).items(), request["sizes"], strict=True):
            start, removed, changed, added = sizes
            places, numbers, instead = array("q"), array(ARRAYS[name]), array(ARRAYS[name])
            for part, size in ((places, changed), (numbers, changed), (instead, added)):
                part.fromfile(file, size)
            for place, number in zip(places, numbers, strict=True):
                field[place] = number
            if start + removed == len(field):
                del field[start:]
                field.extend(instead)
            elif removed or added:
                field[start : start + removed] = instead
    return _complete(proto, maximize=request["maximize"], constant=request["constant"])


def _parameters(request: dict[str, Any]) -> Any:
    parameters_pb2 = _math_opt("parameters_pb2")
    parameters = parameters_pb2.SolveParametersProto()
    parameters.enable_output = True
    if request["solver"] != "pdlp":
        # PDLP draws nothing at random, and refuses a seed.
        parameters.random_seed = request["seed"]
    if request["time_limit"] is not None:
        parameters.time_limit.FromNanoseconds(int(request["time_limit"] * 1e9))
    if request["solver"] == "glop":
        # GLOP has 1e-8 and 1e-6, and takes a basis for optimal that is infeasible by 1e-5.
        parameters.glop.primal_feasibility_tolerance = 1e-9
        parameters.glop.dual_feasibility_tolerance = 1e-9
        parameters.glop.solution_feasibility_tolerance = 1e-9
    if request["solver"] in {"glop", "pdlp"}:
        return parameters
    parameters.absolute_gap_tolerance = 0.0
    parameters.relative_gap_tolerance = request["gap"]
    if request["node_limit"] is not None:
        parameters.node_limit = request["node_limit"]
    # With the usual 10^-6, both break rows with coefficients of 10^6. With 10^-9 HiGHS has called
    # 59 of 1,479 programs infeasible that were not, at activities of 10^8 and 10^9: asked again
    # with 10^-6 and without presolve, it found the solution of every one. SCIP takes the tolerance
    # as a share: with 10^-6, a row of 10^7 may be broken by 10. Of mixed programs, 10^-9 makes both
    # fail on some whose numbers differ much (greenbea, gas11).
    usual = request["again"] and (request["mixed"] or request["solver"] == "highs")
    tolerance = 1e-6 if usual else 1e-9
    if request["again"]:
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
    if request["solver"] == "scip":
        parameters.gscip.real_params["numerics/feastol"] = tolerance
        # SCIP turns rows of parity (edges at a corner = 2 times a 0-1 variable) into XOR
        # constraints, and has then called feasible programs infeasible: 40 of 380 published
        # Slitherlinks. The same happens in SCIP 10.0; with this switch off, in none of them.
        parameters.gscip.bool_params["constraints/linear/upgrade/xor"] = False
    else:
        # Its threads are no parameter that all solvers share.
        parameters.highs.double_options["mip_feasibility_tolerance"] = tolerance
        parameters.highs.double_options["primal_feasibility_tolerance"] = tolerance
        parameters.highs.int_options["threads"] = request["workers"]
        parameters.highs.string_options["mip_improving_solution_file"] = IMPROVING
        parameters.highs.bool_options["mip_improving_solution_report_sparse"] = True
        if request["smallest"] <= _DROPPED:
            # By itself, HiGHS drops such coefficients; less than this it cannot keep. But with less
            # than its own, it does not finish on some public models (klein1 to klein3).
            parameters.highs.double_options["small_matrix_value"] = 1e-12
        if request["heard"]:
            # Else it may say nothing for five seconds.
            parameters.highs.double_options["mip_min_logging_interval"] = 0.5
    return parameters


def _add_own(parameters: Any, request: dict[str, Any], run: Callable[[Any], Any]) -> None:
    """Adds parameters of the solver's own.

    Of a whole number, only SCIP knows what it is for it: that is tried with nothing to solve.
    """
    scip = request["solver"] == "scip"
    own = parameters.gscip if scip else parameters.highs
    suffix, real = ("params", "real") if scip else ("options", "double")
    for name, value in request["params"].items():
        kind = {bool: "bool", int: "int", float: real, str: "string"}[type(value)]
        for tried in ("int", "long", "real") if scip and kind == "int" else ():
            alone = _math_opt("parameters_pb2").SolveParametersProto()
            getattr(alone.gscip, f"{tried}_params")[name] = value
            with contextlib.suppress(Exception):
                run(alone)
                kind = tried
                break
        getattr(own, f"{kind}_{suffix}")[name] = value


def _solve(proto: Any, request: dict[str, Any], *, presolve: bool = True) -> Any:
    parameters_pb2 = _math_opt("parameters_pb2")
    kinds = {
        "scip": parameters_pb2.SOLVER_TYPE_GSCIP,
        "highs": parameters_pb2.SOLVER_TYPE_HIGHS,
        "glop": parameters_pb2.SOLVER_TYPE_GLOP,
        "pdlp": parameters_pb2.SOLVER_TYPE_PDLP,
    }

    def run(proto: Any, parameters: Any, hint: Any) -> Any:
        hints = _math_opt("model_parameters_pb2").ModelSolveParametersProto()
        if hint:
            values = hints.solution_hints.add().variable_values
            for column, value in hint:
                values.ids.append(column)
                values.values.append(value)
        return _math_opt("core.python.solver").solve(
            proto,
            kinds[request["solver"]],
            parameters_pb2.SolverInitializerProto(),
            parameters,
            hints,
            None,
            _math_opt("callback_pb2").CallbackRegistrationProto(),
            None,
            _interrupters[-1] if _interrupters else None,
        )

    parameters = _parameters(request)
    if not presolve:
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
    _add_own(parameters, request, lambda own: run(_math_opt("model_pb2").ModelProto(), own, ()))
    try:
        return run(proto, parameters, request["hint"])
    except Exception as error:
        if request["solver"] not in {"highs", "glop"}:
            raise
        # HiGHS's presolve makes some small infeasible models end in an error of its own, and GLOP's
        # some that are unbounded.
        print(f"again without presolve, after: {error}", file=sys.stderr)  # noqa: T201 - the log
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
        return run(proto, parameters, request["hint"])


def _search(proto: Any, request: dict[str, Any]) -> Any:
    """Solves; where HiGHS finds no solution, also without its presolve, and less strictly.

    That calls some feasible models infeasible: one of five columns and five rows among them, in
    HiGHS 1.12. What takes much longer without it is left to a second opinion of others.
    """
    begun = time.perf_counter()

    def remaining() -> float | None:
        limit: float | None = request["time_limit"]
        return limit if limit is None else max(limit - (time.perf_counter() - begun), 0.0)

    result = _solve(proto, request)
    is_asked_again = request["solver"] == "highs" and request["confirms"] and not request["again"]
    if not is_asked_again or _reason(result) != "INFEASIBLE":
        return result
    patience, rest = max(1.0, 10 * (time.perf_counter() - begun)), remaining()
    limit = patience if rest is None else min(patience, rest)
    other = _solve(proto, {**request, "again": True, "time_limit": limit})
    if not other.solutions:
        return result
    # Now that there is a solution, it may take all the time that there is.
    done = _reason(other) == "OPTIMAL" or limit == rest
    return other if done else _solve(proto, {**request, "again": True, "time_limit": remaining()})


_EITHER = "INFEASIBLE_OR_UNBOUNDED"


def _reason(result: Any) -> str:
    """The reason why a run ended, in MathOpt's words."""
    name: str = _math_opt("result_pb2").TerminationReasonProto.Name(result.termination.reason)
    return name.removeprefix("TERMINATION_REASON_")


def _numbers(result: Any, solution: str, part: str, of: Any, kind: str = "d") -> array[Any]:
    """The numbers of a solution for every column, or every row; none without a solution."""
    if result.solutions and result.solutions[0].HasField(solution):
        found = getattr(getattr(result.solutions[0], solution), part)
        if list(found.ids) == list(of.ids):
            return array(kind, found.values)
    return array(kind)


@contextlib.contextmanager
def _stoppable(folder: Path, solver: str) -> Iterator[None]:
    """While it is entered, a file in the folder ends the search.

    SCIP returns what it has found. HiGHS does not hear an interrupter: what it has written of its
    solutions is brought to the file, and the process ends.
    """
    if solver not in {"scip", "highs"}:
        yield
        return
    is_over = threading.Event()
    if solver == "scip":
        module = import_module("ortools.util.python.pybind_solve_interrupter")
        _interrupters[:] = [module.PySolveInterrupter()]

    def wait() -> None:
        while not is_over.wait(_LOOK):
            if not (folder / STOP).exists():
                continue
            if solver == "highs":
                ctypes.CDLL(None).fflush(None)
                os._exit(1)
            _interrupters[-1].interrupt()
            return

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        _interrupters.clear()


def prepare() -> None:
    """Loads what takes long."""
    for part in ("callback", "model_parameters", "model", "parameters", "result"):
        _math_opt(f"{part}_pb2")
    _math_opt("core.python.solver")


def run() -> None:
    """Solves what is in the current folder, and writes the answer there."""
    folder = Path.cwd()
    request = json.loads((folder / "request.json").read_text())
    proto = _read(folder, request)
    begun = time.perf_counter()
    if request["time_limit"] is not None:
        # To start, and to read the model, has taken some of the time. All processes have the same
        # clock; where a system is different, nothing is known of that.
        passed = begun - request["asked"]
        passed = passed if 0.0 < passed < request["time_limit"] else 0.0
        request["time_limit"] -= passed
    with _stoppable(folder, request["solver"]):
        _answer(folder, proto, request, begun)
    if request["stays"]:
        _before.append(proto)


def _answer(folder: Path, proto: Any, request: dict[str, Any], begun: float) -> None:
    """Searches, and writes the answer."""
    result = _search(proto, request)
    reason = _reason(result)
    relaxed = None
    if reason == _EITHER:
        # Without an objective it can only be infeasible. What its log says of that is not heard.
        print(UNHEARD, flush=True)  # noqa: T201 - the log
        without = type(proto)()
        without.CopyFrom(proto)
        without.objective.Clear()
        relaxed = _reason(_search(without, request))
        if relaxed == _EITHER:
            # GLOP's presolve says so of 1 in 20 small infeasible programs; its search does not.
            relaxed = _reason(_solve(without, request, presolve=False))
    columns, rows = proto.variables, proto.linear_constraints
    values = _numbers(result, "primal_solution", "variable_values", columns)
    written = {"values": values}
    if request["priced"]:
        written["duals"] = _numbers(result, "dual_solution", "dual_values", rows)
        written["reduced"] = _numbers(result, "dual_solution", "reduced_costs", columns)
        places = _numbers(result, "basis", "variable_status", columns, "q")
        written["basis"] = places + _numbers(result, "basis", "constraint_status", rows, "q")
    for name, numbers in written.items():
        (folder / f"{name}.bin").write_bytes(numbers.tobytes())
    limits = _math_opt("result_pb2").LimitProto
    said = {
        "reason": reason,
        "relaxed": relaxed,
        "limit": limits.Name(result.termination.limit).removeprefix("LIMIT_"),
        "detail": result.termination.detail,
        "bound": result.termination.objective_bounds.dual_bound,
        "nodes": result.solve_stats.node_count,
        "values": len(values),
        "begun": begun,
    }
    unfinished = folder / "answer.part"
    unfinished.write_text(json.dumps(said))
    unfinished.rename(folder / "answer.json")


if __name__ == "__main__":
    sys.path[:] = json.loads(Path("request.json").read_text())["path"]
    prepare()
    run()
