"""Orders in which a search may cover atoms (Logelium's static order)."""

from __future__ import annotations

import numpy as np

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.puzzles.tiling.table import PlacementTable

CORNERS = "corners"
"""Atoms that few placements cover come first."""


def atoms_in_order(table: PlacementTable, words: str) -> tuple[int, ...]:
    """The atoms that an order names.

    Args:
        table: All placements.
        words: `corners`, or numbers of atoms with commas between them.

    Returns:
        The numbers of the atoms.

    Raises:
        InputError: If it is neither, or an atom is named twice or not there.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> table = PlacementTable.of(load("lonpos", "empty").instance)
        >>> atoms_in_order(table, "corners")[:4], atoms_in_order(table, "7, 3")
        ((0, 10, 44, 54), (7, 3))
    """
    atoms = len(table.instance.region.keys())
    if words.strip() == CORNERS:
        covering = np.bincount(table.atoms, minlength=atoms)
        return tuple(np.lexsort((np.arange(atoms), covering)).tolist())
    numbers = []
    for word in words.split(","):
        if not word.strip().isdecimal() or int(word) >= atoms:
            what = f"{quoted(word.strip())} in an order is no atom"
            raise InputError(Problem(what, f"write 'corners', or numbers from 0 to {atoms - 1}"))
        numbers.append(int(word))
    twice = [number for number in numbers if numbers.count(number) > 1]
    if twice:
        raise InputError(Problem(f"atom {twice[0]} twice in an order", "name each once"))
    return tuple(numbers)
