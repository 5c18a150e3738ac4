"""Recognises programs that are exact cover problems: what their rows and columns say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import (
    MINUS_INFINITY,
    PLUS_INFINITY,
    IntArray,
    Rows,
    with_changed,
)

# Sums that may be known are looked into if there are so many at most, and of rows that say exactly
# one: a tenth of a second.
_MOST_TOTALS, _MOST_ITEMS = 16, 400
_PRIME = 2**31 - 1
# So many columns are taken before all are looked at again.
_AT_ONCE = 64


_More = ParamSpec("_More")
_Found = TypeVar("_Found")


def remember_with_rows(
    recognise: Callable[Concatenate[Program, _More], _Found],
) -> Callable[Concatenate[Program, _More], _Found]:
    """Remembers what a program is recognised as, for as long as it has its rows.

    That depends on its rows and columns alone, not on its objective, and is asked for by the choice
    of a backend, by that backend, and by the question.
    """
    known: WeakKeyDictionary[Rows, tuple[tuple[object, ...], _Found]] = WeakKeyDictionary()

    @wraps(recognise)
    def found(program: Program, /, *more: _More.args, **named: _More.kwargs) -> _Found:
        columns = program.lower, program.upper, program.deciding, program.continuous
        asked = *columns, *more, *named.values()
        before = known.get(program.rows)
        if before is None or [*map(id, before[0])] != [*map(id, asked)]:
            before = known[program.rows] = asked, recognise(program, *more, **named)
        return before[1]

    return found


class Meaning(IntEnum):
    """What a row says of its variables, which are binary."""

    OTHER = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    ALL_ZERO = 3
    IS_ONE = 4
    NEVER = 5
    NOTHING = 6


@remember_with_rows
def meanings(program: Program) -> npt.NDArray[np.uint8]:
    """What each row says; rows of every kind are looked at as the sums that they are.

    Example:
        >>> from ilpuzzles.modelling import Model
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
    is_sum = ~rows.defining()
    others = np.bincount(rows.owners()[rows.coefficients != 1], minlength=len(rows))
    plain = is_sum & (others == 0)
    meaning = np.full(len(rows), Meaning.OTHER, dtype=np.uint8)
    meaning[plain & (lower <= 0) & (upper >= lengths)] = Meaning.NOTHING
    meaning[is_sum & (lower == MINUS_INFINITY) & (upper == PLUS_INFINITY)] = Meaning.NOTHING
    meaning[plain & (lower <= 0) & (upper == 0) & (lengths > 0)] = Meaning.ALL_ZERO
    # The order matters: at most one of a single variable says nothing, but it has its column.
    meaning[plain & (lower <= 0) & (upper == 1)] = Meaning.AT_MOST_ONE
    meaning[plain & (lower == 1) & (upper == 1)] = Meaning.EXACTLY_ONE
    meaning[is_sum & (lower > upper)] = Meaning.NEVER
    for row in np.nonzero(is_sum & (meaning == Meaning.OTHER) & (lengths <= 1))[0].tolist():
        factor = int(rows.coefficients[rows.entries(row)].sum())
        zero, one = (bool(lower[row] <= value <= upper[row]) for value in (0, factor))
        meaning[row] = _OF_ONE_VARIABLE[zero, one]
    _find_totals(program, meaning)
    meaning.setflags(write=False)
    return meaning


def counts(program: Program, meaning: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which rows say that between m and n of some variables are 1, and nothing simpler.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> rows = model.add(x.sum() >= 2), model.add(x.sum() <= 3), model.exactly_one(x[:2])
        >>> row = model.add(x[0] + 2 * x[3] <= 2)
        >>> program = model.program()
        >>> counts(program, meanings(program)).tolist()
        [True, True, False, False]
    """
    rows = program.rows
    once = np.bincount(rows.owners()[rows.coefficients != 1], minlength=len(rows)) == 0
    found: npt.NDArray[np.bool_] = (meaning == Meaning.OTHER) & ~rows.defining() & once
    return found


def with_matches(program: Program) -> Program:
    """The same program, in which rows that match two sums say exactly one, as far as they can.

    Where exactly one of E is 1, and N is a part of E, the row *sum of P = sum of N* says that
    exactly one of P and of E without N is 1. What is in both of these is 0. (Edges that touch: E is
    what covers a cell, and N what shows a colour on one of its sides.)

    Example:
        >>> from ilpuzzles.modelling import Model
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
def _match_rows(program: Program) -> tuple[Rows, IntArray, IntArray] | None:
    """Its rows and bounds then, if anything is said otherwise; the program itself would be kept."""
    changed: dict[int, Rows] = {}
    never: dict[int, tuple[int, int]] = {}
    for match in matches(program):
        part, rest, within = match.part, match.rest, match.within
        if within is None:
            part, rest, within = rest, part, match.around
        others = (within or frozenset()) - part
        # What is given to be 1 has no value left.
        never |= {column: (int(program.lower[column]), 0) for column in rest & others}
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
    """Those of the other one."""
    within: frozenset[int] | None
    """The columns of a row that says exactly one, and has the first sum in it, if there is any."""
    around: frozenset[int] | None
    """The same for the other sum."""


@remember_with_rows
def matches(program: Program) -> list[Match]:
    """All such rows; see `with_matches`."""
    rows, owners = program.rows, program.rows.owners()
    plain = np.bincount(owners[np.abs(rows.coefficients) != 1], minlength=len(rows)) == 0
    total = np.bincount(owners, minlength=len(rows))
    minus = np.bincount(owners[rows.coefficients == -1], minlength=len(rows))
    found = plain & ~rows.defining() & (rows.lower == 0) & (rows.upper == 0)
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


def is_covering(program: Program) -> bool:
    """Whether a program is an exact cover problem, with no other rows at all.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> is_covering(model.program())
        True
        >>> row = model.at_least_one(x[:2])
        >>> is_covering(model.program())
        False
    """
    program = with_matches(program)
    binary = (program.lower >= 0) & (program.upper <= 1) & program.deciding
    return bool(binary.all()) and bool((meanings(program) != Meaning.OTHER).all())


def open_entries(program: Program) -> int:
    """How many entries an exact cover problem has besides what is given and what that rules out.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> rows = model.exactly_one(x[:2]), model.exactly_one(x[2:]), model.add(x[0] == 1)
        >>> open_entries(model.program())
        2
    """
    program = with_matches(program)
    rows, said = program.rows, meanings(program)
    owners = rows.owners()
    given = program.lower >= 1
    alone = (said == Meaning.IS_ONE) | ((said == Meaning.EXACTLY_ONE) & (rows.lengths() == 1))
    given[rows.columns[alone[owners]]] = True
    closed = program.upper <= 0
    closed[rows.columns[said[owners] == Meaning.ALL_ZERO]] = True
    once = (said == Meaning.EXACTLY_ONE) | (said == Meaning.AT_MOST_ONE)
    settled = np.bincount(owners[given[rows.columns]], minlength=len(rows)) > 0
    closed[rows.columns[(once & settled)[owners]]] = True
    return int((~closed & ~given)[rows.columns].sum())


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
    for row in np.nonzero(others & ~rows.defining())[0].tolist():
        totals = np.zeros(program.variables, dtype=np.int64)
        entries = rows.entries(row)
        np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
        largest = max(abs(int(program.lower.min(initial=0))), int(program.upper.max(initial=0)))
        if sum(map(abs, totals.tolist())) * largest > _PRIME // 2:
            continue
        total = _total_of(rows.columns[once[owners]], owners[once[owners]], totals)
        if total is not None:
            holds = rows.lower[row] <= total <= rows.upper[row]
            meaning[row] = Meaning.NOTHING if holds else Meaning.NEVER


def _total_of(columns: IntArray, owners: IntArray, totals: IntArray) -> int | None:
    """What columns add up to whatever is chosen, or None if that depends on the choice.

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
        for place in wrong[:_AT_ONCE].tolist():
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
    """Which columns no exact cover has: those that are not binary, and auxiliary ones."""
    return (program.lower < 0) | (program.upper > 1) | ~program.deciding


def refuse_others(program: Program, meaning: npt.NDArray[np.uint8]) -> None:
    """Raises, with the first row, variable or objective in the way, unless a matrix says it all."""
    rows = program.rows
    unfit = unfit_columns(program)
    stops = meaning == Meaning.OTHER
    stops[rows.owners()[unfit[rows.columns]]] = True
    for row in np.nonzero(stops)[0].tolist()[:1]:
        advice = "write LP or MPS" + program.names.advice_without(int(rows.groups[row]))
        entries = rows.entries(row)
        wrong = [column for column in rows.columns[entries].tolist() if unfit[column]]
        what = "" if meaning[row] == Meaning.OTHER else f": {_unfit(program, wrong[0])}"
        said, where = quoted(program.row_text(row)), program.where(row)
        raise ModelError(Problem(f"a 0-1 matrix cannot state {said} ({where}){what}", advice))
    for column in np.nonzero(unfit)[0].tolist()[:1]:
        raise ModelError(Problem(_unfit(program, column), "write LP or MPS"))
    if program.objective is not None:
        raise ModelError(Problem("a 0-1 matrix has no place for an objective", "write LP or MPS"))


def _unfit(program: Program, column: int) -> str:
    binary = program.lower[column] >= 0 and program.upper[column] <= 1
    why = "is auxiliary: it does not tell solutions apart" if binary else "is not binary"
    return f"{quoted(program.names.name_of(column))} {why}"
