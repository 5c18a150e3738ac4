"""The progress of a computation: one value, from the engine to the terminal, not too often."""

from __future__ import annotations

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
    """How far the work is; how many parts there are is 0, and `share` None, where it is not known.

    `share` is how much of the search is done, from 0 to 1; as the search goes on, it never gets
    less. Of a search for the best solution, `best` is the objective of the best one so far, and
    `bound` what none can be better than.
    """

    found: int = 0
    done: int = 0
    parts: int = 0
    seconds: float = 0.0
    share: float | None = None
    best: float | None = None
    bound: float | None = None


Watch: TypeAlias = Callable[[Progress], None]
"""What is called with the progress, now and then, perhaps from another thread."""


class Reporter:
    """Passes the progress on ten times a second at most, with the time since it was made."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch
        self._start = time.perf_counter()
        self._next = self._start + _PAUSE
        self._open = False
        self._last = Progress()

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Reports the same again and again, from another thread, while single steps are long."""
        if self._watch is None:
            yield
            return
        # A raw lock: an interruption within an Event would leave it in pieces.
        working = allocate_lock()
        working.acquire()

        def beat() -> None:
            while not working.acquire(timeout=_BEAT):
                self(self._last)

        thread = Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            working.release()
            # Nothing is told any more once the answer is there.
            thread.join()

    def __call__(self, progress: Progress) -> None:
        """Passes the progress on, unless that was done a moment ago; the end of a search always."""
        if self._watch is None:
            return
        self._last = progress
        now = time.perf_counter()
        whole = progress.share is not None and progress.share >= 1
        if now >= self._next or (whole and self._open):
            self._next = now + _PAUSE
            self._open = progress.share is not None and not whole
            self._watch(replace(progress, seconds=now - self._start))
