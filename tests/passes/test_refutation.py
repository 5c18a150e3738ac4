"""Proofs that there is no solution, against brute force and planted contradictions."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.passes.refutation import is_refuted, refutes
from support.traced import meaning
from support.whole_programs import WholeRow, row_by_chance, state_row, whole_program


@pytest.mark.parametrize("first", range(0, 400, 10))
def test_what_is_refuted_has_no_solution(first: int) -> None:
    for seed in range(first, first + 10):
        made = whole_program(seed)
        program = made.model.program()
        if is_refuted(program):
            assert not made.solutions(), f"seed {seed}"
        for row, stated in enumerate(made.rows):
            if refutes(program, row):
                assert not replace(made, rows=[stated]).solutions(), f"seed {seed}, row {row}"


def test_nearly_all_small_programs_without_solutions_are_refuted() -> None:
    """Propagation is no search: all of these are refuted today, but that is no law."""
    without = [made for made in map(whole_program, range(40)) if not made.solutions()]
    refuted = sum(is_refuted(made.model.program()) for made in without)
    assert refuted > len(without) / 2


def out_of_reach(dice: random.Random, row: WholeRow, boxes: list[tuple[int, int]]) -> WholeRow:
    """The row with a bound that its terms do not reach, by a little."""
    total: dict[int, Fraction] = {}
    for column, factor in row.terms:
        total[column] = total.get(column, Fraction(0)) + meaning(factor)
    ends = [
        sorted((factor * boxes[column][0], factor * boxes[column][1]))
        for column, factor in total.items()
    ]
    beyond = dice.choice([Fraction(1, 10**15), Fraction(1, 7), Fraction(40)])
    if dice.random() < 0.5:
        return WholeRow(row.terms, sum(high for _, high in ends) + beyond, None)
    return WholeRow(row.terms, None, sum(low for low, _ in ends) - beyond)


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_planted_contradictions_are_found(first: int) -> None:
    for seed in range(first, first + 10):
        dice = random.Random(seed)
        model = Model(exact=True)
        boxes = [(0, dice.randint(1, 5)) for _ in range(3)]
        columns: list[Any] = [
            model.integer(f"n{n}", lower=0, upper=most) for n, (_, most) in enumerate(boxes)
        ]
        for _ in range(dice.randint(0, 3)):
            # Rows that always hold.
            state_row(model, columns, WholeRow([(dice.randrange(3), 0.5)], None, 100))
        # Where a row is measured, a miss within its tolerance is none.
        wrong = out_of_reach(dice, row_by_chance(dice, boxes), boxes)
        state_row(model, columns, wrong)
        program = model.program()
        last = len(program.rows) - 1
        assert [refutes(program, row) for row in range(last + 1)] == [*[False] * last, True]
        assert is_refuted(program)


def test_two_rows_that_contradict_each_other_are_refuted_together_only() -> None:
    model = Model()
    x, y = model.continuous("x", upper=10), model.continuous("y", upper=10)
    model.add(0.1 * x + y / 3 >= Fraction(1, 2) + Fraction(10, 3))
    model.add(0.7 * x <= 3.5)
    assert not is_refuted(model.program())
    model.add(x <= 5 - Fraction(1, 10**18))
    program = model.program()
    assert not any(refutes(program, row) for row in range(3))
    assert is_refuted(program)


@pytest.mark.parametrize(
    ("factors", "limit", "wrong"),
    [
        ([0.2], 0.3, True),
        ([0.2], 0.4, False),
        ([6, 9, 15], 7, True),
        ([6, 9, 15], 3, False),
        ([Fraction(1, 3), Fraction(1, 6)], Fraction(1, 4), True),
        ([Fraction(1, 3), Fraction(1, 6)], Fraction(1, 2), False),
        ([0.1234567890123456, 0.1234567890123456], 0.1234567890123457, True),
        ([2**40, 2**41], 2**39, True),
    ],
)
def test_no_multiple_of_the_common_divisor_is_a_proof(
    factors: list[Any], limit: Any, *, wrong: bool
) -> None:
    model = Model(exact=True)
    columns = [model.integer(f"n{n}", lower=-100, upper=100) for n in range(len(factors))]
    model.add(model.sum(f * n for f, n in zip(factors, columns, strict=True)) == limit)
    program = model.program()
    assert refutes(program, 0) == wrong
    assert is_refuted(program) == wrong


def test_a_continuous_column_has_no_steps() -> None:
    model = Model()
    x, n = model.continuous("x", lower=-1, upper=1), model.integer("n", lower=0, upper=9)
    model.add(0.2 * n + 0.2 * x == 0.3)
    program = model.program()
    assert not refutes(program, 0)
    assert not is_refuted(program)


def test_columns_without_bounds_refute_nothing() -> None:
    model = Model()
    x, y = model.continuous("x", lower=None), model.continuous("y", lower=0)
    model.add(x + 0.1 * y >= 10**30)
    model.add(x - y / 3 <= -(10**30))
    assert not is_refuted(model.program())
    model.add(y <= -Fraction(1, 10**30))
    assert is_refuted(model.program())


def test_bounds_of_a_column_that_cross_are_a_contradiction() -> None:
    model = Model()
    x = model.continuous("x", upper=1)
    model.add(3 * x >= 3)
    assert not is_refuted(model.program())
    model.add(3 * x >= 3 + Fraction(1, 10**18))
    assert is_refuted(model.program())
