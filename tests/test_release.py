"""What a release is made of: fragments of the changelog, one version, the citation file."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
import yaml

from ilpuzzles import __version__

HOME = Path(__file__).parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
TOWNCRIER = PROJECT["tool"]["towncrier"]
KINDS = [each["directory"] for each in TOWNCRIER["type"]]
FRAGMENTS = sorted(
    path
    for path in (HOME / TOWNCRIER["directory"]).iterdir()
    if path.name not in TOWNCRIER["ignore"]
)


def misnamed(name: str) -> bool:
    """Whether the name of a fragment is not a topic in small letters and one of the kinds."""
    return not re.fullmatch(rf"\+[a-z0-9]+(-[a-z0-9]+)*\.({'|'.join(KINDS)})\.md", name)


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda path: path.name)
def test_a_fragment_has_a_topic_a_kind_and_text(fragment: Path) -> None:
    assert not misnamed(fragment.name), f"name it +topic.KIND.md, KIND one of {', '.join(KINDS)}"
    text = fragment.read_text(encoding="utf-8").strip()
    assert text.endswith((".", ")", "`")), "a fragment is one or two sentences"
    assert not text.startswith(("-", "*", "#")), "towncrier makes the list"


@pytest.mark.parametrize(
    "name", ["hint.added.md", "+hint.md", "+Hint.added.md", "+hint.new.md", "+hint.added.rst"]
)
def test_other_names_are_refused(name: str) -> None:
    assert misnamed(name)


def test_the_changelog_has_one_place_for_releases() -> None:
    text = (HOME / TOWNCRIER["filename"]).read_text(encoding="utf-8")
    assert text.count(TOWNCRIER["start_string"]) == 1
    assert "towncrier" in (HOME / "changelog.d/README.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"`{kind}`" in (HOME / "changelog.d/README.md").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "ilpuzzles/__init__.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|rc\d+)?", __version__)


def test_the_citation_file_is_of_this_version() -> None:
    citation = yaml.safe_load((HOME / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == __version__
    assert citation["license"] == PROJECT["project"]["license"]
    authors = [each["name"] for each in citation["authors"]]
    assert authors == [each["name"] for each in PROJECT["project"]["authors"]]
    assert citation["type"] == "software"
    assert {"message", "title"} <= citation.keys()
    assert isinstance(citation.get("date-released", date.min), date)
