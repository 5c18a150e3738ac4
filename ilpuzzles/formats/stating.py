"""From what a file says to a model: whole numbers, implied bounds, what is no linear row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf
from operator import index

import numpy as np

from ilpuzzles.errors import InputError, ModelError, counted, quoted
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    AnyFileModel,
    FileModelBase,
    Gathered,
    Limit,
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


def _coefficients(gathered: Gathered) -> NumberArray:
    """The coefficient of every entry; equal ones are one object."""
    values = np.array(gathered.entry_values, dtype=np.int64)
    used = np.bincount(values, minlength=len(gathered.values)) > 0
    table = [
        _value(gathered, plain(Fraction(*pair))) if is_used else 0
        for pair, is_used in zip(gathered.values, used.tolist(), strict=True)
    ]
    return stored(table)[values] if table else np.zeros(0, dtype=np.int64)


def _value(gathered: Gathered, number: Number) -> Value:
    """A number of the file as rows keep it: exact, or a float if it is measured."""
    return number if gathered.exact else value_of_decimal(number)


def _column_bounds(gathered: Gathered, limits: Sequence[Limit]) -> list[Number | None]:
    """The bounds of columns on one side: a measured one is the fraction that the double is."""
    # Most columns have the same few bounds, and a million of them are read one by one.
    known: dict[Limit, Number | None] = {}
    found = []
    for limit in limits:
        if type(limit) is Fraction:
            # To hash it takes longer than to read it.
            found.append(_column_bound(gathered, limit))
            continue
        if limit not in known:
            known[limit] = _column_bound(gathered, limit)
        found.append(known[limit])
    return found


def _column_bound(gathered: Gathered, limit: Limit) -> Number | None:
    bound = finite_bound(limit)
    return None if bound is None else exact(_value(gathered, bound))


def _refuse_large(gathered: Gathered, row_of: IntArray, coefficients: NumberArray) -> None:
    """Raises if a row of whole numbers has a bound that no model can hold."""
    with_fractions: set[int] = set()
    if coefficients.dtype != np.int64:
        entries = zip(row_of.tolist(), coefficients.tolist(), strict=True)
        with_fractions.update(row for row, number in entries if type(number) is not int)
    for row, sides in enumerate(gathered.sides):
        is_large = any(side is not None and too_large(side) for side in sides)
        whole = row not in with_fractions and all(type(side) is not Fraction for side in sides)
        if is_large and whole:
            name = next(name for name, number in gathered.rows.items() if number == row)
            what = f"row {quoted(name)} has a bound of 63 bits or more"
            line, advice = gathered.row_lines[row], "scale it to whole numbers"
            raise gathered.text.at_name(line, name, what, advice)


def stated(gathered: Gathered, kind: type[AnyFileModel], name: str) -> AnyFileModel:
    """States what stands in a file as a model; rows that count literals have the kind that says so.

    Raises if an entry stands twice, unless such coefficients are added.
    """
    _state_below_zero(gathered)
    row_of, columns = _entries(gathered)
    order, again = _order(gathered, row_of, columns)
    if len(again):
        if not gathered.adds_terms:
            # Of all entries that stand again, the one that does so first in the file.
            raise _repeated(gathered, int(order[again].min()))
        _note_glued(gathered, order, again)
        _add_repeated_terms(gathered, order, again)
        row_of, columns = _entries(gathered)
        order, _ = _order(gathered, row_of, columns)
    _imply_bounds(gathered)
    continuous = np.zeros(len(gathered.columns), dtype=bool)
    continuous[list(gathered.continuous)] = True
    coefficients = _coefficients(gathered)
    _refuse_large(gathered, row_of, coefficients)
    row_of, columns, coefficients = row_of[order], columns[order], coefficients[order]
    if not coefficients.all():
        nonzero = coefficients != 0
        row_of, columns, coefficients = row_of[nonzero], columns[nonzero], coefficients[nonzero]
    costs = int(np.searchsorted(row_of, OBJECTIVE, side="right"))
    objective = None
    if costs or gathered.constant:
        constant = _value(gathered, gathered.constant)
        goal = Affine.of(columns[:costs].tolist(), values_of(coefficients[:costs]), constant)
        objective = Objective.of(goal, maximize=gathered.maximize)
    pieces = _semi_continuous(gathered)
    lower = Bounds.lower(_column_bounds(gathered, gathered.lower))
    upper = Bounds.upper(_column_bounds(gathered, gathered.upper))
    row_of, columns, coefficients = row_of[costs:], columns[costs:], coefficients[costs:]
    count = len(gathered.sides)
    in_groups: IntArray | int = NO_GROUP
    if gathered.row_groups:
        in_groups = np.full(count, NO_GROUP)
        in_groups[list(gathered.row_groups)] = list(gathered.row_groups.values())
    rows = WrittenRows(
        np.searchsorted(row_of, np.arange(count + 1)),
        columns,
        coefficients,
        Bounds.lower([None if b is None else _value(gathered, b) for b, _ in gathered.sides]),
        Bounds.upper([None if b is None else _value(gathered, b) for _, b in gathered.sides]),
    )
    row_names = [row for row, number in gathered.rows.items() if number != OBJECTIVE]
    deciding = np.ones(len(lower), dtype=bool)
    deciding[list(gathered.auxiliary)] = False
    always = np.ones(count, dtype=bool)
    always[list(gathered.indicators)] = False
    if isinstance(in_groups, np.ndarray):
        in_groups = in_groups[always]
    model = kind(
        name,
        list(gathered.columns),
        lower=lower,
        upper=upper,
        row_names=[name for name, kept in zip(row_names, always.tolist(), strict=True) if kept],
        rows=rows.chosen(always.nonzero()[0]),
        # Rows that count literals have the kind that says so.
        traits=RowTraits(kinds=None, groups=in_groups),
        objective=objective,
        deciding=deciding,
        continuous=continuous if gathered.continuous else None,
        groups=gathered.groups.values(),
        exact=gathered.exact,
        notes=gathered.notes,
    )
    _state_indicators(gathered, model, row_names, rows)
    _state_pieces(gathered, model, pieces)
    return model


def _entries(gathered: Gathered) -> tuple[IntArray, IntArray]:
    """The rows and the columns of all entries."""
    rows = np.array(gathered.entry_rows, dtype=np.int64)
    return rows, np.array(gathered.entry_columns, dtype=np.int64)


def _state_below_zero(gathered: Gathered) -> None:
    """States upper bounds below 0 as rows, where the lower bound is 0 since the file states none.

    No variable can have such bounds. A row of its own shows in an explanation what contradicts the
    lower bound.
    """
    names = list(gathered.columns)
    for column, (upper, line) in gathered.below_zero.items():
        name = f"upper_bound_{names[column]}"
        while name in gathered.rows:
            name = f"{name}_"
        row = gathered.add_row(name, line)
        gathered.add_entry(column, row, 1, line)
        gathered.sides[row] = None, upper
        gathered.upper[column] = inf
        bound = text_of(upper)
        gathered.note(
            line,
            f"{quoted(names[column])} has the upper bound {bound} and no lower bound, which is 0 "
            "then, as HiGHS and SCIP read it, so that no value is left; for CPLEX, Gurobi and CBC "
            "it is minus infinity: state it",
        )


# A number without a blank before a name.
_GLUED = re.compile(r"(?<![^\s+\-<>=:])([0-9]+\.?[0-9]*)([^\W\d][^\s+\-*^<>=:]*)")


def _note_glued(gathered: Gathered, order: IntArray, again: IntArray) -> None:
    """Notes that numbers without a blank before a name are factors, where a sum has several.

    PuLP writes variables that are called `1y` and `2y` so, and 3 y is read of their sum.
    """
    names = list(gathered.columns)
    glued: dict[int, dict[str, list[str]]] = {}
    found: dict[str, tuple[int, list[str]]] = {}
    for first, second in zip(order[again - 1].tolist(), order[again].tolist(), strict=True):
        name = names[gathered.entry_columns[second]]
        lines = sorted({gathered.entry_lines[first], gathered.entry_lines[second]})
        factors: list[str] = []
        for line in lines:
            if line not in glued:
                glued[line] = _glued_factors(gathered.text.lines[line])
            factors += glued[line].get(name, [])
        if len(set(factors)) > 1:
            found.setdefault(name, (lines[0], list(dict.fromkeys(factors))))
    if not found:
        return
    name, (line, factors) = next(iter(found.items()))
    one, two = factors[:2]
    more = f"; so it is with {counted(len(found) - 1, 'other name')}" if len(found) > 1 else ""
    gathered.note(
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


def _add_repeated_terms(gathered: Gathered, order: IntArray, again: IntArray) -> None:
    """Adds up the coefficients of a column that stands in a row several times.

    `again` are the places, in an order by rows and columns, of entries that stand again.
    """
    numbers = [plain(Fraction(*pair)) for pair in gathered.values]
    is_first = np.ones(len(order), dtype=bool)
    is_first[again] = False
    begins = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    sums: dict[int, Number] = {}
    for entry, first in zip(order[again].tolist(), order[begins[again]].tolist(), strict=True):
        known = sums.get(first, numbers[gathered.entry_values[first]])
        total = plain(Fraction(known + numbers[gathered.entry_values[entry]]))
        if too_large(total):
            name = list(gathered.columns)[gathered.entry_columns[entry]]
            what = f"the coefficients of {quoted(name)} add up to 63 bits or more"
            line = gathered.entry_lines[entry]
            raise gathered.text.at_name(line, name, what, "scale them down")
        sums[first] = total
    for entry, total in sums.items():
        gathered.entry_values[entry] = gathered.value(total)
    kept = np.ones(len(order), dtype=bool)
    kept[order[again]] = False
    gathered.keep_entries(kept)


def _semi_continuous(gathered: Gathered) -> dict[int, tuple[Number, Number]]:
    """Makes 0 a value of the columns that may also be 0; returns the bounds of all others' values.

    Those that may be 0 anyway are left out.
    """
    found: dict[int, tuple[Number, Number]] = {}
    for column, line in gathered.semi.items():
        lower, upper = gathered.lower[column], gathered.upper[column]
        if lower <= 0 <= upper:
            continue
        least, most = finite_bound(lower), finite_bound(upper)
        if least is None or most is None:
            name = list(gathered.columns)[column]
            side = "lower" if least is None else "upper"
            what = f"{quoted(name)} is semi-continuous, and has no {side} bound"
            raise gathered.text.at_name(line, name, what, "state one; rows need it as big M")
        found[column] = least, most
        gathered.lower[column], gathered.upper[column] = min(least, 0), max(most, 0)
    return found


def _state_indicators(
    gathered: Gathered, model: FileModelBase, names: list[str], rows: WrittenRows
) -> None:
    """Adds the rows that hold only if a binary column has a value."""
    for row, indicator in gathered.indicators.items():
        terms = rows.terms_as_given(row)
        columns, factors = [column for column, _ in terms], [number for _, number in terms]
        total = Expression(model, columns, factors, len(columns), 0)
        switch = Variable(model, indicator.column)
        if not Encoder.of(model).is_binary(switch):
            column = list(gathered.columns)[indicator.column]
            what = f"the indicator {quoted(column)} is not binary"
            raise gathered.text.at_name(indicator.line, column, what, "list it among the binaries")
        condition: Logical = switch if indicator.value else ~switch
        least, most = rows.bounds_as_given(row)
        if least is not None or most is not None:
            truth = condition.implies(Comparison(total, least, most))
            _state(gathered, model, truth, names[row], indicator.line)


def _state_pieces(
    gathered: Gathered, model: FileModelBase, pieces: dict[int, tuple[Number, Number]]
) -> None:
    """Adds what says which columns are semi-continuous, and the special ordered sets."""
    names = list(gathered.columns)
    for column, bounds in pieces.items():
        truth = semi_continuous(Variable(model, column), *bounds)
        _state(gathered, model, truth, f"semi_continuous_{names[column]}", gathered.semi[column])
    for one in gathered.sets:
        kind = special_ordered_1 if one.most == 1 else special_ordered_2
        if len(one.columns) > one.most:
            try:
                truth = kind(Variable(model, column) for column in one.columns)
            except ModelError as error:
                raise _at_line(gathered, one.line, error) from None
            _state(gathered, model, truth, one.name, one.line)


def _state(gathered: Gathered, model: FileModelBase, truth: Logical, name: str, line: int) -> None:
    """Adds a truth under a name of the file."""
    try:
        row = model.add(truth)
    except ModelError as error:
        raise _at_line(gathered, line, error) from None
    Store.of(model).rows.name_rows(index(row), "", [name])


def _at_line(gathered: Gathered, line: int, error: ModelError) -> InputError:
    (problem,) = error.problems
    return gathered.text.at_field(line, 0, problem.what, problem.advice)


def _order(gathered: Gathered, row_of: IntArray, columns: IntArray) -> tuple[IntArray, IntArray]:
    """The entries row by row, the objective first, each row by its columns.

    And the places in this order of those that have the row and the column of the one before them.
    """
    keys = (row_of - OBJECTIVE) * len(gathered.columns) + columns
    order: IntArray = np.argsort(keys, kind="stable")
    return order, np.nonzero(np.diff(keys[order]) == 0)[0] + 1


def _repeated(gathered: Gathered, entry: int) -> InputError:
    """Says that an entry stands again."""
    column = list(gathered.columns)[gathered.entry_columns[entry]]
    number = gathered.entry_rows[entry]
    row = next((row for row, n in gathered.rows.items() if n == number), "objective")
    what = f"{quoted(column)} has two coefficients in {quoted(row)}"
    advice = "keep one of the two; HiGHS takes the first, SCIP adds them"
    return gathered.text.at_name(gathered.entry_lines[entry], column, what, advice)


_ROUNDS = 10

_Entries = list[tuple[int, Number]]


def _imply_bounds(gathered: Gathered) -> None:
    """Gives bounds to columns that need them as big M, and have none, if rows imply some.

    These are semi-continuous columns, and those of special ordered sets and of rows behind
    indicators. A column that is to be, say, at most 1, since it is one of several that add up to
    1, gets that bound; no solution is lost, and none is new.
    """
    if not (gathered.semi or gathered.sets or gathered.indicators):
        return
    needed = _columns_to_bound(gathered)
    if not needed:
        return
    rows = [
        (entries, *gathered.sides[row])
        for row, entries in _entries_by_row(gathered).items()
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


def _columns_to_bound(gathered: Gathered) -> set[int]:
    """The columns without a bound that a bound is wanted of, and all that stand in rows with them.

    Empty if there are none of the former.
    """
    wanted = {column for one in gathered.sets for column in one.columns} | set(gathered.semi)
    pairs = list(zip(gathered.entry_rows, gathered.entry_columns, strict=True))
    if gathered.indicators:
        wanted |= {column for row, column in pairs if row in gathered.indicators}
    unbounded = {
        column for column in wanted if None in map(finite_bound, _bounds(gathered, column))
    }
    if not unbounded:
        return set()
    beside = {row for row, column in pairs if column in unbounded}
    return unbounded | {column for row, column in pairs if row in beside and row >= 0}


def _bounds(gathered: Gathered, column: int) -> tuple[Limit, Limit]:
    """The least and the greatest value; a semi-continuous column can be 0 as well."""
    lower, upper = gathered.lower[column], gathered.upper[column]
    return (min(lower, 0), max(upper, 0)) if column in gathered.semi else (lower, upper)


def _entries_by_row(gathered: Gathered) -> dict[int, _Entries]:
    found: dict[int, _Entries] = {}
    factors = [plain(Fraction(*pair)) for pair in gathered.values]
    entries = gathered.entry_rows, gathered.entry_columns, gathered.entry_values
    for row, column, value in zip(*entries, strict=True):
        if factors[value]:
            found.setdefault(row, []).append((column, factors[value]))
    return found


def _tighten(gathered: Gathered, needed: set[int], entries: _Entries, most: Number) -> bool:
    """Bounds unbounded columns by a row of at most `most`; returns whether it did."""
    least: Number = 0
    unbounded = []
    for column, factor in entries:
        bound = finite_bound(_bounds(gathered, column)[factor < 0])
        if bound is None:
            unbounded.append(column)
            if len(unbounded) > 1:
                return False
        else:
            least += factor * bound
    changed = False
    for column, factor in entries:
        if column not in needed or (unbounded and unbounded != [column]):
            continue
        ends = map(finite_bound, _bounds(gathered, column))
        bound, known = ends if factor > 0 else reversed([*ends])
        if known is not None:
            continue
        others = least if unbounded or bound is None else least - factor * bound
        end: Number = plain(Fraction(most - others) / factor)
        if too_large(end):
            # It is none that could be stated.
            continue
        whole = column not in gathered.continuous
        # Where the row cannot hold at all, it says so itself.
        if factor > 0:
            gathered.upper[column] = max(floor(end) if whole else end, gathered.lower[column])
        else:
            gathered.lower[column] = min(ceil(end) if whole else end, gathered.upper[column])
        changed = True
    return changed
