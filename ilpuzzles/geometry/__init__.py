"""Lattices, regions, shapes, placements and symmetries, in any dimension, computed with numpy.

Every atom is an integer point and every symmetry an integer matrix; no puzzle is known here.
"""

from ilpuzzles.geometry.lattice import (
    ALL,
    ROTATIONS,
    SHIFTS,
    BoolArray,
    IntArray,
    Lattice,
    motion_matrices,
    motion_names,
)
from ilpuzzles.geometry.lattices import CUBIC, FCC, HEXAGONAL, LATTICES, SQUARE, TAN, TRIANGULAR
from ilpuzzles.geometry.placements import Placements, place
from ilpuzzles.geometry.polyforms import HALF_SQUARES, polyforms
from ilpuzzles.geometry.region import Further, Region
from ilpuzzles.geometry.shapes import Orientations, is_connected, normalised, orientations
from ilpuzzles.geometry.symmetry import Symmetries, symmetries

__all__ = [
    "ALL",
    "CUBIC",
    "FCC",
    "HALF_SQUARES",
    "HEXAGONAL",
    "LATTICES",
    "ROTATIONS",
    "SHIFTS",
    "SQUARE",
    "TAN",
    "TRIANGULAR",
    "BoolArray",
    "Further",
    "IntArray",
    "Lattice",
    "Orientations",
    "Placements",
    "Region",
    "Symmetries",
    "is_connected",
    "motion_matrices",
    "motion_names",
    "normalised",
    "orientations",
    "place",
    "polyforms",
    "symmetries",
]
