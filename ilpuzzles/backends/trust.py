"""How large numbers may be for a solver that computes in doubles.

Of 5,000 random models at the edge for each solver (`tests/random_edges.py`), each with a solution,
CBC refuses 893, SCIP 1,159 and HiGHS 1,155, and no answer is wrong. Without exactly smaller numbers
(`narrowing`), a second opinion and CBC's values in full, of the first 1,000 CBC refused 257, SCIP
and HiGHS 559, and 110, 11 and 12 answers were wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import Problem
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program

LARGEST_NUMBER = 10**15
"""Above this, not every whole number is a double."""

ADVICE = "use the backend cpsat, or give smaller bounds and units"
"""What to do about numbers that are too large."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How large numbers may be for a solver that computes in doubles.

    Attributes:
        coefficients: The coefficients of rows.
        activity: What these times the bounds of the variables add up to in a row.
        costs: The coefficients of the objective.
    """

    coefficients: int
    activity: int
    costs: int

    @property
    def for_objectives(self) -> Trust:
        """The same where an objective is a row: it is only to be better than some value."""
        return Trust(max(self.coefficients, self.costs), LARGEST_NUMBER, self.costs)


def activity(program: Program) -> float:
    """The most that coefficients times bounds add up to where a row can be broken.

    So large are the numbers that cancel each other in a row. A variable that can only make a row
    hold the better does not count; one without a bound counts as 1.

    Args:
        program: A program in linear rows.

    Example:
        >>> from ilpuzzles.modelling import Model
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
    above, below = rows.upper != PLUS_INFINITY, rows.lower != MINUS_INFINITY
    harmful = np.where(rows.coefficients > 0, above[owner], below[owner])
    harmful |= program.lower[columns] < 0
    sizes = np.where(harmful, _sizes(rows.coefficients, 1) * most[columns], 0)
    sums = np.bincount(owner, weights=sizes, minlength=len(rows))
    return float(np.max([sums, _sizes(rows.lower, 0), _sizes(rows.upper, 0)]))


def _sizes(numbers: IntArray, infinite: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Numbers without their signs, and what stands for infinite ones."""
    unlimited = (numbers == MINUS_INFINITY) | (numbers == PLUS_INFINITY)
    return np.where(unlimited, infinite, np.abs(numbers.astype(np.float64)))


def too_large(program: Program, trust: Trust) -> Problem | None:
    """What a solver that computes in doubles cannot be trusted with, if there is anything."""
    objective = program.objective
    costs = program.rows.coefficients[:0] if objective is None else objective.coefficients
    for part, most in ((program.rows.coefficients, trust.coefficients), (costs, trust.costs)):
        if _largest(part) > most:
            return Problem(f"coefficients above {most:,}", ADVICE)
    for bound in (program.lower, program.upper, program.rows.lower, program.rows.upper):
        if _largest(bound[(bound != MINUS_INFINITY) & (bound != PLUS_INFINITY)]) > LARGEST_NUMBER:
            return Problem(f"bounds above {LARGEST_NUMBER:,}", ADVICE)
    found = activity(program)
    if found > trust.activity:
        return Problem(f"a row that adds up to {found:.0e}, above {trust.activity:.0e}", ADVICE)
    return None


def _largest(numbers: IntArray) -> int:
    return max(-int(numbers.min()), int(numbers.max())) if len(numbers) else 0
