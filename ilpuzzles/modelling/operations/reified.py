"""A comparison as a truth value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Reified(Operation):
    """A literal is true exactly if a number lies within two bounds.

    CP-SAT gets two enforced linear constraints. A MIP solver gets, for z = (s <= u) with s between
    a and b, the rows `s + (b - u) z <= b` and `s + (u + 1 - a) z >= u + 1`. With two bounds that
    can both be missed, one binary variable more says whether s is below; then one of three
    intervals is chosen by two rows.

    Attributes:
        target: The literal.
        subject: The number.
        lower: The least value of the interval, or None.
        upper: The greatest value of the interval, or None.
    """

    target: Literal
    subject: Affine
    lower: int | None
    upper: int | None

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "comparison"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (self.target, self.subject)

    def defined(self) -> Iterable[int]:
        """Its target."""
        return (self.target.column,)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the literal is, and has to be."""
        within = Outcome(self.subject.value(values), self.lower, self.upper).right
        return Outcome(int(self.target.true(values)), int(within), int(within))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        least, most = into.range(self.subject)
        lower = least if self.lower is None else max(self.lower, least)
        upper = most if self.upper is None else min(self.upper, most)
        inside, subject = self.target.affine, self.subject
        if lower > upper:
            into.row(inside, 0, 0)
        elif lower == least and upper == most:
            into.row(inside, 1, 1)
        elif lower == least:
            into.row(subject.plus(inside.times(most - upper)), None, most)
            into.row(subject.plus(inside.times(upper + 1 - least)), upper + 1, None)
        elif upper == most:
            into.row(subject.minus(inside.times(lower - least)), least, None)
            into.row(subject.minus(inside.times(most - lower + 1)), None, lower - 1)
        else:
            below = into.binary().affine
            into.row(inside.plus(below), None, 1)
            # At most: `upper` inside, `lower - 1` below, `most` above; likewise at least.
            inner, under = inside.times(most - upper), below.times(most - lower + 1)
            into.row(subject.plus(inner).plus(under), None, most)
            inner, under = inside.times(upper + 1 - lower), below.times(upper + 1 - least)
            into.row(subject.plus(inner).plus(under), upper + 1, None)
