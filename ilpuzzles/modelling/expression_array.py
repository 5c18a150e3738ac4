"""Arrays of linear expressions, comparisons and truths, with the operators and shapes of numpy.

`LinearArray` has the operators that all arrays share, `LogicalArray` those of truths. They are
broadcast as numpy does it, with numbers, numpy's arrays, pandas' tables, and each other; `np.stack`
and the like take them. Labels stay as long as they are known; tables with labels are paired with
them by label.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import AffineArray
from ilpuzzles.modelling.expressions import (
    Comparison,
    Connective,
    Expression,
    Junction,
    Linear,
    Logical,
    Owner,
    Vocabulary,
    exclusive,
    junction,
    mixing_error,
    owner_of,
    range_error,
    require_brackets,
    require_truth_number,
)
from ilpuzzles.modelling.layouts import (
    ArrayLayout,
    Axes,
    Dims,
    Labels,
    broadcast_shape,
    merge_names,
)
from ilpuzzles.modelling.numbers import (
    NumberArray,
    as_value,
    fraction_or_float,
    given_numbers,
    numbers_product,
    numbers_sum,
    stored,
    values_of,
)
from ilpuzzles.modelling.pairing import (
    LabelledNumbers,
    is_mask,
    layout_of_table,
    objects_for,
    order_along,
    order_of,
    pair_mask,
    pair_numbers,
    require_labels,
    spread,
)
from ilpuzzles.modelling.pointers import ARRAY, VARIABLE
from ilpuzzles.modelling.rows import IntArray

Places: TypeAlias = "IntArray | np.int64"

_ELEMENTS_SHOWN = 6

_ARGUMENTS_OF_PANDAS = frozenset(
    {"fill_value", "fill", "freq", "min_periods", "center", "closed", "on"}
)
"""Arguments of `shift` and `rolling` in pandas, which mean nothing here."""


class LinearArray(ABC):
    """The operators that arrays of variables, expressions and truths share.

    Attributes:
        owner: The model of the variables.
        layout: The shape of the array, and the labels and the name of each axis.
    """

    __slots__ = ("layout", "owner")

    # pandas leaves the operators to us.
    __pandas_priority__ = 5000
    __hash__ = object.__hash__
    _noun = "expressions"

    def __init__(self, owner: Owner, layout: ArrayLayout) -> None:
        self.owner = owner
        self.layout = layout

    @property
    def _vocabulary(self) -> Vocabulary:
        return self.owner._vocabulary  # noqa: SLF001 - for operators alone

    @abstractmethod
    def expressions(self) -> ExpressionArray:
        """The elements as linear expressions."""

    @abstractmethod
    def take_places(self, places: Places, layout: ArrayLayout) -> Any:
        """The elements at places, counted in the order of the array, in the shape of these."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements along each axis."""
        return self.layout.shape

    @property
    def labels(self) -> Labels:
        """The labels of each axis, None for one that is counted."""
        return self.layout.labels

    @property
    def dims(self) -> Dims:
        """The name of each axis, empty for one that has none."""
        return self.layout.dims

    # What numpy accepts as an index has no better type.
    def __getitem__(self, key: Any) -> Any:
        """The element, or the array of elements, at some positions."""
        key = self._without_labels(key)
        try:
            places = self.layout.numbers()[key]
        except (IndexError, TypeError, ValueError) as error:
            what = f"{quoted(key)} is not a position in an array of shape {self.shape}"
            raise ModelError(what, "labels are for the family itself") from error
        return self.take_places(places, self.layout.at(key, np.shape(places)))

    def _without_labels(self, key: Any) -> Any:
        """An index in which a mask with labels is in the order of the array."""
        if not hasattr(key, "to_numpy"):
            return key
        array = np.asarray(key)
        if not is_mask(array):
            return array
        # As in numpy, a mask of one axis is for the first one.
        layout = self.layout if array.ndim == self.ndim else self.layout.transposed([0])
        return pair_mask(key, layout)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.layout.size

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.layout.ndim

    # The transpose is called T wherever there are arrays.
    @property
    def T(self) -> Any:  # noqa: N802
        """The transposed array."""
        return self.transpose()

    def transpose(self, *order: int | str | Sequence[int | str] | None) -> Any:
        """The array with its axes in another order, by default from the last to the first.

        Example:
            >>> from ilpuzzles import Model
            >>> x = Model().binary("x", 2, 3, dims=["row", "column"])
            >>> x.transpose("column", "row").shape, x.transpose(0, 1).shape
            ((3, 2), (2, 3))
        """
        given: Any = order
        if len(order) == 1 and not isinstance(order[0], (int, str)):
            (given,) = order
        if given is None or not order:
            given = range(self.ndim)[::-1]
        places = [self.layout.place_of(axis) for axis in given]
        if sorted(places) != list(range(self.ndim)):
            what = f"{quoted(tuple(given))} is not an order of {self.ndim} axes"
            raise ModelError(what, "name each axis once")
        numbers = self.layout.numbers().transpose(places)
        return self.take_places(numbers, self.layout.transposed(places))

    def positions(self) -> Any:
        """The same elements without labels and names: for `x[1:].positions() - y.positions()`."""
        return self.take_places(self.layout.numbers(), ArrayLayout.counted(self.shape))

    def reshape(self, *shape: int | tuple[int, ...], order: str = "C") -> Any:
        """The same elements in another shape; -1 stands for what is left."""
        sizes = shape[0] if len(shape) == 1 else shape
        try:
            places = self.layout.numbers().reshape(sizes, order=order)  # type: ignore[call-overload] # numpy says so
        except (ValueError, TypeError):
            what = f"{self.size} elements do not fit into shape {sizes} in order {quoted(order)}"
            raise ModelError(
                what, "give sizes whose product is that, and order 'C' or 'F'"
            ) from None
        return self.take_places(places, ArrayLayout.counted(places.shape))

    @property
    def flat(self) -> Any:
        """All elements in their order, in one dimension."""
        return self.reshape(-1)

    # Type checkers are to find attributes that are misspelt.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The error of an attribute of arrays elsewhere, with what to use instead."""
            what = f"'{type(self).__name__}' object has no attribute '{name}'"
            advice = ARRAY.get(name) or VARIABLE.get(name)
            what = f"{what}; {advice}" if advice else what
            raise AttributeError(what, name=name, obj=self)

    def __len__(self) -> int:
        if not self.shape:
            raise ModelError("an array without axes has no length", "use its .sum()")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (LinearArray.__getitem__(self, place) for place in range(len(self)))

    # Along an axis

    def shift(
        self, periods: int | None = None, axis: int | str | None = None, **by_name: int
    ) -> Any:
        """The elements some places before along an axis, and 0 where there is none.

        Labels stay: the row of Tuesday has the variable of Monday. It is xarray's and pandas'
        `shift`, with 0 for what is missing.

        Args:
            periods: How many places before, 1 by default; less than 0 for those after.
            axis: The axis, by its name or its number; by default the last one.
            **by_name: Both in one: `x.shift(day=1)`.

        Returns:
            An array of expressions of the same shape.

        Example:
            Nobody works on the day after a night:

            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> week, kinds = ["Mon", "Tue", "Wed"], ["day", "night"]
            >>> works = model.binary("works", week, kinds, dims=["weekday", "shift"])
            >>> after_night = works[:, "night"].shift(weekday=1) + works[:, "day"] <= 1
            >>> model.add(after_night[1:], "rest")
            no group: 2 rows
              rest[Tue]: works[Mon, night] + works[Tue, day] <= 1
              rest[Wed]: works[Tue, night] + works[Wed, day] <= 1
        """
        periods, along = self._along("shift", periods, axis, by_name)
        size = self.shape[along]
        sources = np.arange(size) - periods
        is_there = (sources >= 0) & (sources < size)
        places = np.moveaxis(self.layout.numbers(), along, -1)
        # The place after the last element is that of the 0 which is put behind all elements.
        places = np.where(is_there, places[..., sources.clip(0, max(size - 1, 0))], self.size)
        zero = AffineArray.of_numbers(np.zeros(1, np.int64))
        padded = AffineArray.joined([self.expressions().affine, zero])
        return ExpressionArray(self.owner, padded.take(np.moveaxis(places, -1, along)), self.layout)

    def rolling(
        self, window: int | None = None, axis: int | str | None = None, **by_name: int
    ) -> Rolling:
        """Windows of some elements along an axis, each of which ends at an element.

        The first ones are as long as there are elements, as in linopy, and as pandas has them with
        `min_periods=1`.

        Args:
            window: The number of elements.
            axis: The axis, by its name or its number; by default the last one.
            **by_name: Both in one: `x.rolling(hour=3)`.

        Example:
            A machine that was started within the last three hours is on:

            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> start, on = (model.binary(name, 4, dims=["hour"]) for name in ("start", "on"))
            >>> start.rolling(hour=3).sum() <= on
            <rows of shape (4,) of hour>
            start[0] - on[0] <= 0
            start[0] + start[1] - on[1] <= 0
            start[0] + start[1] + start[2] - on[2] <= 0
            start[1] + start[2] + start[3] - on[3] <= 0
        """
        window, along = self._along("rolling", window, axis, by_name, usual=None)
        if window < 1:
            raise ModelError(f"a window has 1 or more elements, got {window}", "give more")
        return Rolling(self, window, along)

    def _along(
        self,
        method: str,
        number: object,
        axis: int | str | None,
        by_name: dict[str, int],
        usual: int | None = 1,
    ) -> tuple[int, int]:
        """A number of elements and the place of the axis, given apart or as `axis=number`."""
        both_ways = f"write x.{method}(1, 'day') or x.{method}(day=1)"
        unknown = [name for name in by_name if name not in self.dims]
        if unknown and (len(by_name) > 1 or unknown[0] in _ARGUMENTS_OF_PANDAS):
            advice = "missing elements count as 0, and windows at the beginning are shorter"
            raise ModelError(f"x.{method} takes no {unknown[0]}", advice)
        if len(by_name) > 1:
            raise ModelError(f"expected one axis, got {', '.join(by_name)}", "call it for each")
        if by_name:
            if number is not None or axis is not None:
                raise ModelError(f"x.{method} is given its axis twice", both_ways)
            ((axis, number),) = by_name.items()
        if number is None:
            number = usual
        if axis is None:
            axis = -1
        if isinstance(number, bool) or not isinstance(number, SupportsIndex):
            raise ModelError(f"expected a number of elements, got {quoted(number)}", both_ways)
        return index(number), self.layout.place_of(axis)

    def diagonal(self, offset: int = 0, axis1: int | str = 0, axis2: int | str = 1) -> Any:
        """The elements whose places along two axes are the same, or differ by an offset.

        Example:
            >>> from ilpuzzles import Model
            >>> queen = Model().binary("queen", 3, 3)
            >>> queen.diagonal(1).sum() <= 1
            queen[0, 1] + queen[1, 2] <= 1
        """
        first, second = self.layout.place_of(axis1), self.layout.place_of(axis2)
        if self.ndim < 2 or first == second:
            what = f"an array of shape {self.shape} has no diagonal of axes {axis1} and {axis2}"
            raise ModelError(what, "name two of its axes")
        places = self.layout.numbers().diagonal(offset, first, second)
        rest = self.layout.without((first, second))
        added = ArrayLayout.counted((places.shape[-1],))
        kept = ArrayLayout(places.shape, rest.labels + added.labels, rest.dims + added.dims)
        return self.take_places(places, kept)

    # Sums

    def sum(self, axis: Axes = None, *, where: object = None, keepdims: bool = False) -> Any:
        """The sum of all elements, or the sums along one axis or several.

        Args:
            axis: The axis or axes that are summed up, by name or number; None for all.
            where: Which elements count: True and False by position, or by label in a table or a
                dictionary; all by default.
            keepdims: Whether an axis that is summed up stays, with one element.

        Returns:
            An expression, or an array of them in the shape of the other axes.
        """
        terms = self.expressions()
        if where is not None:
            terms = terms * pair_mask(where, terms.layout).astype(np.int64)
        axes = terms.layout.places_of(axis)
        sums = terms.affine.sum(axes)
        if keepdims:
            layout = terms.layout.kept(axes)
            return ExpressionArray(self.owner, replace(sums, shape=layout.shape), layout)
        return ExpressionArray(self.owner, sums, terms.layout.without(axes)).or_element()

    def dot(self, weights: object) -> Any:
        """The sum of all elements, each times its weight, as numpy's `dot` for one dimension.

        Args:
            weights: Numbers, an array of the same shape.

        Raises:
            ModelError: If the shape differs or a weight is not a finite number.
        """
        numbers = self.numbers_for(weights, "weights")
        if numbers.shape != self.shape:
            got = f"got shape {numbers.shape}"
            raise ModelError(f"weights must be numbers of shape {self.shape}, {got}")
        return (self * numbers).sum()

    def cumsum(self, axis: int | str | None = None) -> ExpressionArray:
        """The sums of all elements up to each one, along an axis or of all in their order."""
        terms = self.expressions()
        if axis is None:
            axis = 0
            if terms.ndim != 1:
                terms = terms.reshape(-1)
        along = terms.layout.place_of(axis)
        # A window as long as the axis begins at its first element, wherever it ends.
        return terms.rolling(max(terms.shape[along], 1), along).sum()

    def diff(
        self, n: int | None = None, axis: int | str | None = None, **by_name: int
    ) -> ExpressionArray:
        """The difference of each element and the one before it along an axis, as numpy's `diff`.

        Labels are those of the later elements.

        Args:
            n: How often, once by default; differences of differences with 2.
            axis: The axis, by its name or its number; by default the last one.
            **by_name: Both in one: `x.diff(day=1)`.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> level = model.continuous("level", ["Mon", "Tue"], dims=["day"])
            >>> model.add(level.diff(axis="day") <= 5, "ramp")
            ramp[Tue]: - level[Mon] + level[Tue] <= 5
        """
        n, along = self._along("diff", n, axis, by_name)
        if n < 0:
            raise ModelError(f"the number of differences must be 0 or more, got {n}", "give more")
        axes_before = (slice(None),) * along
        differences = self.expressions()
        for _ in range(n):
            later = differences[(*axes_before, slice(1, None))]
            earlier = differences[(*axes_before, slice(None, -1))]
            affine = later.affine.plus(earlier.affine.times(np.array(-1)))
            differences = ExpressionArray(self.owner, affine, later.layout)
        return differences

    # Arithmetic

    def __add__(self, other: object) -> ExpressionArray:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: object) -> ExpressionArray:
        return self._plus(other, -1)

    def __rsub__(self, other: object) -> ExpressionArray:
        return (-self)._plus(other, 1)

    def __neg__(self) -> ExpressionArray:
        return self * -1

    def __pos__(self) -> ExpressionArray:
        return self.expressions()

    def __mul__(self, other: object) -> ExpressionArray:
        terms, factors, layout = aligned(self.expressions(), self._numbers(other))
        numbers = factors.affine.constants.reshape(factors.shape)
        return ExpressionArray(self.owner, terms.affine.times(numbers), layout)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> ExpressionArray:
        divisors = self._numbers(other)
        numbers = divisors.affine.constants
        if not numbers.all():
            raise ModelError(f"{self} is divided by 0", "give other divisors")
        inverse = stored([1 / fraction_or_float(number) for number in numbers.tolist()])
        inverse = inverse.reshape(divisors.shape)
        return self * ExpressionArray.of_numbers(self.owner, inverse, divisors.layout)

    def __rtruediv__(self, other: object) -> ExpressionArray:
        what = f"{quoted(other)} divided by variables is not linear"
        raise ModelError(what, "use quotient(x, y) for whole numbers, one by one")

    def __matmul__(self, other: object) -> Any:
        matrix: Any = other if hasattr(other, "T") else np.asarray(other)
        # The transpose of a product is that of the transposed factors in the other order.
        product = self.T.__rmatmul__(matrix.T)
        return product.T if isinstance(product, LinearArray) else product

    def __rmatmul__(self, other: object) -> Any:
        """The product of a matrix, dense or of `scipy.sparse`, and an array of one or two axes."""
        terms = self.expressions()
        if isinstance(other, LinearArray):
            raise _product_error()
        labels, dims = layout_of_table(other)
        table = LabelledNumbers(other, labels, dims)
        if dims:
            merge_names(terms.dims[0] if terms.dims else "", dims[-1])
        matrix: Any = other
        if not hasattr(other, "tocsr"):
            matrix = given_numbers(other, "the factors", decimals=self.owner.is_exact)
        sizes = matrix.shape
        if len(sizes) not in {1, 2} or terms.ndim not in {1, 2} or sizes[-1] != terms.shape[0]:
            what = f"shapes {tuple(sizes)} and {terms.shape} do not fit a product of matrices"
            raise ModelError(
                what, "the last axis of the first must fit the first axis of the second"
            )
        labels = labels or (None,)
        # The factors of a row of the matrix, in the order of the elements they are for.
        wanted = order_along(terms.labels[0], labels[-1], sizes[-1], table)
        require_labels(wanted, labels[-1], terms.shape[0])
        if wanted is not None:
            order = order_of(wanted, labels[-1] or range(sizes[-1]))
            matrix = np.take(matrix, order, axis=-1)
        if len(sizes) == 1:
            return terms.combine(0, matrix[np.newaxis], None, name="")[0]
        labels_of_rows = labels[0] if len(labels) == 2 else None
        return terms.combine(0, matrix, labels_of_rows, name="")

    def __abs__(self) -> ExpressionArray:
        return self._each(self._vocabulary.absolute)

    def __pow__(self, exponent: int) -> ExpressionArray:
        return self._each(self._vocabulary.power, exponent)

    def __floordiv__(self, divisor: int) -> ExpressionArray:
        return self._each(self._vocabulary.quotient, divisor)

    def __mod__(self, divisor: int) -> ExpressionArray:
        return self._each(self._vocabulary.remainder, divisor)

    def __rpow__(self, base: int) -> ExpressionArray:
        return self._each(lambda exponent: self._vocabulary.power(base, exponent))

    def __rfloordiv__(self, number: int) -> ExpressionArray:
        return self._each(lambda divisor: self._vocabulary.quotient(number, divisor))

    def __rmod__(self, number: int) -> ExpressionArray:
        return self._each(lambda divisor: self._vocabulary.remainder(number, divisor))

    def _each(self, function: Callable[..., Expression], *rest: object) -> ExpressionArray:
        """The values of a function, whose first argument is each element in turn."""
        values = [function(element, *rest) for element in self.flat]
        return elements(self.owner, values, self.layout)

    def _plus(self, other: object, factor: int) -> ExpressionArray:
        terms, others, layout = aligned(self.expressions(), self.operand(other))
        added = others.affine if factor == 1 else others.affine.times(np.array(factor))
        return ExpressionArray(self.owner, terms.affine.plus(added), layout)

    # Comparisons

    def _check_side(self, other: object, *, is_equation: bool) -> None:  # noqa: B027 - any may do
        """Raises if a comparison with another side cannot be meant as it is written."""

    def __le__(self, other: object) -> ComparisonArray:
        self._check_side(other, is_equation=False)
        return ComparisonArray(self - other, None, 0)

    def __ge__(self, other: object) -> ComparisonArray:
        self._check_side(other, is_equation=False)
        return ComparisonArray(self - other, 0, None)

    def __lt__(self, other: object) -> TruthArray:
        return ~(self >= other)

    def __gt__(self, other: object) -> TruthArray:
        return ~(self <= other)

    # `==` states rows here, as for single variables.
    def __eq__(self, other: object) -> ComparisonArray:  # type: ignore[override]
        self._check_side(other, is_equation=True)
        return ComparisonArray(self - other, 0, 0)

    def __ne__(self, other: object) -> ComparisonArray:  # type: ignore[override]
        self._check_side(other, is_equation=True)
        return ComparisonArray(self - other, 0, 0, outside=True)

    def between(self, lower: object, upper: object) -> ComparisonArray:
        """States that every element lies within two bounds, both included."""
        least = self.numbers_for(lower, "bounds")
        most = self.numbers_for(upper, "bounds")
        shape = broadcast_shape(self.shape, least.shape, most.shape)
        affine = self.expressions().affine.to_shape(shape)
        subject = ExpressionArray(self.owner, affine, self.layout.widened(shape))
        least = np.broadcast_to(least, shape).ravel()
        most = np.broadcast_to(most, shape).ravel()
        return ComparisonArray(subject, least, most)

    def __bool__(self) -> bool:
        what = f"{self} has no truth value"
        raise ModelError(what, "write x & y, x | y and ~x, and x.any() or x.all()")

    # Operands

    def operand(self, other: object) -> ExpressionArray:
        """The other side of an operator, as expressions of this model."""
        if isinstance(other, LinearArray):
            operand = other.expressions()
        elif isinstance(other, Linear):
            operand = element_array(other)
        elif (array := _objects(other)) is not None:
            operand = elements(self.owner, array.ravel().tolist(), ArrayLayout.counted(array.shape))
        else:
            return self._numbers(other)
        if operand.owner is not self.owner:
            raise mixing_error(self.owner, operand.owner)
        return operand

    def _numbers(self, other: object) -> ExpressionArray:
        """Numbers as constant expressions, with their labels where they have some."""
        if isinstance(other, ExpressionArray) and not len(other.affine.columns):
            return other
        if isinstance(other, (LinearArray, Linear)):
            raise _product_error()
        decimals = self.owner.is_exact
        numbers, layout = pair_numbers(other, self.layout, "these numbers", decimals=decimals)
        return ExpressionArray.of_numbers(self.owner, numbers, layout)

    def numbers_for(self, other: object, what: str) -> NumberArray:
        """Numbers for the elements of this array, by label where they have some."""
        return pair_numbers(other, self.layout, what, decimals=self.owner.is_exact)[0]

    def __array__(self, dtype: object = None, copy: object = None) -> npt.NDArray[np.object_]:
        # scipy gets one thing, and leaves the operators to us; nobody else does.
        asking = sys._getframe(1).f_globals.get("__name__", "")  # noqa: SLF001 - to say what helps
        if asking.startswith("pandas."):
            advice = "write x @ table.T, or table.to_numpy() @ x"
            raise ModelError("a pandas table cannot be multiplied by variables", advice)
        if not asking.startswith("scipy."):
            advice = "write matrix @ x; list(x.flat) has the elements"
            raise ModelError(f"{self} is not an array of numbers", advice)
        array = np.empty((), object)
        array[()] = self
        return array

    def __array_ufunc__(self, ufunc: object, method: str, *inputs: object, **rest: object) -> Any:
        """Calls the operator that a numpy function of elements stands for: `+` for `np.add`."""
        return self._vocabulary.call_ufunc(ufunc, method, inputs, rest)

    def __array_function__(
        self, function: object, types: object, args: Any, options: dict[str, Any]
    ) -> Any:
        """Calls what a numpy function of whole arrays means for variables, as for `np.stack`."""
        return self._vocabulary.call_function(function, args, options)

    def __str__(self) -> str:
        return f"<{self._noun} of shape {self.layout}>"

    def __repr__(self) -> str:
        lines = [str(self)]
        lines += [repr(element) for element in self.flat[:_ELEMENTS_SHOWN]]
        if self.size > _ELEMENTS_SHOWN:
            lines.append(f"... and {self.size - _ELEMENTS_SHOWN:,} more")
        return "\n".join(lines)


class ExpressionArray(LinearArray):
    """Linear expressions in an array of any shape, addressed by position as in numpy.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b"], 3)
        >>> weight = (x * [1, 2, 3]).sum(axis=1)
        >>> weight[0], (weight + 1).shape
        (x[a, 0] + 2 x[a, 1] + 3 x[a, 2], (2,))
        >>> model.add(weight <= [4, 5], "weight")
        no group: 2 rows
          weight[a]: x[a, 0] + 2 x[a, 1] + 3 x[a, 2] <= 4
          weight[b]: x[b, 0] + 2 x[b, 1] + 3 x[b, 2] <= 5
    """

    __slots__ = ("affine",)

    def __init__(self, owner: Owner, affine: AffineArray, layout: ArrayLayout) -> None:
        super().__init__(owner, layout)
        self.affine = affine

    @staticmethod
    def of_numbers(owner: Owner, numbers: NumberArray, layout: ArrayLayout) -> ExpressionArray:
        """Constants."""
        return ExpressionArray(owner, AffineArray.of_numbers(numbers), layout)

    def expressions(self) -> ExpressionArray:
        """The array itself."""
        return self

    def take_places(self, places: Places, layout: ArrayLayout) -> Any:
        """The elements at places, counted in the order of the array, in the shape of these."""
        made = ExpressionArray(self.owner, self.affine.take(np.asarray(places)), layout)
        return made.or_element()

    def or_element(self) -> ExpressionArray | Expression:
        """The array, or its only element if it has no axes."""
        affine = self.affine
        if affine.shape:
            return self
        numbers = values_of(affine.coefficients)
        (constant,) = values_of(affine.constants)
        return Expression(self.owner, affine.columns.tolist(), numbers, len(numbers), constant)

    def combine(
        self, axis: int, matrix: Any, labels: Sequence[Hashable] | None, name: str
    ) -> ExpressionArray:
        """Weighted sums along an axis: a product with a matrix, with the labels of its rows."""
        if hasattr(matrix, "tocsr"):
            sparse = matrix.tocsr()
            sparse.sum_duplicates()
            ends, places = sparse.indptr.astype(np.int64), sparse.indices
            numbers = given_numbers(sparse.data, "the factors", decimals=self.owner.is_exact)
        else:
            rows, places = matrix.nonzero()
            numbers = matrix[rows, places]
            ends = np.searchsorted(rows, np.arange(len(matrix) + 1))
        made = self.affine.combine(axis, ends, places, numbers)
        kept = self.layout.replaced(axis, len(ends) - 1, labels)
        kept = replace(kept, dims=(*kept.dims[:axis], name, *kept.dims[axis + 1 :]))
        return ExpressionArray(self.owner, made, kept)


class LogicalArray(LinearArray):
    """The logical operators of arrays of variables and of truths, beside those of numbers."""

    __slots__ = ()

    @abstractmethod
    def truths(self) -> list[Logical]:
        """Every element as a truth, in the order of the array."""

    def require_truths(self) -> list[Logical]:
        """The same; raises where an element is a number that can be more than 0 and 1."""
        return self.truths()

    def __and__(self, other: object) -> TruthArray:
        require_brackets("&", other)
        return self._pairs(other, lambda *pair: junction(Connective.AND, pair))

    def __or__(self, other: object) -> TruthArray:
        require_brackets("|", other)
        return self._pairs(other, lambda *pair: junction(Connective.OR, pair))

    def __xor__(self, other: object) -> TruthArray:
        require_brackets("^", other)
        return self._pairs(other, lambda *pair: exclusive(pair))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> TruthArray:
        return TruthArray(self.owner, [~one for one in self.truths()], self.layout)

    def implies(self, other: object) -> TruthArray:
        """If an element is true, then so is the one of the other array."""
        return ~self | other

    def any(self, axis: Axes = None, *, where: object = None, keepdims: bool = False) -> Any:
        """Whether any element is true: a truth, or an array of them along the other axes."""
        return self._joined(Connective.OR, axis, where, keepdims=keepdims)

    def all(self, axis: Axes = None, *, where: object = None, keepdims: bool = False) -> Any:
        """Whether all elements are true; see `any`."""
        return self._joined(Connective.AND, axis, where, keepdims=keepdims)

    def _joined(self, connective: Connective, axis: Axes, where: object, *, keepdims: bool) -> Any:
        axes = self.layout.places_of(axis)
        other_axes = [place for place in range(self.ndim) if place not in axes]
        layout = self.layout.without(axes)
        length = math.prod(self.shape[place] for place in axes)
        lines = self.layout.numbers().transpose(*other_axes, *axes).reshape(layout.size, length)
        truths = self.require_truths()
        counts = np.ones(self.shape, dtype=bool)
        if where is not None:
            counts = np.broadcast_to(pair_mask(where, self.layout), self.shape)
        counts = counts.ravel()
        junctions = []
        for line in lines.tolist():
            joined = [truths[place] for place in line if counts[place]]
            junctions.append(self._junction(connective, joined))
        if keepdims:
            return TruthArray(self.owner, junctions, self.layout.kept(axes))
        return TruthArray(self.owner, junctions, layout) if layout.shape else junctions[0]

    def _junction(self, connective: Connective, truths: list[Logical]) -> Logical:
        if truths:
            return junction(connective, truths)
        return Junction(self.owner, connective, ())

    def _pairs(self, other: object, join: Callable[..., Logical]) -> TruthArray:
        is_array_of_truths = isinstance(other, LogicalArray)
        if isinstance(other, LogicalArray):
            theirs: list[Any] = other.require_truths()
            their_layout = other.layout
        else:
            array, their_layout = objects_for(other, self.layout)
            theirs = array.ravel().tolist()
        places, layout = _places_of_pairs(self.layout, their_layout, counts=is_array_of_truths)
        ours = self.require_truths()
        joined = [join(ours[our], theirs[their]) for our, their in zip(*places, strict=True)]
        return TruthArray(self.owner, joined, layout)


class TruthArray(LogicalArray):
    """Truths in an array of any shape; as numbers they are 1 or 0.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, n = model.binary("x", 2), model.integer("n", 2, lower=0, upper=9)
        >>> x.implies(n >= [3, 4])
        <truths of shape (2,)>
        ~x[0] | (n[0] >= 3)
        ~x[1] | (n[1] >= 4)
        >>> (n >= 3).any()
        (n[0] >= 3) | (n[1] >= 3)
    """

    __slots__ = ("_truths",)
    _noun = "truths"
    _is_row = False

    def __init__(self, owner: Owner, truths: list[Logical], layout: ArrayLayout) -> None:
        super().__init__(owner, layout)
        self._truths = truths

    def truths(self) -> list[Logical]:
        """Every element, in the order of the array."""
        return self._truths

    def keys(self) -> Sequence[Hashable] | None:
        """The keys of the rows, labels or places; None where they only count one axis."""
        return self.layout.keys()

    def expressions(self) -> ExpressionArray:
        """The truths as numbers, 1 or 0."""
        return elements(self.owner, self.truths(), self.layout)

    def take_places(self, places: Places, layout: ArrayLayout) -> Any:
        """The elements at places, counted in the order of the array, in the shape of these."""
        truths = self.truths()
        if np.ndim(places) == 0:
            return truths[int(places)]
        chosen = [truths[place] for place in np.ravel(places).tolist()]
        return TruthArray(self.owner, chosen, layout)

    def _check_side(self, other: object, *, is_equation: bool) -> None:
        if isinstance(other, (LinearArray, Linear)) or _objects(other) is not None:
            return
        if self._is_row and not is_equation:
            raise range_error(self, other)
        for number in np.ravel(self.numbers_for(other, "these numbers")).tolist():
            require_truth_number(self, self.owner, number)


class ComparisonArray(TruthArray):
    """Linear rows that are stated but not yet part of a model; `model.add` takes them all at once.

    Attributes:
        subject: What is compared.
        lower: The least value that each may take, one number or one for each; None for none.
        upper: The greatest value in the same way.
        outside: Whether they must not lie within these bounds, instead.
    """

    __slots__ = ("lower", "outside", "subject", "upper")
    _noun = "rows"
    _is_row = True

    def __init__(
        self,
        subject: ExpressionArray,
        lower: NumberArray | int | None,
        upper: NumberArray | int | None,
        *,
        outside: bool = False,
    ) -> None:
        super().__init__(subject.owner, [], subject.layout)
        self.subject = subject
        self.lower, self.upper = (
            np.full(subject.size, bound) if isinstance(bound, int) else bound
            for bound in (lower, upper)
        )
        self.outside = outside

    def take_places(self, places: Places, layout: ArrayLayout) -> Any:
        """The rows at places, likewise."""
        if np.ndim(places) == 0:
            return self.truths()[int(places)]
        flat = np.ravel(places)
        subject = self.subject.take_places(places, layout)
        bounds = (None if b is None else b[flat] for b in (self.lower, self.upper))
        return ComparisonArray(subject, *bounds, outside=self.outside)

    def truths(self) -> list[Logical]:
        """Every comparison, in the order of the array."""
        if not self._truths:
            bounds: list[list[Any]] = [
                [None] * self.size if b is None else values_of(b) for b in (self.lower, self.upper)
            ]
            subjects = list(self.subject.flat)
            self._truths = [
                Comparison(subject, *pair, outside=self.outside)
                for subject, *pair in zip(subjects, *bounds, strict=True)
            ]
        return self._truths

    def bounds(self) -> tuple[NumberArray | None, NumberArray | None]:
        """The bounds of the sums of variables alone: less the constants."""
        less = numbers_product(self.subject.affine.constants, np.array(-1))
        lower, upper = (
            None if b is None else numbers_sum(b, less) for b in (self.lower, self.upper)
        )
        return lower, upper


class Rolling:
    """Windows of some elements along an axis, which are added up; see `LinearArray.rolling`."""

    __slots__ = ("array", "axis", "window")

    def __init__(self, array: LinearArray, window: int, axis: int) -> None:
        self.array = array
        self.window = window
        self.axis = axis

    def sum(self) -> ExpressionArray:
        """The sum of each window, in the shape of the array."""
        one, along = self.array.expressions(), self.axis
        ends = np.arange(1, one.shape[along] + 1)
        lengths = np.minimum(ends, self.window)
        starts = np.concatenate([[0], lengths.cumsum()])
        # Window i has the places from ends[i] - lengths[i] to ends[i] - 1.
        within = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
        places = np.repeat(ends - lengths, lengths) + within
        ones = np.ones(len(places), np.int64)
        made = one.affine.combine(along, starts, places, ones)
        return ExpressionArray(one.owner, made, one.layout)


def elements(owner: Owner, parts: Sequence[Any], layout: ArrayLayout) -> ExpressionArray:
    """Single expressions, variables and truths as an array."""
    forms = [
        one.expression()
        if isinstance(one, Linear)
        else Expression(owner, [], [], 0, as_value(one, decimals=owner.is_exact))
        for one in parts
    ]
    for form in forms:
        if form.owner is not owner:
            raise mixing_error(owner, form.owner)
    starts = np.cumsum([0, *(len(form.columns) for form in forms)])
    columns = np.array([c for form in forms for c in form.columns], dtype=np.int64)
    numbers = stored([n for form in forms for n in form.coefficients])
    constants = stored([form.constant for form in forms])
    affine = AffineArray(layout.shape, starts, columns, numbers, constants)
    return ExpressionArray(owner, affine, layout)


def element_array(element: Linear) -> ExpressionArray:
    """A variable, an expression or a truth as an array without axes."""
    return elements(element.owner, [element], ArrayLayout.counted(()))


def truth_element(truth: Logical) -> TruthArray:
    """A truth as an array without axes."""
    return TruthArray(owner_of([truth]), [truth], ArrayLayout.counted(()))


def aligned(
    one: ExpressionArray, two: ExpressionArray
) -> tuple[ExpressionArray, ExpressionArray, ArrayLayout]:
    """Returns two arrays as they are combined element by element, and the layout of that.

    If every axis of both has a name, and one array has all axes of the other, axes fit each other
    by name, as in xarray; else by where they stand, as in numpy.
    """
    turned = two.layout.in_order_of(one.layout)
    if turned is not None:
        two = _turned(two, turned)
    elif (turned := one.layout.in_order_of(two.layout)) is not None:
        one = _turned(one, turned)
    counts = bool(len(one.affine.columns) and len(two.affine.columns))
    return one, two, one.layout.merged(two.layout, counts=counts)


def _turned(array: ExpressionArray, order: Sequence[int | None]) -> ExpressionArray:
    """An array with its axes in an order, with a new one for each None."""
    if list(order) == list(range(array.ndim)):
        return array
    places, layout = spread(array.layout.numbers(), array.layout, order)
    return ExpressionArray(array.owner, array.affine.take(places), layout)


def _places_of_pairs(
    one: ArrayLayout, two: ArrayLayout, *, counts: bool
) -> tuple[list[list[int]], ArrayLayout]:
    """The numbers of the elements of two arrays that are combined, and the layout of that."""
    numbers, layouts = [one.numbers(), two.numbers()], [one, two]
    for mine, other in ((1, 0), (0, 1)):
        turned = layouts[mine].in_order_of(layouts[other])
        if turned is not None:
            numbers[mine], layouts[mine] = spread(numbers[mine], layouts[mine], turned)
            break
    layout = layouts[0].merged(layouts[1], counts=counts)
    return [np.broadcast_to(each, layout.shape).ravel().tolist() for each in numbers], layout


def _objects(other: object) -> npt.NDArray[np.object_] | None:
    """A list or array with expressions or variables in it, as an array; None for numbers alone."""
    if isinstance(other, np.ndarray) and other.dtype != object:
        return None
    if not isinstance(other, (list, tuple, np.ndarray)):
        return None
    array = np.asarray(other, dtype=object)
    return array if any(isinstance(one, Linear) for one in array.ravel().tolist()) else None


def _product_error() -> ModelError:
    what = "a product of two arrays of variables is not linear"
    return ModelError(what, "use product(x, y) of two elements")
