"""Recognises programs that are exact cover problems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import BackendError, Problem, quoted
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Condition
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program
from ilpuzzles.modelling.formats.cover_rows import Meaning, meanings, sums
from ilpuzzles.modelling.formats.cover_writing import cover_of

MOST_CONDITIONS = 16
"""How many rows may be sums of another kind: they are checked one by one, at every step."""

_LARGEST = 1 << 40
"""Sums of larger numbers could leave 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """A program as an exact cover problem.

    Attributes:
        problem: The problem; its options are columns that may be 1.
        columns: The column of the program that each option is.
        items: The item that each row of the program is, or -1.
        conditions: The rows that say something else about sums.
    """

    problem: CoverProblem
    columns: IntArray
    items: IntArray
    conditions: tuple[Condition, ...]

    def values(self, solutions: IntArray, variables: int) -> IntArray:
        """The values of all columns for solutions as rows of options, filled up with -1."""
        values = np.zeros((len(solutions), variables + 1), dtype=np.int64)
        # What fills up goes into a column that is cut off again.
        columns = np.append(self.columns, variables)[solutions]
        np.put_along_axis(values, columns, 1, axis=1)
        return values[:, :variables]


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


def covering_of(program: Program, backend: str, most: int = MOST_CONDITIONS) -> Covering:
    """Recognises a program.

    Rows that say exactly one or at most one are items. Some other sums are conditions, as long as
    all their variables are in rows that say exactly one.

    Args:
        program: The program.
        backend: The backend that asks, for messages.
        most: How many conditions there may be.

    Raises:
        BackendError: With the first row, variable or objective that stops it.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> rows = model.exactly_one(x[:2]), model.at_most_one(x[1:])
        >>> covering_of(model.program(), "exactcover").problem.items.tolist()
        [0, 0, 1, 1]
        >>> row = model.at_least_one(x)
        >>> covering_of(model.program(), "exactcover")
        Traceback (most recent call last):
        ilpuzzles.errors.BackendError: exactcover takes rows 'exactly one' and 'at most one', not \
'at least one of x[0], x[1], x[2]' (row at_least_one[0]); use cpsat
    """
    meaning = meanings(program)
    if program.objective is not None:
        raise BackendError(Problem(f"{backend} takes no objective", "use cpsat"))
    unfit = (program.lower < 0) | (program.upper > 1) | ~program.deciding
    others = _conditions(program, meaning, unfit, most)
    stops = (meaning == Meaning.OTHER) & ~others
    unusable = program.rows.owners()[unfit[program.rows.columns]]
    for row in [*np.nonzero(stops)[0].tolist(), *unusable.tolist()][:1]:
        raise _stopped(program, row, backend)
    for column in np.nonzero(unfit)[0].tolist()[:1]:
        what = f"{backend} takes plain binary variables, and x{column} is none"
        raise BackendError(Problem(what, "use cpsat"))
    kept = ~others
    cover = cover_of(program.keep(kept))
    order = np.argsort(cover.lines, kind="stable")
    primary = np.ones(cover.width, dtype=bool)
    primary[cover.optional] = False
    lengths = np.bincount(cover.lines, minlength=len(cover.variables))
    items = np.full(len(program.rows), -1, dtype=np.int64)
    of_rows = cover.origins >= 0
    items[np.nonzero(kept)[0][cover.origins[of_rows]]] = np.nonzero(of_rows)[0]
    return Covering(
        CoverProblem(
            primary,
            np.concatenate([[0], np.cumsum(lengths)]),
            cover.places[order],
        ),
        cover.variables,
        items,
        tuple(_condition(program, row, cover.variables) for row in np.nonzero(others)[0].tolist()),
    )


def conditioned_nodes(program: Program) -> float | None:
    """How many options the search would choose without the conditions that a program has, roughly.

    Conditions cut branches off, so it chooses no more with them. None if the engine does not take
    the program.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> rows = model.exactly_one(x[:2]), model.exactly_one(x[2:])
        >>> row = model.add(x[0] + 2 * x[2] + x[3] <= 2)
        >>> round(conditioned_nodes(model.program()))
        6
        >>> row = model.add(x[0] + model.binary("y") >= 1)
        >>> conditioned_nodes(model.program())
    """
    from ilpuzzles.exactcover.engine import estimated_search  # noqa: PLC0415 - few need it
    from ilpuzzles.exactcover.problem import Prepared  # noqa: PLC0415 - likewise

    try:
        covering = covering_of(program, "exactcover")
    except BackendError:
        return None
    return estimated_search(Prepared.of(covering.problem).problem).nodes


def _conditions(
    program: Program, meaning: npt.NDArray[np.uint8], unfit: npt.NDArray[np.bool_], most: int
) -> npt.NDArray[np.bool_]:
    """Which rows can be conditions; none if there are too many."""
    rows = program.rows
    owners = rows.owners()
    covered = np.zeros(program.variables, dtype=bool)
    covered[rows.columns[(meaning == Meaning.EXACTLY_ONE)[owners]]] = True
    covered |= program.upper <= 0
    wrong = ~covered[rows.columns] | unfit[rows.columns]
    wrong |= np.abs(rows.coefficients) > _LARGEST
    others = (meaning == Meaning.OTHER) & sums(program)
    others[owners[wrong]] = False
    return others if others.sum() <= most else np.zeros_like(others)


def _condition(program: Program, row: int, variables: IntArray) -> Condition:
    rows = program.rows
    entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
    totals = np.zeros(program.variables, dtype=np.int64)
    np.add.at(totals, rows.columns[entries], rows.coefficients[entries])
    reach = int(np.abs(totals).sum())
    lower, upper = int(rows.lower[row]), int(rows.upper[row])
    # Infinities become numbers that no sum can pass.
    least = -reach if lower == MINUS_INFINITY else max(lower, -reach - 1)
    most = reach if upper == PLUS_INFINITY else min(upper, reach + 1)
    return Condition(totals[variables], min(least, reach + 1), max(most, -reach - 1))


def _stopped(program: Program, row: int, backend: str) -> BackendError:
    advice = "use cpsat" + program.names.advice_without(int(program.rows.groups[row]))
    said, where = quoted(program.row_text(row)), program.where(row)
    what = f"{backend} takes rows 'exactly one' and 'at most one', not {said} ({where})"
    return BackendError(Problem(what, advice))
