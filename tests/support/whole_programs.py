"""Small random programs of whole columns in numbers of any kind, with answers by brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.numbers import Number
from support.traced import allowance, is_long, meaning


@dataclass(frozen=True)
class WholeRow:
    """A row in plain data; a column may come twice, and a coefficient may be 0."""

    terms: list[tuple[int, Any]]
    lower: Any
    upper: Any

    def holds(self, values: Sequence[int], *, exact: bool = True) -> bool:
        """Whether it holds, in fractions; within its tolerance if it is measured.

        In an exact model, none is.
        """
        factors = [meaning(factor, decimals=exact) for _, factor in self.terms]
        terms = [
            factor * values[column] for factor, (column, _) in zip(factors, self.terms, strict=True)
        ]
        is_measured = not exact and any(is_long(factor) for _, factor in self.terms)
        bounds = [bound for bound in (self.lower, self.upper) if bound is not None]
        in_bounds = not exact and any(map(is_long, bounds))
        for bound, sign in ((self.lower, 1), (self.upper, -1)):
            if bound is None:
                continue
            limit = meaning(bound, decimals=exact)
            missed = sign * (limit - sum(terms, Fraction(0)))
            allowed = Fraction(0)
            if is_measured:
                allowed = allowance(terms, factors, limit)
            elif in_bounds and is_long(bound):
                allowed = allowance([], factors, limit)
            if missed > allowed:
                return False
        return True


@dataclass(frozen=True)
class WholeProgram:
    """A model, and the same as plain data."""

    model: Model
    boxes: list[tuple[int, int]]
    rows: list[WholeRow]
    costs: list[Number]
    maximize: bool
    exact: bool = True

    def solutions(self) -> list[tuple[int, ...]]:
        """Every assignment within the bounds that satisfies every row."""
        return [
            values
            for values in product(*(range(low, high + 1) for low, high in self.boxes))
            if all(row.holds(values, exact=self.exact) for row in self.rows)
        ]

    def best(self) -> Number | None:
        """The best objective, or None without a solution."""
        reached = [
            sum((cost * value for cost, value in zip(self.costs, values, strict=True)), Fraction(0))
            for values in self.solutions()
        ]
        if not reached:
            return None
        return max(reached) if self.maximize else min(reached)


def number_by_chance(dice: random.Random) -> Any:
    """A whole number, a double or a fraction, rarely 0."""
    kind = dice.choice(["whole", "whole", "cents", "long", "fraction", "small"])
    size = dice.randint(-9, 9)
    if kind == "whole":
        return size
    if kind == "cents":
        return dice.randint(-900, 900) / 100
    if kind == "long":
        return dice.uniform(-9, 9)
    return Fraction(size, dice.choice([2, 3, 7, 60]) if kind == "fraction" else 10**9)


def row_by_chance(dice: random.Random, boxes: list[tuple[int, int]]) -> WholeRow:
    """A row whose bounds are at the value for some assignment, or beside it."""
    columns = [dice.randrange(len(boxes)) for _ in range(dice.randint(1, 4))]
    terms = [(column, number_by_chance(dice)) for column in columns]
    place = [dice.randint(low, high) for low, high in boxes]
    activity = sum((meaning(factor) * place[column] for column, factor in terms), Fraction(0))
    sense = dice.choice(["<=", ">=", "=", "between"])
    steps = [Fraction(1), Fraction(1, 3), Fraction(1, 10**8)]
    limit = activity + dice.choice([0, 0, 0, 1, -1]) * dice.choice(steps)
    if dice.random() < 0.3:
        limit = meaning(float(limit))
    lower = None if sense == "<=" else limit
    upper = None if sense == ">=" else limit
    if sense == "between":
        upper = limit + abs(meaning(number_by_chance(dice)))
    return WholeRow(terms, lower, upper)


def state_row(model: Model, columns: Sequence[Any], row: WholeRow) -> None:
    """States a row by operators."""
    left = model.sum(factor * columns[column] for column, factor in row.terms)
    if row.lower is None:
        model.add(left <= row.upper)
    elif row.upper is None:
        model.add(left >= row.lower)
    elif row.lower == row.upper:
        model.add(left == row.lower)
    else:
        model.add(left.between(row.lower, row.upper))


def whole_program(
    seed: int | str, *, most_rows: int = 4, exact: bool | None = None
) -> WholeProgram:
    """A program of up to four columns; about half of them have a solution.

    Half of them, unless `exact` says which, are stated in a model without measured numbers.
    """
    if exact is None:
        exact = random.Random(f"{seed} exact").random() < 0.5
    dice = random.Random(seed)
    boxes = [
        (low, low + dice.randint(0, 4))
        for low in (dice.choice([0, 0, 0, -2, 5]) for _ in range(dice.randint(2, 4)))
    ]
    model = Model(exact=exact)
    columns = [
        model.integer(f"n{place}", lower=low, upper=high) for place, (low, high) in enumerate(boxes)
    ]
    rows = [row_by_chance(dice, boxes) for _ in range(dice.randint(1, most_rows))]
    for row in rows:
        state_row(model, columns, row)
    costs: list[Number] = [dice.randint(-9, 9) for _ in boxes]
    maximize = dice.random() < 0.5
    goal = model.sum(cost * column for cost, column in zip(costs, columns, strict=True))
    (model.maximize if maximize else model.minimize)(goal)
    return WholeProgram(model, boxes, rows, costs, maximize, exact)
