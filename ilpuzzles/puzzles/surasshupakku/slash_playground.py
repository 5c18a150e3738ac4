"""Surasshupakku to play: every cell without a clue is cut along a diagonal, or left whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ilpuzzles.puzzles.playground import Plain, PlainProof, PlayData, Playground, grid_data
from ilpuzzles.puzzles.surasshupakku.plain_logic import next_cut
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    BACK,
    FORWARD,
    NO_CLUE,
    UNCUT,
    Cell,
    SlashInstance,
)
from ilpuzzles.puzzles.surasshupakku.slash_solution import UNKNOWN, SlashSolution, rows_of
from ilpuzzles.render.outline import SIDE
from ilpuzzles.rules.places import name_of_cell

_CUTS = (FORWARD, BACK, UNCUT)
_TITLES = {FORWARD: "cut like /", BACK: "cut like \\", UNCUT: "left whole"}
_COLOURS = {FORWARD: "#1c7ed6", BACK: "#e8590c", UNCUT: "#868e96"}
_SIZE = 20  # of letters, in pixels


class SlashPlayground(Playground):
    """A board to cut; of three moves for each free cell, the first ones cut it."""

    def __init__(self, instance: SlashInstance) -> None:
        self._instance = instance
        self._free = instance.free_cells()
        self.data = _data(instance, self._free)

    def values(self, move: int) -> dict[int, int]:
        """The variables of both diagonals of the cell, which come first in all formulations."""
        cell, cut = divmod(move, len(_CUTS))
        return {2 * cell: int(cut == 0), 2 * cell + 1: int(cut == 1)}

    def solution(self, moves: Iterable[int]) -> SlashSolution:
        """The board with these cuts; of other cells it is not known how they are cut."""
        return self._board_after(moves, UNKNOWN)

    def whole(self, moves: Iterable[int]) -> SlashSolution:
        """The board with these cuts; other cells are whole."""
        return self._board_after(moves, UNCUT)

    def _board_after(self, moves: Iterable[int], otherwise: str) -> SlashSolution:
        known = dict.fromkeys(self._instance.clue_cells(), UNCUT)
        for move in moves:
            cell, cut = divmod(move, len(_CUTS))
            known[self._free[cell]] = _CUTS[cut]
        return SlashSolution(self._instance, rows_of(self._instance, known, otherwise))

    def moves_of(self, solution: SlashSolution) -> list[int] | None:
        """How each free cell is cut."""
        if solution.instance.clues != self._instance.clues:
            return None
        cuts = enumerate(map(solution.cut, self._free))
        return [len(_CUTS) * cell + _CUTS.index(cut) for cell, cut in cuts if cut in _CUTS]

    def certain_move(self, moves: Sequence[int]) -> PlainProof | None:
        """A cell with one way left by plain logic; see `next_cut`."""
        decided = {self._free[move // len(_CUTS)]: move for move in moves}
        cuts = {cell: _CUTS[move % len(_CUTS)] for cell, move in decided.items()}
        proof = next_cut(self._instance, cuts)
        if proof is None:
            return None
        columns = self._instance.columns
        return PlainProof(
            len(_CUTS) * self._free.index(proof.cell) + _CUTS.index(proof.cut),
            tuple(decided[cell] for cell in proof.decided),
            tuple(row * columns + column for row, column in proof.clues),
            proof.others,
            # What is seen at once needs all of it; less may do for a longer look.
            minimal=not proof.decided and not proof.clues,
        )

    def to_json(self, move: int) -> Plain:
        """The cell, and how it is cut."""
        cell, cut = divmod(move, len(_CUTS))
        return {"cell": list(self._free[cell]), "cut": _CUTS[cut]}

    def marks(self, move: int) -> Sequence[Cell]:
        """The cell."""
        return [self._free[move // len(_CUTS)]]

    def describe(self, move: int) -> str:
        """To cut a cell, or to leave it whole."""
        cell, cut = divmod(move, len(_CUTS))
        place = name_of_cell(self._free[cell])
        return f"leave {place} whole" if _CUTS[cut] == UNCUT else f"cut {place} like {_CUTS[cut]}"

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether the rest may be whole: some cell is cut."""
        return any(move % len(_CUTS) != _CUTS.index(UNCUT) for move in moves)


def _data(instance: SlashInstance, free: Sequence[Cell]) -> PlayData:
    pieces = {cut: {"title": _TITLES[cut], "colour": _COLOURS[cut]} for cut in _CUTS}
    moves = [(cut, [cell]) for cell in free for cut in _CUTS]
    marks = tuple(
        {
            "view": 0,
            "text": instance.shown(cell),
            "x": cell[1] * SIDE + SIDE / 2,
            "y": cell[0] * SIDE + SIDE / 2,
            "size": _SIZE if len(instance.shown(cell)) == 1 else _SIZE * 2 // 3,
        }
        for cell in instance.cells()
        if instance.clue(cell) != NO_CLUE
    )
    return replace(
        grid_data(instance.rows, instance.columns, pieces, moves),
        drag="cut",
        marks=marks,
        lines=tuple(line for cell in free for line in _lines(cell)),
    )


def _lines(cell: Cell) -> tuple[tuple[float, ...] | None, ...]:
    top, left = cell[0] * SIDE, cell[1] * SIDE
    bottom, right = top + SIDE, left + SIDE
    return (left, bottom, right, top), (left, top, right, bottom), None
