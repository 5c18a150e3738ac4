"""What is often stated of cells: nothing touches, nothing is full, what is chosen comes in runs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any

from ilpuzzles.constraints.automata import automaton
from ilpuzzles.grid.grid import Cell, Grid
from ilpuzzles.modelling.expressions import Operand
from ilpuzzles.modelling.model import Model


def apart(model: Model, grid: Grid, truths: Any, *, corners: bool = False) -> None:
    """States that no two cells that are chosen touch: along a side, or at a corner as well.

    Args:
        model: The model.
        grid: The grid.
        truths: For every cell, whether it is chosen; by cell.
        corners: Whether cells may not touch at a corner either.

    Example:
        >>> model, grid = Model(), Grid.of(1, 3)
        >>> apart(model, grid, model.binary("on", grid.cells))
        >>> model.count().number
        5
    """
    for one, other in grid.touching_pairs if corners else grid.pairs:
        model.at_most_one([truths[one], truths[other]], key=(*one, *other))


def no_full_block(model: Model, grid: Grid, truths: Any, rows: int = 2, columns: int = 2) -> None:
    """States that in every rectangle of a size some cell is not chosen.

    Example:
        >>> model, grid = Model(), Grid.of(2, 2)
        >>> no_full_block(model, grid, model.binary("on", grid.cells))
        >>> model.count().number
        15
    """
    for window in grid.windows(rows, columns):
        model.at_least_one([~truths[cell] for cell in window], key=window[0])


def toward(lines: Any, grid: Grid, cell: Cell, way: str) -> Operand:
    """The variable of the line from a square in a direction; 0 where there can be none.

    Args:
        lines: The variables of lines, by pairs of cells, the smaller one first.
        grid: The grid.
        cell: The cell.
        way: The direction: `n`, `e`, `s` or `w`.
    """
    other = grid.step(cell, way)
    pair = (min(cell, other), max(cell, other))
    known = lines if isinstance(lines, Mapping) else lines.axes[0]
    return lines[pair] if pair in known else 0


def different_digits(
    model: Model, digit: Any, cells: Sequence[Cell], total: int, key: Hashable
) -> None:
    """States that the digits of some cells are different and have a sum.

    A variable for each set of digits with that sum says whether it is the one that is used.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        cells: The cells, each of which has one digit.
        total: The sum.
        key: The key of all rows.

    Example:
        >>> model = Model()
        >>> digit = model.binary("digit", [(0, 0), (0, 1)], range(1, 10))
        >>> _ = model.exactly_one(digit, axis=1)
        >>> different_digits(model, digit, [(0, 0), (0, 1)], 4, key=(0, 0))
        >>> model.count().number
        2
    """
    digits = digit.axes[1]
    sets = [one for one in combinations(digits, len(cells)) if sum(one) == total]
    with model.defining(*digit[list(cells), :].flat) as made:
        used = model.binary(f"set {len(model.families)}", sets, auxiliary=True)
        made.extend(used)
        model.exactly_one(used, key=key)
        for one in digits:
            others = [used[digits] for digits in sets if one not in digits]
            model.exactly_one([*digit[list(cells), one], *others], key=key)


def runs(model: Model, truths: Any, lengths: Sequence[int], key: Any) -> None:
    """States that what is chosen of a line of cells are runs of these lengths, in this order.

    There is at least one cell between two of them.

    Example:
        >>> model = Model()
        >>> runs(model, model.binary("on", 5), [1, 2], key="row")
        >>> model.count().number
        3
    """
    transitions: dict[tuple[Hashable, int], Hashable] = {(0, 0): 0}
    state = 0
    for length in lengths:
        for _ in range(length):
            transitions[state, 1] = state + 1
            state += 1
        transitions[state, 0] = state + 1
        state += 1
        transitions[state, 0] = state
    ends = {state, state - 1} if lengths else {0}
    automaton(model, truths, transitions, 0, sorted(ends), name=str(key))
