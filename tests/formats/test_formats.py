"""Models as files: what is written, and that CBC and PuLP read the same model out of it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.errors import ModelError
from ilpuzzles.formats.names import readable_names
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load
from support.random_models import sample


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
        "\\ variables fixed: 1",
        "\\ ilpuzzles: auxiliary and_2",
        '\\ ilpuzzles: group "first group" "for show"',
        "\\ ilpuzzles: rows first_group_0 first_group_1__low",
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
        "* variables fixed: 1",
        "* ilpuzzles: auxiliary and_2",
        '* ilpuzzles: group "first group" "for show"',
        "* ilpuzzles: rows first_group_0 first_group_1",
        "* ilpuzzles: to be maximised: the signs of the objective are changed",
        "NAME ilpuzzles FREE",
        "ROWS",
        " N obj",
        " L first_group_0",
        " L first_group_1",
        " E exactly_one_0",
        " L conjunction_0",
        "COLUMNS",
        " MARK 'MARKER' 'INTORG'",
        " x_a_b_1 obj -3 first_group_0 1",
        " x_a_b_1 first_group_1 1 conjunction_0 1",
        " x_a_b_2 first_group_0 2 exactly_one_0 1",
        " x_c_1 exactly_one_0 -1 conjunction_0 1",
        " x_c_2 obj 0",
        " n obj 1 first_group_1 -1",
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


def test_opb(model: Model) -> None:
    with pytest.raises(
        ModelError, match=r"^'n' is not binary, and OPB has only binary variables; use LP or MPS$"
    ):
        opb(model)
    binary = Model("bits")
    x = binary.binary("x", ["a b", "c", "d"])
    binary.add((2 * x["a b"] - 3 * x["c"]).between(-1, 1))
    binary.at_least_one([x["c"], ~x["d"]])
    binary.add_rows(Kind.LINEAR, np.zeros(3, int), np.zeros(0, int), lower=np.array([0, 1]))
    binary.maximize(x["c"] - 4 * x["d"] + 2)
    assert opb(binary.fix({x["d"]: 1})) == [
        "* #variable= 3 #constraint= 5",
        "* bits",
        "* x1 = x_a_b",
        "* x2 = x_c",
        "* x3 = x_d",
        "* ilpuzzles: to be maximised: the signs of the objective are changed",
        "* ilpuzzles: the constant 2 of the objective is left out",
        "min: -1 x2 +4 x3 ;",
        "+1 x3 = 1 ;",
        "+2 x1 -3 x2 >= -1 ;",
        "-2 x1 +3 x2 >= -1 ;",
        "+1 x2 -1 x3 >= 0 ;",
        "+1 x1 >= 2 ;",
    ]
    empty = Model()
    empty.exactly_one([])
    assert opb(empty) == ["* #variable= 1 #constraint= 1", "* model", "+1 x1 >= 2 ;"]


def opb(model: Model | Program) -> list[str]:
    """The lines of a model in the OPB format, but for those that say what is fixed."""
    lines = model.to_opb().splitlines()
    return [line for line in lines if not line.startswith("* variables fixed")]


@pytest.mark.parametrize("seed", range(30))
def test_opb_holds_the_same_model(seed: int) -> None:
    made = sample(seed, objective=True)
    program = linearised(made.model.program())
    assert program.variables == made.variables
    lines = [line for line in opb(made.model) if not line.startswith("*")]
    goal = lines.pop(0) if lines and lines[0].startswith("min:") else "min: ;"
    solutions = set(made.solutions())
    for values in product((0, 1), repeat=made.variables):
        assert (values in solutions) == all(holds(line, values) for line in lines)
        sign = -1 if made.maximize else 1
        cost = weight(goal.removeprefix("min:").removesuffix(";"), values)
        assert sign * cost + 7 == made.value(values)


def holds(line: str, values: tuple[int, ...]) -> bool:
    """Whether a constraint of an OPB file holds."""
    left, compare, right = re.fullmatch("(.*) (>=|=) ([^ ]+) ;", line).groups()  # type: ignore[union-attr]
    value = weight(left, values)
    return value >= int(right) if compare == ">=" else value == int(right)


def weight(terms: str, values: tuple[int, ...]) -> int:
    """What a sum in an OPB file comes to."""
    found = re.findall(r"([+-][0-9]+) x([0-9]+)", terms)
    assert " ".join(f"{factor} x{number}" for factor, number in found) == terms.strip()
    return sum(int(factor) * values[int(number) - 1] for factor, number in found)


def test_columns_beyond_the_model_are_auxiliary() -> None:
    model = Model()
    model.binary("auxiliary_0")
    program = model.program()
    more = replace(
        program,
        lower=np.zeros(3, int),
        upper=np.ones(3, int),
        deciding=np.array([True, False, False]),
    )
    names = readable_names(more).columns
    assert names == ["auxiliary_0", "auxiliary_0__2", "auxiliary_1"]


def test_rows_that_contradict_themselves_stay_impossible() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add_rows(Kind.LINEAR, np.array([0, 2]), np.array([0, 1]), lower=2, upper=1)
    model.maximize(x.sum())
    assert " E linear_0" in model.to_mps()
    assert " RHS linear_0 1" in model.to_mps()
    assert best_by_cbc(model.to_mps(), "mps") is None
    assert best_by_cbc(model.to_lp(), "lp") is None


def test_halves_of_rows_have_names_of_their_own() -> None:
    model = Model()
    x = model.binary("x", 3)
    for name in ("sum", "sum__low"):
        model.add_rows(
            Kind.LINEAR, np.array([0, 3]), np.arange(3), lower=1, upper=2, name=name, keys=[()]
        )
    assert re.findall("sum[_a-z]*:", model.to_lp()) == [
        "sum:", "sum__low_:", "sum__low:", "sum__low__low:",
    ]  # fmt: skip
    assert len(model.to_pulp().constraints()) == 4
    assert x.size == 3


def test_many_columns_are_written_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    x = model.binary("x", 9)
    for row in range(5):
        model.add(model.sum((row + 2) * variable for variable in x if variable.column != row) <= 9)
    whole = model.to_mps()
    assert "\n x_8 linear_0 2 linear_1 3\n x_8 linear_2 4 linear_3 5\n x_8 linear_4 6\n" in whole
    for size in (1, 2, 3, 7):
        monkeypatch.setattr("ilpuzzles.formats.mps._BLOCK", size)
        assert model.to_mps() == whole


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
    names = readable_names(made.model.program()).columns
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
