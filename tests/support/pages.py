"""Pages of Markdown: their blocks of code, their headings and anchors, and where they link to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ilpuzzles import Library
from support.places import DOCS, ROOT

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$", re.S | re.M
)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?)(?: *\{ *#([\w-]+) *\})? *$", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([\w-]+)">|^::: (\S+)$', re.MULTILINE)
_LONG, _STORY = "<!-- long -->", "<!-- story -->"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code on a page.

    Attributes:
        language: What stands behind its fence; may be empty.
        text: The code.
        line: The line of its fence, counted from 1.
        after: What stands between it and the block before it, or the beginning of the page.
    """

    language: str
    text: str
    line: int
    after: str

    @property
    def long(self) -> bool:
        """Whether the page says that it takes long, in a comment before it."""
        return self.after.rstrip().endswith(_LONG)

    @property
    def is_story(self) -> bool:
        """Whether the page says that this is what happened once, or needs what is not there."""
        return self.after.rstrip().endswith(_STORY)

    @property
    def file(self) -> str:
        """The file that it is, by a comment in its first line; empty where it has none."""
        found = re.match(r"[#\\] ([\w./-]+\.(?:yaml|py|txt|lp|sol))\n", self.text)
        return found[1] if found else ""

    def commands(self) -> list[tuple[str, str]]:
        """The commands behind a prompt, each with what is shown below it."""
        parts = re.split(r"^\$ (.*)\n", self.text, flags=re.MULTILINE)
        return list(zip(parts[1::2], parts[2::2], strict=True))


def pages() -> list[Path]:
    """All pages that somebody has written, those at the top of the checkout first."""
    made = {*(DOCS / "reference").rglob("*.md")}
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted({*DOCS.rglob("*.md")} - made)]


def sources() -> list[Path]:
    """All pages, also those that are written by a script, and the notebooks."""
    notebooks = ROOT / "notebooks"
    made = sorted({*DOCS.rglob("*.md")} - {*pages()})
    return [*pages(), *made, notebooks / "README.md", *sorted(notebooks.glob("*.ipynb"))]


@cache
def prose_of(path: Path) -> str:
    """The text of a page; of a notebook, that of its cells of text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def blocks(path: Path) -> Iterator[Block]:
    """The blocks of code of a page, in its order."""
    text, end = prose_of(path), 0
    for found in _FENCE.finditer(text):
        indent = found["indent"]
        code = re.sub(f"^{indent}", "", found["text"], flags=re.MULTILINE)
        line = text.count("\n", 0, found.start()) + 1
        yield Block(found["language"], code, line, text[end : found.start()])
        end = found.end()


def _without_code(text: str) -> str:
    return re.sub(r"`[^`\n]+`", "`code`", _FENCE.sub("", text))


def links(path: Path) -> list[str]:
    """What a page links to, within the project."""
    found = _LINK.findall(_without_code(prose_of(path)))
    return [target for target in found if "://" not in target and not target.startswith("mailto:")]


@cache
def anchors(path: Path) -> frozenset[str]:
    """What a link may name behind `#` on a page."""
    text = _FENCE.sub("", prose_of(path))
    found = [anchor or slug(heading) for heading, anchor in _HEADING.findall(text)]
    return frozenset([*found, *(name or entry for name, entry in _ANCHOR.findall(text))])


def slug(heading: str) -> str:
    """The anchor of a heading.

    Example:
        >>> slug("A limit is *never* a proof: `--gap`, [too](page.md)")
        'a-limit-is-never-a-proof-gap-too'
    """
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-")


def puzzles_of_families() -> list[str]:
    """The puzzles that a family describes in YAML, and which are played on boards."""
    library = Library.standard()
    return [one for one in library.puzzles() if library.model_file(one).suffix == ".yaml"]
