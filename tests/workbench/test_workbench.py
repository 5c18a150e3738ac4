from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.backends.interface import Backend, Feature, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import CheckError, InputError, UnknownNameError
from ilpuzzles.library import Library, shipped_folder
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.workbench.experiments import solve
from ilpuzzles.workbench.loading import load

ISSUE_BOARD = """\
puzzle: lonpos
board: |
  KKDDDD.EAAA
  KKHHD..EA..
  GHHLIIEE...
  GHLLLIE....
  GGGLII.....
"""


def test_a_file_of_ones_own(tmp_path: Path, backend: Backend) -> None:
    path = tmp_path / "my board.yaml"
    path.write_text(ISSUE_BOARD)
    answer = solve("lonpos", file=path, backend=backend.name)
    # It has two solutions.
    assert answer.to_json()["solutions"][0]["rows"] in (
        ["KKDDDDFEAAA", "KKHHDFFEACC", "GHHLIIEEBBC", "GHLLLIEBBBC", "GGGLIIJJJJC"],
        ["KKDDDDFEAAA", "KKHHDFFEABB", "GHHLIIEEBBB", "GHLLLIECCCC", "GGGLIIJJJJC"],
    )


def test_the_answer_as_data() -> None:
    answer = solve("lonpos", "8pieces")
    data = answer.to_json()
    assert list(data) == [
        "puzzle", "preset", "parameters", "formulation", "without", "backend", "backend_version",
        "status", "limit", "complete", "symmetry_breaking", "count", "count_up_to_symmetry",
        "unique", "forced", "objective", "objectives", "solutions", "broken_rules", "model",
        "seconds", "checked", "verified_by", "engine",
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
    answer = solve("lonpos", file=path, backend=backend.name, options=Options(verify=True))
    assert answer.status is Status.INFEASIBLE
    assert not answer
    assert answer.text() == "proved: there is no solution"
    assert "<svg" in answer.svg()
    data = answer.to_json()
    asked = [] if Feature.EXACT in backend.features else ["cpsat"]
    assert (data["complete"], data["checked"], data["verified_by"]) == (True, bool(asked), asked)


def test_a_limit_is_no_proof(backend: Backend) -> None:
    answer = solve("lonpos", "empty", backend=backend.name, options=Options(time_limit=0.001))
    assert answer.status is Status.UNKNOWN
    assert answer.limit is Limit.TIME
    assert answer.text().startswith("unknown: the time limit came first")


def test_a_wrong_decoder_is_caught_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load("lonpos", "8pieces")
    right = loaded.family.formulations["placement"]

    def mirrored(instance: Any) -> Formulated:
        made = right.build(instance)

        def decode(values: Any) -> Any:
            solution: Any = made.decode(values)
            first, *others = solution.tiles
            moved = tuple((row, 10 - column) for row, column in first.points)
            return replace(solution, tiles=(replace(first, points=moved), *others))

        return Formulated(made.model, decode)

    monkeypatch.setattr(
        type(loaded.family), "formulations", {"placement": replace(right, build=mirrored)}
    )
    with pytest.raises(CheckError, match="breaks the rules"):
        solve(loaded)


def test_loading_needs_to_know_which() -> None:
    with pytest.raises(InputError, match=r"no position of lonpos is named; give a preset \(2pi"):
        load("lonpos")
    with pytest.raises(InputError, match="a preset, a file, a board"):
        load("lonpos", "empty", file="x.yaml")
    with pytest.raises(UnknownNameError, match="did you mean '8pieces'"):
        load("lonpos", "8piecs")
    with pytest.raises(UnknownNameError, match="did you mean 'lonpos'"):
        load("lonpoz", "empty")
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


def test_a_model_file_is_about_its_name(tmp_path: Path) -> None:
    mine = library(tmp_path, MINE.replace("puzzle: mine", "puzzle: yours"))
    with pytest.raises(InputError, match=r"mine\.yaml: the file is about yours"):
        load("mine", "x", library=mine)


def test_families_are_named_with_their_place(tmp_path: Path) -> None:
    mine = library(tmp_path, MINE.replace("family: tiling", "family: tilings"))
    with pytest.raises(InputError, match=r"mine\.yaml:2:9: unknown family 'tilings'; did you mean"):
        load("mine", "x", library=mine)


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
    assert ilpuzzles.solve is solve
    names = dir(ilpuzzles)
    assert {"Model", "solve", "explain", "__version__"} <= {*names, *vars(ilpuzzles)}
    for name in names:
        assert getattr(ilpuzzles, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        ilpuzzles.nonsense  # noqa: B018 - asking is the test
