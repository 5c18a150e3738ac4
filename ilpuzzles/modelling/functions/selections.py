"""What numbers may be together: all different, out of a set, at most one or two not zero."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ilpuzzles.modelling.expressions import Expression, linear_sum
from ilpuzzles.modelling.functions.arguments import Numbers, all_numbers
from ilpuzzles.modelling.functions.truths import conjunction, count, disjunction
from ilpuzzles.modelling.linear import Operand, whole
from ilpuzzles.modelling.operations import AllDifferent
from ilpuzzles.modelling.truths import Connective, Junction, Logical, Relation, junction, owner_of

_MANY_VALUES = 500
"""With more values than that, and more than pairs of numbers, the pairs are compared."""


def all_different(*numbers: Numbers) -> Logical:
    """No two of some numbers are equal.

    CP-SAT gets its own constraint. A MIP solver gets a binary variable for each number and value,
    exactly one for each number and at most one for each value. Negated, or where it is a part of
    something else, it is the comparison of every pair.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> queen = model.integer("queen", 8, lower=0, upper=7)
        >>> row = model.add(all_different(queen))
        >>> model.add(all_different(queen[i] + i for i in range(8)))
        1
        >>> import numpy as np
        >>> print(model.check(np.arange(8)[::-1])[0])
        all different[1] is 1, not 8
    """
    parts = all_numbers(numbers)
    owner = owner_of(parts)
    items = tuple(owner.affine(part) for part in parts)

    def equivalent() -> Logical:
        expressions = [linear_sum(owner, [part]) for part in parts]
        different = tuple(one != other for one, other in combinations(expressions, 2))
        return Junction(owner, Connective.AND, different)

    return Relation(owner, AllDifferent(items), equivalent, f"all_different({len(parts)} numbers)")


def different_values(*numbers: Numbers) -> Expression:
    """How many different values some numbers have.

    For every value that some number can have, a binary variable says whether one has it; these are
    added up. With very many values, a variable for every number says instead whether all numbers
    before it are others.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> different_values(x) == 2
        or 1 + or 2 == 2
    """
    parts = all_numbers(numbers)
    owner = owner_of(parts)
    expressions = [linear_sum(owner, [part]) for part in parts]
    ranges = [owner.range_of(owner.affine(expression)) for expression in expressions]
    pairs = len(parts) * (len(parts) - 1) // 2
    if sum(most - least + 1 for least, most in ranges) > max(pairs, _MANY_VALUES):
        return count(
            Junction(owner, Connective.AND, tuple(one != other for other in expressions[:number]))
            for number, one in enumerate(expressions)
        )
    values = sorted({v for least, most in ranges for v in range(least, most + 1)})
    return count(
        disjunction(
            expression == value
            for expression, (least, most) in zip(expressions, ranges, strict=True)
            if least <= value <= most
        )
        for value in values
    )


def member(number: Operand, values: Iterable[int]) -> Logical:
    """Whether a number is one of a set of constants.

    Values that follow each other are one comparison with two bounds; see `disjunction`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> n = Model().integer("n", lower=0, upper=9)
        >>> member(n, [2, 3, 5, 7])
        (2 <= n <= 3) | (n == 5) | (n == 7)
        >>> ~member(n, {4, 5})
        ~(4 <= n <= 5)
    """
    owner = owner_of([number])
    expression = linear_sum(owner, [number])
    runs: list[list[int]] = []
    for value in sorted({whole(value) for value in values}):
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    parts: list[Logical] = [expression.between(first, last) for first, last in runs]
    return junction(Connective.OR, parts) if parts else Junction(owner, Connective.OR, ())


def special_ordered_1(*numbers: Numbers) -> Logical:
    """At most one of some numbers is not zero (a special ordered set of type 1).

    The numbers that are not binary get a variable each that says whether they are zero.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> special_ordered_1(x)
        x[0] + x[1] + x[2] <= 1
    """
    return count(_nonzero(all_numbers(numbers))) <= 1


def special_ordered_2(*numbers: Numbers) -> Logical:
    """At most two of some numbers are not zero, and two are neighbours (type 2).

    See `special_ordered_1`; no two that are further apart may both be other than zero.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> x = Model().binary("x", 3)
        >>> special_ordered_2(x)
        ~x[0] | ~x[2]
    """
    nonzero = _nonzero(all_numbers(numbers))
    return conjunction(
        ~first | ~second
        for (place, first), (other, second) in combinations(enumerate(nonzero), 2)
        if other - place > 1
    )


def _nonzero(numbers: list[Operand]) -> list[Logical]:
    owner = owner_of(numbers)
    return [owner.literal(linear_sum(owner, [number]) != 0) for number in numbers]
