"""Boards with exactly one solution: a random cutting, and clues that refute all others.

Clues are put into the parts of the cutting at random. A search by plain logic looks for another
solution, first for those that are like the cutting. Each one that it finds is a rival, clues are
moved until all rivals so far are refuted, and the search begins again, until there is no other
solution. If clues cannot be moved so, or the search gets lost, there is another cutting.

Nothing here depends on a solver, nor on the time that anything takes, so that the same dice make
the same board everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ilpuzzles.dice import Dice
from ilpuzzles.generate.effort import Effort
from ilpuzzles.generate.slashes.clues import Clues
from ilpuzzles.generate.slashes.cutting import Cutting, random_cutting
from ilpuzzles.generate.slashes.difficulty import most_wrong
from ilpuzzles.generate.slashes.grid import Grid
from ilpuzzles.generate.slashes.search import search
from ilpuzzles.generate.slashes.wish import BoardWish
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution

_MOST_RIVALS = 300
"""After so many questions another cutting is better."""


class Board(NamedTuple):
    """A board and its one solution."""

    instance: SlashInstance
    solution: SlashSolution


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Random boards, one after the other.

    Attributes:
        puzzle: The rules.
        wish: What they should be like.
        dice: What is random comes from here.
        effort: What may be tried; a cutting is a try.

    Example:
        >>> from ilpuzzles.backends import Options
        >>> rules = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
        >>> wish = BoardWish(rows=4, columns=4, letters=2)
        >>> board = Boards(rules, wish, Dice(1), Effort(Options())).next_board()
        >>> len(board.solution.parts())
        2
    """

    puzzle: SlashPuzzle
    wish: BoardWish
    dice: Dice
    effort: Effort

    def next_board(self) -> Board:
        """Some board.

        Raises:
            StopError: If the tries or the time are used up.
        """
        wish, tick = self.wish, self.effort.options
        grid = Grid(wish.rows, wish.columns)
        while True:
            self.effort.next_try()
            cutting = random_cutting(grid, wish.wanted_parts, wish.letters, self.dice, tick=tick)
            if cutting is not None:
                instance = self._told_apart(grid, cutting)
                if instance is not None:
                    return Board(instance, SlashSolution(instance, grid.lines(cutting.cuts)))

    def _told_apart(self, grid: Grid, cutting: Cutting) -> SlashInstance | None:
        """A board whose one solution is a cutting, if one is found."""
        names = tuple(str(letter) for letter in range(1, self.wish.letters + 1))
        clues = Clues(grid, cutting, self.wish.letters, self.wish.hidden, self.dice)
        wanted = grid.lines(cutting.cuts)
        for _ in range(_MOST_RIVALS):
            instance = SlashInstance(self.puzzle, clues.board(), names)
            found = search(
                instance,
                most_wrong=most_wrong(instance),
                most_solutions=2,
                near=wanted,
                tick=self.effort.options,
            )
            rivals = [solution for solution in found.solutions if solution != wanted]
            if not rivals:
                return instance if found.complete else None
            for rival in rivals:
                clues.add("".join(rival))
            if not clues.refute():
                return None
        return None
