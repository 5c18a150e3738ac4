"""Proofs on boards: whether a step follows from some clues and marks, and from nothing else.

A model may leave out variables since it knows all clues, so that its rows alone do not show which
clues a step rests on. So the board is made again of which only these clues are known, and a solver
is asked for a solution in which the step is not made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from ilpuzzles import queries
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.rules.places import Place
from ilpuzzles.solvers.registry import is_installed

WORK = 1.0
"""How much work a single question of a proof may be; see `Options.work_limit`."""

MOST_QUESTIONS = 40
"""So many questions of solvers one hint may take."""

UNITS = frozenset({"row", "column", "region", "box"})
"""Kinds of places that hints rest on where nothing else is given."""

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


class ProofAnswer(Enum):
    """Whether premises prove a step."""

    YES = "yes"
    NO = "no"
    OPEN = "not found out"


@dataclass(frozen=True, slots=True)
class BoardClues:
    """The clues of a board, as hints see them.

    Attributes:
        keys: The keys of all clues that a step may rest on.
        groups: The groups of the rows that have these keys.
        weaker: Makes the model of the same board of which only some clues are known; None where no
            variable depends on them, so that their rows are left out.
        are_units: Whether they are rows, columns and regions, since nothing else is given.
        are_named: Whether reasons name clues; otherwise every step rests on all that is given.
        special: Cells with a clue that are seen to be none of the others.
    """

    keys: frozenset[Hashable]
    groups: frozenset[str]
    weaker: Callable[[Collection[Hashable]], Model] | None
    are_units: bool
    are_named: bool
    special: frozenset[Hashable]

    @classmethod
    def of(
        cls,
        formulated: Formulated,
        place_of: Callable[[Hashable], Place | None],
        weaker: Callable[[Collection[Hashable]], Model],
        special: frozenset[Hashable],
    ) -> BoardClues:
        """The clues of a model; where none is given, rows, columns and regions take their place.

        Args:
            formulated: The model of the board.
            place_of: Where on the board the key of a row is.
            weaker: See `BoardClues`.
            special: See `BoardClues`.
        """
        program = formulated.model.program()
        given = () if formulated.given is None else formulated.given.groups
        keys_given: dict[str, set[Hashable]] = {}
        keys_of_units: dict[str, set[Hashable]] = {}
        for number, group in zip(program.row_numbers, program.rows.groups, strict=True):
            key = program.names.row_key(int(number)) if number >= 0 else None
            if group < 0 or key is None:
                continue
            name = program.groups[int(group)].name
            place = place_of(key)
            if place is None:
                # A row without a key of its own is numbered, and no clue that anybody could find.
                continue
            if name in given:
                keys_given.setdefault(name, set()).add(key)
            elif place.kind in UNITS:
                keys_of_units.setdefault(name, set()).add(key)
        keys_of_groups = keys_given or keys_of_units
        return cls(
            frozenset[Hashable]().union(*keys_of_groups.values()),
            frozenset(keys_of_groups),
            weaker if keys_given else None,
            are_units=not keys_given,
            are_named=True,
            special=special,
        )

    @classmethod
    def not_named(cls, special: frozenset[Hashable]) -> BoardClues:
        """No clues: every step rests on all that is given."""
        nothing = frozenset[Any]()
        return cls(nothing, nothing, None, are_units=False, are_named=False, special=special)


class BoardProver:
    """Proves steps on a board.

    Args:
        formulated: The model of the whole board.
        board_clues: Its clues.
        clue_rows: For every row of the model the key of its clue, or None.
    """

    def __init__(
        self, formulated: Formulated, board_clues: BoardClues, clue_rows: Sequence[Hashable | None]
    ) -> None:
        self._board_clues, self._program = board_clues, formulated.model.program()
        self._clue_rows = clue_rows
        self._shapes = _shapes_of(formulated.model)
        self._labels = {
            column: (family.name, family.label(column))
            for family in formulated.model.families
            for column in family.columns.ravel().tolist()
        }
        # Both count their work; clingo is at home with clauses, and quicker here by a half.
        self._solver = "clingo" if is_installed("clingo") else "cpsat"
        self._boards: dict[frozenset[Hashable], WeakerBoard | None] = {}

    def forces(
        self, clues: Collection[Hashable], known: Values, step: Values, effort: Effort
    ) -> ProofAnswer:
        """Whether some clues and known values leave variables no other values than these.

        It is open if the board cannot be made with these clues alone, has no solution then at all,
        or the work is too much.
        """
        board = self._board(frozenset(clues))
        fixed = None if board is None else board.columns_of(known)
        if board is None or fixed is None:
            return ProofAnswer.OPEN
        for column, value in step:
            denied = board.columns_of([(column, 1 - value)])
            # Of a number that has more values, one that is not 1 need not be 0.
            if not denied or not all(map(board.is_binary, denied)):
                return ProofAnswer.OPEN
            if denied.keys() & fixed.keys():
                return ProofAnswer.OPEN
            otherwise = self._has_solution(board.program, fixed | denied, effort)
            if otherwise is not ProofAnswer.NO:
                return ProofAnswer.NO if otherwise is ProofAnswer.YES else ProofAnswer.OPEN
        return self._if_any(board, fixed, effort)

    def denies(
        self, clues: Collection[Hashable], known: Values, step: Values, effort: Effort
    ) -> ProofAnswer:
        """Whether no solution with some clues and known values has these values as well.

        It may be open as in `forces`.
        """
        board = self._board(frozenset(clues))
        fixed = None if board is None else board.columns_of(known)
        made = None if board is None else board.columns_of(step)
        if board is None or fixed is None or made is None:
            return ProofAnswer.OPEN
        allowed = self._has_solution(board.program, fixed | made, effort)
        if allowed is not ProofAnswer.NO:
            return ProofAnswer.NO if allowed is ProofAnswer.YES else ProofAnswer.OPEN
        return self._if_any(board, fixed, effort)

    def needed_rules(
        self, clues: Collection[Hashable], known: Values, step: Values, effort: Effort
    ) -> list[Group]:
        """The groups of rules that a step takes: none can be left out, and these are enough.

        None where they are not known, or where several rules can stand in for each other.
        """
        board = self._board(frozenset(clues))
        fixed = None if board is None else board.columns_of(known)
        if board is None or fixed is None:
            return []
        program = board.program
        groups = board.program.rows.groups
        denied = [board.columns_of([(column, 1 - value)]) or {} for column, value in step]

        def follows(kept: npt.NDArray[np.bool_]) -> ProofAnswer:
            """Whether the step follows from some rows alone."""
            part = program.keep(kept)
            answers = [self._has_solution(part, fixed | one, effort) for one in denied]
            if ProofAnswer.YES in answers:
                return ProofAnswer.NO
            return ProofAnswer.OPEN if ProofAnswer.OPEN in answers else ProofAnswer.YES

        needed = []
        is_kept = groups < 0
        for number, group in enumerate(program.groups):
            is_in_group = groups == number
            if group.name in self._board_clues.groups:
                is_kept |= is_in_group
            elif is_in_group.any():
                answer = follows(~is_in_group)
                if answer is ProofAnswer.OPEN:
                    return []
                if answer is ProofAnswer.NO:
                    needed.append(group)
                    is_kept |= is_in_group
        return needed if follows(is_kept) is ProofAnswer.YES else []

    def _if_any(self, board: WeakerBoard, fixed: Mapping[int, int], effort: Effort) -> ProofAnswer:
        """Yes, unless there is no solution at all, which forces everything and proves nothing."""
        some = self._has_solution(board.program, fixed, effort)
        return ProofAnswer.YES if some is ProofAnswer.YES else ProofAnswer.OPEN

    def weaker(self, clues: Collection[Hashable]) -> WeakerBoard | None:
        """The board of which only some clues are known; None if it cannot be made."""
        return self._board(frozenset(clues))

    def _has_solution(
        self, program: Program, fixed: Mapping[int, int], effort: Effort
    ) -> ProofAnswer:
        """Whether a program has a solution with some values."""
        if effort.is_spent:
            return ProofAnswer.OPEN
        effort.questions -= 1
        bounds = {column: (value, value) for column, value in fixed.items()}
        options = Options(work_limit=WORK, stopped=effort.stopped)
        result = queries.solve_model(program.within(bounds), self._solver, options)
        if result.values is not None:
            return ProofAnswer.YES
        return ProofAnswer.NO if result.status is Status.INFEASIBLE else ProofAnswer.OPEN

    def _board(self, clues: frozenset[Hashable]) -> WeakerBoard | None:
        """The board of which only some clues are known; the last few are kept."""
        # Other threads ask as well: what is kept, or is to be forgotten, may be gone by now.
        with suppress(KeyError):
            return self._boards[clues]
        board = self._make_board(clues)
        for old in list(self._boards)[: 1 - _MOST_BOARDS]:
            self._boards.pop(old, None)
        self._boards[clues] = board
        return board

    def _make_board(self, clues: frozenset[Hashable]) -> WeakerBoard | None:
        weaker = self._board_clues.weaker
        if clues >= self._board_clues.keys:
            return WeakerBoard(self._program, {column: column for column in self._labels})
        if weaker is None:
            kept = np.array([key is None or key in clues for key in self._clue_rows], dtype=bool)
            return WeakerBoard(
                self._program.keep(kept), {column: column for column in self._labels}
            )
        try:
            model = weaker(clues)
        except IlpuzzlesError:
            # Without its other clues it is no board of this genre.
            return None
        if _shapes_of(model) == self._shapes:
            # Where no variable depends on what the clues say, all columns have the same labels.
            return WeakerBoard(model.program(), {column: column for column in self._labels})
        numbers = {
            (family.name, family.label(column)): column
            for family in model.families
            for column in family.columns.ravel().tolist()
        }
        columns = {
            column: numbers[label] for column, label in self._labels.items() if label in numbers
        }
        return WeakerBoard(model.program(), columns)


@dataclass(frozen=True, slots=True, eq=False)
class WeakerBoard:
    """The model of a board of which less is known, and its columns by those of the whole one.

    Attributes:
        program: The model.
        columns: Its columns, by those of the model of the whole board.
    """

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


def _shapes_of(model: Model) -> list[tuple[str, int, Sequence[Sequence[Hashable]]]]:
    """The names, the first columns and the labels of all families of variables."""
    return [(family.name, family.first, family.axes) for family in model.families]
