"""A writer of MPS files that keeps every digit of a double, and shares no code with ours."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import numpy as np

from support.doubles.data import DoubleModel


def plain_mps(data: DoubleModel) -> str:
    """A model in free MPS: rows r0, r1, ..., columns x0, x1, ...; a maximum becomes a minimum."""
    return "\n".join([*_lines(data), ""])


def _lines(data: DoubleModel) -> Iterator[str]:
    sign = -1.0 if data.maximise else 1.0
    sides = [*zip(data.row_lower.tolist(), data.row_upper.tolist(), strict=True)]
    yield "NAME plain FREE"
    yield "ROWS"
    yield " N cost"
    for row, (lower, upper) in enumerate(sides):
        yield f" {_kind(lower, upper)} r{row}"
    yield "COLUMNS"
    for column in range(data.columns):
        yield from _column(data, column, sign)
    yield "RHS"
    if data.constant:
        yield f" RHS cost {-sign * data.constant!r}"
    for row, (lower, upper) in enumerate(sides):
        yield f" RHS r{row} {lower if isfinite(lower) else upper!r}"
    yield "RANGES"
    for row, (lower, upper) in enumerate(sides):
        if _kind(lower, upper) == "G" and isfinite(upper):
            yield f" RNG r{row} {upper - lower!r}"
    yield "BOUNDS"
    for column in range(data.columns):
        lower, upper = float(data.lower[column]), float(data.upper[column])
        yield f" LO B x{column} {lower!r}" if isfinite(lower) else f" MI B x{column}"
        yield f" UP B x{column} {upper!r}" if isfinite(upper) else f" PL B x{column}"
    yield "ENDATA"


def _column(data: DoubleModel, column: int, sign: float) -> Iterator[str]:
    """The entries of a column, between markers if it is whole."""
    is_whole = bool(data.whole[column])
    if is_whole:
        yield f" M{column} 'MARKER' 'INTORG'"
    yield f" x{column} cost {sign * float(data.costs[column])!r}"
    for row in np.flatnonzero(data.matrix[:, column]).tolist():
        yield f" x{column} r{row} {float(data.matrix[row, column])!r}"
    if is_whole:
        yield f" N{column} 'MARKER' 'INTEND'"


def _kind(lower: float, upper: float) -> str:
    if lower == upper:
        return "E"
    return "G" if isfinite(lower) else "L"
