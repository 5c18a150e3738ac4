"""Pieces of a solid that can be set up by hand: laid from above, each on the floor or on others.

A cell is *carried* by the cells on which it lies: a cube by the cube below it, a ball by those in
whose hollow it lies, and a cell with nothing below it by the floor. Pieces are rigid; so one cube
of a piece that is carried is enough, but a ball rolls away unless it has its whole hollow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ilpuzzles.dice import Dice
from ilpuzzles.tilings.placement_bits import ones
from ilpuzzles.tilings.solid_pictures import has_bodies, places_in_space
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingInstance

_HAIR = 1e-6
"""Lengths that differ by less are equal."""

_NEIGHBOUR = 1.0
"""The distance between the middles of cells that touch."""

Cells = frozenset[int]


class Gravity:
    """Which cells of a solid are carried by which.

    Attributes:
        carriers: For every cell, those on which it lies; none for one on the floor.
        above: For every cell, all those over it, directly or not: while one of them is full, it
            cannot be filled from above.
        is_hollow: Whether cells lie in hollows, as balls do, and need all that carry them.

    Example:
        >>> from ilpuzzles import load
        >>> gravity = Gravity(load("soma").instance)
        >>> gravity.carriers[0], sorted(gravity.above[18]), gravity.is_hollow
        (frozenset({9}), [0, 9], False)
    """

    def __init__(self, instance: TilingInstance) -> None:
        places = places_in_space(instance)
        self._numbers = {point: number for number, point in enumerate(instance.region.cells())}
        self.carriers = [_carriers(places, number) for number in range(len(places))]
        self.above = _above(places, self.carriers)
        self.is_hollow = any(len(one) > 1 for one in self.carriers)

    @classmethod
    def of(cls, instance: TilingInstance) -> Gravity | None:
        """The gravity of a solid; None on a flat board."""
        return cls(instance) if has_bodies(instance) else None

    def cells_of(self, tile: PlacedTile) -> Cells:
        """The cells of a tile, without what it covers besides."""
        numbers = self._numbers
        return frozenset(numbers[point] for point in tile.points if point in numbers)

    def can_lay(self, own: Cells, full: Cells) -> bool:
        """Whether a piece can be laid from above where some cells are full, and stays there."""
        if any(self.above[cell] & full for cell in own):
            return False
        if self.is_hollow:
            return all(self.carriers[cell] <= full | own for cell in own)
        return any(not self.carriers[cell] or self.carriers[cell] & full for cell in own)

    def order(self, pieces: Sequence[Cells]) -> list[int] | None:
        """An order in which pieces can be laid one after the other, or None if there is none.

        Whatever is laid takes nothing from the others but the way to what is below it. So any
        piece may come next that stays where it is laid, and has none to come below it.
        """
        left = list(range(len(pieces)))
        order: list[int] = []
        full: Cells = frozenset()
        while left:
            possible = [n for n in left if self._is_next(n, left, pieces, full)]
            if not possible:
                return None
            left.remove(possible[0])
            order.append(possible[0])
            full |= pieces[possible[0]]
        return order

    def _is_next(
        self, number: int, left: Iterable[int], pieces: Sequence[Cells], full: Cells
    ) -> bool:
        """Whether a piece can be laid now, and none that is left has to come below it."""
        own = pieces[number]
        if not self.can_lay(own, full):
            return False
        others = (pieces[other] for other in left if other != number)
        return not any(self.above[cell] & own for other in others for cell in other)


class BuildingSite:
    """The pieces of a solution of a solid; sets of them are whole numbers (see `Alternatives`)."""

    def __init__(self, gravity: Gravity, tiles: Iterable[PlacedTile]) -> None:
        self._gravity = gravity
        self._pieces = [gravity.cells_of(tile) for tile in tiles]

    def can_be_built(self, kept: int) -> bool:
        """Whether some pieces can be laid one after the other, each on the floor or on others."""
        return self._gravity.order([self._pieces[number] for number in ones(kept)]) is not None

    def draw(self, size: int, dice: Dice) -> int | None:
        """A random set of so many pieces that can be built; None where the pieces get stuck.

        Each piece is drawn from those that can be laid next. Not all sets are equally likely.
        """
        kept = 0
        full: Cells = frozenset()
        while kept.bit_count() < size:
            possible = [
                number
                for number, own in enumerate(self._pieces)
                if not kept >> number & 1 and self._gravity.can_lay(own, full)
            ]
            if not possible:
                return None
            number = dice.choice(possible)
            kept |= 1 << number
            full |= self._pieces[number]
        return kept


def _carriers(places: Sequence[Sequence[float]], number: int) -> Cells:
    """The cells below a cell that it touches."""
    here = places[number]
    return frozenset(
        other
        for other, there in enumerate(places)
        if there[2] < here[2] - _HAIR and math.dist(here, there) < _NEIGHBOUR + _HAIR
    )


def _above(places: Sequence[Sequence[float]], carriers: Sequence[Cells]) -> list[Cells]:
    """For every cell, those that lie on it, and on these, and so on."""
    found: list[set[int]] = [set() for _ in carriers]
    from_the_top = sorted(range(len(places)), key=lambda number: -places[number][2])
    for number in from_the_top:
        for carrier in carriers[number]:
            found[carrier] |= {number} | found[number]
    return [frozenset(one) for one in found]
