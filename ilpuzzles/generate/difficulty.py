"""How hard a starting position is: what a search by plain logic does wrong before it is through.

The search always looks at the cell (or other atom), or tile that is used exactly once, which has
the fewest placements left; of several, tiles come before cells, in the order of their names, and
cells in that of the region. If that has none, it goes back. Otherwise it lays each of them in turn
and goes on. Every placement laid is a node of the search tree. What no solution has is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ilpuzzles.generate.budget import Difficulty
from ilpuzzles.geometry.lattice import BoolArray
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance

MOST_WRONG = 20_000
"""After so many wrong placements the search is given up."""

_WORK = 20_000_000_000
"""On large boards it is given up earlier: so many bits are looked at, at most."""


class _State(NamedTuple):
    """What is left after some placements were laid."""

    left: int
    items: tuple[int, ...]
    used: tuple[int, ...]
    laid: int


def difficulty(instance: TilingInstance, most: int = MOST_WRONG) -> Difficulty:
    """Searches for all solutions of an instance, up to so many wrong placements, and counts these.

    Conditions are not looked at.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> difficulty(load("lonpos", "8pieces").instance)
        Difficulty(wrong=10, complete=True, solutions=1, forced=0)
    """
    board = _Board(instance)
    most = min(most, _WORK // (len(board.table) * len(board.items) + 1))
    waiting, nodes, solutions, right = [board.start()], 0, 0, 0
    forced, chosen = 0, False
    while waiting:
        state = waiting.pop()
        nodes += state.laid > 0
        # As long as nothing is solved, only what is laid just now can be right.
        if nodes - (right or state.laid) > most:
            return Difficulty(most, complete=False, solutions=solutions, forced=forced)
        if not state.items:
            if board.is_enough(state.used):
                solutions, right = solutions + 1, right + state.laid
            continue
        branches = board.branches(state)
        chosen = chosen or len(branches) != 1
        forced += not chosen
        waiting += [board.after(state, placement) for placement in reversed(branches)]
    return Difficulty(max(nodes - right, 0), complete=True, solutions=solutions, forced=forced)


class _Board:
    """All placements as sets of bits.

    Items are what has to be done exactly once: tiles that are used once are laid, atoms covered.
    """

    def __init__(self, instance: TilingInstance) -> None:
        self.table = PlacementTable.of(instance)
        self.tiles = instance.tiles
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
        single = [number for number, tile in enumerate(self.tiles) if tile.is_single]
        self.items = [self.of_tile[number] for number in single] + self.of_atom
        # Numbers of items: that of a tile, and of an atom after all tiles.
        self._item_of_tile = {tile: item for item, tile in enumerate(single)}
        self._first_atom = len(single)

    def start(self) -> _State:
        """The starting position; what is given is not counted."""
        used = tuple(0 for _ in self.tiles)
        state = _State((1 << len(self.table)) - 1, tuple(range(len(self.items))), used, 0)
        for given in self.table.numbers(self.table.instance.givens):
            state = self.after(state, given)._replace(laid=0)
        return state

    def branches(self, state: _State) -> list[int]:
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
        return list(_ones(best))

    def after(self, state: _State, placement: int) -> _State:
        """What is left once a placement is laid."""
        tile = int(self.table.tile[placement])
        left, done = state.left, set()
        for atom in self.table.covered(placement).tolist():
            left &= ~self.of_atom[atom]
            done.add(self._first_atom + atom)
        used = (*state.used[:tile], state.used[tile] + 1, *state.used[tile + 1 :])
        if used[tile] == self.tiles[tile].most:
            left &= ~self.of_tile[tile]
        if tile in self._item_of_tile:
            done.add(self._item_of_tile[tile])
        items = tuple(item for item in state.items if item not in done)
        return _State(left, items, used, state.laid + 1)

    def is_enough(self, used: tuple[int, ...]) -> bool:
        """Whether every tile is used as often as it has to be."""
        return all(n >= tile.least for n, tile in zip(used, self.tiles, strict=True))


def _bits(chosen: BoolArray) -> int:
    """The places of a row that are true, as bits."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _ones(bits: int) -> Iterable[int]:
    """The numbers of the bits that are 1, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
