"""Rows in flat arrays, and what they mean.

A row states lower <= sum of coefficient * variable <= upper in whole numbers. A row with fractions
is multiplied by their common denominator, its *scale*. A measured row stays in doubles.

The *kind* of a row says what it means beyond that, so that a solver with a constraint of its own
can use it: in a row of kind exactly_one, at_most_one or at_least_one every coefficient is 1 (a
literal) or -1 (a negated literal), and the bounds are shifted by the number of negated ones.

A row of kind conjunction or disjunction defines another variable, its *target*, by its literals; it
has no bounds. A row of kind operation is one of `ilpuzzles.modelling.operations`; its entries only
say which variables it speaks of. `ilpuzzles.passes.linearisation` turns both into linear rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from functools import partial
from math import lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Value,
    common_denominator,
    doubles,
    largest_size,
    numbers_joined,
    numbers_with,
    size_of,
    stored,
    text_of,
)

IntArray: TypeAlias = npt.NDArray[np.int64]

LARGEST = 1 << 62
"""Coefficients and bounds must be smaller than this, so that their sums fit into 64 bits."""

NO_GROUP = -1
"""The group number of rows that belong to no group."""

DEFINITION = -2
"""The group number of rows that only say what an auxiliary variable is; they are never left out."""

NO_TARGET = -1
"""The target of rows that define nothing."""

NO_OPERATION = -1
"""The number of the operation of rows that are none."""

NO_ORIGIN = -1
"""The origin of rows that nobody wrote, such as cuts, or that no longer say what was written."""


class Kind(IntEnum):
    """The kinds of rows."""

    LINEAR = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    AT_LEAST_ONE = 3
    CONJUNCTION = 4
    DISJUNCTION = 5
    OPERATION = 6

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The least and the largest number of true literals, if the kind says so by itself."""
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


class _Findings:
    """A place on an object for what is found out about it, which goes when the object goes.

    In a dictionary by weak references, a finding that holds the object would keep both for good.
    The place is no field of a dataclass: it is neither replaced, nor compared, nor pickled.
    """

    __slots__ = ("_findings",)
    _findings: dict[Any, Any]

    def findings(self) -> dict[Any, Any]:
        """The findings, by the function that has found each; it may add others."""
        try:
            return self._findings
        except AttributeError:
            object.__setattr__(self, "_findings", {})
            return self.findings()


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Rows(_Findings):
    """Rows in compressed form: an array of entries, and one value per row in every other array.

    Attributes:
        starts: Where each row begins among the entries, and their number, shape (rows + 1,).
        columns: The columns of all entries.
        coefficients: The coefficients of all entries, none of them 0. As the bounds, they are
            doubles where a row is measured, and Python's own numbers in an array of objects where
            neither doubles nor 64 bits are enough.
        lower: The least value of each row.
        upper: The greatest value of each row.
        scales: What the numbers of each row as it was stated were multiplied by.
        kinds: The `Kind` of each row.
        groups: The number of the group of each row, `NO_GROUP`, or `DEFINITION`.
        targets: The column that each row defines, or `NO_TARGET`.
        operations: The number of the operation that each row is, or `NO_OPERATION`.
        aggregated: Whether a row that defines becomes one linear row or one per literal.
        origins: The number of the written row that each row says the same as, or `NO_ORIGIN`; see
            `Program.written`.
        measured: Whether each row is measured, and its numbers doubles.
    """

    starts: IntArray
    columns: IntArray
    coefficients: NumberArray
    lower: Bounds
    upper: Bounds
    scales: IntArray
    kinds: npt.NDArray[np.uint8]
    groups: IntArray
    targets: IntArray
    operations: IntArray
    aggregated: npt.NDArray[np.bool_]
    origins: IntArray
    measured: npt.NDArray[np.bool_]

    @staticmethod
    def of(
        starts: IntArray,
        columns: IntArray,
        coefficients: NumberArray,
        lower: Bounds | IntArray | int | None,
        upper: Bounds | IntArray | int | None,
        *,
        scales: IntArray | int = 1,
        kinds: IntArray | npt.NDArray[np.uint8] | Kind = Kind.LINEAR,
        groups: IntArray | int = NO_GROUP,
        targets: IntArray | int = NO_TARGET,
        operations: IntArray | int = NO_OPERATION,
        aggregated: IntArray | npt.NDArray[np.bool_] | bool = False,
        origins: IntArray | int = NO_ORIGIN,
        measured: npt.NDArray[np.bool_] | bool = False,
    ) -> Rows:
        """Rows, with one bound, kind, group and so on for each of them or for all."""
        count = len(starts) - 1
        each = partial(np.full, count)
        return Rows(
            starts,
            columns,
            coefficients,
            _bounds(Side.LOWER, lower, count),
            _bounds(Side.UPPER, upper, count),
            each(scales, dtype=_whole_type(scales)),
            each(kinds, dtype=np.uint8),
            each(groups, dtype=np.int64),
            each(targets, dtype=np.int64),
            each(operations, dtype=np.int64),
            each(aggregated, dtype=bool),
            each(origins, dtype=np.int64),
            each(measured, dtype=bool),
        )

    def __len__(self) -> int:
        return len(self.lower)

    def one(self, row: int) -> Rows:
        """A row by itself."""
        entries = self.entries(row)
        columns, coefficients = self.columns[entries], self.coefficients[entries]
        parts: dict[str, Any] = {name: getattr(self, name)[row : row + 1] for name in _PER_ROW}
        return Rows(np.array([0, len(columns)]), columns, coefficients, **parts)

    def entries(self, row: int) -> slice:
        """Where the entries of a row are."""
        return slice(*self.starts[row : row + 2].tolist())

    def lengths(self) -> IntArray:
        """The number of entries of each row."""
        return np.diff(self.starts)

    def owners(self) -> IntArray:
        """The row of every entry."""
        return np.repeat(np.arange(len(self)), self.lengths())

    def defining(self) -> npt.NDArray[np.bool_]:
        """Which rows are no sums: entries and bounds do not say all about them."""
        defining: npt.NDArray[np.bool_] = self.targets != NO_TARGET
        defining |= self.operations != NO_OPERATION
        return defining

    def in_doubles(self) -> tuple[npt.NDArray[np.float64], ...]:
        """Coefficients, lower and upper bounds as they were stated, for a solver with doubles."""
        lower, upper = (side.in_doubles(self.scales) for side in (self.lower, self.upper))
        scales = self.scales[self.owners()] if self.is_scaled() else 1
        return doubles(self.coefficients, scales), lower, upper

    def is_scaled(self) -> bool:
        """Whether some row was stated with fractions."""
        return bool((self.scales != 1).any())

    def changed(self, old: Rows) -> IntArray:
        """Which of the first rows, as many as there are old ones, say something else than these.

        Example:
            >>> starts, columns = np.array([0, 1, 3]), np.array([4, 4, 5])
            >>> old = Rows.of(starts, columns, np.array([1, 1, 1]), 0, 1)
            >>> Rows.of(starts, columns, np.array([1, 1, 2]), 0, 1).changed(old).tolist()
            [1]
        """
        count = len(old)
        lengths = self.lengths()[:count]
        alike = lengths == old.lengths()
        differing: npt.NDArray[np.bool_] = ~alike
        for name in ("lower", "upper", "kinds", "targets", "operations"):
            differing |= getattr(self, name)[:count] != getattr(old, name)
        mine: IntArray | slice = slice(self.starts[count])
        theirs: IntArray | slice = slice(None)
        if not alike.all():
            mine = np.repeat(alike, lengths).nonzero()[0]
            theirs = np.repeat(alike, old.lengths()).nonzero()[0]
        wrong = self.columns[mine] != old.columns[theirs]
        wrong |= self.coefficients[mine] != old.coefficients[theirs]
        places = np.concatenate([[0], np.cumsum(np.where(alike, lengths, 0))])
        differing[np.searchsorted(places, wrong.nonzero()[0], "right") - 1] = True
        return differing.nonzero()[0]

    def keep(self, kept: npt.NDArray[np.bool_]) -> Rows:
        """Some of the rows; `kept` has shape (rows,)."""
        return self.ordered(np.nonzero(kept)[0])

    def ordered(self, order: IntArray) -> Rows:
        """The rows in another order, which has the number of each."""
        starts, entries = runs_of(self.starts, order)
        parts: dict[str, Any] = {name: getattr(self, name)[order] for name in _PER_ROW}
        found = Rows(starts, self.columns[entries], self.coefficients[entries], **parts)
        return _without_idle_doubles(found)


def _without_idle_doubles(rows: Rows) -> Rows:
    """The rows in arrays of whole numbers, if none is measured any more.

    Among those of measured rows, the whole numbers of exact ones stand in arrays of doubles.
    """
    arrays = (rows.coefficients, rows.lower.numbers, rows.upper.numbers)
    has_doubles = any(numbers.dtype == np.float64 for numbers in arrays)
    if rows.measured.any() or not has_doubles:
        return rows
    return replace(
        rows,
        coefficients=_whole_numbers(rows.coefficients),
        lower=Bounds(Side.LOWER, _whole_numbers(rows.lower.numbers), rows.lower.finite),
        upper=Bounds(Side.UPPER, _whole_numbers(rows.upper.numbers), rows.upper.finite),
    )


def _whole_numbers(numbers: NumberArray) -> NumberArray:
    return numbers.astype(np.int64) if numbers.dtype == np.float64 else numbers


def _bounds(side: Side, bounds: Bounds | IntArray | int | None, count: int) -> Bounds:
    """Bounds of rows, which may be given as numbers, or as one for all of them."""
    if isinstance(bounds, Bounds):
        return bounds
    if isinstance(bounds, np.ndarray):
        return Bounds.of_numbers(side, bounds)
    return Bounds.every(side, bounds, count)


def runs_of(starts: IntArray, order: IntArray) -> tuple[IntArray, IntArray]:
    """Where some rows start once they stand one after the other, and where their entries were."""
    firsts = starts[order]
    lengths = starts[order + 1] - firsts
    if (lengths == 1).all():
        return np.arange(len(order) + 1), firsts
    made = np.concatenate([[0], np.cumsum(lengths)])
    return made, np.arange(made[-1]) + np.repeat(firsts - made[:-1], lengths)


def _whole_type(numbers: IntArray | int) -> Any:
    """The type of whole numbers that holds these: 64 bits, or Python's own."""
    is_large = isinstance(numbers, np.ndarray) and numbers.dtype == object
    return np.dtype(object) if is_large else np.dtype(np.int64)


_NAMES = [part.name for part in fields(Rows)]
_PER_ROW = _NAMES[3:]


def joined(chunks: Sequence[Rows]) -> Rows:
    """All rows of several chunks, in their order."""
    ends = np.cumsum([0, *(len(chunk.columns) for chunk in chunks)])
    starts = [chunk.starts[:-1] + end for chunk, end in zip(chunks, ends[:-1], strict=True)]
    parts = {name: _concatenated([getattr(chunk, name) for chunk in chunks]) for name in _NAMES[1:]}
    return Rows(starts=np.concatenate([*starts, ends[-1:]]), **parts)


def _concatenated(parts: Sequence[Any]) -> Any:
    """Arrays, or bounds, one after the other."""
    return Bounds.joined(parts) if isinstance(parts[0], Bounds) else numbers_joined(parts)


def with_bounds(row: Rows, lower: Number | None, upper: Number | None) -> Rows:
    """A single row with new exact bounds; its scale grows to cover their denominators.

    Example:
        >>> from fractions import Fraction
        >>> row = Rows.of(np.array([0, 1]), np.array([0]), np.array([1]), None, 1, scales=2)
        >>> other = with_bounds(row, None, Fraction(2, 3))
        >>> other.coefficients.tolist(), other.upper.tolist(), other.scales.tolist()
        ([3], [4], [6])
    """
    scale = int(row.scales[0])
    wider = lcm(scale, common_denominator([lower, upper]))
    factor = wider // scale
    coefficients = [int(number) for number in row.coefficients.tolist()]
    return replace(
        row,
        coefficients=stored([number * factor for number in coefficients]),
        lower=Bounds.lower([None if lower is None else int(lower * wider)]),
        upper=Bounds.upper([None if upper is None else int(upper * wider)]),
        scales=stored([wider]),
    )


def in_doubles(row: Rows, lower: Value | None, upper: Value | None) -> Rows:
    """A single exact row as a measured one, with bounds as they were given."""
    return replace(
        row,
        coefficients=doubles(row.coefficients, int(row.scales[0])),
        lower=Bounds.lower([None if lower is None else float(lower)]),
        upper=Bounds.upper([None if upper is None else float(upper)]),
        scales=np.ones(1, dtype=np.int64),
        measured=np.ones(1, dtype=bool),
    )


def with_changed(rows: Rows, changed: Mapping[int, Rows]) -> Rows:
    """The rows with some of them replaced, by row number; arrays that do not change are shared.

    So a change of bounds leaves the columns and coefficients the very same arrays.
    """
    numbers = sorted(changed)
    new, places = joined([changed[number] for number in numbers]), np.array(numbers)
    parts: dict[str, Any] = {
        name: _with_put(getattr(rows, name), places, getattr(new, name)) for name in _PER_ROW
    }
    lengths = rows.lengths()
    if np.array_equal(lengths[places], new.lengths()):
        entries = runs_of(rows.starts, places)[1]
        for name in ("columns", "coefficients"):
            parts[name] = _with_put(getattr(rows, name), entries, getattr(new, name))
        return _without_idle_doubles(replace(rows, **parts))
    lengths[places] = new.lengths()
    for name in ("columns", "coefficients"):
        parts[name] = _spliced(rows, places, getattr(rows, name), getattr(new, name), new.starts)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return _without_idle_doubles(replace(rows, starts=starts, **parts))


def _spliced(rows: Rows, places: IntArray, old: Any, new: Any, new_starts: IntArray) -> Any:
    """An array of entries in which those of some rows are replaced by others, of any number."""
    firsts, ends = rows.starts[places].tolist(), rows.starts[places + 1].tolist()
    pieces = []
    done = 0
    for first, end, others in zip(firsts, ends, np.split(new, new_starts[1:-1]), strict=True):
        pieces += [old[done:first], others]
        done = end
    return numbers_joined([*pieces, old[done:]])


def _with_put(old: Any, at: IntArray, new: Any) -> Any:
    """An array, or bounds, with other values in some places; itself if they are the same."""
    if isinstance(old, Bounds):
        return old if (old[at] == new).all() else old.replaced(at, new)
    if np.array_equal(old[at], new):
        return old
    return numbers_with(old, at, new)


def without_repeats(rows: Rows) -> Rows:
    """The same rows with equal columns added up; the usual case, none, is found quickly.

    A row in which something was added up or fell away becomes a linear one; one that defines a
    variable must not name any twice.
    """
    row_of = rows.owners()
    ascending = (np.diff(rows.columns) > 0) | (np.diff(row_of) > 0)
    if ascending.all() and rows.coefficients.all():
        return rows
    most = largest_size(rows.coefficients) * int(rows.lengths().max())
    if rows.coefficients.dtype == np.int64 and most >= LARGEST:
        raise ModelError("coefficients add up to 63 bits or more", "scale the rows down")
    order = np.lexsort((rows.columns, row_of))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(rows.columns[order]) != 0) | (np.diff(row_of[order]) != 0)
    sums = np.add.reduceat(rows.coefficients[order], np.nonzero(new)[0])
    kept = sums != 0
    sums, columns, owner = sums[kept], rows.columns[order][new][kept], row_of[order][new][kept]
    lengths = np.bincount(owner, minlength=len(rows))
    changed = lengths != rows.lengths()
    if (changed & rows.defining()).any():
        raise ModelError("a definition has a variable twice", "name each one once")
    kinds = rows.kinds.copy()
    kinds[changed] = Kind.LINEAR
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return replace(rows, starts=starts, columns=columns, coefficients=sums, kinds=kinds)


def kinds_of_sums(
    owners: IntArray,
    coefficients: NumberArray,
    binary: npt.NDArray[np.bool_],
    sides: tuple[Bounds, Bounds],
) -> npt.NDArray[np.uint8]:
    """The kind of each row: finds those that say how many of some literals are true.

    `owners`, the rows, `coefficients` and `binary`, whether the column is, have a value for every
    entry; `sides` are the least and the greatest value of each row.
    """
    lower, upper = sides
    literal = binary & (np.abs(coefficients) == 1)
    others = np.bincount(owners[~literal], minlength=len(lower))
    # One true literal: every negated one, 1 - x, moves its 1 to the other side.
    one = 1 - np.bincount(owners[coefficients < 0], minlength=len(lower))
    at_least, at_most = (others == 0) & (lower == one), (others == 0) & (upper == one)
    kinds = np.full(len(lower), Kind.LINEAR, dtype=np.uint8)
    kinds[at_least & at_most] = Kind.EXACTLY_ONE
    kinds[at_most & ~lower.finite] = Kind.AT_MOST_ONE
    kinds[at_least & ~upper.finite] = Kind.AT_LEAST_ONE
    return kinds


class Defines(NamedTuple):
    """The variable or operation that a row defines, if any: see `Rows` for its parts."""

    target: int = NO_TARGET
    operation: int = NO_OPERATION
    aggregated: bool = False


NOTHING = Defines()
"""The parts of a row that defines nothing."""


def add_up(columns: Iterable[int], coefficients: Iterable[Value]) -> dict[int, Value]:
    """The coefficient of each column; those that cancel fall away.

    Example:
        >>> add_up([4, 2, 4, 2], [1, 3, -2, -3])
        {4: -1}
    """
    total: dict[int, Value] = {}
    for column, coefficient in zip(columns, coefficients, strict=True):
        total[column] = total.get(column, 0) + coefficient
    return {column: coefficient for column, coefficient in total.items() if coefficient}


def term_with_sign(coefficient: Value, name: str) -> str:
    """A term within a sum: `- 3 x`."""
    size = "" if size_of(coefficient) == 1 else f"{text_of(size_of(coefficient))} "
    return f"{'-' if coefficient < 0 else '+'} {size}{name}"


def render_key(labels: tuple[Hashable, ...]) -> str:
    """Renders labels as they follow a name: `[A, 3, (2, 4)]`; nothing for no labels."""
    if len(labels) == 1 and isinstance(labels[0], tuple):
        labels = labels[0]
    return f"[{', '.join(map(_label_text, labels))}]" if labels else ""


def _label_text(label: Hashable) -> str:
    """A label as text: a date, say, looks the same in a tuple and outside of it."""
    if not isinstance(label, tuple):
        return str(label)
    parts = [repr(part) if type(part) is str else _label_text(part) for part in label]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
