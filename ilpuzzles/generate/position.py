"""A starting position that was made: what is given, its one solution, and what is known of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.generate.collecting import Difficulty
from ilpuzzles.puzzles.tiling import PlacedTile, TilingSolution


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """Why a given tile is needed.

    Attributes:
        tile: The tile.
        other: Another solution, in which all other given tiles lie where they are, and this one
            does not.
    """

    tile: PlacedTile
    other: TilingSolution

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**tile_json(self.tile), "other_solution": self.other.to_json()}


@dataclass(frozen=True, slots=True, eq=False)
class StartingPosition:
    """A starting position.

    Attributes:
        givens: The tiles that are given.
        solution: A solution; the only one, if `unique`.
        unique: Whether it is; None if that is not known.
        solutions: How many there are, or None if that is not known.
        needed: For every given tile, why it cannot be left out; None if that was not asked for.
        difficulty: What plain logic does wrong; None unless there is just one solution.
        text: The file.
        tries: How many questions about solutions were asked to find it.
    """

    givens: tuple[PlacedTile, ...]
    solution: TilingSolution
    unique: bool | None
    solutions: int | None
    needed: tuple[Spare, ...] | None
    difficulty: Difficulty | None
    text: str
    tries: int

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        placed = len(self.givens)
        parts = [f"{placed} {'tile' if placed == 1 else 'tiles'} placed"]
        if self.unique:
            parts.append("one solution")
        elif self.solutions is not None:
            parts.append(f"{self.solutions:,} solutions")
        elif self.unique is False:
            parts.append("several solutions")
        if self.needed is not None:
            parts.append("none can be left out")
        if self.difficulty is not None:
            parts.append(f"difficulty {self.difficulty.text}")
            parts.append(f"{self.difficulty.forced} forced first")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "placed": len(self.givens),
            "givens": [tile_json(given) for given in self.givens],
            "unique": self.unique,
            "solutions": self.solutions,
            "minimal": None if self.needed is None else [one.to_json() for one in self.needed],
            "difficulty": None if self.difficulty is None else self.difficulty.to_json(),
            "tries": self.tries,
            "text": self.text,
            "solution": self.solution.to_json(),
        }


def tile_json(placed: PlacedTile) -> dict[str, Any]:
    """A tile that lies on the board as plain data."""
    return {"tile": placed.tile, "atoms": [list(point) for point in placed.points]}
