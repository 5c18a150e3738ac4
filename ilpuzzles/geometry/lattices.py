"""The lattices there are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ilpuzzles.geometry.lattice import IntArray, Lattice


def _group(*generators: list[list[int]]) -> IntArray:
    """All products of some matrices, the identity first and the others sorted."""
    steps = [np.array(generator, dtype=np.int64) for generator in generators]
    identity = np.eye(len(generators[0]), dtype=np.int64)
    found = {identity.tobytes(): identity}
    waiting = [identity]
    while waiting:
        matrix = waiting.pop()
        for step in steps:
            product = step @ matrix
            if product.tobytes() not in found:
                found[product.tobytes()] = product
                waiting.append(product)
    others = [matrix.tolist() for matrix in found.values() if matrix is not identity]
    return np.array([identity.tolist(), *sorted(others, reverse=True)], dtype=np.int64)


def _unit_steps(dimension: int) -> IntArray:
    """The steps to the nearest points of the integer grid, shape (1, 2 d, d)."""
    unit = np.eye(dimension, dtype=np.int64)
    return np.concatenate([unit, -unit])[None]


SQUARE = Lattice(
    name="square",
    dimension=2,
    base=np.zeros((1, 2), dtype=np.int64),
    translations=np.eye(2, dtype=np.int64),
    point_group=_group([[0, -1], [1, 0]], [[1, 0], [0, -1]]),
    neighbours=_unit_steps(2),
    corners=np.array([[[-1, -1], [1, -1], [1, 1], [-1, 1]]], dtype=np.int64),
    drawing=np.array([[0, 2], [2, 0]], dtype=np.int64),
    corner_scale=2,
)
"""Unit squares; a point is (row, column)."""

CUBIC = Lattice(
    name="cubic",
    dimension=3,
    base=np.zeros((1, 3), dtype=np.int64),
    translations=np.eye(3, dtype=np.int64),
    point_group=_group(
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
        [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ),
    neighbours=_unit_steps(3),
    corners=np.zeros((1, 0, 2), dtype=np.int64),
    drawing=np.zeros((2, 3), dtype=np.int64),
    corner_scale=2,
    layers=SQUARE,
)
"""Unit cubes; a point is (layer, row, column)."""

LATTICES: Mapping[str, Lattice] = MappingProxyType(
    {lattice.name: lattice for lattice in (SQUARE, CUBIC)}
)
"""Every lattice by its name."""
