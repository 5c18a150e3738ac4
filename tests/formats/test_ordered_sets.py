"""Special ordered sets of whole variables, from files and from PuLP: one row each, by its name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.pulp import assign_to_pulp, from_pulp, values_from_pulp
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.formats.saved import read_saved, saved_text
from ilpuzzles.modelling.model import program_of
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.solve import solve_model
from support.commands import Run

pulp = pytest.importorskip("pulp")

RANGES = {"a": (0, 3), "b": (-2, 2), "c": (0, 1), "d": (0, 2), "f": (2, 3)}
BITS = dict.fromkeys("abcdf", (0, 1))
COSTS = dict(zip("abcdf", (1, 2, 3, 4, 2), strict=True))


def as_lp(most: int, ranges: dict[str, tuple[int, int]]) -> str:
    return (
        "Maximize\n obj: a + 2 b + 3 c + 4 d + 2 f\nSubject To\n load: a + b + c + d + f <= 9\n"
        "Bounds\n"
        + "".join(f" {low} <= {name} <= {high}\n" for name, (low, high) in ranges.items())
        + f"Generals\n a b c d f\nSOS\n chosen: S{most}:: a:1 b:2 c:3 d:4 f:5\nEnd\n"
    )


def as_mps(most: int, ranges: dict[str, tuple[int, int]]) -> str:
    costs = "".join(f" {name} cost {cost} load 1\n" for name, cost in COSTS.items())
    bounds = "".join(
        f" LI B {name} {low}\n UI B {name} {high}\n" for name, (low, high) in ranges.items()
    )
    members = "".join(f" {name} {place}\n" for place, name in enumerate(ranges))
    return (
        f"NAME a\nOBJSENSE\n MAX\nROWS\n N cost\n L load\nCOLUMNS\n{costs}RHS\n R load 9\n"
        f"BOUNDS\n{bounds}SOS\n S{most} chosen\n{members}ENDATA\n"
    )


def as_pulp(most: int, ranges: dict[str, tuple[int, int]]) -> Any:
    problem = pulp.LpProblem("sets", pulp.LpMaximize)
    x = {n: problem.add_variable(n, *ends, pulp.LpInteger) for n, ends in ranges.items()}
    problem += pulp.lpSum(COSTS[name] * one for name, one in x.items())
    problem += pulp.lpSum(x.values()) <= 9, "load"
    sets = problem.sos1 if most == 1 else problem.sos2
    sets["chosen"] = {one: place for place, one in enumerate(x.values(), 1)}
    return problem


MAKERS: dict[str, Callable[[int, dict[str, tuple[int, int]]], FileModel]] = {
    "lp": lambda *said: read_lp(as_lp(*said)),
    "mps": lambda *said: read_mps(as_mps(*said)),
    "pulp": lambda *said: from_pulp(as_pulp(*said)),
}


def tried(most: int, ranges: dict[str, tuple[int, int]]) -> list[tuple[int, ...]]:
    """All solutions, by trying everything."""
    found = []
    for values in product(*(range(low, high + 1) for low, high in ranges.values())):
        places = [place for place, value in enumerate(values) if value]
        if sum(values) <= 9 and (not places or places[-1] - places[0] < most):
            found.append(values)
    return found


@pytest.mark.every("form", "most")
@pytest.mark.parametrize("ranges", [RANGES, BITS], ids=["whole", "bits"])
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("form", MAKERS)
def test_a_set_is_one_row_whatever_is_asked(
    form: str, most: int, ranges: dict[str, tuple[int, int]]
) -> None:
    model = MAKERS[form](most, ranges)
    wanted = tried(most, ranges)
    best = max(sum(map(int.__mul__, COSTS.values(), values)) for values in wanted)
    assert [row.name for row in model.rows()] == ["load", "chosen"]
    assert model.names == tuple(ranges)
    assert model.statistics().variables == len(ranges)
    opened = read_saved(saved_text(model.program()), "a")
    for one in (model, opened, read_lp(model.to_lp()), read_mps(model.to_mps())):
        assert int(count_solutions(one)) == len(wanted)
        assert solve_model(one).objective == best
    wrong = np.array([high for _, high in ranges.values()])
    assert [broken.name for broken in model.check(wrong)][-1:] == ["chosen"]
    found = solve_relaxation(program_of(model)).objective
    assert found is not None
    assert found >= best


@pytest.mark.parametrize("backend", ["cpsat", "clingo", "scip", "highs", "cbc"])
@pytest.mark.parametrize("most", [1, 2])
def test_every_backend_counts_each_solution_once(most: int, backend: str) -> None:
    ranges = RANGES | {"f": (0, 1)}
    count = count_solutions(read_lp(as_lp(most, ranges)), backend=backend)
    assert (int(count), count.complete) == (len(tried(most, ranges)), True)


@pytest.mark.parametrize("most", [1, 2])
def test_answers_go_to_problems_with_sets_and_come_back(most: int) -> None:
    problem = as_pulp(most, RANGES)
    model = from_pulp(problem)
    result = solve_model(model)
    assign_to_pulp(model, result, problem)
    assert result.values is not None
    assert values_from_pulp(model, problem).tolist() == result.values.tolist()
    assert pulp.value(problem.objective) == result.objective


def test_the_command_solves_and_checks_a_file_with_a_set(run: Run, tmp_path: Path) -> None:
    Path(tmp_path, "sets.lp").write_text(as_lp(2, RANGES))
    file = str(tmp_path / "sets.lp")
    for more in ((), ("--count",), ("--relaxation",), ("--unique",), ("--forced",), ("--all",)):
        done = run("solve-model", file, *more)
        assert done.returncode == 0, done.stderr
    # The last one is at least 2, so that only its neighbour may be anything but 0.
    forced = run("solve-model", file, "--forced").stdout.splitlines()
    assert [line for line in forced if " = " in line] == ["a = 0, b = 0, c = 0"]
