"""Numbers as model files write them, exactly."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from ilpuzzles.modelling.rows import LARGEST

Number: TypeAlias = int | Fraction

# ASCII digits only; int() would take 1_000 and the digits of other scripts too.
_NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_LONGEST = 60
_LARGEST_EXPONENT = 60


@lru_cache(maxsize=1 << 16)
def read_number(token: str) -> Number | None:
    """Reads a number without rounding it.

    Files repeat few numbers many times, hence the cache.

    Args:
        token: What stands in the file.

    Returns:
        A whole number as an `int`, any other as a `Fraction`; None if it is no finite number, or
        one of absurd length, which would take for ever to compute with.

    Example:
        >>> read_number("-3.0e1"), read_number("0.25"), read_number("nan"), read_number("1e999999")
        (-30, Fraction(1, 4), None, None)
    """
    found = _NUMBER.fullmatch(token) if len(token) <= _LONGEST else None
    if found is None:
        return None
    sign, whole, decimals, exponent = found.groups(default="")
    power = int(exponent or 0)
    if abs(power) > _LARGEST_EXPONENT:
        return None
    shift = power - len(decimals)
    size = int(whole + decimals)
    value = Fraction(size) * Fraction(10) ** shift if shift < 0 else size * 10**shift
    signed = -value if sign == "-" else value
    return signed.numerator if signed.denominator == 1 else signed


def too_large(number: Number) -> bool:
    """Whether a number has 63 bits or more, which no model can hold."""
    return not -LARGEST < number < LARGEST
