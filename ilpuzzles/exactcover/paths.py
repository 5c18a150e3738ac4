"""What a complete table knows: all solutions, random ones, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ilpuzzles.dice import Dice
from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.filling import Filling
from ilpuzzles.exactcover.problem import BoolArray, IntArray

_BATCH = 4096


class Paths:
    """The paths through a table that end with a solution.

    Args:
        filling: A complete table with its edges.

    Attributes:
        number: How many solutions there are.
    """

    def __init__(self, filling: Filling) -> None:
        from ilpuzzles.exactcover.path_kernel import count_endings  # noqa: PLC0415 - numba

        self._filling = filling
        self.number = filling.total
        states = filling.states
        self._endings = np.zeros((states, filling.counts.shape[1]), dtype=np.uint64)
        self._last_edges = np.zeros(states, dtype=np.int64)
        with Compiling("paths"):
            count_endings(
                filling.order,
                filling.expanded,
                filling.first_edges,
                self._last_edges,
                filling.kept_edges,
                filling.children,
                self._endings,
            )
        self._lives: BoolArray = (self._endings != 0).any(axis=1)

    def batches(self) -> Iterator[IntArray]:
        """All solutions, as rows of options filled up with -1, some at a time."""
        from ilpuzzles.exactcover.path_kernel import list_paths  # noqa: PLC0415 - likewise

        filling = self._filling
        depths = self._longest() + 1
        levels, cursors = (np.zeros(depths, dtype=np.int64) for _ in range(2))
        buffer = np.empty((_BATCH, depths), dtype=np.int32)
        depth = 0
        if not len(filling.layout.order):
            yield np.full((1, 0), -1, dtype=np.int64)
            return
        cursors[0] = filling.first_edges[0]
        while depth >= 0:
            with Compiling("list"):
                number, depth = list_paths(
                    filling.first_edges,
                    self._last_edges,
                    filling.children,
                    filling.options,
                    self._lives,
                    levels,
                    cursors,
                    buffer,
                    depth,
                )
            if number:
                yield self._numbers(buffer[:number])

    def _longest(self) -> int:
        """How many options a solution has at most."""
        ones = np.ones((1, len(self._filling.layout.options)), dtype=np.int64)
        return int(self.extremes(ones)[1][0]) if self.number else 0

    def _numbers(self, paths: npt.NDArray[np.int32]) -> IntArray:
        """Numbers in the layout as numbers of options."""
        used = int((paths >= 0).sum(axis=1).max(initial=0))
        numbers: IntArray = np.append(self._filling.layout.options, -1)[paths[:, :used]]
        return numbers

    def sample(self, number: int, seed: int) -> IntArray:
        """Random solutions, each one of all with the same chance, and independent of the others.

        Args:
            number: How many.
            seed: Where chance begins.

        Returns:
            A solution in every row, as options filled up with -1; no row if there is none.
        """
        filling, dice = self._filling, Dice(seed)
        if not self.number:
            number = 0
        found = np.full((number, len(filling.layout.order)), -1, dtype=np.int64)
        for row in range(number):
            state, level = 0, 0
            while state >= 0 and len(filling.layout.order):
                first, last = int(filling.first_edges[state]), int(self._last_edges[state])
                children = filling.children[first:last].tolist()
                weights = [1 if child < 0 else self._number(child) for child in children]
                rest = dice.below(sum(weights))
                edge = 0
                while rest >= weights[edge]:
                    rest -= weights[edge]
                    edge += 1
                found[row, level] = filling.layout.options[filling.options[first + edge]]
                state, level = children[edge], level + 1
        used = int((found >= 0).sum(axis=1).max(initial=0))
        return found[:, :used]

    def _number(self, state: int) -> int:
        return int.from_bytes(self._endings[state].tobytes(), "little")

    def extremes(self, weights: IntArray) -> tuple[IntArray, IntArray]:
        """The least and the greatest sums of weights of the options of a solution.

        Args:
            weights: What each option adds, shape (sums, options).

        Returns:
            Both for every sum; there has to be a solution.
        """
        from ilpuzzles.exactcover.path_kernel import extremes  # noqa: PLC0415 - likewise

        filling = self._filling
        bounds = np.zeros((2, len(weights)), dtype=np.int64)
        ends = np.zeros((2, filling.states), dtype=np.int64)
        for row, added in enumerate(weights[:, filling.layout.options]):
            with Compiling("extremes"):
                extremes(
                    filling.order,
                    filling.expanded,
                    filling.first_edges,
                    self._last_edges,
                    filling.children,
                    filling.options,
                    self._lives,
                    added,
                    ends,
                )
            bounds[:, row] = ends[:, 0] if len(filling.layout.order) else 0
        return bounds[0], bounds[1]
