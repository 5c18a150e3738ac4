"""Some solution of a puzzle, a different one for every state of the dice."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace

from ilpuzzles.backends import Status
from ilpuzzles.generate.effort import Ending, StopError
from ilpuzzles.modelling import Variable
from ilpuzzles.puzzles.tiling import TilingSolution
from ilpuzzles.queries import require_answer, solve_model
from ilpuzzles.queries.searching import Clock
from ilpuzzles.workbench import Experiment

_SIZES = (3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1)
"""How many tiles are laid at random, try by try; where none can be completed, none is laid."""

_PATIENCE = 10.0
"""Seconds after which a try is given up. None of our puzzles comes near."""

_LARGEST_SEED = (1 << 31) - 1


def random_solution(stated: Experiment, dice: random.Random) -> TilingSolution | None:
    """Some solution: a few tiles are laid at random, and CP-SAT adds the rest.

    Not all solutions are equally likely.

    Args:
        stated: A tiling puzzle in the formulation *placement*; the time limit of its options is
            that of this solution.
        dice: What is random comes from here.

    Returns:
        The solution, which satisfies all rows and rules; None if there is proved to be none.

    Raises:
        StopError: If the time is over.
        BackendError: If the solver is missing or fails.

    Example:
        >>> from ilpuzzles.workbench import experiment
        >>> tower = experiment("tower", parameters={"height": 2})
        >>> one, other = (random_solution(tower, random.Random(7)) for _ in range(2))
        >>> one.rows() == other.rows()
        True
    """
    variables, clock = _variables(stated), Clock(stated.options)
    for size in _SIZES:
        tiles = dice.sample(sorted(variables), min(size, len(variables)))
        laid = [dice.choice(variables[tile]) for tile in tiles]
        solution, _ = _completed(stated, laid, dice, clock, patience=_PATIENCE)
        if solution is not None:
            return solution
    solution, status = _completed(stated, [], dice, clock)
    if solution is None and status is not Status.INFEASIBLE:
        raise StopError(Ending.TIME)
    return solution


def _variables(stated: Experiment) -> dict[str, list[Variable]]:
    """The variables of every tile that can be laid at all."""
    (place,) = stated.formulated.model.families
    found: dict[str, list[Variable]] = defaultdict(list)
    for label, variable in zip(place.axes[0], place.flat(), strict=True):
        found[label[0]].append(variable)  # type: ignore[index] # labels are tuples here
    return found


def _completed(
    stated: Experiment,
    laid: list[Variable],
    dice: random.Random,
    clock: Clock,
    *,
    patience: float | None = None,
) -> tuple[TilingSolution | None, Status]:
    """A solution with these placements, if one is found.

    Raises:
        StopError: If the time was over before.
    """
    left = clock.options()
    if left is None:
        raise StopError(Ending.TIME)
    limits = [limit for limit in (left.time_limit, patience) if limit is not None]
    limit = min(limits, default=None)
    options = replace(left, seed=dice.randrange(_LARGEST_SEED), time_limit=limit)
    view = stated.fix(dict.fromkeys(laid, 1)).model
    result = require_answer(solve_model(view, "cpsat", options))
    if result.values is None:
        return None, result.status
    solution, _ = stated.judged(result.values, result.backend)
    return solution, result.status
