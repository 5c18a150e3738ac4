"""The modelling language: variables, linear expressions, comparisons, and logic.

They are one recursive family. Comparisons are made of numbers, `&`, `|`, `^` and `~` make truths of
truths, and a truth counts as 1 or 0 wherever a number is wanted: the model then defines a binary
variable by it. `model.add` states a truth. Handles are light: a variable is its model and the
number of its column.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from math import ceil, floor
from operator import attrgetter
from typing import Any, Protocol, TypeAlias

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.numbers import (
    Numeric,
    Value,
    as_value,
    common_denominator,
    exact,
    is_measured,
    plain,
    python_scalar,
    size_of,
    text_of,
)
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.pointers import VARIABLE, pointing
from ilpuzzles.modelling.precision import exact_bounds, has_measured, largest_of, tolerance_of
from ilpuzzles.modelling.rows import add_up, term_with_sign

_LONG = 1000
"""From so many terms on, a sum that is added to another one may be written anew."""

_MANY = 100
"""A sum of more terms is not copied where a shorter one is put in front or its sign changes."""

_ADVICE_ON_RANGES = "write x.between(1, 2) for two bounds, and ~row for a row that must not hold"

_FEW = 8
"""A sum of at most so many terms shares the lists of one that is long."""

_LONGEST_TEXT = 1_000_000
"""From so many characters on, logic is not written out: parts that stand in several places double
its text each time.
"""

_COLUMN, _OWNER = attrgetter("column"), attrgetter("owner")


class Vocabulary(ABC):
    """The functions and arrays that operators of expressions stand for.

    `abs(x)` is a function of x, and `x + numbers` an array. Functions and arrays are made of
    expressions, so they are defined in modules that import this one, and operators reach them by
    the model: `ModelVocabulary` is the vocabulary of every model.
    """

    __slots__ = ()

    @abstractmethod
    def absolute(self, number: Operand) -> Expression:
        """The absolute value of a number: `abs(x)`."""

    @abstractmethod
    def power(self, base: Operand, exponent: Operand) -> Expression:
        """A number raised to a power: `x ** 2` or `2 ** x`."""

    @abstractmethod
    def quotient(self, number: Operand, divisor: Operand) -> Expression:
        """A number divided by another one, rounded down: `x // 3`."""

    @abstractmethod
    def remainder(self, number: Operand, divisor: Operand) -> Expression:
        """The remainder of such a division: `x % 3`."""

    # Arrays are `Any` here, since their classes are made of expressions.

    @abstractmethod
    def element_array(self, element: Linear) -> Any:
        """An operand as an array without axes, for operators with an array on the other side."""

    @abstractmethod
    def truth_element(self, truth: Logical) -> Any:
        """A truth as an array without axes, likewise."""

    @abstractmethod
    def call_ufunc(
        self, ufunc: object, method: str, inputs: Sequence[Any], options: Mapping[str, object]
    ) -> Any:
        """The result of one of numpy's functions of elements, such as `np.add(x, y)`."""

    @abstractmethod
    def call_function(self, function: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """The result of one of numpy's functions of arrays, such as `np.stack([x, y])`."""


class Owner(Protocol):
    """The part of a model that variables, expressions and truths need."""

    @property
    def _vocabulary(self) -> Vocabulary: ...

    @property
    def _encoder(self) -> Any: ...  # an `Encoder`, which is made of expressions

    @property
    def _store(self) -> object: ...

    @property
    def is_exact(self) -> bool:
        """Whether every float means its shortest decimal, so that no number is measured."""

    def name_of(self, column: int) -> str:
        """The name of a column."""

    def is_continuous(self, columns: Iterable[int]) -> bool:
        """Whether any of some columns is continuous."""


def mixing_error(one: Owner, other: Owner) -> ModelError:
    """The error of an expression with variables of two models."""
    names = [quoted(getattr(owner, "name", "model")) for owner in (one, other)]
    models = f"the models {names[0]} and {names[1]}" if names[0] != names[1] else "two models"
    return ModelError(f"an expression mixes variables of {models}", "use those of one model")


def _division_error(number: object, divisor: object) -> ModelError:
    what = f"{quoted(number)} divided by {quoted(divisor)} is not linear"
    return ModelError(what, "use quotient(x, y) for whole numbers")


@pointing(VARIABLE)
class Linear:
    """The operators that variables, negations, expressions and truths share.

    With an array they make an array, element by element.
    """

    __slots__ = ()

    # numpy and pandas leave the operators to us.
    __array_ufunc__ = None
    __pandas_priority__ = 5000

    @property
    def owner(self) -> Owner:
        """The model that the operand belongs to."""
        raise NotImplementedError

    @property
    def _vocabulary(self) -> Vocabulary:
        return self.owner._vocabulary  # noqa: SLF001 - for operators alone

    def _array(self) -> Any:
        """The operand as an array without axes."""
        return self._vocabulary.element_array(self)

    def expression(self) -> Expression:
        """The operand as a linear expression."""
        raise NotImplementedError

    def __add__(self, other: Operand) -> Expression:
        return self.expression().plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Expression:
        return self.expression().plus(other, -1)

    def __rsub__(self, other: Operand) -> Expression:
        return self.expression().times(-1).plus(other, 1)

    def __mul__(self, factor: Numeric) -> Linear:
        return self.expression().times(factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Numeric) -> Linear:
        return self.expression().over(divisor)

    def __rtruediv__(self, other: object) -> Linear:
        raise _division_error(other, self)

    def __neg__(self) -> Linear:
        return self.expression().times(-1)

    def __pos__(self) -> Linear:
        return self

    def __abs__(self) -> Expression:
        return self._vocabulary.absolute(self)

    def __pow__(self, exponent: Operand) -> Expression:
        return self._vocabulary.power(self, exponent)

    def __rpow__(self, base: int) -> Expression:
        return self._vocabulary.power(base, self)

    def __floordiv__(self, divisor: Operand) -> Expression:
        return self._vocabulary.quotient(self, divisor)

    def __rfloordiv__(self, number: int) -> Expression:
        return self._vocabulary.quotient(number, self)

    def __mod__(self, divisor: Operand) -> Expression:
        return self._vocabulary.remainder(self, divisor)

    def __rmod__(self, number: int) -> Expression:
        return self._vocabulary.remainder(number, self)

    def __le__(self, other: Operand) -> Comparison:
        self._check_side(other, is_equation=False)
        if type(other) is not int and is_array(other):
            return self._array() <= other  # type: ignore[no-any-return] # an array of rows
        return Comparison(self - other, None, 0)

    def __lt__(self, other: Operand) -> Comparison:
        self._check_side(other, is_equation=False)
        if type(other) is not int and is_array(other):
            return self._array() < other  # type: ignore[no-any-return] # an array of rows
        return ~Comparison(self - other, 0, None)

    def __ge__(self, other: Operand) -> Comparison:
        self._check_side(other, is_equation=False)
        if type(other) is not int and is_array(other):
            return self._array() >= other  # type: ignore[no-any-return] # an array of rows
        return Comparison(self - other, 0, None)

    def __gt__(self, other: Operand) -> Comparison:
        self._check_side(other, is_equation=False)
        if type(other) is not int and is_array(other):
            return self._array() > other  # type: ignore[no-any-return] # an array of rows
        return ~Comparison(self - other, None, 0)

    # `==` states a row here, as in every modelling language; object's == answers a question.
    def __eq__(self, other: Operand) -> Comparison:  # type: ignore[override]
        self._check_side(other, is_equation=True)
        if type(other) is not int and is_array(other):
            return self._array() == other  # type: ignore[no-any-return] # an array of rows
        return Comparison(self - other, 0, 0, same=self._is_same(other))

    # Likewise.
    def __ne__(self, other: Operand) -> Comparison:  # type: ignore[override]
        self._check_side(other, is_equation=True)
        if type(other) is not int and is_array(other):
            return self._array() != other  # type: ignore[no-any-return] # likewise
        return Comparison(self - other, 0, 0, outside=True, same=self._is_same(other))

    def _check_side(self, other: object, *, is_equation: bool) -> None:
        """Raises if a comparison with another side cannot be meant as it is written."""

    def _is_same(self, other: object) -> bool | None:
        """Whether two handles stand for the same thing; None where that is no sensible question."""
        return True if self is other else None

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        # `x and y` and `not x` ask this; they would pass in silence and mean something else.
        what = f"{quoted(self)} has a truth value only in a solution"
        raise ModelError(what, "write x & y, x | y and ~x for and, or and not")

    def between(self, lower: Numeric, upper: Numeric) -> Comparison:
        """States that the value lies within two bounds, both included."""
        expression = self.expression()
        decimals = expression.owner.is_exact
        bounds = (as_value(bound, decimals=decimals) for bound in (lower, upper))
        return Comparison(expression, *bounds)


def is_array(other: object) -> bool:
    """Whether an operand is an array with axes, of whatever library."""
    return bool(getattr(other, "ndim", 0))


Operand: TypeAlias = Linear | Numeric
"""Operands of sums and comparisons: variables, negations, expressions, truths and numbers."""


class Connective(Enum):
    """The connectives of logic."""

    AND = "&"
    """All of them are true."""
    OR = "|"
    """At least one of them is true."""
    XOR = "^"
    """An odd number of them is true."""


class Logical(ABC):
    """The operators of what is true or false.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y, n = model.binary("x"), model.binary("y"), model.integer("n", lower=0, upper=9)
        >>> (x | ~y) & (n >= 3)
        (x | ~y) & (n >= 3)
        >>> ~(x & (n >= 3))
        ~x | (n <= 2)
        >>> x.implies(n == 4)
        ~x | (n == 4)
        >>> x ^ y ^ True
        ~x ^ y
    """

    __slots__ = ()

    @abstractmethod
    def __invert__(self) -> Logical:
        """The opposite."""

    def __and__(self, other: TruthValue) -> Logical:
        if is_array(other):
            return _truth_array(self) & other  # type: ignore[no-any-return] # an array
        require_brackets("&", other)
        return junction(Connective.AND, (self, other))

    def __rand__(self, other: TruthValue) -> Logical:
        require_brackets("&", other)
        return junction(Connective.AND, (other, self))

    def __or__(self, other: TruthValue) -> Logical:
        if is_array(other):
            return _truth_array(self) | other  # type: ignore[no-any-return] # an array
        require_brackets("|", other)
        return junction(Connective.OR, (self, other))

    def __ror__(self, other: TruthValue) -> Logical:
        require_brackets("|", other)
        return junction(Connective.OR, (other, self))

    def __xor__(self, other: TruthValue) -> Logical:
        if is_array(other):
            return _truth_array(self) ^ other  # type: ignore[no-any-return] # an array
        require_brackets("^", other)
        return exclusive((self, other))

    def __rxor__(self, other: TruthValue) -> Logical:
        require_brackets("^", other)
        return exclusive((other, self))

    def implies(self, other: TruthValue) -> Logical:
        """If this is true, then so is the other one."""
        if is_array(other):
            return _truth_array(~self) | other  # type: ignore[no-any-return] # an array
        return junction(Connective.OR, (~self, other))


def require_brackets(sign: str, other: object) -> None:
    """Raises for a whole number beside a sign of logic, which binds before every comparison.

    `n >= 1 & x` is `n >= (1 & x)`, that is `n >= x`. True and False can be meant as they stand.
    """
    if isinstance(other, Logical | bool):
        return
    # A scalar of numpy is the number of Python that it holds.
    number: Any = other
    if getattr(other, "ndim", None) == 0:
        number = number.item()
    if isinstance(number, int) and not isinstance(number, bool):
        what = f"{number} stands beside {sign}, which Python reads before >= and =="
        raise ModelError(what, f"write (n >= {number}) {sign} x, or True and False")


def _truth_array(truth: Logical) -> Any:
    """A truth as an array without axes."""
    vocabulary = owner_of([truth])._vocabulary  # noqa: SLF001 - likewise
    return vocabulary.truth_element(truth)


TruthValue: TypeAlias = Logical | bool | int
"""Operands of logic: truths, and the constants True and False, also written 1 and 0."""


class Variable(Linear, Logical):
    """A variable of a model: its owner, and its column there.

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
    owner: Owner

    def __init__(self, owner: Owner, column: int) -> None:
        self.owner = owner
        self.column = column

    def expression(self) -> Expression:
        """The variable as a linear expression."""
        return Expression(self.owner, [self.column], [1], 1, 0)

    def __mul__(self, factor: Numeric) -> Linear:
        if type(factor) is int:
            return Term(self.owner, self.column, factor)
        if type(factor) is float:
            # A call less for each entry of a row of doubles, most of which are measured.
            keeps = is_measured(factor) and not self.owner.is_exact
            value = factor if keeps else as_value(factor, decimals=self.owner.is_exact)
            return Term(self.owner, self.column, value)
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
    """The negation of a binary variable: 1 - x, usable wherever a variable is."""

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
    """A linear expression: terms and a constant, in numbers that are exact, or floats if measured.

    Expressions never change. Adding to the end of one shares its lists, so that a sum of n terms
    built one by one takes time in proportion to n; see `LongExpression` for the other end.

    Attributes:
        owner: The model of its variables.
        constant: The constant term.
    """

    __slots__ = ("_coefficients", "_columns", "_length", "constant", "owner")
    owner: Owner

    def __init__(
        self,
        owner: Owner,
        columns: list[int],
        coefficients: list[Value],
        length: int,
        constant: Value,
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
    def coefficients(self) -> list[Value]:
        """The coefficients of the terms, one entry per term as written."""
        return self._coefficients[: self._length]

    @property
    def term_count(self) -> int:
        """The number of terms as written."""
        return self._length

    def expression(self) -> Expression:
        """The expression itself."""
        return self

    def plus(self, other: Operand, factor: int) -> Expression:
        """Adds a multiple of a variable, an expression, a truth or a number."""
        if type(other) is int or not isinstance(other, Linear):
            if is_array(other):
                array: Any = other
                # Of unsigned numbers, numpy's own negation is not the negative one.
                return self._array() + array if factor == 1 else self._array() - array  # type: ignore[no-any-return] # an array
            return self.with_constant(self.constant + factor * self._read(other))
        if type(other) is Variable:
            coefficient: Value = factor
        elif type(other) is Term:
            coefficient = factor * other.coefficient
        else:
            return self._plus_terms(other.expression(), factor)
        if other.owner is not self.owner:
            raise mixing_error(self.owner, other.owner)
        columns, coefficients = self._columns, self._coefficients
        if len(columns) != self._length:
            # Somebody else has already added to the end of the shared lists.
            columns, coefficients = columns[: self._length], coefficients[: self._length]
        columns.append(other.column)
        coefficients.append(coefficient)
        return Expression(self.owner, columns, coefficients, len(columns), self.constant)

    def _plus_terms(self, added: Expression, factor: int) -> Expression:
        """Adds an expression, or subtracts it if the factor is -1."""
        if added.owner is not self.owner:
            raise mixing_error(self.owner, added.owner)
        constant = self.constant + factor * added.constant
        count = added.term_count
        if count > _MANY:
            own_count = self.term_count
            if _is_most_of(min(own_count, count), own_count + count):
                numbers: list[Value] = [factor * coefficient for coefficient in added.coefficients]
                total = add_up(self.columns + added.columns, self.coefficients + numbers)
                columns, coefficients = list(total), list(total.values())
                return Expression(self.owner, columns, coefficients, len(columns), constant)
            if count > own_count:
                return added.signed(factor).after(self, constant)
        return self.followed_by(added, factor, constant)

    def followed_by(self, added: Expression, factor: int, constant: Value) -> Expression:
        """The terms of this expression and then those of another one, times 1 or -1."""
        columns, coefficients = self._columns, self._coefficients
        if len(columns) != self._length:
            columns, coefficients = columns[: self._length], coefficients[: self._length]
        columns.extend(added.columns)
        coefficients.extend(factor * coefficient for coefficient in added.coefficients)
        return Expression(self.owner, columns, coefficients, len(columns), constant)

    def signed(self, sign: int) -> LongExpression:
        """The expression times 1 or -1, without a copy of its terms."""
        nothing = Expression(self.owner, [], [], 0, 0)
        return LongExpression(nothing, self, sign, sign * self.constant)

    def with_constant(self, constant: Value) -> Expression:
        """The same terms with another constant."""
        return Expression(self.owner, self._columns, self._coefficients, self._length, constant)

    def without_constant(self) -> Expression:
        """The sum of its terms alone."""
        return self.with_constant(0)

    def times(self, factor: object) -> Expression:
        """Multiplies by a number."""
        if isinstance(factor, Linear):
            raise ModelError("a product of two variables is not linear", "use product(x, y)")
        if is_array(factor):
            return self._array() * factor  # type: ignore[no-any-return] # an array
        return self._multiplied(self._read(factor))

    def _multiplied(self, number: Value) -> Expression:
        if type(number) is int and number == -1 and self.term_count > _MANY:
            return self.signed(-1)
        coefficients = [number * coefficient for coefficient in self.coefficients]
        constant = number * self.constant
        return Expression(self.owner, self.columns, coefficients, len(coefficients), constant)

    def _read(self, number: object) -> Value:
        """A number that somebody gives, as the model reads floats."""
        return as_value(number, decimals=self.owner.is_exact)

    def over(self, divisor: object) -> Expression:
        """Divides by a number."""
        if isinstance(divisor, Linear):
            raise _division_error(self, divisor)
        if is_array(divisor):
            return self._array() / divisor  # type: ignore[no-any-return] # an array
        number = self._read(divisor)
        if not number:
            raise ModelError(f"{quoted(self)} is divided by 0", "give another divisor")
        if isinstance(number, float):
            quotients: list[Value] = [one / number for one in self.coefficients]
            constant = self.constant / number
            return Expression(self.owner, self.columns, quotients, len(quotients), constant)
        return self._multiplied(Fraction(1) / number)

    def exact_form(self) -> Affine:
        """The expression in exact numbers; a measured one is the fraction that the double is."""
        coefficients, constant = self.coefficients, self.constant
        if float in {*map(type, coefficients), type(constant)}:
            coefficients, constant = [exact(number) for number in coefficients], exact(constant)
        return Affine.of(self.columns, coefficients, constant)

    def require_steps(self) -> None:
        """Raises if it can come as close to a bound as it likes, since a variable is continuous."""
        if self.owner.is_continuous(self.columns):
            what = f"{quoted(self)} is continuous, and can come arbitrarily close to a bound"
            advice = "use <= or >=, with a margin if it must keep away, or maximum(x, y)"
            raise ModelError(what, advice)

    def __repr__(self) -> str:
        terms = [
            term_with_sign(coefficient, self.owner.name_of(column))
            for column, coefficient in zip(self.columns, self.coefficients, strict=True)
        ]
        if self.constant or not terms:
            terms.append(f"{'-' if self.constant < 0 else '+'} {text_of(size_of(self.constant))}")
        return " ".join(terms).removeprefix("+ ")


class LongExpression(Expression):
    """A long expression that is not copied where something is put in front or its sign changes.

    Its terms in front are the terms of another expression, in reverse order, to which more are
    added in front by adding them to its end. All coefficients, those in front as well, have the
    `sign`, 1 or -1, on top of what stands in the lists.
    """

    __slots__ = ("_front", "_sign")

    def __init__(self, front: Expression, rest: Expression, sign: int, constant: Value) -> None:
        columns, coefficients = rest._columns, rest._coefficients  # noqa: SLF001 - its own class
        super().__init__(rest.owner, columns, coefficients, rest._length, constant)  # noqa: SLF001 - likewise
        self._front = front
        self._sign = sign

    @property
    def columns(self) -> list[int]:
        """The columns of the terms, one entry per term as written."""
        return self._front.columns[::-1] + self._columns[: self._length]

    @property
    def coefficients(self) -> list[Value]:
        """The coefficients of the terms, one entry per term as written."""
        numbers = self._front.coefficients[::-1] + self._coefficients[: self._length]
        return numbers if self._sign == 1 else [-number for number in numbers]

    @property
    def term_count(self) -> int:
        """The number of terms as written."""
        return self._front.term_count + self._length

    def plus(self, other: Operand, factor: int) -> Expression:
        """Adds a multiple of a variable, an expression, a truth or a number."""
        if type(other) is int or not isinstance(other, Linear):
            return super().plus(other, factor)
        return self._plus_terms(other.expression(), factor)

    def after(self, first: Expression, constant: Value) -> LongExpression:
        """The terms of a shorter expression and then those of this one, with a constant."""
        columns, coefficients = first.columns[::-1], first.coefficients[::-1]
        turned = Expression(self.owner, columns, coefficients, len(columns), 0)
        front = self._front.followed_by(turned, self._sign, 0)
        return LongExpression(front, self, self._sign, constant)

    def followed_by(self, added: Expression, factor: int, constant: Value) -> Expression:
        """The terms of this expression and then those of another one, times 1 or -1."""
        rest = super().followed_by(added, self._sign * factor, 0)
        return LongExpression(self._front, rest, self._sign, constant)

    def signed(self, sign: int) -> LongExpression:
        """The expression times 1 or -1, without a copy of its terms."""
        return LongExpression(self._front, self, sign * self._sign, sign * self.constant)

    def with_constant(self, constant: Value) -> Expression:
        """The same terms with another constant."""
        return LongExpression(self._front, self, self._sign, constant)


class Term(Linear):
    """A multiple of a variable, as `2 * x` makes it: an expression without lists."""

    __slots__ = ("coefficient", "column", "owner")
    owner: Owner

    def __init__(self, owner: Owner, column: int, coefficient: Value) -> None:
        self.owner = owner
        self.column = column
        self.coefficient = coefficient

    def expression(self) -> Expression:
        """The term as a linear expression."""
        return Expression(self.owner, [self.column], [self.coefficient], 1, 0)

    def __repr__(self) -> str:
        return repr(self.expression())


class EmptySum(Expression):
    """A sum of nothing, which is refused as a side of an equation that it cannot satisfy."""

    __slots__ = ()
    __hash__ = Expression.__hash__

    def __eq__(self, other: Operand) -> Comparison:  # type: ignore[override] # as of any number
        row = Expression.__eq__(self, other)
        if is_array(row):
            return row
        if not row.subject.columns and row.lower is not None and row.lower != row.subject.constant:
            what = f"an empty sum is 0, not {text_of(row.lower - row.subject.constant)}"
            advice = "state what should hold for an empty sum, or leave the row out"
            raise ModelError(what, advice)
        return row


def linear_sum(owner: Owner, terms: Iterable[Operand]) -> Expression:
    """Adds up variables, negations, expressions, truths and numbers."""
    terms = list(terms)
    # Sums of variables alone are the usual case, and long: no step of Python's for each.
    if set(map(type, terms)) == {Variable} and set(map(_OWNER, terms)) == {owner}:
        return Expression(owner, list(map(_COLUMN, terms)), [1] * len(terms), len(terms), 0)
    if len(terms) <= _FEW and any(
        isinstance(term, Expression) and term.term_count > _MANY for term in terms
    ):
        return _sum_of_few(owner, terms)
    columns: list[int] = []
    coefficients: list[Value] = []
    constant: Value = 0
    longest = 0
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
            constant += as_value(term, decimals=owner.is_exact)
            continue
        if of is not owner:
            raise mixing_error(owner, of)
    if len(terms) > 1 and _is_most_of(longest, len(columns)):
        total = add_up(columns, coefficients)
        columns, coefficients = list(total), list(total.values())
    return Expression(owner, columns, coefficients, len(columns), constant)


def _sum_of_few(owner: Owner, terms: Sequence[Operand]) -> Expression:
    """The sum of few terms, which shares the lists of a long one."""
    total = Expression(owner, [], [], 0, 0)
    for term in terms:
        if isinstance(term, Linear):
            total = total.plus(term, 1)
        else:
            number = as_value(term, decimals=owner.is_exact)
            total = total.with_constant(total.constant + number)
    return total


def _is_most_of(added: int, terms: int) -> bool:
    """Whether a sum that is made of long sums may say the same again and again.

    What is added to itself doubles, and after 30 times would fill the memory.
    """
    return added > _LONG and 3 * added > terms


class Truth(Linear, Logical):
    """A truth that is not a variable; as a number it is the variable that says so."""

    __slots__ = ("owner",)

    # A class of truths that are single linear rows says so.
    _is_row = False
    owner: Owner

    def expression(self) -> Expression:
        """The truth as a number, 1 or 0."""
        literal: Variable | Negation = self.owner._encoder.literal(self)  # noqa: SLF001 - its own
        return literal.expression()

    def _check_side(self, other: object, *, is_equation: bool) -> None:
        if isinstance(other, Linear) or is_array(other):
            return
        if self._is_row and not is_equation:
            raise range_error(self, other)
        require_truth_number(self, self.owner, other)


def require_truth_number(truth: object, owner: Owner, number: object) -> None:
    """Raises if a truth is compared with a number that is neither 0 nor 1."""
    if as_value(number, decimals=owner.is_exact) not in {0, 1}:
        what = f"{quoted(truth)} is 1 or 0, but is compared with {quoted(number)}"
        raise ModelError(what, _ADVICE_ON_RANGES)


def range_error(row: object, number: object) -> ModelError:
    """The error of `-10 <= (x - 5 <= -2)`, with which PySCIPOpt and Pyomo state a range.

    Here the row counts as 1 or 0, and -10 is below both. No inequality of a row and a number says
    more than the row, its negation or nothing, so that each of them is taken for a range.
    """
    what = f"{quoted(number)} is compared with the row {quoted(row)}"
    return ModelError(what, _ADVICE_ON_RANGES)


class Comparison(Truth):
    """A linear row that is stated but not yet part of a model: `x + y <= 1`.

    Attributes:
        subject: What is compared; its constant has gone into the bounds.
        lower: The least value that it may take, or None.
        upper: The greatest value that it may take, or None.
        outside: Whether it must not lie within these bounds, instead.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> x + 1 > 2 * y
        x - 2 y >= 0
        >>> ~(x + y == 1)
        x + y != 1
    """

    __slots__ = ("_same", "lower", "outside", "subject", "upper")
    _is_row = True

    def __init__(
        self,
        subject: Expression,
        lower: Value | None,
        upper: Value | None,
        *,
        outside: bool = False,
        same: bool | None = None,
    ) -> None:
        constant = subject.constant
        self.owner = subject.owner
        self.subject = subject.without_constant() if constant else subject
        self.lower = None if lower is None else plain(lower - constant)
        self.upper = None if upper is None else plain(upper - constant)
        self.outside = outside
        self._same = same

    def __invert__(self) -> Comparison:
        if self.outside or (self.lower is None) == (self.upper is None):
            return Comparison(self.subject, self.lower, self.upper, outside=not self.outside)
        self.subject.require_steps()
        if has_measured(self.subject.coefficients):
            return self._beyond_tolerance()
        # Of an exact sum of whole variables, values are multiples of a step.
        coefficients = [exact(number) for number in self.subject.coefficients]
        step = Fraction(1, common_denominator(coefficients))
        lower, upper = exact_bounds(self.lower, self.upper, coefficients)
        if upper is not None:
            return Comparison(self.subject, plain((floor(upper / step) + 1) * step), None)
        return Comparison(self.subject, None, plain((ceil((lower or 0) / step) - 1) * step))

    def _beyond_tolerance(self) -> Comparison:
        """The opposite of a measured row with one bound: it holds where the row does not.

        Both rows hold within their tolerance, so the bound of this one is two tolerances away.
        """
        largest = largest_of(self.subject.coefficients)
        bound = self.upper if self.lower is None else self.lower
        margin = 2 * float(tolerance_of(bound or 0, largest, largest))
        if self.lower is None:
            return Comparison(self.subject, (bound or 0) + margin, None)
        return Comparison(self.subject, None, (bound or 0) - margin)

    def __bool__(self) -> bool:
        # Dictionaries and sets ask whether two handles of the same hash are equal. A "no" cannot be
        # told from the one that `x == y or x == z` and `x == y == z` ask for, and these would state
        # one part in silence; handles of one model never share a hash unless they are equal.
        if self._same and not self.outside:
            return True
        advice = "pass it to model.add; see also x.between(1, 2), x & y, and maximum(x, y)"
        if self._same is not None or self.lower == self.upper:
            advice = "write (x == y) & (y == z), (x == y) | (x == z), or for a search x in {y, z}"
        raise ModelError(f"{quoted(self)} is a row, not a yes or no", advice)

    def __repr__(self) -> str:
        if self.lower == self.upper:
            return f"{self.subject} {'!=' if self.outside else '=='} {_bound_text(self.lower)}"
        if self.lower is None:
            return f"{self.subject} <= {_bound_text(self.upper)}"
        if self.upper is None:
            return f"{self.subject} >= {_bound_text(self.lower)}"
        text = f"{_bound_text(self.lower)} <= {self.subject} <= {_bound_text(self.upper)}"
        return f"~({text})" if self.outside else text


def _bound_text(number: Value | None) -> str:
    return "none" if number is None else text_of(number)


class Junction(Truth):
    """Truths joined by and, or, exclusive or.

    Its opposite and its literal are kept once they are known: a truth that is used in several
    places of another one, as the test of `conditional` is, would else be worked out once for
    every way to it.
    """

    __slots__ = ("connective", "literal", "opposite", "parts")

    def __init__(self, owner: Owner, connective: Connective, parts: tuple[Logical, ...]) -> None:
        self.owner = owner
        self.connective = connective
        self.parts = parts
        self.literal: Literal | None = None
        self.opposite: Junction | None = None

    def __invert__(self) -> Junction:
        if self.opposite is None:
            for inner in self.inside(lambda one: one.opposite is not None):
                inner.opposite = _opposite(inner)
            self.opposite = _opposite(self)
        return self.opposite

    def inside(self, done: Callable[[Junction], bool]) -> Iterator[Junction]:
        """All junctions within it that are not done, each after those that it is made of.

        However deeply they are nested, nothing here calls itself. `done` says whether one needs no
        visit; it has to be true once one was visited.
        """
        open_ = [part for part in self.parts if isinstance(part, Junction)]
        while open_:
            inner = open_[-1]
            if done(inner):
                open_.pop()
                continue
            before = [p for p in inner.parts if isinstance(p, Junction) and not done(p)]
            if before:
                open_ += before
            else:
                yield inner

    def __reduce__(self) -> tuple[object, ...]:
        # In one list, since pickle calls itself for what stands within something else.
        known: dict[int, int] = {}
        nodes: list[tuple[object, ...]] = []

        def append(one: Junction) -> None:
            parts = [known.get(id(part), part) for part in one.parts]
            nodes.append((one.connective, one.literal, parts))
            known[id(one)] = len(known)

        for inner in self.inside(lambda one: id(one) in known):
            append(inner)
        append(self)
        return _nested_junction, (self.owner, nodes)

    def __repr__(self) -> str:
        written: list[str] = []
        length = 0
        # What is still to be written, the next one last.
        waiting: list[Junction | str] = [self]
        while waiting and length < _LONGEST_TEXT:
            following = waiting.pop()
            if isinstance(following, str):
                written.append(following)
                length += len(following)
                continue
            waiting += reversed(following.pieces())
        return "".join(written) + ("..." if waiting else "")

    def pieces(self) -> list[Junction | str]:
        """The text of the junction, in which those within it are not yet written out."""
        if not self.parts:
            return [str(self.connective is Connective.AND)]
        pieces: list[Junction | str] = []
        for part in self.parts:
            pieces.append(f" {self.connective.value} ")
            if isinstance(part, Junction):
                pieces += ["(", part, ")"]
            else:
                pieces.append(f"({part})" if isinstance(part, Truth) else f"{part}")
        return pieces[1:]


def _nested_junction(owner: Owner, nodes: Iterable[tuple[Any, ...]]) -> Junction:
    """The last of some junctions, whose parts are truths, and the numbers of junctions before."""
    made: list[Junction] = []
    for connective, literal, parts in nodes:
        inside = (made[part] if isinstance(part, int) else part for part in parts)
        junction = Junction(owner, connective, tuple(inside))
        junction.literal = literal
        made.append(junction)
    return made[-1]


def _opposite(junction: Junction) -> Junction:
    """The opposite of a junction, whose parts know theirs."""
    connective, parts = junction.connective, junction.parts
    if connective is Connective.XOR:
        first, *rest = parts
        turned = Junction(junction.owner, connective, (~first, *rest))
    else:
        other = {Connective.AND: Connective.OR, Connective.OR: Connective.AND}[connective]
        turned = Junction(junction.owner, other, tuple(~part for part in parts))
    turned.opposite = junction
    return turned


class Relation(Truth):
    """A relation between several numbers that solvers know by itself, such as all-different.

    `equivalent` makes the same out of comparisons, once, for where it is negated or defines a
    variable; `operation` states it; `text` is what it looks like.
    """

    __slots__ = ("equivalent", "operation", "text")

    def __init__(
        self, owner: Owner, operation: Operation, equivalent: Callable[[], Logical], text: str
    ) -> None:
        self.owner = owner
        self.operation = operation
        self.equivalent = cache(equivalent)
        self.text = text

    def __invert__(self) -> Logical:
        return ~self.equivalent()

    def __repr__(self) -> str:
        return self.text


def owner_of(parts: Iterable[Operand | TruthValue]) -> Owner:
    """The model of the first part that has one; raises if all are constants."""
    for part in parts:
        if is_array(part):
            advice = "give its elements, as x.flat, or call it for each of them"
            raise ModelError(f"{quoted(part)} is an array among single numbers", advice)
        if isinstance(part, Logical | Linear):
            owner: Owner | None = getattr(part, "owner", None)
            if owner is not None:
                return owner
    raise ModelError("the expression has no variable", "compute it in Python")


def junction(connective: Connective, parts: Iterable[TruthValue]) -> Logical:
    """Joins truths by and, or by or; parts of the same kind are taken in, constants decide."""
    parts = tuple(parts)
    owner = owner_of(parts)
    deciding = connective is Connective.OR
    joined: list[Logical] = []
    taken_in: list[Junction] = []
    for part in parts:
        if not isinstance(part, Logical):
            if _constant(part) == deciding:
                opposite = Connective.AND if deciding else Connective.OR
                return Junction(owner, opposite, ())
        elif isinstance(part, Junction) and part.connective is connective:
            joined += part.parts
            taken_in.append(part)
        elif isinstance(part, Junction) and not part.parts:
            # False decides a conjunction, True a disjunction.
            return part
        else:
            joined.append(part)
    long_sides = sum(len(part.parts) > _MANY for part in taken_in)
    if taken_in and (len(joined) <= _LONG or long_sides > 1):
        # What is taken in from two sides says it once. Little that is added to much is not looked
        # for in it: 20,000 variables, joined one by one, took 15 seconds for that.
        joined = list({id(part): part for part in joined}.values())
    return joined[0] if len(joined) == 1 else Junction(owner, connective, tuple(joined))


def exclusive(parts: Iterable[TruthValue]) -> Logical:
    """Joins truths by exclusive or: an odd number of them is true."""
    parts = tuple(parts)
    owner = owner_of(parts)
    joined: list[Logical] = []
    odd = False
    for part in parts:
        if not isinstance(part, Logical):
            odd ^= _constant(part)
        elif isinstance(part, Junction) and part.connective is Connective.XOR:
            joined += part.parts
        else:
            joined.append(part)
    if odd and joined:
        joined[0] = ~joined[0]
    return joined[0] if len(joined) == 1 else Junction(owner, Connective.XOR, tuple(joined))


def _constant(part: object) -> bool:
    constant = python_scalar(part)
    if isinstance(constant, bool | int) and constant in {0, 1}:
        return bool(constant)
    what = f"{quoted(part)} is not a truth value"
    raise ModelError(what, "use a binary variable or a comparison")
