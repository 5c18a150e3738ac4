"""Parameters of puzzles, such as the height of the tower: on the command line and in Python."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.experiments.loading import load, load_bare, load_puzzle
from ilpuzzles.reading.library import Library, puzzle_parameters, shipped_folder

FIELD = """\
puzzle: field
family: tiling
title: Field
preset: two
parameters:
  {name}:
    about: rows of the field
    values: [1, 2, 3]
lattice: square
region:
  rows: ${name}
  columns: 2
tiles:
  D:
    count: any
    shape: |
      DD
"""


def library(folder: Path, name: str = "length", presets: str = "one two") -> Path:
    """A library with a field of one to three rows."""
    (folder / "models").mkdir()
    (folder / "models" / "field.yaml").write_text(FIELD.format(name=name))
    own = folder / "instances" / "field"
    own.mkdir(parents=True)
    for number, preset in enumerate(presets.split(), start=1):
        text = f"puzzle: field\nparameters:\n  {name}: {number}\n"
        (own / f"{preset}.yaml").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ("tower --height 3 --json", '"preset": "height-3"'),
        ("tower --json", '"preset": "height-2"'),
        ("show tower --height 3 --json", "[2, 11]"),
        ("show tower --height 3 --steps --json", '"preset": "height-3"'),
        ("explain tower --height 3 --json", '"preset": "height-3"'),
        ("whatif tower --height 3 --without starting* --json", ""),
        ("export --height 3 tower", "place_0_1_2_11"),
    ],
)
def test_every_command_knows_the_height(
    arguments: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.replace("starting*", "starting position") for word in arguments.split()]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "".join(shown.split()) in "".join(out.split())


def test_check_knows_the_height(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sol.json"
    answer = ilpuzzles.solve("tower", parameters={"height": 3}).to_json()
    path.write_text(json.dumps(answer))
    assert main(["check", "tower", str(path)]) == 0
    assert main(["check", "tower", str(path), "--height", "3"]) == 0
    assert "against preset height-3 of tower" in capsys.readouterr().err
    # Without its preset, it is a solution of another tower.
    (solution,) = answer["solutions"]
    path.write_text(json.dumps(solution))
    assert main(["check", "tower", str(path), "--quiet"]) == 6
    capsys.readouterr()
    assert main(["check", "tower", str(path), "--height", "3"]) == 0
    assert capsys.readouterr().err.endswith("checked against tower itself, with nothing given\n")
    assert main(["check", "tower", str(path), "--preset", "height-3", "--quiet"]) == 0


HEIGHTS = "tower has height 2, 3, 4, 5"
HEIGHT_2 = shipped_folder() / "instances" / "tower" / "height-2.yaml"

WRONG_WORDS = {
    "tower --height x": "--height: 'x' is not a whole number; see 'ilpuzzles tower --help'",
    "tower --height": "--height needs N after it; see 'ilpuzzles tower --help'",
    f"tower --height 1{'0' * 24}": f"height 1{'0' * 24}; {HEIGHTS}",
    "show tower --height 6": f"height 6; {HEIGHTS}",
    "tower --preset height-2 --height 3": f"{HEIGHT_2}:4:11: the instance has height 2, not 3; "
    "leave one of them out",
    "tower --width 3": "unknown option --width; see 'ilpuzzles tower --help'",
    "lonpos --preset empty --height 3": "unknown option --height; see 'ilpuzzles lonpos --help'",
    "tower --height 3 --file two.yaml": "two.yaml:3:11: the instance has height 2, not 3; "
    "leave one of them out",
    "tower --file none.yaml": "the height of tower is missing; give one of 2, 3, 4, 5",
    "tower --file nine.yaml": f"nine.yaml:3:11: height 9; {HEIGHTS}",
    "tower --file wide.yaml": "wide.yaml:3:3: unknown parameter 'width'; known: height",
}


def test_what_is_wrong_with_a_parameter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"two": "height: 2", "nine": "height: 9", "wide": "width: 2"}
    for name, parameter in files.items():
        Path(f"{name}.yaml").write_text(f"puzzle: tower\nparameters:\n  {parameter}\n")
    Path("none.yaml").write_text("puzzle: tower\n")
    for arguments, line in WRONG_WORDS.items():
        code = main(arguments.split())
        assert (code, *capsys.readouterr()) == (2, "", line + "\n"), arguments


def test_a_height_left_open_by_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.yaml"
    path.write_text("puzzle: tower\ngivens: [{tile: 0, atoms: [[2, 0], [2, 1]]}]\n")
    assert main(["tower", "--file", str(path), "--height", "3", "--quiet"]) == 0
    assert main(["tower", "--file", str(path), "--height", "2", "--quiet"]) == 2
    assert "atom [2, 0] of tile 0 is off the region" in capsys.readouterr().err


def test_towers_in_python() -> None:
    loaded = load("tower", parameters={"height": 4})
    assert loaded.preset == "height-4"
    instance: Any = loaded.instance
    assert len(instance.region.points) == 48
    assert len(instance.region) == 52
    assert load("tower").preset == "height-2"
    assert load_bare("tower", {"height": 5}).preset is None
    _, puzzle = load_puzzle("tower", parameters={"height": 5})
    assert len(puzzle.region.points) == 60  # type: ignore[attr-defined] # it is a tiling
    (height,) = puzzle_parameters("tower")
    assert (height.name, height.values) == ("height", (2, 3, 4, 5))
    assert puzzle_parameters("lonpos") == ()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"height": 6}, f"height 6; {HEIGHTS}"),
    ({"height": "3"}, "height must be a whole number, got '3'"),
    ({"height": True}, "height must be a whole number, got 'True'"),
    ({"heigth": 3}, "unknown parameter 'heigth'; did you mean 'height'?"),
    ({"height": 3, "width": 2}, "unknown parameter 'width'; known: height"),
]


def test_what_is_wrong_in_python() -> None:
    for (parameters, line), ask in product(WRONG, (load, ilpuzzles.solve, ilpuzzles.experiment)):
        with pytest.raises(InputError) as caught:
            ask("tower", parameters=parameters)
        assert str(caught.value) == line


def test_a_puzzle_without_parameters_takes_none() -> None:
    with pytest.raises(UnknownNameError, match="unknown parameter 'height'; lonpos has none"):
        load("lonpos", "empty", parameters={"height": 3})
    with pytest.raises(InputError, match="the height of tower is missing"):
        load_puzzle("tower")


def test_a_parameter_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = ["--library", str(library(tmp_path))]
    for arguments, count in [([], 2), (["--length", "1"], 1), (["--length", "3"], 3)]:
        assert main([*own, "field", "--count", *arguments]) == 0
        assert capsys.readouterr().out == f"{count}\n"
    assert main([*own, "field", "--help"]) == 0
    assert "rows of the field: 1, 2, 3" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["json", "library", "time-limit"])
def test_a_parameter_named_like_an_option(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--library", str(library(tmp_path, name)), "field", "--count"]) == 2
    line = f"parameter {name} of field has the name of an option; call it something else\n"
    assert capsys.readouterr() == ("", line)


def test_the_default_preset_is_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = library(tmp_path, presets="one")
    assert main(["--library", str(folder), "field", "--count"]) == 2
    path = folder / "models" / "field.yaml"
    assert capsys.readouterr().err == f"{path}:4:9: unknown preset 'two'; known: one\n"
    # Whoever names a preset needs no default.
    assert load("field", "one", library=Library((folder,))).preset == "one"


def test_a_name_in_quotes_is_no_parameter(tmp_path: Path) -> None:
    folder = library(tmp_path)
    path = folder / "models" / "field.yaml"
    path.write_text(path.read_text().replace("title: Field", 'title: "$length"'))
    assert load("field", library=Library((folder,))).puzzle.title == "$length"
    path.write_text(path.read_text().replace('title: "$length"', "title: $breadth"))
    with pytest.raises(InputError, match=r"field\.yaml:3:8: unknown parameter 'breadth'"):
        load("field", library=Library((folder,)))
