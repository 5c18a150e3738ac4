"""What the rows of a program mean, from their arrays alone: no code of the package is asked."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Kind, Rows

MISSED = 1e-9
"""By so much the bounds of measured rows may be missed; random ones are never as close."""


def domains(program: Program) -> list[range]:
    """The values of each column, by its bounds."""
    bounds = zip(program.lower.numbers.tolist(), program.upper.numbers.tolist(), strict=True)
    return [range(lower, upper + 1) for lower, upper in bounds]


def assignments(program: Program) -> IntArray:
    """Every assignment within the bounds, shape (number, columns)."""
    every = list(product(*domains(program)))
    return np.array(every, dtype=np.int64).reshape(len(every), program.variables)


def holding(rows: Rows, row: int, values: IntArray) -> NDArray[np.bool_]:
    """In which of some assignments, shape (number, columns), a row holds."""
    part = slice(rows.starts[row], rows.starts[row + 1])
    factors = rows.coefficients[part]
    if rows.kinds[row] == Kind.LINEAR:
        sums = values[:, rows.columns[part]] @ factors
        room = MISSED if rows.measured[row] else 0
        inside = np.ones(len(values), dtype=bool)
        if rows.lower.finite[row]:
            inside &= sums >= rows.lower.numbers[row] - room
        if rows.upper.finite[row]:
            inside &= sums <= rows.upper.numbers[row] + room
        return inside
    true = values[:, rows.columns[part]] == (factors > 0)
    match Kind(rows.kinds[row]):
        case Kind.CONJUNCTION:
            return np.asarray(true.all(axis=1) == values[:, rows.targets[row]])
        case Kind.DISJUNCTION:
            return np.asarray(true.any(axis=1) == values[:, rows.targets[row]])
        case Kind.EXACTLY_ONE:
            return np.asarray(true.sum(axis=1) == 1)
        case Kind.AT_MOST_ONE:
            return np.asarray(true.sum(axis=1) <= 1)
        case kind:
            assert kind is Kind.AT_LEAST_ONE
            return np.asarray(true.any(axis=1))


def solutions(program: Program) -> list[list[int]]:
    """Every assignment within the bounds that breaks no row."""
    values = assignments(program)
    for row in range(len(program.rows)):
        values = values[holding(program.rows, row, values)]
    found: list[list[int]] = values.tolist()
    return found
