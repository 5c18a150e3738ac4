"""Lists on the command line: at random, in files, by either engine, and the best first."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.queries.solve import Inquiry
from support.commands import Asked, Call

CUBE = 5328
LISTED = 111
ATOMS = 27

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
from ilpuzzles.genres import Genre

genre = Genre()


@genre.model
def build(instance):
    model = ilpuzzles.Model("rooks")
    rook = model.binary("rook", 3, 3)
    model.exactly_one(rook, axis=0)
    model.exactly_one(rook, axis=1)
    model.minimize(rook.dot([[0, 1, 2], [3, 5, 4], [1, 3, 2]]))
    model.then_maximize(rook[0, 0] + 2 * rook[1, 1])
    return model


@genre.solution
def decode(instance, values):
    return {"rows": ["".join(".R"[cell] for cell in row) for row in values["rook"]]}


@genre.text
def text(instance, solution):
    return "\\n".join(solution["rows"])
"""
ROOKS = "rooks --puzzle rooks.py"
NOTE = "these are solutions in no order, good and bad: --best N lists"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    (tmp_path / "choice.lp").write_text(CHOICE)
    (tmp_path / "rooks.py").write_text(PUZZLE)


@pytest.mark.exhaustive
def test_a_file_with_a_solution_in_every_line_is_checked(call: Call, tmp_path: Path) -> None:
    code, said, noted = call("cube --limit 111 --save cube.jsonl")
    assert (code, said) == (0, "111 solutions, as many as were asked for\n")
    assert noted.splitlines()[0] == f"{LISTED} solutions written to cube.jsonl"
    lines = (tmp_path / "cube.jsonl").read_text().splitlines()
    assert len({line for line in lines if json.loads(line)["tiles"]}) == LISTED
    assert call("check cube cube.jsonl --quiet") == (0, "", "")
    (tmp_path / "wrong.jsonl").write_text(f"{lines[0]}\n\n{lines[1]}\n{lines[0]}\n")
    code, _, noted = call("check cube wrong.jsonl")
    assert (code, "2 of 3 accepted" in noted) == (6, True)
    (tmp_path / "cut.jsonl").write_text(f"{lines[0]}\n{lines[1][:-1]}\n")
    code, _, noted = call("check cube cut.jsonl")
    assert code == 2
    assert noted.startswith(f"cut.jsonl:2:{len(lines[1])}: not JSON: ")


@pytest.mark.exhaustive
def test_a_file_with_an_array(call: Call, tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text("puzzle: dominoes\nregion: {rows: 4, columns: 5}\n")
    assert call("dominoes --file board.yaml --all --save a.npy --quiet") == (0, "", "")
    array = np.load(tmp_path / "a.npy")
    assert (array.shape, array.dtype) == ((95, 20), np.int32)
    assert len(np.unique(array, axis=0)) == 95
    # Ten copies of a tile of two atoms in every solution.
    assert all(np.bincount(row).tolist() == [2] * 10 for row in array)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("arguments", "solutions", "tiles"), [("tetrahexes --all", 18, 7), ("cube --limit 60", 60, 9)]
)
def test_numbers_in_an_array_tell_tiles_and_copies_apart(
    call: Call, tmp_path: Path, arguments: str, solutions: int, tiles: int
) -> None:
    for name in ("a.npy", "a.jsonl"):
        assert call(f"{arguments} --save {name} --quiet")[0] == 0
    array = np.load(tmp_path / "a.npy")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert len(array) == len(lines) == solutions
    letters = [one.get("owners") or "".join(map("".join, one["rows"])) for one in lines]
    rows = zip(array, letters, strict=True)
    pairs = {pair for row, drawn in rows for pair in zip(row, drawn, strict=True)}
    # The same letter for the same number in all solutions.
    assert sorted(number for number, _ in pairs) == list(range(tiles))
    assert len({letter for _, letter in pairs}) == tiles


def test_solutions_at_random_follow_the_seed(call: Call, asked: Asked) -> None:
    def drawn(how: str) -> list[str]:
        data = asked(f"cube --random 40 {how}")
        assert (data["checked"], len(data["solutions"])) == (True, 40)
        return [json.dumps(solution["tiles"]) for solution in data["solutions"]]

    first = drawn("--seed 1 --engine table")
    assert first == drawn("--seed 1 --engine table")
    assert first != drawn("--seed 2 --engine table")
    # 40 of 5328: hardly any comes twice, and none often.
    assert max(Counter(first).values()) <= 3
    assert len(set(drawn("--engine search"))) > 30
    assert call("cube --random 5 --save five.jsonl")[0] == 0
    assert call("check cube five.jsonl")[0] == 0


@pytest.mark.parametrize(
    ("options", "engine", "why"),
    [
        ("--engine search", "search", "asked for"),
        ("--order 13,0,2 --no-safety", "search", "an order is for the search"),
        ("--minimal-depth 2 --no-dead-ends", "search", None),
        ("--no-reduction --engine table", "table", "asked for"),
        ("--workers 2 --engine search", "search", "asked for"),
    ],
)
def test_both_engines_say_what_they_did(
    asked: Asked, options: str, engine: str, why: str | None
) -> None:
    data = asked(f"cube --count {options}")
    assert (data["complete"], data["count"]) == (True, CUBE)
    said = data["engine"]
    assert said["engine"] == engine
    assert why is None or said["why"] == why
    assert said["placements" if engine == "search" else "states"] > ATOMS


def test_where_the_table_outgrows_its_bound_the_search_takes_over(call: Call) -> None:
    code, said, noted = call("pyramid --count --engine table --memory 2 --verbose")
    assert (code, said) == (0, "2448\n")
    assert "\nsearch: by search: the table outgrew 2 MB: searched instead; " in noted


def test_a_limit_leaves_it_incomplete(call: Call, asked: Asked) -> None:
    code, said, noted = call("cube --count --node-limit 5")
    assert (code, said) == (4, "0\n")
    assert "0 solutions so far, incomplete: the node limit came first" in noted
    data = asked("cube --all --limit 5 --save five.npy")
    assert (data["complete"], data["limit"]) == (False, "solutions")


@pytest.mark.exhaustive
def test_the_best_are_listed_in_order(call: Call, asked: Asked, tmp_path: Path) -> None:
    code, said, noted = call("solve-model choice.lp --best 2 --backend highs --save a.jsonl")
    assert (code, said) == (0, "the 2 best solutions\n")
    assert noted.startswith("2 solutions written to a.jsonl\nfound by highs in ")
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    values = [json.loads(line)["values"] for line in lines]
    assert values == [{"a": 1, "c": 1, "d": 1}, {"a": 1, "d": 1}]
    code, said, noted = call("solve-model choice.lp --best 2")
    assert (code, said) == (0, "objective: 13\na, c, d\nobjective: 10\na, d\n")
    assert noted.startswith("the 2 best solutions, found by ")
    data = asked("solve-model choice.lp --best 99")
    assert data["objectives"] == [13, 10, 9, 9, 8, 8, 7, 5, 5, 4, 3, 0]
    assert len(data["solutions"]) == 12
    assert (data["objective"], data["complete"], data["limit"]) == (13, True, "none")


def test_all_that_are_optimal(call: Call, asked: Asked, tmp_path: Path) -> None:
    code, said, noted = call("solve-model choice.lp --optimal")
    assert (code, said) == (0, "objective: 13\na, c, d\n")
    assert noted.startswith("1 optimal solution, all there are, found by cbc in ")
    (tmp_path / "equal.lp").write_text(CHOICE.replace("<= 5", "<= 2").replace("3 c", "5 c"))
    assert asked("solve-model equal.lp --optimal")["objectives"] == [5, 5, 5]
    _, said, noted = call("solve-model equal.lp --optimal --limit 2")
    assert said.count("objective: 5\n") == 2
    assert "2 optimal solutions, as many as were asked for" in noted


@pytest.mark.exhaustive
def test_a_list_of_all_says_that_it_is_in_no_order(call: Call) -> None:
    for question, noted in {
        "solve-model choice.lp --all": True,
        "solve-model choice.lp --limit 3": True,
        "solve-model choice.lp --all --quiet": False,
        "solve-model choice.lp --best 2": False,
        "dominoes --preset 4x4 --all": False,
    }.items():
        assert (NOTE in call(question)[2]) is noted, question


def test_a_puzzle_with_two_objectives(call: Call, asked: Asked) -> None:
    code, said, _ = call(f"{ROOKS} --best 3")
    assert code == 0
    assert said.count("objective: 6, then 0\n") == 2
    assert said.endswith("\nobjective: 7, then 3\nR..\n.R.\n..R\n")
    data = asked(f"{ROOKS} --best 9")
    assert data["objectives"] == [[6, 0], [6, 0], [7, 3], [7, 1], [8, 2], [8, 0]]
    assert len({str(one) for one in data["solutions"]}) == 6
    alone = asked(ROOKS)
    assert (alone["objective"], alone["objectives"]) == (6, [[6, 0]])
    sheet = call(f"{ROOKS} --best 3 --sheet")[1].splitlines()
    assert sheet[0].split() == ["1", "2", "3"]
    assert [line.split()[2] for line in sheet[1:4]] == ["R..", ".R.", "..R"]


@pytest.mark.parametrize("question", ["--best 2", "--optimal"])
def test_without_a_proof_nothing_is_best(call: Call, tmp_path: Path, question: str) -> None:
    (tmp_path / "none.lp").write_text(CHOICE.replace("<= 5", "<= -1"))
    none = (3, "proved: there is no solution\n")
    assert call(f"solve-model none.lp {question}")[:2] == none
    code, said, noted = call(f"solve-model choice.lp {question} --time-limit 0.000001")
    assert (code, said) == (4, "")
    assert "the time limit came first" in noted


def test_ctrl_c_shows_what_is_proved(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    look, turn = Inquiry.look, 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal turn
        turn += 1
        if turn == 3:
            raise KeyboardInterrupt
        return look(*arguments)

    monkeypatch.setattr(Inquiry, "look", interrupted)
    code, said, noted = call("solve-model choice.lp --best 4")
    assert issubclass(Interrupted, KeyboardInterrupt)
    assert (code, said) == (130, "objective: 13\na, c, d\nobjective: 10\na, d\n")
    assert "2 of the 4 best solutions, incomplete: interrupted" in noted
