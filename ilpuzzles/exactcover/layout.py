"""Which bit of a state stands for which item, and when."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.exactcover.problem import WORD, CoverProblem, IntArray, WordArray, bits

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A static order of items, with a bit for every item as long as it matters.

    A position is an item that has to be covered when its turn comes; the options of a position are
    those of whose items it is the first. An item has a bit from the first option that has it until
    its turn (a secondary one, until the last option that has it); then another item gets the bit.

    Attributes:
        order: The item of each position.
        options: The options, position by position.
        starts: Where those of each position begin, shape (positions + 1,).
        masks: Their items as bits, as long as `options`.
        alive: The bits that matter at each position, shape (positions + 1,).
        needed: The bits of items that no option from this position on has, though their turn is
            still to come.
        own: The bit of the item of each position, and 0 at the end.
        width: How many bits there are.
    """

    order: IntArray
    options: IntArray
    starts: IntArray
    masks: WordArray
    alive: WordArray
    needed: WordArray
    own: WordArray
    width: int

    @classmethod
    def of(cls, problem: CoverProblem, order: Sequence[int]) -> Layout | int:
        """Lays a prepared problem out, or says how many bits there would have to be.

        Example:
            >>> ladder = [[0, 1], [2, 3], [4, 5], [0, 2], [1, 3], [2, 4], [3, 5]]
            >>> Layout.of(CoverProblem.of(ladder, items=6), range(6)).width
            3
        """
        positions = len(order)
        turn = np.full(len(problem.primary), positions, dtype=np.int64)
        turn[list(order)] = np.arange(positions)
        owners = problem.owners()
        anchors = np.full(problem.options, positions, dtype=np.int64)
        np.minimum.at(anchors, owners, turn[problem.items])
        first = np.full(len(turn), positions, dtype=np.int64)
        last = np.full(len(turn), NOWHERE, dtype=np.int64)
        np.minimum.at(first, problem.items, anchors[owners])
        np.maximum.at(last, problem.items, anchors[owners])
        ends = np.where(problem.primary, turn, last)
        places, width = _places(first, last, ends)
        if width > WORD:
            return width
        own = np.where(places >= 0, bits(np.maximum(places, 0)), np.uint64(0))
        masks = np.zeros(problem.options, dtype=np.uint64)
        np.bitwise_or.at(masks, owners, own[problem.items])
        by_position = np.argsort(anchors, kind="stable")
        alive = np.zeros(positions + 1, dtype=np.uint64)
        needed = np.zeros(positions + 1, dtype=np.uint64)
        for item in np.nonzero(places >= 0)[0].tolist():
            alive[first[item] + 1 : ends[item] + 1] |= own[item]
            if problem.primary[item]:
                needed[last[item] + 1 : ends[item] + 1] |= own[item]
        return cls(
            order=np.array(order, dtype=np.int64),
            options=by_position,
            starts=np.searchsorted(anchors[by_position], np.arange(positions + 1)),
            masks=masks[by_position],
            alive=alive,
            needed=needed,
            own=np.append(own[list(order)], np.uint64(0)),
            width=width,
        )


def _places(first: IntArray, last: IntArray, ends: IntArray) -> tuple[IntArray, int]:
    """The bit of each item, none if no option has it, and how many bits are needed."""
    places = np.full(len(first), NOWHERE, dtype=np.int64)
    taken: list[tuple[int, int]] = []
    free: list[int] = []
    width = 0
    for item in np.lexsort((np.arange(len(first)), first)).tolist():
        if last[item] == NOWHERE:
            continue
        while taken and taken[0][0] < first[item]:
            heapq.heappush(free, heapq.heappop(taken)[1])
        if not free:
            free.append(width)
            width += 1
        place = heapq.heappop(free)
        places[item] = place
        heapq.heappush(taken, (int(ends[item]), place))
    return places, width
