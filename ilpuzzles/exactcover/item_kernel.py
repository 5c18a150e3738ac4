"""Which item a search branches on, compiled; see `search_kernel` for how lists are kept."""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel_part

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel_part
def single_item(width, masks, base, length, open_items, depth):
    """The first open item that one option of a list is left for, as word and bit; or -1, 0."""
    for word in range(np.uint64(width)):
        wanted = open_items[depth, word]
        if wanted == _ZERO:
            continue
        once = _ZERO
        twice = _ZERO
        for j in range(base, base + length):
            mask = masks[word, j]
            twice |= once & mask
            once |= mask
        single = wanted & once & ~twice
        if single != _ZERO:
            return np.int64(word), single & (~single + _ONE)
    return np.int64(-1), _ZERO


@kernel_part
def minimal_item(width, masks, base, length, open_items, depth):
    """The first open item that fewest options are left for, as word and bit.

    Bits of three words are the number of options of each item, up to seven; where all items have
    more, they are counted one by one.
    """
    least = 8
    least_word = np.int64(-1)
    least_bit = _ZERO
    for word in range(np.uint64(width)):
        wanted = open_items[depth, word]
        if wanted == _ZERO:
            continue
        ones = _ZERO
        twos = _ZERO
        fours = _ZERO
        more = _ZERO
        for j in range(base, base + length):
            mask = masks[word, j]
            carry = ones & mask
            ones ^= mask
            next_carry = twos & carry
            twos ^= carry
            more |= fours & next_carry
            fours ^= next_carry
        wanted &= ~more
        if wanted == _ZERO:
            continue
        number = 0
        if wanted & ~fours != _ZERO:
            wanted &= ~fours
        else:
            number += 4
        if wanted & ~twos != _ZERO:
            wanted &= ~twos
        else:
            number += 2
        if wanted & ~ones != _ZERO:
            wanted &= ~ones
        else:
            number += 1
        if number < least:
            least = number
            least_word = np.int64(word)
            least_bit = wanted & (~wanted + _ONE)
    if least_word >= 0:
        return least_word, least_bit
    fewest = np.int64(length) + 1
    for word in range(np.uint64(width)):
        wanted = open_items[depth, word]
        while wanted != _ZERO:
            bit = wanted & (~wanted + _ONE)
            wanted ^= bit
            number = 0
            for j in range(base, base + length):
                number += (masks[word, j] & bit) != _ZERO
            if number < fewest:
                fewest = number
                least_word = np.int64(word)
                least_bit = bit
    return least_word, least_bit
