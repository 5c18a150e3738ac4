"""Small random models, the same for every seed, and their answers by trying everything."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.expressions import Negation, Variable

Row: TypeAlias = tuple[str, list[tuple[int, int]], int, int]
"""A kind, its terms, and how small and how large their sum may be; or the column they define."""


@dataclass(frozen=True)
class Sample:
    """A model, and the same as plain data."""

    model: Model
    variables: int
    rows: list[Row]
    objective: list[int] | None
    maximize: bool

    def solutions(self) -> list[tuple[int, ...]]:
        """Every assignment that satisfies every row."""
        return [
            values
            for values in product((0, 1), repeat=self.variables)
            if all(_holds(row, values) for row in self.rows)
        ]

    def best(self) -> int | None:
        """The best objective of any solution, or None without a solution."""
        assert self.objective is not None
        reached = [self.value(values) for values in self.solutions()]
        if not reached:
            return None
        return max(reached) if self.maximize else min(reached)

    def value(self, values: tuple[int, ...]) -> int:
        """The objective of an assignment."""
        assert self.objective is not None
        return 7 + sum(a * b for a, b in zip(self.objective, values, strict=True))


def _holds(row: Row, values: tuple[int, ...]) -> bool:
    kind, terms, lower, upper = row
    if kind in {"conjunction", "disjunction"}:
        literals = [values[column] == sign for column, sign in terms]
        return values[lower] == (all(literals) if kind == "conjunction" else any(literals))
    if kind == "linear":
        return lower <= sum(factor * values[column] for column, factor in terms) <= upper
    # Here the second number says whether the literal is the variable or its negation.
    true = sum(values[column] if sign else 1 - values[column] for column, sign in terms)
    return lower <= true <= upper


def _random_row(dice: random.Random, count: int) -> Row:
    columns = [dice.randrange(count) for _ in range(dice.randint(0, min(count, 5)))]
    if dice.random() < 0.4:
        lower = dice.randint(-8, 4)
        upper = lower + dice.choice([0, 0, 1, 5, 30])
        return "linear", [(column, dice.randint(-6, 6)) for column in columns], lower, upper
    terms = [(column, dice.choice([1, 1, 0])) for column in dict.fromkeys(columns)]
    kind = dice.choice(["exactly_one", "at_most_one", "at_least_one"])
    lower = 0 if kind == "at_most_one" else 1
    return kind, terms, lower, len(terms) if kind == "at_least_one" else 1


def _define(dice: random.Random, model: Model, x: list[Variable], rows: list[Row]) -> None:
    """Adds up to three variables that are defined by others, also by each other."""
    for _ in range(dice.randint(0, 3)):
        terms = [(dice.randrange(len(x)), dice.randint(0, 1)) for _ in range(dice.randint(0, 4))]
        literals = [x[column] if sign else ~x[column] for column, sign in terms]
        kind = dice.choice(["conjunction", "disjunction"])
        target = getattr(model, kind)(literals, aggregated=dice.random() < 0.5)
        rows.append((kind, terms, target.column, target.column))
        x.append(target)


def sample(seed: int, *, objective: bool) -> Sample:
    """Makes a random model of up to 12 variables with rows of every kind.

    Two in three have a solution for sure, since a hidden one has to satisfy every row.
    """
    dice = random.Random(seed)
    model = Model(f"random {seed}")
    count = dice.randint(1, 9)
    x = list(model.binary("x", count).flat)
    values = [dice.randint(0, 1) for _ in range(count)]
    rows: list[Row] = []
    _define(dice, model, x, rows)
    for kind, terms, _, _ in rows:
        parts = [values[column] == sign for column, sign in terms]
        values.append(int(all(parts) if kind == "conjunction" else any(parts)))
    count, hidden = len(x), tuple(values)
    for _ in range(dice.randint(0, 9)):
        row = _random_row(dice, count)
        while seed % 3 and not _holds(row, hidden):
            row = _random_row(dice, count)
        rows.append(row)
        kind, terms, lower, upper = row
        if kind == "linear":
            model.add(model.sum(factor * x[c] for c, factor in terms).between(lower, upper))
        else:
            literals: list[Variable | Negation] = [x[c] if sign else ~x[c] for c, sign in terms]
            getattr(model, kind)(literals)
    costs = [dice.randint(-20, 20) for _ in range(count)] if objective else None
    maximize = dice.random() < 0.5
    if costs is not None:
        goal = model.sum(cost * variable for cost, variable in zip(costs, x, strict=True)) + 7
        (model.maximize if maximize else model.minimize)(goal)
    return Sample(model, count, rows, costs, maximize)
