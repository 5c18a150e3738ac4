"""What a search for positions may take, how it ends, and what all such searches have in common."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.progress import Progress, Watch

MOST_TRIES = 2000
"""How many questions about solutions are asked before a search is given up."""

MOST_ASKED = 10_000
"""How many positions may be asked for."""

Made = TypeVar("Made")
Outcome = TypeVar("Outcome")


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


class Budget:
    """Counts the tries, looks at the clock, and tells a watcher now and then.

    Args:
        options: How to search; the time limit is that of everything together.
        most: How many tries there may be.
        watch: Called with the progress.

    Example:
        >>> budget = Budget(Options(), most=1)
        >>> budget.next_try().workers
        1
        >>> budget.next_try()
        Traceback (most recent call last):
        ilpuzzles.generate.budget.StopError: tries
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


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard something is: what a search by plain logic does wrong before it is through.

    Attributes:
        wrong: How many of its choices (placements of tiles, or how cells are cut) do not lead to
            the one solution, at least; where there are several solutions, this means little.
        complete: Whether it went through everything; then the numbers are exact.
        solutions: How many solutions it came across.
        forced: How many tiles, or cells, it decided before it had a choice for the first time.
    """

    wrong: int
    complete: bool
    solutions: int
    forced: int

    @property
    def text(self) -> str:
        """How many choices are wrong, in words."""
        return f"{self.wrong:,}" if self.complete else f"more than {self.wrong:,}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"wrong": self.wrong, "exact": self.complete, "forced_first": self.forced}


class Request(Protocol):
    """What is asked for."""

    @property
    def number(self) -> int:
        """How many."""

    @property
    def seed(self) -> int:
        """The same seed gives the same ones."""

    def said(self, number: int) -> str:
        """What is asked for, in a few words, as if so many of them were."""


def require_number_and_seed(request: Request, what: str) -> None:
    """Raises unless a request is for a possible number, with a possible seed.

    Args:
        request: The request.
        what: What is asked for, as a plural.

    Raises:
        InputError: If it is not.
    """
    if not 1 <= request.number <= MOST_ASKED:
        raise InputError(Problem(f"{request.number} {what}", f"give 1 to {MOST_ASKED:,}"))
    if request.seed < 0:
        raise InputError(Problem(f"seed {request.seed}", "give 0 or more"))


def collect(
    make: Callable[[], Made],
    number: int,
    each: Callable[[Made], None] | None,
    outcome: Callable[[tuple[Made, ...], Ending], Outcome],
) -> Outcome:
    """Makes so many of something, or as many as there are.

    Args:
        make: Makes the next one.
        number: How many are wanted.
        each: Called with every one as it is made.
        outcome: Makes an outcome of them, and of why there are no more.

    Raises:
        Interrupted: On Ctrl-C, with the outcome by then.
    """
    found: list[Made] = []
    try:
        while len(found) < number:
            found.append(make())
            if each is not None:
                each(found[-1])
    except StopError as stopped:
        return outcome(tuple(found), stopped.ending)
    except KeyboardInterrupt as interruption:
        raise Interrupted(outcome(tuple(found), Ending.INTERRUPTED)) from interruption
    return outcome(tuple(found), Ending.FOUND)


def verdict(
    request: Request, found: int, ending: Ending, tries: int, advice: Mapping[Ending, str]
) -> str:
    """How it ended, in a sentence.

    Args:
        request: What was asked for.
        found: How many were made.
        ending: Why there are no more.
        tries: How many tries that took.
        advice: What to do where there are too few, by the ending.
    """
    what = f"{found or 'no'} {request.said(found or 1)}"
    if ending is not Ending.FOUND and found:
        what = f"{found} of {request.number} {request.said(request.number)}"
    why = {
        Ending.TIME: f": the time limit came first; allow more, or {advice.get(Ending.TIME, '')}",
        Ending.TRIES: f"; {advice.get(Ending.TRIES, '')}, or take another seed",
        Ending.INTERRUPTED: ": interrupted",
    }
    tried = f"{tries:,} {'try' if tries == 1 else 'tries'}"
    return f"{what} found in {tried}{why.get(ending, '')}"
