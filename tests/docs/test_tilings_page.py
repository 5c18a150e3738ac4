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
    assert len(files) == 6
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
    ],
)
def test_its_puzzles_are_solved(
    puzzle: str, parameters: dict[str, int], preset: str | None, number: int, library: Library
) -> None:
    asked = experiment(puzzle, parameters=parameters, library=library)
    assert asked.subject.preset == preset
    assert asked.count().count == number
    assert count_tilings(asked.subject.family.plain(asked.subject.instance)) == number  # type: ignore[attr-defined] # it is an instance of a family


def test_every_field_of_our_own_files_is_on_the_page() -> None:
    shipped = Library.standard()
    folder = shipped.folders[-1]
    fields = set()
    files = [*folder.glob("models/*.yaml"), *folder.glob("instances/*/*.yaml")]
    for file in (file for file in files if "surasshupakku" not in str(file)):
        fields |= set(re.findall(r"^ *([a-z-]+):", file.read_text(encoding="utf-8"), re.MULTILINE))
    unknown = {field for field in fields if f"`{field}`" not in PAGE and f"{field}:" not in PAGE}
    assert unknown == set()
