"""The faces of cells in space: of cubes, and of the parts of a tower."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Vertex: TypeAlias = tuple[float, float, float]
"""A place (x, y, z): x to the right, y away from whoever looks, z upwards."""

INNER = 0.52
"""The radius of what lies inside a tower, where the radius of the tower is 1."""

_ROUND = 24  # sides of a drawn circle, about

_CUBE = (
    ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    ((-1, 0, 0), ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0))),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0))),
    ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
    ((0, 0, -1), ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0))),
)


class Face(NamedTuple):
    """A flat side of a cell."""

    corners: tuple[Vertex, ...]
    """Its corners, counterclockwise as seen from outside."""
    surface: tuple[str | float, ...]
    """Which surface it is a part of: between faces of the same one there is no edge."""
    middle: Vertex
    """The middle of its cell."""


def cube_faces(x: int, y: int, z: int) -> Iterator[Face]:
    """The six faces of a unit cube.

    Args:
        x: Its least x.
        y: Its least y.
        z: Its least z.

    Example:
        >>> [face.surface for face in cube_faces(0, 0, 4)][-2:]
        [(0, 0, 1, 5), (0, 0, -1, 4)]
    """
    middle = (x + 0.5, y + 0.5, z + 0.5)
    for normal, corners in _CUBE:
        moved = tuple((x + a, y + b, z + c) for a, b, c in corners)
        axis = next(number for number, part in enumerate(normal) if part)
        yield Face(moved, (*normal, moved[0][axis]), middle)


class TowerShape:
    """A board around a cylinder, stood up as a tower of radius 1.

    Args:
        columns: How many cells go around.

    Attributes:
        height: The height of a row, such that cells are about as wide as high.
    """

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._arcs = max(round(_ROUND / columns), 1)
        self.height = math.tau / columns * 0.9

    def cell_faces(self, row: int, column: int) -> Iterator[Face]:
        """The faces of a cell of the board, seen from outside with columns to the right."""
        angles = self._angles(column)
        low, high = self._low(row), self._low(row) + self.height
        middle = self._at((INNER + 1) / 2, (angles[0] + angles[-1]) / 2, (low + high) / 2)
        for first, second in pairwise(angles):
            outer = [self._at(1, first, low), self._at(1, second, low)]
            outer += [self._at(1, second, high), self._at(1, first, high)]
            inner = [self._at(INNER, first, low), self._at(INNER, first, high)]
            inner += [self._at(INNER, second, high), self._at(INNER, second, low)]
            yield Face(tuple(outer), ("outer",), middle)
            yield Face(tuple(inner), ("inner",), middle)
            top = (outer[3], outer[2], inner[2], inner[1])
            bottom = (outer[0], inner[0], inner[3], outer[1])
            yield Face(top, ("top", row), middle)
            yield Face(bottom, ("top", row + 1), middle)
        for angle, turn in ((angles[0], 1), (angles[-1], -1)):
            side = [self._at(INNER, angle, low), self._at(1, angle, low)]
            side += [self._at(1, angle, high), self._at(INNER, angle, high)]
            surface = ("side", round(angle % math.tau, 6))
            yield Face(tuple(side[::turn]), surface, middle)

    def disc_faces(self, row: int) -> Iterator[Face]:
        """The faces of what lies inside a row."""
        low, high = self._low(row), self._low(row) + self.height
        middle = (0.0, 0.0, (low + high) / 2)
        for column in range(self._columns):
            angles = self._angles(column)
            for first, second in pairwise(angles):
                wall = [self._at(INNER, first, low), self._at(INNER, second, low)]
                wall += [self._at(INNER, second, high), self._at(INNER, first, high)]
                yield Face(tuple(wall), ("inner",), middle)
                yield Face(((0.0, 0.0, high), wall[3], wall[2]), ("top", row), middle)
                yield Face(((0.0, 0.0, low), wall[1], wall[0]), ("top", row + 1), middle)

    def _low(self, row: int) -> float:
        return -(row + 1) * self.height

    def _angles(self, column: int) -> list[float]:
        """The angles at which the parts of a cell begin and end; the first column is in front."""
        step = math.tau / self._columns
        start = -math.pi / 2 + step * (column - self._columns / 4)
        return [start + step * arc / self._arcs for arc in range(self._arcs + 1)]

    def _at(self, radius: float, angle: float, z: float) -> Vertex:
        # Rounded, so that what is the same place is equal.
        return (
            round(radius * math.cos(angle), 4) + 0.0,
            round(radius * math.sin(angle), 4) + 0.0,
            round(z, 4),
        )
