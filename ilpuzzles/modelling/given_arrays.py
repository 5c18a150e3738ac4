"""The arrays of rows as somebody gives them to `Model.add_rows`: read, or refused."""

from __future__ import annotations

import numpy as np

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import (
    NumberArray,
    as_value,
    given_numbers,
)
from ilpuzzles.modelling.rows import (
    LARGEST,
    IntArray,
)


def whole_array(numbers: object, name: str) -> IntArray:
    """Returns whole numbers as a new array, one-dimensional and of 64 bits."""
    array = np.asarray(numbers)
    fits = array.dtype.kind in "iu" or not array.size
    if array.ndim != 1 or not fits or (array.dtype == np.uint64 and (array >= LARGEST).any()):
        got = f"got {array.dtype} of shape {array.shape}"
        raise ModelError(f"'{name}' must be whole numbers in one dimension, {got}")
    return array.astype(np.int64)


def number_array(numbers: object, name: str, *, decimals: bool = False) -> NumberArray:
    """The same, or other numbers: doubles, or Python's own in an array of objects."""
    array = np.asarray(numbers)
    if array.ndim != 1 or array.dtype.kind not in "fO":
        return whole_array(numbers, name)
    return given_numbers(array, name, decimals=decimals)


def bounds_array(bound: object, side: Side, count: int, *, decimals: bool = False) -> Bounds:
    """The bounds of rows as they were given: one for each row, or one for all of them."""
    if bound is None or isinstance(bound, Bounds):
        return Bounds.every(side, None, count) if bound is None else bound
    if not isinstance(bound, np.ndarray) or not bound.ndim:
        return Bounds.every(side, as_value(bound, decimals=decimals), count)
    if bound.shape != (count,):
        raise ModelError("bounds must be one number per row")
    finite = np.ones(count, dtype=bool)
    if bound.dtype.kind == "f":
        finite = bound != side * np.inf
        bound = np.where(finite, bound, bound.dtype.type(0))
    return Bounds(side, number_array(bound, "bounds", decimals=decimals), finite)


def require_finite(starts: IntArray, coefficients: object, *bounds: object) -> None:
    """Raises if some row has a number that is none, or an infinite one in the wrong place."""
    one_each = np.arange(len(starts))
    sides = ((side, one_each) for side in bounds)
    for place, (given, firsts) in enumerate([(coefficients, starts), *sides]):
        if not isinstance(given, np.ndarray) or not given.ndim or given.dtype.kind != "f":
            continue
        is_wrong = ~np.isfinite(given)
        if place:
            is_wrong &= given != (-np.inf if place == 1 else np.inf)
        for entry in is_wrong.nonzero()[0].tolist()[:1]:
            row = np.searchsorted(firsts, entry, side="right") - 1
            what = f"row {row} has the number {given[entry]}"
            raise ModelError(what, "give finite ones, and infinity for bounds only")
