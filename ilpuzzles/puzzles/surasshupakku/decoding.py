"""What values of the variables `cut[cell, diagonal]` say about a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ilpuzzles.modelling import Expression, Family, Given, IntArray, Model
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.surasshupakku.puzzle import BACK, FORWARD, UNCUT, Cell, SlashInstance
from ilpuzzles.puzzles.surasshupakku.solution import UNKNOWN, SlashSolution, rows_of


def formulated(
    instance: SlashInstance, model: Model, cut: Family, *, sound: bool = True
) -> Formulated:
    """A model with its decoder, and with the facts that solutions may have in common.

    The fact (cell, cut) says how a cell is cut, or by `.` that it is not.

    Args:
        instance: The board.
        model: The model.
        cut: Its variables: for every cell without a clue, and both diagonals, whether it is cut.
        sound: Whether every solution of the model is one of the board.
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

    # A clue is no row of its own: letters are counted in every part. So a reason names the rules.
    return Formulated(model, decode, facts, partial, given=Given(), sound=sound)
