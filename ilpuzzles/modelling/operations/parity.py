"""Exclusive disjunction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows, total
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Parity(Operation):
    """An odd number of literals is true, or an even number.

    CP-SAT gets one exclusive disjunction. A MIP solver gets one row for two literals, and four for
    three, which cut off every fraction; more literals are taken three at a time, with a binary
    variable for the parity of each two.

    Attributes:
        literals: The literals.
        odd: Whether an odd number of them has to be true.
    """

    literals: tuple[Literal, ...]
    odd: bool

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "exclusive disjunction"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return self.literals

    def defined(self) -> Iterable[int]:
        """Every variable: the others say which of its two values it has."""
        return self.mentions()

    def outcome(self, values: Sequence[int]) -> Outcome:
        """Whether the number of true literals is odd: 1 or 0."""
        true = sum(literal.true(values) for literal in self.literals)
        return Outcome(true % 2, int(self.odd), int(self.odd))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        literals = list(self.literals)
        while len(literals) > 3:
            first, second, *rest = literals
            both = into.binary()
            _forbid(into, [first, second, both], odd=True)
            literals = [*rest, both]
        if len(literals) == 2:
            first, second = literals
            if self.odd:
                into.row(first.affine.plus(second.affine), 1, 1)
            else:
                into.row(first.affine.minus(second.affine), 0, 0)
        else:
            _forbid(into, literals, odd=not self.odd)


def _forbid(into: LinearRows, literals: list[Literal], *, odd: bool) -> None:
    """A row against every choice in which an odd (or even) number of literals is true."""
    for choice in product((True, False), repeat=len(literals)):
        if sum(choice) % 2 == odd:
            agreeing = total(
                (literal if true else literal.opposite).affine
                for literal, true in zip(literals, choice, strict=True)
            )
            into.row(agreeing, None, len(literals) - 1)
