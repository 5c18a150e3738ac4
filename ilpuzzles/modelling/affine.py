"""Linear expressions in plain numbers, for the rows that are not linear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Affine:
    """A constant plus multiples of variables.

    Attributes:
        columns: The columns of the variables, ascending, each once.
        coefficients: Their coefficients, none of them 0.
        constant: What is added.

    Example:
        >>> Affine.of([4, 2, 4], [1, 3, -1], 5)
        Affine(columns=(2,), coefficients=(3,), constant=5)
        >>> Affine.of([0, 1], [2, -1], 5).times(-1).plus(Affine.column(1))
        Affine(columns=(0, 1), coefficients=(-2, 2), constant=-5)
        >>> Affine.of([0, 1], [2, -1], 5).range([0, 0], [1, 9])
        (-4, 7)
    """

    columns: tuple[int, ...]
    coefficients: tuple[int, ...]
    constant: int = 0

    @staticmethod
    def of(columns: Sequence[int], coefficients: Sequence[int], constant: int = 0) -> Affine:
        """Adds up terms, some of which may have the same column."""
        total: dict[int, int] = {}
        for column, coefficient in zip(columns, coefficients, strict=True):
            total[column] = total.get(column, 0) + coefficient
        kept = sorted((column, factor) for column, factor in total.items() if factor)
        return Affine(tuple(c for c, _ in kept), tuple(factor for _, factor in kept), constant)

    @staticmethod
    def column(column: int) -> Affine:
        """A variable."""
        return Affine((column,), (1,))

    @staticmethod
    def number(constant: int) -> Affine:
        """A constant."""
        return Affine((), (), constant)

    def plus(self, other: Affine) -> Affine:
        """The sum."""
        return Affine.of(
            self.columns + other.columns,
            self.coefficients + other.coefficients,
            self.constant + other.constant,
        )

    def times(self, factor: int) -> Affine:
        """A multiple."""
        coefficients = tuple(factor * coefficient for coefficient in self.coefficients)
        return Affine.of(self.columns, coefficients, factor * self.constant)

    def minus(self, other: Affine) -> Affine:
        """The difference."""
        return self.plus(other.times(-1))

    def value(self, values: Sequence[int]) -> int:
        """Its value for some values of all columns."""
        return self.constant + sum(
            factor * values[column]
            for column, factor in zip(self.columns, self.coefficients, strict=True)
        )

    def range(self, lower: Sequence[int], upper: Sequence[int]) -> tuple[int, int]:
        """Its least and greatest value for variables within some bounds."""
        least = most = self.constant
        for column, factor in zip(self.columns, self.coefficients, strict=True):
            ends = factor * int(lower[column]), factor * int(upper[column])
            least += min(ends)
            most += max(ends)
        return least, most


@dataclass(frozen=True, slots=True)
class Literal:
    """A binary variable or its negation, in plain numbers.

    Attributes:
        column: The column of the variable.
        positive: Whether it is the variable itself.
    """

    column: int
    positive: bool = True

    @property
    def opposite(self) -> Literal:
        """The negation."""
        return Literal(self.column, not self.positive)

    @property
    def affine(self) -> Affine:
        """1 if it is true and 0 otherwise."""
        return Affine((self.column,), (1 if self.positive else -1,), 0 if self.positive else 1)

    def true(self, values: Sequence[int]) -> bool:
        """Whether it is true for some values of all columns."""
        return bool(values[self.column]) is self.positive
