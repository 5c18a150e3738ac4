"""Exact numbers: whole ones and fractions, as people write them, and as they are shown.

Nothing is rounded. A float stands for the shortest decimal that reads back as it, the one that
Python prints: 0.1 is one tenth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted

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

_LARGEST = (1 << 62) - 1
"""Products in arrays stay within 62 bits."""

_LONGEST_DECIMAL = 12
_LARGEST_DENOMINATOR = 10_000


def whole(number: object) -> int:
    """A whole number, of Python or numpy, as a Python int; raises even for 1.0."""
    # isinstance() of a protocol takes two microseconds, index() of an int a hundredth of that.
    try:
        return index(number)  # type: ignore[arg-type] # that is what the except clause is for
    except TypeError:
        pass
    raise ModelError(f"{quoted(number)} is not a whole number", "use an int")


def exact(number: object) -> Number:
    """The exact value of a number as somebody gives it, without rounding.

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
        if getattr(number, "ndim", 0):
            raise ModelError(f"{quoted(number)} is an array", "use its .sum()") from None
        shown = number if isinstance(number, Real | Decimal) else quoted(number)
        what = f"{shown} is not a finite number"
        raise ModelError(what, "give a number such as 3 or 0.25") from None
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > _MOST_BITS:
        raise ModelError(f"{quoted(str(number))} is too large or too fine", "scale it")
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


def exact_numbers(numbers: object, what: str = "these numbers") -> NumberArray:
    """An array of numbers as somebody gives it, in its shape: exact, and as small as can be.

    Whole numbers of 64 bits; doubles, which stand for the decimals that they print; or Python's own
    in an array of objects.

    Raises:
        ModelError: If something is not a finite number.

    Example:
        >>> exact_numbers([[1, 2.0]]), exact_numbers([0.5, "1/3"]).tolist()
        (array([[1, 2]]), [Fraction(1, 2), Fraction(1, 3)])
    """
    try:
        array = np.asarray(numbers)
    except ValueError:
        raise ModelError(f"{what} have rows of several lengths", "fill them up") from None
    if array.dtype.kind in "bi":
        return array.astype(np.int64)
    if array.dtype.kind == "f" and array.dtype.itemsize <= np.dtype(np.float64).itemsize:
        if not np.isfinite(array).all():
            wrong = array[~np.isfinite(array)].ravel()[0]
            raise ModelError(f"{wrong} is among {what}", "give finite numbers")
        if (np.abs(array) < 1 << 53).all() and (array == np.rint(array)).all():
            return array.astype(np.int64)
        if array.dtype == np.float64:
            return array
    # Of numbers and texts together, numpy would make texts.
    array = np.array(numbers, dtype=object) if array.dtype.kind in "USO" else array
    flat = [exact(number) for number in array.ravel().tolist()]
    return stored(flat).reshape(array.shape)


def numbers_joined(parts: Sequence[NumberArray]) -> NumberArray:
    """Several arrays of numbers, one after the other."""
    kinds = {part.dtype for part in parts}
    mixed = kinds - {np.dtype(np.int64)}
    if mixed == {np.dtype(np.float64)} and len(kinds) > 1:
        exactly = all(part.dtype != np.int64 or largest_size(part) < 1 << 53 for part in parts)
        mixed = set() if exactly else mixed
    elif len(kinds) == 1:
        mixed = set()
    found: NumberArray = np.concatenate([exact_objects(part) if mixed else part for part in parts])
    return found


def joined_as_given(parts: Sequence[NumberArray]) -> NumberArray:
    """Concatenates coefficients or bounds as they were given, none of which changes its value.

    Whole numbers of any width stay whole; doubles stay doubles, which stand for the decimals that
    they print, also as single objects beside numbers of Python's own.

    Example:
        >>> joined_as_given([np.array([(1 << 60) - 1]), np.array([0.5])]).tolist()
        [1152921504606846975, 0.5]
    """
    kinds = {part.dtype.kind for part in parts if part.size}
    if len(kinds) <= 1:
        return np.concatenate(parts)
    if kinds == {"i", "f"} and all(part.dtype.kind == "f" or _are_doubles(part) for part in parts):
        return np.concatenate([part.astype(np.float64) for part in parts])
    return np.concatenate([part.astype(object) for part in parts])


def _are_doubles(numbers: NumberArray) -> bool:
    """Whether all whole numbers of an array are doubles."""
    return largest_size(numbers) <= 1 << 53


def negated_numbers(numbers: NumberArray) -> NumberArray:
    """The negatives of numbers; that of -2^63 takes 65 bits.

    Example:
        >>> negated_numbers(np.array([-(1 << 63), 1])).tolist()
        [9223372036854775808, -1]
    """
    has_least = numbers.dtype == np.int64 and bool((numbers == -(1 << 63)).any())
    return -numbers.astype(object) if has_least else -numbers


def numbers_sum(one: NumberArray, two: NumberArray) -> NumberArray:
    """The exact sums of two arrays of numbers, element by element."""
    for part, other in ((one, two), (two, one)):
        if not other.any() and part.dtype != object:
            return np.broadcast_to(part, np.broadcast_shapes(one.shape, two.shape))
    if one.dtype == two.dtype == np.int64 and largest_size(one) + largest_size(two) <= _LARGEST:
        return one + two
    return least_type(exact_objects(one) + exact_objects(two))


def numbers_product(one: NumberArray, two: NumberArray) -> NumberArray:
    """The exact products of two arrays of numbers, element by element.

    Example:
        >>> numbers_product(np.array([1 << 40]), np.array([1 << 40])).tolist()
        [1208925819614629174706176]
    """
    if not one.any() or not two.any():
        return np.zeros(np.broadcast_shapes(one.shape, two.shape), np.int64)
    for part, other in ((one, two), (two, one)):
        if part.dtype != object and (other == 1).all():
            return np.broadcast_to(part, np.broadcast_shapes(one.shape, two.shape))
    if one.dtype == two.dtype == np.int64 and largest_size(one) * largest_size(two) <= _LARGEST:
        return one * two
    return least_type(exact_objects(one) * exact_objects(two))


def number_bytes(numbers: npt.NDArray[Any]) -> bytes:
    """Returns bytes for a digest of an array, the same in every process.

    The bytes of an array of objects are addresses, so its numbers are written as text.
    """
    if numbers.dtype != object:
        return numbers.tobytes()
    texts = map(str, numbers.tolist())
    return " ".join(texts).encode()


def largest_size(numbers: NumberArray) -> int:
    """The largest number without its sign, which may have 64 bits."""
    return max(-int(numbers.min()), int(numbers.max())) if numbers.size else 0


def exact_objects(numbers: NumberArray) -> NumberArray:
    """Numbers of an array as Python's own."""
    if numbers.dtype != np.float64:
        return numbers.astype(object)
    made = np.empty(numbers.size, object)
    made[:] = [exact(number) for number in numbers.ravel().tolist()]
    return made.reshape(numbers.shape)


def least_type(numbers: NumberArray) -> NumberArray:
    """Python's own numbers as whole ones of 64 bits, if they are."""
    flat = [plain(number) for number in numbers.ravel().tolist()]
    return stored(flat).reshape(numbers.shape)


def doubles(numbers: NumberArray, scales: NumberArray | int = 1) -> npt.NDArray[np.float64]:
    """Exact numbers over their scales as the nearest doubles.

    Example:
        >>> doubles(np.array([1, 3]), np.array([10, 4])).tolist()
        [0.1, 0.75]
    """
    if numbers.dtype == object or (not isinstance(scales, int) and scales.dtype == object):
        pairs = np.broadcast_arrays(numbers, scales)
        return np.array([n / s for n, s in zip(*(p.tolist() for p in pairs), strict=True)], float)
    found = numbers.astype(np.float64)
    return found if isinstance(scales, int) and scales == 1 else cast("Any", found / scales)


@dataclass(frozen=True, slots=True, eq=False)
class Quotients:
    """Exact numbers as arrays of numerators and positive denominators, in lowest terms.

    Example:
        >>> halves = Quotients.of(np.array([0.5, 2.0, 0.25]))
        >>> halves.numerators.tolist(), halves.denominators.tolist()
        ([1, 2, 1], [2, 1, 4])
        >>> scales = common_scales(np.array([0, 0, 1]), halves.denominators, 2)
        >>> scales.tolist(), halves.floor(scales[[0, 0, 1]]).tolist()
        ([2, 4], [1, 4, 1])
    """

    numerators: NumberArray
    denominators: NumberArray

    @classmethod
    def of(cls, numbers: NumberArray) -> Quotients:
        """Whole numbers, finite doubles, or numbers of any kind in an array of objects.

        A number m / 10^k of at most 15 digits is the shortest decimal of the double that is nearest
        to it; so one multiplication and one division tell whether k decimals are enough. What has
        more digits is taken one by one.

        Raises:
            ModelError: If a number is infinite, no number, or absurd.
        """
        if numbers.dtype == np.int64:
            return cls(numbers, np.ones(len(numbers), dtype=np.int64))
        places = np.full(len(numbers), -1)
        left = np.arange(len(numbers))
        for place in range(_DIGITS + 1 if numbers.dtype == np.float64 else 0):
            size = numbers[left] * 10.0**place
            digits = np.rint(size)
            right = (np.abs(digits) < 10.0**_DIGITS) & (digits / 10.0**place == numbers[left])
            places[left[right]] = place
            left = left[~right]
        if not len(left):
            numerators = np.rint(numbers * 10.0**places).astype(np.int64)
            shared = np.gcd(numerators, 10**places)
            return cls(numerators // shared, 10**places // shared)
        found = [exact(number) for number in numbers.tolist()]
        numerators, denominators = (
            stored([getattr(number, part) for number in found])
            for part in ("numerator", "denominator")
        )
        return cls(numerators, denominators)

    def floor(self, scales: NumberArray) -> NumberArray:
        """The numbers times their scales, rounded down."""
        factors = scales // self.denominators
        if (factors * self.denominators == scales).all():
            numerators: Any = self.numerators
            if factors.dtype == numerators.dtype == np.int64:
                limits = _LARGEST // factors
                fits = ((-limits <= numerators) & (numerators <= limits)).all()
                numerators = numerators if fits else numerators.astype(object)
            return cast("NumberArray", numerators * factors)
        parts = (part.tolist() for part in (self.numerators, scales, self.denominators))
        return stored([n * scale // d for n, scale, d in zip(*parts, strict=True)])

    def ceil(self, scales: NumberArray) -> NumberArray:
        """The numbers times their scales, rounded up."""
        turned = Quotients(negated_numbers(self.numerators), self.denominators)
        return negated_numbers(turned.floor(scales))


def common_scales(
    owners: npt.NDArray[np.int64], denominators: NumberArray, rows: int
) -> NumberArray:
    """The least common multiple of the denominators of each row; `owners` are the rows of each."""
    scales = np.ones(rows, dtype=np.int64)
    divided = denominators != 1
    owners, denominators = owners[divided], denominators[divided]
    if math.lcm(*set(denominators.tolist())) <= _LARGEST:
        np.lcm.at(scales, owners, denominators.astype(np.int64))
        return scales
    several: list[int] = scales.tolist()
    for owner, denominator in set(zip(owners.tolist(), denominators.tolist(), strict=True)):
        several[owner] = math.lcm(several[owner], denominator)
    return stored(several)


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
    if number.denominator == 1:
        return f"{number.numerator}"
    # No number divides a higher power of 2 or of 5 than it has bits.
    places = number.denominator.bit_length()
    factor, rest = divmod(10**places, number.denominator)
    if rest:
        return None
    digits = f"{abs(number.numerator) * factor:0{places + 1}}"
    written = f"{digits[:-places]}.{digits[-places:]}".rstrip("0")
    return f"-{written}" if number < 0 else written
