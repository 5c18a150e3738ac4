"""Whether sideline conditions can still be met, compiled; see `search_kernel`."""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel_part

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel_part
def out_of_reach(sums, ids, base, length, open_items, starts, items, shares, lower, upper, best):
    """Whether some condition can no longer be met, by what the open items can add at most.

    Every option's number is split among its items (`shares`), so what is still to come is at most
    the sum over open items of the largest share that an option left for it has, and likewise at
    least.
    """
    for condition in range(len(sums)):
        for item in range(best.shape[1]):
            best[0, item] = np.int64(1) << np.int64(62)
            best[1, item] = -(np.int64(1) << np.int64(62))
        share = shares[condition]
        for j in range(base, base + length):
            option = ids[j]
            for entry in range(starts[option], starts[option + 1]):
                item = items[entry]
                best[0, item] = min(best[0, item], share[entry])
                best[1, item] = max(best[1, item], share[entry])
        least = sums[condition]
        most = sums[condition]
        for item in range(best.shape[1]):
            if (open_items[item >> 6] >> np.uint64(item & 63)) & _ONE != _ZERO:
                if best[1, item] < best[0, item]:
                    return True
                least += best[0, item]
                most += best[1, item]
        if least > upper[condition] or most < lower[condition]:
            return True
    return False
