"""A board as numbers of cells, of borders between them, and of points at their corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ilpuzzles.puzzles.surasshupakku.slash_puzzle import BACK, FORWARD, UNCUT

VALUES = (UNCUT, FORWARD, BACK)
"""How a cell may be cut."""

PIECES: Mapping[str, tuple[tuple[int, ...], ...]] = MappingProxyType(
    {UNCUT: ((0, 1, 2, 3),), FORWARD: ((0, 3), (1, 2)), BACK: ((0, 1), (2, 3))}
)
"""Which of the borders of a cell, north, east, south and west, are those of the same piece."""


class Corner(NamedTuple):
    """A point inside the board: the four cells around it, and the cut of each that ends there."""

    cells: tuple[int, int, int, int]
    cuts: tuple[str, str, str, str]


class SlashGrid:
    """The cells and borders of a board.

    Example:
        >>> grid = SlashGrid(2, 2)
        >>> grid.borders[0], grid.borders[3]
        ((0, 3, 5, 2), (6, 9, 11, 8))
        >>> grid.pieces("..//")
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1]
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        wide = 2 * columns + 1
        self.border_count = rows * wide + columns
        self.borders: list[tuple[int, int, int, int]] = []
        self.beside: list[list[tuple[int, int]]] = [[] for _ in range(self.border_count)]
        """For every border the cells on both sides, and which of their borders it is."""
        for row in range(rows):
            for column in range(columns):
                north = row * wide + column
                around = (north, north + columns + 1, north + wide, north + columns)
                for place, border in enumerate(around):
                    self.beside[border].append((len(self.borders), place))
                self.borders.append(around)
        self.corners = [
            Corner(
                (cell - columns - 1, cell - columns, cell - 1, cell), (BACK, FORWARD, FORWARD, BACK)
            )
            for cell in range(self.cells)
            if cell >= columns and cell % columns
        ]

    def piece(self, border: int, cuts: Sequence[str]) -> set[int]:
        """The borders that hang together with one of them, where cells are cut like this."""
        reached, waiting = {border}, [border]
        while waiting:
            for cell, place in self.beside[waiting.pop()]:
                around = self.borders[cell]
                for piece in PIECES[cuts[cell]]:
                    if place in piece:
                        for other in piece:
                            if around[other] not in reached:
                                reached.add(around[other])
                                waiting.append(around[other])
        return reached

    def pieces(self, cuts: Sequence[str]) -> list[int]:
        """For every border the number of its piece, by the first border of each."""
        found = [-1] * self.border_count
        number = 0
        for border in range(self.border_count):
            if found[border] < 0:
                for other in self.piece(border, cuts):
                    found[other] = number
                number += 1
        return found

    def lines(self, cuts: Sequence[str]) -> tuple[str, ...]:
        """The cuts row by row."""
        joined = "".join(cuts)
        return tuple(
            joined[start : start + self.columns] for start in range(0, self.cells, self.columns)
        )
