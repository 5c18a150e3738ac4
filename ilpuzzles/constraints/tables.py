"""`table`: the tuples that several numbers may be together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.functions import Numbers, gathered
from ilpuzzles.modelling.global_constraint import (
    GlobalConstraint,
    listed,
    require_number,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, Numeric, whole
from ilpuzzles.modelling.operations import Outcome


def table(
    model: ModelBase,
    numbers: Numbers,
    allowed: Iterable[Sequence[Numeric]],
    *,
    encoding: str | None = None,
    name: str = "table",
) -> None:
    """States that several numbers together are one of the tuples that are allowed.

        day  shift
        Mon  early
        Mon  late
        Tue  early

    Encodings: `native` for CP-SAT's own constraint; `rows`, with a binary variable for each tuple.

    Args:
        model: The model.
        numbers: The numbers.
        allowed: The tuples that are allowed, each with a value for every number.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If a tuple has another length.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> table(model, n, [(1, 2), (3, 4), (5, 60)])
        >>> [values.tolist() for values in sorted(model.solutions(), key=max)]
        [[1, 2], [3, 4]]
    """
    encoder = Encoder.of(model)
    items = tuple(map(encoder.affine, gathered((numbers,))))
    # Each once, in the order in which they were given.
    tuples: dict[tuple[int, ...], None] = {}
    for given in listed(allowed, "tuples"):
        tuples[tuple(whole(value) for value in listed(given, "values"))] = None
    encoder.state_global(AllowedTuples(items, tuple(tuples), encoding=encoding), name)


@dataclass(frozen=True, slots=True)
class AllowedTuples(GlobalConstraint):
    """Several numbers together are one of some tuples."""

    word: ClassVar[str] = "table"
    HAS_NATIVE: ClassVar[bool] = True
    items: tuple[Affine, ...]
    allowed: tuple[tuple[int, ...], ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless every tuple has a value for each number."""
        for values in self.allowed:
            require_number("values in a tuple", len(values), len(self.items))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether they are one of the tuples: 1 or 0."""
        numbers = tuple(item.value(values) for item in self.items)
        return Outcome(int(numbers in set(self.allowed)), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a binary variable for each tuple."""
        chosen = into.one_of(len(self.allowed))
        for place, item in enumerate(self.items):
            values = [
                literal.affine.times(numbers[place])
                for numbers, literal in zip(self.allowed, chosen, strict=True)
            ]
            into.row(total(values).minus(item), 0, 0)
