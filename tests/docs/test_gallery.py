from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from support.places import ROOT

TOP = ROOT
FOLDER = TOP / "docs" / "pictures"
PAGES = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
GALLERY = (TOP / "docs" / "gallery.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"!\[[^\]]*\]\(pictures/([\w-]+\.svg)\)\n\n`(ilpuzzles [^`]*)`")


def test_every_picture_is_there_and_shown() -> None:
    shown = set()
    for page in PAGES:
        for text, target in PICTURE.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve()
            assert path.is_file(), target
            assert len(text) > 10
            if path.parent == FOLDER:
                shown.add(path.name)
    assert shown == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_are_small_and_complete(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) <= 50_000
    assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 - our own picture


@pytest.mark.parametrize(("name", "command"), COMMAND.findall(GALLERY))
def test_the_commands_of_the_gallery_make_pictures(name: str, command: str, tmp_path: Path) -> None:
    words = shlex.split(command.replace("docs/", f"{TOP.as_posix()}/docs/"))[1:]
    path = tmp_path / name
    arguments = [str(path) if word == "FILE" else word for word in words]
    assert main(arguments) == 0
    drawn, kept = path.read_text(encoding="utf-8"), (FOLDER / name).read_text(encoding="utf-8")
    # Another backend may find another solution, but it is drawn in the same way.
    root, other = ET.fromstring(drawn), ET.fromstring(kept)  # noqa: S314 - our own pictures
    assert (root.get("width"), root.get("class")) == (other.get("width"), other.get("class"))
