"""The table of states, compiled: filled position by position, then read from the end.

It is a decision diagram, made frontier by frontier. A state is which of the items ahead are
covered, as bits, and the position that is next. All beginnings that lead to it have the same
endings.
"""

# mypy: ignore-errors
# numba finds the types itself; annotations of kernels would only repeat the docstrings.

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.exactcover.compiling import kernel, kernel_part
from ilpuzzles.exactcover.problem import IntArray, WordArray


class DiagramState(IntEnum):
    """What the numbers of the state of a table are."""

    POSITION = 0
    CURRENT = 1
    STATES = 2
    EDGES = 3
    EXPANDED = 4
    LEADING = 5
    ENTERED = 6


class DiagramPause(IntEnum):
    """Why filling has returned."""

    DONE = 0
    PAUSED = 1
    STATES = 2
    EDGES = 3
    OVERFLOW = 4


class Positions(NamedTuple):
    """What there is to choose at each position; see `Layout`."""

    masks: WordArray  # the items of the options, position by position
    starts: WordArray  # where those of each position begin, without sign
    alive: WordArray  # the bits that matter at each position
    needed: WordArray  # the bits that have to be set there
    own: WordArray  # the bit of each position


class States(NamedTuple):
    """The states, with room for more."""

    keys: WordArray  # the bits of each state, shape (room,)
    positions: npt.NDArray[np.int32]  # the position of each state
    # the state that comes after each one at the same position, or -1
    following: npt.NDArray[np.int32]
    counts: WordArray  # how many beginnings lead to each state, shape (room, words)


class StateIndex(NamedTuple):
    """How states are found."""

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
_MIX, _STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF, _THIRD = np.uint64(32), np.uint64(29)


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
def fill(at, states, finding, edges, total, scratch, state, storing, budget):
    """Goes on filling a table until it is done, or has to pause; returns why (`DiagramPause`).

    `at` are the `Positions`, `finding` is the `StateIndex`, `total` the number of solutions, shape
    (1, words); `scratch` is for the options of a position, `state` a `DiagramState`. Edges are
    stored if `storing`; there is a pause after `budget` states. States that have not been entered
    into the table are entered first.
    """
    masks, starts, alive, needed, own = at
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
        place = hash_of(keys[entered], positions[entered]) & places
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
            if number + wide > len(keys):
                stop = DiagramPause.STATES
                break
            if storing and edge + wide > len(children):
                stop = DiagramPause.EDGES
                break
            key = keys[current]
            expanded += 1
            if storing:
                edges.first[current] = edge
                edges.order[expanded - 1] = current
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
                        stop = DiagramPause.OVERFLOW
                    leading += 1
                    if storing:
                        children[edge] = TERMINAL
                        options[edge] = option
                        edge += 1
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


@kernel
def count_endings(edges, expanded, number, one, endings):
    """How many endings each state has, from the last to the first, and where its edges end.

    `one` is the number 1 in as many words as `endings` has.
    """
    beyond = number
    for place in range(expanded - 1, -1, -1):
        state = edges.order[place]
        first = edges.first[state]
        edges.last[state] = beyond
        for edge in range(first, beyond):
            child = edges.children[edge]
            if child == TERMINAL:
                add(endings, state, one, 0)
            else:
                add(endings, state, endings, child)
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
