"""Lattices, regions, shapes, placements and symmetries, in any dimension, computed with numpy.

Every atom is an integer point and every symmetry an integer matrix; no puzzle is known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.geometry.lattice import (
        ALL as ALL,
        ROTATIONS as ROTATIONS,
        SHIFTS as SHIFTS,
        BoolArray as BoolArray,
        IntArray as IntArray,
        Lattice as Lattice,
        motion_names as motion_names,
        motion_numbers as motion_numbers,
    )
    from ilpuzzles.geometry.placements import Placements as Placements, place as place
    from ilpuzzles.geometry.polyforms import HALF_SQUARES as HALF_SQUARES, polyforms as polyforms
    from ilpuzzles.geometry.region import Further as Further, Region as Region
    from ilpuzzles.geometry.shapes import (
        Orientations as Orientations,
        is_connected as is_connected,
        normalised as normalised,
        orientations as orientations,
    )
    from ilpuzzles.geometry.standard_lattices import (
        CUBIC as CUBIC,
        FCC as FCC,
        HEXAGONAL as HEXAGONAL,
        LATTICES as LATTICES,
        SQUARE as SQUARE,
        TAN as TAN,
        TRIANGULAR as TRIANGULAR,
    )
    from ilpuzzles.geometry.symmetry import Symmetries as Symmetries, symmetries as symmetries

__getattr__, __dir__ = lazy_face(
    __name__, former={"motion_matrices": "ilpuzzles.geometry.lattice:motion_numbers"}
)
