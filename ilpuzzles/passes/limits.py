"""The limits on numbers (coefficients, activities, costs) for a solver that computes in doubles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import Problem
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import doubles
from ilpuzzles.modelling.program import Program

ADVICE = "use the backend cpsat, or give smaller bounds and units"
"""The advice to somebody whose numbers are too large."""

LARGEST_NUMBER = 10**15
"""Above this, not every whole number is a double."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The limits on coefficients, row activities and costs for a solver with doubles.

    In a mixed program, the largest factor of all rows may be `spread` times the least one.
    """

    coefficients: int
    activity: int
    costs: int
    spread: float = math.inf

    @property
    def for_objectives(self) -> Trust:
        """The limits where an objective is a row: it is only to be better than some value."""
        return Trust(max(self.coefficients, self.costs), LARGEST_NUMBER, self.costs)


def activity(program: Program) -> float:
    """The most that coefficients times bounds add up to where a (linear) row can be broken.

    This is the size of the terms that may cancel each other in a row. A variable that can only help
    a row to hold does not count; one without a bound counts as 1.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=30)
        >>> row = model.add(7 * n[0] - 100 * n[1] <= 4)
        >>> activity(model.program())
        210.0
        >>> row = model.add(7 * n[0] - 100 * n[1] == 4)
        >>> activity(model.program())
        3210.0
    """
    rows = program.rows
    if not len(rows):
        return 0.0
    owner, columns = rows.owners(), rows.columns
    most = np.maximum(_sizes(program.lower, 1), _sizes(program.upper, 1))
    above, below = rows.upper.finite, rows.lower.finite
    harmful = np.where(rows.coefficients > 0, above[owner], below[owner])
    harmful |= program.lower[columns] < 0
    sizes = np.where(harmful, np.abs(doubles(rows.coefficients)) * most[columns], 0)
    sums = np.bincount(owner, weights=sizes, minlength=len(rows))
    sides = _sizes(rows.lower, 0), _sizes(rows.upper, 0)
    return float(np.max(np.array([sums, *sides]) / doubles(rows.scales)))


def _sizes(bounds: Bounds, infinite: int) -> npt.NDArray[np.float64]:
    """Bounds without their signs, and a number instead of those that are infinite."""
    return np.where(bounds.finite, np.abs(bounds.in_doubles()), infinite)


def too_large(program: Program, trust: Trust, reached: float) -> Problem | None:
    """Returns the first number that is too large for a solver with doubles, if there is one.

    `reached` is the activity of the program.
    """
    objective, (coefficients, least, most) = program.objective, program.rows.in_doubles()
    costs = coefficients[:0] if objective is None else objective.in_doubles()[0]
    for part, limit in ((coefficients, trust.coefficients), (costs, trust.costs)):
        if np.abs(part).max(initial=0) > limit:
            return Problem(f"a coefficient is above {limit:,}", ADVICE)
    for bound in (_sizes(program.lower, 0), _sizes(program.upper, 0), least, most):
        if np.abs(bound[np.isfinite(bound)]).max(initial=0) > LARGEST_NUMBER:
            return Problem(f"a bound is above {LARGEST_NUMBER:,}", ADVICE)
    if reached > trust.activity:
        return Problem(f"a row adds up to {reached:.0e}, above {trust.activity:.0e}", ADVICE)
    return None


def too_different(program: Program, trust: Trust) -> Problem | None:
    """Returns the spread of a mixed program's factors as a problem, if the solver is not to get it.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, used = model.continuous("x", upper=1000), model.binary("used")
        >>> row = model.add("0.001" * x <= 1000 * used)
        >>> too_different(model.program(), Trust(10**7, 10**7, 10**7, spread=10**4)).what
        'the factors of its rows differ by 1e+06, above 1e+04'
    """
    sizes = np.abs(program.rows.in_doubles()[0])
    if not len(sizes) or not program.whole().any():
        return None
    found = float(sizes.max() / sizes.min())
    if found <= trust.spread:
        return None
    what = f"the factors of its rows differ by {found:.0e}, above {trust.spread:.0e}"
    return Problem(what, "scale the rows, or use highs or scip")
