"""What symmetries that move the columns of a program do to it.

A move says where each column goes. Moves that take the rows into each other take solutions to
solutions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.cover_form import Meaning, meanings
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Kind

# Products of that many numbers of columns take a tenth of a second.
_MOST_PRODUCTS = 1 << 24
_ONE_AT_MOST = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE)


def invariant_under(program: Program, move: IntArray) -> Program:
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
    np.maximum.at(lower, of_column, program.lower.numbers)
    np.minimum.at(upper, of_column, program.upper.numbers)
    # What would be chosen together excludes itself where a row allows only one.
    one = np.isin(rows.kinds, _ONE_AT_MOST)
    upper[columns[one[owners] & (coefficients > 1)]] = 0
    kept = (coefficients != 0) & ~(one[owners] & (coefficients > 1))
    owners, columns, coefficients = owners[kept], columns[kept], coefficients[kept]
    starts = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(rows)))])
    return replace(
        program.unnamed(),
        lower=Bounds.of_numbers(Side.LOWER, lower),
        upper=Bounds.of_numbers(Side.UPPER, upper),
        deciding=np.ones(width, dtype=bool),
        rows=replace(
            rows,
            starts=starts,
            columns=columns,
            coefficients=coefficients,
            origins=np.full(len(rows), NO_ORIGIN),
        ),
        objective=None,
    )


def conjugacy_classes(moves: IntArray) -> list[tuple[IntArray, int]]:
    """A move of each class of conjugate ones, the first, and how many moves are in the class.

    Args:
        moves: A group of permutations, shape (moves, columns). In a large one, or where a product
            is missing, each may be a class of its own.

    Example:
        >>> from itertools import permutations
        >>> [number for _, number in conjugacy_classes(np.array(list(permutations(range(3)))))]
        [1, 3, 2]
    """
    if len(moves) * moves.size > _MOST_PRODUCTS:
        return [(move, 1) for move in moves]
    inverse = np.argsort(moves, axis=1)
    marks = np.random.default_rng(2).integers(1, 1 << 62, moves.shape[1])
    keys: list[int] = (moves @ marks).tolist()
    numbers, classes = Counter(keys), []
    for move, key in zip(moves, keys, strict=True):
        if key not in numbers:
            continue
        conjugates = np.take_along_axis(moves, move[inverse], axis=1)
        alike = set((conjugates @ marks).tolist())
        alike = alike if alike <= numbers.keys() else {key}
        classes.append((move, sum(numbers.pop(one) for one in alike)))
    return classes


def can_be_moved(model: Model | Program, moves: IntArray) -> bool:
    """Whether moves take the rows of a model of binary variables and sums into each other.

    The moves say where each takes each column, shape (symmetries, columns).
    """
    program = program_of(model)
    binary = bool(((program.lower >= 0) & (program.upper <= 1) & program.deciding).all())
    plain = not program.rows.defining().any()
    rows = program.rows
    one = np.isin(rows.kinds, _ONE_AT_MOST)[rows.owners()]
    if not (binary and plain and (rows.coefficients[one] >= 0).all()):
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
        raise ModelError(what, "list the solutions up to symmetry")
    return moves


def _marks(program: Program, move: IntArray) -> IntArray:
    """A number for every row that tells what it says after a move, ascending.

    What comes to 0 says the same with all its signs changed.
    """
    rows = program.rows
    marks = np.random.default_rng(1).integers(1, 1 << 62, program.variables)
    sums = np.zeros(len(rows), dtype=np.int64)
    # It wraps around, which does no harm to marks.
    np.add.at(sums, rows.owners(), marks[move[rows.columns]] * rows.coefficients)
    sums = np.where((rows.lower == 0) & (rows.upper == 0), np.abs(sums), sums)
    kinds = rows.kinds.astype(np.int64)
    lower, upper = rows.lower.filled(-(1 << 63)), rows.upper.filled((1 << 63) - 1)
    return np.sort(sums * 8191 + lower * 131 + upper * 31 + kinds)
