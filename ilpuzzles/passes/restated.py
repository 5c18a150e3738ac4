"""Linear rows made anew of what was written, for a second opinion, and compared with it.

It is short on purpose, and shares no code with the way that rows usually take into whole numbers
(`row_builder`): a fault of one is no fault of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor, lcm
from typing import NamedTuple
from weakref import WeakSet

import numpy as np

from ilpuzzles.errors import RowStorageError
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Value,
    as_value,
    exact,
    largest_size,
    stored,
)
from ilpuzzles.modelling.precision import TOLERANCE, Precision
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Rows, joined
from ilpuzzles.modelling.written import WrittenRows

# Below this, every whole number is a double.
_WHOLE_DOUBLES = 1 << 53


def restated(program: Program) -> Program:
    """The program with every linear row rebuilt from the row as it was written.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> row = model.add(0.5 * n[0] + n[1] / 3 + 0.25 * n[0] <= 1.3)
        >>> rows = restated(model.program()).rows
        >>> rows.coefficients.tolist(), rows.upper.tolist(), rows.scales.tolist()
        ([9, 4], [15], [12])
    """
    rows, written = program.rows, program.written
    is_written = (rows.origins != NO_ORIGIN) & ~rows.defining()
    if written is None or not is_written.any():
        return program
    places = is_written.nonzero()[0]
    sums = written.chosen(rows.origins[places])
    if _is_plain(sums):
        made = _as_it_stands(sums, rows.keep(is_written))
    else:
        made = _in_whole_numbers(sums, rows.keep(is_written), program.whole())
    others = (~is_written).nonzero()[0]
    order = np.argsort(np.concatenate([places, others]))
    both = joined([made, rows.ordered(others)]) if len(others) else made
    return program.having(rows=both.ordered(order))


def _is_plain(sums: WrittenRows) -> bool:
    """Whether all rows are whole, and name their columns in order, each once."""
    ascending = (np.diff(sums.columns) > 0) | (np.diff(sums.owners()) > 0)
    return sums.is_whole() and bool(ascending.all()) and bool(sums.numbers.all())


def _as_it_stands(sums: WrittenRows, rows: Rows) -> Rows:
    """Rows of whole numbers."""
    return Rows.of(
        sums.starts,
        sums.columns.astype(np.int64),
        sums.numbers.astype(np.int64),
        sums.lower,
        sums.upper,
        kinds=rows.kinds,
        groups=rows.groups,
        origins=rows.origins,
    )


def _in_whole_numbers(sums: WrittenRows, rows: Rows, whole_columns: BoolArray) -> Rows:
    """Exact rows times their common denominators; bounds of whole sums are rounded inwards.

    Measured rows stay as they were written, in doubles.
    """
    starts, columns, numbers, scales = [0], list[int](), list[Value](), list[int]()
    lowers, uppers = list[Value | None](), list[Value | None]()
    for row, precision in enumerate(sums.precisions().tolist()):
        if precision == Precision.MEASURED:
            made = _in_doubles(sums, row)
        else:
            made = _exact_row(sums, row, whole_columns)
        columns += made.terms
        numbers += made.terms.values()
        starts.append(len(columns))
        lowers.append(made.lower)
        uppers.append(made.upper)
        scales.append(made.scale)
    return Rows.of(
        np.array(starts, dtype=np.int64),
        np.array(columns, dtype=np.int64),
        stored(numbers),
        Bounds.lower(lowers),
        Bounds.upper(uppers),
        scales=stored(scales),
        kinds=rows.kinds,
        groups=rows.groups,
        origins=rows.origins,
        measured=rows.measured,
    )


class _Made(NamedTuple):
    """A row made anew: the coefficient of each column, both bounds, and the scale."""

    terms: Mapping[int, Value]
    lower: Value | None
    upper: Value | None
    scale: int


def _in_doubles(sums: WrittenRows, row: int) -> _Made:
    """A measured row."""
    lower, upper = sums.bounds_as_given(row)
    least = None if lower is None else float(lower)
    most = None if upper is None else float(upper)
    return _Made(_sums_of_doubles(sums, row), least, most, 1)


def _exact_row(sums: WrittenRows, row: int, whole_columns: BoolArray) -> _Made:
    """An exact row times its common denominator, or one whose bounds alone are measured."""
    terms = _exact_sums(sums, row)
    lower, upper = sums.bounds(row)
    if sums.precisions()[row] == Precision.BOUND:
        lower, upper = _moved_out(sums, row)
    scale = lcm(*(number.denominator for number in terms.values()))
    is_whole = bool(whole_columns[list(terms)].all())
    if not is_whole or lower == upper:
        ends = [end for end in (lower, upper) if end is not None]
        scale = lcm(scale, *(Fraction(end).denominator for end in ends))
    return _Made(
        {column: int(number * scale) for column, number in terms.items()},
        None if lower is None else ceil(lower * scale),
        None if upper is None else floor(upper * scale),
        scale,
    )


def _sums_as_given(sums: WrittenRows, row: int) -> dict[int, Value]:
    """The coefficient of each column of a row, none of them 0, ascending by columns."""
    total: dict[int, Value] = {}
    for column, number in sums.terms_as_given(row):
        total[column] = total.get(column, 0) + number
    return {column: number for column, number in sorted(total.items()) if number}


def _sums_of_doubles(sums: WrittenRows, row: int) -> dict[int, float]:
    """The coefficients of a measured row."""
    return {column: float(number) for column, number in _sums_as_given(sums, row).items()}


def _exact_sums(sums: WrittenRows, row: int) -> dict[int, Number]:
    """The coefficients of an exact row: doubles may add up to one that is a short decimal."""
    given = _sums_as_given(sums, row)
    return {column: exact(as_value(number)) for column, number in given.items()}


def _moved_out(sums: WrittenRows, row: int) -> tuple[Number | None, Number | None]:
    """The bounds of an exact sum, those that are measured moved out by their tolerance."""
    sizes = [abs(Fraction(number)) for _, number in sums.terms(row)]
    largest = max(sizes, default=Fraction(0))
    ends: list[Number | None] = []
    for bound, sign in zip(sums.bounds_as_given(row), (-1, 1), strict=True):
        if isinstance(bound, float):
            itself = Fraction(bound)
            size = max(abs(itself), min(Fraction(1), largest))
            ends.append(itself + sign * TOLERANCE * size)
        else:
            ends.append(bound)
    return ends[0], ends[1]


# Programs of one model share their rows as long as these do not change.
_compared: WeakSet[Rows] = WeakSet()


def require_as_written(program: Program) -> None:
    """Raises if a row is stored differently from how it was written.

    A backend that computes in whole numbers is asked for no second opinion, so that nobody else
    would see a solution which a wrong row has taken away.

    Raises:
        RowStorageError: If there is such a row.
    """
    if program.rows in _compared:
        return
    row = first_difference(program)
    if row is not None:
        what = f"{program.where(row)} is stored differently from how it was written"
        raise RowStorageError(what, "please report this", program=program)
    _compared.add(program.rows)


def first_difference(program: Program) -> int | None:
    """The first row that is stored differently from how it was written, if there is any."""
    rows, written = program.rows, program.written
    is_written = (rows.origins != NO_ORIGIN) & ~rows.defining()
    if written is None or not is_written.any():
        return None
    places = is_written.nonzero()[0]
    sums, stored_rows = written.chosen(rows.origins[places]), rows.keep(is_written)
    whole = program.whole()
    for number in (~_same_numbers(sums, stored_rows)).nonzero()[0].tolist():
        if not _says_what_was_written(stored_rows, sums, number, whole):
            return int(places[number])
    return None


def _same_numbers(sums: WrittenRows, rows: Rows) -> BoolArray:
    """A mask of the rows that are stored number for number as written, in any order of their terms.

    The others may still say the same. This is quick: one by one, 9,300 rows of two terms take more
    than a second, and 1,500 of 2,500 doubles ten.
    """
    lengths, written_lengths = rows.lengths(), np.diff(sums.starts)
    is_same: BoolArray = (lengths == written_lengths) & (rows.scales == 1)
    stored_arrays = rows.coefficients, rows.lower.numbers, rows.upper.numbers
    written_arrays = sums.numbers, sums.lower.numbers, sums.upper.numbers
    if not all(map(_are_compared_exactly, stored_arrays, written_arrays)):
        return np.zeros_like(is_same)
    is_same &= np.asarray((sums.lower == rows.lower) & (sums.upper == rows.upper))
    owners = np.repeat(np.arange(len(rows)), lengths)[np.repeat(is_same, lengths)]
    columns, numbers = _entries_by_column(is_same, lengths, rows.columns, rows.coefficients)
    as_written = _entries_by_column(is_same, written_lengths, sums.columns, sums.numbers)
    differing = (columns != as_written[0]) | (numbers != as_written[1])
    is_same[owners[differing]] = False
    return is_same


def _are_compared_exactly(one: NumberArray, other: NumberArray) -> bool:
    """Whether numpy compares two arrays as they are: beside doubles, whole numbers become some."""
    kinds = {one.dtype.kind, other.dtype.kind}
    if len(kinds) == 1:
        return kinds != {"O"}
    whole = [numbers for numbers in (one, other) if numbers.dtype.kind == "i"]
    return "O" not in kinds and all(largest_size(numbers) < _WHOLE_DOUBLES for numbers in whole)


def _entries_by_column(
    chosen: BoolArray, lengths: IntArray, columns: IntArray, numbers: NumberArray
) -> tuple[IntArray, NumberArray]:
    """The columns and numbers of the chosen rows, those of each row in the order of its columns."""
    kept = np.repeat(chosen, lengths)
    owners = np.repeat(np.arange(len(lengths)), lengths)[kept]
    columns, numbers = columns[kept], numbers[kept]
    order = np.lexsort((columns, owners))
    return columns[order], numbers[order]


def _says_what_was_written(
    rows: Rows, sums: WrittenRows, row: int, whole_columns: BoolArray
) -> bool:
    """Whether a stored row has the terms that were written, and bounds that allow the same."""
    scale = int(rows.scales[row])
    entries = rows.entries(row)
    columns: list[int] = rows.columns[entries].tolist()
    precision = sums.precisions()[row]
    if precision == Precision.MEASURED:
        numbers = [float(number) for number in rows.coefficients[entries].tolist()]
        ends = [rows.lower.at(row), rows.upper.at(row)]
        wanted = [None if end is None else float(end) for end in sums.bounds_as_given(row)]
        return dict(zip(columns, numbers, strict=True)) == _sums_of_doubles(sums, row) and (
            [None if end is None else float(end) for end in ends] == wanted
        )
    stored_factors: list[int] = rows.coefficients[entries].tolist()
    factors = [Fraction(number) / scale for number in stored_factors]
    if dict(zip(columns, factors, strict=True)) != _exact_sums(sums, row):
        return False
    lower, upper = sums.bounds(row) if precision == Precision.EXACT else _moved_out(sums, row)
    is_rounded = lower != upper and bool(whole_columns[columns].all())
    least = None if lower is None else lower * scale
    most = None if upper is None else upper * scale
    if is_rounded:
        least = None if least is None else ceil(least)
        most = None if most is None else floor(most)
    return (rows.lower.at(row), rows.upper.at(row)) == (least, most)
