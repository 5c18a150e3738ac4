"""The cells of a tiling as places with names: by rows and columns, or by rows of a drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ilpuzzles.geometry.region import Region
from ilpuzzles.rules.faults import Fault
from ilpuzzles.rules.places import AXIS_NAMES, CELL, Place, Point, names_of_cells


class CellPlaces:
    """The places of the cells of a region.

    Where no coordinate of a lattice is a column, as of triangles, the cells of a row are counted
    from its beginning.

    Example:
        >>> from ilpuzzles import load
        >>> print(CellPlaces(load("hexiamonds").instance.region).atom(3))
        row 1, cell 4
    """

    def __init__(self, region: Region) -> None:
        self._region = region
        self._axes = AXIS_NAMES[region.lattice.dimension]
        self._line = self._axes[-1]
        points = region.points
        if region.lattice.is_grid:
            drawn = points
        else:
            self._line = "cell"
            drawn = _counted_in_rows(region)
        cells = region.cells()
        self._drawn = dict(zip(cells, map(tuple, drawn.tolist()), strict=True))

    def of(self, point: Point) -> Place:
        """The place of a cell; outside the region, by its coordinates."""
        drawn = self._drawn.get(point)
        if drawn is None and not self._region.lattice.is_grid:
            # No row of the drawing has it, so that only its coordinates are left to name it.
            return Place(CELL, point, (point,), f"the point {point}")
        shown = point if drawn is None else drawn
        return Place(CELL, shown, (point,), names_of_cells([shown], self._line))

    def words(self, points: Iterable[Point]) -> str:
        """The names of several cells together: `row 1, columns 1 to 3; row 2, column 1`."""
        return names_of_cells([self._drawn[point] for point in points], self._line)

    def atom(self, number: int) -> Place:
        """The place of an atom: of a cell, or of one that lies on a whole line of cells."""
        cells = self._region.cells()
        if number < len(cells):
            return self.of(cells[number])
        further = next(one for one in reversed(self._region.further) if one.first <= number)
        return self.further(further.name, int(further.values[number - further.first]))

    def further(self, name: str, value: int) -> Place:
        """The place of an atom that lies on all cells with one coordinate."""
        axis = next(one.axis for one in self._region.further if one.name == name)
        cells = tuple(cell for cell in self._region.cells() if cell[axis] == value)
        return Place(name, value, cells, f"the {name} of {self._axes[axis]} {value + 1}")

    def moved(self, fault: Fault) -> Fault:
        """A fault with the places as they are drawn, whose cells are points of the lattice."""
        further = {one.name for one in self._region.further}

        def drawn(place: Place) -> Place:
            at = place.at
            if place.kind in further and isinstance(at, int):
                return self.further(place.kind, at)
            if place.kind == CELL and isinstance(at, tuple):
                return self.of(at)
            return replace(place)

        return fault.moved(drawn)


def _counted_in_rows(region: Region) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """For every cell the rows of the drawing that it is in, and which cell of its row it is."""
    drawn = region.lattice.chart(region.points).copy()
    drawn -= drawn.min(axis=0)
    cells_so_far: dict[tuple[int, ...], int] = defaultdict(int)
    for atom in np.lexsort(drawn.T[::-1]).tolist():
        row = tuple(drawn[atom, :-1].tolist())
        drawn[atom, -1] = cells_so_far[row]
        cells_so_far[row] += 1
    return drawn
