"""Global constraints: rows with a meaning of their own, stated to each solver in its own way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

from ilpuzzles.errors import ModelError, quoted, require_known
from ilpuzzles.modelling.affine import LinearRows, Literal
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import Conditional, LazyConstraint

Switch: TypeAlias = Literal | bool
"""A switch, on or off: a literal, or a constant that costs no row."""


class Purpose(StrEnum):
    """The purpose of a search, as far as it decides how to state a constraint."""

    ONE = "a solution"
    BEST = "the best one"
    ALL = "all of them"


NATIVE = "native"
"""The encoding that is a constraint of the solver's own."""

LAZY = "lazy"
"""The encoding that is cuts."""


@dataclass(frozen=True, slots=True)
class GlobalConstraint(LazyConstraint):
    """A row with a meaning of its own, which every solver is told in its own way.

    Which way that is, is chosen when the solver is known (`ilpuzzles.passes.ways`): linear rows, of
    one or more encodings; cuts; or what the solver has for it.

    Attributes:
        encoding: The way that was asked for, or None.
        way: The way that was chosen, once the solver is known.
        language: What the solver is told it in, likewise (`Ways.language`).
        opens_natively: Whether the solver's own constraint has variables that do not follow from
            those of the row, likewise.
        LINEAR: The encodings in linear rows; the first is that of files.
        HAS_CUTS: Whether there are cuts.
        HAS_NATIVE: Whether some solver has a constraint of its own for it.
        OPEN: The encodings in linear rows whose variables do not follow from those of the row.
    """

    encoding: str | None = field(default=None, kw_only=True)
    way: str | None = field(default=None, kw_only=True, compare=False)
    language: str | None = field(default=None, kw_only=True, compare=False)
    # Not shown: ledgers know a row by its text.
    opens_natively: bool = field(default=False, kw_only=True, compare=False, repr=False)
    LINEAR: ClassVar[tuple[str, ...]] = ("rows",)
    HAS_CUTS: ClassVar[bool] = False
    HAS_NATIVE: ClassVar[bool] = False
    OPEN: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def encodings(cls) -> tuple[str, ...]:
        """All encodings."""
        cuts = (LAZY,) if cls.HAS_CUTS else ()
        native = (NATIVE,) if cls.HAS_NATIVE else ()
        return (*cls.LINEAR, *cuts, *native)

    def require_right(self) -> None:
        """Raises an `UnknownNameError` if there is no such encoding; see also `require_shape`."""
        if self.encoding is not None:
            require_known("encoding", self.encoding, self.encodings())
        self.require_shape()

    @abstractmethod
    def require_shape(self) -> None:
        """Raises a `ModelError` unless its parts fit each other."""

    def choose(self, purpose: Purpose) -> str:  # noqa: ARG002 - for others
        """The encoding for solvers of linear rows, where none was asked for."""
        return self.LINEAR[0]

    @property
    def by_cuts(self) -> bool:
        """Whether solvers get its cuts, not the constraint itself."""
        return self.way == LAZY

    @property
    def is_open(self) -> bool:
        """Whether variables that its way needs do not follow from those that it speaks of."""
        if self.way == NATIVE:
            return self.opens_natively
        return (self.way or self.encoding or self.LINEAR[0]) in self.OPEN

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Rows that some values break, and no right ones; none if the values are right."""
        raise NotImplementedError

    @abstractmethod
    def rows(self, into: LinearRows, encoding: str) -> None:
        """Adds linear rows that mean the same, in one of the encodings in `LINEAR`."""

    @property
    def in_rows(self) -> str:
        """The encoding in linear rows: the one that was chosen or asked for, if it is one."""
        way = self.way or self.encoding
        return way if way in self.LINEAR else self.LINEAR[0]

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        self.rows(into, self.in_rows)


def listed(given: object, noun: str) -> list[Any]:
    """The elements of what is given in some order; raises a `ModelError` if there is none."""
    if isinstance(given, (set, frozenset, str)) or not isinstance(given, Iterable):
        raise ModelError(f"{quoted(given)} is not a list of {noun}", "give a list")
    return list(given)


def require_number(noun: str, found: int, wanted: int) -> None:
    """Raises a `ModelError` if there are not as many of something as there have to be."""
    if found != wanted:
        raise ModelError(f"expected {wanted} {noun}, got {found}", "give one for each")
