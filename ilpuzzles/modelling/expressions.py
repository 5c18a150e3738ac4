"""Variables and linear expressions: what a person writes down.

Handles are light: a variable is its model and the number of its column.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import SupportsIndex

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.linear import Linear, Operand, Owner, whole
from ilpuzzles.modelling.truths import Comparison, Logical

_LONG = 1000
"""From so many terms on, a sum that is added to another one may be written anew."""

_COLUMN, _OWNER = attrgetter("column"), attrgetter("owner")


class Variable(Linear, Logical):
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

    def __mul__(self, factor: SupportsIndex) -> Linear:
        if type(factor) is int:
            return Term(self.owner, self.column, factor)
        return self.expression().times(factor)

    __rmul__ = __mul__

    def __neg__(self) -> Term:
        return Term(self.owner, self.column, -1)

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


class Negation(Linear, Logical):
    """The negation of a binary variable: 1 - x, usable wherever a variable is.

    Attributes:
        variable: The variable that is negated.
    """

    __slots__ = ("variable",)

    def __init__(self, variable: Variable) -> None:
        self.variable = variable

    @property
    def owner(self) -> Owner:
        """Its model."""
        return self.variable.owner

    def expression(self) -> Expression:
        """The negation as a linear expression."""
        return Expression(self.variable.owner, [self.variable.column], [-1], 1, 1)

    def __invert__(self) -> Variable:
        return self.variable

    def __repr__(self) -> str:
        return f"~{self.variable!r}"


class Expression(Linear):
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

    def compared(
        self,
        lower: int | None,
        upper: int | None,
        *,
        outside: bool = False,
        same: bool | None = None,
    ) -> Comparison:
        """States that the value lies within two bounds, or outside of them."""
        return Comparison(self, lower, upper, outside=outside, same=same)

    def plus(self, other: Operand, factor: int) -> Expression:
        """Adds a multiple of a variable, an expression, a truth or a whole number."""
        if type(other) is int or not isinstance(other, Linear):
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
            if _is_most_of(len(added.columns), len(columns)):
                columns, coefficients = _merged(columns, coefficients)
        if owner is not self.owner:
            raise ModelError(
                Problem("variables of two models in one expression", "use those of one model")
            )
        return Expression(self.owner, columns, coefficients, len(columns), constant)

    def times(self, factor: object) -> Expression:
        """Multiplies by a whole number."""
        if isinstance(factor, Linear):
            raise ModelError(
                Problem("a product of two variables is not linear", "use product(x, y)")
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


class Term(Linear):
    """A multiple of a variable, as `2 * x` makes it: an expression of one term without its lists.

    Attributes:
        owner: The model of the variable.
        column: The column of the variable.
        coefficient: The coefficient.
    """

    __slots__ = ("coefficient", "column", "owner")

    def __init__(self, owner: Owner, column: int, coefficient: int) -> None:
        self.owner = owner
        self.column = column
        self.coefficient = coefficient

    def expression(self) -> Expression:
        """The term as a linear expression."""
        return Expression(self.owner, [self.column], [self.coefficient], 1, 0)

    def __repr__(self) -> str:
        return repr(self.expression())


def _term(coefficient: int, name: str) -> str:
    size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
    return f"{'-' if coefficient < 0 else '+'} {size}{name}"


def linear_sum(owner: Owner, terms: Iterable[Operand]) -> Expression:
    """Adds up variables, negations, expressions, truths and whole numbers."""
    terms = list(terms)
    # Sums of variables alone are the usual case, and long: no step of Python's for each.
    if set(map(type, terms)) == {Variable} and set(map(_OWNER, terms)) == {owner}:
        return Expression(owner, list(map(_COLUMN, terms)), [1] * len(terms), len(terms), 0)
    columns: list[int] = []
    coefficients: list[int] = []
    constant = longest = 0
    for term in terms:
        # Exact types first: nearly every term is one of these, and a call each would cost more
        # than all the rest.
        if type(term) is Variable:
            columns.append(term.column)
            coefficients.append(1)
            of = term.owner
        elif type(term) is Term:
            columns.append(term.column)
            coefficients.append(term.coefficient)
            of = term.owner
        elif isinstance(term, Linear):
            added = term.expression()
            columns += added.columns
            coefficients += added.coefficients
            constant += added.constant
            of = added.owner
            longest = max(longest, len(added.columns))
        else:
            constant += whole(term)
            continue
        if of is not owner:
            raise ModelError(
                Problem("variables of two models in one expression", "use those of one model")
            )
    if len(terms) > 1 and _is_most_of(longest, len(columns)):
        columns, coefficients = _merged(columns, coefficients)
    return Expression(owner, columns, coefficients, len(columns), constant)


def _is_most_of(added: int, terms: int) -> bool:
    """Whether a sum that is made of long sums may say the same again and again.

    What is added to itself doubles, and after 30 times would fill the memory.
    """
    return added > _LONG and 3 * added > terms


def _merged(columns: list[int], coefficients: list[int]) -> tuple[list[int], list[int]]:
    """The same terms, each column once."""
    total: dict[int, int] = {}
    for column, coefficient in zip(columns, coefficients, strict=True):
        total[column] = total.get(column, 0) + coefficient
    return list(total), list(total.values())
