"""How much may be tried, and how long: what ends a search for starting positions."""

from __future__ import annotations

import time
from dataclasses import replace
from enum import StrEnum

from ilpuzzles.backends import Options
from ilpuzzles.queries import Progress
from ilpuzzles.queries.progress import Watch

MOST_TRIES = 2000
"""How many questions about solutions are asked before a search is given up."""


class Ending(StrEnum):
    """Why a search ended."""

    FOUND = "found"
    """All that was asked for was found."""
    NO_SOLUTION = "no solution"
    """The puzzle is proved to have no solution."""
    TRIES = "tries"
    """As much was tried as may be; there may be such positions nevertheless."""
    TIME = "time"
    """The time limit came first."""
    INTERRUPTED = "interrupted"
    """Somebody pressed Ctrl-C."""


class StopError(Exception):
    """The search has to end here; never seen outside of this package.

    Attributes:
        ending: Why.
    """

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


class Effort:
    """Counts the tries, looks at the clock, and tells a watcher now and then.

    Args:
        options: How to search; the time limit is that of everything together.
        most: How many tries there may be.
        watch: Called with the progress.

    Example:
        >>> effort = Effort(Options(), most=1)
        >>> effort.next_try().workers
        1
        >>> effort.next_try()
        Traceback (most recent call last):
        ilpuzzles.generate.effort.StopError: tries
    """

    def __init__(
        self, options: Options, *, most: int = MOST_TRIES, watch: Watch | None = None
    ) -> None:
        self.tries = 0
        self.found = 0
        self._options = options
        self._most = most
        self._watch = watch
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self._start

    def options(self) -> Options:
        """The options of the next search, with the time that is left.

        Raises:
            StopError: If none is.
        """
        limit = self._options.time_limit
        if limit is None:
            return self._options
        left = limit - self.seconds
        if left <= 0:
            raise StopError(Ending.TIME)
        return replace(self._options, time_limit=left)

    def next_try(self) -> Options:
        """Counts a try, and says how to search in it.

        Raises:
            StopError: If it would be one too many, or the time is over.
        """
        if self.tries >= self._most:
            raise StopError(Ending.TRIES)
        self.tries += 1
        if self._watch is not None:
            self._watch(Progress(self.found, 0, 0, self.seconds))
        return self.options()
