"""The rows of a model, in flat arrays that grow in chunks.

A row states lower <= sum of coefficient * variable <= upper in whole numbers. Its *kind* says what
the row means beyond that, so that a solver with a constraint of its own can use it: in a row of
kind exactly_one, at_most_one or at_least_one every coefficient is 1 (a literal) or -1 (a negated
literal), and the bounds are shifted by the number of negated ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.families import rendered_key

NO_GROUP = -1
"""The group number of rows that belong to no group."""


class Kind(IntEnum):
    """What a row means."""

    LINEAR = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    AT_LEAST_ONE = 3

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """How many of its literals may be true."""
        return _BOUNDS[self]


_BOUNDS: dict[Kind, tuple[int | None, int | None]] = {
    Kind.LINEAR: (None, None),
    Kind.EXACTLY_ONE: (1, 1),
    Kind.AT_MOST_ONE: (None, 1),
    Kind.AT_LEAST_ONE: (1, None),
}


@dataclass(frozen=True, slots=True)
class Group:
    """A named set of rows that can be switched off together.

    Attributes:
        name: What to call it.
        why: In a sentence, what its rows say.
    """

    name: str
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows in compressed form.

    Attributes:
        starts: Where each row begins in the two arrays below, and their length, shape (rows + 1,).
        columns: The columns of all entries.
        coefficients: The coefficients of all entries, none of them 0.
        lower: The least value of each row, `MINUS_INFINITY` for none.
        upper: The greatest value of each row, `PLUS_INFINITY` for none.
        kinds: The `Kind` of each row.
        groups: The number of the group of each row, or `NO_GROUP`.
    """

    starts: IntArray
    columns: IntArray
    coefficients: IntArray
    lower: IntArray
    upper: IntArray
    kinds: npt.NDArray[np.uint8]
    groups: IntArray

    def __len__(self) -> int:
        return len(self.lower)


@dataclass(frozen=True, slots=True)
class _RowNames:
    """The name of some rows that were added together."""

    first: int
    name: str
    keys: Sequence[Hashable] | None


@dataclass(slots=True)
class RowStore:
    """All rows of a model.

    Rows that are added one at a time gather in lists; rows that are added in bulk are kept as the
    arrays they came as. `all()` joins everything.
    """

    count: int = 0
    _chunks: list[Rows] = field(default_factory=list)
    _names: list[_RowNames] = field(default_factory=list)
    _lengths: list[int] = field(default_factory=list)
    _columns: list[int] = field(default_factory=list)
    _coefficients: list[int] = field(default_factory=list)
    _lower: list[int] = field(default_factory=list)
    _upper: list[int] = field(default_factory=list)
    _kinds: list[int] = field(default_factory=list)
    _groups: list[int] = field(default_factory=list)

    def append(
        self,
        kind: Kind,
        group: int,
        columns: list[int],
        coefficients: list[int],
        bounds: tuple[int | None, int | None],
    ) -> int:
        """Adds one row and returns its number."""
        if len(set(columns)) != len(columns) or 0 in coefficients:
            columns, coefficients = _merged(columns, coefficients)
            kind = Kind.LINEAR
        if any(abs(coefficient) >= LARGEST for coefficient in coefficients):
            raise ModelError(Problem("a coefficient of 63 bits or more", "scale the row down"))
        self._lengths.append(len(columns))
        self._columns += columns
        self._coefficients += coefficients
        self._lower.append(_stored(bounds[0], MINUS_INFINITY))
        self._upper.append(_stored(bounds[1], PLUS_INFINITY))
        self._kinds.append(kind)
        self._groups.append(group)
        self.count += 1
        return self.count - 1

    def extend(self, rows: Rows) -> int:
        """Adds many rows and returns the number of the first."""
        self._flush()
        self._chunks.append(_without_repeats(rows))
        first = self.count
        self.count += len(rows)
        return first

    def call(self, first: int, name: str, keys: Sequence[Hashable] | None) -> None:
        """Names the rows from `first` to the last one."""
        self._names.append(_RowNames(first, name, keys))

    def name_of(self, row: int) -> str:
        """The name of a row."""
        position = int(np.searchsorted([names.first for names in self._names], row, "right")) - 1
        names = self._names[position]
        label = row - names.first if names.keys is None else names.keys[row - names.first]
        return names.name + rendered_key((label,))

    def all(self) -> Rows:
        """All rows as one."""
        self._flush()
        if len(self._chunks) != 1:
            self._chunks = [_joined(self._chunks)]
        return self._chunks[0]

    def _flush(self) -> None:
        if not self._lengths:
            return
        self._chunks.append(
            Rows(
                starts=np.concatenate([[0], np.cumsum(self._lengths, dtype=np.int64)]),
                columns=np.array(self._columns, dtype=np.int64),
                coefficients=np.array(self._coefficients, dtype=np.int64),
                lower=np.array(self._lower, dtype=np.int64),
                upper=np.array(self._upper, dtype=np.int64),
                kinds=np.array(self._kinds, dtype=np.uint8),
                groups=np.array(self._groups, dtype=np.int64),
            )
        )
        for part in (
            self._lengths,
            self._columns,
            self._coefficients,
            self._lower,
            self._upper,
            self._kinds,
            self._groups,
        ):
            part.clear()


def _stored(bound: int | None, infinity: int) -> int:
    if bound is None:
        return infinity
    if abs(bound) >= LARGEST:
        raise ModelError(Problem("a bound of 63 bits or more", "scale the row down"))
    return bound


def _merged(columns: list[int], coefficients: list[int]) -> tuple[list[int], list[int]]:
    """Adds up the coefficients of equal columns and drops those that cancel."""
    total: dict[int, int] = {}
    for column, coefficient in zip(columns, coefficients, strict=True):
        total[column] = total.get(column, 0) + coefficient
    kept = {column: coefficient for column, coefficient in total.items() if coefficient}
    return list(kept), list(kept.values())


def _without_repeats(rows: Rows) -> Rows:
    """The same rows with equal columns added up; the usual case, none, is found quickly."""
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    ascending = (np.diff(rows.columns) > 0) | (np.diff(row_of) > 0)
    if ascending.all() and rows.coefficients.all():
        return rows
    most = max(-int(rows.coefficients.min()), int(rows.coefficients.max()))
    if most * int(np.diff(rows.starts).max()) >= LARGEST:
        raise ModelError(Problem("coefficients that add up to 63 bits", "scale the rows down"))
    order = np.lexsort((rows.columns, row_of))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(rows.columns[order]) != 0) | (np.diff(row_of[order]) != 0)
    sums = np.add.reduceat(rows.coefficients[order], np.nonzero(new)[0])
    kept = sums != 0
    sums, columns, owner = sums[kept], rows.columns[order][new][kept], row_of[order][new][kept]
    lengths = np.bincount(owner, minlength=len(rows))
    kinds = rows.kinds.copy()
    kinds[lengths != np.diff(rows.starts)] = Kind.LINEAR
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return Rows(starts, columns, sums, rows.lower, rows.upper, kinds, rows.groups)


def _joined(chunks: list[Rows]) -> Rows:
    empty = np.zeros(0, dtype=np.int64)
    if not chunks:
        zero = np.zeros(1, dtype=np.int64)
        return Rows(zero, empty, empty, empty, empty, empty.astype(np.uint8), empty)
    ends = np.cumsum([0, *(len(chunk.columns) for chunk in chunks)])
    starts = [
        chunk.starts[:-1] + end for chunk, end in zip(chunks, ends.tolist()[:-1], strict=True)
    ]
    return Rows(
        starts=np.concatenate([*starts, ends[-1:]]),
        columns=np.concatenate([chunk.columns for chunk in chunks]),
        coefficients=np.concatenate([chunk.coefficients for chunk in chunks]),
        lower=np.concatenate([chunk.lower for chunk in chunks]),
        upper=np.concatenate([chunk.upper for chunk in chunks]),
        kinds=np.concatenate([chunk.kinds for chunk in chunks]),
        groups=np.concatenate([chunk.groups for chunk in chunks]),
    )
