"""Letters in the parts of a cutting, such that other cuttings that are known are no solutions.

Every part has each letter once, in different cells that are not cut. Another cutting that obeys the
rules about cuts is a *rival*. It is *refuted* if it cuts a cell with a clue, or one of its parts
has a letter twice, or another number of clues than there are letters; since the whole board has as
many of each letter as there are parts, this is the same as that it is no solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ilpuzzles.dice import Dice
from ilpuzzles.generate.slashes.cutting import Cutting
from ilpuzzles.generate.slashes.grid import Grid
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, NO_CLUE, UNCUT

_CHOICES = 24
"""So many random changes are looked at; the one that refutes most rivals is made."""

_STEPS = 100
"""So many changes are made, and some more for every rival, before it is given up."""


class _Change(NamedTuple):
    """A clue goes into another cell, where another clue may be, which comes here then."""

    clue: int
    cell: int


@dataclass(slots=True)
class _Clue:
    part: int
    letter: int
    hidden: bool
    cell: int


class Clues:
    """Clues in the parts of a cutting.

    Args:
        grid: The board.
        cutting: Its cutting, whose parts have enough cells.
        letters: How many letters there are.
        hidden: How many clues show no letter.
        dice: What is random comes from here.

    Example:
        >>> grid, dice = Grid(2, 2), Dice(1)
        >>> clues = Clues(grid, Cutting((".", "/", "/", "."), ((0,), (3,))), 1, 0, dice)
        >>> clues.board(), clues.refute()
        (((1, 0), (0, 1)), True)
    """

    def __init__(self, grid: Grid, cutting: Cutting, letters: int, hidden: int, dice: Dice) -> None:
        self._grid, self._cutting, self._letters, self._dice = grid, cutting, letters, dice
        self._clues = [
            _Clue(part, letter, hidden=False, cell=cell)
            for part, cells in enumerate(cutting.parts)
            for letter, cell in enumerate(dice.sample(cells, letters), 1)
        ]
        for clue in dice.sample(self._clues, hidden):
            clue.hidden = True
        self._rivals: list[list[int]] = []

    def board(self) -> tuple[tuple[int, ...], ...]:
        """What stands in the cells, row by row; see `SlashInstance.clues`."""
        cells = [NO_CLUE] * self._grid.cells
        for clue in self._clues:
            cells[clue.cell] = ANY if clue.hidden else clue.letter
        wide = self._grid.columns
        return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))

    def add(self, cuts: Sequence[str]) -> None:
        """Notes another rival, by how every cell is cut."""
        pieces = self._grid.pieces(cuts)
        self._rivals.append(
            [
                pieces[borders[0]] if cut == UNCUT else -1
                for borders, cut in zip(self._grid.borders, cuts, strict=True)
            ]
        )

    def refute(self) -> bool:
        """Changes clues until all rivals are refuted; whether that is achieved."""
        standing = [rival for rival in self._rivals if not self._is_refuted(rival)]
        for _ in range(_STEPS + 4 * len(self._rivals)):
            if not standing:
                return True
            rival = self._dice.choice(standing)
            changes = list(self._against(rival))
            if not changes:
                # It only cuts some of the same cells along their other diagonals.
                return False
            if len(changes) > _CHOICES:
                changes = self._dice.sample(changes, _CHOICES)
            # Of equally good changes the first one is made.
            outcomes = [self._after(change) for change in changes]
            best = min(range(len(changes)), key=lambda number: len(outcomes[number]))
            self._make(changes[best])
            standing = outcomes[best]
        return False

    def _against(self, rival: list[int]) -> Iterator[_Change]:
        """The changes that refute a rival that stands so far."""
        for number, clue in enumerate(self._clues):
            for cell in self._cutting.parts[clue.part]:
                if rival[cell] != rival[clue.cell]:
                    yield _Change(number, cell)

    def _after(self, change: _Change) -> list[list[int]]:
        """The rivals that stand after a change, which is not made."""
        before = self._clues[change.clue].cell
        self._make(change)
        standing = [rival for rival in self._rivals if not self._is_refuted(rival)]
        self._make(_Change(change.clue, before))
        return standing

    def _make(self, change: _Change) -> None:
        changed = self._clues[change.clue]
        for clue in self._clues:
            if clue.cell == change.cell:
                clue.cell = changed.cell
        changed.cell = change.cell

    def _is_refuted(self, rival: list[int]) -> bool:
        seen: set[tuple[int, int]] = set()
        number: dict[int, int] = {}
        for clue in self._clues:
            piece = rival[clue.cell]
            if piece < 0:
                return True
            if not clue.hidden:
                if (piece, clue.letter) in seen:
                    return True
                seen.add((piece, clue.letter))
            number[piece] = number.get(piece, 0) + 1
        return any(count != self._letters for count in number.values())
