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
        columns = {one.name: one for one in formulated.model.families}
        values = []
        for _, _, meaning in described["moves"]:
            meant: dict[int, int] = {}
            for name, label, *value in meaning:
                variable = columns[name][label if isinstance(label, tuple) else (label,)]
                # A variable without a value is 1 then.
                meant[int(variable.column)] = value[0] if value else 1
            values.append(meant)
        number = len(formulated.model.program().lower)
        super().__init__(_with_clues(data, board), values, formulated.decode, number)
        self._width: int = described["columns"]
        self.move_noun = described.get("unit", "")
        self._actions = {name: about.get("action") for name, about in pieces.items()}
        self._formulated = formulated
        self._essence = essence
        self._certain_moves = certain_moves
        self._is_board = isinstance(board, Board)
        # Where moves say what is 0 as well, all else is open.
        self._is_part = any(0 in meant.values() for meant in values)

    def solution(self, moves: Iterable[int]) -> Any:
        """The part of a solution that moves make; cells of which they do not say all are open."""
        facts, partial = self._formulated.facts, self._formulated.partial
        if not self._is_part or facts is None or partial is None:
            return super().solution(moves)
        known = {column: value for move in moves for column, value in self.values(move).items()}
        shown: Mapping[Any, Any] = facts(np.zeros(self._columns, dtype=np.int64))
        return partial({key: known[key[1]] for key in shown if key[1] in known})

    def as_finished(self, moves: Iterable[int]) -> Any:
        """The solution that moves make, with 0 for all that they do not say."""
        return super().solution(moves)

    def moves_of(self, solution: Any) -> list[int] | None:
        """The moves that make a solution, where the genre turns it into values."""
        encode = self._formulated.encode
        if encode is None:
            return super().moves_of(solution)
        try:
            known = {variable.column: value for variable, value in encode(solution).items()}
        except InputError:
            # It has another size.
            return None
        found = []
        for move in range(len(self.data.moves)):
            meant = self.values(move)
            if all(known.get(column) == value for column, value in meant.items()):
                found.append(move)
        # Of another board of the same size, moves make something else.
        is_same = self._essence(self.solution(found).plain) == self._essence(solution.plain)
        return found if is_same else None

    def certain_move(self, moves: Sequence[int]) -> MoveProof | None:
        """A move that the logic of the genre proves."""
        if self._certain_moves is None:
            return None
        found = self._certain_moves([self._moves[move] for move in moves])
        if found is None:
            return None
        number = {move: at for at, move in enumerate(self._moves)}
        spots = tuple(row * self._width + column for row, column in found.clues)
        return MoveProof(
            number[found.move],
            tuple(number[move] for move in found.moves),
            spots,
            found.why,
            minimal=found.is_minimal,
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
