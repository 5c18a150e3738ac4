"""Variables, linear expressions and comparisons: what a person writes down.

Handles are light: a variable is its model and the number of its column.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from operator import index
from typing import NoReturn, Protocol, SupportsIndex, TypeAlias

from ilpuzzles.errors import ModelError, Problem, quoted


class Owner(Protocol):
    """What a variable needs of its model."""

    def name_of(self, column: int) -> str:
        """The name of a column."""


def whole(number: object) -> int:
    """Takes a whole number, of Python or numpy, as a Python int.

    Raises:
        ModelError: For anything else, also for 1.0: rows are exact.
    """
    if isinstance(number, SupportsIndex):
        return index(number)
    raise ModelError(
        Problem(f"{quoted(number)} is not a whole number", "models are exact; use an int")
    )


class _Linear(ABC):
    """The operators that variables, negations and expressions share."""

    __slots__ = ()

    @abstractmethod
    def expression(self) -> Expression:
        """The operand as a linear expression."""

    def __add__(self, other: Operand) -> Expression:
        return self.expression().plus(other, 1)

    def __radd__(self, other: Operand) -> Expression:
        return self.expression().plus(other, 1)

    def __sub__(self, other: Operand) -> Expression:
        return self.expression().plus(other, -1)

    def __rsub__(self, other: Operand) -> Expression:
        return self.expression().times(-1).plus(other, 1)

    def __mul__(self, factor: SupportsIndex) -> Expression:
        return self.expression().times(factor)

    def __rmul__(self, factor: SupportsIndex) -> Expression:
        return self.expression().times(factor)

    def __neg__(self) -> Expression:
        return self.expression().times(-1)

    def __le__(self, other: Operand) -> Comparison:
        return Comparison(self - other, None, 0)

    def __lt__(self, other: Operand) -> Comparison:
        return Comparison(self - other, None, -1)

    def __ge__(self, other: Operand) -> Comparison:
        return Comparison(self - other, 0, None)

    def __gt__(self, other: Operand) -> Comparison:
        return Comparison(self - other, 1, None)

    # `==` states a row here, as in every modelling language; object's == answers a question.
    def __eq__(self, other: Operand) -> Comparison:  # type: ignore[override]
        return Comparison(self - other, 0, 0, same=self._is_same(other))

    # Likewise.
    def __ne__(self, other: Operand) -> NoReturn:  # type: ignore[override]
        raise ModelError(
            Problem("'!=' is not a linear row", "for two binaries x and y write x + y == 1")
        )

    def _is_same(self, other: object) -> bool | None:
        """Whether two handles stand for the same thing; None where that is no sensible question."""
        return True if self is other else None

    def __hash__(self) -> int:
        return id(self)

    def between(self, lower: SupportsIndex, upper: SupportsIndex) -> Comparison:
        """States that the value lies within two bounds, both included."""
        return Comparison(self.expression(), whole(lower), whole(upper))


class Variable(_Linear):
    """A variable of a model.

    Attributes:
        owner: Its model.
        column: Its number in the model.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> 2 * x - y + 1
        2 x - y + 1
        >>> ~x
        ~x
    """

    __slots__ = ("column", "owner")

    def __init__(self, owner: Owner, column: int) -> None:
        self.owner = owner
        self.column = column

    def expression(self) -> Expression:
        """The variable as a linear expression."""
        return Expression(self.owner, [self.column], [1], 1, 0)

    def __invert__(self) -> Negation:
        return Negation(self)

    def _is_same(self, other: object) -> bool | None:
        if isinstance(other, Variable):
            return self.owner is other.owner and self.column == other.column
        return None

    def __hash__(self) -> int:
        return hash((id(self.owner), self.column))

    def __repr__(self) -> str:
        return self.owner.name_of(self.column)


class Negation(_Linear):
    """The negation of a binary variable: 1 - x, usable wherever a variable is.

    Attributes:
        variable: The variable that is negated.
    """

    __slots__ = ("variable",)

    def __init__(self, variable: Variable) -> None:
        self.variable = variable

    def expression(self) -> Expression:
        """The negation as a linear expression."""
        return Expression(self.variable.owner, [self.variable.column], [-1], 1, 1)

    def __invert__(self) -> Variable:
        return self.variable

    def __repr__(self) -> str:
        return f"~{self.variable!r}"


class Expression(_Linear):
    """A linear expression with whole coefficients: terms and a constant.

    Expressions never change. Adding to the end of one shares its lists, so that a sum of n terms
    built one by one takes time in proportion to n.

    Attributes:
        owner: The model of its variables.
        constant: The constant term.
    """

    __slots__ = ("_coefficients", "_columns", "_length", "constant", "owner")

    def __init__(
        self, owner: Owner, columns: list[int], coefficients: list[int], length: int, constant: int
    ) -> None:
        self.owner = owner
        self._columns = columns
        self._coefficients = coefficients
        self._length = length
        self.constant = constant

    @property
    def columns(self) -> list[int]:
        """The columns of the terms, one entry per term as written."""
        return self._columns[: self._length]

    @property
    def coefficients(self) -> list[int]:
        """The coefficients of the terms, one entry per term as written."""
        return self._coefficients[: self._length]

    def expression(self) -> Expression:
        """The expression itself."""
        return self

    def plus(self, other: Operand, factor: int) -> Expression:
        """Adds a multiple of a variable, an expression or a whole number."""
        if not isinstance(other, _Linear):
            constant = self.constant + factor * whole(other)
            return Expression(self.owner, self._columns, self._coefficients, self._length, constant)
        columns, coefficients = self._columns, self._coefficients
        if len(columns) != self._length:
            # Somebody else has already added to the end of the shared lists.
            columns, coefficients = self.columns, self.coefficients
        if type(other) is Variable:
            owner, constant = other.owner, self.constant
            columns.append(other.column)
            coefficients.append(factor)
        else:
            added = other.expression()
            owner, constant = added.owner, self.constant + factor * added.constant
            columns.extend(added.columns)
            coefficients.extend(factor * coefficient for coefficient in added.coefficients)
        if owner is not self.owner:
            raise ModelError(
                Problem("variables of two models in one expression", "use those of one model")
            )
        return Expression(self.owner, columns, coefficients, len(columns), constant)

    def times(self, factor: object) -> Expression:
        """Multiplies by a whole number."""
        if isinstance(factor, _Linear):
            raise ModelError(
                Problem("a product of two variables is not linear", "multiply by a whole number")
            )
        number = whole(factor)
        coefficients = [number * coefficient for coefficient in self.coefficients]
        return Expression(
            self.owner, self.columns, coefficients, self._length, number * self.constant
        )

    def __repr__(self) -> str:
        terms = [
            _term(coefficient, self.owner.name_of(column))
            for column, coefficient in zip(self.columns, self.coefficients, strict=True)
        ]
        if self.constant or not terms:
            terms.append(f"{'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        return " ".join(terms).removeprefix("+ ")


Operand: TypeAlias = Variable | Negation | Expression | SupportsIndex


def _term(coefficient: int, name: str) -> str:
    size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
    return f"{'-' if coefficient < 0 else '+'} {size}{name}"


class Comparison:
    """A linear row that is stated but not yet part of a model: `x + y <= 1`.

    Attributes:
        expression: What is compared; its constant has gone into the bounds.
        lower: The least value that the expression may take, or None.
        upper: The greatest value that the expression may take, or None.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> x + 1 > 2 * y
        x - 2 y >= 0
    """

    __slots__ = ("_same", "expression", "lower", "upper")

    def __init__(
        self,
        expression: Expression,
        lower: int | None,
        upper: int | None,
        *,
        same: bool | None = None,
    ) -> None:
        constant = expression.constant
        self.expression = expression.plus(-constant, 1) if constant else expression
        self.lower = None if lower is None else lower - constant
        self.upper = None if upper is None else upper - constant
        self._same = same

    def __bool__(self) -> bool:
        # Dictionaries and `in` ask whether two handles are equal; nothing else may.
        if self._same is not None:
            return self._same
        raise ModelError(
            Problem(
                f"{quoted(self)} is a row, not a yes or no",
                "pass it to model.add; for two bounds write expression.between(1, 2)",
            )
        )

    def __repr__(self) -> str:
        if self.lower == self.upper:
            return f"{self.expression} == {self.lower}"
        if self.lower is None:
            return f"{self.expression} <= {self.upper}"
        if self.upper is None:
            return f"{self.expression} >= {self.lower}"
        return f"{self.lower} <= {self.expression} <= {self.upper}"


def linear_sum(owner: Owner, terms: Iterable[Operand]) -> Expression:
    """Adds up variables, negations, expressions and whole numbers."""
    total = Expression(owner, [], [], 0, 0)
    for term in terms:
        total = total.plus(term, 1)
    return total
