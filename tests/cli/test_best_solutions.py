"""`--best N` and `--optimal`: of a model in a file, and of a puzzle with objectives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.backends.registry import general_backends
from ilpuzzles.queries.solve import Inquiry
from support.commands import Run

# Of weight 5 at most: 13 for a, c, d; then 10 and 9, of which there are two.
CHOICE = """\
Maximize
 worth: 5 a + 4 b + 3 c + 5 d
Subject To
 weight: 2 a + 3 b + c + 2 d <= 5
Binary
 a b c d
End
"""
PUZZLE = """
import ilpuzzles


def build(instance):
    model = ilpuzzles.Model("rooks")
    rook = model.binary("rook", 3, 3)
    model.exactly_one(rook, axis=0)
    model.exactly_one(rook, axis=1)
    model.minimize(rook.dot([[0, 1, 2], [3, 5, 4], [1, 3, 2]]))
    model.then_maximize(rook[0, 0] + 2 * rook[1, 1])
    return model


def decode(instance, values):
    return {"rows": ["".join(".R"[cell] for cell in row) for row in values["rook"]]}


def text(instance, solution):
    return "\\n".join(solution["rows"])
"""
NOTE = "these are solutions in no order, good and bad: --best N lists"


@pytest.fixture
def choice(tmp_path: Path) -> str:
    (tmp_path / "choice.lp").write_text(CHOICE)
    return "choice.lp"


@pytest.fixture
def rooks(tmp_path: Path) -> tuple[str, ...]:
    (tmp_path / "rooks.py").write_text(PUZZLE)
    return ("rooks", "--puzzle", "rooks.py")


@pytest.mark.parametrize("backend", general_backends())
def test_the_best_are_listed_in_order(run: Run, choice: str, backend: str) -> None:
    done = run("solve-model", choice, "--best", "2", "--backend", backend)
    assert done.returncode == 0
    assert done.stdout == "objective: 13\na, c, d\nobjective: 10\na, d\n"
    assert done.stderr.startswith(f"the 2 best solutions, found by {backend} in ")
    done = run("solve-model", choice, "--best", "99", "--json", "--quiet", "--backend", backend)
    data = json.loads(done.stdout)
    assert data["objectives"] == [13, 10, 9, 9, 8, 8, 7, 5, 5, 4, 3, 0]
    assert len(data["solutions"]) == 12
    assert (data["objective"], data["complete"], data["limit"]) == (13, True, "none")


def test_all_that_are_optimal(run: Run, choice: str, tmp_path: Path) -> None:
    done = run("solve-model", choice, "--optimal")
    assert (done.returncode, done.stdout) == (0, "objective: 13\na, c, d\n")
    assert done.stderr.startswith("1 optimal solution, all there are, found by cbc in ")
    (tmp_path / "equal.lp").write_text(CHOICE.replace("<= 5", "<= 2").replace("3 c", "5 c"))
    done = run("solve-model", "equal.lp", "--optimal", "--json", "--quiet")
    assert json.loads(done.stdout)["objectives"] == [5, 5, 5]
    done = run("solve-model", "equal.lp", "--optimal", "--limit", "2")
    assert done.stdout.count("objective: 5\n") == 2
    assert "2 optimal solutions, as many as were asked for" in done.stderr


def test_a_list_of_all_says_that_it_is_in_no_order(run: Run, choice: str) -> None:
    for listing in (("--all",), ("--limit", "3")):
        done = run("solve-model", choice, *listing)
        assert NOTE in done.stderr
        assert NOTE not in run("solve-model", choice, *listing, "--quiet").stderr
    assert NOTE not in run("solve-model", choice, "--best", "2").stderr
    assert NOTE not in run("lonpos", "--preset", "3pieces", "--all").stderr


def test_a_puzzle_with_two_objectives(run: Run, rooks: tuple[str, ...]) -> None:
    done = run(*rooks, "--best", "3")
    assert done.returncode == 0
    assert done.stdout.count("objective: 6, then 0\n") == 2
    assert done.stdout.endswith("\nobjective: 7, then 3\nR..\n.R.\n..R\n")
    data = json.loads(run(*rooks, "--best", "9", "--json", "--quiet").stdout)
    assert data["objectives"] == [[6, 0], [6, 0], [7, 3], [7, 1], [8, 2], [8, 0]]
    assert len({str(one) for one in data["solutions"]}) == 6
    alone = json.loads(run(*rooks, "--json", "--quiet").stdout)
    assert (alone["objective"], alone["objectives"]) == (6, [[6, 0]])


def test_the_best_go_to_files_and_sheets(run: Run, choice: str, rooks: Any, tmp_path: Path) -> None:
    done = run("solve-model", choice, "--best", "3", "--save", "best.jsonl")
    assert "3 solutions written to best.jsonl" in done.stderr
    lines = (tmp_path / "best.jsonl").read_text().splitlines()
    assert [json.loads(line)["values"] for line in lines][:2] == [
        {"a": 1, "c": 1, "d": 1},
        {"a": 1, "d": 1},
    ]
    sheet = run(*rooks, "--best", "3", "--sheet").stdout.splitlines()
    assert sheet[0].split() == ["1", "2", "3"]
    assert [line.split()[2] for line in sheet[1:4]] == ["R..", ".R.", "..R"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--best 0", "the number of solutions must be 1 or more, got 0"),
        ("--best two", "--best"),
        ("--best 2 --optimal", "--optimal with --best; leave one of them out"),
        ("--best 2 --all", "--all with --best; leave one of them out"),
        ("--best 2 --limit 3", "--limit with --best; leave one of them out"),
        ("--best 2 --gap 0.1", "--gap where the best solutions are to be proved"),
        ("--best 2 --cluster tcp://a:1", "--cluster without --count or --all"),
    ],
)
def test_nonsense_is_one_line(run: Run, choice: str, options: str, message: str) -> None:
    done = run("solve-model", choice, *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_without_an_objective_nothing_is_best(run: Run) -> None:
    for question in (("--best", "2"), ("--optimal",)):
        done = run("lonpos", "--preset", "3pieces", *question)
        assert done.returncode == 2
        assert "no solution is better than another: the model has no objective" in done.stderr
    done = run("lonpos", "--preset", "3pieces", "--best", "2", "--up-to-symmetry")
    assert (done.returncode, done.stderr) == (
        2,
        "--up-to-symmetry with --best; leave one of them out\n",
    )


def test_there_may_be_no_solution(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none.lp").write_text(CHOICE.replace("<= 5", "<= -1"))
    for question in (("--best", "2"), ("--optimal",)):
        done = run("solve-model", "none.lp", *question)
        assert (done.returncode, done.stdout) == (3, "proved: there is no solution\n")


def test_a_limit_is_no_proof(run: Run, choice: str) -> None:
    for question in (("--best", "2"), ("--optimal",)):
        done = run("solve-model", choice, *question, "--time-limit", "0.000001")
        assert (done.returncode, done.stdout) == (4, "")
        assert "the time limit came first" in done.stderr


def test_ctrl_c_shows_what_is_proved(
    run: Run, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, turn = Inquiry.look, 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal turn
        turn += 1
        if turn == 3:
            raise KeyboardInterrupt
        return look(*arguments)

    monkeypatch.setattr(Inquiry, "look", interrupted)
    done = run("solve-model", choice, "--best", "4")
    assert issubclass(Interrupted, KeyboardInterrupt)
    assert done.returncode == 130
    assert done.stdout == "objective: 13\na, c, d\nobjective: 10\na, d\n"
    assert "2 of the 4 best solutions, incomplete: interrupted" in done.stderr
