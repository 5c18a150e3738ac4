"""`ilpuzzles docs` says where the pages are, and opens them for a reader."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from ilpuzzles.cli import docs_command
from support.commands import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that has the puzzles, and the pages if they are built."""
    monkeypatch.setattr(docs_command, "shipped_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the browser was asked for."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


@pytest.mark.parametrize("reader", [True, False])
def test_pages_are_named_and_opened_for_a_reader(
    reader: bool, folder: Path, opened: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = folder / "site" / "index.html"
    page.parent.mkdir()
    page.write_text("<title>pages</title>")
    monkeypatch.setattr(docs_command, "has_reader", lambda: reader)
    done = run("docs")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{page}\n", "")
    assert opened == [page.as_uri()] * reader


def test_pages_that_are_not_there_are_said_to_be_missing(
    folder: Path, opened: list[str], run: Run
) -> None:
    done = run("docs")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"{folder / 'site'}: the documentation is not built; "
        "in a checkout: pip install -e '.[docs]', then python -m mkdocs build\n"
    )
    assert opened == []
