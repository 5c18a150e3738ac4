"""Some solution of a puzzle, a different one for every state of the dice."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ilpuzzles.backends import Status
from ilpuzzles.dice import Dice
from ilpuzzles.generate.covers import Covers
from ilpuzzles.generate.effort import Ending, StopError
from ilpuzzles.puzzles.tiling import TilingSolution
from ilpuzzles.queries import require_answer, solve_model
from ilpuzzles.queries.searching import Clock
from ilpuzzles.workbench import Experiment

_NODES = (1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16, 32)
"""How many times as long as the first each of our own searches may take (Luby et al. 1993)."""

_ONCE = 50_000
"""So many placements the first may choose; fewer where conditions are looked at after each."""

_SEED_BITS = 31


class Drawn(NamedTuple):
    """A random solution.

    Attributes:
        solution: The solution, or None if there is proved to be none.
        helper: The solver and its version, if it took one to find it: another one may find another
            solution.
    """

    solution: TilingSolution | None
    helper: str = ""


def random_solution(stated: Experiment, dice: Dice) -> TilingSolution | None:
    """Some solution: the first one of a search that tries placements in random order.

    The same dice find the same solution everywhere, with two exceptions: a time limit, and a puzzle
    of which the search finds no solution in some four million placements. Of that, CP-SAT finds
    one. Not all solutions are equally likely.

    Args:
        stated: A tiling puzzle in the formulation *placement*; the time limit of its options is
            that of this solution.
        dice: What is random comes from here.

    Returns:
        The solution, which satisfies all rows and rules; None if there is proved to be none.

    Raises:
        StopError: If the time is over.
        BackendError: If a solver is missing or fails.

    Example:
        >>> from ilpuzzles.workbench import experiment
        >>> tower = experiment("tower", parameters={"height": 2})
        >>> one, other = (random_solution(tower, Dice(7)) for _ in range(2))
        >>> one.rows() == other.rows()
        True
    """
    return drawn_solution(Covers.of(stated), dice).solution


def drawn_solution(covers: Covers, dice: Dice) -> Drawn:
    """The same, and who found it; see `random_solution`."""
    clock = Clock(covers.stated.options)
    once = _ONCE // (1 + len(covers.covering.conditions))
    for times in _NODES:
        order = list(range(covers.placements))
        dice.shuffle(order)
        left = clock.options()
        if left is None:
            raise StopError(Ending.TIME)
        looked = covers.first(1, order, left, nodes=times * once)
        if looked.solutions or looked.complete:
            return Drawn(*looked.solutions or (None,))
    return _asked(covers.stated, dice, clock)


def _asked(stated: Experiment, dice: Dice, clock: Clock) -> Drawn:
    """What CP-SAT finds."""
    left = clock.options()
    if left is None:
        raise StopError(Ending.TIME)
    options = replace(left, seed=dice.bits(_SEED_BITS))
    result = require_answer(solve_model(stated.model, "cpsat", options))
    if result.values is None:
        if result.status is not Status.INFEASIBLE:
            raise StopError(Ending.TIME)
        return Drawn(None)
    solution, _ = stated.judged(result.values, result.backend)
    return Drawn(solution, f"{result.backend} {result.version}")
