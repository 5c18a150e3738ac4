"""What a Surasshupakku is, and boards with clues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ilpuzzles.puzzles.position import Puzzle, SymmetryBreaking

Cell: TypeAlias = tuple[int, int]
"""The row and the column of a cell, from 0."""

NO_CLUE, ANY = 0, -1
"""What stands for a cell without a clue, and for a clue that may be any letter."""

FORWARD, BACK, UNCUT = "/", "\\", "."
"""How cells are cut: from the lower left corner, from the upper left one, or not at all."""

MOST_ROWS = 40
"""The most rows, and the most columns, that a board may have."""


@dataclass(frozen=True, slots=True)
class SlashPuzzle(Puzzle):
    """The rules; with `bridges`, both sides of a cut may lie in the same part."""

    bridges: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SlashInstance:
    """A board; `title` and `source` may be empty, and the numbers of solutions unknown (None).

    `clues` tells for every row what stands in its cells: the number of a letter from 1, `ANY`, or
    `NO_CLUE`; `names` what the letters are called, in the order of their numbers: `A` or `12`.
    """

    puzzle: SlashPuzzle
    clues: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    title: str = ""
    solutions: int | None = None
    solutions_up_to_symmetry: int | None = None
    source: str = ""
    breaking: SymmetryBreaking | None = None

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.clues)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.clues[0])

    @property
    def letters(self) -> int:
        """How many letters there are."""
        return len(self.names)

    @property
    def parts(self) -> int:
        """Into how many parts it is cut."""
        return len(self.clue_cells()) // self.letters

    def cells(self) -> list[Cell]:
        """All cells in reading order."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def clue(self, cell: Cell) -> int:
        """What stands in a cell."""
        return self.clues[cell[0]][cell[1]]

    def clue_cells(self) -> list[Cell]:
        """The cells with a clue, in reading order."""
        return [cell for cell in self.cells() if self.clue(cell) != NO_CLUE]

    def free_cells(self) -> list[Cell]:
        """The cells without a clue, in reading order; only these can be cut."""
        return [cell for cell in self.cells() if self.clue(cell) == NO_CLUE]

    def cells_of(self, clue: int) -> list[Cell]:
        """The cells in which a clue stands, in reading order."""
        return [cell for cell in self.cells() if self.clue(cell) == clue]

    @property
    def leading_letter(self) -> int:
        """The letter that most clues show, the first one of several; it numbers the parts."""
        numbers = range(1, self.letters + 1)
        return max(numbers, key=lambda letter: (len(self.cells_of(letter)), -letter))

    def shown(self, cell: Cell) -> str:
        """A cell as it is written: a letter, `?`, or `.`."""
        clue = self.clue(cell)
        return {NO_CLUE: ".", ANY: "?"}.get(clue) or self.names[clue - 1]
