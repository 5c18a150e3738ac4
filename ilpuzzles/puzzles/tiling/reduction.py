"""Position reduction: placements that no solution can contain, found without any search."""

from __future__ import annotations

import numpy as np

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.geometry import IntArray
from ilpuzzles.puzzles.tiling.table import PlacementTable

MAX_WORK = 50_000_000_000
"""How many products a round may take at most: the square of the placements, times the atoms."""

MAX_ENTRIES = 40_000_000
"""How many placements times atoms there may be at most."""

_CHUNK = 512


def reduced(table: PlacementTable) -> IntArray:
    """Drops placements that leave an atom without any way to be covered.

    A placement is dropped if some atom outside it has no placement that is disjoint from it. What
    remains is looked at again, until nothing changes. This is step 4 of the Logelium algorithm.

    Args:
        table: The placements.

    Returns:
        The numbers of those that remain, ascending.

    Raises:
        InputError: If there are too many placements and atoms; see `MAX_WORK` and `MAX_ENTRIES`.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> table = PlacementTable.of(load("lonpos", "empty").instance)
        >>> len(table), len(reduced(table))
        (1789, 1697)
    """
    count, atoms = len(table), len(table.instance.region)
    if count * atoms > MAX_ENTRIES or count * count * atoms > MAX_WORK:
        what = f"position reduction of {count:,} placements on {atoms:,} atoms"
        raise InputError(Problem(what, "use formulation placement"))
    # Whole numbers this small are exact in single precision, whose products are fast.
    part = np.zeros((count, atoms), dtype=np.float32)
    part[table.owner(), table.atoms] = 1
    kept: IntArray = np.arange(count)
    while len(kept):
        stays = np.concatenate(
            [
                _leaves_no_gap(part[first : first + _CHUNK], part)
                for first in range(0, len(part), _CHUNK)
            ]
        )
        if stays.all():
            break
        kept, part = kept[stays], part[stays]
    return kept


def _leaves_no_gap(
    some: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    everything: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which placements leave every atom outside them a disjoint placement."""
    disjoint = (some @ everything.T == 0).astype(np.float32)
    left: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (
        (disjoint @ everything > 0) | (some > 0)
    ).all(axis=1)
    return left
