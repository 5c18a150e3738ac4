"""The operators of everything that stands for a number, and what they need of a model."""

from __future__ import annotations

from contextlib import AbstractContextManager
from operator import index
from typing import TYPE_CHECKING, Protocol, SupportsIndex, TypeAlias

from ilpuzzles.errors import ModelError, Problem, quoted

if TYPE_CHECKING:
    from ilpuzzles.modelling.affine import Affine
    from ilpuzzles.modelling.expressions import Expression, Negation, Variable
    from ilpuzzles.modelling.operations import Operation
    from ilpuzzles.modelling.truths import Comparison, Logical


class Names(Protocol):
    """What can name columns."""

    def name_of(self, column: int) -> str:
        """The name of a column."""


class Owner(Names, Protocol):
    """What variables, expressions and truths need of their model."""

    def literal(self, truth: Logical) -> Variable | Negation:
        """The binary variable, or the negation of one, that says whether something is true."""

    def affine(self, number: Operand) -> Affine:
        """A number in plain figures; all its variables must have bounds."""

    def range_of(self, form: Affine) -> tuple[int, int]:
        """The least and the greatest value that a number can have, by its variables' bounds."""

    def auxiliary(self, word: str, lower: int, upper: int) -> Variable:
        """A new variable that follows from others."""

    def define(self, definition: Operation | Comparison) -> None:
        """Adds a row that holds always, since it only says what an auxiliary variable is."""

    def defining(self, *given: Operand) -> AbstractContextManager[list[Operand]]:
        """Vouches for rows that say together what some variables are."""


def whole(number: object) -> int:
    """Takes a whole number, of Python or numpy, as a Python int.

    Raises:
        ModelError: For anything else, also for 1.0: rows are exact.
    """
    # isinstance() of a protocol takes two microseconds, index() of an int a hundredth of that.
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ModelError(
        Problem(f"{quoted(number)} is not a whole number", "models are exact; use an int")
    )


class Linear:
    """The operators that variables, negations, expressions and truths share."""

    __slots__ = ()

    def expression(self) -> Expression:
        """The operand as a linear expression."""
        raise NotImplementedError

    def __add__(self, other: Operand) -> Expression:
        return self.expression().plus(other, 1)

    def __radd__(self, other: Operand) -> Expression:
        return self.expression().plus(other, 1)

    def __sub__(self, other: Operand) -> Expression:
        return self.expression().plus(other, -1)

    def __rsub__(self, other: Operand) -> Expression:
        return self.expression().times(-1).plus(other, 1)

    def __mul__(self, factor: SupportsIndex) -> Linear:
        return self.expression().times(factor)

    def __rmul__(self, factor: SupportsIndex) -> Linear:
        return self.expression().times(factor)

    def __neg__(self) -> Linear:
        return self.expression().times(-1)

    def __le__(self, other: Operand) -> Comparison:
        return (self - other).compared(None, 0)

    def __lt__(self, other: Operand) -> Comparison:
        return (self - other).compared(None, -1)

    def __ge__(self, other: Operand) -> Comparison:
        return (self - other).compared(0, None)

    def __gt__(self, other: Operand) -> Comparison:
        return (self - other).compared(1, None)

    # `==` states a row here, as in every modelling language; object's == answers a question.
    def __eq__(self, other: Operand) -> Comparison:  # type: ignore[override]
        return (self - other).compared(0, 0, same=self._is_same(other))

    # Likewise.
    def __ne__(self, other: Operand) -> Comparison:  # type: ignore[override]
        return (self - other).compared(0, 0, outside=True, same=self._is_same(other))

    def _is_same(self, other: object) -> bool | None:
        """Whether two handles stand for the same thing; None where that is no sensible question."""
        return True if self is other else None

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        # `x and y` and `not x` ask this; they would pass in silence and mean something else.
        raise ModelError(
            Problem(
                f"{quoted(self)} is true or false only in a solution",
                "write x & y, x | y and ~x for and, or and not",
            )
        )

    def between(self, lower: SupportsIndex, upper: SupportsIndex) -> Comparison:
        """States that the value lies within two bounds, both included."""
        return self.expression().compared(whole(lower), whole(upper))


Operand: TypeAlias = Linear | SupportsIndex
"""What can be added and compared: variables, negations, expressions, truths and whole numbers."""
