"""Programs as problems of the library PuLP."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

from ilpuzzles.extras import require_extra
from ilpuzzles.formats.names import halves, readable_names, written_scales
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.numbers import NumberArray, data_of
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
    lower, upper = (_limits(bounds) for bounds in (program.lower, program.upper))
    kinds = program.whole().tolist()
    variables = [
        problem.add_variable(name, *sides, pulp.LpInteger if whole else pulp.LpContinuous)
        for name, *sides, whole in zip(names.columns, lower, upper, kinds, strict=True)
    ]
    if objective is not None:
        form = objective.form()
        pairs = zip(form.columns, form.coefficients, strict=True)
        problem += pulp.LpAffineExpression(
            [(variables[column], data_of(factor)) for column, factor in pairs],
            data_of(form.constant),
        )
    else:
        problem += pulp.LpAffineExpression()
    starts, columns = program.rows.starts.tolist(), program.rows.columns.tolist()
    factors, scales = program.rows.coefficients.tolist(), written_scales(program.rows).tolist()
    compare = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}
    for name, row, sign, side in halves(program, names):
        entries = slice(starts[row], starts[row + 1])
        terms = zip(columns[entries], factors[entries], strict=True)
        total = pulp.LpAffineExpression(
            [
                (variables[column], data_of(Fraction(factor, scales[row])))
                for column, factor in terms
            ]
        )
        problem += compare[sign](total, data_of(side)), name
    return problem


def _limits(bounds: NumberArray) -> list[int | float | None]:
    infinite = {MINUS_INFINITY, PLUS_INFINITY}
    return [None if bound in infinite else data_of(bound) for bound in bounds.tolist()]
