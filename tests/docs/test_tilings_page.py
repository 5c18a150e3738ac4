"""What the page on tiling puzzles says must be so: its files are read and solved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ilpuzzles.library import Library
from ilpuzzles.workbench.experiments import experiment
from support.oracles import count_tilings
from support.places import DOCS

PAGE = (DOCS / "howto" / "tilings.md").read_text(encoding="utf-8")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library of the files on the page."""
    files = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(files) == 9
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library((tmp_path,))


@pytest.mark.parametrize(
    ("puzzle", "parameters", "preset", "number"),
    [
        ("trio", {}, "corner", 1),
        ("rosette", {}, "given", 2),
        ("strip", {"length": 4}, "valued", 5),
        ("strip", {"length": 3}, None, 5),
        ("matching", {}, "2x3", 416),
        ("shingles", {}, None, 6),
    ],
)
def test_its_puzzles_are_solved(
    puzzle: str, parameters: dict[str, int], preset: str | None, number: int, library: Library
) -> None:
    asked = experiment(puzzle, parameters=parameters, library=library)
    assert asked.subject.preset == preset
    assert asked.count().count == number
    if puzzle in {"matching", "shingles"}:
        return  # the oracle knows neither colours nor cells that are covered twice
    assert count_tilings(asked.subject.family.plain(asked.subject.instance)) == number  # type: ignore[attr-defined] # it is an instance of a family
