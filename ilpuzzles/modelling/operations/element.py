"""A number out of a list, by its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows, total
from ilpuzzles.modelling.operations.operation import Operation, Outcome


@dataclass(frozen=True, slots=True)
class Element(Operation):
    """A variable is the number at some place of a list, counted from 0.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each place that the
    index can name, exactly one of them 1. They say what the index is, and what the variable is, at
    once if the list has only constants, else by two conditional rows for each place.

    Attributes:
        target: The column of the variable.
        index: The place; it cannot leave the list.
        items: The list.
    """

    target: int
    index: Affine
    items: tuple[Affine, ...]

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "element"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return (Affine.column(self.target), self.index, *self.items)

    def defined(self) -> Iterable[int]:
        """Its target."""
        return (self.target,)

    def outcome(self, values: Sequence[int]) -> Outcome:
        """What the variable is, and has to be."""
        place = self.index.value(values)
        if not 0 <= place < len(self.items):
            # Only for values that break the bounds of some variable.
            return Outcome(place, 0, len(self.items) - 1)
        wanted = self.items[place].value(values)
        return Outcome(values[self.target], wanted, wanted)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        least, most = into.range(self.index)
        places = range(max(least, 0), min(most, len(self.items) - 1) + 1)
        chosen = into.one_of(len(places))
        named = [literal.affine.times(place) for place, literal in zip(places, chosen, strict=True)]
        into.row(total(named).minus(self.index), 0, 0)
        target = Affine.column(self.target)
        if not any(self.items[place].columns for place in places):
            constants = (
                literal.affine.times(self.items[place].constant)
                for place, literal in zip(places, chosen, strict=True)
            )
            into.row(target.minus(total(constants)), 0, 0)
            return
        for place, literal in zip(places, chosen, strict=True):
            into.implied([literal], target.minus(self.items[place]), 0, 0)
