"""Many linear expressions in flat arrays: what `Affine` is for one, without an object for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.numbers import (
    NumberArray,
    exact_objects,
    least_type,
    numbers_joined,
    numbers_product,
    numbers_sum,
)
from ilpuzzles.modelling.rows import IntArray


@dataclass(frozen=True, slots=True, eq=False)
class AffineArray:
    """Constants plus multiples of variables, in an array of any shape.

    Numbers are as `exact_numbers` keeps them. The entries of an element may name a column twice.

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
        """How many elements there are."""
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
        """Elements by their numbers, in the shape of these."""
        flat = places.ravel()
        lengths = np.diff(self.starts)[flat]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        if (lengths == 1).all():
            entries = self.starts[:-1][flat]
        else:
            entries = np.arange(starts[-1]) + np.repeat(
                self.starts[:-1][flat] - starts[:-1], lengths
            )
        columns, coefficients = self.columns[entries], self.coefficients[entries]
        return AffineArray(places.shape, starts, columns, coefficients, self.constants[flat])

    def to_shape(self, shape: tuple[int, ...]) -> AffineArray:
        """The same elements in a larger shape, repeated as numpy does."""
        return self if shape == self.shape else self.take(np.broadcast_to(self.places(), shape))

    def plus(self, other: AffineArray) -> AffineArray:
        """The sum, element by element."""
        shape = np.broadcast_shapes(self.shape, other.shape)
        one, two = self.to_shape(shape), other.to_shape(shape)
        constants = numbers_sum(one.constants, two.constants)
        for full, empty in ((one, two), (two, one)):
            if not len(empty.columns):
                return replace(full, constants=constants)
        entries = [
            np.arange(len(part.columns)) + np.repeat(before, np.diff(part.starts))
            for part, before in ((one, two.starts[:-1]), (two, one.starts[1:]))
        ]
        # A stable sort of the places would do the same, more slowly.
        order = np.empty(len(one.columns) + len(two.columns), np.int64)
        order[np.concatenate(entries)] = np.arange(len(order))
        columns = np.concatenate([one.columns, two.columns])[order]
        coefficients = numbers_joined([one.coefficients, two.coefficients])[order]
        return AffineArray(shape, one.starts + two.starts, columns, coefficients, constants)

    def times(self, numbers: NumberArray) -> AffineArray:
        """Multiples, element by element; what is multiplied by 0 is gone."""
        shape = np.broadcast_shapes(self.shape, numbers.shape)
        one, factors = self.to_shape(shape), np.broadcast_to(numbers, shape).ravel()
        lengths = np.diff(one.starts)
        coefficients = numbers_product(one.coefficients, np.repeat(factors, lengths))
        made = replace(
            one, coefficients=coefficients, constants=numbers_product(one.constants, factors)
        )
        kept = coefficients != 0
        if kept.all():
            return made
        starts = np.concatenate([[0], np.cumsum(kept)])[one.starts]
        return replace(
            made, starts=starts, columns=one.columns[kept], coefficients=coefficients[kept]
        )

    def sum(self, axes: Sequence[int]) -> AffineArray:
        """The sums along some axes."""
        rest = [axis for axis in range(len(self.shape)) if axis not in axes]
        shape = tuple(self.shape[axis] for axis in rest)
        one = self
        if [*rest, *axes] != sorted([*rest, *axes]):
            one = self.take(self.places().transpose(*rest, *axes))
        count, length = prod(shape), prod(self.shape[axis] for axis in axes)
        ends = np.arange(count + 1) * length
        return AffineArray(
            shape, one.starts[ends], one.columns, one.coefficients, _sums(one.constants, ends)
        )

    def combine(
        self, axis: int, ends: IntArray, places: IntArray, numbers: NumberArray
    ) -> AffineArray:
        """Weighted sums along an axis, as a product with a matrix in compressed rows.

        Row i of the matrix has the numbers from `ends[i]` to `ends[i + 1]`, at these places.
        """
        lines = np.moveaxis(self.places(), axis, -1)
        outer = lines.shape[:-1]
        lines = lines.reshape(prod(outer), -1)
        if len(lines) == 1 and self.is_plain():
            columns = self.columns[lines[0][places]]
            zeros = np.zeros(len(ends) - 1, np.int64)
            return AffineArray((*outer, len(zeros)), ends, columns, numbers, zeros)
        one = self.take(lines[:, places].ravel()).times(np.tile(numbers, len(lines)))
        firsts = np.arange(len(lines))[:, np.newaxis] * len(places) + ends[:-1]
        bounds = np.append(firsts.ravel(), len(places) * len(lines))
        starts, sums = one.starts[bounds], _sums(one.constants, bounds)
        shape = (*outer, len(ends) - 1)
        made = AffineArray(shape, starts, one.columns, one.coefficients, sums)
        moved = np.moveaxis(made.places(), -1, axis)
        return made if axis in {-1, len(outer)} else made.take(moved)

    def values(self, values: NumberArray) -> NumberArray:
        """What the elements are for some values of all columns."""
        products = numbers_product(self.coefficients, values[self.columns])
        found = exact_objects(self.constants) + _sums(products, self.starts)
        return least_type(found).reshape(self.shape)


def _sums(numbers: NumberArray, ends: IntArray) -> NumberArray:
    """The sums of runs of numbers, which end one after the other."""
    if not numbers.any():
        return np.zeros(len(ends) - 1, np.int64)
    owners = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    made: npt.NDArray[np.object_] = np.zeros(len(ends) - 1, object)
    np.add.at(made, owners, exact_objects(numbers))
    return least_type(made)
