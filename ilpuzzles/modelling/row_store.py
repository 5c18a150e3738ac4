"""The growing rows of a model, and their names."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.modelling.families import rendered_key
from ilpuzzles.modelling.rows import NO_TARGET, Kind, Rows, joined, no_rows, without_repeats


@dataclass(frozen=True, slots=True)
class _RowNames:
    """The names of some rows that were added together: a key for each, or numbers from `count`."""

    first: int
    name: str
    keys: Sequence[Hashable] | None
    count: int


_FIELDS = 7


def _numbers() -> array[int]:
    return array("q")


@dataclass(slots=True)
class _Singles:
    """Rows that were added one at a time, end to end in arrays.

    An object for every row would be looked at again and again by the garbage collector, which then
    takes longer than everything else; arrays it never looks into.
    """

    columns: array[int] = field(default_factory=_numbers)
    coefficients: array[int] = field(default_factory=_numbers)
    # For every row: where it ends, its bounds, kind, group, target, and whether it is aggregated.
    rows: array[int] = field(default_factory=_numbers)

    def __len__(self) -> int:
        return len(self.rows) // _FIELDS

    def append(self, columns: list[int], coefficients: list[int], rest: list[int]) -> None:
        """Adds a row; it is there once the last of the three lists has come."""
        end = self.rows[-_FIELDS] if self.rows else 0
        if len(self.columns) != end or len(self.coefficients) != end:
            # An interruption came while a row was being added.
            del self.columns[end:], self.coefficients[end:]
        self.columns.fromlist(columns)
        self.coefficients.fromlist(coefficients)
        self.rows.fromlist([end + len(columns), *rest])

    def arrays(self) -> Rows:
        """All of them."""
        ends, lower, upper, kinds, groups, targets, aggregated = (
            np.array(self.rows).reshape(-1, _FIELDS).T
        )
        entries = int(ends[-1])
        return Rows(
            starts=np.concatenate([[0], ends]),
            columns=np.array(self.columns[:entries]),
            coefficients=np.array(self.coefficients[:entries]),
            lower=lower.copy(),
            upper=upper.copy(),
            kinds=kinds.astype(np.uint8),
            groups=groups.copy(),
            targets=targets.copy(),
            aggregated=aggregated.astype(bool),
        )


@dataclass(slots=True)
class RowStore:
    """All rows of a model.

    Rows that are added one at a time gather in a list; rows that are added in bulk are kept as the
    arrays they came as. `all()` joins everything.
    """

    _chunks: list[Rows] = field(default_factory=list)
    _singles: _Singles = field(default_factory=_Singles)
    _names: list[_RowNames] = field(default_factory=list)
    _numbered: dict[str, int] = field(default_factory=dict)
    _in_chunks: int = 0

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._in_chunks + len(self._singles)

    def append(
        self,
        kind: Kind,
        group: int,
        columns: list[int],
        coefficients: list[int],
        bounds: tuple[int | None, int | None],
        *,
        target: int = NO_TARGET,
        aggregated: bool = False,
    ) -> int:
        """Adds one row and returns its number."""
        if len(set(columns)) != len(columns) or 0 in coefficients:
            columns, coefficients = _merged(columns, coefficients)
            kind = Kind.LINEAR
        if coefficients and (max(coefficients) >= LARGEST or min(coefficients) <= -LARGEST):
            raise ModelError(Problem("a coefficient of 63 bits or more", "scale the row down"))
        lower = _stored(bounds[0], MINUS_INFINITY)
        upper = _stored(bounds[1], PLUS_INFINITY)
        rest = [lower, upper, kind, group, target, aggregated]
        self._singles.append(columns, coefficients, rest)
        return self.count - 1

    def extend(self, rows: Rows) -> int:
        """Adds many rows and returns the number of the first."""
        rows = without_repeats(rows)
        self._flush()
        self._chunks.append(rows)
        self._in_chunks += len(rows)
        return self.count - len(rows)

    def call(self, first: int, name: str, keys: Sequence[Hashable] | None) -> None:
        """Names the rows from `first` to the last one; without keys they are numbered."""
        number = self._numbered.get(name, 0)
        if keys is None:
            self._numbered[name] = number + self.count - first
            last = self._names[-1] if self._names else None
            if last and last.name == name and last.keys is None:
                # They go on where the last ones ended, and so do their numbers.
                return
        self._names.append(_RowNames(first, name, keys, number))

    def name_of(self, row: int) -> str:
        """The name of a row; keys of rows that have no name together are their names."""
        name, key = self.key_of(row)
        return name + rendered_key((key,)) if name else str(key)

    def key_of(self, row: int) -> tuple[str, Hashable]:
        """What a row is called together with others, and the key that tells it from them."""
        position = int(np.searchsorted([names.first for names in self._names], row, "right")) - 1
        names = self._names[position]
        offset = row - names.first
        return names.name, names.count + offset if names.keys is None else names.keys[offset]

    def all(self) -> Rows:
        """All rows as one."""
        self._flush()
        if not self._chunks:
            return no_rows()
        if len(self._chunks) > 1:
            self._chunks = [joined(self._chunks)]
        return self._chunks[0]

    def _flush(self) -> None:
        if self._singles.rows:
            rows = self._singles.arrays()
            self._chunks.append(rows)
            self._in_chunks, self._singles = self._in_chunks + len(rows), _Singles()


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
