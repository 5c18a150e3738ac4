"""All positions of an instance as bit arrays, with two lists of them for every atom.

This is step 2 of the Logelium algorithm: the *main* list of an atom has all positions that cover
it, the *secondary* list those whose first atom it is. Every position is in one secondary list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from ilpuzzles.geometry import IntArray
from ilpuzzles.puzzles.family import Plain
from ilpuzzles.puzzles.tiling.bits import hexadecimal
from ilpuzzles.puzzles.tiling.notation import Notation, Position
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance
from ilpuzzles.puzzles.tiling.table import PlacementTable

_WIDTH = 100
_INDENT = "    "


@dataclass(frozen=True, slots=True, eq=False)
class PositionList:
    """All positions of an instance, whatever is given.

    Attributes:
        table: The positions, as placements.
        names: What they are called; all names are different.
        main: For every atom the positions that cover it, ascending.
        secondary: For every atom the positions whose first atom it is, ascending.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> positions = PositionList.of(load("lonpos", "empty").instance)
        >>> next(positions.lines())
        'A.1@1.1 801C0000 000000'
        >>> len(positions.main[0]), len(positions.secondary[0]), len(positions.secondary[54])
        (41, 41, 0)
    """

    table: PlacementTable
    names: tuple[Position, ...]
    main: tuple[IntArray, ...]
    secondary: tuple[IntArray, ...]

    @classmethod
    def of(cls, instance: TilingInstance) -> PositionList:
        """Finds all positions of an instance."""
        table = PlacementTable.of(instance)
        size = len(instance.region)
        first = table.atoms[table.starts[:-1]]
        return cls(
            table,
            Notation.of(instance).positions(table),
            _lists(table.atoms, table.owner(), size),
            _lists(first, np.arange(len(table)), size),
        )

    def __len__(self) -> int:
        return len(self.table)

    def hexadecimal(self, position: int) -> str:
        """The atoms of a position as a bit array."""
        return hexadecimal(self.table.covered(position).tolist(), len(self.main))

    def lines(self) -> Iterator[str]:
        """Every position with its bit array, and every atom with its secondary list."""
        labels = [str(position) for position in self.names]
        for number, label in enumerate(labels):
            yield f"{label} {self.hexadecimal(number)}"
        keys = self.table.instance.region.keys()
        for atom, (key, main, secondary) in enumerate(
            zip(keys, self.main, self.secondary, strict=True)
        ):
            if isinstance(key[0], str):
                place = " ".join(map(str, key))
            else:
                place = f"({', '.join(map(str, key))})"
            yield f"atom {atom} at {place}: main list {len(main)}, secondary list {len(secondary)}"
            yield from wrap(
                " ".join(labels[number] for number in secondary.tolist()),
                _WIDTH,
                initial_indent=_INDENT,
                subsequent_indent=_INDENT,
                break_on_hyphens=False,
            )

    def to_json(self) -> Plain:
        """The same as plain data; the lists have the indices of the positions."""
        keys = self.table.instance.region.keys()
        return {
            "positions": [
                {
                    "label": str(position),
                    "tile": position.tile,
                    "shape": position.shape,
                    "place": list(position.place),
                    "atoms": self.table.covered(number).tolist(),
                    "hex": self.hexadecimal(number),
                }
                for number, position in enumerate(self.names)
            ],
            "atoms": [
                {
                    "atom": atom,
                    "point": list(key),
                    "main": main.tolist(),
                    "secondary": secondary.tolist(),
                }
                for atom, (key, main, secondary) in enumerate(
                    zip(keys, self.main, self.secondary, strict=True)
                )
            ],
        }


def _lists(atoms: IntArray, positions: IntArray, size: int) -> tuple[IntArray, ...]:
    """The positions that come with each atom.

    Args:
        atoms: Atoms, shape (n,).
        positions: A position for each, ascending.
        size: How many atoms there are in all.
    """
    order = np.argsort(atoms, kind="stable")
    starts = np.searchsorted(atoms[order], np.arange(1, size))
    return tuple(np.split(positions[order], starts))
