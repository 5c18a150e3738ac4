"""How large a search would be, from random dives into it, compiled (Knuth 1975)."""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel
from ilpuzzles.exactcover.item_kernel import minimal_item, single_item
from ilpuzzles.exactcover.list_kernel import kept_options

_ZERO = np.uint64(0)
_SEVEN, _NINE, _EIGHT = np.uint64(7), np.uint64(9), np.uint64(8)


@kernel
def dive(masks, ids, length, open_items, conflicts, picks, dives, seed, totals):
    """Estimates the number of nodes of the search on the item with fewest options, and its work.

    A dive takes any option of the item, all with the same chance. What it meets on its way stands
    for as much as it could have met: at every node, the product of the numbers of options so far.

    Args:
        masks: The items of the options, shape (words, room); there is room for three lists.
        ids: Their numbers, as long.
        length: How many options there are.
        open_items: The primary items, shape (2, words); the second row is room.
        conflicts: Room for a word per option.
        picks: Room for a number per option.
        dives: How many dives.
        seed: A number that is not 0.
        totals: Takes the number of nodes, and that of words of options that are looked at.
    """
    width = masks.shape[0]
    start = open_items[0].copy()
    total = 0.0
    looked = 0.0
    chance = np.uint64(seed)
    for _ in range(dives):
        open_items[0] = start
        base, number = 0, length
        weight = 1.0
        while True:
            word, bit = single_item(width, masks, np.uint64(base), np.uint64(number), open_items, 0)
            if word < 0:
                word, bit = minimal_item(
                    width, masks, np.uint64(base), np.uint64(number), open_items, 0
                )
            if word < 0:
                break
            branches = 0
            for j in range(base, base + number):
                branches += masks[word, j] & bit != _ZERO
            if branches == 0:
                break
            weight *= branches
            total += weight
            looked += weight * (number * width)
            chance ^= chance << _SEVEN
            chance ^= chance >> _NINE
            chance ^= chance << _EIGHT
            skipped = np.int64((chance >> np.uint64(33)) % np.uint64(branches))
            option = base
            while True:
                if masks[word, option] & bit != _ZERO:
                    if skipped == 0:
                        break
                    skipped -= 1
                option += 1
            for place in range(width):
                open_items[0, place] &= ~masks[place, option]
            left = kept_options(
                width,
                masks,
                ids,
                np.uint64(base),
                np.uint64(number),
                np.uint64(option - base),
                open_items,
                0,
                True,
                conflicts,
                picks,
            )
            if left < 0:
                break
            # The whole list stays where it is, and what is left of it comes behind it.
            for place in range(left):
                ids[length + place] = ids[base + number + place]
                for line in range(width):
                    masks[line, length + place] = masks[line, base + number + place]
            base, number = length, left
    totals[0] = total / dives
    totals[1] = looked / dives
