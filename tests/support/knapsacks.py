"""Models with an objective that take a search."""

from __future__ import annotations

import random
from fractions import Fraction

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.numbers import Number


def knapsacks(
    size: int, rows: int = 20, *, maximize: bool = True, constant: Number = 0, scale: int = 1
) -> Model:
    """Several knapsacks with the same things, which are hard to fill best, or enough."""
    dice, model = random.Random(3), Model()
    chosen = model.binary("x", size)
    for _ in range(rows):
        weights = [dice.randint(10, 100) for _ in range(size)]
        load, third = chosen.dot(weights), sum(weights) // 3
        model.add(load <= third if maximize else load >= third)
    worth = chosen.dot([Fraction(dice.randint(10, 100), scale) for _ in range(size)]) + constant
    (model.maximize if maximize else model.minimize)(worth)
    return model
