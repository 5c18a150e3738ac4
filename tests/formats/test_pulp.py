"""Problems of PuLP as models, and models as problems of PuLP: the same optimum, names and order."""

from __future__ import annotations

import copy
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from typing import Any

import numpy as np
import pytest

import ilpuzzles
from ilpuzzles import assign_to_pulp, from_pulp, solve_model, values_from_pulp
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import InputError
from ilpuzzles.formats.pulp import _STATUSES
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling import Model

# PuLP imports highspy where that is installed, so nothing but these tests waits for it.
pulp = pytest.importorskip("pulp")
from support.pulp_cases import CASES, GRID  # noqa: E402


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


@pytest.mark.parametrize("name", CASES)
def test_classical_cases_have_the_same_optimum_both_ways(name: str) -> None:
    state, best = CASES[name]
    problem = state()
    model = from_pulp(problem)
    assert (list(model.names), row_names(model)) == names_of(problem)
    result = solve_model(model)
    assert (result.status, result.objective) == (Status.OPTIMAL, best)
    assign_to_pulp(model, result, problem)
    assert (problem.status, problem.sol_status) == (pulp.LpStatusOptimal, pulp.LpSolutionOptimal)
    assert problem.valid(1e-9)
    assert best is None or pulp.value(problem.objective) == pytest.approx(float(best))
    again = model.to_pulp()
    assert names_of(again) == names_of(problem)
    for each in (state(), again):
        assert solved_by_pulp(each) == pytest.approx(float(best or 0))
        values = values_from_pulp(model, each)
        assert not any(violation.by() > 1e-6 for violation in model.check(values))


def test_a_sudoku_of_pulp_can_be_asked_whether_it_has_one_solution() -> None:
    problem = CASES["sudoku"][0]()
    model = from_pulp(problem)
    assert ilpuzzles.count_solutions(model).number == 1
    assign_to_pulp(model, solve_model(model, "cpsat"), problem)
    chosen = [v.name.split("_")[1:] for v in problem.variables() if v.varValue]
    found = {(int(row), int(column)): digit for row, column, digit in chosen}
    assert len(found) == 81
    for row, column in product(range(9), range(9)):
        assert GRID[row][column] in {".", found[row, column]}


NAMES = ["x", "n-1", "far away", "z->b", "e5", "w[0]", "p(1,_2)", "end"]


def drawn(seed: int) -> Any:
    """A random problem; those of even numbers have bounded whole variables alone."""
    dice = random.Random(seed)
    problem = pulp.LpProblem(f"random_{seed}", dice.choice([pulp.LpMinimize, pulp.LpMaximize]))
    variables = []
    for name in dice.sample(NAMES, 4):
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
    found = [model.bounds(model.variable(name)) for name in model.names]
    assert found == [(0, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 1)]


@pytest.mark.parametrize("seed", range(200))
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
        assert ilpuzzles.count_solutions(model).number == brute_force(problem)
        assert ilpuzzles.count_solutions(from_pulp(again)).number == brute_force(problem)


def test_random_problems_are_of_all_sorts() -> None:
    """Otherwise the test above would say little."""
    results = [solve_model(from_pulp(drawn(seed))) for seed in range(40)]
    statuses = Counter(result.status for result in results)
    assert statuses.keys() == {Status.OPTIMAL, Status.INFEASIBLE}
    assert statuses[Status.OPTIMAL] > 20
    values = [value for each in results if each.values is not None for value in each.values]
    assert any(type(value) is Fraction for value in values)


def brute_force(problem: Any) -> int:
    """How many assignments PuLP takes for solutions."""
    variables = problem.variables()
    count = 0
    for point in product(*(range(v.lowBound, v.upBound + 1) for v in variables)):
        for variable, value in zip(variables, point, strict=True):
            variable.varValue = value
        count += all(row.valid(1e-9) for row in problem.constraints())
    return count


def small(*numbers: float) -> tuple[Any, list[Any]]:
    """A problem of whole variables a, b, ... from 0 to 3 that add up to some number at most."""
    problem = pulp.LpProblem("small", pulp.LpMaximize)
    variables = [
        problem.add_variable(name, 0, 3, pulp.LpInteger) for name in "abcd"[: len(numbers)]
    ]
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


def test_constants_and_senses() -> None:
    problem, (a, b) = small(1, 2)
    problem.objective += 2.5
    assert solve_model(from_pulp(problem)).objective == Fraction(19, 2)
    problem.sense = pulp.LpMinimize
    problem += a - b == 2
    assert solve_model(from_pulp(problem)).objective == Fraction(9, 2)
    problem.objective = pulp.LpAffineExpression(7)
    assert solve_model(from_pulp(problem)).objective == 7


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


def test_elastic_constraints_are_constraints_like_others() -> None:
    problem, (a, b) = small(1, 1)
    hard = pulp.LpConstraint(a + b, pulp.LpConstraintGE, "much", 6)
    problem.sense = pulp.LpMinimize
    problem.extend(hard.makeElasticSubProblem(penalty=3, proportionFreeBound=0.1))
    model = from_pulp(problem)
    assert list(model.names) == [v.name for v in problem.variables()]
    result = solve_model(model)
    assert solved_by_pulp(problem) == pytest.approx(float(result.objective or 0))
    assert result.value(model.variable("a") + model.variable("b")) == 4


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


def test_auxiliary_columns_are_not_among_the_values() -> None:
    model = Model("pieces")
    x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
    model.add(x.implies(y >= 4))
    model.add((~x).implies(y <= 2))
    model.maximize(5 * ~x + y)
    problem = model.to_pulp()
    assert solved_by_pulp(problem) == 9
    assert values_from_pulp(model, problem).tolist() == [1, 9]
    assert count_is_kept(model)


def count_is_kept(model: Model) -> bool:
    """Whether the problem has as many solutions as the model, if nothing is auxiliary."""
    return ilpuzzles.count_solutions(from_pulp(model.to_pulp())).number == (
        ilpuzzles.count_solutions(model).number
    )


def test_variables_that_are_nowhere_are_in_the_problem() -> None:
    model = Model()
    model.binary("x", 3)
    model.integer("n", lower=2, upper=5)
    problem = model.to_pulp()
    assert names_of(problem)[0] == ["n", "x_0", "x_1", "x_2"]
    assert count_is_kept(model)
    assert solved_by_pulp(problem) == 0
    assert model.check(values_from_pulp(model, problem)) == ()


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
    with pytest.raises(InputError, match="the result has 2 values, and the model 1 variables"):
        assign_to_pulp(from_pulp(other), solve_model(model), other)
    nothing: Any = 3
    with pytest.raises(InputError, match="expected a result, got int; give what solve_model"):
        assign_to_pulp(model, nothing, problem)
    with pytest.raises(InputError, match="expected a PuLP problem, got FileModel"):
        assign_to_pulp(problem, solve_model(model), model)


def changed(what: Callable[[Any, Any], Any]) -> Any:
    problem, (a, _) = small(1, 1)
    what(problem, a)
    return problem


def bounds(low: object, high: object) -> Callable[[Any, Any], Any]:
    return lambda _, a: a.bounds(low, high)


WRONG: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "not a number": (bounds(math.nan, 3), "nan is not a finite number, in 'a'; give"),
    "infinite": (bounds(0, math.inf), "inf is not a finite number, in 'a'; give"),
    "too large": (bounds(0, 2**62), "4611686018427387904 in 'a' has 63 bits or more; scale"),
    "crossed": (bounds(4, 3), "the bounds leave no value for 'a'; its bounds are 4 and 3"),
    "between": (bounds(1.2, 1.7), "the bounds leave no value for 'a'; its bounds are 1.2 and 1.7"),
    "far up": (bounds(1e20, None), "the bounds leave no value for 'a'"),
    "coefficient": (
        lambda p, a: p.constraints()[0].expr.update({a: math.inf}),
        "inf is not .*, in 'sum'",
    ),
    "large coefficient": (lambda p, a: p.addConstraint(1e19 * a <= 3, "c"), "in 'c' has 63 bits"),
    "large side": (lambda p, a: p.addConstraint(a <= 1e19, "c"), "in 'c' has 63 bits"),
    "list": (lambda p, a: p.objective.update({a: [1]}), "'.1.' is not a .*, in 'the objective'"),
    "constant": (
        lambda p, _: setattr(p.objective, "constant", math.nan),
        "constant of the objective",
    ),
    "category": (lambda _, a: setattr(a, "cat", "Ternary"), "the category 'Ternary' of 'a'; known"),
    "sense": (lambda p, _: setattr(p, "sense", 0), "the sense '0'; set it to pulp.LpMinimize or"),
    "row": (lambda p, _: setattr(p.constraints()[0], "sense", 7), "the sense '7' of 'sum'; set it"),
    "twice": (lambda _, a: setattr(a, "name", "b"), "two variables are called 'b'; give each"),
    "no name": (lambda _, a: setattr(a, "name", None), "a variable has no name; give each"),
    "objective": (lambda p, a: setattr(p, "objective", a), "the objective is of the type LpVar"),
    "list of a set": (lambda p, a: p.sos1.update(s=[a]), "the set 's' is of the type list; give"),
    "word in a set": (lambda p, _: p.sos1.update(s={"b": 1}), "'b' is of the type str; give an Lp"),
    "equal weights": (
        lambda p, a: p.sos2.update(s=dict.fromkeys(p.variables(), 1)),
        "two variables of 's' have one weight; give each its own",
    ),
    "open set": (
        lambda p, a: (a.bounds(None, 3), p.sos1.update(s={a: 1, p.variables()[1]: 2})),
        "a needs bounds here; give",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_a_model_cannot_hold_is_one_line(name: str) -> None:
    what, message = WRONG[name]
    problem = changed(what)
    with pytest.raises(InputError, match=f"^PuLP problem 'small': .*{message}") as caught:
        from_pulp(problem)
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)


@pytest.mark.parametrize("thing", [None, 3, "a.lp", Model(), pulp.LpVariable])
def test_only_problems_are_taken(thing: object) -> None:
    with pytest.raises(
        InputError, match=r"expected a PuLP problem, got .*; give a pulp\.LpProblem"
    ):
        from_pulp(thing)


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
    return subprocess.run(
        [sys.executable, "-c", ALONE.replace("BACKENDS", repr(backends))],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_problem_is_solved_by_every_backend_in_the_process_of_pulp() -> None:
    alone = run_alone(["highs", "scip", "cbc", "auto"])
    assert (alone.stderr, alone.returncode) == ("", 0)
    if find_spec("highspy") is None:
        alone = run_alone(["cpsat"])
        assert (alone.stderr, alone.returncode) == ("", 0)
