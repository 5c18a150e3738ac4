"""Programs as problems of the library PuLP."""

from __future__ import annotations

import operator
from typing import Any

from ilpuzzles.extras import require_extra
from ilpuzzles.formats.names import halves, readable_names
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY


def pulp_problem(program: Program) -> Any:
    """Makes a `pulp.LpProblem` with readable names.

    Rows with two different bounds become two constraints.

    Raises:
        ModelError: If a row is stated by cuts.
        ExtraMissingError: If PuLP is missing.
    """
    # PuLP is slow to import, and imports highspy where that is installed.
    pulp = require_extra("pulp", None, "a PuLP problem")

    title = program.names.title
    program = linearised(program)
    names, objective = readable_names(program), program.objective
    maximize = objective is not None and objective.maximize
    problem = pulp.LpProblem(
        title.replace(" ", "_"), pulp.LpMaximize if maximize else pulp.LpMinimize
    )
    variables = [
        problem.add_variable(
            name,
            None if lower == MINUS_INFINITY else lower,
            None if upper == PLUS_INFINITY else upper,
            pulp.LpInteger,
        )
        for name, lower, upper in zip(
            names.columns, program.lower.tolist(), program.upper.tolist(), strict=True
        )
    ]
    if objective is not None:
        terms = zip(objective.columns.tolist(), objective.coefficients.tolist(), strict=True)
        problem += pulp.LpAffineExpression(
            [(variables[column], factor) for column, factor in terms], objective.constant
        )
    else:
        problem += pulp.LpAffineExpression()
    starts, columns = program.rows.starts.tolist(), program.rows.columns.tolist()
    factors = program.rows.coefficients.tolist()
    compare = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}
    for name, row, sign, side in halves(program, names):
        entries = slice(starts[row], starts[row + 1])
        terms = zip(columns[entries], factors[entries], strict=True)
        total = pulp.LpAffineExpression([(variables[column], factor) for column, factor in terms])
        problem += compare[sign](total, side), name
    return problem
