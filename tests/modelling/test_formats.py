"""Models as files: what is written, and that CBC and PuLP read the same model out of it."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.backends.child import private_folder, run_child
from ilpuzzles.modelling import Model
from ilpuzzles.modelling.formats import readable_names
from ilpuzzles.workbench import formulate, load
from random_models import sample


@pytest.fixture
def model() -> Model:
    """A bit of everything."""
    made = Model("bits")
    x = made.binary("x", ["a b", "c"], [1, 2])
    n = made.integer("n", lower=-3, upper=None)
    with made.group("first group", why="for show"):
        made.add(x["a b", 1] + 2 * x["a b", 2] <= 2)
        made.add((x["a b", 1] - n).between(-1, 0))
    made.exactly_one([x["a b", 2], ~x["c", 1]])
    made.conjunction([x["a b", 1], x["c", 1]], aggregated=True)
    made.maximize(3 * x["a b", 1] - n + 9)
    return made


def test_lp(model: Model) -> None:
    (family, *_) = model.families
    assert model.fix({family["c", 1]: 1}).to_lp().splitlines() == [
        "\\ bits",
        "Maximize",
        " obj: + 3 x_a_b_1 - n + 9 constant",
        "Subject To",
        " first_group_0: + x_a_b_1 + 2 x_a_b_2 <= 2",
        " first_group_1: + x_a_b_1 - n <= 0",
        " first_group_1__low: + x_a_b_1 - n >= -1",
        " exactly_one_0: + x_a_b_2 - x_c_1 = 0",
        " conjunction_0: + x_a_b_1 + x_c_1 - 2 and_2 <= 1",
        " conjunction_0__low: + x_a_b_1 + x_c_1 - 2 and_2 >= 0",
        "Bounds",
        " x_c_1 = 1",
        " -3 <= n <= +inf",
        " constant = 1",
        "Binaries",
        " x_a_b_1 x_a_b_2 x_c_1 x_c_2 and_2",
        "Generals",
        " n",
        "End",
    ]


def test_mps(model: Model) -> None:
    (family, *_) = model.families
    assert model.fix({family["c", 1]: 1}).to_mps().splitlines() == [
        "* to be maximised: the signs of the objective are changed",
        "NAME ilpuzzles FREE",
        "ROWS",
        " N obj",
        " L first_group_0",
        " L first_group_1",
        " E exactly_one_0",
        " L conjunction_0",
        "COLUMNS",
        " MARK 'MARKER' 'INTORG'",
        " x_a_b_1 obj -3",
        " x_a_b_1 first_group_0 1",
        " x_a_b_1 first_group_1 1",
        " x_a_b_1 conjunction_0 1",
        " x_a_b_2 first_group_0 2",
        " x_a_b_2 exactly_one_0 1",
        " x_c_1 exactly_one_0 -1",
        " x_c_1 conjunction_0 1",
        " x_c_2 obj 0",
        " n obj 1",
        " n first_group_1 -1",
        " and_2 conjunction_0 -2",
        " MARK 'MARKER' 'INTEND'",
        "RHS",
        " RHS first_group_0 2",
        " RHS conjunction_0 1",
        " RHS obj 9",
        "RANGES",
        " RNG first_group_1 1",
        " RNG conjunction_0 1",
        "BOUNDS",
        " BV B x_a_b_1",
        " BV B x_a_b_2",
        " FX B x_c_1 1",
        " BV B x_c_2",
        " LO B n -3",
        " PL B n",
        " BV B and_2",
        "ENDATA",
    ]


def test_names_stay_different() -> None:
    model = Model()
    labels = ["a b", "a_b", "a.b", "a-b", "", "é"]
    model.binary("e", labels)
    model.binary("x" * 300, ["p", "q"])
    text = model.to_lp()
    names = text.split("Binaries\n")[1].split("End")[0].split()
    assert len(names) == len(set(names)) == 8
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name) for name in names)
    assert all(len(line) <= 250 for line in text.splitlines())


def best_by_cbc(text: str, suffix: str) -> float | None:
    """What CBC says of a file: its objective, or None for infeasible."""
    program = CbcBackend()._find()
    assert program is not None
    with private_folder() as folder:
        Path(folder, f"model.{suffix}").write_text(text)
        command = [program, f"model.{suffix}", "-solve", "-solution", "s.txt", "-quit"]
        run = run_child(command, folder)
        assert not re.search("[1-9][0-9]* errors", run.log), run.log
        header = Path(folder, "s.txt").read_text().splitlines()[0]
    if header.startswith(("Infeasible", "Integer infeasible")):
        return None
    assert header.startswith("Optimal"), header
    return float(header.split()[-1])


@pytest.mark.parametrize("seed", range(40))
def test_files_hold_the_same_model(seed: int) -> None:
    made = sample(seed, objective=True)
    best = made.best()
    lp, mps = best_by_cbc(made.model.to_lp(), "lp"), best_by_cbc(made.model.to_mps(), "mps")
    if best is None:
        assert lp is None
        assert mps is None
        return
    assert lp is not None
    assert abs(lp) == pytest.approx(abs(best), abs=1e-6)
    assert mps == pytest.approx(-best if made.maximize else best, abs=1e-6)


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_pulp_holds_the_same_model(seed: int) -> None:
    made = sample(seed, objective=True)
    problem = made.model.to_pulp()
    names = readable_names(made.model.program(), made.model).columns
    variables = {variable.name: variable for variable in problem.variables()}
    solutions = set(made.solutions())
    for values in product((0, 1), repeat=made.variables):
        for name, value in zip(names, values, strict=True):
            if name in variables:
                variables[name].varValue = value
        holds = all(constraint.valid() for constraint in problem.constraints())
        assert holds == (values in solutions)
        if holds:
            assert problem.objective.value() == made.value(values)


def test_a_puzzle_as_a_file_is_solved_by_cbc() -> None:
    _, formulated = formulate(load("lonpos", "8pieces"))
    assert best_by_cbc(formulated.model.to_lp(), "lp") == 0
    assert best_by_cbc(formulated.model.to_mps(), "mps") == 0
    (placed,) = formulated.model.families
    dead = formulated.model.fix({placed.positions()[0]: 1, placed.positions()[1]: 1})
    assert best_by_cbc(dead.to_lp(), "lp") is None
