"""The parts of a model are disjoint, and have all its solutions between them."""

from __future__ import annotations

import random

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.subproblems import Part, split
from support.question_oracles import QUEENS, Point, Riddle, queens, riddle


def inside(part: Part, made: Riddle, point: Point) -> bool:
    """Whether an assignment belongs to a part."""
    values = {
        getattr(made.v, name).column: value for name, value in zip(made.names, point, strict=False)
    }
    return all(least <= values[column] <= most for column, (least, most) in part.items())


@pytest.mark.parametrize("wanted", [1, 2, 5, 64])
def test_random_models(wanted: int) -> None:
    for seed in range(120):
        made = riddle(seed, connectivity=("", "lazy", "", "flow")[seed % 4], nested=seed % 5 == 0)
        program = made.model.program()
        parts = split(program, wanted)
        assert parts == split(made.model.program(), wanted)
        columns = {column for part in parts for column in part}
        assert all(program.deciding[column] for column in columns), f"seed {seed}"
        for part in parts:
            assert all(
                program.lower[column] <= least <= most <= program.upper[column]
                for column, (least, most) in part.items()
            )
        for point in made.solutions():
            number = sum(inside(part, made, point) for part in parts)
            assert number == 1, f"seed {seed}: {number} parts have {point}"


@pytest.mark.parametrize("wanted", [1, 2, 5, 64])
def test_views(wanted: int) -> None:
    for seed in range(60):
        made = riddle(seed)
        value = seed % 2
        parts = split(made.model.fix({made.v.x: value}), wanted)
        solutions = made.solutions([*made.stated, made.fixing("x", value)])
        for point in solutions:
            assert sum(inside(part, made, point) for part in parts) == 1, f"seed {seed}"


def test_there_are_about_as_many_parts_as_were_asked_for() -> None:
    model = queens(8)
    numbers = [len(split(model.program(), wanted)) for wanted in (1, 2, 5, 64, 500)]
    assert numbers[0] == 1
    assert numbers == sorted(numbers)
    assert 64 <= numbers[3] < 80
    found = 0
    for part in split(model.program(), 12):
        columns = {cell.column: cell for cell in model.families[0].flat()}
        # Every part of the board chooses queens, so it can be fixed.
        assert all(least == most for least, most in part.values())
        view = model.fix({columns[column]: least for column, (least, _) in part.items()})
        found += int(count_solutions(view))
    assert found == QUEENS[8]


def test_no_variables_and_no_solutions() -> None:
    for wanted in (1, 2, 64):
        assert split(Model().program(), wanted) == [{}]
        model = Model()
        # Without any variable there is nothing that could tell.
        model.exactly_one([])
        assert split(model.program(), wanted) == [{}]
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


def test_numbers_are_halved_where_there_are_no_choices() -> None:
    model = Model()
    n = model.integer("n", 2, lower=-3, upper=4)
    model.add(n[0] + n[1] == 2)
    parts = split(model.program(), 5)
    assert len(parts) >= 5
    assert parts == split(model.program(), 5)
    everything = [(one, other) for one in range(-3, 5) for other in range(-3, 5)]
    for point in everything:
        covering = [
            part
            for part in parts
            if all(least <= point[column] <= most for column, (least, most) in part.items())
        ]
        assert len(covering) == 1
    for workers in (1, 2):
        solutions = list_solutions(model, options=Options(workers=workers))
        assert sorted(values.tolist() for values in solutions) == [[a, 2 - a] for a in range(-2, 5)]


def test_rows_of_one_negative_entry() -> None:
    """Once, their missing lower bound became a bound of the variable, and nothing was left."""
    for seed in range(40):
        dice = random.Random(seed)
        model = Model()
        x = model.integer("x", 2, lower=-2, upper=2)
        bound, sign = dice.randint(-2, 2), dice.choice([-1, 1])
        number = sign * x[0]
        model.add(number <= bound if dice.random() < 0.5 else number >= bound)
        expected = {
            values[0] for values in (one.tolist() for one in list_solutions(model, backend="cpsat"))
        }
        parts = split(model.program(), dice.choice([2, 5, 64]))
        assert expected
        for value in expected:
            for other in range(-2, 3):
                point = (value, other)
                assert (
                    sum(
                        all(
                            least <= point[column] <= most for column, (least, most) in part.items()
                        )
                        for part in parts
                    )
                    == 1
                )
    model = Model()
    x = model.integer("x", 2, lower=-2, upper=2)
    model.add(-x[0] <= -1)
    for workers in (1, 2):
        count = count_solutions(model, backend="cpsat", options=Options(workers=workers))
        assert (int(count), count.complete) == (10, True)
