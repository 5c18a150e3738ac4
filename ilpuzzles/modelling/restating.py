"""Linear rows made anew of what was written, for a second opinion.

It is short on purpose, and shares no code with the way that rows usually take into whole numbers
(`row_builder`): a fault of one is no fault of the other.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, lcm

import numpy as np

from ilpuzzles.modelling.bounds import BoolArray, Bounds
from ilpuzzles.modelling.numbers import stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, Rows, joined
from ilpuzzles.modelling.written import WrittenRows


def restated(program: Program) -> Program:
    """The program with all sums that somebody wrote made anew.

    Example:
        >>> from ilpuzzles.modelling import Model
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
    """Rows times their common denominators; bounds of whole sums are rounded inwards."""
    starts, columns, numbers, scales = [0], list[int](), list[int](), list[int]()
    lowers, uppers = list[int | None](), list[int | None]()
    for row in range(len(sums)):
        total: dict[int, Fraction] = {}
        for column, number in sums.terms(row):
            total[column] = total.get(column, Fraction(0)) + number
        terms = {column: number for column, number in sorted(total.items()) if number}
        lower, upper = sums.bounds(row)
        scale = lcm(*(number.denominator for number in terms.values()))
        is_whole = bool(whole_columns[list(terms)].all())
        if not is_whole or lower == upper:
            ends = [end for end in (lower, upper) if end is not None]
            scale = lcm(scale, *(Fraction(end).denominator for end in ends))
        columns += terms
        numbers += [int(number * scale) for number in terms.values()]
        starts.append(len(columns))
        scales.append(scale)
        lowers.append(None if lower is None else ceil(lower * scale))
        uppers.append(None if upper is None else floor(upper * scale))
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
    )
