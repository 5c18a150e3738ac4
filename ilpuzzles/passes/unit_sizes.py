"""Rows, objectives and columns of any size, for solvers whose tolerances are absolute.

To a solver that takes 1e-9 for nothing, a row in units of 1e-10 says nothing. So small rows, small
objectives and columns with small bounds are multiplied by powers of two, which changes no digit of
any number, and the answer is divided by them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ldexp
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import counted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Numeric,
    exact,
    largest_size,
    least_type,
    plain,
    stored,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Rows
from ilpuzzles.passes.faint import units_for_faint
from ilpuzzles.passes.step import (
    Change,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
    WayBack,
    watch_through,
)
from ilpuzzles.progress import Watch

_MOST_BITS = 62
"""Whole numbers below 2^62 stay in arrays of 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitSized(WayBack):
    """A program whose rows, objective and columns have sizes near 1, and the way back.

    Attributes:
        program: The program.
        columns: The power of two that each column was multiplied by, shape (columns,).
        rows: The power of two that each row was multiplied by, shape (rows,).
        objective: The power of two that the objective was multiplied by.
    """

    program: Program
    columns: IntArray
    rows: IntArray
    objective: int

    def values(self, values: NumberArray) -> NumberArray:
        """Returns the values of the columns in their own units."""
        return _multiplied(values, -self.columns)

    def duals(self, duals: NumberArray) -> NumberArray:
        """Returns the duals of the rows in their own units."""
        return _multiplied(duals, self.rows - self.objective)

    def reduced_costs(self, reduced: NumberArray) -> NumberArray:
        """Returns the reduced costs of the columns in their own units."""
        return _multiplied(reduced, self.columns - self.objective)

    def bound(self, bound: float | None) -> float | None:
        """Returns a bound, or a value, of the objective in its own unit."""
        return None if bound is None else bound * 2.0**-self.objective

    def hint(self, hint: Mapping[Variable, Numeric]) -> dict[Variable, Numeric]:
        """Returns a hint for columns in units near 1; one for another model stays as it is."""
        exponents = dict(enumerate(self.columns.tolist()))
        return {
            variable: plain(exact(value) * Fraction(2) ** exponents.get(variable.column, 0))
            for variable, value in hint.items()
        }

    def watch(self, watch: Watch | None) -> Watch | None:
        """Returns a watch that is told of the objective in its unit near 1."""
        return None if watch is None else watch_through(self.bound, watch)

    def direction(self, direction: NumberArray) -> NumberArray:
        """Returns a direction of the columns in their own units."""
        return self.values(direction)

    def contradiction(self, factors: NumberArray) -> NumberArray:
        """Returns factors of the rows in their own units."""
        return _multiplied(factors, self.rows)


def unit_sized(program: Program, *, with_objective: bool = True) -> UnitSized | None:
    """Scales small rows, objectives and columns by powers of two; None if nothing needs scaling.

    A row whose largest coefficient is below 1 is multiplied until that is at least 1. A measured
    row, or one of a mixed program, with coefficients above 1 throughout is divided until the least
    one is nearly 1: to HiGHS, with 1e-9 for nothing, rows in units of 1e10 have cut off the best
    solutions of 2 of 3,000 random models, and to CBC those of 2 of 2,000. No coefficient becomes
    smaller than 1 by that, so a big M lets no more through than that of a row in ordinary units.
    Rows of whole numbers and whole columns stay as they are. A continuous column whose bounds are
    all below 1 is multiplied likewise, and one with a coefficient that would be taken for 0, or
    beside such a one, is in units in which it is near 1 (see `faint`).

    Args:
        program: Linear rows.
        with_objective: Whether the objective may be multiplied, too.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.continuous("x", 2, upper=10)
        >>> row = model.add(1e-9 * x.sum() >= 25e-10)
        >>> sized = unit_sized(model.program())
        >>> [part.tolist() for part in sized.program.rows.in_doubles()]
        [[1.073741824, 1.073741824], [2.68435456], [inf]]
        >>> row = model.change(row, {x[0]: 1, x[1]: 1}, bounds=(1, None))
        >>> unit_sized(model.program()) is None
        True
    """
    columns = _column_exponents(program)
    columns = units_for_faint(program, columns, with_objective=with_objective)
    coefficients = program.rows.in_doubles()[0] * 2.0 ** -columns[program.rows.columns]
    rows = _row_exponents(program, np.abs(coefficients))
    objective = _objective_exponent(program.objective, columns) if with_objective else 0
    if not (columns.any() or rows.any() or objective):
        return None
    goal = program.objective
    sized = program.having(
        lower=_bounds_multiplied(program.lower, columns),
        upper=_bounds_multiplied(program.upper, columns),
        rows=_rows_multiplied(program.rows, rows, columns),
        objective=None if goal is None else _objective_multiplied(goal, objective, columns),
    )
    return UnitSized(sized, columns, rows, objective)


def _column_exponents(program: Program) -> IntArray:
    """The powers of two for continuous columns with small bounds."""
    lower, upper = program.lower, program.upper
    sizes = np.maximum(_finite_sizes(lower), _finite_sizes(upper))
    bounded = lower.finite & upper.finite & (sizes > 0)
    small = bounded & ~program.whole() & (sizes < 1)
    return np.where(small, _exponents_to_one(sizes), 0)


def _finite_sizes(bounds: Bounds) -> npt.NDArray[np.float64]:
    """The sizes of bounds, 0 where there is none."""
    return np.where(bounds.finite, np.abs(bounds.in_doubles()), 0.0)


def _exponents_to_one(sizes: npt.NDArray[np.float64]) -> IntArray:
    """The powers of two that bring sizes to at least 1 and below 2; 0 for a size of 0."""
    # A size is a number from 1/2 on and below 1, times a power of two.
    exponents = 1 - np.frexp(sizes)[1].astype(np.int64)
    return np.where(sizes > 0, exponents, 0)


def _row_exponents(program: Program, sizes: npt.NDArray[np.float64]) -> IntArray:
    """The powers of two for rows, given the sizes of their coefficients."""
    rows = program.rows
    owners, count = rows.owners(), len(rows)
    largest, smallest = np.zeros(count), np.full(count, np.inf)
    np.maximum.at(largest, owners, sizes)
    np.minimum.at(smallest, owners, sizes)
    has_continuous = np.zeros(count, dtype=bool)
    has_continuous[owners[~program.whole()[rows.columns]]] = True
    is_whole = ~has_continuous & np.asarray(rows.scales == 1, dtype=bool)
    is_judged_near = (~is_whole & program.is_mixed()) | rows.measured
    is_large = is_judged_near & (smallest > 1) & np.isfinite(smallest)
    down = _exponents_to_one(np.where(is_large, smallest, 1.0))
    up = _exponents_to_one(np.where((largest > 0) & (largest < 1), largest, 1.0))
    return np.where(is_large, down, up)


def _objective_exponent(goal: Objective | None, columns: IntArray) -> int:
    """The power of two for an objective with small coefficients."""
    if goal is None or not len(goal.columns):
        return 0
    costs = np.abs(goal.in_doubles()[0]) * 2.0 ** -columns[goal.columns]
    largest = costs.max()
    return int(_exponents_to_one(np.array([largest]))[0]) if 0 < largest < 1 else 0


def _rows_multiplied(rows: Rows, exponents: IntArray, columns: IntArray) -> Rows:
    """Rows multiplied by powers of two, in columns that were multiplied by others.

    A coefficient a / scale becomes a 2^(row - column) / scale, and a bound b 2^row / scale. A row
    takes from its scale the least of these exponents, so that all others are powers of at least 1.
    """
    if not (exponents.any() or columns.any()):
        return rows
    owners = rows.owners()
    of_entries = exponents[owners] - columns[rows.columns]
    least = exponents.copy()
    np.minimum.at(least, owners, of_entries)
    scales, taken = _scales_less(rows.scales, least)
    # A measured row has no scale to take from: doubles are multiplied as they are.
    taken[rows.measured] = 0
    scales[rows.measured] = 1
    return replace(
        rows,
        coefficients=_shifted(rows.coefficients, of_entries - taken[owners]),
        lower=_bounds_shifted(rows.lower, exponents - taken),
        upper=_bounds_shifted(rows.upper, exponents - taken),
        scales=scales,
        # What was written is as large as it was.
        origins=np.full(len(rows), NO_ORIGIN),
    )


def _scales_less(scales: NumberArray, exponents: IntArray) -> tuple[NumberArray, IntArray]:
    """Scales divided by powers of two, as far as they stay whole, and the exponents taken out.

    A negative exponent multiplies its scale, and is always taken as a whole.
    """
    found = scales.astype(object)
    taken = np.zeros_like(exponents)
    for row in exponents.nonzero()[0].tolist():
        scale, exponent = int(found[row]), int(exponents[row])
        factors_of_two = (scale & -scale).bit_length() - 1
        taken[row] = min(exponent, factors_of_two)
        found[row] = scale >> int(taken[row]) if taken[row] > 0 else scale << -int(taken[row])
    return least_type(found), taken


def _shifted(numbers: NumberArray, exponents: IntArray) -> NumberArray:
    """Numbers times powers of two; only in measured rows may one be below 1 for a whole one."""
    if not exponents.any():
        return numbers
    if numbers.dtype == np.float64:
        return np.ldexp(numbers, exponents)
    bits = largest_size(numbers).bit_length() + exponents.max()
    if numbers.dtype != object and bits < _MOST_BITS and exponents.min() >= 0:
        return numbers << exponents
    pairs = zip(numbers.tolist(), exponents.tolist(), strict=True)
    return stored([_times_power(*pair) for pair in pairs])


def _times_power(number: Any, exponent: int) -> Any:
    """A number times a power of two: a float where it was one, or the power is below 1."""
    is_float = isinstance(number, float) or exponent < 0
    return ldexp(number, exponent) if is_float else number << exponent


def _bounds_shifted(bounds: Bounds, exponents: IntArray) -> Bounds:
    return Bounds(bounds.side, _shifted(bounds.numbers, exponents), bounds.finite)


def _bounds_multiplied(bounds: Bounds, exponents: IntArray) -> Bounds:
    """Bounds of columns times powers of two."""
    if not exponents.any():
        return bounds
    return Bounds(bounds.side, _multiplied(bounds.numbers, exponents), bounds.finite)


def _multiplied(numbers: NumberArray, exponents: IntArray) -> NumberArray:
    """Exact numbers, or doubles, times powers of two; of several solutions, doubles alone."""
    if not exponents.any():
        return numbers
    if numbers.dtype == np.float64:
        return np.ldexp(numbers, exponents)
    found: Any = numbers.astype(object)
    for place in exponents.nonzero()[0].tolist():
        factor: Number = Fraction(2) ** int(exponents[place])
        found[place] = plain(Fraction(found[place]) * factor)
    return np.asarray(found)


def _objective_multiplied(goal: Objective, exponent: int, columns: IntArray) -> Objective:
    """An objective times a power of two, in columns that were multiplied by others."""
    of_terms = exponent - columns[goal.columns]
    least = min(int(of_terms.min(initial=exponent)), exponent)
    scales, taken = _scales_less(np.array([goal.scale], dtype=object), np.array([least]))
    if goal.is_measured:
        scales, taken = np.array([1]), np.array([0])
    return replace(
        goal,
        coefficients=_shifted(goal.coefficients, of_terms - taken[0]),
        constant=_times_power(goal.constant, exponent - int(taken[0])),
        scale=int(scales[0]),
    )


def _bring_near_1(program: Program, settings: PassSettings) -> Outcome:
    sized = unit_sized(program, with_objective=not settings.keeps_objective)
    if sized is None:
        return NotNeeded()
    rows = int((sized.rows != 0).sum())
    columns = int((sized.columns != 0).sum())
    parts = [
        counted(number, what) for number, what in ((rows, "row"), (columns, "column")) if number
    ]
    if sized.objective:
        parts.append("the objective")
    return Change(sized.program, sized, f"other units for {', '.join(parts)}")


UNIT_SIZES = Pass("unit sizes", _bring_near_1)
"""Multiplies rows, columns and the objective by powers of two, so that their sizes are near 1."""
