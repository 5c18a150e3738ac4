"""A comparison that has to hold under conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Conditional(Operation):
    """If all conditions are true, a number lies within two bounds, or outside of them.

    CP-SAT gets an enforced linear constraint. A MIP solver gets for each bound a row that gives
    way by as much as the bounds of the variables allow; "outside" needs one binary variable more,
    which says whether the number is below.

    Attributes:
        conditions: The conditions; none means always.
        subject: The number.
        lower: The least value of the interval, or None.
        upper: The greatest value of the interval, or None.
        outside: Whether the number must not lie in the interval, instead.
    """

    conditions: tuple[Literal, ...]
    subject: Affine
    lower: int | None
    upper: int | None
    outside: bool = False

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "conditional" if self.conditions else "not equal"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (*self.conditions, self.subject)

    def defined(self) -> Iterable[int]:
        """Every variable, if it is an equation that holds in any case."""
        equation = not self.conditions and not self.outside and self.lower == self.upper
        return self.subject.columns if equation and self.lower is not None else ()

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the number comes to; anything will do where a condition does not hold."""
        value = self.subject.value(values)
        if not all(condition.true(values) for condition in self.conditions):
            return Outcome(value, None, None)
        return Outcome(value, self.lower, self.upper, self.outside)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        if not self.outside:
            into.implied(self.conditions, self.subject, self.lower, self.upper)
            return
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            # Everything is outside of an empty interval.
            return
        least, most = into.range(self.subject)
        can_be_below = self.lower is not None and least < self.lower
        can_be_above = self.upper is not None and most > self.upper
        sides = [(*self.conditions,)] * 2
        if can_be_below and can_be_above:
            below = into.binary()
            sides = [(*self.conditions, below), (*self.conditions, below.opposite)]
        if self.lower is not None and (can_be_below or not can_be_above):
            into.implied(sides[0], self.subject, None, self.lower - 1)
        if self.upper is not None and can_be_above:
            into.implied(sides[1], self.subject, self.upper + 1, None)
