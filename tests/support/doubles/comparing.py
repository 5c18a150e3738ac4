"""Whether a file says the same numbers as the data: rows, sides, bounds, costs."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, inf, isfinite

import numpy as np

from support.doubles.data import DoubleModel, Floats, step_of

_ROUNDING = 1e-11
"""By which share of the largest number of a row its numbers may differ."""


def differences(data: DoubleModel, found: DoubleModel) -> list[str]:
    """The rows, bounds and costs of a model that a file does not have.

    Rows may have other names, another order, be multiplied by a number, or be two for one range.
    """
    if found.columns > data.columns:
        return [f"column {found.columns - 1} is new"]
    matrix = np.zeros((found.rows, data.columns))
    matrix[:, : found.columns] = found.matrix
    lost = []
    for row in range(data.rows):
        problem = _missing_side(data, row, matrix, found)
        if problem:
            lost.append(f"row {row}: {problem}")
    # What has no number in the file has no row, and no cost.
    for column in range(found.columns):
        lost += _differing_column(data, found, column)
    costs = np.zeros(data.columns)
    costs[: found.columns] = found.costs
    if data.maximise and not found.maximise:
        costs = -costs
    if not _close(costs, data.costs):
        lost.append(f"the costs are {costs.tolist()}, not {data.costs.tolist()}")
    return lost


def _missing_side(data: DoubleModel, row: int, matrix: Floats, found: DoubleModel) -> str:
    """The side of a row that no row of the file states; empty if it has both.

    Rows that are multiples of each other count as one, with the tightest of their sides.
    """
    factors = data.matrix[row]
    if not factors.any():
        return ""
    wanted = _tightest(factors, data.matrix, data.row_lower, data.row_upper)
    have = _tightest(factors, matrix, found.row_lower, found.row_upper)
    size = float(np.abs(factors).max())
    step = step_of(data, row)
    for side, is_there, is_wanted in zip(("lower", "upper"), have, wanted, strict=True):
        if not _same(is_there, is_wanted, size) and not _is_as_tight(
            is_there, is_wanted, step, side
        ):
            return f"its {side} side is {is_there}, not {is_wanted}"
    return ""


def _is_as_tight(have: float, want: float, step: Fraction, side: str) -> bool:
    """Whether a side lies between another one and the next multiple of a step that is within.

    The row is the same then, where its columns are whole.
    """
    if not step or not isfinite(want) or not isfinite(have):
        return False
    steps = Fraction(repr(want)) / step
    multiple = float((ceil(steps) if side == "lower" else floor(steps)) * step)
    between = min(want, multiple) <= have <= max(want, multiple)
    return between or _same(have, multiple, 0.0)


def _tightest(
    factors: Floats, matrix: Floats, row_lower: Floats, row_upper: Floats
) -> tuple[float, float]:
    """The tightest sides that rows of a matrix state for a multiple of some coefficients."""
    place = int(np.abs(factors).argmax())
    lower, upper = -inf, inf
    for row, one in enumerate(matrix):
        ratio = float(one[place] / factors[place])
        if not ratio or not _close(one, factors * ratio):
            continue
        sides = [float(row_lower[row]) / ratio, float(row_upper[row]) / ratio]
        lower, upper = max(lower, min(sides)), min(upper, max(sides))
    return lower, upper


def _differing_column(data: DoubleModel, found: DoubleModel, column: int) -> list[str]:
    if not found.matrix[:, column].any() and not found.costs[column]:
        return []
    lost = []
    for name, have, want in (
        ("lower", float(found.lower[column]), float(data.lower[column])),
        ("upper", float(found.upper[column]), float(data.upper[column])),
    ):
        if not _same(have, want, 0.0):
            lost.append(f"the {name} bound of column {column} is {have}, not {want}")
    if found.whole[column] != data.whole[column]:
        lost.append(f"column {column} is whole in one of the two")
    return lost


def _same(have: float, want: float, size: float) -> bool:
    if have == want:
        return True
    return abs(have - want) <= _ROUNDING * max(size, abs(want))


def _close(numbers: Floats, others: Floats) -> bool:
    size = float(np.abs(others).max(initial=0.0))
    return bool((np.abs(numbers - others) <= _ROUNDING * size).all())
