"""How many solutions are there up to symmetry? Orbits are counted by Burnside's lemma."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.registry import BackendLike
from ilpuzzles.backends.result import Limit
from ilpuzzles.errors import CheckError, InputError, ModelError, Problem
from ilpuzzles.modelling.cover_form import Meaning, meanings
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_TARGET, IntArray, Kind
from ilpuzzles.progress import Progress, Watch
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Count, OrbitCount
from ilpuzzles.queries.solve import Clock

_ONE_AT_MOST = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE)


def count_orbits(
    model: Model | Program,
    moves: IntArray,
    *,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
) -> OrbitCount:
    """Counts solutions up to symmetry, without listing any (Burnside's lemma).

    The number of classes of equivalent solutions is the average number of solutions that a symmetry
    leaves unchanged. Those that it leaves unchanged are the solutions of a smaller model, in which
    variables that it takes into each other have the same value.

    Args:
        model: A model of binary variables and sums, or a program.
        moves: The symmetries as permutations: where each takes each column, shape (symmetries,
            columns). They form a group, and the identity comes first.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is that of all counts together.
        watch: Called with the progress now and then.

    Returns:
        Both counts.

    Raises:
        InputError: If the first move is not the identity.
        ModelError: If a move does not take the rows of the model into each other.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with the count so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> rows = model.exactly_one(x[:2]), model.exactly_one(x[2:])
        >>> found = count_orbits(model, np.array([[0, 1, 2, 3], [2, 3, 0, 1]]))
        >>> found.count.number, found.orbits
        (4, 3)
    """
    program = program_of(model)
    if not len(moves) or (moves[0] != np.arange(program.variables)).any():
        raise InputError(Problem("the moves must begin with the identity", "put it first"))
    if not can_be_moved(program, moves):
        what = "a move does not map the rows of the model onto each other"
        raise ModelError(Problem(what, "list the solutions up to symmetry"))
    clock = Clock(options or Options())
    whole = count_solutions(program, backend=backend, options=clock.options(), watch=watch)
    if not whole.complete:
        return OrbitCount(whole, None, whole.result)
    total = whole.number

    def stopped(limit: Limit) -> OrbitCount:
        result = replace(whole.result, limit=limit, complete=False)
        return OrbitCount(Count(whole.number, result), None, result)

    for number, move in enumerate(moves[1:], 2):
        left = clock.options()
        if left is None:
            return stopped(Limit.TIME)
        shown = watch and partial(_show, watch, whole.number, number, len(moves))
        fixed = unchanged_by(program, move)
        try:
            found = count_solutions(fixed, backend=whole.result.backend, options=left, watch=shown)
        except Interrupted as interruption:
            raise Interrupted(stopped(interruption.answer.result.limit)) from interruption
        if not found.complete:
            return stopped(found.result.limit)
        total += found.number
    orbits, rest = divmod(total, len(moves))
    if rest:
        what = f"{len(moves)} symmetries leave {total} solutions unchanged, which is not a multiple"
        raise CheckError(
            Problem(what, "check that the moves are a group; if they are, please report this")
        )
    return OrbitCount(whole, orbits, whole.result)


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
    known = _marks(program, np.arange(program.variables))
    for move in moves:
        same = (program.lower[move] == program.lower) & (program.upper[move] == program.upper)
        if not same.all() or (_marks(program, move) != known).any():
            return False
    return True


def _marks(program: Program, move: IntArray) -> IntArray:
    """A number for every row that tells what it says after a move, ascending."""
    rows = program.rows
    marks = np.random.default_rng(1).integers(1, 1 << 62, program.variables)
    sums = np.zeros(len(rows), dtype=np.int64)
    # It wraps around, which does no harm to marks.
    np.add.at(sums, rows.owners(), marks[move[rows.columns]] * rows.coefficients)
    kinds = rows.kinds.astype(np.int64)
    return np.sort(sums * 8191 + rows.lower * 131 + rows.upper * 31 + kinds)


def _show(watch: Watch, found: int, done: int, parts: int, progress: Progress) -> None:
    watch(Progress(found, done, parts, progress.seconds))
