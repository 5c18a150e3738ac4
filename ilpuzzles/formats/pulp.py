"""Programs as problems of the library PuLP."""

from __future__ import annotations

from typing import Any

from ilpuzzles.formats.names import readable_names, second_name
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY


def pulp_problem(program: Program) -> Any:
    """Makes a `pulp.LpProblem` with readable names.

    Rows with two different bounds become two constraints.

    Raises:
        ModelError: If a row is stated by cuts.
    """
    # PuLP is slow to import, and imports highspy where that is installed.
    import pulp  # noqa: PLC0415

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
    rows = program.rows
    starts, columns = rows.starts.tolist(), rows.columns.tolist()
    factors = rows.coefficients.tolist()
    lower, upper = rows.lower.tolist(), rows.upper.tolist()
    taken = set(names.rows)
    for row, name in enumerate(names.rows):
        terms = zip(
            columns[starts[row] : starts[row + 1]],
            factors[starts[row] : starts[row + 1]],
            strict=True,
        )
        sum_ = pulp.LpAffineExpression([(variables[column], factor) for column, factor in terms])
        if lower[row] == upper[row]:
            problem += sum_ == lower[row], name
            continue
        if upper[row] < PLUS_INFINITY:
            problem += sum_ <= upper[row], name
        if lower[row] > MINUS_INFINITY:
            second = second_name(name, taken) if upper[row] < PLUS_INFINITY else name
            problem += sum_ >= lower[row], second
    return problem
