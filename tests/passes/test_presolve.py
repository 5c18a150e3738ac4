"""Presolve: the same solutions, and nothing left that single rows fix."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Result
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.passes import presolve as presolve_pass
from ilpuzzles.passes.columns import ColumnsLeftOut, without_fixed
from ilpuzzles.passes.presolve import presolve
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import general_backends, get_backend
from support.plain_rows import assignments, holding, solutions
from support.random_models import sample

SEEDS = st.integers(0, 10**6)


def with_more(seed: int, more: list[tuple[int, int]]) -> Model:
    """A random model with two integers, and with rows of one entry that fix some binaries."""
    model = sample(seed, objective=False).model
    numbers, x = model.integer("n", 2, lower=-1, upper=1), list(model.family("x").flat)
    model.add(numbers[0] + x[0] + 2 * x[-1] <= 2)
    model.add(numbers[0] - numbers[1] >= 0)
    for column, value in more:
        model.add(x[column % len(x)] == value)
    return model


@given(SEEDS, st.lists(st.tuples(st.integers(0, 11), st.integers(0, 1)), max_size=3))
def test_it_has_the_same_solutions(seed: int, more: list[tuple[int, int]]) -> None:
    program = with_more(seed, more).program()
    left = presolve(program)
    assert solutions(program) == ([] if left is None else solutions(left))


@pytest.mark.parametrize("rounds", [0, 0.9, 1.7])
@given(SEEDS, st.lists(st.tuples(st.integers(0, 11), st.integers(0, 1)), max_size=3))
def test_it_has_the_same_solutions_if_it_takes_too_long(
    rounds: float, seed: int, more: list[tuple[int, int]]
) -> None:
    program = with_more(seed, more).program()
    with patch("ilpuzzles.passes.presolve._ROUNDS", rounds):
        left = presolve(program)
    assert solutions(program) == ([] if left is None else solutions(left))


@given(SEEDS)
def test_no_row_by_itself_fixes_a_column_or_says_nothing(seed: int) -> None:
    program = presolve(sample(seed, objective=False).model.program())
    assert program is None or _is_tight(program)


def _is_tight(program: Program) -> bool:
    """Whether all rows can be broken, and leave each column that they speak of all its values."""
    rows, values = program.rows, assignments(program)
    for row in range(len(rows)):
        left = values[holding(rows, row, values)]
        if len(left) == len(values):
            return False
        entries = slice(rows.starts[row], rows.starts[row + 1])
        columns = rows.columns[entries].tolist()
        # Of larger factors, only how much the others can give is looked at.
        if np.abs(rows.coefficients[entries]).max(initial=0) <= 1:
            target = [int(rows.targets[row])] * bool(rows.defining()[row])
            if any(len({*left[:, one]}) < len({*values[:, one]}) for one in [*columns, *target]):
                return False
        if any(len({*values[:, one]}) == 1 for one in columns):
            return False
    return True


def left(model: Program | Model) -> Program:
    """What is left of a program that has solutions."""
    program = presolve(model.program() if isinstance(model, Model) else model)
    assert program is not None
    return program


def test_one_row_after_the_other_is_taken_out() -> None:
    model = Model()
    x = model.binary("x", 9)
    model.add(x[0] + x[1] >= 2)
    model.exactly_one(x[1:3])
    model.exactly_one([x[2], ~x[3]])
    both, some = model.conjunction([~x[3], ~x[2]]), model.disjunction([x[3], x[4], x[2]])
    model.add(3 * x[5] + 2 * x[4] - 2 * x[6] <= 0)
    model.at_most_one([both, x[6], x[7]])
    model.at_least_one([x[7], x[8], ~x[0]])
    program = left(model)
    assert program.lower.tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert program.upper.tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert not len(program.rows)
    assert (both.column, some.column) == (9, 10)


def test_a_linear_row_loses_what_is_fixed_on_both_sides() -> None:
    model = Model()
    x = model.binary("x", 5)
    model.add(x[0] == 1)
    model.add(x[1] == 0)
    model.add((4 * x[0] + 7 * x[1] - 3 * x[2] + 2 * x[3] + x[4]).between(3, 5))
    rows = left(model).rows
    assert rows.columns.tolist() == [2, 3, 4]
    assert rows.coefficients.tolist() == [-3, 2, 1]
    assert (rows.lower.tolist(), rows.upper.tolist()) == ([-1], [1])


def test_bounds_and_empty_rows_contradict_without_any_column_of_0_and_1() -> None:
    model = Model()
    n = model.integer("n", 2, lower=0, upper=3)
    model.add(n[0] + n[1] <= 4)
    assert presolve(model.program().within({0: (3, 2)})) is None
    model.at_least_one([])
    assert presolve(model.program()) is None


@pytest.mark.parametrize("way", ["rows", "fixed twice", "bounds"])
def test_rows_that_contradict_each_other_leave_nothing(way: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    if way == "rows":
        model.add(x[0] + x[1] + x[2] >= 4)
    else:
        model.add(x[0] == 1)
        model.at_most_one(x[:2])
        model.exactly_one(x[1:])
        model.at_most_one([x[0], x[2]] if way == "fixed twice" else [])
    program = model.program()
    if way == "bounds":
        program = program.within({0: (1, 0)})
    assert presolve(program) is None


def test_large_numbers_are_left_alone() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add(x[0] + x[1] <= 0)
    model.add((1 << 54) * x[2] + x[0] >= 1)
    program = left(model)
    assert program.upper.tolist() == [0, 0, 1]
    assert len(program.rows) == 1
    whole = model.program()
    rows = replace(whole.rows, coefficients=whole.rows.coefficients.astype(object))
    exact = replace(whole, rows=rows)
    assert presolve(exact) is exact


def test_a_column_between_0_and_1_need_not_be_whole() -> None:
    model = Model()
    part, x = model.continuous("part", upper=1), model.binary("x")
    model.add(2 * part <= 1)
    model.add(x + part >= 1)
    program = left(model)
    assert program.upper.tolist() == [1, 1]
    assert len(program.rows) == 2


def test_a_long_chain_is_followed_for_a_while() -> None:
    model = Model()
    x = model.binary("x", 3000)
    model.add(x[1:] <= x[:-1])
    model.add(x[0] == 0)
    program = left(model)
    known = int((program.upper == 0).sum())
    assert 10 < known < 3000
    assert len(program.rows) == 3000 - known
    assert solve_model(model, "cpsat").array(x).sum() == 0


def test_a_chain_of_pairs_that_is_too_long_keeps_its_solution() -> None:
    model = Model()
    x, y = model.binary("x", 100), model.binary("y")
    model.add(x[0] == 1)
    for one, other in pairwise(x):
        model.exactly_one([one, other])
    model.at_least_one([x[99], y])
    for backend in ("cpsat", "clingo"):
        found = solve_model(model, backend).array(x)
        assert found.tolist() == [1, 0] * 50
        assert model.count(backend).number == 1


@pytest.mark.parametrize("rounds", [0, 32])
@given(SEEDS, st.lists(st.tuples(st.integers(0, 11), st.integers(0, 1)), max_size=3))
def test_without_its_fixed_columns_it_has_the_same_solutions(
    rounds: float, seed: int, more: list[tuple[int, int]]
) -> None:
    with patch("ilpuzzles.passes.presolve._ROUNDS", rounds):
        program = presolve(with_more(seed, more).program())
    if program is None or (change := without_fixed(program)) is None:
        return
    small, back, _ = change
    assert isinstance(back, ColumnsLeftOut)
    columns = back.columns
    assert small.variables == len(columns) < program.variables
    found = np.array(solutions(small), dtype=np.int64).reshape(-1, len(columns))
    assert back.values(found).tolist() == solutions(program)
    if len(found):
        assert back.values(found[0]).tolist() == solutions(program)[0]
    assert small.deciding.tolist() == program.deciding[columns].tolist()


def with_fixed() -> tuple[Model, VariableFamily]:
    """A model of four variables, of which rows fix the first and the last, and one solution."""
    model = Model()
    x = model.binary("x", 4)
    model.add(x[0] == 1)
    model.add(x[3] == 1)
    model.exactly_one(x[1:3])
    model.minimize(x[2])
    return model, x


def test_a_definition_speaks_of_the_same_column_where_others_are_left_out() -> None:
    model = Model()
    x = model.binary("x", 4)
    model.add(x[0] == 1)
    both = model.conjunction([x[1], x[2]])
    model.at_least_one([both, x[3]])
    change = without_fixed(left(model))
    assert change is not None
    small, back, _ = change
    assert isinstance(back, ColumnsLeftOut)
    assert back.columns.tolist() == [1, 2, 3, both.column]
    assert small.rows.targets.max() == 3
    assert len(solutions(small)) == 5


@pytest.mark.parametrize("name", ["cpsat", "clingo"])
def test_a_solver_gets_the_columns_that_are_left(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    backend = get_backend(name)
    for question in ("solve", "enumerate"):
        honest = getattr(type(backend), question)

        def noting(
            self: Backend, program: Program, *more: Any, honest: Any = honest, **named: Any
        ) -> Any:
            told.append(program.variables)
            return honest(self, program, *more, **named)

        monkeypatch.setattr(type(backend), question, noting)
    model, x = with_fixed()
    assert solve_model(model, backend).array(x).tolist() == [1, 1, 0, 1]
    assert told == [4], "an objective knows all columns"
    del told[:]
    plain = replace(model.program(), objective=None)
    found = list_solutions(plain, backend=backend).solutions
    assert sorted(values.tolist() for values in found) == [[1, 0, 1, 1], [1, 1, 0, 1]]
    one = solve_model(plain, backend).array(x).tolist()
    assert one in [[1, 1, 0, 1], [1, 0, 1, 1]]
    assert {*told} == {2}
    del told[:]
    if name == "cpsat":
        for wanted in (0, 1):
            hint = Options(hint={x[1]: wanted, x[0]: 1})
            assert solve_model(plain, backend, hint).array(x)[1] == wanted
        seen: list[Any] = []
        solve_model(plain, backend, Options(on_solution=lambda one: seen.append(one.array(x))))
        assert seen[-1].tolist()[::3] == [1, 1]
        assert told == [4, 4, 4], "hints, and who is told of solutions, know them too"


def test_what_is_found_before_ctrl_c_has_all_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_fixed()
    backend = get_backend("cpsat")
    honest = type(backend).solve

    def interrupted(self: Backend, program: Program, options: Options) -> Any:
        raise Interrupted(honest(self, program, options))

    monkeypatch.setattr(type(backend), "solve", interrupted)
    with pytest.raises(Interrupted) as caught:
        solve_model(replace(model.program(), objective=None), backend)
    assert caught.value.answer.array(x).tolist() in [[1, 1, 0, 1], [1, 0, 1, 1]]


def test_a_solver_is_told_only_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Program] = []

    def noting(program: Program) -> Program:
        told.append(left(program))
        return told[-1]

    monkeypatch.setattr(presolve_pass, "presolve", noting)
    model = Model()
    x = model.binary("x", 4)
    model.add(x[0] == 1)
    model.exactly_one(x)
    result = solve_model(model, "cpsat")
    assert result.values is not None
    assert result.values.tolist() == [1, 0, 0, 0]
    assert [len(program.rows) for program in told] == [0]
    solve_model(model, "highs")
    assert len(told) == 1, "who computes in doubles gets all rows"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", general_backends())
@pytest.mark.parametrize("seed", range(4))
def test_columns_that_nothing_speaks_of_are_not_handed_over(
    seed: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have a value within their bounds all the same."""
    dice = random.Random(seed)
    model = Model()
    sides = [(-3, 3), (2, 9), (-9, -4), (0, 1)]
    families = [
        model.integer(f"n{k}", 4000, lower=low, upper=high) for k, (low, high) in enumerate(sides)
    ]
    used = [family[dice.randrange(4000)] for family in families for _ in range(2)]
    model.add(sum(dice.randint(1, 5) * one for one in used) >= 3)
    if seed % 2:
        model.minimize(sum(dice.randint(1, 5) * one for one in used[:5]))
    told: list[int] = []
    backend = get_backend(name)
    solve = type(backend).solve

    def noting(self: Backend, program: Program, options: Options) -> Result:
        told.append(program.variables)
        return solve(self, program, options)

    monkeypatch.setattr(type(backend), "solve", noting)
    result = solve_model(model, name, Options(verify=False))
    assert result.values is not None
    assert len(result.values) == 16_000
    assert model.check(result.values) == ()
    assert max(told) <= len(used)
    hint = solve_model(model, name, Options(hint={used[0]: 1}, verify=False))
    assert hint.objective == result.objective
