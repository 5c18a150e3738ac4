"""No modelling package: arrays straight into what a solver takes, the least that it can cost.

Each is the quickest way that we know to fill the object.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ortools.math_opt import model_pb2
from ortools.sat.python import cp_model_helper

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style, as_it_is, proto_size

_BLOCK = 1_000


def _cpsat(instance: Instance) -> Any:
    """CP-SAT's own model, with its own kinds of rows."""
    block = cp_model_helper.CpModelProto()
    variable = block.variables.add()
    variable.domain.extend([0, 1])
    block.variables.extend([variable] * (_BLOCK - 1))
    proto = cp_model_helper.CpModelProto()
    # Merging copies a thousand variables in one call; each `add()` from Python costs a microsecond.
    for _ in range(instance.size.variables // _BLOCK):
        proto.merge_from(block)
    for at_most, columns in instance.lists():
        constraint = proto.constraints.add()
        kind = constraint.at_most_one if at_most else constraint.exactly_one
        kind.literals.extend(columns)
    return proto


def _mathopt(instance: Instance) -> Any:
    """MathOpt's own model, which is nothing but arrays."""
    size = instance.size
    proto = model_pb2.ModelProto()
    variables = proto.variables
    variables.ids.extend(range(size.variables))
    variables.lower_bounds.extend([0.0] * size.variables)
    variables.upper_bounds.extend([1.0] * size.variables)
    variables.integers.extend([True] * size.variables)
    rows = proto.linear_constraints
    rows.ids.extend(range(size.rows))
    rows.lower_bounds.extend([-np.inf] * size.tiles + [1.0] * size.cells)
    rows.upper_bounds.extend([1.0] * size.rows)
    matrix = proto.linear_constraint_matrix
    matrix.row_ids.extend(np.repeat(np.arange(size.rows), np.diff(instance.starts)).tolist())
    matrix.column_ids.extend(instance.columns.tolist())
    matrix.coefficients.extend([1.0] * size.nonzeros)
    return proto


def mathopt_size(proto: Any) -> tuple[int, int, int]:
    """Counts what is in a `ModelProto`."""
    matrix = proto.linear_constraint_matrix
    return len(proto.variables.ids), len(proto.linear_constraints.ids), len(matrix.row_ids)


STYLES = {
    "cpsat": Style(_cpsat, as_it_is, proto_size),
    "mathopt": Style(_mathopt, as_it_is, mathopt_size),
}
