"""What steps are made of: the moves, the clues and the linear rows of one board."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from ilpuzzles.genres.layers_svg import SIZE
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.board_proofs import BoardClues, Values
from ilpuzzles.genres.steps.board_step import SeenSet
from ilpuzzles.genres.steps.locked_sets import LockedSet, SetReasoning, sets_used
from ilpuzzles.genres.steps.row_reasoning import BoardRows, Consequence, Premise, Reasoning
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import in_linear_ways

_SET_ROUNDS = 8
"""So many times locked sets are looked for, each time beside what they proved before."""


class StepBoard:
    """A board as those see it who look for steps.

    Args:
        program: The model of the board.
        marks: What each move draws.
        board_clues: The clues that steps may rest on.
        centres: Where each move is, in pixels.
        is_obvious: Whether a move says only what everybody sees, given what it rests on.
        can_tell: Whether there are words for a locked set; no others are looked for.

    Attributes:
        marks: See above.
        board_clues: See above.
        is_obvious: See above.
        program: The linear rows of the model.
        board_rows: The same rows in doubles, with the clues among them.
    """

    def __init__(
        self,
        program: Program,
        marks: Sequence[PencilMark],
        board_clues: BoardClues,
        centres: Sequence[tuple[float, float]],
        is_obvious: Callable[[int, frozenset[Premise]], bool],
        *,
        can_tell: Callable[[SeenSet], bool],
    ) -> None:
        self.marks = marks
        self.board_clues = board_clues
        self.is_obvious = is_obvious
        self.program = linearised(in_linear_ways(program))
        self.board_rows = self.rows_with_clues(self.program)
        self._centres = centres
        self._can_tell = can_tell
        self._moves_of: dict[tuple[int, int], list[int]] = {}
        for move, mark in enumerate(marks):
            for column_and_value in mark.values:
                self._moves_of.setdefault(column_and_value, []).append(move)

    def rows_with_clues(self, program: Program) -> BoardRows:
        """The rows of a model of the board, with the board's clues among them."""
        return BoardRows.of(program, self.board_clues.groups, self.board_clues.keys)

    # Moves and their values

    def moves_that_give(self, column: int, value: int) -> Sequence[int]:
        """The moves that give a variable a value."""
        return self._moves_of.get((column, value), ())

    def moves_that_set(self, columns: Iterable[int]) -> tuple[int, ...]:
        """The moves that make variables 1."""
        return tuple(move for column in columns for move in self.moves_that_give(column, 1))

    def values_of(self, moves: Iterable[int]) -> Values:
        """The columns and the values of some moves."""
        return [pair for move in moves for pair in self.marks[move].values]

    def known_values(self, moves: Iterable[int]) -> dict[int, tuple[int, frozenset[Premise]]]:
        """The values that marks give variables, each with the mark that it rests on."""
        values = {}
        for move in moves:
            for column, value in self.marks[move].values:
                values[column] = value, frozenset[Premise]([("mark", move)])
        return values

    # Distances

    def distance_to_last(self, move: int, moves: Sequence[int]) -> float:
        """How far a move is from the last mark; 0 where there is none."""
        return math.dist(self._centres[move], self._centres[moves[-1]]) if moves else 0.0

    def distance_to_premise(self, move: int, premise: Premise) -> float:
        """How far a move is from a premise, in pixels; 0 for a clue that stands in no cell."""
        kind, key = premise
        if kind == "mark" and isinstance(key, int):
            return math.dist(self._centres[key], self._centres[move])
        place = self.marks[move].place
        cell = place if isinstance(place[0], int) else place[0]
        if isinstance(key, tuple) and len(key) == 2 and all(type(n) is int for n in key):
            return SIZE * math.dist(key, cell[:2])
        return 0.0

    def distance_to_clue(self, move: int) -> float:
        """How far a move is from the nearest clue, in pixels."""
        clues: list[Premise] = [("clue", key) for key in self.board_clues.keys]
        return min((self.distance_to_premise(move, clue) for clue in clues), default=0.0)

    def nearest_premises(self, move: int, moves: Sequence[int]) -> list[Premise]:
        """All clues, and the marks that some moves have made, the nearest to a move first."""
        premises: list[Premise] = [("mark", number) for number in moves]
        premises += [("clue", key) for key in sorted(self.board_clues.keys, key=str)]
        return sorted(premises, key=lambda premise: self.distance_to_premise(move, premise))

    # Rows and locked sets

    def group_of(self, row: int) -> Group | None:
        """The group of a row; None if it is in none, or there is no row."""
        return group_of_row(self.program, row)

    def key_of(self, row: int) -> Hashable:
        """The key of a row; None if it has none, or there is no row."""
        return key_of_row(self.program, row)

    def set_rounds(
        self, board_rows: BoardRows, reasoning: Reasoning
    ) -> Iterator[list[Consequence]]:
        """The consequences of locked sets for which there are words, round by round.

        Args:
            board_rows: The rows of the board, or some of them.
            reasoning: What these prove one by one.
        """

        def has_words(locked: LockedSet) -> bool:
            return self._can_tell(self._seen(locked))

        return SetReasoning(board_rows, reasoning, has_words).rounds(_SET_ROUNDS)

    def seen_sets(self, consequence: Consequence) -> tuple[SeenSet, ...]:
        """The locked sets that a consequence rests on."""
        used = sets_used(consequence.premises)
        return tuple(self._seen(locked, gone) for locked, gone in used.items())

    def _seen(self, locked: LockedSet, gone: Sequence[int] = ()) -> SeenSet:
        """A locked set as it is told, with those of its variables that a step needs."""
        return SeenSet(
            groups=(self._group_name(locked.bases[0]), self._group_name(locked.covers[0])),
            bases=tuple(map(self.key_of, locked.bases)),
            covers=tuple(map(self.key_of, locked.covers)),
            places=self.moves_that_set(locked.open_columns),
            gone=self.moves_that_set(gone),
        )

    def _group_name(self, row: int) -> str:
        group = self.group_of(row)
        return "" if group is None else group.name


def group_of_row(program: Program, row: int) -> Group | None:
    """The group of a row of a program; None if it is in none, or the row is -1 for none."""
    group = int(program.rows.groups[row]) if row >= 0 else -1
    return program.groups[group] if group >= 0 else None


def key_of_row(program: Program, row: int) -> Hashable:
    """The key of a row of a program; None if it has none, or the row is -1 for none."""
    number = int(program.row_numbers[row]) if row >= 0 else -1
    return program.names.row_key(number) if number >= 0 else None


def clues_in(premises: Iterable[Premise]) -> list[Hashable]:
    """The keys of the clues among some premises."""
    return sorted((key for kind, key in premises if kind == "clue"), key=str)


def marks_in(premises: Iterable[Premise]) -> list[int]:
    """The moves that have made the marks among some premises."""
    return sorted(key for kind, key in premises if kind == "mark" and isinstance(key, int))
