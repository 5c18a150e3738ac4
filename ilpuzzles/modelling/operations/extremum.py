"""The greatest or the least of several numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Extremum(Operation):
    """A variable is the greatest of several numbers, or the least.

    CP-SAT gets its own constraint. A MIP solver gets for the greatest z of some numbers s_i

        z >= s_i,  z <= s_i + (B - a_i) (1 - c_i),  c_1 + ... + c_n = 1

    with binary c_i that say which is the greatest, a_i the least value of s_i, and B the greatest
    value of any. A number that can never be the greatest gets neither.

    Attributes:
        target: The column of the variable.
        items: The numbers, at least one.
        greatest: Whether it is the greatest.
    """

    target: int
    items: tuple[Affine, ...]
    greatest: bool

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "maximum" if self.greatest else "minimum"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (Affine.column(self.target), *self.items)

    def defined(self) -> Iterable[int]:
        """Its target."""
        return (self.target,)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the variable is, and has to be."""
        numbers = [item.value(values) for item in self.items]
        wanted = max(numbers) if self.greatest else min(numbers)
        return Outcome(values[self.target], wanted, wanted)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        sign = 1 if self.greatest else -1
        target = Affine.column(self.target).times(sign)
        items = [item.times(sign) for item in dict.fromkeys(self.items)]
        ranges = [into.range(item) for item in items]
        floor = max(least for least, _ in ranges)
        ceiling = max(most for _, most in ranges)
        able = [
            (item, least)
            for item, (least, most) in zip(items, ranges, strict=True)
            if most > floor or least == floor
        ]
        if len(able) == 1:
            into.row(target.minus(able[0][0]), 0, 0)
            return
        for (item, least), chosen in zip(able, into.one_of(len(able)), strict=True):
            into.row(target.minus(item), 0, None)
            slack = ceiling - least
            into.row(target.minus(item).plus(chosen.affine.times(slack)), None, slack)
