r"""How hard a board is: a search by plain logic, and what it does wrong before it is through.

Values that are plainly impossible (`plain_logic`) are struck off. The search always looks at the
cell with the fewest values left; of several, at the first in reading order. If it has none, the
search goes back. Otherwise it decides for each of them in turn and goes on. Every value decided for
is a node of the search tree. Of a board with one solution, the nodes on the way to that are right,
one for every cell without a clue, and all others wrong; in which order values are tried does not
matter, since all of them are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ilpuzzles.generate.budget import Difficulty
from ilpuzzles.puzzles.surasshupakku.plain_logic import Knowledge, Rules
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance

_OFTEN = 64
"""After so many values somebody is told that the search goes on."""

MOST_WRONG = 20_000
"""After so many wrong values the search is given up."""

_WORK = 5_000_000
"""On large boards it is given up earlier: after so many wrong values, divided by the cells."""


class Found(NamedTuple):
    """What a search has found: solutions, row by row, and how hard that was.

    If it is complete, there are no others.
    """

    solutions: tuple[tuple[str, ...], ...]
    difficulty: Difficulty


def search(
    instance: SlashInstance,
    *,
    most_wrong: int,
    most_solutions: int | None = None,
    near: Sequence[str] = (),
    tick: Callable[[], object] | None = None,
) -> Found:
    """Looks for solutions by plain logic.

    Args:
        instance: The board.
        most_wrong: After how many wrong values to give up.
        most_solutions: How many solutions are enough, or None for all.
        near: A solution that is known, row by row; it is found first, and then those that are
            like it.
        tick: Called now and then; what it raises ends the search.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> bridge = load("surasshupakku", "bridge", parameters={"bridges": "allowed"}).instance
        >>> found = search(bridge, most_wrong=1000)
        >>> len(found.solutions), found.difficulty.complete
        (9, True)
    """
    rules = Rules(instance)
    start = Knowledge.of(rules)
    start.strike_off()
    free = len(instance.free_cells())
    known_values = "".join(near)
    solutions: tuple[tuple[str, ...], ...] = ()
    right = nodes = forced = 0
    chosen = False
    waiting = [(start, -1, "")] if start.is_possible() else []
    while waiting:
        known, cell, value = waiting.pop()
        while True:
            if cell >= 0:
                nodes += 1
                known.decide(cell, value)
                if tick is not None and not nodes % _OFTEN:
                    tick()
                on_the_way = free - known.undecided.bit_count()
                if nodes - max(right, on_the_way) > most_wrong:
                    return Found(solutions, Difficulty(most_wrong, False, len(solutions), forced))
            if not known.undecided:
                solutions += (rules.grid.lines(known.values()),)
                right += free
                if len(solutions) == most_solutions:
                    hard = Difficulty(max(nodes - right, 0), False, most_solutions, forced)
                    return Found(solutions, hard)
                break
            cell, values = known.next_choice()
            chosen = chosen or len(values) != 1
            forced += not chosen
            if not values:
                break
            value = values[0]
            if known_values and known_values[cell] in values:
                value = known_values[cell]
            others = [other for other in reversed(values) if other != value]
            waiting += [(known.copy(), cell, other) for other in others]
    return Found(solutions, Difficulty(max(nodes - right, 0), True, len(solutions), forced))


def board_difficulty(
    instance: SlashInstance, most: int = MOST_WRONG, tick: Callable[[], object] | None = None
) -> Difficulty:
    """Searches for all solutions of a board, and counts what it does wrong; see `search`."""
    return search(instance, most_wrong=min(most, most_wrong(instance)), tick=tick).difficulty


def most_wrong(instance: SlashInstance) -> int:
    """After how many wrong values a search of a board is given up."""
    return min(MOST_WRONG, _WORK // (instance.rows * instance.columns))
