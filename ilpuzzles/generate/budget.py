"""What a search for positions may take, how it ends, and how hard what it finds is (difficulty)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import Exit
from ilpuzzles.progress import Progress, Reporter, Watch

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

    def exit_code(self) -> Exit:
        """The exit code of a command whose search ended like this."""
        codes = {Ending.FOUND: Exit.ANSWERED, Ending.NO_SOLUTION: Exit.NO_SOLUTION}
        return codes.get(self, Exit.LIMIT)


class SearchStoppedError(Exception):
    """The search has to end here; never seen outside of this package."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


class Budget:
    """Counts the tries, looks at the clock, and tells a watcher now and then.

    The time limit of the options is that of everything together.

    Example:
        >>> budget = Budget(Options(), most=1)
        >>> budget.next_try().workers
        1
        >>> budget.next_try()
        Traceback (most recent call last):
        ilpuzzles.generate.budget.SearchStoppedError: tries
    """

    def __init__(
        self,
        options: Options,
        *,
        most: int = MOST_TRIES,
        number: int = 1,
        watch: Watch | None = None,
    ) -> None:
        self.tries = 0
        self.found = 0
        self._options = options
        self._most = most
        self._number = number
        self.report = Reporter(watch)
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self._start

    def options(self) -> Options:
        """The options of the next search with the time that is left, or a `SearchStoppedError`."""
        limit = self._options.time_limit
        if limit is None:
            return self._options
        left = limit - self.seconds
        if left <= 0:
            raise SearchStoppedError(Ending.TIME)
        return replace(self._options, time_limit=left)

    def next_try(self) -> Options:
        """The same for a further try; a `SearchStoppedError` where that would be one too many."""
        if self.tries >= self._most:
            raise SearchStoppedError(Ending.TRIES)
        self.tries += 1
        share = self.found / self._number if self._number > 1 else None
        self.report(Progress(self.found, share=share))
        return self.options()


SCALE = "the number of wrong guesses that simple logic makes; 0 is the easiest"
"""What a difficulty counts, and where it begins."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard something is: what a search by simple logic does wrong before it is through.

    Attributes:
        wrong: How many of its guesses (placements of tiles, how cells are cut, or values of
            variables) do not lead to the one solution, at least; where there are several solutions,
            this means little.
        complete: Whether it went through everything; then the numbers are exact.
        solutions: How many solutions it came across.
        forced: How many tiles, cells or variables it decided before it had a choice for the first
            time.
    """

    wrong: int
    complete: bool
    solutions: int
    forced: int

    @property
    def text(self) -> str:
        """How many guesses are wrong, in words."""
        return f"{self.wrong:,}" if self.complete else f"more than {self.wrong:,}"

    @property
    def text_with_scale(self) -> str:
        """The same with what the number counts, and where it begins."""
        return f"{self.text} ({SCALE})"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"wrong": self.wrong, "exact": self.complete, "forced_first": self.forced}
