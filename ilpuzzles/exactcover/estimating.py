"""Which engine is likely to be quicker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.problem import CoverProblem

_FEW_DIVES, _MANY_DIVES = 100, 400

SEARCHED_AT_ONCE = 300_000
"""A search of so many nodes takes a tenth of a second, a better estimate a good part of that."""

_SEED, _OTHER_SEED = 88172645463325252, 1181783497276652981


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search would take, roughly.

    Attributes:
        nodes: How many options it would choose.
        looked: How many words of options that are left it would look at for that.
    """

    nodes: float
    looked: float


def estimated_search(problem: CoverProblem) -> Estimate:
    """What a search would take, roughly; the same every time.

    It is the mean of some random dives, and of some more where it matters.

    Args:
        problem: A prepared problem.

    Example:
        >>> round(estimated_search(CoverProblem.of([[0], [1], [0, 1]], items=2)).nodes)
        3
    """
    few = _mean(problem, _FEW_DIVES, _SEED)
    if few[0] < SEARCHED_AT_ONCE:
        return Estimate(*few)
    many = _mean(problem, _MANY_DIVES, _OTHER_SEED)
    both = zip(few, many, strict=True)
    dives = _FEW_DIVES + _MANY_DIVES
    return Estimate(*((one * _FEW_DIVES + other * _MANY_DIVES) / dives for one, other in both))


def _mean(problem: CoverProblem, dives: int, seed: int) -> tuple[float, float]:
    from ilpuzzles.exactcover.probe_kernel import dive  # noqa: PLC0415 - it imports numba

    masks, options = problem.masks(), problem.options
    room = np.zeros((len(masks), 3 * options + 1), dtype=np.uint64)
    room[:, :options] = masks
    totals = np.zeros(2)
    with Compiling("dive"):
        dive(
            room,
            np.zeros(room.shape[1], dtype=np.int32),
            options,
            problem.required()[None, :].copy(),
            np.empty(options, dtype=np.uint64),
            np.empty(options + 1, dtype=np.uint64),
            dives,
            seed,
            totals,
        )
    return float(totals[0]), float(totals[1])
