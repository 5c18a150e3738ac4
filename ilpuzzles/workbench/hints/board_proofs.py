"""Proofs on boards: whether a step follows from some clues and marks, and from nothing else.

A model may leave out variables since it knows all clues, so that its rows alone do not show which
clues a step rests on. So the board is made again of which only these clues are known, and a solver
is asked for a solution in which the step is not made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import is_installed
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.family import Formulated

WORK = 1.0
"""How much work a single question of a proof may be; see `Options.work_limit`."""

MOST_QUESTIONS = 40
"""So many questions of solvers one hint may take."""

_MOST_BOARDS = 16
"""So many boards of which less is known are kept."""

Values = Sequence[tuple[int, int]]
"""Columns of the model of the whole board, each with a value."""


@dataclass(slots=True)
class Effort:
    """What may still be spent on one hint.

    Attributes:
        stopped: Whether nobody waits for it any more.
        questions: How many questions of solvers are left.
    """

    stopped: Callable[[], bool] = lambda: False
    questions: int = MOST_QUESTIONS

    @property
    def is_spent(self) -> bool:
        """Whether nothing more is to be asked."""
        return self.questions <= 0 or self.stopped()


@dataclass(frozen=True, slots=True)
class BoardParts:
    """The clues of a board that hints may rest on, and words for reasons.

    Attributes:
        clues: The keys of all clues that a step may rest on.
        groups: The groups of the rows that have these keys.
        weaker: Makes the model of the same board of which only some clues are known; None where
            every clue has its rows, and no variable depends on it, or where no clue is named.
        are_units: Whether the clues are rows, columns and regions, since nothing else is given.
        are_named: Whether reasons name clues; otherwise every step rests on all that is given.
        special: Cells with a clue that are seen to be none of the others.
        words: What to say of the last row of a proof, by the group of the row.
    """

    clues: frozenset[Hashable]
    groups: frozenset[str]
    weaker: Callable[[Collection[Hashable]], Formulated] | None
    are_units: bool
    are_named: bool
    special: frozenset[Hashable]
    words: Mapping[str, str]


class BoardProver:
    """Proves steps on a board.

    Args:
        formulated: The model of the whole board.
        parts: What else is known of it.
        clue_rows: For every row of the model the key of its clue, or None.
    """

    def __init__(
        self, formulated: Formulated, parts: BoardParts, clue_rows: Sequence[Hashable | None]
    ) -> None:
        self._parts, self._program = parts, formulated.model.program()
        self._clue_rows = clue_rows
        self._labels = {
            column: (family.name, family.label(column))
            for family in formulated.model.families
            for column in family.columns.ravel().tolist()
        }
        # Both count their work; clingo is at home with clauses, and quicker here by a half.
        self._solver = "clingo" if is_installed("clingo") else "cpsat"
        self._boards: dict[frozenset[Hashable], _WeakerBoard | None] = {}

    def forces(
        self, clues: Collection[Hashable], known: Values, step: Values, effort: Effort
    ) -> bool | None:
        """Whether some clues and known values leave variables no other values than these.

        None if that is not known: the board cannot be made with these clues alone, has no solution
        then at all, or the work is too much.
        """
        board = self._board(frozenset(clues))
        if board is None:
            return None
        fixed = board.columns_of(known)
        for column, value in step:
            denied = board.columns_of([(column, 1 - value)])
            # Of a number that has more values, one that is not 1 need not be 0.
            if not denied or not all(map(board.is_binary, denied)):
                return None
            if fixed is None or denied.keys() & fixed.keys():
                return None
            answer = self._has_solution(board.program, fixed | denied, effort)
            if answer is not False:
                return None if answer is None else False
        # What has no solution at all forces everything, and proves nothing.
        return True if self._has_solution(board.program, fixed or {}, effort) else None

    def denies(
        self, clues: Collection[Hashable], known: Values, step: Values, effort: Effort
    ) -> bool | None:
        """Whether no solution with some clues and known values has these values as well.

        None if that is not known, as in `forces`.
        """
        board = self._board(frozenset(clues))
        if board is None:
            return None
        fixed, made = board.columns_of(known), board.columns_of(step)
        if fixed is None or made is None:
            return None
        answer = self._has_solution(board.program, fixed | made, effort)
        if answer is not False:
            return None if answer is None else False
        return True if self._has_solution(board.program, fixed, effort) else None

    def _has_solution(
        self, program: Program, fixed: Mapping[int, int], effort: Effort
    ) -> bool | None:
        """Whether a program has a solution with some values; None if that is not found out."""
        if effort.stopped():
            return None
        effort.questions -= 1
        bounds = {column: (value, value) for column, value in fixed.items()}
        options = Options(work_limit=WORK, stopped=effort.stopped)
        result = queries.solve_model(program.within(bounds), self._solver, options)
        if result.values is not None:
            return True
        return False if result.status is Status.INFEASIBLE else None

    def _board(self, clues: frozenset[Hashable]) -> _WeakerBoard | None:
        """The board of which only some clues are known; the last few are kept."""
        # Other threads ask as well: what is kept, or is to be forgotten, may be gone by now.
        with suppress(KeyError):
            return self._boards[clues]
        board = self._make_board(clues)
        for old in list(self._boards)[: 1 - _MOST_BOARDS]:
            self._boards.pop(old, None)
        self._boards[clues] = board
        return board

    def _make_board(self, clues: frozenset[Hashable]) -> _WeakerBoard | None:
        weaker = self._parts.weaker
        if clues >= self._parts.clues:
            return _WeakerBoard(self._program, {column: column for column in self._labels})
        if weaker is None:
            kept = np.array([key is None or key in clues for key in self._clue_rows], dtype=bool)
            return _WeakerBoard(
                self._program.keep(kept), {column: column for column in self._labels}
            )
        try:
            model = weaker(clues).model
        except IlpuzzlesError:
            # Without its other clues it is no board of this genre.
            return None
        numbers = {
            (family.name, family.label(column)): column
            for family in model.families
            for column in family.columns.ravel().tolist()
        }
        columns = {
            column: numbers[label] for column, label in self._labels.items() if label in numbers
        }
        return _WeakerBoard(model.program(), columns)


@dataclass(frozen=True, slots=True, eq=False)
class _WeakerBoard:
    """The model of a board of which less is known, and its columns by those of the whole one."""

    program: Program
    columns: Mapping[int, int]

    def is_binary(self, column: int) -> bool:
        """Whether one of its columns is 0 or 1."""
        program = self.program
        bounds = program.lower.in_doubles()[column], program.upper.in_doubles()[column]
        return bounds == (0, 1) and bool(program.whole()[column])

    def columns_of(self, values: Values) -> dict[int, int] | None:
        """The same values of its own columns; None if one of them is not there."""
        if any(column not in self.columns for column, _ in values):
            return None
        return {self.columns[column]: value for column, value in values}
