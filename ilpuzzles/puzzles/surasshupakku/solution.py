"""Solutions: how every cell is cut, and the parts that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.puzzles.surasshupakku.borders import Borders
from ilpuzzles.puzzles.surasshupakku.puzzle import Cell, SlashInstance

UNKNOWN = "?"
"""Stands for a cell of which it is not known how it is cut."""


@dataclass(frozen=True, slots=True, eq=False)
class SlashSolution:
    r"""A board that is cut.

    Attributes:
        instance: The board.
        cuts: For every row, how its cells are cut: `/`, `\\`, `.` for not at all, or `?` where that
            is not known.
    """

    instance: SlashInstance
    cuts: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether it is known of every cell how it is cut."""
        return not any(UNKNOWN in row for row in self.cuts)

    def parts(self) -> list[list[Cell]]:
        """The cells with clues of every part, in the order of their first ones.

        Parts without any clue, of which right solutions have none, come last.
        """
        borders = Borders.of(self.instance)
        pieces = borders.pieces(self.cuts)
        found: dict[int, list[Cell]] = {}
        for cell in self.instance.clue_cells():
            found.setdefault(pieces[borders.vertex(cell)], []).append(cell)
        empty = max(pieces, default=-1) + 1 - len(found)
        return [*found.values(), *([] for _ in range(empty))]

    def differences(self, other: SlashSolution) -> list[Cell]:
        """The cells that another solution cuts in another way."""
        return [
            (row, column)
            for row, column in self.instance.cells()
            if self.cuts[row][column] != other.cuts[row][column]
        ]

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data: `rows`, and `parts`, the cells with clues of each part."""
        data: dict[str, Any] = {"rows": list(self.cuts)}
        if self.is_whole:
            data["parts"] = [[list(cell) for cell in part] for part in self.parts()]
        return data


def rows_of(instance: SlashInstance, cut: dict[Cell, str], otherwise: str) -> tuple[str, ...]:
    """Cuts of some cells, and what stands for all others, as rows of text."""
    cells = [
        "".join(cut.get((row, column), otherwise) for column in range(instance.columns))
        for row in range(instance.rows)
    ]
    return tuple(cells)
