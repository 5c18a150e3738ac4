"""States operations to CP-SAT: each by the constraint that CP-SAT has for it, or in rows.

`Statements` is the interface, which the global constraints of `ilpuzzles.solvers.cpsat.constraints`
use as well; `OPERATIONS` has the function for each class of operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.global_constraint import Switch
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import (
    Absolute,
    AllDifferent,
    Conditional,
    Element,
    Extremum,
    Operation,
    Parity,
    Product,
    Reified,
)
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_GROUP
from ilpuzzles.solvers.cpsat.linear_rows import (
    domain_ends,
    domain_of,
    fill_expression,
    fill_expressions,
    fill_row,
    literal_number,
    negated,
    row_parts,
)


class Statements:
    """Adds variables and constraints to CP-SAT's model, which has all columns of a program.

    A number is an `Affine`, and its variables are those of CP-SAT's model.
    """

    def __init__(self, proto: Any, program: Program) -> None:
        self._proto = proto
        # The bounds of all variables, of which operations alone ask.
        self._lower = program.lower.tolist() if program.operations else []
        self._upper = program.upper.tolist() if program.operations else []
        # The variable that is always true, once there is one.
        self._true: int | None = None

    def literal(self, switch: Switch) -> int:
        """A literal, or what is always true or false."""
        if isinstance(switch, Literal):
            return literal_number(switch)
        if self._true is None:
            self._true = self.variable(1, 1)
        return self._true if switch else negated(self._true)

    def variable(self, lower: Number, upper: Number) -> int:
        """A new variable."""
        least = int(lower)
        most = int(upper)
        self._proto.variables.add().domain.extend([least, most])
        self._lower.append(least)
        self._upper.append(most)
        return len(self._lower) - 1

    def column(self, form: Affine) -> int:
        """Returns the variable that a number is, or a new one that is equal to it."""
        if form == Affine(form.columns, (1,)):
            return form.columns[0]
        least, most = form.range(self._lower, self._upper)
        new = self.variable(least, most)
        self.linear((), form.minus(Affine.column(new)), [0, 0])
        return new

    def simple(self, form: Affine) -> Affine:
        """The same number with one variable at most, as some constraints want it."""
        return form if len(form.columns) <= 1 else Affine.column(self.column(form))

    def expression(self, form: Affine) -> Any:
        """A number of one variable at most as a `LinearExpressionProto`; others get a variable."""
        # The protocol has no constructor for an empty expression; this is one, of no model.
        expression = type(self._proto)().constraints.add().lin_max.target
        fill_expression(expression, self.simple(form))
        return expression

    def constraint(self) -> Any:
        """A new `ConstraintProto`."""
        return self._proto.constraints.add()

    def interval(self, start: Affine, size: Affine, present: Switch) -> int:
        """A new interval; its number."""
        forms = [self.simple(form) for form in (start, size, start.plus(size))]
        constraint = self.constraint()
        if present is not True:
            constraint.enforcement_literal.append(self.literal(present))
        interval = constraint.interval
        for part, form in zip((interval.start, interval.size, interval.end), forms, strict=True):
            fill_expression(part, form)
        return len(self._proto.constraints) - 1

    def linear(
        self, conditions: Iterable[Literal], form: Affine, domain: Sequence[int | None]
    ) -> None:
        """Under some conditions, a number lies in a domain: pairs of ends, or none at all."""
        constraint = self.constraint()
        if not domain:
            # CP-SAT refuses it: the conditions cannot all hold.
            constraint.bool_or.literals.extend([literal_number(c.opposite) for c in conditions])
            return
        constraint.enforcement_literal.extend([literal_number(c) for c in conditions])
        constraint.linear.vars.extend(list(form.columns))
        constraint.linear.coeffs.extend(list(form.coefficients))
        constraint.linear.domain.extend(domain_ends(domain, int(form.constant)))

    def greatest(self, target: Affine, items: Iterable[Affine]) -> None:
        """A number is the greatest of some others."""
        constraint = self.constraint().lin_max
        fill_expression(constraint.target, target)
        fill_expressions(constraint, items)

    def rows_of(self, operation: Operation) -> None:
        """An operation as the rows that a MIP solver gets; none of them needs a big M."""
        first = len(self._lower)
        into = _EnforcedRows(Bounds.lower(self._lower), Bounds.upper(self._upper))
        operation.linearise(into)
        for lower, upper in zip(into.lower[first:], into.upper[first:], strict=True):
            if lower is None or upper is None:
                what = f"a variable that {operation.word} needs has no bounds"
                raise BackendError(what, "give its numbers bounds, or use highs or scip")
            self.variable(lower, upper)
        rows = into.rows(np.full(into.count, NO_GROUP))
        for parts in row_parts(rows, range(len(rows))):
            fill_row(self.constraint(), *parts)
        for conditions, form, domain in into.enforced:
            self.linear(conditions, form, domain)


class _EnforcedRows(LinearRows):
    """Linear rows, of which those that hold under conditions are kept apart, without a big M."""

    def __init__(self, lower: Bounds, upper: Bounds) -> None:
        super().__init__(lower, upper)
        self.enforced: list[tuple[Sequence[Literal], Affine, list[int | None]]] = []

    def implied(
        self,
        conditions: Sequence[Literal],
        form: Affine,
        lower: Number | None,
        upper: Number | None,
        scale: int = 1,
    ) -> None:
        """Adds what is to hold if all conditions do."""
        if conditions:
            self.enforced.append((conditions, form, domain_of(lower, upper)))
        else:
            self.row(form, lower, upper, scale)


def absolute(row: Absolute, to: Statements) -> None:
    """The greater one of a number and its negative."""
    to.greatest(Affine.column(row.target), (row.subject, row.subject.times(-1)))


def extremum(row: Extremum, to: Statements) -> None:
    """The greatest number; the least one is the greatest of the negatives."""
    sign = 1 if row.greatest else -1
    target = Affine.column(row.target).times(sign)
    to.greatest(target, [item.times(sign) for item in row.items])


def all_different(row: AllDifferent, to: Statements) -> None:
    """CP-SAT's all-different."""
    items = [to.simple(item) for item in row.items]
    fill_expressions(to.constraint().all_diff, items)


def element(row: Element, to: Statements) -> None:
    """CP-SAT's element."""
    index = to.simple(row.index)
    items = [to.simple(item) for item in row.items]
    constraint = to.constraint().element
    fill_expression(constraint.linear_index, index)
    fill_expression(constraint.linear_target, Affine.column(row.target))
    fill_expressions(constraint, items)


def product(row: Product, to: Statements) -> None:
    """CP-SAT's product."""
    factors = [to.simple(row.left), to.simple(row.right)]
    constraint = to.constraint().int_prod
    fill_expression(constraint.target, Affine.column(row.target))
    fill_expressions(constraint, factors)


def parity(row: Parity, to: Statements) -> None:
    """CP-SAT's exclusive disjunction, which holds if an odd number of literals is true."""
    literals = [literal_number(literal) for literal in row.literals]
    if not row.odd:
        literals[0] = negated(literals[0])
    to.constraint().bool_xor.literals.extend(literals)


def conditional(row: Conditional, to: Statements) -> None:
    """A linear constraint that its conditions enforce."""
    domain = domain_of(row.lower, row.upper, outside=row.outside)
    to.linear(row.conditions, row.subject, domain)


def reified(row: Reified, to: Statements) -> None:
    """Two linear constraints: one that the literal enforces, and one that its negation does."""
    to.linear((row.target,), row.subject, domain_of(row.lower, row.upper))
    outside = domain_of(row.lower, row.upper, outside=True)
    to.linear((row.target.opposite,), row.subject, outside)


OPERATIONS: dict[type[Operation], Callable[[Any, Statements], None]] = {
    Absolute: absolute,
    AllDifferent: all_different,
    Conditional: conditional,
    Element: element,
    Extremum: extremum,
    Parity: parity,
    Product: product,
    Reified: reified,
}
"""The function that states each class of operation; the rows of all others are linear ones."""
