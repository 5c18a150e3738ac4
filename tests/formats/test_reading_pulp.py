"""Files that PuLP and others write: read with the right sense, and with the same best solution."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.model_files import read_model
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.numbers import size_of
from ilpuzzles.queries.solve import solve_model

SENSES = {"min": 1, "max": -1}
NAMES = ["x", "n-1", "far away", "z->b", "e5", "w[0]"]


def problem(seed: int, sense: str) -> tuple[Any, list[Any], list[tuple[int, ...]]]:
    """A problem of PuLP's, its variables, and all its solutions: PuLP judges its own rows."""
    # PuLP imports highspy where that is installed, so nothing but these tests waits for it.
    import pulp  # noqa: PLC0415

    dice = random.Random(seed)
    made = pulp.LpProblem("a_problem", SENSES[sense])
    ranges = [dice.choice([(0, 1), (0, 1), (-2, 2), (0, 3), (2, 2), (-3, -1)]) for _ in range(4)]
    variables = [
        made.add_variable(name, low, high, pulp.LpInteger)
        for name, (low, high) in zip(dice.sample(NAMES, len(ranges)), ranges, strict=True)
    ]
    if seed % 5:
        made += pulp.lpSum(dice.randint(-9, 9) * v for v in variables) + dice.choice([0, 0, 7])
    hidden = [dice.randint(low, high) for low, high in ranges]
    # Every variable is in some row: one that is nowhere has no column in PuLP's MPS.
    made += pulp.lpSum(variables) <= sum(hidden) + 2, "all of [them]"
    for number in range(3):
        factors = [dice.choice([0, 1, -1, 2, 0.5]) for _ in variables]
        total = sum(factor * value for factor, value in zip(factors, hidden, strict=True))
        left = pulp.lpSum(factor * v for factor, v in zip(factors, variables, strict=True))
        made += [left <= total + 1, left >= total - 1, left == total][(seed + number) % 3]
    points = product(*(range(low, high + 1) for low, high in ranges))
    return made, variables, [point for point in points if right(made, variables, point)]


def right(made: Any, variables: list[Any], point: tuple[int, ...]) -> bool:
    """Whether PuLP takes an assignment for a solution."""
    for variable, value in zip(variables, point, strict=True):
        variable.varValue = value
    return all(row.valid(1e-9) for row in made.constraints() if row)


def best(made: Any, variables: list[Any], points: list[tuple[int, ...]]) -> float:
    """The best value by PuLP, without the constant, which PuLP leaves out of its files."""
    values = []
    for point in points:
        for variable, value in zip(variables, point, strict=True):
            variable.varValue = value
        objective = made.objective
        values.append(0 if objective is None else objective.value() - objective.constant)
    return max(values) if made.sense < 0 else min(values)


def senses(model: FileModel) -> str:
    goal = model.program().objective
    return "none" if goal is None else "max" if goal.maximize else "min"


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("seed", range(8))
def test_every_way_in_which_pulp_writes_mps(seed: int, sense: str, tmp_path: Path) -> None:
    made, variables, points = problem(seed, sense)
    expected = best(made, variables, points)
    path = tmp_path / "a.mps"
    for mps_sense, rename, with_objsense in product((0, 1, -1), (False, True), (False, True)):
        made.writeMPS(path, mps_sense, rename, True, with_objsense)
        model = read_model(path)
        # Asked for the other sense, PuLP changes the signs and says so: so does the best value.
        turned = mps_sense not in {0, SENSES[sense]}
        result = solve_model(model, "cpsat")
        assert result.complete
        assert senses(model) == (sense if not turned else "min" if sense == "max" else "max")
        assert result.objective == (-expected if turned else expected)


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("seed", range(8))
def test_what_pulp_writes_as_lp(seed: int, sense: str, tmp_path: Path) -> None:
    made, variables, points = problem(seed, sense)
    expected = best(made, variables, points)
    made.writeLP(tmp_path / "a.lp")
    model = read_model(tmp_path / "a.lp")
    assert (senses(model), model.name) == (sense, "a_problem")
    assert solve_model(model, "cpsat").objective == expected


def test_problems_without_an_objective_have_a_dummy(tmp_path: Path) -> None:
    made, _, points = problem(5, "max")
    assert made.objective is None
    made.writeMPS(tmp_path / "a.mps")
    made.writeLP(tmp_path / "a.lp")
    for name in ("a.mps", "a.lp"):
        model = read_model(tmp_path / name)
        assert (senses(model), "__dummy" in model.names) == ("max", True)
        result = solve_model(model, "cpsat")
        assert (result.objective, bool(points)) == (0, True)


def test_unbounded_sides_are_read(tmp_path: Path) -> None:
    import pulp  # noqa: PLC0415

    made = pulp.LpProblem("open", pulp.LpMaximize)
    bounds = {"free": (None, None), "low": (None, 4), "high": (0, None), "up": (-7, None)}
    v = {name: made.add_variable(name, *sides, pulp.LpInteger) for name, sides in bounds.items()}
    made += v["free"] + v["low"] - v["high"] - v["up"]
    made += v["free"] + v["low"] <= 9
    made.writeMPS(tmp_path / "a.mps")
    made.writeLP(tmp_path / "a.lp")
    for name in ("a.mps", "a.lp"):
        model = read_model(tmp_path / name)
        found = {name: model.bounds(model.variable(name)) for name in bounds}
        limits = {
            name: tuple(side if size_of(side) < 1 << 60 else None for side in sides)
            for name, sides in found.items()
        }
        assert limits == bounds
        assert solve_model(model, "cbc").objective == 16


def test_columns_without_markers_are_continuous(tmp_path: Path) -> None:
    made, variables, _ = problem(1, "max")
    path = tmp_path / "a.mps"
    fixed = sum(variable.lowBound == variable.upBound for variable in variables)
    for rename, with_objsense in product((False, True), (False, True)):
        made.writeMPS(path, 0, rename, False, with_objsense)
        program = read_model(path).program()
        assert program.whole().sum() == fixed < len(variables)


BODY = "ROWS\n N c\n L r\nCOLUMNS\n x c 3 r 1\n y c 2 r 1\nRHS\n c -5 r 1\nBOUNDS\n BV x\n BV y\n"


@pytest.mark.parametrize(
    ("head", "objective"),
    [
        # SCIP, CPLEX and MOSEK; Gurobi; OR-Tools; PuLP; HiGHS writes the word in the line, too.
        ("* SCIP STATISTICS\nNAME a\nOBJSENSE\n  MAX\n", 8),
        ("NAME a\nOBJSENSE MAX\n", 8),
        ("OBJSENSE\n    MAXIMIZE\nNAME a\n", 8),
        ("OBJSENSE maximize\nNAME a\n", 8),
        ("*SENSE:Maximize\nNAME          a\n", 8),
        ("*SENSE:Minimize\nNAME          a\n", 5),
        ("NAME a\nOBJSENSE\n MIN\n", 5),
        # These two have changed the signs, and say in a comment for people that they have.
        ("NAME a\n* Max problem is converted into Min one\n", 5),
        ("*<meta origsense='MAX'>\nNAME a\n", 5),
    ],
)
def test_senses_as_others_write_them(head: str, objective: int) -> None:
    assert solve_model(read_mps(f"{head}{BODY}ENDATA\n"), "cpsat").objective == objective


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
    assert (senses(model), solve_model(model, "cpsat").objective) == (sense[:3], wanted)
    assert not np.any(~model.program().deciding)


def test_names_that_an_lp_file_cannot_hold_are_refused(tmp_path: Path) -> None:
    import pulp  # noqa: PLC0415

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
