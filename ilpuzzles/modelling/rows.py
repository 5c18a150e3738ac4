"""Rows in flat arrays, and what they mean.

A row states lower <= sum of coefficient * variable <= upper in whole numbers. A row with fractions
is multiplied by their common denominator, its *scale*. The *kind* of a row says what it means
beyond that, so that a solver with a constraint of its own can use it: in a row of
kind exactly_one, at_most_one or at_least_one every coefficient is 1 (a literal) or -1 (a negated
literal), and the bounds are shifted by the number of negated ones.

A row of kind conjunction or disjunction defines another variable, its *target*, by its literals; it
has no bounds. A row of kind operation is one of `ilpuzzles.modelling.operations`; its entries only
say which variables it speaks of. `ilpuzzles.modelling.linearisation` turns both into linear rows.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from functools import partial
from math import ceil, floor
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Quotients,
    common_denominator,
    common_scales,
    doubles,
    largest_size,
    size_of,
    stored,
    text_of,
)

IntArray: TypeAlias = npt.NDArray[np.int64]

MINUS_INFINITY = -(1 << 63)
"""Stored as the lower bound of a row that has none."""

PLUS_INFINITY = (1 << 63) - 1
"""Stored as the upper bound of a row that has none."""

LARGEST = 1 << 62
"""What coefficients and bounds must stay below, so that 64 bits can hold them and their sums."""

NO_GROUP = -1
"""The group number of rows that belong to no group."""

DEFINITION = -2
"""The group number of rows that only say what an auxiliary variable is; they are never left out."""

NO_TARGET = -1
"""The target of rows that define nothing."""

NO_OPERATION = -1
"""The number of the operation of rows that are none."""


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


@dataclass(frozen=True, slots=True)
class Given:
    """Which rows of a model hold what was given, in parts such as the tiles on the board.

    They can be taken back, unlike the rules. Variables that are fixed are always given.

    Attributes:
        groups: The names of the groups with these rows; none where only rules are stated.
        part: What the part is called that a row belongs to, by the key of the row. Rows of one
            part are given, or taken back, together.
        called: What to call a part in sentences, by its name.

    Example:
        >>> tiles = Given(("starting position",), lambda key: key[0])
        >>> tiles.part(("A", (0, 0))), tiles.part(("A", (0, 1)))
        ('A', 'A')
    """

    groups: tuple[str, ...] = ()
    part: Callable[[Any], str] = str
    called: Callable[[str], str] = str


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Rows:
    """Rows in compressed form: an array of entries, and one value per row in every other array.

    Attributes:
        starts: Where each row begins among the entries, and their number, shape (rows + 1,).
        columns: The columns of all entries.
        coefficients: The coefficients of all entries, none of them 0. As the bounds, they are
            Python's own whole numbers in an array of objects where 64 bits are not enough.
        lower: The least value of each row, `MINUS_INFINITY` for none.
        upper: The greatest value of each row, `PLUS_INFINITY` for none.
        scales: What the numbers of each row as it was stated were multiplied by.
        kinds: The `Kind` of each row.
        groups: The number of the group of each row, `NO_GROUP`, or `DEFINITION`.
        targets: The column that each row defines, or `NO_TARGET`.
        operations: The number of the operation that each row is, or `NO_OPERATION`.
        aggregated: Whether a row that defines becomes one linear row or one per literal.
    """

    starts: IntArray
    columns: IntArray
    coefficients: IntArray
    lower: IntArray
    upper: IntArray
    scales: IntArray
    kinds: npt.NDArray[np.uint8]
    groups: IntArray
    targets: IntArray
    operations: IntArray
    aggregated: npt.NDArray[np.bool_]

    @staticmethod
    def of(
        starts: IntArray,
        columns: IntArray,
        coefficients: IntArray,
        lower: IntArray | int,
        upper: IntArray | int,
        *,
        scales: IntArray | int = 1,
        kinds: IntArray | npt.NDArray[np.uint8] | Kind = Kind.LINEAR,
        groups: IntArray | int = NO_GROUP,
        targets: IntArray | int = NO_TARGET,
        operations: IntArray | int = NO_OPERATION,
        aggregated: IntArray | bool = False,
    ) -> Rows:
        """Rows, with one bound, kind, group and so on for each of them or for all."""
        each = partial(np.full, len(starts) - 1)
        return Rows(
            starts,
            columns,
            coefficients,
            each(lower, dtype=_whole_type(lower)),
            each(upper, dtype=_whole_type(upper)),
            each(scales, dtype=_whole_type(scales)),
            each(kinds, dtype=np.uint8),
            each(groups, dtype=np.int64),
            each(targets, dtype=np.int64),
            each(operations, dtype=np.int64),
            each(aggregated, dtype=bool),
        )

    def __len__(self) -> int:
        return len(self.lower)

    def one(self, row: int) -> Rows:
        """A row by itself."""
        entries = self.entries(row)
        columns, coefficients = self.columns[entries], self.coefficients[entries]
        parts = {name: getattr(self, name)[row : row + 1] for name in _PER_ROW}
        return Rows(np.array([0, len(columns)]), columns, coefficients, **parts)

    def entries(self, row: int) -> slice:
        """Where the entries of a row are."""
        return slice(*self.starts[row : row + 2].tolist())

    def lengths(self) -> IntArray:
        """How many entries each row has."""
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
        lower, upper = (bounds_in_doubles(side, self.scales) for side in (self.lower, self.upper))
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
        parts = {name: getattr(self, name)[order] for name in _PER_ROW}
        return Rows(starts, self.columns[entries], self.coefficients[entries], **parts)


def bounds_in_doubles(ends: NumberArray, scales: NumberArray | int = 1) -> npt.NDArray[np.float64]:
    """Bounds over their scales as the nearest doubles, infinite where there is none."""
    numbers = doubles(ends, scales)
    numbers[ends == MINUS_INFINITY] = -np.inf
    numbers[ends == PLUS_INFINITY] = np.inf
    return numbers


def runs_of(starts: IntArray, order: IntArray) -> tuple[IntArray, IntArray]:
    """Where some rows start once they stand one after the other, and where their entries were."""
    firsts = starts[order]
    lengths = starts[order + 1] - firsts
    if (lengths == 1).all():
        return np.arange(len(order) + 1), firsts
    made = np.concatenate([[0], np.cumsum(lengths)])
    return made, np.arange(made[-1]) + np.repeat(firsts - made[:-1], lengths)


def _whole_type(numbers: IntArray | int) -> Any:
    return (
        numbers.dtype if isinstance(numbers, np.ndarray) and numbers.dtype == object else np.int64
    )


_NAMES = [part.name for part in fields(Rows)]
_PER_ROW = _NAMES[3:]


def joined(chunks: Sequence[Rows]) -> Rows:
    """All rows of several chunks, in their order."""
    ends = np.cumsum([0, *(len(chunk.columns) for chunk in chunks)])
    starts = [chunk.starts[:-1] + end for chunk, end in zip(chunks, ends[:-1], strict=True)]
    parts = {
        name: np.concatenate([getattr(chunk, name) for chunk in chunks]) for name in _NAMES[1:]
    }
    return Rows(starts=np.concatenate([*starts, ends[-1:]]), **parts)


def with_changed(rows: Rows, changed: Mapping[int, Rows]) -> Rows:
    """Rows of which some, by their numbers, are others; arrays in which nothing changes are kept.

    So a change of bounds leaves the columns and coefficients the very same arrays.
    """
    places = sorted(changed)
    new, at = joined([changed[place] for place in places]), np.array(places)
    parts: dict[str, Any] = {
        name: _with_put(getattr(rows, name), at, getattr(new, name)) for name in _PER_ROW
    }
    firsts, ends = rows.starts[at].tolist(), rows.starts[at + 1].tolist()
    if np.array_equal(rows.starts[at + 1] - rows.starts[at], new.lengths()):
        at = np.concatenate([np.arange(*pair) for pair in zip(firsts, ends, strict=True)])
        for name in ("columns", "coefficients"):
            parts[name] = _with_put(getattr(rows, name), at, getattr(new, name))
        return replace(rows, **parts)
    lengths = rows.lengths()
    lengths[at] = new.lengths()
    gaps = list(zip([0, *ends], [*firsts, len(rows.columns)], strict=True))
    for name in ("columns", "coefficients"):
        old, put = getattr(rows, name), np.split(getattr(new, name), new.starts[1:-1])
        pieces = [old[gaps[0][0] : gaps[0][1]]]
        for piece, (first, end) in zip(put, gaps[1:], strict=True):
            pieces += [piece, old[first:end]]
        parts[name] = np.concatenate(pieces)
    return replace(rows, starts=np.concatenate([[0], np.cumsum(lengths)]), **parts)


def _with_put(old: IntArray, at: IntArray, new: IntArray) -> IntArray:
    """An array with other values in some places; itself if they are the same."""
    if np.array_equal(old[at], new):
        return old
    made = old.astype(object) if new.dtype == object else old.copy()
    made[at] = new
    return made


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
    fits = rows.coefficients.dtype == object or most < LARGEST
    if not fits:
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
    sides: tuple[NumberArray, NumberArray],
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
    kinds[at_most & (lower == MINUS_INFINITY)] = Kind.AT_MOST_ONE
    kinds[at_least & (upper == PLUS_INFINITY)] = Kind.AT_LEAST_ONE
    return kinds


def add_up(columns: Iterable[int], coefficients: Iterable[Number]) -> dict[int, Number]:
    """The coefficient of each column; those that cancel fall away.

    Example:
        >>> add_up([4, 2, 4, 2], [1, 3, -2, -3])
        {4: -1}
    """
    total: dict[int, Number] = {}
    for column, coefficient in zip(columns, coefficients, strict=True):
        total[column] = total.get(column, 0) + coefficient
    return {column: coefficient for column, coefficient in total.items() if coefficient}


class _RowNames(NamedTuple):
    """The names of rows that were added together: a key for each, or numbers from `numbered`."""

    first: int
    name: str
    keys: Sequence[Hashable] | None
    numbered: int

    def key(self, place: int) -> Hashable:
        """The key of one of them."""
        return self.numbered + place if self.keys is None else self.keys[place]


Sides: TypeAlias = tuple[Number | None, Number | None]
"""The least and the greatest value of a row as it was stated, None for none."""


class Defines(NamedTuple):
    """What a row defines, if anything: see `Rows` for its parts."""

    target: int = NO_TARGET
    operation: int = NO_OPERATION
    aggregated: bool = False


NOTHING = Defines()
"""Of most rows."""


class RowsNamed(NamedTuple):
    """Rows, one after the other, that have a name together: `size` of them.

    `keys` are what follows the name in brackets, one for each; None for `first_number` and on.
    """

    size: int
    name: str
    keys: list[Hashable] | None
    first_number: int = 0


_FIELDS = 1 + len(_PER_ROW)
# So many rows are sooner looked up one by one than in the arrays of all.
_FEW = 16


def numbers() -> array[int]:
    """A new array of whole numbers, which the garbage collector never looks into."""
    return array("q")


@dataclass(slots=True)
class _Singles:
    """Rows that were added one at a time, end to end in arrays.

    An object for every row would be looked at again and again by the garbage collector, which then
    takes longer than everything else.
    """

    columns: array[int] = field(default_factory=numbers)
    coefficients: array[int] = field(default_factory=numbers)
    # For every row: where it ends, and one value for each of `_PER_ROW`.
    rows: array[int] = field(default_factory=numbers)

    def holds(
        self,
        columns: list[int],
        coefficients: list[Number],
        bounds: tuple[Number | None, Number | None],
        rest: tuple[int, ...],
        scale: int = 1,
    ) -> bool:
        """Adds a row if its numbers are whole and have fewer than 63 bits; whether they are.

        It is there once the last of the three lists has come.
        """
        lower, upper = bounds
        if (
            (coefficients and not -LARGEST < min(coefficients) <= max(coefficients) < LARGEST)
            or (lower is not None and not -LARGEST < lower < LARGEST)
            or (upper is not None and not -LARGEST < upper < LARGEST)
            or scale >= LARGEST
        ):
            return False
        end = self.rows[-_FIELDS] if self.rows else 0
        if len(self.columns) != end or len(self.coefficients) != end:
            # An interruption came while a row was being added, or it had fractions.
            del self.columns[end:], self.coefficients[end:]
        self.columns.fromlist(columns)
        least = MINUS_INFINITY if lower is None else lower
        most = PLUS_INFINITY if upper is None else upper
        try:
            self.coefficients.fromlist(coefficients)  # type: ignore[arg-type] # or a TypeError
            self.rows.fromlist([end + len(columns), least, most, scale, *rest])  # type: ignore[list-item] # likewise
        except TypeError:
            # These arrays take whole numbers only.
            return False
        return True

    def one(self, place: int) -> Rows:
        """One of them."""
        first = self.rows[(place - 1) * _FIELDS] if place else 0
        end, *rest = self.rows[place * _FIELDS : (place + 1) * _FIELDS]
        return _Singles(
            self.columns[first:end], self.coefficients[first:end], array("q", [end - first, *rest])
        ).arrays()

    def arrays(self) -> Rows:
        """All of them."""
        ends, *parts = np.array(self.rows).reshape(-1, _FIELDS).T
        entries = int(ends[-1])
        return Rows.of(
            np.concatenate([[0], ends]),
            np.array(self.columns[:entries]),
            np.array(self.coefficients[:entries]),
            **dict(zip(_PER_ROW, parts, strict=True)),
        )


@dataclass(slots=True)
class RowStore:
    """All rows of a model.

    Rows that are added one at a time gather in a list; rows that are added in bulk are kept as the
    arrays they came as. `all()` joins everything. A row keeps its number for good, so that programs
    and handles that were made before a deletion stay right. No array is ever written to again.

    Attributes:
        revision: How often rows were changed or deleted.
    """

    revision: int = 0
    _changed: dict[int, Rows] = field(default_factory=dict)
    _deleted: set[int] = field(default_factory=set)
    # The bounds as they were stated, of rows where they were rounded.
    _stated: dict[int, Sides | None] = field(default_factory=dict)
    # Each with the number of its first row.
    _chunks: list[tuple[int, Rows]] = field(default_factory=list)
    _singles: _Singles = field(default_factory=_Singles)
    _names: list[_RowNames] = field(default_factory=list)
    _numbered: dict[str, int] = field(default_factory=dict)
    _in_chunks: int = 0

    @property
    def count(self) -> int:
        """How many rows there have been, and the number of the next one."""
        return self._in_chunks + len(self._singles.rows) // _FIELDS

    def append(
        self,
        kind: Kind,
        group: int,
        columns: list[int],
        coefficients: list[Number],
        bounds: tuple[Number | None, Number | None],
        *,
        defines: Defines = NOTHING,
        continuous: bool = False,
    ) -> int:
        """Adds one row and returns its number.

        `continuous` is whether it has a continuous variable, which may make it come to any number.
        """
        if len(set(columns)) != len(columns) or 0 in coefficients:
            total = add_up(columns, coefficients)
            columns, coefficients = list(total), list(total.values())
            kind = Kind.LINEAR
        rest = (kind, group, *defines)
        if not self._singles.holds(columns, coefficients, bounds, rest):
            factors, sides, scale = scaled(coefficients, bounds, continuous=continuous)
            whole_ones: list[Number] = [*factors]
            if not self._singles.holds(columns, whole_ones, sides, rest, scale):
                if scale == 1:
                    large = max(map(abs, factors), default=0) >= LARGEST
                    part = "coefficient" if large else "bound"
                    raise ModelError(f"a {part} has 63 bits or more", "scale the row down")
                self._append_large(columns, factors, sides, scale, rest)
            if any(b is not None and b * scale != s for b, s in zip(bounds, sides, strict=True)):
                self._stated[self.count - 1] = bounds
        return self.count - 1

    def _append_large(
        self,
        columns: list[int],
        factors: list[int],
        sides: Bounds,
        scale: int,
        rest: tuple[int, int, int, int, bool],
    ) -> None:
        """Adds a row whose numbers do not fit into 64 bits, as a chunk of its own."""
        self._flush()
        lower = MINUS_INFINITY if sides[0] is None else sides[0]
        upper = PLUS_INFINITY if sides[1] is None else sides[1]
        parts: dict[str, Any] = {
            name: stored([part])
            for name, part in zip(_PER_ROW, (lower, upper, scale, *rest), strict=True)
        }
        starts, entries = np.array([0, len(columns)]), np.array(columns, dtype=np.int64)
        self._add_chunk(Rows.of(starts, entries, stored(factors), **parts))

    def extend(self, rows: Rows) -> int:
        """Adds many rows and returns the number of the first."""
        rows = without_repeats(rows)
        self._flush()
        self._add_chunk(rows)
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

    def named(self, numbers: IntArray) -> list[RowsNamed]:
        """The names of some rows, by their ascending numbers, in as few parts as possible."""
        found: list[RowsNamed] = []
        ends = [*(names.first for names in self._names), self.count][1:]
        for names, end in zip(self._names, ends, strict=True):
            begin, after = np.searchsorted(numbers, [names.first, end]).tolist()
            chosen = (numbers[begin:after] - names.first).tolist()
            if not chosen:
                # The rows that it was for were given another name, or are gone.
                continue
            size, last = len(chosen), found[-1] if found else None
            if names.keys is None and chosen[-1] - chosen[0] == size - 1:
                found.append(RowsNamed(size, names.name, None, names.numbered + chosen[0]))
                continue
            keys = [names.key(place) for place in chosen]
            if last and last.name == names.name and last.keys is not None:
                last.keys.extend(keys)
                found[-1] = last._replace(size=last.size + size)
            else:
                found.append(RowsNamed(size, names.name, keys))
        return found

    def take(
        self, rows: Rows, names: Iterable[RowsNamed], stated: Mapping[int, Sides | None]
    ) -> None:
        """Adds rows as they are, no column twice in any, with the names and bounds they had."""
        self._flush()
        self._stated.update(stated)
        first = self._in_chunks
        self._add_chunk(rows)
        for run in names:
            self._names.append(_RowNames(first, run.name, run.keys, run.first_number))
            if run.keys is None:
                self._numbered[run.name] = run.first_number + run.size
            first += run.size

    def name_of(self, row: int) -> str:
        """The name of a row; keys of rows that have no name together are their names."""
        return self.called(row)[0]

    def called(self, row: int) -> tuple[str, Hashable]:
        """The name of a row, and its key."""
        name, key = self.key_of(row)
        return name + render_key((key,)) if name else str(key), key

    def key_of(self, row: int) -> tuple[str, Hashable]:
        """What a row is called together with others, and the key that tells it from them."""
        # The last that begins at this row or before: tuples are compared by their first parts.
        names = self._names[bisect_left(self._names, (row + 1,)) - 1]
        return names.name, names.key(row - names.first)

    def all(self) -> Rows:
        """All rows as one, by their numbers; also those that are deleted."""
        self._flush()
        if not self._chunks:
            empty = np.zeros(0, dtype=np.int64)
            return Rows.of(np.zeros(1, dtype=np.int64), empty, empty, 0, 0)
        if len(self._chunks) > 1:
            self._chunks = [(0, joined([chunk for _, chunk in self._chunks]))]
        ((_, rows),) = self._chunks
        if self._changed:
            rows = with_changed(rows, self._changed)
            self._chunks = [(0, rows)]
            self._changed = {}
        return rows

    def some(self, numbers: Sequence[int]) -> Rows:
        """Some rows that are there; few of them are looked up without joining all."""
        few = [self.one(number) for number in numbers] if len(numbers) <= _FEW else []
        found = [row for row in few if row is not None]
        return joined(found) if found else self.all().ordered(np.array(numbers, dtype=np.int64))

    def left(self) -> tuple[Rows, IntArray]:
        """The rows that are not deleted, and their numbers."""
        rows = self.all()
        numbers = np.arange(len(rows))
        if not self._deleted:
            return rows, numbers
        kept = np.ones(len(rows), dtype=bool)
        kept[list(self._deleted)] = False
        return rows.keep(kept), numbers[kept]

    def one(self, row: int) -> Rows | None:
        """A row by itself, None if it is deleted; what is stated in bulk stays as it is."""
        if self.is_gone(row):
            return None
        if row in self._changed:
            return self._changed[row]
        if row >= self._in_chunks:
            return self._singles.one(row - self._in_chunks)
        first, chunk = self._chunks[bisect_right(self._chunks, row, key=lambda one: one[0]) - 1]
        return chunk.one(row - first)

    def is_gone(self, row: int) -> bool:
        """Whether a row is deleted, or has never been there."""
        return row in self._deleted or not 0 <= row < self.count

    def write_bounds(self, row: int) -> Sides | None:
        """The bounds of a row as they were stated, if they were rounded."""
        return self._stated.get(row)

    def change(self, row: int, changed: RowStore) -> None:
        """Puts the only row of another store in the place of a row, which keeps its name."""
        self._changed[row] = changed.all()
        self._stated[row] = changed.write_bounds(0)
        self.revision += 1

    def delete(self, rows: Iterable[int]) -> None:
        """Takes rows away."""
        self._deleted.update(rows)
        self.revision += 1

    def _flush(self) -> None:
        if self._singles.rows:
            rows = self._singles.arrays()
            self._chunks.append((self._in_chunks, rows))
            self._in_chunks, self._singles = self._in_chunks + len(rows), _Singles()

    def _add_chunk(self, rows: Rows) -> None:
        self._chunks.append((self._in_chunks, rows))
        self._in_chunks += len(rows)


Bounds: TypeAlias = tuple[int | None, int | None]
"""The least and the greatest value, None for none."""


def scaled(
    coefficients: Sequence[Number], bounds: tuple[Number | None, Number | None], *, continuous: bool
) -> tuple[list[int], Bounds, int]:
    """A row in whole numbers, and what it was multiplied by.

    If all its variables are whole, so is the sum, and the bounds of an inequality are rounded
    inwards.

    Example:
        >>> from fractions import Fraction
        >>> half = Fraction(1, 2)
        >>> scaled([half, 3], (None, Fraction(5, 3)), continuous=False)
        ([1, 6], (None, 3), 2)
        >>> scaled([half, 3], (None, Fraction(5, 3)), continuous=True)
        ([3, 18], (None, 10), 6)
    """
    lower, upper = bounds
    exactly = continuous or lower == upper
    scale = common_denominator([*coefficients, *(bounds if exactly else ())])
    return [int(factor * scale) for factor in coefficients], inwards(bounds, scale), scale


def inwards(bounds: Sides, scale: int) -> Bounds:
    """Bounds that are multiplied by a scale and rounded, so that they allow no more."""
    lower, upper = bounds
    least = None if lower is None else ceil(lower * scale)
    return least, None if upper is None else floor(upper * scale)


def in_whole_numbers(
    owners: IntArray,
    coefficients: Quotients,
    lower: NumberArray,
    upper: NumberArray,
    rounded: npt.NDArray[np.bool_] | None = None,
) -> tuple[NumberArray, NumberArray, NumberArray, NumberArray]:
    """Rows in whole numbers: coefficients, bounds, and what each row was multiplied by.

    Args:
        owners: The row of every entry.
        coefficients: The coefficients of all entries.
        lower: The least value of each row, `MINUS_INFINITY` for none.
        upper: The greatest value, `PLUS_INFINITY` for none.
        rounded: The rows whose bounds are rounded inwards, where they are not whole once the
            coefficients are, shape (rows,); none by default.

    Example:
        >>> from fractions import Fraction
        >>> halves, least = Quotients.of(np.array([0.5, 3])), np.array([MINUS_INFINITY])
        >>> most, owners = stored([Fraction(5, 3)]), np.array([0, 0])
        >>> [part.tolist() for part in in_whole_numbers(owners, halves, least, most)]
        [[15, 90], [-9223372036854775808], [50], [30]]
        >>> twice, least, most = Quotients.of(np.array([2])), stored([Fraction(5, 2)]), least + 9
        >>> inwards = in_whole_numbers(owners[:1], twice, least, most, np.array([True]))
        >>> [part.tolist() for part in inwards]
        [[2], [3], [-9223372036854775799], [1]]
    """
    parts = coefficients.numerators, lower, upper
    if all(part.dtype == np.int64 for part in parts) and (coefficients.denominators == 1).all():
        return *parts, np.ones(len(lower), dtype=np.int64)
    finite = [np.nonzero(lower != MINUS_INFINITY)[0], np.nonzero(upper != PLUS_INFINITY)[0]]
    sides = [Quotients.of(bound[at]) for bound, at in zip((lower, upper), finite, strict=True)]
    exactly = [np.ones(len(at), bool) if rounded is None else ~rounded[at] for at in finite]
    bounded = list(zip(finite, sides, exactly, strict=True))
    scales = common_scales(
        np.concatenate([owners, *(at[chosen] for at, _, chosen in bounded)]),
        np.concatenate(
            [coefficients.denominators, *(one.denominators[chosen] for _, one, chosen in bounded)]
        ),
        len(lower),
    )
    bounds = []
    for infinity, at, side in (
        (MINUS_INFINITY, finite[0], sides[0].ceil(scales[finite[0]])),
        (PLUS_INFINITY, finite[1], sides[1].floor(scales[finite[1]])),
    ):
        bound = np.full(len(lower), infinity, dtype=_whole_type(side))
        bound[at] = side
        bounds.append(bound)
    return coefficients.floor(scales[owners]), bounds[0], bounds[1], scales


def term_with_sign(coefficient: Number, name: str) -> str:
    """A term within a sum: `- 3 x`."""
    size = "" if size_of(coefficient) == 1 else f"{text_of(size_of(coefficient))} "
    return f"{'-' if coefficient < 0 else '+'} {size}{name}"


def render_key(labels: tuple[Hashable, ...]) -> str:
    """Renders labels as they follow a name: `[A, 3, (2, 4)]`; nothing for no labels."""
    if len(labels) == 1 and isinstance(labels[0], tuple):
        labels = labels[0]
    return f"[{', '.join(str(label) for label in labels)}]" if labels else ""
