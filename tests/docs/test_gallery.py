from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from support.pages import sources
from support.places import DOCS

FOLDER = DOCS / "pictures"
PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
GALLERY = (DOCS / "gallery.md").read_text(encoding="utf-8")
COMMAND = re.compile(r"!\[[^\]]*\]\(pictures/([\w-]+\.svg)\)\n\n`(ilpuzzles [^`]* FILE)`")


def test_every_picture_is_shown_and_described() -> None:
    """Whether each is there, `test_links.py` says."""
    found = [each for page in sources() for each in PICTURE.findall(page.read_text("utf-8"))]
    assert all(len(text) > 10 for text, _ in found)
    shown = {target.rpartition("/")[2] for _, target in found if "pictures/" in target}
    assert shown == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_are_small_and_complete(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) <= 50_000
    assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 - our own picture


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "command"), COMMAND.findall(GALLERY))
def test_the_commands_of_the_gallery_make_pictures(name: str, command: str, tmp_path: Path) -> None:
    words = shlex.split(command.replace("docs/", f"{DOCS.as_posix()}/"))[1:]
    path = tmp_path / name
    arguments = [str(path) if word == "FILE" else word for word in words]
    assert main(arguments) == 0
    drawn, kept = path.read_text(encoding="utf-8"), (FOLDER / name).read_text(encoding="utf-8")
    # Another backend may find another solution, but it is drawn in the same way.
    root, other = ET.fromstring(drawn), ET.fromstring(kept)  # noqa: S314 - our own pictures
    assert (root.get("width"), root.get("class")) == (other.get("width"), other.get("class"))
