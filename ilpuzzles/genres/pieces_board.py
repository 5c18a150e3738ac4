"""The board to play on that a genre describes by its pieces and moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.genre import CertainMove
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.playground import MoveProof, OwnPlayground, Plain, PlayData, grid_data
from ilpuzzles.render.outline import SIDE

CertainMoves = Callable[[list[tuple[str, tuple[Any, ...]]]], CertainMove | None]
"""The function that finds a certain move, among moves that are made."""

_LETTERS = 20
"""The size of clues, in pixels; longer ones are smaller."""


class PiecesPlayground(OwnPlayground):
    """A board whose moves lay a piece on some cells, or cut a cell.

    Args:
        described: What the function for `pieces` returns.
        formulated: The model.
        board: The board, whose clues are shown, or other data.
        essence: What of a solution, as plain data, equal ones have in common.
        certain_moves: Finds certain moves by the logic of the genre; None if it has none.
    """

    def __init__(
        self,
        described: Mapping[str, Any],
        formulated: Formulated,
        board: Any,
        *,
        essence: Callable[[Any], Any],
        certain_moves: CertainMoves | None = None,
    ) -> None:
        pieces = described["pieces"]
        self._moves = [(piece, tuple(map(tuple, cells))) for piece, cells, _ in described["moves"]]
        data = grid_data(described["rows"], described["columns"], pieces, self._moves)
        families = {family.name: family for family in formulated.model.families}
        values_of_moves = []
        for _, _, meaning in described["moves"]:
            values: dict[int, int] = {}
            for name, label, *value in meaning:
                variable = families[name][label if isinstance(label, tuple) else (label,)]
                # A variable without a value is 1 then.
                values[int(variable.column)] = value[0] if value else 1
            values_of_moves.append(values)
        columns = len(formulated.model.program().lower)
        super().__init__(_with_clues(data, board), values_of_moves, formulated.decode, columns)
        self._width: int = described["columns"]
        self.move_noun = described.get("unit", "")
        self._actions = {name: about.get("action") for name, about in pieces.items()}
        self._formulated = formulated
        self._essence = essence
        self._certain_moves = certain_moves
        self._is_board = isinstance(board, Board)
        # Where moves say what is 0 as well, all else is open.
        self._says_zeros = any(0 in values.values() for values in values_of_moves)

    def solution(self, moves: Iterable[int]) -> Any:
        """The part of a solution that moves make; cells of which they do not say all are open."""
        facts = self._formulated.facts
        partial = self._formulated.partial
        if not self._says_zeros or facts is None or partial is None:
            return super().solution(moves)
        values: dict[int, int] = {}
        for move in moves:
            values.update(self.values(move))
        # A fact is called by the name of a family and by the column of a variable.
        names: Mapping[Any, Any] = facts(np.zeros(self._columns, dtype=np.int64))
        return partial({name: values[name[1]] for name in names if name[1] in values})

    def as_finished(self, moves: Iterable[int]) -> Any:
        """The solution that moves make, with 0 for all that they do not say."""
        return super().solution(moves)

    def moves_of(self, solution: Any) -> list[int] | None:
        """The moves that make a solution, where the genre turns it into values."""
        encode = self._formulated.encode
        if encode is None:
            return super().moves_of(solution)
        try:
            values = {variable.column: value for variable, value in encode(solution).items()}
        except InputError:
            # It has another size.
            return None
        moves = [
            move
            for move in range(len(self.data.moves))
            if all(values.get(column) == value for column, value in self.values(move).items())
        ]
        # Of another board of the same size, moves make something else.
        is_same = self._essence(self.solution(moves).plain) == self._essence(solution.plain)
        return moves if is_same else None

    def certain_move(self, moves: Sequence[int]) -> MoveProof | None:
        """A move that the logic of the genre proves."""
        if self._certain_moves is None:
            return None
        certain = self._certain_moves([self._moves[move] for move in moves])
        if certain is None:
            return None
        numbers = {move: number for number, move in enumerate(self._moves)}
        return MoveProof(
            conclusion=numbers[certain.move],
            premises=tuple(numbers[move] for move in certain.moves),
            spots=tuple(row * self._width + column for row, column in certain.clues),
            refutations=certain.why,
            minimal=certain.is_minimal,
        )

    def describe(self, move: int) -> str:
        """A move in the words of the genre, such as `cut row 1, column 2 like /`."""
        piece, _ = self._moves[move]
        action = self._actions[piece]
        if action is None:
            return super().describe(move)
        return str(action).format(self.name_spots(self.data.moves.covered(move).tolist()))

    def to_json(self, move: int) -> Plain:
        """A move as plain data; of a board that is cut, the cell and how."""
        if self.data.drag != "cut":
            return super().to_json(move)
        piece, cells = self._moves[move]
        return {"cell": list(cells[0]), "cut": piece}

    def marks(self, move: int) -> Collection[Hashable]:
        """The cells of a move, where the genre has a board."""
        return self._moves[move][1] if self._is_board else ()


def _with_clues(data: PlayData, board: Any) -> PlayData:
    """The same with the clues of a board in their cells."""
    if not isinstance(board, Board):
        return data
    marks = []
    for (row, column), text in board.clues.items():
        size = _LETTERS if len(text) == 1 else _LETTERS * 2 // 3
        place = {"x": column * SIDE + SIDE / 2, "y": row * SIDE + SIDE / 2}
        marks.append({"view": 0, "text": text, **place, "size": size})
    return replace(data, marks=tuple(marks))
