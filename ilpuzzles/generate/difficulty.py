"""How hard a starting position is: what a search by plain logic does wrong before it is through.

The search always looks at the cell (or other atom), or tile that is used exactly once, which has
the fewest placements left; of several, tiles come before cells, in the order of their names, and
cells in that of the region. If that has none, it goes back. Otherwise it lays each of them in turn
and goes on. Every placement laid is a node of the search tree. What no solution has is wrong.
"""

from __future__ import annotations

from ilpuzzles.generate.budget import Difficulty
from ilpuzzles.puzzles.tiling.placement_bits import PlacementBits
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance

MOST_WRONG = 20_000
"""After so many wrong placements the search is given up."""

_WORK = 20_000_000_000
"""On large boards it is given up earlier: so many bits are looked at, at most."""


def difficulty(instance: TilingInstance, most: int = MOST_WRONG) -> Difficulty:
    """Searches for all solutions of an instance, up to so many wrong placements, and counts these.

    Conditions are not looked at.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> difficulty(load("lonpos", "8pieces").instance)
        Difficulty(wrong=10, complete=True, solutions=1, forced=0)
    """
    board = PlacementBits(instance)
    most = min(most, _WORK // (len(board.table) * len(board.items) + 1))
    waiting, nodes, solutions, right = [board.start()], 0, 0, 0
    forced, chosen = 0, False
    while waiting:
        state = waiting.pop()
        nodes += state.laid > 0
        # As long as nothing is solved, only what is laid just now can be right.
        if nodes - (right or state.laid) > most:
            return Difficulty(most, complete=False, solutions=solutions, forced=forced)
        if not state.items:
            if board.is_enough(state.used):
                solutions, right = solutions + 1, right + state.laid
            continue
        branches = board.branches(state)
        chosen = chosen or len(branches) != 1
        forced += not chosen
        waiting += [board.after(state, placement) for placement in reversed(branches)]
    return Difficulty(max(nodes - right, 0), complete=True, solutions=solutions, forced=forced)
