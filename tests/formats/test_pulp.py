"""Problems of PuLP, as such and in the files that it writes, as models; and models as problems."""

from __future__ import annotations

import copy
import math
import random
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ilpuzzles
from ilpuzzles import Model, assign_to_pulp, from_pulp, solve_model, values_from_pulp
from ilpuzzles.asking.files import FileModel, read_lp, read_model, read_mps
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import InputError
from ilpuzzles.formats.pulp import _STATUSES
from support.commands import run_python
from support.file_models import best_by_cbc, bounds as bounds_of

# PuLP imports highspy where that is installed, so nothing but these tests waits for it.
pulp = pytest.importorskip("pulp")


def solved_by_pulp(problem: Any) -> float | None:
    """The best value by the CBC that PuLP brings, or None if there is no solution."""
    # With its preprocessing, CBC has called solutions the best that were not; without, it crashed.
    for options in (["preprocess off"], []):
        path = pulp.PULP_CBC_CMD.pulp_cbc_path
        with suppress(pulp.PulpSolverError):
            problem.solve(pulp.COIN_CMD(path=path, msg=False, options=options))
            break
    if problem.status == pulp.LpStatusInfeasible:
        return None
    assert problem.sol_status == pulp.LpSolutionOptimal
    return 0 if problem.objective is None else float(pulp.value(problem.objective))


def names_of(problem: Any) -> tuple[list[str], list[str]]:
    """The names of the variables and of the constraints, in their order."""
    return [v.name for v in problem.variables()], list(problem.normalisedNames()[0])


def row_names(model: FileModel) -> list[str]:
    return [model.row_name(row) for row in range(model.statistics().rows)]


NAMES = ["x", "n-1", "far away", "z->b", "e5", "w[0]", "p(1,_2)", "end"]


def drawn(seed: int, names: list[str] = NAMES) -> Any:
    """A random problem; those of even numbers have bounded whole variables alone."""
    dice = random.Random(seed)
    problem = pulp.LpProblem(f"random_{seed}", dice.choice([pulp.LpMinimize, pulp.LpMaximize]))
    variables = []
    for name in dice.sample(names, 4):
        low, whole = dice.randint(-3, 2), pulp.LpInteger
        kinds: list[tuple[float | None, float | None, str]] = [
            (0, 1, pulp.LpBinary),
            (low, low + 3, whole),
        ]
        if seed % 2:
            kinds += [(low / 2, low + 2.25, pulp.LpContinuous), (None, None, pulp.LpContinuous)]
            kinds += [(low, None, whole), (None, low, whole), (0.25, None, pulp.LpContinuous)]
        variables.append(problem.add_variable(name, *dice.choice(kinds)))
    if seed % 7:
        problem += pulp.lpSum(dice.randint(-9, 9) * v for v in variables) + dice.choice([0, 2.5])
    problem += pulp.lpSum(dice.choice([1, 2]) * v for v in variables) <= 5, "up to [it]"
    problem += pulp.lpSum(dice.choice([1, 2]) * v for v in variables) >= dice.randint(-9, 0)
    for v in variables:
        if v.lowBound is None or v.upBound is None:
            problem += v >= -4
            problem += v <= 4
    for number in range(2):
        total = pulp.lpSum(dice.choice([0, 1, -1, 2, 0.5]) * v for v in variables)
        side = dice.randint(0, 4)
        problem += [total <= side, total >= -side, total == side // 2][(seed + number) % 3]
    return problem


def test_what_is_called_binary_later_keeps_tighter_bounds() -> None:
    problem = pulp.LpProblem("later")
    ends = [(-3, 5), (0, 0), (1, 4), (None, 0.5), (0.5, None), (None, None)]
    for number, (lower, upper) in enumerate(ends):
        variable = problem.add_variable(f"x{number}", lower, upper, pulp.LpInteger)
        variable.cat = pulp.LpBinary
        problem += variable >= -9
    model = from_pulp(problem)
    assert [*bounds_of(model).values()] == [(0, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 1)]


def read_by_pulp(model: Model, path: Path) -> Any:
    """The problem that PuLP's own reader makes of an exported MPS file."""
    path.write_text(model.to_mps())
    variables, problem = pulp.LpProblem.fromMPS(str(path))
    assert list(variables) == list(read_mps(model.to_mps()).names)
    return problem


# Every seventh of these has no objective.
@pytest.mark.parametrize("seed", range(1, 7))
def test_pulp_reads_exported_mps_files(seed: int, tmp_path: Path) -> None:
    problem = drawn(seed)
    # PuLP's reader takes no constant of an objective.
    problem.objective.constant = 0
    expected = solved_by_pulp(copy.deepcopy(problem))
    model = from_pulp(problem)
    again = read_by_pulp(model, tmp_path / "a.mps")
    assert again.name == f"random_{seed}"
    bounds = {v.name: (v.lowBound, v.upBound) for v in again.variables()}
    assert bounds == bounds_of(read_mps(model.to_mps()))
    found = solved_by_pulp(again)
    # A maximum is written with its signs changed.
    sign = -1 if problem.sense == pulp.LpMaximize else 1
    assert found == (None if expected is None else pytest.approx(sign * expected))


def test_pulp_reads_an_exported_mps_file_without_sides_or_bounds(tmp_path: Path) -> None:
    model = Model("empty sections")
    x, y = model.binary("x", 2)
    model.add(x - y >= 0, "order")
    model.maximize(y)
    text = model.to_mps()
    assert "\nRHS\nBOUNDS\n" in text
    again = read_by_pulp(model, tmp_path / "a.mps")
    assert again.name == "empty_sections"
    assert solved_by_pulp(again) == -1
    # CBC reads no file without RHS.
    assert best_by_cbc(text, "mps") == -1


@pytest.mark.parametrize("seed", range(100))
def test_random_problems_go_there_and_back(seed: int) -> None:
    problem = drawn(seed)
    expected = solved_by_pulp(copy.deepcopy(problem))
    model = from_pulp(problem)
    assert (list(model.names), row_names(model)) == names_of(problem)
    again = model.to_pulp()
    assert names_of(again) == names_of(problem)
    for v, twin in zip(problem.variables(), again.variables(), strict=True):
        assert (twin.lowBound, twin.upBound, twin.cat) == (v.lowBound, v.upBound, v.cat)
    result = solve_model(model, "auto")
    assign_to_pulp(model, result, problem)
    found = solved_by_pulp(again)
    if expected is None:
        assert (result.status, found) == (Status.INFEASIBLE, None)
        assert problem.status == pulp.LpStatusInfeasible
        assert {v.varValue for v in problem.variables()} == {None}
        return
    assert found == pytest.approx(expected)
    assert float(result.objective or 0) == pytest.approx(expected)
    assert problem.valid(1e-9)
    values = values_from_pulp(model, again)
    assert not any(violation.by() > 1e-6 for violation in model.check(values))
    if seed % 2 == 0:
        number = len(brute_force(problem))
        assert int(ilpuzzles.count_solutions(model)) == number
        assert int(ilpuzzles.count_solutions(from_pulp(again))) == number


def brute_force(problem: Any) -> list[float]:
    """What the assignments that PuLP takes for solutions are worth, but for the constant."""
    variables, goal = problem.variables(), problem.objective
    found = []
    for point in product(*(range(v.lowBound, v.upBound + 1) for v in variables)):
        for variable, value in zip(variables, point, strict=True):
            variable.varValue = value
        if all(row.valid(1e-9) for row in problem.constraints()):
            found.append(0 if goal is None else goal.value() - goal.constant)
    return found


def small(*numbers: float) -> tuple[Any, list[Any]]:
    """A problem of whole variables a, b, ... from 0 to 3 that add up to some number at most."""
    problem = pulp.LpProblem("small", pulp.LpMaximize)
    variables = [problem.add_variable(x, 0, 3, pulp.LpInteger) for x in "abcd"[: len(numbers)]]
    problem += pulp.lpSum(n * v for n, v in zip(numbers, variables, strict=True))
    problem += pulp.lpSum(variables) <= 4, "sum"
    return problem, variables


def test_floats_are_their_shortest_decimals() -> None:
    problem, (a, _) = small(0.1, 0.3)
    problem += 0.1 * a <= 0.25
    model = from_pulp(problem)
    result = solve_model(model)
    assert (result.objective, result.value(model.variable("a"))) == (1, 1)
    # PuLP itself computes in doubles, before anybody else can see the numbers.
    problem += a + 0.3 == 1.3
    assert solve_model(from_pulp(problem)).objective == 1
    problem += a + 0.3 == 2.3
    assert solve_model(from_pulp(problem)).status is Status.INFEASIBLE


@pytest.mark.parametrize("kind", ["sos1", "sos2"])
def test_special_ordered_sets(kind: str) -> None:
    problem, (a, b, c) = small(2, 3, 2)
    assert solve_model(from_pulp(problem)).objective == 11
    d = problem.add_variable("alone", 0, 1)
    # The weights make the order: b, a, c, alone.
    getattr(problem, kind)["s"] = {a: 2, b: 1.5, c: 3, d: 4}
    model = from_pulp(problem)
    assert (model.names, row_names(model)) == (("a", "b", "c", "alone"), ["sum", "s"])
    result = solve_model(model)
    assert result.objective == {"sos1": 9, "sos2": 11}[kind]
    assign_to_pulp(model, result, problem)
    assert [v.varValue for v in (a, b, c, d)] == {"sos1": [0, 3, 0, 0], "sos2": [1, 3, 0, 0]}[kind]
    del getattr(problem, kind)["s"][a]
    getattr(problem, kind)["t"] = {a: 1, c: 2}
    assert solve_model(from_pulp(problem)).objective == {"sos1": 11, "sos2": 11}[kind]
    again = from_pulp(problem).to_pulp()
    assert solved_by_pulp(again) == 11


def test_a_problem_solved_before_is_read_without_the_variable_of_pulp() -> None:
    problem = pulp.LpProblem("feasible")
    a = problem.add_variable("a", 0, 3, pulp.LpInteger)
    problem += 2 * a >= 3
    for _ in range(2):
        assert from_pulp(problem).names == ("a",)
        assert ilpuzzles.count_solutions(from_pulp(problem)).number == 2
        assert solved_by_pulp(problem) == 0
    assert "__dummy" in names_of(problem)[0]
    model = from_pulp(problem)
    assign_to_pulp(model, solve_model(model), problem)
    assert a.varValue in {2, 3}
    assert solved_by_pulp(problem) == 0


@pytest.mark.parametrize("seed", range(5))
def test_slacks_are_those_that_pulp_has_itself(seed: int) -> None:
    """Of rows of each sense, which the only solution leaves room in."""
    dice = random.Random(seed)
    problem = pulp.LpProblem("slacks", pulp.LpMaximize)
    numbers = [problem.add_variable(f"n{n}", 0, 9, pulp.LpInteger) for n in range(3)]
    values = [dice.randint(0, 9) for _ in numbers]
    for number, value in zip(numbers, values, strict=True):
        problem += number == value
    for _ in range(6):
        factors = [dice.randint(-3, 3) for _ in numbers]
        total = sum(f * value for f, value in zip(factors, values, strict=True))
        said = pulp.lpSum(f * n for f, n in zip(factors, numbers, strict=True))
        problem += dice.choice(
            [said <= total + dice.randint(0, 4), said >= total - dice.randint(0, 4)]
        )
    assert solved_by_pulp(problem) == 0
    expected = [row.slack for row in problem.constraints()]
    assert len(set(expected)) > 1
    for row in problem.constraints():
        row.slack = None
    model = from_pulp(problem)
    assign_to_pulp(model, solve_model(model), problem)
    assert [row.slack for row in problem.constraints()] == expected


def test_results_are_handed_to_the_problem() -> None:
    problem, (a, b) = small(2, 1)
    half = problem.add_variable("half", 0, 0.5)
    problem.objective += half
    problem += a <= 2, "two"
    model = from_pulp(problem)
    assert solved_by_pulp(problem) == 6.5
    expected = {c.name: c.slack for c in problem.constraints()}
    a.dj, problem.get_constraint_by_name("two").pi = 9, 9
    result = solve_model(model)
    assign_to_pulp(model, result, problem)
    numbers = [a.varValue, b.varValue, half.varValue]
    assert (numbers, [type(number) for number in numbers]) == ([2, 2, 0.5], [int, int, float])
    assert {c.name: c.slack for c in problem.constraints()} == expected
    assert (a.dj, problem.get_constraint_by_name("two").pi) == (None, None)
    for status, said, found in [
        (Status.FEASIBLE, "Not Solved", "Solution Found"),
        (Status.INFEASIBLE, "Infeasible", "No Solution Exists"),
        (Status.UNBOUNDED, "Unbounded", "Solution is Unbounded"),
        (Status.UNKNOWN, "Not Solved", "No Solution Found"),
        (Status.ERROR, "Undefined", "No Solution Found"),
    ]:
        values = result.values if status is Status.FEASIBLE else None
        assign_to_pulp(model, replace(result, status=status, values=values), problem)
        assert pulp.LpStatus[problem.status] == said
        assert pulp.LpSolution[problem.sol_status] == found
        assert a.varValue == (2 if status is Status.FEASIBLE else None)
    assert {status.value for status in Status} == set(_STATUSES)


def test_a_model_gets_the_values_that_pulp_found_in_its_own_order() -> None:
    model = Model("own names")
    place = model.binary("place", ["b", "a"], [10, 9])
    # The last one is nowhere, and in the problem.
    level, unused = model.integer("level", lower=0, upper=4), model.binary("unused")
    model.add(place.sum() == 2)
    model.add(level == 3 * place["b", 9])
    model.maximize(level + place.positions().dot([[1, 2], [1, 1]]))
    problem = model.to_pulp()
    assert names_of(problem)[0] == [
        "level", "place_a_10", "place_a_9", "place_b_10", "place_b_9", "unused",
    ]  # fmt: skip
    with pytest.raises(InputError, match="holds no solution: PuLP says 'No Solution Found'"):
        values_from_pulp(model, problem)
    assert solved_by_pulp(problem) == 6
    twin = pulp.LpProblem.fromDict(problem.toDict())[1]
    for each in (problem, copy.deepcopy(problem), twin):
        values = values_from_pulp(model, each)
        assert values.dtype == np.int64
        assert values[place.columns][0].tolist() in ([0, 1], [1, 1])
        assert values.tolist()[level.column] == 3
        assert model.check(values) == ()
        assert each.variables()[-1].varValue == values.tolist()[unused.column]
    # A result is a start for a solver of PuLP's.
    result = solve_model(model, "cpsat")
    assign_to_pulp(model, result, problem)
    assert pulp.value(problem.objective) == 6
    assert result.values is not None
    assert np.array_equal(values_from_pulp(model, problem), result.values)


def test_a_side_that_no_double_holds_stays_as_it_is() -> None:
    model = Model("large")
    n = model.integer("n", lower=0, upper=2**54)
    model.add(2 * n == 2**54 + 2)
    again = from_pulp(model.to_pulp())
    assert solve_model(again, "cpsat").value(again.variable("n")) == 2**53 + 1


def test_auxiliary_columns_are_not_among_the_values() -> None:
    model = Model("pieces")
    x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
    model.add(x.implies(y >= 4))
    model.add((~x).implies(y <= 2))
    model.maximize(5 * ~x + y)
    problem = model.to_pulp()
    assert solved_by_pulp(problem) == 9
    assert values_from_pulp(model, problem).tolist() == [1, 9]
    helped = Model("helped")
    helped.add(helped.binary("x") <= helped.integer("n", lower=0, upper=9, auxiliary=True))
    for one, number in ((model, 9), (helped, 2)):
        again = from_pulp(one.to_pulp())
        assert [int(ilpuzzles.count_solutions(model)) for model in (one, again)] == [number] * 2


def test_wrong_answers_are_not_taken() -> None:
    problem, (a, _) = small(1, 1)
    model = from_pulp(problem)
    assert solved_by_pulp(problem) == 4
    a.varValue = 1.9999999
    assert values_from_pulp(model, problem)[0] == 2
    a.varValue = 1.5
    with pytest.raises(InputError, match=r"'small': 'a' is 1\.5, not a whole number; solve it"):
        values_from_pulp(model, problem)
    a.varValue = None
    with pytest.raises(InputError, match="'small': 'a' has no value; solve it first"):
        values_from_pulp(model, problem)
    other, _ = small(1)
    with pytest.raises(InputError, match="'small': it has no variable 'b'; give the problem"):
        values_from_pulp(model, other)
    with pytest.raises(InputError, match="the result has 2 values, the model 1 variable"):
        assign_to_pulp(from_pulp(other), solve_model(model), other)
    nothing: Any = 3
    with pytest.raises(InputError, match="expected a result, got int; give what solve_model"):
        assign_to_pulp(model, nothing, problem)
    with pytest.raises(InputError, match="expected a PuLP problem, got FileModel"):
        assign_to_pulp(problem, solve_model(model), model)


def bounds(low: object, high: object) -> Callable[[Any, Any], Any]:
    return lambda _, a: a.bounds(low, high)


WRONG: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "not a number": (bounds(math.nan, 3), "nan is not a finite number, in 'a'; give"),
    "too large": (bounds(0, 2**62), "4611686018427387904 in 'a' has 63 bits or more; scale"),
    "crossed": (bounds(4, 3), "the bounds leave no value for 'a'; its bounds are 4 and 3"),
    "between": (bounds(1.2, 1.7), "the bounds leave no value for 'a'; its bounds are 1.2 and 1.7"),
    "far up": (bounds(1e20, None), "the bounds leave no value for 'a'"),
    "factor": (
        lambda p, a: p.constraints()[0].expr.update({a: math.inf}),
        "inf is not .*, in 'sum",
    ),
    "large coefficient": (lambda p, a: p.addConstraint(1e19 * a <= 3, "c"), "in 'c' has 63 bits"),
    "large side": (lambda p, a: p.addConstraint(a <= 1e19, "c"), "in 'c' has 63 bits"),
    "list": (lambda p, a: p.objective.update({a: [1]}), "'.1.' is not a .*, in 'the objective'"),
    "constant": (lambda p, _: setattr(p.objective, "constant", math.nan), "constant of the obj"),
    "category": (
        lambda _, a: setattr(a, "cat", "Ternary"),
        "'a' has the unknown category 'Ternary'; known",
    ),
    "sense": (
        lambda p, _: setattr(p, "sense", 0),
        "the problem has the unknown sense '0'; set it to pulp.LpMinimize or",
    ),
    "row": (
        lambda p, _: setattr(p.constraints()[0], "sense", 7),
        "'sum' has the unknown sense '7'; set it",
    ),
    "twice": (lambda _, a: setattr(a, "name", "b"), "two variables are called 'b'; give each"),
    "no name": (lambda _, a: setattr(a, "name", None), "a variable has no name; give each"),
    "objective": (lambda p, a: setattr(p, "objective", a), "the objective has the type LpVar"),
    "list of a set": (lambda p, a: p.sos1.update(s=[a]), "the set 's' has the type list; give"),
    "word in a set": (lambda p, _: p.sos1.update(s={"b": 1}), "'b' has the type str; give an Lp"),
    "equal weights": (
        lambda p, a: p.sos2.update(s=dict.fromkeys(p.variables(), 1)),
        "two variables of 's' have the same weight; give each its own",
    ),
    "open set": (
        lambda p, a: (a.bounds(None, 3), p.sos1.update(s={a: 1, p.variables()[1]: 2})),
        "a needs bounds here; give",
    ),
}


@pytest.mark.every("name")
@pytest.mark.parametrize("name", WRONG)
def test_what_a_model_cannot_hold_is_one_line(name: str) -> None:
    what, message = WRONG[name]
    problem, (a, _) = small(1, 1)
    what(problem, a)
    with pytest.raises(InputError, match=f"^PuLP problem 'small': .*{message}") as caught:
        from_pulp(problem)
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)


def test_only_problems_are_taken() -> None:
    for thing in (None, 3, "a.lp", Model(), pulp.LpVariable):
        with pytest.raises(InputError, match=r"^expected a PuLP problem, got .*; give"):
            from_pulp(thing)


def sense_of(model: FileModel) -> str:
    goal = model.program().objective
    return "none" if goal is None else "max" if goal.maximize else "min"


@pytest.mark.parametrize("seed", range(0, 32, 2))
def test_files_that_pulp_writes_have_its_best_value(seed: int, tmp_path: Path) -> None:
    """Asked for the other sense in MPS, PuLP changes the signs and says so."""
    problem = drawn(seed, NAMES[:6])
    sign = problem.sense
    expected = max((-sign * value for value in brute_force(problem)), default=None)
    problem.writeLP(tmp_path / "a.lp")
    found = [(read_model(tmp_path / "a.lp"), False)]
    for asked, rename, with_objsense in product((0, 1, -1), (False, True), (False, True)):
        problem.writeMPS(tmp_path / "a.mps", asked, rename, True, with_objsense)
        found.append((read_model(tmp_path / "a.mps"), asked not in {0, sign}))
    for model, turned in found:
        assert sense_of(model) == ("max" if (sign < 0) is not turned else "min")
        worth = solve_model(model, "cpsat").objective
        # As a maximum, turned back.
        worth = worth if worth is None or (sign < 0) else -worth
        assert worth == (None if expected is None else -expected if turned else expected)


def test_unbounded_sides_are_read(tmp_path: Path) -> None:
    made = pulp.LpProblem("open", pulp.LpMaximize)
    ends = {"free": (None, None), "low": (None, 4), "high": (0, None), "up": (-7, None)}
    v = {name: made.add_variable(name, *sides, pulp.LpInteger) for name, sides in ends.items()}
    made += v["free"] + v["low"] - v["high"] - v["up"]
    made += v["free"] + v["low"] <= 9
    made.writeMPS(tmp_path / "a.mps")
    made.writeLP(tmp_path / "a.lp")
    for name in ("a.mps", "a.lp"):
        model = read_model(tmp_path / name)
        assert bounds_of(model) == ends
        assert solve_model(model, "cbc").objective == 16


def test_a_problem_without_an_objective_has_a_dummy_in_files(tmp_path: Path) -> None:
    problem = pulp.LpProblem("nothing", pulp.LpMaximize)
    problem += problem.add_variable("a", 0, 3, pulp.LpInteger) >= 2
    problem.writeMPS(tmp_path / "a.mps")
    problem.writeLP(tmp_path / "a.lp")
    for name in ("a.mps", "a.lp"):
        model = read_model(tmp_path / name)
        assert (sense_of(model), "__dummy" in model.names) == ("max", True)
        assert solve_model(model, "cpsat").objective == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
@pytest.mark.parametrize("read", [read_mps, read_lp])
def test_what_or_tools_writes(read: Callable[[str], FileModel], sense: str) -> None:
    from ortools.linear_solver.python import model_builder  # noqa: PLC0415

    made: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    x, n = made.new_bool_var("x"), made.new_int_var(-3, 5, "n [1]")
    made.add_linear_constraint(x + 2 * n, -1, 6)
    getattr(made, sense)(3 * x - 2 * n + 7)
    write = made.export_to_mps_string if read is read_mps else made.export_to_lp_string
    model = read(write())
    reached = [7 + 3 * a - 2 * b for a in (0, 1) for b in range(-3, 6) if -1 <= a + 2 * b <= 6]
    wanted = max(reached) if sense == "maximize" else min(reached)
    assert (sense_of(model), solve_model(model, "cpsat").objective) == (sense[:3], wanted)


def test_names_that_an_lp_file_cannot_hold_are_refused(tmp_path: Path) -> None:
    for row, name in (("all: x", "x"), ("all", "3x"), ("all", "x^2")):
        made = pulp.LpProblem("odd", pulp.LpMaximize)
        x = made.add_variable(name, 0, 3, pulp.LpInteger)
        made += 2 * x
        made += x <= 2, row
        made.writeLP(tmp_path / "a.lp")
        with pytest.raises(InputError, match=r"a\.lp:\d+:\d+: .+; .+"):
            read_model(tmp_path / "a.lp")
        made.writeMPS(tmp_path / "a.mps")
        if " " not in row:
            assert solve_model(read_model(tmp_path / "a.mps"), "cpsat").objective == 4


ALONE = """
import sys
import ilpuzzles
assert ilpuzzles.from_pulp
try:
    ilpuzzles.from_pulp(object())
except ilpuzzles.IlpuzzlesError:
    pass
assert "pulp" not in sys.modules
import pulp
problem = pulp.LpProblem("p", pulp.LpMaximize)
x = problem.add_variable("x", 0, 7, pulp.LpInteger)
problem += 2 * x
problem += 3 * x <= 11
model = ilpuzzles.from_pulp(problem)
for backend in BACKENDS:
    ilpuzzles.assign_to_pulp(model, ilpuzzles.solve_model(model, backend), problem)
    assert (x.varValue, problem.status) == (3, 1)
"""


def run_alone(backends: list[str]) -> subprocess.CompletedProcess[str]:
    return run_python("-c", ALONE.replace("BACKENDS", repr(backends)))


@pytest.mark.exhaustive
def test_a_problem_is_solved_by_every_backend_in_the_process_of_pulp() -> None:
    alone = run_alone(["highs", "scip", "cbc", "auto"])
    assert (alone.stderr, alone.returncode) == ("", 0)
    if find_spec("highspy") is None:
        alone = run_alone(["cpsat"])
        assert (alone.stderr, alone.returncode) == ("", 0)
