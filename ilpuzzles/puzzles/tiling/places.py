"""What a person calls the cells of a region."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from ilpuzzles.puzzles.tiling.drawing_reader import AXES
from ilpuzzles.puzzles.tiling.tiling_puzzle import Point, TilingInstance


class Places:
    """What the cells of an instance are called: by rows and columns, or rows of a drawing."""

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
            said.append(", ".join([*start, f"{line} {_list_numbers(numbers)}"]))
        return "; ".join(said)


def _list_numbers(numbers: Sequence[int]) -> str:
    """Ascending numbers, as a person says them: `1 and 2`, `1 to 4`, `1, 2 and 5`."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}"
    *most, end = map(str, numbers)
    return f"{', '.join(most)} and {end}" if most else end
