"""Fills CP-SAT's model: every row becomes the constraint that CP-SAT has for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any
from weakref import ReferenceType, ref

import numpy as np

from ilpuzzles.errors import BackendError, LargeNumbersError
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.global_constraint import NATIVE, GlobalConstraint, Language, Switch
from ilpuzzles.modelling.numbers import Number, NumberArray, doubles, largest_size
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
from ilpuzzles.modelling.rows import (
    NO_GROUP,
    IntArray,
    Kind,
    Rows,
)

# The constraints of rows of literals; a look at members of `Kind` takes longer than the rest.
_OF_LITERALS = {
    int(Kind.EXACTLY_ONE): "exactly_one",
    int(Kind.AT_MOST_ONE): "at_most_one",
    int(Kind.AT_LEAST_ONE): "bool_or",
}
_LINEAR = int(Kind.LINEAR)
_PLAIN = {_LINEAR, *_OF_LITERALS}
# How many variables are added in one call, and how many rows are looked at together.
_BLOCK, _ROWS = 1 << 10, 1 << 6
# Fewer than so many columns in a row with the same bounds, on average, are added one by one.
_SHORT = 12
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
    rows, constraints = program.rows, proto.constraints
    operations = _Operations(proto, program)
    targets = rows.targets.tolist()
    for row, (kind, terms, factors, domain) in zip(numbers, _parts(rows, numbers), strict=True):
        if row % _ROWS == 0:
            tick()
        begins.append(len(constraints))
        if kind in _PLAIN:
            _fill_row(constraints.add(), kind, terms, factors, domain)
        elif kind == Kind.OPERATION:
            operations.add(program.operations[int(rows.operations[row])])
        else:
            # One constraint for each value of the target: all of the literals, or one negated.
            all_of, some_of, literals = targets[row], -targets[row] - 1, terms
            if kind == Kind.DISJUNCTION:
                all_of, some_of = some_of, all_of
                literals = [-literal - 1 for literal in terms]
            constraint = constraints.add()
            constraint.enforcement_literal.append(all_of)
            constraint.bool_and.literals.extend(literals)
            converse = constraints.add()
            converse.enforcement_literal.append(some_of)
            converse.bool_or.literals.extend([-literal - 1 for literal in literals])


def _parts(
    rows: Rows, numbers: range
) -> Iterator[tuple[int, list[int], Sequence[int], Sequence[int]]]:
    """The kinds of some rows, with their columns, coefficients and bounds, or their literals.

    The arrays become lists block by block: the numbers of a block are still in the processor's
    cache when CP-SAT reads them, and all at once would take more room than the model.
    """
    for first in range(numbers.start, numbers.stop, _ROWS):
        here = slice(first, min(first + _ROWS, numbers.stop))
        starts = rows.starts[here.start : here.stop + 1]
        entries = slice(starts[0], starts[-1])
        columns, factors = rows.columns[entries], rows.coefficients[entries]
        # CP-SAT writes the negation of variable v as -v - 1.
        literals = np.where(factors > 0, columns, -columns - 1).tolist()
        terms, coefficients = columns.tolist(), factors.tolist()
        kinds, lower, upper = (part[here].tolist() for part in (rows.kinds, rows.lower, rows.upper))
        ends = pairwise((starts - starts[0]).tolist())
        for kind, (begin, end), least, most in zip(kinds, ends, lower, upper, strict=True):
            if kind == _LINEAR:
                domain = _domain_ends([least, most])
                yield kind, terms[begin:end], coefficients[begin:end], domain
            else:
                yield kind, literals[begin:end], (), ()


def _fill_row(
    constraint: Any, kind: int, terms: list[int], factors: Sequence[int], domain: Sequence[int]
) -> None:
    """Makes an empty constraint of a linear row, or of one of literals."""
    if kind in _OF_LITERALS:
        getattr(constraint, _OF_LITERALS[kind]).literals.extend(terms)
    else:
        linear = constraint.linear
        linear.vars.extend(terms)
        linear.coeffs.extend(factors)
        linear.domain.extend(domain)


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
        old, rows = self.program, program.rows
        if program.variables != old.variables or not 0 < len(old.rows) <= len(rows):
            return False
        bounds = ((old.lower != program.lower) | (old.upper != program.upper)).nonzero()[0]
        changed = rows.changed(old.rows)
        if _FEW * len(bounds) > program.variables or _FEW * len(changed) > len(rows):
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
            _fill_row(constraint, *next(_parts(rows, range(row, row + 1))))
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


# Models of so many entries are kept; where more than one in so many rows or columns has changed,
# they are filled anew.
_LARGE, _FEW = 20_000, 4
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
    large, known = len(program.rows.columns) >= _LARGE, None
    if large:
        with suppress(IndexError):  # there is none, or another thread has it
            known = _kept.pop()
    if known is None or not known.become(program):
        known = _Filled(empty(), program)
        fill(known.proto, program, objective=False, begins=known.begins, tick=tick)
    if objective:
        _add_objective(known.proto, program)
    yield known.proto
    if large:
        known.keep()


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
    factors, bounds = doubles(coefficients), (program.lower, program.upper)
    ends = [factors * bound[columns].in_doubles() for bound in bounds]
    above, below = np.maximum(*ends).clip(min=0), -np.minimum(*ends).clip(max=0)
    return max(float(np.bincount(owners, part).max()) for part in (above, below))


def _add_variables(proto: Any, program: Program) -> None:
    """Adds the columns, those with equal bounds that stand together in blocks.

    Each call from Python costs a microsecond; merging a block copies it within CP-SAT.
    """
    # CP-SAT is asked about programs with bounds alone.
    lower, upper = program.lower.numbers, program.upper.numbers
    changes = np.nonzero((np.diff(lower) != 0) | (np.diff(upper) != 0))[0] + 1
    block = type(proto)()
    if _SHORT * len(changes) > len(lower):
        pairs = list(zip(lower.tolist(), upper.tolist(), strict=True))
        kinds = {pair: _variable(block, *pair) for pair in dict.fromkeys(pairs)}
        proto.variables.extend([kinds[pair] for pair in pairs])
        return
    ends = [0, *changes.tolist(), len(lower)] if len(lower) else []
    for start, end in pairwise(ends):
        block.variables.clear()
        variable = _variable(block, int(lower[start]), int(upper[start]))
        blocks, rest = divmod(end - start, _BLOCK)
        proto.variables.extend([variable] * rest)
        if blocks:
            block.variables.extend([variable] * (_BLOCK - 1))
            for _ in range(blocks):
                proto.merge_from(block)


def _variable(proto: Any, lower: int, upper: int) -> Any:
    """Adds a variable."""
    variable = proto.variables.add()
    variable.domain.extend([lower, upper])
    return variable


class _Enforced(LinearRows):
    """The same where what holds under conditions needs no big M."""

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
            self.enforced.append((conditions, form, _domain(lower, upper)))
        else:
            self.row(form, lower, upper, scale)


class _Operations:
    """Adds operations to CP-SAT's model, which has all columns of the program."""

    def __init__(self, proto: Any, program: Program) -> None:
        self._proto = proto
        self._lower = program.lower.tolist() if program.operations else []
        self._upper = program.upper.tolist() if program.operations else []
        # The variable that is always true, once there is one.
        self._true: list[int] = []
        self._ways: dict[type[Operation], Callable[[Any], None]] = {
            Absolute: self._absolute,
            AllDifferent: self._all_different,
            Conditional: self._conditional,
            Element: self._element,
            Extremum: self._extremum,
            Parity: self._parity,
            Product: self._product,
            Reified: self._reify,
        }

    def add(self, operation: Operation) -> None:
        """Adds one as CP-SAT's own constraint, or else as the rows that a MIP solver gets."""
        if isinstance(operation, GlobalConstraint):
            operation = operation.stated_in(Language.CPSAT)
            if operation.way == NATIVE:
                operation.cpsat(self)
                return
        self._ways.get(type(operation), self._as_rows)(operation)

    def _as_rows(self, operation: Operation) -> None:
        known = len(self._lower)
        into = _Enforced(Bounds.lower(self._lower), Bounds.upper(self._upper))
        operation.linearise(into)
        for lower, upper in zip(into.lower[known:], into.upper[known:], strict=True):
            if lower is None or upper is None:
                what = f"a variable that {operation.word} needs has no bounds"
                raise BackendError(what, "give its numbers bounds, or use highs or scip")
            self.variable(lower, upper)
        self._fill(into.rows(np.full(into.count, NO_GROUP)))
        for conditions, form, domain in into.enforced:
            self.linear(conditions, form, domain)

    def _absolute(self, operation: Absolute) -> None:
        subject = operation.subject
        self._greatest(Affine.column(operation.target), (subject, subject.times(-1)))

    def _extremum(self, operation: Extremum) -> None:
        sign = 1 if operation.greatest else -1
        target = Affine.column(operation.target).times(sign)
        self._greatest(target, [item.times(sign) for item in operation.items])

    def _greatest(self, target: Affine, items: Iterable[Affine]) -> None:
        constraint = self._proto.constraints.add().lin_max
        _fill_expression(constraint.target, target)
        _fill_expressions(constraint, items)

    def _all_different(self, operation: AllDifferent) -> None:
        items = [self._simple(item) for item in operation.items]
        _fill_expressions(self._proto.constraints.add().all_diff, items)

    def _element(self, operation: Element) -> None:
        index, *items = map(self._simple, (operation.index, *operation.items))
        constraint = self._proto.constraints.add().element
        _fill_expression(constraint.linear_index, index)
        _fill_expression(constraint.linear_target, Affine.column(operation.target))
        _fill_expressions(constraint, items)

    def _product(self, operation: Product) -> None:
        factors = [self._simple(operation.left), self._simple(operation.right)]
        constraint = self._proto.constraints.add().int_prod
        _fill_expression(constraint.target, Affine.column(operation.target))
        _fill_expressions(constraint, factors)

    def _parity(self, operation: Parity) -> None:
        # CP-SAT's own holds if an odd number is true.
        literals = [_number(literal) for literal in operation.literals]
        if not operation.odd:
            literals[0] = -literals[0] - 1
        self._proto.constraints.add().bool_xor.literals.extend(literals)

    def _conditional(self, operation: Conditional) -> None:
        domain = _domain(operation.lower, operation.upper, outside=operation.outside)
        self.linear(operation.conditions, operation.subject, domain)

    def _reify(self, operation: Reified) -> None:
        lower, upper, target = operation.lower, operation.upper, operation.target
        self.linear((target,), operation.subject, _domain(lower, upper))
        outside = _domain(lower, upper, outside=True)
        self.linear((target.opposite,), operation.subject, outside)

    def linear(
        self, conditions: Iterable[Literal], form: Affine, domain: Sequence[int | None]
    ) -> None:
        """Under some conditions, a number lies in a domain: pairs of ends, or none at all."""
        constraint = self._proto.constraints.add()
        if not domain:
            # CP-SAT refuses it: the conditions cannot all hold.
            constraint.bool_or.literals.extend([_number(c.opposite) for c in conditions])
            return
        constraint.enforcement_literal.extend([_number(condition) for condition in conditions])
        constraint.linear.vars.extend(list(form.columns))
        constraint.linear.coeffs.extend(list(form.coefficients))
        constraint.linear.domain.extend(_domain_ends(domain, int(form.constant)))

    def _fill(self, rows: Rows) -> None:
        """Adds the rows that an operation becomes."""
        for part in _parts(rows, range(len(rows))):
            _fill_row(self._proto.constraints.add(), *part)

    def literal(self, switch: Switch) -> int:
        """A literal, or what is always true or false."""
        if isinstance(switch, Literal):
            return _number(switch)
        if not self._true:
            self._true.append(self.variable(1, 1))
        return self._true[0] if switch else -self._true[0] - 1

    def column(self, form: Affine) -> int:
        """The variable that a number is; others get one."""
        if form == Affine(form.columns, (1,)):
            return form.columns[0]
        least, most = form.range(self._lower, self._upper)
        new = self.variable(least, most)
        self.linear((), form.minus(Affine.column(new)), [0, 0])
        return new

    def constraint(self) -> Any:
        """A new `ConstraintProto`."""
        return self._proto.constraints.add()

    def expression(self, form: Affine) -> Any:
        """A number of one variable at most as a `LinearExpressionProto`; others get a variable."""
        expression = type(self._proto)().constraints.add().lin_max.target
        _fill_expression(expression, self._simple(form))
        return expression

    def interval(self, start: Affine, size: Affine, present: Switch) -> int:
        """A new interval."""
        forms = [self._simple(form) for form in (start, size, start.plus(size))]
        made = self.constraint()
        if present is not True:
            made.enforcement_literal.append(self.literal(present))
        interval = made.interval
        for end, form in zip((interval.start, interval.size, interval.end), forms, strict=True):
            _fill_expression(end, form)
        return len(self._proto.constraints) - 1

    def variable(self, lower: Number, upper: Number) -> int:
        """A new variable."""
        least, most = int(lower), int(upper)
        self._proto.variables.add().domain.extend([least, most])
        self._lower.append(least)
        self._upper.append(most)
        return len(self._lower) - 1

    def _simple(self, form: Affine) -> Affine:
        """The same number with one variable at most, as some constraints want it."""
        return form if len(form.columns) <= 1 else Affine.column(self.column(form))


def _number(literal: Literal) -> int:
    """A literal as CP-SAT writes it."""
    return literal.column if literal.positive else -literal.column - 1


def _fill_expression(expression: Any, form: Affine) -> None:
    if form.columns:
        expression.vars.extend(form.columns)
        expression.coeffs.extend(form.coefficients)
    expression.offset = form.constant


def _fill_expressions(constraint: Any, forms: Iterable[Affine]) -> None:
    for form in forms:
        _fill_expression(constraint.exprs.add(), form)


def _domain(
    lower: Number | None, upper: Number | None, *, outside: bool = False
) -> list[int | None]:
    """The ends of the intervals within two bounds, or outside of them; None where there is none."""
    least = None if lower is None else int(lower)
    most = None if upper is None else int(upper)
    if least is not None and most is not None and least > most:
        # Nothing lies within, and everything outside.
        return [None, None] if outside else []
    if not outside:
        return [least, most]
    below = [] if least is None else [None, least - 1]
    above = [] if most is None else [most + 1, None]
    return [*below, *above]


_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
"""The ends of a domain in CP-SAT's protocol, where they stand for no end."""


def _domain_ends(ends: Iterable[int | None], less: int = 0) -> list[int]:
    """The ends of intervals, less a constant, as CP-SAT's protocol has them.

    Sums stay below 62 bits (`_refuse_large_sums`), so an end beyond 64 bits says the same as none,
    or leaves nothing, as the last number of 64 bits does.
    """
    found = []
    for place, end in enumerate(ends):
        if end is None:
            found.append(_MOST if place % 2 else _LEAST)
        else:
            found.append(min(max(end - less, _LEAST + 1), _MOST - 1))
    return found
