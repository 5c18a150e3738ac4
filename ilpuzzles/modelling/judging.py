"""Judgement of a solver's answer: how well it satisfies a program, exactly or in doubles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.numbers import Number, NumberArray, doubles
from ilpuzzles.modelling.precision import TOLERANCE
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import (
    Violation,
    bounds_of,
    larger_than_tolerance,
    sums_to_check,
)
from ilpuzzles.modelling.rows import NO_ORIGIN, Rows
from ilpuzzles.modelling.written import WrittenRows, bounds_of_doubles, doubles_of


class Judgement(NamedTuple):
    """The judgement of how well values satisfy a program.

    Attributes:
        wrong: What misses its bounds by more than is tolerated.
        missed: What misses them by most, tolerated or not; None if nothing does.
    """

    wrong: tuple[Violation, ...]
    missed: Violation | None


def judged(program: Program, values: NumberArray) -> Judgement:
    """Judges an answer of a solver by rows and bounds as they were written.

    Exactly where values are exact. In doubles where they are the doubles of a solver for continuous
    columns: next to no row is satisfied exactly by these.

    Args:
        program: A program.
        values: The value of every column, as in `Program.check`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2)
        >>> row = model.add(x[0] + 3 * x[1] == 1, "row")
        >>> wrong, missed = judged(model.program(), np.array([0.0, 1 / 3 + 1e-12]))
        >>> len(wrong), f"{float(missed.by()):.0e}"
        (0, '3e-12')
        >>> print(judged(model.program(), np.array([0.25, 0.5])).wrong[0])
        row[0] is 1.75, not 1
    """
    if values.dtype == np.float64 and program.is_linear():
        return _judged_in_doubles(program, values)
    found = program.check(values)
    wrong = tuple(larger_than_tolerance(found)) if program.is_mixed() else found
    return Judgement(wrong, max(found, key=Violation.by, default=None))


def _judged_in_doubles(program: Program, values: npt.NDArray[np.float64]) -> Judgement:
    """The worst miss of a column, and that of a row."""
    worst: list[Violation] = []
    of_columns = column_misses(values, program.lower.in_doubles(), program.upper.in_doubles())
    if of_columns.by.any():
        column = of_columns.worst()
        bounds = program.lower.at(column), program.upper.at(column)
        worst.append(of_columns.violation(column, program.names.name_of(column), *bounds))
    of_rows = RowsInDoubles.of(program.rows, program.written).misses(values)
    if of_rows.by.any():
        row = of_rows.worst()
        least, most = (
            None if bound is None else Fraction(bound) for bound in bounds_of(program.rows, row)
        )
        worst.append(of_rows.violation(row, program.row_name(row), least, most))
    wrong = tuple(larger_than_tolerance(worst))
    return Judgement(wrong, max(worst, key=Violation.by, default=None))


class Misses(NamedTuple):
    """By how much values in doubles miss bounds, and the size that each miss is judged by.

    Attributes:
        values: The values.
        by: How far each value is beyond its bound; 0 where it is within.
        sizes: What a miss is tolerated relative to.
    """

    values: npt.NDArray[np.float64]
    by: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.float64]

    @staticmethod
    def of(
        values: npt.NDArray[np.float64],
        lower: npt.NDArray[np.float64],
        upper: npt.NDArray[np.float64],
        sizes: npt.NDArray[np.float64],
    ) -> Misses:
        """The misses of values; a size is at least that of the bound which is missed."""
        below, above = lower - values, values - upper
        by = np.maximum(np.maximum(below, above), 0.0)
        bounds = np.where(below > above, lower, upper)
        finite = np.where(np.isfinite(bounds), np.abs(bounds), 0.0)
        return Misses(values, by, np.maximum(sizes, finite))

    def shares(self) -> npt.NDArray[np.float64]:
        """Each miss as a share of its size."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.by > 0, self.by / self.sizes, 0.0)

    def worst(self) -> int:
        """The place of the largest miss by its size."""
        return int(self.shares().argmax())

    def violation(
        self, place: int, name: str, lower: Number | None, upper: Number | None
    ) -> Violation:
        """The miss at a place in words."""
        size = Fraction(self.sizes[place])
        return Violation(name, Fraction(self.values[place]), lower, upper, size=size)


_DUAL_TOLERANCE = 1e-6
"""A price of the wrong sign up to this share of the largest one is a rounding error of a solver."""


def dual_bound(program: Program, duals: npt.NDArray[np.float64]) -> float:
    """The bound on the objective of a linear program that the duals of its rows prove.

    Whatever the duals are, it is a bound (weak duality): each row is taken at the end that is best
    for its dual, and each column at the end that is best for what is left of its cost. It reaches
    the objective of a solution only where both are optimal, so no word of a solver is needed.

    Returns:
        The bound, in doubles; infinite where a price points to an end that is not there.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2)
        >>> row = model.add(x.sum() <= 4)
        >>> model.maximize(x @ [3, 2])
        >>> [dual_bound(model.program(), np.array([dual])) for dual in (3.0, 4.0, 2.0)]
        [12.0, 16.0, inf]
    """
    goal = program.objective
    if goal is None:
        return 0.0
    sense = -1.0 if goal.maximize else 1.0
    costs = np.zeros(program.variables)
    stated_costs, constant = goal.in_doubles()
    costs[goal.columns] = sense * stated_costs
    prices = sense * duals
    rows = RowsInDoubles.of(program.rows, program.written)
    paid = rows.factors * prices[rows.owners]
    left = costs - np.bincount(rows.columns, weights=paid, minlength=program.variables)
    of_rows = _least_worth(prices, rows.lower, rows.upper)
    of_columns = _least_worth(left, program.lower.in_doubles(), program.upper.in_doubles())
    return float(constant + sense * (of_rows + of_columns))


def _least_worth(
    prices: npt.NDArray[np.float64],
    lower: npt.NDArray[np.float64],
    upper: npt.NDArray[np.float64],
) -> float:
    """The least that numbers between bounds are worth together; minus infinity without an end."""
    ends = np.where(prices > 0, lower, upper)
    has_end = np.isfinite(ends)
    largest = max(1.0, np.abs(prices).max(initial=0.0))
    is_rounding = np.abs(prices) <= _DUAL_TOLERANCE * largest
    if not (has_end | is_rounding).all():
        return -np.inf
    return fsum((prices[has_end] * ends[has_end]).tolist())


WITNESS_TOLERANCE = 1e-7
"""By this share a witness may miss a row or a bound: what linear programming solvers grant."""


def rows_missed(rows: RowsInDoubles, values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """The rows that a witness in doubles misses by more than is tolerated."""
    misses = rows.misses(values)
    return (misses.by > WITNESS_TOLERANCE * misses.sizes).nonzero()[0]


def bounds_missed(program: Program, values: npt.NDArray[np.float64]) -> bool:
    """Whether a witness in doubles is beyond the bounds of a column by more than is tolerated."""
    misses = column_misses(values, program.lower.in_doubles(), program.upper.in_doubles())
    return bool((misses.by > WITNESS_TOLERANCE * misses.sizes).any())


def column_misses(
    values: npt.NDArray[np.float64],
    lower: npt.NDArray[np.float64],
    upper: npt.NDArray[np.float64],
) -> Misses:
    """By how much values in doubles are beyond the bounds of their columns."""
    ends = [np.where(np.isfinite(side), np.abs(side), 0.0) for side in (lower, upper)]
    largest = np.maximum(*ends)
    return Misses.of(values, lower, upper, np.where(largest > 0, np.minimum(largest, 1.0), 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class RowsInDoubles:
    """Linear rows of continuous columns in doubles, as they were written, to judge answers by.

    Attributes:
        owners: The row of each entry.
        columns: The column of each entry.
        factors: The coefficient of each entry.
        lower: The lower bound of each row.
        upper: The upper bound of each row.
        least_sizes: The smaller one of 1 and the largest coefficient of each row.
        measured: Whether each row is measured.
    """

    owners: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    factors: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    least_sizes: npt.NDArray[np.float64]
    measured: npt.NDArray[np.bool_]

    @staticmethod
    def of(rows: Rows, written: WrittenRows | None = None) -> RowsInDoubles:
        """The rows of a program, and how they were written, if that is known."""
        sums, scales = sums_to_check(rows, written), np.ones(len(rows))
        is_unwritten = rows.origins == NO_ORIGIN
        scales[is_unwritten] = doubles(rows.scales)[is_unwritten]
        owners = sums.owners()
        factors = doubles_of(sums.numbers) / scales[owners]
        largest = np.zeros(len(rows))
        np.maximum.at(largest, owners, np.abs(factors))
        return RowsInDoubles(
            owners,
            sums.columns.astype(np.int64, copy=False),
            factors,
            bounds_of_doubles(sums.lower) / scales,
            bounds_of_doubles(sums.upper) / scales,
            np.minimum(1.0, largest),
            rows.measured,
        )

    def misses(self, values: npt.NDArray[np.float64]) -> Misses:
        """By how much values in doubles miss the bounds of the rows.

        The sizes are those of `wrong_rows`. The sums are made in doubles, whose own error is far
        below any tolerance.
        """
        count = len(self.lower)
        terms = self.factors * values[self.columns]
        totals = np.zeros(count)
        totals += np.bincount(self.owners, weights=terms, minlength=count)
        sizes = self.least_sizes.copy()
        np.maximum.at(sizes, self.owners, np.abs(terms))
        misses = Misses.of(totals, self.lower, self.upper, sizes)
        # A measured row holds within its tolerance.
        misses.by[self.measured & (misses.by <= float(TOLERANCE) * misses.sizes)] = 0.0
        return misses
