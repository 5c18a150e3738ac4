"""Numbers in pieces: semi-continuous ones, special ordered sets, piecewise linear functions.

Each is stated by a binary variable for every piece, which does not distinguish solutions, and by
rows whose big M is a bound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TypeVar

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder, encoder_of
from ilpuzzles.modelling.expressions import Expression, Logical, Operand, Relation, Variable
from ilpuzzles.modelling.functions import Numbers, conjunction, count, gathered
from ilpuzzles.modelling.numbers import Number, Numeric, common_denominator, exact, plain, text_of
from ilpuzzles.modelling.operations import Function, Operation, Outcome

_Item = TypeVar("_Item")


def semi_continuous(number: Operand, lower: Numeric, upper: Numeric | None = None) -> Logical:
    """States that a number is 0, or lies within two bounds (semi-continuous, semi-integer).

    A MIP solver gets, for a number s, bounds a and b, and a binary variable p, the rows
    `a p <= s <= b p`. Of continuous numbers it can be stated, but neither negated nor made a part
    of something else, since a number can come as close to 0 as it likes without being 0.

    Args:
        number: The number.
        lower: Its least value other than 0.
        upper: Its greatest value; by default what the bounds of its variables allow.

    Raises:
        ModelError: If there is no upper bound.

    Example:
        A machine makes nothing, or at least 3 tons a day:

        >>> from ilpuzzles import solve_model
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> tons = model.continuous("tons", upper=8)
        >>> row = model.add(semi_continuous(tons, 3))
        >>> row = model.add(tons >= 0.5)
        >>> model.minimize(tons)
        >>> solve_model(model).objective
        3
    """
    encoder = encoder_of([number])
    expression = encoder.expression(number)
    form = encoder.affine(expression, mixed=True, bounded=upper is None)
    least = exact(lower)
    most = encoder.range_of(form)[1] if upper is None else exact(upper)
    shown = f"semi_continuous({expression!r}, {text_of(least)}, {text_of(most)})"

    def equivalent() -> Logical:
        if encoder.is_continuous(form):
            return _refuse(shown)
        return (expression == 0) | expression.between(least, most)

    return Relation(encoder.owner, SemiContinuous(form, least, most), equivalent, shown)


def special_ordered_1(*numbers: Numbers) -> Logical:
    """At most one of some numbers is not zero (a special ordered set of type 1).

    A MIP solver gets for every whole number that is not binary a binary variable, or two, that say
    whether it is zero. If some are continuous, it gets a binary variable for each, one of which is
    1, and rows by which the other numbers are 0, with the bounds as big M; such a set can be
    stated, but neither negated nor made a part of something else.

    Raises:
        ModelError: If some are continuous, and a variable has no bounds.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> special_ordered_1(x)
        x[0] + x[1] + x[2] <= 1
        >>> special_ordered_1(model.continuous("flow", 3, upper=2.5))
        special_ordered_1(3 numbers)
    """
    encoder, parts = _parts(numbers)

    def equivalent() -> Logical:
        return count(_nonzero(encoder, parts)) <= 1

    if all(_is_literal(encoder, part) for part in parts):
        return equivalent()
    return _special_ordered(encoder, parts, 1, equivalent)


def special_ordered_2(*numbers: Numbers) -> Logical:
    """At most two of some numbers are not zero, and two are neighbours (type 2).

    See `special_ordered_1`; no two that are further apart may both be nonzero. Of continuous
    numbers, a MIP solver gets a binary variable for each two neighbours, one of which is 1.

    Example:
        >>> from ilpuzzles import Model
        >>> x = Model().binary("x", 3)
        >>> special_ordered_2(x)
        ~x[0] | ~x[2]
    """
    encoder, parts = _parts(numbers)

    def equivalent() -> Logical:
        return conjunction(
            ~first | ~second for first, second in _apart(_nonzero(encoder, parts), 2)
        )

    # Of more than three, several rows would state it, which no name could stand for.
    if len(parts) <= 3 and all(_is_literal(encoder, part) for part in parts):
        return equivalent()
    return _special_ordered(encoder, parts, 2, equivalent)


def piecewise_linear(number: Operand, points: Iterable[tuple[Numeric, Numeric]]) -> Expression:
    """A piecewise linear function of a number, by its breakpoints.

    The result is a continuous variable. A MIP solver gets the convex combination model: a weight
    for each breakpoint, these add up to 1, and a binary variable for each segment, exactly one of
    them 1, so that only the two ends of a segment have weight.

    Args:
        number: The number. Its bounds must stay within the breakpoints.
        points: The breakpoints: pairs of a number and the value there, the numbers ascending.

    Raises:
        ModelError: If there are fewer than two points, they do not ascend, or the number can
            leave them.

    Example:
        The first 10 units cost 3 each, all others 1.5:

        >>> from ilpuzzles import solve_model
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> units = model.continuous("units", upper=30)
        >>> cost = piecewise_linear(units, [(0, 0), (10, 30), (30, 60)])
        >>> model.maximize(units)
        >>> row = model.add(cost <= 45)
        >>> solve_model(model).objective
        20
        >>> piecewise_linear(units, [(0, 0), (10, 30)])
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: units can be 0 to 30, beyond the breakpoints 0 to 10; \
add breakpoints, or give it bounds
    """
    encoder = encoder_of([number])
    expression = encoder.expression(number)
    form = encoder.affine(expression, mixed=True)
    known = tuple((exact(place), exact(value)) for place, value in points)
    if len(known) < 2:
        raise ModelError(f"{len(known)} breakpoints make no segment", "give at least two points")
    for (before, _), (after, _) in pairwise(known):
        if after <= before:
            what = f"the breakpoints {text_of(before)} and {text_of(after)} do not ascend"
            raise ModelError(what, "sort them, and give each once")
    (first, _), (last, _) = known[0], known[-1]
    least, most = encoder.range_of(form)
    if least < first or most > last:
        what = (
            f"{expression!r} can be {text_of(least)} to {text_of(most)}, "
            f"beyond the breakpoints {text_of(first)} to {text_of(last)}"
        )
        raise ModelError(what, "add breakpoints, or give it bounds")
    if not form.columns:
        return encoder.expression(_interpolate(known, form.constant))
    values = [value for place, value in known if least < place < most]
    values += [_interpolate(known, end) for end in (least, most)]
    return encoder.function(
        min(values),
        max(values),
        lambda target: PiecewiseLinear(target, form, known),
        [form],
        continuous=True,
    )


@dataclass(frozen=True, slots=True)
class SemiContinuous(Operation):
    """A number is 0, or lies within two bounds.

    A MIP solver gets a binary p and the rows `lower p <= s <= upper p`, or, if 0 is within the
    bounds, one row without p.
    """

    word = "semi-continuous"
    subject: Affine
    lower: Number
    upper: Number

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the number, and its bounds, which hold unless it is 0."""
        value = self.subject.value(values)
        return Outcome(value, self.lower, self.upper) if value else Outcome(value, None, None)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        if self.lower <= 0 <= self.upper:
            into.row(self.subject, self.lower, self.upper)
            return
        used = into.binary().affine
        into.row(self.subject.minus(used.times(self.lower)), 0, None)
        into.row(self.subject.minus(used.times(self.upper)), None, 0)


@dataclass(frozen=True, slots=True)
class SpecialOrdered(Operation):
    """At most `most` of some numbers in a row, 1 or 2, are not zero, and two are neighbours.

    A MIP solver gets a binary variable for every window of as many numbers, exactly one of them 1,
    and for a number between a and b in the windows w the rows `a w <= s <= b w`.

    Where several windows would do, each of them is a solution. So if all numbers are whole, it
    gets what these alone decide: for each a binary p, and n where it can be negative, the rows
    `p + a n <= s <= b p - n`, and at most one of two that must not both be nonzero.
    """

    items: tuple[Affine, ...]
    most: int

    @property
    def word(self) -> str:
        """The default name of rows of this kind."""
        return f"special ordered set {self.most}"

    def settings(self) -> dict[str, Number | Fraction | bool]:
        """Nothing: the word has the number."""
        return {}

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The distance of the first and the last number that are not zero, both counted."""
        nonzero = [place for place, item in enumerate(self.items) if item.value(values)]
        return Outcome(nonzero[-1] - nonzero[0] + 1 if nonzero else 0, None, self.most)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        if len(self.items) <= self.most:
            return
        if all(map(into.is_whole, self.items)):
            nonzero = [_nonzero_in(into, item) for item in self.items]
            if self.most == 1:
                into.row(total(nonzero), None, 1)
            for first, second in _apart(nonzero, self.most) if self.most > 1 else ():
                into.row(first.plus(second), None, 1)
            return
        windows = into.one_of(len(self.items) - self.most + 1)
        for place, item in enumerate(self.items):
            free = _covering(windows, place, self.most)
            least, most = into.range(item)
            if most > 0:
                into.row(item.minus(free.times(most)), None, 0)
            if least < 0:
                into.row(item.minus(free.times(least)), 0, None)
            if least > 0 or most < 0:
                into.row(free, 1, None)


@dataclass(frozen=True, slots=True)
class PiecewiseLinear(Function):
    """A variable is a piecewise linear function of a number, given by breakpoints.

    A MIP solver gets weights l_i of the breakpoints (x_i, f_i) and a binary y_i for each segment:

        s = x_1 l_1 + ... + x_n l_n,  z = f_1 l_1 + ... + f_n l_n,
        l_1 + ... + l_n = 1,  l_i <= y_(i-1) + y_i,  y_1 + ... + y_(n-1) = 1
    """

    word = "piecewise linear"
    subject: Affine
    points: tuple[tuple[Number, Number], ...]

    def result(self, values: Sequence[Number]) -> Number:
        """The value that the variable must have."""
        return _interpolate(self.points, self.subject.value(values))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The value of the variable, and the one it must have."""
        value, first, last = self.subject.value(values), self.points[0][0], self.points[-1][0]
        if not first <= value <= last:
            # Only for values that break the bounds of some variable.
            return Outcome(value, first, last)
        return Function.outcome(self, values)

    def linearise(self, into: LinearRows) -> None:
        """Adds linear rows that mean the same."""
        segments = into.one_of(len(self.points) - 1)
        weights = [into.variable(0, 1, continuous=True) for _ in self.points]
        into.row(total(weights), 1, 1)
        for place, weight in enumerate(weights):
            into.row(weight.minus(_covering(segments, place, 2)), None, 0)
        for axis, number in enumerate((self.subject, Affine.column(self.target))):
            ends = (w.times(point[axis]) for w, point in zip(weights, self.points, strict=True))
            into.row(total(ends).minus(number), 0, 0)


def _nonzero_in(into: LinearRows, number: Affine) -> Affine:
    """1 if a whole number is not zero, else 0; rows say so where it is not a literal itself."""
    least, most = into.range(number)
    if least >= 0 and most <= 1:
        return number
    if least > 0 or most < 0:
        return Affine.number(1)
    above, below = (
        into.binary().affine if possible else Affine.number(0) for possible in (most > 0, least < 0)
    )
    into.row(number.minus(above).minus(below.times(least)), 0, None)
    into.row(number.minus(above.times(most)).plus(below), None, 0)
    if least < 0 < most:
        into.row(above.plus(below), None, 1)
    return above.plus(below)


def _apart(items: Sequence[_Item], most: int) -> Iterator[tuple[_Item, _Item]]:
    """Every two of which an ordered set of so many allows only one."""
    for (place, first), (other, second) in combinations(enumerate(items), 2):
        if other - place >= most:
            yield first, second


def _covering(windows: Sequence[Literal], place: int, width: int) -> Affine:
    """Whether one of the windows that contain a place is chosen; window i begins at place i."""
    return total(window.affine for window in windows[max(place - width + 1, 0) : place + 1])


def _interpolate(points: Sequence[tuple[Number, Number]], place: Number) -> Number:
    """The value at a place between the first and the last point."""
    found = min(bisect_right(points, place, key=lambda point: point[0]), len(points) - 1)
    (before, low), (after, high) = points[found - 1], points[found]
    return plain(low + (high - low) * Fraction(place - before) / (after - before))


def _special_ordered(
    encoder: Encoder, parts: list[Expression], most: int, equivalent: Callable[[], Logical]
) -> Logical:
    items = tuple(encoder.affine(part, mixed=True) for part in parts)
    shown = f"special_ordered_{most}({len(parts)} numbers)"
    if any(map(encoder.is_continuous, items)):
        return Relation(encoder.owner, SpecialOrdered(items, most), lambda: _refuse(shown), shown)
    # A multiple is zero where the number is, and one of whole variables can be whole.
    items = tuple(
        item.times(common_denominator([*item.coefficients, item.constant])) for item in items
    )
    return Relation(encoder.owner, SpecialOrdered(items, most), equivalent, shown)


def _refuse(shown: str) -> Logical:
    """Raises where a relation of continuous numbers is negated, or a part of something."""
    what = f"no variable can say whether {shown} holds, since continuous numbers come close to 0"
    raise ModelError(what, "state it by itself: model.add(...)")


def _parts(numbers: tuple[Numbers, ...]) -> tuple[Encoder, list[Expression]]:
    given = gathered(numbers)
    encoder = encoder_of(given)
    return encoder, [encoder.expression(number) for number in given]


def _is_literal(encoder: Encoder, part: Expression) -> bool:
    form = part.exact_form()
    if len(form.columns) != 1 or not encoder.is_binary(Variable(encoder.owner, form.columns[0])):
        return False
    return (form.coefficients[0], form.constant) in {(1, 0), (-1, 1)}


def _nonzero(encoder: Encoder, parts: list[Expression]) -> list[Logical]:
    return [encoder.literal(part != 0) for part in parts]
