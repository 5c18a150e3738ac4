"""Exact numbers: whole ones and fractions, as people write them, and as they are shown.

Nothing is rounded. A float stands for the shortest decimal that reads back as it, the one that
Python prints: 0.1 is one tenth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem, quoted

Number: TypeAlias = int | Fraction
"""An exact number; one that is whole is an `int`."""

Numeric: TypeAlias = int | float | Fraction | Decimal | str
"""What a person may write for a number."""

NumberArray: TypeAlias = npt.NDArray[Any]
"""Exact numbers: 64-bit whole ones or, where these are not enough, Python's own (`Number`)."""

_MOST_BITS = 200
"""Numbers with more bits above or below the line are a mistake, and slow to compute with."""

_DIGITS = 15
"""Every decimal of so many digits is the shortest one of some double."""

_LONGEST_DECIMAL = 12
_LARGEST_DENOMINATOR = 10_000


def whole(number: object) -> int:
    """A whole number, of Python or numpy, as a Python int; raises even for 1.0."""
    # isinstance() of a protocol takes two microseconds, index() of an int a hundredth of that.
    try:
        return index(number)  # type: ignore[arg-type] # that is what the except clause is for
    except TypeError:
        pass
    raise ModelError(Problem(f"{quoted(number)} is not a whole number", "use an int"))


def exact(number: object) -> Number:
    """What somebody gives as a number, without rounding.

    Raises:
        ModelError: If it is no finite number, or one of absurd size.

    Example:
        >>> exact(0.1), exact("2.50"), exact(3.0), exact("1/3")
        (Fraction(1, 10), Fraction(5, 2), 3, Fraction(1, 3))
        >>> exact(float("nan"))
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: nan is not a finite number; give a number such as 3 or 0.25
    """
    if type(number) is int:
        return number
    try:
        return index(number)  # type: ignore[arg-type] # as in `whole`
    except TypeError:
        pass
    try:
        found = _fraction(number)
    except (ValueError, ArithmeticError):
        shown = number if isinstance(number, Real | Decimal) else quoted(number)
        what = f"{shown} is not a finite number"
        raise ModelError(Problem(what, "give a number such as 3 or 0.25")) from None
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > _MOST_BITS:
        raise ModelError(Problem(f"{quoted(str(number))} is too large or too fine", "scale it"))
    return found.numerator if found.denominator == 1 else found


def _fraction(number: object) -> Fraction:
    if isinstance(number, Fraction):
        return number
    if isinstance(number, Rational):
        return Fraction(int(number.numerator), int(number.denominator))
    if isinstance(number, float):
        # The shortest decimal, also of numpy's float64, which is a float but prints its type.
        return Fraction(float.__repr__(number))
    if isinstance(number, str) and len(number) <= _MOST_BITS and "e" not in number.lower():
        return Fraction(number)
    if isinstance(number, Decimal | str):
        # Of a number with an exponent, Fraction would write out all digits.
        decimal = Decimal(number)
        if decimal.is_finite() and abs(decimal.adjusted()) > _MOST_BITS:
            decimal = Decimal(f"1e{_MOST_BITS}")
        return Fraction(decimal)
    if isinstance(number, np.floating):
        return Fraction(str(number))
    raise ValueError


def plain(number: Number) -> Number:
    """A number as it is kept: an `int` if it is whole."""
    return number.numerator if number.denominator == 1 else number


def size_of(number: Number) -> Number:
    """A number without its sign."""
    return -number if number < 0 else number


def common_denominator(numbers: Iterable[Number | None]) -> int:
    """The least number that makes all of them whole.

    Example:
        >>> common_denominator([Fraction(1, 4), 3, None, Fraction(5, 6)])
        12
    """
    # Nearly always there are ints alone.
    return math.lcm(*(n.denominator for n in numbers if n is not None and type(n) is not int))


def stored(numbers: Sequence[Number]) -> NumberArray:
    """Numbers as an array: of 64-bit whole numbers if they fit, else of Python's own."""
    try:
        # An array of Fractions would be made of what is left of each without its decimals.
        if Fraction not in set(map(type, numbers)):
            return np.array(numbers, dtype=np.int64)
    except OverflowError:
        pass
    array = np.empty(len(numbers), dtype=object)
    array[:] = numbers
    return array


def doubles(numbers: NumberArray, scales: NumberArray | int = 1) -> npt.NDArray[np.float64]:
    """Exact numbers over their scales as the nearest doubles; those for infinity stay as large.

    Example:
        >>> doubles(np.array([1, 3]), np.array([10, 4])).tolist()
        [0.1, 0.75]
    """
    if numbers.dtype == object or (not isinstance(scales, int) and scales.dtype == object):
        pairs = np.broadcast_arrays(numbers, scales)
        return np.array([n / s for n, s in zip(*(p.tolist() for p in pairs), strict=True)], float)
    found = numbers.astype(np.float64)
    return found if isinstance(scales, int) and scales == 1 else cast("Any", found / scales)


def exact_array(
    numbers: NumberArray, owners: npt.NDArray[np.int64], rows: int
) -> tuple[NumberArray, NumberArray]:
    """Floats as whole numbers, and what those of each row were multiplied by.

    A number m / 10^k of at most 15 digits is the shortest decimal of the float that is nearest to
    it; so one multiplication and one division tell whether k decimals are enough. What has more
    digits is taken one by one.

    Args:
        numbers: Finite doubles, or numbers of any kind in an array of objects.
        owners: The row of each.
        rows: How many rows there are.

    Raises:
        ModelError: If a number is infinite, no number, or absurd.

    Example:
        >>> found = exact_array(np.array([0.5, 2.0, 0.25]), np.array([0, 0, 1]), 2)
        >>> [part.tolist() for part in found]
        [[5, 20, 25], [10, 100]]
    """
    places = np.full(len(numbers), -1)
    left = np.arange(len(numbers))
    for place in range(_DIGITS + 1 if numbers.dtype == np.float64 else 0):
        size = numbers[left] * 10.0**place
        digits = np.rint(size)
        right = (np.abs(digits) < 10.0**_DIGITS) & (digits / 10.0**place == numbers[left])
        places[left[right]] = place
        left = left[~right]
    if not len(left):
        powers = np.zeros(rows, dtype=np.int64)
        np.maximum.at(powers, owners, places)
        digits, more = np.rint(numbers * 10.0**places), powers[owners] - places
        if np.abs(digits * 10.0**more).max(initial=0) < 2.0**62:
            return digits.astype(np.int64) * 10**more, 10**powers
    found = [exact(number) for number in numbers.tolist()]
    scales = [1] * rows
    for owner, number in zip(owners.tolist(), found, strict=True):
        scales[owner] = math.lcm(scales[owner], number.denominator)
    whole_ones = [int(n * scales[row]) for row, n in zip(owners.tolist(), found, strict=True)]
    return stored(whole_ones), stored(scales)


def text_of(number: Number, separator: str = "") -> str:
    """A number as people write it: whole, as a decimal or a fraction that is short, or rounded.

    Example:
        >>> [text_of(n) for n in (12345, Fraction(5, 2), Fraction(-1, 3), Fraction(1, 1234567))]
        ['12345', '2.5', '-1/3', '8.100005913e-07']
        >>> text_of(Fraction(12345678, 100), ",")
        '123,456.78'
    """
    if number.denominator == 1:
        return f"{number.numerator:{separator}}"
    written = decimal_text(number)
    if written is not None and len(written.lstrip("-")) <= _LONGEST_DECIMAL:
        return f"{Decimal(written):{separator}f}"
    if number.denominator <= _LARGEST_DENOMINATOR:
        return f"{number.numerator:{separator}}/{number.denominator:{separator}}"
    return f"{float(number):{separator}.10g}"


def data_of(number: Number) -> int | float:
    """A number in plain data such as JSON, where a fraction becomes the nearest double."""
    return number.numerator if number.denominator == 1 else float(number)


def decimal_text(number: Number) -> str | None:
    """All digits of a number, or None if these have no end.

    Example:
        >>> decimal_text(Fraction(-1, 8)), decimal_text(7), decimal_text(Fraction(1, 3))
        ('-0.125', '7', None)
    """
    rest, places = number.denominator, 0
    while rest % 10 == 0:
        rest, places = rest // 10, places + 1
    for factor in (2, 5):
        while rest % factor == 0:
            rest, places = rest // factor, places + 1
    if rest != 1:
        return None
    if not places:
        return f"{number.numerator}"
    digits = f"{int(abs(number) * 10**places):0{places + 1}}"
    written = f"{digits[:-places]}.{digits[-places:]}".rstrip("0")
    return f"-{written}" if number < 0 else written
