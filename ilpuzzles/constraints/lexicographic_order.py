"""`lexicographic`: a sequence comes before another one, as in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.modelling.affine import Affine, LinearRows, Literal
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.functions import Numbers, gathered
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Outcome


def lexicographic(
    model: ModelBase,
    one: Numbers,
    other: Numbers,
    *,
    strict: bool = False,
    encoding: str | None = None,
    name: str = "lexicographic",
) -> None:
    """States that a sequence comes before another one, as in a dictionary, or is the same.

    Where they differ first, the one has the smaller number; a beginning of the other comes first.

        0 1 1 0 <= 0 1 1 1      1 0 0 0 > 0 1 1 1

    There is one encoding, `rows`: binary variables say how far the sequences are the same.

    Args:
        model: The model.
        one: The numbers of the one.
        other: The numbers of the other.
        strict: Whether they may not be the same.
        encoding: The name of the encoding, or None.
        name: What to call the row.

    Raises:
        UnknownNameError: If there is no such encoding.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 2, 2)
        >>> lexicographic(model, x[0], x[1])
        >>> model.count().number
        10
    """
    encoder = Encoder.of(model)
    earlier = tuple(map(encoder.affine, gathered((one,))))
    later = tuple(map(encoder.affine, gathered((other,))))
    row = Lexicographic(earlier, later, strict, encoding=encoding)
    encoder.state_global(row, name)


@dataclass(frozen=True, slots=True)
class Lexicographic(GlobalConstraint):
    """A sequence comes before another one, or is the same."""

    word: ClassVar[str] = "lexicographic"
    one: tuple[Affine, ...]
    other: tuple[Affine, ...]
    strict: bool

    def require_shape(self) -> None:
        """Sequences may be of any length."""

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether it comes before the other one: 1 or 0."""
        one = [form.value(values) for form in self.one]
        other = [form.value(values) for form in self.other]
        return Outcome(int(one < other if self.strict else one <= other), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds how far they are the same: e(i) says that the first i numbers are.

        While e(i - 1), the one number is at most the other; if not e(i) as well, it is less.
        """
        same: list[Literal] = []
        for number, other_number in zip(self.one, self.other, strict=False):
            gap = number.minus(other_number)
            before = same[-1:]
            same.append(into.binary())
            for literal in before:
                into.clause((literal, same[-1].opposite))
            into.implied(before, gap, None, 0)
            into.implied([same[-1]], gap, 0, 0)
            into.implied([*before, same[-1].opposite], gap, None, -1)
        # A beginning of the other comes first.
        longer = len(self.one) - len(self.other)
        if longer > 0 or (longer == 0 and self.strict):
            into.clause([literal.opposite for literal in same[-1:]])
