"""`ilpuzzles docs`: pages in a browser, in a terminal and for other programs."""

from __future__ import annotations

import re
import webbrowser
from pathlib import Path

import pytest

from ilpuzzles.cli import docs_command
from ilpuzzles.cli.docs_command import for_terminal, page_called, page_files
from support.commands import Call
from support.places import DOCS, ROOT
from support.processes import linux_only
from support.terminal import Seen, run_in_terminal_here

HOME = "# Home\n\nA [guide](howto/board.md).\n"
GUIDE = """\
# A board

<!-- long -->
```
$ ilpuzzles play lonpos   # ![no picture](of.code)
```

![A solved board](../pictures/board.png){ width="270" }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with two pages, and no site."""
    for name, text in (("index", HOME), ("howto/board", GUIDE)):
        page = tmp_path / "docs" / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    monkeypatch.setattr(docs_command, "shipped_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    asked: list[str] = []

    def open_it(address: str) -> bool:
        asked.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_it)
    return asked


def build_site(folder: Path) -> Path:
    """Puts a site beside the pages, as a wheel has it."""
    for name in ("index", "howto/board"):
        page = folder / "site" / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("<title>page</title>", encoding="utf-8")
    return folder / "site"


@pytest.mark.parametrize("reader", [True, False])
def test_a_built_page_is_named_and_opened_for_a_reader(
    reader: bool, folder: Path, opened: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = build_site(folder)
    monkeypatch.setattr(docs_command, "has_reader", lambda: reader)
    for words, name in (([], "index"), (["board"], "howto/board")):
        page = site / f"{name}.html"
        assert call("docs", *words) == (0, f"{page}\n", "")
        assert opened == [page.as_uri()] * reader
        opened.clear()


@pytest.mark.usefixtures("folder")
def test_without_a_site_the_text_is_written_as_it_is(opened: list[str], call: Call) -> None:
    assert call("docs", "howto/board") == (0, GUIDE, "")
    code, said, noted = call("docs")
    assert (code, noted) == (0, "")
    assert said.startswith(HOME)
    # Whoever has read the home page knows how to go on.
    assert "- `index`: Home\n- `howto/board`: A board\n" in said
    assert opened == []


@pytest.mark.usefixtures("folder")
def test_a_folder_lists_its_pages(call: Call) -> None:
    for name in ("howto", "howto/"):
        code, said, _ = call("docs", name)
        assert code == 0
        assert said.splitlines()[0] == "## Pages in howto"
        assert "- `howto/board`: A board" in said
        assert "index" not in said


def test_the_text_is_there_beside_a_site_too(folder: Path, opened: list[str], call: Call) -> None:
    build_site(folder)
    assert call("docs", "board", "--text")[1].startswith("# A board")
    assert opened == []


def in_terminal(folder: Path, *words: str) -> Seen:
    """Runs the command in a terminal, without a pager that waits for keys."""
    return run_in_terminal_here(["docs", *words], 60, folder=folder, PAGER="cat")


@linux_only
def test_a_page_is_readable_in_a_terminal(folder: Path) -> None:
    seen = in_terminal(folder, "board")
    text = "\n".join(seen.lines)
    assert seen.code == 0
    assert "# A board" in text
    assert "$ ilpuzzles play lonpos   # ![no picture](of.code)" in text
    assert "(picture: A solved board)" in text
    assert "long" not in text
    assert "```" not in text
    # A link says which page to ask for next.
    assert "guide (howto/board.md)" in "\n".join(in_terminal(folder).lines)
    (folder / "mkdocs.yml").touch()
    assert "mkdocs build" in in_terminal(folder, "board").raw


@linux_only
def test_where_no_browser_can_be_opened_the_text_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_site(folder)
    monkeypatch.setattr(webbrowser, "open", lambda _address: False)
    assert "# A board" in "\n".join(in_terminal(folder, "board").lines)


def test_unknown_and_ambiguous_pages_are_refused(folder: Path, call: Call) -> None:
    code, said, noted = call("docs", "bord")
    assert (code, said) == (2, "")
    assert noted == "unknown page 'bord'; did you mean 'board'?\n"
    other = folder / "docs" / "tutorial" / "board.md"
    other.parent.mkdir()
    other.write_text("# Another one\n", encoding="utf-8")
    assert call("docs", "board")[2] == (
        "'board' is the name of 2 pages; give tutorial/board or howto/board\n"
    )
    assert call("docs", "tutorial/board")[1].startswith("# Another one")


def test_pages_that_are_missing_are_said_in_a_line(folder: Path, call: Call) -> None:
    (folder / "docs" / "index.md").unlink()
    code, said, noted = call("docs")
    assert (code, said) == (2, "")
    assert noted == f"{folder / 'docs'}: the pages are missing; install ilpuzzles again\n"


def test_every_page_of_ours_is_found_as_links_write_it() -> None:
    pages = page_files(DOCS)
    assert {"index", "start", "howto/board", "tutorial/questions"} <= pages.keys()
    assert not any(name.startswith("reference/api/") for name in pages)
    for name in pages:
        assert page_called(f"../{name}.md#an-anchor", pages) == name


def test_no_page_of_ours_loses_its_words_in_a_terminal() -> None:
    """Only comments, pictures and what is said to MkDocs go."""
    for path in page_files(DOCS).values():
        text = path.read_text(encoding="utf-8")
        left = for_terminal(text)
        assert text.count("```") == left.count("```"), path
        headings, headings_left = (re.findall(r"(?m)^#+ .*", each) for each in (text, left))
        assert headings == headings_left, path
        assert "<!--" not in left or path.name == "exactness.md", path


def test_a_wheel_takes_the_texts_of_all_pages() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"docs" = "ilpuzzles/_data/docs"' in project
