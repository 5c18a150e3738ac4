"""Fills CP-SAT's model: every row becomes the constraint that CP-SAT has for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from weakref import ReferenceType, ref

import numpy as np

from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.global_constraint import NATIVE, GlobalConstraint
from ilpuzzles.modelling.numbers import NumberArray, doubles, largest_size
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Kind
from ilpuzzles.passes.ways import choose_way
from ilpuzzles.solvers.cpsat.linear_rows import (
    PLAIN_KINDS,
    ROWS_AT_ONCE,
    fill_row,
    negated,
    row_parts,
)
from ilpuzzles.solvers.cpsat.statements import OPERATIONS, Statements

# How many variables are added in one call.
_VARIABLES_IN_A_BLOCK = 1 << 10
# Fewer than so many columns in a row with the same bounds, on average, are added one by one.
_COLUMNS_WORTH_A_BLOCK = 12
# CP-SAT refuses sums that may be larger, in words of its own. A little is left to rounding.
_LARGEST_SUM = (1 << 62) - (1 << 20)


def fill(
    proto: Any,
    program: Program,
    *,
    objective: bool = True,
    begins: list[int] | None = None,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Fills an empty `CpModelProto`, using CP-SAT's own constraints where a row's kind has one.

    The first variables are the columns of the program; some operations need further ones. `begins`
    gets the number of the first constraint of every row, where that is wanted. A row or an
    objective that may come to more than CP-SAT can add up is a `LargeNumbersError`. `tick` is
    called now and then, and may raise.
    """
    _refuse_large_sums(program, np.arange(len(program.rows)))
    _add_variables(proto, program)
    _add_rows(proto, program, [] if begins is None else begins, range(len(program.rows)), tick)
    if objective:
        _add_objective(proto, program)


def _add_rows(
    proto: Any,
    program: Program,
    begins: list[int],
    numbers: range,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Adds some rows one after the other, and notes the number of the first constraint of each.

    `tick` is called now and then, and may raise.
    """
    rows = program.rows
    constraints = proto.constraints
    statements = Statements(proto, program)
    targets = rows.targets.tolist()
    for row, (kind, terms, factors, domain) in zip(numbers, row_parts(rows, numbers), strict=True):
        if row % ROWS_AT_ONCE == 0:
            tick()
        begins.append(len(constraints))
        if kind in PLAIN_KINDS:
            fill_row(constraints.add(), kind, terms, factors, domain)
        elif kind == Kind.OPERATION:
            _add_operation(program.operations[int(rows.operations[row])], statements)
        else:
            _add_definition(constraints, kind, targets[row], terms)


def _add_definition(constraints: Any, kind: int, target: int, literals: list[int]) -> None:
    """Adds a conjunction or a disjunction of literals, which a column is the truth of.

    There is one constraint for each value of the column: all literals hold, or one does not.
    """
    every = target
    if kind == Kind.DISJUNCTION:
        # It is false if the negations of all literals hold.
        every = negated(target)
        literals = [negated(literal) for literal in literals]
    constraint = constraints.add()
    constraint.enforcement_literal.append(every)
    constraint.bool_and.literals.extend(literals)
    converse = constraints.add()
    converse.enforcement_literal.append(negated(every))
    converse.bool_or.literals.extend([negated(literal) for literal in literals])


def _add_operation(operation: Operation, statements: Statements) -> None:
    """Adds an operation by CP-SAT's own constraint, or else as the rows that a MIP solver gets."""
    state = OPERATIONS.get(type(operation))
    if isinstance(operation, GlobalConstraint):
        # Constraints, and how they are stated, are loaded for programs that have some.
        from ilpuzzles.solvers.cpsat.ways import WAYS  # noqa: PLC0415

        operation = choose_way(operation, WAYS)
        state = WAYS.native[type(operation)] if operation.way == NATIVE else None
    if state is None:
        statements.rows_of(operation)
    else:
        state(operation, statements)


def _add_objective(proto: Any, program: Program) -> None:
    """Adds the objective, if there is one."""
    goal = program.objective
    if goal is not None:
        owner = np.zeros(len(goal.columns), dtype=np.int64)
        _refuse_large_coefficients("the objective", goal.coefficients)
        _refuse_large_sum("an objective", program, goal.columns, goal.coefficients, owner)
        # CP-SAT minimises; the scale turns the sign back when it reports.
        sign = -1 if goal.maximize else 1
        proto.objective.vars.extend(goal.columns.tolist())
        proto.objective.coeffs.extend((sign * goal.coefficients).tolist())
        proto.objective.offset = float(sign * goal.constant)
        proto.objective.scaling_factor = sign / goal.scale


@dataclass(slots=True, eq=False)
class _Filled:
    """A `CpModelProto` that is filled with a program, and can become that of another.

    `begins` has the number of the first constraint of each row, and `model` what it is kept for.
    """

    proto: Any
    program: Program
    begins: list[int] = field(default_factory=list)
    model: ReferenceType[Owner] | None = None

    def become(self, program: Program) -> bool:
        """Changes what differs, the objective aside, if that is little; returns whether it has."""
        old = self.program
        rows = program.rows
        if program.variables != old.variables or not 0 < len(old.rows) <= len(rows):
            return False
        bounds = ((old.lower != program.lower) | (old.upper != program.upper)).nonzero()[0]
        changed = rows.changed(old.rows)
        if _WORTH_A_CHANGE * len(bounds) > program.variables:
            return False
        if _WORTH_A_CHANGE * len(changed) > len(rows):
            return False
        if old.operations or program.operations:
            # They may have variables and constraints of their own, which depend on bounds.
            same = [id(one) for one in old.operations] == [id(one) for one in program.operations]
            if len(bounds) or not same:
                return False
        if old.rows.defining()[changed].any() or rows.defining()[changed].any():
            return False
        among = np.arange(len(rows))
        wider = (program.lower < old.lower) | (program.upper > old.upper)
        if not wider.any():
            among = np.concatenate([changed, among[len(old.rows) :]])
        _refuse_large_sums(program, among)
        for column in bounds.tolist():
            domain = self.proto.variables[column].domain
            domain.clear()
            domain.extend([program.lower.at(column), program.upper.at(column)])
        empty = type(self.proto)().constraints.add()
        for row in changed.tolist():
            constraint = self.proto.constraints[self.begins[row]]
            constraint.copy_from(empty)
            fill_row(constraint, *next(row_parts(rows, range(row, row + 1))))
        _add_rows(self.proto, program, self.begins, range(len(old.rows), len(rows)))
        self.program = program
        return True

    def keep(self) -> None:
        """Keeps it for the next program, for as long as there is its model, if it has one."""
        owner = self.program.names.owner
        if owner is not None:
            self.model = ref(owner, lambda _: _kept.clear())
            self.proto.clear_objective()
            self.proto.clear_solution_hint()
            self.program = replace(self.program.unnamed(), objective=None)
            _kept[:] = [self]


# Models of so many entries are kept: one of 1.2 million takes 0.45 s to fill, and 0.02 s to change
# (`python -m benchmarks.solving_again`).
_ENTRIES_WORTH_KEEPING = 20_000
# Where more than one in so many rows or columns has changed, a model is filled anew.
_WORTH_A_CHANGE = 4
_kept: list[_Filled] = []


@contextmanager
def filled(
    empty: Callable[[], Any],
    program: Program,
    *,
    objective: bool = True,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Any]:
    """A `CpModelProto` as `fill` fills it, for use inside of the `with` block.

    A large one is kept, and becomes that of the next program if little differs. Inside, a hint may
    be added, and nothing else. `tick` is called now and then while it is filled, and may raise.
    """
    is_large = len(program.rows.columns) >= _ENTRIES_WORTH_KEEPING
    model: _Filled | None = None
    if is_large:
        with suppress(IndexError):  # there is none, or another thread has it
            model = _kept.pop()
    if model is None or not model.become(program):
        model = _Filled(empty(), program)
        fill(model.proto, program, objective=False, begins=model.begins, tick=tick)
    if objective:
        _add_objective(model.proto, program)
    yield model.proto
    if is_large:
        model.keep()


def _refuse_large_sums(program: Program, among: IntArray) -> None:
    """Raises if one of some rows may come to more than CP-SAT can add up."""
    kept = np.zeros(len(program.rows), dtype=bool)
    kept[among] = program.rows.kinds[among] == Kind.LINEAR
    rows = program.rows.keep(kept)
    _refuse_large_coefficients("a row", rows.coefficients)
    _refuse_large_sum("a row", program, rows.columns, rows.coefficients, rows.owners())


def _refuse_large_coefficients(what: str, coefficients: NumberArray) -> None:
    """Raises if a coefficient has no room in CP-SAT's protocol, whatever it is multiplied by."""
    largest = largest_size(coefficients)
    if largest > _LARGEST_SUM:
        wrong = f"a coefficient of {what} is {largest:.3g}, more than 62 bits"
        raise LargeNumbersError(wrong, "scale the numbers down")


def _refuse_large_sum(
    what: str, program: Program, columns: IntArray, coefficients: IntArray, owners: IntArray
) -> None:
    largest = _largest_sum(program, columns, coefficients, owners)
    if largest > _LARGEST_SUM:
        wrong = f"{what} may add up to {largest:.3g}, more than 62 bits"
        raise LargeNumbersError(wrong, "scale the numbers down")


def _largest_sum(
    program: Program, columns: IntArray, coefficients: IntArray, owners: IntArray
) -> float:
    """The most that the terms of a sum with the same sign can come to, of any of some sums."""
    if not len(columns):
        return 0.0
    factors = doubles(coefficients)
    at_lower = factors * program.lower[columns].in_doubles()
    at_upper = factors * program.upper[columns].in_doubles()
    above = np.maximum(at_lower, at_upper).clip(min=0)
    below = -np.minimum(at_lower, at_upper).clip(max=0)
    return max(float(np.bincount(owners, terms).max()) for terms in (above, below))


def _add_variables(proto: Any, program: Program) -> None:
    """Adds the columns, those with equal bounds that stand together in blocks.

    Each call from Python costs a microsecond; merging a block copies it within CP-SAT.
    """
    # CP-SAT is asked about programs with bounds alone.
    lower = program.lower.numbers
    upper = program.upper.numbers
    changes = np.nonzero((np.diff(lower) != 0) | (np.diff(upper) != 0))[0] + 1
    block = type(proto)()
    if _COLUMNS_WORTH_A_BLOCK * len(changes) > len(lower):
        pairs = list(zip(lower.tolist(), upper.tolist(), strict=True))
        kinds = {pair: _variable(block, *pair) for pair in dict.fromkeys(pairs)}
        proto.variables.extend([kinds[pair] for pair in pairs])
        return
    ends = [0, *changes.tolist(), len(lower)] if len(lower) else []
    for start, end in pairwise(ends):
        block.variables.clear()
        variable = _variable(block, int(lower[start]), int(upper[start]))
        blocks, rest = divmod(end - start, _VARIABLES_IN_A_BLOCK)
        proto.variables.extend([variable] * rest)
        if blocks:
            block.variables.extend([variable] * (_VARIABLES_IN_A_BLOCK - 1))
            for _ in range(blocks):
                proto.merge_from(block)


def _variable(proto: Any, lower: int, upper: int) -> Any:
    """Adds a variable."""
    variable = proto.variables.add()
    variable.domain.extend([lower, upper])
    return variable
