"""`inverse`: two permutations, each the inverse of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.functions import Numbers, gathered
from ilpuzzles.modelling.global_constraint import GlobalConstraint, require_number
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Outcome


def inverse(
    model: ModelBase,
    places: Numbers,
    holders: Numbers,
    *,
    encoding: str | None = None,
    name: str = "inverse",
) -> None:
    """States that two sequences are permutations, each the inverse of the other.

    `places[i] == j` exactly if `holders[j] == i`: whoever is at a place, that place is theirs.

        places   2 0 1
        holders  1 2 0

    Encodings: `native` for CP-SAT's own constraint; `rows`, with a binary variable for every pair,
    exactly one of them 1 for each place and each holder.

    Args:
        model: The model.
        places: Numbers from 0 on.
        holders: As many numbers.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If there are not as many of the one as of the other.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> p, q = model.integer("p", 3, lower=0, upper=2), model.integer("q", 3, lower=0, upper=2)
        >>> inverse(model, p, q)
        >>> model.count().number, model.fix({p: [2, 0, 1]}).solve()[q].tolist()
        (6, [1, 2, 0])
    """
    encoder = Encoder.of(model)
    of_places = tuple(map(encoder.affine, gathered((places,))))
    of_holders = tuple(map(encoder.affine, gathered((holders,))))
    encoder.state_global(Inverse(of_places, of_holders, encoding=encoding), name)


@dataclass(frozen=True, slots=True)
class Inverse(GlobalConstraint):
    """Two sequences are permutations, each the inverse of the other."""

    word: ClassVar[str] = "inverse"
    HAS_NATIVE: ClassVar[bool] = True
    places: tuple[Affine, ...]
    holders: tuple[Affine, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless there are as many of the one as of the other."""
        require_number("holders", len(self.holders), len(self.places))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of wrong entries."""
        pairs = {(i, place.value(values)) for i, place in enumerate(self.places)}
        pairs_by_holder = {(holder.value(values), j) for j, holder in enumerate(self.holders)}
        return Outcome(len(self.places) - len(pairs & pairs_by_holder), 0, 0)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a binary variable for each pair."""
        pairs = [into.one_of(len(self.places)) for _ in self.places]
        for place, row in zip(self.places, pairs, strict=True):
            into.row(total(x.affine.times(j) for j, x in enumerate(row)).minus(place), 0, 0)
        for j, holder in enumerate(self.holders):
            column = [row[j].affine for row in pairs]
            into.row(total(column), 1, 1)
            into.row(total(x.times(i) for i, x in enumerate(column)).minus(holder), 0, 0)
