"""A search for the solutions of a board by plain logic; see `difficulty` for what that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ilpuzzles.generate.slashes.knowledge import Knowledge, Rules
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance

_OFTEN = 64
"""After so many values somebody is told that the search goes on."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found.

    Attributes:
        solutions: The solutions, row by row.
        complete: Whether there are no others.
        wrong: For how many values it decided that do not lead to the one solution; if it is not
            complete, at least so many. Where there are several solutions, this means little.
        forced: How many cells it decided before it had a choice for the first time.
    """

    solutions: tuple[tuple[str, ...], ...]
    complete: bool
    wrong: int
    forced: int


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
        >>> from ilpuzzles.workbench import load
        >>> bridge = load("surasshupakku", "bridge", parameters={"bridges": "allowed"}).instance
        >>> found = search(bridge, most_wrong=1000)
        >>> len(found.solutions), found.complete
        (9, True)
    """
    rules = Rules(instance)
    start = Knowledge.of(rules)
    free = len(instance.free_cells())
    known_values = "".join(near)
    solutions: list[tuple[str, ...]] = []
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
                    return Found(tuple(solutions), False, most_wrong, forced)
            if not known.undecided:
                solutions.append(rules.grid.lines(known.values()))
                right += free
                if len(solutions) == most_solutions:
                    return Found(tuple(solutions), False, max(nodes - right, 0), forced)
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
    return Found(tuple(solutions), True, max(nodes - right, 0), forced)
