"""Bounds that rows imply: big M for files that bound a column by its rows alone."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from ilpuzzles.formats.reading import Gathered
from ilpuzzles.modelling.numbers import Number, plain
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY

_ROUNDS = 10

_Entries = list[tuple[int, Number]]


def imply_bounds(gathered: Gathered) -> None:
    """Gives bounds to columns that need them as big M, and have none, if rows imply some.

    These are semi-continuous columns, and those of special ordered sets and of rows behind
    indicators. A column that is
    to be, say, at most 1, since it is one of several that add up to 1, gets that bound; no
    solution is lost, and none is new.
    """
    if not (gathered.semi or gathered.sets or gathered.indicators):
        return
    needed = _needed(gathered)
    if not needed:
        return
    rows = [
        (entries, *gathered.sides[row])
        for row, entries in _entries(gathered).items()
        if row >= 0 and row not in gathered.indicators
    ]
    for _ in range(_ROUNDS):
        changed = False
        for entries, lower, upper in rows:
            if upper is not None:
                changed |= _tighten(gathered, needed, entries, upper)
            if lower is not None:
                turned = [(column, -factor) for column, factor in entries]
                changed |= _tighten(gathered, needed, turned, -lower)
        if not changed:
            return


def _needed(gathered: Gathered) -> set[int]:
    """The columns without a bound that a bound is wanted of, and all that stand in rows with them.

    Empty if there are none of the former.
    """
    wanted = {column for one in gathered.sets for column in one.columns} | set(gathered.semi)
    pairs = list(zip(gathered.entry_rows, gathered.entry_columns, strict=True))
    if gathered.indicators:
        wanted |= {column for row, column in pairs if row in gathered.indicators}
    unbounded = {
        column
        for column in wanted
        if MINUS_INFINITY in _bounds(gathered, column) or PLUS_INFINITY in _bounds(gathered, column)
    }
    if not unbounded:
        return set()
    beside = {row for row, column in pairs if column in unbounded}
    return unbounded | {column for row, column in pairs if row in beside and row >= 0}


def _bounds(gathered: Gathered, column: int) -> tuple[Number, Number]:
    """The least and the greatest value; a semi-continuous column can be 0 as well."""
    lower, upper = gathered.lower[column], gathered.upper[column]
    return (min(lower, 0), max(upper, 0)) if column in gathered.semi else (lower, upper)


def _entries(gathered: Gathered) -> dict[int, _Entries]:
    """The columns and coefficients of every row."""
    found: dict[int, _Entries] = {}
    columns = zip(gathered.entry_rows, gathered.entry_columns, strict=True)
    for number, (row, column) in enumerate(columns):
        factor = gathered.fractions.get(number, gathered.coefficients[number])
        if factor:
            found.setdefault(row, []).append((column, factor))
    return found


def _tighten(gathered: Gathered, needed: set[int], entries: _Entries, most: Number) -> bool:
    """Bounds unbounded columns by a row of at most `most`; returns whether it did."""
    least: Number = 0
    unbounded = []
    for column, factor in entries:
        bound = _bounds(gathered, column)[factor < 0]
        if bound in {MINUS_INFINITY, PLUS_INFINITY}:
            unbounded.append(column)
            if len(unbounded) > 1:
                return False
        else:
            least += factor * bound
    changed = False
    for column, factor in entries:
        if column not in needed or (unbounded and unbounded != [column]):
            continue
        bound, known = _bounds(gathered, column)[:: 1 if factor > 0 else -1]
        if known not in {MINUS_INFINITY, PLUS_INFINITY}:
            continue
        others = least if unbounded else least - factor * bound
        end: Number = plain(Fraction(most - others) / factor)
        whole = column not in gathered.continuous
        # Where the row cannot hold at all, it says so itself.
        if factor > 0:
            gathered.upper[column] = max(floor(end) if whole else end, gathered.lower[column])
        else:
            gathered.lower[column] = min(ceil(end) if whole else end, gathered.upper[column])
        changed = True
    return changed
