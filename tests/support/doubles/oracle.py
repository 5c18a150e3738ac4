"""The answer of scipy about a model in doubles: `linprog` and `milp`, on rows of one size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import optimize

from support.doubles.data import DoubleModel, Floats, Point, faults

OPTIMAL, INFEASIBLE, UNBOUNDED, UNKNOWN = "optimal", "infeasible", "unbounded", "unknown"

_SECONDS = 10.0
_TIGHT = 1e-9
# What a direction improves at least, where the largest cost is of the size of `_COST_SIZE`.
_RAY = 1e-6
_STATUSES = {0: OPTIMAL, 2: INFEASIBLE, 3: UNBOUNDED}
# The absolute gap of HiGHS, 1e-6, is to be far below the size of an objective.
_COST_SIZE = 1024.0


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The answer of the oracle.

    Attributes:
        status: Optimal, infeasible, unbounded, or unknown where it is not sure.
        objective: The best value.
        point: An optimal point.
    """

    status: str
    objective: float = 0.0
    point: Point | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Scaled:
    """A model whose rows and continuous columns are multiplied by powers of two.

    Attributes:
        data: The model; it is always a minimum.
        factors: What its points are multiplied by.
    """

    data: DoubleModel
    factors: Floats


def oracle(data: DoubleModel) -> Truth:
    """Solves a model.

    An answer with values is checked against the data, and unknown if it misses them.
    """
    scaled = _scaled(data)
    status, values = _solve(scaled.data)
    if status == OPTIMAL and values is not None:
        # To HiGHS, what improves by less than its tolerance in each row is worth nothing.
        if _has_free_column(data):
            return Truth(UNBOUNDED)
        return Truth(UNKNOWN) if _has_ray(scaled.data) else _checked(data, scaled, values)
    if status == INFEASIBLE:
        return Truth(INFEASIBLE)
    return _told_apart(data)


def _has_free_column(data: DoubleModel) -> bool:
    """Whether a column improves the objective, and neither a bound nor a row ever stops it."""
    improving = np.sign(data.costs) if data.maximise else -np.sign(data.costs)
    rises = (improving > 0) & np.isinf(data.upper)
    falls = (improving < 0) & np.isinf(data.lower)
    change = data.matrix * improving
    is_stopped = (change > 0) & np.isfinite(data.row_upper)[:, None]
    is_stopped |= (change < 0) & np.isfinite(data.row_lower)[:, None]
    return bool(((rises | falls) & ~is_stopped.any(axis=0)).any())


def _has_ray(data: DoubleModel) -> bool:
    """Whether a direction seems to improve a minimum for ever, or the last digits of costs say."""
    ends = (data.lower, data.upper, data.row_lower, data.row_upper)
    if np.isfinite(data.lower).all() and np.isfinite(data.upper).all():
        return False
    stopped = [np.isfinite(end) for end in ends]
    directions = replace(
        data.relaxed(),
        lower=np.where(stopped[0], 0.0, -1.0),
        upper=np.where(stopped[1], 0.0, 1.0),
        row_lower=np.where(stopped[2], 0.0, -np.inf),
        row_upper=np.where(stopped[3], 0.0, np.inf),
    )
    status, change = _solve_linear(directions)
    if status != OPTIMAL or change is None:
        return False
    improvement = -float(data.costs @ change)
    size = float(np.abs(data.costs) @ np.abs(change))
    return improvement > _RAY or (size > 0 and improvement > -_TIGHT * size)


def _told_apart(data: DoubleModel) -> Truth:
    """Unbounded, infeasible or unknown, where a solver does not say which."""
    scaled = _scaled(data.without_costs()).data
    feasible, _ = _solve(scaled)
    if feasible == INFEASIBLE:
        return Truth(INFEASIBLE)
    if feasible != OPTIMAL:
        return Truth(UNKNOWN)
    relaxation = _scaled(data.relaxed()).data
    status, _ = _solve_linear(relaxation, presolve=False)
    return Truth(UNBOUNDED if status == UNBOUNDED else UNKNOWN)


def _checked(data: DoubleModel, scaled: _Scaled, values: Floats) -> Truth:
    """The answer with these values; those of whole columns are rounded, and the others follow."""
    if data.whole.any():
        rounded = np.where(data.whole, np.round(values), 0.0)
        fixed = replace(
            scaled.data.relaxed(),
            lower=np.where(data.whole, rounded, scaled.data.lower),
            upper=np.where(data.whole, rounded, scaled.data.upper),
        )
        status, again = _solve_linear(fixed)
        if status != OPTIMAL or again is None:
            return Truth(UNKNOWN)
        values = np.where(data.whole, rounded, again)
    point = values * scaled.factors
    if faults(data, point, () if data.planted is None else (data.planted,)):
        return Truth(UNKNOWN)
    return Truth(OPTIMAL, data.objective(point), point)


def _power_of_two(numbers: Floats) -> Floats:
    """The nearest powers of two; 1 for what is 0."""
    positive = np.where(numbers > 0, numbers, 1.0)
    return np.asarray(2.0 ** np.round(np.log2(positive)), dtype=np.float64)


def _geometric_means(magnitudes: Floats) -> Floats:
    """The geometric mean of the nonzeros of each row."""
    nonzero = magnitudes > 0
    logarithms = np.log2(np.where(nonzero, magnitudes, 1.0)).sum(axis=1)
    return np.asarray(2.0 ** (logarithms / np.maximum(nonzero.sum(axis=1), 1)), dtype=np.float64)


def _scaled(data: DoubleModel) -> _Scaled:
    magnitudes = np.abs(data.matrix)
    factors = np.ones(data.columns)
    for _ in range(3):
        rows = 1 / _power_of_two(_geometric_means(magnitudes * factors))
        by_column = magnitudes.T * rows
        wanted = 1 / _power_of_two(_geometric_means(by_column))
        factors = np.where(data.whole, 1.0, wanted)
    if data.is_linear():
        factors = factors * _common_size(data, factors)
    largest = (magnitudes * factors).max(axis=1, initial=0.0)
    rows = 1 / _power_of_two(largest)
    costs = -data.costs if data.maximise else data.costs
    costs = costs * factors
    highest = _power_of_two(np.abs(costs).max(initial=0.0, keepdims=True))
    model = replace(
        data,
        matrix=data.matrix * factors * rows[:, None],
        row_lower=data.row_lower * rows,
        row_upper=data.row_upper * rows,
        lower=data.lower / factors,
        upper=data.upper / factors,
        costs=costs * (_COST_SIZE / highest),
        constant=0.0,
        maximise=False,
    )
    return _Scaled(model, factors)


def _common_size(data: DoubleModel, factors: Floats) -> float:
    """The usual size of the values of columns, after they are divided by some factors."""
    largest = np.abs(data.matrix * factors).max(axis=1, initial=0.0)
    rows = 1 / _power_of_two(largest)
    sides = [data.row_lower * rows, data.row_upper * rows]
    bounds = [data.lower / factors, data.upper / factors]
    sizes = np.abs(np.concatenate([*sides, *bounds]))
    known = sizes[np.isfinite(sizes) & (sizes > 0)]
    mean = _geometric_means(known[None, :]) if len(known) else np.ones(1)
    return float(_power_of_two(mean)[0])


def _solve(data: DoubleModel) -> tuple[str, Floats | None]:
    return _solve_linear(data) if data.is_linear() else _solve_mixed(data)


def _solve_linear(data: DoubleModel, *, presolve: bool = True) -> tuple[str, Floats | None]:
    equal = data.row_lower == data.row_upper
    at_most = ~equal & np.isfinite(data.row_upper)
    at_least = ~equal & np.isfinite(data.row_lower)
    left = np.concatenate([data.matrix[at_most], -data.matrix[at_least]])
    right = np.concatenate([data.row_upper[at_most], -data.row_lower[at_least]])
    answer: Any = None
    for tolerance in (_TIGHT, 1e-7):
        answer = optimize.linprog(
            data.costs,
            A_ub=left if len(left) else None,
            b_ub=right if len(left) else None,
            A_eq=data.matrix[equal] if equal.any() else None,
            b_eq=data.row_lower[equal] if equal.any() else None,
            bounds=np.column_stack([data.lower, data.upper]),
            method="highs",
            options={
                "presolve": presolve,
                "time_limit": _SECONDS,
                "primal_feasibility_tolerance": tolerance,
                "dual_feasibility_tolerance": tolerance,
            },
        )
        if answer.status in _STATUSES:
            break
    return _STATUSES.get(answer.status, UNKNOWN), answer.x


def _solve_mixed(data: DoubleModel) -> tuple[str, Floats | None]:
    answer: Any = optimize.milp(
        data.costs,
        integrality=data.whole.astype(int),
        bounds=optimize.Bounds(data.lower, data.upper),
        constraints=optimize.LinearConstraint(data.matrix, data.row_lower, data.row_upper),
        options={"mip_rel_gap": 0.0, "time_limit": _SECONDS},
    )
    return _STATUSES.get(answer.status, UNKNOWN), answer.x
