"""Which engine is likely to be quicker."""

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.problem import CoverProblem

_DIVES = 500
_SEED = 88172645463325252


def estimated_nodes(problem: CoverProblem, dives: int = _DIVES) -> float:
    """How many options the search would choose in all, roughly; the same number every time.

    Args:
        problem: A prepared problem.
        dives: How many random dives to take the mean of.

    Example:
        >>> round(estimated_nodes(CoverProblem.of([[0], [1], [0, 1]], items=2)))
        3
    """
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
                _SEED,
            )
        )
