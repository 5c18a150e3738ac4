"""Recognises programs that are exact cover problems: what their rows and columns say."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, Kind


class Meaning(IntEnum):
    """What a row says of its variables, which are binary."""

    OTHER = 0
    EXACTLY_ONE = 1
    AT_MOST_ONE = 2
    ALL_ZERO = 3
    IS_ONE = 4
    NEVER = 5
    NOTHING = 6


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
    is_sum = sums(program)
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
        first = int(rows.starts[row])
        factor = int(rows.coefficients[first]) if lengths[row] else 0
        zero, one = (bool(lower[row] <= value <= upper[row]) for value in (0, factor))
        meaning[row] = _OF_ONE_VARIABLE[zero, one]
    _find_totals(program, meaning, plain)
    return meaning


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


def sums(program: Program) -> npt.NDArray[np.bool_]:
    """Which rows are sums with bounds; all others define a variable or are operations."""
    return ~np.isin(program.rows.kinds, _NOT_SUMS)


def _find_totals(
    program: Program, meaning: npt.NDArray[np.uint8], plain: npt.NDArray[np.bool_]
) -> None:
    """Finds rows that say how many variables are 1 where that is known anyway.

    Where all variables are in the same number of rows that say exactly one, the sum of these rows
    says how many variables are 1. (Nine equal pieces fill a cube: each covers three of 27 places.)
    """
    rows = program.rows
    totals = plain & (meaning == Meaning.OTHER) & (rows.lengths() == program.variables)
    if not totals.any():
        return
    owners = rows.owners()
    once = (meaning == Meaning.EXACTLY_ONE)[owners]
    sizes = np.bincount(rows.columns[once], minlength=program.variables)
    size, needed = int(sizes[0]), int((meaning == Meaning.EXACTLY_ONE).sum())
    if size == 0 or (sizes != size).any():
        return
    number, rest = divmod(needed, size)
    holds = (rows.lower <= number) & (number <= rows.upper) & (rest == 0)
    meaning[totals & holds] = Meaning.NOTHING
    meaning[totals & ~holds] = Meaning.NEVER


# By whether its variable may be 0, and whether it may be 1.
_OF_ONE_VARIABLE = {
    (True, True): Meaning.NOTHING,
    (True, False): Meaning.ALL_ZERO,
    (False, True): Meaning.IS_ONE,
    (False, False): Meaning.NEVER,
}

_NOT_SUMS = [int(kind) for kind in (Kind.CONJUNCTION, Kind.DISJUNCTION, Kind.OPERATION)]


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
        entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
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
