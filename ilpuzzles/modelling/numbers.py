"""Numbers of models: exact ones and measured ones, as people write them, and as they are shown.

A number that somebody writes down is *exact*: an int, a Fraction, a Decimal, a text, and a float
whose shortest decimal has at most 12 digits, which means that decimal: 0.1 is one tenth. Every
other float, such as 0.1 + 0.2 or those of a random generator, was *measured* or computed, and means
itself. Why 12: of `rng.random()`, 8 % have at most 15 digits, and 0.0015 % at most 12.

A measured number is a Python float, or an element of an array of doubles. Nothing else marks it, so
that sums and products of exact numbers are exact, and those with a measured one are doubles, as
Python computes them anyway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from operator import index
from typing import Any, TypeAlias, cast, overload

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted

Number: TypeAlias = int | Fraction
"""An exact number; one that is whole is an `int`."""

Value: TypeAlias = int | Fraction | float
"""A number as rows and expressions keep it: exact, or a float if it was measured."""

Numeric: TypeAlias = int | float | Fraction | Decimal | str
"""The types of numbers that a person may write."""

NumberArray: TypeAlias = npt.NDArray[Any]
"""Numbers: 64-bit whole ones, doubles, or Python's own (`Value`) in an array of objects."""

BoolArray: TypeAlias = npt.NDArray[np.bool_]

_BITS_OF_NUMBER = 200
"""The most bits of a numerator or a denominator: more are a mistake, and slow to compute with."""

EXACT_DIGITS = 12
"""A float whose shortest decimal has at most so many significant digits is exact."""

_TO_EXACT_DIGITS = f"%.{EXACT_DIGITS}g"
"""The format of a float with so many digits; a fixed one takes half the time of a nested one."""

_LARGEST_POWER_OF_TEN = 22
"""10^22 is the largest power of ten that is a double."""

_TEN_TO_THE = 10.0 ** np.arange(_LARGEST_POWER_OF_TEN + 1)

_LARGEST_PRODUCT = (1 << 62) - 1
"""Sums and products in arrays of 64-bit numbers stay within 62 bits."""

_CHARACTERS_OF_DECIMAL = 12
"""A decimal with at most so many digits, with its point, is shown with all of them."""

_LARGEST_DENOMINATOR_SHOWN = 10_000
"""A fraction is shown as one up to this denominator, as 1/3 is; others are rounded."""


def whole(number: object) -> int:
    """A whole number, of Python or numpy, as a Python int; raises even for 1.0."""
    # isinstance() of a protocol takes two microseconds, index() of an int a hundredth of that.
    try:
        return index(number)  # type: ignore[arg-type] # that is what the except clause is for
    except TypeError:
        pass
    if isinstance(number, np.bool_ | np.ndarray) and isinstance(python_scalar(number), bool):
        return int(number)
    raise ModelError(f"{quoted(number)} is not a whole number", "use an int")


def python_scalar(given: object) -> Any:
    """Returns the Python scalar of a numpy scalar or an array without axes; others as they are.

    A short float is the double of its shortest decimal.

    Example:
        >>> [python_scalar(one) for one in (np.int64(3), np.float32(0.1), np.True_, np.array(0.5))]
        [3, 0.1, True, 0.5]
        >>> python_scalar("3"), python_scalar([1]) == [1]
        ('3', True)
    """
    if isinstance(given, np.ndarray) and not given.ndim:
        return python_scalar(given[()])
    # A time is a whole number to numpy, of a unit that nobody here knows.
    if isinstance(given, np.timedelta64):
        return given
    for kind, python in _PYTHON_TYPES:
        if isinstance(given, kind):
            return python(given)
    return given


def _shortest(number: np.floating[Any]) -> float:
    """The double of the shortest decimal that tells a float of another size."""
    return float(str(number))


_PYTHON_TYPES: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (np.bool_, bool),
    (np.integer, int),
    (float, float),
    (np.floating, _shortest),
    (np.str_, str),
)
"""For each kind of scalar, what makes it one of Python's; numpy's double is a float as well."""


def exact(number: object) -> Number:
    """The exact value of a number that a person wrote, without rounding.

    That of a measured number is the fraction that the double is.

    Raises:
        ModelError: If it is no finite number, or one of absurd size.

    Example:
        >>> exact(0.1), exact("2.50"), exact(3.0), exact("1/3")
        (Fraction(1, 10), Fraction(5, 2), 3, Fraction(1, 3))
        >>> exact(0.1 + 0.2) == Fraction(0.1 + 0.2)
        True
        >>> exact(float("nan"))
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: nan is not a finite number; give a number such as 3 or 0.25
    """
    value = as_value(number)
    return Fraction(value) if type(value) is float else cast("Number", value)


def as_value(number: object, *, decimals: bool = False) -> Value:
    """The value of a number that a person wrote: exact, or a float if it was measured.

    Args:
        number: The number.
        decimals: Whether every float means its shortest decimal, so that none is measured.

    Raises:
        ModelError: If it is no finite number, or one of absurd size.

    Example:
        >>> as_value(0.1), as_value(1e3), as_value(0.1 + 0.2)
        (Fraction(1, 10), 1000, 0.30000000000000004)
        >>> as_value(0.1 + 0.2, decimals=True)
        Fraction(7500000000000001, 25000000000000000)
    """
    # Nearly every number of a model is of these types: they take shorter ways than the rest.
    if type(number) is int:
        return number
    if type(number) is float and not decimals and is_measured(number):
        return number
    if isinstance(number, np.bool_ | np.ndarray):
        # A truth counts as 1 or 0, and an array without axes as its element.
        element = python_scalar(number)
        return _exactly(number) if element is number else as_value(element, decimals=decimals)
    if isinstance(number, float) and math.isfinite(number) and is_measured(number):
        return _exactly(float.__repr__(number)) if decimals else float(number)
    is_long = isinstance(number, np.longdouble) and np.isfinite(number)
    if is_long and not decimals and _significant_digits(str(number)) > EXACT_DIGITS:
        # It is measured, and kept with the digits of a double.
        return as_value(float(number))  # type: ignore[arg-type] # of numpy
    return _exactly(number)


def fraction_or_float(number: Value) -> Fraction | float:
    """A number to divide by, so that the quotient is exact unless one of the two is measured."""
    value = as_value(number)
    return value if type(value) is float else Fraction(value)


def value_of_decimal(number: Number) -> Value:
    """A number whose decimals stand in a file: exact, or a float where there are more than 12.

    Example:
        >>> value_of_decimal(Fraction("0.25")), value_of_decimal(Fraction("0.1234567890123"))
        (Fraction(1, 4), 0.1234567890123)
        >>> value_of_decimal(Fraction(2, 3))
        Fraction(2, 3)
    """
    if number.denominator == 1:
        return number
    text = decimal_text(number)
    if text is None or _significant_digits(text) <= EXACT_DIGITS:
        return number
    return float(number)


def is_measured(number: float) -> bool:
    """Whether a finite float means itself, not the shortest decimal that reads back as it.

    Example:
        >>> [is_measured(number) for number in (0.1, 2.0**60, 1e-10, 1 / 3, 0.29 * 100)]
        [False, True, False, True, True]
        >>> is_measured(float("inf")), is_measured(float("nan"))
        (False, False)
    """
    if number.is_integer() and abs(number) < _WHOLE_DOUBLES:
        return False
    # Of 12 digits or fewer, the nearest decimal of 12 digits is the shortest one.
    nearest = float(_TO_EXACT_DIGITS % number)
    # Only a number that is none differs from itself.
    return nearest != number and number == number  # noqa: PLR0124 - see above


def measured_entries(numbers: NumberArray) -> BoolArray:
    """Whether each number of an array is measured; see `is_measured`.

    Example:
        >>> measured_entries(np.array([0.1, 1 / 3, 4.0, 0.1 + 0.2, 1e-30])).tolist()
        [False, True, False, True, False]
    """
    if numbers.dtype == object:
        return np.array([type(n) is float and is_measured(n) for n in numbers.tolist()], bool)
    if numbers.dtype != np.float64:
        return np.zeros(len(numbers), dtype=bool)
    sizes = np.abs(numbers)
    measured: BoolArray = (sizes >= _WHOLE_DOUBLES) | (numbers != np.rint(numbers))
    # Those that have 12 digits or fewer are what a whole number of 12 digits and a power of ten
    # make by a single multiplication or division, which rounds to the nearest double as reading
    # does. Powers of ten are doubles up to 10^22.
    candidates: npt.NDArray[np.int64] = measured.nonzero()[0]
    exponents = np.floor(np.log10(sizes[candidates])).astype(np.int64)
    decimal_places = EXACT_DIGITS - 1 - exponents
    in_reach = np.abs(decimal_places) <= _LARGEST_POWER_OF_TEN
    near = sizes[candidates[in_reach]]
    shifts = decimal_places[in_reach]
    factors = _TEN_TO_THE[np.maximum(shifts, 0)]
    divisors = _TEN_TO_THE[np.maximum(-shifts, 0)]
    digits = np.rint(near * factors / divisors)
    measured[candidates[in_reach]] = digits * divisors / factors != near
    for place in candidates[~in_reach].tolist():
        measured[place] = is_measured(float(numbers[place]))
    return measured


def measured_rows(starts: npt.NDArray[np.int64], numbers: NumberArray) -> BoolArray:
    """Whether any number of each run of an array is measured.

    In data, the first number of a run is so nearly always, and then no other is looked at.

    Example:
        >>> measured_rows(np.array([0, 2, 2, 4]), np.array([1 / 3, 2.0, 0.5, 0.25])).tolist()
        [True, False, False]
    """
    are_measured = np.zeros(len(starts) - 1, dtype=bool)
    if numbers.dtype.kind not in "fO":
        return are_measured
    filled = (np.diff(starts) > 0).nonzero()[0]
    are_measured[filled] = measured_entries(numbers[starts[filled]])
    # All entries of the runs that are left, one run after the other.
    runs = (~are_measured).nonzero()[0]
    lengths = starts[runs + 1] - starts[runs]
    ends = np.cumsum(lengths)
    owners = np.repeat(runs, lengths)
    entries = np.arange(len(owners)) + np.repeat(starts[runs] - ends + lengths, lengths)
    are_measured[owners[measured_entries(numbers[entries])]] = True
    return are_measured


_WHOLE_DOUBLES = 1 << 53
"""Up to this, every whole number is a double."""

_LARGEST_DOUBLE = 1 << 1000
"""Up to this, every number has a nearest double."""


def _significant_digits(text: str) -> int:
    """The significant digits of a decimal as Python writes it."""
    digits = text.lower().partition("e")[0].replace(".", "").lstrip("+-0")
    return len(digits.rstrip("0") if "." in text else digits)


def _exactly(number: object) -> Number:
    """The exact value of a number that is not measured; of a float, that of the decimal."""
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
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > _BITS_OF_NUMBER:
        raise ModelError(f"{quoted(str(number))} is too large or too fine", "scale it")
    return found.numerator if found.denominator == 1 else found


def _fraction(number: object) -> Fraction:
    if type(number) is Fraction:
        return number
    if isinstance(number, Rational) and not isinstance(number, np.timedelta64):
        return Fraction(int(number.numerator), int(number.denominator))
    if isinstance(number, float):
        # The shortest decimal, also of numpy's float64, which is a float but prints its type.
        return Fraction(float.__repr__(number))
    if isinstance(number, str) and len(number) <= _BITS_OF_NUMBER and "e" not in number.lower():
        return Fraction(number)
    if isinstance(number, Decimal | str):
        # Of a number with an exponent, Fraction would write out all digits.
        decimal = Decimal(number)
        if decimal.is_finite() and abs(decimal.adjusted()) > _BITS_OF_NUMBER:
            decimal = Decimal(f"1e{_BITS_OF_NUMBER}")
        return Fraction(decimal)
    if isinstance(number, np.floating):
        return Fraction(str(number))
    raise ValueError


@overload
def plain(number: Number) -> Number: ...


@overload
def plain(number: Value) -> Value: ...


def plain(number: Value) -> Value:
    """A number as it is kept: an `int` if it is exact and whole."""
    if type(number) is float or type(number) is int:
        return number
    exactly = cast("Fraction", number)
    return exactly.numerator if exactly.denominator == 1 else exactly


@overload
def size_of(number: Number) -> Number: ...


@overload
def size_of(number: Value) -> Value: ...


def size_of(number: Value) -> Value:
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


def stored(numbers: Sequence[Value]) -> NumberArray:
    """Numbers as an array: of 64-bit whole numbers or doubles if they fit, else of Python's own.

    Example:
        >>> stored([1, 0.1 + 0.2]).tolist(), stored([Fraction(1, 3), 0.1 + 0.2]).dtype
        ([1.0, 0.30000000000000004], dtype('O'))
        >>> stored([Fraction(1, 10), 0.1 + 0.2]).tolist()
        [0.1, 0.30000000000000004]
    """
    kinds = set(map(type, numbers))
    # An array of others would be made of what is left of each without its decimals.
    if kinds <= {int}:
        try:
            return np.array(numbers, dtype=np.int64)
        except OverflowError:
            pass
    elif float in kinds and all(map(means_double, numbers)):
        return np.array(numbers, dtype=np.float64)
    array = np.empty(len(numbers), dtype=object)
    array[:] = numbers
    return array


def given_numbers(
    numbers: object, what: str = "these numbers", *, decimals: bool = False
) -> NumberArray:
    """The numbers that a person gave, in an array of their shape and of the smallest type.

    Whole numbers of 64 bits; doubles, each of which is exact or measured by its digits; or Python's
    own in an array of objects. It is a new array, which nobody else changes.

    Args:
        numbers: The numbers.
        what: The name of the numbers in messages.
        decimals: Whether every float means its shortest decimal, so that none is measured.

    Raises:
        ModelError: If something is not a finite number.

    Example:
        >>> given_numbers([[1, 2.0]]), given_numbers([0.5, "1/3"]).tolist()
        (array([[1, 2]]), [Fraction(1, 2), Fraction(1, 3)])
    """
    try:
        array = np.asarray(numbers)
    except ValueError:
        raise ModelError(
            f"{what} have rows of several lengths", "give all rows the same length"
        ) from None
    if array.dtype.kind in "bi":
        return array.astype(np.int64)
    if array.dtype.kind == "f" and array.dtype.itemsize <= np.dtype(np.float64).itemsize:
        if not np.isfinite(array).all():
            wrong = array[~np.isfinite(array)].ravel()[0]
            raise ModelError(f"{wrong} is among {what}", "give finite numbers")
        sizes = np.abs(array.astype(np.float64))
        if (sizes < _WHOLE_DOUBLES).all() and (sizes == np.rint(sizes)).all():
            return array.astype(np.int64)
        if array.dtype != np.float64:
            # The shortest decimal that reads back as a single-precision number is another one.
            texts = array.astype(str)
            return texts.astype(np.float64)
        if not decimals or not measured_entries(array.ravel()).any():
            return array.copy()
    # Of numbers and texts together, numpy would make texts.
    array = np.array(numbers, dtype=object) if array.dtype.kind in "USO" else array
    elements = array.ravel().tolist() if array.dtype != np.longdouble else list(array.ravel())
    flat = [as_value(number, decimals=decimals) for number in elements]
    return stored(flat).reshape(array.shape)


def numbers_joined(parts: Sequence[NumberArray]) -> NumberArray:
    """Arrays of numbers, one after the other, of a type in which no number changes its value.

    Whole numbers of any width stay whole, and doubles stay doubles, also as single objects beside
    numbers of Python's own.

    Example:
        >>> numbers_joined([np.array([(1 << 60) - 1]), np.array([0.5])]).tolist()
        [1152921504606846975, 0.5]
    """
    parts = [part for part in parts if part.size] or parts[:1]
    kinds = {part.dtype.kind for part in parts}
    if len(kinds) == 1:
        return np.concatenate(parts)
    if "f" in kinds and all(map(_mean_doubles, parts)):
        return np.concatenate([part.astype(np.float64) for part in parts])
    return np.concatenate([part.astype(object) for part in parts])


def _mean_doubles(numbers: NumberArray) -> bool:
    """Whether each number of an array is what a double means; see `as_value`."""
    if numbers.dtype != object:
        return numbers.dtype.kind == "f" or largest_size(numbers) < _WHOLE_DOUBLES
    return all(means_double(number) for number in numbers.tolist())


def means_double(number: Value) -> bool:
    """Whether the nearest double means this number, so that it can stand for it.

    Example:
        >>> means_double(Fraction(1, 10)), means_double(Fraction(1, 3)), means_double(1 / 3)
        (True, False, True)
    """
    if type(number) is float:
        return True
    given = cast("Number", number)
    if given.denominator == 1:
        # A larger one may be what the digits of a double say, but not the double itself.
        return size_of(given) < _WHOLE_DOUBLES
    if size_of(given) >= _LARGEST_DOUBLE:
        return False
    value = as_value(float(given))
    return type(value) is not float and value == given


def numbers_with(
    numbers: NumberArray, places: npt.NDArray[np.int64], others: NumberArray
) -> NumberArray:
    """Numbers with others in some places, of a type in which no number changes its value.

    Example:
        >>> numbers_with(np.array([1, 2]), np.array([1]), np.array([0.5])).tolist()
        [1.0, 0.5]
    """
    if numbers.dtype == others.dtype:
        made = numbers.copy()
    else:
        made = numbers_joined([numbers, others])[: len(numbers)]
    made[places] = others
    return made


def negated_numbers(numbers: NumberArray) -> NumberArray:
    """The negatives of numbers; that of -2^63 takes 65 bits.

    Example:
        >>> negated_numbers(np.array([-(1 << 63), 1])).tolist()
        [9223372036854775808, -1]
    """
    has_least = numbers.dtype == np.int64 and bool((numbers == -(1 << 63)).any())
    return -numbers.astype(object) if has_least else -numbers


def numbers_sum(one: NumberArray, two: NumberArray) -> NumberArray:
    """The sums of two arrays of numbers, element by element: exact, or doubles if one is measured.

    Example:
        >>> numbers_sum(np.array([0.1, 1 / 3]), np.array([0.2, 1.0])).tolist()
        [0.3, 1.3333333333333333]
    """
    for part, other in ((one, two), (two, one)):
        if not other.any() and part.dtype != object:
            return np.broadcast_to(part, np.broadcast_shapes(one.shape, two.shape))
    are_whole = one.dtype == two.dtype == np.int64
    if are_whole and largest_size(one) + largest_size(two) <= _LARGEST_PRODUCT:
        return one + two
    return _combined(one, two, np.add)


def numbers_product(one: NumberArray, two: NumberArray) -> NumberArray:
    """The products of two arrays of numbers, element by element, as in `numbers_sum`.

    Example:
        >>> numbers_product(np.array([1 << 40]), np.array([1 << 40])).tolist()
        [1208925819614629174706176]
        >>> numbers_product(np.array([0.1, 1 / 3]), np.array([3, 2])).tolist()
        [0.3, 0.6666666666666666]
    """
    if not one.any() or not two.any():
        return np.zeros(np.broadcast_shapes(one.shape, two.shape), np.int64)
    for part, other in ((one, two), (two, one)):
        if part.dtype != object and (other == 1).all():
            return np.broadcast_to(part, np.broadcast_shapes(one.shape, two.shape))
    are_whole = one.dtype == two.dtype == np.int64
    if are_whole and largest_size(one) * largest_size(two) <= _LARGEST_PRODUCT:
        return one * two
    return _combined(one, two, np.multiply)


def _combined(one: NumberArray, two: NumberArray, operate: np.ufunc) -> NumberArray:
    """A sum or product, element by element: exact where both numbers are, else in doubles."""
    pair = np.broadcast_arrays(one, two)
    shape = pair[0].shape
    flat = [part.ravel() for part in pair]
    kinds = {part.dtype.kind for part in flat}
    if "f" not in kinds or "O" in kinds:
        # Python computes by the same rule.
        return least_type(operate(*map(value_objects, flat))).reshape(shape)
    # What becomes infinite is refused once it stands in a row.
    with np.errstate(over="ignore", invalid="ignore"):
        in_doubles: NumberArray = operate(*(part.astype(np.float64) for part in flat))
    exactly = ~(measured_entries(flat[0]) | measured_entries(flat[1]))
    are_whole = np.abs(in_doubles) < _WHOLE_DOUBLES
    for part in flat:
        are_whole &= (np.abs(part) < _WHOLE_DOUBLES) & (part == np.rint(part))
    # Doubles compute whole numbers without an error.
    left = (exactly & ~are_whole).nonzero()[0]
    if not len(left):
        return in_doubles.reshape(shape)
    exact_ones: list[Number] = operate(*(exact_objects(part[left]) for part in flat)).tolist()
    nearest = [float(number) for number in exact_ones]
    if all(
        not is_measured(near) and exact(near) == number
        for near, number in zip(nearest, exact_ones, strict=True)
    ):
        in_doubles[left] = nearest
        return in_doubles.reshape(shape)
    found: NumberArray = in_doubles.astype(object)
    found[left] = exact_ones
    return least_type(found).reshape(shape)


def values_of(numbers: NumberArray) -> list[Value]:
    """The numbers of an array one by one: exact ones, and floats where they are measured.

    Example:
        >>> values_of(np.array([0.5, 0.1 + 0.2, 3.0]))
        [Fraction(1, 2), 0.30000000000000004, 3]
    """
    if numbers.dtype == object:
        return [as_value(number) for number in numbers.tolist()]
    values: list[Value] = numbers.tolist()
    if numbers.dtype == np.float64:
        for place in (~measured_entries(numbers)).nonzero()[0].tolist():
            values[place] = as_value(values[place])
    return values


def value_objects(numbers: NumberArray) -> NumberArray:
    """Numbers of an array as Python's own: exact ones, and floats where they are measured."""
    if numbers.dtype.kind in "iu":
        return numbers.astype(object)
    return _objects(values_of(numbers.ravel()), numbers.shape)


def _objects(numbers: Sequence[Value], shape: tuple[int, ...]) -> NumberArray:
    """Numbers as an array of objects."""
    made: NumberArray = np.empty(len(numbers), dtype=object)
    made[:] = numbers
    return made.reshape(shape)


def number_bytes(numbers: npt.NDArray[Any]) -> bytes:
    """Returns bytes for a digest of an array, the same in every process.

    The bytes of an array of objects are addresses, so its numbers are written as text.
    """
    if numbers.dtype != object:
        return numbers.tobytes()
    texts = map(str, numbers.tolist())
    return " ".join(texts).encode()


def largest_size(numbers: NumberArray) -> int:
    """The largest number without its sign, which may have 64 bits, rounded up where it is none."""
    if not numbers.size:
        return 0
    least, most = numbers.min(), numbers.max()
    if numbers.dtype.kind == "f":
        return max(-math.floor(float(least)), math.ceil(float(most)))
    return max(-int(least), int(most))


def exact_objects(numbers: NumberArray) -> NumberArray:
    """Numbers of an array as Python's own exact ones; a measured one as the fraction it is."""
    if numbers.dtype.kind in "iu":
        return numbers.astype(object)
    return _objects([exact(number) for number in numbers.ravel().tolist()], numbers.shape)


def fractions_of(numbers: npt.NDArray[np.float64]) -> NumberArray:
    """The doubles of a solver as the fractions that they are.

    Example:
        >>> fractions_of(np.array([0.5, 2.0])).tolist()
        [Fraction(1, 2), 2]
    """
    return _objects([plain(Fraction(number)) for number in numbers.tolist()], numbers.shape)


def least_type(numbers: NumberArray) -> NumberArray:
    """Python's own numbers as whole ones of 64 bits, if they are."""
    flat = [plain(number) for number in numbers.ravel().tolist()]
    return stored(flat).reshape(numbers.shape)


def doubles(numbers: NumberArray, scales: NumberArray | int = 1) -> npt.NDArray[np.float64]:
    """Numbers over their scales as the nearest doubles.

    Example:
        >>> doubles(np.array([1, 3]), np.array([10, 4])).tolist()
        [0.1, 0.75]
    """
    if isinstance(scales, int) and scales == 1:
        # A fraction is divided as whole numbers are: to the nearest double.
        found: npt.NDArray[np.float64] = numbers.astype(np.float64)
        return found
    if numbers.dtype == object or (not isinstance(scales, int) and scales.dtype == object):
        pairs = np.broadcast_arrays(numbers, scales)
        return np.array([n / s for n, s in zip(*(p.tolist() for p in pairs), strict=True)], float)
    return numbers.astype(np.float64) / scales


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

        A number m / 10^k of at most 12 digits is the shortest decimal of the double that is nearest
        to it; so one multiplication and one division tell whether k decimals are enough. If any
        number has more digits, all are converted one by one.

        Raises:
            ModelError: If a number is infinite, no number, or absurd.
        """
        if numbers.dtype == np.int64:
            return cls(numbers, np.ones(len(numbers), dtype=np.int64))
        decimals = np.full(len(numbers), -1)
        longer = np.arange(len(numbers))
        for count in range(EXACT_DIGITS + 1 if numbers.dtype == np.float64 else 0):
            candidates = numbers[longer]
            digits = np.rint(candidates * 10.0**count)
            is_short = np.abs(digits) < 10.0**EXACT_DIGITS
            are_enough = is_short & (digits / 10.0**count == candidates)
            decimals[longer[are_enough]] = count
            longer = longer[~are_enough]
        if not len(longer):
            numerators = np.rint(numbers * 10.0**decimals).astype(np.int64)
            shared = np.gcd(numerators, 10**decimals)
            return cls(numerators // shared, 10**decimals // shared)
        exact_numbers = [exact(number) for number in numbers.tolist()]
        return cls(
            stored([number.numerator for number in exact_numbers]),
            stored([number.denominator for number in exact_numbers]),
        )

    def floor(self, scales: NumberArray) -> NumberArray:
        """The numbers times their scales, rounded down."""
        factors = scales // self.denominators
        if (factors * self.denominators == scales).all():
            numerators: Any = self.numerators
            if factors.dtype == numerators.dtype == np.int64:
                limits = _LARGEST_PRODUCT // factors
                fits = ((-limits <= numerators) & (numerators <= limits)).all()
                numerators = numerators if fits else numerators.astype(object)
            return cast("NumberArray", numerators * factors)
        triples = zip(
            self.numerators.tolist(), scales.tolist(), self.denominators.tolist(), strict=True
        )
        return stored([numerator * scale // divisor for numerator, scale, divisor in triples])

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
    if math.lcm(*set(denominators.tolist())) <= _LARGEST_PRODUCT:
        np.lcm.at(scales, owners, denominators.astype(np.int64))
        return scales
    several: list[int] = scales.tolist()
    for owner, denominator in set(zip(owners.tolist(), denominators.tolist(), strict=True)):
        several[owner] = math.lcm(several[owner], denominator)
    return stored(several)


def text_of(number: Value, separator: str = "") -> str:
    """A number as people write it: whole, as a decimal or a fraction that is short, or rounded.

    Example:
        >>> [text_of(n) for n in (12345, Fraction(5, 2), Fraction(-1, 3), Fraction(1, 1234567))]
        ['12345', '2.5', '-1/3', '8.100005913e-07']
        >>> text_of(Fraction(12345678, 100), ","), text_of(1 / 3)
        ('123,456.78', '0.3333333333')
    """
    if isinstance(number, float):
        return f"{number:{separator}.10g}"
    if number.denominator == 1:
        return f"{number.numerator:{separator}}"
    written = decimal_text(number)
    if written is not None and len(written.lstrip("-")) <= _CHARACTERS_OF_DECIMAL:
        return f"{Decimal(written):{separator}f}"
    if number.denominator <= _LARGEST_DENOMINATOR_SHOWN:
        return f"{number.numerator:{separator}}/{number.denominator:{separator}}"
    return f"{float(number):{separator}.10g}"


def texts_apart(numbers: Sequence[Value | None]) -> list[str | None]:
    """Numbers as people write them, with as many digits as tell those that differ apart.

    Example:
        >>> texts_apart([0.1 + 0.2, Fraction(3, 10), None])
        ['0.30000000000000004', '0.3', None]
    """
    known = [None if number is None else text_of(number) for number in numbers]
    different = {exact(number) for number in numbers if number is not None}
    if len({*known} - {None}) == len(different):
        return known
    for digits in range(11, 18):
        known = [None if number is None else _digits_text(number, digits) for number in numbers]
        if len({*known} - {None}) == len(different):
            break
    return known


def _digits_text(number: Value, digits: int) -> str:
    """A number with so many digits; one that is exact and short as it is."""
    if isinstance(number, float):
        return f"{number:.{digits}g}"
    short = text_of(number)
    is_all = "/" in short or exact(short) == number
    return short if is_all else f"{float(number):.{digits}g}"


def data_of(number: Value) -> int | float:
    """A number in plain data such as JSON, where a fraction becomes the nearest double."""
    if isinstance(number, float):
        return number
    return number.numerator if number.denominator == 1 else float(number)


def decimal_text(number: Value) -> str | None:
    """All digits of a number, or None if these have no end; of a measured one, those that tell it.

    Example:
        >>> decimal_text(Fraction(-1, 8)), decimal_text(7), decimal_text(Fraction(1, 3))
        ('-0.125', '7', None)
        >>> decimal_text(1 / 3)
        '0.3333333333333333'
    """
    if isinstance(number, float):
        return float.__repr__(number)
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
