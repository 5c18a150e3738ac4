"""Rows as they were written: what the user gave, before anything was scaled, added up or rounded.

Every check of an answer begins here, and here alone it says when a measured row holds. It is made
in doubles with a bound on their error, which is quick, and in fractions where that does not decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Value,
    as_value,
    doubles,
    exact,
    largest_size,
    measured_entries,
    measured_rows,
    numbers_joined,
    plain,
    stored,
)
from ilpuzzles.modelling.precision import TOLERANCE, Precision, largest_of, tolerance_of

IntArray = npt.NDArray[np.int64]

_WHOLE_KINDS = (np.int8, np.int16, np.int32, np.int64)
_RELATIVE_ROUNDING = 2.0**-53
"""The relative error of one operation with doubles."""

_UNDERFLOW = 1e-300
"""The most that underflow can change a sum by: the least normal double is 2.2e-308."""

_LARGEST_SUM_IN_INT64 = 1 << 62
"""Sums of whole numbers below this fit into 64 bits, with one bit to spare."""


@dataclass(frozen=True, slots=True, eq=False)
class WrittenRows:
    """Rows as they were written, in compressed form.

    Attributes:
        starts: Where each row begins among the entries, and their number, shape (rows + 1,).
        columns: The columns of all entries; a row may name one several times.
        numbers: The coefficients of all entries as they were given: whole numbers, doubles (each
            exact or measured by its digits), or Python's own in an array of objects.
        lower: The lower bound of each row.
        upper: The upper bound of each row.
        precision: The `Precision` of each row, shape (rows,); None where all are exact.

    Example:
        >>> rows = WrittenRows.of([[0, 1]], [[Fraction(1, 3), 2]], [(None, Fraction(5, 3))])
        >>> rows.terms(0), rows.bounds(0)
        ([(0, Fraction(1, 3)), (1, 2)], (None, Fraction(5, 3)))
        >>> rows.broken(np.array([6, 0])).tolist()
        [0]
    """

    starts: IntArray
    columns: npt.NDArray[Any]
    numbers: NumberArray
    lower: Bounds
    upper: Bounds
    precision: npt.NDArray[np.uint8] | None = None

    @classmethod
    def of(
        cls,
        columns: Sequence[Sequence[int]],
        numbers: Sequence[Sequence[Value]],
        bounds: Sequence[tuple[Value | None, Value | None]],
    ) -> WrittenRows:
        """Rows from lists: the columns, the coefficients and both bounds of each."""
        starts = np.cumsum([0, *map(len, columns)])
        flat_columns = [column for one in columns for column in one]
        flat_numbers = [number for one in numbers for number in one]
        return cls(
            starts,
            np.array(flat_columns, dtype=np.int64),
            stored(flat_numbers),
            Bounds.lower([lower for lower, _ in bounds]),
            Bounds.upper([upper for _, upper in bounds]),
        )

    @classmethod
    def joined(cls, parts: Sequence[WrittenRows]) -> WrittenRows:
        """All rows of several parts, in their order."""
        ends = np.cumsum([0, *(len(part.columns) for part in parts)])
        starts = [part.starts[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
        return cls(
            np.concatenate([*starts, ends[-1:]]),
            np.concatenate([part.columns for part in parts]),
            numbers_joined([part.numbers for part in parts]),
            Bounds.joined([part.lower for part in parts]),
            Bounds.joined([part.upper for part in parts]),
            _joined_precisions(parts),
        )

    def judged(self, whole: BoolArray) -> WrittenRows:
        """The same rows with the precision of each; `whole` is whether all its columns are whole.

        Example:
            >>> bounds = [(None, 4), (None, 0.7 + 0.1), (1, 2)]
            >>> rows = WrittenRows.of([[0], [0], [0]], [[1], [1], [1 / 3]], bounds)
            >>> rows.judged(np.ones(3, dtype=bool)).precision.tolist()
            [0, 1, 2]
        """
        in_sum = measured_rows(self.starts, self.numbers)
        in_bounds = np.zeros(len(self), dtype=bool)
        for side in (self.lower, self.upper):
            in_bounds |= side.finite & measured_entries(side.numbers)
        if not (in_sum.any() or in_bounds.any()):
            return self
        precision = np.full(len(self), Precision.EXACT, dtype=np.uint8)
        precision[in_bounds & whole] = Precision.BOUND
        precision[in_sum | (in_bounds & ~whole)] = Precision.MEASURED
        return replace(self, precision=precision)

    def precisions(self) -> npt.NDArray[np.uint8]:
        """The precision of each row."""
        if self.precision is None:
            return np.full(len(self), Precision.EXACT, dtype=np.uint8)
        return self.precision

    def measured(self) -> BoolArray:
        """Whether each row is measured, so that it stays in doubles."""
        return np.asarray(self.precisions() == Precision.MEASURED)

    def __len__(self) -> int:
        return len(self.lower)

    def lengths(self) -> IntArray:
        """The number of entries of each row."""
        return np.diff(self.starts)

    def owners(self) -> IntArray:
        """The row of every entry."""
        return np.repeat(np.arange(len(self)), self.lengths())

    def is_whole(self) -> bool:
        """Whether all coefficients and bounds are whole numbers of 64 bits."""
        kinds = (
            self.numbers.dtype.kind,
            self.lower.numbers.dtype.kind,
            self.upper.numbers.dtype.kind,
        )
        return set(kinds) == {"i"}

    def chosen(self, places: IntArray) -> WrittenRows:
        """The rows at some places, in the order of these."""
        if len(places) == len(self) and (places == np.arange(len(self))).all():
            return self
        firsts = self.starts[places]
        lengths = self.starts[places + 1] - firsts
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entries = np.arange(starts[-1]) + np.repeat(firsts - starts[:-1], lengths)
        return WrittenRows(
            starts,
            self.columns[entries],
            self.numbers[entries],
            self.lower[places],
            self.upper[places],
            None if self.precision is None else self.precision[places],
        )

    def compact(self) -> WrittenRows:
        """The same rows in narrower whole numbers, as far as these can hold them."""
        columns: npt.NDArray[Any] = _narrow(self.columns)
        return replace(self, columns=columns, numbers=_narrow(self.numbers))

    def terms(self, row: int) -> list[tuple[int, Number]]:
        """The columns and coefficients of a row in exact numbers, as they were written."""
        return [(column, exact(number)) for column, number in self.terms_as_given(row)]

    def terms_as_given(self, row: int) -> list[tuple[int, Value]]:
        """The columns and coefficients of a row; those that are measured are floats."""
        entries = slice(*self.starts[row : row + 2].tolist())
        numbers = [as_value(number) for number in self.numbers[entries].tolist()]
        columns: list[int] = self.columns[entries].tolist()
        return list(zip(columns, numbers, strict=True))

    def bounds(self, row: int) -> tuple[Number | None, Number | None]:
        """Both bounds of a row in exact numbers, None where there is none."""
        lower, upper = self.bounds_as_given(row)
        return None if lower is None else exact(lower), None if upper is None else exact(upper)

    def bounds_as_given(self, row: int) -> tuple[Value | None, Value | None]:
        """Both bounds of a row, floats where they are measured, None where there is none."""
        lower, upper = self.lower.at(row), self.upper.at(row)
        return (
            None if lower is None else as_value(lower),
            None if upper is None else as_value(upper),
        )

    def with_sums(self, places: Sequence[int]) -> WrittenRows:
        """The same rows, with equal columns of some of them added up, and no coefficient 0."""
        starts: list[int] = self.starts.tolist()
        columns, numbers = [], []
        lengths = self.lengths()
        done = 0
        for row in places:
            first = starts[row]
            total: dict[int, Value] = {}
            for column, number in self.terms_as_given(row):
                total[column] = total.get(column, 0) + number
            kept = {column: plain(number) for column, number in total.items() if number}
            columns += [self.columns[done:first], np.array(list(kept), dtype=np.int64)]
            numbers += [self.numbers[done:first], stored(list(kept.values()))]
            lengths[row] = len(kept)
            done = starts[row + 1]
        columns.append(self.columns[done:])
        numbers.append(self.numbers[done:])
        return replace(
            self,
            starts=np.concatenate([[0], np.cumsum(lengths)]),
            columns=np.concatenate(columns),
            numbers=numbers_joined(numbers),
        )

    def activity(self, row: int, values: Sequence[Number]) -> Number:
        """The value of the left side of a row, in fractions; `values` are those of all columns."""
        total: Number = 0
        for column, number in self.terms(row):
            total += number * values[column]
        return plain(Fraction(total))

    def broken(self, values: NumberArray) -> IntArray:
        """The places of the rows that do not hold for values, shape (columns,), ascending.

        A measured row holds within its tolerance, every other one exactly.
        """
        totals = self._whole_activities(values)
        if totals is not None:
            wrong = (self.lower > totals) | (self.upper < totals)
            return wrong.nonzero()[0]
        wrong, undecided = self._judged_in_doubles(values)
        numbers: list[Number] = values.tolist()
        for row in undecided.nonzero()[0].tolist():
            wrong[row] = not self.holds(row, numbers)
        return wrong.nonzero()[0]

    def tolerance(self, row: int, bound: Number, values: Sequence[Number]) -> Number:
        """By how much a row may miss a bound for the values of all columns; 0 for an exact one."""
        precision = Precision.EXACT if self.precision is None else self.precision[row]
        if precision == Precision.EXACT:
            return 0
        terms = self.terms(row)
        largest = largest_of(number for _, number in terms)
        if precision == Precision.BOUND:
            return tolerance_of(bound, largest) if self._is_measured_bound(row, bound) else 0
        largest_term = largest_of(number * values[column] for column, number in terms)
        return tolerance_of(bound, largest, largest_term)

    def _is_measured_bound(self, row: int, bound: Number) -> bool:
        """Whether a bound of a row, which is given in exact numbers, is measured."""
        given = [side for side in self.bounds_as_given(row) if type(side) is float]
        return any(exact(side) == bound for side in given)

    def _whole_activities(self, values: NumberArray) -> IntArray | None:
        """The activity of each row in whole numbers of 64 bits; None where these may not do."""
        if not (self.is_whole() and values.dtype.kind == "i"):
            return None
        largest = 1
        for part in (self.numbers, values, self.lengths()):
            largest *= max(largest_size(part), 1)
        if largest >= _LARGEST_SUM_IN_INT64:
            return None
        # Coefficients may be kept in 8 bits.
        terms = self.numbers.astype(np.int64) * values[self.columns].astype(np.int64)
        totals = np.concatenate([[0], np.cumsum(terms, dtype=np.int64)])
        return np.asarray(totals[self.starts[1:]] - totals[self.starts[:-1]])

    def _judged_in_doubles(self, values: NumberArray) -> tuple[BoolArray, BoolArray]:
        """Which rows are surely broken, and which are undecided, by sums in doubles.

        Rounding contributes at most (n + 3) unit roundoffs of the sum of sizes: one each for the
        coefficients, the values and the products, and n for the additions. Five more cover the
        bound and this estimate.
        """
        nothing = np.zeros(len(self), dtype=bool)
        try:
            factors, numbers = doubles_of(self.numbers), doubles(values)[self.columns]
            lower, upper = bounds_of_doubles(self.lower), bounds_of_doubles(self.upper)
        except OverflowError:
            # A number is beyond the largest double.
            return nothing, ~nothing
        owners, count = self.owners(), len(self)
        with np.errstate(over="ignore", invalid="ignore"):
            terms = factors * numbers
            totals = np.bincount(owners, weights=terms, minlength=count)
            sizes = np.bincount(owners, weights=np.abs(terms), minlength=count)
            error = (self.lengths() + 8) * _RELATIVE_ROUNDING * sizes + _UNDERFLOW
            allowed_below, allowed_above = self._tolerances_in_doubles(terms, factors)
            below, above = lower - totals - allowed_below, totals - upper - allowed_above
            # Infinite bounds are missed by minus infinity, whatever their own error.
            missed = np.fmax(below, above)
            finite_sides = np.where(np.isfinite(lower), np.abs(lower), 0)
            finite_sides += np.where(np.isfinite(upper), np.abs(upper), 0)
            error += 8 * _RELATIVE_ROUNDING * finite_sides
            # A tolerance is less than a bound or a term, and computed as exactly.
            wrong: BoolArray = missed > error
            sure: BoolArray = wrong | (missed < -error)
        sure &= np.isfinite(error) & ~np.isnan(missed)
        return wrong & sure, ~sure

    def _tolerances_in_doubles(
        self, terms: npt.NDArray[np.float64], factors: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """By how much each row may miss its lower and its upper bound, in doubles."""
        precision, count = self.precision, len(self)
        none = np.zeros(count)
        if precision is None:
            return none, none
        owners = self.owners()
        largest_term, largest_factor = np.zeros(count), np.zeros(count)
        np.maximum.at(largest_factor, owners, np.abs(factors))
        in_terms = (precision == Precision.MEASURED)[owners]
        np.maximum.at(largest_term, owners[in_terms], np.abs(terms[in_terms]))
        size = np.maximum(largest_term, np.minimum(1, largest_factor))
        allowed = []
        for side in (self.lower, self.upper):
            bounds = np.where(side.finite, np.abs(doubles_of(side.numbers)), 0)
            tolerance = float(TOLERANCE) * np.maximum(size, bounds)
            is_exact = precision == Precision.EXACT
            of_bound = precision == Precision.BOUND
            is_exact |= of_bound & ~measured_entries(side.numbers)
            allowed.append(np.where(is_exact, 0, tolerance))
        return allowed[0], allowed[1]

    def holds(self, row: int, values: Sequence[Number]) -> bool:
        """Whether a row holds for the values of all columns, in fractions."""
        total = self.activity(row, values)
        lower, upper = self.bounds(row)
        if lower is not None and total < lower:
            return lower - total <= self.tolerance(row, lower, values)
        if upper is not None and total > upper:
            return total - upper <= self.tolerance(row, upper, values)
        return True


def _joined_precisions(parts: Sequence[WrittenRows]) -> npt.NDArray[np.uint8] | None:
    """The precisions of the rows of several parts; None where all are exact."""
    if all(part.precision is None for part in parts):
        return None
    return np.concatenate([part.precisions() for part in parts])


def doubles_of(numbers: NumberArray) -> npt.NDArray[np.float64]:
    """Numbers as they were written as the nearest doubles."""
    return doubles(numbers) if numbers.dtype.kind != "f" else numbers.astype(np.float64, copy=False)


def bounds_of_doubles(bounds: Bounds) -> npt.NDArray[np.float64]:
    """Bounds as they were written as the nearest doubles, infinite where there is none."""
    numbers = doubles_of(bounds.numbers)
    return (
        numbers if bounds.finite.all() else np.where(bounds.finite, numbers, bounds.side * np.inf)
    )


def _narrow(numbers: NumberArray) -> NumberArray:
    """Returns whole numbers in the narrowest type that holds all of them, others as they are."""
    if numbers.dtype.kind != "i" or not numbers.size:
        return numbers
    least, most = int(numbers.min()), int(numbers.max())
    for kind in _WHOLE_KINDS:
        limits = np.iinfo(kind)
        if limits.min <= least and most <= limits.max:
            return numbers.astype(kind, copy=False)
    return numbers
