"""The search for exact covers, compiled: depth first, over lists of the options that are left.

The options that are left at a depth lie one behind the other as bits, a word of items in every row
of an array, so a few operations on words deal with 64 items of an option at once: whether it is
disjoint from a chosen one, which items some option still covers, and, by adding up bits in
parallel, which items are covered by one, two, up to seven options.
"""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

from enum import IntEnum
from functools import cache

import numpy as np

from ilpuzzles.exactcover.compiling import kernel
from ilpuzzles.exactcover.condition_kernel import out_of_reach
from ilpuzzles.exactcover.item_kernel import minimal_item, single_item
from ilpuzzles.exactcover.list_kernel import kept_of_two_words, kept_options


class Cell(IntEnum):
    """What the numbers of the state of a search are."""

    DEPTH = 0
    ADVANCING = 1
    NODES = 2
    FOUND = 3
    DEAD_ENDS = 4
    BUFFERED = 5
    CUT_OFF = 6


class Rule(IntEnum):
    """What the numbers are that say how to search."""

    MINIMAL_DEPTH = 0
    DEAD_ENDS = 1
    SAFETY = 2
    CONDITIONS = 3


class Pause(IntEnum):
    """Why the kernel has returned."""

    DONE = 0
    NODES = 1
    ROOM = 2
    BUFFER = 3


_DEPTH, _ADVANCING = int(Cell.DEPTH), int(Cell.ADVANCING)
_NODES, _FOUND, _DEAD, _BUFFERED = (
    int(Cell.NODES),
    int(Cell.FOUND),
    int(Cell.DEAD_ENDS),
    int(Cell.BUFFERED),
)
_CUT_OFF = int(Cell.CUT_OFF)
_DONE, _PAUSED, _ROOM, _FULL = (
    int(Pause.DONE),
    int(Pause.NODES),
    int(Pause.ROOM),
    int(Pause.BUFFER),
)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


@cache
def search_for(words_of_options):
    """The search for options of so many words; for 0, of any number.

    Loops over words whose number is known cost nothing.
    """

    @kernel
    def search(
        masks,
        ids,
        bases,
        lengths,
        cursors,
        words,
        bits,
        open_items,
        chosen,
        places,
        sums,
        state,
        rules,
        sequence,
        starts,
        items,
        shares,
        totals,
        lower,
        upper,
        conflicts,
        picks,
        best,
        buffer,
        budget,
    ):
        """Goes on with a search until it is through, or has to pause.

        Args:
            masks: The items of the options of all lists, shape (words, room).
            ids: The numbers of these options, shape (room,).
            bases: Where the list of each depth begins.
            lengths: How long it is.
            cursors: Where the next option is looked for in it.
            words: The word of the item that is branched on at each depth.
            bits: Its bit.
            open_items: The items that are not covered yet, shape (depths, words).
            chosen: The option that is chosen at each depth.
            places: Where the next item is looked for in the static order.
            sums: What the chosen options add up to in each condition, shape (depths, conditions).
            state: See `Cell`.
            rules: See `Rule`.
            sequence: The static order of items.
            starts: Where the items of an option begin in `items`.
            items: The items of all options.
            shares: What the entries of `items` add to each condition, shape (conditions, entries).
            totals: What the options add to each condition, shape (conditions, options).
            lower: What each condition has to come to at least.
            upper: And at most.
            conflicts: Room for a word per option.
            picks: Room for a number per option.
            best: Room for two numbers per item.
            buffer: Takes solutions, shape (solutions, depths), unused places are -1; with no row,
                solutions are only counted.
            budget: How many options to choose before a pause.

        Returns:
            See `Pause`.
        """
        width = words_of_options or masks.shape[0]
        depth = state[_DEPTH]
        advancing = state[_ADVANCING] != 0
        nodes, found, dead = state[_NODES], state[_FOUND], state[_DEAD]
        cut_off = state[_CUT_OFF]
        buffered = state[_BUFFERED]
        listing = len(buffer) > 0
        minimal_depth, test, safety = rules[0], rules[1] != 0, rules[2] != 0
        conditions = rules[3]
        last = nodes + budget
        pause = _DONE
        while depth >= 0:
            base, length = bases[depth], lengths[depth]
            if not advancing:
                word, bit = -1, _ZERO
                minimal = depth < minimal_depth
                if minimal or safety:
                    word, bit = single_item(
                        width, masks, np.uint64(base), np.uint64(length), open_items, depth
                    )
                if word < 0 and minimal:
                    word, bit = minimal_item(
                        width, masks, np.uint64(base), np.uint64(length), open_items, depth
                    )
                if word < 0:
                    place = places[depth]
                    while True:
                        item = sequence[place]
                        word = item >> 6
                        bit = _ONE << np.uint64(item & 63)
                        if open_items[depth, word] & bit != _ZERO:
                            break
                        place += 1
                    places[depth] = place
                words[depth] = word
                bits[depth] = bit
                cursors[depth] = 0
                advancing = True
            if nodes >= last:
                pause = _PAUSED
                break
            # The next option with the item.
            row = masks[words[depth], base : base + length]
            bit = bits[depth]
            option = cursors[depth]
            while option < length and row[option] & bit == _ZERO:
                option += 1
            if option == length:
                depth -= 1
                continue
            if base + 2 * length > len(ids):
                pause = _ROOM
                break
            cursors[depth] = option + 1
            chosen[depth] = ids[base + option]
            nodes += 1
            left = _ZERO
            for word in range(width):
                still = open_items[depth, word] & ~masks[word, base + option]
                open_items[depth + 1, word] = still
                left |= still
            for condition in range(conditions):
                added = totals[condition, chosen[depth]]
                sums[depth + 1, condition] = sums[depth, condition] + added
            if left == _ZERO:
                met = True
                for condition in range(conditions):
                    total = sums[depth + 1, condition]
                    met &= lower[condition] <= total <= upper[condition]
                if met:
                    found += 1
                    if listing:
                        for level in range(depth + 1):
                            buffer[buffered, level] = chosen[level]
                        for level in range(depth + 1, buffer.shape[1]):
                            buffer[buffered, level] = -1
                        buffered += 1
                        if buffered == len(buffer):
                            pause = _FULL
                            break
                else:
                    cut_off += 1
                continue
            # What is left stands behind the list it is left of.
            target = base + length
            if width == 2:
                number = kept_of_two_words(
                    masks,
                    ids,
                    np.uint64(base),
                    np.uint64(length),
                    np.uint64(option),
                    open_items,
                    depth + 1,
                    test,
                )
            else:
                number = kept_options(
                    width,
                    masks,
                    ids,
                    np.uint64(base),
                    np.uint64(length),
                    np.uint64(option),
                    open_items,
                    depth + 1,
                    test,
                    conflicts,
                    picks,
                )
            if number < 0:
                dead += 1
                continue
            if conditions > 0 and out_of_reach(
                sums[depth + 1],
                ids,
                target,
                number,
                open_items[depth + 1],
                starts,
                items,
                shares,
                lower,
                upper,
                best,
            ):
                cut_off += 1
                continue
            places[depth + 1] = places[depth]
            depth += 1
            bases[depth] = target
            lengths[depth] = number
            advancing = False
        state[_DEPTH] = depth
        state[_ADVANCING] = 1 if advancing else 0
        state[_NODES], state[_FOUND], state[_DEAD] = nodes, found, dead
        state[_CUT_OFF] = cut_off
        state[_BUFFERED] = buffered
        return pause

    return search
