"""Rows under conditions in every backend: ranges with one value, with none, or open at one end."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.functions import maximum
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import general_backends

TENTHS = [Fraction(tenth, 10) for tenth in range(-5, 46, 3)]
RELATIONS = [operator.le, operator.ge, operator.eq, operator.ne, operator.lt, operator.gt]
VALUES = range(-4, 9)
"""All values of the numbers that are bound here."""


class Conditional(NamedTuple):
    """What is stated: if the first bits are so, the number has one of the values allowed."""

    bits: list[int]
    factors: tuple[int, int]
    allowed: set[int]

    def holds(self, bits: tuple[int, ...], n: tuple[int, ...]) -> bool:
        is_asked = [*bits[: len(self.bits)]] == self.bits
        number = self.factors[0] * n[0] + self.factors[1] * n[1]
        return not is_asked or number in self.allowed


def stated(dice: random.Random) -> tuple[Model, list[Conditional]]:
    """A model of two bits and two numbers, with rows under conditions, and what these mean."""
    model, rows = Model(), list[Conditional]()
    x = model.binary("x", 2)
    n = model.integer("n", 2, lower=0, upper=4)
    for _ in range(dice.randint(1, 3)):
        factors = dice.choice([(1, 0), (0, 1), (2, -1), (1, 1)])
        number = factors[0] * n[0] + factors[1] * n[1]
        if dice.random() < 0.6:
            lower = dice.choice(TENTHS)
            # A range of a quarter has no whole number in it, for the most part.
            upper = lower + dice.choice([Fraction(1, 4), Fraction(1), Fraction(5, 2)])
            row = number.between(lower, upper)
            allowed = {value for value in VALUES if lower <= value <= upper}
        else:
            relation, limit = dice.choice(RELATIONS), dice.choice([*TENTHS, *map(Fraction, VALUES)])
            row = relation(number, limit)
            allowed = {value for value in VALUES if relation(value, limit)}
        bits = [dice.randint(0, 1) for _ in range(dice.randint(1, 2))]
        conditions = [x[place] if bit else ~x[place] for place, bit in enumerate(bits)]
        condition = conditions[0] if len(conditions) == 1 else conditions[0] & conditions[1]
        model.add(condition.implies(row))
        rows.append(Conditional(bits, factors, allowed))
    return model, rows


@pytest.mark.every("name")
@pytest.mark.parametrize("name", general_backends())
def test_a_number_is_bound_where_the_conditions_hold_and_only_there(name: str) -> None:
    for seed in range(12):
        dice = random.Random(f"{name} {seed}")
        model, rows = stated(dice)
        points = [
            (*bits, *n)
            for bits in product((0, 1), repeat=2)
            for n in product(range(5), repeat=2)
            if all(row.holds(bits, n) for row in rows)
        ]
        if name in {"cpsat", "clingo"}:
            assert model.count(name).number == len(points), seed
        # The others list solutions one by one: they are asked for the best in some directions.
        for _ in range(3):
            costs = [dice.randint(-5, 5) for _ in range(4)]
            x, n = model.families
            model.minimize(x.dot(costs[:2]) + n.dot(costs[2:]))
            found = solve_model(model, name).objective
            expected = [sum(map(operator.mul, costs, point)) for point in points]
            assert found == min(expected, default=None), seed


@pytest.mark.parametrize("name", ["cpsat", "clingo"])
def test_solutions_come_once_whatever_their_sentences_choose_besides(name: str) -> None:
    """A range has two sides to be missed at, and a maximum two numbers that it may be."""
    for seed in range(20):
        dice = random.Random(seed)
        model = Model()
        n = model.integer("n", 2, lower=-1, upper=2)
        ends = [dice.randint(-1, 2) for _ in range(4)]
        low, high = sorted(ends[:2])
        inside, differs = n[0].between(low, high), n[1] != ends[2]
        largest = maximum([n[0], n[1]]) == ends[3]
        sentences: list[tuple[Any, Callable[[bool, bool, bool], bool]]] = [
            (inside | differs, lambda i, d, m: i or d),
            (~inside | largest, lambda i, d, m: not i or m),
            (inside == differs, lambda i, d, m: i == d),
            (differs.implies(~inside), lambda i, d, m: not d or not i),
            (~largest & ~inside, lambda i, d, m: not m and not i),
        ]
        sentence, meaning = dice.choice(sentences)
        model.add(sentence)
        points = {
            (one, other)
            for one, other in product(range(-1, 3), repeat=2)
            if meaning(low <= one <= high, other != ends[2], max(one, other) == ends[3])
        }
        listed = [
            (int(values[0]), int(values[1]))  # the first columns are the two numbers
            for values in model.solutions(name)
        ]
        assert sorted(listed) == sorted(points), seed
        assert model.count(name).number == len(points), seed
