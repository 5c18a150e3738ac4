"""The site's menu and its search name pages that are there, each of them once."""

from __future__ import annotations

import re
from collections import Counter

from scripts.make_reference import page_names, public_names, reading_length
from scripts.site_build.search_order import KEYWORDS, WEIGHTS, weight_of
from support.places import DOCS, ROOT

# What a reader can take in: a page of twice as many lines was 79,500 pixels high.
MOST_LINES = 1_600


def test_the_menu_names_every_page_once() -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    named = Counter(re.findall(r"[\w/]+\.md$|[\w/]+/$", menu, re.MULTILINE))
    assert "howto/shell.md" in named
    assert [page for page, times in named.items() if times > 1] == []


def test_the_search_has_weights_and_words_for_pages_that_are_there() -> None:
    assert [page for page in KEYWORDS if not (DOCS / page).is_file()] == []
    generated = {"notebooks/", "development/"}
    assert [
        start for start in WEIGHTS if start not in generated and not (DOCS / start).exists()
    ] == []
    guides = [weight_of(page) for page in KEYWORDS]
    others = ["reference/api/modelling.md", "notebooks/cube.md", "decisions/pdf.md"]
    assert min(guides) > max(map(weight_of, others))


def test_no_page_of_the_reference_is_endless() -> None:
    lines: Counter[str] = Counter()
    for public in public_names().values():
        lines[page_names()[public.path]] += reading_length(public.value)
    assert {page: number for page, number in lines.items() if number > MOST_LINES} == {}
    assert "modelling_model" in lines
