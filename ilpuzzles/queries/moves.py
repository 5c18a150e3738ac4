"""What symmetries that move the columns of a program do to it, and what that spares a count.

A move says where each column goes. Moves that take the rows into each other take solutions to
solutions. So of a row of which exactly one is true, as many solutions choose one column as choose
another that a move takes it to: one of them is searched, and its solutions count for all (*orbit
weights*).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ilpuzzles.errors import InputError, ModelError, Problem
from ilpuzzles.modelling.cover_form import Meaning, meanings
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_TARGET, IntArray, Kind
from ilpuzzles.queries.subproblems import Part

_ONE_AT_MOST = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE)

# So many rows are tried: an estimate takes some milliseconds.
_TRIED = 16

# A search may take twice as long as was estimated; what spares less is left alone.
_WORTH = 0.7


class Share(NamedTuple):
    """A part of a program; each of its solutions counts for `weight` equivalent ones."""

    part: Part
    weight: int


class Shares(NamedTuple):
    """Parts whose solutions count for all, by what is chosen in a row of the program.

    Attributes:
        row: The row.
        left: How many of its columns are left, of how many.
        parts: The parts, the least weight first.
    """

    row: int
    left: tuple[int, int]
    parts: tuple[Share, ...]


def shares_of(program: Program, moves: IntArray, row: int) -> Shares:
    """Splits the solutions by what is chosen in a row of which exactly one column is true.

    Of columns that moves take into each other, one is left.

    Args:
        program: A program.
        moves: Where each symmetry takes each column; those that do not keep the row are not used.
        row: The row.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.add(x.sum() >= 0) and None
        >>> turned = shares_of(model.program(), np.array([[0, 1, 2], [2, 1, 0]]), 0)
        >>> turned.left, [(sorted(share.part), share.weight) for share in turned.parts]
        ((2, 3), [([0, 2], 1), ([1, 2], 2)])
    """
    rows = program.rows
    columns = rows.columns[rows.starts[row] : rows.starts[row + 1]]
    inside = np.zeros(program.variables, dtype=bool)
    inside[columns] = True
    keeping = moves[inside[moves[:, columns]].all(axis=1)]
    # Whichever moves there are: some move takes each column to the one that stands for it.
    chosen, weights = np.unique(keeping[:, columns].min(axis=0), return_counts=True)
    parts = [
        Share(
            dict.fromkeys(np.setdiff1d(columns, chosen[weights == weight]).tolist(), (0, 0)), weight
        )
        for weight in np.unique(weights).tolist()
    ]
    return Shares(row, (len(chosen), len(columns)), tuple(parts))


def best_shares(
    program: Program, moves: IntArray, effort: Callable[[Program], float | None]
) -> Shares | None:
    """The shares that are likely to be searched soonest; None if they spare little, or nothing.

    Args:
        program: A program whose rows the moves take into each other.
        moves: Where each symmetry takes each column, the identity included.
        effort: What it takes to search a program, or None if that is not known.
    """
    if len(moves) < 2:
        return None
    rows = program.rows
    free = (program.lower == 0) & (program.upper == 1)
    candidates = []
    for row in np.nonzero(meanings(program) == Meaning.EXACTLY_ONE)[0].tolist():
        if free[rows.columns[rows.starts[row] : rows.starts[row + 1]]].all():
            found = shares_of(program, moves, row)
            candidates.append((found.left[0] / found.left[1], found))
    candidates.sort(key=lambda one: (one[0], one[1].row))
    least, best = effort(program), None
    if least is None:
        return None
    least *= _WORTH
    for share, found in candidates[:_TRIED]:
        if share == 1:
            break
        efforts = [effort(program.within(one.part)) for one in found.parts]
        whole = sum(one for one in efforts if one is not None)
        if None not in efforts and whole < least:
            least, best = whole, found
    return best


def unchanged_by(program: Program, move: IntArray) -> Program:
    """The program of the solutions that a move of its columns leaves unchanged.

    Its columns stand for what the move, which says where each column goes, takes into each other.
    """
    # What follows from other rows anyway may not be seen to do so any more.
    program = program.keep(meanings(program) != Meaning.NOTHING)
    first = np.arange(program.variables)
    image = move.copy()
    while (image != np.arange(program.variables)).any():
        first = np.minimum(first, image)
        image = move[image]
    classes, of_column = np.unique(first, return_inverse=True)
    rows = program.rows
    width = len(classes)
    pairs, place = np.unique(rows.owners() * width + of_column[rows.columns], return_inverse=True)
    coefficients = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(coefficients, place, rows.coefficients)
    owners, columns = pairs // width, pairs % width
    lower = np.zeros(width, dtype=np.int64)
    upper = np.ones(width, dtype=np.int64)
    np.maximum.at(lower, of_column, program.lower)
    np.minimum.at(upper, of_column, program.upper)
    # What would be chosen together excludes itself where a row allows only one.
    one = np.isin(rows.kinds, _ONE_AT_MOST)
    upper[columns[one[owners] & (coefficients > 1)]] = 0
    kept = (coefficients != 0) & ~(one[owners] & (coefficients > 1))
    owners, columns, coefficients = owners[kept], columns[kept], coefficients[kept]
    starts = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(rows)))])
    return replace(
        program.unnamed(),
        lower=lower,
        upper=upper,
        deciding=np.ones(width, dtype=bool),
        rows=replace(rows, starts=starts, columns=columns, coefficients=coefficients),
        objective=None,
    )


def can_be_moved(model: Model | Program, moves: IntArray) -> bool:
    """Whether moves take the rows of a model of binary variables and sums into each other.

    The moves say where each takes each column, shape (symmetries, columns).
    """
    program = program_of(model)
    binary = bool(((program.lower >= 0) & (program.upper <= 1) & program.deciding).all())
    plain = bool((program.rows.targets == NO_TARGET).all())
    if not (binary and plain and (program.rows.coefficients >= 0).all()):
        return False
    columns = np.arange(program.variables)
    if (np.sort(moves, axis=1) != columns).any():
        return False
    known = _marks(program, columns)
    for move in moves:
        same = (program.lower[move] == program.lower) & (program.upper[move] == program.upper)
        if not same.all() or (_marks(program, move) != known).any():
            return False
    return True


def require_moves(program: Program, given: IntArray) -> IntArray:
    """The moves, as an array.

    Raises:
        InputError: If they have another type or shape.
        ModelError: If they do not take the rows of the program into each other.
    """
    moves, width = np.asarray(given), program.variables
    if moves.ndim != 2 or moves.shape[1] != width or moves.dtype.kind not in "iu":
        what = f"the moves must be whole numbers of shape (symmetries, {width})"
        raise InputError(f"{what}, got {moves.dtype} of shape {moves.shape}")
    if not can_be_moved(program, moves):
        what = "a move does not map the rows of the model onto each other"
        raise ModelError(Problem(what, "list the solutions up to symmetry"))
    return moves


def _marks(program: Program, move: IntArray) -> IntArray:
    """A number for every row that tells what it says after a move, ascending."""
    rows = program.rows
    marks = np.random.default_rng(1).integers(1, 1 << 62, program.variables)
    sums = np.zeros(len(rows), dtype=np.int64)
    # It wraps around, which does no harm to marks.
    np.add.at(sums, rows.owners(), marks[move[rows.columns]] * rows.coefficients)
    kinds = rows.kinds.astype(np.int64)
    return np.sort(sums * 8191 + rows.lower * 131 + rows.upper * 31 + kinds)
