"""Bounds of many rows or columns on one side, some of which may have none.

A bound is a number and whether there is one. No number stands for infinity, so a bound may be of
any size: 2^63 - 1 is a bound like any other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Value,
    doubles,
    negated_numbers,
    numbers_joined,
    numbers_sum,
    numbers_with,
    stored,
)

Places: TypeAlias = slice | list[int] | npt.NDArray[np.int64] | BoolArray


class Side(IntEnum):
    """The side that a bound is on; its sign is that of the infinity where there is no bound."""

    LOWER = -1
    UPPER = 1


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Lower or upper bounds in an array; a missing one compares as -inf (lower) or +inf (upper).

    Comparisons work element by element, as those of numpy, with numbers, arrays and other bounds.

    Attributes:
        side: Whether these are lower or upper bounds.
        numbers: The bounds, shape (count,), 0 where there is none: 64-bit whole numbers, doubles
            where some are measured, or Python's own in an array of objects.
        finite: Whether there is a bound, shape (count,).

    Example:
        >>> lower, upper = Bounds.lower([0, None, 4]), Bounds.upper([1, 9, None])
        >>> (upper <= 1).tolist(), (lower >= 0).tolist(), (lower < upper).tolist()
        ([True, False, False], [True, False, True], [True, True, True])
        >>> upper.tolist(), (-upper).tolist(), (-upper).side.name
        ([1, 9, None], [-1, -9, None], 'LOWER')
    """

    side: Side
    numbers: NumberArray
    finite: BoolArray

    # Tells numpy to leave comparisons to this class, instead of comparing element by element.
    __array_ufunc__ = None
    # Equality is element by element, so there is no hash.
    __hash__ = None  # type: ignore[assignment] # as Python itself writes it

    @classmethod
    def of(cls, side: Side, bounds: Sequence[Value | None]) -> Bounds:
        """Bounds from a list, None where there is none."""
        finite = np.array([bound is not None for bound in bounds], dtype=bool)
        numbers = stored([0 if bound is None else bound for bound in bounds])
        return cls(side, numbers, finite)

    @classmethod
    def lower(cls, bounds: Sequence[Value | None]) -> Bounds:
        """Lower bounds from a list, None where there is none."""
        return cls.of(Side.LOWER, bounds)

    @classmethod
    def upper(cls, bounds: Sequence[Value | None]) -> Bounds:
        """Upper bounds from a list, None where there is none."""
        return cls.of(Side.UPPER, bounds)

    @classmethod
    def every(cls, side: Side, bound: Value | None, count: int) -> Bounds:
        """The same bound, or none, `count` times."""
        one = cls.of(side, [bound])
        return cls(side, np.repeat(one.numbers, count), np.repeat(one.finite, count))

    @classmethod
    def of_numbers(cls, side: Side, numbers: NumberArray) -> Bounds:
        """Bounds that are all there."""
        return cls(side, numbers, np.ones(len(numbers), dtype=bool))

    @classmethod
    def joined(cls, parts: Sequence[Bounds]) -> Bounds:
        """Bounds of one side, one part after the other."""
        numbers = numbers_joined([part.numbers for part in parts])
        return cls(parts[0].side, numbers, np.concatenate([part.finite for part in parts]))

    def __len__(self) -> int:
        return len(self.finite)

    def __getitem__(self, places: Places) -> Bounds:
        """The bounds at some places, in the order of these.

        Raises:
            TypeError: For a single place; see `at`.
        """
        if np.ndim(places) == 0 and not isinstance(places, slice):  # type: ignore[arg-type] # a slice
            raise TypeError(f"a single bound is asked for by .at({places})")
        return Bounds(self.side, self.numbers[places], self.finite[places])

    def at(self, place: int) -> Number | None:
        """A single bound, as a number of Python; None where there is none."""
        if not self.finite[place]:
            return None
        number: Number = self.numbers[[place]].tolist()[0]
        return number

    def tolist(self) -> list[Number | None]:
        """All bounds as numbers of Python, None where there is none."""
        numbers: list[Number | None] = self.numbers.tolist()
        for place in np.nonzero(~self.finite)[0].tolist():
            numbers[place] = None
        return numbers

    def filled(self, number: Number) -> NumberArray:
        """The bounds as numbers, with this one where there is none."""
        if self.finite.all():
            return self.numbers
        numbers = self.numbers
        if numbers.dtype != object and stored([number]).dtype == object:
            numbers = numbers.astype(object)
        return np.where(self.finite, numbers, np.array(number, dtype=numbers.dtype))

    def in_doubles(self, scales: NumberArray | int = 1) -> npt.NDArray[np.float64]:
        """The bounds over their scales as the nearest doubles, infinite where there is none."""
        found = doubles(self.numbers, scales)
        if not self.finite.all():
            found = np.where(self.finite, found, self.side * np.inf)
        return found

    def is_whole(self) -> bool:
        """Whether all bounds are whole numbers of 64 bits."""
        return self.numbers.dtype.kind == "i"

    def plus(self, numbers: NumberArray | int) -> Bounds:
        """The bounds, moved by numbers; where there is none, there is none."""
        moved = numbers_sum(self.numbers, np.broadcast_to(numbers, len(self)))
        return Bounds(self.side, np.where(self.finite, moved, 0), self.finite)

    def minus(self, numbers: NumberArray | int) -> Bounds:
        """The bounds, moved by numbers the other way."""
        return self.plus(negated_numbers(np.asarray(numbers)))

    def replaced(self, places: npt.NDArray[np.int64], others: Bounds) -> Bounds:
        """These bounds with others in some places."""
        numbers = numbers_with(self.numbers, places, others.numbers)
        finite = self.finite.copy()
        finite[places] = others.finite
        return Bounds(self.side, numbers, finite)

    def freeze(self) -> None:
        """Makes the arrays read-only."""
        self.numbers.setflags(write=False)
        self.finite.setflags(write=False)

    def __neg__(self) -> Bounds:
        """The bounds of the negated numbers, on the other side."""
        return Bounds(Side(-self.side), negated_numbers(self.numbers), self.finite)

    def __eq__(self, other: object) -> BoolArray:  # type: ignore[override] # as numpy's arrays
        return self._compare(other, operator.eq)

    def __ne__(self, other: object) -> BoolArray:  # type: ignore[override] # as numpy's arrays
        return self._compare(other, operator.ne)

    def __lt__(self, other: object) -> BoolArray:
        return self._compare(other, operator.lt)

    def __le__(self, other: object) -> BoolArray:
        return self._compare(other, operator.le)

    def __gt__(self, other: object) -> BoolArray:
        return self._compare(other, operator.gt)

    def __ge__(self, other: object) -> BoolArray:
        return self._compare(other, operator.ge)

    def _compare(self, other: Any, compare: Callable[[Any, Any], Any]) -> BoolArray:
        if isinstance(other, Bounds):
            theirs, both_finite = other.numbers, self.finite & other.finite
        else:
            theirs, both_finite = other, self.finite
        numbers = self.numbers
        if isinstance(other, float) and numbers.dtype == np.int64:
            # numpy would round whole numbers to doubles first.
            numbers = numbers.astype(object)
        found = np.asarray(compare(numbers, theirs), dtype=bool)
        if both_finite.all():
            return found
        # Infinities are compared by their signs, and a finite number counts as 0 beside them.
        infinities = other.infinities() if isinstance(other, Bounds) else 0
        by_sign = compare(self.infinities(), infinities)
        return cast("BoolArray", np.where(both_finite, found, by_sign))

    def infinities(self) -> npt.NDArray[np.int8]:
        """-1 or 1 where the bound is infinite, and 0 where it is a number."""
        signs: npt.NDArray[np.int8] = np.where(self.finite, 0, int(self.side)).astype(np.int8)
        return signs
