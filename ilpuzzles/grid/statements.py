"""What is often stated of cells: nothing touches, nothing is full, what is chosen comes in runs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ilpuzzles.constraints.automata import automaton
from ilpuzzles.errors import in_words
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


def latin(
    model: Model,
    cells: Sequence[Cell],
    digits: Sequence[int],
    areas: Mapping[tuple[str, Any], Sequence[Cell]],
) -> Any:
    """States that every cell has one digit, and every area has each digit once, as in a Sudoku.

    Where an area has more cells than there are digits, cells may stay empty. The rows are in the
    groups `cells` and `areas`.

    Args:
        model: The model.
        cells: The cells.
        digits: The digits.
        areas: The cells of each area, by its kind and name; see `Grid.lines` and `Grid.areas`.

    Returns:
        The variables `digit`, by cell and digit: whether it stands there.

    Example:
        >>> model, grid = Model(), Grid.of(3, 3)
        >>> digit = latin(model, grid.cells, range(1, 4), grid.lines)
        >>> model.count().number
        12
    """
    digit = model.binary("digit", cells, digits)
    with model.group("cells", why="every cell has one digit"):
        full = all(len(area) == len(digits) for area in areas.values())
        (model.exactly_one if full else model.at_most_one)(digit, axis=1)
    kinds = in_words(list(dict.fromkeys(kind for kind, _ in areas)))
    with model.group("areas", why=f"every {kinds} has each digit once"):
        for (kind, name), area in areas.items():
            model.exactly_one(digit[list(area), :], name=f"{kind} {name}", axis=0)
    return digit


def contents(
    model: Model,
    digit: Any,
    cells: Sequence[Cell],
    allowed: Sequence[tuple[int, ...]],
    key: Hashable,
) -> None:
    """States that the digits in some cells are those of one of several tuples, in any order.

    A variable for each tuple says whether it is the one; it follows from the digits.

    Args:
        model: The model.
        digit: For every cell and every digit, whether it stands there; by cell and digit.
        cells: The cells, each of which has one digit.
        allowed: The tuples, none of which is another one in another order.
        key: The key of all rows.

    Example:
        >>> model = Model()
        >>> row = [(0, 0), (0, 1), (0, 2)]
        >>> digit = latin(model, row, range(1, 4), {("row", 0): row})
        >>> contents(model, digit, row[:2], [(1, 2), (2, 3)], key=(0, 0))
        >>> model.count().number
        4
    """
    with model.defining(*digit[list(cells), :].flat) as made:
        used = model.binary(f"contents {len(model.families)}", allowed, auxiliary=True)
        made.extend(used)
        model.exactly_one(used, key=key)
        for one in digit.axes[1]:
            here = [*digit[list(cells), one]]
            counts = {digits: digits.count(one) for digits in allowed if one in digits}
            if max(counts.values(), default=0) > 1:
                several = model.sum(number * used[digits] for digits, number in counts.items())
                model.add(model.sum(here) == several, key=key)
            else:
                others = [used[digits] for digits in allowed if one not in digits]
                model.exactly_one(here + others, key=key)


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
