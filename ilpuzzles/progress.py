"""The progress of a computation: one value, from the engine to the terminal, not too often."""

from __future__ import annotations

import math
import time
from _thread import allocate_lock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Thread
from typing import TypeAlias

_PAUSE, _BEAT = 0.1, 0.25


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the work; where they are not known, `parts` is 0 and `share` is None.

    `share` is how much of the search is done, from 0 to 1; as the search goes on, it never gets
    less. Of a search for the best solution, `best` is the objective of the best one so far (the
    incumbent), and `bound` what none can be better than.
    """

    found: int = 0
    done: int = 0
    parts: int = 0
    seconds: float = 0.0
    share: float | None = None
    best: float | None = None
    bound: float | None = None

    @property
    def gap(self) -> float | None:
        """The relative gap between the best objective and its bound; None until both are known.

        Example:
            >>> Progress(best=200.0, bound=230.0).gap
            0.15
        """
        if self.best is None or self.bound is None:
            return None
        return abs(self.bound - self.best) / max(1.0, abs(self.best))


Watch: TypeAlias = Callable[[Progress], None]
"""A callback for the progress, called now and then, perhaps from another thread."""


class Reporter:
    """Passes the progress on ten times a second at most, with the time since it was made.

    For a watch that wants it, every report is passed on, and nothing in between.
    """

    def __init__(self, watch: Watch | None, *, every: bool = False) -> None:
        self._watch, self._every = watch, every
        self._start = time.perf_counter()
        self._next = self._start + _PAUSE
        self._open = False
        self.last = Progress()
        self._failures: list[BaseException] = []

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Reports the same again and again, from another thread, while single steps are long."""
        if self._watch is None or self._every:
            yield
            return

        def beat() -> bool:
            try:
                self._pass_on(self.last)
            except BaseException as error:  # noqa: BLE001 - it is raised in the other thread
                self._failures.append(error)
            return not self._failures

        with _meanwhile(_BEAT, beat):
            yield
        self._raise()

    def __call__(self, progress: Progress) -> None:
        """Passes the progress on, unless that was done a moment ago; the end of a search always."""
        if self._watch is None:
            return
        self._raise()
        self.last = progress
        self._pass_on(progress)

    @property
    def failed(self) -> bool:
        """Whether the watch has raised an error in another thread, which is about to be raised."""
        return bool(self._failures)

    def _raise(self) -> None:
        """Raises what the watch has raised in the thread that repeats."""
        if self._failures:
            raise self._failures.pop()

    def _pass_on(self, progress: Progress) -> None:
        now = time.perf_counter()
        whole = progress.share is not None and progress.share >= 1
        if self._watch and (self._every or now >= self._next or (whole and self._open)):
            self._next = now + _PAUSE
            known = progress.share is not None or progress.best is not None
            self._open = known and not whole
            self._watch(replace(progress, seconds=now - self._start))


@contextmanager
def unless_done_within(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Calls a function from another thread if some work takes longer than so many seconds."""

    def once() -> bool:
        act()
        return False

    with _meanwhile(seconds, once):
        yield


@contextmanager
def _meanwhile(seconds: float, act: Callable[[], bool]) -> Iterator[None]:
    """Calls a function every so many seconds from another thread, for as long as it says so."""
    # A raw lock: an interruption within an Event would leave it in pieces.
    working = allocate_lock()
    working.acquire()

    def wait() -> None:
        while not working.acquire(timeout=seconds) and act():
            pass

    thread = Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        working.release()
        # Nothing is told any more once the work is done.
        thread.join()


class BestSoFar:
    """Puts incumbents and bounds together, where a search tells them one at a time; a watch itself.

    Both only get better, and nothing that says less is passed on. A bound that has passed the
    incumbent says that this is the best: solvers that have proved it state such bounds.

    Example:
        >>> known = BestSoFar(lambda now: print(now.best, now.bound), maximize=True)
        >>> known.tell(bound=10.5)
        None 10.5
        >>> known.tell(best=7.0)
        7.0 10.5
        >>> known.tell(best=6.0, bound=11.0)
        >>> known.tell(bound=6.5)
        7.0 7.0
    """

    def __init__(self, watch: Watch, *, maximize: bool) -> None:
        self._watch, self._sign = watch, -1.0 if maximize else 1.0
        # As they are minimised.
        self._best, self._bound = math.inf, -math.inf
        # Solvers may call from several threads.
        self._telling = allocate_lock()

    def __call__(self, progress: Progress) -> None:
        """Takes what another search says of the same objective."""
        self.tell(progress.best, progress.bound)

    def tell(self, best: float | None = None, bound: float | None = None) -> None:
        """Takes an incumbent, a bound, or both; what is not finite says nothing."""
        with self._telling:
            self._take(best, bound)

    def _take(self, best: float | None, bound: float | None) -> None:
        before = self._best, self._bound
        if best is not None and math.isfinite(best):
            self._best = min(self._best, self._sign * best)
        if bound is not None and math.isfinite(bound):
            self._bound = max(self._bound, self._sign * bound)
        self._bound = min(self._bound, self._best)
        if (self._best, self._bound) != before:
            # Not -0.0, where it is maximised.
            known = [self._sign * number + 0.0 for number in (self._best, self._bound)]
            best, bound = (number if math.isfinite(number) else None for number in known)
            self._watch(Progress(best=best, bound=bound))
