r"""How hard a board is: what a search by plain logic does wrong before it is through.

Cells with a clue are decided: they are not cut. The three ways to cut a cell, `.`, `/` and `\`, are
its values. Pieces are what hangs together for certain, because the cells in between are decided. A
value of a cell is plainly impossible if, together with what is decided so far, it

- leaves a point inside the board where exactly one cut ends, and all four cells around are decided;
- makes a piece that has a letter twice, or more clues than there are letters;
- closes a piece with fewer clues than letters: no cell at its borders is left to be decided; or
- makes a piece that lies on both sides of a cut, where bridges are forbidden.

The search always looks at the cell with the fewest values that are not plainly impossible; of
several, at the first in reading order. If it has none, the search goes back. Otherwise it decides
for each of them in turn and goes on. Every value decided for is a node of the search tree. Of a
board with one solution, the nodes on the way to that are right, one for every cell without a clue,
and all others wrong; in which order values are tried does not matter, since all of them are.
"""

from __future__ import annotations

from collections.abc import Callable

from ilpuzzles.generate.collecting import Difficulty
from ilpuzzles.generate.slashes.search import search
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance

MOST_WRONG = 20_000
"""After so many wrong values the search is given up."""

_WORK = 5_000_000
"""On large boards it is given up earlier: after so many wrong values, divided by the cells."""


def board_difficulty(
    instance: SlashInstance, most: int = MOST_WRONG, tick: Callable[[], object] | None = None
) -> Difficulty:
    """Searches for all solutions of a board, and counts what it does wrong.

    Args:
        instance: The board.
        most: After how many wrong values to give up.
        tick: Called now and then; what it raises ends the search.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> board_difficulty(load("surasshupakku", "5x5").instance)
        Difficulty(wrong=16, complete=True, solutions=1, forced=6)
    """
    found = search(instance, most_wrong=min(most, most_wrong(instance)), tick=tick)
    return Difficulty(found.wrong, found.complete, len(found.solutions), found.forced)


def most_wrong(instance: SlashInstance) -> int:
    """After how many wrong values a search of a board is given up."""
    return min(MOST_WRONG, _WORK // (instance.rows * instance.columns))
