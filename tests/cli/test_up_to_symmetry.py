"""Solutions up to symmetry on the command line, and what symmetries make of a solution."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from ilpuzzles.geometry.symmetry import symmetries
from ilpuzzles.modelling.model import Model
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance
from ilpuzzles.workbench.check_files import check_solutions
from ilpuzzles.workbench.loading import load

EXAMPLE = ["QQUUULLLLY00", "QQU2UL2YYYYQ"]
Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    """Runs a command with `--json` and reads what it prints."""

    def run(*arguments: str, code: int = 0) -> dict[str, Any]:
        assert main([*arguments, "--json"]) == code
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        return data

    return run


@cache
def tower() -> list[dict[str, Any]]:
    """All solutions of the tower of two rows."""
    found: list[dict[str, Any]] = ilpuzzles.experiment("tower").solutions().to_json()["solutions"]
    return found


def as_text(solution: dict[str, Any]) -> str:
    """What equal solutions have in common."""
    return json.dumps(solution, sort_keys=True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_tower_has_23_different_solutions(workers: str, asked: Asked) -> None:
    data = asked("tower", "--count", "--up-to-symmetry", "--workers", workers)
    assert (data["preset"], data["count"], data["count_up_to_symmetry"], data["complete"]) == (
        "height-2", 552, 23, True,
    )  # fmt: skip
    assert data["solutions"] == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_breaking_leaves_one_of_all_equivalents(workers: str, asked: Asked) -> None:
    data = asked("tower", "--count", "--break-symmetry", "auto", "--workers", workers)
    assert (data["count"], data["count_up_to_symmetry"], data["complete"]) == (23, None, True)
    assert data["symmetry_breaking"]["exact"] is True
    assert "one of all equivalent solutions is left" in data["symmetry_breaking"]["text"]
    both = asked("tower", "--count", "--break-symmetry", "auto", "--up-to-symmetry")
    assert (both["count"], both["count_up_to_symmetry"]) == (23, 23)


def test_nothing_is_said_about_symmetry_unless_asked(asked: Asked) -> None:
    for question in ([], ["--count"], ["--unique"], ["--forced"], ["--limit", "2"]):
        data = asked("tower", *question)
        assert data["count_up_to_symmetry"] is data["symmetry_breaking"] is None
    assert asked("tower", "--count")["count"] == 552


def test_one_of_each_is_listed(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    data = asked("tower", "--all", "--up-to-symmetry")
    assert (data["count"], data["count_up_to_symmetry"], len(data["solutions"])) == (552, 23, 23)
    again = asked("tower", "--up-to-symmetry", "--workers", "2")
    assert (again["count"], len(again["solutions"])) == (552, 23)
    # No two of them are equivalent, and their equivalents are all there are.
    checked = check_solutions("tower", data["solutions"], equivalents=True)
    assert checked.accepted
    reached = [as_text(one) for each in checked.solutions for one in each.equivalents]
    assert sorted(reached) == sorted(map(as_text, tower()))
    # Pictures come one by one.
    assert main(["tower", "--all", "--up-to-symmetry"]) == 0
    assert capsys.readouterr().out.count("  ring (") == 2 * 23


def test_a_limit_counts_what_is_different(asked: Asked) -> None:
    for question in ("--all", "--count"):
        data = asked("tower", question, "--up-to-symmetry", "--limit", "5")
        assert (data["count_up_to_symmetry"], data["limit"]) == (5, "solutions")
        assert not data["complete"]
        assert data["count"] >= 5
    listed = asked("tower", "--up-to-symmetry", "--limit", "5")
    assert len(listed["solutions"]) == 5
    enough = asked("tower", "--up-to-symmetry", "--limit", "24")
    assert (enough["count_up_to_symmetry"], enough["complete"]) == (23, True)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--up-to-symmetry", "--unique"], "--up-to-symmetry with --unique; leave one of them out"),
        (["--up-to-symmetry", "--forced"], "--up-to-symmetry with --forced; leave one of them out"),
        (["--up-to-symmetry", "--limit", "0"], "the number of solutions must be 1 or more, got 0"),
        (
            ["--up-to-symmetry", "--count", "--without", "number of tiles"],
            "solutions up to symmetry of a model without some of its groups; ask for all solutions",
        ),
        (["--break-symmetry", "Z"], (
            "unknown tile 'Z'; known: 0, 1, 2, 3, 4, F, I, L, N, Q, S, T, U, W, Y, auto, off")),
        (["--break-symmetry", "aut"], "unknown tile 'aut'; did you mean 'auto'?"),
        (["--break-symmetry", "I"], (
            "tile I cannot break symmetries: it may be left out; "
            "name a tile that is used exactly once, or say auto")),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["tower", *arguments])
    assert (code, *capsys.readouterr()) == (2, "", line + "\n")


def test_nothing_is_known_about_puzzles_of_ones_own() -> None:
    model = Model("coins")
    model.binary("coin", 2)
    own = ilpuzzles.own_puzzle(model)
    for ask in (own.count, own.solutions):
        with pytest.raises(InputError, match="ilpuzzles knows no symmetries of coins"):
            ask(up_to_symmetry=True)
    assert own.count().count == 4


def test_a_ledger_counts_all_solutions(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a count up to symmetry takes no ledger"):
        ilpuzzles.experiment("tower").count(up_to_symmetry=True, ledger=tmp_path / "a.ledger")


def test_the_example_has_24_equivalents(
    asked: Asked,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (solution,) = [one for one in tower() if one["rows"] == EXAMPLE]
    Path("sol.json").write_text(json.dumps(solution))
    data = asked("check", "tower", "sol.json", "--equivalents")
    (checked,) = data["solutions"]
    equivalents = checked["equivalents"]
    assert (checked["accepted"], len(equivalents)) == (True, 24)
    assert equivalents[0] == solution
    assert len({as_text(one) for one in equivalents}) == 24
    assert {as_text(one) for one in equivalents} <= {as_text(one) for one in tower()}
    assert check_solutions("tower", equivalents).accepted
    # Without the option there is no such key, and in text they are drawn.
    assert "equivalents" not in asked("check", "tower", "sol.json")["solutions"][0]
    assert main(["check", "tower", "sol.json", "--equivalents"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["accepted", "solution 1 has 24 equivalents:"]
    assert sum("  ring (" in line for line in lines) == 2 * 24


def test_the_printed_rows_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sol.json"
    path.write_text(json.dumps({"rows": EXAMPLE}))
    assert main(["check", "tower", str(path)]) == 0
    assert capsys.readouterr().out == "accepted\n"
    path.write_text(json.dumps({"rows": EXAMPLE[::-1]}))
    # Turned upside down, it is mirrored, too, unless the columns run backwards.
    assert main(["check", "tower", str(path), "--equivalents"]) == 6
    assert "equivalents" not in capsys.readouterr().out
    path.write_text(json.dumps({"rows": [row[::-1] for row in reversed(EXAMPLE)]}))
    assert main(["check", "tower", str(path)]) == 0


def by_rotations(instance: TilingInstance, listed: list[Any]) -> int:
    """How many solutions there are of which no rotation makes another one."""
    matrices, images = symmetries(instance.region)
    turning = np.linalg.det(instance.region.lattice.point_group[matrices]) > 0
    number = {tuple(point): n for n, point in enumerate(instance.region.points.tolist())}
    tilings = {
        frozenset(frozenset(number[point] for point in placed.points) for placed in one.tiles)
        for one in listed
    }
    count = 0
    while tilings:
        tiling = next(iter(tilings))
        turned = {
            frozenset(frozenset(image[list(part)].tolist()) for part in tiling)
            for image in images[turning]
        }
        assert turned <= tilings
        tilings -= turned
        count += 1
    return count


def test_the_cube_has_111_solutions_and_222_without_mirrors() -> None:
    cube = ilpuzzles.experiment("cube")
    listed: list[Any] = []
    answer = cube.solutions(each=listed.append)
    assert answer.count == len(listed) == 5328
    instance = load("cube").instance
    assert isinstance(instance, TilingInstance)
    assert by_rotations(instance, listed) == 222
    symmetry = cube.subject.symmetries()
    assert len({symmetry.orbit(one)[0] for one in listed}) == 111


def test_breaking_leaves_questions_unanswered_that_are_about_all_solutions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = ("dominoes", "--preset", "4x4", "--break-symmetry", "auto")
    for question in (["--unique"], ["--forced"], ["--count", "--up-to-symmetry", "rotations"]):
        assert main([*board, *question]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.endswith("leave one of them out")
    # Mirror images apart, there are more; breaking does not change what is counted up to all.
    assert main(["dominoes", "--preset", "4x4", "--count", "--up-to-symmetry", "rotations"]) == 0
    assert main([*board, "--count", "--up-to-symmetry"]) == 0
    assert capsys.readouterr().out == "12\n9\n"


def test_an_answer_is_checked_against_the_parameters_it_was_found_with(
    asked: Asked, tmp_path: Path
) -> None:
    file = tmp_path / "three.yaml"
    file.write_text("puzzle: tower\nparameters: {height: 3}\ngivens: [0.1@1.1]\n")
    answer = asked("tower", "--file", str(file))
    assert (answer["preset"], answer["parameters"]) == (None, {"height": 3})
    checked = check_solutions("tower", answer)
    assert checked.accepted
    assert checked.against == "tower itself, with nothing given"
    with pytest.raises(InputError, match="parameters: 3 is not an object"):
        check_solutions("tower", answer | {"parameters": 3})
    with pytest.raises(InputError, match="unknown parameter 'width'"):
        check_solutions("tower", answer | {"parameters": {"width": 3}})


def test_an_answer_about_a_region_of_ones_own_needs_its_file(asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    box = "region: {rows: 7, columns: 4}\n"
    for puzzle, advice in [
        ("dominoes", "no position of dominoes is named; give a preset"),
        (
            "tetrahexes",
            r"the file does not say which instance .*; add --preset NAME, --instance FILE .*URL",
        ),
    ]:
        file.write_text(f"puzzle: {puzzle}\n{box}")
        answer = asked(puzzle, "--file", str(file))
        with pytest.raises(InputError, match=advice):
            check_solutions(puzzle, answer)
        assert check_solutions(puzzle, answer, instance=file).accepted


def test_a_colouring_does_not_change_what_is_equivalent(asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "corner.yaml"
    file.write_text(
        "puzzle: dominoes\nregion: {rows: 4, columns: 4}\n"
        "conditions:\n  odd:\n    colouring: |\n      1...\n      ....\n      ....\n      ....\n"
    )
    found = asked("dominoes", "--file", str(file), "--count", "--up-to-symmetry")
    assert (found["count"], found["count_up_to_symmetry"]) == (36, 9)
