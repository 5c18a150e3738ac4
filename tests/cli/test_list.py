"""`ilpuzzles list`: groups, a line for each puzzle, searches, and the names that people know."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.cli.commands import command_names
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.reading.library import Library
from support.commands import Asked, Call

LIBRARY = Library.standard()


def listed(text: str) -> dict[str, list[str]]:
    """The puzzles of a list, by their groups."""
    groups: dict[str, list[str]] = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            groups[line] = []
        elif not line.startswith("    "):
            groups[[*groups][-1]].append(line.split()[0])
    return groups


def test_every_puzzle_has_one_line_in_a_group_that_others_are_in_too(call: Call) -> None:
    code, said, noted = call("list")
    groups = listed(said)
    assert (code, noted) == (0, "")
    names = [name for group in groups.values() for name in group]
    assert sorted(names) == list(LIBRARY.puzzles())
    assert "Others" not in groups
    assert min(map(len, groups.values())) > 1
    assert all(group == sorted(group) for group in groups.values())
    # Every line says what the puzzle is about, and the same as the page of its file.
    for line in said.splitlines():
        if line.startswith("  "):
            assert len(line) > 60


def test_json_keeps_what_it_had(asked: Asked) -> None:
    for entry in asked("list")["puzzles"]:
        name = entry["puzzle"]
        assert entry["presets"] == list(LIBRARY.presets(name))
        assert entry["other_names"] == LIBRARY.other_names(name)
        assert entry["title"] == LIBRARY.title(name)
        assert entry["about"] == load(name, entry["presets"][0]).about
        assert entry["group"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("sudoku", {"sudoku", "killer-sudoku"}),
        ("SUDOKU cage", {"killer-sudoku"}),
        ("kanoodle", {"lonpos", "pyramid"}),
        ("space", {"cube", "pyramid", "soma", "tower"}),
        ("tentai", {"galaxies"}),
        ("jigsaw", {"sudoku"}),
    ],
)
def test_a_list_is_searched(words: str, names: set[str], call: Call, asked: Asked) -> None:
    said = call(f"list {words}")[1]
    found = {name for group in listed(said).values() for name in group}
    assert found == names
    assert {one["puzzle"] for one in asked(f"list {words}")["puzzles"]} == names
    assert said.count("    presets: ") == len(names)


KNOWN = {
    "kanoodle": "lonpos",
    "tentai-show": "galaxies",
    "picross": "nonogram",
    "hanjie": "nonogram",
    "bridges": "hashi",
    "hashiwokakero": "hashi",
    "light-up": "akari",
    "slant": "gokigen",
    "takuzu": "binairo",
    "bimaru": "battleships",
    "calcudoku": "kenken",
    "puzzle-a-day": "calendar",
}


@pytest.mark.parametrize(("name", "puzzle"), KNOWN.items())
def test_names_that_people_know_lead_to_the_puzzle(name: str, puzzle: str) -> None:
    assert LIBRARY.called(name) == puzzle
    preset = LIBRARY.presets(puzzle)[0]
    assert load(name, preset).name == puzzle


def test_a_name_means_one_puzzle_and_no_command() -> None:
    others = [name for puzzle in LIBRARY.puzzles() for name in LIBRARY.other_names(puzzle)]
    assert len(others) == len(set(others))
    assert not {*others} & {*LIBRARY.puzzles(), *command_names()}


def test_a_mistyped_other_name_is_recognised(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("kanodle", "show kanodle", "help kanodle", "list kanodle"):
        assert main(command.split()) == 2
        assert "did you mean 'kanoodle'?" in capsys.readouterr().err, command


def test_an_unknown_name_shows_the_three_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["zzzzz"]) == 2
    said = capsys.readouterr().err
    nearest = said.split(": ")[1].split(";")[0].split(", ")
    assert len(nearest) == 3
    assert "'ilpuzzles list' shows all puzzles" in said


def test_other_names_that_are_no_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("'Mine.'\naliases = 'Big Name'\n")
    with pytest.raises(InputError, match="'aliases' has no names"):
        Library.standard(files=[path]).other_names("mine")


@pytest.mark.parametrize("value", ["3", "name", "[1, 2]", "['a', 1]", "{}"])
def test_a_python_file_may_use_these_names_for_something_else(value: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"'Mine.'\nname = {value}\ngroup = {value}\naliases = {value}\n")
    library = Library.standard(files=[path])
    assert library.group("mine") == ""
    assert library.other_names("mine") == []


def test_other_names_may_be_a_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("'Mine.'\naliases = ['own', 'my-own']\n")
    assert Library.standard(files=[path]).other_names("mine") == ["own", "my-own"]


def test_a_puzzle_of_ones_own_has_other_names_and_a_group(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "mine.py"
    path.write_text("'Mine. Not yours.'\nalias = 1\naliases = 'own my-own'\ngroup = 'At home'\n")
    code, said, _ = call(f"list my-own --puzzle {path}")
    assert (code, said.splitlines()[0]) == (0, "At home")
    assert said.splitlines()[1].endswith("(or own, my-own)")
