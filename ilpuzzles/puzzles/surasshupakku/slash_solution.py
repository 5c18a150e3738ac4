"""Solutions: how every cell is cut, the parts that come of it, and values of a model as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.surasshupakku.borders import Borders
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import BACK, FORWARD, UNCUT, Cell, SlashInstance

UNKNOWN = "?"
"""Stands for a cell of which it is not known how it is cut."""


@dataclass(frozen=True, slots=True, eq=False)
class SlashSolution:
    r"""A board that is cut.

    `cuts` tells for every row how its cells are cut: `/`, `\\`, `.` for not at all, or `?` where
    that is not known.
    """

    instance: SlashInstance
    cuts: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether it is known of every cell how it is cut."""
        return not any(UNKNOWN in row for row in self.cuts)

    def cut(self, cell: Cell) -> str:
        """How a cell is cut."""
        row, column = cell
        return self.cuts[row][column]

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
    columns = range(instance.columns)
    return tuple(
        "".join(cut.get((row, column), otherwise) for column in columns)
        for row in range(instance.rows)
    )


def formulated(
    instance: SlashInstance, model: Model, cut: VariableFamily, *, sound: bool = True
) -> Formulated:
    """A model with its decoder, and with the facts that solutions may have in common.

    `cut` are the variables for every cell without a clue, and both diagonals. The fact (cell, cut)
    says how a cell is cut, or by `.` that it is not.
    """
    cells = instance.free_cells()

    def cuts(values: IntArray) -> dict[Cell, str]:
        chosen = values[cut.columns].astype(bool).tolist()
        return {
            cell: FORWARD if forward else BACK
            for cell, (forward, back) in zip(cells, chosen, strict=True)
            if forward or back
        }

    def decode(values: IntArray) -> SlashSolution:
        return SlashSolution(instance, rows_of(instance, cuts(values), UNCUT))

    def facts(values: IntArray) -> Mapping[Any, Expression]:
        chosen = cuts(values)
        return {
            (cell, said): (cut[cell, said] if said != UNCUT else cut[cell, :].sum()) + 0
            for cell, said in ((cell, chosen.get(cell, UNCUT)) for cell in cells)
        }

    def partial(known: Iterable[tuple[Cell, str]]) -> SlashSolution:
        whole = {**dict.fromkeys(instance.clue_cells(), UNCUT), **dict(iter(known))}
        return SlashSolution(instance, rows_of(instance, whole, UNKNOWN))

    def encode(solution: SlashSolution) -> dict[Variable, int]:
        return {
            cut[cell, said]: int(solution.cut(cell) == said)
            for cell in cells
            if solution.cut(cell) != UNKNOWN
            for said in (FORWARD, BACK)
        }

    # A clue is no row of its own: letters are counted in every part. So a reason names the rules.
    return Formulated(model, decode, facts, partial, given=Given(), encode=encode, sound=sound)
