"""`--relaxation` on the command line, for puzzles and for model files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ilpuzzles.errors import Exit
from support.commands import Run

DIET = """\\ diet
Minimize
 cost: 0.4 bread + 1.1 cheese + 3.5
Subject To
 energy: 2.5 bread + 4 cheese >= 20
 protein: 0.08 bread + 0.25 cheese >= 1
 pieces: cheese - 0.5 n = 0
Bounds
 bread <= 7.25
 n <= 9
Generals
 n
End
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "diet.lp"
    path.write_text(DIET)
    return str(path)


def test_a_model_file_is_relaxed(run: Run, file: str) -> None:
    ran = run("solve-model", file, "--relaxation")
    code, out, err = ran.returncode, ran.stdout, ran.stderr
    assert code == Exit.ANSWERED
    assert out.splitlines() == [
        "relaxation: 983/122 (exact), 1 whole variable split",
        "n = 360/61",
        "bread = 200/61",
        "cheese = 180/61",
        "dual of energy: 12/305 (at 20)",
        "dual of protein: 230/61 (at 1)",
    ]
    assert err.startswith("relaxed by glop in ")
    assert err.endswith("; checked\n")


def test_as_json_it_has_everything(run: Run, file: str) -> None:
    ran = run("solve-model", file, "--relaxation", "--json")
    code, out = ran.returncode, ran.stdout
    found = json.loads(out)
    assert code == Exit.ANSWERED
    assert (found["status"], found["exact"], found["backend"]) == ("optimal", True, "glop")
    assert found["objective"] == pytest.approx(983 / 122, rel=1e-15)
    assert set(found["duals"]) == {"energy", "protein"}
    assert (found["reduced_costs"], found["verified_by"]) == ({}, ["rows", "duals"])


def test_a_puzzle_without_an_objective_has_a_solution_or_none(run: Run, tmp_path: Path) -> None:
    ran = run("lonpos", "--preset", "8pieces", "--relaxation")
    code, out = ran.returncode, ran.stdout
    assert code == Exit.ANSWERED
    assert out.startswith("the relaxation has a solution")
    path = tmp_path / "none.lp"
    path.write_text("Minimize\n obj: x\nSubject To\n r: x + y >= 3\nBinaries\n x y\nEnd\n")
    ran = run("solve-model", str(path), "--relaxation")
    code, out = ran.returncode, ran.stdout
    assert (code, out) == (Exit.NO_SOLUTION, "proved: there is no solution\n")


def test_mixed_models_answer_all_questions(run: Run, file: str) -> None:
    assert run("solve-model", file).stdout.splitlines() == [
        "status: optimal",
        "objective: 8.08",
        "n = 6",
        "bread = 3.2",
        "cheese = 3",
    ]
    assert run("solve-model", file, "--count").stdout == "6\n"
    assert run("solve-model", file, "--best", "2").stdout.splitlines() == [
        "objective: 8.08",
        "n = 6, bread = 3.2, cheese = 3",
        "objective: 8.125",
        "n = 5, bread = 4.6875, cheese = 2.5",
    ]
    data = json.loads(run("solve-model", file, "--json").stdout)
    assert (data["objective"], data["values"]) == (8.08, {"n": 6, "bread": 3.2, "cheese": 3})
    ran = run("solve-model", file, "--backend", "cpsat")
    code, err = ran.returncode, ran.stderr
    assert code == Exit.BACKEND
    assert "does not support the continuous variable bread; use cbc, highs or scip" in err


def test_it_stands_alone(run: Run, file: str) -> None:
    ran = run("solve-model", file, "--relaxation", "--limit", "3")
    code, err = ran.returncode, ran.stderr
    assert (code, err) == (Exit.BAD_INPUT, "--limit with --relaxation; leave one of them out\n")
