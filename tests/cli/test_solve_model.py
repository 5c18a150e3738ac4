"""`ilpuzzles solve-model`: models that somebody else has written, matrices, and relaxations."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.cli import export_command
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.formulation import Formulated
from support.commands import Asked, Call

KNAPSACK = """\
NAME knapsack
OBJSENSE MAX
ROWS
 N worth
 L weight
COLUMNS
 tent worth 10 weight 5
 lamp worth 4 weight 2.5
 rope worth 6 weight 4
RHS
 RHS weight 8 worth -100
BOUNDS
 UI BND tent 2
 BV BND lamp
 BV BND rope
ENDATA
"""
UNBOUNDED = KNAPSACK.replace("UI BND tent 2", "LI BND tent 0").replace(" weight 5", "")
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
DEMO = """\
0 0 1 0 1 1 0
1 0 0 1 0 0 1
0 1 1 0 0 1 0
1 0 0 1 0 0 0
0 1 0 0 0 0 1
1 1 1 0 0 0 0
0 0 0 1 1 1 1
1 1 1 1 1 1 1
"""
# By Knuth: of the first five rows there is one exact cover, of all of them there are three.
KNUTH = "".join(DEMO.splitlines(keepends=True)[:5])

Exported = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    texts = {"knapsack.mps": KNAPSACK, "diet.lp": DIET, "demo.txt": DEMO, "knuth.cover": KNUTH}
    texts |= {"none.txt": "1 0\n1 0\n", "heavy.mps": KNAPSACK.replace("weight 8", "weight -1")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_the_answer_is_on_stdout(call: Call, backend: str) -> None:
    code, said, noted = call(f"solve-model knapsack.mps --backend {backend} --verify")
    assert (code, said) == (0, "status: optimal\nobjective: 114\ntent = 1\nlamp = 1\n")
    agrees = "" if backend == "cpsat" else ", confirmed by cpsat"
    assert re.fullmatch(rf"solved by {backend} in [\d.]+ s; checked{agrees}\n", noted)
    *_, noted = call(f"solve-model knapsack.mps --backend {backend} --verbose")
    assert ("Welcome to the CBC" if backend == "cbc" else "CP-SAT solver") in noted
    assert call("solve-model knapsack.mps --quiet") == (0, "", "")


def test_json_is_one_object(asked: Asked) -> None:
    data = asked("solve-model knapsack.mps --seed 3 --workers 2")
    assert list(data.pop("seconds")) == ["load", "build", "solve", "total"]
    assert data.pop("backend_version").startswith("9.")
    assert data == {
        "file": "knapsack.mps",
        "backend": "cpsat",
        "status": "optimal",
        "limit": "none",
        "complete": True,
        "measured": 0,
        "gap": 0.0,
        "relative_gap": 0.0,
        "border": None,
        "objective": 114,
        "bound": 114.0,
        "exact": True,
        "values": {"tent": 1, "lamp": 1},
        "model": {"variables": 3, "rows": 1, "nonzeros": 3},
        "checked": True,
        "verified_by": ["rows"],
    }


def test_packed_files_and_lp_files(call: Call, tmp_path: Path) -> None:
    lp = read_model(tmp_path / "knapsack.mps").to_lp()
    for name, text in (("a.mps.gz", KNAPSACK), ("b.lp.GZ", lp), ("c.LP", lp)):
        data = text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if "gz" in name.lower() else data)
        _, said, _ = call("solve-model", name)
        # The LP format lists binary variables first.
        assert said.splitlines()[:2] == ["status: optimal", "objective: 114"]
        assert sorted(said.splitlines()[2:]) == ["lamp = 1", "tent = 1"]
    for name, pack in (
        ("a.txt.gz", gzip.compress),
        ("b.cover.bz2", bz2.compress),
        ("c.cover.XZ", lzma.compress),
    ):
        (tmp_path / name).write_bytes(pack(DEMO.encode()))
        assert call("solve-model", name, "--count")[:2] == (0, "3\n")


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_no_solution_exits_3(call: Call, asked: Asked, backend: str) -> None:
    code, said, noted = call(f"solve-model heavy.mps --backend {backend}")
    assert (code, said) == (3, "status: infeasible\n")
    assert noted.startswith("proved: there is no solution (")
    data = asked(f"solve-model heavy.mps --backend {backend} --verify", code=3)
    agrees = [] if backend == "cpsat" else ["cpsat"]
    assert (data["values"], data["checked"], data["verified_by"]) == (None, False, agrees)


def test_no_best_solution_exits_3_too(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.mps").write_text(UNBOUNDED)
    code, said, noted = call("solve-model a.mps --verbose")
    assert (code, said) == (3, "status: unbounded\n")
    assert "\nproved: there is no best solution, they get better without end (cbc, " in noted
    assert re.search(r"^solver: cbc .* \(it takes variables without bounds\)$", noted, re.MULTILINE)


def test_a_limit_exits_4(call: Call) -> None:
    code, said, noted = call("solve-model knapsack.mps --backend cpsat --time-limit 0.000001")
    assert (code, said) == (4, "status: unknown\n")
    assert noted.startswith("unknown: the time limit came first; allow more, or try ")


def test_a_file_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ilpuzzles.formats.model_files.MAX_BYTES", 100)
    (tmp_path / "a.mps.gz").write_bytes(gzip.compress(bytes(10**6)))
    for name in ("knapsack.mps", "a.mps.gz"):
        with pytest.raises(InputError, match=r"larger than 100 bytes; solve it with"):
            read_model(tmp_path / name)


def test_a_model_is_relaxed(call: Call, asked: Asked) -> None:
    code, said, noted = call("solve-model diet.lp --relaxation")
    assert code == 0
    assert said.splitlines() == [
        "relaxation: 983/122 (exact), 1 whole variable split",
        "n = 360/61",
        "bread = 200/61",
        "cheese = 180/61",
        "dual of energy: 12/305 (at 20)",
        "dual of protein: 230/61 (at 1)",
    ]
    assert noted.startswith("relaxed by highs in ")
    assert noted.endswith("; checked\n")
    found = asked("solve-model diet.lp --relaxation")
    assert (found["status"], found["exact"], found["backend"]) == ("optimal", True, "highs")
    assert found["objective"] == pytest.approx(983 / 122, rel=1e-15)
    assert set(found["duals"]) == {"energy", "protein"}
    assert (found["reduced_costs"], found["verified_by"]) == ({}, ["rows", "duals"])


def test_a_relaxation_without_an_objective_has_a_solution_or_none(call: Call) -> None:
    code, said, _ = call("cube --relaxation")
    assert code == 0
    assert said.startswith("the relaxation has a solution")
    none = (3, "proved: there is no solution\n")
    assert call("solve-model heavy.mps --relaxation")[:2] == none


def test_mixed_models_answer_all_questions(call: Call, asked: Asked) -> None:
    best = ["objective: 8.08", "n = 6, bread = 3.2, cheese = 3"]
    _, said, _ = call("solve-model diet.lp")
    assert said.splitlines() == ["status: optimal", best[0], *best[1].split(", ")]
    assert call("solve-model diet.lp --count")[1] == "6\n"
    _, said, _ = call("solve-model diet.lp --best 2")
    assert said.splitlines() == [*best, "objective: 8.125", "n = 5, bread = 4.6875, cheese = 2.5"]
    data = asked("solve-model diet.lp")
    assert (data["objective"], data["values"]) == (8.08, {"n": 6, "bread": 3.2, "cheese": 3})


@pytest.mark.exhaustive
def test_the_demo_has_three_covers(call: Call, asked: Asked) -> None:
    covers = [[0, 3, 4], [5, 6], [7]]
    code, said, _ = call("solve-model demo.txt --all")
    assert (code, sorted(said.splitlines())) == (0, ["0 3 4", "5 6", "7"])
    data = asked("solve-model demo.txt --all --backend cpsat")
    assert (sorted(data["solutions"]), data["checked"]) == (covers, True)
    assert call("solve-model demo.txt --count --backend cbc")[:2] == (0, "3\n")
    code, said, _ = call("solve-model demo.txt --unique")
    assert (code, len(said.splitlines())) == (0, 3)
    assert "not unique: there are several solutions; these two differ in " in said
    _, said, _ = call("solve-model demo.txt --forced")
    assert said.splitlines()[:2] == ["in every solution: no row", "in none: 1 2"]
    assert call("solve-model none.txt")[:2] == (3, "status: infeasible\n")
    assert call("solve-model none.txt --all")[:2] == (3, "proved: there is no solution\n")


def test_the_example_of_knuth_has_one(call: Call, asked: Asked) -> None:
    code, said, noted = call("solve-model knuth.cover")
    chosen = "row[0] = 1\nrow[3] = 1\nrow[4] = 1\n"
    assert (code, said) == (0, f"status: optimal\nrows: 0 3 4\n{chosen}")
    assert noted.startswith("solved by ")
    assert asked("solve-model knuth.cover")["values"] == {"row[0]": 1, "row[3]": 1, "row[4]": 1}
    assert call("solve-model knuth.cover --unique")[1] == "0 3 4\nunique\n"
    _, said, _ = call("solve-model knuth.cover --forced")
    assert said.splitlines()[:2] == ["in every solution: 0 3 4", "in none: 1 2"]
    assert asked("solve-model knuth.cover --forced")["forced"] == {
        "known": 5,
        "facts": 5,
        "solution": {"chosen": [0, 3, 4], "left_out": [1, 2]},
    }


def strip(*, ordered: bool) -> Model:
    """A puzzle of two dominoes on a strip of five cells."""
    model = Model("strip")
    x = model.binary("put", ["A", "B"], 4)
    with model.group("pieces", why="each domino once"):
        model.exactly_one(x, axis=1)
    with model.group("cells", why="at most one domino on a cell"):
        for cell in range(5):
            places = [place for place in (cell - 1, cell) if 0 <= place < 4]
            model.at_most_one(x[name, place] for name in "AB" for place in places)
    if ordered:
        with model.group("order", why="A lies left of B"):
            model.add(x["A", 0] - x["B", 1] <= 0)
    return model


@pytest.fixture
def exported(call: Call, monkeypatch: pytest.MonkeyPatch) -> Exported:
    """Exports the strip as a matrix, whatever the puzzle is called."""

    def start(*arguments: str, ordered: bool = False) -> tuple[int, str, str]:
        made = Formulated(strip(ordered=ordered), lambda values: values)
        monkeypatch.setattr(export_command, "instance_of", lambda *_, **__: None)
        monkeypatch.setattr(export_command, "formulate", lambda *_: ("own", made))
        return call("export", "strip", "--format", "matrix", *arguments)

    return start


def test_an_exported_matrix_is_solved(exported: Exported, call: Call, tmp_path: Path) -> None:
    code, said, noted = exported()
    assert code == 0
    assert said.splitlines()[0] == "1 0 1 1 0 0 0"
    assert len(said.splitlines()) == 8 + 5
    assert noted == "5 columns of 7 may stay empty: 2 to 6; the last rows (8 to 12) can fill them\n"
    (tmp_path / "strip.txt").write_text(said)
    assert call("solve-model strip.txt --count")[:2] == (0, "6\n")
    code, said, noted = exported("--no-unused-rows", "--output", "b.txt")
    assert (code, said) == (0, "")
    assert noted == (
        "5 columns of 7 may stay empty: 2 to 6; "
        "exact covers of all columns may be fewer than the solutions\n"
    )
    assert len(read_model(tmp_path / "b.txt").names) == 8
    # Two dominoes never cover five cells.
    assert call("solve-model b.txt")[0] == 3
    assert exported("--names")[1].startswith("# row 0 = put_A_0\n")


def test_what_no_matrix_can_say_is_one_line(exported: Exported) -> None:
    what = "a 0-1 matrix cannot state 'put[A, 0] - put[B, 1] <= 0' (row order[0])"
    advice = 'write LP or MPS, or switch the group off with --without "order"'
    assert exported(ordered=True) == (2, "", f"{what}; {advice}\n")
    assert exported("--without", "order", ordered=True)[:2] == exported()[:2]
