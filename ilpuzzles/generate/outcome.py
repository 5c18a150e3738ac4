"""What a search for starting positions has found, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.generate.collecting import verdict
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
        if self.ending is Ending.NO_SOLUTION:
            return "proved: the puzzle has no solution"
        advice = {Ending.TIME: "place more tiles", Ending.TRIES: "place more tiles"}
        return verdict(self.wish, len(self.positions), self.ending, self.tries, advice)

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
