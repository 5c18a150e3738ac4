"""What every operation can say of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.linear_rows import LinearRows


class Outcome(NamedTuple):
    """What a row comes to, and what it has to be.

    Attributes:
        value: What it comes to.
        lower: The least value that is allowed, or None.
        upper: The greatest value that is allowed, or None.
        outside: Whether it must not lie within these bounds, instead.
    """

    value: int
    lower: int | None
    upper: int | None
    outside: bool = False

    @property
    def right(self) -> bool:
        """Whether it is as it has to be."""
        above = self.lower is None or self.value >= self.lower
        below = self.upper is None or self.value <= self.upper
        return (above and below) is not self.outside


class Operation(ABC):
    """A row that is not linear."""

    __slots__ = ()

    @property
    @abstractmethod
    def word(self) -> str:
        """What rows of this sort are called where they have no name."""

    @abstractmethod
    def parts(self) -> Iterable[Affine | Literal]:
        """The numbers and literals that it speaks of."""

    @abstractmethod
    def outcome(self, values: Sequence[int]) -> Outcome:
        """What it comes to for some values of all columns, in exact whole numbers."""

    @abstractmethod
    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""

    def defined(self) -> Iterable[int]:
        """The columns of which each has at most one value for any values of all the others."""
        return ()

    def mentions(self) -> Iterator[int]:
        """The columns of all its variables, as often as parts speak of them."""
        for part in self.parts():
            yield from (part.column,) if isinstance(part, Literal) else part.columns

    def columns(self) -> list[int]:
        """The columns of all its variables, ascending, each once."""
        return sorted(set(self.mentions()))


_OTHERWISE = "use another encoding or formulation, or let ilpuzzles solve it"


class Separated(Operation):
    """An operation whose rows are found as they are needed, because there are too many of them.

    `ilpuzzles.queries` solves without it, asks for cuts against the answer, and solves again.
    """

    __slots__ = ()

    @abstractmethod
    def cuts(self, values: Sequence[int]) -> list[list[Literal]]:
        """Clauses that some values break, and no right ones; none if the values are right."""

    def linearise(self, into: LinearRows) -> None:  # noqa: ARG002 - there is no row to add
        """Raises, since all its rows would not fit.

        Raises:
            ModelError: Always.
        """
        raise ModelError(
            Problem(f"'{self.word}' is stated by cuts, which no file can hold", _OTHERWISE)
        )
