"""What is true or false: comparisons, and what `&`, `|`, `^` and `~` make of them.

A truth is stated by `model.add`. Used as a number it counts as 1 or 0: the model then defines a
binary variable by it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.linear import Linear, Operand, Owner

if TYPE_CHECKING:
    from ilpuzzles.modelling.affine import Literal
    from ilpuzzles.modelling.expressions import Expression
    from ilpuzzles.modelling.operations import Operation


class Connective(Enum):
    """How truths are joined."""

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
        return junction(Connective.AND, (self, other))

    def __rand__(self, other: TruthValue) -> Logical:
        return junction(Connective.AND, (other, self))

    def __or__(self, other: TruthValue) -> Logical:
        return junction(Connective.OR, (self, other))

    def __ror__(self, other: TruthValue) -> Logical:
        return junction(Connective.OR, (other, self))

    def __xor__(self, other: TruthValue) -> Logical:
        return exclusive((self, other))

    def __rxor__(self, other: TruthValue) -> Logical:
        return exclusive((other, self))

    def implies(self, other: TruthValue) -> Logical:
        """If this is true, then so is the other one."""
        return junction(Connective.OR, (~self, other))


TruthValue: TypeAlias = Logical | bool | int
"""What can be joined by logic: truths, and the constants True and False, also written 1 and 0."""


class Truth(Linear, Logical):
    """A truth that is not a variable; as a number it is the variable that says so.

    Attributes:
        owner: The model whose variables it speaks of.
    """

    __slots__ = ("owner",)

    owner: Owner

    def expression(self) -> Expression:
        """The truth as a number, 1 or 0."""
        return self.owner.literal(self).expression()


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

    def __init__(
        self,
        subject: Expression,
        lower: int | None,
        upper: int | None,
        *,
        outside: bool = False,
        same: bool | None = None,
    ) -> None:
        constant = subject.constant
        self.owner = subject.owner
        self.subject = subject.plus(-constant, 1) if constant else subject
        self.lower = None if lower is None else lower - constant
        self.upper = None if upper is None else upper - constant
        self.outside = outside
        self._same = same

    def __invert__(self) -> Comparison:
        if self.lower is None and self.upper is not None and not self.outside:
            return Comparison(self.subject, self.upper + 1, None)
        if self.upper is None and self.lower is not None and not self.outside:
            return Comparison(self.subject, None, self.lower - 1)
        return Comparison(self.subject, self.lower, self.upper, outside=not self.outside)

    def __bool__(self) -> bool:
        # Dictionaries and `in` ask whether two handles are equal; nothing else may.
        if self._same is not None:
            return self._same != self.outside
        raise ModelError(
            Problem(
                f"{quoted(self)} is a row, not a yes or no",
                "pass it to model.add; for two bounds write expression.between(1, 2)",
            )
        )

    def __repr__(self) -> str:
        if self.lower == self.upper:
            return f"{self.subject} {'!=' if self.outside else '=='} {self.lower}"
        if self.lower is None:
            return f"{self.subject} <= {self.upper}"
        if self.upper is None:
            return f"{self.subject} >= {self.lower}"
        text = f"{self.lower} <= {self.subject} <= {self.upper}"
        return f"~({text})" if self.outside else text


class Junction(Truth):
    """Truths joined by and, or, exclusive or.

    Its opposite and its variable are kept: a truth that is used in several places of another one,
    as the test of `conditional` is, would else be worked out once for every way to it.

    Attributes:
        connective: How they are joined.
        parts: The truths.
        literal: The variable of the model that says whether it is true, once there is one.
        opposite: The opposite, once there is one.
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

        However deeply they are nested, nothing here calls itself.

        Args:
            done: Whether one needs no visit; it has to be true once one was visited.
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

    def __repr__(self) -> str:
        if not self.parts:
            return str(self.connective is Connective.AND)
        sign = f" {self.connective.value} "
        return sign.join(f"({p})" if isinstance(p, Truth) else f"{p}" for p in self.parts)


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

    Attributes:
        operation: The row that states it.
        equivalent: Makes the same out of comparisons, once, for where it is negated or defines a
            variable.
        text: What it looks like.
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
    """The model of the first part that has one.

    Raises:
        ModelError: If all are constants.
    """
    for part in parts:
        if isinstance(part, Logical | Linear):
            owner: Owner | None = getattr(part, "owner", None)
            if owner is not None:
                return owner
    raise ModelError(Problem("only constants, and no variable", "compute it in Python"))


def junction(connective: Connective, parts: Iterable[TruthValue]) -> Logical:
    """Joins truths by and, or by or; parts of the same kind are taken in, constants decide."""
    parts = tuple(parts)
    owner = owner_of(parts)
    deciding = connective is Connective.OR
    joined: list[Logical] = []
    taken_in = False
    for part in parts:
        if not isinstance(part, Logical):
            if _constant(part) == deciding:
                opposite = Connective.AND if deciding else Connective.OR
                return Junction(owner, opposite, ())
        elif isinstance(part, Junction) and part.connective is connective:
            joined += part.parts
            taken_in = True
        elif isinstance(part, Junction) and not part.parts:
            # False decides a conjunction, True a disjunction.
            return part
        else:
            joined.append(part)
    if taken_in:
        # What is taken in from two sides says it once.
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
    if isinstance(part, bool | int) and part in {0, 1}:
        return bool(part)
    raise ModelError(
        Problem(f"{quoted(part)} is not true or false", "use a binary variable or a comparison")
    )
