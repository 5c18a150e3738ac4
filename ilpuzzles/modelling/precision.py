"""When a row holds: exactly, or within a tolerance where one of its numbers is measured.

A measured row holds if it is missed by at most 1e-9 times the largest of its bound, its largest
term, and its largest coefficient or 1, whichever is less. Over whole variables, with exact
coefficients, its left side is a multiple of some step, and a measured bound is moved out by this
and then rounded inwards, so that the row is exact again: `x.sum() <= 0.29 * 100` is at most 29.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import cast, overload

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import Number, Value, doubles, exact, is_measured, size_of

TOLERANCE = Fraction(1, 10**9)
"""The share of its size by which a measured row, or one with continuous columns, may be missed."""

_ROUNDING_SHARE = 0.1
"""The share of a tolerance that rounding to whole numbers may use up."""

_LARGEST = 1 << 62


class Precision(IntEnum):
    """The precision with which a row was stated, which decides when it holds."""

    EXACT = 0
    """All its numbers are exact."""
    BOUND = 1
    """A bound is measured, and the sum is exact, of whole variables."""
    MEASURED = 2
    """Another number is measured, too, or a bound where variables are continuous."""


def has_measured(numbers: Iterable[Value | None]) -> bool:
    """Whether any of some numbers is measured.

    Example:
        >>> has_measured([1, Fraction(1, 3), 0.5, None]), has_measured([1, 1 / 3])
        (False, True)
    """
    return any(type(number) is float and is_measured(number) for number in numbers)


def tolerance_of(bound: Value, largest_coefficient: Value, largest_term: Value = 0) -> Number:
    """By how much a measured row may miss a bound, exactly.

    Example:
        >>> tolerance_of(50, 0.25), tolerance_of(0, 400)
        (Fraction(1, 20000000), Fraction(1, 1000000000))
    """
    numbers = (bound, largest_term, largest_coefficient)
    # Exact values may have more digits than a number that somebody states.
    sizes = [size_of(exact(one) if type(one) is float else cast("Number", one)) for one in numbers]
    smallest = min(1, sizes.pop())
    return TOLERANCE * max(*sizes, smallest)


def is_noise(value: Value, largest: Value) -> bool:
    """Whether a value, the largest one beside it being so large, is 0 to a solver with doubles.

    That is up to 1e-9, or this share of the largest value if that is below 1. No whole number is.

    Example:
        >>> is_noise(-3.65e-15, 20), is_noise(Fraction(1, 10**10), 20), is_noise(1, 10**12)
        (True, True, False)
        >>> is_noise(1e-8, 10**9), is_noise(1e-12, 2e-12)
        (False, False)
    """
    if isinstance(value, int):
        return value == 0
    return size_of(value) <= TOLERANCE * min(1, largest)


@overload
def without_noise(values: Mapping[str, Number], *, exact: bool) -> dict[str, Number]: ...


@overload
def without_noise(values: Mapping[str, Value], *, exact: bool) -> dict[str, Value]: ...


def without_noise(values: Mapping[str, Value], *, exact: bool) -> Mapping[str, Value]:
    """Returns the values by name that are neither 0 nor, where they are inexact, noise.

    Example:
        >>> without_noise({"x": 0, "buy": -3.65e-15, "use": 1, "sell": 2.5}, exact=False)
        {'use': 1, 'sell': 2.5}
    """
    largest = largest_of(values.values())
    return {
        name: value
        for name, value in values.items()
        if (value if exact else not is_noise(value, largest))
    }


@overload
def largest_of(numbers: Iterable[Number]) -> Number: ...


@overload
def largest_of(numbers: Iterable[Value]) -> Value: ...


def largest_of(numbers: Iterable[Value]) -> Value:
    """The largest number without its sign, 0 if there is none."""
    largest: Value = 0
    for number in numbers:
        largest = max(largest, size_of(number))
    return largest


def exact_bounds(
    lower: Value | None, upper: Value | None, coefficients: Sequence[Value]
) -> tuple[Number | None, Number | None]:
    """Both bounds of a sum as exact numbers: measured ones are moved out by their tolerance.

    Example:
        >>> exact_bounds(None, 0.29 * 100, [1, 1])[1] >= 29
        True
    """
    largest = largest_of(coefficients)
    least: Number | None = None
    most: Number | None = None
    if lower is not None:
        least = exact(lower)
        if has_measured([lower]):
            least -= tolerance_of(lower, largest)
    if upper is not None:
        most = exact(upper)
        if has_measured([upper]):
            most += tolerance_of(upper, largest)
    return least, most


@dataclass(frozen=True, slots=True, eq=False)
class RoundedSums:
    """Measured sums of whole variables in whole numbers, each times a power of two.

    Attributes:
        coefficients: The coefficients of all entries, each rounded to the nearest whole number.
        lower: The lower bounds, moved out by their tolerance, or by what may be that.
        upper: The upper bounds, likewise.
        scales: The powers of two.
    """

    coefficients: npt.NDArray[np.int64]
    lower: Bounds
    upper: Bounds
    scales: npt.NDArray[np.int64]


def rounded_sums(
    owners: npt.NDArray[np.int64],
    coefficients: npt.NDArray[np.float64],
    reach: npt.NDArray[np.float64],
    sides: tuple[Bounds, Bounds],
    *,
    tolerances: npt.NDArray[np.float64] | None = None,
    loosely: bool = False,
) -> RoundedSums:
    """States measured sums in whole numbers, so that rounding uses up a tenth of their tolerance.

    What satisfies these satisfies the sums; but for a few assignments, the reverse is true as well.
    The other way round if `loosely`: then nothing that satisfies the sums is lost.

    Args:
        owners: The sum that each entry is of, ascending.
        coefficients: The coefficient of each entry.
        reach: The largest value of the variable of each entry, without its sign.
        sides: The lower and the upper bounds of all sums.
        tolerances: By how much each sum may be missed; None for what rows with these bounds may.
        loosely: Whether to move bounds out by the most that a tolerance can be: that of the largest
            term which is possible, and what rounding takes away besides.

    Raises:
        LargeNumbersError: If a number has 62 bits or more then.

    Example:
        >>> sides = Bounds.lower([None]), Bounds.upper([0.7 + 0.1])
        >>> rounded = rounded_sums(
        ...     np.array([0, 0]), np.array([0.1 + 0.2, 1.0]), np.array([1.0, 1.0]), sides
        ... )
        >>> (rounded.coefficients / rounded.scales).tolist(), rounded.scales.tolist()
        ([0.29999999998835847, 1.0], [17179869184])
    """
    lower, upper = sides
    count = len(lower)
    largest = np.zeros(count)
    np.maximum.at(largest, owners, np.abs(coefficients))
    smallest_size = np.minimum(1, largest)
    share = float(TOLERANCE)
    of_sides = []
    for side in (lower, upper):
        sizes = np.where(side.finite, np.abs(doubles(side.numbers)), np.inf)
        of_sides.append(share * np.maximum(sizes, smallest_size))
    if tolerances is None:
        tolerances = np.minimum(*of_sides)
        tolerances[np.isinf(tolerances)] = share
    # Each coefficient is rounded by a half at most.
    error = np.bincount(owners, weights=reach, minlength=count) / 2
    with np.errstate(divide="ignore"):
        exponents = np.log2(error / (_ROUNDING_SHARE * tolerances))
    exponents = np.ceil(np.maximum(exponents, 0)).astype(np.int64)
    outwards = [(1 - _ROUNDING_SHARE) * allowed for allowed in of_sides]
    if loosely:
        largest_term = np.zeros(count)
        np.maximum.at(largest_term, owners, np.abs(coefficients) * reach)
        outwards = [
            np.maximum(allowed, share * largest_term) + _ROUNDING_SHARE * tolerances
            for allowed in of_sides
        ]
    moved = {
        side.side: doubles(side.numbers) + side.side * np.where(side.finite, by, 0)
        for side, by in zip((lower, upper), outwards, strict=True)
    }
    with np.errstate(over="ignore"):
        scaled = np.ldexp(coefficients, exponents[owners])
        least = np.ceil(np.ldexp(moved[Side.LOWER], exponents))
        most = np.floor(np.ldexp(moved[Side.UPPER], exponents))
    for numbers in (np.ldexp(1.0, exponents), scaled, least, most):
        if np.abs(numbers).max(initial=0) >= _LARGEST:
            what = "measured numbers need more than 62 bits to be stated in whole numbers"
            raise LargeNumbersError(what, "round the data, as by .round(6), or use highs or scip")
    return RoundedSums(
        np.rint(scaled).astype(np.int64),
        Bounds(Side.LOWER, least.astype(np.int64), lower.finite),
        Bounds(Side.UPPER, most.astype(np.int64), upper.finite),
        np.left_shift(1, exponents),
    )
