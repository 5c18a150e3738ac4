"""What a starting position should be like."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.puzzles.tiling import TilingInstance

_MOST = 10_000
"""How many starting positions may be asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What starting positions should be like.

    Attributes:
        placed: How many tiles are given; None for as few as it takes, if `minimal`.
        unique: Whether there is to be exactly one solution.
        minimal: Whether moreover no given tile can be left out without getting several.
        number: How many different ones are wanted.
        seed: The same seed gives the same ones.

    Raises:
        InputError: If that makes no sense.

    Example:
        >>> Wish(minimal=True).unique
        True
        >>> Wish()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: neither --placed nor --minimal; say how many tiles are placed
    """

    placed: int | None = None
    unique: bool = False
    minimal: bool = False
    number: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if self.placed is None and not self.minimal:
            raise InputError(
                Problem("neither --placed nor --minimal", "say how many tiles are placed")
            )
        if self.placed is not None and self.placed < 0:
            raise InputError(Problem(f"{self.placed} tiles placed", "give 0 or more"))
        if not 1 <= self.number <= _MOST:
            raise InputError(Problem(f"{self.number} starting positions", f"give 1 to {_MOST:,}"))
        if self.seed < 0:
            raise InputError(Problem(f"seed {self.seed}", "give 0 or more"))
        if self.minimal and not self.unique:
            object.__setattr__(self, "unique", True)

    def said(self, number: int) -> str:
        """What is wished for, in a few words, as if so many of them were."""
        placed = "" if self.placed is None else f" with {self.placed} tiles placed"
        placed = placed.replace(" 1 tiles", " 1 tile")
        kind = "minimal " if self.minimal else ""
        kinds = " and one solution" if self.unique and placed else ""
        return f"{kind}starting position{'' if number == 1 else 's'}{placed}{kinds}"

    def require_possible(self, instance: TilingInstance) -> None:
        """Raises if it is clear without any search that there are none.

        Raises:
            InputError: If more tiles are to be placed than fit, or none could be left out although
                all are placed.
        """
        most, fixed = most_tiles(instance), _all_are_used(instance)
        if self.placed is not None and self.placed > most:
            what = f"{self.placed} tiles placed, where a solution has {most}"
            what += "" if fixed else " at most"
            raise InputError(Problem(what, f"give 0 to {most}"))
        if self.minimal and fixed and self.placed == most > 0:
            # One tile less leaves a gap in which just that tile fits.
            what = f"--minimal with all {most} tiles placed, of which one can always be left out"
            raise InputError(Problem(what, "place fewer"))


def _all_are_used(instance: TilingInstance) -> bool:
    """Whether all solutions have the same tiles."""
    return all(tile.least == tile.most for tile in instance.tiles)


def most_tiles(instance: TilingInstance) -> int:
    """How many tiles a solution has at most, as far as their sizes tell.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> most_tiles(load("dominoes", "4x4").instance)
        8
    """
    left = len(instance.region.points)
    number = sum(tile.least for tile in instance.tiles)
    left -= sum(tile.least * len(tile.points) for tile in instance.tiles)
    for tile in sorted(instance.tiles, key=lambda tile: len(tile.points)):
        room = max(left, 0) // len(tile.points)
        more = room if tile.most is None else min(room, tile.most - tile.least)
        number += more
        left -= more * len(tile.points)
    return number
