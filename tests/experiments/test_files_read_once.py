"""A command opens and parses each YAML file at most once."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ilpuzzles import Library
from ilpuzzles.bench.plan import plan_runs
from ilpuzzles.bench.spec_schema import find_spec
from ilpuzzles.cli.main import main
from ilpuzzles.errors import UnknownNameError
from ilpuzzles.experiments.loading import load


class Reading:
    """What was opened and parsed, and how often."""

    def __init__(self) -> None:
        self.opened: Counter[str] = Counter()
        self.parsed: Counter[str] = Counter()

    def models(self) -> list[str]:
        """The names of the model files that were opened, sorted."""
        return sorted(Path(name).stem for name in self.opened if Path(name).parent.name == "models")


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    found = Reading()
    parse, opening = yaml.parse, Path.open

    def counted_parse(text: str, *arguments: Any, **options: Any) -> Any:
        found.parsed[text] += 1
        return parse(text, *arguments, **options)

    def counted_open(path: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        if path.suffix == ".yaml" and "r" in mode:
            found.opened[str(path)] += 1
        return opening(path, mode, *arguments, **options)

    monkeypatch.setattr(yaml, "parse", counted_parse)
    monkeypatch.setattr(Path, "open", counted_open)
    yield found
    assert found.parsed, "nothing was read"
    assert max(found.parsed.values()) == 1
    assert not found.opened or max(found.opened.values()) == 1


@pytest.mark.parametrize(
    "command",
    [
        "lonpos --preset 8pieces --quiet",
        "tower --file my.yaml --quiet",
        "check tower sol.json --height 2 --quiet",
        "show tower --height 2 --yaml",
        "explain cube --give-up rows --quiet",
        "generate lonpos --placed 9 --quiet",
    ],
)
def test_a_command_reads_its_files_once(
    command: str, reading: Reading, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.yaml").write_text("puzzle: tower\nparameters:\n  height: 2\n", encoding="utf-8")
    rows = {"rows": ["QQUUULLLLY00", "QQU2UL2YYYYQ"]}
    Path("sol.json").write_text(json.dumps(rows), encoding="utf-8")
    assert main(command.split()) == 0
    (model,) = reading.models()
    assert model in command


@pytest.mark.parametrize("command", ["slashpack --quiet", "list --json"])
def test_other_names_are_found_by_reading_every_model_once(command: str, reading: Reading) -> None:
    assert main(command.split()) == 0
    library = Library.standard()
    yaml_files = [one for one in library.puzzles() if library.model_file(one).suffix == ".yaml"]
    assert reading.models() == sorted(yaml_files)


def test_planning_a_sweep_reads_files_once(reading: Reading) -> None:
    assert plan_runs(find_spec("quick"))
    assert len(reading.opened) > 3


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    shipped = Library.standard()
    for place in ("models", "instances/cube"):
        (tmp_path / place).mkdir(parents=True)
    text = shipped.model_file("cube").read_text(encoding="utf-8")
    path = tmp_path / "models" / "cube.yaml"
    path.write_text(text, encoding="utf-8")
    library = Library((tmp_path,))
    assert library.title("cube") == "L-tromino cube"
    path.write_text(text.replace("L-tromino cube", "Another cube"), encoding="utf-8")
    assert library.title("cube") == "Another cube"
    # The same size and another time: also changed.
    path.write_text(text.replace("L-tromino cube", "Changed cube"), encoding="utf-8")
    os.utime(path, (1, 1))
    assert load("cube", library=library).puzzle.title == "Changed cube"
    path.unlink()
    with pytest.raises(UnknownNameError):
        library.title("cube")
