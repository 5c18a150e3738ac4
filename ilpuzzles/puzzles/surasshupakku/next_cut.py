r"""How a cell has to be cut by plain logic, without a search; and what proves it.

Pieces are what hangs together for certain, because the cells in between are decided. A way to cut a
cell is plainly impossible if it leaves a cut that ends alone at a point inside, joins a letter
twice or too many clues, closes a piece that lacks letters, or leaves both sides of a cut in one
piece, where that is forbidden. A cell with one way left is sure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ilpuzzles.puzzles.surasshupakku.borders import borders_of
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    ANY,
    BACK,
    FORWARD,
    UNCUT,
    Cell,
    SlashInstance,
)

_WAYS = (FORWARD, BACK, UNCUT)
_JOINED = {FORWARD: ((0, 3), (1, 2)), BACK: ((0, 1), (2, 3)), UNCUT: ((0, 1, 2, 3),)}
_CANDIDATES = 8
"""Of so many cells the one with the simplest proof is taken."""

_SMALL = 100
"""On boards with more cells, the first one is taken."""


@dataclass(frozen=True, slots=True)
class CutProof:
    """How a cell has to be cut, and what proves it.

    Attributes:
        cell: The cell.
        cut: How.
        decided: The decided cells that prove it; none can be left out.
        clues: The clues whose letters it takes; likewise.
        others: What is wrong with each other way, in words.
    """

    cell: Cell
    cut: str
    decided: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    others: tuple[str, ...]


def next_cut(instance: SlashInstance, decided: Mapping[Cell, str]) -> CutProof | None:
    """A cell that has one way left, with the smallest proof of those that are found first.

    Args:
        instance: The board.
        decided: How some cells without a clue are cut.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> proof = next_cut(load("surasshupakku", "5x5").instance, {})
        >>> proof.cell in load("surasshupakku", "5x5").instance.free_cells()
        True
    """
    board, found = PlainBoard(instance), list[CutProof]()
    clues = instance.clue_cells()
    most = _CANDIDATES if len(instance.cells()) <= _SMALL else 1
    for cut_first in (True, False):
        for cell in instance.free_cells():
            if cell in decided or len(found) >= most:
                continue
            left = [way for way in _WAYS if not board.wrong(decided, clues, cell, way)]
            if len(left) == 1 and (left[0] != UNCUT) == cut_first:
                found.append(board.proof(decided, cell, left[0]))
    return min(found, key=lambda one: len(one.decided) + len(one.clues), default=None)


class PlainBoard:
    """A board, and what is plainly wrong with some cuts on it."""

    def __init__(self, instance: SlashInstance) -> None:
        self._instance = instance
        self._around = {cell: borders_of(cell) for cell in instance.cells()}
        self._clues = instance.clue_cells()

    def proof(self, decided: Mapping[Cell, str], cell: Cell, cut: str) -> CutProof:
        """What is needed of what is decided, and of the clues, one after the other left out."""
        near = sorted(decided, key=lambda one: abs(one[0] - cell[0]) + abs(one[1] - cell[1]))
        kept, clues = dict(decided), list(self._clues)

        def proves() -> bool:
            return all(self.wrong(kept, clues, cell, way) for way in _WAYS if way != cut)

        for one in reversed(near):
            before = kept.pop(one)
            if not proves():
                kept[one] = before
        for clue in self._clues:
            clues.remove(clue)
            if not proves():
                clues.append(clue)
        others = tuple(
            f"{_said(way)} {self.wrong(kept, clues, cell, way)}" for way in _WAYS if way != cut
        )
        return CutProof(cell, cut, tuple(sorted(kept)), tuple(sorted(clues)), others)

    def wrong(
        self, decided: Mapping[Cell, str], shown: Collection[Cell], cell: Cell, cut: str
    ) -> str:
        """What is plainly wrong with a cut, in words; empty if nothing is.

        Only clues that are `shown` have letters; others may be any letter.
        """
        known = {**dict.fromkeys(self._clues, UNCUT), **decided, cell: cut}
        if cut != UNCUT and self._ends_alone(known, cell):
            return "would leave a cut that ends alone"
        if cut == UNCUT and self._ends_alone(known, cell):
            return "would leave another cut that ends alone"
        return self._wrong_piece(known, set(shown), cell)

    def _ends_alone(self, known: Mapping[Cell, str], cell: Cell) -> bool:
        instance = self._instance
        for row in (cell[0], cell[0] + 1):
            for column in (cell[1], cell[1] + 1):
                if not (0 < row < instance.rows and 0 < column < instance.columns):
                    continue
                cuts = [
                    ((row - 1, column - 1), BACK),
                    ((row - 1, column), FORWARD),
                    ((row, column - 1), FORWARD),
                    ((row, column), BACK),
                ]
                if all(one in known for one, _ in cuts):
                    ends = sum(known[one] == cut for one, cut in cuts)
                    if ends == 1:
                        return True
        return False

    def _wrong_piece(self, known: Mapping[Cell, str], shown: Collection[Cell], cell: Cell) -> str:
        pieces = _Pieces(self._around, known)
        own = {pieces.of(border) for border in self._around[cell]}
        clues: dict[Cell, list[int]] = defaultdict(list)
        for one in self._clues:
            piece = pieces.of(self._around[one][0])
            if piece in own:
                clues[piece].append(self._instance.clue(one) if one in shown else ANY)
        for piece in own:
            letters = [letter for letter in clues[piece] if letter != ANY]
            twice = next((letter for letter in letters if letters.count(letter) > 1), None)
            if twice is not None:
                return f"would join {self._instance.names[twice - 1]} with another one"
            if len(clues[piece]) > self._instance.letters:
                return "would join too many clues"
        if any(len(clues[piece]) < self._instance.letters for piece in own - pieces.open()):
            return "would close off a part that lacks letters"
        if not self._instance.puzzle.bridges and pieces.bridged() & own:
            return "would leave both sides of a cut in one part"
        return ""


class _Pieces:
    """What hangs together for certain, where it is known how some cells are cut."""

    def __init__(self, around: Mapping[Cell, Sequence[Cell]], known: Mapping[Cell, str]) -> None:
        self._around, self._known = around, known
        self._leader: dict[Cell, Cell] = {}
        for cell, cut in known.items():
            for first, *others in _JOINED[cut]:
                for side in others:
                    self._leader[self.of(around[cell][side])] = self.of(around[cell][first])

    def of(self, border: Cell) -> Cell:
        """The piece of a border."""
        while self._leader.setdefault(border, border) != border:
            border = self._leader[border]
        return border

    def open(self) -> set[Cell]:
        """The pieces that may become larger."""
        return {
            self.of(border)
            for cell, borders in self._around.items()
            if cell not in self._known
            for border in borders
        }

    def bridged(self) -> set[Cell]:
        """The pieces that lie on both sides of a cut."""
        found = set()
        for cell, cut in self._known.items():
            sides = {self.of(self._around[cell][group[0]]) for group in _JOINED[cut]}
            found |= sides if cut != UNCUT and len(sides) == 1 else set()
        return found


def _said(way: str) -> str:
    return "left whole, it" if way == UNCUT else f"cut like {way}, it"
