"""Directions in which an objective improves without end, proved in exact numbers.

A solver that computes in doubles may stop far out on such a direction and call that place optimal:
CBC has, at an objective of -9e13.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN
from ilpuzzles.solvers.linear.run import exact_vertex, solve_continuous

_LARGEST_NEAR_VALUE = 10**9
"""An optimum whose values are all below this is believed to be one."""


def is_far_out(program: Program, values: NumberArray) -> bool:
    """Whether an unbounded column has a suspiciously large value."""
    far = np.asarray((values > _LARGEST_NEAR_VALUE) | (values < -_LARGEST_NEAR_VALUE), dtype=bool)
    return bool((far & program.unbounded()).any())


def has_improving_column(program: Program) -> bool:
    """Whether one column alone improves the objective without end, if there is any solution.

    No row and no bound limits it on its way. To HiGHS, with 1e-9 for nothing, such a column was not
    worth its way: 5e8 in every row for 0.15 in the objective.

    Args:
        program: Linear rows.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2)
        >>> row = model.add(x[0] - x[1] <= 1)
        >>> model.maximize(x[0])
        >>> has_improving_column(model.program())
        False
        >>> model.maximize(x[0] + x[1])
        >>> has_improving_column(model.program())
        True
    """
    goal, rows = program.objective, program.rows
    if goal is None:
        return False
    direction = np.zeros(program.variables)
    direction[goal.columns] = np.sign(goal.in_doubles()[0]) * (1 if goal.maximize else -1)
    rises, falls = direction > 0, direction < 0
    is_free = (rises & ~program.upper.finite) | (falls & ~program.lower.finite)
    change = np.sign(rows.in_doubles()[0]) * direction[rows.columns]
    owners = rows.owners()
    is_limited = (change > 0) & rows.upper.finite[owners]
    is_limited |= (change < 0) & rows.lower.finite[owners]
    is_free[rows.columns[is_limited]] = False
    return bool(is_free.any())


def improves_without_end(program: Program, time_limit: float | None) -> bool:
    """Whether the objective of a program of linear rows can be improved without limit.

    It is proved by an exact ray, a direction which no row and no bound limits: where a row has an
    upper bound, it may not rise along it, and so on. The best ray within -1 and 1 is the solution
    of a linear program. With rational numbers, a ray of continuous columns is one of whole columns
    as well.
    """
    goal = program.objective
    if goal is None:
        return False
    rows = program.rows
    directions = program.having(
        lower=_directions(program.lower, -1),
        upper=_directions(program.upper, 1),
        continuous=np.ones(program.variables, dtype=bool),
        rows=replace(
            rows,
            lower=_without_ends(rows.lower),
            upper=_without_ends(rows.upper),
            origins=np.full(len(rows), NO_ORIGIN),
        ),
        objective=replace(goal, constant=0),
    )
    _, linear = solve_continuous(directions, time_limit)
    basis = None if linear is None else linear.basis
    limit = Options(time_limit=time_limit)
    vertex = None if basis is None else exact_vertex(directions, basis, limit)
    if vertex is None or directions.check(vertex.values):
        return False
    change = goal.form().value(vertex.values.tolist()) - goal.form().constant
    return change > 0 if goal.maximize else change < 0


def _without_ends(bounds: Bounds) -> Bounds:
    """The bounds that a ray must satisfy: 0 wherever the original bound is finite."""
    return Bounds(bounds.side, np.zeros(len(bounds), dtype=np.int64), bounds.finite)


def _directions(bounds: Bounds, end: int) -> Bounds:
    """The bounds of a direction: 0 where the column has a bound, and an end where it has none."""
    numbers = np.where(bounds.finite, 0, end).astype(np.int64)
    return Bounds.of_numbers(bounds.side, numbers)
