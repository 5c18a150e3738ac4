"""Experiments: answers as data, files of a library, hints, and lists that have to be whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles import queries
from ilpuzzles.backends.interface import Backend, Feature, Options
from ilpuzzles.backends.result import Status
from ilpuzzles.cli.main import main
from ilpuzzles.errors import CheckError, InputError, UnknownNameError
from ilpuzzles.experiments.experiments import experiment, solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.experiments.solution_files import check_model_solutions, started_from
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.reading.library import Library, shipped_folder


def test_the_answer_as_data() -> None:
    answer = solve("lonpos", "8pieces")
    data = answer.to_json()
    assert list(data) == [
        "puzzle", "preset", "parameters", "formulation", "without", "backend", "backend_version",
        "status", "limit", "complete", "measured", "gap", "relative_gap",
        "border", "symmetry_breaking", "count", "count_up_to_symmetry", "stated",
        "unique", "forced", "objective", "objectives", "solutions",
        "broken_rules", "model", "seconds", "checked", "verified_by", "engine",
    ]  # fmt: skip
    assert data["model"] == {"variables": 1789, "rows": 75, "nonzeros": 10056}
    assert data["verified_by"] == ["rows", "rules"]
    assert (data["status"], data["limit"], data["complete"]) == ("optimal", "none", True)
    assert set(data["seconds"]) == {"load", "build", "solve", "total"}
    assert data["seconds"]["total"] >= data["seconds"]["solve"] >= 0
    assert repr(answer) == "<answer to lonpos 8pieces: solved>"
    assert set(answer._repr_mimebundle_()) == {"text/plain", "text/html", "image/svg+xml"}


def test_a_position_without_a_solution(tmp_path: Path, backend: Backend) -> None:
    path = tmp_path / "dead.yaml"
    path.write_text(
        "puzzle: lonpos\nboard: |\n"
        "  .KK........\n  .KK........\n  JJJJ.......\n  ...........\n  ...........\n"
    )
    answer = solve("lonpos", file=path, backend=backend, options=Options(verify=True))
    assert answer.status is Status.INFEASIBLE
    assert not answer
    assert answer.text() == "proved: there is no solution"
    assert "<svg" in answer.svg()
    data = answer.to_json()
    asked = [] if Feature.EXACT in backend.features else ["cpsat"]
    assert (data["complete"], data["checked"], data["verified_by"]) == (True, bool(asked), asked)


def test_a_wrong_decoder_is_caught_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load("lonpos", "8pieces")
    right = loaded.kind.formulations["placement"]

    def mirrored(instance: Any) -> Formulated:
        made = right.build(instance)

        def decode(values: Any) -> Any:
            solution: Any = made.decode(values)
            first, *others = solution.tiles
            moved = tuple((row, 10 - column) for row, column in first.points)
            return replace(solution, tiles=(replace(first, points=moved), *others))

        return Formulated(made.model, decode)

    monkeypatch.setattr(
        type(loaded.kind), "formulations", {"placement": replace(right, build=mirrored)}
    )
    with pytest.raises(CheckError, match="breaks the rules"):
        solve(loaded)


@pytest.mark.parametrize(("said", "hint"), [(0.9999, 1), (0.0001, 0), (1, 1)])
def test_a_hint_for_a_whole_variable_is_the_nearest_whole_number(
    said: float, hint: int, tmp_path: Path
) -> None:
    model = ilpuzzles.Model()
    model.add(model.binary("whole") + model.continuous("other", lower=0, upper=1) >= 0)
    path = tmp_path / "hint.json"
    path.write_text(json.dumps({"values": {"whole": said, "other": 0.25}}))
    found = started_from(ilpuzzles.own_puzzle(model), path).options.hint
    assert list(found.values()) == [hint, 0.25]


def test_a_list_of_solutions_is_accepted_if_all_of_them_are(tmp_path: Path) -> None:
    model = ilpuzzles.Model()
    x = model.binary("x", 2)
    model.at_least_one(x)
    right, wrong = {"values": {"x[0]": 1, "x[1]": 0}}, {"values": {"x[0]": 0, "x[1]": 0}}
    for number in (2, 3):
        for chosen in product([True, False], repeat=number):
            file = tmp_path / "list.json"
            file.write_text(json.dumps([right if one else wrong for one in chosen]))
            checked = check_model_solutions(model.program(), file)
            assert bool(checked) is (chosen.count(False) == 0)
            assert checked.exit_code() == (6 if False in chosen else 0)
            assert checked.summary() == f"{file}: {chosen.count(True)} of {number} accepted"
            plain = checked.to_json()
            assert plain["accepted"] is (False not in chosen)
            assert [one["accepted"] for one in plain["solutions"]] == [*chosen]
            for place, is_right in enumerate(chosen, 1):
                lines = [
                    line for line in checked.text().splitlines() if f"solution {place}:" in line
                ]
                assert any("at_least_one" in line for line in lines) is not is_right, lines


def test_loading_needs_to_know_which() -> None:
    with pytest.raises(InputError, match=r"no position of lonpos is named; give a preset \(2pi"):
        load("lonpos")
    with pytest.raises(InputError, match="a preset, a file, a board"):
        load("lonpos", "empty", file="x.yaml")
    with pytest.raises(UnknownNameError, match="did you mean 'placement'"):
        solve("lonpos", "empty", formulation="placements")


def library(tmp_path: Path, model: str, *instances: tuple[str, str]) -> Library:
    """A library with one puzzle called mine."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine.yaml").write_text(model)
    (tmp_path / "instances" / "mine").mkdir(parents=True)
    for name, text in instances:
        (tmp_path / "instances" / "mine" / f"{name}.yaml").write_text(text)
    return Library.standard([tmp_path])


MINE = """\
puzzle: mine
family: tiling
title: Mine
lattice: square
region: |
  ..
tiles:
  A:
    shape: |
      AA
"""


def test_a_puzzle_of_ones_own_needs_no_code(tmp_path: Path) -> None:
    mine = library(tmp_path, MINE, ("only", "puzzle: mine\nboard: |\n  ..\n"))
    assert "mine" in mine.puzzles()
    # With a single preset there is no need to name it.
    answer = solve("mine", library=mine)
    assert answer.subject.preset == "only"
    assert answer.to_json()["solutions"][0]["rows"] == ["AA"]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("puzzle: mine", "puzzle: yours", r"mine\.yaml: the file is about yours"),
        ("tiling", "tilings", r"mine\.yaml:2:9: unknown family 'tilings'; did you mean"),
    ],
)
def test_mistakes_in_model_files_have_places(was: str, now: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        load("mine", "x", library=library(tmp_path, MINE.replace(was, now)))


def test_all_mistakes_of_a_file_are_told_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = "board: |\n  KKKK...А...\n  .JJJ.......\n" + 3 * "  ...........\n"  # noqa: RUF001
    wrong = {
        f"title: x\n{rows}": ["1:1: key 'puzzle' is missing; add it to the instance"],
        f"puzzle: pyramid\n{rows}": ["1:9: unknown puzzle 'pyramid'; known: lonpos"],
        f"puzzle: lonpoz\nmood: red\n{rows}": [
            "1:9: unknown puzzle 'lonpoz'; did you mean 'lonpos'?",
            "2:1: unknown key 'mood'; the nearest of 19: board, bor",
            "4:10: unknown tile 'А'; known: A, B, ",  # noqa: RUF001 - Cyrillic on purpose
            "5:4: tile J has 4 cells, and 3 are marked; ",
            "4:3: the cells marked K do not have the shape of tile K; ",
        ],
    }
    for text, said in wrong.items():
        for ending in ("\n", "\r\n", "\r"):
            Path("f.yaml").write_bytes(text.replace("\n", ending).encode())
            assert main(["lonpos", "--file", "f.yaml"]) == 2
            lines = capsys.readouterr().err.splitlines()
            begun = zip(lines, said, strict=False)
            assert [line[: len(one) + 7] for line, one in begun] == [
                f"f.yaml:{one}" for one in said
            ]
            assert len(lines) == len(said) or "mood" not in text


def test_ones_own_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "instances" / "lonpos").mkdir(parents=True)
    text = (shipped_folder() / "instances" / "lonpos" / "8pieces.yaml").read_text()
    own = tmp_path / "instances" / "lonpos"
    (own / "8pieces.yaml").write_text(text.replace("title: ", "title: My "))
    (own / "new-one.yaml").write_text(text)
    (own / "Not A Name.yaml").write_text(text)
    monkeypatch.setenv("ILPUZZLES_PATH", str(tmp_path))
    found = Library.standard()
    assert found.instance_file("lonpos", "8pieces").parent == own
    assert {"empty", "new-one"} < set(found.presets("lonpos"))
    assert "Not A Name" not in found.presets("lonpos")
    monkeypatch.setenv("ILPUZZLES_PATH", str(tmp_path / "none"))
    with pytest.raises(InputError, match="no such library folder"):
        Library.standard()


def test_the_public_names() -> None:
    assert {"Model", "solve", "explain"} <= {*dir(ilpuzzles)}
    assert all(getattr(ilpuzzles, name) is not None for name in dir(ilpuzzles))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        ilpuzzles.nonsense  # noqa: B018 - asking is the test


BOARD = ("dominoes", "4x4")


@pytest.mark.exhaustive
@pytest.mark.parametrize("lost", [0, 17, 35])
def test_a_lost_solution_is_found_out(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = enumerate_solutions

    def losing(model: Any, visit: Callable[[IntArray], Any], *more: Any, **options: Any) -> Any:
        number = 0

        def passed_on(values: IntArray) -> Any:
            nonlocal number
            number += 1
            return True if number == lost + 1 else visit(values)

        return whole(model, passed_on, *more, **options)

    asked = experiment(*BOARD, backend="cpsat")
    assert asked.count(up_to_symmetry=True).count_up_to_symmetry == 9
    monkeypatch.setattr(queries, "enumerate_solutions", losing)
    for ask in (asked.count, asked.solutions):
        with pytest.raises(CheckError, match=r"\d of \d equivalent solutions were found"):
            ask(up_to_symmetry=True)


def test_a_part_of_the_solutions_need_not_be_whole() -> None:
    """With a limit, with variables fixed, and with symmetry breaking."""
    asked = experiment(*BOARD)
    assert asked.solutions(limit=2, up_to_symmetry=True).count_up_to_symmetry == 2
    place = asked.formulated.model.families[0]
    fixed = asked.fix({place[place.label(0)[0]]: 1}).count(up_to_symmetry=True)
    assert fixed.complete
    assert 0 < (fixed.count_up_to_symmetry or 0) <= 9
    broken = experiment(*BOARD, break_symmetry="auto").count(up_to_symmetry=True)
    assert broken.count_up_to_symmetry == 9
    assert (broken.count or 0) < 36
