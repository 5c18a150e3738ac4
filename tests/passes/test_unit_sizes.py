"""Rows, objectives and columns of any size: exact there and back, with the same answers."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes import unit_sizes
from ilpuzzles.passes.faint import units_for_faint
from ilpuzzles.passes.unit_sizes import UnitSized, unit_sized
from ilpuzzles.queries.linear_relaxation import LinearRelaxation, solve_relaxation
from ilpuzzles.queries.solve import solve_model
from support.mixed_models import mixed_sample


def size_by_chance(dice: random.Random) -> Fraction:
    """A power of ten, perhaps a very small one."""
    return Fraction(10) ** dice.choice([0, 0, 1, 3, -1, -3, -6, -10, -12])


def number_by_chance(dice: random.Random) -> Fraction:
    return Fraction(dice.randint(1, 60) * dice.choice([1, -1]), dice.choice([1, 1, 4, 3, 7]))


def mixed_program(seed: int) -> Program:
    """Columns of both kinds, some with tiny bounds or none, in rows of any size."""
    dice = random.Random(seed)
    model = Model()
    columns: list[Any] = [
        model.integer(f"n{place}", lower=-3, upper=dice.randint(0, 9))
        for place in range(dice.randint(1, 3))
    ]
    for place in range(dice.randint(1, 3)):
        size = size_by_chance(dice)
        ends = sorted((number_by_chance(dice) * size, number_by_chance(dice) * size))
        lower = ends[0] if dice.random() < 0.8 else None
        upper = ends[1] if dice.random() < 0.8 else None
        columns.append(model.continuous(f"x{place}", lower=lower, upper=upper))
    for _ in range(dice.randint(1, 5)):
        size = size_by_chance(dice)
        some = dice.sample(columns, dice.randint(1, len(columns)))
        left = model.sum(number_by_chance(dice) * size * column for column in some)
        limit = number_by_chance(dice) * size
        model.add(dice.choice([left <= limit, left >= limit, left == limit]))
    size = size_by_chance(dice)
    costs = model.sum(number_by_chance(dice) * size * column for column in columns)
    dice.choice([model.minimize, model.maximize])(costs + number_by_chance(dice) * size)
    return model.program().having(written=None)


def activity(program: Program, row: int, values: list[Number]) -> Fraction:
    """The activity of a row, from its whole numbers and its scale."""
    rows = program.rows
    entries = rows.entries(row)
    pairs = zip(rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True)
    total = sum((factor * values[column] for column, factor in pairs), Fraction(0))
    return Fraction(total) / int(rows.scales[row])


def sides(program: Program, row: int) -> list[Fraction | None]:
    """Both bounds of a row over its scale."""
    rows = program.rows
    ends = rows.lower.at(row), rows.upper.at(row)
    return [None if end is None else Fraction(end) / int(rows.scales[row]) for end in ends]


def point_by_chance(dice: random.Random, program: Program) -> list[Number]:
    """Values of all columns, at bounds or anywhere; one row may hold with equality."""
    values: list[Number] = []
    for column in range(program.variables):
        ends = [
            end for end in (program.lower.at(column), program.upper.at(column)) if end is not None
        ]
        if ends and dice.random() < 0.5:
            value: Number = dice.choice(ends)
        else:
            value = number_by_chance(dice) * size_by_chance(dice)
        values.append(value if program.is_continuous(column) else round(value))
    row = dice.randrange(len(program.rows))
    entries = program.rows.entries(row)
    pairs = zip(
        program.rows.columns[entries].tolist(),
        program.rows.coefficients[entries].tolist(),
        strict=True,
    )
    open_pairs = [pair for pair in pairs if program.is_continuous(pair[0])]
    end = next(end for end in sides(program, row) if end is not None)
    if open_pairs:
        column, factor = dice.choice(open_pairs)
        missing = end - activity(program, row, values)
        values[column] += missing * int(program.rows.scales[row]) / factor
        values[column] += dice.choice([0, 0, 1, -1]) * Fraction(1, 10**20)
    return values


def right(program: Program, values: list[Number]) -> tuple[list[bool], list[bool]]:
    """Truth values: each column is within its bounds, each row holds."""
    columns = []
    for column, value in enumerate(values):
        lower, upper = program.lower.at(column), program.upper.at(column)
        columns.append((lower is None or lower <= value) and (upper is None or value <= upper))
    rows = []
    for row in range(len(program.rows)):
        lower, upper = sides(program, row)
        total = activity(program, row, values)
        rows.append((lower is None or lower <= total) and (upper is None or total <= upper))
    return columns, rows


def there(sized: UnitSized, values: list[Number]) -> list[Number]:
    """A point of the original program in the columns of the sized one."""
    pairs = zip(values, sized.columns.tolist(), strict=True)
    return [value * Fraction(2) ** exponent for value, exponent in pairs]


def array(numbers: list[Number]) -> NumberArray:
    """Exact numbers in an array of objects."""
    made = np.empty(len(numbers), dtype=object)
    made[:] = numbers
    return made


@pytest.mark.parametrize("first", range(0, 200, 10))
def test_a_point_solves_the_sized_program_if_and_only_if_it_solves_the_original(
    first: int,
) -> None:
    for seed in range(first, first + 10):
        dice, program = random.Random(seed), mixed_program(seed)
        sized = unit_sized(program)
        if sized is None:
            continue
        goal, sized_goal = program.objective, sized.program.objective
        assert goal is not None
        assert sized_goal is not None
        for _ in range(6):
            values = point_by_chance(dice, program)
            moved = there(sized, values)
            assert sized.values(array(moved)).tolist() == values
            assert right(sized.program, moved) == right(program, values), f"seed {seed}"
            worth = sized_goal.value(array(moved))
            assert worth == goal.value(array(values)) * Fraction(2) ** sized.objective
            assert sized.bound(float(worth)) == pytest.approx(float(goal.value(array(values))))


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_sizes_are_near_1_and_no_coefficient_becomes_smaller_than_1_that_was_not(
    first: int,
) -> None:
    for seed in range(first, first + 20):
        program = mixed_program(seed)
        sized = unit_sized(program)
        if sized is None:
            continue
        whole = program.whole()
        assert not sized.columns[whole].any()
        for row in range(len(program.rows)):
            entries = program.rows.entries(row)
            columns = program.rows.columns[entries]
            factors = np.abs(sized.program.rows.in_doubles()[0][entries])
            assert factors.max() >= 1
            if sized.rows[row] < 0:
                assert factors.min() >= 1, f"seed {seed}, row {row}"
            if whole[columns].all() and program.rows.scales[row] == 1:
                assert sized.rows[row] == 0, f"seed {seed}, row {row}"
            else:
                assert factors.min() < 2
        for column in sized.columns.nonzero()[0].tolist():
            sizes = [
                abs(side.in_doubles()[column])
                for side in (sized.program.lower, sized.program.upper)
            ]
            assert max(sizes) >= 1
            assert max(sizes) < 2 or has_faint(program)
        assert sized.program.objective is not None
        assert np.abs(sized.program.objective.in_doubles()[0]).max() >= 1 - 1e-12


def has_faint(program: Program) -> bool:
    """Whether columns have other units for the sake of coefficients that would be taken for 0."""
    plain = unit_sizes._column_exponents(program)
    return units_for_faint(program, plain, with_objective=True) is not plain


def reduced_costs(program: Program, duals: list[Number]) -> list[Number]:
    """The costs of all columns less what the rows are worth at these duals."""
    assert program.objective is not None
    form, rows = program.objective.form(), program.rows
    found: list[Number] = [0] * program.variables
    for column, cost in zip(form.columns, form.coefficients, strict=True):
        found[column] += cost
    for row, dual in enumerate(duals):
        entries = rows.entries(row)
        pairs = zip(
            rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
        )
        for column, factor in pairs:
            found[column] -= Fraction(factor, int(rows.scales[row])) * dual
    return found


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_duals_and_reduced_costs_belong_to_each_other_on_the_way_back(first: int) -> None:
    for seed in range(first, first + 20):
        dice, program = random.Random(seed), mixed_program(seed)
        sized = unit_sized(program)
        if sized is None:
            continue
        duals: list[Number] = [number_by_chance(dice) for _ in range(len(program.rows))]
        costs = reduced_costs(sized.program, duals)
        back = sized.duals(array(duals)).tolist()
        assert sized.reduced_costs(array(costs)).tolist() == reduced_costs(program, back)


def test_what_has_its_size_stays_as_it_is() -> None:
    model = Model()
    x, n = model.continuous("x", upper=3), model.integer("n", lower=0, upper=9)
    model.add(x + 100_000 * n <= 10**6)
    model.maximize(x + n)
    assert unit_sized(model.program()) is None


def linear_program(seed: int, rows: Fraction, costs: Fraction) -> tuple[Model, int]:
    """A linear program in general position, its rows and its objective in some units."""
    dice = random.Random(seed)
    model = Model()
    count = dice.randint(2, 4)
    x = model.continuous("x", count, upper=10)
    for _ in range(dice.randint(1, 3)):
        factors = [Fraction(dice.randint(1, 97), 10) for _ in range(count)]
        limit = Fraction(dice.randint(20, 90))
        left = model.sum(rows * a * v for a, v in zip(factors, x.flat, strict=True))
        model.add(left <= rows * limit if dice.random() < 0.6 else left >= rows * limit)
    goal = [Fraction(dice.randint(1, 997), 100) * dice.choice([1, 1, -1]) for _ in range(count)]
    model.maximize(model.sum(costs * c * v for c, v in zip(goal, x.flat, strict=True)))
    return model, count


def relaxed(seed: int, rows: Fraction, costs: Fraction) -> LinearRelaxation:
    return solve_relaxation(linear_program(seed, rows, costs)[0])


@pytest.mark.exhaustive
@pytest.mark.parametrize("exponent", [-12, -9, -4, -1, 1, 5, 9, 12])
def test_duals_and_reduced_costs_scale_as_they_must(exponent: int) -> None:
    compared = 0
    for seed in range(12):
        plain = relaxed(seed, Fraction(1), Fraction(1))
        for rows, costs in ((exponent, 0), (0, exponent), (exponent, exponent), (exponent, -1)):
            unit, price = Fraction(10) ** rows, Fraction(10) ** costs
            found = relaxed(seed, unit, price)
            assert found.status is plain.status, f"seed {seed}"
            if not plain:
                continue
            assert plain.exact
            assert found.exact
            assert plain.objective is not None
            assert found.objective == plain.objective * price
            assert found.values.tolist() == plain.values.tolist()
            assert found.duals.tolist() == [dual * price / unit for dual in plain.duals.tolist()]
            assert found.reduced.tolist() == [cost * price for cost in plain.reduced.tolist()]
            compared += 1
    assert compared > 20


BACKENDS = ["highs", "scip", "cbc", "auto"]


def in_units(seed: int, unit: Fraction) -> tuple[Model, str, Number | None]:
    """A mixed program with rows and objective in small units, and the right answer."""
    made = mixed_sample(seed)
    model = Model()
    columns: list[Any] = [
        model.integer(f"n{n}", lower=low, upper=high) for n, (low, high) in enumerate(made.whole)
    ]
    columns += [
        model.continuous(f"x{place}", lower=low, upper=high)
        for place, (low, high) in enumerate(made.continuous)
    ]
    for factors, lower, upper in made.rows:
        pairs = zip(factors, columns, strict=True)
        total = model.sum(unit * factor * column for factor, column in pairs)
        if lower is None:
            assert upper is not None
            model.add(total <= unit * upper)
        else:
            model.add(total >= unit * lower if upper is None else total == unit * lower)
    costs = zip(made.costs, columns, strict=True)
    goal = model.sum(unit * cost * column for cost, column in costs) + 3 * unit
    (model.maximize if made.maximize else model.minimize)(goal)
    best = made.best()
    return model, "infeasible" if best is None else "optimal", None if best is None else best * unit


@pytest.mark.exhaustive
@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("exponent", [0, 3, 6, 9, 12])
@pytest.mark.parametrize("first", range(0, 24, 4))
def test_small_units_change_no_answer(first: int, exponent: int, backend: str) -> None:
    for seed in range(first, first + 4):
        model, status, best = in_units(seed, Fraction(1, 10**exponent))
        result = solve_model(model, backend)
        assert (result.status, result.objective) == (status, best), f"seed {seed}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("exponent", [7, 8, 9, 10, 12])
def test_a_row_in_tiny_units_still_holds(exponent: int, backend: str) -> None:
    model = Model()
    x, y = model.continuous("x", upper=10), model.continuous("y", upper=1)
    unit = Fraction(1, 10**exponent)
    model.add(unit * x + unit * y >= unit * Fraction(5, 2))
    model.minimize(3 * x + y)
    result = solve_model(model, backend)
    assert (result.status, result.objective, result.missed) == ("optimal", Fraction(11, 2), None)


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_flow_trickles_through_a_large_factor(backend: str) -> None:
    """A row with a whole column is not divided by its big M."""
    model = Model()
    flow, is_open = model.continuous("flow", upper=10**6), model.binary("open")
    model.add(flow <= 10**6 * is_open)
    model.add(flow >= Fraction(1, 2))
    model.minimize(is_open)
    assert solve_model(model, backend).objective == 1
