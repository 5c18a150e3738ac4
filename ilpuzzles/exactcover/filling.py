"""A table of states while it is being filled; see `table_kernel`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ilpuzzles.exactcover.compiling import Compiling
from ilpuzzles.exactcover.layout import Layout
from ilpuzzles.jobs import signals_deferred

if TYPE_CHECKING:
    from ilpuzzles.exactcover.table_kernel import Stop

_ROOM = 1 << 15
_SLICE = 0.03
_FIRST_BUDGET = 4096


class OutOfMemoryError(Exception):
    """The table would outgrow the memory that it may take.

    Args:
        peak: How many bytes it took before.
    """

    def __init__(self, peak: int) -> None:
        super().__init__(f"{peak:,} bytes are not enough")
        self.peak = peak


class Filling:
    """Fills a table position by position.

    Args:
        layout: The problem, laid out in a static order.
        memory: How many bytes the arrays may take.
        storing: Whether the edges are kept, so that solutions can be listed. Otherwise states
            that are gone on from are forgotten where room is needed.
        words: How many words of 64 bits a count has.
        steady: Whether it always goes on from the same number of states at a time, so that whoever
            looks at it in between sees the same on every machine.
    """

    def __init__(
        self,
        layout: Layout,
        memory: int,
        *,
        storing: bool,
        words: int = 1,
        steady: bool = False,
    ) -> None:
        from ilpuzzles.exactcover.table_kernel import Place  # noqa: PLC0415 - it imports numba

        self.layout = layout
        self._memory = memory
        self.storing = storing
        self._place = Place
        self._starts = layout.starts.astype(np.uint64)
        positions = len(layout.order)
        widest = int(np.diff(layout.starts).max(initial=0))
        room = _ROOM
        while room < 2 * widest + 2:
            room *= 2
        self.keys = np.zeros(room, dtype=np.uint64)
        self.positions = np.zeros(room, dtype=np.int32)
        self.following = np.full(room, -1, dtype=np.int32)
        self.counts = np.zeros((room, words), dtype=np.uint64)
        self._table = np.full(2 * room, -1, dtype=np.int32)
        self._heads = np.full(positions + 1, -1, dtype=np.int32)
        self._tails = np.full(positions + 1, -1, dtype=np.int32)
        self._total = np.zeros((1, words), dtype=np.uint64)
        kept = room if storing else 0
        self.first_edges = np.zeros(kept, dtype=np.int64)
        self.order = np.zeros(kept, dtype=np.int32)
        self.children = np.zeros(2 * kept, dtype=np.int32)
        self.options = np.zeros(2 * kept, dtype=np.int32)
        self._conflicts = np.empty(widest, dtype=np.uint64)
        self._picks = np.empty(widest + 1, dtype=np.uint64)
        self.state = np.zeros(len(Place), dtype=np.int64)
        self.peak = 0
        self._budget = _FIRST_BUDGET
        self._steady = steady
        self._forgotten = 0
        # The first state: nothing is covered.
        self.counts[0, 0] = 1
        self._heads[0] = self._tails[0] = 0
        self.state[Place.STATES] = 1
        if not positions:
            self._total[0, 0] = 1
        self._enter_again(0)
        self._noted(0)

    @property
    def states(self) -> int:
        """How many states there are, or have been."""
        return int(self.state[self._place.STATES]) + self._forgotten

    @property
    def edges(self) -> int:
        """How many transitions there are between them."""
        return int(self.state[self._place.LEADING])

    @property
    def kept_edges(self) -> int:
        """How many of them are stored."""
        return int(self.state[self._place.EDGES])

    @property
    def position(self) -> int:
        """The position that is gone on from."""
        return int(self.state[self._place.POSITION])

    @property
    def expanded(self) -> int:
        """How many states were gone on from."""
        return int(self.state[self._place.EXPANDED])

    @property
    def total(self) -> int:
        """How many solutions are known so far."""
        return int.from_bytes(self._total.tobytes(), "little")

    def run(self) -> Stop:
        """Goes on for a moment.

        Returns:
            `DONE` when the table is complete, `OVERFLOW` if counts have become too large for
            their words, else `PAUSED`.

        Raises:
            OutOfMemoryError: If there would have to be more room than there may be.
        """
        from ilpuzzles.exactcover.table_kernel import Stop, fill  # noqa: PLC0415 - likewise

        layout = self.layout
        begun, budget = time.perf_counter(), self._budget
        with Compiling("table"):
            stop = Stop(
                fill(
                    layout.masks,
                    self._starts,
                    layout.alive,
                    layout.needed,
                    layout.own,
                    self.keys,
                    self.positions,
                    self.following,
                    self.counts,
                    self._table,
                    self._heads,
                    self._tails,
                    self._total,
                    self.first_edges,
                    self.order,
                    self.children,
                    self.options,
                    self._conflicts,
                    self._picks,
                    self.state,
                    self.storing,
                    budget,
                )
            )
        passed = time.perf_counter() - begun
        if stop is Stop.PAUSED and not self._steady:
            self._budget = max(1, int(budget * min(4.0, _SLICE / max(passed, 1e-6))))
        elif stop is Stop.STATES:
            self._make_room()
        elif stop is Stop.EDGES:
            self._noted(self.children.nbytes + self.options.nbytes)
            self.children = _grown(self.children)
            self.options = _grown(self.options)
        return stop if stop in {Stop.DONE, Stop.OVERFLOW} else Stop.PAUSED

    def _make_room(self) -> None:
        number = int(self.state[self._place.STATES])
        if not self.storing:
            number = self._sweep(number)
            if number <= len(self.keys) // 2:
                self._enter_again(number)
                return
        growing: list[npt.NDArray[Any]] = [self.keys, self.positions, self.following, self.counts]
        growing += [self.first_edges, self.order]
        # What there is, is there twice while it is copied; the table is made anew.
        self._noted(2 * sum(array.nbytes for array in growing) + self._table.nbytes)
        self.keys, self.positions, self.following, self.counts = map(_grown, growing[:4])
        if self.storing:
            self.first_edges, self.order = map(_grown, growing[4:])
        self._table = np.empty(2 * len(self._table), dtype=np.int32)
        self._enter_again(number)

    def _sweep(self, number: int) -> int:
        """Forgets the states that were gone on from; returns how many are left."""
        from ilpuzzles.exactcover.table_kernel import sweep  # noqa: PLC0415 - likewise

        position, current = (
            int(self.state[self._place.POSITION]),
            int(self.state[self._place.CURRENT]),
        )
        # It returns arrays, which numba makes in Python: Ctrl-C in the middle of that is a crash.
        with signals_deferred(), Compiling("sweep"):
            kept = sweep(
                self.keys,
                self.positions,
                self.following,
                self.counts,
                self._heads,
                self._tails,
                position,
                current,
            )
        left = len(kept[0])
        arrays: list[npt.NDArray[Any]] = [self.keys, self.positions, self.following, self.counts]
        for array, new in zip(arrays, kept, strict=True):
            array[:left] = new
        self._forgotten += number - left
        self.state[self._place.STATES] = left
        self.state[self._place.CURRENT] = self._heads[position] if current >= 0 else -1
        return left

    def _enter_again(self, number: int) -> None:
        from ilpuzzles.exactcover.table_kernel import enter_again  # noqa: PLC0415 - likewise

        self._table[:] = -1
        with Compiling("table"):
            enter_again(self.keys, self.positions, number, self._table)

    def _noted(self, more: int) -> None:
        """Notes how much memory is taken; raises if what is wanted on top is too much."""
        arrays: list[npt.NDArray[Any]] = [self.keys, self.positions, self.following, self.counts]
        arrays += [self._table, self.first_edges, self.order, self.children, self.options]
        taken = sum(array.nbytes for array in arrays) + more
        if self.storing:
            # What `Paths` will know of every state: its endings, and where its edges end.
            taken += self.counts.nbytes + 9 * len(self.keys)
        if taken > self._memory:
            raise OutOfMemoryError(self.peak)
        self.peak = max(self.peak, taken)


def _grown(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same with room for as much again."""
    return np.concatenate([array, np.empty_like(array)])


def fill_table(
    layout: Layout,
    memory: int,
    *,
    storing: bool,
    go_on: Callable[[Filling], bool],
    steady: bool = False,
) -> Filling | None:
    """Fills a table, with as many words for counts as it takes.

    Args:
        layout: The problem, laid out.
        memory: How many bytes the arrays may take.
        storing: Whether to keep the edges.
        go_on: Asked after every moment.
        steady: Whether these moments are the same on every machine.

    Returns:
        The table, or None if it was told to stop.

    Raises:
        OutOfMemoryError: If the table needs more memory.
    """
    from ilpuzzles.exactcover.table_kernel import Stop  # noqa: PLC0415 - it imports numba

    words = 1
    filling = Filling(layout, memory, storing=storing, steady=steady)
    while True:
        stop = filling.run()
        if stop is Stop.DONE:
            return filling
        if stop is Stop.OVERFLOW:
            words *= 4
            filling = Filling(layout, memory, storing=storing, words=words, steady=steady)
        if not go_on(filling):
            return None
