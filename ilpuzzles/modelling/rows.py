"""Rows in flat arrays, and what they mean.

A row states lower <= sum of coefficient * variable <= upper in whole numbers. Its *kind* says what
the row means beyond that, so that a solver with a constraint of its own can use it: in a row of
kind exactly_one, at_most_one or at_least_one every coefficient is 1 (a literal) or -1 (a negated
literal), and the bounds are shifted by the number of negated ones.

A row of kind conjunction or disjunction defines another variable, its *target*, by its literals; it
has no bounds. A row of kind operation is one of `ilpuzzles.modelling.operations`; its entries only
say which variables it speaks of. `ilpuzzles.modelling.linearisation` turns both into linear rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.basics import LARGEST, IntArray

NO_GROUP = -1
"""The group number of rows that belong to no group."""

DEFINITION = -2
"""The group number of rows that only say what an auxiliary variable is; they are never left out."""

NO_TARGET = -1
"""The target of rows that define nothing."""


class Kind(IntEnum):
    """What a row means."""

    LINEAR = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    AT_LEAST_ONE = 3
    CONJUNCTION = 4
    DISJUNCTION = 5
    OPERATION = 6

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """How many of its literals may be true, if the kind says so by itself."""
        return _BOUNDS.get(self, (None, None))

    @property
    def defines(self) -> bool:
        """Whether rows of this kind have a target."""
        return self in {Kind.CONJUNCTION, Kind.DISJUNCTION}


_BOUNDS: dict[Kind, tuple[int | None, int | None]] = {
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
    """Rows in compressed form: an array of entries, and one value per row in every other array.

    Attributes:
        starts: Where each row begins among the entries, and their number, shape (rows + 1,).
        columns: The columns of all entries.
        coefficients: The coefficients of all entries, none of them 0.
        lower: The least value of each row, `MINUS_INFINITY` for none.
        upper: The greatest value of each row, `PLUS_INFINITY` for none.
        kinds: The `Kind` of each row.
        groups: The number of the group of each row, `NO_GROUP`, or `DEFINITION`.
        targets: The column that each row defines, the number of its operation, or `NO_TARGET`.
        aggregated: Whether a row that defines becomes one linear row or one per literal.
    """

    starts: IntArray
    columns: IntArray
    coefficients: IntArray
    lower: IntArray
    upper: IntArray
    kinds: npt.NDArray[np.uint8]
    groups: IntArray
    targets: IntArray
    aggregated: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.lower)

    def lengths(self) -> IntArray:
        """How many entries each row has."""
        return np.diff(self.starts)

    def owners(self) -> IntArray:
        """The row of every entry."""
        return np.repeat(np.arange(len(self)), self.lengths())

    def defining(self) -> npt.NDArray[np.bool_]:
        """Which rows have a target: entries and bounds do not say all about them."""
        defining: npt.NDArray[np.bool_] = self.targets != NO_TARGET
        return defining

    def keep(self, kept: npt.NDArray[np.bool_]) -> Rows:
        """Some of the rows; `kept` has shape (rows,)."""
        entries = np.repeat(kept, self.lengths())
        parts = {name: getattr(self, name)[kept] for name in _PER_ROW}
        return Rows(
            starts=np.concatenate([[0], np.cumsum(self.lengths()[kept])]),
            columns=self.columns[entries],
            coefficients=self.coefficients[entries],
            **parts,
        )


_PER_ROW = [
    field.name for field in fields(Rows) if field.name not in {"starts", "columns", "coefficients"}
]


def joined(chunks: Sequence[Rows]) -> Rows:
    """All rows of several chunks, in their order."""
    ends = np.cumsum([0, *(len(chunk.columns) for chunk in chunks)])
    starts = [
        chunk.starts[:-1] + end for chunk, end in zip(chunks, ends.tolist()[:-1], strict=True)
    ]
    parts = {
        field.name: np.concatenate([getattr(chunk, field.name) for chunk in chunks])
        for field in fields(Rows)
        if field.name != "starts"
    }
    return Rows(starts=np.concatenate([*starts, ends[-1:]]), **parts)


def no_rows() -> Rows:
    """No rows at all."""
    empty = np.zeros(0, dtype=np.int64)
    return Rows(
        starts=np.zeros(1, dtype=np.int64),
        columns=empty,
        coefficients=empty,
        lower=empty,
        upper=empty,
        kinds=empty.astype(np.uint8),
        groups=empty,
        targets=empty,
        aggregated=empty.astype(bool),
    )


def without_repeats(rows: Rows) -> Rows:
    """The same rows with equal columns added up; the usual case, none, is found quickly.

    A row in which something was added up or fell away becomes a linear one.

    Raises:
        ModelError: If sums get too large, or a row that defines has a variable twice.
    """
    row_of = rows.owners()
    ascending = (np.diff(rows.columns) > 0) | (np.diff(row_of) > 0)
    if ascending.all() and rows.coefficients.all():
        return rows
    most = max(-int(rows.coefficients.min()), int(rows.coefficients.max()))
    if most * int(rows.lengths().max()) >= LARGEST:
        raise ModelError(Problem("coefficients that add up to 63 bits", "scale the rows down"))
    order = np.lexsort((rows.columns, row_of))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(rows.columns[order]) != 0) | (np.diff(row_of[order]) != 0)
    sums = np.add.reduceat(rows.coefficients[order], np.nonzero(new)[0])
    kept = sums != 0
    sums, columns, owner = sums[kept], rows.columns[order][new][kept], row_of[order][new][kept]
    lengths = np.bincount(owner, minlength=len(rows))
    changed = lengths != rows.lengths()
    if (changed & rows.defining()).any():
        raise ModelError(Problem("a variable twice in one definition", "name each one once"))
    kinds = rows.kinds.copy()
    kinds[changed] = Kind.LINEAR
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return replace(rows, starts=starts, columns=columns, coefficients=sums, kinds=kinds)
