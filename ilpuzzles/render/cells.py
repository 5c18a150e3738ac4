"""The cells of a lattice as polygons: exact in the units of the lattice, and in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ilpuzzles.geometry import Lattice
from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.outline import Corner, Loop, sides_of

SIDE = 44
"""How many pixels the side of a square cell has."""

_LEAST_REACH = 17.0


class Cells:
    """The cells of a lattice, or of the layers of one in space.

    Attributes:
        lattice: The lattice.
        radius: The radius of the circle that fits into the smallest cell, in pixels.
        reach: About how far a letter reaches, and the ring of a given tile round it, in pixels.
    """

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._scale = (SIDE * lattice.unit[0], SIDE * lattice.unit[1])
        self._known: dict[Point, list[Corner]] = {}
        self.radius = min(
            self._radius([(x, y) for x, y in corners]) for corners in lattice.corners.tolist()
        )
        self.reach = max(self.radius, _LEAST_REACH)

    def corners(self, place: Point) -> list[Corner]:
        """The corners of a cell, clockwise on a screen, in the units of the lattice."""
        if place not in self._known:
            array = np.array(place, dtype=np.int64)
            several = len(self.lattice.base) > 1
            kind = int(self.lattice.classes(array)) if several else 0
            corners = self.lattice.corners[kind] + self.lattice.drawing @ array
            self._known[place] = [(x, y) for x, y in corners.tolist()]
        return self._known[place]

    def polygons(self, places: Iterable[Point]) -> dict[Point, list[Corner]]:
        """The corners of several cells."""
        return {place: self.corners(place) for place in places}

    def scaled(self, corners: Iterable[Corner]) -> Loop:
        """Takes corners to pixels."""
        return [(x * self._scale[0], y * self._scale[1]) for x, y in corners]

    def loop(self, place: Point) -> Loop:
        """The corners of a cell, in pixels."""
        return self.scaled(self.corners(place))

    def centre(self, place: Point) -> tuple[float, float]:
        """The middle of a cell, in pixels."""
        loop = self.loop(place)
        return sum(x for x, _ in loop) / len(loop), sum(y for _, y in loop) / len(loop)

    def _radius(self, corners: list[Corner]) -> float:
        """The radius of the circle that touches all sides: twice the area by the perimeter."""
        sides = sides_of([*corners])
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides) / 2
        around = sum(math.dist(*self.scaled(side)) for side in sides)
        return 2 * area * self._scale[0] * self._scale[1] / around
