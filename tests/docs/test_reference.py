"""The pages of the reference are what the sources say today, and hold every public name."""

from __future__ import annotations

import re
from functools import cache

import pytest

import ilpuzzles
from scripts.make_reference import faces, pages
from support.places import DOCS

FOLDER = DOCS / "reference"


@cache
def made() -> dict[str, str]:
    """All pages, as they would be written now."""
    return pages()


def test_the_pages_are_current() -> None:
    kept = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in FOLDER.rglob("*.md")
    }
    stale = sorted(name for name in {*kept, *made()} if kept.get(name) != made().get(name))
    assert stale == [], "run 'python -m scripts.make_reference' and commit what it writes"


def described() -> set[str]:
    """The names that have an entry."""
    return {
        name
        for page, text in made().items()
        if page.startswith("api/")
        for name in re.findall(r"^::: \S+\.(\w+)$", text, re.MULTILINE)
    }


@pytest.mark.parametrize("face", sorted(faces()))
def test_every_public_name_has_an_entry(face: str) -> None:
    names = set(faces()[face])
    assert names
    assert names - described() == set()


def test_the_index_lists_what_the_package_offers() -> None:
    listed = set(re.findall(r"^\| \[`(\w+)`\]\(\w+\.md#ilpuzzles", made()["api/index.md"], re.M))
    assert listed == {name for name in dir(ilpuzzles) if name in faces()["ilpuzzles"]}
    assert "Model" in listed
