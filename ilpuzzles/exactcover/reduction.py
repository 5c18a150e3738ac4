"""Drops options that leave some item without options: no solution has them."""

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.problem import BoolArray, CoverProblem

# Beyond so many operations, the first pass would take longer than a second.
_MOST_WORK = 1 << 31


def useful_options(problem: CoverProblem) -> BoolArray:
    """The options that leave every other primary item an option that is disjoint from them.

    What has gone may take others with it, so this is repeated until nothing changes (the position
    reduction of Logelium's algorithm, step 4). Very large problems are left as they are.

    Example:
        >>> line = CoverProblem.of([[0], [0, 1], [1, 2]], items=3)
        >>> useful_options(line).tolist()
        [True, False, True]
    """
    from ilpuzzles.exactcover.reduction_kernel import drop  # noqa: PLC0415 - it imports numba

    masks, required = problem.masks(), problem.required()
    kept = np.ones(problem.options, dtype=bool)
    if masks.size * problem.options > _MOST_WORK:
        return kept
    conflicts = np.empty(problem.options, dtype=np.uint64)
    with Compiling("reduction"):
        while drop(masks, required, kept, conflicts):
            pass
    return kept
