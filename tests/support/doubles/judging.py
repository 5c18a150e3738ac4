"""Whether an answer about a model in doubles is right, by its data and by the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from support.doubles.data import (
    SHARE,
    DoubleModel,
    Point,
    faults,
    is_exact_solution,
    narrower,
    objective_size,
    wider,
)
from support.doubles.oracle import INFEASIBLE, OPTIMAL, UNBOUNDED, UNKNOWN, Truth, oracle
from support.doubles.peers import number_in

FEASIBLE = "feasible"
_ROUNDING = 1e-9
"""By which share of its size a reported objective may differ from that of its values."""


class Outcome(StrEnum):
    """The judgement of an answer."""

    RIGHT = "right"
    UNDECIDED = "undecided"
    """No answer within the time, or `feasible` where something is optimal."""
    REFUSED = "refused"
    """The model or its numbers are declined, with a sentence."""
    FAILED = "failed"
    """The backend says that it has failed, or that the values of its solver are wrong."""
    BORDERLINE = "borderline"
    """Another answer than the oracle's, which would be right if rows moved by `SHARE`."""
    UNJUDGED = "unjudged"
    """The oracle is not sure, or a valid point refutes it."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    """An outcome, and why it is so."""

    outcome: Outcome
    text: str = ""


RIGHT = Judgement(Outcome.RIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """An answer as far as it is judged.

    Attributes:
        status: Optimal, feasible, infeasible, unbounded or unknown.
        objective: The objective that the answer reports, if any.
        point: The values of the columns, if there is a solution.
    """

    status: str
    objective: float | None = None
    point: Point | None = None


def point_of(data: DoubleModel, values: Mapping[str, Any]) -> Point:
    """The values by name as a point; a column that is missing takes its value nearest to 0."""
    point: Point = np.clip(np.zeros(data.columns), data.lower, data.upper)
    for name, value in values.items():
        number = number_in(name)
        if number is not None:
            point[number] = float(value)
    return point


def claim_of(data: DoubleModel, result: Any) -> Claim:
    """The claim of a `Result` or a relaxation of `ilpuzzles`."""
    status = str(result.status.value)
    if status in {OPTIMAL, FEASIBLE}:
        objective = None if result.objective is None else float(result.objective)
        return Claim(status, objective, point_of(data, result.to_dict()))
    return Claim(status if status in {INFEASIBLE, UNBOUNDED} else UNKNOWN)


def judge(data: DoubleModel, claim: Claim, truth: Truth) -> Judgement:
    """Judges a claim: its values by the data, and its status and objective by the oracle."""
    if claim.status == UNKNOWN:
        return Judgement(Outcome.UNDECIDED, "no answer")
    if claim.point is not None:
        wrong = _fault_of_values(data, claim, claim.point, truth)
        if wrong:
            return Judgement(Outcome.WRONG, wrong)
    if truth.status == UNKNOWN:
        return Judgement(Outcome.UNJUDGED, "the oracle is not sure")
    if claim.status == INFEASIBLE:
        return _judge_infeasible(data, truth)
    if claim.status == UNBOUNDED:
        return _judge_unbounded(data, truth)
    return _judge_solution(data, claim, truth)


def _points(data: DoubleModel, *points: Point | None) -> list[Point]:
    """The points that are known, for sizes."""
    return [point for point in (data.planted, *points) if point is not None]


def _fault_of_values(data: DoubleModel, claim: Claim, point: Point, truth: Truth) -> str:
    found = faults(data, point, _points(data, truth.point))
    if found:
        return f"its values are no solution: {found[0]}"
    if claim.objective is None:
        return ""
    objective = data.objective(point)
    if abs(objective - claim.objective) > _ROUNDING * objective_size(data, [point]):
        return f"it says {claim.objective} for values with the objective {objective}"
    return ""


def _judge_infeasible(data: DoubleModel, truth: Truth) -> Judgement:
    if truth.status == INFEASIBLE:
        return RIGHT
    for point in _points(data, truth.point):
        if is_exact_solution(data, point):
            return Judgement(Outcome.WRONG, "infeasible, where a point satisfies every row exactly")
    for again in _inwards(data, truth.point):
        if again.status == INFEASIBLE:
            return Judgement(Outcome.BORDERLINE, f"infeasible, the oracle says {truth.status}")
    return Judgement(Outcome.WRONG, f"infeasible, the oracle says {_said(truth)}")


def _judge_unbounded(data: DoubleModel, truth: Truth) -> Judgement:
    if truth.status == UNBOUNDED:
        return RIGHT
    if oracle(wider(data, _points(data, truth.point))).status == UNBOUNDED:
        return Judgement(Outcome.BORDERLINE, f"unbounded, the oracle says {truth.status}")
    return Judgement(Outcome.WRONG, f"unbounded, the oracle says {_said(truth)}")


def _judge_solution(data: DoubleModel, claim: Claim, truth: Truth) -> Judgement:
    said = f"{claim.status} with {claim.objective}, the oracle says {_said(truth)}"
    if truth.status == INFEASIBLE:
        outside = oracle(wider(data, _points(data, claim.point)))
        if outside.status == INFEASIBLE:
            return Judgement(Outcome.UNJUDGED, f"{said}; the values are a solution all the same")
        return Judgement(Outcome.BORDERLINE, said)
    if truth.status == UNBOUNDED:
        if claim.status == FEASIBLE:
            return Judgement(Outcome.UNDECIDED, said)
        moved = [*_inwards(data, claim.point), oracle(_without_small_costs(data))]
        bounded = any(one.status != UNBOUNDED for one in moved)
        return Judgement(Outcome.BORDERLINE if bounded else Outcome.WRONG, said)
    return _judge_objective(data, claim, truth, said)


def _judge_objective(data: DoubleModel, claim: Claim, truth: Truth, said: str) -> Judgement:
    assert claim.point is not None
    assert truth.point is not None
    points = [claim.point, truth.point]
    objective = data.objective(claim.point)
    allowed = SHARE * objective_size(data, points)
    is_equal = abs(objective - truth.objective) <= allowed
    is_worse = not is_equal and (objective < truth.objective) == data.maximise
    if claim.status == FEASIBLE and (is_equal or is_worse):
        return Judgement(Outcome.UNDECIDED, said)
    if is_equal:
        return RIGHT
    known = _points(data, *points)
    others = _inwards(data, *known) if is_worse else [oracle(wider(data, known))]
    if any(_lies_between(objective, truth, other, allowed) for other in others):
        return Judgement(Outcome.BORDERLINE, said)
    if is_worse:
        return Judgement(Outcome.WRONG, said)
    return Judgement(Outcome.UNJUDGED, f"{said}; the values are a solution all the same")


def _lies_between(objective: float, truth: Truth, other: Truth, allowed: float) -> bool:
    """Whether an objective lies between those of two answers, or these have different statuses."""
    if other.status != truth.status:
        return True
    ends = sorted([truth.objective, other.objective])
    return ends[0] - allowed <= objective <= ends[1] + allowed


def _inwards(data: DoubleModel, *points: Point | None) -> list[Truth]:
    """The oracle about the model with its rows moved inwards, equations in three ways."""
    dice = np.random.default_rng(data.rows)
    return [oracle(narrower(data, _points(data, *points), dice)) for _ in range(3)]


def _without_small_costs(data: DoubleModel) -> DoubleModel:
    """The model without costs below a share of the largest one: its objective moved by as much."""
    sizes = np.abs(data.costs)
    kept = sizes > SHARE * sizes.max(initial=0.0)
    return replace(data, costs=np.where(kept, data.costs, 0.0))


def _said(truth: Truth) -> str:
    return f"{truth.status} with {truth.objective}" if truth.status == OPTIMAL else truth.status


def agree(data: DoubleModel, claim: Claim, other: Claim) -> bool:
    """Whether two programs say the same of a model."""
    if claim.status != other.status:
        return False
    if claim.point is None or other.point is None:
        return True
    points: Sequence[Point] = [claim.point, other.point]
    size = objective_size(data, points)
    return abs(data.objective(claim.point) - data.objective(other.point)) <= SHARE * size
