"""The program that solves a model by MathOpt, the common door to the MIP solvers of OR-Tools.

It runs in a process of its own (see `ilpuzzles.jobs.forking`), known by its path, and imports
nothing of this package. In its folder it finds `request.json` and one file of 64-bit numbers for
each array; it leaves `values.bin` and, once everything is written, `answer.json`.
"""

from __future__ import annotations

import json
import sys
import time
from array import array
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
    "hint_ids": "q",
    "hint_values": "d",
}
"""The arrays of a request and their types: doubles, or whole numbers."""

UNHEARD = "From here on without the objective"
"""The line of the log after which nothing is said of the objective."""

Arrays = dict[str, "array[Any]"]


def model_proto(arrays: Arrays, *, maximize: bool, constant: float) -> Any:
    """MathOpt's own form of a model; entries of rows ascend by row, then by column."""
    from ortools.math_opt import model_pb2  # noqa: PLC0415 - only where it is used

    proto = model_pb2.ModelProto()
    variables, rows = proto.variables, proto.linear_constraints
    matrix = proto.linear_constraint_matrix
    count = len(arrays["lower"])
    variables.ids.extend(range(count))
    variables.lower_bounds.extend(arrays["lower"])
    variables.upper_bounds.extend(arrays["upper"])
    variables.integers.extend(map(bool, arrays["integers"]))
    rows.ids.extend(range(len(arrays["row_lower"])))
    rows.lower_bounds.extend(arrays["row_lower"])
    rows.upper_bounds.extend(arrays["row_upper"])
    matrix.row_ids.extend(arrays["row_ids"])
    matrix.column_ids.extend(arrays["column_ids"])
    matrix.coefficients.extend(arrays["coefficients"])
    proto.objective.maximize = maximize
    proto.objective.offset = constant
    proto.objective.linear_coefficients.ids.extend(arrays["objective_ids"])
    proto.objective.linear_coefficients.values.extend(arrays["objective_values"])
    return proto


def _read(folder: Path) -> Arrays:
    arrays: Arrays = {}
    for name, code in ARRAYS.items():
        numbers = arrays[name] = array(code)
        numbers.frombytes((folder / f"{name}.bin").read_bytes())
    return arrays


def _parameters(request: dict[str, Any]) -> Any:
    from ortools.math_opt import parameters_pb2  # noqa: PLC0415 - likewise

    parameters = parameters_pb2.SolveParametersProto()
    parameters.enable_output = True
    parameters.random_seed = request["seed"]
    if request["solver"] == "glop":
        if request["time_limit"] is not None:
            parameters.time_limit.FromNanoseconds(int(request["time_limit"] * 1e9))
        return parameters
    parameters.absolute_gap_tolerance = 0.0
    parameters.relative_gap_tolerance = request["gap"]
    if request["node_limit"] is not None:
        parameters.node_limit = request["node_limit"]
    if request["time_limit"] is not None:
        parameters.time_limit.FromNanoseconds(int(request["time_limit"] * 1e9))
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
    else:
        # Its threads are no parameter that all solvers share.
        parameters.highs.double_options["mip_feasibility_tolerance"] = tolerance
        parameters.highs.double_options["primal_feasibility_tolerance"] = tolerance
        parameters.highs.int_options["threads"] = request["workers"]
        if request["heard"]:
            # Else it may say nothing for five seconds.
            parameters.highs.double_options["mip_min_logging_interval"] = 0.5
    return parameters


def _solve(proto: Any, request: dict[str, Any], arrays: Arrays) -> Any:
    from ortools.math_opt import (  # noqa: PLC0415 - likewise
        callback_pb2,
        model_parameters_pb2,
        parameters_pb2,
    )
    from ortools.math_opt.core.python import solver  # noqa: PLC0415 - likewise

    model_parameters = model_parameters_pb2.ModelSolveParametersProto()
    if arrays["hint_ids"]:
        hint = model_parameters.solution_hints.add()
        hint.variable_values.ids.extend(arrays["hint_ids"])
        hint.variable_values.values.extend(arrays["hint_values"])
    kinds = {
        "scip": parameters_pb2.SOLVER_TYPE_GSCIP,
        "highs": parameters_pb2.SOLVER_TYPE_HIGHS,
        "glop": parameters_pb2.SOLVER_TYPE_GLOP,
    }

    def run(parameters: Any) -> Any:
        return solver.solve(
            proto,
            kinds[request["solver"]],
            parameters_pb2.SolverInitializerProto(),
            parameters,
            model_parameters,
            None,
            callback_pb2.CallbackRegistrationProto(),
            None,
            None,
        )

    parameters = _parameters(request)
    try:
        return run(parameters)
    except Exception as error:
        if request["solver"] != "highs":
            raise
        # HiGHS's presolve makes some small infeasible models end in an error of its own.
        print(f"again without presolve, after: {error}", file=sys.stderr)  # noqa: T201 - the log
        parameters.presolve = parameters_pb2.EMPHASIS_OFF
        return run(parameters)


def _basis(result: Any, proto: Any) -> array[int]:
    """The place of every column, then of every row, in the basis; nothing if there is none."""
    found: array[int] = array("q")
    if result.solutions and result.solutions[0].HasField("basis"):
        basis = result.solutions[0].basis
        for part, of in (
            (basis.variable_status, proto.variables),
            (basis.constraint_status, proto.linear_constraints),
        ):
            if list(part.ids) != list(of.ids):
                return array("q")
            found.extend(part.values)
    return found


def _priced(result: Any, part: str, ids: Any) -> array[float]:
    """The duals, or the reduced costs; nothing if there are none."""
    if result.solutions and result.solutions[0].HasField("dual_solution"):
        found = getattr(result.solutions[0].dual_solution, part)
        if list(found.ids) == list(ids):
            return array("d", found.values)
    return array("d")


def prepare() -> None:
    """Loads what takes long."""
    from ortools.math_opt import (  # noqa: F401, PLC0415 - only where it is used
        callback_pb2,
        model_parameters_pb2,
        model_pb2,
        parameters_pb2,
        result_pb2,
    )
    from ortools.math_opt.core.python import solver  # noqa: F401, PLC0415 - its libraries load now


def run() -> None:
    """Solves what is in the current folder, and writes the answer there."""
    folder = Path.cwd()
    request = json.loads((folder / "request.json").read_text())
    from ortools.math_opt import result_pb2  # noqa: PLC0415 - likewise

    arrays = _read(folder)
    proto = model_proto(arrays, maximize=request["maximize"], constant=request["constant"])
    start = time.perf_counter()
    result = _solve(proto, request, arrays)
    reason = result_pb2.TerminationReasonProto.Name(result.termination.reason)
    relaxed = None
    if reason.endswith("INFEASIBLE_OR_UNBOUNDED"):
        # Without an objective it can only be infeasible. What its log says of that is not heard.
        print(UNHEARD, flush=True)  # noqa: T201 - the log
        proto.objective.Clear()
        again = _solve(proto, request, arrays)
        relaxed = result_pb2.TerminationReasonProto.Name(again.termination.reason)
    seconds = time.perf_counter() - start
    values = array("d")
    if result.solutions and result.solutions[0].HasField("primal_solution"):
        found = result.solutions[0].primal_solution.variable_values
        if list(found.ids) == list(range(len(arrays["lower"]))):
            values = array("d", found.values)
    (folder / "values.bin").write_bytes(values.tobytes())
    duals = ("duals", "dual_values", proto.linear_constraints.ids)
    reduced = ("reduced", "reduced_costs", proto.variables.ids)
    for name, part, ids in (duals, reduced):
        (folder / f"{name}.bin").write_bytes(_priced(result, part, ids).tobytes())
    (folder / "basis.bin").write_bytes(_basis(result, proto).tobytes())
    said = {
        "reason": reason.removeprefix("TERMINATION_REASON_"),
        "relaxed": relaxed and relaxed.removeprefix("TERMINATION_REASON_"),
        "limit": result_pb2.LimitProto.Name(result.termination.limit).removeprefix("LIMIT_"),
        "detail": result.termination.detail,
        "bound": result.termination.objective_bounds.dual_bound,
        "nodes": result.solve_stats.node_count,
        "values": len(values),
        "seconds": seconds,
    }
    unfinished = folder / "answer.part"
    unfinished.write_text(json.dumps(said))
    unfinished.rename(folder / "answer.json")


if __name__ == "__main__":
    sys.path[:] = json.loads(Path("request.json").read_text())["path"]
    prepare()
    run()
