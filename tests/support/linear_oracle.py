"""Small linear programs at random, and their best values by Fourier and Motzkin's elimination."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status

Inequality: TypeAlias = tuple[tuple[Fraction, ...], Fraction]
"""Coefficients, and what their sum is not to exceed."""


def small_program(seed: int) -> tuple[Model, list[Inequality], list[Fraction]]:
    """Two or three continuous variables, few rows and small numbers; and the same as inequalities.

    The last are the coefficients of what is maximised.
    """
    dice = random.Random(seed)
    size = dice.choice([2, 2, 3])
    model = Model()
    found: list[Inequality] = []

    def at_most(factors: Sequence[Fraction], bound: Fraction) -> None:
        found.append((tuple(factors), bound))

    variables = []
    for place in range(size):
        unit = [Fraction(place == other) for other in range(size)]
        lower = dice.choice([None, Fraction(dice.randint(-4, 4))])
        upper = dice.choice([None, None, (lower or 0) + Fraction(dice.randint(0, 12), 2)])
        variables.append(model.continuous("abc"[place], lower=lower, upper=upper))
        if lower is not None:
            at_most([-one for one in unit], -lower)
        if upper is not None:
            at_most(unit, upper)
    for _ in range(dice.randint(1, 5)):
        factors = [Fraction(dice.randint(-6, 6), dice.choice([1, 1, 2])) for _ in range(size)]
        bound, sign = Fraction(dice.randint(-5, 5)), dice.choice("<<>>=")
        total = model.sum(one * factor for one, factor in zip(variables, factors, strict=True))
        if not any(factors):
            continue
        if sign in "<=":
            at_most(factors, bound)
        if sign in ">=":
            at_most([-factor for factor in factors], -bound)
        model.add(
            total <= bound if sign == "<" else total >= bound if sign == ">" else total == bound
        )
    goal = [Fraction(dice.randint(-3, 3)) for _ in range(size)]
    terms = model.sum(one * factor for one, factor in zip(variables, goal, strict=True))
    if dice.random() < 0.5:
        model.maximize(terms)
    else:
        model.minimize(-1 * terms)
    return model, found, goal


def best_of(rows: Sequence[Inequality], goal: Sequence[Fraction]) -> tuple[Status, Fraction | None]:
    """The greatest value that a sum can have, in exact numbers; or why there is none."""
    # One more number, which is at most the sum; all others are eliminated.
    left = [((*factors, Fraction(0)), bound) for factors, bound in rows]
    left.append(((*(-factor for factor in goal), Fraction(1)), Fraction(0)))
    for place in range(len(goal)):
        up = [row for row in left if row[0][place] > 0]
        down = [row for row in left if row[0][place] < 0]
        left = [row for row in left if not row[0][place]]
        for one in up:
            for other in down:
                shares = -other[0][place], one[0][place]
                both = zip(one[0], other[0], strict=True)
                factors = tuple(shares[0] * a + shares[1] * b for a, b in both)
                left.append((factors, shares[0] * one[1] + shares[1] * other[1]))
    if any(bound < 0 for factors, bound in left if not any(factors)):
        return Status.INFEASIBLE, None
    most = [bound / factors[-1] for factors, bound in left if factors[-1] > 0]
    return (Status.OPTIMAL, min(most)) if most else (Status.UNBOUNDED, None)
