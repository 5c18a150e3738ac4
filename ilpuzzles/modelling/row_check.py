"""Rows of models: whether an assignment satisfies them, their texts, and their handles.

No solver's word is taken for the row check. All arithmetic is exact: in whole numbers, Python's own
where 64 bits might not be enough, and in fractions where variables are continuous or numbers
measured.

A handle, `Row`, is a model and a number; all else is looked up when somebody asks. It is no `int`,
which would take part in sums and comparisons as if it were a number of the puzzle, but it indexes
arrays as one does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, overload

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem, counted, quoted
from ilpuzzles.modelling.expressions import Owner, Variable
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Numeric,
    Value,
    as_value,
    doubles,
    largest_size,
    plain,
    python_scalar,
    size_of,
    text_of,
    texts_apart,
)
from ilpuzzles.modelling.operations import Operation, Outcome, over_scale
from ilpuzzles.modelling.ownership import require_same_model
from ilpuzzles.modelling.pointers import ROW, missing_attribute
from ilpuzzles.modelling.precision import TOLERANCE, Precision, has_measured
from ilpuzzles.modelling.row_store import RowStore, Sides
from ilpuzzles.modelling.rows import (
    DEFINITION,
    LARGEST,
    NO_OPERATION,
    NO_ORIGIN,
    NO_TARGET,
    Group,
    IntArray,
    Kind,
    Rows,
    term_with_sign,
)
from ilpuzzles.modelling.written import WrittenRows

_TERMS_SHOWN = 4
_WORDS_BEFORE_LITERALS = {
    Kind.EXACTLY_ONE: "exactly one of",
    Kind.AT_MOST_ONE: "at most one of",
    Kind.AT_LEAST_ONE: "at least one of",
    Kind.CONJUNCTION: "all of",
    Kind.DISJUNCTION: "one or more of",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A row or a variable that is not within its bounds.

    Attributes:
        name: The name of the row or variable.
        value: The activity of the row, or the value of the variable.
        lower: The least allowed value, or None.
        upper: The greatest allowed value, or None.
        outside: Whether the value must not lie within these bounds, instead.
        size: The magnitude that a violation is tolerated relative to, in mixed programs.

    Example:
        >>> print(Violation("each cell once[(0, 3)]", 2, 1, 1))
        each cell once[(0, 3)] is 2, not 1
    """

    name: str
    value: Number
    lower: Number | None
    upper: Number | None
    outside: bool = False
    size: Number = 0

    def __str__(self) -> str:
        texts = texts_apart([self.value, self.lower, self.upper])
        value, lower, upper = ("" if text is None else text for text in texts)
        if self.lower == self.upper:
            bounds = lower
        elif self.outside or (lower and upper):
            bounds = f"within {lower} and {upper}"
        else:
            bounds = f"at least {lower}" if lower else f"at most {upper}"
        verb = "and must not be" if self.outside else "not"
        return f"{self.name} is {value}, {verb} {bounds}"

    def by(self) -> Number:
        """The violation: the distance of the value from where it has to be."""
        return size_of(self.value - self.bound())

    def bound(self) -> Number:
        """The bound that the value breaks; of several, the nearest one."""
        bounds = [bound for bound in (self.lower, self.upper) if bound is not None]
        return min(bounds, key=lambda bound: size_of(bound - self.value), default=self.value)


def interval_text(lower: Number | None, upper: Number | None) -> str:
    """The numbers between two bounds, in words.

    Example:
        >>> interval_text(0, 1), interval_text(None, 5), interval_text(None, None)
        ('within 0 and 1', 'at most 5', 'any number')
    """
    if lower is None:
        return "any number" if upper is None else f"at most {text_of(upper)}"
    if upper is None:
        return f"at least {text_of(lower)}"
    return f"within {text_of(lower)} and {text_of(upper)}"


def larger_than_tolerance(violations: Iterable[Violation]) -> list[Violation]:
    """The violations that are more than rounding errors of a solver, by the size of each row."""
    return [each for each in violations if each.by() > TOLERANCE * each.size]


def rows_hold(
    rows: Rows,
    operations: Sequence[Operation],
    batch: NumberArray,
    written: WrittenRows | None = None,
) -> npt.NDArray[np.bool_]:
    """Whether each of many assignments, shape (assignments, columns), satisfies all rows."""
    sums = sums_to_check(rows, written)
    sizes = (sums.numbers, batch, sums.lengths())
    is_simple = (
        batch.dtype != object
        and sums.is_whole()
        and all(largest_size(part) < _SMALL_NUMBER for part in sizes)
        and not rows.defining().any()
    )
    if not is_simple:
        hold = [not any(wrong_rows(rows, operations, values, written)) for values in batch]
        return np.array(hold, dtype=bool)
    totals = _activities_of_many(sums, batch.astype(np.int64, copy=False))
    # No sum of so many small terms reaches these.
    lower = sums.lower.filled(-(_SMALL_NUMBER**3))
    upper = sums.upper.filled(_SMALL_NUMBER**3)
    return np.asarray(((lower <= totals) & (totals <= upper)).all(axis=1))


_SMALL_NUMBER = 1 << 20
"""Fewer than so many products of two numbers below this add up to less than 2^60."""


def _activities_of_many(sums: WrittenRows, batch: IntArray) -> IntArray:
    """The activities of all rows for many assignments, shape (assignments, rows).

    It goes over the values that are not 0, which are few in most solutions, and adds what each adds
    to the rows of its column.
    """
    by_column = np.argsort(sums.columns, kind="stable")
    entries_in_column = np.bincount(sums.columns, minlength=batch.shape[1])
    column_ends = entries_in_column.cumsum()
    assignments, columns = np.divmod(np.flatnonzero(batch != 0), max(1, batch.shape[1]))
    # One term for each value that is not 0 and each entry of its column.
    counts = entries_in_column[columns]
    term_ends = counts.cumsum()
    places = np.repeat(column_ends[columns] - term_ends, counts) + np.arange(counts.sum())
    entries = by_column[places]
    terms = sums.numbers[entries].astype(np.int64) * np.repeat(batch[assignments, columns], counts)
    totals = np.zeros((len(batch), len(sums)), dtype=np.int64)
    owners = np.repeat(assignments, counts) * len(sums) + sums.owners()[entries]
    np.add.at(totals.reshape(-1), owners, terms)
    return totals


def sums_to_check(rows: Rows, written: WrittenRows | None) -> WrittenRows:
    """The sums of all rows: as they were written, or as they are where nobody wrote them."""
    precision = None
    if rows.measured.any():
        precision = np.where(rows.measured, Precision.MEASURED, Precision.EXACT).astype(np.uint8)
    stored_rows = WrittenRows(
        rows.starts, rows.columns, rows.coefficients, rows.lower, rows.upper, precision
    )
    is_written = rows.origins != NO_ORIGIN
    if written is None or not is_written.any():
        return stored_rows
    if is_written.all():
        return written.chosen(rows.origins)
    unwritten = (~is_written).nonzero()[0]
    both = WrittenRows.joined(
        [written.chosen(rows.origins[is_written]), stored_rows.chosen(unwritten)]
    )
    order = np.empty(len(rows), dtype=np.int64)
    order[is_written.nonzero()[0]] = np.arange(len(rows) - len(unwritten))
    order[unwritten] = np.arange(len(rows) - len(unwritten), len(rows))
    return both.chosen(order)


class WrongRow(NamedTuple):
    """A row that does not hold.

    Attributes:
        row: Its number.
        outcome: Its value, and the bounds that it misses.
        size: The size of what its continuous columns have to do, or that of a measured row; 0 where
            all numbers are exact and all columns whole, since then nothing excuses a violation.
    """

    row: int
    outcome: Outcome
    size: Number = 0


def wrong_rows(
    rows: Rows,
    operations: Sequence[Operation],
    values: NumberArray,
    written: WrittenRows | None = None,
    continuous: npt.NDArray[np.bool_] | None = None,
) -> Iterator[WrongRow]:
    """The rows that do not hold for values, shape (columns,), ascending.

    Sums are judged as they were `written`, if that is known. The value of a row that defines a
    variable is the value of that variable.
    """
    sums = sums_to_check(rows, written)
    is_wrong = rows.operations != NO_OPERATION
    is_wrong[sums.broken(values)] = True
    defining = np.nonzero(rows.targets != NO_TARGET)[0]
    # The value that each target has to have.
    wanted = np.zeros(len(rows), dtype=object)
    if len(defining):
        true = _true_literals(rows.ordered(defining), values)
        every = rows.kinds[defining] == Kind.CONJUNCTION
        wanted[defining] = np.where(every, true == rows.lengths()[defining], true > 0)
        is_wrong[defining] = values[rows.targets[defining]] != wanted[defining]
    numbers: list[Number] = values.tolist()
    mixed = [] if continuous is None else continuous.tolist()
    for row in np.nonzero(is_wrong)[0].tolist():
        operation, target = int(rows.operations[row]), int(rows.targets[row])
        if operation != NO_OPERATION:
            is_mixed = any(mixed[column] for column in operations[operation].columns() if mixed)
            wrong = WrongRow(row, operations[operation].outcome(numbers), int(is_mixed))
        elif target != NO_TARGET:
            truth = int(wanted[row])
            wrong = WrongRow(row, Outcome(numbers[target], truth, truth))
        else:
            wrong = _wrong_sum(rows, sums, row, numbers, mixed)
        if not wrong.outcome.right:
            yield wrong


def _true_literals(rows: Rows, values: NumberArray) -> npt.NDArray[np.int64]:
    """The number of true literals of each row."""
    terms = (rows.coefficients * values[rows.columns]).astype(np.int64)
    totals = np.concatenate([[0], np.cumsum(terms)])
    negated = np.bincount(rows.owners()[rows.coefficients < 0], minlength=len(rows))
    return np.asarray(totals[rows.starts[1:]] - totals[rows.starts[:-1]] + negated)


def _wrong_sum(
    rows: Rows,
    sums: WrittenRows,
    row: int,
    values: Sequence[Number],
    continuous: Sequence[bool],
) -> WrongRow:
    """A row that is a sum, with its value, its bounds, and its size.

    Whole values are exact, so their terms count for nothing but a shift of the bound: beside
    `x <= 10^9 (1 - z)` and z = 1, an x of 1 is no rounding error.
    """
    # What nobody wrote was multiplied by its scale.
    scale = 1 if rows.origins[row] != NO_ORIGIN else int(rows.scales[row])
    lower, upper = (over_scale(bound, scale) for bound in sums.bounds(row))
    from_whole: Number = 0
    from_continuous: Number = 0
    largest_term: Number = 0
    largest_coefficient: Number = 0
    for column, number in sums.terms(row):
        coefficient = over_scale(number, scale)
        term = coefficient * values[column]
        if continuous and continuous[column]:
            from_continuous += term
            largest_term = max(largest_term, size_of(term))
            largest_coefficient = max(largest_coefficient, size_of(coefficient))
        else:
            from_whole += term
    value = plain(Fraction(from_whole + from_continuous))
    outcome = Outcome(value, lower, upper)
    missed = lower if lower is not None and value < lower else upper
    allowance = 0 if missed is None else sums.tolerance(row, missed, values)
    if allowance:
        return WrongRow(row, outcome, allowance / TOLERANCE)
    if not largest_coefficient or missed is None:
        return WrongRow(row, outcome)
    left_for_continuous = size_of(missed - from_whole)
    return WrongRow(
        row, outcome, max(left_for_continuous, largest_term, min(1, largest_coefficient))
    )


def activities(rows: Rows, values: NumberArray) -> NumberArray:
    """The activity of each row as it was stated; of linear rows only.

    In exact numbers, or in doubles where the values are those of a solver.
    """
    if values.dtype == np.float64:
        terms = doubles(rows.coefficients) * values[rows.columns]
        totals = np.bincount(rows.owners(), weights=terms, minlength=len(rows))
        return totals / doubles(rows.scales)
    totals = _activities(rows, values)
    if totals.dtype != object and bool((rows.scales == 1).all()):
        return totals
    unscaled = np.empty(len(rows), dtype=object)
    pairs = zip(totals.tolist(), rows.scales.tolist(), strict=True)
    unscaled[:] = [over_scale(*pair) for pair in pairs]
    return unscaled


def bounds_of(rows: Rows, row: int) -> tuple[Value | None, Value | None]:
    """The bounds of a row as it was stated, None for none."""
    scale = int(rows.scales[row])
    return over_scale(rows.lower.at(row), scale), over_scale(rows.upper.at(row), scale)


def factors_of(rows: Rows, row: int) -> list[Value]:
    """The coefficients of a row as it was stated."""
    scale = int(rows.scales[row])
    return [over_scale(factor, scale) for factor in rows.coefficients[rows.entries(row)].tolist()]


def _activities(rows: Rows, values: NumberArray) -> NumberArray:
    """The activity of each row, multiplied by its scale, in exact numbers."""
    lengths = rows.lengths()
    if rows.measured.any() and values.dtype != object:
        terms = doubles(rows.coefficients) * values[rows.columns]
        return np.bincount(rows.owners(), weights=terms, minlength=len(rows))
    largest = LARGEST if values.dtype == object else 1
    for part in (rows.coefficients, values, lengths):
        if largest < LARGEST:
            largest *= max(largest_size(part), 1)
    if largest < LARGEST:
        totals = np.concatenate([[0], np.cumsum(rows.coefficients * values[rows.columns])])
        return np.asarray(totals[rows.starts[1:]] - totals[rows.starts[:-1]])
    coefficients, columns = rows.coefficients.tolist(), rows.columns.tolist()
    numbers, starts = values.tolist(), rows.starts.tolist()
    sums = np.zeros(len(rows), dtype=object)
    for row, (first, last) in enumerate(pairwise(starts)):
        sums[row] = sum(
            coefficients[entry] * numbers[columns[entry]] for entry in range(first, last)
        )
    return sums


def row_text(
    rows: Rows,
    operations: Sequence[Operation],
    row: int,
    name_of: Callable[[int], str],
    written: Sides | None = None,
) -> str:
    """A row as people write it; of a long one its beginning and how long it is.

    `written` are its bounds as they were written, if these are known: they are shown unless one is
    measured, such as 0.29 * 100, which is at most 29 once it is rounded inwards. Measured ones are
    shown, too, where they leave no value then.
    """
    kind = Kind(int(rows.kinds[row]))
    entries = rows.entries(row)
    columns: list[int] = rows.columns[entries].tolist()
    coefficients: list[int] = rows.coefficients[entries].tolist()
    if kind is Kind.OPERATION:
        operation = operations[int(rows.operations[row])]
        parts = [name_of(column) for column in columns]
        shown_parts = f" of {_list_parts(parts)}" if parts else ""
        return f"{operation.word}{shown_parts}{_settings_text(operation)}"
    if kind is Kind.LINEAR:
        shown = [name_of(column) for column in columns[:_TERMS_SHOWN]]
        lower, upper = bounds_of(rows, row)
        is_empty = lower is not None and upper is not None and lower > upper
        if written is not None and (is_empty or not has_measured(written)):
            lower, upper = written
        return _linear(shown, factors_of(rows, row), lower, upper)
    literals = [
        f"{'~' if factor < 0 else ''}{name_of(column)}"
        for column, factor in zip(columns, coefficients, strict=True)
    ]
    text = f"{_WORDS_BEFORE_LITERALS[kind]} {_list_parts(literals)}"
    return f"{name_of(int(rows.targets[row]))} = {text}" if kind.defines else text


def _settings_text(operation: Operation) -> str:
    """The numbers and flags of an operation, in brackets behind a space."""
    texts: list[str] = []
    for field_name, value in operation.settings().items():
        shown_name = field_name.replace("_", " ")
        texts.append(shown_name if value is True else f"{shown_name} {text_of(value)}")
    return f" ({', '.join(texts)})" if texts else ""


def _list_parts(parts: Sequence[str]) -> str:
    more = len(parts) - _TERMS_SHOWN
    # To leave out a single one saves nothing.
    if more <= 1:
        return ", ".join(parts) or "nothing"
    return f"{', '.join(parts[:_TERMS_SHOWN])} and {more} more"


def _linear(
    names: list[str], coefficients: list[Value], lower: Value | None, upper: Value | None
) -> str:
    terms = [term_with_sign(*pair) for pair in zip(coefficients, names, strict=False)]
    more = len(coefficients) - len(names)
    if more:
        terms.append(f"+ ... ({more} more)")
    total = " ".join(terms).removeprefix("+ ") or "0"
    least = "" if lower is None else text_of(lower)
    most = "" if upper is None else text_of(upper)
    if lower is None:
        return f"{total} <= {most}" if most else f"{total} is free"
    if lower == upper:
        return f"{total} = {least}"
    return f"{least} <= {total} <= {most}" if most else f"{total} >= {least}"


# Handles


class OneRow(NamedTuple):
    """A single row, with all that is needed to show it.

    Attributes:
        name: Its name, with the key in brackets.
        key: Its key.
        group: Its group, None for none.
        rows: The row itself, as the only one.
        operations: The operations of its model.
        owner: Its model.
        written: Its bounds as they were written, if known.
    """

    name: str
    key: Hashable
    group: Group | None
    rows: Rows
    operations: Sequence[Operation]
    owner: Owner
    written: Sides | None

    def bounds(self) -> Sides:
        """The bounds as they were written."""
        return bounds_of(self.rows, 0) if self.written is None else self.written

    def terms(self) -> dict[int, Value]:
        """The coefficient of each column as it was stated; raises unless the row is linear."""
        kind = Kind(int(self.rows.kinds[0]))
        word = ""
        if kind.defines:
            word = kind.name.lower()
        elif kind is Kind.OPERATION:
            word = self.operations[int(self.rows.operations[0])].word
        if word:
            what = f"row {self.name} is not linear: {word}"
            raise ModelError(what, "look at its text, or delete it and add another")
        return dict(zip(self.rows.columns.tolist(), factors_of(self.rows, 0), strict=True))

    def changed(
        self,
        coefficients: Mapping[Variable, Numeric] | None,
        bounds: tuple[Numeric | None, Numeric | None] | None,
        traits: Callable[[list[int]], tuple[bool, bool]],
    ) -> RowStore:
        """The row with some coefficients and both bounds changed, as the only one of a store.

        `traits` says of columns whether all are binary, and whether any is continuous. The kind of
        the row, such as exactly one, is kept if it still describes the row.
        """
        terms = self.terms()
        lower, upper = self.bounds()
        group = int(self.rows.groups[0])
        if group == DEFINITION:
            raise ModelError(defines(self.name, "an auxiliary variable"))
        for variable, factor in (coefficients or {}).items():
            given: object = variable
            if not isinstance(given, Variable):
                what = f"{quoted(given)} is not a variable of this model"
                raise ModelError(what, "change the coefficients of its variables")
            require_same_model(given, given.owner, self.owner, "the row to")
            terms[given.column] = self._read(factor)
        terms = {column: factor for column, factor in terms.items() if factor}
        if bounds is not None:
            least, most = map(python_scalar, bounds)
            lower = None if least in {None, -inf} else self._read(least)
            upper = None if most in {None, inf} else self._read(most)
            if lower is not None and upper is not None and lower > upper:
                ends = f"{text_of(lower)} and {text_of(upper)}"
                raise ModelError(f"the bounds of row {self.name} must ascend, got {ends}")
        factors = list(terms.values())
        binary, continuous = traits(list(terms))
        kind = Kind(int(self.rows.kinds[0]))
        # A negated literal counts as -x here, and as 1 - x in the bounds of its kind.
        negated = factors.count(-1)
        bounds_of_kind = tuple(None if b is None else b - negated for b in kind.bounds)
        has_literals = binary and {1, -1}.issuperset(factors)
        if not has_literals or bounds_of_kind != (lower, upper):
            kind = Kind.LINEAR
        store = RowStore()
        store.append(kind, group, list(terms), factors, (lower, upper), continuous=continuous)
        return store

    def _read(self, number: object) -> Value:
        """The value of a number: of a float, as the model of the row reads floats."""
        return as_value(number, decimals=self.owner.is_exact)


def defines(name: str, variable: str) -> Problem:
    """The problem of a row that cannot be changed or deleted, since it defines a variable."""
    what = f"row {name} defines {variable}, which other rows may use"
    return Problem(what, "change or delete the rows that use it")


class RowSource(Protocol):
    """Where rows are looked up: a model, or a program."""

    def _one_row(self, number: int) -> OneRow | None:
        """The row of a number; None if it is not there."""

    def _table(self) -> Any:
        """A program with all rows that are there."""


class Row:
    """A row of a model, as it was stated, which can be inspected, changed and deleted.

    Where a statement became several rows, as truths joined by `&` do, or none, as one does that is
    always true, `parts` has them all, and what only a single row has raises a `ModelError`. Rows
    that say what auxiliary variables are do not count: other statements may share them.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> with model.group("pair", why="not both"):
        ...     row = model.add(2 * x + 3 * y <= 4)
        >>> row.name, row.group.why, row.bounds, row.coefficients
        ('pair[0]', 'not both', (None, 4), {x: 2, y: 3})
        >>> row
        pair[0]: 2 x + 3 y <= 4
        >>> [part.text for part in model.add((x <= y) & (y <= x)).parts]
        ['x - y <= 0', 'y - x <= 0']
    """

    __slots__ = ("_end", "_first", "source")

    def __init__(self, source: RowSource, first: int, end: int) -> None:
        self.source = source
        self._first = first
        self._end = end

    def of_source(self, source: RowSource) -> Row:
        """The rows of the same numbers in another model or program."""
        return Row(source, self._first, self._end)

    def __index__(self) -> int:
        """The number of the row in its model, which it keeps; of several, that of the first."""
        numbers = self.numbers()
        if not len(numbers):
            raise ModelError("there is no row", "nothing had to be stated, or it has been deleted")
        return int(numbers[0])

    # Type checkers are to find attributes that are misspelt.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raises, with what to use instead of names that other packages have."""
            raise missing_attribute(self, name, ROW)

    def __len__(self) -> int:
        return len(self.numbers())

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Row]:
        return iter(self.parts)

    def __getitem__(self, place: int) -> Row:
        return self.parts[place]

    @property
    def keys(self) -> list[Hashable]:
        """The keys of its rows: the labels after their name, for a Series of duals and the like.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.continuous("x", ["Ulm", "Bonn"])
            >>> model.add(x <= [3, 4], "limit").keys
            ['Ulm', 'Bonn']
        """
        return [part.key for part in self.parts]

    @property
    def parts(self) -> RowList:
        """The rows that the statement became and that are left."""
        return RowList(self.source, self.numbers())

    @property
    def name(self) -> str:
        """Its name: `each cell once[(0, 3)]`."""
        return self.look().name

    @property
    def key(self) -> Hashable:
        """Its key, which distinguishes it from other rows of the same name: `(0, 3)`."""
        return self.look().key

    @property
    def group(self) -> Group | None:
        """Its group, with its reason, or None if it belongs to none."""
        return self.look().group

    @property
    def bounds(self) -> Sides:
        """Its least and its greatest value, None for none; a `ModelError` if it is not linear.

        In a row of literals a negated variable counts as -x, not as 1 - x.
        """
        look = self.look()
        look.terms()
        return look.bounds()

    @property
    def coefficients(self) -> dict[Variable, Value]:
        """Its coefficients by variable, floats if measured; a `ModelError` if it is not linear."""
        look = self.look()
        return {Variable(look.owner, column): n for column, n in look.terms().items()}

    @property
    def text(self) -> str:
        """The row as a person would write it down."""
        look = self.look()
        return row_text(look.rows, look.operations, 0, look.owner.name_of, look.written)

    def numbers(self) -> Sequence[int]:
        """The numbers of its parts; that of a single row even if it is deleted."""
        if self._end - self._first == 1:
            return [self._first]
        table = self.source._table()  # noqa: SLF001 - handles are made by what they look at
        is_part = (table.row_numbers >= self._first) & (table.row_numbers < self._end)
        is_part &= table.rows.groups != DEFINITION
        numbers: list[int] = table.row_numbers[is_part].tolist()
        return numbers

    def look(self) -> OneRow:
        """The row by itself; raises if it is deleted, or there is not exactly one."""
        numbers = self.numbers()
        if len(numbers) != 1:
            what = f"expected one row, got {counted(len(numbers), 'row')}"
            raise ModelError(what, "look at its 'parts'")
        row = self.source._one_row(numbers[0])  # noqa: SLF001 - as in `numbers`
        if row is None:
            raise ModelError(f"row {numbers[0]} is not there", "it has been deleted")
        return row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[int, int, int]:
        return id(self.source), self._first, self._end

    def __repr__(self) -> str:
        parts = self.parts
        if len(parts) != 1:
            return repr(parts)
        try:
            return f"{self.name}: {self.text}"
        except ModelError:
            return "<deleted>"


class RowList(Sequence[Row]):
    """A list of rows of a model or a program, such as a group; a notebook shows the first ones.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 4, 2)
        >>> with model.group("lines", why="one in each"):
        ...     rows = model.exactly_one(x, axis=1)
        >>> print(model.rows("lines").text(shown=2))
        lines: 4 rows
          lines[0]: exactly one of x[0, 0], x[0, 1]
          lines[1]: exactly one of x[1, 0], x[1, 1]
        >>> rows.parts[-1].name, len(rows.parts[1:])
        ('lines[3]', 3)
    """

    __slots__ = ("numbers", "source")

    def __init__(self, source: RowSource, numbers: Sequence[int]) -> None:
        self.source = source
        self.numbers = numbers

    def of_source(self, source: RowSource) -> RowList:
        """The rows of the same numbers in another model or program."""
        return RowList(source, self.numbers)

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> RowList: ...

    def __getitem__(self, place: int | slice) -> Row | RowList:
        chosen = self.numbers[place]
        if isinstance(chosen, Sequence):
            return RowList(self.source, chosen)
        return Row(self.source, chosen, chosen + 1)

    def __len__(self) -> int:
        return len(self.numbers)

    # As of a single row.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raises, with what to use instead of names that other packages have."""
            raise missing_attribute(self, name, ROW)

    def text(self, shown: int = 3) -> str:
        """The number of rows of each group, and the first ones."""
        table = self.source._table()  # noqa: SLF001 - handles are made by what they look at
        names = ["definitions", "no group", *(group.name for group in table.groups)]
        is_listed = np.isin(table.row_numbers, self.numbers)
        groups = table.rows.groups[is_listed] - DEFINITION
        numbers = table.row_numbers[is_listed]
        lines = []
        for group in dict.fromkeys(groups.tolist()):
            chosen = numbers[groups == group].tolist()
            lines.append(f"{names[group]}: {counted(len(chosen), 'row')}")
            lines += [f"  {row!r}" for row in RowList(table, chosen[:shown])]
        return "\n".join(lines) or "no rows"

    def __repr__(self) -> str:
        return self.text()
