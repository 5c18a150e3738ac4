"""The six lattices: square, cubic, triangular, hexagonal, tan, and close-packed balls (fcc)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations, product
from types import MappingProxyType

import numpy as np

from ilpuzzles.geometry.lattice import IntArray, Lattice


def _planar_group(turn: list[list[int]], mirror: list[list[int]]) -> IntArray:
    """All powers of a rotation, and then each of them after a mirror, shape (order, 2, 2)."""
    step = np.array(turn, dtype=np.int64)
    rotations = [np.eye(2, dtype=np.int64)]
    while not (step @ rotations[-1] == np.eye(2)).all():
        rotations.append(step @ rotations[-1])
    mirrored = [rotation @ np.array(mirror, dtype=np.int64) for rotation in rotations]
    return np.array([*rotations, *mirrored])


def _spatial_group(to_cartesian: IntArray) -> IntArray:
    """All symmetries of the cube, rotations first; the matrix makes points Cartesian."""
    identity = np.eye(3, dtype=np.int64)
    matrices = [
        np.diag(signs) @ identity[list(order)]
        for order in permutations(range(3))
        for signs in product((1, -1), repeat=3)
    ]
    matrices.sort(key=lambda matrix: np.linalg.det(matrix) < 0)
    back = np.linalg.inv(to_cartesian)
    return np.array([np.rint(back @ m @ to_cartesian) for m in matrices]).astype(np.int64)


def _array(entries: object) -> IntArray:
    return np.array(entries, dtype=np.int64)


def _unit_steps(dimension: int) -> IntArray:
    """The steps to the nearest points of the integer grid, shape (1, 2 d, d)."""
    unit = np.eye(dimension, dtype=np.int64)
    return np.concatenate([unit, -unit])[None]


SQUARE = Lattice(
    name="square",
    dimension=2,
    base=np.zeros((1, 2), dtype=np.int64),
    translations=np.eye(2, dtype=np.int64),
    point_group=_planar_group([[0, -1], [1, 0]], [[1, 0], [0, -1]]),
    neighbours=_unit_steps(2),
    chart_base=np.zeros((1, 2), dtype=np.int64),
    chart_steps=np.eye(2, dtype=np.int64),
    corners=_array([[[-1, -1], [1, -1], [1, 1], [-1, 1]]]),
    drawing=_array([[0, 2], [2, 0]]),
    unit=(1 / 2, 1 / 2),
    chess=(1, 1, 0),
    ragged=False,
)
"""Unit squares; a point is (row, column)."""

CUBIC = replace(
    SQUARE,
    name="cubic",
    dimension=3,
    base=np.zeros((1, 3), dtype=np.int64),
    translations=np.eye(3, dtype=np.int64),
    point_group=_spatial_group(np.eye(3, dtype=np.int64)),
    neighbours=_unit_steps(3),
    chart_base=np.zeros((1, 3), dtype=np.int64),
    chart_steps=np.eye(3, dtype=np.int64),
    chess=(1, 1, 1, 0),
)
"""Unit cubes; a point is (layer, row, column)."""

TRIANGULAR = Lattice(
    name="triangular",
    dimension=2,
    base=_array([[1, 1], [2, 2]]),
    translations=3 * np.eye(2, dtype=np.int64),
    point_group=_planar_group([[0, -1], [1, 1]], [[1, 0], [-1, -1]]),
    neighbours=_array([[[1, 1], [1, -2], [-2, 1]], [[-1, -1], [-1, 2], [2, -1]]]),
    chart_base=_array([[0, 0], [0, 1]]),
    chart_steps=_array([[1, 1], [0, 2]]),
    corners=_array([[[-3, -2], [3, -2], [0, 4]], [[0, -4], [3, 2], [-3, 2]]]),
    drawing=_array([[1, 2], [2, 0]]),
    unit=(1 / 4, 3**0.5 / 12 * 1.5),
    chess=(0, 0, 1),
)
"""Triangles of two directions; a point is the sum of its corners, in a skewed grid.

A corner (a, b) of the grid lies a rows down and b + a / 2 sides to the right. A triangle that
points down has the corners (a, b), (a, b + 1) and (a + 1, b); one that points up, the next in its
row, has (a, b + 1), (a + 1, b) and (a + 1, b + 1). In a drawing, the first place of the first row
is one that points down.
"""

HEXAGONAL = replace(
    TRIANGULAR,
    name="hexagonal",
    base=np.zeros((1, 2), dtype=np.int64),
    translations=np.eye(2, dtype=np.int64),
    neighbours=_array([[[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]]]),
    chart_base=np.zeros((1, 2), dtype=np.int64),
    corners=_array([[[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]]]),
    drawing=_array([[1, 2], [3, 0]]),
    unit=(1 / 2, 3**-0.5 / 2),
    chess=(),
)
"""Hexagons that stand on a corner; a point (a, b) lies a rows down and b + a / 2 to the right."""

TAN = Lattice(
    name="tan",
    dimension=2,
    base=_array([[0, -2], [-2, 0], [2, 0], [0, 2]]),
    translations=6 * np.eye(2, dtype=np.int64),
    point_group=_planar_group([[0, 1], [-1, 0]], [[1, 0], [0, -1]]),
    neighbours=_array(
        [
            [[2, 2], [-2, 2], [0, -2]],
            [[2, -2], [2, 2], [-2, 0]],
            [[-2, -2], [-2, 2], [2, 0]],
            [[2, -2], [-2, -2], [0, 2]],
        ]
    ),
    chart_base=_array([[-2, 0], [-1, 1], [-3, 1], [-2, 2]]),
    chart_steps=_array([[-3, 0], [0, 3]]),
    corners=_array(
        [
            [[-1, -3], [2, 0], [-1, 3]],
            [[0, -2], [3, 1], [-3, 1]],
            [[-3, -1], [3, -1], [0, 2]],
            [[-2, 0], [1, -3], [1, 3]],
        ]
    ),
    drawing=_array([[0, 1], [-1, 0]]),
    unit=(1 / 4, 1 / 4),
    chess=(1, 1, 0),
)
"""Squares, each cut by both diagonals into a west, south, north and east quarter.

A point is (y, x), with y upwards, in sixths of the side of a square; in a drawing, a square takes
three rows and three columns, and its rows count upwards from the last one, -1.
"""

_FCC_TO_CARTESIAN = _array([[-1, 1, 1], [0, 1, -1], [-1, 0, 0]])

FCC = replace(
    CUBIC,
    name="fcc",
    point_group=_spatial_group(_FCC_TO_CARTESIAN),
    neighbours=_array(
        [
            [
                *([0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0]),
                *([1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]),
                *([-1, 0, 0], [-1, 0, -1], [-1, -1, 0], [-1, -1, -1]),
            ]
        ]
    ),
    chess=(),
    ragged=True,
)
"""Balls packed as in a pyramid on a square; a point is (layer, row, column).

A ball lies on those of the next layer that have its row or the next one, and its column or the next
one. Twelve balls touch it. Its Cartesian coordinates are (row + column - layer, row - column,
-layer).
"""

LATTICES: Mapping[str, Lattice] = MappingProxyType(
    {lattice.name: lattice for lattice in (SQUARE, CUBIC, TRIANGULAR, HEXAGONAL, TAN, FCC)}
)
"""Every lattice by its name."""
