"""Logic: truths out of truths.

Each result is stated by `model.add`, negated by `~`, used inside another, or counted as 1 or 0.
"""

from __future__ import annotations

from typing import Any, overload

from ilpuzzles.modelling.expressions import Expression, Variable, linear_sum
from ilpuzzles.modelling.functions.arguments import Truths, all_truths
from ilpuzzles.modelling.functions.products import product
from ilpuzzles.modelling.linear import Operand, Owner
from ilpuzzles.modelling.truths import (
    Connective,
    Logical,
    TruthValue,
    exclusive,
    junction,
    owner_of,
)


def negation(truth: Logical) -> Logical:
    """The opposite: `~truth`.

    It takes no row: a negated variable is 1 minus it, and a negated comparison another one.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> n = Model().integer("n", lower=0, upper=9)
        >>> negation(n <= 3)
        n >= 4
    """
    return ~truth


def conjunction(*truths: Truths) -> Logical:
    """All of some truths: `a & b & c`.

    Stated, it states each of them. As a number it is a binary variable z, with one constraint in
    CP-SAT, and for a MIP solver the tightest rows: `z <= a, z <= b, z <= c, a + b + c - z <= 2`.
    `model.conjunction` has a choice of rows.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.add(conjunction(x) + x[0] <= 1)
        >>> model.name_of(3), model.statistics().rows
        ('and 1', 2)
    """
    return junction(Connective.AND, all_truths(truths))


def disjunction(*truths: Truths) -> Logical:
    """At least one of some truths: `a | b | c`.

    Stated, it is one row, `a + b + c >= 1`; see `model.add` for comparisons in it. As a number it
    is a binary variable z: one constraint in CP-SAT, and for a MIP solver the tightest rows,
    `z >= a, z >= b, z >= c, a + b + c >= z`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> disjunction(x[0], ~x[1]), model.add(disjunction(x))
        (x[0] | ~x[1], 0)
    """
    return junction(Connective.OR, all_truths(truths))


def exclusive_disjunction(*truths: Truths) -> Logical:
    """An odd number of some truths; of two, one but not both: `a ^ b`.

    CP-SAT gets one constraint. A MIP solver gets `a + b = 1` if it is stated of two; as a number
    z of two, `z <= a + b, z >= a - b, z >= b - a, z <= 2 - a - b`; of more, three at a time.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.add(exclusive_disjunction(x))
        >>> import numpy as np
        >>> model.check(np.array([1, 1, 1])), str(model.check(np.array([1, 1, 0]))[0])
        ((), 'exclusive disjunction[0] is 0, not 1')
    """
    return exclusive(all_truths(truths))


def implication(condition: Logical, consequence: TruthValue) -> Logical:
    """If one is true, so is the other: `condition.implies(consequence)`.

    Stated of variables it is one row, `a <= b`. Stated of a comparison it is the row of the
    comparison, which gives way by as much as the bounds of its variables allow.

    Example:
        >>> from ilpuzzles.modelling import Model, linearised
        >>> model = Model()
        >>> x, n = model.binary("x"), model.integer("n", lower=0, upper=9)
        >>> row = model.add(implication(x, n <= 3))
        >>> rows = linearised(model.program()).rows
        >>> rows.coefficients.tolist(), rows.upper.tolist()
        ([6, 1], [9])
    """
    return condition.implies(consequence)


def equivalence(one: TruthValue, other: TruthValue) -> Logical:
    """Both are true or neither is: `~(a ^ b)`.

    Stated of variables it is one row, `a = b`.

    Example:
        >>> from ilpuzzles.modelling import Model, linearised
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
    """One of two things, depending on a test.

    Of two truths it is the truth `(~test | then) & (test | otherwise)`. Of two numbers it is the
    number `otherwise + test * (then - otherwise)`: no row at all if the difference is constant,
    else that of a product with a binary variable.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> conditional(x, 5, 2)
        3 x + 2
        >>> conditional(x, y, ~y)
        (~x | y) & (x | ~y)
    """
    owner = owner_of([test])
    if _is_truth(owner, then) and _is_truth(owner, otherwise):
        return (~test | then) & (test | otherwise)
    base = linear_sum(owner, [otherwise])
    return base + product(owner.literal(test), linear_sum(owner, [then]) - base)


def _is_truth(owner: Owner, part: Any) -> bool:
    if isinstance(part, Variable):
        # A variable may be one of more than two values.
        return owner.range_of(owner.affine(part)) == (0, 1)
    return isinstance(part, Logical)


def count(*truths: Truths) -> Expression:
    """How many of some truths hold, as a number: compare it, or give it two bounds.

    It is their sum; what is not yet a variable becomes one.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, n = model.binary("x", 2), model.integer("n", lower=0, upper=9)
        >>> count(x[0], ~x[1], n == 4).between(1, 2)
        0 <= x[0] - x[1] + comparison 2 <= 1
    """
    parts = all_truths(truths)
    owner = owner_of(parts)
    constants = [part for part in parts if not isinstance(part, Logical)]
    literals = [owner.literal(part) for part in parts if isinstance(part, Logical)]
    return linear_sum(owner, [*literals, *constants])
