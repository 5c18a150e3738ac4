"""What a complete table knows, compiled: endings, solutions, the extremes of sums."""

# mypy: ignore-errors
# numba finds the types itself; annotations of arrays would only repeat the docstrings.

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.compiling import kernel
from ilpuzzles.exactcover.table_kernel import TERMINAL, add

_ONE = np.uint64(1)
_TERMINAL = TERMINAL


@kernel
def count_endings(order, expanded, first_edges, last_edges, edges, children, endings):
    """How many endings each state has, from the last to the first, and where its edges end."""
    one = np.zeros((1, endings.shape[1]), dtype=np.uint64)
    one[0, 0] = _ONE
    beyond = edges
    for place in range(expanded - 1, -1, -1):
        state = order[place]
        first = first_edges[state]
        last_edges[state] = beyond
        for edge in range(first, beyond):
            child = children[edge]
            if child == _TERMINAL:
                add(endings, state, one, 0)
            else:
                add(endings, state, endings, child)
        beyond = first


@kernel
def list_paths(first_edges, last_edges, children, options, lives, levels, cursors, buffer, depth):
    """Goes on listing solutions until the buffer is full; returns how many and the new depth.

    Args:
        first_edges: Where the edges of each state begin.
        last_edges: And where they end.
        children: Where edges lead.
        options: What they choose.
        lives: Whether each state has an ending.
        levels: The state at each depth.
        cursors: The next edge at each depth.
        buffer: Takes solutions, shape (solutions, depths); unused places are -1.
        depth: Where to go on; -1 when all are listed.
    """
    number = 0
    path = np.full(buffer.shape[1], -1, dtype=np.int64)
    for level in range(depth):
        path[level] = options[cursors[level] - 1]
    while depth >= 0 and number < len(buffer):
        edge = cursors[depth]
        if edge == last_edges[levels[depth]]:
            depth -= 1
            continue
        cursors[depth] = edge + 1
        child = children[edge]
        if child != _TERMINAL and not lives[child]:
            continue
        path[depth] = options[edge]
        if child == _TERMINAL:
            for level in range(depth + 1):
                buffer[number, level] = path[level]
            for level in range(depth + 1, buffer.shape[1]):
                buffer[number, level] = -1
            number += 1
            continue
        depth += 1
        levels[depth] = child
        cursors[depth] = first_edges[child]
    return number, depth


@kernel
def extremes(order, expanded, first_edges, last_edges, children, options, lives, weights, ends):
    """The least and the greatest sum of weights over all endings of each state.

    Args:
        order: The states in the order in which they were gone on from.
        expanded: How many there are.
        first_edges: Where the edges of each state begin.
        last_edges: And where they end.
        children: Where edges lead.
        options: What they choose.
        lives: Whether each state has an ending.
        weights: What each option adds.
        ends: Takes both numbers for each state, shape (2, states).
    """
    for place in range(expanded - 1, -1, -1):
        state = order[place]
        if not lives[state]:
            continue
        begun = False
        for edge in range(first_edges[state], last_edges[state]):
            child = children[edge]
            if child != _TERMINAL and not lives[child]:
                continue
            weight = weights[options[edge]]
            least = weight if child == _TERMINAL else weight + ends[0, child]
            most = weight if child == _TERMINAL else weight + ends[1, child]
            if not begun or least < ends[0, state]:
                ends[0, state] = least
            if not begun or most > ends[1, state]:
                ends[1, state] = most
            begun = True
