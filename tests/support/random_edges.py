"""Random models in large numbers that have a solution, the same for every seed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from ilpuzzles.asking.model import Model


@dataclass(frozen=True)
class Edge:
    """A model, one of its solutions, and what the objective comes to there, if it has one."""

    model: Model
    hidden: list[int]
    reached: int | None
    maximize: bool


def _size(dice: random.Random, most: float) -> int:
    """A whole number from 1 to 10 to some power, each length equally likely."""
    return round(math.pow(10, dice.uniform(0, most)))


def _bounds(dice: random.Random) -> tuple[int, int]:
    """A few values far from 0, many from 0, two, or one."""
    far = dice.choice([-1, 1]) * _size(dice, 9)
    return dice.choice(
        [(far, far + dice.randint(0, 9)), (far, far), (0, _size(dice, 9)), (0, 1), (-far, far)]
    )


def edge(seed: int) -> Edge:
    """Up to five variables, and up to three tight rows with an activity of up to 10^18."""
    dice = random.Random(seed)
    model = Model(f"edge {seed}")
    bounds = [sorted(_bounds(dice)) for _ in range(dice.randint(2, 5))]
    x = [model.integer(f"x{n}", lower=low, upper=high) for n, (low, high) in enumerate(bounds)]
    hidden = [dice.choice([low, high, dice.randint(low, high)]) for low, high in bounds]
    digits = dice.choice([2, 4, 6, 7, 8, 9])

    def factor() -> int:
        return dice.choice([-1, 1]) * dice.choice([_size(dice, digits), int(10**digits)])

    for _ in range(dice.randint(1, 3)):
        factors = [factor() if dice.random() < 0.8 else 0 for _ in x]
        total = model.sum(a * n for a, n in zip(factors, x, strict=True))
        value = sum(a * n for a, n in zip(factors, hidden, strict=True))
        row = dice.choice([total == value, total == value, total <= value, total >= value])
        indicator = dice.random() < 0.2
        model.add(model.binary(f"b{len(model.families)}").implies(row) if indicator else row)
    maximize = dice.random() < 0.5
    if dice.random() < 0.6:
        return Edge(model, hidden, None, maximize)
    costs = [dice.choice([-1, 1]) * _size(dice, min(digits, 6)) for _ in x]
    goal = model.sum(a * n for a, n in zip(costs, x, strict=True)) + factor()
    (model.maximize if maximize else model.minimize)(goal)
    objective = model.program().objective
    assert objective is not None
    reached = int(objective.constant) + sum(a * n for a, n in zip(costs, hidden, strict=True))
    return Edge(model, hidden, reached, maximize)
