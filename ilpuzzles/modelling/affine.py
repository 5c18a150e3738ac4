"""Linear expressions in plain numbers: one, the rows that operations become, many in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Value,
    exact_objects,
    least_type,
    measured_entries,
    measured_rows,
    numbers_joined,
    numbers_product,
    numbers_sum,
    plain,
    value_objects,
)
from ilpuzzles.modelling.row_builder import scale_rows
from ilpuzzles.modelling.rows import (
    IntArray,
    Kind,
    Rows,
    add_up,
    kinds_of_sums,
    runs_of,
)
from ilpuzzles.modelling.written import WrittenRows


@dataclass(frozen=True, slots=True)
class Affine:
    """A constant plus multiples of variables.

    Attributes:
        columns: The columns of the variables, ascending, each once.
        coefficients: Their coefficients, none of them 0.
        constant: What is added.

    Example:
        >>> Affine.of([4, 2, 4], [1, 3, -1], 5)
        Affine(columns=(2,), coefficients=(3,), constant=5)
        >>> Affine.of([0, 1], [2, -1], 5).times(-1).plus(Affine.column(1))
        Affine(columns=(0, 1), coefficients=(-2, 2), constant=-5)
        >>> Affine.of([0, 1], [2, -1], 5).range([0, 0], [1, 9])
        (-4, 7)
        >>> from fractions import Fraction
        >>> Affine.of([0, 0], [Fraction(1, 2), Fraction(1, 2)])
        Affine(columns=(0,), coefficients=(1,), constant=0)
    """

    columns: tuple[int, ...]
    coefficients: tuple[Number, ...]
    constant: Number = 0

    # The numbers of an objective may be measured: then they are floats. Type checkers are told that
    # all are exact, as they are in everything else that is made of such sums.

    @staticmethod
    def of(columns: Sequence[int], coefficients: Sequence[Value], constant: Value = 0) -> Affine:
        """The sum of terms, of which several may have the same column."""
        if len(columns) == 1 and type(coefficients[0]) is int and coefficients[0]:
            return Affine((columns[0],), (coefficients[0],), cast("Number", plain(constant)))
        kept = sorted(add_up(columns, coefficients).items())
        factors = cast("tuple[Number, ...]", tuple(plain(number) for _, number in kept))
        return Affine(tuple(column for column, _ in kept), factors, cast("Number", plain(constant)))

    @staticmethod
    def column(column: int) -> Affine:
        """A variable."""
        return Affine((column,), (1,))

    @staticmethod
    def number(constant: Number) -> Affine:
        """A constant."""
        return Affine((), (), constant)

    def plus(self, other: Affine) -> Affine:
        """The sum."""
        if not other.columns:
            return Affine(self.columns, self.coefficients, plain(self.constant + other.constant))
        return Affine.of(
            self.columns + other.columns,
            self.coefficients + other.coefficients,
            self.constant + other.constant,
        )

    def times(self, factor: Number) -> Affine:
        """A multiple."""
        if not factor:
            return Affine.number(0)
        coefficients = tuple(plain(factor * coefficient) for coefficient in self.coefficients)
        return Affine(self.columns, coefficients, plain(factor * self.constant))

    def minus(self, other: Affine) -> Affine:
        """The difference."""
        return self.plus(other.times(-1))

    def value(self, values: Sequence[Number]) -> Number:
        """Its value for some values of all columns."""
        total = self.constant
        for column, factor in zip(self.columns, self.coefficients, strict=True):
            total += factor * values[column]
        return total

    def reach(
        self, lower: Sequence[Number | None], upper: Sequence[Number | None]
    ) -> tuple[Number | None, Number | None]:
        """Its least and greatest value for variables within some bounds, None where it has none."""
        return self.reach_within([(lower[column], upper[column]) for column in self.columns])

    def reach_within(
        self, bounds: Iterable[tuple[Number | None, Number | None]]
    ) -> tuple[Number | None, Number | None]:
        """Its least and greatest value for the bounds of its own variables; see `reach`."""
        least: Number | None = self.constant
        most: Number | None = self.constant
        for factor, (lower, upper) in zip(self.coefficients, bounds, strict=True):
            low, high = (lower, upper) if factor > 0 else (upper, lower)
            least = None if least is None or low is None else least + factor * low
            most = None if most is None or high is None else most + factor * high
        return None if least is None else plain(least), None if most is None else plain(most)

    def range(
        self, lower: Sequence[Number | None], upper: Sequence[Number | None]
    ) -> tuple[Number, Number]:
        """Its least and greatest value for variables within some bounds.

        Raises:
            ModelError: If it has none.
        """
        return self.within([(lower[column], upper[column]) for column in self.columns])

    def within(
        self, bounds: Iterable[tuple[Number | None, Number | None]]
    ) -> tuple[Number, Number]:
        """Its least and greatest value for the bounds of its own variables; see `range`."""
        least, most = self.reach_within(bounds)
        if least is None or most is None:
            raise ModelError("a variable of this sum has no bounds", "give them bounds")
        return least, most


@dataclass(frozen=True, slots=True)
class Literal:
    """A binary variable or its negation, in plain numbers."""

    column: int
    positive: bool = True

    @property
    def opposite(self) -> Literal:
        """The negation."""
        return Literal(self.column, not self.positive)

    @property
    def affine(self) -> Affine:
        """1 if it is true and 0 otherwise."""
        return Affine((self.column,), (1 if self.positive else -1,), 0 if self.positive else 1)

    def true(self, values: Sequence[Number]) -> bool:
        """Whether it is true for some values of all columns."""
        return bool(values[self.column]) is self.positive


class LinearRows:
    """Collects linear rows and the auxiliary columns that they need.

    How far a row must give way where its condition does not hold (the "M" of textbooks) always
    comes from the bounds of its own variables.

    Args:
        lower: The least value of every column that there is.
        upper: The greatest value likewise.
        continuous: Which of them are continuous, shape (columns,); None if none is.

    Example:
        >>> rows = LinearRows(Bounds.lower([0, 0]), Bounds.upper([1, 9]))
        >>> rows.implied([Literal(0)], Affine.column(1), 3, 5)
        >>> built = rows.rows(np.array([0, 0]))
        >>> built.columns.tolist(), built.coefficients.tolist(), built.upper.tolist()[0]
        ([0, 1, 0, 1], [4, 1, -3, 1], 9)
    """

    def __init__(self, lower: Bounds, upper: Bounds, continuous: NumberArray | None = None) -> None:
        self.lower: list[Number | None] = lower.tolist()
        self.upper: list[Number | None] = upper.tolist()
        self.continuous = set() if continuous is None else set(continuous.nonzero()[0].tolist())
        self._columns: list[Sequence[int]] = []
        self._coefficients: list[Sequence[Number]] = []
        self._bounds: list[tuple[Number | None, Number | None]] = []
        # What the numbers of rows were multiplied by before they came here, where that is not 1.
        self._scales: dict[int, int] = {}

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self._bounds)

    def variable(self, lower: Number, upper: Number, *, continuous: bool) -> Affine:
        """A new variable."""
        column = len(self.lower)
        self.lower.append(lower)
        self.upper.append(upper)
        if continuous:
            self.continuous.add(column)
        return Affine.column(column)

    def binary(self) -> Literal:
        """A new binary variable."""
        return Literal(self.variable(0, 1, continuous=False).columns[0])

    def is_whole(self, form: Affine) -> bool:
        """Whether a number is whole for all values of its variables."""
        whole = {*map(type, form.coefficients), type(form.constant)} <= {int}
        return whole and self.continuous.isdisjoint(form.columns)

    def range(self, form: Affine) -> tuple[Number, Number]:
        """The least and the greatest value that a number can have."""
        return form.range(self.lower, self.upper)

    def whole_range(self, form: Affine) -> Sequence[int]:
        """The values from the least to the greatest that a whole number can have."""
        least, most = self.range(form)
        return range(int(least), int(most) + 1)

    def row(self, form: Affine, lower: Number | None, upper: Number | None, scale: int = 1) -> None:
        """Adds a row: the number lies within two bounds.

        `scale` is what the number and its bounds were multiplied by, if they had fractions.
        """
        least = None if lower is None else lower - form.constant
        most = None if upper is None else upper - form.constant
        if scale != 1:
            self._scales[self.count] = scale
        self._append(form.columns, form.coefficients, least, most)

    def _append(
        self,
        columns: Sequence[int],
        coefficients: Sequence[Number],
        lower: Number | None,
        upper: Number | None,
    ) -> None:
        self._columns.append(columns)
        self._coefficients.append(coefficients)
        self._bounds.append((lower, upper))

    def implied(
        self,
        conditions: Sequence[Literal],
        form: Affine,
        lower: Number | None,
        upper: Number | None,
        scale: int = 1,
    ) -> None:
        """Adds rows: if all conditions hold, the number lies within two bounds.

        `scale` is what the number and its bounds were multiplied by, if they had fractions.

        With M the most by which it can exceed the upper bound, that is
        `number + M * (conditions that hold) <= upper + M * (all conditions)`; likewise below.
        Where it cannot, there is no row.
        """
        if not conditions:
            self.row(form, lower, upper, scale)
            return
        least, most = form.reach(self.lower, self.upper)
        hold = total(condition.affine for condition in conditions)
        count = len(conditions)
        if upper is not None:
            excess = _required(most) - upper
            if excess > 0:
                self.row(form.plus(hold.times(excess)), None, upper + excess * count, scale)
        if lower is not None:
            excess = lower - _required(least)
            if excess > 0:
                self.row(form.minus(hold.times(excess)), lower - excess * count, None, scale)

    def at_most(self, variable: Affine, most: int, condition: Literal) -> None:
        """Adds a row: a non-negative variable is at most `most`, and 0 unless a literal is true."""
        columns = (variable.columns[0], condition.column)
        factor, bound = (-most, 0) if condition.positive else (most, most)
        self._append(columns, (1, factor), None, bound)

    def clause(self, literals: Iterable[Literal]) -> None:
        """Adds a row: at least one of some literals is true."""
        self._of_literals(literals, 1, None)

    def at_most_one(self, literals: Iterable[Literal]) -> None:
        """Adds a row: at most one of some literals is true."""
        self._of_literals(literals, None, 1)

    def _of_literals(
        self, literals: Iterable[Literal], lower: int | None, upper: int | None
    ) -> None:
        signs: dict[int, int] = {}
        negated = 0
        for literal in dict.fromkeys(literals):
            # Beside its opposite, a literal is one in any case.
            signs[literal.column] = signs.get(literal.column, 0) + (1 if literal.positive else -1)
            negated += not literal.positive
        columns = [column for column, sign in signs.items() if sign]
        bounds = (None if bound is None else bound - negated for bound in (lower, upper))
        self._append(columns, [signs[column] for column in columns], *bounds)

    def conjunction(self, literals: Iterable[Literal]) -> Literal:
        """A new binary variable that says whether all of some literals are true."""
        distinct, both = list(dict.fromkeys(literals)), self.binary()
        for literal in distinct:
            self.clause((literal, both.opposite))
        self.clause([both, *(literal.opposite for literal in distinct)])
        return both

    def one_of(self, count: int) -> list[Literal]:
        """New binary variables, exactly one of which is 1."""
        chosen = [self.binary() for _ in range(count)]
        self.row(total(literal.affine for literal in chosen), 1, 1)
        return chosen

    def product(self, condition: Literal, form: Affine) -> Affine:
        """A new variable that is the number if the condition holds, and 0 otherwise.

        These four rows are the tightest there are (McCormick 1976).
        """
        least, most = self.range(form)
        bounds = min(least, 0), max(most, 0)
        result = self.variable(*bounds, continuous=not self.is_whole(form))
        holds = condition.affine
        self.row(result.minus(holds.times(most)), None, 0)
        self.row(result.minus(holds.times(least)), 0, None)
        self.row(result.minus(form).minus(holds.times(least)), None, -least)
        self.row(result.minus(form).minus(holds.times(most)), -most, None)
        return result

    def rows(self, groups: IntArray) -> Rows:
        """All rows in whole numbers, with a group number for each."""
        written = WrittenRows.of(self._columns, self._coefficients, self._bounds)
        whole = np.ones(self.count, dtype=bool)
        if self.continuous:
            continuous = np.zeros(max(len(self.lower), written.columns.max(initial=-1) + 1), bool)
            continuous[list(self.continuous)] = True
            whole[written.owners()[continuous[written.columns]]] = False
        written = written.judged(whole)
        scaled = scale_rows(written, whole)
        scales = scaled.scales
        if self._scales:
            scales = scales.astype(object)
            scales[list(self._scales)] *= np.array([*self._scales.values()], dtype=object)
            scales = least_type(scales)
        made = Rows.of(
            written.starts,
            written.columns.astype(np.int64, copy=False),
            scaled.coefficients,
            scaled.lower,
            scaled.upper,
            scales=scales,
            groups=groups,
            measured=written.measured(),
        )
        return replace(made, kinds=self._kinds(made))

    def _kinds(self, rows: Rows) -> npt.NDArray[np.uint8]:
        """The kinds of rows of literals: at least, at most or exactly one of them is true."""
        # Of some columns nothing may be known.
        binary = np.zeros(max(len(self.lower), rows.columns.max(initial=-1) + 1), dtype=bool)
        within = (Bounds.lower(self.lower) >= 0) & (Bounds.upper(self.upper) <= 1)
        binary[: len(self.lower)] = within
        binary[list(self.continuous)] = False
        sides, is_binary = (rows.lower, rows.upper), binary[rows.columns]
        kinds = kinds_of_sums(rows.owners(), rows.coefficients, is_binary, sides)
        kinds[(rows.scales != 1) | (rows.lengths() <= 1)] = Kind.LINEAR
        return kinds


def _required(bound: Number | None) -> Number:
    """The end of a range that a row needs as big M."""
    if bound is None:
        what = "this condition needs a bounded sum, because its row uses a big M"
        raise ModelError(what, "give its variables bounds")
    return bound


def total(parts: Iterable[Affine]) -> Affine:
    """The sum of several numbers."""
    columns: list[int] = []
    coefficients: list[Number] = []
    constant: Number = 0
    for part in parts:
        columns += part.columns
        coefficients += part.coefficients
        constant += part.constant
    return Affine.of(columns, coefficients, constant)


@dataclass(frozen=True, slots=True, eq=False)
class AffineArray:
    """Constants plus multiples of variables, in an array of any shape.

    Numbers are as `given_numbers` keeps them. The entries of an element may name a column twice.

    Attributes:
        shape: The shape of the array.
        starts: Where the entries of each element begin, and their number, shape (size + 1,).
        columns: The columns of all entries.
        coefficients: Their coefficients.
        constants: What is added to each element, shape (size,).

    Example:
        >>> x = AffineArray.of_columns(np.arange(6).reshape(2, 3))
        >>> total = x.times(np.array([1, 2, 0])).sum((1,))
        >>> total.starts.tolist(), total.columns.tolist(), total.coefficients.tolist()
        ([0, 2, 4], [0, 1, 3, 4], [1, 2, 1, 2])
    """

    shape: tuple[int, ...]
    starts: IntArray
    columns: IntArray
    coefficients: NumberArray
    constants: NumberArray

    @staticmethod
    def of_columns(columns: IntArray) -> AffineArray:
        """Variables."""
        flat = columns.ravel()
        ones, zeros = np.ones(flat.size, np.int64), np.zeros(flat.size, np.int64)
        return AffineArray(columns.shape, np.arange(flat.size + 1), flat, ones, zeros)

    @staticmethod
    def of_numbers(numbers: NumberArray) -> AffineArray:
        """Constants."""
        none = np.zeros(0, np.int64)
        starts = np.zeros(numbers.size + 1, np.int64)
        return AffineArray(numbers.shape, starts, none, none, numbers.ravel())

    @staticmethod
    def joined(parts: Sequence[AffineArray]) -> AffineArray:
        """All elements of several arrays, one after the other, in one dimension."""
        ends = np.cumsum([0, *(len(part.columns) for part in parts)])
        starts = [part.starts[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
        columns, *numbers = (
            numbers_joined([getattr(part, name) for part in parts])
            for name in ("columns", "coefficients", "constants")
        )
        made = np.concatenate([*starts, ends[-1:]])
        return AffineArray((len(made) - 1,), made, columns, numbers[0], numbers[1])

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.constants)

    def is_plain(self) -> bool:
        """Whether every element is a variable and nothing else."""
        plain = self.coefficients.dtype == np.int64 and len(self.columns) == self.size
        single = plain and bool((np.diff(self.starts) == 1).all())
        return single and bool((self.coefficients == 1).all()) and not self.constants.any()

    def places(self) -> IntArray:
        """The number of each element, in the shape of the array."""
        return np.arange(self.size).reshape(self.shape)

    def take(self, places: IntArray) -> AffineArray:
        """The elements at places, counted in the order of the array, in the shape of these."""
        flat = places.ravel()
        starts, entries = runs_of(self.starts, flat)
        columns, coefficients = self.columns[entries], self.coefficients[entries]
        return AffineArray(places.shape, starts, columns, coefficients, self.constants[flat])

    def to_shape(self, shape: tuple[int, ...]) -> AffineArray:
        """The same elements in a larger shape, repeated as numpy does."""
        return self if shape == self.shape else self.take(np.broadcast_to(self.places(), shape))

    def plus(self, other: AffineArray) -> AffineArray:
        """The sum, element by element."""
        shape = np.broadcast_shapes(self.shape, other.shape)
        left, right = self.to_shape(shape), other.to_shape(shape)
        constants = numbers_sum(left.constants, right.constants)
        if not len(right.columns):
            return replace(left, constants=constants)
        if not len(left.columns):
            return replace(right, constants=constants)
        # Each element has its terms on the left, then those on the right. Before the former, there
        # are the terms on the right of all elements before; before the latter, those on the left of
        # this element as well.
        before_left = np.repeat(right.starts[:-1], np.diff(left.starts))
        left_places = np.arange(len(left.columns)) + before_left
        before_right = np.repeat(left.starts[1:], np.diff(right.starts))
        right_places = np.arange(len(right.columns)) + before_right
        # A stable sort by elements would do the same, more slowly.
        order = np.empty(len(left.columns) + len(right.columns), np.int64)
        order[np.concatenate([left_places, right_places])] = np.arange(len(order))
        columns = np.concatenate([left.columns, right.columns])[order]
        coefficients = numbers_joined([left.coefficients, right.coefficients])[order]
        return AffineArray(shape, left.starts + right.starts, columns, coefficients, constants)

    def times(self, numbers: NumberArray) -> AffineArray:
        """The multiples, element by element; terms that are multiplied by 0 are left out."""
        shape = np.broadcast_shapes(self.shape, numbers.shape)
        terms = self.to_shape(shape)
        factors = np.broadcast_to(numbers, shape).ravel()
        factors_of_terms = np.repeat(factors, np.diff(terms.starts))
        coefficients = numbers_product(terms.coefficients, factors_of_terms)
        constants = numbers_product(terms.constants, factors)
        is_left = coefficients != 0
        if is_left.all():
            return replace(terms, coefficients=coefficients, constants=constants)
        starts = np.concatenate([[0], np.cumsum(is_left)])[terms.starts]
        columns = terms.columns[is_left]
        return AffineArray(shape, starts, columns, coefficients[is_left], constants)

    def sum(self, axes: Sequence[int]) -> AffineArray:
        """The sums along some axes."""
        other_axes = [axis for axis in range(len(self.shape)) if axis not in axes]
        shape = tuple(self.shape[axis] for axis in other_axes)
        # The elements of a sum have to stand one after the other.
        order = [*other_axes, *axes]
        terms = self
        if order != sorted(order):
            terms = self.take(self.places().transpose(*order))
        length = prod(self.shape[axis] for axis in axes)
        ends = np.arange(prod(shape) + 1) * length
        starts = terms.starts[ends]
        constants = _sums(terms.constants, ends)
        return AffineArray(shape, starts, terms.columns, terms.coefficients, constants)

    def combine(
        self, axis: int, ends: IntArray, places: IntArray, numbers: NumberArray
    ) -> AffineArray:
        """Weighted sums along an axis, as a product with a matrix in compressed rows.

        Row i of the matrix has the numbers from `ends[i]` to `ends[i + 1]`, at these places.
        """
        lines = np.moveaxis(self.places(), axis, -1)
        outer = lines.shape[:-1]
        lines = lines.reshape(prod(outer), self.shape[axis])
        if len(lines) == 1 and self.is_plain():
            columns = self.columns[lines[0][places]]
            zeros = np.zeros(len(ends) - 1, np.int64)
            # Of a single line, the order is the same wherever the axis is.
            shape = list(outer)
            shape.insert(axis % (len(outer) + 1), len(zeros))
            return AffineArray(tuple(shape), ends, columns, numbers, zeros)
        # For each line and each entry of the matrix, an element times a number.
        terms = self.take(lines[:, places].ravel()).times(np.tile(numbers, len(lines)))
        firsts = np.arange(len(lines))[:, np.newaxis] * len(places) + ends[:-1]
        term_ends = np.append(firsts.ravel(), len(places) * len(lines))
        constants = _sums(terms.constants, term_ends)
        sums = AffineArray(
            (*outer, len(ends) - 1),
            terms.starts[term_ends],
            terms.columns,
            terms.coefficients,
            constants,
        )
        if axis in {-1, len(outer)}:
            return sums
        return sums.take(np.moveaxis(sums.places(), -1, axis))

    def values(self, values: NumberArray) -> NumberArray:
        """The values of the elements for values of all columns."""
        products = numbers_product(self.coefficients, values[self.columns])
        totals = numbers_sum(self.constants, _sums(products, self.starts))
        if totals.dtype == np.float64 and not measured_entries(totals).any():
            # People get exact numbers where nothing is measured.
            totals = least_type(exact_objects(totals))
        return totals.reshape(self.shape)


def _sums(numbers: NumberArray, ends: IntArray) -> NumberArray:
    """The sums of runs of numbers, which end one after the other; see `numbers_sum`."""
    count = len(ends) - 1
    if not numbers.any():
        return np.zeros(count, np.int64)
    owners = np.repeat(np.arange(count), np.diff(ends))
    if numbers.dtype == np.float64 and measured_rows(ends, numbers).all():
        return np.bincount(owners, weights=numbers, minlength=count)
    made: npt.NDArray[np.object_] = np.zeros(count, object)
    np.add.at(made, owners, value_objects(numbers))
    return least_type(made)
