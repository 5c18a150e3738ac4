"""Splits a search into parts, in the order in which it would come to them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.exactcover.problem import BoolArray, CoverProblem
from ilpuzzles.exactcover.searching import deepest, static_sequence
from ilpuzzles.exactcover.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    """The beginnings of a search.

    Attributes:
        beginnings: The options that each part begins with.
        nodes: How often an option was chosen to get there.
        dead_ends: How often that left an item without options.
        weights: What share of the search each part is, as far as can be told: all branches of a
            node count the same.
    """

    beginnings: tuple[tuple[int, ...], ...]
    nodes: int
    dead_ends: int
    weights: tuple[float, ...]


def split_search(problem: CoverProblem, settings: Settings, wanted: int) -> Parts:
    """Splits a search until there are as many parts as are wanted.

    It branches on the same items as the search does, so the parts one after the other are the
    search.

    Args:
        problem: A prepared problem.
        settings: How to search.
        wanted: How many parts there should be; there may be more, or fewer.

    Example:
        >>> pair = CoverProblem.of([[0], [1], [0, 1]], items=2)
        >>> split_search(pair, Settings(), 2).beginnings
        ((0,), (2,))
    """
    splitter = _Splitter(problem, settings)
    parts: list[tuple[int, ...]] = [()]
    whole = [False]
    weights = [1.0]
    nodes = dead_ends = 0
    while len(parts) < wanted and not all(whole):
        # From the end, so that what is searched last is small, and no thread is left alone with it.
        for place in range(len(parts) - 1, -1, -1):
            if whole[place] or len(parts) >= wanted:
                continue
            branches = splitter.branches(parts[place])
            if branches is None:
                whole[place] = True
                continue
            nodes += len(branches)
            following = [(*parts[place], option) for option in branches]
            if settings.dead_ends:
                following = [part for part in following if not splitter.dead(part)]
                dead_ends += len(branches) - len(following)
            parts[place : place + 1] = following
            whole[place : place + 1] = [False] * len(following)
            each = weights[place] / max(1, len(following))
            weights[place : place + 1] = [each] * len(following)
    total = sum(weights)
    return Parts(tuple(parts), nodes, dead_ends, tuple(weight / total for weight in weights))


class _Splitter:
    def __init__(self, problem: CoverProblem, settings: Settings) -> None:
        self._problem = problem
        self._settings = settings
        self._owners = problem.owners()
        self._masks = problem.masks()
        self._sequence = static_sequence(problem, settings)

    def _left(self, part: tuple[int, ...]) -> tuple[BoolArray, BoolArray]:
        """The options that are left after a beginning, and the items that are open."""
        taken = np.bitwise_or.reduce(self._masks[:, list(part)], axis=1, initial=np.uint64(0))
        left = ~(self._masks & taken[:, None]).any(axis=0)
        open_items = self._problem.primary.copy()
        for option in part:
            open_items[self._problem.option(option)] = False
        return left, open_items

    def branches(self, part: tuple[int, ...]) -> list[int] | None:
        """The options that come next, or None if nothing is left to cover."""
        left, open_items = self._left(part)
        if not open_items.any():
            return None
        entries = left[self._owners]
        counts = np.bincount(self._problem.items[entries], minlength=len(open_items))
        minimal = len(part) < deepest(self._settings)
        candidates = np.nonzero(open_items)[0]
        least = candidates[np.argmin(counts[candidates])]
        single = candidates[counts[candidates] == 1]
        if minimal:
            item = least
        elif self._settings.safety and len(single):
            item = single[0]
        else:
            item = next(i for i in self._sequence.tolist() if open_items[i])
        owners: list[int] = self._owners[(self._problem.items == item) & entries].tolist()
        return owners

    def dead(self, part: tuple[int, ...]) -> bool:
        """Whether some open item is left without options."""
        left, open_items = self._left(part)
        reached = np.zeros(len(open_items), dtype=bool)
        reached[self._problem.items[left[self._owners]]] = True
        return bool((open_items & ~reached).any())
