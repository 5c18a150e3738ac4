"""How tiles may be moved, besides being shifted: which symmetries of the lattice they may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ilpuzzles.errors import InputError, unknown_name
from ilpuzzles.geometry.lattice import IntArray, Lattice

ALL = "all"
"""Turned and mirrored: a two-sided tile."""

ROTATIONS = "rotations"
"""Turned only: a one-sided tile, or a solid in space."""

SHIFTS = "shifts"
"""Neither turned nor mirrored."""


def motion_names(lattice: Lattice) -> tuple[str, ...]:
    """The names of the symmetries of a planar lattice, in the order of its point group.

    A rotation is called by its angle in degrees, counterclockwise; a mirror by the angle of its
    axis, counterclockwise from the horizontal. In space there are no names.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> motion_names(SQUARE)[:3], motion_names(SQUARE)[4:]
        (('0', '90', '180'), ('mirror 90', 'mirror 135', 'mirror 0', 'mirror 45'))
    """
    if lattice.dimension != 2:
        return ()
    half = len(lattice.point_group) // 2
    turns = [str(360 * i // half) for i in range(half)]
    axes = [f"mirror {(90 + 180 * i // half) % 180}" for i in range(half)]
    return (*turns, *axes)


def motion_matrices(lattice: Lattice, motions: str | Sequence[str]) -> IntArray:
    """The matrices that some motions stand for.

    Args:
        lattice: The lattice.
        motions: `all`, `rotations`, `shifts`, or names of motions; see `motion_names`.

    Returns:
        Their numbers in the point group of the lattice, ascending.

    Raises:
        UnknownNameError: If there is no such motion.

    Example:
        >>> from ilpuzzles.geometry import SQUARE
        >>> motion_matrices(SQUARE, "rotations").tolist()
        [0, 1, 2, 3]
        >>> motion_matrices(SQUARE, ["0", "180"]).tolist()
        [0, 2]
    """
    if isinstance(motions, str):
        counts = {
            ALL: len(lattice.point_group),
            ROTATIONS: len(lattice.rotations()),
            SHIFTS: 1,
        }
        if motions not in counts:
            raise InputError(unknown_name("motions", motions, counts))
        return np.arange(counts[motions])
    names = motion_names(lattice)
    for name in motions:
        if name not in names:
            raise InputError(unknown_name("motion", name, names or (ALL, ROTATIONS, SHIFTS)))
    return np.array(sorted({names.index(name) for name in motions}), dtype=np.int64)
