"""Which engine is likely to be quicker."""

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.problem import CoverProblem

_FEW_DIVES, _MANY_DIVES = 100, 400

SEARCHED_AT_ONCE = 300_000
"""A search of so many nodes takes a tenth of a second, a better estimate a good part of that."""

_SEED, _OTHER_SEED = 88172645463325252, 1181783497276652981


def estimated_nodes(problem: CoverProblem) -> float:
    """How many options the search would choose in all, roughly; the same number every time.

    It is the mean of some random dives, and of some more where it matters.

    Args:
        problem: A prepared problem.

    Example:
        >>> round(estimated_nodes(CoverProblem.of([[0], [1], [0, 1]], items=2)))
        3
    """
    few = _mean(problem, _FEW_DIVES, _SEED)
    if few < SEARCHED_AT_ONCE:
        return few
    many = _mean(problem, _MANY_DIVES, _OTHER_SEED)
    return (few * _FEW_DIVES + many * _MANY_DIVES) / (_FEW_DIVES + _MANY_DIVES)


def _mean(problem: CoverProblem, dives: int, seed: int) -> float:
    from ilpuzzles.exactcover.probe_kernel import dive  # noqa: PLC0415 - it imports numba

    masks, options = problem.masks(), problem.options
    room = np.zeros((len(masks), 3 * options + 1), dtype=np.uint64)
    room[:, :options] = masks
    with Compiling("dive"):
        return float(
            dive(
                room,
                np.zeros(room.shape[1], dtype=np.int32),
                options,
                problem.required()[None, :].copy(),
                np.empty(options, dtype=np.uint64),
                np.empty(options + 1, dtype=np.uint64),
                dives,
                seed,
            )
        )
