"""From what a file says to a model: whole numbers, implied bounds, what is no linear row."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import ceil, floor
from operator import index

import numpy as np

from ilpuzzles.errors import InputError, ModelError, quoted
from ilpuzzles.formats.reading import OBJECTIVE, FileModel, Gathered, too_large
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expressions import Comparison, Expression, Logical, Variable
from ilpuzzles.modelling.numbers import Number, NumberArray, Quotients, plain, stored
from ilpuzzles.modelling.pieces import semi_continuous, special_ordered_1, special_ordered_2
from ilpuzzles.modelling.program import Objective
from ilpuzzles.modelling.row_check import bounds_of, factors_of, finite
from ilpuzzles.modelling.rows import (
    LARGEST,
    MINUS_INFINITY,
    NO_GROUP,
    PLUS_INFINITY,
    IntArray,
    Rows,
    in_whole_numbers,
    kinds_of_sums,
)
from ilpuzzles.modelling.store import Store


def _coefficients(gathered: Gathered) -> Quotients:
    values = np.array(gathered.entry_values, dtype=np.int64)
    used = np.bincount(values, minlength=len(gathered.values)) > 0
    pairs = [pair if known else (1, 1) for pair, known in zip(gathered.values, used, strict=True)]
    large = any(map(too_large, chain.from_iterable(pairs)))
    table = np.array(pairs, dtype=object if large else np.int64).reshape(-1, 2)
    return Quotients(*table[values].T)


def _refuse_large(gathered: Gathered, scales: NumberArray) -> None:
    """Raises if a row, multiplied by its scale, has a bound that no model can hold."""
    finite = [side for side in chain.from_iterable(gathered.sides) if side is not None]
    if finite and not (min(finite) > -LARGEST and max(finite) < LARGEST):
        for row, sides in enumerate(gathered.sides):
            # A scaled row may have large numbers, but none that is stored for infinity.
            bad = too_large if scales[row] == 1 else {MINUS_INFINITY, PLUS_INFINITY}.__contains__
            if any(side is not None and bad(side) for side in sides):
                name = next(name for name, number in gathered.rows.items() if number == row)
                what = f"row {quoted(name)} has a bound of 63 bits or more"
                line, advice = gathered.row_lines[row], "scale it to whole numbers"
                raise gathered.text.at_name(line, name, what, advice)


def stated(gathered: Gathered, name: str) -> FileModel:
    """States what stands in a file as a model; rows that count literals have the kind that says so.

    Raises if an entry stands twice.
    """
    row_of = np.array(gathered.entry_rows, dtype=np.int64)
    columns = np.array(gathered.entry_columns, dtype=np.int64)
    order = _order(gathered, row_of, columns)
    _imply_bounds(gathered)
    continuous = np.zeros(len(gathered.columns), dtype=bool)
    continuous[list(gathered.continuous)] = True
    # The objective comes first, as if it had its constant for both bounds.
    sides = [(gathered.constant, gathered.constant), *gathered.sides]
    least = stored([MINUS_INFINITY if side is None else side for side, _ in sides])
    most = stored([PLUS_INFINITY if side is None else side for _, side in sides])
    rounded = least != most
    rounded[row_of[continuous[columns]] - OBJECTIVE] = False
    whole = in_whole_numbers(row_of - OBJECTIVE, _coefficients(gathered), least, most, rounded)
    coefficients, (least, most, scales) = whole[0][order], (part[1:] for part in whole[1:])
    constant, scale = int(whole[1][0]), int(whole[3][0])
    _refuse_large(gathered, scales)
    row_of, columns = row_of[order], columns[order]
    if not coefficients.all():
        nonzero = coefficients != 0
        row_of, columns, coefficients = row_of[nonzero], columns[nonzero], coefficients[nonzero]
    costs = int(np.searchsorted(row_of, OBJECTIVE, side="right"))
    objective = None
    if costs or gathered.constant:
        objective = Objective(
            columns[:costs], coefficients[:costs], constant, gathered.maximize, scale=scale
        )
    pieces = _semi_continuous(gathered)
    lower, upper = stored(gathered.lower), stored(gathered.upper)
    row_of, columns, coefficients = row_of[costs:], columns[costs:], coefficients[costs:]
    binary = ((lower == 0) & (upper == 1) & ~continuous)[columns]
    kinds = kinds_of_sums(row_of, coefficients, binary, (least, most))
    starts = np.searchsorted(row_of, np.arange(len(least) + 1))
    in_groups: IntArray | int = NO_GROUP
    if gathered.row_groups:
        in_groups = np.full(len(least), NO_GROUP)
        in_groups[list(gathered.row_groups)] = list(gathered.row_groups.values())
    rows = Rows.of(
        starts, columns, coefficients, least, most, kinds=kinds, groups=in_groups, scales=scales
    )
    row_names = [row for row, number in gathered.rows.items() if number != OBJECTIVE]
    deciding = np.ones(len(lower), dtype=bool)
    deciding[list(gathered.auxiliary)] = False
    always = np.ones(len(rows), dtype=bool)
    always[list(gathered.indicators)] = False
    model = FileModel(
        name,
        list(gathered.columns),
        lower=lower,
        upper=upper,
        row_names=[name for name, kept in zip(row_names, always.tolist(), strict=True) if kept],
        rows=rows if always.all() else rows.keep(always),
        objective=objective,
        deciding=deciding,
        continuous=continuous if gathered.continuous else None,
        groups=gathered.groups.values(),
    )
    _state_indicators(gathered, model, row_names, rows)
    _state_pieces(gathered, model, pieces)
    return model


def _semi_continuous(gathered: Gathered) -> dict[int, tuple[Number, Number]]:
    """Makes 0 a value of the columns that may also be 0; returns the bounds of all others' values.

    Those that may be 0 anyway are left out.
    """
    found: dict[int, tuple[Number, Number]] = {}
    for column, line in gathered.semi.items():
        lower, upper = gathered.lower[column], gathered.upper[column]
        if lower <= 0 <= upper:
            continue
        infinite = [b for b in (lower, upper) if b in {MINUS_INFINITY, PLUS_INFINITY}]
        if infinite:
            name = list(gathered.columns)[column]
            side = "upper" if infinite == [PLUS_INFINITY] else "lower"
            what = f"{quoted(name)} is semi-continuous, and has no {side} bound"
            raise gathered.text.at_name(line, name, what, "state one; rows need it as big M")
        found[column] = lower, upper
        gathered.lower[column], gathered.upper[column] = min(lower, 0), max(upper, 0)
    return found


def _state_indicators(gathered: Gathered, model: FileModel, names: list[str], rows: Rows) -> None:
    """Adds the rows that hold only if a binary column has a value."""
    for row, indicator in gathered.indicators.items():
        columns = rows.columns[rows.entries(row)].tolist()
        total = Expression(model, columns, factors_of(rows, row), len(columns), 0)
        switch = Variable(model, indicator.column)
        if not Encoder.of(model).is_binary(switch):
            column = list(gathered.columns)[indicator.column]
            what = f"the indicator {quoted(column)} is not binary"
            raise gathered.text.at_name(indicator.line, column, what, "list it among the binaries")
        condition: Logical = switch if indicator.value else ~switch
        least, most = bounds_of(rows, row)
        if least is not None or most is not None:
            truth = condition.implies(Comparison(total, least, most))
            _state(gathered, model, truth, names[row], indicator.line)


def _state_pieces(
    gathered: Gathered, model: FileModel, pieces: dict[int, tuple[Number, Number]]
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


def _state(gathered: Gathered, model: FileModel, truth: Logical, name: str, line: int) -> None:
    """Adds a truth under a name of the file."""
    try:
        row = model.add(truth)
    except ModelError as error:
        raise _at_line(gathered, line, error) from None
    Store.of(model).rows.call(index(row), "", [name])


def _at_line(gathered: Gathered, line: int, error: ModelError) -> InputError:
    (problem,) = error.problems
    return gathered.text.at_field(line, 0, problem.what, problem.advice)


def _order(gathered: Gathered, row_of: IntArray, columns: IntArray) -> IntArray:
    """The entries row by row, the objective first, each row by its columns."""
    keys = (row_of - OBJECTIVE) * len(gathered.columns) + columns
    order: IntArray = np.argsort(keys, kind="stable")
    again = np.nonzero(np.diff(keys[order]) == 0)[0]
    if len(again):
        # Of all entries that stand again, the one that does so first in the file.
        entry = int(order[again + 1].min())
        column = list(gathered.columns)[columns[entry]]
        row = next((row for row, n in gathered.rows.items() if n == row_of[entry]), "objective")
        what = f"{quoted(column)} has two coefficients in {quoted(row)}"
        advice = "keep one of the two"
        raise gathered.text.at_name(gathered.entry_lines[entry], column, what, advice)
    return order


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
    unbounded = {column for column in wanted if None in map(finite, _bounds(gathered, column))}
    if not unbounded:
        return set()
    beside = {row for row, column in pairs if column in unbounded}
    return unbounded | {column for row, column in pairs if row in beside and row >= 0}


def _bounds(gathered: Gathered, column: int) -> tuple[Number, Number]:
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
        bound = _bounds(gathered, column)[factor < 0]
        if bound in {MINUS_INFINITY, PLUS_INFINITY}:
            unbounded.append(column)
            if len(unbounded) > 1:
                return False
        else:
            least += factor * bound
    changed = False
    for column, factor in entries:
        if column not in needed or (unbounded and unbounded != [column]):
            continue
        bound, known = _bounds(gathered, column)[:: 1 if factor > 0 else -1]
        if known not in {MINUS_INFINITY, PLUS_INFINITY}:
            continue
        others = least if unbounded else least - factor * bound
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
