"""Counting in advance: how many solutions a board has, before anybody asks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from ilpuzzles.hints.solution_counter import SolutionCounter, WorkBudget

_WAIT = 0.05  # seconds, between looks at whether it is over
_TOLD_EVERY = 0.5  # seconds, between partial answers for whoever waits


class Precomputation:
    """The count of the solutions of a board's first position, which runs in a thread of its own.

    Whoever asks about the same position meanwhile waits for it instead of counting as well, and
    hears how far it is.

    Args:
        given: The moves that lie on the board from the start.
    """

    def __init__(self, given: Iterable[int]) -> None:
        self._position = frozenset(given)
        self._solutions_so_far = 0
        self._stopped = threading.Event()
        self._idle = threading.Event()
        self._idle.set()

    def run(self, counter: SolutionCounter, then: Callable[[], object] = lambda: None) -> None:
        """Counts, and does something else before those who wait go on.

        Raises:
            CancelledError: If it was stopped.
        """
        self._idle.clear()
        try:
            budget = WorkBudget(
                is_wanted=lambda: not self._stopped.is_set(), on_progress=self._note_progress
            )
            counter.prepare(sorted(self._position), budget)
            then()
        finally:
            self._idle.set()

    def stop(self) -> None:
        """Ends the count, now or as soon as it begins."""
        self._stopped.set()

    def wait(
        self,
        counter: SolutionCounter,
        position: frozenset[int],
        on_progress: Callable[[int], None],
        budget: WorkBudget,
    ) -> None:
        """Waits for the count, if it is about this position and runs now.

        Raises:
            CancelledError: If the answer is not wanted any more.
        """
        if position != self._position:
            return
        told_at = time.perf_counter()
        while not self._idle.is_set() and not budget.is_spent:
            budget.check()
            if self._idle.wait(_WAIT) or counter.known(position) is not None:
                return
            if time.perf_counter() - told_at >= _TOLD_EVERY:
                told_at = time.perf_counter()
                on_progress(self._solutions_so_far)

    def _note_progress(self, solutions: int) -> None:
        self._solutions_so_far = solutions
