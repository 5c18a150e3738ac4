"""Rows made anew of what was written: the same solutions, and the same rows as those stored."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.restated import first_difference, restated
from support.random_models import sample
from support.whole_programs import row_by_chance, state_row, whole_program


def holding(program: Program, boxes: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Every assignment that the program allows as it is stored."""
    stored = program.having(written=None)
    every = list(product(*(range(low, high + 1) for low, high in boxes)))
    holds = stored.rows_hold(np.array(every)).tolist()
    return [values for values, right in zip(every, holds, strict=True) if right]


def row_in_lowest_terms(program: Program, row: int) -> tuple[Any, ...]:
    """A row and its scale, divided by what they have in common; its kind, group and origin."""
    rows = program.rows
    entries = rows.entries(row)
    columns, factors = rows.columns[entries].tolist(), rows.coefficients[entries].tolist()
    ends, scale = [rows.lower.at(row), rows.upper.at(row)], int(rows.scales[row])
    if rows.measured[row]:
        return sorted(zip(columns, factors, strict=True)), ends, scale, int(rows.origins[row])
    factors = list(map(int, factors))
    shared = gcd(scale, *factors, *(int(end) for end in ends if end is not None))
    pairs = sorted(zip(columns, factors, strict=True))
    return (
        [(column, factor // shared) for column, factor in pairs],
        [None if end is None else int(end) // shared for end in ends],
        scale // shared,
        int(rows.kinds[row]),
        int(rows.groups[row]),
        int(rows.origins[row]),
        int(rows.targets[row]),
    )


def require_the_same(program: Program) -> Program:
    """Asserts that the rows made anew are those that are stored; returns them."""
    again = restated(program)
    assert len(again.rows) == len(program.rows)
    for row in range(len(program.rows)):
        assert row_in_lowest_terms(again, row) == row_in_lowest_terms(program, row)
    return again


@pytest.mark.parametrize("first", range(0, 120, 3))
def test_rows_made_anew_have_the_same_solutions(first: int) -> None:
    for seed in range(first, first + 3):
        made = whole_program(seed)
        again = require_the_same(made.model.program())
        expected = made.solutions()
        assert holding(again, made.boxes) == expected, f"seed {seed}"
        assert holding(made.model.program(), made.boxes) == expected, f"seed {seed}"


@pytest.mark.parametrize("first", range(0, 60, 4))
def test_rows_in_arrays_are_made_anew(first: int) -> None:
    """Doubles with no column twice, and whole numbers with some, and with coefficients of 0."""
    for seed in range(first, first + 4):
        dice = random.Random(seed)
        model = Model(exact=dice.random() < 0.5)
        x = model.integer("x", 3, lower=0, upper=3)
        counts = [dice.randint(0, 3) for _ in range(3)]
        if seed % 2:
            columns = [column for n in counts for column in dice.sample(range(3), n)]
            numbers = np.array([dice.choice([0.5, 1 / 3, 0.1, 7.25, 0.0]) for _ in columns])
        else:
            columns = [dice.randrange(3) for n in counts for _ in range(n)]
            numbers = np.array([dice.randint(-3, 3) for _ in columns])
        model.add_rows(
            Kind.LINEAR,
            np.cumsum([0, *counts]),
            np.array(columns, dtype=np.int64),
            coefficients=numbers,
            upper=np.array([dice.choice([1.5, 2, 1 / 3]) for _ in counts]),
        )
        model.add(x.sum() >= 1)
        program = model.program()
        again = require_the_same(program) if numbers.all() or not seed % 2 else restated(program)
        boxes = [(0, 3)] * 3
        expected = [
            values
            for values in product(range(4), repeat=3)
            if not program.broken_rows(np.array(values))
        ]
        assert holding(again, boxes) == expected, f"seed {seed}"


@pytest.mark.parametrize("seed", range(20))
def test_rows_of_literals_and_definitions_stay_as_they_are(seed: int) -> None:
    made = sample(seed, objective=True)
    if made.variables > 9:
        return
    dice = random.Random(seed)
    some = list(made.model.family("x").flat)
    boxes = [(0, 1)] * len(some)
    state_row(made.model, some, row_by_chance(dice, boxes))
    program = made.model.program()
    again = require_the_same(program)
    defining = program.rows.defining().tolist()
    for row, defines in enumerate(defining):
        if defines:
            assert again.row_text(row) == program.row_text(row)
    expected = [values for values in made.solutions() if not program.broken_rows(np.array(values))]
    found = holding(again, [(0, 1)] * program.variables)
    assert found == expected


def test_a_program_of_which_nothing_was_written_is_itself() -> None:
    model = Model()
    x = model.binary("x", 2)
    program = model.program()
    assert restated(program) is program
    model.add(x[0] <= Fraction(1, 2))
    stored = model.program().having(written=None)
    assert restated(stored) is stored


SORTS: dict[str, list[Any]] = {
    "whole": [1, -2, 7, 2**53, 2**53 + 1],
    "decimals": [0.5, 0.1, -3, 2],
    "doubles": [0.1 + 0.2, 1 / 3, -0.7, 2.0],
    "large": [2**60, 1, -(2**61)],
}


@pytest.mark.parametrize("sort", SORTS)
def test_a_row_that_is_stored_as_another_one_is_found(sort: str) -> None:
    """Also where many rows are compared in one step, whatever the order of their terms."""
    found = 0
    for seed in range(60):
        dice = random.Random(f"{sort} {seed}")
        model = Model()
        x = model.integer("x", 5, lower=-9, upper=9)
        for _ in range(4):
            columns = [dice.randrange(5) for _ in range(dice.randint(1, 4))]
            total = sum(dice.choice(SORTS[sort]) * x[column] for column in columns)
            if not hasattr(total, "columns") or not len(total.columns):
                continue
            bound = dice.choice(SORTS[sort])
            model.add(dice.choice([total <= bound, total >= bound, total == bound]))
        try:
            program = model.program()
        except ModelError:
            continue
        assert first_difference(program) is None, seed
        rows = program.rows
        for entry in range(len(rows.columns)):
            row = int(rows.owners()[entry])
            factors = rows.coefficients.copy()
            factors[entry] = factors[entry] * 2
            others = rows.columns.copy()
            free = set(range(5)) - set(others[rows.entries(row)].tolist())
            others[entry] = max(free, default=-1)
            changed = [replace(rows, coefficients=factors)]
            changed += [replace(rows, columns=others)] * bool(free)
            changed += [replace(rows, upper=rows.upper.plus(1))] * bool(rows.upper.finite.any())
            for other in changed:
                assert first_difference(program.having(rows=other)) is not None, seed
                found += 1
    assert found > 300
