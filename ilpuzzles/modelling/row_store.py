"""The rows of a model as they gather: as they were written, and from that in whole numbers.

Rows that are added one at a time gather in flat arrays; rows that are added in bulk are kept as the
arrays they came as. A row keeps its number for good.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.labels import plain_labels
from ilpuzzles.modelling.layouts import Keys
from ilpuzzles.modelling.numbers import (
    BoolArray,
    NumberArray,
    Value,
    means_double,
    numbers_joined,
    numbers_with,
    stored,
)
from ilpuzzles.modelling.row_builder import RowTraits, build_rows, refuse_large_numbers
from ilpuzzles.modelling.rows import (
    NO_ORIGIN,
    NOTHING,
    Defines,
    IntArray,
    Kind,
    Rows,
    joined,
    render_key,
    with_changed,
)
from ilpuzzles.modelling.written import WrittenRows

Sides: TypeAlias = tuple[Value | None, Value | None]
"""The least and the greatest value of a row as it was written, None for none."""

# So many rows are sooner looked up one by one than in the arrays of all.
_FEW = 16


class RowsNamed(NamedTuple):
    """Rows, one after the other, that have a name together: `size` of them.

    `keys` are what follows the name in brackets, one for each; None for `first_number` and on.
    """

    size: int
    name: str
    keys: list[Hashable] | None
    first_number: int = 0


class _RowNames(NamedTuple):
    """The names of rows that were added together: a key for each, or numbers from `numbered`."""

    first: int
    name: str
    keys: Sequence[Hashable] | None
    numbered: int

    def key(self, place: int) -> Hashable:
        """The key of one of the rows."""
        return self.numbered + place if self.keys is None else self.keys[place]


_FIELD_NAMES = (
    "end", "doubles_end", "lower", "upper", "has_lower", "has_upper", "is_whole",
    "kind", "group", "target", "operation", "aggregated",
)  # fmt: skip
"""The whole numbers that are kept of each pending row; those of bounds are 0 for none.

`end` is where its entries end, and `doubles_end` where those end that are doubles.
"""

_FIELDS = len(_FIELD_NAMES)


@dataclass(slots=True)
class _OtherBounds:
    """The bounds of pending rows that are no whole numbers of 64 bits, by the places of the rows.

    Attributes:
        places: The places of those that are doubles, ascending.
        doubles: These bounds.
        others: All others, by their places.
    """

    places: array[int] = field(default_factory=lambda: array("q"))
    doubles: array[float] = field(default_factory=lambda: array("d"))
    others: dict[int, Value] = field(default_factory=dict)

    def reaches(self, place: int) -> bool:
        """Whether there is one of a place already, which an interruption has left."""
        is_double = bool(self.places) and self.places[-1] >= place
        return is_double or place in self.others or len(self.places) != len(self.doubles)

    def without(self, place: int, bound: Value) -> int:
        """A bound as a field: itself, or 0 where it is kept here."""
        if type(bound) is float:
            _require_finite([bound])
            self.places.append(place)
            self.doubles.append(bound)
            return 0
        if type(bound) is int and -_LIMIT <= bound < _LIMIT:
            return bound
        self.others[place] = bound
        return 0

    def forget_from(self, place: int) -> None:
        """Removes those from a place on."""
        kept = bisect_left(self.places, place)
        del self.places[kept:], self.doubles[kept:]
        self.others = {row: bound for row, bound in self.others.items() if row < place}

    def put_into(self, bounds: IntArray, places: range) -> NumberArray:
        """The fields of rows at some places as bounds, with those that are kept here."""
        first = bisect_left(self.places, places.start)
        last = bisect_left(self.places, places.stop)
        found: NumberArray = bounds
        if last > first:
            at = np.array(self.places[first:last], dtype=np.int64) - places.start
            found = numbers_with(found, at, np.array(self.doubles[first:last], dtype=np.float64))
        return _with_others(found, self.others, places)


@dataclass(slots=True)
class _PendingRows:
    """Rows that were added one at a time, end to end in arrays, exactly as they were written.

    An object for every row would be looked at again and again by the garbage collector, which then
    takes longer than everything else. A row is there once its fields are: an interruption before
    that leaves entries behind, which the next row removes.

    Attributes:
        columns: The columns of all entries.
        numbers: The coefficients of rows without measured ones, 0 where one is no whole number of
            64 bits.
        doubles: The coefficients of the other rows.
        others: The coefficients that fit neither, by the place of their entry.
        lower_others: The lower bounds that are no whole numbers of 64 bits.
        upper_others: The upper bounds, likewise.
        repeating: The rows that name a column twice, or have a coefficient of 0.
        fields: The fields of every row, end to end, in the order of their names.
    """

    columns: array[int] = field(default_factory=lambda: array("q"))
    numbers: array[int] = field(default_factory=lambda: array("q"))
    doubles: array[float] = field(default_factory=lambda: array("d"))
    others: dict[int, Value] = field(default_factory=dict)
    lower_others: _OtherBounds = field(default_factory=_OtherBounds)
    upper_others: _OtherBounds = field(default_factory=_OtherBounds)
    repeating: set[int] = field(default_factory=set)
    fields: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.fields) // _FIELDS

    def end(self, place: int) -> int:
        """Where the entries of a row end; those of the row before the first one end at 0."""
        return self.fields[place * _FIELDS] if place >= 0 else 0

    def doubles_end(self, place: int) -> int:
        """Where its doubles end, likewise."""
        return self.fields[place * _FIELDS + 1] if place >= 0 else 0

    def append(
        self,
        columns: list[int],
        numbers: Sequence[Value],
        bounds: Sides,
        *,
        is_whole: bool,
        kind: Kind,
        group: int,
        defines: Defines,
    ) -> None:
        """Adds a row."""
        # This is called for every row of a model: it takes shorter ways than the rest.
        kept = self.fields
        place = len(kept) // _FIELDS
        first = kept[-_FIELDS] if place else 0
        first_double = kept[1 - _FIELDS] if place else 0
        if (
            len(self.columns) != first
            or place in self.repeating
            or self.lower_others.reaches(place)
            or self.upper_others.reaches(place)
        ):
            self._forget_from(first, first_double, place)
        self.columns.fromlist(columns)
        is_plain = self._append_numbers(numbers, first, first - first_double)
        if len(set(columns)) != len(columns) or 0 in numbers:
            self.repeating.add(place)
        lower, upper = bounds
        least = 0 if lower is None else lower
        most = 0 if upper is None else upper
        if is_plain and type(least) is int and type(most) is int:
            refuse_large_numbers(numbers, least, most)  # type: ignore[arg-type] # all are ints
        else:
            least = self.lower_others.without(place, least)
            most = self.upper_others.without(place, most)
        kept.fromlist(
            [
                len(self.columns),
                len(self.doubles),
                least,
                most,
                lower is not None,
                upper is not None,
                is_whole,
                kind,
                group,
                *defines,
            ]
        )

    def _append_numbers(self, numbers: Sequence[Value], first: int, first_whole: int) -> bool:
        """Adds the coefficients of a row; returns whether all are whole numbers of 64 bits.

        The row begins at the entry `first`, which is that number of `numbers` that comes next.
        """
        if not numbers or type(numbers[0]) is not float:
            try:
                self.numbers.fromlist(numbers)  # type: ignore[arg-type] # of others, it raises
            except (TypeError, OverflowError):
                del self.numbers[first_whole:]
            else:
                return True
        kinds = set(map(type, numbers))
        if float in kinds:
            _require_finite(numbers)
            if kinds == {float}:
                self.doubles.extend(cast("Sequence[float]", numbers))
                return False
            if all(map(means_double, numbers)):
                self.doubles.fromlist([float(number) for number in numbers])
                return False
        whole_ones = []
        for place, number in enumerate(numbers, first):
            fits = type(number) is int and -_LIMIT <= number < _LIMIT
            whole_ones.append(int(number) if fits else 0)
            if not fits:
                self.others[place] = number
        self.numbers.fromlist(whole_ones)
        return kinds <= {int}

    def _forget_from(self, entry: int, double: int, place: int) -> None:
        """Removes what an interruption has left of a row that is not there."""
        del self.columns[entry:], self.numbers[entry - double :], self.doubles[double:]
        self.others = {at: number for at, number in self.others.items() if at < entry}
        self.lower_others.forget_from(place)
        self.upper_others.forget_from(place)
        self.repeating = {row for row in self.repeating if row < place}

    def built(self, first: int, end: int, origin: int) -> tuple[WrittenRows, Rows]:
        """The rows at some places: as they were written, and in whole numbers."""
        fields = np.array(self.fields[first * _FIELDS : end * _FIELDS]).reshape(-1, _FIELDS).T
        entry, last = self.end(first - 1), self.end(end - 1)
        parts = dict(zip(_FIELD_NAMES, fields, strict=True))
        ends = parts["end"]
        numbers = self._numbers_between(first, end, fields)
        numbers = _with_others(numbers, self.others, range(entry, last))
        places = range(first, end)
        lower = Bounds(
            Side.LOWER,
            self.lower_others.put_into(parts["lower"], places),
            parts["has_lower"].astype(bool),
        )
        upper = Bounds(
            Side.UPPER,
            self.upper_others.put_into(parts["upper"], places),
            parts["has_upper"].astype(bool),
        )
        written = WrittenRows(
            np.concatenate([[0], ends - entry]),
            np.array(self.columns[entry:last], dtype=np.int64),
            numbers,
            lower,
            upper,
        )
        traits = RowTraits(
            kinds=parts["kind"].astype(np.uint8),
            groups=parts["group"],
            targets=parts["target"],
            operations=parts["operation"],
            aggregated=parts["aggregated"].astype(bool),
        )
        repeated = [place - first for place in _keys_within(self.repeating, places)]
        whole = parts["is_whole"].astype(bool)
        return build_rows(written, traits, origin=origin, whole=whole, repeated=repeated)

    def _numbers_between(self, first: int, end: int, fields: IntArray) -> NumberArray:
        """The coefficients of some rows, 0 for those that are among the others."""
        entry, last = self.end(first - 1), self.end(end - 1)
        double, last_double = self.doubles_end(first - 1), self.doubles_end(end - 1)
        whole_ones = np.array(self.numbers[entry - double : last - last_double], dtype=np.int64)
        if double == last_double:
            return whole_ones
        measured_ones = np.array(self.doubles[double:last_double], dtype=np.float64)
        if not len(whole_ones):
            return measured_ones
        lengths = np.diff(fields[_FIELD_NAMES.index("end")], prepend=entry)
        in_doubles = np.diff(fields[_FIELD_NAMES.index("doubles_end")], prepend=double) > 0
        of_doubles = np.repeat(in_doubles, lengths)
        places = np.concatenate([(~of_doubles).nonzero()[0], of_doubles.nonzero()[0]])
        made = numbers_joined([whole_ones, measured_ones])
        return made[np.argsort(places)]


_LIMIT = 1 << 63


def _require_finite(numbers: Iterable[Value]) -> None:
    """Raises if a number has become infinite, or none, as products of doubles may."""
    floats = [number for number in numbers if type(number) is float]
    if all(map(isfinite, floats)):
        return
    for number in floats:
        if not isfinite(number):
            raise ModelError(f"a row has the number {number}", "scale its numbers down")


def _keys_within(keys: Collection[int], places: range) -> list[int]:
    """The keys among some places, ascending; of few places, each is looked up."""
    if len(places) < len(keys):
        return [place for place in places if place in keys]
    return sorted(key for key in keys if key in places)


def _with_others(numbers: NumberArray, others: Mapping[int, Value], places: range) -> NumberArray:
    """Numbers of an array, with others in some of their places."""
    keys = _keys_within(others.keys(), places)
    if not keys:
        return numbers
    at = np.array(keys, dtype=np.int64) - places.start
    return numbers_with(numbers, at, stored([others[key] for key in keys]))


@dataclass(slots=True)
class RowStore:
    """All rows of a model.

    `all()` joins the rows in whole numbers, `written()` what they were written as. A row keeps its
    number for good, so that programs and handles that were made before a deletion stay right; and
    what was written is only ever added to, so that the origins of rows stay right, too. No array is
    ever written to again.

    Attributes:
        revision: How often rows were changed or deleted.
    """

    revision: int = 0
    _changed: dict[int, Rows] = field(default_factory=dict)
    _deleted: set[int] = field(default_factory=set)
    # Each with the number of its first row.
    _chunks: list[tuple[int, Rows]] = field(default_factory=list)
    _pending: _PendingRows = field(default_factory=_PendingRows)
    # What was written, in the order of the origins.
    _written: list[WrittenRows] = field(default_factory=list)
    _origins: int = 0
    _names: list[_RowNames] = field(default_factory=list)
    _numbered: dict[str, int] = field(default_factory=dict)
    _in_chunks: int = 0

    def copied(self) -> RowStore:
        """A copy that others may add to; arrays are shared, since none is ever written to again."""
        self._flush()
        return replace(
            self,
            _changed=self._changed.copy(),
            _deleted=self._deleted.copy(),
            _chunks=self._chunks.copy(),
            _pending=_PendingRows(),
            _written=self._written.copy(),
            _names=self._names.copy(),
            _numbered=self._numbered.copy(),
        )

    @property
    def count(self) -> int:
        """The number of rows so far, deleted ones included, and of the next one."""
        return self._in_chunks + len(self._pending)

    def sizes_of_model(self) -> tuple[int, int] | None:
        """The numbers of columns and rows of the model itself, below those of an extension."""
        return None

    def require_of_model(self, numbers: Iterable[int]) -> None:
        """Raises if some rows belong to a program alone; a model itself has no such rows."""

    def append(
        self,
        kind: Kind,
        group: int,
        columns: list[int],
        coefficients: Sequence[Value],
        bounds: Sides,
        *,
        defines: Defines = NOTHING,
        continuous: bool = False,
    ) -> int:
        """Adds one row and returns its number.

        `continuous` is whether it has a continuous variable once equal ones are added up, so that
        its left side may be any number.

        Raises:
            ModelError: If it is whole and has a number of 63 bits or more.
        """
        self._pending.append(
            columns,
            coefficients,
            bounds,
            is_whole=not continuous,
            kind=kind,
            group=group,
            defines=defines,
        )
        return self.count - 1

    def extend(
        self,
        written: WrittenRows,
        traits: RowTraits,
        *,
        continuous: BoolArray | None = None,
        repeated: Sequence[int] | None = None,
        binary: BoolArray | None = None,
    ) -> int:
        """Adds many rows and returns the number of the first; see `build_rows`."""
        self._flush()
        written, rows = build_rows(
            written,
            traits,
            origin=self._origins,
            continuous=continuous,
            repeated=repeated,
            binary=binary,
        )
        pending = self._pending
        self._add_chunk(written, rows, pending, pending)
        return self.count - len(rows)

    def name_rows(self, first: int, name: str, keys: Sequence[Hashable] | None) -> None:
        """Names the rows from `first` to the last one; without keys they are numbered."""
        number = self._numbered.get(name, 0)
        if keys is None:
            self._numbered[name] = number + self.count - first
            last = self._names[-1] if self._names else None
            if last and last.name == name and last.keys is None:
                # They go on where the last ones ended, and so do their numbers.
                return
        # The labels of variables are plain already.
        is_plain = keys is None or isinstance(keys, Keys)
        plain_keys = keys if is_plain else plain_labels(keys)  # type: ignore[arg-type] # or None
        self._names.append(_RowNames(first, name, plain_keys, number))

    def restore_names(self, runs: Iterable[RowsNamed]) -> None:
        """Gives all rows the names that they had when they were saved."""
        first = 0
        for run in runs:
            self._names.append(_RowNames(first, run.name, run.keys, run.first_number))
            if run.keys is None:
                self._numbered[run.name] = run.first_number + run.size
            first += run.size

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

    def name_of(self, row: int) -> str:
        """The name of a row; keys of rows that have no name together are their names."""
        return self.called(row)[0]

    def called(self, row: int) -> tuple[str, Hashable]:
        """The name of a row, and its key."""
        name, key = self.key_of(row)
        return name + render_key((key,)) if name else str(key), key

    def key_of(self, row: int) -> tuple[str, Hashable]:
        """The name that a row shares with others, and the key that tells it from them."""
        # The last that begins at this row or before: tuples are compared by their first parts.
        names = self._names[bisect_left(self._names, (row + 1,)) - 1]
        return names.name, names.key(row - names.first)

    def numbers_named(self, name: str) -> list[int]:
        """The rows that have a name together, or the one that has it alone, as `cover[Mon]`."""
        found: list[int] = []
        ends = [*(names.first for names in self._names), self.count][1:]
        for names, end in zip(self._names, ends, strict=True):
            rows = range(names.first, end)
            if names.name == name:
                found += rows
            elif name.startswith(names.name) and (names.name == "" or name.endswith("]")):
                found += [row for row in rows if self.name_of(row) == name]
        return found

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

    def written(self) -> WrittenRows:
        """All that was ever written, by its origins; also what was changed or deleted since."""
        self._flush()
        if not self._written:
            return WrittenRows.of([], [], [])
        if len(self._written) > 1:
            self._written = [WrittenRows.joined(self._written).compact()]
        return self._written[0]

    def some(self, numbers: Sequence[int]) -> Rows:
        """Rows that are not deleted; few of them are looked up without joining all."""
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
            place = row - self._in_chunks
            return self._pending.built(place, place + 1, self._origins + place)[1]
        first, chunk = self._chunks[bisect_right(self._chunks, row, key=lambda one: one[0]) - 1]
        return chunk.one(row - first)

    def is_gone(self, row: int) -> bool:
        """Whether a row is deleted, or has never been there."""
        return row in self._deleted or not 0 <= row < self.count

    def written_bounds(self, origin: int) -> Sides | None:
        """The bounds of a row as they were written; None if nobody wrote it."""
        if origin == NO_ORIGIN:
            return None
        if origin >= self._origins:
            place = origin - self._origins
            return self._pending.built(place, place + 1, origin)[0].bounds_as_given(0)
        for part in self._written:
            if origin < len(part):
                return part.bounds_as_given(origin)
            origin -= len(part)
        return None

    def change(self, row: int, changed: RowStore) -> None:
        """Puts the only row of another store in the place of a row, which keeps its name."""
        self._flush()
        rows = replace(changed.all(), origins=np.array([self._origins]))
        parts = [*self._written, changed.written()]
        others = {**self._changed, row: rows}
        self._written = parts
        self._origins += 1
        self._changed = others
        self.revision += 1

    def delete(self, rows: Iterable[int]) -> None:
        """Takes rows away."""
        self._deleted.update(rows)
        self.revision += 1

    def _flush(self) -> None:
        """Makes a chunk of the pending rows."""
        pending = self._pending
        if len(pending):
            written, rows = pending.built(0, len(pending), self._origins)
            self._add_chunk(written, rows, pending, _PendingRows())

    def _add_chunk(
        self, written: WrittenRows, rows: Rows, before: _PendingRows, after: _PendingRows
    ) -> None:
        """Adds rows as they were written and in whole numbers; `after` them is what is pending.

        If another thread has made a chunk of what was pending `before`, it is there already. From
        that question on nothing is called, so that neither an interruption nor another thread
        comes between the assignments.
        """
        compact = written.compact()
        count = len(rows)
        if self._pending is not before:
            return
        chunks = [*self._chunks, (self._in_chunks, rows)]
        parts = [*self._written, compact]
        self._chunks = chunks
        self._written = parts
        self._in_chunks += count
        self._origins += count
        self._pending = after
