"""The growing rows of a model, and their names."""

from __future__ import annotations

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


@dataclass(slots=True)
class _Single:
    """A row that was added by itself."""

    kind: Kind
    group: int
    columns: list[int]
    coefficients: list[int]
    lower: int
    upper: int
    target: int
    aggregated: bool


@dataclass(slots=True)
class RowStore:
    """All rows of a model.

    Rows that are added one at a time gather in a list; rows that are added in bulk are kept as the
    arrays they came as. `all()` joins everything.

    Attributes:
        count: How many rows there are.
    """

    count: int = 0
    _chunks: list[Rows] = field(default_factory=list)
    _singles: list[_Single] = field(default_factory=list)
    _names: list[_RowNames] = field(default_factory=list)
    _numbered: dict[str, int] = field(default_factory=dict)

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
        if coefficients and max(map(abs, coefficients)) >= LARGEST:
            raise ModelError(Problem("a coefficient of 63 bits or more", "scale the row down"))
        lower = _stored(bounds[0], MINUS_INFINITY)
        upper = _stored(bounds[1], PLUS_INFINITY)
        self._singles.append(
            _Single(kind, group, columns, coefficients, lower, upper, target, aggregated)
        )
        self.count += 1
        return self.count - 1

    def extend(self, rows: Rows) -> int:
        """Adds many rows and returns the number of the first."""
        rows = without_repeats(rows)
        self._flush()
        self._chunks.append(rows)
        first = self.count
        self.count += len(rows)
        return first

    def call(self, first: int, name: str, keys: Sequence[Hashable] | None) -> None:
        """Names the rows from `first` to the last one; without keys they are numbered."""
        number = self._numbered.get(name, 0)
        self._names.append(_RowNames(first, name, keys, number))
        if keys is None:
            self._numbered[name] = number + self.count - first

    def name_of(self, row: int) -> str:
        """The name of a row."""
        position = int(np.searchsorted([names.first for names in self._names], row, "right")) - 1
        names = self._names[position]
        offset = row - names.first
        return names.name + rendered_key(
            (names.count + offset if names.keys is None else names.keys[offset],)
        )

    def all(self) -> Rows:
        """All rows as one."""
        self._flush()
        if not self._chunks:
            return no_rows()
        if len(self._chunks) > 1:
            self._chunks = [joined(self._chunks)]
        return self._chunks[0]

    def _flush(self) -> None:
        singles = self._singles
        if not singles:
            return
        starts = np.zeros(len(singles) + 1, dtype=np.int64)
        np.cumsum([len(row.columns) for row in singles], out=starts[1:])
        columns: list[int] = []
        coefficients: list[int] = []
        for row in singles:
            columns += row.columns
            coefficients += row.coefficients
        self._chunks.append(
            Rows(
                starts=starts,
                columns=np.array(columns, dtype=np.int64),
                coefficients=np.array(coefficients, dtype=np.int64),
                lower=np.array([row.lower for row in singles], dtype=np.int64),
                upper=np.array([row.upper for row in singles], dtype=np.int64),
                kinds=np.array([row.kind for row in singles], dtype=np.uint8),
                groups=np.array([row.group for row in singles], dtype=np.int64),
                targets=np.array([row.target for row in singles], dtype=np.int64),
                aggregated=np.array([row.aggregated for row in singles], dtype=bool),
            )
        )
        self._singles = []


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
