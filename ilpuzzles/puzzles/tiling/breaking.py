"""Symmetry breaking: of several equivalent solutions, fewer are left, and at least one.

Two ways, both for an instance with the group G of symmetries:

*By a tile* that is used exactly once and that no symmetry renames: of the placements of that tile
that G takes into each other, one is left. (Step 3 of the Logelium algorithm.)

*By an atom* a, which every solution covers exactly once: of the placements over a that the
symmetries which fix a take into each other, one is left; these sets of placements are its classes,
in the order of their first placements. G takes a to other atoms b, and the classes along. The class
of what lies over a has to be the least of all. (For the Logiq Tower: the core piece of the first
row begins in column 0, and has a smaller number than that of the last row.)

Every solution has an equivalent that is left. If moreover no two of them are left, the breaking is
*exact*: then the solutions that are left are as many as there are up to symmetry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ilpuzzles.errors import InputError, Problem, unknown_name
from ilpuzzles.geometry import IntArray
from ilpuzzles.puzzles.tiling.moves import Moves
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance
from ilpuzzles.puzzles.tiling.symmetry import TilingSymmetries
from ilpuzzles.puzzles.tiling.table import PlacementTable

_TRIED = 100
"""How many orbits of atoms are tried."""

AUTO = "auto"
OFF = "off"


@dataclass(frozen=True, slots=True, eq=False)
class Breaking:
    """Which solutions are left.

    Attributes:
        dropped: The numbers of placements that no solution may contain, ascending.
        conflicts: Lists of placements of which a solution may contain one at most.
        exact: Whether exactly one of all equivalent solutions is known to be left.
        text: What it does, in a sentence.
    """

    dropped: IntArray
    conflicts: tuple[IntArray, ...]
    exact: bool
    text: str

    def to_json(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"exact": self.exact, "text": self.text}


def break_symmetry(instance: TilingInstance, choice: str) -> Breaking | None:
    """Finds a symmetry breaking.

    Args:
        instance: The instance.
        choice: The name of a tile; `auto` for the tile that the puzzle names, or else for what is
            exact and drops most; `off` for none.

    Returns:
        The breaking, or None where none is wanted, or there is no symmetry.

    Raises:
        InputError: If there is no such tile, or it cannot break symmetries.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> print(break_symmetry(load("lonpos", "empty").instance, "auto").text)
        tile A lies in 66 of 264 placements: one of all equivalent solutions is left
    """
    if choice == OFF:
        return None
    names = [tile.name for tile in instance.tiles]
    if choice not in {AUTO, *names}:
        raise InputError(unknown_name("tile", choice, [AUTO, OFF, *names]))
    moves = Moves.of(PlacementTable.of(instance), TilingSymmetries.of(instance))
    if choice == AUTO and instance.puzzle.breaker:
        choice = instance.puzzle.breaker
    if choice != AUTO:
        _require_single(instance, choice)
        return _by_tile(moves, names.index(choice))
    if moves.symmetries.order == 1:
        return None
    single = [number for number, tile in enumerate(instance.tiles) if tile.is_single]
    by_tiles = [_by_tile(moves, number) for number in single]
    exact = [breaking for breaking in by_tiles if breaking.exact]
    if exact:
        return max(exact, key=lambda breaking: len(breaking.dropped))
    by_atoms = [_by_atom(moves, atom) for atom in moves.first_atoms()[:_TRIED]]
    exact = [breaking for breaking in by_atoms if breaking.exact]
    if exact:
        return min(exact, key=lambda breaking: len(breaking.conflicts))
    return max([*by_atoms, *by_tiles], key=lambda breaking: len(breaking.dropped), default=None)


def _require_single(instance: TilingInstance, name: str) -> None:
    tile = instance.puzzle.tile(name)
    if not tile.is_single:
        kind = "may be left out" if tile.least == 0 and tile.most == 1 else "has several copies"
        raise InputError(
            Problem(
                f"tile {name} cannot break symmetries: it {kind}",
                "name a tile that is used exactly once, or say auto",
            )
        )


def _by_tile(moves: Moves, tile: int) -> Breaking:
    table, order = moves.table, moves.symmetries.order
    placements = np.nonzero(table.tile == tile)[0]
    fixing = np.nonzero(moves.symmetries.tiles[:, tile] == tile)[0]
    first, sizes = moves.orbits(placements, fixing)
    dropped = placements[first != placements]
    name = table.instance.tiles[tile].name
    exact = len(fixing) == order and bool((sizes == order).all())
    return Breaking(
        dropped,
        (),
        exact,
        f"tile {name} lies in {len(placements) - len(dropped)} of {len(placements)} placements: "
        f"{_what_is_left(exact=exact)}",
    )


def _by_atom(moves: Moves, atom: int) -> Breaking:
    table, images = moves.table, moves.symmetries.images
    fixing = np.nonzero(images[:, atom] == atom)[0]
    over = moves.over(atom)
    first, sizes = moves.orbits(over, fixing)
    dropped = set(over[first != over].tolist())
    exact = bool((sizes == len(fixing)).all())
    conflicts: list[IntArray] = []
    for other in np.unique(images[:, atom]).tolist():
        if other == atom:
            continue
        symmetry = int(np.nonzero(images[:, atom] == other)[0][0])
        # What lies over the other atom has the class of what it comes from.
        there = moves.images[symmetry, over]
        for value in np.unique(first).tolist():
            here, beyond = over[first >= value], there[first < value]
            dropped.update(np.intersect1d(here, beyond).tolist())
            if len(beyond):
                conflicts.append(np.union1d(here, beyond))
            same = over[first == value], there[first == value]
            exact = exact and moves.exclude_each_other(*same)
    left = len(over) - len(dropped.intersection(over.tolist()))
    name = table.instance.region.name_of(atom)
    others = len(np.unique(images[:, atom])) - 1
    images_of = "image" if others == 1 else f"{others} images"
    least = f", and what lies there comes before what lies over its {images_of}"
    return Breaking(
        np.array(sorted(dropped), dtype=np.int64),
        tuple(conflicts),
        exact,
        f"{name} is covered by {left} of {len(over)} placements{least if others else ''}: "
        f"{_what_is_left(exact=exact)}",
    )


def _what_is_left(*, exact: bool) -> str:
    if exact:
        return "one of all equivalent solutions is left"
    return "this only thins out; several equivalent solutions may be left"
