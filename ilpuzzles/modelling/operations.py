"""Rows that are not linear: conditions, reification, parity, all-different, functions, lazy cuts.

Each says what it means for an assignment, and which linear rows it becomes. A solver that has a
constraint of its own for one gets that instead; see `ilpuzzles.solvers.cpsat.statements`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.numbers import Number, Value, as_value, plain, size_of


class Outcome(NamedTuple):
    """The activity of a row, and the bounds within (or `outside`) which it has to be."""

    value: Number
    lower: Number | None
    upper: Number | None
    outside: bool = False

    @property
    def right(self) -> bool:
        """Whether it is as it has to be."""
        above = self.lower is None or self.value >= self.lower
        below = self.upper is None or self.value <= self.upper
        return (above and below) is not self.outside


def over_scale(number: Value | None, scale: int) -> Any:
    """A number as it was before it was multiplied by a scale; a measured one is a float."""
    if isinstance(number, float):
        # Among doubles, exact whole numbers are some as well; those of a scaled row all are.
        number = int(number) if scale != 1 else as_value(number)
        if isinstance(number, float):
            return number
    return number if scale == 1 or number is None else plain(Fraction(number, scale))


@dataclass(frozen=True, slots=True)
class Operation(ABC):
    """A row that is not linear."""

    @property
    @abstractmethod
    def word(self) -> str:
        """The default name of rows of this kind."""

    def parts(self) -> Iterator[Affine | Literal]:
        """The sums and literals among its fields, in their order."""
        for each in fields(self):
            value = getattr(self, each.name)
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Affine | Literal):
                    yield part

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """The plain numbers among its fields, and the flags that are set, by name.

        Texts and formulas show them beside the variables. Fields that `repr` leaves out are not
        among them.
        """
        settings: dict[str, Number | Fraction | bool] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            is_number = isinstance(value, int | float | Fraction)
            if each.repr and is_number and value is not False:
                settings[each.name] = value
        return settings

    @abstractmethod
    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The activity of the row for values of all columns, in exact whole numbers."""

    @abstractmethod
    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""

    def definitions(self) -> Iterable[int]:
        """The columns of which each has at most one value for any values of all the others."""
        return ()

    def mentions(self) -> Iterator[int]:
        """The columns of all its variables, as often as parts speak of them."""
        for part in self.parts():
            yield from (part.column,) if isinstance(part, Literal) else part.columns

    def columns(self) -> list[int]:
        """The columns of all its variables, ascending, each once."""
        return sorted(set(self.mentions()))


@dataclass(frozen=True, slots=True)
class Function(Operation):
    """A variable, the column `target`, is a function of some numbers."""

    target: int

    @abstractmethod
    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""

    def parts(self) -> Iterator[Affine | Literal]:
        """Its target, and the arguments of the function."""
        yield Affine.column(self.target)
        yield from Operation.parts(self)

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """The plain numbers among its fields but the target, which is the number of a column."""
        settings = Operation.settings(self)
        del settings["target"]
        return settings

    def definitions(self) -> Iterable[int]:
        """Its target."""
        return (self.target,)

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the variable, and the one it must have."""
        wanted = self.result(values)
        return Outcome(values[self.target], wanted, wanted)


class LazyConstraint(Operation):
    """A lazy constraint: its rows are found as they are needed, since there are too many of them.

    `ilpuzzles.queries` solves without it, asks for cuts against the answer, and solves again.

    Attributes:
        portable: Whether other processes can be sent it.
    """

    __slots__ = ()
    portable: ClassVar[bool] = True

    @property
    def by_cuts(self) -> bool:
        """Whether solvers get its cuts, not the constraint itself."""
        return True

    def first_cuts(self) -> Iterable[Conditional]:
        """Rows that follow from it, and are stated from the beginning."""
        return ()

    @abstractmethod
    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Rows that some values break, and no right ones; none if the values are right."""

    def linearise(self, into: LinearRows) -> None:  # noqa: ARG002 - there is no row to add
        """Raises a `ModelError`, since all its rows would not fit."""
        what = f"'{self.word}' is stated by cuts, which no file can hold"
        raise ModelError(what, "use another encoding or formulation, or let ilpuzzles solve it")


@dataclass(frozen=True, slots=True)
class Conditional(Operation):
    """If all conditions are true, a number lies within two bounds, or outside of them.

    CP-SAT gets an enforced linear constraint. A MIP solver gets for each bound a row that gives
    way by as much as the bounds of the variables allow; "outside" needs one binary variable more,
    which says whether the number is below.

    Attributes:
        scale: The factor by which the number and its bounds were multiplied to become whole.
    """

    conditions: tuple[Literal, ...]
    subject: Affine
    lower: Number | None
    upper: Number | None
    outside: bool = False
    # Not shown: numbers and bounds alone say what the row means, and ledgers know it by its text.
    scale: int = field(default=1, repr=False)

    @property
    def word(self) -> str:
        """The default name of rows of this kind."""
        return "conditional" if self.conditions else "not equal"

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """Nothing: its bounds say little without the coefficients of its sum."""
        return {}

    def definitions(self) -> Iterable[int]:
        """Every variable, if it is an equation that holds in any case."""
        equation = not self.conditions and not self.outside and self.lower == self.upper
        return self.subject.columns if equation and self.lower is not None else ()

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the sum and its bounds; no bounds where a condition does not hold."""
        value, lower, upper = (
            over_scale(number, self.scale)
            for number in (self.subject.value(values), self.lower, self.upper)
        )
        if not all(condition.true(values) for condition in self.conditions):
            return Outcome(value, None, None)
        return Outcome(value, lower, upper, self.outside)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        if not self.outside:
            into.implied(self.conditions, self.subject, self.lower, self.upper, self.scale)
            return
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            # Everything is outside of an empty interval.
            return
        least, most = into.range(self.subject)
        can_be_below = self.lower is not None and least < self.lower
        can_be_above = self.upper is not None and most > self.upper
        below = above = self.conditions
        if can_be_below and can_be_above:
            side = into.binary()
            below, above = (*below, side), (*above, side.opposite)
        if self.lower is not None and (can_be_below or not can_be_above):
            into.implied(below, self.subject, None, self.lower - 1, self.scale)
        if self.upper is not None and can_be_above:
            into.implied(above, self.subject, self.upper + 1, None, self.scale)


@dataclass(frozen=True, slots=True)
class Reified(Operation):
    """A literal is true exactly if a number lies within two bounds.

    CP-SAT gets two enforced linear constraints. A MIP solver gets, for z = (s <= u) with s between
    a and b, the rows `s + (b - u) z <= b` and `s + (u + 1 - a) z >= u + 1`. With two bounds that
    can both be missed, one binary variable more says whether s is below; then one of three
    intervals is chosen by two rows.

    Attributes:
        scale: The factor by which the number and its bounds were multiplied to become whole.
    """

    word = "comparison"
    target: Literal
    subject: Affine
    lower: Number | None
    upper: Number | None
    scale: int = field(default=1, repr=False)

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """Nothing: its bounds say little without the coefficients of its sum."""
        return {}

    def definitions(self) -> Iterable[int]:
        """Its target."""
        return (self.target.column,)

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the literal, and the one it must have."""
        within = Outcome(self.subject.value(values), self.lower, self.upper).right
        return Outcome(int(self.target.true(values)), int(within), int(within))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        least, most = into.range(self.subject)
        lower = least if self.lower is None else max(self.lower, least)
        upper = most if self.upper is None else min(self.upper, most)
        inside, subject = self.target.affine, self.subject
        if lower > upper:
            into.row(inside, 0, 0)
        elif lower == least and upper == most:
            into.row(inside, 1, 1)
        elif lower == least:
            into.row(subject.plus(inside.times(most - upper)), None, most, self.scale)
            into.row(subject.plus(inside.times(upper + 1 - least)), upper + 1, None, self.scale)
        elif upper == most:
            into.row(subject.minus(inside.times(lower - least)), least, None, self.scale)
            into.row(subject.minus(inside.times(most - lower + 1)), None, lower - 1, self.scale)
        else:
            below = into.binary().affine
            into.row(inside.plus(below), None, 1)
            # At most: `upper` inside, `lower - 1` below, `most` above; likewise at least.
            inner, under = inside.times(most - upper), below.times(most - lower + 1)
            into.row(subject.plus(inner).plus(under), None, most, self.scale)
            inner, under = inside.times(upper + 1 - lower), below.times(upper + 1 - least)
            into.row(subject.plus(inner).plus(under), upper + 1, None, self.scale)


@dataclass(frozen=True, slots=True)
class Parity(Operation):
    """An odd number of literals is true, or an even number.

    CP-SAT gets one exclusive disjunction. A MIP solver gets one row for two literals, and four for
    three, which cut off every fraction; more literals are taken three at a time, with a binary
    variable for the parity of each two.
    """

    word = "exclusive disjunction"
    literals: tuple[Literal, ...]
    odd: bool

    def definitions(self) -> Iterable[int]:
        """Every variable: the others say which of its two values it has."""
        return self.mentions()

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether the number of true literals is odd: 1 or 0."""
        true = sum(literal.true(values) for literal in self.literals)
        return Outcome(true % 2, int(self.odd), int(self.odd))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        literals = list(self.literals)
        while len(literals) > 3:
            first, second, *rest = literals
            both = into.binary()
            _forbid(into, [first, second, both], odd=True)
            literals = [*rest, both]
        if len(literals) == 2:
            first, second = literals
            if self.odd:
                into.row(first.affine.plus(second.affine), 1, 1)
            else:
                into.row(first.affine.minus(second.affine), 0, 0)
        else:
            _forbid(into, literals, odd=not self.odd)


def _forbid(into: LinearRows, literals: list[Literal], *, odd: bool) -> None:
    """A row against every choice in which an odd (or even) number of literals is true."""
    for choice in product((True, False), repeat=len(literals)):
        if sum(choice) % 2 == odd:
            agreeing = total(
                (literal if true else literal.opposite).affine
                for literal, true in zip(literals, choice, strict=True)
            )
            into.row(agreeing, None, len(literals) - 1)


_MOST_BINARIES = 20_000


@dataclass(frozen=True, slots=True)
class AllDifferent(Operation):
    """No two of several numbers are equal.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for every number and every
    value that it can have, exactly one for each number and at most one for each value: the rows of
    an assignment, which cut off every fraction. With very many values, every pair of numbers gets
    a row of its own that they differ.
    """

    word = "all different"
    items: tuple[Affine, ...]

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of different values."""
        different = len({item.value(values) for item in self.items})
        return Outcome(different, len(self.items), len(self.items))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        ranges = [into.whole_range(item) for item in self.items]
        if sum(map(len, ranges)) > _MOST_BINARIES:
            for one, other in combinations(self.items, 2):
                Conditional((), one.minus(other), 0, 0, outside=True).linearise(into)
            return
        holders: dict[int, list[Affine]] = {}
        for item, values in zip(self.items, ranges, strict=True):
            chosen = into.one_of(len(values))
            for value, literal in zip(values, chosen, strict=True):
                holders.setdefault(value, []).append(literal.affine)
            pairs = zip(values, chosen, strict=True)
            named = (literal.affine.times(value) for value, literal in pairs)
            into.row(total(named).minus(item), 0, 0)
        if len(self.items) > len(holders):
            into.row(Affine.number(1), 0, 0)
        least_each = 1 if len(self.items) == len(holders) else None
        for value in sorted(holders):
            if len(holders[value]) > 1 or least_each:
                into.row(total(holders[value]), least_each, 1)


@dataclass(frozen=True, slots=True)
class Absolute(Function):
    """A variable is a number without its sign.

    CP-SAT gets the maximum of the number and its negative. A MIP solver gets, for z = |s| with s
    between -a and b and a binary p that says whether s is not negative,

        z >= s,  z >= -s,  z <= s + 2 a (1 - p),  z <= -s + 2 b p

    or one equation where the sign is known.
    """

    word = "absolute value"
    subject: Affine

    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""
        return size_of(self.subject.value(values))

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        least, most = into.range(self.subject)
        target, subject = Affine.column(self.target), self.subject
        above, below = target.minus(subject), target.plus(subject)
        if least >= 0 or most <= 0:
            into.row(above if least >= 0 else below, 0, 0)
        else:
            positive = into.binary().affine
            into.row(above, 0, None)
            into.row(below, 0, None)
            into.row(above.minus(positive.times(2 * least)), None, -2 * least)
            into.row(below.minus(positive.times(2 * most)), None, 0)


@dataclass(frozen=True, slots=True)
class Extremum(Function):
    """A variable is the greatest of several numbers, or the least.

    CP-SAT gets its own constraint. A MIP solver gets for the greatest z of some numbers s_i

        z >= s_i,  z <= s_i + (B - a_i) (1 - c_i),  c_1 + ... + c_n = 1

    with binary c_i that say which is the greatest, a_i the least value of s_i, and B the greatest
    value of any. A number that can never be the greatest gets neither.
    """

    items: tuple[Affine, ...]
    greatest: bool

    @property
    def word(self) -> str:
        """The default name of rows of this kind."""
        return "maximum" if self.greatest else "minimum"

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """Nothing: the word says which of the two it is."""
        return {}

    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""
        numbers = (item.value(values) for item in self.items)
        return max(numbers) if self.greatest else min(numbers)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        sign = 1 if self.greatest else -1
        target = Affine.column(self.target).times(sign)
        items = [item.times(sign) for item in dict.fromkeys(self.items)]
        ranges = [into.range(item) for item in items]
        floor = max(least for least, _ in ranges)
        ceiling = max(most for _, most in ranges)
        able = [
            (target.minus(item), ceiling - least)
            for item, (least, most) in zip(items, ranges, strict=True)
            if most > floor or least == floor
        ]
        if len(able) == 1:
            into.row(able[0][0], 0, 0)
            return
        for (above, slack), chosen in zip(able, into.one_of(len(able)), strict=True):
            into.row(above, 0, None)
            into.row(above.plus(chosen.affine.times(slack)), None, slack)


@dataclass(frozen=True, slots=True)
class Product(Function):
    """A variable is the product of two numbers.

    CP-SAT gets its own constraint. A MIP solver gets the factor with fewer values written in
    binary, a = a_0 + 1 d_0 + 2 d_1 + 4 d_2 + ..., and the product of each digit with the other
    factor, which four rows state as tightly as can be; a binary factor is its own digit.
    """

    word = "product"
    left: Affine
    right: Affine

    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""
        return self.left.value(values) * self.right.value(values)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        factors = [form for form in (self.left, self.right) if into.is_whole(form)]
        digital = min(factors, key=lambda form: len(into.whole_range(form)))
        other = self.right if digital is self.left else self.left
        values = into.whole_range(digital)
        digits = _digits(into, digital, values)
        parts = [other.times(values[0])]
        parts += [into.product(digit, other).times(size) for digit, size in digits]
        into.row(Affine.column(self.target).minus(total(parts)), 0, 0)


def _digits(into: LinearRows, form: Affine, values: Sequence[int]) -> list[tuple[Literal, int]]:
    """Literals and their sizes, which add up to the number less its least value."""
    least, most = values[0], values[-1]
    if len(form.columns) == 1:
        column, positive = form.columns[0], form.coefficients[0] > 0
        if (into.lower[column], into.upper[column]) == (0, 1):
            return [(Literal(column, positive), most - least)]
    digits = [(into.binary(), 1 << place) for place in range((most - least).bit_length())]
    if digits:
        into.row(total(d.affine.times(size) for d, size in digits).minus(form), -least, -least)
    return digits


@dataclass(frozen=True, slots=True)
class Element(Function):
    """A variable is the number at some place of a list, counted from 0.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each place that the
    index can name, exactly one of them 1. They say what the index is, and what the variable is, at
    once if the list has only constants, else by two conditional rows for each place.
    """

    word = "element"
    index: Affine
    items: tuple[Affine, ...]

    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""
        return self.items[int(self.index.value(values))].value(values)

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the variable, and the one it must have."""
        place = self.index.value(values)
        if not 0 <= place < len(self.items):
            # Only for values that break the bounds of some variable.
            return Outcome(place, 0, len(self.items) - 1)
        return Function.outcome(self, values)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        known = into.whole_range(self.index)
        places = range(max(known[0], 0), min(known[-1], len(self.items) - 1) + 1)
        chosen = into.one_of(len(places))
        named = [literal.affine.times(place) for place, literal in zip(places, chosen, strict=True)]
        into.row(total(named).minus(self.index), 0, 0)
        target, items = Affine.column(self.target), self.items[places.start : places.stop]
        if not any(item.columns for item in items):
            constants = (c.affine.times(n.constant) for c, n in zip(chosen, items, strict=True))
            into.row(target.minus(total(constants)), 0, 0)
            return
        for item, literal in zip(items, chosen, strict=True):
            into.implied([literal], target.minus(item), 0, 0)
