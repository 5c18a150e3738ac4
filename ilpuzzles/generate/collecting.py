"""What all generators have in common: they go on until there are enough, and say why they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ilpuzzles.backends import Interrupted
from ilpuzzles.generate.effort import Ending, StopError

Made = TypeVar("Made")
Outcome = TypeVar("Outcome")


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


class Wished(Protocol):
    """What somebody wishes for."""

    @property
    def number(self) -> int:
        """How many."""

    def said(self, number: int) -> str:
        """What is wished for, in a few words, as if so many of them were."""


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
    wish: Wished, found: int, ending: Ending, tries: int, advice: Mapping[Ending, str]
) -> str:
    """How it ended, in a sentence.

    Args:
        wish: What was wished for.
        found: How many were made.
        ending: Why there are no more.
        tries: How many tries that took.
        advice: What to do where there are too few, by the ending.
    """
    what = f"{found or 'no'} {wish.said(found or 1)}"
    if ending is not Ending.FOUND and found:
        what = f"{found} of {wish.number} {wish.said(wish.number)}"
    why = {
        Ending.TIME: f": the time limit came first; allow more, or {advice.get(Ending.TIME, '')}",
        Ending.TRIES: f"; {advice.get(Ending.TRIES, '')}, or take another seed",
        Ending.INTERRUPTED: ": interrupted",
    }
    tried = f"{tries:,} {'try' if tries == 1 else 'tries'}"
    return f"{what} found in {tried}{why.get(ending, '')}"
