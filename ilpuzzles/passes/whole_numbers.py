"""Measured rows and objectives in whole numbers, for backends that compute in these.

Each is multiplied by a power of two and rounded, so that rounding uses up a tenth of its tolerance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import BackendError, LargeNumbersError, counted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import doubles
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.precision import TOLERANCE, rounded_sums
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Rows, joined
from ilpuzzles.passes.remembered import remember_with_rows
from ilpuzzles.passes.step import SAME, Change, NotNeeded, Outcome, Pass, PassSettings


def in_whole_numbers(program: Program) -> Program:
    """Returns the program with its measured rows and its objective in whole numbers.

    It has the same columns, and the same solutions but for some on the border of a measured row.

    Raises:
        LargeNumbersError: If numbers need more than 62 bits, or a variable has no bounds.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> row = model.add(x @ [0.1 + 0.2, 0.4] <= 0.5)
        >>> rows = in_whole_numbers(model.program()).rows
        >>> rows.measured.tolist(), (rows.coefficients / rows.scales[0]).round(9).tolist()
        ([False], [0.3, 0.4])
    """
    return objective_in_whole_numbers(rows_in_whole_numbers(program))


def objective_in_whole_numbers(program: Program) -> Program:
    """Returns the program with its objectives in whole numbers; see `in_whole_numbers`."""
    goal = program.objective
    if goal is None or not any(each.is_measured for each in goal.in_order()):
        return program
    return replace(program, objective=_rounded_objective(program, goal))


def rows_in_whole_numbers(program: Program, *, loosely: bool = False) -> Program:
    """Returns the program with its measured rows in whole numbers; see `in_whole_numbers`.

    If `loosely`, it has all solutions, and perhaps others on the far side of a border, which have
    to be passed over: by how much a row may be missed depends on the terms of a solution.
    """
    if not program.is_measured():
        return program
    return program.having(rows=_rounded_rows(program, loosely))


@remember_with_rows
def _rounded_rows(program: Program, loosely: bool) -> Rows:
    """The rows, with whole numbers in place of doubles."""
    rows = program.rows
    part = rows.keep(rows.measured)
    reach = _reach(program, part.columns)
    owners, coefficients = part.owners(), doubles(part.coefficients)
    sides = part.lower, part.upper
    rounded = rounded_sums(owners, coefficients, reach, sides, loosely=loosely)
    # What rounds to nothing is no entry.
    kept = rounded.coefficients != 0
    lengths = np.bincount(owners[kept], minlength=len(part))
    whole = replace(
        part,
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        columns=part.columns[kept],
        coefficients=rounded.coefficients[kept],
        lower=rounded.lower,
        upper=rounded.upper,
        scales=rounded.scales,
        measured=np.zeros(len(part), dtype=bool),
    )
    exact_rows = rows.keep(~rows.measured)
    places = np.concatenate([(~rows.measured).nonzero()[0], rows.measured.nonzero()[0]])
    return joined([exact_rows, whole]).ordered(np.argsort(places))


def _rounded_objective(program: Program, goal: Objective) -> Objective:
    """An objective, and those after it, in whole numbers within a tenth of its gap."""
    then = None if goal.then is None else _rounded_objective(program, goal.then)
    if not goal.is_measured:
        return replace(goal, then=then)
    reach = _reach(program, goal.columns)
    owners = np.zeros(len(goal.columns), dtype=np.int64)
    smallest_size = min(1.0, float(np.abs(goal.coefficients).max(initial=0)))
    gap = np.array([float(TOLERANCE) * smallest_size or float(TOLERANCE)])
    sides = Bounds.lower([None]), Bounds.upper([None])
    rounded = rounded_sums(owners, goal.coefficients, reach, sides, tolerances=gap)
    kept = rounded.coefficients != 0
    scale = int(rounded.scales[0])
    return replace(
        goal,
        columns=goal.columns[kept],
        coefficients=rounded.coefficients[kept],
        constant=round(goal.constant * scale),
        scale=scale,
        then=then,
    )


def _reach(program: Program, columns: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The largest value of each of some columns, without its sign."""
    without_end = program.unbounded()[columns]
    if without_end.any():
        name = program.names.name_of(int(columns[without_end][0]))
        what = f"a measured row has the variable {name}, which has no bounds"
        raise LargeNumbersError(what, "give it bounds, round the data, or use highs or scip")
    if not program.whole()[columns].all():
        raise BackendError("a measured row has continuous variables", "use highs or scip")
    lower, upper = program.lower[columns], program.upper[columns]
    return np.maximum(np.abs(lower.in_doubles()), np.abs(upper.in_doubles()))


def _round_rows(program: Program, _: PassSettings) -> Outcome:
    return _rounded(program, loosely=False)


def _round_rows_loosely(program: Program, _: PassSettings) -> Outcome:
    return _rounded(program, loosely=True)


def _rounded(program: Program, *, loosely: bool) -> Outcome:
    whole = rows_in_whole_numbers(program, loosely=loosely)
    if whole is program:
        return NotNeeded()
    measured = int(program.rows.measured.sum())
    return Change(whole, SAME, f"{counted(measured, 'measured row')} rounded")


def _round_objective(program: Program, _: PassSettings) -> Outcome:
    whole = objective_in_whole_numbers(program)
    return NotNeeded() if whole is program else Change(whole)


WHOLE_ROWS = Pass("whole rows", _round_rows)
"""Rounds measured rows to whole numbers, for solvers that compute in these."""

WHOLE_ROWS_LOOSELY = Pass("whole rows loosely", _round_rows_loosely)
"""Rounds measured rows outwards: what lies beyond a border then, the question passes over."""

WHOLE_OBJECTIVE = Pass("whole objective", _round_objective)
"""Rounds a measured objective to whole numbers within a tenth of its gap."""
