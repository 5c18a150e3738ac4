"""What is left of a list of options when one of them is chosen, compiled.

A list is a stretch of the columns of an array of words; see `search_kernel`.
"""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel_part

_ZERO = np.uint64(0)
# Without a sign, an index is taken as it is; one with a sign may count from the end.
_FIRST, _SECOND, _STEP = np.uint64(0), np.uint64(1), np.uint64(1)


@kernel_part
def find_conflicts(width, masks, base, length, chosen, conflicts):
    """Which options of a list share items with one of them: words that are not 0."""
    mask = masks[_FIRST, base + chosen]
    for j in range(length):
        conflicts[j] = masks[_FIRST, base + j] & mask
    for word in range(_SECOND, np.uint64(width)):
        mask = masks[word, base + chosen]
        for j in range(length):
            conflicts[j] |= masks[word, base + j] & mask


@kernel_part
def misses_item(width, masks, base, length, conflicts, open_items, depth):
    """Whether some open item is in none of the options without conflict."""
    missing = _ZERO
    for word in range(np.uint64(width)):
        reached = _ZERO
        for j in range(length):
            reached |= masks[word, base + j] if conflicts[j] == _ZERO else _ZERO
        missing |= open_items[depth, word] & ~reached
        if missing != _ZERO:
            break
    return missing != _ZERO


@kernel_part
def kept_options(
    width, masks, ids, base, length, chosen, open_items, depth, test, conflicts, picks
):
    """Writes the options that are disjoint from a chosen one behind the list.

    Args:
        width: How many words an option has.
        masks: The items of the options of all lists, shape (words, room).
        ids: Their numbers.
        base: Where the list begins.
        length: How long it is.
        chosen: The place of the chosen option in it.
        open_items: The items that are still to be covered, shape (depths, words).
        depth: The row of these.
        test: Whether to look for one that no option is left for.
        conflicts: Room for a word per option.
        picks: Room for a number per option.

    Returns:
        How many options are left, or -1 if some item has none.
    """
    find_conflicts(width, masks, base, length, chosen, conflicts)
    if test and misses_item(width, masks, base, length, conflicts, open_items, depth):
        return np.int64(-1)
    number = _ZERO
    for j in range(length):
        picks[number] = j
        if conflicts[j] == _ZERO:
            number += _SECOND
    target = base + length
    for j in range(number):
        ids[target + j] = ids[base + picks[j]]
    for word in range(np.uint64(width)):
        for j in range(number):
            masks[word, target + j] = masks[word, base + picks[j]]
    return np.int64(number)


@kernel_part
def kept_of_two_words(masks, ids, base, length, chosen, open_items, depth, test):
    """The same for options of two words, in one go: most puzzles, a third faster."""
    one, other = masks[_FIRST, base + chosen], masks[_SECOND, base + chosen]
    target = base + length
    if test:
        reached = _ZERO
        others_reached = _ZERO
        for j in range(base, target):
            mask, further = masks[_FIRST, j], masks[_SECOND, j]
            free = (mask & one) | (further & other) == _ZERO
            reached |= mask if free else _ZERO
            others_reached |= further if free else _ZERO
        if (open_items[depth, 0] & ~reached) | (open_items[depth, 1] & ~others_reached) != _ZERO:
            return -1
    place = target
    for j in range(base, target):
        mask, further = masks[_FIRST, j], masks[_SECOND, j]
        masks[_FIRST, place] = mask
        masks[_SECOND, place] = further
        ids[place] = ids[j]
        if (mask & one) | (further & other) == _ZERO:
            place += _STEP
    return np.int64(place - target)
