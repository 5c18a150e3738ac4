"""Programs as exact cover problems (`cover_form`): what their rows and columns say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import counted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Rows, with_changed
from ilpuzzles.passes.remembered import remember_with_rows
from ilpuzzles.passes.step import SAME, Change, NotNeeded, Outcome, Pass, PassSettings

MOST_CONDITIONS = 16
"""The most rows that may be sums of another kind: they are checked one by one, at every step."""

_LARGEST_COEFFICIENT = 1 << 40
"""Sums of larger numbers could leave 64 bits."""

_MOST_TOTALS = 16
"""If there are more sums, none of them is looked into; these take a tenth of a second."""

_MOST_ITEMS = 400
"""Nor is any if there are more rows that say exactly one."""

_PRIME = 2**31 - 1
"""Totals are worked out modulo this prime."""

_COLUMNS_AT_ONCE = 64
"""So many columns are taken before all are looked at again."""


class Meaning(IntEnum):
    """The meaning of a row for its binary variables; of the last three, other rows are a part."""

    OTHER = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    ALL_ZERO = 3
    IS_ONE = 4
    NEVER = 5
    NOTHING = 6
    CONDITION = 7
    BETWEEN = 8
    SAME_COLOUR = 9


@remember_with_rows
def meanings(program: Program) -> npt.NDArray[np.uint8]:
    """The meaning of each row; rows of every kind are looked at as sums.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> rows = model.add(x.sum() == 1), model.add(x.sum() <= 1), model.add(x.sum() == 0)
        >>> rows = model.add(3 * x[0] >= 2), model.exactly_one([~x[0]])
        >>> row = model.add(x[0] + 2 * x[1] <= 2)
        >>> [Meaning(said).name for said in meanings(model.program())]
        ['EXACTLY_ONE', 'AT_MOST_ONE', 'ALL_ZERO', 'IS_ONE', 'ALL_ZERO', 'OTHER']
        >>> pairs = Model()
        >>> place = pairs.binary("place", 3)
        >>> rows = pairs.exactly_one(place[:2]), pairs.exactly_one(place[1:])
        >>> rows = pairs.exactly_one([place[0], place[2]]), pairs.add(place.sum() == 2)
        >>> [Meaning(said).name for said in meanings(pairs.program())][-1]
        'NEVER'
    """
    rows = program.rows
    lower, upper, lengths = rows.lower, rows.upper, rows.lengths()
    is_sum = ~rows.defining() & ~rows.measured
    others = np.bincount(rows.owners()[rows.coefficients != 1], minlength=len(rows))
    plain = is_sum & (others == 0)
    meaning = np.full(len(rows), Meaning.OTHER, dtype=np.uint8)
    meaning[plain & (lower <= 0) & (upper >= lengths)] = Meaning.NOTHING
    meaning[is_sum & ~lower.finite & ~upper.finite] = Meaning.NOTHING
    meaning[plain & (lower <= 0) & (upper == 0) & (lengths > 0)] = Meaning.ALL_ZERO
    # The order matters: at most one of a single variable says nothing, but it has its column.
    meaning[plain & (lower <= 0) & (upper == 1)] = Meaning.AT_MOST_ONE
    meaning[plain & (lower == 1) & (upper == 1)] = Meaning.EXACTLY_ONE
    meaning[is_sum & (lower > upper)] = Meaning.NEVER
    for row in np.nonzero(is_sum & (meaning == Meaning.OTHER) & (lengths <= 1))[0].tolist():
        factor = int(rows.coefficients[rows.entries(row)].sum())
        zero, one = (_lies_within(rows, row, value) for value in (0, factor))
        meaning[row] = _OF_ONE_VARIABLE[zero, one]
    _find_totals(program, meaning)
    meaning.setflags(write=False)
    return meaning


def _lies_within(rows: Rows, row: int, value: int) -> bool:
    """Whether a value of a row is one that its bounds allow."""
    lower, upper = rows.lower.at(row), rows.upper.at(row)
    return (lower is None or lower <= value) and (upper is None or value <= upper)


def with_matches(program: Program) -> Program:
    """Returns the program with rows that match two sums as rows that say exactly one.

    Where exactly one of E is 1, and N is a part of E, the row *sum of P = sum of N* says that
    exactly one of P and of E without N is 1. What is in both of these is 0. (Edges that touch: E is
    what covers a cell, and N what shows a colour on one of its sides.)

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.binary("x", 3), model.binary("y", 2)
        >>> rows = model.exactly_one(x), model.add(x[0] == y.sum())
        >>> with_matches(model.program()).row_text(1)
        'x[1] + x[2] + y[0] + y[1] = 1'
    """
    matched = _match_rows(program)
    if matched is None:
        return program
    rows, lower, upper = matched
    return replace(program, rows=rows, lower=lower, upper=upper)


@remember_with_rows
def _match_rows(program: Program) -> tuple[Rows, Bounds, Bounds] | None:
    """Its rows and bounds then, if anything is said otherwise; the program itself would be kept."""
    changed: dict[int, Rows] = {}
    never: dict[int, tuple[Number | None, int]] = {}
    for match in matches(program):
        part, rest, within = match.part, match.rest, match.within
        if within is None:
            part, rest, within = rest, part, match.around
        others = (within or frozenset()) - part
        # What is given to be 1 has no value left.
        never |= {column: (program.lower.at(column), 0) for column in rest & others}
        either = np.array(sorted(rest ^ others), dtype=np.int64)
        changed[match.row] = Rows.of(
            np.array([0, len(either)]),
            either,
            np.ones(len(either), dtype=np.int64),
            1,
            1,
            groups=int(program.rows.groups[match.row]),
        )
    if not changed:
        return None
    bounded = program.within(never)
    return with_changed(program.rows, changed), bounded.lower, bounded.upper


class Match(NamedTuple):
    """A row that says that two sums are equal, one of which at least is a part of *exactly one*."""

    row: int
    part: frozenset[int]
    """The columns of one sum."""
    rest: frozenset[int]
    """The columns of the other sum."""
    within: frozenset[int] | None
    """The columns of a row that says exactly one, and has the first sum in it, if there is any."""
    around: frozenset[int] | None
    """The columns of such a row for the other sum."""


@remember_with_rows
def matches(program: Program) -> list[Match]:
    """All such rows; see `with_matches`."""
    rows, owners = program.rows, program.rows.owners()
    plain = np.bincount(owners[np.abs(rows.coefficients) != 1], minlength=len(rows)) == 0
    total = np.bincount(owners, minlength=len(rows))
    minus = np.bincount(owners[rows.coefficients == -1], minlength=len(rows))
    found = plain & ~rows.defining() & ~rows.measured & (rows.lower == 0) & (rows.upper == 0)
    found &= (minus > 0) & (minus < total)
    if not found.any():
        return []
    over: dict[int, list[frozenset[int]]] = {}
    for row in np.nonzero(meanings(program) == Meaning.EXACTLY_ONE)[0].tolist():
        group = frozenset(rows.columns[rows.entries(row)].tolist())
        for column in group:
            over.setdefault(column, []).append(group)
    matched = []
    for row in np.nonzero(found)[0].tolist():
        entries = rows.entries(row)
        columns, signs = rows.columns[entries], rows.coefficients[entries]
        part, rest = (frozenset(columns[signs == sign].tolist()) for sign in (1, -1))
        within, around = (
            next((group for group in over.get(min(one), ()) if one <= group), None)
            for one in (part, rest)
        )
        if within is not None or around is not None:
            matched.append(Match(row, part, rest, within, around))
    return matched


def _find_totals(program: Program, meaning: npt.NDArray[np.uint8]) -> None:
    """Finds sums that are known anyway, since rows that say exactly one add up to them.

    Nine equal pieces fill a cube: each covers three of 27 places. The cells of a chessboard add up
    to the same, whatever covers them.
    """
    rows = program.rows
    once, others = meaning == Meaning.EXACTLY_ONE, meaning == Meaning.OTHER
    if not 0 < others.sum() <= _MOST_TOTALS or once.sum() > _MOST_ITEMS:
        return
    owners = rows.owners()
    covered = np.zeros(program.variables, dtype=bool)
    covered[rows.columns[once[owners]]] = True
    others[owners[~covered[rows.columns]]] = False
    for row in np.nonzero(others & ~rows.defining() & ~rows.measured)[0].tolist():
        totals = np.zeros(program.variables, dtype=np.int64)
        entries = rows.entries(row)
        np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
        if program.unbounded().any():
            continue
        ends = program.lower.numbers.min(initial=0), program.upper.numbers.max(initial=0)
        largest = max(abs(int(end)) for end in ends)
        if sum(map(abs, totals.tolist())) * largest > _PRIME // 2:
            continue
        total = _total_of(rows.columns[once[owners]], owners[once[owners]], totals)
        if total is not None:
            holds = _lies_within(rows, row, total)
            meaning[row] = Meaning.NOTHING if holds else Meaning.NEVER


def _total_of(columns: IntArray, owners: IntArray, totals: IntArray) -> int | None:
    """The total of columns that every choice has, or None if it depends on the choice.

    Each row that says exactly one gets a number, so that every column has the sum of the numbers
    of its rows; then the total is the sum of all of them. They are found by elimination modulo a
    prime. The total that comes out is right modulo this prime, and no sum of the columns is as
    large: so it is right, or there is no solution.
    """
    order = np.argsort(columns, kind="stable")
    used, starts = np.unique(columns[order], return_index=True)
    names, items = np.unique(owners[order], return_inverse=True)
    ends, wanted = np.append(starts[1:], len(items)), totals[used] % _PRIME
    number = len(names)
    matrix = np.zeros((number, number + 1), dtype=np.int64)
    pivots = np.full(number, -1, dtype=np.int64)
    rank, numbers = 0, np.zeros(number, dtype=np.int64)
    while True:
        wrong = np.nonzero((wanted - np.add.reduceat(numbers[items], starts)) % _PRIME)[0]
        if not len(wrong):
            total = int(numbers.sum() % _PRIME)
            return total if total <= _PRIME // 2 else total - _PRIME
        for place in wrong[:_COLUMNS_AT_ONCE].tolist():
            own = items[starts[place] : ends[place]]
            row = np.zeros(number + 1, dtype=np.int64)
            row[own], row[number] = 1, wanted[place]
            for item in own[pivots[own] >= 0].tolist():
                row = (row - row[item] * matrix[pivots[item]]) % _PRIME
            leading = np.nonzero(row[:number])[0][:1].tolist()
            if not leading and row[number]:
                return None
            for item in leading:
                row = row * pow(int(row[item]), -1, _PRIME) % _PRIME
                before = matrix[:rank]
                before[:] = (before - before[:, item, None] * row) % _PRIME
                matrix[rank], pivots[item] = row, rank
                rank += 1
        solved = pivots >= 0
        numbers[solved] = matrix[pivots[solved], number]


# By whether its variable may be 0, and whether it may be 1.
_OF_ONE_VARIABLE = {
    (True, True): Meaning.NOTHING,
    (True, False): Meaning.ALL_ZERO,
    (False, True): Meaning.IS_ONE,
    (False, False): Meaning.NEVER,
}


def unfit_columns(program: Program) -> npt.NDArray[np.bool_]:
    """The columns that no exact cover can have: those that are not binary, and auxiliary ones."""
    unfit: npt.NDArray[np.bool_] = (program.lower < 0) | (program.upper > 1) | ~program.deciding
    return unfit if program.continuous is None else unfit | program.continuous


class Refusal(NamedTuple):
    """The reason why a program is not an exact cover problem: its first unfit row, or a column.

    A row that comes with a column is all right but for that column.
    """

    row: int | None
    column: int | None

    @property
    def plain(self) -> bool:
        """No; see `CoverForm.plain`."""
        return False


@dataclass(frozen=True, slots=True, eq=False)
class CoverForm:
    """A program as an exact cover problem: its options are the columns that may be 1.

    Attributes:
        columns: The column of the program that each option is, ascending.
        origins: The row of the program that each item is; for a variable that its bounds fix to 1,
            -1 - its column, and for an item with colours, which is several rows, -1 - all columns.
        primary: Whether each item has to be covered; others may stay empty.
        starts: Where the items of each option begin in `items`, shape (options + 1,).
        items: The items of all options, one option after the other.
        colours: The colour of each entry of `items`, or -1; None where there are no colours.
        bounds: How many options each item is in at least, and at most, shape (2, items); None where
            a primary one is in one, and any other one in one at most.
        conditions: Other sums: what each option adds, and the least and the most that is allowed.
    """

    columns: IntArray
    origins: IntArray
    primary: npt.NDArray[np.bool_]
    starts: IntArray
    items: IntArray
    colours: IntArray | None
    bounds: IntArray | None
    conditions: tuple[tuple[IntArray, int, int], ...]

    @property
    def plain(self) -> bool:
        """Whether no row says more than exactly one, at most one, or what comes down to it."""
        return self.bounds is None and not self.conditions

    def values(self, solutions: IntArray, variables: int) -> IntArray:
        """The values of all columns for solutions as rows of options, filled up with -1."""
        values = np.zeros((len(solutions), variables + 1), dtype=np.int64)
        # What fills up goes into a column that is cut off again.
        columns = np.append(self.columns, variables)[solutions]
        np.put_along_axis(values, columns, 1, axis=1)
        return values[:, :variables]


def cover_form(
    program: Program, most: int = MOST_CONDITIONS, *, matrix: bool = False
) -> CoverForm | Refusal:
    """Recognises a program; an objective is no part of it.

    Rows that say exactly one or at most one are items, and those that come down to it
    (`with_matches`); rows that match parts of two such items are secondary items with colours. Some
    other sums, but not more than `most`, are conditions, as long as all their variables are in rows
    that say exactly one. If that is not enough, rows that say between m and n are items with
    bounds: the engine has more ways to answer without these. In a `matrix` of 0 and 1 there are no
    colours, conditions and bounds.

    A row that fixes a variable to 1 is an item of one option, and one that nothing satisfies an
    item of none. Items are in the order of the rows; behind these come variables that their bounds
    fix to 1, items with colours, and those with bounds.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> rows = model.exactly_one(x), model.add(x.sum() >= x[0])
        >>> cover_form(model.program()).plain
        True
        >>> row = model.at_least_one(x[:2])
        >>> cover_form(model.program()).plain, cover_form(model.program(), matrix=True)
        (False, Refusal(row=2, column=None))
    """
    return _recognise(program, most, matrix)


@remember_with_rows
def _recognise(program: Program, most: int, matrix: bool, /) -> CoverForm | Refusal:
    """See `cover_form`."""
    same, colours, never = _find_colours([] if matrix else matches(program))
    program = with_matches(program)
    rows, said, unfit = program.rows, meanings(program).copy(), unfit_columns(program)
    if not matrix:
        said[same] = Meaning.SAME_COLOUR
        _find_sums(program, said, unfit, most)
    stops = said == Meaning.OTHER
    touched = np.zeros_like(stops)
    touched[rows.owners()[unfit[rows.columns]]] = True
    first = stops if stops.any() and not matrix else stops | touched
    for row in np.nonzero(first)[0].tolist()[:1]:
        own = rows.columns[rows.entries(row)]
        return Refusal(row, None if stops[row] else int(own[unfit[own]][0]))
    if unfit.any():
        return Refusal(None, int(unfit.argmax()))
    # What is given to be 1 has no value left.
    bounds = {column: (program.lower.at(column), 0) for column in never}
    return _arrange(program.within(bounds), said, colours)


def _find_colours(found: list[Match]) -> tuple[list[int], IntArray, list[int]]:
    """Items with colours, which rows that match parts of two rows stand for.

    The sums of several rows are parts of the same two rows that say exactly one, E and F. What is
    chosen in E has to have the colour of what is chosen in F.

    Returns:
        These rows; each column of an item, the item, and the colour, shape (entries, 3); and
        columns that would need two colours of an item.
    """
    same: list[int] = []
    entries: list[tuple[int, int, int]] = []
    never: list[int] = []
    groups: dict[tuple[frozenset[int], frozenset[int]], list[Match]] = {}
    for match in found:
        if match.within is not None and match.around is not None:
            groups.setdefault((match.within, match.around), []).append(match)
    for item, ((one, other), several) in enumerate(groups.items()):
        here, there = dict.fromkeys(one, 0), dict.fromkeys(other, 0)
        for colour, match in enumerate(several, start=1):
            if any(map(here.get, match.part)) or any(map(there.get, match.rest)):
                continue
            here |= dict.fromkeys(match.part, colour)
            there |= dict.fromkeys(match.rest, colour)
            same.append(match.row)
        never += [column for column in here.keys() & there if here[column] != there[column]]
        entries += [(column, item, colour) for column, colour in (here | there).items()]
    return same, np.array(entries, dtype=np.int64).reshape(-1, 3), never


def _find_sums(
    program: Program, said: npt.NDArray[np.uint8], unfit: npt.NDArray[np.bool_], most: int
) -> None:
    """Finds sums that can be conditions, and if that is not enough, those between m and n."""
    rows, owners = program.rows, program.rows.owners()
    sums = (said == Meaning.OTHER) & ~rows.defining()
    if not sums.any():
        return
    covered = program.upper <= 0
    covered[rows.columns[(said == Meaning.EXACTLY_ONE)[owners]]] = True
    wrong = ~covered[rows.columns] | unfit[rows.columns]
    conditions = sums.copy()
    conditions[owners[wrong | (np.abs(rows.coefficients) > _LARGEST_COEFFICIENT)]] = False
    if conditions.sum() > most or (sums & ~conditions).any():
        counts = sums.copy()
        counts[owners[rows.coefficients != 1]] = False
        said[counts] = Meaning.BETWEEN
        conditions &= ~counts
    if conditions.sum() <= most:
        said[conditions] = Meaning.CONDITION


def _arrange(program: Program, said: npt.NDArray[np.uint8], colours: IntArray) -> CoverForm:
    """The form of a program in which every row says something that it has."""
    rows, owners, variables = program.rows, program.rows.owners(), program.variables
    possible = np.asarray((program.upper >= 1) & (program.lower <= program.upper))
    possible[rows.columns[said[owners] == Meaning.ALL_ZERO]] = False
    (columns,), (fixed,) = np.nonzero(possible), np.nonzero(program.lower >= 1)
    (single,) = np.nonzero(np.isin(said, (*_ONCE, Meaning.NEVER)))
    (several,), coloured = np.nonzero(said == Meaning.BETWEEN), colours[:, 1].max(initial=-1) + 1
    nowhere = np.full(coloured, -1 - variables)
    origins = np.concatenate([single, -1 - fixed, nowhere, several])
    first, painted, last = np.cumsum([len(single), len(fixed), coloured]).tolist()
    item_of = np.zeros(len(rows), dtype=np.int64)
    item_of[single], item_of[several] = np.arange(first), np.arange(last, len(origins))
    of_rows = np.isin(said, (*_ONCE, Meaning.BETWEEN))[owners]
    column = np.concatenate([rows.columns[of_rows], fixed, colours[:, 0]])
    own = item_of[owners[of_rows]]
    item = np.concatenate([own, np.arange(first, painted), painted + colours[:, 1]])
    colour = np.concatenate([np.full(len(item) - len(colours), -1), colours[:, 2]])
    order = np.lexsort((item, column))
    order = order[possible[column[order]]]
    bounds = np.ones((2, len(origins)), dtype=np.int64)
    bounds[0, :first] = said[single] != Meaning.AT_MOST_ONE
    bounds[0, painted:] = 0
    # They may be infinite, but there are only so many options.
    most = len(columns) + 1
    least = np.clip(rows.lower[several].filled(-1), -1, most)
    upper = np.clip(rows.upper[several].filled(most), -1, most)
    least = np.where(upper < 0, most, np.maximum(least, 0))
    bounds[:, last:] = least, np.maximum(least, upper)
    return CoverForm(
        columns,
        origins,
        bounds[0] > 0,
        np.searchsorted(column[order], np.append(columns, variables)),
        item[order],
        colour[order] if len(colours) else None,
        bounds if len(several) else None,
        tuple(
            _condition(program, row, columns)
            for row in np.nonzero(said == Meaning.CONDITION)[0].tolist()
        ),
    )


_ONCE = (Meaning.EXACTLY_ONE, Meaning.AT_MOST_ONE, Meaning.IS_ONE)


def _condition(program: Program, row: int, columns: IntArray) -> tuple[IntArray, int, int]:
    """The coefficient of each of these columns in a row, and the bounds of the row."""
    rows, entries = program.rows, program.rows.entries(row)
    totals = np.zeros(program.variables, dtype=np.int64)
    np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
    # No sum is beyond these, whatever the bounds are.
    reach = int(np.abs(totals).sum()) + 1
    least, most = rows.lower.at(row), rows.upper.at(row)
    lower = -reach if least is None else int(min(max(least, -reach), reach))
    upper = reach if most is None else int(min(max(most, -reach), reach))
    return totals[columns], lower, upper


def _recognise_cover(program: Program, _: PassSettings) -> Outcome:
    form = cover_form(program)
    if isinstance(form, Refusal):
        where = "a column" if form.row is None else program.row_name(form.row)
        return NotNeeded(f"{where} does not fit")
    parts = [counted(len(form.primary), "item"), counted(len(form.columns), "option")]
    if form.conditions:
        parts.append(counted(len(form.conditions), "condition"))
    # The engine gets the form itself, whose values are those of the program's columns.
    return Change(with_matches(program), SAME, ", ".join(parts))


COVER_FORM = Pass("cover form", _recognise_cover)
"""Recognises a program as an exact cover problem: items, options, and a few other sums."""
