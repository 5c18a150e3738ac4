"""The site in a browser: what a search shows first, and the boards that open in the gallery."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import pytest

from support.browsers import do_without
from support.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.external

QUESTIONS = {
    "count unique": "tutorial/questions",
    "all solutions": "tutorial/questions",
    "why no solution": "tutorial/questions",
    "whatif": "tutorial/questions",
    "time limit": "howto/solvers",
    "choose a solver": "howto/solvers",
    "install": "start",
    "hint": "howto/play",
    "play in the browser": "howto/board",
    "own puzzle": "howto/own_puzzle",
    "generate positions": "howto/generate",
    "pdf": "howto/print",
    "LP file": "howto/files",
    "PuLP": "howto/files",
    "continuous variables": "howto/mixed",
    "shell completion": "howto/shell",
    "cluster": "howto/long_runs",
    "connected": "tutorial/models",
    "SVG picture": "tutorial/pictures",
}
HITS = ".md-search-result__item > a"
FIELD = "input[data-md-component='search-query']"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and writes nothing."""

    def log_message(self, *_: object) -> None:
        """Writes nothing."""


def built(folder: Path) -> Path:
    """Builds the site, whose notebooks have no outputs: they take minutes to run."""
    if find_spec("mkdocs") is None or find_spec("material") is None:
        do_without("mkdocs is missing: pip install 'ilpuzzles[docs]'")
    from scripts.site_build.notebook_runs import (  # noqa: PLC0415 - not everybody has nbclient
        FOLDER,
        kept_file,
    )

    for path in FOLDER.glob("*.ipynb"):
        kept = kept_file(path, folder / "notebooks")
        kept.parent.mkdir(exist_ok=True)
        shutil.copy(path, kept)
    places = {"ILPUZZLES_SITE": folder / "site", "ILPUZZLES_NOTEBOOKS": folder / "notebooks"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"} | {n: str(p) for n, p in places.items()},
        check=True,
    )
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site: the one that `ILPUZZLES_SITE` names, or one that is built now."""
    named = os.environ.get("ILPUZZLES_SITE")
    folder = Path(named) if named else built(tmp_path_factory.mktemp("site"))
    assert (folder / "search" / "search_index.json").is_file(), f"there is no site in {folder}"
    handler = partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_search_shows_first_what_answers_the_question(page: Page, site: str) -> None:
    found = dict[str, str]()
    hits, field = page.locator(HITS), page.locator(FIELD)

    def write(words: str) -> None:
        """Writes words, and a key, which the search listens for."""
        field.fill(words)
        field.press("End")

    for question in QUESTIONS:
        if not found:
            page.goto(f"{site}index.html?q={quote(question)}")
        else:
            # A page takes a second to read the index, so the same one is asked again.
            write("")
            hits.first.wait_for(state="detached")
            write(question)
        hits.first.wait_for(state="attached")
        path = urlsplit(hits.first.get_attribute("href") or "").path
        found[question] = Path(path.lstrip("/")).with_suffix("").as_posix()
    assert found == QUESTIONS


def test_a_board_of_the_gallery_opens_below_its_picture(page: Page, site: str) -> None:
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{site}gallery.html")
    frames = page.locator("iframe.board")
    for name, says in (("lonpos 8pieces", "1 solution left"), ("slitherlink small", "Slitherlink")):
        page.get_by_role("link", name=name, exact=True).click()
        board = page.frame_locator(f'iframe.board[title="{name}"]')
        board.locator("body.ready").get_by_text(says).first.wait_for()
    assert frames.count() == 2
    # A second click closes it, and the link to another size of the puzzle changes it.
    page.get_by_role("link", name="lonpos 8pieces", exact=True).click()
    assert frames.count() == 1
    page.get_by_role("link", name="slitherlink medium", exact=True).click()
    assert frames.count() == 1
    assert frames.first.get_attribute("title") == "slitherlink medium"
    assert trouble == []
