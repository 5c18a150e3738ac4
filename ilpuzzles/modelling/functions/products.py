"""Products, quotients and remainders of whole numbers."""

from __future__ import annotations

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.expressions import Expression, linear_sum
from ilpuzzles.modelling.functions.arguments import Numbers, all_numbers
from ilpuzzles.modelling.linear import Operand, Owner
from ilpuzzles.modelling.operations import Product
from ilpuzzles.modelling.truths import Comparison, owner_of


def product(*numbers: Numbers) -> Expression:
    """The product of numbers.

    A constant factor needs no row. CP-SAT gets its own constraint. A MIP solver gets, for a binary
    variable x and a number s between a and b, the rows `a x <= z <= b x` and
    `s - b (1 - x) <= z <= s - a (1 - x)`; of two larger numbers, the one with fewer values is
    written in binary, and each digit is such an x.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, n = model.binary("x"), model.integer("n", lower=-3, upper=9)
        >>> product(2, n, 3), product(x, n)
        (6 n, product 2)
        >>> model.bounds(model.families[-1][()])
        (-3, 9)
    """
    first, *rest = all_numbers(numbers)
    owner = owner_of([first, *rest])
    result = linear_sum(owner, [first])
    for number in rest:
        result = _of_two(owner, result, linear_sum(owner, [number]))
    return result


def _of_two(owner: Owner, left: Expression, right: Expression) -> Expression:
    one, other = owner.affine(left), owner.affine(right)
    if not one.columns:
        return right.times(one.constant)
    if not other.columns:
        return left.times(other.constant)
    corners = [a * b for a in owner.range_of(one) for b in owner.range_of(other)]
    least, most = min(corners), max(corners)
    if one == other:
        least = max(least, 0)
    target = owner.auxiliary("product", least, most)
    owner.define(Product(target.column, one, other))
    return target.expression()


def quotient(number: Operand, divisor: Operand) -> Expression:
    """How often a divisor goes into a number, rounded down as `//` does.

    It is a variable q, beside another one r for the remainder, with the row `n = k q + r`; the
    bounds of r are 0 and k - 1. A divisor that is not constant must be at least 1; the product in
    that row is then a variable too, and a second row says that r is smaller than the divisor.

    Raises:
        ModelError: If the divisor can be 0 or may have either sign.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=-7, upper=9)
        >>> quotient(n, 4), model.bounds(model.families[1][()])
        (quotient 1, (-2, 2))
    """
    return _divided(number, divisor)[0]


def remainder(number: Operand, divisor: Operand) -> Expression:
    """What is left of a number after division, as `%` has it; see `quotient`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=-7, upper=9)
        >>> remainder(n, 4)
        remainder 2
    """
    return _divided(number, divisor)[1]


def _divided(number: Operand, divisor: Operand) -> tuple[Expression, Expression]:
    """The quotient and the remainder."""
    owner = owner_of([number, divisor])
    dividend, by = linear_sum(owner, [number]), linear_sum(owner, [divisor])
    form = owner.affine(by)
    if not form.columns and form.constant < 0:
        result, rest = _divided(-dividend, -form.constant)
        return result, rest.times(-1)
    least_divisor, most_divisor = owner.range_of(form)
    if least_divisor < 1:
        raise ModelError(
            Problem(
                f"a divisor between {least_divisor} and {most_divisor}",
                "give it a lower bound of 1",
            )
        )
    least, most = owner.range_of(owner.affine(dividend))
    corners = [value // size for value in (least, most) for size in (least_divisor, most_divisor)]
    result = owner.auxiliary("quotient", min(corners), max(corners)).expression()
    rest = owner.auxiliary("remainder", 0, most_divisor - 1).expression()
    with owner.defining(dividend, by) as defined:
        defined.extend([result, rest])
        owner.define(dividend - product(result, by) - rest == 0)
        if form.columns:
            owner.define(rest - by <= -1)
    return result, rest


def multiple(number: Operand, divisor: int) -> Comparison:
    """Whether a number is a multiple of a constant: its remainder is 0.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> n = model.integer("n", lower=0, upper=9)
        >>> multiple(n, 3)
        remainder 2 == 0
    """
    return remainder(number, divisor) == 0
