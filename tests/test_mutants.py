"""The planted mistakes of `scripts/mutate.py` fit the code; others are drawn as they should be."""

from __future__ import annotations

import ast
import importlib
import random
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from scripts.mutate import Mutant
from support.places import ROOT

FILES = sorted(Path(ROOT, "scripts", "mutants").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_mistake_is_a_change_of_one_place(file: Path) -> None:
    entries = yaml.safe_load(file.read_text("utf-8"))
    for entry in entries:
        text = (ROOT / entry["file"]).read_text("utf-8")
        assert text.count(entry["old"]) == 1, entry
        assert entry["new"] != entry["old"], entry
        for name in entry.get("tests", ()):
            path, _, test = name.partition("::")
            assert (ROOT / path).exists(), entry
            assert f"def {test.partition('[')[0]}(" in (ROOT / path).read_text("utf-8") or not test
    assert max(Counter(entry["does"] for entry in entries).values()) == 1


def test_mistakes_in_a_puzzle_are_for_the_tests_that_have_its_name() -> None:
    mutant = Mutant("models", "models/akari.py", "old", "new", "does something else")
    assert mutant.asked == ["tests/genres/test_akari.py", "tests/genres"]
    mutant = Mutant("queries", "ilpuzzles/queries/count.py", "old", "new", "counts too many")
    assert mutant.asked == ["tests/queries", "ilpuzzles/queries"]


@pytest.fixture(scope="module")
def drawing() -> ModuleType:
    """The script that draws mistakes; Cosmic Ray, which makes them, is for developers."""
    pytest.importorskip("cosmic_ray")
    return importlib.import_module("scripts.draw_mutants")


def test_a_mistake_that_is_drawn_is_another_program_in_one_row(drawing: ModuleType) -> None:
    files = ["ilpuzzles/graphs.py", "ilpuzzles/dice.py", "models/akari.py"]
    drawn = drawing.draw(15, files, random.Random(1))
    assert len(drawn) == 15
    assert drawn == drawing.draw(15, files, random.Random(1))
    assert {mistake.file for mistake in drawn} == {*files}
    for mistake in drawn:
        before = (ROOT / mistake.file).read_text("utf-8").split("\n")
        after = mistake.text.split("\n")
        assert before[mistake.row - 1].strip() == mistake.line
        assert after[mistake.row - 1].strip() == mistake.becomes
        assert before[: mistake.row - 1] == after[: mistake.row - 1]
        # A loop over several rows is one row afterwards: what comes below them is as before.
        assert before[-1:] == after[-1:]
        assert ast.dump(ast.parse(mistake.text)) != ast.dump(ast.parse("\n".join(before)))


def test_what_changes_no_answer_is_left_alone(drawing: ModuleType, tmp_path: Path) -> None:
    source = (
        "@dataclass(frozen=True)\n"
        "class Clue:\n"
        "    number: int | None = 3\n"
        "if TYPE_CHECKING:\n"
        "    import numpy\n"
        "def is_met(é: int | str) -> bool | None:\n"
        "    return é < len([*zip('a', 'b', strict=True)])\n"
    )
    file = tmp_path / "clue.py"
    file.write_text(source, "utf-8")
    places = drawing.changes(str(file))
    assert sorted(places) == [(3, 25), (7, 13)]


def test_only_files_that_were_changed_are_drawn_from(drawing: ModuleType) -> None:
    assert set(drawing.changed_files(None)) <= set(drawing.python_files())
    assert drawing.changed_files("no-such-commit") == []
    assert {*map(drawing.room_of, drawing.python_files(["models", "queries"]))} == {
        "models",
        "queries",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["0"], "must be 1 or more"),
        (["3", "-j", "0"], "must be 1 or more"),
        (["3", "--rooms", "queries", "zzz"], "no room has the name zzz"),
        (["3", "--since", "no-such-commit"], "git knows no commit no-such-commit"),
    ],
)
def test_nonsense_is_refused_before_anything_is_tried(
    words: list[str],
    said: str,
    drawing: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["draw_mutants.py", *words])
    with pytest.raises(SystemExit) as ended:
        drawing.main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_fewer_noticed_fail_only_if_that_is_no_accident(drawing: ModuleType) -> None:
    share = drawing.Share
    before = {"queries": share(tried=98, killed=89)}  # nine in ten are expected
    chances = [
        drawing.chance_of_so_few({"queries": share(tried=10, killed=killed)}, before)
        for killed in range(11)
    ]
    # The binomial distribution, as in any table.
    assert chances[10] == pytest.approx(1)
    assert chances[9] == pytest.approx(1 - 0.9**10)
    assert chances[7] == pytest.approx(0.0702, abs=1e-4)
    assert chances[6] == pytest.approx(0.0128, abs=1e-4)
    assert chances[5] == pytest.approx(0.0016, abs=1e-4)
    # Nothing is known of another room.
    assert drawing.chance_of_so_few({"hints": share(tried=10, killed=5)}, before) > 0.1


def test_equivalent_mistakes_stand_in_the_code(drawing: ModuleType) -> None:
    for entry in yaml.safe_load(drawing.EQUIVALENT.read_text("utf-8")) or []:
        lines = [line.strip() for line in (ROOT / entry["file"]).read_text("utf-8").split("\n")]
        assert entry["line"] in lines, entry
        assert entry["becomes"] != entry["line"], entry
        assert entry["why"], entry


def test_every_room_has_tests_to_ask(drawing: ModuleType) -> None:
    for file in drawing.python_files():
        missing = [test for test in drawing.room_tests(file) if not (ROOT / test).exists()]
        # A genre that is tested with the others alone has no file of its own.
        assert not missing or file.startswith("models/"), file


def test_recorded_shares_are_those_of_rooms(drawing: ModuleType) -> None:
    rooms = {drawing.room_of(file) for file in drawing.python_files()}
    shares = drawing.recorded_shares()
    assert set(shares) <= rooms
    assert all(0 <= share.killed <= share.tried for share in shares.values())
