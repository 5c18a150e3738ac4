"""Numbers of which no two are equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows, total
from ilpuzzles.modelling.operations.conditional import Conditional
from ilpuzzles.modelling.operations.operation import Operation, Outcome

_MOST_BINARIES = 20_000


@dataclass(frozen=True, slots=True)
class AllDifferent(Operation):
    """No two of several numbers are equal.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for every number and every
    value that it can have, exactly one for each number and at most one for each value: the rows of
    an assignment, which cut off every fraction. With very many values, every pair of numbers gets
    a row of its own that they differ.

    Attributes:
        items: The numbers.
    """

    items: tuple[Affine, ...]

    @property
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""
        return "all different"

    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        return self.items

    def outcome(self, values: Sequence[int]) -> Outcome:
        """How many different values there are."""
        different = len({item.value(values) for item in self.items})
        return Outcome(different, len(self.items), len(self.items))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        ranges = [into.range(item) for item in self.items]
        if sum(most - least + 1 for least, most in ranges) > _MOST_BINARIES:
            for one, other in combinations(self.items, 2):
                Conditional((), one.minus(other), 0, 0, outside=True).linearise(into)
            return
        holders: dict[int, list[Affine]] = {}
        for item, (least, most) in zip(self.items, ranges, strict=True):
            chosen = into.one_of(most - least + 1)
            for value, literal in enumerate(chosen, least):
                holders.setdefault(value, []).append(literal.affine)
            named = (literal.affine.times(value) for value, literal in enumerate(chosen, least))
            into.row(total(named).minus(item), 0, 0)
        if len(self.items) > len(holders):
            into.row(Affine.number(1), 0, 0)
        least_each = 1 if len(self.items) == len(holders) else None
        for value in sorted(holders):
            if len(holders[value]) > 1 or least_each:
                into.row(total(holders[value]), least_each, 1)
