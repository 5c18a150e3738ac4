"""`ilpuzzles check`: what it accepts, what it says about the rest, and its exit codes."""

from __future__ import annotations

import copy
import io
import json
import re
import xml.etree.ElementTree as ET
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

TWICE = """\
solution 1: tile once: tile A is used 2 times
solution 1: cell once: row 1, column 6 is covered 2 times
solution 1: cell once: row 1, column 7 is covered 2 times
solution 1: cell once: row 1, column 8 is covered 2 times
solution 1: cell once: row 2, column 6 is covered 2 times
"""
"""What is wrong with the solution of 8pieces if tile A lies there twice."""

DRAWN_TWICE = """\
┌───────────┬───────┬───────────┬───────────┐
│ B   B   B │ C   C │[*] [*] [*]│ E   E   E │
│       ┌───┴───┐   │   ┌───┬───┘   ┌───┬───┤
│ B   B │ F   F │ C │[*]│ L │ E   E │ H │ D │
├───────┴───┐   │   ├───┘   └───┬───┘   │   │
│ G   G   G │ F │ C │ L   L   L │ H   H │ D │
├───────┐   ├───┤   ├───┐   ┌───┘   ┌───┘   │
│ K   K │ G │ I │ C │ I │ L │ H   H │ D   D │
│       │   │   └───┘   ├───┴───────┴───┐   │
│ K   K │ G │ I   I   I │ J   J   J   J │ D │
└───────┴───┴───────────┴───────────────┴───┘
placed: A (2 copies) B C D E F G H I J K L
"""
"""The same, drawn, with marks where cells are covered twice."""


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
    assert check({"tiles": [one, one, *solution["tiles"][1:]]}) == (
        6,
        TWICE + DRAWN_TWICE,
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
    missing = {"rule": "tile once", "what": "tile A is used 0 times", "at": []}
    assert data["solutions"][3]["violations"][0] == missing


def test_data_say_where_rules_are_broken(check: Call, solution: dict[str, Any]) -> None:
    one = solution["tiles"][0]
    code, said, _ = check({"tiles": [one, *solution["tiles"]]}, "--json")
    (found,) = json.loads(said)["solutions"]
    assert code == 6
    assert found["violations"] == [
        {"rule": "tile once", "what": "tile A is used 2 times", "at": []},
        *(
            {
                "rule": "cell once",
                "what": f"{name} is covered 2 times",
                "at": [{"place": name, "cell": cell}],
            }
            for name, cell in (
                ("row 1, column 6", [1, 6]),
                ("row 1, column 7", [1, 7]),
                ("row 1, column 8", [1, 8]),
                ("row 2, column 6", [2, 6]),
            )
        ),
    ]


def test_the_first_rejected_solution_is_drawn_below_the_lines(
    check: Call, solution: dict[str, Any]
) -> None:
    """Of several ones, it is the first that breaks rules; one that repeats another breaks none."""
    wrong = {"tiles": [solution["tiles"][0], *solution["tiles"]]}
    code, said, _ = check([solution, solution, wrong, {"tiles": []}])
    assert code == 6
    lines, drawn, rest = said.partition(DRAWN_TWICE)
    assert (drawn, rest) == (DRAWN_TWICE, "")
    assert lines.startswith(
        "solution 1 of 4: accepted\nsolution 2: repeats solution 1\n"
        + TWICE.replace("solution 1", "solution 3")
        + "solution 4: tile once: tile A is used 0 times\n"
    )
    *violations, caption = lines.splitlines()
    assert all(line.startswith("solution ") for line in violations)
    assert caption == "the first of them, solution 3:"
    # Nothing is drawn of what is right, nor with --quiet, nor beside data.
    assert check([solution, solution])[1].splitlines()[1:] == ["solution 2: repeats solution 1"]
    assert check(wrong, "--quiet") == (6, "", "")
    assert json.loads(check(wrong, "--json")[1])["accepted"] is False


def test_pictures_of_tilings_mark_the_cells_that_break_rules(
    check: Call, solution: dict[str, Any], tmp_path: Path
) -> None:
    wrong = {"tiles": [solution["tiles"][0], *solution["tiles"]]}
    assert check(wrong, "--svg", "wrong.svg")[0] == 6
    marked = _cells_in_loops(tmp_path / "wrong.svg")
    assert marked == {(0, 5), (0, 6), (0, 7), (1, 5)}
    # Neighbours are marked by one line around all of them.
    left = {"tiles": solution["tiles"][:11]}
    assert check(left, "--json", "--svg", "left.svg")[0] == 6
    marked = _cells_in_loops(tmp_path / "left.svg")
    assert marked == {tuple(atom) for atom in solution["tiles"][11]["atoms"]}
    # Nothing is written of what is right.
    assert check(solution, "--svg", "right.svg")[0] == 0
    assert not (tmp_path / "right.svg").exists()


def _marks(picture: Path) -> list[ET.Element]:
    """The elements of a picture that are marks."""
    elements = ET.fromstring(picture.read_text(encoding="utf-8")).iter()  # noqa: S314 - it is our own
    return [element for element in elements if element.get("class") == "m"]


def _cells_in_loops(picture: Path) -> set[tuple[int, int]]:
    """The cells of 5 rows and 11 columns that the marks of a picture go around."""
    paths = [mark.get("d", "") for mark in _marks(picture)]
    loops = [loop for path in paths for loop in re.findall("M[^Z]*Z", path)]
    polygons = []
    for loop in loops:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", loop)]
        polygons.append([*zip(numbers[::2], numbers[1::2], strict=True)])
    cells = ((row, column) for row in range(5) for column in range(11))
    return {
        (row, column)
        for row, column in cells
        if sum(_is_inside(44 * column, 44 * row, polygon) for polygon in polygons) % 2
    }


def _is_inside(x: float, y: float, polygon: list[tuple[float, float]]) -> bool:
    """Whether a ray to the right crosses the sides of a polygon an odd number of times."""
    crossed = 0
    for (a, b), (c, d) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (b > y) != (d > y):
            crossed += x < a + (y - b) * (c - a) / (d - b)
    return crossed % 2 == 1


def test_pictures_of_genres_mark_the_cells_that_break_rules(call: Call, tmp_path: Path) -> None:
    """Of a row in which two numbers stand twice, the cells of both are marked."""
    rows = ["1 2 1 2", "3 4 4 3", "2 1 3 4", "4 3 2 1"]
    (tmp_path / "sol.json").write_text(json.dumps({"rows": rows}))
    options = ("--board", "----/----/----/----", "--svg", "wrong.svg")
    code, said, _ = call("check", "sudoku", "sol.json", *options)
    assert (code, said.splitlines()[:5]) == (
        6,
        [
            "solution 1: repeats: row 1 has the digit 1 more than once",
            "solution 1: repeats: row 1 has the digit 2 more than once",
            "solution 1: repeats: row 2 has the digit 3 more than once",
            "solution 1: repeats: row 2 has the digit 4 more than once",
            "┌───────┬───────┐",
        ],
    )
    boxes = _marks(tmp_path / "wrong.svg")
    marked = [tuple(int((float(box.get(at, "")) - 2) // 36) for at in ("y", "x")) for box in boxes]
    assert sorted(marked) == [(row, column) for row in (0, 1) for column in range(4)]


def test_cells_and_corners_of_the_same_numbers_are_told_apart(call: Call, tmp_path: Path) -> None:
    """Gokigen has clues at corners: the loop around one marks cells, and a clue its corner."""
    rows = ["/ \\", "\\ /"]
    (tmp_path / "sol.json").write_text(json.dumps({"rows": rows}))
    board, corner = "---/-1-/---", "the lower right corner of row 1, column 1"
    code, said, _ = call("check", "gokigen", "sol.json", "--board", board, "--svg", "wrong.svg")
    assert (code, said.splitlines()[:2]) == (
        6,
        [
            "solution 1: loop: the diagonals at row 1, column 1 make a loop",
            f"solution 1: diagonal count: {corner} has 0 diagonals instead of 1",
        ],
    )
    marks = _marks(tmp_path / "wrong.svg")
    assert [mark.tag.rpartition("}")[2] for mark in marks] == ["rect"] * 4 + ["circle"]


def test_a_picture_of_what_is_accepted_is_not_written(call: Call, tmp_path: Path) -> None:
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    (tmp_path / "sol.json").write_text(json.dumps({"rows": rows}))
    options = ("--board", "----/----/----/----", "--svg", "none.svg")
    code, said, noted = call("check", "sudoku", "sol.json", *options)
    assert (code, said) == (0, "accepted\n")
    assert "none.svg: not written, since no solution breaks a rule" in noted
    assert not (tmp_path / "none.svg").exists()


def test_quiet_says_it_by_its_exit_code(check: Call, solution: dict[str, Any]) -> None:
    assert check(solution, "--quiet") == (0, "", "")
    assert check({"tiles": []}, "--quiet") == (6, "", "")
    assert check({"tiles": 5}, "--quiet")[:2] == (2, "")


DRAWINGS: dict[str, Callable[[list[str]], object]] = {
    "row 1, column 1 shows Z instead of B": lambda rows: rows.__setitem__(0, "Z" + rows[0][1:]),
    "row 5, column 11 shows nothing instead of D": lambda rows: rows.__setitem__(4, rows[4][:-1]),
    "row 6, column 1 shows A instead of #": lambda rows: rows.append("A"),
    "row 2, column 12 shows ' ' instead of #": lambda rows: rows.__setitem__(1, rows[1] + " "),
    "row 3, column 1 shows # instead of G": lambda rows: rows.__setitem__(2, "###" + rows[2][3:]),
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
    assert "solution 1: inside: tile 'all good\\naccepted' covers row 10, column 10, which" in said


def test_violations_without_end_are_not_kept(check: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.experiments.check_files.MAX_VIOLATIONS", 70)
    code, said, _ = check([{"tiles": []}, {"rows": []}, {"rows": ["."]}])
    lines = said.splitlines()
    violations = [line for line in lines if line.startswith("solution ")]
    assert (code, len(violations)) == (6, 67 + 1 + 2 + 2 + 2 + 1)
    # Below them the first solution is drawn: five rows of cells, between six lines.
    assert lines[: len(violations)] == violations
    assert lines[len(violations)] == "the first of them, solution 1:"
    assert len(lines) == len(violations) + 1 + 5 + 6


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
