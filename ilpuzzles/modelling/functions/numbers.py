"""Numbers out of numbers: extremes, absolute values, places in lists and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.expressions import Expression, linear_sum
from ilpuzzles.modelling.families import VariableArray
from ilpuzzles.modelling.functions.arguments import Numbers, all_numbers
from ilpuzzles.modelling.linear import Operand
from ilpuzzles.modelling.operations import Absolute, Element, Extremum
from ilpuzzles.modelling.truths import owner_of

_LARGEST_TABLE = 20_000
_MOST_BITS = 1000


def maximum(*numbers: Numbers) -> Expression:
    """The greatest of some numbers.

    CP-SAT gets its own constraint. A MIP solver gets, for numbers s_i of at least a_i and all at
    most B, the rows `z >= s_i`, `z <= s_i + (B - a_i) (1 - c_i)` and `c_1 + ... + c_n = 1`. To
    make it small, `model.minimize(maximum(...))`, is the usual minimax.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> row = model.add(maximum(n[0], n[1] + 3) <= 7)
        >>> model.bounds(model.families[-1][()])
        (3, 12)
    """
    return _extremum(all_numbers(numbers), greatest=True)


def minimum(*numbers: Numbers) -> Expression:
    """The least of some numbers; see `maximum`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> minimum(n)
        minimum 1
    """
    return _extremum(all_numbers(numbers), greatest=False)


def _extremum(numbers: list[Operand], *, greatest: bool) -> Expression:
    owner = owner_of(numbers)
    items = tuple(owner.affine(number) for number in numbers)
    if len(set(items)) == 1:
        return linear_sum(owner, numbers[:1])
    ranges = [owner.range_of(item) for item in items]
    chosen = max if greatest else min
    least, most = (chosen(ends) for ends in zip(*ranges, strict=True))
    target = owner.auxiliary("maximum" if greatest else "minimum", least, most)
    owner.define(Extremum(target.column, items, greatest))
    return target.expression()


def absolute(number: Operand) -> Expression:
    """A number without its sign.

    CP-SAT gets the greater of the number and its negative. A MIP solver gets, for a number s
    between -a and b, the rows `z >= s`, `z >= -s`, `z <= s + 2 a (1 - p)` and `z <= -s + 2 b p`
    with a binary variable p for its sign; one equation if the sign is known.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> absolute(n[0] - n[1]) >= 2
        absolute value 1 >= 2
    """
    owner = owner_of([number])
    form = owner.affine(number)
    least, most = owner.range_of(form)
    lowest = 0 if least <= 0 <= most else min(abs(least), abs(most))
    target = owner.auxiliary("absolute value", lowest, max(abs(least), abs(most)))
    owner.define(Absolute(target.column, form))
    return target.expression()


def element(index: Operand, items: Iterable[Operand] | VariableArray) -> Expression:
    """The number at some place of a list, counted from 0.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each place, which say
    what the index is, and what the number is.

    Args:
        index: The place. Its bounds must not leave the list, so that there is always a number.
        items: The list: constants, variables, expressions.

    Raises:
        ModelError: If the list is empty, or the bounds of the index leave it.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> day = model.integer("day", lower=0, upper=6)
        >>> row = model.add(element(day, [5, 3, 8, 8, 1, 0, 0]) >= 4)
        >>> model.bounds(model.families[-1][()])
        (0, 8)
        >>> element(day, [5, 3])
        Traceback (most recent call last):
        ilpuzzles.errors.ModelError: an index between 0 and 6 into 2 items; bound the index
    """
    numbers = list(items.flat()) if isinstance(items, VariableArray) else list(items)
    owner = owner_of([index, *numbers])
    place = owner.affine(index)
    first, last = owner.range_of(place)
    if first < 0 or last >= len(numbers):
        raise ModelError(
            Problem(
                f"an index between {first} and {last} into {len(numbers)} items", "bound the index"
            )
        )
    forms = tuple(owner.affine(number) for number in numbers)
    if not place.columns:
        return linear_sum(owner, [numbers[place.constant]])
    ranges = [owner.range_of(form) for form in forms[first : last + 1]]
    least, most = min(least for least, _ in ranges), max(most for _, most in ranges)
    target = owner.auxiliary("element", least, most)
    owner.define(Element(target.column, place, forms))
    return target.expression()


def tabulated(number: Operand, function: Callable[[int], int]) -> Expression:
    """Any function of a number, by a table of its values; see `element`.

    Args:
        number: The number.
        function: Called once with every value that the bounds allow.

    Raises:
        ModelError: If there are more than 20,000 values.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> n = Model().integer("n", lower=-3, upper=3)
        >>> tabulated(n, lambda value: value * value) <= 4
        element 1 <= 4
    """
    owner = owner_of([number])
    least, most = owner.range_of(owner.affine(number))
    if most - least >= _LARGEST_TABLE:
        raise ModelError(
            Problem(f"a table of {most - least + 1:,} values", f"at most {_LARGEST_TABLE:,} fit")
        )
    return element(number - linear_sum(owner, [least]), map(function, range(least, most + 1)))


def power(base: Operand, exponent: Operand) -> Expression:
    """A number to the power of another one, by a table; one of the two is a constant.

    Raises:
        ModelError: If neither is constant, the exponent can be negative, or a power is too large.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=0, upper=5)
        >>> power(2, n) + power(n, 2)
        element 1 + element 2
        >>> [model.bounds(family[()]) for family in model.families[1:]]
        [(1, 32), (0, 25)]
    """
    owner = owner_of([base, exponent])
    root, height = owner.affine(base), owner.affine(exponent)
    least, most = owner.range_of(height)
    if least < 0:
        raise ModelError(Problem("a negative exponent", "give it a lower bound of 0"))
    # Operations take 60 bits; far beyond that, it would take long to find out.
    largest = max(map(abs, owner.range_of(root)))
    if (largest.bit_length() - 1) * most > _MOST_BITS:
        raise ModelError(
            Problem(f"{largest:,} to the power of {most:,}", "operations take 60 bits; scale down")
        )
    if not height.columns:
        return tabulated(linear_sum(owner, [base]), lambda value: value**height.constant)
    if root.columns:
        raise ModelError(Problem("a power of two variables", "make one of them a constant"))
    return tabulated(linear_sum(owner, [exponent]), lambda value: root.constant**value)


def factorial(number: Operand) -> Expression:
    """The factorial of a number, by a table.

    Raises:
        ModelError: If the number can be negative, or so large that 60 bits do not hold it.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> factorial(Model().integer("n", lower=0, upper=5)) == 24
        element 1 == 24
    """
    owner = owner_of([number])
    least, most = owner.range_of(owner.affine(number))
    if least < 0 or most > 19:
        raise ModelError(Problem(f"a factorial of {least} to {most}", "bound it within 0 and 19"))
    return tabulated(number, math.factorial)


def greatest_common_divisor(one: Operand, other: Operand) -> Expression:
    """The greatest common divisor of two numbers, by a table of all pairs of values.

    Raises:
        ModelError: If there are more than 20,000 pairs.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> n = Model().integer("n", 2, lower=1, upper=9)
        >>> greatest_common_divisor(n[0], n[1]) == 1
        element 1 == 1
    """
    owner = owner_of([one, other])
    first, last = owner.range_of(owner.affine(one))
    least, most = owner.range_of(owner.affine(other))
    width = most - least + 1
    pairs = (last - first + 1) * width
    if pairs > _LARGEST_TABLE:
        raise ModelError(Problem(f"a table of {pairs:,} pairs", f"at most {_LARGEST_TABLE:,} fit"))
    table = [math.gcd(a, b) for a in range(first, last + 1) for b in range(least, most + 1)]
    place = (linear_sum(owner, [one]) - first) * width + (linear_sum(owner, [other]) - least)
    return element(place, table)
