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
from ilpuzzles.errors import InputError
from support.commands import Call
from support.places import ROOT

NOTHING_GIVEN = "checked against lonpos itself, with nothing given\n"


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
def check(tmp_path: Path, call: Call) -> Call:
    """Runs `ilpuzzles check lonpos sol.json` with some data in the file."""

    def start(data: Any, *options: str) -> tuple[int, str, str]:
        (tmp_path / "sol.json").write_text(json.dumps(data))
        return call("check", "lonpos", "sol.json", *options)

    return start


def test_an_answer_is_checked_against_its_preset(check: Call, answer: dict[str, Any]) -> None:
    said = "1 of 1 accepted, checked against preset 8pieces of lonpos\n"
    assert check(answer) == (0, "accepted\n", said)
    for none in (None, "no longer there"):
        answer["preset"] = none
        assert check(answer) == (0, "accepted\n", f"1 of 1 accepted, {NOTHING_GIVEN}")
    assert check(answer, "--preset", "empty")[2].endswith("preset empty of lonpos\n")
    assert check(answer, "--library", str(ROOT))[:2] == (0, "accepted\n")
    _, said, _ = check(answer, "--equivalents")
    assert said.startswith("accepted\nsolution 1 has 4 equivalents:\n")


def test_rows_and_tiles_alone_are_enough(check: Call, solution: dict[str, Any]) -> None:
    said = "1 of 1 accepted, checked against preset 8pieces of lonpos\n"
    for one in (solution, {"rows": solution["rows"]}, {"tiles": solution["tiles"]}):
        for data in (one, [one], {"solutions": [one]}, one | {"rows": one.get("rows")}):
            assert check(data, "--preset", "8pieces") == (0, "accepted\n", said)


def test_a_position_of_ones_own(check: Call, solution: dict[str, Any], tmp_path: Path) -> None:
    rows = [["."] * 11 for _ in range(5)]
    for row, column in solution["tiles"][9]["atoms"]:
        rows[row][column] = "J"
    (tmp_path / "my.txt").write_text("\n".join(map("".join, rows)))
    said = "1 of 1 accepted, checked against my.txt\n"
    assert check(solution, "--instance", "my.txt") == (0, "accepted\n", said)


def test_violations_are_a_line_each(check: Call, solution: dict[str, Any]) -> None:
    one, other = solution["tiles"][0], solution["tiles"][2]
    twice = [f"({row}, {column}) is covered 2 times" for row, column in one["atoms"]]
    lines = ["tile once: tile A is used 2 times", *(f"cell once: {line}" for line in twice)]
    assert check({"tiles": [one, one, *solution["tiles"][1:]]}) == (
        6,
        "".join(f"solution 1: {line}\n" for line in lines),
        f"0 of 1 accepted, {NOTHING_GIVEN}",
    )
    one["tile"], other["tile"] = other["tile"], one["tile"]
    del solution["rows"]
    code, said, _ = check(solution, "--preset", "8pieces")
    shapes = [f"solution 1: shape: the cells of tile {n} do not have its shape" for n in "AC"]
    assert (code, said.splitlines()[:2]) == (6, shapes)


def test_several_solutions_are_numbered(check: Call, solution: dict[str, Any]) -> None:
    mirrored = {"rows": [row[::-1] for row in solution["rows"]]}
    assert check([solution, mirrored]) == (
        0,
        "solution 1 of 2: accepted\nsolution 2 of 2: accepted\n",
        f"2 of 2 accepted, {NOTHING_GIVEN}",
    )
    tiles = reversed(solution["tiles"])
    again = [{"tile": one["tile"], "atoms": one["atoms"][::-1]} for one in tiles]
    several = [solution, mirrored, {"tiles": again}, {"rows": ["." * 11] * 5}]
    code, said, _ = check(several)
    assert code == 6
    assert said.splitlines()[:4] == [
        "solution 1 of 4: accepted",
        "solution 2 of 4: accepted",
        "solution 3: repeats solution 1",
        "solution 4: tile once: tile A is used 0 times",
    ]
    code, said, noted = check(several, "--json", "--quiet")
    data = json.loads(said)
    assert list(data) == ["puzzle", "preset", "accepted", "count", "duplicates", "solutions"]
    assert (code, noted, *[*data.values()][:-1]) == (6, "", "lonpos", None, False, 4, 1)
    assert data["solutions"][0] == {"accepted": True, "repeats": None, "violations": []}
    assert data["solutions"][2] == {"accepted": False, "repeats": 1, "violations": []}
    missing = {"rule": "tile once", "what": "tile A is used 0 times"}
    assert data["solutions"][3]["violations"][0] == missing


def test_quiet_says_it_by_its_exit_code(check: Call, solution: dict[str, Any]) -> None:
    assert check(solution, "--quiet") == (0, "", "")
    assert check({"tiles": []}, "--quiet") == (6, "", "")
    assert check({"tiles": 5}, "--quiet")[:2] == (2, "")


DRAWINGS: dict[str, Callable[[list[str]], object]] = {
    "(0, 0) shows Z instead of B": lambda rows: rows.__setitem__(0, "Z" + rows[0][1:]),
    "(4, 10) shows nothing instead of D": lambda rows: rows.__setitem__(4, rows[4][:-1]),
    "(5, 0) shows A instead of #": lambda rows: rows.append("A"),
    "(1, 11) shows ' ' instead of #": lambda rows: rows.__setitem__(1, rows[1] + " "),
    "(2, 0) shows # instead of G": lambda rows: rows.__setitem__(2, "###" + rows[2][3:]),
}


@pytest.mark.parametrize("line", DRAWINGS)
def test_the_drawing_has_to_agree(line: str, check: Call, solution: dict[str, Any]) -> None:
    DRAWINGS[line](solution["rows"])
    code, said, _ = check(solution)
    assert (code, said.splitlines()[0]) == (6, f"solution 1: drawing: {line}")
    assert check({"rows": solution["rows"]})[0] == 6


def test_strange_letters_and_names_are_unknown_tiles(check: Call) -> None:
    code, said, _ = check({"rows": ["Z\x1b\ud800", "\n  "]})
    assert code == 6
    assert said.splitlines()[:5] == [
        f"solution 1: known tile: there is no tile {name}"
        for name in ["'\\n'", "'\\x1b'", "' '", "Z", "'\\ud800'"]
    ]
    code, said, _ = check({"tiles": [{"tile": "all good\naccepted", "atoms": [[9, 9]]}]})
    assert code == 6
    assert said.startswith("solution 1: known tile: there is no tile 'all good\\naccepted'\n")
    assert "solution 1: inside: tile 'all good\\naccepted' covers (9, 9), which" in said


def test_violations_without_end_are_not_kept(check: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.workbench.check_files.MAX_VIOLATIONS", 70)
    code, said, _ = check([{"tiles": []}, {"rows": []}, {"rows": ["."]}])
    assert (code, len(said.splitlines())) == (6, 67 + 1 + 2 + 2 + 2 + 1)


def test_standard_input(
    call: Call, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(json.dumps(answer).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert call("check lonpos -")[:2] == (0, "accepted\n")


def test_all_of_it_in_python(answer: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "sol.json"
    path.write_text(json.dumps(answer))
    checked = ilpuzzles.check_file("lonpos", path)
    assert checked
    assert (checked.accepted, checked.preset, checked.text()) == (True, "8pieces", "accepted")
    assert not ilpuzzles.check_solutions("lonpos", {"tiles": []}, "8pieces")
    far = {"tiles": [{"tile": "A", "atoms": [[10**5000, 1]]}]}
    too_many = r"^the data: tiles\[0\]\.atoms\[0\]: a number with too many"
    with pytest.raises(InputError, match=too_many):
        ilpuzzles.check_solutions("lonpos", far)
