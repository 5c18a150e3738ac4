"""No page and no notebook has a dead link, neither to a file nor to a heading."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.pages import anchors, links, sources
from support.places import ROOT


@pytest.mark.every("page")
@pytest.mark.parametrize("page", sources(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and not is_there(anchor, file)):
            dead.append(target)
    assert dead == []


def is_there(anchor: str, page: Path) -> bool:
    """Whether a page has an anchor; an entry of the reference has those of its members."""
    names = anchors(page)
    return anchor in names or anchor.rpartition(".")[0] in names


def test_links_are_looked_at() -> None:
    assert sum(len(links(page)) for page in sources()) > 200
    assert sum("#" in target for page in sources() for target in links(page)) > 50
