"""One pass over all options that drops useless ones, compiled; see `reduction`."""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel
from ilpuzzles.exactcover.list_kernel import find_conflicts, misses_item

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def drop(masks, required, kept, conflicts):
    """Goes over all options once; returns how many have gone."""
    words, options = masks.shape
    left = np.empty((1, words), dtype=np.uint64)
    dropped = 0
    for option in range(options):
        if not kept[option]:
            continue
        find_conflicts(words, masks, _ZERO, np.uint64(options), np.uint64(option), conflicts)
        for other in range(options):
            if not kept[other]:
                conflicts[other] = _ONE
        for word in range(words):
            left[0, word] = required[word] & ~masks[word, option]
        if misses_item(words, masks, _ZERO, np.uint64(options), conflicts, left, 0):
            kept[option] = False
            dropped += 1
    return dropped
