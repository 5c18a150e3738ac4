r"""Into which pieces diagonal cuts divide a board.

Every cell has four quarters, triangles between its centre and its upper, right, lower and left
border. All four hang together in a cell that is not cut. A cut `\` leaves the upper one with the
right one and the lower one with the left one, a cut `/` the upper one with the left one and the
lower one with the right one. A quarter hangs together with the one across its border; what touches
in a point does not hang together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""The row and the column of a cell, from 0."""

Quarter: TypeAlias = tuple[int, int, int]
"""The row, the column, and which border it lies at: 0 upper, 1 right, 2 lower, 3 left."""

_ACROSS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps to the cells beyond the four borders."""

_BESIDE = {"\\": (1, 0, 3, 2), "/": (3, 2, 1, 0)}
"""For every cut and every quarter, which other one is on the same side."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What hangs together: its quarters, and its cells with clues, both in reading order."""

    quarters: tuple[Quarter, ...]
    clues: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """What it is called: by its first clue or, if it has none, its first quarter."""
        if self.clues:
            return f"the part with {self.clues[0]}"
        row, column, side = self.quarters[0]
        border = ("upper", "right", "lower", "left")[side]
        return f"the part at the {border} border of {row, column}"


def pieces_of(rows: Sequence[str], clues: Collection[Cell]) -> list[Piece]:
    r"""The pieces of a board, found by walking from quarter to quarter.

    A cut is `/` or `\`; any other character is none. Pieces come in the order of their first clues;
    then those without any, in reading order.

    Example:
        >>> for piece in pieces_of(["./", "/."], {(0, 0)}):
        ...     print(piece.name, len(piece.quarters))
        the part with (0, 0) 8
        the part at the right border of (0, 1) 8
    """
    left = {
        (row, column, side)
        for row, line in enumerate(rows)
        for column in range(len(line))
        for side in range(4)
    }
    found: list[Piece] = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        quarters, waiting = [first], [first]
        while waiting:
            for quarter in _neighbours(rows, waiting.pop()):
                if quarter in left:
                    left.remove(quarter)
                    quarters.append(quarter)
                    waiting.append(quarter)
        cells = {(row, column) for row, column, _ in quarters}
        found.append(Piece(tuple(sorted(quarters)), tuple(sorted(cells.intersection(clues)))))
    return sorted(found, key=lambda piece: (not piece.clues, piece.clues, piece.quarters))


def _neighbours(rows: Sequence[str], quarter: Quarter) -> list[Quarter]:
    row, column, side = quarter
    down, right = _ACROSS[side]
    cut = rows[row][column]
    inside = (_BESIDE[cut][side],) if cut in _BESIDE else range(4)
    return [
        (row + down, column + right, (side + 2) % 4),
        *((row, column, other) for other in inside),
    ]
