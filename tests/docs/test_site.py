"""The site: its reference says what the sources say, its menu and search name pages that exist."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

import ilpuzzles
from scripts.make_reference import faces, page_names, pages, public_names, reading_length
from scripts.site_build.search_order import KEYWORDS, WEIGHTS, weight_of
from support.places import DOCS, ROOT

# What a reader can take in: a page of twice as many lines was 79,500 pixels high.
MOST_LINES = 1_600
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


def test_the_menu_names_every_page_once() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    named = Counter(re.findall(r"[\w/]+\.md$|[\w/]+/$", menu, re.MULTILINE))
    assert "howto/shell.md" in named
    assert [page for page, times in named.items() if times > 1] == []


def test_the_search_has_weights_and_words_for_pages_that_are_there() -> None:
    assert [page for page in KEYWORDS if not (DOCS / page).is_file()] == []
    generated = {"notebooks/", "development/"}
    assert [one for one in WEIGHTS if one not in generated and not (DOCS / one).exists()] == []
    guides = [weight_of(page) for page in KEYWORDS]
    others = ["reference/api/modelling.md", "notebooks/cube.md", "decisions/pdf.md"]
    assert min(guides) > max(map(weight_of, others))


@pytest.mark.exhaustive
def test_no_page_of_the_reference_is_endless() -> None:
    lines: Counter[str] = Counter()
    for public in public_names().values():
        lines[page_names()[public.path]] += reading_length(public.value)
    assert {page: number for page, number in lines.items() if number > MOST_LINES} == {}
    assert "asking_model" in lines
