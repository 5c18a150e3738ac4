"""A process of HiGHS (highspy) and SCIP (pyscipopt) that reads, writes and solves files of models.

It is run by the interpreter of an environment of its own, since highspy cannot share a process
with OR-Tools, and knows nothing of `ilpuzzles`. Each line that comes in is a question in JSON, and
gets a line with the answer.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import highspy
import pyscipopt

_TIGHT = 1e-9


def _highs(path: str, seconds: float) -> Any:
    highs = highspy.Highs()
    highs.silent()
    for option, value in (
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.0),
        ("primal_feasibility_tolerance", _TIGHT),
        ("dual_feasibility_tolerance", _TIGHT),
        ("mip_feasibility_tolerance", _TIGHT),
        ("time_limit", seconds),
        ("threads", 1),
        # Otherwise entries below 1e-9 are left out, and those above 1e15 refused.
        ("small_matrix_value", 1e-12),
        ("large_matrix_value", 1e30),
    ):
        highs.setOptionValue(option, value)
    if highs.readModel(path) == highspy.HighsStatus.kError:
        raise ValueError("HiGHS cannot read the file")
    return highs


def solve_with_highs(path: str, seconds: float) -> dict[str, Any]:
    """The answer of HiGHS."""
    highs = _highs(path, seconds)
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kUnboundedOrInfeasible:
        highs.setOptionValue("presolve", "off")
        highs.run()
        status = highs.getModelStatus()
    words = {
        highspy.HighsModelStatus.kOptimal: "optimal",
        highspy.HighsModelStatus.kModelEmpty: "optimal",
        highspy.HighsModelStatus.kInfeasible: "infeasible",
        highspy.HighsModelStatus.kUnbounded: "unbounded",
    }
    word = words.get(status, "unknown")
    if word != "optimal":
        return {"status": word}
    program = highs.getLp()
    values = list(highs.getSolution().col_value)
    return {
        "status": word,
        "objective": highs.getInfo().objective_function_value,
        "values": dict(zip(program.col_names_, values, strict=True)),
    }


def solve_with_scip(path: str, seconds: float) -> dict[str, Any]:
    """The answer of SCIP."""
    model = pyscipopt.Model()
    model.hideOutput()
    model.setParam("limits/time", seconds)
    model.setParam("numerics/feastol", _TIGHT)
    model.setParam("numerics/dualfeastol", _TIGHT)
    model.readProblem(path)
    try:
        status = _status_of_scip(model)
    # An LP that it cannot solve, say.
    except Exception as error:  # noqa: BLE001
        return {"status": "unknown", "error": f"{type(error).__name__}: {error}"}
    if status != "optimal":
        return {"status": status if status in {"infeasible", "unbounded"} else "unknown"}
    return {
        "status": "optimal",
        "objective": model.getObjVal(),
        "values": {variable.name: model.getVal(variable) for variable in model.getVars()},
    }


def _status_of_scip(model: Any) -> str:
    model.optimize()
    status = str(model.getStatus())
    if status == "inforunbd":
        model.freeTransform()
        model.setParam("presolving/maxrounds", 0)
        model.optimize()
        status = str(model.getStatus())
    return status


def read_with_highs(path: str) -> dict[str, Any]:
    """All numbers of a file, as HiGHS has read them."""
    program = _highs(path, 1.0).getLp()
    columns = int(program.num_col_)
    integer = highspy.HighsVarType.kInteger
    matrix = program.a_matrix_
    if matrix.format_ != highspy.MatrixFormat.kColwise:
        raise ValueError("the matrix is not stored by columns")
    starts = list(matrix.start_)
    owners = [
        column for column in range(columns) for _ in range(starts[column + 1] - starts[column])
    ]
    kinds = list(program.integrality_) or [None] * columns
    return {
        "columns": list(program.col_names_),
        "lower": list(program.col_lower_),
        "upper": list(program.col_upper_),
        "costs": list(program.col_cost_),
        "whole": [kind == integer for kind in kinds],
        "row_lower": list(program.row_lower_),
        "row_upper": list(program.row_upper_),
        "entry_rows": list(matrix.index_),
        "entry_columns": owners,
        "entries": list(matrix.value_),
        "constant": program.offset_,
        "maximise": program.sense_ == highspy.ObjSense.kMaximize,
    }


def write_with_highs(path: str, target: str) -> dict[str, Any]:
    """Writes a model again; the ending of the target says in which format."""
    if _highs(path, 1.0).writeModel(target) == highspy.HighsStatus.kError:
        raise ValueError("HiGHS cannot write the file")
    return {}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question, or what went wrong."""
    path = question["path"]
    try:
        match question["do"]:
            case "highs":
                return solve_with_highs(path, question["seconds"])
            case "scip":
                return solve_with_scip(path, question["seconds"])
            case "read":
                return read_with_highs(path)
            case "write":
                return write_with_highs(path, question["target"])
            case other:
                raise ValueError(f"unknown question {other}")
    # The process has to go on, and the one that asks is to hear of it.
    except Exception as error:  # noqa: BLE001
        return {"status": "unreadable", "error": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Answers questions until there are no more."""
    # Solvers print to the first descriptor whatever they are told.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
