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


class PlacementState(NamedTuple):
    """What is left to do after some placements were laid.

    Attributes:
        fitting: The placements that still fit, as bits.
        items: The numbers of the items that have still to be done; see `PlacementBits`.
        used: How often each tile is used.
        laid: How many placements were laid.
    """

    fitting: int
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
        self.instance = instance
        self.tiles = instance.tiles
        self.of_tile = [_bits(self.table.tile == number) for number in range(len(self.tiles))]
        self.of_atom = self._placements_of_atoms()
        self.single = [number for number, tile in enumerate(self.tiles) if tile.is_single]
        self.items = [self.of_tile[number] for number in self.single] + self.of_atom
        # Numbers of items: that of a tile, and of an atom after all tiles.
        self._item_of_tile = {tile: item for item, tile in enumerate(self.single)}
        self._first_atom = len(self.single)
        self._clashing = self._clashes()

    def _placements_of_atoms(self) -> list[int]:
        """For each atom the placements that cover it."""
        table = self.table
        order = np.argsort(table.atoms, kind="stable")
        numbers = np.arange(len(self.instance.region) + 1)
        ends = np.searchsorted(table.atoms[order], numbers).tolist()
        owner = table.owner()[order]
        placements = []
        for first, last in pairwise(ends):
            covers_atom = np.zeros(len(table), dtype=bool)
            covers_atom[owner[first:last]] = True
            placements.append(_bits(covers_atom))
        return placements

    def _clashes(self) -> list[int]:
        """For each placement those that its colours keep from being laid too, perhaps itself."""
        table = self.table
        clashing = [0] * len(table)
        is_wrong = wrong_at_border(table) | wrong_on_cells(table)
        owner = table.owner()[table.on_points()]
        for placement in owner[is_wrong].tolist():
            clashing[placement] |= 1 << placement
        if self.instance.puzzle.edges:
            self._add_clashes_of_edges(clashing)
        if self.instance.rules.alternating:
            self._add_clashes_of_cells(clashing)
        return clashing

    def _add_clashes_of_edges(self, clashing: list[int]) -> None:
        """Adds placements that show other colours on the other half of a side."""
        with_colour: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        with_any_colour: defaultdict[tuple[int, int], int] = defaultdict(int)
        edges = edge_colours(self.table).tolist()
        for side, half, colour, placement in edges:
            with_colour[side, half, colour] |= 1 << placement
            with_any_colour[side, half] |= 1 << placement
        for side, half, colour, placement in edges:
            fitting = with_colour[side, 1 - half, colour]
            clashing[placement] |= with_any_colour[side, 1 - half] & ~fitting

    def _add_clashes_of_cells(self, clashing: list[int]) -> None:
        """Adds placements that have a cell of the same colour beside a cell."""
        with_colour: defaultdict[tuple[int, int], int] = defaultdict(int)
        cells = cell_colours(self.table).tolist()
        for side, colour, placement in cells:
            with_colour[side, colour] |= 1 << placement
        for side, colour, placement in cells:
            clashing[placement] |= with_colour[side, colour] & ~(1 << placement)

    def start(self) -> PlacementState:
        """The starting position; what is given is not counted."""
        fitting = (1 << len(self.table)) - 1
        for placement, clashing in enumerate(self._clashing):
            if clashing & 1 << placement:
                fitting &= ~(1 << placement)
        unused = tuple(0 for _ in self.tiles)
        state = PlacementState(fitting, tuple(range(len(self.items))), unused, 0)
        for given in self.table.numbers(self.table.instance.givens):
            state = self.with_placement(state, given)._replace(laid=0)
        return state

    def branches(self, state: PlacementState) -> list[int]:
        """The placements for the item that has the fewest left."""
        best = 0
        fewest: int | None = None
        for item in state.items:
            placements = state.fitting & self.items[item]
            number = placements.bit_count()
            if fewest is None or number < fewest:
                best = placements
                fewest = number
                if number == 0:
                    break
        return list(ones(best))

    def with_placement(self, state: PlacementState, placement: int) -> PlacementState:
        """What is left once a placement is laid."""
        tile = int(self.table.tile[placement])
        fitting = state.fitting & ~self._clashing[placement]
        done = set()
        for atom in self.table.covered(placement).tolist():
            fitting &= ~self.of_atom[atom]
            done.add(self._first_atom + atom)
        used = (*state.used[:tile], state.used[tile] + 1, *state.used[tile + 1 :])
        if used[tile] == self.tiles[tile].most:
            fitting &= ~self.of_tile[tile]
        if tile in self._item_of_tile:
            done.add(self._item_of_tile[tile])
        items = tuple(item for item in state.items if item not in done)
        return PlacementState(fitting, items, used, state.laid + 1)

    def is_enough(self, used: tuple[int, ...]) -> bool:
        """Whether every tile is used as often as it has to be."""
        return all(number >= tile.least for number, tile in zip(used, self.tiles, strict=True))


def _bits(chosen: BoolArray) -> int:
    """The places of a row that are true, as bits."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def ones(bits: int) -> Iterable[int]:
    """The numbers of the bits that are 1, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
