"""Which piece can be placed next, by plain logic, without a search; and the words for it.

A piece is sure if a cell can be covered in one way only, or a tile fits in one place only. Failing
that, if every other way leaves something undone for ever: a cell that no tile can cover any more,
or a tile that fits nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from ilpuzzles.puzzles.family import Certainty, NextStep
from ilpuzzles.puzzles.tiling.drawing_reader import AXES
from ilpuzzles.puzzles.tiling.placement_bits import Left, PlacementBits, ones
from ilpuzzles.puzzles.tiling.tiling_puzzle import (
    PlacedTile,
    Point,
    TilingInstance,
    TilingSolution,
)

_WORK = 20_000_000_000
"""Where more bits would have to be looked at, only the plainest reasons are looked for."""

_FEW = 4
"""Of so many other ways, it is said what becomes of each."""


def next_piece(instance: TilingInstance) -> NextStep | None:
    """The piece that is sure for the simplest reason; the first one of several, in reading order.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> step = next_piece(load("lonpos", "8pieces").instance)
        >>> print(step.what)
        place H (magenta) in row 2, column 10; row 3, columns 9 and 10; row 4, columns 8 and 9
        >>> step.certainty.value
        'hole'
    """
    board = _Board(instance)
    items = board.items()
    for item in items:
        if len(board.ways(item)) == 1:
            return board.only_way(item)
    if len(board.start.items) * board.start.left.bit_count() * len(board.bits.table) > _WORK:
        return None
    for item in sorted(items, key=lambda item: len(board.ways(item))):
        found = board.only_way_that_fits(item)
        if found is not None:
            return found
    return None


def open_pieces(instance: TilingInstance, known: TilingSolution) -> list[NextStep]:
    """The pieces that a solution, or a part of one, has besides those that are given.

    Those come first of which there are fewest others to be told from: other places for the same
    tile, or other ways to cover one of its cells. Of tiles that are known in part, nothing is said.
    """
    board, sizes = _Board(instance), {tile.name: len(tile.points) for tile in instance.tiles}
    new = [placed for placed in known.tiles if placed not in instance.givens]
    whole = [placed for placed in new if len(placed.points) == sizes[placed.tile]]
    steps = []
    for placed, number in zip(whole, board.bits.table.numbers(whole), strict=True):
        item = min(board.items_of(number), key=lambda item: len(board.ways(item)))
        ways = len(board.ways(item))
        steps.append((ways, replace(board.step(placed), ways=(ways, board.said(item)))))
    return [step for _, step in sorted(steps, key=lambda one: one[0])]


def taken_back(
    instance: TilingInstance, parts: Collection[str]
) -> tuple[TilingInstance, list[Point]]:
    """The instance without some given tiles, by the names of these parts, and where they lay.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> taken_back(load("lonpos", "8pieces").instance, ["A"])[1]
        [(0, 5), (0, 6), (0, 7), (1, 5)]
    """
    gone = [given for given in instance.givens if instance.part_of(given) in parts]
    left = tuple(given for given in instance.givens if given not in gone)
    cells = [point for given in gone for point in given.points]
    return TilingInstance(
        instance.puzzle,
        instance.region,
        givens=left,
        conditions=instance.conditions,
        rules=instance.rules,
    ), cells


class _Board:
    """What can still be placed in an instance, and what there is to say about it."""

    def __init__(self, instance: TilingInstance) -> None:
        self.instance = instance
        self.bits = PlacementBits(instance)
        self.start = self.bits.start()
        self.places = Places(instance)
        self.unfilled = cache(self._unfilled)

    def items(self) -> list[int]:
        """What has still to be done: atoms to be covered, in their order, then tiles to be laid."""
        tiles = len(self.bits.single)
        return sorted(self.start.items, key=lambda item: (item < tiles, item))

    def ways(self, item: int) -> list[int]:
        """All placements that do it."""
        return list(ones(self.start.left & self.bits.items[item]))

    def items_of(self, placement: int) -> list[int]:
        """What a placement does."""
        return [item for item in self.items() if self.bits.items[item] >> placement & 1]

    def said(self, item: int) -> str:
        """How many ways there are to do it."""
        number = len(self.ways(item))
        if item < len(self.bits.single):
            places = "place" if number == 1 else "places"
            return f"{self.name(item)} fits in {number:,} {places}"
        return f"{self.name(item)} can be covered in {number:,} {'way' if number == 1 else 'ways'}"

    def name(self, item: int) -> str:
        """What it is about, in words."""
        tiles = self.bits.single
        if item < len(tiles):
            return self.instance.tiles[tiles[item]].called
        return self.places.atom(item - len(tiles))

    def step(self, placed: PlacedTile) -> NextStep:
        """To place a tile."""
        instance, tile = self.instance, self.instance.puzzle.tile(placed.tile)
        shown = TilingSolution(instance, tuple(sorted([*instance.givens, placed])))
        plain = {"tile": tile.name, "colour": tile.colour_name or None}
        return NextStep(
            key=placed,
            what=f"place {tile.called} in {self.places.words(placed.points)}",
            plain=plain | {"atoms": placed.to_json()["atoms"]},
            shown=shown,
            marked=placed.points,
        )

    def only_way(self, item: int) -> NextStep:
        """The step that is the only way to do something."""
        step = self.step(self.bits.table.placed(self.ways(item)[0]))
        if item < len(self.bits.single):
            return replace(
                step, certainty=Certainty.PIECE, why=f"{self.name(item)} fits nowhere else"
            )
        why = f"{self.name(item)} can be covered in no other way"
        return replace(step, certainty=Certainty.CELL, why=why)

    def only_way_that_fits(self, item: int) -> NextStep | None:
        """The only way that leaves nothing undone for ever, or None if there are several."""
        ways = self.ways(item)
        fitting = []
        for placement in ways:
            if not self.unfilled(placement):
                fitting.append(placement)
            if len(fitting) > 1:
                return None
        if not fitting:
            return None
        others = [placement for placement in ways if placement != fitting[0]]
        holes = all(self.unfilled(other)[-1] >= len(self.bits.single) for other in others)
        each = "the other one leaves" if len(others) == 1 else "each of the others leaves"
        left = "a hole that nothing fills" if holes else "a hole, or a piece that fits nowhere"
        return replace(
            self.step(self.bits.table.placed(fitting[0])),
            certainty=Certainty.HOLE,
            why=f"{self.said(item)}, and {each} {left}",
            ways=(len(ways), self.said(item)),
            others=tuple(map(self._other, others)) if len(others) <= _FEW else (),
        )

    def _unfilled(self, placement: int) -> list[int]:
        """What cannot be done any more once a placement is laid."""
        after: Left = self.bits.after(self.start, placement)
        return [item for item in after.items if not after.left & self.bits.items[item]]

    def _other(self, placement: int) -> str:
        """What becomes of another way."""
        placed, undone = self.bits.table.placed(placement), self.unfilled(placement)
        first = len(self.bits.single)
        atoms = [item - first for item in undone if item >= first]
        cells = self.instance.region.cells()
        holes = [cells[atom] for atom in atoms if atom < len(cells)]
        then = f"{self.name(undone[0])} would fit nowhere"
        if atoms:
            hole = self.places.words(holes) if holes else self.places.atom(atoms[0])
            then = f"nothing would fill {hole}"
        tile = self.instance.puzzle.tile(placed.tile)
        return f"with {tile.called} in {self.places.words(placed.points)}, {then}"


class Places:
    """What a person calls the cells of a region: by rows and columns, or rows of a drawing."""

    def __init__(self, instance: TilingInstance) -> None:
        self._region = region = instance.region
        self._axes = AXES[region.lattice.dimension]
        points = region.points
        self._line = self._axes[-1]
        if region.lattice.is_grid:
            lines = points
        else:
            # Where no coordinate is a column, the cells of a row are counted from its beginning.
            self._line = "cells"
            lines = region.lattice.chart(points).copy()
            lines -= lines.min(axis=0)
            order = np.lexsort(lines.T[::-1])
            counted: dict[Point, int] = defaultdict(int)
            for atom in order.tolist():
                row = tuple(lines[atom, :-1].tolist())
                lines[atom, -1], counted[row] = counted[row], counted[row] + 1
        cells = region.cells()
        self._place = dict(
            zip(cells, (tuple(place) for place in (lines + 1).tolist()), strict=True)
        )

    def atom(self, number: int) -> str:
        """An atom: a cell, or one that lies on a whole line of them."""
        cells = self._region.cells()
        if number < len(cells):
            return self.words([cells[number]])
        further = next(one for one in reversed(self._region.further) if one.first <= number)
        value = int(further.values[number - further.first])
        return f"the {further.name} of {self._axes[further.axis][:-1]} {value + 1}"

    def words(self, points: Iterable[Point]) -> str:
        """Some cells: `row 1, columns 1 to 3; row 2, column 1`."""
        rows: dict[Point, list[int]] = defaultdict(list)
        for place in sorted(self._place[point] for point in points):
            rows[place[:-1]].append(place[-1])
        said = []
        for row, numbers in rows.items():
            start = [f"{axis[:-1]} {at}" for axis, at in zip(self._axes, row, strict=False)]
            line = self._line[:-1] if len(numbers) == 1 else self._line
            said.append(", ".join([*start, f"{line} {_listed(numbers)}"]))
        return "; ".join(said)


def _listed(numbers: Sequence[int]) -> str:
    """Ascending numbers, as a person says them: `1 and 2`, `1 to 4`, `1, 2 and 5`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}"
    *most, end = map(str, numbers)
    return f"{', '.join(most)} and {end}" if most else end
