"""The order in which a table covers items: one in which few items are open on both sides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ilpuzzles.exactcover.problem import CoverProblem

# A sort of item that nearly everything shares options with, such as the tiles of a tiling, is
# open from beginning to end, wherever it comes.
_NEARLY_ALL = 0.9

_STARTS = 4
_MOST_ITEMS = 4000


def static_order(problem: CoverProblem, first: Sequence[int] = ()) -> list[int]:
    """Orders the primary items of a prepared problem.

    From an item with few neighbours, next comes always the item whose options reach the fewest
    items that no earlier one's reach. On a board this goes along the shorter side. Of a few such
    orders the one is taken in which fewest items are reached and not passed.

    Args:
        problem: The problem.
        first: Items that come first.

    Example:
        >>> ladder = [[0, 1], [2, 3], [4, 5], [0, 2], [1, 3], [2, 4], [3, 5]]
        >>> static_order(CoverProblem.of(ladder, items=6))
        [0, 1, 2, 3, 4, 5]
    """
    primary = np.nonzero(problem.primary)[0].tolist()
    named = [item for item in dict.fromkeys(first) if problem.primary[item]]
    if len(primary) > _MOST_ITEMS:
        return [*named, *(item for item in primary if item not in set(named))]
    neighbours = _neighbours(problem)
    many = _NEARLY_ALL * len(problem.primary)
    everywhere = {item for item in primary if neighbours[item].bit_count() >= many}
    free = [item for item in primary if item not in everywhere and item not in set(named)]
    if not free:
        return [*named, *(item for item in primary if item not in set(named))]
    ends = sorted(free, key=lambda item: (neighbours[item].bit_count(), item))[:_STARTS]
    orders = [_greedy(named, start, free, neighbours) for start in ends[: 1 if named else None]]
    best = min(orders, key=lambda order: _cost(order, neighbours))
    return [*best, *(item for item in primary if item not in set(best))]


def _neighbours(problem: CoverProblem) -> list[int]:
    """For each item, the items that share an option with it, as the bits of a number."""
    neighbours = [0] * len(problem.primary)
    starts, items = problem.starts.tolist(), problem.items.tolist()
    for option in range(problem.options):
        own = items[starts[option] : starts[option + 1]]
        mask = 0
        for item in own:
            mask |= 1 << item
        for item in own:
            neighbours[item] |= mask
    return neighbours


def _greedy(named: list[int], start: int, free: list[int], neighbours: list[int]) -> list[int]:
    order, left, reached = list(named), set(free), 0
    passed = 0
    for item in named:
        reached |= neighbours[item]
        passed |= 1 << item
    item = start
    while True:
        order.append(item)
        left.discard(item)
        reached |= neighbours[item]
        passed |= 1 << item
        if not left:
            return order
        near = [other for other in left if reached >> other & 1] or list(left)
        new, old = ~reached, passed
        item = min(
            near,
            key=lambda other: (
                (neighbours[other] & new).bit_count(),
                -(neighbours[other] & old).bit_count(),
                other,
            ),
        )


def _cost(order: list[int], neighbours: list[int]) -> float:
    """How many states there might be: every item that is reached and not passed is open or not."""
    reached = passed = 0
    cost = 0.0
    for item in order:
        reached |= neighbours[item]
        passed |= 1 << item
        cost += 2.0 ** min((reached & ~passed).bit_count(), 1000)
    return cost
