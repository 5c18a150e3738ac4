"""The table of states, compiled: filled position by position, then read from the end.

A state is which of the items ahead are covered, as bits, and the position that is next. All
beginnings that lead to it have the same endings.
"""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ilpuzzles.exactcover.compiling import kernel, kernel_part


class Place(IntEnum):
    """What the numbers of the state of a table are."""

    POSITION = 0
    CURRENT = 1
    STATES = 2
    EDGES = 3
    EXPANDED = 4
    LEADING = 5


class Stop(IntEnum):
    """Why the kernel has returned."""

    DONE = 0
    PAUSED = 1
    STATES = 2
    EDGES = 3
    OVERFLOW = 4


_POSITION, _CURRENT, _STATES, _EDGES, _EXPANDED, _LEADING = range(6)
_DONE, _PAUSED, _NO_STATES, _NO_EDGES, _OVERFLOW = range(5)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_MIX, _STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF, _THIRD = np.uint64(32), np.uint64(29)
TERMINAL = -1
_TERMINAL = TERMINAL


@kernel_part
def hash_of(key, position):
    """A number that is as good as random, the same for the same state."""
    mixed = (key ^ (np.uint64(position) * _MIX)) * _STIR
    mixed ^= mixed >> _HALF
    mixed *= _STIR
    return mixed ^ (mixed >> _THIRD)


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


@kernel
def fill(
    masks,
    starts,
    alive,
    needed,
    own,
    keys,
    positions,
    following,
    counts,
    table,
    heads,
    tails,
    total,
    first_edges,
    order,
    children,
    options,
    conflicts,
    picks,
    state,
    storing,
    budget,
):
    """Goes on filling a table until it is done, or has to pause.

    Args:
        masks: The items of the options, position by position; see `Layout`.
        starts: Where those of each position begin, without sign.
        alive: The bits that matter at each position.
        needed: The bits that have to be set there.
        own: The bit of each position.
        keys: The bits of each state, shape (room,).
        positions: The position of each state.
        following: The state that comes after each one at the same position, or -1.
        counts: How many beginnings lead to each state, shape (room, words).
        table: Finds states by their hash: their numbers, or -1; a power of two of places.
        heads: The first state of each position, or -1.
        tails: The last one.
        total: How many solutions there are, shape (1, words).
        first_edges: Where the edges of each state begin, if they are stored.
        order: The states in the order in which they were gone on from, if edges are stored.
        children: The state that each edge leads to, or -1 for a solution.
        options: Which option it chooses, by its number in `masks`.
        conflicts: Room for a word per option.
        picks: Room for a number per option.
        state: See `Place`.
        storing: Whether edges are stored.
        budget: How many states to go on from before a pause.

    Returns:
        See `Stop`.
    """
    ends = len(starts) - 1
    position, current = state[_POSITION], state[_CURRENT]
    number, edges, expanded = state[_STATES], state[_EDGES], state[_EXPANDED]
    leading = state[_LEADING]
    places = np.uint64(len(table) - 1)
    stop = _DONE
    last = expanded + budget
    while position < ends:
        while current >= 0:
            first, beyond = starts[position], starts[position + 1]
            wide = np.int64(beyond - first)
            if expanded >= last:
                stop = _PAUSED
                break
            if number + wide > len(keys):
                stop = _NO_STATES
                break
            if storing and edges + wide > len(children):
                stop = _NO_EDGES
                break
            key = keys[current]
            expanded += 1
            if storing:
                first_edges[current] = edges
                order[expanded - 1] = current
            for j in range(first, beyond):
                conflicts[j - first] = masks[j] & key
            fitting = _ZERO
            for j in range(first, beyond):
                picks[fitting] = j
                if conflicts[j - first] == _ZERO:
                    fitting += _ONE
            for pick in range(fitting):
                option = picks[pick]
                new = key | masks[option]
                # To the next item that is not covered.
                target = position + 1
                new &= alive[target]
                while target < ends and new & own[target] != _ZERO:
                    target += 1
                    new &= alive[target]
                if target == ends:
                    if add(total, 0, counts, current):
                        stop = _OVERFLOW
                    leading += 1
                    if storing:
                        children[edges] = _TERMINAL
                        options[edges] = option
                        edges += 1
                    continue
                if new & needed[target] != needed[target]:
                    continue
                goes_on = False
                for j in range(starts[target], starts[target + 1]):
                    goes_on |= masks[j] & new == _ZERO
                if not goes_on:
                    continue
                leading += 1
                place = hash_of(new, target) & places
                while True:
                    found = table[place]
                    if found < 0:
                        found = number
                        table[place] = found
                        keys[found] = new
                        positions[found] = target
                        following[found] = -1
                        for word in range(counts.shape[1]):
                            counts[found, word] = counts[current, word]
                        if heads[target] < 0:
                            heads[target] = found
                        else:
                            following[tails[target]] = found
                        tails[target] = found
                        number += 1
                        break
                    if keys[found] == new and positions[found] == target:
                        if add(counts, found, counts, current):
                            stop = _OVERFLOW
                        break
                    place = (place + _ONE) & places
                if storing:
                    children[edges] = found
                    options[edges] = option
                    edges += 1
            current = following[current]
            if stop == _OVERFLOW:
                break
        if stop != _DONE:
            break
        position += 1
        if position < ends:
            current = heads[position]
    state[_POSITION], state[_CURRENT] = position, current
    state[_STATES], state[_EDGES], state[_EXPANDED] = number, edges, expanded
    state[_LEADING] = leading
    return stop


@kernel
def enter_again(keys, positions, number, table):
    """Enters all states into an empty table."""
    places = np.uint64(len(table) - 1)
    for state in range(number):
        place = hash_of(keys[state], positions[state]) & places
        while table[place] >= 0:
            place = (place + _ONE) & places
        table[place] = state


@kernel
def sweep(keys, positions, following, counts, heads, tails, position, current):
    """Moves the states that are still to be gone on from to the front; returns how many.

    The states of a position are found through the list of it, so those of one after the other are
    copied to new arrays.
    """
    size = 0
    for target in range(position, len(heads)):
        state = current if target == position else heads[target]
        while state >= 0:
            size += 1
            state = following[state]
    new_keys = np.empty(size, dtype=keys.dtype)
    new_positions = np.empty(size, dtype=positions.dtype)
    new_following = np.empty(size, dtype=following.dtype)
    new_counts = np.empty((size, counts.shape[1]), dtype=counts.dtype)
    number = 0
    for target in range(position, len(heads)):
        state = current if target == position else heads[target]
        heads[target] = number if state >= 0 else -1
        while state >= 0:
            new_keys[number] = keys[state]
            new_positions[number] = positions[state]
            new_counts[number] = counts[state]
            state = following[state]
            new_following[number] = number + 1 if state >= 0 else -1
            tails[target] = number
            number += 1
    return new_keys, new_positions, new_following, new_counts
