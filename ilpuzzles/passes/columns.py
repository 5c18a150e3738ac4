"""Columns that a solver can do without: fixed ones, and idle ones, which nothing speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ilpuzzles.modelling.names import Names
from ilpuzzles.modelling.numbers import BoolArray, NumberArray
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, NO_TARGET, IntArray
from ilpuzzles.passes.step import Change, NotNeeded, Outcome, Pass, PassSettings, WayBack

_MANY_IDLE_COLUMNS = 10_000
"""So many columns that nothing speaks of take longer to hand over than to leave out."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsLeftOut(WayBack):
    """The way back to a program with more columns, which have one value each.

    Attributes:
        columns: The columns that are left, among all, ascending.
        others: A value for each column, shape (columns before,): the value of those left out.
    """

    columns: IntArray
    others: NumberArray

    def values(self, values: NumberArray) -> NumberArray:
        """Returns the values of all columns; of one solution, or of several."""
        shape = (*values.shape[:-1], len(self.others))
        found = np.empty(shape, dtype=np.result_type(self.others, values))
        found[...] = self.others
        found[..., self.columns] = values
        return found


def without_fixed(program: Program) -> Change | None:
    """Returns a program without the fixed columns that no row speaks of, and without names.

    None if every column is needed, or there are an objective or operations, which know them all.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> rows = model.exactly_one(x[1:])
        >>> change = without_fixed(model.fix({x[0]: 1}))
        >>> change.program.variables, change.program.rows.columns.tolist()
        (2, [0, 1])
        >>> change.back.values(np.array([0, 1])).tolist()
        [1, 0, 1]
    """
    if program.operations or program.objective is not None:
        return None
    needed = _columns_of_rows(program) | np.asarray(program.lower != program.upper)
    if needed.all():
        return None
    small, _ = _chosen_columns(program, needed)
    back = ColumnsLeftOut(needed.nonzero()[0], program.lower.numbers)
    left_out = program.variables - small.variables
    return Change(small, back, f"{left_out:,} are fixed")


def without_idle(program: Program) -> Change | None:
    """Returns a program without the columns that nothing speaks of, for a search for one solution.

    A file may declare ten million variables and use one. What is left out has the value within its
    bounds that is nearest to 0. None if there are few, or operations, which know all columns.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.integer("x", 12_000, lower=-2, upper=9)
        >>> row = model.add(x[11_000] >= 3)
        >>> change = without_idle(model.program())
        >>> change.program.variables, change.back.values(np.array([4]))[10_999:11_002]
        (1, array([0, 4, 0]))
    """
    if program.variables < _MANY_IDLE_COLUMNS or program.operations:
        return None
    goal = program.objective
    is_used = _columns_of_rows(program)
    for each in () if goal is None else goal.in_order():
        is_used[each.columns] = True
    # One whose bounds contradict each other rules out every solution.
    is_used |= np.asarray(program.lower > program.upper)
    left_out = program.variables - int(is_used.sum())
    if left_out < _MANY_IDLE_COLUMNS:
        return None
    small, places = _chosen_columns(program, is_used)
    if goal is not None:
        small = small.having(objective=_renumbered(goal, places))
    back = ColumnsLeftOut(is_used.nonzero()[0], _values_nearest_to_0(program))
    return Change(small, back, f"{left_out:,} are in no row")


def _columns_of_rows(program: Program) -> BoolArray:
    """A mask of the columns that rows speak of, shape (columns,)."""
    rows = program.rows
    found = np.zeros(program.variables, dtype=bool)
    found[rows.columns] = True
    found[rows.targets[rows.targets != NO_TARGET]] = True
    return found


def _values_nearest_to_0(program: Program) -> NumberArray:
    """The value of each column within its bounds that is nearest to 0."""
    lower = program.lower.filled(0)
    upper = program.upper.filled(0)
    # Without a lower bound, the upper one may be below 0, and the other way round.
    return np.where(program.upper < 0, upper, np.where(program.lower > 0, lower, 0))


def _renumbered(goal: Objective, places: IntArray) -> Objective:
    """An objective, and those after it, in the new numbers of the columns."""
    then = None if goal.then is None else _renumbered(goal.then, places)
    return replace(goal, columns=places[goal.columns], then=then)


def _chosen_columns(program: Program, chosen: BoolArray) -> tuple[Program, IntArray]:
    """A program with some of its columns alone, and without names; and their new numbers."""
    rows, columns = program.rows, np.nonzero(chosen)[0]
    places = np.cumsum(chosen) - 1
    targets = np.where(rows.targets != NO_TARGET, places[rows.targets], NO_TARGET)
    small = program.having(
        lower=program.lower[columns],
        upper=program.upper[columns],
        deciding=program.deciding[columns],
        continuous=None if program.continuous is None else program.continuous[columns],
        # What was written names other columns.
        rows=replace(
            rows,
            columns=places[rows.columns],
            targets=targets,
            origins=np.full(len(rows), NO_ORIGIN),
        ),
        together=(),
        names=Names(),
    )
    return small, places


def _leave_out_idle(program: Program, settings: PassSettings) -> Outcome:
    if settings.keeps_columns:
        return NotNeeded("the question names columns")
    if settings.lists_all:
        return NotNeeded("all solutions are listed")
    return without_idle(program) or NotNeeded()


def _leave_out_fixed(program: Program, settings: PassSettings) -> Outcome:
    if settings.keeps_model:
        return NotNeeded("the solver keeps its model")
    if settings.keeps_columns:
        return NotNeeded("the question names columns")
    return without_fixed(program) or NotNeeded()


IDLE_COLUMNS = Pass("idle columns", _leave_out_idle)
"""Leaves out columns that nothing speaks of, where there are very many."""

FIXED_COLUMNS = Pass("fixed columns", _leave_out_fixed)
"""Leaves out columns that have one value, and that no row speaks of any more."""
