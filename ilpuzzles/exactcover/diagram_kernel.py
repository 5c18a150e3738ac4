"""The table of states, compiled: filled position by position, then read from the end.

It is a decision diagram, made frontier by frontier. A state is which of the items ahead are
covered, and in which colours, as bits, and the position that is next. All beginnings that lead to
it have the same endings. Bits are handled as three words; how many of them are in use is known when
the kernel is compiled, and what is known to be 0 costs nothing.
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
from ilpuzzles.exactcover.problem import IntArray, WordArray


class DiagramState(IntEnum):
    """Places of numbers in the state of a table."""

    POSITION = 0
    CURRENT = 1
    STATES = 2
    EDGES = 3
    EXPANDED = 4
    LEADING = 5
    ENTERED = 6


class DiagramPause(IntEnum):
    """Reasons why filling has returned."""

    DONE = 0
    PAUSED = 1
    STATES = 2
    EDGES = 3
    OVERFLOW = 4


class Positions(NamedTuple):
    """The options of each position, as bits in rows of words; see `Layout`."""

    masks: WordArray  # the bits that the options have, position by position
    forbids: WordArray  # those that they forbid, which a state remembers
    starts: WordArray  # where those of each position begin, without sign
    alive: WordArray  # the bits that matter at each position
    needed: WordArray  # the bits that have to be set there
    own: WordArray  # the bit of each position
    weights: IntArray  # how often each option makes a solution count


class States(NamedTuple):
    """The states, with room for more."""

    keys: WordArray  # the bits of each state, its words one behind the other, shape (room, words)
    positions: npt.NDArray[np.int32]  # the position of each state
    # the state that comes after each one at the same position, or -1
    following: npt.NDArray[np.int32]
    counts: WordArray  # how many beginnings lead to each state, shape (room, words)


class StateIndex(NamedTuple):
    """The hash index of states."""

    table: npt.NDArray[np.int32]  # by their hash: their numbers, or -1; a power of two of places
    heads: npt.NDArray[np.int32]  # the first state of each position, or -1
    tails: npt.NDArray[np.int32]  # the last one


class Edges(NamedTuple):
    """The transitions between states, if they are stored."""

    first: IntArray  # where those of each state begin
    last: IntArray  # and where they end, once the table is complete
    order: npt.NDArray[np.int32]  # the states in the order in which they were gone on from
    children: npt.NDArray[np.int32]  # the state that each edge leads to, or -1 for a solution
    options: npt.NDArray[np.int32]  # which option it chooses, by its number in `Positions.masks`


TERMINAL = -1
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SECOND, _THIRD = _ONE, np.uint64(2)
_MIX, _STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF, _LESS = np.uint64(32), np.uint64(29)


@kernel_part
def bits_at(width, words, place):
    """The bits in a column of so many words, as three words."""
    second = words[_SECOND, place] if width > 1 else _ZERO
    third = words[_THIRD, place] if width > 2 else _ZERO
    return words[_ZERO, place], second, third


@kernel_part
def key_of(width, keys, state):
    """The bits of a state, as three words; its own ones lie behind each other."""
    first = np.uint64(state) * np.uint64(width)
    second = keys[first + _SECOND] if width > 1 else _ZERO
    third = keys[first + _THIRD] if width > 2 else _ZERO
    return keys[first], second, third


@kernel_part
def set_key(width, keys, state, key):
    """Writes the bits of a state."""
    first = np.uint64(state) * np.uint64(width)
    keys[first] = key[0]
    if width > 1:
        keys[first + _SECOND] = key[1]
    if width > 2:
        keys[first + _THIRD] = key[2]


@kernel_part
def union(one, other):
    """The bits of either."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]


@kernel_part
def common(one, other):
    """The bits of both."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


@kernel_part
def shared(one, other):
    """A word that is 0 if there are no bits of both."""
    return (one[0] & other[0]) | (one[1] & other[1]) | (one[2] & other[2])


@kernel_part
def missing(one, other):
    """A word that is 0 if one has all bits of the other."""
    return (~one[0] & other[0]) | (~one[1] & other[1]) | (~one[2] & other[2])


@kernel_part
def differing(one, other):
    """A word that is 0 if the bits of both are the same."""
    return (one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2])


@kernel_part
def hash_of(width, key, position):
    """A number that is as good as random, the same for the same state."""
    mixed = (key[0] ^ (np.uint64(position) * _MIX)) * _STIR
    mixed ^= mixed >> _HALF
    if width > 1:
        mixed = (mixed ^ key[1]) * _STIR
        mixed ^= mixed >> _HALF
    if width > 2:
        mixed = (mixed ^ key[2]) * _STIR
        mixed ^= mixed >> _HALF
    mixed *= _STIR
    return mixed ^ (mixed >> _LESS)


@kernel_part
def add(counts, row, other, source):
    """Adds one number of several words to another; whether it has become too large."""
    carry = _ZERO
    for word in range(counts.shape[1]):
        one, two = counts[row, word], other[source, word]
        total = one + two
        over = _ONE if total < one else _ZERO
        result = total + carry
        over |= _ONE if result < total else _ZERO
        counts[row, word] = result
        carry = over
    return carry != _ZERO


@kernel_part
def add_times(counts, row, other, source, times):
    """Adds one number to another so many times; whether it has become too large."""
    over = False
    for _ in range(times):
        over |= add(counts, row, other, source)
    return over


@cache
def fill_for(width):
    """Makes the kernel that fills tables whose states have so many words, from one to three."""

    @kernel
    def fill(at, states, finding, edges, total, scratch, state, storing, budget):
        """Goes on filling a table until it is done, or has to pause; returns why (`DiagramPause`).

        `at` are the `Positions`, `finding` is the `StateIndex`, `total` the number of solutions,
        shape (1, words); `scratch` is for the options of a position, `state` a `DiagramState`.
        Edges are stored if `storing`; there is a pause after `budget` states. States that have not
        been entered into the table are entered first.
        """
        masks, forbids, starts, alive, needed, own, weights = at
        keys, positions, following, counts = states
        table, heads, tails = finding
        conflicts, picks = scratch
        children, options = edges.children, edges.options
        ends = len(starts) - 1
        position, current = state[DiagramState.POSITION], state[DiagramState.CURRENT]
        number, edge = state[DiagramState.STATES], state[DiagramState.EDGES]
        expanded, leading = state[DiagramState.EXPANDED], state[DiagramState.LEADING]
        places = np.uint64(len(table) - 1)
        for entered in range(state[DiagramState.ENTERED], number):
            place = hash_of(width, key_of(width, keys, entered), positions[entered]) & places
            while table[place] >= 0:
                place = (place + _ONE) & places
            table[place] = entered
        stop = DiagramPause.DONE
        last = expanded + budget
        while position < ends:
            while current >= 0:
                first, beyond = starts[position], starts[position + 1]
                wide = np.int64(beyond - first)
                if expanded >= last:
                    stop = DiagramPause.PAUSED
                    break
                if number + wide > len(positions):
                    stop = DiagramPause.STATES
                    break
                if storing and edge + wide > len(children):
                    stop = DiagramPause.EDGES
                    break
                key = key_of(width, keys, current)
                expanded += 1
                if storing:
                    edges.first[current] = edge
                    edges.order[expanded - 1] = current
                for j in range(first, beyond):
                    conflicts[j - first] = shared(bits_at(width, masks, j), key)
                fitting = _ZERO
                for j in range(first, beyond):
                    picks[fitting] = j
                    if conflicts[j - first] == _ZERO:
                        fitting += _ONE
                for pick in range(fitting):
                    option = picks[pick]
                    new = union(key, bits_at(width, forbids, option))
                    # To the next item that is not covered.
                    target = position + 1
                    new = common(new, bits_at(width, alive, target))
                    while target < ends and shared(new, bits_at(width, own, target)) != _ZERO:
                        target += 1
                        new = common(new, bits_at(width, alive, target))
                    if target == ends:
                        if add_times(total, 0, counts, current, weights[option]):
                            stop = DiagramPause.OVERFLOW
                        leading += 1
                        if storing:
                            children[edge] = TERMINAL
                            options[edge] = option
                            edge += 1
                        continue
                    if missing(new, bits_at(width, needed, target)) != _ZERO:
                        continue
                    goes_on = False
                    for j in range(starts[target], starts[target + 1]):
                        goes_on |= shared(bits_at(width, masks, j), new) == _ZERO
                    if not goes_on:
                        continue
                    leading += 1
                    place = hash_of(width, new, target) & places
                    while True:
                        found = table[place]
                        if found < 0:
                            found = number
                            table[place] = found
                            set_key(width, keys, found, new)
                            positions[found] = target
                            following[found] = -1
                            for word in range(counts.shape[1]):
                                counts[found, word] = counts[current, word]
                            if weights[option] > 1 and add_times(
                                counts, found, counts, current, weights[option] - 1
                            ):
                                stop = DiagramPause.OVERFLOW
                            if heads[target] < 0:
                                heads[target] = found
                            else:
                                following[tails[target]] = found
                            tails[target] = found
                            number += 1
                            break
                        same = differing(key_of(width, keys, found), new) == _ZERO
                        if same and positions[found] == target:
                            if add_times(counts, found, counts, current, weights[option]):
                                stop = DiagramPause.OVERFLOW
                            break
                        place = (place + _ONE) & places
                    if storing:
                        children[edge] = found
                        options[edge] = option
                        edge += 1
                current = following[current]
                if stop == DiagramPause.OVERFLOW:
                    break
            if stop != DiagramPause.DONE:
                break
            position += 1
            if position < ends:
                current = heads[position]
        state[DiagramState.POSITION], state[DiagramState.CURRENT] = position, current
        state[DiagramState.STATES], state[DiagramState.EDGES] = number, edge
        state[DiagramState.EXPANDED], state[DiagramState.LEADING] = expanded, leading
        state[DiagramState.ENTERED] = number
        return stop

    return fill


@kernel
def count_endings(edges, weights, expanded, number, one, endings):
    """Counts the endings of each state, from the last to the first, and where its edges end.

    An ending counts as often as the weights of its options say; `one` is the number 1 in as many
    words as `endings` has.
    """
    beyond = number
    for place in range(expanded - 1, -1, -1):
        state = edges.order[place]
        first = edges.first[state]
        edges.last[state] = beyond
        for edge in range(first, beyond):
            child = edges.children[edge]
            times = weights[edges.options[edge]]
            if child == TERMINAL:
                add_times(endings, state, one, 0, times)
            else:
                add_times(endings, state, endings, child, times)
        beyond = first


@kernel
def list_paths(edges, lives, levels, cursors, path, buffer, depth):
    """Goes on listing solutions until the buffer is full; returns how many and the new depth.

    `lives` says whether each state has an ending. At each depth there is the state (`levels`), the
    next edge (`cursors`), and the option that was chosen (`path`); at depth -1 all are listed. The
    buffer has shape (solutions, depths); its unused places are -1.
    """
    number = 0
    while depth >= 0 and number < len(buffer):
        edge = cursors[depth]
        if edge == edges.last[levels[depth]]:
            depth -= 1
            continue
        cursors[depth] = edge + 1
        child = edges.children[edge]
        if child != TERMINAL and not lives[child]:
            continue
        path[depth] = edges.options[edge]
        if child == TERMINAL:
            for level in range(depth + 1):
                buffer[number, level] = path[level]
            for level in range(depth + 1, buffer.shape[1]):
                buffer[number, level] = -1
            number += 1
            continue
        depth += 1
        levels[depth] = child
        cursors[depth] = edges.first[child]
    return number, depth


@kernel
def extremes(edges, expanded, lives, weights, ends):
    """The least and the greatest sum of the weights of options over all endings of each state.

    Both go into `ends`, shape (2, states); `expanded` states were gone on from, and `lives` says
    whether each has an ending.
    """
    for place in range(expanded - 1, -1, -1):
        state = edges.order[place]
        if not lives[state]:
            continue
        begun = False
        for edge in range(edges.first[state], edges.last[state]):
            child = edges.children[edge]
            if child != TERMINAL and not lives[child]:
                continue
            weight = weights[edges.options[edge]]
            least = weight if child == TERMINAL else weight + ends[0, child]
            most = weight if child == TERMINAL else weight + ends[1, child]
            if not begun or least < ends[0, state]:
                ends[0, state] = least
            if not begun or most > ends[1, state]:
                ends[1, state] = most
            begun = True
