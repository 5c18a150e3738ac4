"""Lattices, regions, shapes and placements, in any dimension, computed with numpy.

Every atom is an integer point and every symmetry an integer matrix; no puzzle is known here.
"""

from ilpuzzles.geometry.lattice import IntArray, Lattice
from ilpuzzles.geometry.lattices import CUBIC, LATTICES, SQUARE
from ilpuzzles.geometry.placements import Placements, place
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import Motions, is_connected, normalised, orientations

__all__ = [
    "CUBIC",
    "LATTICES",
    "SQUARE",
    "IntArray",
    "Lattice",
    "Motions",
    "Placements",
    "Region",
    "is_connected",
    "normalised",
    "orientations",
    "place",
]
