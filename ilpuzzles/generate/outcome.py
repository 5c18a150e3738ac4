"""What a search for starting positions has found, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ilpuzzles.generate.effort import Ending
from ilpuzzles.generate.position import StartingPosition
from ilpuzzles.generate.wish import Wish
from ilpuzzles.workbench import Loaded


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """The starting positions that were made.

    Attributes:
        loaded: The puzzle, with nothing given.
        wish: What was asked for.
        positions: The starting positions, no two of them equivalent.
        ending: Why there are no more.
        tries: How many questions about solutions were asked.
        seconds: How long it took.
    """

    loaded: Loaded
    wish: Wish
    positions: tuple[StartingPosition, ...]
    ending: Ending
    tries: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether there are as many as were asked for."""
        return self.ending is Ending.FOUND

    def verdict(self) -> str:
        """How it ended, in a sentence."""
        found, wanted = len(self.positions), self.wish.number
        tries = f"{self.tries:,} {'try' if self.tries == 1 else 'tries'}"
        if self.ending is Ending.NO_SOLUTION:
            return "proved: the puzzle has no solution"
        what = f"{found or 'no'} {replace(self.wish, number=found or 1).text}"
        if not self.complete and found:
            what = f"{found} of {wanted} {self.wish.text}"
        why = {
            Ending.TIME: ": the time limit came first; allow more, or place more tiles",
            Ending.TRIES: "; place more tiles, or take another seed",
            Ending.INTERRUPTED: ": interrupted",
        }
        return f"{what} found in {tries}{why.get(self.ending, '')}"

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        wish = self.wish
        return {
            "puzzle": self.loaded.name,
            "parameters": dict(self.loaded.parameters),
            "placed": wish.placed,
            "unique": wish.unique,
            "minimal": wish.minimal,
            "number": wish.number,
            "seed": wish.seed,
            "ending": self.ending.value,
            "complete": self.complete,
            "positions": [position.to_json() for position in self.positions],
            "tries": self.tries,
            "seconds": round(self.seconds, 6),
        }
