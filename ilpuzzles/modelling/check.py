"""The exact row check: does an assignment satisfy every row?

No solver's word is taken for it. All arithmetic is in whole numbers; where 64 bits might not be
enough, Python's own integers are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.modelling.basics import LARGEST, MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.linear import Names
from ilpuzzles.modelling.operations import Outcome
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_TARGET, Kind


@dataclass(frozen=True, slots=True)
class Violation:
    """A row or a variable that is not within its bounds.

    Attributes:
        name: The name of the row or variable.
        value: What it comes to.
        lower: The least allowed value, or None.
        upper: The greatest allowed value, or None.
        outside: Whether the value must not lie within these bounds, instead.

    Example:
        >>> print(Violation("each cell once[(0, 3)]", 2, 1, 1))
        each cell once[(0, 3)] is 2, not 1
    """

    name: str
    value: int
    lower: int | None
    upper: int | None
    outside: bool = False

    def __str__(self) -> str:
        if self.outside:
            within = f"within {self.lower} and {self.upper}"
            forbidden = f"{self.lower}" if self.lower == self.upper else within
            return f"{self.name} is {self.value}, and must not be {forbidden}"
        if self.lower == self.upper:
            allowed = f"not {self.lower}"
        elif self.lower is None:
            allowed = f"not at most {self.upper}"
        elif self.upper is None:
            allowed = f"not at least {self.lower}"
        else:
            allowed = f"not within {self.lower} and {self.upper}"
        return f"{self.name} is {self.value}, {allowed}"


class _Names(Names, Protocol):
    """What the check needs of a model."""

    def row_name(self, row: int) -> str:
        """The name of a row."""


def violations(program: Program, values: IntArray, names: _Names) -> tuple[Violation, ...]:
    """Checks every variable's bounds and every row.

    Args:
        program: The program.
        values: One whole number per column, shape (columns,).
        names: The model, for the names in the answer.

    Returns:
        What is not as it should be: variables first, then rows.

    Raises:
        CheckError: If a value is missing or is not a whole number.
    """
    if values.shape != (program.variables,) or values.dtype.kind not in "iu":
        raise CheckError(
            Problem(
                f"{values.shape} values of type {values.dtype} for {program.variables} variables",
                "one whole number per variable is needed",
            )
        )
    found = [
        Violation(
            names.name_of(column),
            int(values[column]),
            _finite(int(program.lower[column])),
            _finite(int(program.upper[column])),
        )
        for column in np.nonzero((values < program.lower) | (values > program.upper))[0].tolist()
    ]
    for row, outcome in _wrong(program, values):
        found.append(Violation(names.row_name(int(program.row_numbers[row])), *outcome))
    return tuple(found)


def broken_rows(program: Program, values: IntArray) -> list[int]:
    """The numbers in the program of all rows that do not hold.

    Args:
        program: The program.
        values: One whole number per column, shape (columns,).
    """
    return [row for row, _ in _wrong(program, values)]


def rows_hold(program: Program, batch: IntArray) -> npt.NDArray[np.bool_]:
    """Which of many assignments satisfy all bounds and all rows, exactly.

    Args:
        program: The program.
        batch: One whole number per column, shape (assignments, columns).

    Returns:
        Whether each one does, shape (assignments,).

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> rows_hold(model.program(), np.array([[1, 0], [1, 1], [0, 2]])).tolist()
        [True, False, False]
    """
    rows = program.rows
    inside = (batch >= program.lower) & (batch <= program.upper)
    within: npt.NDArray[np.bool_] = np.logical_and.reduce(inside, axis=1)
    small = 1 << 20
    sizes = (rows.coefficients, batch, rows.lengths())
    simple = all(not part.size or int(np.abs(part).max()) < small for part in sizes)
    if not (simple and (rows.targets == NO_TARGET).all()):
        good = [
            bool(fits) and not broken_rows(program, row)
            for fits, row in zip(within, batch, strict=True)
        ]
        return np.array(good, dtype=bool)
    terms = rows.coefficients * batch[:, rows.columns]
    totals = np.zeros((len(batch), len(rows.columns) + 1), dtype=np.int64)
    np.cumsum(terms, axis=1, out=totals[:, 1:])
    sums = totals[:, rows.starts[1:]] - totals[:, rows.starts[:-1]]
    held = np.logical_and.reduce((rows.lower <= sums) & (sums <= rows.upper), axis=1)
    right: npt.NDArray[np.bool_] = within & held
    return right


def _wrong(program: Program, values: IntArray) -> Iterator[tuple[int, Outcome]]:
    """The rows that do not hold: what they come to, and what they have to be.

    A row that defines a variable comes to the value of that variable.
    """
    rows = program.rows
    numbers: list[int] = values.tolist()
    kinds, targets = rows.kinds.tolist(), rows.targets.tolist()
    lengths = rows.lengths().tolist()
    negated = np.bincount(rows.owners()[rows.coefficients < 0], minlength=len(rows)).tolist()
    bounds = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
    for row, (activity, (lower, upper)) in enumerate(
        zip(_activities(program, values), bounds, strict=True)
    ):
        if targets[row] == NO_TARGET:
            # An activity may lie beyond the numbers that stand for infinity.
            if lower <= activity <= upper:
                continue
            outcome = Outcome(activity, _finite(lower), _finite(upper))
        elif kinds[row] == Kind.OPERATION:
            outcome = program.operations[targets[row]].outcome(numbers)
        else:
            true = activity + negated[row]
            wanted = int(true == lengths[row] if kinds[row] == Kind.CONJUNCTION else true > 0)
            outcome = Outcome(numbers[targets[row]], wanted, wanted)
        if not outcome.right:
            yield row, outcome


def _finite(bound: int) -> int | None:
    return None if bound in {MINUS_INFINITY, PLUS_INFINITY} else bound


def _activities(program: Program, values: IntArray) -> list[int]:
    """What each row comes to."""
    rows = program.rows
    lengths = rows.lengths()
    largest = 1
    for part in (rows.coefficients, values, lengths):
        if len(part):
            # abs() of the least 64-bit number overflows; Python's does not.
            largest *= max(abs(int(part.min())), abs(int(part.max())), 1)
    if largest < LARGEST:
        totals = np.concatenate([[0], np.cumsum(rows.coefficients * values[rows.columns])])
        exact: list[int] = (totals[rows.starts[1:]] - totals[rows.starts[:-1]]).tolist()
        return exact
    coefficients, columns = rows.coefficients.tolist(), rows.columns.tolist()
    numbers, starts = values.tolist(), rows.starts.tolist()
    return [
        sum(coefficients[entry] * numbers[columns[entry]] for entry in range(first, last))
        for first, last in pairwise(starts)
    ]
