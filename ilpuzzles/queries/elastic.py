"""Elastic rows: by how much rows have to give, at the least, for a solution of all others.

Each row that is given up gets variables for what it lacks and what it exceeds, and their sum is
minimised, each in the units of its row (a feasibility relaxation).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ilpuzzles.backends.interface import Feature
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, ModelError
from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.numbers import (
    NumberArray,
    Value,
    common_denominator,
    exact,
    fractions_of,
    plain,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.precision import TOLERANCE, has_measured
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Violation, bounds_of, factors_of
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Kind
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import AUTO, BackendLike

# The search may take so many times as long as all searches before it, and so many seconds at least:
# the question itself is already answered.
_TIMES_OF_SEARCHES_BEFORE = 2
_LEAST_SECONDS = 10.0

_SUMS = (Kind.LINEAR, Kind.EXACTLY_ONE, Kind.AT_MOST_ONE)
"""The kinds of rows that are missed by an amount; all others are true or false."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RelaxedRow:
    """A row that is given up, and by how much it gives.

    Attributes:
        row: The row.
        violation: Its activity in the solution, and the bounds that this misses.
        by: How far it is from its nearest bound; None for a row of logic, which has no amount. A
            float where the numbers are measured, or a solver's.
        is_choice: Whether it says that a single variable is 0, or that it is 1, so that the amount
            can only be 1.
    """

    row: Cause
    violation: Violation
    by: Value | None
    is_choice: bool = False


class LeastViolation(NamedTuple):
    """Values that satisfy all rows but those that are given up, and these as little as possible.

    Attributes:
        values: The values of all columns; None if none were found.
        limit: The limit that came before it was proved that no values miss these rows by less, or
            `Limit.NONE`.
        is_exact: Whether the values are exact numbers.
    """

    values: NumberArray | None
    limit: Limit
    is_exact: bool = True


def has_amount(program: Program, row: int) -> bool:
    """Whether a row is missed by an amount."""
    return Kind(int(program.rows.kinds[row])) in _SUMS


def is_choice(program: Program, row: int) -> bool:
    """Whether a row says that a single variable is 0, or that it is 1."""
    entries = program.rows.entries(row)
    columns = program.rows.columns[entries].tolist()
    if len(columns) != 1 or program.is_continuous(columns[0]):
        return False
    factor = abs(int(program.rows.coefficients[entries][0]))
    bounds = (program.rows.lower.at(row), program.rows.upper.at(row))
    ends = {abs(bound) for bound in bounds if bound is not None}
    if factor != int(program.rows.scales[row]) or not ends <= {0, factor}:
        return False
    return (program.lower.at(columns[0]), program.upper.at(columns[0])) == (0, 1)


class _Sum(NamedTuple):
    """A row that is given up, as it was written: a sum and its bounds, floats where measured."""

    form: Affine
    lower: Value | None
    upper: Value | None

    @staticmethod
    def of(program: Program, row: int) -> _Sum:
        """Returns the sum of a row; its bounds are not rounded inwards."""
        rows = program.rows
        written = program.written
        origin = int(rows.origins[row])
        if written is None or origin == NO_ORIGIN:
            columns: list[int] = rows.columns[rows.entries(row)].tolist()
            return _Sum(Affine.of(columns, factors_of(rows, row)), *bounds_of(rows, row))
        terms = written.terms_as_given(origin)
        form = Affine.of([column for column, _ in terms], [number for _, number in terms])
        return _Sum(form, *written.bounds_as_given(origin))

    def is_measured(self) -> bool:
        """Whether one of its numbers is measured."""
        return has_measured([*self.form.coefficients, self.lower, self.upper])

    def in_whole_numbers(self) -> tuple[_Sum, int]:
        """Returns the sum times the least scale that makes its numbers whole, and that scale."""
        lower = None if self.lower is None else exact(self.lower)
        upper = None if self.upper is None else exact(self.upper)
        scale = common_denominator([*map(exact, self.form.coefficients), lower, upper])
        scaled = _Sum(
            self.form.times(scale),
            None if lower is None else plain(lower * scale),
            None if upper is None else plain(upper * scale),
        )
        return scaled, scale


def elastic(program: Program, given_up: IntArray, *, continuous: bool) -> Program:
    """Returns the program in which some rows may be missed, at the price of the amounts in all.

    Rows of logic among them are left out. The first columns are those of the program; the others
    are the amounts by which rows are missed. They are `continuous`, or else whole numbers of the
    steps in which the sum of a row changes.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.integer("x", 2, lower=0, upper=9)
        >>> row = model.add(x.sum() >= 30.5)
        >>> made = elastic(model.program(), np.array([0]), continuous=False)
        >>> made.upper.numbers.tolist(), made.objective.form().coefficients
        ([9, 9, 61], (Fraction(1, 2),))
    """
    kept = np.ones(len(program.rows), dtype=bool)
    kept[given_up] = False
    more = LinearRows(program.lower, program.upper, program.continuous)
    prices: list[Affine] = []
    for row in given_up.tolist():
        if not has_amount(program, row):
            continue
        stated = _Sum.of(program, row)
        scale = 1
        if not continuous:
            stated, scale = stated.in_whole_numbers()
        for form, lower, upper in _sides(stated):
            least, most = form.reach(more.lower, more.upper)
            moved = form
            if upper is not None and (most is None or most > upper):
                excess = _gap(more, most, upper, continuous=continuous)
                moved = moved.minus(excess)
                prices.append(excess.times(Fraction(1, scale)))
            if lower is not None and (least is None or least < lower):
                lack = _gap(more, lower, least, continuous=continuous)
                moved = moved.plus(lack)
                prices.append(lack.times(Fraction(1, scale)))
            more.row(moved, lower, upper, scale)  # type: ignore[arg-type] # measured ones are floats
    extended = program.keep(kept).extended(more)
    return extended.having(objective=Objective.of(total(prices), maximize=False))


def _sides(stated: _Sum) -> list[_Sum]:
    """Returns a sum as it is, or each bound by itself where its bounds contradict each other.

    No value lies between such bounds, but each of them can be missed.
    """
    form, lower, upper = stated
    if lower is None or upper is None or lower <= upper:
        return [stated]
    return [_Sum(form, lower, None), _Sum(form, None, upper)]


def _gap(more: LinearRows, high: Value | None, low: Value | None, *, continuous: bool) -> Affine:
    """Returns a new variable for the gap between a bound and the values that a sum can reach."""
    gap = more.variable(0, 0, continuous=continuous)
    most = None if high is None or low is None else plain(exact(high) - exact(low))
    more.upper[gap.columns[0]] = most
    return gap


def least_violation(
    inquiry: Inquiry, program: Program, given_up: IntArray
) -> LeastViolation | None:
    """Looks for values that miss given rows by as little as possible; None if no backend can.

    Where this cannot be stated in whole numbers, and the backend of the question takes no others,
    another backend is asked. The time is limited, because the question itself is already answered.
    """
    sums = [_Sum.of(program, row) for row in given_up.tolist() if has_amount(program, row)]
    is_whole = not program.is_mixed() and not any(row.is_measured() for row in sums)
    takes_continuous = Feature.CONTINUOUS in inquiry.backend.features
    backends: list[tuple[BackendLike, bool]] = [(AUTO, True)]
    if is_whole or takes_continuous:
        backends.insert(0, (inquiry.choice.alone(), not is_whole))
    for backend, continuous in backends:
        # A backend that takes the model may refuse its elastic rows.
        with suppress(BackendError, ModelError):
            elastic_program = elastic(program, given_up, continuous=continuous)
            asked = inquiry.about(elastic_program, backend).having()
            spent = time.perf_counter() - inquiry.clock.begun
            asked.clock.patience = max(_LEAST_SECONDS, _TIMES_OF_SEARCHES_BEFORE * spent)
            if asked.clock.over:
                return LeastViolation(None, Limit.TIME)
            result = asked.look(Restricted(asked.program))
            if result.values is None:
                return LeastViolation(None, result.limit)
            is_least = result.status is Status.OPTIMAL
            values = result.values[: program.variables]
            return LeastViolation(values, Limit.NONE if is_least else result.limit, result.exact)
    return None


def relaxed_rows(
    program: Program, rows: Iterable[Cause], values: NumberArray, *, is_exact: bool
) -> tuple[RelaxedRow, ...]:
    """Returns the rows among those given up that values miss, and by how much."""
    exactly = fractions_of(values) if values.dtype.kind == "f" else values
    causes = {int(cause.rows[0]): cause for cause in rows}
    missed: list[RelaxedRow] = []
    for number, outcome, size in program.wrong_rows(exactly):
        cause = causes.get(number)
        if cause is None:
            continue
        name = _name_of(program, cause, number)
        violation = Violation(name, *outcome, size=size)
        by: Value | None = None
        if has_amount(program, number):
            by = violation.by()
            if by <= TOLERANCE * size:
                continue
            is_float = not is_exact or _Sum.of(program, number).is_measured()
            by = float(by) if is_float and isinstance(by, Fraction) else by
        missed.append(RelaxedRow(cause, violation, by, is_choice(program, number)))
    return tuple(missed)


def _name_of(program: Program, cause: Cause, number: int) -> str:
    """Returns the name of a row; of a fixed variable, that of the variable."""
    if int(program.row_numbers[number]) >= 0:
        return cause.name
    entries: Sequence[int] = program.rows.columns[program.rows.entries(number)].tolist()
    return program.names.name_of(entries[0])
