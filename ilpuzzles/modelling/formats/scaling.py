"""Fractions in the rows of a file: every row is multiplied by what makes its numbers whole."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ilpuzzles.modelling.formats.gathered import Gathered
from ilpuzzles.modelling.formats.numbers import too_large
from ilpuzzles.modelling.rows import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray

_LARGEST_SCALE = 10**6


def row_scales(gathered: Gathered) -> dict[int, int]:
    """What each row with fractions must be multiplied by.

    Args:
        gathered: What stands in the file.

    Returns:
        The common denominator of each row that has fractions, by the number of the row.

    Raises:
        InputError: If it is larger than a million.
    """
    scales: dict[int, int] = {}
    for entry, coefficient in gathered.fractions.items():
        row = gathered.entry_rows[entry]
        _include(gathered, scales, row, coefficient)
    for row, sides in enumerate(gathered.sides):
        for side in sides:
            if isinstance(side, Fraction):
                _include(gathered, scales, row, side)
    return scales


def _include(gathered: Gathered, scales: dict[int, int], row: int, number: Fraction) -> None:
    scales[row] = math.lcm(scales.get(row, 1), number.denominator)
    if scales[row] > _LARGEST_SCALE:
        raise gathered.row_error(row, "has no common denominator up to a million")


def whole_coefficients(gathered: Gathered, scales: dict[int, int]) -> IntArray:
    """The coefficients of all entries, those of scaled rows scaled.

    Raises:
        InputError: If they get too large for 63 bits.
    """
    coefficients = np.array(gathered.coefficients, dtype=np.int64)
    if not scales:
        return coefficients
    factors = np.ones(len(gathered.sides) + 1, dtype=np.int64)
    # The last place is the objective's, whose number is -1.
    factors[list(scales)] = list(scales.values())
    row_of = np.array(gathered.entry_rows, dtype=np.int64)
    factor = factors[row_of]
    vast = np.nonzero(np.abs(coefficients) > (LARGEST - 1) // factor)[0]
    if len(vast):
        raise gathered.row_error(int(row_of[vast[0]]), _VAST)
    coefficients *= factor
    for entry, fraction in gathered.fractions.items():
        row = gathered.entry_rows[entry]
        scaled = fraction * scales[row]
        if too_large(scaled):
            raise gathered.row_error(row, _VAST)
        coefficients[entry] = scaled.numerator
    return coefficients


_VAST = "is 63 bits or more with its fractions scaled away"


def whole_sides(gathered: Gathered, scales: dict[int, int]) -> tuple[IntArray, IntArray]:
    """The least and the greatest value of every row, those of scaled rows scaled.

    Raises:
        InputError: If they get too large for 63 bits.
    """
    least = np.full(len(gathered.sides), MINUS_INFINITY, dtype=np.int64)
    most = np.full(len(gathered.sides), PLUS_INFINITY, dtype=np.int64)
    for row, sides in enumerate(gathered.sides):
        for side, stored in zip(sides, (least, most), strict=True):
            if side is not None:
                scaled = side * scales.get(row, 1)
                if too_large(scaled):
                    raise gathered.row_error(row, "has a bound of 63 bits or more")
                stored[row] = int(scaled)
    return least, most
