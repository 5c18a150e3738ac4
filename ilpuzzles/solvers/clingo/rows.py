"""States the rows of a program in rules.

Rows that are linear or of literals are stated one by one (`PlainRows`); global constraints by rules
of their own, where there are such; all other operations in linear rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.global_constraint import NATIVE, GlobalConstraint
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_GROUP, Kind, Rows
from ilpuzzles.passes.ways import choose_way
from ilpuzzles.solvers.clingo.rules import Rules

# How many rows are stated between two looks at the clock.
_ROWS_AT_ONCE = 256


def state_rows(
    program: Program,
    guards: Mapping[int, int],
    to: Rules,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """States every row of a program, whose columns there are already.

    Args:
        program: The program, in whole numbers.
        guards: For rows that are not to hold in any case, the atom that is true where they do.
        to: Where the rules go.
        tick: Called now and then; it may raise.
    """
    into = LinearRows(program.lower, program.upper)
    # For every linear row that an operation becomes, the row of the operation.
    owners: list[int] = []
    plain = PlainRows(program.rows, to)
    for row in range(len(program.rows)):
        if row % _ROWS_AT_ONCE == 0:
            tick()
        to.begin_row(guards.get(row))
        if plain.state(row):
            continue
        operation = program.operations[int(program.rows.operations[row])]
        if not _state_natively(operation, to):
            operation.linearise(into)
            owners += [row] * (into.count - len(owners))
    to.begin_row(None)
    further = slice(program.variables, None)
    to.numbers(into.lower[further], into.upper[further])
    linear = PlainRows(into.rows(np.full(into.count, NO_GROUP)), to)
    for number, owner in enumerate(owners):
        if number % _ROWS_AT_ONCE == 0:
            tick()
        to.begin_row(guards.get(owner))
        linear.state(number)


def _state_natively(operation: Operation, to: Rules) -> bool:
    """States a global constraint in rules of its own; False, and nothing, if it has none."""
    if not isinstance(operation, GlobalConstraint):
        return False
    # Constraints, and how they are stated, are loaded for programs that have some.
    from ilpuzzles.solvers.clingo.ways import WAYS  # noqa: PLC0415

    constraint = choose_way(operation, WAYS)
    if constraint.way != NATIVE:
        return False
    WAYS.native[type(constraint)](constraint, to)
    return True


class PlainRows:
    """Rows of which those that are linear or of literals can be stated in rules."""

    def __init__(self, rows: Rows, to: Rules) -> None:
        self._to = to
        self._kinds = rows.kinds.tolist()
        self._starts = rows.starts.tolist()
        self._columns = rows.columns.tolist()
        self._coefficients = rows.coefficients.tolist()
        self._targets = rows.targets.tolist()
        self._lower = rows.lower.tolist()
        self._upper = rows.upper.tolist()
        # The first atom of each column, which is its only one if the column is binary.
        atoms = np.array([parts[0][0] if parts else 0 for _, parts in to.bits], dtype=np.int64)
        self._atoms = atoms
        signs = np.where(rows.coefficients > 0, 1, -1)
        # The negations of all entries that are literals.
        self._opposites = (-signs * atoms[rows.columns]).tolist()

    def state(self, row: int) -> bool:
        """States a row; False, and nothing, if it is an operation."""
        kind = self._kinds[row]
        entries = slice(self._starts[row], self._starts[row + 1])
        if kind == Kind.OPERATION:
            return False
        if kind == Kind.AT_LEAST_ONE:
            self._to.forbid(*self._opposites[entries])
        elif kind == Kind.CONJUNCTION:
            self._define(int(self._atoms[self._targets[row]]), self._opposites[entries])
        elif kind == Kind.DISJUNCTION:
            # It is false if the negations of all literals hold.
            literals = [-opposite for opposite in self._opposites[entries]]
            self._define(-int(self._atoms[self._targets[row]]), literals)
        else:
            columns = self._columns[entries]
            coefficients = self._coefficients[entries]
            self._to.between(columns, coefficients, self._lower[row], self._upper[row])
        return True

    def _define(self, every: int, opposites: list[int]) -> None:
        """A literal is true exactly if all of some others are, whose negations are given."""
        for opposite in opposites:
            self._to.forbid(every, opposite)
        self._to.forbid(-every, *(-opposite for opposite in opposites))
