"""The search for exact covers, compiled: depth first, over lists of the options that are left.

The options that are left at a depth lie one behind the other as bits, a word of items in every row
of an array, so a few operations on words deal with 64 items of an option at once: whether it is
disjoint from a chosen one, which items some option still covers, and, by adding up bits in
parallel, which items are covered by one, two, up to seven options.
"""

# mypy: ignore-errors
# numba finds the types itself; annotations of kernels would only repeat the docstrings.

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.exactcover.compiling import kernel, kernel_part
from ilpuzzles.exactcover.estimate import WORDS_OF_NODE
from ilpuzzles.exactcover.problem import IntArray, WordArray


class SearchState(IntEnum):
    """Places of numbers in the state of a search."""

    DEPTH = 0
    ADVANCING = 1
    NODES = 2
    FOUND = 3
    DEAD_ENDS = 4
    BUFFERED = 5
    CUT_OFF = 6
    LOOKED = 7


class SearchPause(IntEnum):
    """Reasons why the search has returned."""

    DONE = 0
    BUDGET = 1
    ROOM = 2
    BUFFER = 3


class Lists(NamedTuple):
    """The options that are left at each depth, one list behind the other, and what they are for."""

    masks: WordArray  # the bits that the options of all lists have, shape (words, room)
    ids: npt.NDArray[np.int32]  # the numbers of these options, shape (room,)
    open_items: WordArray  # the items that are not covered yet, shape (depths, words)
    forbids: WordArray  # the bits that each option forbids, shape (words, options)


class Levels(NamedTuple):
    """The place of a search at each depth, shape (depths,)."""

    bases: IntArray  # where the list begins
    lengths: IntArray  # how long it is
    cursors: IntArray  # where the next option is looked for in it
    words: IntArray  # the word of the item that is branched on
    bits: WordArray  # its bit
    chosen: IntArray  # the option that is chosen
    places: IntArray  # where the next item is looked for in the static order


class SearchRules(NamedTuple):
    """The rules of branching."""

    minimal_depth: int  # down to which depth on the item with fewest options left
    safety: bool  # whether an item with a single option left comes before the static order
    dead_ends: bool  # whether a choice is given up at once if it leaves an item without options
    sequence: IntArray  # the static order of items
    weights: IntArray  # how often each option makes a solution count; none if always once


class ItemBounds(NamedTuple):
    """Bounds on the sums of the chosen options, one for each condition."""

    counted: IntArray  # the items that have shares of what options add
    starts: IntArray  # where the entries of an option begin in `places`
    places: IntArray  # the place of the item of each entry in `counted`
    shares: IntArray  # what the entries add to each condition, shape (conditions, entries)
    totals: IntArray  # what the options add to each condition, shape (conditions, options)
    lower: IntArray  # what each condition has to come to at least
    upper: IntArray  # and at most
    sums: IntArray  # what the chosen options add up to, shape (depths, conditions)
    best: IntArray  # room for two numbers per item that is counted


class Several(NamedTuple):
    """Items that may be in several options, and how many options they are still to be in."""

    starts: IntArray  # where those of each option begin in `which`
    which: IntArray  # their numbers among them
    items: IntArray  # these items
    least: IntArray  # in how many options more each has to be, shape (depths, items)
    most: IntArray  # and in how many more it may be
    closing: WordArray  # those that may be in no further one, as bits, shape (words,)


class Scratch(NamedTuple):
    """Room for what is computed on the way."""

    conflicts: WordArray  # for a word per option
    picks: WordArray  # for a number per option, and one more

    @classmethod
    def of(cls, options: int) -> Scratch:
        """Room for so many options."""
        return cls(np.empty(options, dtype=np.uint64), np.empty(options + 1, dtype=np.uint64))


_ZERO, _ONE = np.uint64(0), np.uint64(1)
# Without a sign, an index is taken as it is; one with a sign may count from the end.
_FIRST, _SECOND = _ZERO, _ONE


@kernel_part
def forbidden_word(coloured, lists, word, place):
    """A word of what the option at some place of a list forbids."""
    if coloured:
        return lists.forbids[word, np.uint64(lists.ids[place])]
    return lists.masks[word, place]


@kernel_part
def find_conflicts(width, coloured, lists, base, length, chosen, conflicts):
    """Which options of a list have what one of them forbids: words that are not 0."""
    masks = lists.masks
    mask = forbidden_word(coloured, lists, _FIRST, base + chosen)
    for j in range(length):
        conflicts[j] = masks[_FIRST, base + j] & mask
    for word in range(_SECOND, np.uint64(width)):
        mask = forbidden_word(coloured, lists, word, base + chosen)
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
def keep_options(width, coloured, lists, base, length, chosen, depth, test, scratch):
    """Writes the options that go with a chosen one behind the list; returns how many.

    The list is `length` options of `width` words from `base` on, `chosen` is a place in it, `depth`
    the row of the items that are still to be covered. With `test`, it is -1 if one of these has no
    option left.
    """
    masks, ids = lists.masks, lists.ids
    conflicts, picks = scratch.conflicts, scratch.picks
    find_conflicts(width, coloured, lists, base, length, chosen, conflicts)
    if test and misses_item(width, masks, base, length, conflicts, lists.open_items, depth):
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
def count_several(several, open_items, depth, option):
    """Counts at the next depth in how many options items are, of which an option is chosen.

    Items that have to be in more of them stay open.
    """
    for item in range(len(several.items)):
        several.least[depth + 1, item] = several.least[depth, item]
        several.most[depth + 1, item] = several.most[depth, item]
    several.closing[:] = _ZERO
    for entry in range(several.starts[option], several.starts[option + 1]):
        which = several.which[entry]
        several.least[depth + 1, which] -= 1
        several.most[depth + 1, which] -= 1
        item = several.items[which]
        bit = _ONE << np.uint64(item & 63)
        if several.most[depth + 1, which] == 0:
            several.closing[item >> 6] |= bit
        if several.least[depth + 1, which] > 0:
            open_items[depth + 1, item >> 6] |= bit


@kernel_part
def keep_besides(width, lists, base, length, chosen, depth, test, scratch, several, word, bit):
    """The same where items may be in several options; -1 as well if too few are left for one.

    An option is the first that is chosen for the item that is branched on, so those that come
    before it in the list are left out; all of them, if it is branched on no item.
    """
    masks, ids, conflicts = lists.masks, lists.ids, scratch.conflicts
    find_conflicts(width, True, lists, base, length, chosen, conflicts)
    for row in range(np.uint64(width)):
        for j in range(length):
            conflicts[j] |= masks[row, base + j] & several.closing[row]
    for j in range(chosen):
        conflicts[j] |= masks[word, base + j] & bit if bit != _ZERO else _ONE
    conflicts[chosen] = _ONE
    if test:
        if misses_item(width, masks, base, length, conflicts, lists.open_items, depth):
            return np.int64(-1)
        for which in range(len(several.items)):
            left = several.least[depth, which]
            if left > 1:
                item = several.items[which]
                place = np.uint64(item & 63)
                for j in range(length):
                    if conflicts[j] == _ZERO:
                        left -= np.int64((masks[item >> 6, base + j] >> place) & _ONE)
                if left > 0:
                    return np.int64(-1)
    target = base + length
    for j in range(base, base + length):
        if conflicts[j - base] == _ZERO:
            ids[target] = ids[j]
            for row in range(np.uint64(width)):
                masks[row, target] = masks[row, j]
            target += _ONE
    return np.int64(target - base - length)


@kernel_part
def keep_of_two_words(coloured, lists, base, length, chosen, depth, test):
    """The same for options of two words, in one go: most puzzles, a third faster."""
    masks, ids, open_items = lists.masks, lists.ids, lists.open_items
    one = forbidden_word(coloured, lists, _FIRST, base + chosen)
    other = forbidden_word(coloured, lists, _SECOND, base + chosen)
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
            place += _ONE
    return np.int64(place - target)


@kernel_part
def single_item(width, lists, base, length, depth):
    """The first open item that one option of a list is left for, as word and bit; or -1, 0."""
    masks, open_items = lists.masks, lists.open_items
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
def minimal_item(width, lists, base, length, depth):
    """The first open item that fewest options are left for, as word and bit.

    Bits of three words are the number of options of each item, up to seven; where all items have
    more, they are counted one by one.
    """
    masks, open_items = lists.masks, lists.open_items
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


@kernel_part
def out_of_reach(lists, base, length, depth, bounds):
    """Whether some condition can no longer be met, by what the open items can add at most.

    Every option's number is split among its items (`shares`), so what is still to come is at most
    the sum over open items of the largest share that an option left for it has, and likewise at
    least.
    """
    ids, open_items, sums = lists.ids, lists.open_items, bounds.sums
    starts, places, best = bounds.starts, bounds.places, bounds.best
    for condition in range(len(bounds.lower)):
        for place in range(len(bounds.counted)):
            best[0, place] = np.int64(1) << np.int64(62)
            best[1, place] = -(np.int64(1) << np.int64(62))
        share = bounds.shares[condition]
        for j in range(base, base + length):
            option = ids[j]
            for entry in range(starts[option], starts[option + 1]):
                place = places[entry]
                best[0, place] = min(best[0, place], share[entry])
                best[1, place] = max(best[1, place], share[entry])
        least = most = sums[depth, condition]
        for place in range(len(bounds.counted)):
            item = bounds.counted[place]
            if (open_items[depth, item >> 6] >> np.uint64(item & 63)) & _ONE != _ZERO:
                if best[1, place] < best[0, place]:
                    return True
                least += best[0, place]
                most += best[1, place]
        if least > bounds.upper[condition] or most < bounds.lower[condition]:
            return True
    return False


@kernel_part
def out_of_all_reach(lists, base, length, depth, bounds):
    """The same where items may be in several options: any of those that are left may be chosen."""
    for condition in range(len(bounds.lower)):
        least = most = bounds.sums[depth, condition]
        for j in range(base, base + length):
            added = bounds.totals[condition, lists.ids[j]]
            least += min(added, 0)
            most += max(added, 0)
        if least > bounds.upper[condition] or most < bounds.lower[condition]:
            return True
    return False


@kernel_part
def times_of(rules, chosen, depth):
    """The multiplicity of a solution."""
    times = 1
    if len(rules.weights) > 0:
        for level in range(depth):
            times *= rules.weights[chosen[level]]
    return times


@kernel_part
def write_solution(buffer, row, chosen, depth):
    """Writes the chosen options into the buffer."""
    for level in range(depth):
        buffer[row, level] = chosen[level]
    for level in range(depth, buffer.shape[1]):
        buffer[row, level] = -1


@kernel_part
def add_option(bounds, depth, option):
    """Adds up what the chosen options come to in each condition at the next depth."""
    for condition in range(len(bounds.lower)):
        added = bounds.totals[condition, option]
        bounds.sums[depth + 1, condition] = bounds.sums[depth, condition] + added


@kernel_part
def meets_conditions(bounds, depth):
    """Whether the sums of the chosen options at a depth meet all conditions."""
    met = True
    for condition in range(len(bounds.lower)):
        total = bounds.sums[depth, condition]
        met &= bounds.lower[condition] <= total <= bounds.upper[condition]
    return met


@cache
def search_for(words_of_options, conditional, coloured, bounded):
    """The search for options of so many words, or for 0 of any number.

    There is one with conditions and one without, likewise with colours, and with items that may be
    in several options. In the latter, a node where nothing is open is a solution; what is still
    left there may be chosen besides.

    Loops over words whose number is known cost nothing. Numba leaves out at once what it knows
    that is not wanted, where `if` asks for nothing but a constant.
    """
    two_words = words_of_options == 2

    @kernel
    def search(lists, levels, rules, bounds, several, scratch, state, buffer, budget, work):
        """Goes on with a search until it is through, or has to pause; returns why (`SearchPause`).

        `state` is a `SearchState`. The buffer takes solutions, shape (solutions, depths), unused
        places are -1; with no row, solutions are only counted. There is a pause after `budget`
        options were chosen, or `work` words were looked at.
        """
        masks, ids, open_items, _ = lists
        bases, lengths, cursors, words, bits, chosen, places = levels
        width = words_of_options or masks.shape[0]
        listing = len(buffer) > 0
        depth = state[SearchState.DEPTH]
        advancing = state[SearchState.ADVANCING] != 0
        nodes, found = state[SearchState.NODES], state[SearchState.FOUND]
        dead, cut_off = state[SearchState.DEAD_ENDS], state[SearchState.CUT_OFF]
        buffered = state[SearchState.BUFFERED]
        looked = state[SearchState.LOOKED]
        last = nodes + budget
        most_looked = looked + work
        pause = SearchPause.DONE
        while depth >= 0:
            base, length = bases[depth], lengths[depth]
            start, size = np.uint64(base), np.uint64(length)
            if not advancing:
                word, bit = -1, _ZERO
                minimal = depth < rules.minimal_depth
                nothing_open = False
                if bounded:
                    left = _ZERO
                    for row in range(width):
                        left |= open_items[depth, row]
                    nothing_open = left == _ZERO
                if nothing_open:
                    word = 0
                elif minimal or rules.safety:
                    word, bit = single_item(width, lists, start, size, depth)
                if word < 0 and minimal:
                    word, bit = minimal_item(width, lists, start, size, depth)
                if word < 0:
                    place = places[depth]
                    while True:
                        item = rules.sequence[place]
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
                if bounded:  # noqa: SIM102 - a constant, see above
                    if nothing_open:
                        met = True
                        if conditional:
                            met = meets_conditions(bounds, depth)
                        if met:
                            found += times_of(rules, chosen, depth)
                            if listing:
                                write_solution(buffer, buffered, chosen, depth)
                                buffered += 1
                                if buffered == len(buffer):
                                    pause = SearchPause.BUFFER
                                    break
            if nodes >= last or looked >= most_looked:
                pause = SearchPause.BUDGET
                break
            # The next option with the item.
            row = masks[words[depth], base : base + length]
            bit = bits[depth]
            option = cursors[depth]
            any_option = False
            if bounded:
                any_option = bit == _ZERO
            while option < length and row[option] & bit == _ZERO and not any_option:
                option += 1
            if option == length:
                depth -= 1
                continue
            if base + 2 * length > len(ids):
                pause = SearchPause.ROOM
                break
            cursors[depth] = option + 1
            chosen[depth] = ids[base + option]
            nodes += 1
            looked += WORDS_OF_NODE + length * width
            left = _ZERO
            for word in range(width):
                still = open_items[depth, word] & ~masks[word, base + option]
                open_items[depth + 1, word] = still
                left |= still
            if bounded:
                count_several(several, open_items, depth, chosen[depth])
                left = _ONE
            if conditional:
                add_option(bounds, depth, chosen[depth])
            if left == _ZERO:
                met = True
                if conditional:
                    met = meets_conditions(bounds, depth + 1)
                if met:
                    found += times_of(rules, chosen, depth + 1)
                    if listing:
                        write_solution(buffer, buffered, chosen, depth + 1)
                        buffered += 1
                        if buffered == len(buffer):
                            pause = SearchPause.BUFFER
                            break
                else:
                    cut_off += 1
                continue
            # What is left stands behind the list it is left of.
            target = base + length
            taken, test = np.uint64(option), rules.dead_ends
            if bounded:
                number = keep_besides(
                    width,
                    lists,
                    start,
                    size,
                    taken,
                    depth + 1,
                    test,
                    scratch,
                    several,
                    words[depth],
                    bit,
                )
            elif two_words:
                number = keep_of_two_words(coloured, lists, start, size, taken, depth + 1, test)
            else:
                number = keep_options(
                    width, coloured, lists, start, size, taken, depth + 1, test, scratch
                )
            if number < 0:
                dead += 1
                continue
            if conditional:
                if bounded:
                    beyond = out_of_all_reach(lists, target, number, depth + 1, bounds)
                else:
                    beyond = out_of_reach(lists, target, number, depth + 1, bounds)
                if beyond:
                    cut_off += 1
                    continue
            places[depth + 1] = places[depth]
            depth += 1
            bases[depth] = target
            lengths[depth] = number
            advancing = False
        state[SearchState.DEPTH] = depth
        state[SearchState.ADVANCING] = 1 if advancing else 0
        state[SearchState.NODES], state[SearchState.FOUND] = nodes, found
        state[SearchState.DEAD_ENDS], state[SearchState.CUT_OFF] = dead, cut_off
        state[SearchState.BUFFERED] = buffered
        state[SearchState.LOOKED] = looked
        return pause

    return search
