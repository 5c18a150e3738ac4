"""Equations solved exactly: sparse ones of every shape, against plain elimination."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ilpuzzles.modelling.numbers import Number
from ilpuzzles.solvers.linear.vertex import WorkLimit, solved

Rows = list[dict[int, Number]]


def sparse(dice: random.Random, size: int) -> Rows:
    """Equations that are nearly triangular, in the middle or at both ends; a few are singular."""
    order = dice.sample(range(size), size)
    rows: Rows = []
    for place in range(size):
        reach = dice.choice([place, place, size - 1, min(place + 2, size - 1)])
        chosen = {order[place], *(order[dice.randint(0, reach)] for _ in range(dice.randint(0, 3)))}
        rows.append({unknown: dice.choice((-3, -1, 1, 2, Fraction(1, 3))) for unknown in chosen})
    if size > 1 and dice.random() < 0.2:
        rows[-1] = {unknown: 2 * factor for unknown, factor in rows[0].items()}
    return dice.sample(rows, size)


def rank(rows: Rows, size: int) -> int:
    """The rank of the equations, by elimination."""
    left = [[Fraction(row.get(unknown, 0)) for unknown in range(size)] for row in rows]
    found = 0
    for unknown in range(size):
        pivot = next((row for row in left if row[unknown]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        found += 1
        for row in left:
            factor = row[unknown] / pivot[unknown]
            row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return found


@pytest.mark.parametrize("size", [1, 3, 8, 20])
def test_what_determines_its_unknowns_is_solved(size: int) -> None:
    dice = random.Random(size)
    singular = 0
    for _ in range(80):
        rows = sparse(dice, size)
        right = [dice.randint(-9, 9) for _ in rows]
        found = solved(rows, right)
        is_singular = rank(rows, size) < size
        singular += is_singular
        assert (found is None) is is_singular
        if found is not None:
            sums = [sum(f * found[unknown] for unknown, f in row.items()) for row in rows]
            assert sums == right
    assert size == 1 or singular


def test_work_is_limited_in_steps_not_in_seconds() -> None:
    dice = random.Random(2)
    rows: Rows = [{unknown: dice.randint(1, 10**6) for unknown in range(12)} for _ in range(12)]
    right = [dice.randint(1, 10**6) for _ in rows]
    assert solved(rows, right, WorkLimit(100)) is None
    assert solved(rows, right, WorkLimit(10_000)) == solved(rows, right)
    chain: Rows = [{0: 3}]
    for number in range(1, 400):
        chain.append({number: 1, number - 1: 10**9 + 7})
    assert solved(chain, [1] * 400, WorkLimit(1_000)) is None
