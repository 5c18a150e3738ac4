"""Which tiles of a solution tell it apart from all other solutions.

Let S be a solution, and K some of its tiles. Another solution T is a *rival*; the tiles of S that T
does not have are its *mark* D(T). With K given there is exactly one solution if and only if K has a
tile in common with the mark of every rival. So every rival that is seen tells of which tiles one
has to be kept, and two solutions come with every K that turns out to have several.
"""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.dice import Dice
from ilpuzzles.generate.ground import Ground
from ilpuzzles.generate.hitting import random_hitting_set
from ilpuzzles.puzzles.tiling import TilingSolution

_PATIENCE = 12
"""After so many sets of a solution that turn out to be too large, another solution is better."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another solution.

    Attributes:
        solution: The solution.
        mark: The tiles that it does not have, as bits; all that it may not have, where it is not
            the same everywhere.
    """

    solution: TilingSolution
    mark: int


class Rivals:
    """What is known about the starting positions that belong to one solution.

    Sets of its tiles are whole numbers: bit n is the tile with the n-th placement.

    Args:
        ground: The puzzle.
        solution: The solution.
    """

    def __init__(self, ground: Ground, solution: TilingSolution) -> None:
        self.solution = solution
        self.placements = sorted(ground.numbers(solution))
        self._ground = ground
        self._known: list[Rival] = []
        self._sufficient: list[int] = []
        # Whatever was seen before, for other questions, is a rival as well.
        for numbers, other in ground.seen.items():
            self._add(self._mark(numbers), other)

    @property
    def count(self) -> int:
        """How many tiles the solution has."""
        return len(self.placements)

    def chosen(self, kept: int) -> list[int]:
        """The placements of a set of tiles."""
        return [p for number, p in enumerate(self.placements) if kept >> number & 1]

    def is_unique(self, kept: int) -> bool:
        """Whether there is exactly one solution with these tiles; asks unless it is known."""
        if any(one & ~kept == 0 for one in self._sufficient):
            return True
        if any(not rival.mark & kept for rival in self._known):
            return False
        other = self._ground.another(self.solution, self.chosen(kept))
        if other is None:
            self._sufficient.append(kept)
        elif other.known:
            self._add(self._mark(self._ground.numbers(other.solution)), other.solution)
        else:
            # What hangs on the backend decides nothing: all that counts is that there is one.
            self._add((1 << self.count) - 1 & ~kept, other.solution)
        return other is None

    def _mark(self, numbers: frozenset[int]) -> int:
        return sum(1 << n for n, p in enumerate(self.placements) if p not in numbers)

    def _add(self, mark: int, other: TilingSolution) -> None:
        """Remembers a rival, unless another one says more."""
        if mark and not any(rival.mark & ~mark == 0 for rival in self._known):
            self._known = [rival for rival in self._known if mark & ~rival.mark]
            self._known.append(Rival(other, mark))

    def shrunk(self, kept: int, dice: Dice) -> int:
        """Takes tiles away, in random order, until none can be spared any more."""
        order = [number for number in range(self.count) if kept >> number & 1]
        dice.shuffle(order)
        for number in order:
            if self.is_unique(kept & ~(1 << number)):
                kept &= ~(1 << number)
        return kept

    def why_needed(self, kept: int) -> list[tuple[int, TilingSolution]]:
        """For every tile of a minimal set, its placement and a rival that has all others."""
        found = []
        for number, placement in enumerate(self.placements):
            if kept >> number & 1:
                rival = next(one for one in self._known if one.mark & kept == 1 << number)
                found.append((placement, rival.solution))
        return found

    def unique_set(self, size: int, dice: Dice) -> int | None:
        """A set of so many tiles with exactly one solution, or None if none is found."""
        while True:
            marks = [rival.mark for rival in self._known]
            kept = random_hitting_set(self.count, size, dice, met=marks)
            if kept is None or self.is_unique(kept):
                return kept

    def minimal_set(self, size: int, dice: Dice) -> int | None:
        """The same, of which no tile can be spared."""
        minimal: list[int] = []
        while len(minimal) < _PATIENCE:
            marks = [rival.mark for rival in self._known]
            kept = random_hitting_set(self.count, size, dice, met=marks, avoided=minimal)
            if kept is None:
                return None
            if self.is_unique(kept):
                least = self.shrunk(kept, dice)
                if least == kept:
                    return kept
                minimal.append(least)
        return None
