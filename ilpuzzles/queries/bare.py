"""A program on its own, without the model that it came from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.modelling import IntArray, Program, Statistics, Violation
from ilpuzzles.modelling.check import violations


class Numbered:
    """Names for programs without a model: numbers."""

    def name_of(self, column: int) -> str:
        """The name of a column."""
        return f"x{column}"

    def row_name(self, row: int) -> str:
        """The name of a row."""
        return f"row {row}"


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """A program that can be handed to a backend, and to another process.

    Attributes:
        arrays: The program.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> print(*Bare(model.program()).check(np.array([1, 1])))
        row 0 is 2, not 1
    """

    arrays: Program

    def program(self) -> Program:
        """The arrays that a solver gets."""
        return self.arrays

    def check(self, values: IntArray) -> tuple[Violation, ...]:
        """What is wrong with an assignment, with numbers for names."""
        return violations(self.arrays, values, Numbered())

    def statistics(self) -> Statistics:
        """How large the program is; it does not know its groups."""
        rows = self.arrays.rows
        groups = np.full(len(rows), -1, dtype=np.int64)
        return Statistics.of(self.arrays.regrouped(groups), [])
