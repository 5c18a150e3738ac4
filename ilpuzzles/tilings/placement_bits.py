"""All placements of an instance as sets of bits, and what is left of them once some are laid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ilpuzzles.geometry.lattice import BoolArray
from ilpuzzles.tilings.placement_table import (
    PlacementTable,
    cell_colours,
    edge_colours,
    wrong_at_border,
    wrong_on_cells,
)
from ilpuzzles.tilings.tiling_puzzle import TilingInstance


class Left(NamedTuple):
    """What is left after some placements were laid.

    `left` are those that still fit, `items` what has still to be done, `used` how often each tile
    is used, `laid` how many placements were laid.
    """

    left: int
    items: tuple[int, ...]
    used: tuple[int, ...]
    laid: int


class PlacementBits:
    """All placements as sets of bits.

    Items are what has to be done exactly once: tiles that are used once are laid, then atoms are
    covered. `single` are the numbers of these tiles.
    """

    def __init__(self, instance: TilingInstance) -> None:
        self.table = PlacementTable.of(instance)
        self.instance, self.tiles = instance, instance.tiles
        table, atoms = self.table, len(instance.region)
        self.of_tile = [_bits(table.tile == number) for number in range(len(self.tiles))]
        order = np.argsort(table.atoms, kind="stable")
        ends = np.searchsorted(table.atoms[order], np.arange(atoms + 1)).tolist()
        owner = table.owner()[order]
        self.of_atom = []
        for first, last in pairwise(ends):
            chosen = np.zeros(len(table), dtype=bool)
            chosen[owner[first:last]] = True
            self.of_atom.append(_bits(chosen))
        self.single = [number for number, tile in enumerate(self.tiles) if tile.is_single]
        self.items = [self.of_tile[number] for number in self.single] + self.of_atom
        # Numbers of items: that of a tile, and of an atom after all tiles.
        self._item_of_tile = {tile: item for item, tile in enumerate(self.single)}
        self._first_atom = len(self.single)
        self._clashing = self._clashes()

    def _clashes(self) -> list[int]:
        """For each placement those that its colours keep from being laid too."""
        table, clashing = self.table, [0] * len(self.table)
        owner = table.owner()[table.on_points()]
        for placement in owner[wrong_at_border(table) | wrong_on_cells(table)].tolist():
            clashing[placement] |= 1 << placement
        if self.instance.puzzle.edges:
            shown: defaultdict[tuple[int, int, int], int] = defaultdict(int)
            any_colour: defaultdict[tuple[int, int], int] = defaultdict(int)
            edges = edge_colours(table).tolist()
            for side, half, colour, placement in edges:
                shown[side, half, colour] |= 1 << placement
                any_colour[side, half] |= 1 << placement
            for side, half, colour, placement in edges:
                clashing[placement] |= any_colour[side, 1 - half] & ~shown[side, 1 - half, colour]
        if self.instance.rules.alternating:
            alike: defaultdict[tuple[int, int], int] = defaultdict(int)
            cells = cell_colours(table).tolist()
            for side, colour, placement in cells:
                alike[side, colour] |= 1 << placement
            for side, colour, placement in cells:
                clashing[placement] |= alike[side, colour] & ~(1 << placement)
        return clashing

    def start(self) -> Left:
        """The starting position; what is given is not counted."""
        used = tuple(0 for _ in self.tiles)
        fitting = (1 << len(self.table)) - 1
        for placement, clashing in enumerate(self._clashing):
            fitting &= ~(clashing & 1 << placement)
        state = Left(fitting, tuple(range(len(self.items))), used, 0)
        for given in self.table.numbers(self.table.instance.givens):
            state = self.after(state, given)._replace(laid=0)
        return state

    def branches(self, state: Left) -> list[int]:
        """The placements for the item that has the fewest left."""
        left, items = state.left, self.items
        best, fewest = 0, -1
        for item in state.items:
            here = left & items[item]
            number = here.bit_count()
            if fewest < 0 or number < fewest:
                best, fewest = here, number
                if not number:
                    break
        return list(ones(best))

    def after(self, state: Left, placement: int) -> Left:
        """What is left once a placement is laid."""
        tile = int(self.table.tile[placement])
        left, done = state.left & ~self._clashing[placement], set()
        for atom in self.table.covered(placement).tolist():
            left &= ~self.of_atom[atom]
            done.add(self._first_atom + atom)
        used = (*state.used[:tile], state.used[tile] + 1, *state.used[tile + 1 :])
        if used[tile] == self.tiles[tile].most:
            left &= ~self.of_tile[tile]
        if tile in self._item_of_tile:
            done.add(self._item_of_tile[tile])
        items = tuple(item for item in state.items if item not in done)
        return Left(left, items, used, state.laid + 1)

    def is_enough(self, used: tuple[int, ...]) -> bool:
        """Whether every tile is used as often as it has to be."""
        return all(n >= tile.least for n, tile in zip(used, self.tiles, strict=True))


def _bits(chosen: BoolArray) -> int:
    """The places of a row that are true, as bits."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def ones(bits: int) -> Iterable[int]:
    """The numbers of the bits that are 1, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
