"""Several objectives, each within what it may give up, against a look at all assignments."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from operator import mul

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.queries.solve import solve_model


@pytest.mark.parametrize("seed", range(12))
def test_later_objectives_take_no_more_than_those_before_them_give_up(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    n = model.integer("n", 3, lower=-2, upper=2)
    model.add(n.sum() <= dice.randint(-1, 3))
    left = [point for point in product(range(-2, 3), repeat=3) if model.check(point) == ()]
    further: list[int] = []
    worse_by: list[int] = []
    for level in range(3):
        factors = [dice.randint(-5, 5) for _ in range(3)]
        constant = dice.choice([0, 20, -20])
        maximize = dice.random() < 0.5
        tolerance = dice.choice([0, 0, 1, 4])
        share = dice.choice([Fraction(0), Fraction(1, 4), Fraction(1, 10), Fraction(1)])
        objective = n.dot(factors) + constant
        if level == 0:
            (model.maximize if maximize else model.minimize)(objective)
        else:
            then = model.then_maximize if maximize else model.then_minimize
            then(objective, tolerance=tolerance, share=share)
            # What the objective before may give up is the larger of the two.
            given_up = max(Fraction(tolerance), share * abs(further[-1]))
            left = [point for point, worse in zip(left, worse_by, strict=True) if worse <= given_up]
        sign = -1 if maximize else 1
        reached = [sum(map(mul, factors, point)) + constant for point in left]
        best = min(reached, key=lambda value: sign * value)
        worse_by = [sign * (value - best) for value in reached]
        further.append(best)
        result = solve_model(model, dice.choice(["cpsat", "highs", "cbc"]))
        assert result.values is not None
        assert tuple(int(value) for value in result.values) in left
        # The last objective is as good as it gets; those before it are worse by what was given up.
        last = result.further[-1] if result.further else result.objective
        assert last == best, (seed, level)
