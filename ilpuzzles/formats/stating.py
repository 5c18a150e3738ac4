"""From the contents of a file to a model: whole numbers, implied bounds, what is no linear row.

Begin at `build_model`, which all readers end with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from operator import index

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, ModelError, counted, quoted
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    AnyFileModel,
    FileModelBase,
    Limit,
    ParsedModel,
    finite_bound,
    too_large,
)
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Comparison, Expression, Logical, Variable
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Value,
    exact,
    plain,
    stored,
    text_of,
    value_of_decimal,
    values_of,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.pieces import semi_continuous, special_ordered_1, special_ordered_2
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.rows import NO_GROUP, IntArray
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.written import WrittenRows
from ilpuzzles.passes.bounds import AtMost, BoundedSum, ColumnBox, Term, implied_bound


def _coefficients(parsed: ParsedModel) -> NumberArray:
    """The coefficient of every entry; equal ones are one object."""
    values = np.array(parsed.entry_values, dtype=np.int64)
    used = np.bincount(values, minlength=len(parsed.values)) > 0
    table = [
        _value(parsed, plain(Fraction(*pair))) if is_used else 0
        for pair, is_used in zip(parsed.values, used.tolist(), strict=True)
    ]
    return stored(table)[values] if table else np.zeros(0, dtype=np.int64)


def _value(parsed: ParsedModel, number: Number) -> Value:
    """A number of the file as rows keep it: exact, or a float if it is measured."""
    return number if parsed.exact else value_of_decimal(number)


def _column_bounds(parsed: ParsedModel, limits: Sequence[Limit]) -> list[Number | None]:
    """The bounds of columns on one side: a measured one is the fraction that the double is."""
    # Most columns have the same few bounds, and a million of them are read one by one.
    bound_of_limit: dict[Limit, Number | None] = {}
    bounds = []
    for limit in limits:
        if type(limit) is Fraction:
            # To hash it takes longer than to read it.
            bounds.append(_column_bound(parsed, limit))
            continue
        if limit not in bound_of_limit:
            bound_of_limit[limit] = _column_bound(parsed, limit)
        bounds.append(bound_of_limit[limit])
    return bounds


def _column_bound(parsed: ParsedModel, limit: Limit) -> Number | None:
    bound = finite_bound(limit)
    return None if bound is None else exact(_value(parsed, bound))


def _refuse_large(parsed: ParsedModel, entries: _Entries) -> None:
    """Raises if a row of whole numbers has a bound that no model can hold."""
    with_fractions: set[int] = set()
    if entries.coefficients.dtype != np.int64:
        pairs = zip(entries.rows.tolist(), entries.coefficients.tolist(), strict=True)
        with_fractions.update(row for row, number in pairs if type(number) is not int)
    for row, sides in enumerate(parsed.sides):
        is_large = any(side is not None and too_large(side) for side in sides)
        whole = row not in with_fractions and all(type(side) is not Fraction for side in sides)
        if is_large and whole:
            name = next(name for name, number in parsed.rows.items() if number == row)
            what = f"row {quoted(name)} has a bound of 63 bits or more"
            line, advice = parsed.row_lines[row], "scale it to whole numbers"
            raise parsed.text.at_name(line, name, what, advice)


def build_model(parsed: ParsedModel, kind: type[AnyFileModel], name: str) -> AnyFileModel:
    """Builds the model of a file from its contents.

    Rows that count literals have the kind that says so.

    Raises:
        InputError: If a column stands twice in a row, unless such coefficients are added; if a
            number is too large; if a big M is needed, and there is no bound.
    """
    _state_below_zero(parsed)
    order = _order_of_entries(parsed)
    _imply_bounds(parsed)
    continuous = np.zeros(len(parsed.columns), dtype=bool)
    continuous[list(parsed.continuous)] = True
    entries = _Entries.of(parsed)
    _refuse_large(parsed, entries)
    entries = entries.chosen(order)
    if not entries.coefficients.all():
        entries = entries.chosen(entries.coefficients != 0)
    # In this order, the entries of the objective come first.
    costs = int(np.searchsorted(entries.rows, OBJECTIVE, side="right"))
    objective = _objective(parsed, entries.chosen(slice(costs)))
    entries = entries.chosen(slice(costs, None))
    pieces = _semi_continuous(parsed)
    lower = Bounds.lower(_column_bounds(parsed, parsed.lower))
    upper = Bounds.upper(_column_bounds(parsed, parsed.upper))
    count = len(parsed.sides)
    in_groups: IntArray | int = NO_GROUP
    if parsed.row_groups:
        in_groups = np.full(count, NO_GROUP)
        in_groups[list(parsed.row_groups)] = list(parsed.row_groups.values())
    rows = WrittenRows(
        np.searchsorted(entries.rows, np.arange(count + 1)),
        entries.columns,
        entries.coefficients,
        Bounds.lower([None if b is None else _value(parsed, b) for b, _ in parsed.sides]),
        Bounds.upper([None if b is None else _value(parsed, b) for _, b in parsed.sides]),
    )
    row_names = [row for row, number in parsed.rows.items() if number != OBJECTIVE]
    deciding = np.ones(len(lower), dtype=bool)
    deciding[list(parsed.auxiliary)] = False
    # Rows behind an indicator are added below.
    always = np.ones(count, dtype=bool)
    always[list(parsed.indicators)] = False
    if isinstance(in_groups, np.ndarray):
        in_groups = in_groups[always]
    model = kind(
        name,
        list(parsed.columns),
        lower=lower,
        upper=upper,
        row_names=[name for name, kept in zip(row_names, always.tolist(), strict=True) if kept],
        rows=rows.chosen(always.nonzero()[0]),
        # Rows that count literals have the kind that says so.
        traits=RowTraits(kinds=None, groups=in_groups),
        objective=objective,
        deciding=deciding,
        continuous=continuous if parsed.continuous else None,
        groups=parsed.groups.values(),
        exact=parsed.exact,
        notes=parsed.notes,
    )
    _state_indicators(parsed, model, row_names, rows)
    _state_pieces(parsed, model, pieces)
    return model


@dataclass(frozen=True, slots=True)
class _Entries:
    """The entries of all rows and the objective, one element for each.

    Attributes:
        rows: The row of each, or `OBJECTIVE`.
        columns: Its column.
        coefficients: Its coefficient; equal ones are one object.
    """

    rows: IntArray
    columns: IntArray
    coefficients: NumberArray

    @classmethod
    def of(cls, parsed: ParsedModel) -> _Entries:
        """The entries of a file in its order."""
        rows = np.array(parsed.entry_rows, dtype=np.int64)
        columns = np.array(parsed.entry_columns, dtype=np.int64)
        return cls(rows, columns, _coefficients(parsed))

    def chosen(self, places: IntArray | npt.NDArray[np.bool_] | slice) -> _Entries:
        """Returns the entries at some places, or under a mask."""
        return _Entries(self.rows[places], self.columns[places], self.coefficients[places])


def _objective(parsed: ParsedModel, entries: _Entries) -> Objective | None:
    """The objective with some entries, if there are any, or a constant."""
    if not len(entries.columns) and not parsed.constant:
        return None
    constant = _value(parsed, parsed.constant)
    costs = values_of(entries.coefficients)
    form = Affine.of(entries.columns.tolist(), costs, constant)
    return Objective.of(form, maximize=parsed.maximize)


def _order_of_entries(parsed: ParsedModel) -> IntArray:
    """The entries row by row, the objective first, each row by its columns.

    Where a column stands several times in a row, its coefficients are added, or that is refused.
    """
    order, again = _sort_entries(parsed)
    if not len(again):
        return order
    if not parsed.adds_terms:
        # Of all entries that stand again, the one that does so first in the file.
        raise _repeated(parsed, int(order[again].min()))
    _note_glued(parsed, order, again)
    _add_repeated_terms(parsed, order, again)
    return _sort_entries(parsed)[0]


def _sort_entries(parsed: ParsedModel) -> tuple[IntArray, IntArray]:
    """The entries row by row, the objective first, each row by its columns.

    And the places in this order of those that have the row and the column of the one before them.
    """
    rows = np.array(parsed.entry_rows, dtype=np.int64)
    columns = np.array(parsed.entry_columns, dtype=np.int64)
    keys = (rows - OBJECTIVE) * len(parsed.columns) + columns
    order: IntArray = np.argsort(keys, kind="stable")
    again = np.nonzero(np.diff(keys[order]) == 0)[0] + 1
    return order, again


def _state_below_zero(parsed: ParsedModel) -> None:
    """States upper bounds below 0 as rows, where the lower bound is 0 since the file states none.

    No variable can have such bounds. A row of its own shows in an explanation what contradicts the
    lower bound.
    """
    names = list(parsed.columns)
    for column, (upper, line) in parsed.below_zero.items():
        name = f"upper_bound_{names[column]}"
        while name in parsed.rows:
            name = f"{name}_"
        row = parsed.add_row(name, line)
        parsed.add_entry(column, row, 1, line)
        parsed.sides[row] = None, upper
        parsed.upper[column] = inf
        bound = text_of(upper)
        parsed.note(
            line,
            f"{quoted(names[column])} has the upper bound {bound} and no lower bound, which is 0 "
            "then, as HiGHS and SCIP read it, so that no value is left; for CPLEX, Gurobi and CBC "
            "it is minus infinity: state it",
        )


# A number without a blank before a name.
_GLUED = re.compile(r"(?<![^\s+\-<>=:])([0-9]+\.?[0-9]*)([^\W\d][^\s+\-*^<>=:]*)")


def _note_glued(parsed: ParsedModel, order: IntArray, again: IntArray) -> None:
    """Notes that numbers without a blank before a name are factors, where a sum has several.

    PuLP writes variables that are called `1y` and `2y` so, and 3 y is read of their sum.
    """
    names = list(parsed.columns)
    glued: dict[int, dict[str, list[str]]] = {}
    found: dict[str, tuple[int, list[str]]] = {}
    for first, second in zip(order[again - 1].tolist(), order[again].tolist(), strict=True):
        name = names[parsed.entry_columns[second]]
        lines = sorted({parsed.entry_lines[first], parsed.entry_lines[second]})
        factors: list[str] = []
        for line in lines:
            if line not in glued:
                glued[line] = _glued_factors(parsed.text.lines[line])
            factors += glued[line].get(name, [])
        if len(set(factors)) > 1:
            found.setdefault(name, (lines[0], list(dict.fromkeys(factors))))
    if not found:
        return
    name, (line, factors) = next(iter(found.items()))
    one, two = factors[:2]
    more = f"; so it is with {counted(len(found) - 1, 'other name')}" if len(found) > 1 else ""
    parsed.note(
        line,
        f"{quoted(one + name)} and {quoted(two + name)} are {one} and {two} times {quoted(name)}, "
        f"as HiGHS and SCIP read it: the name of a variable cannot begin with a digit{more}",
    )


def _glued_factors(line: str) -> dict[str, list[str]]:
    """The numbers that stand without a blank before each name in a line of an LP file."""
    factors: dict[str, list[str]] = {}
    for factor, name in _GLUED.findall(line.partition("\\")[0]):
        factors.setdefault(name, []).append(factor)
    return factors


def _add_repeated_terms(parsed: ParsedModel, order: IntArray, again: IntArray) -> None:
    """Adds up the coefficients of a column that stands in a row several times.

    `again` are the places, in an order by rows and columns, of entries that stand again.
    """
    numbers = [plain(Fraction(*pair)) for pair in parsed.values]
    is_first = np.ones(len(order), dtype=bool)
    is_first[again] = False
    begins = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    sums: dict[int, Number] = {}
    for entry, first in zip(order[again].tolist(), order[begins[again]].tolist(), strict=True):
        known = sums.get(first, numbers[parsed.entry_values[first]])
        total = plain(Fraction(known + numbers[parsed.entry_values[entry]]))
        if too_large(total):
            name = list(parsed.columns)[parsed.entry_columns[entry]]
            what = f"the coefficients of {quoted(name)} add up to 63 bits or more"
            line = parsed.entry_lines[entry]
            raise parsed.text.at_name(line, name, what, "scale them down")
        sums[first] = total
    for entry, total in sums.items():
        parsed.entry_values[entry] = parsed.value(total)
    kept = np.ones(len(order), dtype=bool)
    kept[order[again]] = False
    parsed.keep_entries(kept)


def _semi_continuous(parsed: ParsedModel) -> dict[int, tuple[Number, Number]]:
    """Makes 0 a value of the columns that may also be 0; returns the bounds of all others' values.

    Those that may be 0 anyway are left out.
    """
    found: dict[int, tuple[Number, Number]] = {}
    for column, line in parsed.semi.items():
        lower, upper = parsed.lower[column], parsed.upper[column]
        if lower <= 0 <= upper:
            continue
        least, most = finite_bound(lower), finite_bound(upper)
        if least is None or most is None:
            name = list(parsed.columns)[column]
            side = "lower" if least is None else "upper"
            what = f"{quoted(name)} is semi-continuous, and has no {side} bound"
            raise parsed.text.at_name(line, name, what, "state one; rows need it as big M")
        found[column] = least, most
        parsed.lower[column], parsed.upper[column] = min(least, 0), max(most, 0)
    return found


def _state_indicators(
    parsed: ParsedModel, model: FileModelBase, names: list[str], rows: WrittenRows
) -> None:
    """Adds the rows that hold only if a binary column has a value."""
    for row, indicator in parsed.indicators.items():
        terms = rows.terms_as_given(row)
        columns, factors = [column for column, _ in terms], [number for _, number in terms]
        total = Expression(model, columns, factors, len(columns), 0)
        switch = Variable(model, indicator.column)
        if not Encoder.of(model).is_binary(switch):
            column = list(parsed.columns)[indicator.column]
            what = f"the indicator {quoted(column)} is not binary"
            raise parsed.text.at_name(indicator.line, column, what, "list it among the binaries")
        condition: Logical = switch if indicator.value else ~switch
        least, most = rows.bounds_as_given(row)
        if least is not None or most is not None:
            truth = condition.implies(Comparison(total, least, most))
            _state(parsed, model, truth, names[row], indicator.line)


def _state_pieces(
    parsed: ParsedModel, model: FileModelBase, pieces: dict[int, tuple[Number, Number]]
) -> None:
    """Adds what says which columns are semi-continuous, and the special ordered sets."""
    names = list(parsed.columns)
    for column, bounds in pieces.items():
        truth = semi_continuous(Variable(model, column), *bounds)
        _state(parsed, model, truth, f"semi_continuous_{names[column]}", parsed.semi[column])
    for one in parsed.sets:
        kind = special_ordered_1 if one.most == 1 else special_ordered_2
        if len(one.columns) > one.most:
            try:
                truth = kind(Variable(model, column) for column in one.columns)
            except ModelError as error:
                raise _at_line(parsed, one.line, error) from None
            _state(parsed, model, truth, one.name, one.line)


def _state(parsed: ParsedModel, model: FileModelBase, truth: Logical, name: str, line: int) -> None:
    """Adds a truth under a name of the file."""
    try:
        row = model.add(truth)
    except ModelError as error:
        raise _at_line(parsed, line, error) from None
    Store.of(model).rows.name_rows(index(row), "", [name])


def _at_line(parsed: ParsedModel, line: int, error: ModelError) -> InputError:
    (problem,) = error.problems
    return parsed.text.at_field(line, 0, problem.what, problem.advice)


def _repeated(parsed: ParsedModel, entry: int) -> InputError:
    """Returns an error about an entry that stands a second time."""
    column = list(parsed.columns)[parsed.entry_columns[entry]]
    number = parsed.entry_rows[entry]
    row = next((row for row, n in parsed.rows.items() if n == number), "objective")
    what = f"{quoted(column)} has two coefficients in {quoted(row)}"
    advice = "keep one of the two; HiGHS takes the first, SCIP adds them"
    return parsed.text.at_name(parsed.entry_lines[entry], column, what, advice)


# Each round looks at all rows once. The bounds of a chain of more variables would need more rounds;
# what has no bound then is refused, with the advice to state one.
_MOST_ROUNDS = 10


def _imply_bounds(parsed: ParsedModel) -> None:
    """Gives bounds to columns that need them as big M, and have none, if rows imply some.

    These are semi-continuous columns, and those of special ordered sets and of rows behind
    indicators. A column that is to be, say, at most 1, since it is one of several that add up to
    1, gets that bound; no solution is lost, and none is new.
    """
    if not (parsed.semi or parsed.sets or parsed.indicators):
        return
    needed = _columns_to_bound(parsed)
    if not needed:
        return
    rows = [
        BoundedSum.of(terms, *parsed.sides[row])
        for row, terms in _terms_by_row(parsed).items()
        if row >= 0 and row not in parsed.indicators
    ]
    box = _box(parsed)
    for _ in range(_MOST_ROUNDS):
        changed = False
        for row in rows:
            for side in row.sides:
                changed |= _bound_unbounded(parsed, needed, box, side)
        if not changed:
            return


def _columns_to_bound(parsed: ParsedModel) -> set[int]:
    """The columns without a bound that a bound is wanted of, and all that stand in rows with them.

    Empty if there are none of the former.
    """
    wanted = {column for one in parsed.sets for column in one.columns} | set(parsed.semi)
    pairs = list(zip(parsed.entry_rows, parsed.entry_columns, strict=True))
    if parsed.indicators:
        wanted |= {column for row, column in pairs if row in parsed.indicators}
    unbounded = {column for column in wanted if None in map(finite_bound, _bounds(parsed, column))}
    if not unbounded:
        return set()
    beside = {row for row, column in pairs if column in unbounded}
    return unbounded | {column for row, column in pairs if row in beside and row >= 0}


def _bounds(parsed: ParsedModel, column: int) -> tuple[Limit, Limit]:
    """The least and the greatest value; a semi-continuous column can be 0 as well."""
    lower, upper = parsed.lower[column], parsed.upper[column]
    return (min(lower, 0), max(upper, 0)) if column in parsed.semi else (lower, upper)


def _box(parsed: ParsedModel) -> ColumnBox:
    """The bounds of all columns; a semi-continuous one can be 0 as well."""
    columns = range(len(parsed.columns))
    bounds = [_bounds(parsed, column) for column in columns]
    return ColumnBox(
        [finite_bound(lower) for lower, _ in bounds],
        [finite_bound(upper) for _, upper in bounds],
        [column not in parsed.continuous for column in columns],
    )


def _terms_by_row(parsed: ParsedModel) -> dict[int, list[Term]]:
    found: dict[int, list[Term]] = {}
    factors = [plain(Fraction(*pair)) for pair in parsed.values]
    entries = parsed.entry_rows, parsed.entry_columns, parsed.entry_values
    for row, column, value in zip(*entries, strict=True):
        if factors[value]:
            found.setdefault(row, []).append((column, factors[value]))
    return found


def _bound_unbounded(parsed: ParsedModel, needed: set[int], box: ColumnBox, row: AtMost) -> bool:
    """Bounds unbounded columns by a row; returns whether it did. Bounds that there are stay."""
    changed = False
    for column, factor, spare in box.spare(row, box.least_activity(row.terms)):
        bounded = box.upper if factor > 0 else box.lower
        if column not in needed or bounded[column] is not None:
            continue
        end = implied_bound(factor, spare, whole=box.whole[column])
        if too_large(end):
            # No variable can have a bound of 63 bits or more.
            continue
        # Where the row cannot hold at all, it says so itself.
        if factor > 0:
            parsed.upper[column] = max(end, parsed.lower[column])
        else:
            parsed.lower[column] = min(end, parsed.upper[column])
        lower, upper = _bounds(parsed, column)
        box.lower[column] = finite_bound(lower)
        box.upper[column] = finite_bound(upper)
        changed = True
    return changed
