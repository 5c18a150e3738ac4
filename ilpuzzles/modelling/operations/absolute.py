"""The absolute value of a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Absolute(Operation):
    """A variable is a number without its sign.

    CP-SAT gets the maximum of the number and its negative. A MIP solver gets, for z = |s| with s
    between -a and b and a binary p that says whether s is not negative,

        z >= s,  z >= -s,  z <= s + 2 a (1 - p),  z <= -s + 2 b p

    or one equation where the sign is known.

    Attributes:
        target: The column of the variable.
        subject: The number.
    """

    target: int
    subject: Affine

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "absolute value"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (Affine.column(self.target), self.subject)

    def defined(self) -> Iterable[int]:
        """Its target."""
        return (self.target,)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the variable is, and has to be."""
        wanted = abs(self.subject.value(values))
        return Outcome(values[self.target], wanted, wanted)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        least, most = into.range(self.subject)
        target, subject = Affine.column(self.target), self.subject
        if least >= 0:
            into.row(target.minus(subject), 0, 0)
        elif most <= 0:
            into.row(target.plus(subject), 0, 0)
        else:
            positive = into.binary().affine
            into.row(target.minus(subject), 0, None)
            into.row(target.plus(subject), 0, None)
            into.row(target.minus(subject).minus(positive.times(2 * least)), None, -2 * least)
            into.row(target.plus(subject).minus(positive.times(2 * most)), None, 0)
