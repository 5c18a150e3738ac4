"""A search that is under way, in arrays; see `search_kernel`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.settings import Settings
from ilpuzzles.exactcover.sharing import shares_of

if TYPE_CHECKING:
    from ilpuzzles.exactcover.search_kernel import Pause

_BUFFER = 1024
_EVERYWHERE = 1 << 40
_SLICE = 0.03
_FIRST_BUDGET = 8192
# Up to so many words, there is a kernel for each number.
UNROLLED = 4
# Branches that are a smaller part of the whole search are not looked into for its share.
_FINE = 1e-7


class Search:
    """A depth-first search for the solutions of a prepared problem.

    Args:
        problem: The problem; every option has a primary item.
        settings: How to search.
        listing: Whether solutions are wanted, or only their number.
        chosen: Options that are chosen before the search begins, disjoint from each other.

    Example:
        >>> search = Search(CoverProblem.of([[0], [1], [0, 1]], items=2), Settings(), listing=True)
        >>> search.run(100).name, search.found, search.take().tolist()
        ('BUFFER', 1, [[0, 1, -1, -1]])
        >>> search.run(100).name, search.found, search.take().tolist()
        ('DONE', 2, [[2, -1, -1, -1]])
    """

    def __init__(
        self,
        problem: CoverProblem,
        settings: Settings,
        *,
        listing: bool,
        chosen: Sequence[int] = (),
    ) -> None:
        from ilpuzzles.exactcover.search_kernel import Cell  # noqa: PLC0415 - it imports numba

        self._problem = problem
        masks, required = problem.masks(), problem.required()
        prefix = list(chosen)
        taken = np.bitwise_or.reduce(masks[:, prefix], axis=1, initial=np.uint64(0))
        left = np.nonzero(~(masks & taken[:, None]).any(axis=0))[0]
        depths = min(int(problem.primary.sum()), problem.options) + 2
        room = 3 * len(left) + 1
        self._masks = np.empty((len(masks), room), dtype=np.uint64)
        self._masks[:, : len(left)] = masks[:, left]
        self._ids = np.empty(room, dtype=np.int32)
        self._ids[: len(left)] = left
        self._prefix = np.array(prefix, dtype=np.int64)
        self._bases, self._lengths, self._cursors, self._words, self._places, self._chosen = (
            np.zeros(depths, dtype=np.int64) for _ in range(6)
        )
        self._lengths[0] = len(left)
        self._bits = np.zeros(depths, dtype=np.uint64)
        self._open = np.zeros((depths, len(masks)), dtype=np.uint64)
        self._open[0] = required & ~taken
        self._state = np.zeros(len(Cell), dtype=np.int64)
        self._cells = Cell
        self._rules = _rules(settings, len(prefix))
        self._sequence = static_sequence(problem, settings)
        totals = np.array([c.totals for c in settings.conditions], dtype=np.int64)
        self._totals = totals.reshape(len(settings.conditions), problem.options)
        scale, self._shares = shares_of(problem, self._totals)
        self._lower = _within(self._totals, [c.lower for c in settings.conditions]) * scale
        self._upper = _within(self._totals, [c.upper for c in settings.conditions]) * scale
        self._totals = self._totals * scale[:, None]
        self._sums = np.zeros((depths, len(totals)), dtype=np.int64)
        self._sums[0] = self._totals[:, prefix].sum(axis=1)
        self._conflicts = np.empty(problem.options, dtype=np.uint64)
        self._picks = np.empty(problem.options + 1, dtype=np.uint64)
        self._best = np.zeros((2, len(problem.primary)), dtype=np.int64)
        # It grows: whoever wants the first solution, wants it at once.
        self._buffer = np.empty((1 if listing else 0, depths), dtype=np.int32)
        self._budget = _FIRST_BUDGET
        if not self._open[0].any():
            self._settle()

    def _settle(self) -> None:
        """What is chosen already is all there is."""
        cells = self._cells
        sums = self._sums[0]
        self._state[cells.DEPTH] = -1
        if (self._lower <= sums).all() and (sums <= self._upper).all():
            self._state[cells.FOUND] = 1
            if len(self._buffer):
                self._buffer[0] = -1
                self._state[cells.BUFFERED] = 1

    @property
    def found(self) -> int:
        """How many solutions were found so far."""
        return int(self._state[self._cells.FOUND])

    @property
    def nodes(self) -> int:
        """How often an option was chosen."""
        return int(self._state[self._cells.NODES])

    @property
    def dead_ends(self) -> int:
        """How often that left an item without options."""
        return int(self._state[self._cells.DEAD_ENDS])

    @property
    def cut_off(self) -> int:
        """How often a condition could no longer be met."""
        return int(self._state[self._cells.CUT_OFF])

    @property
    def share(self) -> float:
        """How much of the search is done, from 0 to 1; it never gets less.

        All branches of a node of the search tree count the same, as in Knuth's estimate: of the way
        to where the search is, each level adds its finished branches, divided by the numbers of
        branches down to there.
        """
        state, cells = self._state, self._cells
        deepest_level = int(state[cells.DEPTH])
        if deepest_level < 0:
            return 1.0
        done, weight = 0.0, 1.0
        # At the last level, no branch may have been chosen yet.
        for level in range(deepest_level + int(state[cells.ADVANCING] != 0)):
            base, cursor = int(self._bases[level]), int(self._cursors[level])
            row = self._masks[self._words[level], base : base + int(self._lengths[level])]
            branches = row & self._bits[level]
            number = int(np.count_nonzero(branches))
            if not number:
                break
            begun = int(np.count_nonzero(branches[:cursor]))
            weight /= number
            # The branch that leads to the next level is not finished.
            done += weight * (begun - (level < deepest_level))
            if weight < _FINE:
                break
        return done

    @property
    def memory(self) -> int:
        """How many bytes the arrays take."""
        arrays = (self._masks, self._ids, self._open, self._buffer, self._shares, self._totals)
        return sum(array.nbytes for array in arrays)

    def run(self, most: float) -> Pause:
        """Searches for a moment.

        Args:
            most: How many options to choose at most.

        Returns:
            `DONE` if the search is through, `BUFFER` if solutions have to be taken first, else
            `NODES`.
        """
        from ilpuzzles.exactcover.search_kernel import Pause, search_for  # noqa: PLC0415 - likewise

        budget = int(min(most, self._budget))
        begun = time.perf_counter()
        width = len(self._masks) if len(self._masks) <= UNROLLED else 0
        with Compiling(f"search {width}"):
            pause = Pause(
                search_for(width)(
                    self._masks,
                    self._ids,
                    self._bases,
                    self._lengths,
                    self._cursors,
                    self._words,
                    self._bits,
                    self._open,
                    self._chosen,
                    self._places,
                    self._sums,
                    self._state,
                    self._rules,
                    self._sequence,
                    self._problem.starts,
                    self._problem.items,
                    self._shares,
                    self._totals,
                    self._lower,
                    self._upper,
                    self._conflicts,
                    self._picks,
                    self._best,
                    self._buffer,
                    budget,
                )
            )
        passed = time.perf_counter() - begun
        if pause is Pause.NODES and budget == self._budget:
            # So that whoever waits for a signal or a limit never waits long.
            self._budget = max(1, int(budget * min(4.0, _SLICE / max(passed, 1e-6))))
        if pause is Pause.ROOM:
            self._grow()
            return Pause.NODES
        return pause

    def take(self) -> IntArray:
        """The solutions since the last call, as rows of options, filled up with -1."""
        number = int(self._state[self._cells.BUFFERED])
        self._state[self._cells.BUFFERED] = 0
        found = self._buffer[:number].astype(np.int64)
        if 0 < number == len(self._buffer) < _BUFFER:
            self._buffer = np.empty((2 * number, self._buffer.shape[1]), dtype=np.int32)
        if not len(self._prefix):
            return found
        return np.hstack([np.tile(self._prefix, (number, 1)), found])

    def _grow(self) -> None:
        """Makes room for longer lists."""
        room = 2 * len(self._ids)
        masks = np.empty((len(self._masks), room), dtype=np.uint64)
        masks[:, : len(self._ids)] = self._masks
        self._masks = masks
        self._ids = np.concatenate([self._ids, np.empty(room - len(self._ids), dtype=np.int32)])


def _rules(settings: Settings, begun: int) -> IntArray:
    """The rules of a search that begins at some depth."""
    minimal = max(0, deepest(settings) - begun)
    return np.array(
        [minimal, settings.dead_ends, settings.safety, len(settings.conditions)],
        dtype=np.int64,
    )


def _within(totals: IntArray, bounds: Sequence[int]) -> IntArray:
    """Bounds that are no larger than they have to be, so that they may be scaled."""
    most = [sum(map(abs, row)) + 1 for row in totals.tolist()]
    within = [max(-m, min(m, bound)) for m, bound in zip(most, bounds, strict=True)]
    return np.array(within, dtype=np.int64)


def deepest(settings: Settings) -> int:
    """Down to which depth the search branches on the item with fewest options left."""
    if settings.minimal_depth is not None:
        return settings.minimal_depth
    return 0 if settings.order else _EVERYWHERE


def static_sequence(problem: CoverProblem, settings: Settings) -> IntArray:
    """The static order: what the settings name, then all other primary items."""
    named = [item for item in dict.fromkeys(settings.order) if problem.primary[item]]
    rest = np.setdiff1d(np.nonzero(problem.primary)[0], named)
    return np.concatenate([np.array(named, dtype=np.int64), rest])
