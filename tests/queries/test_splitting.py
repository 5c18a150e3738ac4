"""The parts of a model are disjoint, and have all its solutions between them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import ModelError
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.subproblems import Part, split
from support.fuzz.generator import described
from support.fuzz.questions import Case
from support.question_oracles import QUEENS, queens
from support.wide_models import with_third


def holding(parts: Sequence[Part], values: Sequence[int]) -> int:
    """How many parts an assignment of all columns belongs to."""
    inside = (all(low <= values[n] <= high for n, (low, high) in part.items()) for part in parts)
    return sum(inside)


@pytest.mark.exhaustive
def test_random_models(seeds: range) -> None:
    for seed in seeds:
        try:
            case = Case(described(seed, ("any", "cover")[seed % 2]), "cpsat", seed)
        except ModelError:
            continue
        meaning, program = case.meaning, case.view
        for wanted in (1, 2, 5, 64):
            # Variables without bounds cannot be split.
            with suppress(ModelError):
                parts = split(program, wanted)
            assert parts == split(program, wanted)
            for part in parts:
                for column, (least, most) in part.items():
                    assert program.deciding[column], seed
                    lowest, highest = program.lower.numbers[column], program.upper.numbers[column]
                    assert lowest <= least <= most <= highest
            names = [column.name for column in meaning.columns]
            for number in meaning.holding(meaning.all()):
                values = [0] * program.variables
                for name, value in zip(names, meaning.points[number], strict=True):
                    values[case.handles[name].column] = value
                assert holding(parts, values) == 1, f"seed {seed}: {values}"


def test_there_are_about_as_many_parts_as_were_asked_for() -> None:
    model = queens(8)
    numbers = [len(split(model.program(), wanted)) for wanted in (1, 2, 5, 64, 500)]
    assert numbers[0] == 1
    assert numbers == sorted(numbers)
    assert 64 <= numbers[3] < 80
    found = 0
    for part in split(model.program(), 12):
        columns = {cell.column: cell for cell in model.families[0].flat}
        # Every part of the board chooses queens, so it can be fixed.
        assert all(least == most for least, most in part.values())
        view = model.fix({columns[column]: least for column, (least, _) in part.items()})
        found += int(count_solutions(view))
    assert found == QUEENS[8]


def test_no_variables_and_no_solutions() -> None:
    for wanted in (1, 2, 64):
        assert split(Model().program(), wanted) == [{}]
        model = Model()
        model.exactly_one([])
        assert split(model.program(), wanted) == []
        assert int(count_solutions(model)) == 0
        model = Model()
        x = model.binary("x", 2)
        model.at_least_one(x)
        model.add(x[0] == 0)
        model.add(x[1] == 0)
        assert split(model.program(), wanted) == []
    for workers in (1, 2):
        count = count_solutions(Model(), options=Options(workers=workers))
        assert (int(count), count.complete) == (1, True)


@pytest.fixture
def sums() -> Model:
    """Two numbers from -3 to 4 that sum to 2."""
    model = Model()
    n = model.integer("n", 2, lower=-3, upper=4)
    model.add(n[0] + n[1] == 2)
    return model


def test_numbers_are_halved_where_there_are_no_choices(sums: Model) -> None:
    parts = split(sums.program(), 5)
    assert len(parts) >= 5
    points = [(one, other) for one in range(-3, 5) for other in range(-3, 5)]
    assert {holding(parts, point) for point in points} == {1}


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_halves_of_numbers_are_listed_once(sums: Model, workers: int) -> None:
    solutions = list_solutions(sums, options=Options(workers=workers))
    assert sorted(values.tolist() for values in solutions) == [[a, 2 - a] for a in range(-2, 5)]


def test_variables_that_do_not_decide_tell_no_parts_apart() -> None:
    """Else a solution with several completions would be in several parts."""
    model = Model()
    x, u = model.binary("x", 3), model.binary("u", 2, auxiliary=True)
    model.exactly_one([x[0], *u])
    model.exactly_one(x)
    for wanted in (2, 3, 64):
        parts = split(model.program(), wanted)
        assert {column for part in parts for column in part} == {0, 1, 2}
        assert [holding(parts, values) for values in ([0, 1, 0, 1, 0], [0, 1, 0, 0, 1])] == [1, 1]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(12))
def test_rows_of_one_negative_entry(seed: int) -> None:
    """Once, their missing lower bound became a bound of the variable, and nothing was left."""
    dice = random.Random(seed)
    model = Model()
    x = model.integer("x", 2, lower=-2, upper=2)
    bound, sign, small = dice.randint(-2, 2), dice.choice([-1, 1]), dice.random() < 0.5
    model.add(sign * x[0] <= bound if small else sign * x[0] >= bound)
    parts = split(model.program(), dice.choice([2, 5, 64]))
    for value in range(-2, 3):
        right = sign * value <= bound if small else sign * value >= bound
        for other in range(-2, 3):
            assert holding(parts, (value, other)) == 1 or not right


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_eight_queens(workers: int) -> None:
    model, options = queens(8), Options(workers=workers)
    count = count_solutions(model, backend="cpsat", options=options)
    assert (int(count), count.complete, str(count)) == (QUEENS[8], True, f"{QUEENS[8]}")
    for limit, number in ((None, QUEENS[8]), (5, 5)):
        solutions = list_solutions(model, limit=limit, backend="cpsat", options=options)
        assert (len(solutions), solutions.complete) == (number, limit is None)
        assert len({values.tobytes() for values in solutions}) == number
        assert all(model.check(values) == () for values in solutions)


@pytest.mark.exhaustive
def test_solutions_beside_a_continuous_variable_are_listed_once() -> None:
    """Bounds that are fractions are kept in arrays of objects."""
    model = with_third()
    assert len(split(model.program(), 4)) == 4
    solutions = list_solutions(model, options=Options(workers=2))
    assert sorted(int(values[0]) for values in solutions) == [997, 998, 999, 1000]


def test_measured_rows_that_contradict_each_other_within_their_tolerance_leave_parts() -> None:
    """Bounds drawn from both cross each other, and yet there are solutions."""
    model = Model()
    model.integer("n", lower=0, upper=3)
    c = model.continuous("c", lower=0, upper=3)
    model.add(c >= 0.5123456789012345)
    model.add(c <= 0.5123456789012345 - 1e-9)
    parts = split(model.program(), 4)
    assert [holding(parts, [value, 0]) for value in range(4)] == [1, 1, 1, 1]
