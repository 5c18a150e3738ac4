"""A linear or mixed-integer program as plain doubles, and exact arithmetic about points of it.

Everything that judges an answer begins here. Nothing here knows how `ilpuzzles` stores a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, fsum, gcd, inf, isfinite, lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Booleans: TypeAlias = npt.NDArray[np.bool_]
Point: TypeAlias = Floats
"""A value for every column."""

SHARE = 1e-6
"""By which share of its size a row may be missed, and of its size an objective may differ."""


@dataclass(frozen=True, slots=True, eq=False)
class DoubleModel:
    """Optimise `costs @ x + constant` where rows and columns keep their bounds.

    Attributes:
        family: The name of its family.
        matrix: The coefficients, shape (rows, columns).
        row_lower: The least value of each row, or minus infinity.
        row_upper: The greatest value of each row, or infinity.
        lower: The least value of each column, or minus infinity.
        upper: The greatest value of each column, or infinity.
        whole: Which columns take whole numbers only.
        costs: The coefficients of the objective.
        constant: The constant of the objective.
        maximise: Whether the objective is maximised.
        planted: A point that was a solution when the model was made; it gives sizes.
    """

    family: str
    matrix: Floats
    row_lower: Floats
    row_upper: Floats
    lower: Floats
    upper: Floats
    whole: Booleans
    costs: Floats
    constant: float = 0.0
    maximise: bool = False
    planted: Point | None = None

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.matrix.shape[0])

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.matrix.shape[1])

    def is_binary(self) -> Booleans:
        """The columns that are 0 or 1."""
        return self.whole & (self.lower >= 0) & (self.upper <= 1)

    def is_linear(self) -> bool:
        """Whether no column has to be whole."""
        return not self.whole.any()

    def is_whole_and_bounded(self) -> bool:
        """Whether every column is whole, with two finite bounds."""
        bounded = np.isfinite(self.lower) & np.isfinite(self.upper)
        return bool((self.whole & bounded).all())

    def relaxed(self) -> DoubleModel:
        """The same without whole columns."""
        return replace(self, whole=np.zeros(self.columns, dtype=bool))

    def without_costs(self) -> DoubleModel:
        """The same with the objective 0."""
        return replace(self, costs=np.zeros(self.columns), constant=0.0)

    def activity(self, row: int, point: Point) -> float:
        """The value of the left side of a row."""
        return fsum((self.matrix[row] * point).tolist())

    def objective(self, point: Point) -> float:
        """The value of the objective."""
        return fsum([*(self.costs * point).tolist(), self.constant])


def rounded(data: DoubleModel, digits: int) -> DoubleModel:
    """The model with so many digits of every number, as a program may write it."""

    def shortened(numbers: Floats) -> Floats:
        texts = [f"{number:.{digits}g}" for number in numbers.ravel().tolist()]
        return np.array(texts, dtype=np.float64).reshape(numbers.shape)

    return replace(
        data,
        matrix=shortened(data.matrix),
        row_lower=shortened(data.row_lower),
        row_upper=shortened(data.row_upper),
        lower=shortened(data.lower),
        upper=shortened(data.upper),
        costs=shortened(data.costs),
    )


def step_of(data: DoubleModel, row: int) -> Fraction:
    """The number of which all values of a row are multiples; 0 if a column is not whole."""
    columns = np.flatnonzero(data.matrix[row])
    if not len(columns) or not data.whole[columns].all():
        return Fraction(0)
    factors = [Fraction(repr(factor)) for factor in data.matrix[row, columns].tolist()]
    scale = lcm(*(factor.denominator for factor in factors))
    return Fraction(gcd(*(int(factor * scale) for factor in factors)), scale)


def tightened(data: DoubleModel) -> DoubleModel:
    """The model with the sides of rows of whole columns moved to values that these can have."""
    lower, upper = data.row_lower.copy(), data.row_upper.copy()
    for row in range(data.rows):
        step = step_of(data, row)
        if step and isfinite(lower[row]):
            lower[row] = float(ceil(Fraction(repr(float(lower[row]))) / step) * step)
        if step and isfinite(upper[row]):
            upper[row] = float(floor(Fraction(repr(float(upper[row]))) / step) * step)
    return replace(data, row_lower=lower, row_upper=upper)


def row_sizes(data: DoubleModel, points: Sequence[Point]) -> Floats:
    """The size of each row: its largest term at any of the points, or its larger side."""
    sizes = np.zeros(data.rows)
    for side in (data.row_lower, data.row_upper):
        finite = np.where(np.isfinite(side), np.abs(side), 0.0)
        sizes = np.maximum(sizes, finite)
    for point in points:
        largest_terms = np.abs(data.matrix * point).max(axis=1, initial=0.0)
        sizes = np.maximum(sizes, largest_terms)
    largest_coefficients = np.abs(data.matrix).max(axis=1, initial=0.0)
    return np.where(sizes > 0, sizes, largest_coefficients)


def column_sizes(data: DoubleModel, points: Sequence[Point]) -> Floats:
    """The size of each column: its largest value at any of the points, or its larger bound."""
    sizes = np.zeros(data.columns)
    for bound in (data.lower, data.upper):
        finite = np.where(np.isfinite(bound), np.abs(bound), 0.0)
        sizes = np.maximum(sizes, finite)
    for point in points:
        sizes = np.maximum(sizes, np.abs(point))
    return np.where(sizes > 0, sizes, 1.0)


def objective_size(data: DoubleModel, points: Sequence[Point]) -> float:
    """The size of the objective: its largest term, or its constant if that is larger."""
    size = abs(data.constant)
    for point in points:
        size = max(size, float(np.abs(data.costs * point).max(initial=0.0)))
    return size


def faults(
    data: DoubleModel, point: Point, others: Sequence[Point] = (), share: float = SHARE
) -> list[str]:
    """The rows, bounds and whole numbers that a point misses by more than a share of their size.

    Args:
        data: The model.
        point: The point.
        others: Other points that say how large rows and columns are.
        share: The share.
    """
    found = []
    points = [point, *others]
    for row, size in enumerate(row_sizes(data, points).tolist()):
        activity = data.activity(row, point)
        least, most = float(data.row_lower[row]), float(data.row_upper[row])
        missed = max(least - activity, activity - most)
        # Infinite values are no numbers, so that a comparison the other way round would pass.
        if not missed <= share * size:
            found.append(f"row {row} is {activity}, not within {least} and {most}")
    for column, size in enumerate(column_sizes(data, points).tolist()):
        value = float(point[column])
        least, most = float(data.lower[column]), float(data.upper[column])
        missed = max(least - value, value - most)
        if not missed <= share * size:
            found.append(f"column {column} is {value}, not within {least} and {most}")
        if data.whole[column] and value != round(value):
            found.append(f"column {column} is {value}, not whole")
    return found


def _readings(number: float) -> tuple[Fraction, Fraction]:
    """The two exact numbers that a double can stand for: itself, and the decimal that it prints."""
    return Fraction(number), Fraction(repr(number))


def is_exact_solution(data: DoubleModel, point: Point) -> bool:
    """Whether a point satisfies everything, in rational arithmetic and in both readings."""
    if faults(data, point):
        return False
    for reading in (0, 1):
        values = [_readings(value)[reading] for value in point.tolist()]
        for row in range(data.rows):
            total = Fraction(0)
            for column in np.flatnonzero(data.matrix[row]).tolist():
                factor = _readings(float(data.matrix[row, column]))[reading]
                total += factor * values[column]
            sides = float(data.row_lower[row]), float(data.row_upper[row])
            if not _is_within(total, sides, reading):
                return False
        for column, value in enumerate(values):
            sides = float(data.lower[column]), float(data.upper[column])
            if not _is_within(value, sides, reading):
                return False
    return True


def _is_within(value: Fraction, sides: tuple[float, float], reading: int) -> bool:
    least, most = sides
    if isfinite(least) and value < _readings(least)[reading]:
        return False
    return not (isfinite(most) and value > _readings(most)[reading])


def _row_steps(data: DoubleModel, points: Sequence[Point]) -> Floats:
    """The share of the size of each row; 0 for rows of whole numbers alone, which are exact."""
    whole_entries = (data.matrix == 0) | (data.whole & (data.matrix == np.round(data.matrix)))
    exact = whole_entries.all(axis=1)
    for side in (data.row_lower, data.row_upper):
        exact &= side == np.round(side)
    return np.where(exact, 0.0, SHARE * row_sizes(data, points))


def wider(data: DoubleModel, points: Sequence[Point]) -> DoubleModel:
    """The model with the sides of rows, and bounds of columns, moved outwards by their share."""
    by_row = _row_steps(data, points)
    by_column = np.where(data.whole, 0.0, SHARE * column_sizes(data, points))
    return replace(
        data,
        row_lower=data.row_lower - by_row,
        row_upper=data.row_upper + by_row,
        lower=data.lower - by_column,
        upper=data.upper + by_column,
    )


def narrower(data: DoubleModel, points: Sequence[Point], dice: np.random.Generator) -> DoubleModel:
    """The model with all that moved inwards by its share; equations move to a side by chance."""
    by_row = _row_steps(data, points)
    row_lower, row_upper = _moved_inwards(data.row_lower, data.row_upper, by_row)
    shift = by_row * dice.choice([-1.0, 1.0], data.rows)
    equal = data.row_lower == data.row_upper
    by_column = np.where(data.whole, 0.0, SHARE * column_sizes(data, points))
    lower, upper = _moved_inwards(data.lower, data.upper, by_column)
    return replace(
        data,
        row_lower=np.where(equal, data.row_lower + shift, row_lower),
        row_upper=np.where(equal, data.row_upper + shift, row_upper),
        lower=lower,
        upper=upper,
    )


def _moved_inwards(lower: Floats, upper: Floats, steps: Floats) -> tuple[Floats, Floats]:
    """Two bounds, each moved towards the other, at most as far as the middle between them."""
    half = np.full(len(lower), inf)
    both = np.isfinite(lower) & np.isfinite(upper)
    half[both] = (upper[both] - lower[both]) / 2
    step = np.minimum(steps, half)
    return lower + step, upper - step
