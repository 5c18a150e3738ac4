"""Arrays of what a person writes down: linear expressions, comparisons and truths, as in numpy.

Arrays of variables, of expressions and of truths share their operators. They are broadcast as numpy
does it, with numbers, numpy's arrays, pandas' tables, and each other; `np.stack` and the like take
them. Labels stay as long as they are known; tables with labels are paired with them by label.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product as every_combination
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.affine import AffineArray
from ilpuzzles.modelling.bounds import Side
from ilpuzzles.modelling.expressions import (
    Comparison,
    Connective,
    Expression,
    Junction,
    Linear,
    Logical,
    Owner,
    exclusive,
    junction,
    mixing_error,
)
from ilpuzzles.modelling.numbers import (
    BoolArray,
    NumberArray,
    as_value,
    fraction_or_float,
    given_numbers,
    numbers_product,
    numbers_sum,
    stored,
    values_of,
)
from ilpuzzles.modelling.rows import IntArray

Labels: TypeAlias = tuple[Sequence[Hashable] | None, ...]
"""The labels of every axis; None for one that is counted."""

Axes: TypeAlias = int | Sequence[int] | None

Places: TypeAlias = "IntArray | np.int64"

_SHOWN = 6


class LinearArray(ABC):
    """The operators that arrays of variables, expressions and truths share.

    Attributes:
        owner: The model of the variables.
        shape: The shape of the array.
        labels: The labels of each axis, None for one that is counted.
    """

    __slots__ = ("labels", "owner", "shape")

    # pandas leaves the operators to us.
    __pandas_priority__ = 5000
    __hash__ = object.__hash__
    _noun = "expressions"

    def __init__(self, owner: Owner, shape: tuple[int, ...], labels: Labels) -> None:
        self.owner = owner
        self.shape = shape
        self.labels = labels

    @abstractmethod
    def expressions(self) -> ExpressionArray:
        """The elements as linear expressions."""

    @abstractmethod
    def _take(self, places: Places, labels: Labels) -> Any:
        """The elements of some numbers, in the shape of these."""

    # What numpy accepts as an index has no better type.
    def __getitem__(self, key: Any) -> Any:
        """The element, or the array of elements, at some positions."""
        try:
            places = _places(self.shape)[key]
        except (IndexError, TypeError) as error:
            what = f"{quoted(key)} is no position in an array of shape {self.shape}"
            raise ModelError(what, "labels are for the family itself") from error
        return self._take(places, _labels_at(self.labels, key, np.ndim(places)))

    @property
    def size(self) -> int:
        """How many elements there are."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """How many axes there are."""
        return len(self.shape)

    # The transpose is called T wherever there are arrays.
    @property
    def T(self) -> Any:  # noqa: N802
        """The transposed array."""
        return self._take(_places(self.shape).T, self.labels[::-1])

    def positions(self) -> Any:
        """The same elements without labels: for `x.positions()[1:] - x.positions()[:-1]`."""
        return self._take(_places(self.shape), (None,) * len(self.shape))

    def reshape(self, *shape: int | tuple[int, ...]) -> Any:
        """The same elements in another shape; -1 stands for what is left."""
        sizes = shape[0] if len(shape) == 1 else shape
        try:
            places = _places(self.shape).reshape(sizes)  # type: ignore[arg-type] # numpy says so
        except ValueError:
            what = f"{self.size} elements do not fit into shape {sizes}"
            raise ModelError(what, "give sizes whose product is that") from None
        return self._take(places, (None,) * places.ndim)

    @property
    def flat(self) -> Any:
        """All elements in their order, in one dimension."""
        return self.reshape(-1)

    def __len__(self) -> int:
        if not self.shape:
            raise ModelError("an array without axes has no length", "use its .sum()")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (LinearArray.__getitem__(self, place) for place in range(len(self)))

    # Sums

    def sum(self, axis: Axes = None, *, where: object = None) -> Any:
        """The sum of all elements, or the sums along one axis or several.

        Args:
            axis: The axis or axes that are summed up; None for all.
            where: Which elements count, an array of True and False; all by default.

        Returns:
            An expression, or an array of them in the shape of the other axes.
        """
        one = self.expressions()
        if where is not None:
            one = one * np.asarray(where, dtype=bool)
        axes = axes_of(axis, one.ndim)
        labels = tuple(one.labels[rest] for rest in range(one.ndim) if rest not in axes)
        return ExpressionArray(self.owner, one.affine.sum(axes), labels).or_element()

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

    def cumsum(self, axis: int | None = None) -> ExpressionArray:
        """The sums of all elements up to each one, along an axis or of all in their order."""
        one = self.expressions()
        if axis is None:
            one, axis = one if one.ndim == 1 else one.reshape(-1), 0
        (along,) = axes_of(axis, one.ndim)
        size = one.shape[along]
        return one.combine(along, np.tri(size, dtype=np.int64), one.labels[along])

    def diff(self, axis: int = -1) -> ExpressionArray:
        """The difference of each element and the one before it along an axis."""
        (along,) = axes_of(axis, self.ndim)
        before = (slice(None),) * along
        one = self.expressions().positions()
        made: ExpressionArray = one[(*before, slice(1, None))] - one[(*before, slice(None, -1))]
        return made

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
        one, (numbers, labels) = self.expressions(), self._numbers_and_labels(other)
        shape = _broadcast(self.shape, numbers.shape)
        found = _common_labels(one, ExpressionArray.of_numbers(self.owner, numbers, labels), shape)
        return ExpressionArray(self.owner, one.affine.times(numbers), found)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> ExpressionArray:
        numbers, labels = self._numbers_and_labels(other)
        if not numbers.all():
            raise ModelError(f"{self} is divided by 0", "give other divisors")
        inverse = stored([1 / fraction_or_float(number) for number in numbers.ravel().tolist()])
        return self * ExpressionArray.of_numbers(self.owner, inverse.reshape(numbers.shape), labels)

    def __rtruediv__(self, other: object) -> ExpressionArray:
        what = f"{quoted(other)} divided by variables is not linear"
        raise ModelError(what, "use quotient(x, y) for whole numbers, one by one")

    def __matmul__(self, other: object) -> Any:
        turned = other.T if isinstance(other, np.ndarray) or hasattr(other, "T") else None
        made = self.T.__rmatmul__(np.asarray(other).T if turned is None else turned)
        return made.T if isinstance(made, LinearArray) else made

    def __rmatmul__(self, other: object) -> Any:
        """The product of a matrix, dense or of `scipy.sparse`, and an array of one or two axes."""
        one = self.expressions()
        if isinstance(other, LinearArray):
            raise _product_error()
        labels = _pandas_labels(other) or (None,)
        matrix: Any = other
        if not hasattr(other, "tocsr"):
            matrix = given_numbers(other, "the factors", decimals=self.owner.is_exact)
        sizes = matrix.shape
        if len(sizes) not in {1, 2} or one.ndim not in {1, 2} or sizes[-1] != one.shape[0]:
            what = f"shapes {tuple(sizes)} and {one.shape} do not fit a product of matrices"
            raise ModelError(what, "the last axis of the first is the first of the second")
        mine = _counted(one.labels[0], labels[-1])
        _require_labels(mine, labels[-1], one.shape[0])
        if mine is not None and labels[-1] is not None:
            matrix = np.take(matrix, _order(mine, labels[-1]), axis=-1)
        rows = matrix if len(sizes) == 2 else matrix[np.newaxis]
        made = one.combine(0, rows, labels[0] if len(sizes) == len(labels) == 2 else None)
        return made if len(sizes) == 2 else made[0]

    def __abs__(self) -> ExpressionArray:
        return self._each("absolute")

    def __pow__(self, exponent: int) -> ExpressionArray:
        return self._each("power", exponent)

    def __floordiv__(self, divisor: int) -> ExpressionArray:
        return self._each("quotient", divisor)

    def __mod__(self, divisor: int) -> ExpressionArray:
        return self._each("remainder", divisor)

    def _each(self, function: str, *rest: object) -> ExpressionArray:
        """A function of every element."""
        call = named(f"ilpuzzles.modelling.functions:{function}")
        return elements(
            self.owner, [call(one, *rest) for one in self.flat], self.shape, self.labels
        )

    def _plus(self, other: object, factor: int) -> ExpressionArray:
        one, two = self.expressions(), self.operand(other)
        labels = _common_labels(one, two, _broadcast(one.shape, two.shape))
        added = two.affine if factor == 1 else two.affine.times(np.array(factor))
        return ExpressionArray(self.owner, one.affine.plus(added), labels)

    # Comparisons

    def __le__(self, other: object) -> ComparisonArray:
        return ComparisonArray(self - other, None, 0)

    def __ge__(self, other: object) -> ComparisonArray:
        return ComparisonArray(self - other, 0, None)

    def __lt__(self, other: object) -> TruthArray:
        return ~(self >= other)

    def __gt__(self, other: object) -> TruthArray:
        return ~(self <= other)

    # `==` states rows here, as for single variables.
    def __eq__(self, other: object) -> ComparisonArray:  # type: ignore[override]
        return ComparisonArray(self - other, 0, 0)

    def __ne__(self, other: object) -> ComparisonArray:  # type: ignore[override]
        return ComparisonArray(self - other, 0, 0, outside=True)

    def between(self, lower: object, upper: object) -> ComparisonArray:
        """States that every element lies within two bounds, both included."""
        bounds = [self.numbers_for(bound, "bounds") for bound in (lower, upper)]
        shape = _broadcast(self.shape, *(bound.shape for bound in bounds))
        one = self.expressions()
        wide = ExpressionArray(self.owner, one.affine.to_shape(shape), _widen(one.labels, shape))
        return ComparisonArray(wide, *(np.broadcast_to(b, shape).ravel() for b in bounds))

    def __bool__(self) -> bool:
        what = f"{self} has no truth value"
        raise ModelError(what, "write x & y, x | y and ~x, and x.any() or x.all()")

    # Operands

    def operand(self, other: object) -> ExpressionArray:
        """What is added or compared, as an array of this model."""
        if isinstance(other, LinearArray):
            one = other.expressions()
        elif isinstance(other, Linear):
            one = elements(other.expression().owner, [other], (), ())
        elif (array := _objects(other)) is not None:
            one = elements(self.owner, array.ravel().tolist(), array.shape, (None,) * array.ndim)
        else:
            return ExpressionArray.of_numbers(self.owner, *self._numbers_and_labels(other))
        if one.owner is not self.owner:
            raise mixing_error()
        return one

    def _numbers_and_labels(self, other: object) -> tuple[NumberArray, Labels]:
        """Numbers, with their labels if these say more than where they stand."""
        if isinstance(other, ExpressionArray) and not len(other.affine.columns):
            return other.affine.constants.reshape(other.shape), other.labels
        if isinstance(other, (LinearArray, Linear)):
            raise _product_error()
        return self._paired(other, "these numbers")

    def numbers_for(self, other: object, what: str) -> NumberArray:
        """Numbers for the elements of this array, by label where they have some."""
        return self._paired(other, what)[0]

    def _paired(self, other: object, what: str) -> tuple[NumberArray, Labels]:
        """Numbers for the elements of this array, with their labels; see `pair_numbers`."""
        decimals = self.owner.is_exact
        return pair_numbers(other, self.shape, self.labels, what, decimals=decimals)

    def __array__(self, dtype: object = None, copy: object = None) -> npt.NDArray[np.object_]:
        # scipy gets one thing, and leaves the operators to us; nobody else does.
        asking = sys._getframe(1).f_globals.get("__name__", "")  # noqa: SLF001 - to say what helps
        if asking.startswith("pandas."):
            advice = "write x @ table.T, or table.to_numpy() @ x"
            raise ModelError("a table of pandas is not multiplied by variables", advice)
        if not asking.startswith("scipy."):
            advice = "write matrix @ x; list(x.flat) has the elements"
            raise ModelError(f"{self} is no array of numbers", advice)
        array = np.empty((), object)
        array[()] = self
        return array

    def __array_ufunc__(self, ufunc: object, method: str, *inputs: object, **rest: object) -> Any:
        """Numpy's own functions of elements, for those that have an operator here."""
        names = _UFUNCS.get(getattr(ufunc, "__name__", ""))
        if method != "__call__" or rest or names is None or len(inputs) > 2:
            raise _function_error(getattr(ufunc, "__name__", "this function"))
        first, *others = inputs
        if isinstance(first, LinearArray):
            return getattr(first, names[0])(*others)
        return getattr(others[0], names[-1])(first)

    def __array_function__(
        self, function: object, types: object, args: Any, options: dict[str, Any]
    ) -> Any:
        """Numpy's functions of arrays, for those that have a method here, and `np.stack`."""
        name = getattr(function, "__name__", "this function")
        if name in _JOINS:
            return _joined(name, *args, **options)
        if name == "dot":
            return args[0] @ args[1]
        if name not in _METHODS or not isinstance(args[0], LinearArray):
            raise _function_error(name)
        method = getattr(args[0], name if name != "transpose" else "T")
        return method(*args[1:], **options) if callable(method) else method

    def __str__(self) -> str:
        return f"<{self._noun} of shape {self.shape}>"

    def __repr__(self) -> str:
        lines = [f"{element!r}" for element in self.flat[:_SHOWN]]
        more = [f"... and {self.size - _SHOWN:,} more"] * (self.size > _SHOWN)
        return "\n".join([str(self), *lines, *more])


class ExpressionArray(LinearArray):
    """Linear expressions in an array of any shape, addressed by position as in numpy.

    Example:
        >>> from ilpuzzles.modelling import Model
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

    def __init__(self, owner: Owner, affine: AffineArray, labels: Labels) -> None:
        super().__init__(owner, affine.shape, labels)
        self.affine = affine

    @staticmethod
    def of_numbers(owner: Owner, numbers: NumberArray, labels: Labels) -> ExpressionArray:
        """Constants."""
        return ExpressionArray(owner, AffineArray.of_numbers(numbers), labels)

    def expressions(self) -> ExpressionArray:
        """The array itself."""
        return self

    def _take(self, places: Places, labels: Labels) -> Any:
        made = ExpressionArray(self.owner, self.affine.take(np.asarray(places)), labels)
        return made.or_element()

    def or_element(self) -> ExpressionArray | Expression:
        """The array, or its only element if it has no axes."""
        affine = self.affine
        if affine.shape:
            return self
        numbers = values_of(affine.coefficients)
        (constant,) = values_of(affine.constants)
        return Expression(self.owner, affine.columns.tolist(), numbers, len(numbers), constant)

    def combine(self, axis: int, matrix: Any, labels: Sequence[Hashable] | None) -> ExpressionArray:
        """Weighted sums along an axis: a product with a matrix; `labels` are those of its rows."""
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
        kept = (*self.labels[:axis], labels, *self.labels[axis + 1 :])
        return ExpressionArray(self.owner, made, kept)


class LogicalArray(LinearArray):
    """The operators that arrays of variables and of truths share beyond those of numbers."""

    __slots__ = ()

    @abstractmethod
    def truths(self) -> list[Logical]:
        """Every element as a truth, in the order of the array."""

    def __and__(self, other: object) -> TruthArray:
        return self._pairs(other, lambda *pair: junction(Connective.AND, pair))

    def __or__(self, other: object) -> TruthArray:
        return self._pairs(other, lambda *pair: junction(Connective.OR, pair))

    def __xor__(self, other: object) -> TruthArray:
        return self._pairs(other, lambda *pair: exclusive(pair))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> TruthArray:
        return TruthArray(self.owner, [~one for one in self.truths()], self.shape, self.labels)

    def implies(self, other: object) -> TruthArray:
        """If an element is true, then so is the one of the other array."""
        return ~self | other

    def any(self, axis: Axes = None) -> Any:
        """Whether any element is true: a truth, or an array of them along the other axes."""
        return self._joined(Connective.OR, axis)

    def all(self, axis: Axes = None) -> Any:
        """Whether all elements are true; see `any`."""
        return self._joined(Connective.AND, axis)

    def _joined(self, connective: Connective, axis: Axes) -> Any:
        axes = axes_of(axis, self.ndim)
        rest = [one for one in range(self.ndim) if one not in axes]
        shape = tuple(self.shape[one] for one in rest)
        length = int(np.prod([self.shape[one] for one in axes], dtype=np.int64))
        count = int(np.prod(shape, dtype=np.int64))
        lines = _places(self.shape).transpose(*rest, *axes).reshape(count, length)
        truths = self.truths()
        made = [
            junction(connective, [truths[place] for place in line])
            if line
            else Junction(self.owner, connective, ())
            for line in lines.tolist()
        ]
        if not shape:
            return made[0]
        return TruthArray(self.owner, made, shape, tuple(self.labels[one] for one in rest))

    def _pairs(self, other: object, join: Callable[..., Logical]) -> TruthArray:
        if isinstance(other, LogicalArray):
            theirs: list[Any] = other.truths()
            shape, labels = other.shape, other.labels
        else:
            array = np.asarray(other, dtype=object)
            theirs, shape = array.ravel().tolist(), array.shape
            labels = _pandas_labels(other) or (None,) * len(shape)
            for size, *pair in zip(self.shape[::-1], self.labels[::-1], labels[::-1], strict=False):
                _require_labels(_counted(*pair), pair[1], size)
        whole = _broadcast(self.shape, shape)
        kept = _merge(_widen(self.labels, whole), _widen(labels, whole))
        mine = self.truths()
        places = (np.broadcast_to(_places(s), whole).ravel().tolist() for s in (self.shape, shape))
        pairs = [join(mine[one], theirs[other]) for one, other in zip(*places, strict=True)]
        return TruthArray(self.owner, pairs, whole, kept)


class TruthArray(LogicalArray):
    """Truths in an array of any shape; as numbers they are 1 or 0.

    Example:
        >>> from ilpuzzles.modelling import Model
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

    def __init__(
        self, owner: Owner, truths: list[Logical], shape: tuple[int, ...], labels: Labels
    ) -> None:
        super().__init__(owner, shape, labels)
        self._truths = truths

    def truths(self) -> list[Logical]:
        """Every element, in the order of the array."""
        return self._truths

    def keys(self) -> list[Hashable] | None:
        """What follows the names of the rows: labels, or places; None for those of one axis."""
        if self.labels == (None,):
            return None
        keys = every_combination(*names_of_axes(self))
        return [key[0] if len(key) == 1 else key for key in keys]

    def expressions(self) -> ExpressionArray:
        """The truths as numbers, 1 or 0."""
        return elements(self.owner, self.truths(), self.shape, self.labels)

    def _take(self, places: Places, labels: Labels) -> Any:
        truths = self.truths()
        if np.ndim(places) == 0:
            return truths[int(places)]
        chosen = [truths[place] for place in np.ravel(places).tolist()]
        return TruthArray(self.owner, chosen, np.shape(places), labels)


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

    def __init__(
        self,
        subject: ExpressionArray,
        lower: NumberArray | int | None,
        upper: NumberArray | int | None,
        *,
        outside: bool = False,
    ) -> None:
        super().__init__(subject.owner, [], subject.shape, subject.labels)
        self.subject = subject
        self.lower, self.upper = (
            np.full(subject.size, bound) if isinstance(bound, int) else bound
            for bound in (lower, upper)
        )
        self.outside = outside

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


def elements(
    owner: Owner, parts: Sequence[Any], shape: tuple[int, ...], labels: Labels
) -> ExpressionArray:
    """Single expressions, variables and truths as an array."""
    forms = [
        one.expression()
        if isinstance(one, Linear)
        else Expression(owner, [], [], 0, as_value(one, decimals=owner.is_exact))
        for one in parts
    ]
    if any(form.owner is not owner for form in forms):
        raise mixing_error()
    starts = np.cumsum([0, *(len(form.columns) for form in forms)])
    columns = np.array([c for form in forms for c in form.columns], dtype=np.int64)
    numbers = stored([n for form in forms for n in form.coefficients])
    constants = stored([form.constant for form in forms])
    return ExpressionArray(owner, AffineArray(shape, starts, columns, numbers, constants), labels)


def pair_numbers(
    numbers: object,
    shape: tuple[int, ...],
    labels: Labels,
    what: str,
    *,
    decimals: bool = False,
) -> tuple[NumberArray, Labels]:
    """Numbers for an array: by position, or by label where both sides have labels.

    Args:
        numbers: One number, an array, a table of pandas, or a dictionary by the labels of the last
            axis.
        shape: The shape of the array.
        labels: Its labels.
        what: The name of the numbers in messages.
        decimals: Whether every float means its shortest decimal.

    Returns:
        The numbers, in the order of the array where they were paired by label, and their labels.

    Raises:
        ModelError: If labels differ, or something is not a finite number.
    """
    dense, theirs = _dense(numbers)
    named = isinstance(numbers, Mapping)
    given = given_numbers(dense, what, decimals=decimals)
    return _in_order(given, theirs, shape, labels, named=named)


def pair_bounds(
    bounds: object,
    shape: tuple[int, ...],
    labels: Labels,
    what: str,
    side: Side,
    *,
    decimals: bool = False,
) -> tuple[NumberArray, BoolArray]:
    """Bounds for an array, and which of them there are, in the order of the array.

    None and infinity of the sign of the side stand for none; all else is as in `pair_numbers`.
    """
    given, theirs = _dense(bounds)
    dense = np.array(given, dtype=object)
    absent: Any = [None, side * math.inf]
    finite = ~np.isin(dense, absent)
    dense[~finite] = 0
    named = isinstance(bounds, Mapping)
    kept = given_numbers(dense, what, decimals=decimals)
    numbers, _ = _in_order(kept, theirs, shape, labels, named=named)
    is_there, _ = _in_order(finite, theirs, shape, labels, named=named)
    return numbers, is_there


def _dense(numbers: object) -> tuple[Any, Labels]:
    """Numbers in a form that numpy makes an array of, and their labels."""
    if isinstance(numbers, Mapping) and not hasattr(numbers, "to_numpy"):
        return list(numbers.values()), (tuple(numbers),)
    if hasattr(numbers, "to_numpy"):
        return numbers.to_numpy(), _pandas_labels(numbers)
    if hasattr(numbers, "toarray"):
        return numbers.toarray(), _pandas_labels(numbers)
    if isinstance(numbers, (set, frozenset)) or numbers is None:
        raise ModelError(f"{quoted(numbers)} is no array of numbers", "give a list")
    return numbers, _pandas_labels(numbers)


def _in_order(
    array: npt.NDArray[Any], theirs: Labels, shape: tuple[int, ...], labels: Labels, *, named: bool
) -> tuple[npt.NDArray[Any], Labels]:
    """An array in the order of the labels of another one, and its labels then.

    `named` is whether it was a dictionary, whose keys count as labels in any case.
    """
    theirs = theirs or (None,) * array.ndim
    for axis, named_by in enumerate(theirs):
        place = len(shape) - array.ndim + axis
        if named_by is None or place < 0:
            continue
        mine = _counted(labels[place], named_by)
        if mine is None and named:
            mine = range(shape[place])
        _require_labels(mine, named_by, shape[place])
        if mine is not None:
            array = np.take(array, _order(mine, named_by), axis=axis)
            theirs = (*theirs[:axis], names_or_none(mine), *theirs[axis + 1 :])
    return array, theirs


def _require_labels(
    mine: Sequence[Hashable] | None, theirs: Sequence[Hashable] | None, size: int
) -> None:
    """Raises where a table has labels and an array that it would fit has none."""
    if mine is None and theirs is not None and 1 < size == len(theirs):
        what = f"the table has labels, such as {quoted(theirs[0])}, and the array has none"
        raise ModelError(what, "use table.to_numpy(), or a family with these labels")


def _order(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> list[int]:
    """Where each of some labels stands among others; raises unless these are the same."""
    if list(mine) != list(theirs):
        _require_same(sorted(mine, key=str), sorted(theirs, key=str))
    places = {label: number for number, label in enumerate(theirs)}
    return [places[label] for label in mine]


def _counted(
    mine: Sequence[Hashable] | None, theirs: Sequence[Hashable] | None
) -> Sequence[Hashable] | None:
    """The labels of an axis: its numbers, where the other labels are these in another order."""
    if mine is None and theirs is not None and {*theirs} == {*range(len(theirs))}:
        return range(len(theirs))
    return mine


def _pandas_labels(other: object) -> Labels:
    """The labels of a table of pandas; none of anything else, and None where it only counts."""
    if not hasattr(other, "to_numpy"):
        return ()
    axes = [getattr(other, name) for name in ("index", "columns") if hasattr(other, name)]
    return tuple(names_or_none(tuple(axis)) for axis in axes)


def _objects(other: object) -> npt.NDArray[np.object_] | None:
    """A list or array with expressions or variables in it, as an array; None for numbers alone."""
    if isinstance(other, np.ndarray) and other.dtype != object:
        return None
    if not isinstance(other, (list, tuple, np.ndarray)):
        return None
    array = np.asarray(other, dtype=object)
    return array if any(isinstance(one, Linear) for one in array.ravel().tolist()) else None


def names_of_axes(array: LinearArray) -> list[Sequence[Hashable]]:
    """The labels of each axis; of one that is counted, its numbers."""
    axes = zip(array.labels, array.shape, strict=True)
    return [range(size) if labels is None else labels for labels, size in axes]


def names_or_none(labels: Sequence[Hashable]) -> Sequence[Hashable] | None:
    """Labels, or None for those that only count from 0."""
    if isinstance(labels, range):
        return None if labels == range(len(labels)) else labels
    return None if tuple(labels) == tuple(range(len(labels))) else labels


def _places(shape: tuple[int, ...]) -> IntArray:
    return np.arange(int(np.prod(shape, dtype=np.int64))).reshape(shape)


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        what = f"arrays of shapes {' and '.join(map(str, shapes))} do not fit each other"
        raise ModelError(what, "reshape one of them") from None


def axes_of(axis: Axes, ndim: int) -> tuple[int, ...]:
    """The axes that somebody names, ascending."""
    if axis is None:
        return tuple(range(ndim))
    several: Sequence[int] = axis if isinstance(axis, Sequence) else [axis]
    if not all(-ndim <= one < ndim for one in several):
        what = f"an array with {ndim} axes has no axis {axis}"
        raise ModelError(what, f"give {-ndim} to {ndim - 1}")
    return tuple(sorted({one % ndim for one in several}))


def _labels_at(labels: Labels, key: Any, ndim: int) -> Labels:
    """The labels of what an index picks; None where that is not plain to see."""
    parts = key if isinstance(key, tuple) else (key,)
    kept: list[Sequence[Hashable] | None] = []
    for axis, names in enumerate(labels):
        part: Any = parts[axis] if axis < len(parts) else slice(None)
        if np.ndim(part) > 1 or part is None or part is Ellipsis:
            break
        if isinstance(part, slice) or np.ndim(part) == 1:
            places = np.arange(0 if names is None else len(names))
            kept.append(None if names is None else [names[n] for n in places[part].tolist()])
    return tuple(kept) if len(kept) == ndim else (None,) * ndim


def _widen(labels: Labels, shape: tuple[int, ...]) -> Labels:
    """Labels for a shape that an array is broadcast to; an axis that was repeated has none."""
    before = (None,) * (len(shape) - len(labels))
    sizes = zip(labels, shape[len(before) :], strict=True)
    return before + tuple(n if n is not None and len(n) == size else None for n, size in sizes)


def _merge(one: Labels, two: Labels) -> Labels:
    """The labels of two arrays of the same shape; raises where both have some that differ."""
    for pair in zip(one, two, strict=True):
        mine, theirs = _counted(*pair), _counted(*pair[::-1])
        if mine is not None and theirs is not None:
            _require_same(mine, theirs)
    return tuple(theirs if mine is None else mine for mine, theirs in zip(one, two, strict=True))


def _common_labels(one: LinearArray, two: LinearArray, shape: tuple[int, ...]) -> Labels:
    return _merge(_widen(one.labels, shape), _widen(two.labels, shape))


def _require_same(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> None:
    pairs = zip(mine, theirs, strict=False)
    differing = next((f"{quoted(a)} and {quoted(b)}" for a, b in pairs if a != b), "")
    if differing or len(mine) != len(theirs):
        alone = [one for one in mine if one not in {*theirs}]
        differing = f"only one has {quoted(alone[0])}" if alone else differing or "more than once"
        advice = "use the same labels, or x.positions(), which has none"
        raise ModelError(f"the labels of two arrays differ: {differing}", advice)


def _product_error() -> ModelError:
    what = "a product of two arrays of variables is not linear"
    return ModelError(what, "use product(x, y) of two elements")


# Numpy's functions that an operator or a method here stands for: operators, from the left or right.
_UFUNCS = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "matmul": ("__matmul__", "__rmatmul__"),
    "negative": ("__neg__",),
    "absolute": ("__abs__",),
    "less_equal": ("__le__", "__ge__"),
    "greater_equal": ("__ge__", "__le__"),
    "less": ("__lt__", "__gt__"),
    "greater": ("__gt__", "__lt__"),
    "equal": ("__eq__", "__eq__"),
    "not_equal": ("__ne__", "__ne__"),
    "bitwise_and": ("__and__", "__rand__"),
    "bitwise_or": ("__or__", "__ror__"),
    "bitwise_xor": ("__xor__", "__rxor__"),
    "invert": ("__invert__",),
}
_METHODS = {"sum", "dot", "cumsum", "diff", "reshape", "transpose", "any", "all"}
_JOINS = {"stack", "concatenate", "vstack", "hstack"}


def _function_error(name: str) -> ModelError:
    known = ", ".join(sorted({*_METHODS, *_JOINS}))
    return ModelError(f"numpy's {name} is not linear, or not known here", f"known: {known}")


def _joined(name: str, parts: Sequence[Any], axis: int = 0) -> ExpressionArray:
    """Arrays side by side, as numpy's functions of these names put them."""
    first = next(part for part in parts if isinstance(part, LinearArray))
    arrays = [first.operand(part) for part in parts]
    ends = np.cumsum([0, *(array.size for array in arrays)])
    places = [_places(array.shape) + end for array, end in zip(arrays, ends[:-1], strict=True)]
    options = {} if name in {"vstack", "hstack"} else {"axis": axis}
    try:
        where = getattr(np, name)(places, **options)
    except ValueError:
        shapes = " and ".join(str(array.shape) for array in arrays)
        raise ModelError(f"arrays of shapes {shapes} do not fit", "reshape them") from None
    made = AffineArray.joined([array.affine for array in arrays]).take(where)
    return ExpressionArray(first.owner, made, (None,) * where.ndim)
