"""`ilpuzzles check`: what it accepts, what it says about the rest, and its exit codes."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from support.commands import Run
from support.places import ROOT

Check = Callable[..., tuple[int, str, str]]


@cache
def _solved(preset: str) -> dict[str, Any]:
    return ilpuzzles.solve("lonpos", preset).to_json()


@pytest.fixture
def answer() -> dict[str, Any]:
    """What `ilpuzzles lonpos --preset 8pieces --json` prints."""
    return copy.deepcopy(_solved("8pieces"))


@pytest.fixture
def solution(answer: dict[str, Any]) -> dict[str, Any]:
    """The solution in it."""
    found: dict[str, Any] = answer["solutions"][0]
    return found


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Runs `ilpuzzles check lonpos sol.json` with some data in the file."""
    monkeypatch.chdir(tmp_path)

    def run(data: Any, *options: str) -> tuple[int, str, str]:
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        Path("sol.json").write_bytes(content)
        code = main(["check", "lonpos", "sol.json", *options])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_an_answer_is_checked_against_its_preset(check: Check, answer: dict[str, Any]) -> None:
    said = "1 of 1 accepted, checked against preset 8pieces of lonpos\n"
    assert check(answer) == (0, "accepted\n", said)
    answer["preset"] = None
    said = "1 of 1 accepted, checked against lonpos itself, with nothing given\n"
    assert check(answer) == (0, "accepted\n", said)
    answer["preset"] = "no longer there"
    assert check(answer) == (0, "accepted\n", said)
    assert check(answer, "--preset", "empty")[2].endswith("preset empty of lonpos\n")


def test_rows_and_tiles_alone_are_enough(check: Check, solution: dict[str, Any]) -> None:
    said = "1 of 1 accepted, checked against preset 8pieces of lonpos\n"
    for one in (solution, {"rows": solution["rows"]}, {"tiles": solution["tiles"]}):
        for data in (one, [one], {"solutions": [one]}, one | {"rows": one.get("rows")}):
            assert check(data, "--preset", "8pieces") == (0, "accepted\n", said)


def test_a_position_of_ones_own(check: Check, solution: dict[str, Any], tmp_path: Path) -> None:
    rows = [["."] * 11 for _ in range(5)]
    for row, column in solution["tiles"][9]["atoms"]:
        rows[row][column] = "J"
    board = "\n".join("  " + "".join(row) for row in rows)
    (tmp_path / "my.yaml").write_text(f"puzzle: lonpos\nboard: |\n{board}\n")
    assert check(solution, "--instance", "my.yaml") == (
        0, "accepted\n", "1 of 1 accepted, checked against my.yaml\n",
    )  # fmt: skip
    both = check(solution, "--instance", "my.yaml", "--preset", "empty")
    assert both[:2] == (2, "")
    assert both[2] == "--preset with --instance; leave one of them out\n"


def test_violations_are_a_line_each(check: Check, solution: dict[str, Any]) -> None:
    one, other = solution["tiles"][0], solution["tiles"][2]
    wrong = {"tiles": [one, one, *solution["tiles"][1:]]}
    twice = [f"({row}, {column}) is covered 2 times" for row, column in one["atoms"]]
    assert check(wrong) == (
        6,
        "".join(
            f"solution 1: {line}\n"
            for line in ["tile once: tile A is used 2 times"]
            + [f"cell once: {line}" for line in twice]
        ),
        "0 of 1 accepted, checked against lonpos itself, with nothing given\n",
    )
    one["tile"], other["tile"] = other["tile"], one["tile"]
    del solution["rows"]
    code, out, _ = check(solution, "--preset", "8pieces")
    assert (code, out.splitlines()[:2]) == (
        6, [f"solution 1: shape: the cells of tile {name} do not have its shape" for name in "AC"],
    )  # fmt: skip


def test_several_solutions_are_numbered(check: Check, solution: dict[str, Any]) -> None:
    mirrored = {"rows": [row[::-1] for row in solution["rows"]]}
    dots = {"rows": ["." * 11] * 5}
    assert check([solution, mirrored]) == (
        0,
        "solution 1 of 2: accepted\nsolution 2 of 2: accepted\n",
        "2 of 2 accepted, checked against lonpos itself, with nothing given\n",
    )
    again = {"tiles": [
        {"tile": entry["tile"], "atoms": entry["atoms"][::-1]}
        for entry in reversed(solution["tiles"])
    ]}  # fmt: skip
    code, out, _ = check([solution, mirrored, again, dots])
    assert (code, out.splitlines()[:4]) == (
        6,
        [
            "solution 1 of 4: accepted",
            "solution 2 of 4: accepted",
            "solution 3: repeats solution 1",
            "solution 4: tile once: tile A is used 0 times",
        ],
    )
    code, out, _ = check([solution, mirrored, again, dots], "--json", "--quiet")
    data = json.loads(out)
    assert list(data) == ["puzzle", "preset", "accepted", "count", "duplicates", "solutions"]
    solutions = data.pop("solutions")
    assert (code, data) == (
        6,
        {"puzzle": "lonpos", "preset": None, "accepted": False, "count": 4, "duplicates": 1},
    )
    assert solutions[0] == {"accepted": True, "repeats": None, "violations": []}
    assert solutions[2] == {"accepted": False, "repeats": 1, "violations": []}
    assert solutions[3]["violations"][0] == {
        "rule": "tile once", "what": "tile A is used 0 times",
    }  # fmt: skip


def test_quiet_says_it_by_its_exit_code(check: Check, solution: dict[str, Any]) -> None:
    assert check(solution, "--quiet") == (0, "", "")
    assert check({"tiles": []}, "--quiet") == (6, "", "")
    assert check({"tiles": 5}, "--quiet")[:2] == (2, "")


DRAWINGS: list[tuple[str, Callable[[list[str]], object], str]] = [
    ("another letter", lambda rows: rows.__setitem__(0, "Z" + rows[0][1:]),
     "drawing: (0, 0) shows Z instead of B"),
    ("a row too short", lambda rows: rows.__setitem__(4, rows[4][:-1]),
     "drawing: (4, 10) shows nothing instead of D"),
    ("a row too many", lambda rows: rows.append("A"),
     "drawing: (5, 0) shows A instead of #"),
    ("a column too many", lambda rows: rows.__setitem__(1, rows[1] + " "),
     "drawing: (1, 11) shows ' ' instead of #"),
    ("no cell at all", lambda rows: rows.__setitem__(2, "###" + rows[2][3:]),
     "drawing: (2, 0) shows # instead of G"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "line"), [case[1:] for case in DRAWINGS])
def test_the_drawing_has_to_agree(
    change: Callable[[list[str]], object], line: str, check: Check, solution: dict[str, Any]
) -> None:
    change(solution["rows"])
    code, out, _ = check(solution)
    assert code == 6
    assert out.splitlines()[0] == f"solution 1: {line}"
    assert check({"rows": solution["rows"]})[0] == 6


def test_strange_letters_and_names_are_unknown_tiles(check: Check) -> None:
    rows = {"rows": ["Z\x1b\ud800", "\n  "]}
    code, out, _ = check(rows)
    assert code == 6
    assert out.splitlines()[:5] == [
        f"solution 1: known tile: there is no tile {name}"
        for name in ["'\\n'", "'\\x1b'", "' '", "Z", "'\\ud800'"]
    ]
    code, out, _ = check({"tiles": [{"tile": "all good\naccepted", "atoms": [[9, 9]]}]})
    assert code == 6
    assert out.startswith("solution 1: known tile: there is no tile 'all good\\naccepted'\n")
    assert "solution 1: inside: tile 'all good\\naccepted' covers (9, 9), which" in out


def test_violations_without_end_are_not_kept(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.workbench.check_files.MAX_VIOLATIONS", 70)
    code, out, _ = check([{"tiles": []}, {"rows": []}, {"rows": ["."]}])
    lines = out.splitlines()
    assert (code, len(lines)) == (6, 67 + 1 + 2 + 2 + 2 + 1)


def test_standard_input(
    run: Run,
    answer: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(json.dumps(answer).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["check", "lonpos", "-"]) == 0
    assert capsys.readouterr().out == "accepted\n"
    (tmp_path / "sol.json").write_text(json.dumps(answer))
    done = run("check", "lonpos", "sol.json", "--library", str(ROOT))
    assert (done.returncode, done.stdout) == (0, "accepted\n")


def test_all_of_it_in_python(answer: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "sol.json"
    path.write_text(json.dumps(answer))
    checked = ilpuzzles.check_file("lonpos", path)
    assert checked
    assert (checked.accepted, checked.preset, checked.text()) == (True, "8pieces", "accepted")
    assert not ilpuzzles.check_solutions("lonpos", {"tiles": []}, "8pieces")
    with pytest.raises(
        InputError, match=r"^the data: tiles\[0\]\.atoms\[0\]: a number with too many"
    ):
        ilpuzzles.check_solutions("lonpos", {"tiles": [{"tile": "A", "atoms": [[10**5000, 1]]}]})
