"""The product of two numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows, total
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Product(Operation):
    """A variable is the product of two numbers.

    CP-SAT gets its own constraint. A MIP solver gets the factor with fewer values written in
    binary, a = a_0 + 1 d_0 + 2 d_1 + 4 d_2 + ..., and the product of each digit with the other
    factor, which four rows state as tightly as can be; a binary factor is its own digit.

    Attributes:
        target: The column of the variable.
        left: A factor.
        right: The other one.
    """

    target: int
    left: Affine
    right: Affine

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "product"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (Affine.column(self.target), self.left, self.right)

    def defined(self) -> Iterable[int]:
        """Its target."""
        return (self.target,)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the variable is, and has to be."""
        wanted = self.left.value(values) * self.right.value(values)
        return Outcome(values[self.target], wanted, wanted)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        left, right = self.left, self.right
        if _width(into, left) > _width(into, right):
            left, right = right, left
        least, most = into.range(left)
        digits = _digits(into, left, least, most)
        parts = [right.times(least)]
        parts += [into.product(digit, right).times(size) for digit, size in digits]
        into.row(Affine.column(self.target).minus(total(parts)), 0, 0)


def _width(into: LinearRows, form: Affine) -> int:
    least, most = into.range(form)
    return most - least


def _digits(into: LinearRows, form: Affine, least: int, most: int) -> list[tuple[Literal, int]]:
    """Literals and their sizes, which add up to the number less its least value."""
    if len(form.columns) == 1:
        column, positive = form.columns[0], form.coefficients[0] > 0
        if (into.lower[column], into.upper[column]) == (0, 1):
            return [(Literal(column, positive), most - least)]
    digits = [(into.binary(), 1 << place) for place in range((most - least).bit_length())]
    if digits:
        into.row(total(d.affine.times(size) for d, size in digits).minus(form), -least, -least)
    return digits
