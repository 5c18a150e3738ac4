"""Symmetries of a program, as permutations of its columns.

A move says where each column goes. Moves that take the rows into each other take solutions to
solutions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import NumberArray, negated_numbers
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.rows import NO_ORIGIN, IntArray, Kind, Rows, runs_of
from ilpuzzles.passes.cover_form import Meaning, meanings

# All products of a group with so many entries, 17 million, take a tenth of a second.
_MOST_ENTRIES_OF_PRODUCTS = 1 << 24
# Rows of these kinds allow one of their literals at most.
_ONE_AT_MOST = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE)


def invariant_under(program: Program, move: IntArray) -> Program:
    """Returns the program of the solutions that a move of its columns leaves unchanged.

    Each of its columns stands for an orbit: columns that the move, which says where each column
    goes, takes into each other, and which therefore have the same value.
    """
    # Rows that follow from others may not be seen to do so any more.
    program = program.keep(meanings(program) != Meaning.NOTHING)
    orbit_of = _orbits(move)
    width = int(orbit_of.max(initial=-1)) + 1
    rows = program.rows
    entry_orbits = rows.owners() * width + orbit_of[rows.columns]
    pairs, place = np.unique(entry_orbits, return_inverse=True)
    coefficients = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(coefficients, place, rows.coefficients)
    owners = pairs // width
    columns = pairs % width
    lower = np.zeros(width, dtype=np.int64)
    upper = np.ones(width, dtype=np.int64)
    np.maximum.at(lower, orbit_of, program.lower.numbers)
    np.minimum.at(upper, orbit_of, program.upper.numbers)
    # Where a row allows only one, columns that would be chosen together exclude themselves.
    allows_one = np.isin(rows.kinds, _ONE_AT_MOST)[owners]
    is_excluded = allows_one & (coefficients > 1)
    upper[columns[is_excluded]] = 0
    kept = (coefficients != 0) & ~is_excluded
    lengths = np.bincount(owners[kept], minlength=len(rows))
    return replace(
        program.unnamed(),
        lower=Bounds.of_numbers(Side.LOWER, lower),
        upper=Bounds.of_numbers(Side.UPPER, upper),
        deciding=np.ones(width, dtype=bool),
        rows=replace(
            rows,
            starts=np.concatenate([[0], np.cumsum(lengths)]),
            columns=columns[kept],
            coefficients=coefficients[kept],
            origins=np.full(len(rows), NO_ORIGIN),
        ),
        objective=None,
    )


def _orbits(move: IntArray) -> IntArray:
    """Returns the number of the orbit that each column is in, counted by their first columns."""
    identity = np.arange(len(move))
    first = identity
    image = move
    while (image != identity).any():
        first = np.minimum(first, image)
        image = move[image]
    _, orbit_of = np.unique(first, return_inverse=True)
    return orbit_of


def conjugacy_classes(moves: IntArray) -> list[tuple[IntArray, int]]:
    """Returns the first move of each conjugacy class, and how many moves are in the class.

    Args:
        moves: A group of permutations, shape (moves, columns). In a large one, or where a product
            is missing, each may be a class of its own.

    Example:
        >>> from itertools import permutations
        >>> [number for _, number in conjugacy_classes(np.array(list(permutations(range(3)))))]
        [1, 3, 2]
    """
    if len(moves) * moves.size > _MOST_ENTRIES_OF_PRODUCTS:
        return [(move, 1) for move in moves]
    inverses = np.argsort(moves, axis=1)
    marks = np.random.default_rng(2).integers(1, 1 << 62, moves.shape[1])
    keys: list[int] = (moves @ marks).tolist()
    numbers = Counter(keys)
    classes = []
    for move, key in zip(moves, keys, strict=True):
        if key not in numbers:
            continue
        conjugates = np.take_along_axis(moves, move[inverses], axis=1)
        alike = set((conjugates @ marks).tolist())
        alike = alike if alike <= numbers.keys() else {key}
        size = sum(numbers.pop(key_of_conjugate) for key_of_conjugate in alike)
        classes.append((move, size))
    return classes


def can_be_moved(model: ProgramView, moves: IntArray) -> bool:
    """Whether moves take the rows of a model of binary variables and sums into each other.

    The moves say where each takes each column, shape (symmetries, columns). Every row is compared
    with the row that it is taken to, number by number.
    """
    program = program_of(model)
    rows = program.rows
    is_binary = bool(((program.lower >= 0) & (program.upper <= 1) & program.deciding).all())
    is_plain = not rows.defining().any()
    allows_one = np.isin(rows.kinds, _ONE_AT_MOST)[rows.owners()]
    has_negations = bool((rows.coefficients[allows_one] < 0).any())
    if not is_binary or not is_plain or has_negations:
        return False
    columns = np.arange(program.variables)
    if (np.sort(moves, axis=1) != columns).any():
        return False
    before = _MovedRows.of(rows, columns)
    for move in moves:
        same = (program.lower[move] == program.lower) & (program.upper[move] == program.upper)
        if not same.all() or not _MovedRows.of(rows, move).says_the_same_as(before):
            return False
    return True


def require_moves(program: Program, given: IntArray) -> IntArray:
    """Returns the moves as an array, once they are checked.

    Raises:
        InputError: If they have another type or shape, do not begin with the identity, or are no
            group.
        ModelError: If they do not take the rows of the program into each other.
    """
    moves = np.asarray(given)
    width = program.variables
    if moves.ndim != 2 or moves.shape[1] != width or moves.dtype.kind not in "iu":
        what = f"the moves must be whole numbers of shape (symmetries, {width})"
        raise InputError(f"{what}, got {moves.dtype} of shape {moves.shape}")
    if not can_be_moved(program, moves):
        what = "a move does not map the rows of the model onto each other"
        raise ModelError(what, "list the solutions up to symmetry")
    if not len(moves) or (moves[0] != np.arange(width)).any():
        raise InputError("the moves must begin with the identity", "put it first")
    if not is_group(moves):
        what = "the moves are not a group: two of them in turn make a move that is missing"
        raise InputError(what, "add the missing moves, each as often as the others")
    return moves


def is_group(moves: IntArray) -> bool:
    """Whether permutations are closed under composition, and each is there equally often.

    Several symmetries may move all columns alike, so that a permutation is there several times.
    Starting with the identity, moves that are not yet reached are taken as generators. The subgroup
    at least doubles with each, so there are few, and no other products have to be made.

    Args:
        moves: The permutations, shape (moves, columns).

    Example:
        >>> turns = np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]])
        >>> is_group(turns), is_group(turns[:3]), is_group(turns[[0, 2]])
        (True, False, True)
    """
    moves = np.ascontiguousarray(moves)
    keys = [move.tobytes() for move in moves]
    places = {key: place for place, key in enumerate(keys)}
    identity = np.arange(moves.shape[1], dtype=moves.dtype).tobytes()
    if identity not in places or len(set(Counter(keys).values())) > 1:
        return False
    reached = {places[identity]}
    generators: list[IntArray] = []
    for place in places.values():
        if place in reached:
            continue
        move = moves[place]
        generators.append(move)
        # Products of the last generator with what was reached before, then of all generators with
        # what is new.
        waiting = list(reached)
        while waiting:
            other = moves[waiting.pop()]
            for generator in generators:
                product = places.get(generator[other].tobytes())
                if product is None:
                    return False
                if product not in reached:
                    reached.add(product)
                    waiting.append(product)
    return True


@dataclass(frozen=True, slots=True, eq=False)
class _MovedRows:
    """The rows of a program after a move of its columns, in an order that the move does not change.

    A linear row is written so that its first coefficient is positive. Rows are put in order by
    hashes of their entries; whether two say the same is asked of their numbers.

    Attributes:
        lengths: How many entries each row has.
        columns: The columns of all entries, ascending in each row.
        coefficients: The coefficients of all entries.
        lower: The least value of each row, a missing one by its place in `has_lower`.
        upper: The greatest value of each row.
        has_lower: Whether each row has a least value.
        has_upper: Whether each row has a greatest value.
        kinds: The kind of each row, and whether it is measured.
    """

    lengths: IntArray
    columns: IntArray
    coefficients: NumberArray
    lower: NumberArray
    upper: NumberArray
    has_lower: npt.NDArray[np.bool_]
    has_upper: npt.NDArray[np.bool_]
    kinds: IntArray

    @classmethod
    def of(cls, rows: Rows, move: IntArray) -> Self:
        """Returns the rows after a move, which says where each column goes."""
        owners = rows.owners()
        lengths = rows.lengths()
        columns = move[rows.columns]
        by_column = np.lexsort((columns, owners))
        columns = columns[by_column]
        coefficients = rows.coefficients[by_column]
        firsts = rows.starts[:-1][lengths > 0]
        turned = np.zeros(len(rows), dtype=bool)
        turned[lengths > 0] = np.asarray(coefficients[firsts] < 0)
        turned &= rows.kinds == Kind.LINEAR
        coefficients = np.where(turned[owners], negated_numbers(coefficients), coefficients)
        lower = rows.lower
        upper = rows.upper
        lower_numbers = np.where(turned, negated_numbers(upper.numbers), lower.numbers)
        upper_numbers = np.where(turned, negated_numbers(lower.numbers), upper.numbers)
        has_lower = np.where(turned, upper.finite, lower.finite)
        has_upper = np.where(turned, lower.finite, upper.finite)
        kinds = 2 * rows.kinds.astype(np.int64) + rows.measured
        # A column times its coefficient would leave few bits of a mark, if that is a power of two.
        sums = np.zeros(len(rows), dtype=np.int64)
        np.add.at(sums, owners, _mixed(columns * 3 + _mixed(_as_marks(coefficients))))
        keys = (_as_marks(upper_numbers), _as_marks(lower_numbers), has_upper, has_lower, kinds)
        order = np.lexsort((*keys, sums))
        _, entries = runs_of(rows.starts, order)
        return cls(
            lengths[order],
            columns[entries],
            coefficients[entries],
            lower_numbers[order],
            upper_numbers[order],
            has_lower[order],
            has_upper[order],
            kinds[order],
        )

    def says_the_same_as(self, other: Self) -> bool:
        """Whether both have the same rows; may be False where hashes do not tell rows apart."""
        return all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__
        )


def _mixed(numbers: IntArray) -> IntArray:
    """Returns hashes of 64-bit numbers, in which every bit depends on all others (SplitMix64)."""
    mixed = numbers.view(np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        # It wraps around, which does no harm to hashes.
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed ^ (mixed >> np.uint64(31))).view(np.int64)


def _as_marks(numbers: NumberArray) -> IntArray:
    """Returns a 64-bit number for each number of any kind, the same for equal ones."""
    if numbers.dtype.kind == "i":
        return numbers.astype(np.int64)
    if numbers.dtype == np.float64:
        # Zero has two signs, which say the same.
        return (numbers + 0.0).view(np.int64)
    return np.array([hash(number) for number in numbers.tolist()], dtype=np.int64)
