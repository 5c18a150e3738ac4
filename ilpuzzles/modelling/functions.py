"""The vocabulary: what logic and arithmetic can say of variables.

Every function takes its arguments one by one or in one list, and its results nest freely. A truth
is stated by `model.add`, negated by `~`, used inside another, or counted as 1 or 0. What needs a
solver's own constraint or a row is reified: it becomes an auxiliary variable of the model, which
does not distinguish solutions. `ilpuzzles.modelling.series_names` has the names that the ILP series
gives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, TypeAlias, overload

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.encoding import Encoder, encoder_of
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import (
    Comparison,
    Connective,
    Expression,
    Junction,
    Logical,
    Operand,
    Relation,
    TruthValue,
    Variable,
    exclusive,
    junction,
    linear_sum,
)
from ilpuzzles.modelling.numbers import Numeric, size_of, whole
from ilpuzzles.modelling.operations import Absolute, AllDifferent, Element, Extremum, Product

_LARGEST_TABLE = 20_000
"""The most entries of a table that stands for a function."""

_BITS_OF_POWER = 1000
"""A power with more bits is not even computed; the limit of operations, 60 bits, is far below."""

_VALUES_TO_COUNT = 500
"""Different values are counted one by one if numbers have at most so many, or fewer than pairs."""

Truths: TypeAlias = TruthValue | Iterable[TruthValue] | LinearArray
Numbers: TypeAlias = Operand | Iterable[Operand] | LinearArray


def _mapping_error(given: object) -> ModelError:
    """The error of a dictionary where its values are meant: Python goes through its keys."""
    return ModelError(f"{quoted(given)} is a dictionary", "give its values: costs.values()")


def gathered(arguments: tuple[Any, ...]) -> list[Any]:
    """The numbers or truths that are given one by one, or in a single list or array."""
    if len(arguments) == 1:
        (only,) = arguments
        if isinstance(only, LinearArray):
            return list(only.flat)
        if isinstance(only, Mapping):
            raise _mapping_error(only)
        if isinstance(only, Iterable):
            return list(only)
    return list(arguments)


def negation(truth: Logical) -> Logical:
    """Logical not: `~truth`.

    It needs no row: the negation of x is 1 - x, and that of a comparison is another comparison.

    Example:
        >>> from ilpuzzles import Model
        >>> n = Model().integer("n", lower=0, upper=9)
        >>> negation(n <= 3)
        n >= 4
    """
    return ~truth


def conjunction(*truths: Truths) -> Logical:
    """Logical and: every truth holds, `a & b & c`.

    Stated, it states each of them. Reified, it is a binary variable z, with one constraint in
    CP-SAT, and for a MIP solver the tightest rows: `z <= a, z <= b, z <= c, a + b + c - z <= 2`.
    `model.conjunction` has a choice of rows.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.add(conjunction(x) + x[0] <= 1)
        >>> model.name_of(3), model.statistics().rows
        ('and 1', 2)
    """
    return junction(Connective.AND, gathered(truths))


def disjunction(*truths: Truths) -> Logical:
    """Logical or: at least one truth holds, `a | b | c`.

    Stated, it is one row, `a + b + c >= 1`; see `model.add` for comparisons in it. Reified, it
    is a binary variable z: one constraint in CP-SAT, and for a MIP solver the tightest rows,
    `z >= a, z >= b, z >= c, a + b + c >= z`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> disjunction(x[0], ~x[1]), model.add(disjunction(x))
        (x[0] | ~x[1], at_least_one[0]: at least one of x[0], x[1], x[2])
    """
    return junction(Connective.OR, gathered(truths))


def exclusive_disjunction(*truths: Truths) -> Logical:
    """Exclusive or: an odd number of truths holds; of two, exactly one: `a ^ b`.

    CP-SAT gets one constraint. A MIP solver gets `a + b = 1` if it is stated of two; reified as
    z, for two, `z <= a + b, z >= a - b, z >= b - a, z <= 2 - a - b`; for more, three at a time.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.add(exclusive_disjunction(x))
        >>> import numpy as np
        >>> model.check(np.array([1, 1, 1])), str(model.check(np.array([1, 1, 0]))[0])
        ((), 'exclusive disjunction[0] is 0, not 1')
    """
    return exclusive(gathered(truths))


def implication(condition: Logical, consequence: TruthValue) -> Logical:
    """Implication: if the condition holds, so does the consequence: `a.implies(b)`.

    Stated of variables, it is one row, `a <= b`. If the consequence is a comparison, it is the row
    of the comparison with a big-M, as small as the bounds of its variables allow.

    Example:
        >>> from ilpuzzles import Model
        >>> from ilpuzzles.passes import linearised
        >>> model = Model()
        >>> x, n = model.binary("x"), model.integer("n", lower=0, upper=9)
        >>> row = model.add(implication(x, n <= 3))
        >>> rows = linearised(model.program()).rows
        >>> rows.coefficients.tolist(), rows.upper.tolist()
        ([6, 1], [9])
    """
    return condition.implies(consequence)


def equivalence(one: TruthValue, other: TruthValue) -> Logical:
    """Equivalence: both hold or neither does, `~(a ^ b)`.

    Stated of variables, it is one row, `a = b`.

    Example:
        >>> from ilpuzzles import Model
        >>> from ilpuzzles.passes import linearised
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> row = model.add(equivalence(x, ~y))
        >>> linearised(model.program()).rows.coefficients.tolist()
        [1, 1]
    """
    return exclusive([one, other, True])


@overload
def conditional(test: Logical, then: Variable, otherwise: Variable) -> Any: ...


@overload
def conditional(test: Logical, then: Logical, otherwise: Logical) -> Logical: ...


@overload
def conditional(test: Logical, then: Operand, otherwise: Operand) -> Expression: ...


# What the arguments may be is said above; inside, types cannot follow.
def conditional(test: Logical, then: Any, otherwise: Any) -> Any:
    """If-then-else: one of two numbers, or of two truths, depending on a test.

    Of two truths it is the truth `(~test | then) & (test | otherwise)`. Of two numbers it is the
    number `otherwise + test * (then - otherwise)`: no row at all if the difference is constant,
    else that of a product with a binary variable.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> conditional(x, 5, 2)
        3 x + 2
        >>> conditional(x, y, ~y)
        (~x | y) & (x | ~y)
    """
    encoder = encoder_of([test])
    if _is_truth(encoder, then) and _is_truth(encoder, otherwise):
        return (~test | then) & (test | otherwise)
    base = encoder.expression(otherwise)
    return base + product(encoder.literal(test), encoder.expression(then) - base)


def _is_truth(encoder: Encoder, part: Any) -> bool:
    if isinstance(part, Variable):
        # A variable may be one of more than two values.
        return encoder.is_binary(part)
    return isinstance(part, Logical)


def count(*truths: Truths) -> Expression:
    """The number of truths that hold: compare it, or give it two bounds.

    It is their sum; what is not yet a variable is reified.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, n = model.binary("x", 2), model.integer("n", lower=0, upper=9)
        >>> count(x[0], ~x[1], n == 4).between(1, 2)
        0 <= x[0] - x[1] + comparison 2 <= 1
    """
    parts = gathered(truths)
    encoder = encoder_of(parts)
    constants = [part for part in parts if not isinstance(part, Logical)]
    literals = [encoder.literal(part) for part in parts if isinstance(part, Logical)]
    return linear_sum(encoder.owner, [*literals, *constants])


def maximum(*numbers: Numbers) -> Expression:
    """The greatest of several numbers.

    CP-SAT gets its own constraint. A MIP solver gets, for numbers s_i of at least a_i and all at
    most B, the rows `z >= s_i`, `z <= s_i + (B - a_i) (1 - c_i)` and `c_1 + ... + c_n = 1`. To
    minimise it, `model.minimize(maximum(...))`, is the usual minimax.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> row = model.add(maximum(n[0], n[1] + 3) <= 7)
        >>> model.bounds(model.families[-1][()])
        (3, 12)
    """
    return _extremum(gathered(numbers), greatest=True)


def minimum(*numbers: Numbers) -> Expression:
    """The least of several numbers; see `maximum`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> minimum(n)
        minimum 1
    """
    return _extremum(gathered(numbers), greatest=False)


def _extremum(numbers: list[Operand], *, greatest: bool) -> Expression:
    encoder = encoder_of(numbers)
    items = tuple(encoder.affine(number, mixed=True) for number in numbers)
    if len(set(items)) == 1:
        return encoder.expression(numbers[0])
    ranges = [encoder.range_of(item) for item in items]
    choose = max if greatest else min
    least = choose(low for low, _ in ranges)
    most = choose(high for _, high in ranges)
    return encoder.function(least, most, lambda target: Extremum(target, items, greatest), items)


def absolute(number: Operand) -> Expression:
    """The absolute value of a number.

    CP-SAT gets the greater of the number and its negative. A MIP solver gets, for a number s
    between -a and b, the rows `z >= s`, `z >= -s`, `z <= s + 2 a (1 - p)` and `z <= -s + 2 b p`
    with a binary variable p for its sign; one equation if the sign is known.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> absolute(n[0] - n[1]) >= 2
        absolute value 1 >= 2
    """
    encoder = encoder_of([number])
    form = encoder.affine(number, mixed=True)
    least, most = encoder.range_of(form)
    lowest = 0 if least <= 0 <= most else min(size_of(least), size_of(most))
    largest = max(size_of(least), size_of(most))
    return encoder.function(lowest, largest, lambda target: Absolute(target, form), [form])


def element(index: Operand, items: Iterable[Operand] | LinearArray) -> Expression:
    """The item of a list at a variable index, counted from 0.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each place; these
    determine the index and the item.

    Args:
        index: The place. Its bounds must stay within the list, so that there is always an item.
        items: The list: constants, variables, expressions.

    Raises:
        ModelError: If the list is empty, or the bounds of the index go beyond it.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> day = model.integer("day", lower=0, upper=6)
        >>> row = model.add(element(day, [5, 3, 8, 8, 1, 0, 0]) >= 4)
        >>> model.bounds(model.families[-1][()])
        (0, 8)
        >>> element(day, [5, 3])
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: the index into 2 items may be 0 to 6; bound it by the items
    """
    numbers = list(items.flat) if isinstance(items, LinearArray) else list(items)
    encoder = encoder_of([index, *numbers])
    place = encoder.affine(index)
    places = encoder.whole_range(index)
    first, last = places[0], places[-1]
    if first < 0 or last >= len(numbers):
        what = f"the index into {len(numbers)} items may be {first} to {last}"
        raise ModelError(what, "bound it by the items")
    forms = tuple(encoder.affine(number, mixed=True) for number in numbers)
    if not place.columns:
        return encoder.expression(numbers[first])
    ranges = [encoder.range_of(form) for form in forms[first : last + 1]]
    least = min(low for low, _ in ranges)
    most = max(high for _, high in ranges)
    return encoder.function(least, most, lambda target: Element(target, place, forms), forms)


def tabulated(number: Operand, function: Callable[[int], Numeric]) -> Expression:
    """Any function of a variable, by a table of its values; see `element`.

    Args:
        number: The number.
        function: Called once with every value that the bounds allow.

    Raises:
        ModelError: If there are more than 20,000 values.

    Example:
        >>> from ilpuzzles import Model
        >>> n = Model().integer("n", lower=-3, upper=3)
        >>> tabulated(n, lambda value: value * value) <= 4
        element 1 <= 4
    """
    encoder = encoder_of([number])
    values = encoder.whole_range(number)
    if len(values) > _LARGEST_TABLE:
        what = f"the table would have {len(values):,} values"
        raise ModelError(what, f"at most {_LARGEST_TABLE:,} are allowed")
    return element(encoder.expression(number) - values[0], map(function, values))


def power(base: Operand, exponent: Operand) -> Expression:
    """A number raised to a power, by a table; base or exponent is a constant.

    Raises:
        ModelError: If neither is constant, the exponent can be negative, or a power is too large.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=0, upper=5)
        >>> power(2, n) + power(n, 2)
        element 1 + element 2
        >>> [model.bounds(family[()]) for family in model.families[1:]]
        [(1, 32), (0, 25)]
    """
    encoder = encoder_of([base, exponent])
    roots, heights = encoder.whole_range(base), encoder.whole_range(exponent)
    most = heights[-1]
    if heights[0] < 0:
        raise ModelError("the exponent may be negative", "give it a lower bound of 0")
    # Operations take 60 bits; far beyond that, it would take long to find out.
    largest = max(abs(roots[0]), abs(roots[-1]))
    if (largest.bit_length() - 1) * most > _BITS_OF_POWER:
        what = f"{largest:,} to the power of {most:,} has more than 60 bits"
        raise ModelError(what, "scale it down")
    if len(heights) == 1:
        return tabulated(encoder.expression(base), lambda value: value**most)
    if len(roots) > 1:
        raise ModelError("base and exponent are both variables", "make one of them a constant")
    return tabulated(encoder.expression(exponent), lambda value: roots[0] ** value)


def factorial(number: Operand) -> Expression:
    """The factorial of a number, by a table.

    Raises:
        ModelError: If the number can be negative, or its factorial does not fit into 60 bits.

    Example:
        >>> from ilpuzzles import Model
        >>> factorial(Model().integer("n", lower=0, upper=5)) == 24
        element 1 == 24
    """
    values = encoder_of([number]).whole_range(number)
    least, most = values[0], values[-1]
    if least < 0 or most > 19:
        raise ModelError(f"factorial takes numbers from 0 to 19, got {least} to {most}")
    return tabulated(number, math.factorial)


def greatest_common_divisor(one: Operand, other: Operand) -> Expression:
    """The greatest common divisor of two numbers, by a table of all pairs of values.

    Raises:
        ModelError: If there are more than 20,000 pairs.

    Example:
        >>> from ilpuzzles import Model
        >>> n = Model().integer("n", 2, lower=1, upper=9)
        >>> greatest_common_divisor(n[0], n[1]) == 1
        element 1 == 1
    """
    encoder = encoder_of([one, other])
    values, other_values = encoder.whole_range(one), encoder.whole_range(other)
    width = len(other_values)
    pairs = len(values) * width
    if pairs > _LARGEST_TABLE:
        advice = f"at most {_LARGEST_TABLE:,} are allowed"
        raise ModelError(f"the table would have {pairs:,} pairs", advice)
    table = [math.gcd(value, other_value) for value in values for other_value in other_values]
    line = encoder.expression(one) - values[0]
    place_in_line = encoder.expression(other) - other_values[0]
    return element(line * width + place_in_line, table)


def product(*numbers: Numbers) -> Expression:
    """The product of several numbers.

    A constant factor needs no row. CP-SAT gets its own constraint. A MIP solver gets, for a binary
    variable x and a number s between a and b, the rows `a x <= z <= b x` and
    `s - b (1 - x) <= z <= s - a (1 - x)`; of two larger numbers, the one with fewer values is
    written in binary, and each digit is such an x.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, n = model.binary("x"), model.integer("n", lower=-3, upper=9)
        >>> product(2, n, 3), product(x, n)
        (6 n, product 2)
        >>> model.bounds(model.families[-1][()])
        (-3, 9)
    """
    first, *rest = gathered(numbers)
    encoder = encoder_of([first, *rest])
    result = encoder.expression(first)
    for number in rest:
        result = _product_of_two(encoder, result, encoder.expression(number))
    return result


def _product_of_two(encoder: Encoder, left: Expression, right: Expression) -> Expression:
    left_form = encoder.affine(left, mixed=True)
    right_form = encoder.affine(right, mixed=True)
    if not left_form.columns:
        return right.times(left_form.constant)
    if not right_form.columns:
        return left.times(right_form.constant)
    if not (encoder.is_whole(left_form) or encoder.is_whole(right_form)):
        what = f"the product of {quoted(left)} and {quoted(right)} is not linear"
        raise ModelError(what, "one of the two must be whole, such as a binary variable")
    corners = [a * b for a in encoder.range_of(left_form) for b in encoder.range_of(right_form)]
    least, most = min(corners), max(corners)
    if left_form == right_form:
        # A square is not negative.
        least = max(least, 0)
    forms = (left_form, right_form)
    return encoder.function(least, most, lambda target: Product(target, *forms), forms)


def quotient(number: Operand, divisor: Operand) -> Expression:
    """The integer quotient of two numbers, rounded down as by Python's `//`.

    It is a variable q, with another variable r for the remainder and the row `n = k q + r`; the
    bounds of r are 0 and k - 1. A divisor that is not constant must be at least 1; then the product
    in that row is also a variable, and a second row says that r is smaller than the divisor.

    Raises:
        ModelError: If the divisor can be 0 or may have either sign.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=-7, upper=9)
        >>> quotient(n, 4), model.bounds(model.families[1][()])
        (quotient 1, (-2, 2))
    """
    return _divide(number, divisor)[0]


def remainder(number: Operand, divisor: Operand) -> Expression:
    """The remainder of a division, as Python's `%` defines it; see `quotient`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=-7, upper=9)
        >>> remainder(n, 4)
        remainder 2
    """
    return _divide(number, divisor)[1]


def _divide(number: Operand, divisor: Operand) -> tuple[Expression, Expression]:
    """The quotient and the remainder."""
    encoder = encoder_of([number, divisor])
    dividend, by = encoder.expression(number), encoder.expression(divisor)
    form = encoder.affine(by)
    if not form.columns and form.constant < 0:
        result, rest = _divide(-dividend, -by)
        return result, rest.times(-1)
    divisors, values = encoder.whole_range(by), encoder.whole_range(dividend)
    least_divisor, most_divisor = divisors[0], divisors[-1]
    if least_divisor < 1:
        what = f"the divisor must be positive, got {least_divisor} to {most_divisor}"
        raise ModelError(what, "give it a lower bound of 1")
    ends = values[0], values[-1]
    corners = [value // size for value in ends for size in (least_divisor, most_divisor)]
    result = encoder.auxiliary("quotient", min(corners), max(corners)).expression()
    rest = encoder.auxiliary("remainder", 0, most_divisor - 1).expression()
    with encoder.defining((dividend, by)) as defined:
        defined.extend([result, rest])
        encoder.define(dividend - product(result, by) - rest == 0)
        if form.columns:
            encoder.define(rest - by <= -1)
    return result, rest


def multiple(number: Operand, divisor: int) -> Comparison:
    """Whether a number is a multiple of a constant: its remainder is 0.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=0, upper=9)
        >>> multiple(n, 3)
        remainder 2 == 0
    """
    return remainder(number, divisor) == 0


def all_different(*numbers: Numbers) -> Logical:
    """States that numbers are pairwise different.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each number and value,
    exactly one true for each number and at most one for each value. Negated, or as a part of
    something else, it is the comparison of every pair.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> queen = model.integer("queen", 8, lower=0, upper=7)
        >>> row = model.add(all_different(queen))
        >>> row = model.add(all_different(queen[i] + i for i in range(8)))
        >>> import numpy as np
        >>> print(model.check(np.arange(8)[::-1])[0])
        all different[1] is 1, not 8
    """
    parts = gathered(numbers)
    encoder = encoder_of(parts)
    items = tuple(encoder.affine(part) for part in parts)

    def equivalent() -> Logical:
        expressions = [encoder.expression(part) for part in parts]
        different = tuple(one != other for one, other in combinations(expressions, 2))
        return Junction(encoder.owner, Connective.AND, different)

    return Relation(
        encoder.owner, AllDifferent(items), equivalent, f"all_different({len(parts)} numbers)"
    )


def different_values(*numbers: Numbers) -> Expression:
    """The number of different values among some numbers.

    For every value that some number can have, a binary variable says whether any number has it;
    these are added up. With very many values, a variable for every number says instead whether it
    differs from all numbers before it.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> different_values(x) == 2
        or 1 + or 2 == 2
    """
    parts = gathered(numbers)
    encoder = encoder_of(parts)
    expressions = [encoder.expression(part) for part in parts]
    ranges = [encoder.whole_range(expression) for expression in expressions]
    pairs = len(parts) * (len(parts) - 1) // 2
    if sum(map(len, ranges)) > max(pairs, _VALUES_TO_COUNT):
        are_new: list[Logical] = []
        for number, expression in enumerate(expressions):
            differs = tuple(expression != before for before in expressions[:number])
            are_new.append(Junction(encoder.owner, Connective.AND, differs))
        return count(are_new)
    are_taken: list[Logical] = []
    for value in sorted({value for values in ranges for value in values}):
        takers = [
            expression == value
            for expression, values in zip(expressions, ranges, strict=True)
            if value in values
        ]
        are_taken.append(disjunction(takers))
    return count(are_taken)


def member(number: Operand, values: Iterable[int]) -> Logical:
    """Whether a number is one of a set of constants.

    Consecutive values become one comparison with two bounds; see `disjunction`.

    Example:
        >>> from ilpuzzles import Model
        >>> n = Model().integer("n", lower=0, upper=9)
        >>> member(n, [2, 3, 5, 7])
        (2 <= n <= 3) | (n == 5) | (n == 7)
        >>> ~member(n, {4, 5})
        ~(4 <= n <= 5)
    """
    encoder = encoder_of([number])
    expression = encoder.expression(number)
    runs: list[list[int]] = []
    for value in sorted({whole(value) for value in values}):
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    parts: list[Logical] = [expression.between(first, last) for first, last in runs]
    return junction(Connective.OR, parts) if parts else Junction(encoder.owner, Connective.OR, ())
