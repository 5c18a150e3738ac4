"""Exact covers on the command line: matrices are solved, and models become matrices."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from ilpuzzles.cli import export_command
from ilpuzzles.cli.main import main
from ilpuzzles.formats.cover import ChosenRows, KnownRows
from ilpuzzles.formats.model_files import read_model
from ilpuzzles.modelling.model import Model
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.workbench.model_file import file_experiment

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
KNUTH = "".join(DEMO.splitlines(keepends=True)[:5])
NONE = "1 0\n1 0\n"

Call: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Call:
    """Runs a command in this process: its exit code, and what it wrote."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("demo.txt", DEMO), ("knuth.cover", KNUTH), ("none.txt", NONE)):
        (tmp_path / name).write_text(text)

    def start(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return (int(code), *capfd.readouterr())

    return start


def brute_force(rows: list[str]) -> list[list[int]]:
    """All exact covers, by trying every set of rows."""
    matrix = np.array([[int(digit) for digit in row] for row in rows])
    sets = [[n for n in range(len(rows)) if number >> n & 1] for number in range(2 ** len(rows))]
    return sorted(chosen for chosen in sets if (matrix[chosen].sum(axis=0) == 1).all())


@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
def test_the_demo_has_three_covers(call: Call, backend: str) -> None:
    how = ("--backend", backend)
    expected = brute_force(DEMO.replace(" ", "").split())
    assert expected == [[0, 3, 4], [5, 6], [7]]
    code, output, _ = call("solve-model", "demo.txt", "--all", *how)
    assert (code, sorted(output.splitlines())) == (0, ["0 3 4", "5 6", "7"])
    data = json.loads(call("solve-model", "demo.txt", "--all", "--json", *how)[1])
    assert (sorted(data["solutions"]), data["checked"]) == (expected, True)
    for workers in ("1", "2"):
        count = call("solve-model", "demo.txt", "--count", "--workers", workers, *how)
        assert count[:2] == (0, "3\n")
    code, output, _ = call("solve-model", "demo.txt", "--unique", *how)
    assert (code, len(output.splitlines())) == (0, 3)
    assert "not unique: there are several solutions; these two differ in " in output
    code, output, _ = call("solve-model", "demo.txt", "--forced", *how)
    assert output.splitlines()[:2] == ["in every solution: no row", "in none: 1 2"]


@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
def test_the_example_of_knuth_has_one(call: Call, backend: str) -> None:
    how = ("--backend", backend)
    code, output, notes = call("solve-model", "knuth.cover", *how)
    chosen = "row[0] = 1\nrow[3] = 1\nrow[4] = 1\n"
    assert (code, output) == (0, f"status: optimal\nrows: 0 3 4\n{chosen}")
    assert notes.startswith("solved by ")
    data = json.loads(call("solve-model", "knuth.cover", "--json", *how)[1])
    assert data["values"] == {"row[0]": 1, "row[3]": 1, "row[4]": 1}
    assert call("solve-model", "knuth.cover", "--unique", *how)[1] == "0 3 4\nunique\n"
    output = call("solve-model", "knuth.cover", "--forced", *how)[1]
    assert output.splitlines()[:2] == ["in every solution: 0 3 4", "in none: 1 2"]
    data = json.loads(call("solve-model", "knuth.cover", "--forced", "--json", *how)[1])
    assert data["forced"] == {
        "known": 5,
        "facts": 5,
        "solution": {"chosen": [0, 3, 4], "left_out": [1, 2]},
    }


@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
def test_a_column_without_any_1_has_no_solution(call: Call, backend: str) -> None:
    how = ("--backend", backend)
    assert call("solve-model", "none.txt", *how)[:2] == (3, "status: infeasible\n")
    assert call("solve-model", "none.txt", "--all", *how)[:2] == (
        3,
        "proved: there is no solution\n",
    )


def test_packed_and_bad_files(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(DEMO.encode()))
    (tmp_path / "b.cover.gz").write_bytes(gzip.compress(DEMO.encode()))
    for name in ("a.txt.gz", "b.cover.gz"):
        assert call("solve-model", name, "--count")[:2] == (0, "3\n")
    (tmp_path / "bad.txt").write_text("0 1\n0 3\n")
    what = "'3' is not 0 or 1; write 0 and 1 with blanks between them, or without"
    assert call("solve-model", "bad.txt") == (2, "", f"bad.txt:2:3: {what}\n")


@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
@pytest.mark.parametrize("seed", range(6))
def test_random_matrices_against_brute_force(tmp_path: Path, seed: int, backend: str) -> None:
    dice = random.Random(seed)
    width = dice.randint(1, 5)
    rows = ["".join(dice.choice("001") for _ in range(width)) for _ in range(dice.randint(2, 9))]
    (tmp_path / "a.txt").write_text("\n".join(rows) + "\n")
    expected = brute_force(rows)
    asked = file_experiment(tmp_path / "a.txt", backend)
    found = asked.solutions().solutions
    assert sorted(list(solution.rows) for solution in found) == expected
    assert asked.count().count == len(expected)
    if expected:
        known = asked.forced().forced
        assert isinstance(known, KnownRows)
        always = set(range(len(rows))).intersection(*expected)
        assert set(known.chosen) == always
        assert set(known.left_out) == set(range(len(rows))).difference(*expected)
        solved = asked.solve().solutions[0]
        assert isinstance(solved, ChosenRows)
        assert list(solved.rows) in expected


def strip(*, stopped: bool) -> Model:
    """A puzzle of two dominoes on a strip of five cells."""
    model = Model("strip")
    x = model.binary("put", ["A", "B"], 4)
    with model.group("pieces", why="each domino once"):
        model.exactly_one(x, axis=1)
    with model.group("cells", why="at most one domino on a cell"):
        for cell in range(5):
            places = [place for place in (cell - 1, cell) if 0 <= place < 4]
            model.at_most_one(x[name, place] for name in "AB" for place in places)
    if stopped:
        with model.group("order", why="A lies left of B"):
            model.add(x["A", 0] - x["B", 1] <= 0)
    return model


@pytest.fixture
def exported(call: Call, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Runs `export` for a model of our own, whatever the puzzle is called."""

    def start(*arguments: str, stopped: bool = False) -> tuple[int, str, str]:
        made = Formulated(strip(stopped=stopped), lambda values: values)
        monkeypatch.setattr(export_command, "instance_of", lambda *_, **__: None)
        monkeypatch.setattr(export_command, "formulate", lambda *_: ("own", made))
        return call("export", "strip", *arguments)

    return start


def test_a_model_is_exported_as_a_matrix_and_solved(
    exported: Callable[..., tuple[int, str, str]], call: Call, tmp_path: Path
) -> None:
    code, output, notes = exported("--format", "matrix")
    assert code == 0
    assert output.splitlines()[0] == "1 0 1 1 0 0 0"
    assert len(output.splitlines()) == 8 + 5
    assert notes == "5 columns of 7 may stay empty: 2 to 6; the last rows (8 to 12) can fill them\n"
    (tmp_path / "strip.txt").write_text(output)
    assert call("solve-model", "strip.txt", "--count")[:2] == (0, "6\n")
    code, output, notes = exported("--format", "matrix", "--no-unused-rows", "--output", "b.txt")
    assert (code, output) == (0, "")
    assert notes == (
        "5 columns of 7 may stay empty: 2 to 6; "
        "exact covers of all columns may be fewer than the solutions\n"
    )
    assert len(read_model(tmp_path / "b.txt").names) == 8
    # Two dominoes never cover five cells.
    assert call("solve-model", "b.txt")[0] == 3
    code, output, _ = exported("--format", "matrix", "--names")
    assert output.startswith("# row 0 = put_A_0\n")


def test_what_no_matrix_can_say_is_one_line(
    exported: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    what = "a 0-1 matrix cannot state 'put[A, 0] - put[B, 1] <= 0' (row order[0])"
    advice = 'write LP or MPS, or switch the group off with --without "order"'
    matrix = ("--format", "matrix")
    assert exported(*matrix, stopped=True) == (2, "", f"{what}; {advice}\n")
    assert not (tmp_path / "a.txt").exists()
    assert exported(*matrix, "--without", "order", stopped=True)[:2] == exported(*matrix)[:2]


@pytest.mark.parametrize("option", ["--names", "--unused-rows"])
def test_options_of_matrices_are_for_matrices(
    exported: Callable[..., tuple[int, str, str]], option: str
) -> None:
    line = f"{option} with --format lp; use --format matrix\n"
    assert exported(option) == (2, "", line)
