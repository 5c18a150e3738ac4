"""Rows of a model that cannot hold any more, whatever else is drawn on a board."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, Kind


@dataclass(frozen=True, slots=True)
class DrawnValue:
    """The value that a mark gives a variable.

    Attributes:
        value: The value.
        move: The move that makes the mark; None if it is given.
    """

    value: int
    move: int | None


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A row that cannot hold any more, whatever else is drawn.

    Attributes:
        group: The group of the row.
        clues: The key of the clue that the row is about, if it is about one.
        marks: The fewest marks that break it, as moves.
        columns: All variables that break it together, those that are given among them.
    """

    group: Group
    clues: list[Hashable]
    marks: list[int]
    columns: list[int]


def broken_rows(
    program: Program, drawn: Mapping[int, DrawnValue], clue_groups: Collection[str]
) -> Iterator[BrokenRow]:
    """Yields the linear rows of a program that cannot hold with what is drawn.

    Args:
        program: The program.
        drawn: The values that are drawn, by the numbers of columns.
        clue_groups: The groups of the rows that hold clues.
    """
    program = program.within({column: (each.value, each.value) for column, each in drawn.items()})
    rows = program.rows
    least, most = _least_and_most(program)
    too_much = least - rows.upper.in_doubles()
    too_little = rows.lower.in_doubles() - most
    excess = np.maximum(too_much, too_little)
    is_linear = (rows.lengths() > 0) & (rows.kinds <= Kind.AT_LEAST_ONE) & (rows.groups >= 0)
    for row in np.nonzero(is_linear & (excess > 0))[0].tolist():
        group = program.groups[int(rows.groups[row])]
        number = int(program.row_numbers[row])
        key = program.names.row_key(number) if number >= 0 else None
        # The key of a rule may have the numbers of a clue's corner.
        clues = [key] if group.name in clue_groups else []
        is_too_much = bool(too_much[row] > 0)
        columns: list[int] = []
        shares: dict[int, int] = {}
        entries = rows.entries(row)
        for column, factor in zip(
            rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
        ):
            if column not in drawn:
                continue
            # What makes it more than it may be is a 1 of a positive term or a 0 of another.
            raises_the_sum = (factor > 0) == bool(drawn[column].value)
            if raises_the_sum != is_too_much:
                continue
            columns.append(column)
            move = drawn[column].move
            if move is not None:
                shares[move] = shares.get(move, 0) + abs(factor)
        yield BrokenRow(group, clues, _fewest_marks(shares, float(excess[row])), columns)


def _fewest_marks(shares: Mapping[int, int], excess: float) -> list[int]:
    """Returns the marks without which a row could hold, from how much each adds to its excess."""
    marks = []
    for move, share in shares.items():
        # Without this one, it would still be too much.
        if excess > share:
            excess -= share
        else:
            marks.append(move)
    return marks


def _least_and_most(program: Program) -> tuple[NumberArray, NumberArray]:
    """The least and the greatest value that each row can have within the bounds of its variables.

    Doubles know infinity, and are exact for what clues count.
    """
    rows = program.rows
    coefficients = rows.coefficients.astype(np.float64)
    lower = program.lower.in_doubles()[rows.columns]
    upper = program.upper.in_doubles()[rows.columns]
    is_positive = rows.coefficients > 0
    least_terms = coefficients * np.where(is_positive, lower, upper)
    most_terms = coefficients * np.where(is_positive, upper, lower)
    starts = rows.starts[:-1]
    # `reduceat` needs an entry behind the last one: a row at the end may be empty.
    least = np.add.reduceat(np.append(least_terms, 0), starts)
    most = np.add.reduceat(np.append(most_terms, 0), starts)
    return least, most
